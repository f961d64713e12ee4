"""Entries about how many members a class has, and how good probabilities are."""

from __future__ import annotations

from metrics import measures
from metrics.catalogue.entry import Entry

GROUP = "Counting and probabilities"

ENTRIES = (
    Entry(
        key="sec",
        function=measures.squared_error_in_counting,
        name="Squared error in counting",
        group=GROUP,
        formula=r"\mathrm{SEC} = (\mathrm{fp}-\mathrm{fn})^2",
        meaning="How far the number assigned is from the number of members, squared.",
        range="0 and more, in documents squared",
        best=0,
        undefined="Always defined.",
        source=("Lewis 1995, (19)",),
        note="Wrong decisions of both kinds cancel, so a perfect count needs no right decision.",
    ),
    Entry(
        key="expected_sec",
        function="metrics.expected.counting.expected_squared_error_in_counting",
        name="Expected squared error in counting",
        group=GROUP,
        formula=(
            r"\mathbb{E}[\mathrm{SEC}] = V + \Bigl(\sum_i p_i - k\Bigr)^2,\qquad"
            r" V = \sum_i p_i(1-p_i)"
        ),
        meaning="The squared error in counting to expect when k documents are assigned.",
        range="V and more",
        best="V",
        undefined="Always defined.",
        source=("Lewis 1995, (20) to (24)",),
        note=(
            "Only how many are assigned matters, not which. Best is the whole number nearest "
            "to the expected count; better still is not to count decisions at all."
        ),
        misprints=("E-L7",),
    ),
    Entry(
        key="expected_count",
        function="metrics.expected.counting.expected_count",
        name="Expected count",
        group=GROUP,
        formula=r"e = \sum_i p_i",
        meaning="The best estimate of how many members a class has: the sum of the probabilities.",
        range="0 to n documents, seldom whole",
        undefined="0 where there are no documents.",
        source=("Lewis 1995, (23)",),
        note="Its expected squared error is V, the least possible.",
        misprints=("E-L7",),
    ),
    Entry(
        key="count_interval",
        function="metrics.expected.counting.expected_count",
        name="Prediction interval of the count",
        group=GROUP,
        formula=r"\sum_i p_i \pm 1.96\,\sqrt{\textstyle\sum_i p_i(1-p_i)}",
        meaning="Where the true number of members lies in about 95 of 100 cases.",
        range="around the expected count; unclipped it may leave 0 to n",
        best="narrow",
        undefined="Always defined.",
        source=("Lewis 1995, (25)",),
        note=(
            "Too narrow when the probabilities are themselves uncertain. Over all classes of "
            "documents that have exactly one each there is nothing to predict: the sum is the "
            "number of documents."
        ),
        misprints=("E-L2",),
    ),
    Entry(
        key="classify_and_count",
        name="Classify and count",
        group=GROUP,
        formula=r"k = \mathrm{tp}+\mathrm{fp}",
        meaning="The number of documents assigned, taken as the number of members.",
        range="0 to n documents",
        best="k = tp + fn",
        undefined="Always defined.",
        source=("Lewis 1995, (19)",),
        note="Off by fp − fn. Decisions tuned for F or loss are not tuned for counting.",
    ),
    Entry(
        key="brier",
        function="metrics.expected.reliability.squared_probability_error",
        name="Squared probability error (Brier score)",
        group=GROUP,
        formula=r"\frac1n\sum_i(z_i-p_i)^2",
        meaning="How far the probabilities are from what turned out, squared and averaged.",
        range=(0, 1),
        best=0,
        undefined="Undefined where there are no documents.",
        source=("Lewis 1995, (26)", "Brier 1950"),
        note=(
            "Judges the probabilities, not the decisions. Always saying the prevalence π "
            "gives π(1 − π), which is small for a rare class."
        ),
    ),
    Entry(
        key="reliability",
        function="metrics.expected.reliability.reliability",
        name="Reliability (calibration)",
        group=GROUP,
        formula=r"\Bigl(\bar p_b,\; \frac{\#\{i \in b : z_i = 1\}}{n_b}\Bigr) \text{ per bin } b",
        meaning="Beside each stated probability, how often it turned out true.",
        range="0 to 1 each",
        best="on the diagonal",
        undefined="An empty bin has no point.",
        source=("Murphy & Winkler 1977",),
        note=(
            "Below the diagonal the probabilities are too high. A point from few documents "
            "says little. Where every document has exactly one class, only its most probable one "
            "is counted, or one of two: the others add up to the rest whatever is true."
        ),
    ),
    Entry(
        key="ece",
        function="metrics.expected.reliability.reliability",
        name="Expected calibration error",
        group=GROUP,
        formula=r"\sum_b \frac{n_b}{n}\,\bigl|\bar z_b-\bar p_b\bigr|",
        meaning="The mean distance between stated probability and observed share, bin by bin.",
        range=(0, 1),
        best=0,
        undefined="Undefined where there are no documents.",
        source=("Naeini, Cooper & Hauskrecht 2015",),
        note=(
            "Depends on the bins, so compare only equal binnings. 0 does not make good "
            "probabilities: always saying the prevalence has it too."
        ),
    ),
)
