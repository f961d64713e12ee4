"""Entries about labels that are likely wrong, and about judging a sample of them."""

from __future__ import annotations

from metrics.catalogue.entry import Entry

GROUP = "Likely label errors"

ENTRIES = (
    Entry(
        key="label_suspects",
        function="metrics.label_errors.suspects",
        name="Likely label errors (confident learning)",
        group=GROUP,
        formula=(
            r"\begin{aligned} t_1 &= \overline{p_i}\ (y_i = 1),\quad"
            r" t_0 = \overline{1-p_i}\ (y_i = 0)\\"
            r" C_{ab} &= \#\{i : y_i = a,\ p_i \text{ speaks for } b\}"
            r"\ \text{scaled to } \textstyle\sum_b C_{ab} = \#\{y_i = a\}\\"
            r" \text{suspects} &= \text{the } C_{01} \text{ and } C_{10}"
            r" \text{ pairs of the largest margin} \end{aligned}"
        ),
        meaning=(
            "Labels of a class that the probabilities speak against, as many as the probabilities "
            "say are wrong."
        ),
        range="0 to the number of documents",
        best="none",
        undefined="Classes with fewer than five documents, or all but five, are too few to say.",
        source=("Northcutt, Jiang & Chuang 2021", "Thyagarajan et al. 2022"),
        note=(
            "One class against the rest, so a document may have several. $p_i$ speaks for the "
            "class where it reaches $t_1$, against it where $1-p_i$ reaches $t_0$; for the more "
            "probable where it does both. The margin of a label that is missing is $2p_i-1$, of "
            "one that is wrong $1-2p_i$; only those above 0 are suspected. They are listed by two "
            "thirds of the margin and one third of how far $p_i$ lies beyond $t_1$ or $1-t_0$, "
            "as a share of the way from there to certainty. The probabilities must come from a "
            "system that has not learnt from these documents."
        ),
    ),
    Entry(
        key="document_quality",
        function="metrics.label_errors.document_quality",
        name="Label quality of a document",
        group=GROUP,
        formula=(
            r"q_1 = s_{(1)},\quad q_t = 0.8\,s_{(t)} + 0.2\,q_{t-1},\qquad"
            r" s_{(1)} \ge s_{(2)} \ge \dots,\quad"
            r" s_c = \begin{cases} p_c & y_c = 1\\ 1-p_c & y_c = 0 \end{cases}"
        ),
        meaning="How probable the labels of a document are, the least probable weighing most.",
        range=(0, 1),
        best=1,
        undefined="Undefined where no class of the document was judged.",
        source=("Thyagarajan et al. 2022",),
        note="The last $q$ is the quality: four fifths of it are the least probable label.",
    ),
    Entry(
        key="audited_precision",
        function="metrics.label_audit.audited_precision",
        name="Audited precision of the suspects",
        group=GROUP,
        formula=(
            r"\hat p = \frac{\text{wrong labels among those judged}}{m},\qquad"
            r" n = m\,\frac{N-1}{N-m}"
        ),
        meaning=(
            "The share of all suspected labels that are wrong, by a random sample that people "
            "judged without seeing label or decision."
        ),
        range=(0, 1),
        best=1,
        undefined="Undefined before any suspect is judged.",
        source=("Wilson 1927", "Cochran 1977, section 2.6"),
        note=(
            "$m$ of the $N$ suspects were judged. The interval is Wilson’s for $n$ trials: once "
            "all are judged nothing is left open. Pairs called unclear count as not judged."
        ),
    ),
    Entry(
        key="corrected_f",
        function="metrics.label_audit.corrected_f",
        name="F with wrong labels corrected",
        group=GROUP,
        formula=(
            r"\hat F = \frac{2\,\widehat{\mathrm{tp}}}{\hat P + A},\qquad"
            r" \hat P = P + \sum_h \pm N_h\,\frac{e_h}{n_h},\quad"
            r" \widehat{\mathrm{tp}} = \mathrm{tp} + \sum_{h_A} \pm N_h\,\frac{e_h}{n_h}"
        ),
        meaning=(
            "Micro F₁ as it would be if every wrong label among the pairs that are labelled, "
            "assigned or suspected were corrected, estimated from a judged sample; true classes "
            "that nobody proposed are not counted, so the true F may be lower."
        ),
        range=(0, 1),
        best=1,
        undefined="Undefined until suspects and others were judged.",
        source=("Cochran 1977, chapters 5 and 5A", "Kerman 2011", "this project"),
        note=(
            "$P$ pairs are labelled, $A$ assigned. Part $h$ is suspected or not, labelled ($-$) or "
            "not ($+$), assigned or not; of its $N_h$ pairs $n_h$ were judged, $e_h$ of them "
            "wrong. The parts that are assigned ($h_A$) change the hits. The interval is drawn "
            "from what the pairs not judged may hold, by a neutral prior. Pairs that are neither "
            "labelled nor suspected, nor assigned by any system, are not looked at. Correcting "
            "only what a system disputes would raise its F whatever is true; this does not."
        ),
    ),
)
