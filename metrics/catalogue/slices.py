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
    Entry(
        key="weak_slices",
        function="metrics.slices.search.weak_slices",
        name="Weak slices",
        group=GROUP,
        formula=(
            r"p_S=\frac{1+\#\{b:\max_T u_T^{(b)}\ge u_S\}}{1+B},\qquad "
            r"u=\max_{0\le\delta\le m}\bigl(\delta r-\tfrac12\delta^2\bigr)-(c-1)\ln 4"
        ),
        meaning=(
            "Slices of up to three conditions in which an outcome is more frequent than among "
            "other documents of the same true classes: more than the largest of as many slices "
            "is by chance."
        ),
        range="a list",
        undefined="Nothing is looked at where no slice, or no rest, has enough documents.",
        source=(
            "Westfall & Young 1993",
            "Wilson & Hilferty 1931",
            "Benjamini & Hochberg 1995",
            "Fithian, Sun & Taylor 2014",
        ),
        note=(
            "$r$ is the sum of the outcome in the slice as a standard normal score, by its mean, "
            "variance and skewness where outcomes are dealt anew among documents of the same true "
            "classes; $b$ are $B=1{,}000$ such deals. $u$ is the log likelihood ratio of the best "
            "effect up to $m$, which is an outcome twice as frequent as elsewhere, and each of "
            "the $c$ conditions beyond the first has to make up for a factor of 4. Found is "
            "$p\\le 0.03$: of all reviews in which nothing matters, 3 in 100 show any slice. A "
            "further slice has to stand out as far beyond what those before it explain. The "
            "difference and its interval are corrected for the slice having been found: they are "
            "of the normal distribution cut off at what was needed."
        ),
    ),
)
