"""The verdicts on classes, in words."""

from __future__ import annotations

from collections import Counter

from breakeven.documents.behind import Cell
from breakeven.evaluation.counted import AnyEvaluation
from breakeven.findings.class_assessment import ClassAssessment, standing_of, weaker_classes
from breakeven.findings.class_errors import StandsOut
from breakeven.findings.class_text import IN_ORDER, Reading, words_of
from breakeven.selection.expression import AllOf, ClassTerms, OfClass
from breakeven.text import amount_of, count_of, f_name, figure_of, percent
from breakeven.ui.app.shared.counted import Counts, in_sentence
from breakeven.ui.components.html import bold, escaped, quiet, verdict
from metrics.class_verdicts import ClassVerdicts
from metrics.measures import f_beta
from metrics.typing import Array

# classes named in the overview
NAMED = 3
# the quadrants as the figure names them, in their order
CORNERS = (
    "above the line<br>in both",
    "often missed,<br>right when assigned",
    "found, but often<br>wrongly assigned",
    "often missed<br>and often wrong",
)


def overview(
    evaluation: AnyEvaluation, at: ClassVerdicts, cut: float, beta: float, counts: Counts
) -> str:
    """How many classes stand where, and which are the weak ones; HTML with escaped names."""
    verdicts = Counter(words_of(at))
    counted = "; ".join(
        f"<b>{verdicts[words]:,}</b> {words}" for words in IN_ORDER if verdicts[words]
    )
    of = quiet(f"Of {count_of(len(evaluation.classes), 'class', 'classes')}: {counted}.")
    return f"{_weakest(evaluation, at, cut, beta, counts)}<br>{of}"


def _weakest(
    evaluation: AnyEvaluation, at: ClassVerdicts, cut: float, beta: float, counts: Counts
) -> str:
    """The classes that are clearly weak, or weaker than the others; HTML with escaped names."""
    tables, f = evaluation.tables, f_beta(evaluation.tables, beta)

    def one(c: int) -> str:
        name, positives = evaluation.classes[c], float(tables.positives[c])
        documents = counts.of_class(name, "positives", positives, count_of(positives, "document"))
        return f"{bold(name, 40)} ({documents}, {f_name(beta)} {figure_of(f[c])})"

    def named(classes: Array) -> str:
        more = f" and {len(classes) - NAMED:,} more" if len(classes) > NAMED else ""
        return ", ".join(one(c) for c in classes[:NAMED].tolist()) + more

    found, below = standing_of(evaluation, at), f"clearly below {percent(cut)}"
    if weak := len(found.weak):
        of, are = count_of(found.there, "class", "classes"), "is" if weak == 1 else "are"
        return (
            f"{weak:,} of {of} {are} {below} in recall or precision, those with most errors "
            f"first: {named(found.weak)}."
        )
    text = f"No class is {below} in recall or precision."
    if len(weaker := weaker_classes(evaluation)):
        return f"{text} Clearly weaker than the others together: {named(weaker)}."
    return text


def reading_html(reading: Reading, it: ClassAssessment, counts: Counts) -> str:
    """A class's verdict, its evidence as a list, and the next step; `it`: what they say."""
    return verdict(
        escaped(reading.verdict),
        [_with_counts(escaped(sentence), it, counts) for sentence in reading.evidence],
        f"<b>Next:</b> {escaped(reading.next_step)}",
    )


def _with_counts(sentence: str, it: ClassAssessment, counts: Counts) -> str:
    """A sentence on a class whose counts of documents are links to them."""

    def linked(cell: Cell, count: float, words: str) -> tuple[str, str]:
        return words, counts.of_class(it.name, cell, count, words)

    right = linked("tp", it.tp, amount_of(it.tp))
    positives = linked("positives", it.positives, count_of(it.positives, "document"))
    assigned = linked("assigned", it.assigned, count_of(it.assigned, "assignment"))
    wrong = linked("fp", it.wrong, count_of(it.wrong, "wrong assignment"))
    missed = linked("fn", it.missed, count_of(it.missed, "missed document"))
    for parts in (
        ("It finds ", right, " of its ", positives, ": "),
        ("Of ", assigned, " ", right, " "),
        ("Of ", wrong, ", ", _both(it.name, "extra", "true", it.truly, counts), " "),
        ("Of ", missed, ", ", _both(it.name, "missed", "called", it.instead, counts), " "),
        (" ", _unassigned(it, counts), " no class"),
        ("Of ", missed, ", "),
    ):
        sentence = in_sentence(sentence, *parts)
    return sentence


def _both(
    name: str, error: ClassTerms, found: ClassTerms, other: StandsOut | None, counts: Counts
) -> tuple[str, str]:
    """The errors of a class in which another one stands out, and the link to them."""
    if other is None:
        return "", ""
    words = f"{other.documents:,}"
    term = AllOf((OfClass(error, name), OfClass(found, other.name)))
    return words, counts.of(other.documents, term, words)


def _unassigned(it: ClassAssessment, counts: Counts) -> tuple[str, str]:
    words = f"{it.unassigned:,} {'gets' if it.unassigned == 1 else 'get'}"
    missed = OfClass("missed", it.name)
    return words, counts.of_numbers(it.unassigned, words, missed, calls=(0, 0))
