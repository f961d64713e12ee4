"""An evaluation in words and in HTML, for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from breakeven.api import html
from breakeven.reports.cautions import OPTIMISTIC
from breakeven.text import cell_of, count_of

if TYPE_CHECKING:
    from breakeven.api.evaluation import EvaluationResult


def evaluation_in_html(of: EvaluationResult) -> str:
    """Averages and the first classes."""
    averages = {"macro": {name: a.value for name, a in of.macro().items()}}
    if not of.one_of:
        per_document = {name: a.value for name, a in of.per_document().items()}
        averages = {"micro": of.micro(), **averages, "per document": per_document}
    left_out = of.macro()["f"].left_out
    frame = of.frame()
    shown = ("precision", "recall", "f")
    cells = ("class", "positives", "tp", "fp", "fn", *shown)
    classes = [
        [_cell(value) for value in row]
        for row in frame.loc[: html.MOST_ROWS - 1, list(cells)].itertuples(index=False)
    ]
    return "".join(
        [
            html.paragraph(subject_of(of)),
            html.paragraph(
                f"Decisions: {of.cut}. β = {of.beta:g}."
                + (f" Macro F leaves out {count_of(left_out, 'class', 'classes')}: 0/0."
                   if left_out else "")
                + (f" {OPTIMISTIC.capitalize()}." if of.optimistic else "")
                + (f" {accuracy_of(of).capitalize()}." if of.one_of else "")
            ),
            html.table(
                ["average", *shown],
                [[kind, *(cell_of(a[m]) for m in shown)] for kind, a in averages.items()],
            ),
            html.table(cells, classes, len(frame)),
        ]
    )  # fmt: skip


def accuracy_of(evaluation: EvaluationResult) -> str:
    """The share of documents that are exactly right, as a word and a number."""
    return f"accuracy {cell_of(evaluation.exact_match)}"


def subject_of(evaluation: EvaluationResult) -> str:
    """Which system, on which documents of which review."""
    split = "all documents" if evaluation.split is None else evaluation.split
    documents = (
        count_of(evaluation.documents, "document")
        if evaluation.kept is None
        else str(evaluation.kept)
    )
    return (
        f"{evaluation.review.name}: {evaluation.system} on {split}, {documents}, "
        f"{count_of(len(evaluation.classes), 'class', 'classes')}"
    )


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return value
    return cell_of(float(value)) if isinstance(value, float) and value % 1 else f"{value:,.6g}"
