"""Entries about costs of decisions."""

from __future__ import annotations

from metrics.catalogue.entry import Entry

GROUP = "Loss"

ENTRIES = (
    Entry(
        key="loss",
        function="metrics.thresholds.loss.loss",
        name="Loss",
        group=GROUP,
        formula=(
            r"L = \frac{\lambda_{11}\,\mathrm{tp}+\lambda_{12}\,\mathrm{fp}"
            r"+\lambda_{21}\,\mathrm{fn}+\lambda_{22}\,\mathrm{tn}}"
            r"{\mathrm{tp}+\mathrm{fp}+\mathrm{fn}+\mathrm{tn}}"
        ),
        meaning="What the decisions cost per document, at a price for each cell of the table.",
        range="from the smallest to the largest price",
        best="small",
        undefined="Undefined where there are no decisions.",
        source=("Lewis 1995, (2)",),
        note=(
            "First index: 1 assigned, 2 not. Second: 1 true, 2 not. λ = (0, 1, 1, 0) is the "
            "error rate."
        ),
    ),
    Entry(
        key="expected_loss",
        function="metrics.thresholds.loss.expected_loss",
        name="Expected loss",
        group=GROUP,
        formula=(
            r"\begin{aligned} \mathbb{E}[L] &= \frac1n\sum_i\bigl[(\lambda_m s_i+\lambda_{21}"
            r"-\lambda_{22})p_i\\ &\qquad\quad {}+(\lambda_{12}-\lambda_{22})s_i"
            r"+\lambda_{22}\bigr]\\"
            r" \lambda_m &= \lambda_{11}-\lambda_{12}-\lambda_{21}+\lambda_{22}\end{aligned}"
        ),
        meaning="The loss to expect of the decisions, from probabilities alone.",
        range="that of the loss",
        best="small",
        undefined="Undefined where there are no documents.",
        source=("Lewis 1995, (4)",),
        note="The expected loss of several blocks adds up, weighted by their documents.",
    ),
    Entry(
        key="loss_variance",
        function="metrics.thresholds.loss.expected_loss",
        name="Variance of the loss",
        group=GROUP,
        formula=(
            r"\operatorname{Var}[L] = \frac{1}{n^2}"
            r"\sum_i(\lambda_m s_i+\lambda_{21}-\lambda_{22})^2\,p_i(1-p_i)"
        ),
        meaning="How much the loss of this batch may vary around its expectation.",
        range="0 and more, in loss squared",
        best=0,
        undefined="Undefined where there are no documents.",
        source=("Lewis 1995, (5)",),
    ),
    Entry(
        key="loss_interval",
        function="metrics.thresholds.loss.expected_loss",
        name="Prediction interval of the loss",
        group=GROUP,
        formula=r"\mathbb{E}[L] \pm 1.96\,\sqrt{\operatorname{Var}[L]}",
        meaning=(
            "Where the loss that the batch will turn out to have lies in about 95 of 100 cases."
        ),
        range="around the expected loss; may leave the attainable range",
        best="narrow",
        undefined="Undefined where there are no documents.",
        source=("Lewis 1995, (6)",),
        note="A normal approximation: it wants many uncertain documents, and right probabilities.",
        misprints=("E-L2",),
    ),
    Entry(
        key="loss_rule",
        function="metrics.thresholds.loss.best_rule",
        name="Rule of least expected loss",
        group=GROUP,
        formula=(
            r"s_i = 1 \iff p_i\,D > \lambda_{12}-\lambda_{22},\qquad"
            r" D = (\lambda_{21}-\lambda_{11})+(\lambda_{12}-\lambda_{22})"
        ),
        meaning="The decisions that cost least on average, given the prices.",
        range=r"for D > 0 a threshold $t=\frac{\lambda_{12}-\lambda_{22}}{D}$",
        undefined="At equality: not assigned.",
        source=("Lewis 1995, (7) to (10), completed",),
        note=(
            "D > 0: assign where p > t (t < 0: everything; t ≥ 1: nothing). D < 0: assign "
            "where p < t. D = 0: all if λ₁₂ < λ₂₂, else none. Error rate: t = ½. If only what "
            "is assigned counts: assign where pλ₁₁ + (1 − p)λ₁₂ < 0."
        ),
        misprints=("E-L3", "E-L9"),
    ),
)
