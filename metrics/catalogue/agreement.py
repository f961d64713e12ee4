"""Entries about agreement between indexers, and about what counts as the truth."""

from __future__ import annotations

from metrics.catalogue.entry import Entry

GROUP = "Agreement and standards"

ENTRIES = (
    Entry(
        key="consistency",
        function="metrics.annotators.consistency.consistency",
        name="Consistency between indexers",
        group=GROUP,
        formula=r"J(A,B) = \frac{|A\cap B|}{|A\cup B|}",
        meaning="The overlap of two indexings of the same documents, neither taken for the truth.",
        range=(0, 1),
        best=1,
        undefined="Undefined where neither assigned anything.",
        source=("Lewis 1991, Standard of Correctness, (4)",),
        note=(
            "Pooled over all documents, or the mean over documents. Set the overlap of two "
            "people beside that of the machine with each of them: the first bounds what the "
            "second can mean, though a machine may also be better than a person."
        ),
        misprints=("E-D2",),
    ),
    Entry(
        key="standards",
        function="metrics.standards.by_standard",
        name="Several standards of correctness",
        group=GROUP,
        formula=r"X(\text{system},\, \text{indexer}_j),\quad j = 1, 2, \dots",
        meaning="The same decisions evaluated against each indexing by itself.",
        range="that of the measure",
        undefined="As for the measure.",
        source=("Lewis 1991, Standard of Correctness",),
        note="The spread between standards is an uncertainty that no number of documents removes.",
    ),
    Entry(
        key="graded_truth",
        function="metrics.standards.graded_table",
        name="Graded truth",
        group=GROUP,
        formula=r"\text{true} \iff \text{grade} \in \text{accepted grades}",
        meaning=(
            "Grades of correctness cut into right and wrong, and the evaluation repeated for "
            "each sensible cut."
        ),
        range="that of the measure",
        undefined="As for the measure.",
        source=("Lewis 1991, Partitioning of Results",),
    ),
    Entry(
        key="unbounded",
        function="metrics.standards.unbounded",
        name="Classes without end (MUC-3)",
        group=GROUP,
        formula=r"\mathrm{tn} \text{ does not exist}",
        meaning=(
            "Where anything might be assigned, the decisions are the pairs that are correct "
            "or were produced."
        ),
        range="that of the measure",
        undefined=(
            "Fallout, specificity, accuracy and error rate are not defined. Precision, "
            "recall, F and overlap are as usual."
        ),
        source=("Lewis 1991, Types of Extracted Data",),
        note=(
            "Two systems have different sets of decisions, so their tables are not comparable "
            "cell by cell. Partial credit, which MUC-3 also gave, is not defined in the "
            "source."
        ),
        misprints=("E-D3",),
    ),
    Entry(
        key="class_set_growth",
        function="metrics.averaging.growing",
        name="Precision against fallout as classes are added",
        group=GROUP,
        formula=(
            r"\begin{aligned} P \text{ constant} &\Rightarrow \mathrm{fp} \propto"
            r" \text{true pairs}\\"
            r" \text{fallout constant} &\Rightarrow \mathrm{fp} \propto"
            r" \text{untrue pairs}\end{aligned}"
        ),
        meaning=(
            "Which of the two stays put when the set of classes grows tells what wrong "
            "decisions grow with."
        ),
        range="0 to 1 each",
        undefined="As for precision and fallout.",
        source=(
            "Lewis 1991, Tables 2 and 3, **reconstructed**: both tables are damaged in the text "
            "that survives",
        ),
        note=(
            "Two true classes out of 4, 8 and 12. Assigning always one right and one wrong: "
            "precision stays 0.50, fallout falls 0.50, 0.17, 0.10. Wrong ones growing with "
            "the set (1, 3, 5): precision falls 0.50, 0.25, 0.17, fallout stays 0.50. Show "
            "precision, recall and fallout together."
        ),
        misprints=("E-D1",),
    ),
)
