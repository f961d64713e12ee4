"""Entries about reading a class, and about the data behind the numbers."""

from __future__ import annotations

from metrics.catalogue.entry import Entry
from metrics.catalogue.misprints import of

GROUP = "Guidance and split checks"

ENTRIES = (
    Entry(
        "quadrants",
        "Quadrants of recall and precision",
        GROUP,
        r"\text{high} \iff \text{value} \ge \text{cut}",
        "Sorts classes by whether recall and precision are high or low.",
        "four readings; the cut is a setting, at first 0.5",
        "both high",
        "No reading where recall or precision is undefined.",
        "Microsoft; the cut is this project’s",
        "**Both high**: handled well. **Low recall, high precision**: often missed, but right "
        "when called; perhaps too few examples. **High recall, low precision**: found, with many "
        "wrong calls; perhaps too many examples. **Both low**: handled badly. Which error matters "
        "depends on the use; no level fits all.",
        of("E-M6", "E-M7"),
    ),
    Entry(
        "ambiguous_pairs",
        "Ambiguous pairs",
        GROUP,
        r"\text{total} = M_{ij}+M_{ji},\qquad"
        r" \text{rate} = \frac{M_{ij}+M_{ji}}{\sum_l M_{il}+\sum_l M_{jl}}",
        "Two classes taken for each other, by how often and by which share of their documents.",
        "total: documents; rate: 0 to 1",
        "0",
        "A pair of classes without documents has no rate.",
        "this project, after Microsoft (confusion matrix)",
        "Listed by total, then rate, then class order. Merge such classes, or label more "
        "documents of both.",
        of("E-M4", "E-M5"),
    ),
    Entry(
        "enough_training",
        "Enough training documents",
        GROUP,
        r"n^{\text{train}}_c \ge 15",
        "Finds classes with fewer than 15 labelled training documents.",
        "documents",
        "15 or more",
        "",
        "Microsoft",
    ),
    Entry(
        "test_presence",
        "Every class in the test set",
        GROUP,
        r"n^{\text{test}}_c \ge 1",
        "Finds classes that the test set does not hold, and whose recall is therefore undefined.",
        "documents",
        "1 or more",
        "",
        "Microsoft",
    ),
    Entry(
        "balance",
        "Balance within a split",
        GROUP,
        r"\frac{n_c\, C}{\sum_{c'} n_{c'}} \in \Bigl[\frac1\rho,\; \rho\Bigr]",
        "A class’s documents as a multiple of an equal share.",
        "0 to the number of classes; ρ is a setting, at first 2",
        "1",
        "Undefined in an empty split.",
        "Microsoft names the check; the rule is this project’s",
    ),
    Entry(
        "mix",
        "Same mix in two splits",
        GROUP,
        r"\bigl|\,q^{\text{test}}_c-q^{\text{train}}_c\bigr| \le \delta,\qquad"
        r" \mathrm{TV} = \frac12\sum_c\bigl|\,q^{\text{test}}_c-q^{\text{train}}_c\bigr|",
        "How a class’s share of the labels differs between two splits, and the total variation "
        "over all classes.",
        "0 to 1; δ is a setting, at first 0.10",
        "0",
        "Undefined when a split is empty.",
        "Microsoft names the check; the rule is this project’s",
        r"$q_c$ is the class’s labels over all labels of the split.",
    ),
    Entry(
        "distinct_classes",
        "Distinct classes",
        GROUP,
        r"\cos(\bar x_i,\, \bar x_j) \text{, or the rate of the ambiguous pair } (i, j)",
        "Whether two classes can be told apart: by their texts, or by how often they are confused.",
        "0 to 1",
        "0",
        "Needs texts or decisions; a class without documents is not comparable.",
        "Microsoft names the check; the rule is this project’s",
        r"$\bar x$ is the mean text vector of a class. Without texts the confusion rate, or with "
        "several classes per document their occurring together, stands in, and is a proxy only.",
    ),
)
