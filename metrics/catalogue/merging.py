"""Entries about classes taken together, and one class divided."""

from __future__ import annotations

from metrics.catalogue.entry import Entry

GROUP = "Merging and dividing classes"

ENTRIES = (
    Entry(
        key="merge_by_size",
        function="metrics.meetings.meetings_of",
        name="Merging beyond size",
        group=GROUP,
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
        undefined="Undefined where nothing is true and nothing assigned.",
        source=("this project, after quasi-independence (Goodman 1968)",),
        note=(
            "Merging always helps: an error between the two is none any more. All is counted again "
            "from the documents, one with both classes once; tables do not add up. In a document "
            "two classes can meet in six ways: one missed and the other assigned (that becomes a "
            "hit), two hits (one is left), and a hit or an error beside another error (one error "
            "goes). $W_{ij}$ counts a way, $W_{i\\cdot}$ how often class $i$ meets any other class "
            "so; $s_j$ is how often $j$ is assigned where the way asks for that of it, else how "
            "often it is true. By size, each way occurs as often as it says, and F is that of the "
            "table with these counts. Of two classes in all the rest is one class, so nothing is "
            "beyond it. Several classes are taken together step by step, the largest first, or the "
            "best pair of what there is then first, and the gains by size of the steps are added "
            "up. The interval of a gain is of what documents gain and lose, as for two systems. "
            "The best of many pairs gains less on other documents."
        ),
    ),
    Entry(
        key="information_lost",
        function="metrics.information.sets_together",
        name="Information lost",
        symbol="bits",
        group=GROUP,
        formula=(
            r"I(T;C) - I(T';C'),\qquad"
            r" I(T;C) = \sum_{t,c} p(t,c)\,\log_2\frac{p(t,c)}{p(t)\,p(c)}"
        ),
        meaning=(
            "How much less the assigned classes of a document tell of its true ones once classes "
            "are merged."
        ),
        range="0 bits to what the decisions told before",
        best=0,
        undefined="Undefined where no document was judged on every class.",
        source=("Shannon 1948", "this project, for several classes a document"),
        note=(
            "$T$ and $C$ are the true and the assigned set of classes of a document, with one "
            "class each the two classes; $T'$ and $C'$ are the sets after. Merging can only lose "
            "information. From few documents of many different sets both values are too large. "
            "Only documents that were judged on every class count."
        ),
    ),
    Entry(
        key="two_parts",
        function="metrics.two_parts.two_parts",
        name="Two parts of a class",
        symbol="κ",
        group=GROUP,
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
            "The documents truly in the class or assigned to it are divided by two means on the "
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
