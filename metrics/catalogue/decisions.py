"""Entries about one contingency table, or one confusion matrix."""

from __future__ import annotations

from metrics import measures
from metrics.catalogue.entry import Entry

GROUP = "Decisions"

ENTRIES = (
    Entry(
        key="contingency_table",
        function="metrics.tallies.count_decisions",
        name="Contingency table",
        group=GROUP,
        formula=(
            r"\begin{array}{l|cc} & \text{true} & \text{not true}\\ \hline"
            r" \text{assigned} & \mathrm{tp} & \mathrm{fp}\\"
            r" \text{not assigned} & \mathrm{fn} & \mathrm{tn}\end{array}"
        ),
        meaning="Counts, for one class, how decisions and truth fall together over all documents.",
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
        group=GROUP,
        formula=r"P = \frac{\mathrm{tp}}{\mathrm{tp}+\mathrm{fp}}",
        meaning="Of what was assigned, the share that is right.",
        range=(0, 1),
        best=1,
        undefined="Undefined where nothing was assigned.",
        source=(
            "van Rijsbergen 1979, chapter 7",
            "Lewis 1995, section 2",
            "Lewis 1991, (2)",
            "Microsoft",
        ),
        note=(
            "Alone it says little: assigning almost nothing can bring it to 1. It is not the "
            "model’s confidence."
        ),
        misprints=("E-L4", "E-M3", "E-M6", "E-N10"),
        shown_in=("table", "export", "average"),
    ),
    Entry(
        key="recall",
        function=measures.recall,
        name="Recall",
        symbol="R",
        group=GROUP,
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
        note="Alone it says little: assigning everything brings it to 1.",
        misprints=("E-M3", "E-M7", "E-N10"),
        shown_in=("table", "export", "average"),
    ),
    Entry(
        key="f",
        function=measures.f_beta,
        name="F",
        group=GROUP,
        formula=(
            r"F_\beta = \frac{(1+\beta^2)\,\mathrm{tp}}"
            r"{(1+\beta^2)\,\mathrm{tp}+\beta^2\,\mathrm{fn}+\mathrm{fp}}"
        ),
        meaning="Precision and recall in one number, recall weighing β times as much as precision.",
        range=(0, 1),
        best=1,
        undefined=(
            "Undefined only where nothing is assigned and nothing is true. It is 0 where "
            "there are errors and no hit, also when precision or recall is itself undefined."
        ),
        source=("van Rijsbergen 1979, chapter 7, as 1 − E", "Lewis 1995, (12) to (14)"),
        note=(
            r"From P and R: $\frac{(1+\beta^2)PR}{\beta^2P+R}$, for β = 1 their harmonic mean. "
            "β = 0 gives precision, β = ∞ recall; β = ½ holds recall for half as important, 2 "
            "for twice. It always lies between P and R, and ignores true negatives."
        ),
        misprints=("E-N2", "E-N3", "E-L1", "E-L5", "E-M1", "E-M2", "E-M9"),
        shown_in=("table", "export", "average"),
    ),
    Entry(
        key="e",
        function=measures.e_beta,
        name="E",
        group=GROUP,
        formula=(
            r"E_\beta = 1 - \frac{(1+\beta^2)\,\mathrm{tp}}"
            r"{(1+\beta^2)\,\mathrm{tp}+\beta^2\,\mathrm{fn}+\mathrm{fp}}"
        ),
        meaning="How far what is assigned and what is true fail to overlap: 1 − F.",
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
        shown_in=("export", "average"),
    ),
    Entry(
        key="accuracy",
        function=measures.accuracy,
        name="Accuracy",
        group=GROUP,
        formula=(
            r"A = \frac{\mathrm{tp}+\mathrm{tn}}{\mathrm{tp}+\mathrm{fp}+\mathrm{fn}+\mathrm{tn}}"
        ),
        meaning=(
            "The share that is right: of documents where each has one true class, else of all "
            "yes-or-no decisions."
        ),
        range=(0, 1),
        best=1,
        undefined="Undefined where there are no decisions.",
        source=("Manning, Raghavan & Schütze 2008, section 13.6", "2011 note, section 2"),
        note=(
            "Misleads on rare classes: saying no to everything is right on 99 % of the "
            "documents when 1 % are positive. Fair for classes of perhaps 10 to 20 % or more. "
            "In single-label data accuracy is the share of documents given their class, the exact "
            "match; the formula is then that of one class, and its mean over the classes a larger "
            "number, shown as accuracy per class, averaged."
        ),
        misprints=("E-I6",),
        shown_in=("average",),
    ),
    Entry(
        key="error_rate",
        function=measures.error_rate,
        name="Error rate",
        group=GROUP,
        formula=(
            r"\frac{\mathrm{fp}+\mathrm{fn}}{\mathrm{tp}+\mathrm{fp}+\mathrm{fn}+\mathrm{tn}}"
        ),
        meaning="The share that is wrong: 1 − accuracy.",
        range=(0, 1),
        best=0,
        undefined="Undefined where there are no decisions.",
        source=("Lewis 1995, section 2", "Manning, Raghavan & Schütze 2008, section 13.6"),
        shown_in=("average",),
    ),
    Entry(
        key="fallout",
        function=measures.fallout,
        name="Fallout",
        group=GROUP,
        formula=r"\frac{\mathrm{fp}}{\mathrm{fp}+\mathrm{tn}}",
        meaning="Of what is not in the class, the share that was wrongly assigned.",
        range=(0, 1),
        best=0,
        undefined=(
            "Undefined where everything belongs to the class, or where the set of possible "
            "classes has no end."
        ),
        source=("Lewis 1995, section 2", "Lewis 1991, (3)"),
        note="Known elsewhere as the false positive rate.",
        misprints=("E-D1", "E-D3", "E-D4"),
        shown_in=("export", "average"),
    ),
    Entry(
        key="specificity",
        function=measures.specificity,
        name="Specificity",
        group=GROUP,
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
        group=GROUP,
        formula=r"J = \frac{\mathrm{tp}}{\mathrm{tp}+\mathrm{fp}+\mathrm{fn}}",
        meaning="Of what either side assigned, the share that both did.",
        range=(0, 1),
        best=1,
        undefined="Undefined where neither assigned anything.",
        source=("Lewis 1991, (4)",),
        note=(
            "It treats both sides alike, so it compares two indexers without calling one "
            r"right. $J = \frac{F_1}{2-F_1}$."
        ),
        misprints=("E-D2",),
        shown_in=("export", "average"),
    ),
    Entry(
        key="exact_match",
        name="Exact match",
        group=GROUP,
        formula=r"\frac{\#\{d : \text{assigned}(d) = \text{true}(d)\}}{n}",
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
        group=GROUP,
        formula=(
            r"\pi = \frac{\mathrm{tp}+\mathrm{fn}}{\mathrm{tp}+\mathrm{fp}+\mathrm{fn}+\mathrm{tn}}"
        ),
        meaning="The share of documents that are truly in the class.",
        range=(0, 1),
        undefined="Undefined where there are no documents.",
        source=("Manning, Raghavan & Schütze 2008, section 13.6",),
        note=(
            "It is the precision of assigning at random, and of assigning everything: there the "
            "precision–recall curve of a ranking of all documents ends, at recall 1. A ranking "
            "worse than random runs below it."
        ),
        misprints=("E-I1", "E-I2", "E-I3"),
    ),
    Entry(
        key="baselines",
        function="metrics.baselines.baselines",
        name="Baselines",
        group=GROUP,
        formula=(
            r"\begin{aligned} &\text{always no:} && A = 1-\pi,\; R = 0,\; P = \tfrac00,\; F = 0\\"
            r" &\text{always yes:} && A = P = \pi,\; R = 1,\;"
            r" F_\beta = \tfrac{(1+\beta^2)\pi}{\beta^2\pi+1}\end{aligned}"
        ),
        meaning=(
            "What comes out without reading a document: assign nothing, everything, the most "
            "frequent class, the classes that together reach the highest micro F₁, or the set of "
            "classes that most documents have."
        ),
        range=(0, 1),
        undefined="“Always no” has no precision: nothing was assigned.",
        source=("Manning, Raghavan & Schütze 2008, section 13.6",),
        note="π is the prevalence. A classifier is worth its distance from these, not from 0. The "
        "best classes together are those of a prevalence above half of the F₁ that they reach.",
    ),
    Entry(
        key="confusion_matrix",
        function="metrics.tallies.count_confusion",
        name="Confusion matrix",
        group=GROUP,
        formula=(
            r"M_{ij} = \sum_{d} w_d(i,j),\qquad"
            r" w_d(i,j) = \frac{1}{\max(m_d,\,e_d)} \text{ for } i \text{ missed},"
            r"\, j \text{ extra}"
        ),
        meaning="Counts which class is assigned (column) where which class is true (row).",
        range="counts; each row adds up to tp + fn, each column to tp + fp",
        best="nothing off the diagonal",
        source=("Microsoft; for several classes per document, this project",),
        note=(
            "Diagonal: true positives. Rest of a row: false negatives. Rest of a column: "
            "false positives. With one class and one decision per document that is the usual "
            "matrix. With several, a document with *m* missed and *e* extra classes shares "
            "itself among its missed/extra pairs, each weighing 1/max(*m*, *e*), and what "
            "stays without a partner goes to a last row and column *nothing*. So every missed "
            "class weighs 1 in its row and every extra class 1 in its column."
        ),
        misprints=("E-M4", "E-M5", "E-M8"),
    ),
)
