"""Entries about people who label: their agreement, what they reach, and labels that are wrong.

Tested in `tests/metrics/catalogue/test_catalogue.py`.
"""

from __future__ import annotations

from metrics.catalogue.comparison import INTERVAL_MEANS
from metrics.catalogue.entry import Entry

# --- Entries about agreement between indexers, and about what counts as the truth


STANDARDS = "Agreement and standards"

STANDARD_ENTRIES = (
    Entry(
        key="consistency",
        function="metrics.annotators.pairwise_agreement.consistency",
        name="Consistency between indexers",
        group=STANDARDS,
        formula=r"J(A,B) = \frac{|A\cap B|}{|A\cup B|}",
        meaning=(
            "The overlap of two indexings of the same documents, neither of which is assumed to be "
            "right."
        ),
        range=(0, 1),
        best=1,
        undefined="Undefined where neither predicted anything.",
        source=("Lewis 1991, Standard of Correctness, (4)",),
        note=(
            "Pooled over all documents, or the mean over documents. Compare the overlap of two "
            "people with that of the machine and each of them: the first bounds what the second "
            "can mean, though a machine may also be better than a person."
        ),
        misprints=("E-D2",),
    ),
    Entry(
        key="standards",
        function="metrics.tallies.by_standard",
        name="Several standards of correctness",
        group=STANDARDS,
        formula=r"X(\text{system},\, \text{indexer}_j),\quad j = 1, 2, \dots",
        meaning="The same predictions evaluated against each indexing by itself.",
        range="that of the measure",
        undefined="As for the measure.",
        source=("Lewis 1991, Standard of Correctness",),
        note="The spread between standards is an uncertainty that no number of documents removes.",
    ),
    Entry(
        key="graded_truth",
        function="metrics.tallies.graded_table",
        name="Graded truth",
        group=STANDARDS,
        formula=r"\text{true} \iff \text{grade} \in \text{accepted grades}",
        meaning=(
            "Grades of correctness divided into right and wrong, and the evaluation repeated for "
            "each sensible division."
        ),
        range="that of the measure",
        undefined="As for the measure.",
        source=("Lewis 1991, Partitioning of Results",),
    ),
    Entry(
        key="unbounded",
        function="metrics.tallies.unbounded",
        name="Classes without end (MUC-3)",
        group=STANDARDS,
        formula=r"\mathrm{tn} \text{ does not exist}",
        meaning=(
            "Where anything might be predicted, the predictions are the pairs that are correct "
            "or were produced."
        ),
        range="that of the measure",
        undefined=(
            "Fallout, specificity, accuracy and error rate are not defined. Precision, "
            "recall, F and overlap are as usual."
        ),
        source=("Lewis 1991, Types of Extracted Data",),
        note=(
            "Two systems have different sets of predictions, so their tables are not comparable "
            "cell by cell. Partial credit, which MUC-3 also gave, is not defined in the "
            "source."
        ),
        misprints=("E-D3",),
    ),
    Entry(
        key="class_set_growth",
        function="metrics.averaging.growing",
        name="Precision against fallout as classes are added",
        group=STANDARDS,
        formula=(
            r"\begin{aligned} P \text{ constant} &\Rightarrow \mathrm{fp} \propto"
            r" \text{true pairs}\\"
            r" \text{fallout constant} &\Rightarrow \mathrm{fp} \propto"
            r" \text{untrue pairs}\end{aligned}"
        ),
        meaning=(
            "Whichever of the two stays constant as the set of classes grows tells what wrong "
            "predictions grow with."
        ),
        range="0 to 1 each",
        undefined="As for precision and fallout.",
        source=(
            "Lewis 1991, Tables 2 and 3, **reconstructed**: both tables are damaged in the text "
            "that survives",
        ),
        note=(
            "Two true classes out of 4, 8 and 12. Predicting always one right and one wrong: "
            "precision stays 0.50, fallout falls 0.50, 0.17, 0.10. With wrong ones that grow with "
            "the set (1, 3, 5): precision falls 0.50, 0.25, 0.17, fallout stays 0.50. Show "
            "precision, recall and fallout together."
        ),
        misprints=("E-D1",),
    ),
)


# --- Entries about what people reach against each other, and what wrong labels do to a number


