"""Entries about costs of predictions, and about what people still have to do beside a system.

Tested in `tests/metrics/catalogue/test_catalogue.py`.
"""

from __future__ import annotations

from metrics.catalogue.entry import Entry

# --- Entries about costs of decisions


LOSS = "Loss"

LOSS_ENTRIES = (
    Entry(
        key="loss",
        function="metrics.thresholds.costs.loss",
        name="Loss",
        group=LOSS,
        formula=(
            r"L = \frac{\lambda_{11}\,\mathrm{tp}+\lambda_{12}\,\mathrm{fp}"
            r"+\lambda_{21}\,\mathrm{fn}+\lambda_{22}\,\mathrm{tn}}"
            r"{\mathrm{tp}+\mathrm{fp}+\mathrm{fn}+\mathrm{tn}}"
        ),
        meaning="What the predictions cost per document, with a price for each cell of the table.",
        range="from the smallest to the largest price",
        best="small",
        undefined="Undefined where there are no predictions.",
        source=("Lewis 1995, (2)",),
        note=(
            "First index: 1 predicted, 2 not. Second: 1 true, 2 not. λ = (0, 1, 1, 0) is the "
            "error rate."
        ),
    ),
    Entry(
        key="expected_loss",
        function="metrics.thresholds.costs.expected_loss",
        name="Expected loss",
        group=LOSS,
        formula=(
            r"\begin{aligned} \mathbb{E}[L] &= \frac1n\sum_i\bigl[(\lambda_m s_i+\lambda_{21}"
            r"-\lambda_{22})p_i\\ &\qquad\quad {}+(\lambda_{12}-\lambda_{22})s_i"
            r"+\lambda_{22}\bigr]\\"
            r" \lambda_m &= \lambda_{11}-\lambda_{12}-\lambda_{21}+\lambda_{22}\end{aligned}"
        ),
        meaning="The expected loss of the predictions, from probabilities alone.",
        range="that of the loss",
        best="small",
        undefined="Undefined where there are no documents.",
        source=("Lewis 1995, (4)",),
        note="The expected loss of several blocks adds up, weighted by their documents.",
    ),
    Entry(
        key="loss_variance",
        function="metrics.thresholds.costs.expected_loss",
        name="Variance of the loss",
        group=LOSS,
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
        function="metrics.thresholds.costs.expected_loss",
        name="Prediction interval of the loss",
        group=LOSS,
        formula=r"\mathbb{E}[L] \pm 1.96\,\sqrt{\operatorname{Var}[L]}",
        meaning=(
            "Where the loss that the batch will turn out to have lies in about 95 of 100 cases."
        ),
        range="around the expected loss; may leave the attainable range",
        best="narrow",
        undefined="Undefined where there are no documents.",
        source=("Lewis 1995, (6)",),
        note="A normal approximation: it needs many uncertain documents, and right probabilities.",
        misprints=("E-L2",),
    ),
    Entry(
        key="loss_rule",
        function="metrics.thresholds.costs.best_rule",
        name="Rule of least expected loss",
        group=LOSS,
        formula=(
            r"s_i = 1 \iff p_i\,D > \lambda_{12}-\lambda_{22},\qquad"
            r" D = (\lambda_{21}-\lambda_{11})+(\lambda_{12}-\lambda_{22})"
        ),
        meaning="The predictions that cost least on average, given the prices.",
        range=r"for D > 0 a threshold $t=\frac{\lambda_{12}-\lambda_{22}}{D}$",
        undefined="At equality: not predicted.",
        source=("Lewis 1995, (7) to (10), completed",),
        note=(
            "D > 0: predict where p > t (t < 0: everything; t ≥ 1: nothing). D < 0: predict "
            "where p < t. D = 0: all if λ₁₂ < λ₂₂, else none. Error rate: t = ½. If only what "
            "is predicted counts: predict where pλ₁₁ + (1 − p)λ₁₂ < 0."
        ),
        misprints=("E-L3", "E-L9"),
    ),
)


