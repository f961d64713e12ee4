"""Entries about one contingency table or confusion matrix.

And averages over classes and documents.

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
        meaning="Precision and recall in one number, recall weighing β times as much as precision.",
        range=(0, 1),
        best=1,
        undefined=(
            "Undefined only where nothing is predicted and nothing is true. It is 0 where "
            "there are errors and no hit, also when precision or recall is itself undefined."
        ),
        source=("van Rijsbergen 1979, chapter 7, as 1 − E", "Lewis 1995, (12) to (14)"),
        note=(
            r"From P and R: $\frac{(1+\beta^2)PR}{\beta^2P+R}$, for β = 1 their harmonic mean. "
            "β = 0 gives precision, β = ∞ recall; β = ½ holds recall for half as important, 2 "
            "for twice. It always lies between P and R, and ignores true negatives."
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
        meaning="How far what is predicted and what is true fail to overlap: 1 − F.",
        range=(0, 1),
        best=0,
        undefined="As for F; where a mean counts F there as 0 it counts E as 1, and as 0 for 1.",
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
            "Of what is not in the class, the share that was rightly left alone: 1 − fallout."
        ),
        range=(0, 1),
        best=1,
        undefined="As for fallout.",
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
        source=("Lewis 1991, (4)",),
        note=(
            "It treats both sides alike, so it compares two indexers without calling one "
            r"right. $J = \frac{F_1}{2-F_1}$."
        ),
        misprints=("E-D2",),
        shown_in=("export",),
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
            "What comes out without reading a document: predict nothing, everything, the most "
            "frequent class, the classes that together reach the highest micro F₁, or the set of "
            "classes that most documents have."
        ),
        range=(0, 1),
        undefined="“Always no” has no precision: nothing was predicted.",
        source=("Manning, Raghavan & Schütze 2008, section 13.6",),
        note="π is the prevalence. A classifier is worth its distance from these, not from 0. The "
        "best classes together are those of a prevalence above half of the F₁ that they reach.",
    ),
    Entry(
        key="confusion_matrix",
        function="metrics.tallies.count_confusion",
        name="Confusion matrix",
        group=DECISIONS,
        formula=(
            r"M_{ij} = \sum_{d} w_d(i,j),\qquad"
            r" w_d(i,j) = \frac{1}{\max(m_d,\,e_d)} \text{ for } i \text{ missed},"
            r"\, j \text{ extra}"
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


# --- Entries about averages over classes and documents


AVERAGES_GROUP = "Averages"

AVERAGE_ENTRIES = (
    Entry(
        key="micro",
        function="metrics.averaging.micro",
        name="Micro-average",
        group=AVERAGES_GROUP,
        formula=r"X_{\text{micro}} = X\Bigl(\sum_c \text{table}_c\Bigr)",
        meaning=(
            "All predictions on all classes are put together and measured as one: every prediction "
            "counts the same, so frequent classes decide."
        ),
        range="that of the measure",
        undefined="As for the measure, on the pooled table; seldom happens.",
        source=(
            "Manning, Raghavan & Schütze 2008, section 13.6",
            "Lewis 1991",
            "2011 note, section 2",
        ),
        note=(
            "Speaks for large classes: micro precision leans to classes predicted often, micro "
            r"recall to classes with many positives ($\sum_c r_cR_c / \sum_c r_c$). Accuracy "
            "and error rate have the same micro- and macro-average."
        ),
        misprints=("E-N7", "E-N8", "E-I4", "E-M2"),
    ),
    Entry(
        key="macro",
        function="metrics.averaging.macro",
        name="Macro-average",
        group=AVERAGES_GROUP,
        formula=r"X_{\text{macro}} = \frac1C \sum_{c=1}^{C} X(\text{table}_c)",
        meaning=(
            "Each class is measured by itself, and the mean taken over the classes: every class "
            "counts the same, so small ones count in full."
        ),
        range="that of the measure",
        undefined=(
            "Classes whose value is 0/0 are left out, or counted as chosen; the average says "
            "how many."
        ),
        source=(
            "Manning, Raghavan & Schütze 2008, section 13.6",
            "Lewis 1991",
            "2011 note, section 2",
        ),
        note=(
            "Speaks for small classes. Macro F is the mean of the classes’ F, not the F of "
            "mean precision and mean recall, which is another number."
        ),
        misprints=("E-M10",),
    ),
    Entry(
        key="per_document",
        function="metrics.averaging.macro",
        name="Average over documents",
        group=AVERAGES_GROUP,
        formula=r"X_{\text{doc}} = \frac1n \sum_{d=1}^{n} X(\text{table}_d)",
        meaning=(
            "The mean over documents of each document’s own value, its classes being the "
            "items: every document weighs the same."
        ),
        range="that of the measure",
        undefined=(
            "Documents whose value is 0/0 (no class predicted, or none true) are left out, or "
            "counted as chosen."
        ),
        source=("Yang 1999, as given in the 2011 note, section 4",),
        note="What a reader of single documents experiences. It is not the micro-average.",
        misprints=("E-N7",),
    ),
    Entry(
        key="undefined",
        function="metrics.averaging.mean_of",
        name="What 0/0 counts as",
        group=AVERAGES_GROUP,
        formula=r"\tfrac00 \to \text{left out} \mid 0 \mid 1 \mid \text{partition}",
        meaning=(
            "The choice of what an undefined value of a class or document becomes in an average."
        ),
        undefined="If nothing is left to average, the average is undefined itself.",
        source=("Lewis 1991, Arithmetic Anomalies",),
        note=(
            "*Left out*: dropped from that average alone, so precision may be averaged over "
            "fewer classes than recall. *0* and *1*: counted as that number, literally, also "
            "for fallout, where 1 is worst. *Partition*: only units on which precision, "
            "recall and fallout are all defined, the same for every measure. scikit-learn’s "
            "`zero_division` 0, 1 and nan are *0*, *1* and *left out*."
        ),
        misprints=("E-D2", "E-D4", "E-L4"),
    ),
    Entry(
        key="one_of",
        name="One class per document",
        group=AVERAGES_GROUP,
        formula=(
            r"\sum_c \mathrm{fp}_c = \sum_c \mathrm{fn}_c \;\Rightarrow\;"
            r" P_{\text{micro}} = R_{\text{micro}} = F_{\text{micro}} = \frac{\sum_c M_{cc}}{n}"
        ),
        meaning=(
            "With one true class and one prediction per document, each error is a false "
            "positive of one class and a false negative of another, so the micro-averages are "
            "one number."
        ),
        range=(0, 1),
        best=1,
        source=("Manning, Raghavan & Schütze 2008, exercise 13.6", "Microsoft"),
        note=(
            "Fails as soon as the system may abstain or predict several, or classes are left "
            "out. The number is the exact match, not the accuracy of the pooled table, which "
            r"is $1-\frac{2(n-\sum_c M_{cc})}{nC}$."
        ),
        misprints=("E-I6", "E-M8"),
    ),
    Entry(
        key="frequency_groups",
        function="metrics.averaging.frequency_groups",
        name="Averages by training frequency",
        group=AVERAGES_GROUP,
        formula=r"g(c) = \#\{j : e_j \le n^{\text{train}}_c\}",
        meaning=(
            "Averages taken separately over classes with few, more and many training documents."
        ),
        range="groups 0 to the number of edges",
        undefined="A group without classes has no average.",
        source=("Lewis 1991, Partitioning of Results",),
        note=(
            r"Edges $e_1 < e_2 < \dots$: below the first edge is group 0. Frequency is counted "
            "in the training set. Documents can be grouped in the same way, and background "
            "figures are to be shown for the same groups."
        ),
    ),
)