CEILING_ENTRIES = (
    Entry(
        key="human_ceiling",
        function="metrics.annotators.ceiling.mean_of_influences",
        name="Human ceiling",
        group=STANDARDS,
        formula=(
            r"\frac1m\sum_{h=1}^{m} F\bigl(h,\ \mathrm{vote}_{-h}\bigr)\quad\text{beside}\quad"
            r"\frac1m\sum_{h=1}^{m} F\bigl(\text{system},\ \mathrm{vote}_{-h}\bigr)"
        ),
        meaning=(
            "What people reach against the vote of the other people, each left out once, and what "
            "a system reaches against the same votes on the same documents."
        ),
        range=(0, 1),
        best="a system need not stay below it",
        undefined="As for F; a person for whom it is undefined is left out of the mean.",
        source=("Lewis 1991, Standard of Correctness", "this project"),
        note=(
            "A system is never compared with a vote that includes the person it is compared with. "
            "A tie of the vote counts for neither. With two people "
            "each is the other’s vote, and the ceiling is their pairwise F, which for β = 1 is "
            "their positive agreement. The vote of few people is itself often wrong, so the "
            "ceiling lies below what people reach against the truth."
        ),
    ),
    Entry(
        key="gap_to_people",
        function="metrics.annotators.ceiling.gap",
        name="Interval of system minus people",
        group=STANDARDS,
        formula=(r"\Delta \pm t_{0.975}\sqrt{\tfrac{n}{n-1}\sum_d (u_d-v_d)^2}"),
        meaning=(
            "How far the difference of system and people may be from that over all such "
            f"documents: {INTERVAL_MEANS}."
        ),
        range="-1 to 1; shown in points",
        best="narrow",
        undefined="None where their predictions differ on fewer than two documents.",
        source=("the delta method", "this project"),
        note=(
            r"$u_d$ and $v_d$ are by how much document d moves the value of the system and of "
            "people, so what makes a document hard for both cancels out. Clusters count as a "
            "whole. A system is called better or worse only where the interval excludes 0 and six "
            "documents differ."
        ),
    ),
    Entry(
        key="alternative_annotator",
        function="metrics.annotators.alternative_annotator.alternative_test",
        name="Alternative annotator test",
        group=STANDARDS,
        formula=(
            r"H_0^j:\ \rho^{\text{system}}_j \le \rho^{\text{person}}_j - \varepsilon,\qquad"
            r" \omega = \frac{\#\{j: H_0^j \text{ rejected}\}}{m},\qquad"
            r" \rho = \frac1m\sum_j \rho^{\text{system}}_j"
        ),
        meaning=(
            "Whether a system may stand in for a person: for how many of the people it agrees with "
            "the others as well as that person does, less an allowance ε."
        ),
        range=(0, 1),
        best="ω at least 0.5",
        undefined=(
            "No test below three people, and none of a person with fewer than 30 documents."
        ),
        source=("Calderon, Reichart & Dror 2025", "Benjamini & Yekutieli 2001"),
        note=(
            r"$\rho_j$: share of documents on which one agrees with the remaining people at least "
            "as well as the other; with one class a document by the share who gave the same class, "
            "else by the mean overlap. One-sided paired t-test; false findings over the people "
            "held at 5 %. ε is a choice: 0.2 for experts, 0.15 for skilled people, 0.1 for a "
            "crowd. The test asks for 50 to 100 documents. ρ ranks systems."
        ),
    ),
    Entry(
        key="label_noise",
        function="metrics.label_errors.noise_band.noise_band",
        name="Band that label noise leaves",
        group=STANDARDS,
        formula=(
            r"\begin{aligned} \mathrm{tp}-\min(a,\mathrm{tp})+\max(0,b-\mathrm{tn})"
            r" &\le \mathrm{tp}_{\text{true}} \le"
            r" \mathrm{tp}-\max(0,a-\mathrm{fn})+\min(b,\mathrm{fp})\\"
            r" \text{independent:}\quad \mathrm{tp}_{\text{true}} &="
            r" \frac{\mathrm{tp}-(1-\mathrm{sp})(\mathrm{tp}+\mathrm{fp})}"
            r"{\mathrm{se}+\mathrm{sp}-1}\end{aligned}"
        ),
        meaning=(
            "What a measure may truly be if some labels are wrong: lowest if these coincide with "
            "what the system got right, highest if they coincide with its errors, and between if "
            "they are independent of it."
        ),
        range="inside 0 to 1",
        best="narrow",
        undefined="Independent: undefined where labels are no better than random.",
        source=("Rogan & Gladen 1978", "this project"),
        note=(
            "a of the documents labelled with a class are not in it, b of the others are. The "
            "documents truly in it and those predicted are the same throughout, so precision, "
            "recall and F rise with the true hits alone. Where a share g of labels is right, "
            r"accuracy is off by at most 1 - g; $A_{\text{true}} = (A-(1-g))/(2g-1)$ holds only "
            "for two classes and independent errors. A band, never one corrected number."
        ),
    ),
)


