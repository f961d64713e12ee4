"""Entries about parts of the documents, set against the rest."""

from __future__ import annotations

from metrics.catalogue.entry import Entry

GROUP = "Slices"

ENTRIES = (
    Entry(
        key="standardised_difference",
        function="metrics.slices.standardised.same_mix",
        name="Difference of a slice with the same mix of classes",
        group=GROUP,
        formula=r"\sum_s q_s\,\bigl(\bar y_s^{\text{slice}}-\bar y_s^{\text{rest}}\bigr)",
        meaning=(
            "How far a slice of the documents is from the rest where both are counted with the "
            "mix of true classes that all documents have."
        ),
        range="−1 to 1",
        best=0,
        undefined="Undefined where slice and rest have no set of true classes in common.",
        source=("Kitagawa 1955", "Breslow & Day 1987"),
        note=(
            "$q_s$ is the share of all documents with the set of true classes $s$, of sets that "
            "both sides have; sets of fewer than 20 documents go together by their number of "
            "classes. Each document counts as much more as its set is rarer on its side, so "
            "micro, macro and per-document F can be taken with the same mix too. Where this and "
            "the plain difference point apart, the mix makes the difference (Simpson’s trap)."
        ),
    ),
    Entry(
        key="difference_interval",
        function="metrics.slices.standardised.difference_of_two",
        name="Interval of the difference of a slice and the rest",
        group=GROUP,
        formula=(
            r"\Bigl[d-\sqrt{(a-l_a)^2+(u_b-b)^2},\; d+\sqrt{(u_a-a)^2+(b-l_b)^2}\Bigr],"
            r"\qquad d = a-b"
        ),
        meaning=(
            "How far the difference may be from that of all such documents, from an interval of "
            "the slice and one of the rest."
        ),
        range="−1 to 1",
        best="narrow",
        undefined="Undefined where the value of either is.",
        source=("Newcombe 1998", "Zou & Donner 2008"),
        note=(
            "$l$ and $u$ are the ends of the intervals of $a$ and $b$, which share no document. "
            "With the same mix, the weights are taken as known, and the interval is rather too "
            "wide than too narrow, as where clusters have documents on both sides."
        ),
    ),
)
