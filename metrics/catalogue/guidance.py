"""Entries about reading a class, and about the data behind the numbers."""

from __future__ import annotations

from metrics.catalogue.entry import Entry

GROUP = "Guidance and split checks"

ENTRIES = (
    Entry(
        key="quadrants",
        function="metrics.class_verdicts.quadrant",
        name="Quadrants of recall and precision",
        group=GROUP,
        formula=r"\text{high} \iff \text{value} \ge \text{cut}",
        meaning="Sorts classes by whether recall and precision are high or low.",
        range="four readings; the cut is a setting, at first 0.5",
        best="both high",
        undefined="No reading where recall or precision is undefined.",
        source=("Microsoft; the cut is this project’s",),
        note=(
            "**Both high**: above the line, which is good only where the line is one that you set. "
            "**Low recall, high precision**: often missed, but right when called; perhaps too few "
            "examples. **High recall, low precision**: found, with many wrong calls; perhaps too "
            "many examples. **Both low**: handled badly. Which error matters depends on the use; "
            "no level fits all."
        ),
        misprints=("E-M6", "E-M7"),
    ),
    Entry(
        key="ambiguous_pairs",
        function="metrics.confusion.ambiguous_pairs",
        name="Ambiguous pairs",
        group=GROUP,
        formula=(
            r"\text{total} = M_{ij}+M_{ji},\qquad"
            r" \text{rate} = \frac{M_{ij}+M_{ji}}{\sum_l M_{il}+\sum_l M_{jl}}"
        ),
        meaning=(
            "Two classes taken for each other, by how often and by which share of their documents."
        ),
        range="total: documents; rate: 0 to 1",
        best=0,
        undefined="A pair of classes without documents has no rate.",
        source=("this project, after Microsoft (confusion matrix)",),
        note=(
            "Listed by total, then rate, then class order. Merge such classes, or label more "
            "documents of both."
        ),
        misprints=("E-M4", "E-M5"),
    ),
    Entry(
        key="error_distance",
        function="metrics.hierarchy.error_distance.error_distances",
        name="Distance of errors",
        group=GROUP,
        formula=(
            r"\text{of } (d, c):\ c \in C_d \setminus T_d:\quad"
            r" \min_{t \in T_d} \operatorname{distance}(c, t)"
        ),
        meaning=(
            "How far a wrongly assigned class is from the nearest true class of its document in "
            "the hierarchy: above or below it, below a parent of it, below a top of it, or below "
            "other tops alone."
        ),
        range="wrongly assigned classes",
        undefined="Of a document without a true class nothing is near.",
        source=("this project",),
        note=(
            "Of a class with several parents any of them counts. Beside it stands what chance "
            "would give: the same classes wrongly assigned to the same documents, each to any of "
            "them at random (mean of shuffles with a fixed seed, without those that turn out "
            "right). Each document counts once, whatever its weight."
        ),
    ),
    Entry(
        key="enough_training",
        function="metrics.dataset.shares.too_few_in_training",
        name="Enough training documents",
        group=GROUP,
        formula=r"n^{\text{train}}_c \ge 15",
        meaning="Finds classes with fewer than 15 labelled training documents.",
        range="documents",
        best="15 or more",
        source=("Microsoft",),
    ),
    Entry(
        key="test_presence",
        function="metrics.dataset.shares.missing_from_test",
        name="Every class in the test set",
        group=GROUP,
        formula=r"n^{\text{test}}_c \ge 1",
        meaning=(
            "Finds classes that the test set does not hold, and whose recall is therefore "
            "undefined."
        ),
        range="documents",
        best="1 or more",
        source=("Microsoft",),
    ),
    Entry(
        key="balance",
        function="metrics.dataset.shares.balance_index",
        name="Balance within a split",
        group=GROUP,
        formula=r"\frac{n_c\, C}{\sum_{c'} n_{c'}} \in \Bigl[\frac1\rho,\; \rho\Bigr]",
        meaning="A class’s documents as a multiple of an equal share.",
        range="0 to the number of classes; ρ is a setting, at first 10",
        best=1,
        undefined="Undefined in an empty split.",
        source=("Microsoft names the check; the rule is this project’s",),
    ),
    Entry(
        key="mix",
        function="metrics.dataset.shares.total_variation",
        name="Same mix in two splits",
        group=GROUP,
        formula=(
            r"\bigl|\,q^{\text{test}}_c-q^{\text{train}}_c\bigr| \le \delta,\qquad"
            r" \mathrm{TV} = \frac12\sum_c\bigl|\,q^{\text{test}}_c-q^{\text{train}}_c\bigr|"
        ),
        meaning=(
            "How a class’s share of the labels differs between two splits, and the total "
            "variation over all classes."
        ),
        range="0 to 1; δ is a setting, at first 0.10",
        best=0,
        undefined="Undefined when a split is empty.",
        source=("Microsoft names the check; the rule is this project’s",),
        note="$q_c$ is the class’s labels over all labels of the split.",
    ),
    Entry(
        key="distinct_classes",
        function="metrics.dataset.class_similarity.class_similarity",
        name="Distinct classes",
        group=GROUP,
        formula=r"\cos(\bar x_i,\, \bar x_j) \text{, or the rate of the ambiguous pair } (i, j)",
        meaning=(
            "Whether two classes can be told apart: by their texts, or by how often they are "
            "confused."
        ),
        range=(0, 1),
        best=0,
        undefined="Needs texts or decisions; a class without documents is not comparable.",
        source=("Microsoft names the check; the rule is this project’s",),
        note=(
            r"$\bar x$ is the mean text vector of a class. Without texts the confusion rate, "
            "or with several classes per document their occurring together, stands in, and is "
            "a proxy only."
        ),
    ),
)