# --- Entries about several people who labelled the same documents


ANNOTATORS = "Agreement of annotators"

ANNOTATOR_ENTRIES = (
    Entry(
        key="krippendorff_alpha",
        function="metrics.annotators.coincidences.alpha",
        name="Krippendorff’s α of a class",
        symbol="α",
        group=ANNOTATORS,
        formula=(
            r"\alpha = 1-\frac{D_o}{D_e},\quad D_o=\frac1n\sum_u\sum_{i\ne j}"
            r"\frac{\delta(v_{ui},v_{uj})}{m_u-1},\quad"
            r" D_e=\frac{1}{n(n-1)}\sum_{v\ne w}n_v\,n_w\,\delta(v,w)"
        ),
        meaning=(
            "How far people’s disagreement on a class, yes or no, lies below chance, for any "
            "number of people, even if some did not see all documents."
        ),
        range="at most 1; 0 as by chance, negative if lower than by chance",
        best=1,
        undefined=(
            "Undefined where everybody says the same of every document, as no disagreement is then "
            "expected."
        ),
        source=("Krippendorff 2011",),
        note=(
            "Documents with fewer than two judgements are left out; their number is given. $m_u$ "
            "people "
            "judged document u, $n$ is the sum of these. Krippendorff 2004 would rely on data "
            "from .800 on, and from .667 on draw tentative conclusions only; that is his advice, "
            "and what disagreement costs depends on the use."
        ),
    ),
    Entry(
        key="set_alpha",
        function="metrics.annotators.set_agreement.set_sums",
        name="Krippendorff’s α of sets (MASI)",
        symbol="α of sets",
        group=ANNOTATORS,
        formula=(
            r"\delta(A,B) = 1-\frac{|A\cap B|}{|A\cup B|}\,M,\quad M=\begin{cases}1&A=B\\"
            r"\tfrac23&A\subset B\text{ or }B\subset A\\\tfrac13&A\cap B\ne\emptyset\\"
            r"0&\text{else}\end{cases}"
        ),
        meaning=(
            "Alpha of the whole set of classes that each person gave a document, where sets that "
            "share some classes are less far apart than sets that share none."
        ),
        range="at most 1; 0 as by chance, negative if lower than by chance",
        best=1,
        undefined="Undefined where everybody gives every document the same set.",
        source=("Passonneau 2006", "Krippendorff 2011"),
        note=(
            "The distance stands in α’s formula as it is, not squared. Two empty sets are equal, "
            "distance 0 (this project’s rule; the source has none). Of one class a document it is "
            "the nominal α. Some software has .67 and .33 for the thirds."
        ),
    ),
    Entry(
        key="alpha_over_classes",
        function="metrics.annotators.coincidences.alpha_over_classes",
        name="Krippendorff’s α over classes",
        group=ANNOTATORS,
        formula=r"\alpha = 1-\frac{\sum_c D_{o,c}}{\sum_c D_{e,c}}",
        meaning=(
            "Alpha with each class of a document as a question of its own, the disagreements of "
            "all classes added up."
        ),
        range="at most 1; 0 as by chance",
        best=1,
        undefined="Undefined where everybody says the same of everything.",
        source=("Krippendorff 2011",),
        note="The distance of two sets is then how many classes are in one and not in the other.",
    ),
    Entry(
        key="cohen_kappa",
        function="metrics.annotators.pairwise_agreement.cohen_kappa",
        name="Cohen’s κ",
        symbol="κ",
        group=ANNOTATORS,
        formula=r"\kappa=\frac{p_o-p_e}{1-p_e}",
        meaning=(
            "How far two people agree beyond what chance would give with the same numbers of yes "
            "for each."
        ),
        range=(-1, 1),
        best=1,
        undefined="Undefined where both always say yes, or both always no.",
        source=("Cohen 1960",),
        note=(
            "Over several classes observed and expected disagreements are added up before they "
            "are divided (De Vries et al. 2008); of one class a document this is κ of the "
            "confusion matrix of the two. For more than two people it is the average over pairs "
            "(Light 1971). Where a class is rare κ may be low though nearly all answers agree "
            "(Feinstein & Cicchetti 1990): look at the agreement on yes and on no beside it."
        ),
    ),
    Entry(
        key="fleiss_kappa",
        function="metrics.annotators.coincidences.fleiss_kappa",
        name="Fleiss’ κ",
        group=ANNOTATORS,
        formula=(
            r"\kappa=\frac{\bar P-\bar P_e}{1-\bar P_e},\quad \bar P=\frac1N\sum_u\sum_v"
            r"\frac{m_{uv}(m_{uv}-1)}{m(m-1)},\quad \bar P_e=\sum_v p_v^2"
        ),
        meaning=(
            "Agreement of m people, corrected for chance, where every document has the same "
            "number of judgements."
        ),
        range="at most 1; 0 as by chance",
        best=1,
        undefined=(
            "Undefined where numbers of people are unequal, and where everybody says the same of "
            "everything."
        ),
        source=("Fleiss 1971",),
        note=(
            "With many judgements it equals α. It computes chance with, not without, a person’s "
            "own judgement."
        ),
    ),
    Entry(
        key="positive_agreement",
        function="metrics.annotators.coincidences.positive_agreement",
        name="Positive agreement (F of two people)",
        symbol="Agree on yes",
        group=ANNOTATORS,
        formula=r"\frac{2\,\mathrm{tp}}{2\,\mathrm{tp}+\mathrm{fp}+\mathrm{fn}}",
        meaning=(
            "Of what one person says yes to, the share to which another says yes too: F of either "
            "against the other."
        ),
        range=(0, 1),
        best=1,
        undefined="Undefined where nobody says yes.",
        source=("Cicchetti & Feinstein 1990",),
        note=(
            "It is the one measure here on the scale of a system’s F. It is not corrected for "
            "chance, so it is high for a class that nearly every document has. With several "
            "people, every pair of judgements of a document counts, and each document in "
            "proportion to its judgements."
        ),
    ),
    Entry(
        key="negative_agreement",
        function="metrics.annotators.coincidences.negative_agreement",
        name="Negative agreement",
        symbol="Agree on no",
        group=ANNOTATORS,
        formula=r"\frac{2\,\mathrm{tn}}{2\,\mathrm{tn}+\mathrm{fp}+\mathrm{fn}}",
        meaning="Of what one person says no to, the share to which another says no too.",
        range=(0, 1),
        best=1,
        undefined="Undefined where nobody says no.",
        source=("Cicchetti & Feinstein 1990",),
    ),
    Entry(
        key="agreement_interval",
        function="metrics.annotators.agreement_intervals.draw",
        name="Interval of an agreement",
        group=ANNOTATORS,
        formula=r"[q_{0.025},\ q_{0.975}]\text{ of } 1{,}000\text{ draws}",
        meaning=(
            "Documents, or clusters of them, are drawn again with all that everybody said of them, "
            "and the central 95 % of the agreements are kept."
        ),
        best="narrow",
        undefined="None where nobody differs on anything, as all draws are then alike.",
        source=("Efron 1979", "Efron 1987", "Hesterberg 2015", "Zapf et al. 2016"),
        note=(
            "It holds for other documents and these people; other people may agree differently. "
            "For alpha of a class the ends are corrected for bias and skewness (BCa) and widened "
            "as by Student’s t. For alpha of sets, draws follow the expected disagreement to first "
            "order."
        ),
    ),
    Entry(
        key="copied_labels",
        function="metrics.annotators.pairwise_agreement.covariance_over_classes",
        name="Labels that follow a system",
        group=ANNOTATORS,
        formula=r"s_{as} > \frac{s_{ao}\,s_{os}}{s_{oo}}",
        meaning=(
            "A person a agrees with a system s by more than each one’s agreement with the others o "
            "explains, as only errors that both share could make them."
        ),
        range="a test",
        source=("Spearman 1904", "Holm 1979", "this project"),
        note=(
            r"$s$: covariance of two who say yes, added up over classes. For two who err "
            r"independently it is the product of what either says of the truth, so their agreement "
            r"with the others tells what to expect. A person is named who agrees with the system "
            r"more than with the others, more than the others do, and by more than half of what "
            r"independent errors would leave; each clearly so (documents drawn again, corrected "
            r"over people and systems by "
            "Holm). A system trained on one person’s labels shares that person’s errors too."
        ),
    ),
)


