"""Entries about several people who labelled the same documents."""

from __future__ import annotations

from metrics.catalogue.entry import Entry

GROUP = "Agreement of annotators"

ENTRIES = (
    Entry(
        key="krippendorff_alpha",
        function="metrics.annotators.coincidences.alpha",
        name="Krippendorff’s α of a class",
        symbol="α",
        group=GROUP,
        formula=(
            r"\alpha = 1-\frac{D_o}{D_e},\quad D_o=\frac1n\sum_u\sum_{i\ne j}"
            r"\frac{\delta(v_{ui},v_{uj})}{m_u-1},\quad"
            r" D_e=\frac{1}{n(n-1)}\sum_{v\ne w}n_v\,n_w\,\delta(v,w)"
        ),
        meaning=(
            "How far below chance people’s disagreement on a class lies, yes or no, for any "
            "number of people and with documents that some did not see."
        ),
        range="at most 1; 0 as by chance, below 0 worse than chance",
        best=1,
        undefined=(
            "Undefined where everybody says the same of every document: then no disagreement is to "
            "be expected."
        ),
        source=("Krippendorff 2011",),
        note=(
            "Documents with fewer than two judgements drop out, and are counted. $m_u$ people "
            "judged document u, $n$ is the sum of these. Krippendorff 2004 would rely on data "
            "from .800 on, and from .667 on draw tentative conclusions only; that is his advice, "
            "and what disagreement costs depends on the use."
        ),
    ),
    Entry(
        key="set_alpha",
        function="metrics.annotators.sets.set_sums",
        name="Krippendorff’s α of sets (MASI)",
        symbol="α of sets",
        group=GROUP,
        formula=(
            r"\delta(A,B) = 1-\frac{|A\cap B|}{|A\cup B|}\,M,\quad M=\begin{cases}1&A=B\\"
            r"\tfrac23&A\subset B\text{ or }B\subset A\\\tfrac13&A\cap B\ne\emptyset\\"
            r"0&\text{else}\end{cases}"
        ),
        meaning=(
            "Alpha of the whole set of classes that each person gave a document, where sets that "
            "share some classes are less far apart than sets that share none."
        ),
        range="at most 1; 0 as by chance, below 0 worse than chance",
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
        group=GROUP,
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
        function="metrics.annotators.pairs.cohen_kappa",
        name="Cohen’s κ",
        symbol="κ",
        group=GROUP,
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
            "Over several classes observed and expected disagreements are added up before they are "
            "divided (De Vries et al. 2008); of one class a document this is κ of the confusion "
            "matrix of the two. Of more than two people it is the mean over all twos (Light 1971). "
            "Where a class is rare κ may be low though nearly all answers agree (Feinstein & "
            "Cicchetti 1990): look at the agreement on yes and on no beside it."
        ),
    ),
    Entry(
        key="fleiss_kappa",
        function="metrics.annotators.coincidences.fleiss_kappa",
        name="Fleiss’ κ",
        group=GROUP,
        formula=(
            r"\kappa=\frac{\bar P-\bar P_e}{1-\bar P_e},\quad \bar P=\frac1N\sum_u\sum_v"
            r"\frac{m_{uv}(m_{uv}-1)}{m(m-1)},\quad \bar P_e=\sum_v p_v^2"
        ),
        meaning="Agreement of m people beyond chance, where all documents have as many judgements.",
        range="at most 1; 0 as by chance",
        best=1,
        undefined=(
            "Undefined where numbers of people are unequal, and where everybody says the same of "
            "everything."
        ),
        source=("Fleiss 1971",),
        note="With many judgements it is α: chance is drawn with, not without, the own judgement.",
    ),
    Entry(
        key="positive_agreement",
        function="metrics.annotators.coincidences.positive_agreement",
        name="Positive agreement (F of two people)",
        symbol="Agree on yes",
        group=GROUP,
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
            "It is the one measure here on the scale of a system’s F. Chance is not taken off: it "
            "is high for a class that nearly every document has. Of several people, every two "
            "judgements of a document count, and a document as much as it has judgements."
        ),
    ),
    Entry(
        key="negative_agreement",
        function="metrics.annotators.coincidences.negative_agreement",
        name="Negative agreement",
        symbol="Agree on no",
        group=GROUP,
        formula=r"\frac{2\,\mathrm{tn}}{2\,\mathrm{tn}+\mathrm{fp}+\mathrm{fn}}",
        meaning="Of what one person says no to, the share to which another says no too.",
        range=(0, 1),
        best=1,
        undefined="Undefined where nobody says no.",
        source=("Cicchetti & Feinstein 1990",),
    ),
    Entry(
        key="agreement_interval",
        function="metrics.annotators.drawn.draw",
        name="Interval of an agreement",
        group=GROUP,
        formula=r"[q_{0.025},\ q_{0.975}]\text{ of } 1{,}000\text{ draws}",
        meaning=(
            "Documents, or clusters of them, are drawn again with all that everybody said of them, "
            "and the central 95 % of the agreements are kept."
        ),
        best="narrow",
        undefined="None where nobody differs on anything: all draws are alike.",
        source=("Efron 1979", "Efron 1987", "Hesterberg 2015", "Zapf et al. 2016"),
        note=(
            "It holds for other documents and these people; other people may agree otherwise. "
            "Of alpha of a class the ends are moved for bias and skewness (BCa), "
            "and stand as far out as t has them. "
            "Alpha of sets is drawn again with its expected disagreement followed to first order."
        ),
    ),
    Entry(
        key="copied_labels",
        function="metrics.annotators.pairs.covariance_over_classes",
        name="Labels that are a system’s",
        group=GROUP,
        formula=r"s_{as} > \frac{s_{ao}\,s_{os}}{s_{oo}}",
        meaning=(
            "A person a agrees with a system s by more than each one’s agreement with the others o "
            "explains, as only errors that both share could make them."
        ),
        range="a test",
        source=("Spearman 1904", "Holm 1979", "this project"),
        note=(
            r"$s$: covariance of two who say yes, added up over classes. Of two who err each alone "
            "it is the product of what either says of the truth, so the agreements with the others "
            "tell what to expect. Named is a person who agrees with the system more than with "
            "others, more than others do, and by more than half of what errors made alone would "
            "leave; each surely so (documents drawn again, corrected over people and systems by "
            "Holm). A system trained on one person’s labels shares that person’s errors too."
        ),
    ),
)
