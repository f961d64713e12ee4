"""What measures mean where classes stand in a tree, or below several parents."""

from __future__ import annotations

from metrics.catalogue.entry import Entry

GROUP = "Classes in a tree"
ANCESTORS = (
    "What is above everything is left out. An ancestor is true if any class below it is true, else "
    "not judged if any of these is not judged, else false; it counts once, however many ways lead "
    "to it."
)

ENTRIES = (
    Entry(
        key="hierarchical_f",
        function="metrics.merging.merged",
        name="Hierarchical precision, recall and F",
        group=GROUP,
        formula=(
            r"hP = \frac{\sum_d |\hat{C}_d \cap \hat{T}_d|}{\sum_d |\hat{C}_d|},\quad "
            r"hR = \frac{\sum_d |\hat{C}_d \cap \hat{T}_d|}{\sum_d |\hat{T}_d|},\quad "
            r"hF_\beta = \frac{(1+\beta^2)\,hP\,hR}{\beta^2\,hP + hR}"
        ),
        meaning=(
            "Precision, recall and F of the true classes $T_d$ and the called ones $C_d$ of each "
            "document, both with everything that stands above them: a near miss is half right."
        ),
        range=(0, 1),
        best=1,
        undefined=(
            "Undefined where nothing is called (precision), true (recall), or neither (F). Per "
            "document such documents are left out, or count as chosen for 0/0."
        ),
        source=("Kiritchenko et al. 2006",),
        note=(
            f"{ANCESTORS} It is hardly ever below flat F, also for calls that know nothing: "
            "read it beside what shuffled calls get."
        ),
    ),
    Entry(
        key="lca_f",
        function="metrics.hierarchy.lowest_common.lowest_common_tables",
        name="LCA-F",
        group=GROUP,
        formula=(r"F = \frac{(1+\beta^2)\,|C'_d \cap T'_d|}{\beta^2\,|T'_d| + |C'_d|}"),
        meaning=(
            "F of the true and called classes of a document with the ways that join each to the "
            "nearest one of the other side, up to their lowest common ancestor and no further: "
            "deep trees do not make it larger."
        ),
        range=(0, 1),
        best=1,
        undefined="Undefined for a document without any true or called class.",
        source=("Kosmopoulos et al. 2015, section 4.2", "ties and the root by this project"),
        note=(
            "The mean over documents. The paper searches for the fewest common ancestors that join "
            "all classes; here the lowest holds where several are equally near. It counts the "
            "root; here classes that meet only above everything have nothing in common, and "
            "without a hierarchy LCA-F is F."
        ),
    ),
    Entry(
        key="level_f",
        function="metrics.merging.merged",
        name="F at a level",
        group=GROUP,
        formula="",
        meaning=(
            "Precision, recall and F of what stands at one level, called or true if any class at "
            "or below it is."
        ),
        range=(0, 1),
        best=1,
        undefined="Undefined where nothing there is called or true.",
        source=("this project",),
        note=(
            "Level 1 is the top; of several ways from there the longest counts. Classes above a "
            "level do not count, so levels may be about different documents."
        ),
    ),
    Entry(
        key="full_path",
        name="Full-path accuracy",
        group=GROUP,
        formula=r"\frac{1}{n}\,\#\{d: \hat{C}_d = \hat{T}_d\}",
        meaning=(
            "Share of documents whose calls, with everything above them, are exactly the true "
            "classes with everything above those."
        ),
        range=(0, 1),
        best=1,
        undefined="Undefined without documents of which something was judged.",
        source=("this project",),
        note=(
            "A class called without its parents is as good as with them; for exact match it is not."
        ),
    ),
    Entry(
        key="inconsistency",
        function="metrics.hierarchy.consistency.without_ancestors",
        name="Inconsistency rate",
        group=GROUP,
        formula=(
            r"\frac{\#\{(d,c) \text{ called}: \text{some class above } c \text{ is not called}\}}"
            r"{\#\{(d,c) \text{ called}: \text{some class is above } c\}}"
        ),
        meaning=(
            "Of the called pairs whose class has classes above it, the share where one of these is "
            "not called."
        ),
        range=(0, 1),
        best=0,
        undefined="Undefined where no called class has a class above it.",
        source=("this project",),
        note=(
            "What stands above and is no class cannot be called, and does not count. The truth has "
            "a rate, too: where labels leave parents out, calls that do are no fault."
        ),
    ),
    Entry(
        key="hierarchical_area",
        function="metrics.hierarchy.node_scores.node_scores",
        name="Area under hierarchical precision and recall",
        group=GROUP,
        formula=r"\sum_j hP_j\,(hR_j - hR_{j-1})",
        meaning=(
            "Average precision of all pairs of documents and nodes, where what stands above "
            "classes scores as much as the best class below: whatever the threshold."
        ),
        range=(0, 1),
        best=1,
        undefined="Undefined without true pairs; there is none without scores.",
        source=("Plaud et al. 2024", "steps instead of straight lines by this project"),
        note=(
            "At a threshold the classes that reach it are called, with all above them. A random "
            "order gets the share of true pairs, nearly."
        ),
    ),
    Entry(
        key="shuffled_calls",
        function="metrics.hierarchy.shuffled.when_shuffled",
        name="What shuffled calls get",
        group=GROUP,
        formula=r"E[tp_c] = \frac{\text{called}_c\,\text{true}_c}{n}",
        meaning=(
            "The same measure where each document gets the calls of another, drawn at random: "
            "how often each class is called stays, and which are called together."
        ),
        source=("this project",),
        note=(
            "What is not above it shows no knowledge of documents. Of all pairs exact, where every "
            "pair is judged and documents have no weights; else the measure of the expected table. "
            "Means over documents are those over all pairs of a document and the calls of another, "
            "of more than 141 documents over 20,000 such pairs, always the same ones."
        ),
    ),
)
