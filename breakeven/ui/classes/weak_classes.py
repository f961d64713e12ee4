"""Which classes are weak, and the documents of one.

Verdicts in words, all classes by recall and precision, and what became of them since the baseline.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.documents.behind import CellOrSum, of_cell
from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.evaluation import Evaluation, errors_by_confidence
from breakeven.analysis.findings.class_assessment import (
    ClassAssessment,
    StandsOut,
    most_telling_class,
    standing_of,
    weaker_classes,
)
from breakeven.analysis.findings.class_text import ClassReading
from breakeven.analysis.selection.expression import AllOf, ClassTerm, ClassTermKind
from breakeven.data.records import Truth
from breakeven.data.wording import amount_of, count_of, f_name, listed, percent
from breakeven.figures.classes import quadrant_figure
from breakeven.ui.app.page.class_points import (
    choosing_several,
    group_of,
    show_class_points,
    show_group,
)
from breakeven.ui.app.page.counts import CountLinks, in_sentence
from breakeven.ui.app.page.document_list import DocumentsWay, show_documents
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.store.baseline import BaselineComparison, difference_of, flipped
from breakeven.ui.components.html import bold, escaped, verdict
from breakeven.ui.components.markdown import help_of
from metrics.typing import Array
from metrics.uncertainty.class_verdicts import ClassVerdicts

# --- which class the page on classes opens with, before anybody chooses one


# the parts of the page, by their keys in addresses
PARTS = {
    "main": "Weak",
    "all": "All",
    "numbers": "Numbers",
    "size": "By size",
    "two": "Split in two",
}
# of a single class there is nothing to list, and no other to compare it with
PARTS_OF_ONE = {"main": "Errors", "numbers": "Numbers", "two": "Split in two"}


def class_parts(single: bool, texts: bool) -> dict[str, str]:
    """The parts that can say something, by key. `texts`: whether there are any to divide by."""
    parts = PARTS_OF_ONE if single else PARTS
    return {key: name for key, name in parts.items() if key != "two" or texts}


def open_on_weakest(page: Page, verdicts: ClassVerdicts) -> None:
    """Choose the class with most errors of those that are clearly weak, where none is chosen yet.

    A class named as the positive one stays the first that is looked at, and of folded classes the
    largest.
    """
    truth = page.review.truth
    if page.folded:
        return
    if state.raw().get("class") in truth.classes or truth.positive is not None:
        return
    weakest = most_telling_class(page.evaluation, verdicts)
    if weakest is None or weakest == page.selection.class_index:
        return
    state.choose("class", truth.classes[weakest])
    st.rerun()


# --- the verdicts on classes, in words


# classes named in the overview
MOST_NAMED = 3
# lines of evidence on a class at first sight
MOST_EVIDENCE = 3
# the quadrants as the figure names them, in their order
CORNERS = (
    "high precision,<br>high recall",
    "high precision,<br>low recall",
    "low precision,<br>high recall",
    "low precision,<br>low recall",
)


def overview_html(
    evaluation: BaseEvaluation,
    verdicts: ClassVerdicts,
    cut: float,
) -> Markup:
    """The classes that are clearly weak, or weaker than the others; HTML with escaped names."""
    weak, below = standing_of(evaluation, verdicts).weak, f"clearly below {percent(cut)}"
    if len(weak):
        weakest = [bold(evaluation.classes[c], 40) for c in weak[:MOST_NAMED].tolist()]
        more = f" and {len(weak) - MOST_NAMED:,} more" if len(weak) > MOST_NAMED else ""
        return Markup("{}: {}{}.").format(below.capitalize(), Markup(", ").join(weakest), more)
    text = escaped(f"No class is {below}.")
    if len(weaker := weaker_classes(evaluation)):
        names = listed([evaluation.classes[c] for c in weaker.tolist()], MOST_NAMED)
        return text + escaped(f" Clearly weaker than all others taken together: {names}.")
    return text


def reading_html(reading: ClassReading, it: ClassAssessment, counts: CountLinks) -> Markup:
    """A class's verdict, its evidence as a list, and the next step; `it`: what they are about."""
    evidence = [_with_counts(escaped(sentence), it, counts) for sentence in reading.evidence]
    return verdict(
        escaped(reading.verdict),
        evidence[:MOST_EVIDENCE],
        Markup("<b>Next:</b> {}").format(escaped(reading.next_step)),
        evidence[MOST_EVIDENCE:],
    )


