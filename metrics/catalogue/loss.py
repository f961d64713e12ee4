"""Entries about costs of decisions."""

from __future__ import annotations

from metrics.catalogue.entry import Entry
from metrics.catalogue.misprints import of

GROUP = "Loss"

ENTRIES = (
    Entry(
        "loss",
        "Loss",
        GROUP,
        r"L = \frac{\lambda_{11}\,\mathrm{tp}+\lambda_{12}\,\mathrm{fp}"
        r"+\lambda_{21}\,\mathrm{fn}+\lambda_{22}\,\mathrm{tn}}"
        r"{\mathrm{tp}+\mathrm{fp}+\mathrm{fn}+\mathrm{tn}}",
        "What the decisions cost per document, at a price for each cell of the table.",
        "from the smallest to the largest price",
        "small",
        "Undefined where there are no decisions.",
        "Lewis 1995, (2)",
        "First index: 1 assigned, 2 not. Second: 1 true, 2 not. λ = (0, 1, 1, 0) is the error "
        "rate.",
    ),
    Entry(
        "expected_loss",
        "Expected loss",
        GROUP,
        r"\begin{aligned} \mathbb{E}[L] &= \frac1n\sum_i\bigl[(\lambda_m s_i+\lambda_{21}"
        r"-\lambda_{22})p_i\\ &\qquad\quad {}+(\lambda_{12}-\lambda_{22})s_i+\lambda_{22}\bigr]\\"
        r" \lambda_m &= \lambda_{11}-\lambda_{12}-\lambda_{21}+\lambda_{22}\end{aligned}",
        "The loss to expect of the decisions, from probabilities alone.",
        "that of the loss",
        "small",
        "Undefined where there are no documents.",
        "Lewis 1995, (4)",
        "The expected loss of several blocks adds up, weighted by their documents.",
    ),
    Entry(
        "loss_variance",
        "Variance of the loss",
        GROUP,
        r"\operatorname{Var}[L] = \frac{1}{n^2}\sum_i(\lambda_m s_i+\lambda_{21}-\lambda_{22})^2\,"
        r"p_i(1-p_i)",
        "How much the loss of this batch may vary around its expectation.",
        "0 and more, in loss squared",
        "0",
        "Undefined where there are no documents.",
        "Lewis 1995, (5)",
    ),
    Entry(
        "loss_interval",
        "Prediction interval of the loss",
        GROUP,
        r"\mathbb{E}[L] \pm 1.96\,\sqrt{\operatorname{Var}[L]}",
        "Where the loss that the batch will turn out to have lies in about 95 of 100 cases.",
        "around the expected loss; may leave the attainable range",
        "narrow",
        "Undefined where there are no documents.",
        "Lewis 1995, (6)",
        "A normal approximation: it wants many uncertain documents, and right probabilities.",
        of("E-L2"),
    ),
    Entry(
        "loss_rule",
        "Rule of least expected loss",
        GROUP,
        r"s_i = 1 \iff p_i\,D > \lambda_{12}-\lambda_{22},\qquad"
        r" D = (\lambda_{21}-\lambda_{11})+(\lambda_{12}-\lambda_{22})",
        "The decisions that cost least on average, given the prices.",
        r"for D > 0 a threshold $t=\frac{\lambda_{12}-\lambda_{22}}{D}$",
        "",
        "At equality: not assigned.",
        "Lewis 1995, (7) to (10), completed",
        "D > 0: assign where p > t (t < 0: everything; t ≥ 1: nothing). D < 0: assign where "
        "p < t. D = 0: all if λ₁₂ < λ₂₂, else none. Error rate: t = ½. If only what is assigned "
        "counts: assign where pλ₁₁ + (1 − p)λ₁₂ < 0.",
        of("E-L3", "E-L9"),
    ),
)
