"""Entries about how many members a class has, and how good probabilities are."""

from __future__ import annotations

from metrics.catalogue.entry import Entry
from metrics.catalogue.misprints import of

GROUP = "Counting and probabilities"

ENTRIES = (
    Entry(
        "sec",
        "Squared error in counting",
        GROUP,
        r"\mathrm{SEC} = (\mathrm{fp}-\mathrm{fn})^2",
        "How far the number assigned is from the number of members, squared.",
        "0 and more, in documents squared",
        "0",
        "Always defined.",
        "Lewis 1995, (19)",
        "Wrong decisions of both kinds cancel, so a perfect count needs no right decision.",
    ),
    Entry(
        "expected_sec",
        "Expected squared error in counting",
        GROUP,
        r"\mathbb{E}[\mathrm{SEC}] = V + \Bigl(\sum_i p_i - k\Bigr)^2,\qquad"
        r" V = \sum_i p_i(1-p_i)",
        "The squared error in counting to expect when k documents are assigned.",
        "V and more",
        "V",
        "Always defined.",
        "Lewis 1995, (20) to (24)",
        "Only how many are assigned matters, not which. Best is the whole number nearest to the "
        "expected count; better still is not to count decisions at all.",
        of("E-L7"),
    ),
    Entry(
        "expected_count",
        "Expected count",
        GROUP,
        r"e = \sum_i p_i",
        "The best estimate of how many members a class has: the sum of the probabilities.",
        "0 to n documents, seldom whole",
        "",
        "0 where there are no documents.",
        "Lewis 1995, (23)",
        "Its expected squared error is V, the least possible.",
        of("E-L7"),
    ),
    Entry(
        "count_interval",
        "Prediction interval of the count",
        GROUP,
        r"\sum_i p_i \pm 1.96\,\sqrt{\textstyle\sum_i p_i(1-p_i)}",
        "Where the true number of members lies in about 95 of 100 cases.",
        "around the expected count; unclipped it may leave 0 to n",
        "narrow",
        "Always defined.",
        "Lewis 1995, (25)",
        "Too narrow when the probabilities are themselves uncertain.",
        of("E-L2"),
    ),
    Entry(
        "classify_and_count",
        "Classify and count",
        GROUP,
        r"k = \mathrm{tp}+\mathrm{fp}",
        "The number of documents assigned, taken as the number of members.",
        "0 to n documents",
        "k = tp + fn",
        "Always defined.",
        "Lewis 1995, (19)",
        "Off by fp − fn. Decisions tuned for F or loss are not tuned for counting.",
    ),
    Entry(
        "brier",
        "Squared probability error (Brier score)",
        GROUP,
        r"\frac1n\sum_i(z_i-p_i)^2",
        "How far the probabilities are from what turned out, squared and averaged.",
        "0 to 1",
        "0",
        "Undefined where there are no documents.",
        "Lewis 1995, (26); Brier 1950",
        "Judges the probabilities, not the decisions. Always saying the prevalence π gives "
        "π(1 − π), which is small for a rare class.",
    ),
    Entry(
        "reliability",
        "Reliability (calibration)",
        GROUP,
        r"\Bigl(\bar p_b,\; \frac{\#\{i \in b : z_i = 1\}}{n_b}\Bigr) \text{ per bin } b",
        "Beside each stated probability, how often it turned out true.",
        "0 to 1 each",
        "on the diagonal",
        "An empty bin has no point.",
        "Murphy & Winkler 1977",
        "Below the diagonal the probabilities are too high. A point from few documents says "
        "little.",
    ),
    Entry(
        "ece",
        "Expected calibration error",
        GROUP,
        r"\sum_b \frac{n_b}{n}\,\bigl|\bar z_b-\bar p_b\bigr|",
        "The mean distance between stated probability and observed share, bin by bin.",
        "0 to 1",
        "0",
        "Undefined where there are no documents.",
        "Naeini, Cooper & Hauskrecht 2015",
        "Depends on the bins, so compare only equal binnings. 0 does not make good probabilities: "
        "always saying the prevalence has it too.",
    ),
)