def _with_counts(sentence: Markup, it: ClassAssessment, counts: CountLinks) -> Markup:
    """A sentence on a class whose counts of documents are links to them."""

    def linked(cell: CellOrSum, count: float, words: str) -> tuple[str, Markup]:
        return words, counts.of_class(it.name, cell, count, words)

    right = linked("tp", it.tp, amount_of(it.tp))
    positives = linked("positives", it.positives, amount_of(it.positives))
    assigned = linked("assigned", it.assigned, count_of(it.assigned, "prediction"))
    wrong = linked("fp", it.wrong, count_of(it.wrong, "false alarm"))
    missed = linked("fn", it.missed, f"{it.missed:,} missed")
    for parts in (
        ("Finds ", right, " of ", positives, ": "),
        ("", right, " of ", assigned, " "),
        (_both(it.name, "extra", "true", it.truly, counts), " of ", wrong, " "),
        (_both(it.name, "missed", "called", it.instead, counts), " of ", missed, " w"),
        (_unassigned(it, counts), " of ", missed, " got no class"),
    ):
        sentence = in_sentence(sentence, *parts)
    return sentence


def _both(
    name: str,
    error: ClassTermKind,
    right: ClassTermKind,
    other: StandsOut | None,
    counts: CountLinks,
) -> tuple[str, Markup]:
    """The errors of a class in which another one stands out, and the link to them."""
    if other is None:
        return "", Markup()
    words = f"{other.documents:,}"
    term = AllOf((ClassTerm(error, name), ClassTerm(right, other.name)))
    return words, counts.linked(other.documents, term, words)


def _unassigned(it: ClassAssessment, counts: CountLinks) -> tuple[str, Markup]:
    words = f"{it.unassigned:,}"
    missed = ClassTerm("missed", it.name)
    return words, counts.of_numbers(it.unassigned, words, missed, calls=(0, 0))


# --- Every class by recall and precision


MOST_DRAWN = 1_500
QUADRANTS_KEY = "classes"
HOW_TO_READ = (
    "Click a mark to choose its class.",
    "One mark per class; its area shows the documents truly in the class here. Filled: precision "
    "and recall are clearly on their side of the dotted line, by an exact test at 5 % for all "
    "classes together. Open: no clear difference. Ring and bars: the chosen class and its "
    "intervals. The classes with most errors are named where there is room.",
)


def largest_first(evaluation: Evaluation, classes: Array) -> Array:
    """These classes by falling number of documents truly in them."""
    return classes[np.argsort(-evaluation.tables.positives[classes], kind="stable")]


def show_quadrants(
    page: Page, verdicts: ClassVerdicts, cut: float, shown_classes: Array | None = None
) -> None:
    """Every class by recall and precision, `shown_classes` darker; a click on one chooses it."""
    evaluation, chosen = page.evaluation, page.selection.class_index
    with st.popover(f"Low: below {cut:.2f}", type="tertiary"):
        widgets.slider(
            "quadrants",
            "Low precision or recall is below",
            0.0,
            1.0,
            cut,
            step=0.01,
            help=help_of("quadrants"),
        )
        several = choosing_several(QUADRANTS_KEY)
    placed = np.flatnonzero(verdicts.quadrant >= 0)
    drawn = largest_first(evaluation, placed)[:MOST_DRAWN]
    ring = np.flatnonzero(drawn == chosen)
    group = group_of(evaluation.classes, QUADRANTS_KEY)
    shown = group if len(group) or shown_classes is None else shown_classes

    def clicked(point: Mapping[str, Any] | None) -> None:
        if point is not None:
            state.remember("clicked_point", int(point["customdata"]))
        # a second click on a point takes its selection back, and reports no point
        if (point_clicked := state.remembered("clicked_point")) is not None:
            _choose_next(page, verdicts, point_clicked)

    figure = quadrant_figure(
        [evaluation.classes[c] for c in drawn],
        drawn,
        evaluation.tables.positives[drawn],
        verdicts[drawn],
        cut=cut,
        labels=CORNERS,
        chosen=int(ring[0]) if len(ring) else None,
        group=np.isin(drawn, shown) if len(shown) else None,
    )
    quadrants = verdicts.quadrant[drawn]
    alt_text = ", ".join(
        f"{int(np.count_nonzero(quadrants == q)):,} {label.replace('<br>', ' ')}"
        for q, label in enumerate(CORNERS)
    )
    title = "Every class by recall and precision"
    show_class_points(page, QUADRANTS_KEY, figure, clicked, title, alt_text, several=several)
    show_group(page, QUADRANTS_KEY)
    left_out = _left_out(len(drawn), len(placed), len(evaluation.classes))
    st.caption(HOW_TO_READ[0], help=" ".join([*left_out, HOW_TO_READ[1]]))


