"""Entries about classes in a tree, classes taken together, and one class divided.

Tested in `tests/metrics/catalogue/test_catalogue.py`.
"""

from __future__ import annotations

from metrics.catalogue.entry import Entry

# --- what measures mean where classes stand in a tree, or below several parents


TREES = "Classes in a tree"
ANCESTORS = (
    "The top of everything is left out. An ancestor is true if any class below it is true, else "
    "not judged if any of these is not judged, else false; it counts once, however many ways lead "
    "to it."
)

TREE_ENTRIES = (
    Entry(
        key="hierarchical_f",
        function="metrics.merging.merge_gains.merge_classes",
        name="Hierarchical precision, recall and F",
        group=TREES,
        formula=(
            r"hP = \frac{\sum_d |\hat{C}_d \cap \hat{T}_d|}{\sum_d |\hat{C}_d|},\quad "
            r"hR = \frac{\sum_d |\hat{C}_d \cap \hat{T}_d|}{\sum_d |\hat{T}_d|},\quad "
            r"hF_\beta = \frac{(1+\beta^2)\,hP\,hR}{\beta^2\,hP + hR}"
        ),
        meaning=(
            "Precision, recall and F of the true classes $T_d$ and the predicted ones $C_d$ of "
            "each document, both with everything that stands above them: a near miss is half right."
        ),
        range=(0, 1),
        best=1,
        undefined=(
            "Undefined where nothing is predicted (precision), true (recall), or neither (F). Per "
            "document such documents are left out, or count as chosen for 0/0."
        ),
        source=("Kiritchenko et al. 2006",),
        note=(
            f"{ANCESTORS} It is hardly ever below flat F, even for predictions that know nothing: "
            f"compare it with what shuffled predictions get."
        ),
    ),
    Entry(
        key="lca_f",
        function="metrics.hierarchy.lowest_common_ancestors.lowest_common_tables",
        name="LCA-F",
        group=TREES,
        formula=(r"F = \frac{(1+\beta^2)\,|C'_d \cap T'_d|}{\beta^2\,|T'_d| + |C'_d|}"),
        meaning=(
            "F of the true and predicted classes of a document with the paths that join each to "
            "the nearest one of the other side, up to their lowest common ancestor and no further: "
            "deep trees do not make it larger."
        ),
        range=(0, 1),
        best=1,
        undefined="Undefined for a document without any true or predicted class.",
        source=("Kosmopoulos et al. 2015, section 4.2", "ties and the root by this project"),
        note=(
            "The mean over documents. The paper searches for the fewest common ancestors that join "
            "all classes; here the lowest is taken where several are equally near. It counts the "
            "root; here classes that meet only above everything have nothing in common, and "
            "without a hierarchy LCA-F is F."
        ),
    ),
    Entry(
        key="level_f",
        function="metrics.merging.merge_gains.merge_classes",
        name="F at a level",
        group=TREES,
        formula="",
        meaning=(
            "Precision, recall and F of the nodes of one level, each predicted or true if any "
            "class at or below it is."
        ),
        range=(0, 1),
        best=1,
        undefined="Undefined where nothing there is predicted or true.",
        source=("this project",),
        note=(
            "Level 1 is the top; of several paths from there the longest counts. Classes above a "
            "level do not count, so levels may be about different documents."
        ),
    ),
    Entry(
        key="full_path",
        name="Full-path accuracy",
        group=TREES,
        formula=r"\frac{1}{n}\,\#\{d: \hat{C}_d = \hat{T}_d\}",
        meaning=(
            "Share of documents whose predictions, with everything above them, are exactly the "
            "true classes with everything above those."
        ),
        range=(0, 1),
        best=1,
        undefined="Undefined without documents of which something was judged.",
        source=("this project",),
        note=(
            "A class predicted without its parents counts as much as with them; for exact match it "
            "does not."
        ),
    ),
    Entry(
        key="inconsistency",
        function="metrics.hierarchy.nodes.without_ancestors",
        name="Inconsistency rate",
        group=TREES,
        formula=(
            r"\frac{\#\{(d,c) \text{ predicted}: \text{some class above } c "
            r"\text{ is not predicted}\}}"
            r"{\#\{(d,c) \text{ predicted}: \text{some class is above } c\}}"
        ),
        meaning=(
            "Of the predicted pairs whose class has classes above it, the share where one of "
            "these is not predicted."
        ),
        range=(0, 1),
        best=0,
        undefined="Undefined where no predicted class has a class above it.",
        source=("this project",),
        note=(
            "A node above that is no class cannot be predicted, and does not count. The truth has "
            "such a rate, too: where labels leave parents out, it is no fault of predictions to do "
            "so."
        ),
    ),
    Entry(
        key="hierarchical_area",
        function="metrics.hierarchy.nodes.node_scores",
        name="Area under hierarchical precision and recall",
        group=TREES,
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
            "At a threshold, the classes that reach it are predicted, with all above them. A "
            "random order gets about the share of true pairs."
        ),
    ),
    Entry(
        key="shuffled_calls",
        function="metrics.hierarchy.error_distance.when_shuffled",
        name="What shuffled predictions get",
        group=TREES,
        formula=r"E[tp_c] = \frac{\text{predicted}_c\,\text{true}_c}{n}",
        meaning=(
            "The same measure where each document gets the predictions of another one, drawn at "
            "random: how often each class is predicted stays, and so does which are predicted "
            "together."
        ),
        source=("this project",),
        note=(
            "A value that is not above it shows no knowledge of documents. Over all pairs it is "
            "exact where every pair is judged and documents have no weights; else it is the "
            "measure of the expected table. Means over documents are over all pairs of a document "
            "and the predictions of another; with more than 141 documents, over 20,000 such pairs, "
            "always the same ones."
        ),
    ),
)


