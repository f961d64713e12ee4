"""Entries about agreement between indexers, and about what counts as the truth."""

from __future__ import annotations

from metrics.catalogue.entry import Entry
from metrics.catalogue.misprints import of

GROUP = "Agreement and standards"

ENTRIES = (
    Entry(
        "consistency",
        "Consistency between indexers",
        GROUP,
        r"J(A,B) = \frac{|A\cap B|}{|A\cup B|}",
        "The overlap of two indexings of the same documents, neither taken for the truth.",
        "0 to 1",
        "1",
        "Undefined where neither assigned anything.",
        "Lewis 1991, Standard of Correctness, (4)",
        "Pooled over all documents, or the mean over documents. Set the overlap of two people "
        "beside that of the machine with each of them: the first bounds what the second can mean, "
        "though a machine may also be better than a person.",
        of("E-D2"),
    ),
    Entry(
        "standards",
        "Several standards of correctness",
        GROUP,
        r"X(\text{system},\, \text{indexer}_j),\quad j = 1, 2, \dots",
        "The same decisions evaluated against each indexing by itself.",
        "that of the measure",
        "",
        "As for the measure.",
        "Lewis 1991, Standard of Correctness",
        "The spread between standards is an uncertainty that no number of documents removes.",
    ),
    Entry(
        "graded_truth",
        "Graded truth",
        GROUP,
        r"\text{true} \iff \text{grade} \in \text{accepted grades}",
        "Grades of correctness cut into right and wrong, and the evaluation repeated for each "
        "sensible cut.",
        "that of the measure",
        "",
        "As for the measure.",
        "Lewis 1991, Partitioning of Results",
    ),
    Entry(
        "unbounded",
        "Classes without end (MUC-3)",
        GROUP,
        r"\mathrm{tn} \text{ does not exist}",
        "Where anything might be assigned, the decisions are the pairs that are correct or were "
        "produced.",
        "that of the measure",
        "",
        "Fallout, specificity, accuracy and error rate are not defined. Precision, recall, F and "
        "overlap are as usual.",
        "Lewis 1991, Types of Extracted Data",
        "Two systems have different sets of decisions, so their tables are not comparable cell by "
        "cell. Partial credit, which MUC-3 also gave, is not defined in the source.",
        of("E-D3"),
    ),
    Entry(
        "class_set_growth",
        "Precision against fallout as classes are added",
        GROUP,
        r"\begin{aligned} P \text{ constant} &\Rightarrow \mathrm{fp} \propto \text{true pairs}\\"
        r" \text{fallout constant} &\Rightarrow \mathrm{fp} \propto"
        r" \text{untrue pairs}\end{aligned}",
        "Which of the two stays put when the set of classes grows tells what wrong decisions grow "
        "with.",
        "0 to 1 each",
        "",
        "As for precision and fallout.",
        "Lewis 1991, Tables 2 and 3, **reconstructed**: both tables are damaged in the text that "
        "survives",
        "Two true classes out of 4, 8 and 12. Assigning always one right and one wrong: precision "
        "stays 0.50, fallout falls 0.50, 0.17, 0.10. Wrong ones growing with the set (1, 3, 5): "
        "precision falls 0.50, 0.25, 0.17, fallout stays 0.50. Show precision, recall and fallout "
        "together.",
        of("E-D1"),
    ),
)
