"""Entries about averages over classes and documents.

Tested in `tests/metrics/catalogue/test_catalogue.py`.
"""

from __future__ import annotations

from metrics.catalogue.entry import Entry

AVERAGES_GROUP = "Averages"

AVERAGE_ENTRIES = (
    Entry(
        key="micro",
        function="metrics.averaging.micro",
        name="Micro-average",
        group=AVERAGES_GROUP,
        formula=r"X_{\text{micro}} = X\Bigl(\sum_c \text{table}_c\Bigr)",
        meaning=(
            "All predictions on all classes are pooled and measured as one: every prediction "
            "counts the same, so frequent classes decide."
        ),
        range="that of the measure",
        undefined="As for the measure, on the pooled table; this seldom happens.",
        source=(
            "Manning, Raghavan & Schütze 2008, section 13.6",
            "Lewis 1991",
            "2011 note, section 2",
        ),
        note=(
            "It reflects large classes: micro precision mostly those predicted often, micro "
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
            "Each class is measured by itself, and the mean is taken over the classes: every class "
            "counts the same, however small."
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
            "It reflects small classes as much as large ones. Macro F is the mean of the classes’ "
            "F, not the F of "
            "mean precision and mean recall, which is another number."
        ),
        misprints=("E-M10",),
    ),
    Entry(
        key="weighted",
        function="metrics.averaging.weighted",
        name="Weighted average",
        group=AVERAGES_GROUP,
        formula=r"X_{\text{weighted}} = \frac{\sum_c r_c X(\text{table}_c)}{\sum_c r_c}",
        meaning=(
            "Each class is measured by itself, and counts in the mean by its positives $r_c$ (its "
            "*support*): large classes decide, and one without positives does not count."
        ),
        range="that of the measure",
        undefined=(
            "Classes with positives whose value is 0/0 are left out with their weight, or counted "
            "as chosen; the average says how many."
        ),
        aliases={
            "support-weighted average": 'scikit-learn’s `average="weighted"`, MLflow',
        },
        source=('scikit-learn, `average="weighted"`',),
        note=(
            "Weighted recall is micro recall, and with one class per document accuracy: it says "
            "nothing new. Weighted F need not lie between weighted precision and weighted recall. "
            "The weights are those of these documents: with another mix of classes the number is "
            "another."
        ),
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
        aliases={
            "samples average": 'scikit-learn’s `average="samples"`',
            "example-based average": "surveys of several classes per document",
        },
        source=("Yang 1999, as given in the 2011 note, section 4",),
        note="This is what a reader of single documents experiences. It is not the micro-average.",
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
    Entry(
        key="kullback_leibler",
        function="metrics.dataset.class_distribution.kullback_leibler",
        name="Kullback–Leibler divergence of classes",
        group=AVERAGES_GROUP,
        formula=r"\sum_c p_c \ln\frac{p_c}{q_c}",
        meaning=(
            "How far the mix of predicted classes, *q*, is from that of the true ones, *p*, as "
            "shares of all labels; total variation beside it is half the sum of their distances."
        ),
        range="0 to infinity",
        best=0,
        undefined=(
            "Undefined without a label, or without a prediction. Infinite where a class with "
            "documents is never predicted: such classes are named."
        ),
        aliases={
            "relative entropy": "information theory",
            "KL divergence": "",
            "distribution difference": "ISO/IEC TS 4213",
        },
        source=("Kullback & Leibler 1951",),
        note=(
            "It says nothing of single documents: all may be wrong, and the mix the same. Near 0 "
            "its interval is rough, as it is never below."
        ),
    ),
)