# --- Entries about classes taken together, and one class divided


MERGING = "Merging and dividing classes"

MERGING_ENTRIES = (
    Entry(
        key="merge_by_size",
        function="metrics.merging.merge_gains.count_meetings_in_documents",
        name="Merging beyond size",
        group=MERGING,
        formula=(
            r"\begin{aligned} \text{beyond} &= F(\text{merged}) - F(\text{by size}),\\"
            r" W^{\text{by size}}_{ij} &= W_{i\cdot}\,\frac{s_j}{\sum_{l\ne i} s_l}"
            r" + W_{j\cdot}\,\frac{s_i}{\sum_{l\ne j} s_l} \end{aligned}"
        ),
        meaning=(
            "How much more F rises when two classes are made one than it would for two classes of "
            "their sizes that have nothing to do with each other."
        ),
        range="−1 to 1; above 0 where the classes are confused more than their sizes explain",
        best="0: there is no reason to merge them",
        undefined="Undefined where nothing is true and nothing predicted.",
        source=("this project, after quasi-independence (Goodman 1968)",),
        note=(
            "Merging always helps, as an error between the two is no longer one. Everything is "
            "counted again from the documents, one with both classes once, as tables do not add "
            "up. In a document "
            "two classes can meet in six ways: one missed and the other predicted (that becomes a "
            "hit), two hits (one is left), and a hit or an error beside another error (one error "
            "goes). $W_{ij}$ counts a way, $W_{i\\cdot}$ how often class $i$ meets any other class "
            "so; $s_j$ is how often $j$ is predicted where the way asks for that of it, else how "
            "often it is true. By size, each way occurs as often as it says, and F is that of the "
            "table with these counts. With two classes in all, the rest is one class, so nothing "
            "is beyond it. Several classes are taken together step by step, the largest first, or "
            "the "
            "best pair of what there is then first, and the gains by size of the steps are added "
            "up. The interval of a gain is of what documents gain and lose, as for two systems. "
            "The best of many pairs gains less on other documents."
        ),
    ),
    Entry(
        key="information_lost",
        function="metrics.merging.merge_gains.sets_together",
        name="Information lost",
        symbol="bits",
        group=MERGING,
        formula=(
            r"I(T;C) - I(T';C'),\qquad"
            r" I(T;C) = \sum_{t,c} p(t,c)\,\log_2\frac{p(t,c)}{p(t)\,p(c)}"
        ),
        meaning=(
            "How much less the predicted classes of a document tell about its true ones once "
            "classes are merged."
        ),
        range="0 bits to what the predictions told before",
        best=0,
        undefined="Undefined where no document was judged on every class.",
        source=("Shannon 1948", "this project, for several classes a document"),
        note=(
            "$T$ and $C$ are the true and the predicted set of classes of a document, with one "
            "class each the two classes; $T'$ and $C'$ are the sets after. Merging can only lose "
            "information. With few documents and many different sets both values are too large. "
            "Only documents that were judged on every class count."
        ),
    ),
    Entry(
        key="two_parts",
        function="metrics.merging.two_clusters.two_clusters",
        name="Two parts of a class",
        symbol="κ",
        group=MERGING,
        formula=r"\kappa = \frac{a - a_e}{n - a_e}",
        meaning=(
            "Whether the documents of a class are of two kinds by their words, so that it may be "
            "better as two classes."
        ),
        range="κ up to 1: both divisions are the same; 0 as by chance",
        best="no best value: two kinds are no fault of a class",
        undefined="Undefined for too few documents, or words that several but not all have.",
        source=("Dhillon & Modha 2001", "this project, for the test"),
        note=(
            "The documents truly in the class or predicted to it are divided by two means on the "
            "cosines of their tf-idf, around their mean, with words of at least 5 % of them. Two "
            "means always find two parts. So they are divided by one half of the words and by the "
            "other, which have none in common: $a$ of $n$ documents are on the same side of both, "
            "$a_e$ by chance. Long texts have other words than short ones, so chance is what comes "
            "of exchanging documents of like length (999 seeded draws give p). Shown are parts "
            "with p at most 0.05 and κ at least 0.2. The words know nothing of the errors, so "
            "that the shares of errors differ is tested once (Fisher’s exact test)."
        ),
    ),
)
