"""Entries about scores: curves, break-even, eleven points.

Tested in `tests/metrics/catalogue/test_catalogue.py`.
"""

from __future__ import annotations

from metrics.catalogue.entry import Entry

GROUP = "Ranking"

ENTRIES = (
    Entry(
        key="operating_point",
        function="metrics.ranking.curves.operating_points",
        name="Operating point",
        group=GROUP,
        formula=(
            r"P(\tau) = \frac{a}{k},\quad R(\tau) = \frac{a}{r},\qquad"
            r" k = \#\{\text{score} \ge \tau\}"
        ),
        meaning="What one threshold gives: every document scoring at least τ is predicted.",
        range="0 to 1 each",
        best="P = R = 1",
        undefined="No precision when nothing is predicted, no recall without positives.",
        source=("2011 note, section 3",),
        note=(
            "Of the k predicted documents, a are right; r are positive. Equal scores enter "
            "together, so each distinct score is one point."
        ),
    ),
    Entry(
        key="pr_curve",
        function="metrics.ranking.curves.pr_curve",
        name="Precision–recall curve",
        group=GROUP,
        formula=r"\bigl\{\,(R(\tau),\, P(\tau)) : \tau \text{ a score that occurs}\,\bigr\}",
        meaning=(
            "Every attainable pair of recall and precision, from the strictest threshold to "
            "the most lenient."
        ),
        range="0 to 1 each",
        best="the upper right corner",
        undefined="Undefined for a class without positives.",
        source=("2011 note, section 3", "Manning, Raghavan & Schütze 2008, section 8.4"),
        note=(
            "No end point is invented. scikit-learn’s `precision_recall_curve` appends a last "
            "point (recall 0, precision 1) that no threshold gives; apart from it, both agree."
        ),
    ),
    Entry(
        key="average_precision",
        function="metrics.ranking.curves.average_precision",
        name="Average precision",
        group=GROUP,
        formula=r"\mathrm{AP} = \sum_{j} \bigl(R(\tau_j) - R(\tau_{j-1})\bigr)\, P(\tau_j)",
        meaning="The mean of the precision reached each time a further positive is found.",
        range=(0, 1),
        best=1,
        undefined="Undefined for a class without positives. Positives without a score add nothing.",
        aliases={
            "AUPRC": "the area under the precision–recall curve, without lines between its points",
            "PR AUC": "the same; by trapezoids elsewhere, which is too high",
            "auPrc": "Vertex AI",
            "average precision score": "scikit-learn’s `average_precision_score`",
        },
        source=("Manning, Raghavan & Schütze 2008, section 8.4",),
        note=(
            "Thresholds fall from one score that occurs to the next; equal scores enter "
            "together. A random ranking comes to about the prevalence. With few positives it is "
            "too high on average. Its interval is Wilson’s: below 50 positives for as many trials, "
            "above that for as many as have its variance."
        ),
    ),
    Entry(
        key="roc_auc",
        function="metrics.ranking.roc.roc_area",
        name="ROC AUC",
        group=GROUP,
        formula=(
            r"\frac{1}{r(n-r)}\sum_{d\,\text{true}}\ \sum_{e\,\text{not true}}"
            r" \bigl([s_d > s_e] + \tfrac12[s_d = s_e]\bigr)"
        ),
        meaning="How often a document of the class scores above one outside it; ties count half.",
        range=(0, 1),
        best=1,
        undefined="Undefined for a class without positives, or without negatives.",
        aliases={
            "AUROC": "medicine",
            "area under the ROC curve": "",
            "AUC": "where no other curve is meant",
            "auRoc": "Vertex AI",
            "roc_auc_score": "scikit-learn",
            "c-statistic": "medicine",
            "concordance": "statistics",
        },
        source=("Hanley & McNeil 1982", "DeLong, DeLong & Clarke-Pearson 1988"),
        note=(
            "½ is chance. Documents without a score tie below all others. For a rare class it is "
            "near 1 however many false alarms there are: 0.99 with an average precision of 0.1 is "
            "common. The mean over classes leaves out those without positives or negatives. With "
            "all pairs in one ranking it compares scores across classes, which matters to nobody "
            "who decides class by class. The interval is DeLong’s, below ten positives on the "
            "logit "
            "scale."
        ),
    ),
    Entry(
        key="roc_curve",
        function="metrics.ranking.roc.roc_curve",
        name="ROC curve",
        group=GROUP,
        formula=(
            r"\bigl\{\,(\text{fallout}(\tau),\, R(\tau)) : \tau \text{ a score that occurs}"
            r"\,\bigr\}"
        ),
        meaning=(
            "Every attainable pair of fallout and recall, from predicting nothing to "
            "predicting everything."
        ),
        range="0 to 1 each",
        best="the upper left corner",
        undefined="Undefined for a class without positives, or without negatives.",
        aliases={
            "receiver operating characteristic": "in full",
            "sensitivity against 1 − specificity": "medicine",
        },
        source=("Fawcett 2006",),
        note=(
            "It does not change with how rare a class is, and so says little of a rare one: a "
            "fallout of 0.01 can be more false alarms than there are documents of the class. "
            "scikit-learn’s `roc_curve` has the same points."
        ),
    ),
    Entry(
        key="net_benefit",
        function="metrics.ranking.net_benefit.net_benefit",
        name="Net benefit",
        group=GROUP,
        formula=r"\mathrm{NB}(t) = \frac{TP}{n} - \frac{FP}{n}\cdot\frac{t}{1-t}",
        meaning=(
            "What predictions from a probability of t on are worth, in hits a document without a "
            "false alarm: who predicts from t on holds one hit to be worth (1 − t)/t false alarms."
        ),
        range="up to the prevalence",
        best="the prevalence",
        undefined="Undefined without documents, and where scores are no probabilities.",
        aliases={
            "DCA": "medicine",
            "clinical utility": "TRIPOD+AI",
        },
        source=("Vickers & Elkin 2006", "Zou & Donner 2008"),
        note=(
            "Beside it: predicting the class for every document, and for none, which is 0. "
            "A system that is below either at the threshold you work with does harm there. "
            "It is as good as the probabilities are calibrated. The band is a 95 % interval at "
            "each threshold by itself."
        ),
    ),
    Entry(
        key="break_even",
        function="metrics.ranking.break_even.break_even",
        name="Break-even point",
        group=GROUP,
        formula=(
            r"\mathrm{BEP} = \frac{P(\tau)+R(\tau)}{2} \text{ at the } \tau"
            r" \text{ of smallest } |P(\tau)-R(\tau)|"
        ),
        meaning="The value at which precision and recall meet as the threshold moves.",
        range=(0, 1),
        best=1,
        undefined="Undefined for a class without positives, or when no attainable point has a hit.",
        source=("2011 note, section 3; the rules among ties are this project’s",),
        note=(
            "**Exact** where a threshold predicts exactly as many documents as there are "
            "positives: then P = R. Otherwise **interpolated**: among points with a hit the "
            "smallest gap, then the larger mean, then the higher threshold. A gap above 0.1 makes "
            "the value doubtful: where all scores are equal it exceeds ½ whatever the class. "
            "The threshold is chosen on the documents shown, so the number is optimistic and "
            "not comparable with an F₁ measured at a threshold fixed beforehand."
        ),
        misprints=("E-N3", "E-N5"),
    ),
    Entry(
        key="macro_break_even",
        function="metrics.ranking.break_even.macro_break_even",
        name="Break-even, macro",
        group=GROUP,
        formula=r"\frac1C\sum_c \mathrm{BEP}_c",
        meaning="The mean of the classes’ break-even values.",
        range=(0, 1),
        best=1,
        undefined="Classes without positives are 0/0: left out, or counted as chosen.",
        source=("2011 note, section 3",),
        note="This is one of three averages with different values: see the two micro ones.",
    ),
    Entry(
        key="micro_break_even_own_thresholds",
        function="metrics.ranking.break_even.micro_break_even_own_thresholds",
        name="Break-even, micro, own thresholds",
        group=GROUP,
        formula=(
            r"\frac{P_{\text{micro}}+R_{\text{micro}}}{2}"
            r"\text{ with every class cut at its own } \tau_c"
        ),
        meaning=(
            "Each class has the threshold of its own break-even point, and the tables are pooled."
        ),
        range=(0, 1),
        best=1,
        undefined="Undefined when no class has positives.",
        source=("2011 note, section 3; this project",),
        note=(
            "Exact where as many pairs are predicted as are true; it is then the mean of the "
            "classes’ values weighted by their positives. A class without positives predicts "
            "nothing."
        ),
    ),
    Entry(
        key="micro_break_even_global",
        function="metrics.ranking.break_even.break_even",
        name="Break-even, micro, one threshold",
        group=GROUP,
        formula=r"\mathrm{BEP} \text{ of the one list of all document/class pairs}",
        meaning=(
            "The break-even point of all document/class pairs ranked together, one threshold "
            "serving every class."
        ),
        range=(0, 1),
        best=1,
        undefined="Undefined when no class has positives.",
        source=("2011 note, section 3; this project",),
        note=(
            "It tells whether scores are comparable between classes: where it is far below the "
            "value with own thresholds, they are not."
        ),
    ),
    Entry(
        key="break_even_against_f",
        function="metrics.ranking.break_even.mean_against_f",
        name="(P + R)/2 against F",
        group=GROUP,
        formula=(
            r"\frac{P+R}{2}-F_\beta = \frac{R^2\,(T-1)(\beta^2T-1)}{2(\beta^2P+R)},"
            r"\qquad T=\frac PR"
        ),
        meaning="Where the mean of precision and recall lies above or below F at the same point.",
        range="−½ to ½",
        undefined="For P = R = 0 both are 0.",
        source=("2011 note, section 6, corrected",),
        note=(
            r"Equal if P = R or $\beta=\sqrt{R/P}$. For P < R the mean is larger while "
            r"$\beta<\sqrt{R/P}$ and smaller beyond; for P > R the reverse. For β = 1 it is "
            "never below F₁. This compares two numbers at one point; it does not say that "
            "break-even exceeds the best F₁ over thresholds, which is never below an exact "
            "break-even value."
        ),
        misprints=("E-N4", "E-N5", "E-N10"),
    ),
    Entry(
        key="interpolated_precision",
        function="metrics.ranking.eleven_point.eleven_point",
        name="Interpolated precision",
        group=GROUP,
        formula=r"P_{\text{interp}}(\ell) = \max\{\,P(\tau) : R(\tau) \ge \ell\,\}",
        meaning="The best precision attainable at a recall of at least ℓ.",
        range=(0, 1),
        best=1,
        undefined="0 at levels no threshold reaches; undefined for a class without positives.",
        source=("Manning, Raghavan & Schütze 2008, section 8.4",),
        note="Never rises with ℓ. At ℓ = 0 it is the best precision anywhere, which need not be 1.",
    ),
    Entry(
        key="eleven_point",
        function="metrics.ranking.eleven_point.eleven_point",
        name="Eleven-point average precision",
        group=GROUP,
        formula=r"\frac{1}{11}\sum_{i=0}^{10} P_{\text{interp}}\Bigl(\frac{i}{10}\Bigr)",
        meaning="The mean of interpolated precision at recall 0.0, 0.1, …, 1.0, class by class.",
        range=(0, 1),
        best=1,
        undefined=(
            "Undefined for a class without positives; such classes are left out of the mean, "
            "or counted as chosen."
        ),
        source=("2011 note, section 4", "Manning, Raghavan & Schütze 2008, section 8.4"),
        note=(
            "The category pivot: one ranking of documents per class. Over classes, first the "
            "mean per level, then of the levels. Recall a/r reaches level i/10 when 10a ≥ "
            "i·r, in integers: in floating point 3 of 10 would miss 0.3."
        ),
        misprints=("E-N6", "E-N9"),
    ),
    Entry(
        key="eleven_point_document",
        function="metrics.ranking.document_pivot.document_points",
        name="Eleven-point average, document pivot (Yang)",
        group=GROUP,
        formula=(
            r"\frac{1}{11}\sum_{i=0}^{10}\;\frac1n\sum_{d=1}^{n}"
            r" P^{(d)}_{\text{interp}}\Bigl(\frac{i}{10}\Bigr)"
        ),
        meaning="The same for each document’s ranking of the classes, averaged over documents.",
        range=(0, 1),
        best=1,
        undefined=(
            "A document without true classes has no points: left out, or 0 as one may also "
            "read the text."
        ),
        source=("Yang 1999, as given in the 2011 note, section 4",),
        note=(
            "Six steps: a point wherever a true class is found; per tenth of recall the "
            "highest precision inside; a rule for level 1.0; from the top each level takes "
            "the maximum so far; mean over documents; mean of the levels. The text leaves "
            "step 3 open: *closest* takes the point nearest to recall 1 wherever it lies, "
            "*interval* only one from 0.9 on. They differ only where a true class was never "
            "ranked."
        ),
        misprints=("E-N6", "E-N9"),
    ),
    Entry(
        key="eleven_point_pooled",
        function="metrics.ranking.eleven_point.eleven_point",
        name="Eleven-point average, pooled",
        group=GROUP,
        formula=(
            r"\frac{1}{11}\sum_{i=0}^{10} P^{\text{all pairs}}_{\text{interp}}"
            r"\Bigl(\frac{i}{10}\Bigr)"
        ),
        meaning="The eleven points of all document/class pairs ranked together.",
        range=(0, 1),
        best=1,
        undefined="Undefined when no class has positives.",
        source=("this project, after the 2011 note, section 4",),
        note="It favours systems whose scores are comparable between classes.",
    ),
    Entry(
        key="eleven_point_trec_eval",
        function="metrics.ranking.trec_eval.trec_eval_eleven_point",
        name="Eleven-point average as trec_eval prints it",
        group=GROUP,
        formula=(
            r"\begin{aligned} \text{up to 9:}\quad & \text{hits wanted} = \lfloor \ell r + 0.9"
            r" \rfloor\\ \text{later:}\quad & \text{hits wanted} ="
            r" \lfloor \ell r + \tfrac12 \rfloor\end{aligned}"
        ),
        meaning="What two versions of a well-known program print for the same ranking.",
        range=(0, 1),
        best=1,
        undefined="Rankings without positives are skipped.",
        source=("trec_eval, `iprec_at_recall` and `11pt_avg`",),
        note=(
            "It breaks ties by document id and keeps scores in single precision. A pair that "
            "nobody judged counts as not relevant. Versions up "
            "to 9 equal the definition but for rounding (3 positives at level 0.7 ask for 2 "
            "hits instead of 3). Later sources round to the nearest count: never lower, often "
            "higher. Hits at ranks 1, 4, 9 of 10: by definition 41/66 = 0.621, version 9 "
            "gives 7/11 = 0.636, the later one 23/33 = 0.697."
        ),
    ),
    Entry(
        key="precision_at_k",
        function="metrics.ranking.label_ranking.precision_at",
        name="Precision@k",
        group=GROUP,
        formula=r"P@k = \frac{1}{k}\,\#\{c \text{ true}: c \text{ among the first } k\}",
        meaning="Of the k classes of a document with the highest scores, the share that is true.",
        range=(0, 1),
        best="min(k, r)/k for r true classes",
        undefined="Undefined for a document without a true class, which is left out of the mean.",
        aliases={
            "P@k": "retrieval",
        },
        source=("Järvelin & Kekäläinen 2002", "ties by this project"),
        note=(
            "It is divided by k even if fewer classes have a score. For equal scores it is the "
            "mean over all their orders; in trec_eval the names of the classes decide."
        ),
    ),
    Entry(
        key="recall_at_k",
        function="metrics.ranking.label_ranking.recall_at",
        name="Recall@k",
        group=GROUP,
        formula=r"R@k = \frac{1}{r}\,\#\{c \text{ true}: c \text{ among the first } k\}",
        meaning="Of the true classes of a document, the share among its k highest scores.",
        range=(0, 1),
        best="min(k, r)/r for r true classes",
        undefined="Undefined for a document without a true class, which is left out of the mean.",
        aliases={
            "top-k accuracy": "scikit-learn’s `top_k_accuracy_score`, of one class per document",
            "accuracy@k": "of one class per document",
            "hits@k": "retrieval",
        },
        source=("Järvelin & Kekäläinen 2002", "ties by this project"),
    ),
    Entry(
        key="ndcg_at_k",
        function="metrics.ranking.label_ranking.ndcg_at",
        name="nDCG@k",
        group=GROUP,
        formula=(
            r"\mathrm{nDCG}@k = \frac{\sum_{j \le k} [c_j \text{ true}] / \log_2(1+j)}"
            r"{\sum_{j \le \min(k, r)} 1 / \log_2(1+j)}"
        ),
        meaning="What the first k classes gain, an earlier place more, over the best possible.",
        range=(0, 1),
        best=1,
        undefined="Undefined for a document without a true class, which is left out of the mean.",
        source=("Järvelin & Kekäläinen 2002", "McSherry & Najork 2008"),
        note="Equal scores share the gain of their places, as in scikit-learn’s `ndcg_score`.",
    ),
    Entry(
        key="psp_at_k",
        function="metrics.ranking.label_ranking.propensity_scored_precision_at",
        name="Propensity-scored precision@k",
        group=GROUP,
        formula=(
            r"\mathrm{PSP}@k = \frac{\sum_d \sum_{c \text{ true among the first } k} 1/p_c}"
            r"{\sum_d \max_{|S| \le k} \sum_{c \in S \text{ true}} 1/p_c}"
        ),
        meaning="Precision@k in which rare classes count more, over the most it could be.",
        range=(0, 1),
        best=1,
        undefined="Undefined where no document has a class.",
        source=("Jain, Prabhu & Varma 2016",),
        note=(
            "p_c = 1/(1 + C e^{−A log(N_c + B)}) with A = 0.55, B = 1.5, C = (log N − 1)(B + 1)^A, "
            "from the N training documents, where a split says which they are. It models labels "
            "that people leave out of long lists; it is no estimate from these data."
        ),
    ),
    Entry(
        key="r_precision",
        function="metrics.ranking.label_ranking.r_precision",
        name="R-precision",
        group=GROUP,
        formula=r"\mathrm{RP} = \frac{1}{r}\,\#\{c \text{ true}: c \text{ among the first } r\}",
        meaning="Precision among as many first classes as a document truly has.",
        range=(0, 1),
        best=1,
        undefined="Undefined for a document without a true class, which is left out of the mean.",
        source=("Manning, Raghavan & Schütze 2008, section 8.4", "ties by this project"),
    ),
    Entry(
        key="label_ranking_ap",
        function="metrics.ranking.label_ranking.label_ranking_average_precision",
        name="Label-ranking average precision",
        group=GROUP,
        formula=(
            r"\mathrm{LRAP}_d = \frac{1}{r}\sum_{c \text{ true}}"
            r"\frac{\#\{c' \text{ true}: s_{c'} \ge s_c\}}{\#\{c': s_{c'} \ge s_c\}}"
        ),
        meaning="The mean, over a document’s true classes, of the precision down to each of them.",
        range=(0, 1),
        best=1,
        undefined="Undefined for a document without a true class, which is left out of the mean.",
        aliases={
            "LRAP": "scikit-learn’s `label_ranking_average_precision_score`",
        },
        source=("Tsoumakas, Katakis & Vlahavas 2010",),
        note=(
            "Equal scores enter together. scikit-learn counts a document without a true class as "
            "1, which raises the mean; here it is left out."
        ),
    ),
    Entry(
        key="ranking_loss",
        function="metrics.ranking.label_ranking.ranking_loss",
        name="Ranking loss",
        group=GROUP,
        formula=(
            r"\frac{\#\{(c, c'): c \text{ true},\ c' \text{ not},\ s_c \le s_{c'}\}}"
            r"{r\,(m - r)}"
        ),
        meaning="The share of pairs of a true and another class that are in the wrong order.",
        range=(0, 1),
        best=0,
        undefined="Undefined where no class of a document is true, or every one.",
        source=("Tsoumakas, Katakis & Vlahavas 2010",),
        note=(
            "There are m classes; equal scores count as in the wrong order. scikit-learn counts a "
            "document "
            "where it is undefined as 0, which lowers the mean; here it is left out."
        ),
    ),
    Entry(
        key="coverage",
        function="metrics.ranking.label_ranking.coverage",
        name="Coverage of the ranking",
        group=GROUP,
        formula=r"\max_{c \text{ true}} \#\{c': s_{c'} \ge s_c\}",
        meaning="How far down the list of classes one has to go to find the last true one.",
        range="from the number of true classes to that of all classes",
        best="the number of true classes",
        undefined="Undefined for a document without a true class, which is left out of the mean.",
        source=("Tsoumakas, Katakis & Vlahavas 2010",),
        note=(
            "scikit-learn’s `coverage_error`, which counts a document without a true class as 0. "
            "In the source 1 is taken off. It is the number of all classes where a true one has no "
            "score."
        ),
    ),
)
