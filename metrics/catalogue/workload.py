"""Entries about what people still have to do beside a system."""

from __future__ import annotations

from metrics.catalogue.entry import Entry

GROUP = "What people still do"

ENTRIES = (
    Entry(
        key="doubt",
        name="Doubt about a document",
        group=GROUP,
        formula=(
            r"\sum_{c\ \text{assigned}} (1-p_c)\,k_{\text{false alarm}}"
            r" + \sum_{c\ \text{not assigned}} p_c\,k_{\text{miss}}"
        ),
        meaning=(
            "What the decisions on a document are expected to cost by their errors; with costs of "
            "1, how many of its classes are expected to be wrong."
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
        name="What stays wrong, by what people look at",
        group=GROUP,
        formula=(
            r"R(s) = \frac{1}{n}\,\#\{\text{wrong documents that are doubted less than"
            r" the share } s \text{ sent to people}\}"
        ),
        meaning=(
            "The share of all documents that stay wrong when those that are doubted most go to "
            "people, who are taken to make no mistake."
        ),
        range=(0.0, 1.0),
        best=0.0,
        undefined="Undefined without documents.",
        source=("El-Yaniv & Wiener 2010", "Geifman & El-Yaniv 2017"),
        note=(
            "Of the documents that nobody looks at, the share that is wrong is $R(s)/(1-s)$, the "
            "selective risk at the coverage $1-s$. Documents of equal doubt go together or not at "
            "all. Where the order says nothing, $R$ falls in a straight line to 0."
        ),
    ),
    Entry(
        key="risk_coverage_area",
        name="Area under risk and coverage",
        group=GROUP,
        formula=r"\int_0^1 \frac{R(1-c)}{c}\,\mathrm{d}c",
        meaning=(
            "The share that is wrong among what nobody looks at, on average over all shares that "
            "could be left to the system: one number for how well doubt finds the errors."
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
        key="price_of_review",
        name="Break-even price of a review",
        group=GROUP,
        formula=(
            r"\frac{\text{cost of errors without people} - \text{cost of errors that stay}}"
            r"{\text{documents sent to people}}"
        ),
        meaning=(
            "What a person's look at a document may cost at most for the work to pay: what the "
            "documents that are sent would cost by their errors, on average."
        ),
        range="0 and more, in the unit of the costs",
        undefined="Undefined where nothing is sent.",
        source=("this project",),
    ),
)