# --- Entries about labels that are likely wrong, and about judging a sample of them


LABEL_ERRORS = "Likely label errors"

LABEL_ERROR_ENTRIES = (
    Entry(
        key="label_suspects",
        function="metrics.label_errors.confident_learning.suspects",
        name="Likely label errors (confident learning)",
        group=LABEL_ERRORS,
        formula=(
            r"\begin{aligned} t_1 &= \overline{p_i}\ (y_i = 1),\quad"
            r" t_0 = \overline{1-p_i}\ (y_i = 0)\\"
            r" C_{ab} &= \#\{i : y_i = a,\ p_i \text{ speaks for } b\}"
            r"\ \text{scaled to } \textstyle\sum_b C_{ab} = \#\{y_i = a\}\\"
            r" \text{suspects} &= \text{the } C_{01} \text{ and } C_{10}"
            r" \text{ pairs of the largest margin} \end{aligned}"
        ),
        meaning=(
            "Labels of a class that the probabilities speak against, as many as the probabilities "
            "say are wrong."
        ),
        range="0 to the number of documents",
        best="none",
        undefined="Classes that fewer than five documents have, or lack, are not checked.",
        source=("Northcutt, Jiang & Chuang 2021", "Thyagarajan et al. 2022"),
        note=(
            "One class against the rest, so a document may have several. $p_i$ speaks for the "
            "class where it reaches $t_1$, against it where $1-p_i$ reaches $t_0$; for the more "
            "probable where it does both. The margin of a label that is missing is $2p_i-1$, of "
            "one that is wrong $1-2p_i$; only those above 0 are suspected. They are listed by two "
            "thirds of the margin and one third of how far $p_i$ lies beyond $t_1$ or $1-t_0$, "
            "as a share of the way from there to certainty. The probabilities must come from a "
            "system that has not learnt from these documents."
        ),
    ),
    Entry(
        key="document_quality",
        function="metrics.label_errors.confident_learning.document_quality",
        name="Label quality of a document",
        group=LABEL_ERRORS,
        formula=(
            r"q_1 = s_{(1)},\quad q_t = 0.8\,s_{(t)} + 0.2\,q_{t-1},\qquad"
            r" s_{(1)} \ge s_{(2)} \ge \dots,\quad"
            r" s_c = \begin{cases} p_c & y_c = 1\\ 1-p_c & y_c = 0 \end{cases}"
        ),
        meaning="How probable the labels of a document are, the least probable weighing most.",
        range=(0, 1),
        best=1,
        undefined="Undefined where no class of the document was judged.",
        source=("Thyagarajan et al. 2022",),
        note="The last $q$ is the quality: four fifths of it are the least probable label.",
    ),
    Entry(
        key="audited_precision",
        function="metrics.label_errors.audited_sample.audited_precision",
        name="Audited precision of the suspects",
        group=LABEL_ERRORS,
        formula=(
            r"\hat p = \frac{\text{wrong labels among those judged}}{m},\qquad"
            r" n = m\,\frac{N-1}{N-m}"
        ),
        meaning=(
            "The share of all suspected labels that are wrong, by a random sample that people "
            "judged without seeing label or prediction."
        ),
        range=(0, 1),
        best=1,
        undefined="Undefined before any suspect is judged.",
        source=("Wilson 1927", "Cochran 1977, section 2.6"),
        note=(
            "$m$ of the $N$ suspects were judged. The interval is Wilson’s for $n$ trials; it has "
            "no width once all are judged. Pairs marked as unclear count as not judged."
        ),
    ),
    Entry(
        key="corrected_f",
        function="metrics.label_errors.audited_sample.corrected_f",
        name="F with wrong labels corrected",
        group=LABEL_ERRORS,
        formula=(
            r"\hat F = \frac{2\,\widehat{\mathrm{tp}}}{\hat P + A},\qquad"
            r" \hat P = P + \sum_h \pm N_h\,\frac{e_h}{n_h},\quad"
            r" \widehat{\mathrm{tp}} = \mathrm{tp} + \sum_{h_A} \pm N_h\,\frac{e_h}{n_h}"
        ),
        meaning=(
            "Micro F₁ as it would be if every wrong label among the pairs that are labelled, "
            "predicted or suspected were corrected, estimated from a judged sample; true classes "
            "that nobody proposed are not counted, so the true F may be lower."
        ),
        range=(0, 1),
        best=1,
        undefined="Undefined until suspects and others were judged.",
        source=("Cochran 1977, chapters 5 and 5A", "Kerman 2011", "this project"),
        note=(
            "$P$ pairs are labelled, $A$ predicted. Part $h$ is suspected or not, labelled ($-$) "
            "or not ($+$), predicted or not; of its $N_h$ pairs $n_h$ were judged, $e_h$ of them "
            "wrong. The parts that are predicted ($h_A$) change the hits. The interval is drawn "
            "from what the pairs not judged may hold, by a neutral prior. Pairs that are neither "
            "labelled nor suspected, nor predicted by any system, are not looked at. Correcting "
            "only what a system disputes would raise its F whatever is true; this does not."
        ),
    ),
)