def _left_out(drawn: int, placed: int, every: int) -> Iterator[str]:
    if drawn < placed:
        yield f"The {drawn:,} largest are drawn; {placed - drawn:,} more are under “All”."
    if placed < every:
        yield (
            f"Not in the plot: {count_of(every - placed, 'class', 'classes')} without a prediction "
            "or without documents."
        )


def _choose_next(page: Page, verdicts: ClassVerdicts, c: int) -> None:
    """The class under a click becomes the class; a second click there takes the next one."""
    chosen = page.selection.class_index
    same = np.flatnonzero(
        (verdicts.precision == verdicts.precision[c]) & (verdicts.recall == verdicts.recall[c])
    )
    here = largest_first(page.evaluation, same).tolist()
    following = here.index(chosen) + 1 if chosen in here else 0
    page.choose_class(here[following % len(here)])


# --- the documents behind the numbers of the chosen class


FIRST_DOCUMENTS = (
    "False alarms with the highest scores come first: the most confident mistakes. Missed and "
    "found documents with the lowest scores come first."
)
ERROR_CELLS: dict[CellOrSum, str] = {
    "fp": "False alarms",
    "fn": "Missed",
    "tp": "Found",
}


@widgets.fragment
def show_behind(truth: Truth, evaluation: Evaluation, class_index: int) -> None:
    """The documents behind a cell, one click away; the larger kind of error at first."""
    counts = {cell: int(getattr(evaluation.tables, cell)[class_index]) for cell in ERROR_CELLS}
    larger = "fn" if counts["fn"] > counts["fp"] else "fp"
    names: dict[CellOrSum, str] = {
        cell: f"{name} ({counts[cell]:,})" for cell, name in ERROR_CELLS.items()
    }
    cell: CellOrSum = widgets.section(
        "classes.cell",
        "Documents",
        names,
        state.one_of("classes.cell", ERROR_CELLS, larger),
        help=FIRST_DOCUMENTS if evaluation.scored.has_scores else None,
    )
    positions = errors_by_confidence(evaluation, class_index, cell)
    term = of_cell(truth, evaluation.classes[class_index], cell)
    assert term is not None
    name = f"{cell}_of_the_class"
    show_documents(truth, evaluation, positions, name, DocumentsWay(term), class_index, narrow=True)


# --- what became of classes since the baseline


ONLY_CHANGED = "classes.changed"


def class_since(page: Page, since: BaselineComparison, c: int, counts: CountLinks) -> Markup:
    """A class's differences to the earlier version, and its decisions that flipped; HTML."""
    flips, name = since.flips, page.chosen_class
    differences = [
        f"{title} {difference_of(since.pair(measure, page.selection).per_class, c)}"
        for measure, title in (
            ("f", f_name(page.selection.beta)),
            ("precision", "precision"),
            ("recall", "recall"),
        )
    ]
    right, wrong = int(flips.by_class.fixed[c]), int(flips.by_class.broken[c])
    turned = Markup("{} became right, {} became wrong").format(
        counts.linked(right, flipped(since.system, name, toward_right=True)),
        counts.linked(wrong, flipped(since.system, name, toward_right=False)),
    )
    few = "" if since.pair("f", page.selection).enough[c] else " Too few documents to judge."
    return Markup("<b>Since version {}</b>: {} (95 %). {} changed: {}.{}").format(
        since.n,
        Markup("; ").join(map(escaped, differences)),
        count_of(right + wrong, "prediction"),
        turned,
        few,
    )


def only_changed(since: BaselineComparison | None, listed: Array) -> Array:
    """Of the classes listed, those of which a decision flipped, where that is asked for."""
    if since is None:
        return listed
    changed = since.flips.of_classes > 0
    wanted = widgets.toggle(
        ONLY_CHANGED,
        f"Only the {count_of(int(changed.sum()), 'class', 'classes')} with predictions that "
        f"changed since version {since.n}",
    )
    return listed[np.asarray(changed)[listed]] if wanted else listed
