"""Entries about one contingency table or confusion matrix.

Tested in `tests/metrics/catalogue/test_catalogue.py`.
"""

from __future__ import annotations

from metrics import measures
from metrics.catalogue.entry import Entry

# --- Entries about one contingency table, or one confusion matrix


DECISIONS = "Predictions"

DECISION_ENTRIES = (
    Entry(
        key="contingency_table",
        function="metrics.tallies.count_decisions",
        name="Contingency table",
        group=DECISIONS,
        formula=(
            r"\begin{array}{l|cc} & \text{true} & \text{not true}\\ \hline"
            r" \text{predicted} & \mathrm{tp} & \mathrm{fp}\\"
            r" \text{not predicted} & \mathrm{fn} & \mathrm{tn}\end{array}"
        ),
        meaning=(
            "Counts, for one class, how predictions and truth fall together over all documents."
        ),
        range="counts that add up to the number of documents",
        best="fp = fn = 0",
        source=(
            "Manning, Raghavan & Schütze 2008, Table 13.8",
            "Lewis 1995, Figure 1",
            "Lewis 1991, Table 1",
        ),
        note=(
            "Many texts write a, b, c, d for tp, fp, fn, tn: **b is the false positives**. "
            "The same table can be counted per document, with the classes as items. A class "
            "that is listed twice on a document counts once."
        ),
        misprints=("E-D1", "E-I3", "E-M7"),
    ),
    Entry(
        key="precision",
        function=measures.precision,
        name="Precision",
        symbol="P",
        group=DECISIONS,
        formula=r"P = \frac{\mathrm{tp}}{\mathrm{tp}+\mathrm{fp}}",
        meaning="Of what was predicted, the share that is right.",
        range=(0, 1),
        best=1,
        undefined="Undefined where nothing was predicted.",
        aliases={
            "positive predictive value": "medicine",
            "PPV": "medicine",
        },
        source=(
            "van Rijsbergen 1979, chapter 7",
            "Lewis 1995, section 2",
            "Lewis 1991, (2)",
            "Microsoft",
        ),
        note=(
            "Alone it says little: predicting almost nothing can bring it to 1. It is not the "
            "model’s confidence."
        ),
        misprints=("E-L4", "E-M3", "E-M6", "E-N10"),
        shown_in=("table", "export"),
    ),
    Entry(
        key="recall",
        function=measures.recall,
        name="Recall",
        symbol="R",
        group=DECISIONS,
        formula=r"R = \frac{\mathrm{tp}}{\mathrm{tp}+\mathrm{fn}}",
        meaning="Of what is truly in the class, the share that was found.",
        range=(0, 1),
        best=1,
        undefined="Undefined where the class has no positives.",
        aliases={
            "sensitivity": "medicine",
            "true positive rate": "ROC curves; scikit-learn’s `roc_curve`",
            "TPR": "ROC curves",
            "hit rate": "signal detection",
        },
        source=(
            "van Rijsbergen 1979, chapter 7",
            "Lewis 1995, section 2",
            "Lewis 1991, (1)",
            "Microsoft",
        ),
        note="Alone it says little: predicting everything brings it to 1.",
        misprints=("E-M3", "E-M7", "E-N10"),
        shown_in=("table", "export"),
    ),
    Entry(
        key="f",
        function=measures.f_beta,
        name="F",
        group=DECISIONS,
        formula=(
            r"F_\beta = \frac{(1+\beta^2)\,\mathrm{tp}}"
            r"{(1+\beta^2)\,\mathrm{tp}+\beta^2\,\mathrm{fn}+\mathrm{fp}}"
        ),
        meaning=(
            "Precision and recall in one number, in which recall counts β times as much as "
            "precision."
        ),
        range=(0, 1),
        best=1,
        undefined=(
            "Undefined only where nothing is predicted and nothing is true. It is 0 where there "
            "are errors and no hit, even if precision or recall is itself undefined."
        ),
        aliases={
            "F-score": "scikit-learn’s `f1_score` and `fbeta_score`, Hugging Face",
            "F-measure": "retrieval",
            "F1": "with β = 1",
            "Dice coefficient": "image analysis, with β = 1",
        },
        source=("van Rijsbergen 1979, chapter 7, as 1 − E", "Lewis 1995, (12) to (14)"),
        note=(
            r"From P and R: $\frac{(1+\beta^2)PR}{\beta^2P+R}$, for β = 1 their harmonic mean. "
            "β = 0 gives precision, β = ∞ recall; with β = ½ recall is half as important as "
            "precision, with 2 twice. It always lies between P and R, and ignores true negatives."
        ),
        misprints=("E-N2", "E-N3", "E-L1", "E-L5", "E-M1", "E-M2", "E-M9"),
        shown_in=("table", "export"),
    ),
    Entry(
        key="e",
        function=measures.e_beta,
        name="E",
        group=DECISIONS,
        formula=(
            r"E_\beta = 1 - \frac{(1+\beta^2)\,\mathrm{tp}}"
            r"{(1+\beta^2)\,\mathrm{tp}+\beta^2\,\mathrm{fn}+\mathrm{fp}}"
        ),
        meaning="How far predictions and truth fail to overlap: 1 − F.",
        range=(0, 1),
        best=0,
        undefined="As for F; where a mean counts F as 0 it counts E as 1, and the reverse.",
        source=("van Rijsbergen 1979, chapter 7", "Lewis 1995, (11)", "2011 note, section 5"),
        note=(
            r"Also $1-\frac{1}{\alpha/P+(1-\alpha)/R}$ with $\alpha = \frac{1}{1+\beta^2}$. "
            "For β = 1 it is "
            r"$\frac{\mathrm{fp}+\mathrm{fn}}{2\,\mathrm{tp}+\mathrm{fp}+\mathrm{fn}}$."
        ),
        misprints=("E-N1", "E-N2", "E-N3"),
        shown_in=("export",),
    ),
    Entry(
        key="accuracy",
        function=measures.accuracy,
        name="Accuracy",
        group=DECISIONS,
        formula=(
            r"A = \frac{\mathrm{tp}+\mathrm{tn}}{\mathrm{tp}+\mathrm{fp}+\mathrm{fn}+\mathrm{tn}}"
        ),
        meaning=(
            "The share that is right: of documents where each has one true class, else of all "
            "yes-or-no predictions."
        ),
        range=(0, 1),
        best=1,
        undefined="Undefined where there are no predictions.",
        aliases={
            "accuracy score": "scikit-learn’s `accuracy_score`, of one class per document",
        },
        source=("Manning, Raghavan & Schütze 2008, section 13.6", "2011 note, section 2"),
        note=(
            "Misleads on rare classes: saying no to everything is right on 99 % of the "
            "documents when 1 % are positive. Fair for classes of perhaps 10 to 20 % or more. "
            "In single-label data accuracy is the share of documents with the right class, the "
            "exact match; the formula is then that of one class, and its mean over the classes a "
            "larger number, shown as accuracy per class, averaged."
        ),
        misprints=("E-I6",),
    ),
    Entry(
        key="error_rate",
        function=measures.error_rate,
        name="Error rate",
        group=DECISIONS,
        formula=(
            r"\frac{\mathrm{fp}+\mathrm{fn}}{\mathrm{tp}+\mathrm{fp}+\mathrm{fn}+\mathrm{tn}}"
        ),
        meaning="The share that is wrong: 1 − accuracy.",
        range=(0, 1),
        best=0,
        undefined="Undefined where there are no predictions.",
        aliases={
            "Hamming loss": "scikit-learn’s `hamming_loss`, Spark: the micro-average",
            "zero-one loss": "scikit-learn’s `zero_one_loss`, of one class per document",
        },
        source=("Lewis 1995, section 2", "Manning, Raghavan & Schütze 2008, section 13.6"),
    ),
    Entry(
        key="fallout",
        function=measures.fallout,
        name="Fallout",
        group=DECISIONS,
        formula=r"\frac{\mathrm{fp}}{\mathrm{fp}+\mathrm{tn}}",
        meaning="Of what is not in the class, the share that is a false alarm.",
        range=(0, 1),
        best=0,
        undefined=(
            "Undefined where everything belongs to the class, or where the set of possible "
            "classes has no end."
        ),
        aliases={
            "false positive rate": "ROC curves; scikit-learn’s `roc_curve`",
            "FPR": "ROC curves",
            "false alarm rate": "signal detection",
        },
        source=("Lewis 1995, section 2", "Lewis 1991, (3)"),
        note="Known elsewhere as the false positive rate.",
        misprints=("E-D1", "E-D3", "E-D4"),
        shown_in=("export",),
    ),
    Entry(
        key="specificity",
        function=measures.specificity,
        name="Specificity",
        group=DECISIONS,
        formula=r"\frac{\mathrm{tn}}{\mathrm{fp}+\mathrm{tn}}",
        meaning=(
            "Of what is not in the class, the share that was rightly not predicted: 1 − fallout."
        ),
        range=(0, 1),
        best=1,
        undefined="As for fallout.",
        aliases={
            "true negative rate": "ROC curves",
            "TNR": "ROC curves",
            "selectivity": "medicine",
        },
        source=("none of the sources here uses it; common in medicine",),
    ),
    Entry(
        key="overlap",
        function=measures.overlap,
        name="Overlap (Jaccard)",
        group=DECISIONS,
        formula=r"J = \frac{\mathrm{tp}}{\mathrm{tp}+\mathrm{fp}+\mathrm{fn}}",
        meaning="Of what either side predicted, the share that both did.",
        range=(0, 1),
        best=1,
        undefined="Undefined where neither predicted anything.",
        aliases={
            "Jaccard": "scikit-learn’s `jaccard_score`",
            "intersection over union": "image analysis",
            "IoU": "image analysis",
            "critical success index": "meteorology",
        },
        source=("Lewis 1991, (4)",),
        note=(
            "It treats both sides alike, so it compares two indexers without assuming that one is "
            "right. $J = \frac{F_1}{2-F_1}$."
        ),
        misprints=("E-D2",),
        shown_in=("export",),
    ),
    Entry(
        key="balanced_accuracy",
        function=measures.balanced_accuracy,
        name="Balanced accuracy",
        group=DECISIONS,
        formula=(
            r"\frac{\frac{\mathrm{tp}}{\mathrm{tp}+\mathrm{fn}}"
            r"+\frac{\mathrm{tn}}{\mathrm{fp}+\mathrm{tn}}}{2}"
        ),
        meaning=(
            "The mean of recall and specificity: how often the system is right on documents of the "
            "class and on all others, both counting the same."
        ),
        range=(0, 1),
        best=1,
        undefined="Undefined without positives, or without negatives.",
        aliases={"balanced accuracy score": "scikit-learn’s `balanced_accuracy_score`"},
        source=("Brodersen et al. 2010",),
        note=(
            "½ is chance. With one class per document, the number of all classes at once is the "
            "mean of recall over the classes that occur. For rare classes it hides false alarms, "
            "as specificity does: look at precision too."
        ),
        shown_in=("export", "further"),
    ),
    Entry(
        key="mcc",
        function=measures.mcc,
        name="MCC",
        group=DECISIONS,
        formula=(
            r"\frac{\mathrm{tp}\,\mathrm{tn}-\mathrm{fp}\,\mathrm{fn}}"
            r"{\sqrt{(\mathrm{tp}+\mathrm{fp})(\mathrm{tp}+\mathrm{fn})"
            r"(\mathrm{fp}+\mathrm{tn})(\mathrm{fn}+\mathrm{tn})}}"
        ),
        meaning=(
            "The correlation of predictions and truth: 1 where they are the same, 0 by chance, −1 "
            "where they are opposite."
        ),
        range=(-1, 1),
        best=1,
        undefined=(
            "Undefined where all or nothing is predicted, or true. scikit-learn counts that as 0."
        ),
        aliases={
            "Matthews correlation coefficient": "scikit-learn’s `matthews_corrcoef`",
            "matthews_corrcoef": "scikit-learn",
            "phi coefficient": "statistics",
            "R_K": "of all classes at once, with one class per document",
        },
        source=("Matthews 1975", "Gorodkin 2004"),
        note=(
            "With one class per document, the number of all classes at once is Gorodkin’s $R_K$; "
            "the micro-average is that of all yes-or-no predictions pooled. For rare classes "
            "it is close to the geometric mean of precision and recall."
        ),
        shown_in=("export", "further"),
    ),
    Entry(
        key="kappa",
        function=measures.kappa,
        name="κ with the truth",
        group=DECISIONS,
        formula=(
            r"\frac{2\,(\mathrm{tp}\,\mathrm{tn}-\mathrm{fp}\,\mathrm{fn})}"
            r"{(\mathrm{tp}+\mathrm{fp})\,(\mathrm{fp}+\mathrm{tn})"
            r"+(\mathrm{tp}+\mathrm{fn})\,(\mathrm{fn}+\mathrm{tn})}"
        ),
        meaning=(
            "Cohen’s κ of system and truth: how far they agree beyond what as many random "
            "predictions would give."
        ),
        range=(-1, 1),
        best=1,
        undefined="Undefined where all is predicted and true, or nothing is either.",
        aliases={"Cohen’s kappa of system and truth": "scikit-learn’s `cohen_kappa_score`"},
        source=("Cohen 1960",),
        note=(
            "With one class per document there is also the number of all classes at once. It "
            "treats both sides alike; for people, see Cohen’s κ of two annotators."
        ),
        shown_in=("export", "further"),
    ),
    Entry(
        key="negative_predictive_value",
        function=measures.negative_predictive_value,
        name="Negative predictive value",
        group=DECISIONS,
        formula=r"\frac{\mathrm{tn}}{\mathrm{tn}+\mathrm{fn}}",
        meaning="Of what was not predicted, the share that is truly not in the class.",
        range=(0, 1),
        best=1,
        undefined="Undefined where everything is predicted.",
        aliases={"NPV": "medicine", "precision of no": ""},
        source=("Altman & Bland 1994",),
        note=(
            "For a rare class it is near 1 whatever the system does: by chance it is 1 − "
            "prevalence."
        ),
        shown_in=("export", "further"),
    ),
    Entry(
        key="exact_match",
        name="Exact match",
        group=DECISIONS,
        formula=r"\frac{\#\{d : \text{predicted}(d) = \text{true}(d)\}}{n}",
        meaning="The share of documents that got exactly their true classes, no more and no fewer.",
        range=(0, 1),
        best=1,
        undefined=(
            "Undefined where there are no documents. A document without any class, given "
            "none, matches."
        ),
        aliases={
            "subset accuracy": "scikit-learn’s `accuracy_score` of several classes, Spark",
            "exact match ratio": "surveys of several classes per document",
        },
        source=("common; with one class per document it is what the literature calls accuracy",),
        note=(
            "Also called subset accuracy. Its strictness grows with the number of classes on "
            "a document."
        ),
    ),
    Entry(
        key="prevalence",
        function=measures.prevalence,
        name="Prevalence",
        group=DECISIONS,
        formula=(
            r"\pi = \frac{\mathrm{tp}+\mathrm{fn}}{\mathrm{tp}+\mathrm{fp}+\mathrm{fn}+\mathrm{tn}}"
        ),
        meaning="The share of documents that are truly in the class.",
        range=(0, 1),
        undefined="Undefined where there are no documents.",
        source=("Manning, Raghavan & Schütze 2008, section 13.6",),
        note=(
            "It is the precision of predicting at random, and of predicting everything: there the "
            "precision–recall curve of a ranking of all documents ends, at recall 1. A ranking "
            "worse than random runs below it."
        ),
        misprints=("E-I1", "E-I2", "E-I3"),
    ),
    Entry(
        key="baselines",
        function="metrics.baselines.baselines",
        name="Baselines",
        group=DECISIONS,
        formula=(
            r"\begin{aligned} &\text{always no:} && A = 1-\pi,\; R = 0,\; P = \tfrac00,\; F = 0\\"
            r" &\text{always yes:} && A = P = \pi,\; R = 1,\;"
            r" F_\beta = \tfrac{(1+\beta^2)\pi}{\beta^2\pi+1}\end{aligned}"
        ),
        meaning=(
            "What is reached without reading a document: by predicting nothing, everything, the "
            "most frequent class, the classes that together reach the highest micro F₁, or the set "
            "of classes that most documents have."
        ),
        range=(0, 1),
        undefined="“Always no” has no precision: nothing was predicted.",
        source=("Manning, Raghavan & Schütze 2008, section 13.6",),
        note=(
            "π is the prevalence. A classifier is worth its distance from these, not from 0. The "
            "best classes are those whose prevalence is above half of the F₁ that they reach "
            "together."
        ),
    ),
    Entry(
        key="confusion_matrix",
        function="metrics.tallies.count_confusion",
        name="Confusion matrix",
        group=DECISIONS,
        formula=(
            r"M_{ij} = \sum_{d} w_d(i,j),\qquad"
            r" w_d(i,j) = \frac{1}{\max(m_d,\,e_d)} \text{ for } i \text{ missed},"
            r"\, j \text{ false alarm}"
        ),
        meaning="Counts which class is predicted (column) for which true class (row).",
        range="counts; each row adds up to tp + fn, each column to tp + fp",
        best="nothing off the diagonal",
        source=("Microsoft; for several classes per document, this project",),
        note=(
            "Diagonal: true positives. Rest of a row: false negatives. Rest of a column: false "
            "positives. With one true and one predicted class per document it is the usual "
            "matrix. With several, a document with *m* missed classes and *e* false alarms is "
            "divided among its pairs of one missed class and one false alarm, each weighing "
            "1/max(*m*, *e*), and the rest goes to a last row and column *nothing*. So every "
            "missed class weighs 1 in its row and every false alarm 1 in its column."
        ),
        misprints=("E-M4", "E-M5", "E-M8"),
    ),
)