# --- Entries about what people still have to do beside a system


WORKLOAD = "What is left for people"

WORKLOAD_ENTRIES = (
    Entry(
        key="doubt",
        name="Doubt about a document",
        group=WORKLOAD,
        formula=(
            r"\sum_{c\ \text{predicted}} (1-p_c)\,k_{\text{false alarm}}"
            r" + \sum_{c\ \text{not predicted}} p_c\,k_{\text{miss}}"
        ),
        meaning=(
            "What the predictions on a document are expected to cost by their errors; with costs "
            "of 1, how many of its classes are expected to be wrong."
        ),
        range="0 and more, in the unit of the costs",
        best=0.0,
        source=("Lewis 1995", "this project"),
        note=(
            "$p_c$ is the probability of the class, as the system gives it or fitted to its "
            "scores on dev. No label of the document is needed. It is as good as the probabilities."
        ),
    ),
    Entry(
        key="risk_coverage",
        function="metrics.risk_coverage.risk_coverage",
        name="What stays wrong, by how much people review",
        group=WORKLOAD,
        formula=(
            r"R(s) = \frac{1}{n}\,\#\{\text{wrong documents that are doubted less than"
            r" the share } s \text{ sent to people}\}"
        ),
        meaning=(
            "The share of all documents that stay wrong when the most doubtful ones go to people, "
            "who are assumed to make no mistake."
        ),
        range=(0.0, 1.0),
        best=0.0,
        undefined="Undefined without documents.",
        source=("El-Yaniv & Wiener 2010", "Geifman & El-Yaniv 2017"),
        note=(
            "Of the documents that nobody reviews, the share that is wrong is $R(s)/(1-s)$, the "
            "selective risk at the coverage $1-s$. Documents of equal doubt go to people together "
            "or not at all. Where the order says nothing, $R$ falls to 0 in a straight line."
        ),
    ),
    Entry(
        key="risk_coverage_area",
        name="Area under risk and coverage",
        group=WORKLOAD,
        formula=r"\int_0^1 \frac{R(1-c)}{c}\,\mathrm{d}c",
        meaning=(
            "The share that is wrong among the documents that nobody reviews, averaged over all "
            "shares that could be left to the system: one number for how well doubt finds the "
            "errors."
        ),
        range=(0.0, 1.0),
        best=0.0,
        undefined="Undefined without documents.",
        source=("Geifman & El-Yaniv 2017",),
        note=(
            "An order that says nothing gives the error rate itself. Documents of equal doubt "
            "count in any order alike."
        ),
    ),
    Entry(
        key="promised_review",
        function="metrics.promises.class_thresholds.promise_precision",
        name="Least review that can be promised",
        group=WORKLOAD,
        formula=r"\min\{s : U_\delta(\text{wrong of those not sent}) \le x\}",
        meaning=(
            "The least share of documents to send to people so that at most x per cent of the "
            "others are wrong, on other documents like these in 95 of 100 cases."
        ),
        undefined="Where the 30 most certain documents already fail, nothing can be promised.",
        source=("El-Yaniv & Wiener 2010", "Clopper & Pearson 1934", "Angelopoulos et al. 2021"),
        note=(
            "From the most certain documents down, as long as the upper bound U of the share that "
            "is wrong stays at most x; the order is fixed before. Clusters and weights count by "
            "what they are worth. People are assumed to make no mistake."
        ),
    ),
    Entry(
        key="price_of_review",
        name="Break-even price of a review",
        group=WORKLOAD,
        formula=(
            r"\frac{\text{cost of errors without people} - \text{cost of errors that stay}}"
            r"{\text{documents sent to people}}"
        ),
        meaning=(
            "The most that the review of a document may cost to pay off: what the errors of the "
            "documents that are sent would cost, on average."
        ),
        range="0 and more, in the unit of the costs",
        undefined="Undefined where nothing is sent.",
        source=("this project",),
    ),
)
