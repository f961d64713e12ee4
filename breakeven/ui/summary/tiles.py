"""The numbers that a task is judged by, as tiles: what is found, what is right, what people add.

Which they are follows the task: several classes a document, one of several, or yes and no.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from breakeven.analysis.comparison.fixed_answer import compare_with_best_fixed
from breakeven.analysis.evaluation.average_intervals import AverageIntervals
from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.label_errors.label_evidence import NoEvidence
from breakeven.analysis.selection.expression import Judged
from breakeven.analysis.selection.selection import Selection
from breakeven.analysis.workload.workload import Workload
from breakeven.data.wording import amount_of, count_of, f_name, hundredths, percent, quoted
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.cache import prices_now, share_now
from breakeven.ui.app.cache.searches import workload_in
from breakeven.ui.app.page import links
from breakeven.ui.app.page.counts import CountLinks
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.store.baseline import BaselineComparison, against, difference_of
from breakeven.ui.components.html import escaped, quiet, to_page
from breakeven.ui.components.tables import Tile, tiles
from metrics import measures
from metrics.typing import DEFAULT_BETA, Array, AverageName
from metrics.uncertainty.intervals import Interval, precision_interval, recall_interval, wilson

UNKNOWN = Interval(math.nan, math.nan)
# of more, how sure the system is of each takes longer than anybody waits for a first page
MOST_DOCUMENTS = 100_000


@dataclass(frozen=True, kw_only=True)
class TileInput:
    """What tiles are made of.

    `positive`: the class that a yes-or-no task is about, None for others. `drawn`: the intervals of
    averages, None where documents are too few. `before`: beside an earlier version. `work`: how
    sure the system is of each document, None where nobody can say.
    """

    evaluation: BaseEvaluation
    selection: Selection
    counts: CountLinks
    positive: int | None
    drawn: AverageIntervals | None
    before: BaselineComparison | None = None
    work: Workload | None = None


def show_tiles(page: Page, positive: int | None) -> None:
    """The tiles of a review; `positive` as for `TileInput`."""
    review, evaluation, selection = page.review, page.evaluation, page.selection
    work = None
    if review.truth.n <= MOST_DOCUMENTS:
        sureness = workload_in(review, evaluation, prices_now())
        work = None if isinstance(sureness, NoEvidence) else sureness
    draw_tiles(
        TileInput(
            evaluation=evaluation,
            selection=selection,
            counts=page.counts,
            positive=positive,
            drawn=cache.intervals_of_averages(evaluation, selection.beta, selection.undefined),
            before=against(review, selection, evaluation),
            work=work,
        )
    )


def draw_tiles(facts: TileInput) -> None:
    """The tiles of what was counted anywhere."""
    if facts.positive is not None:
        shown = [*_yes_or_no(facts, facts.positive)]
    elif facts.evaluation.one_of:
        right = _right(facts, _to_measure("accuracy", "Accuracy"))
        shown = [right, _over_classes(facts)]
    else:
        key = "accuracy" if facts.evaluation.single_label else "exact_match"
        right = _right(facts, _to_measure(key, "Completely right"))
        shown = [_recalled(facts), _right_when_predicted(facts), right]
    tiles([*shown, *_with_people(facts)])


# --- several classes a document, or one of several


def _recalled(facts: TileInput) -> Tile:
    pooled, value = facts.evaluation.tables.pooled(), facts.evaluation.micro(DEFAULT_BETA)["recall"]
    true, missed = float(pooled.positives), _number(facts, facts.evaluation.counts.documents.fn > 0)
    ends = {} if facts.drawn is None else facts.drawn.micro
    return _tile(
        facts,
        "Found",
        value,
        facts.counts.linked(missed, Judged("missed"), f"missed in {count_of(missed, 'document')}")
        if true
        else "nothing is true here",
        _to_measure("recall"),
        ends.get("recall", UNKNOWN),
        *_since(facts, "recall"),
    )


def _right_when_predicted(facts: TileInput) -> Tile:
    pooled, value = (
        facts.evaluation.tables.pooled(),
        facts.evaluation.micro(DEFAULT_BETA)["precision"],
    )
    given, alarms = float(pooled.assigned), _number(facts, facts.evaluation.counts.documents.fp > 0)
    ends = {} if facts.drawn is None else facts.drawn.micro
    return _tile(
        facts,
        "Right when predicted",
        value,
        facts.counts.linked(
            alarms, Judged("extra"), f"false alarms in {count_of(alarms, 'document')}"
        )
        if given
        else "nothing is predicted",
        _to_measure("precision"),
        ends.get("precision", UNKNOWN),
        *_since(facts, "precision"),
    )


def _right(facts: TileInput, label: Markup) -> Tile:
    """The share of documents that are completely right."""
    evaluation = facts.evaluation
    tables, some_judged = evaluation.counts.documents, evaluation.counts.judged > 0
    right = _number(facts, (tables.fn + tables.fp == 0) & some_judged)
    judged = _number(facts, some_judged)
    # of a document that nobody judged no prediction is wrong
    alike = right == _number(facts, tables.fn + tables.fp == 0)
    subtitle: Markup | str = facts.counts.linked(
        right, Judged("right"), count_of(right, "document")
    )
    if not alike:
        subtitle = f"{amount_of(right)} of {count_of(judged, 'document')}"
    if evaluation.weights is not None:
        subtitle = "of the documents, by their weights"
    ends = UNKNOWN if facts.drawn is None else facts.drawn.exact_match
    return _tile(facts, label, evaluation.exact_match, subtitle, "", ends, *_right_since(facts))


def _over_classes(facts: TileInput) -> Tile:
    """The mean of F over classes, beside an accuracy that large classes decide."""
    beta, undefined = facts.selection.beta, facts.selection.undefined
    mean = facts.evaluation.macro(beta, undefined)["f"]
    ends = UNKNOWN if facts.drawn is None else facts.drawn.macro["f"]
    over = Markup("mean {} of {}").format(
        _to_measure("f", f_name(beta)), count_of(mean.units, "class", "classes")
    )
    return _tile(
        facts, "Average of the classes", mean.value, over, "", ends, *_since(facts, "f", "macro")
    )


# --- yes and no: what is caught, how many alarms are false, how many others are hit


def _yes_or_no(facts: TileInput, positive: int) -> Iterator[Tile]:
    evaluation, counts = facts.evaluation, facts.counts
    table, name = evaluation.tables[positive], evaluation.classes[positive]
    wrong, right_alarms = float(table.fp), precision_interval(table)
    yield _tile(
        facts,
        "Caught",
        float(measures.recall(table)),
        Markup("{} of {} {}").format(
            counts.of_class(name, "tp", float(table.tp)),
            amount_of(float(table.positives)),
            escaped(quoted(name, 30)),
        ),
        _to_measure("recall"),
        recall_interval(table),
    )
    yield _tile(
        facts,
        "False alarms",
        1 - float(measures.precision(table)),
        Markup("{} of {}").format(
            counts.of_class(name, "fp", wrong), count_of(float(table.assigned), "alarm")
        ),
        _to_measure("precision", "1 − precision"),
        Interval(1 - right_alarms.high, 1 - right_alarms.low),
    )
    yield _tile(
        facts,
        "Others hit",
        float(measures.fallout(table)),
        Markup("{} of {} {}").format(
            counts.of_class(name, "fp", wrong),
            amount_of(float(table.negatives)),
            escaped(_others(evaluation, positive)),
        ),
        _to_measure("fallout"),
        # how much documents tell that were drawn together is not known of the others
        wilson(table.fp, table.negatives) if table.effective is None else UNKNOWN,
    )
    yield from _beside_fixed(facts)


def _others(evaluation: BaseEvaluation, positive: int) -> str:
    """What the documents are called that are not of the class."""
    if len(evaluation.classes) == 2:
        return quoted(evaluation.classes[1 - positive], 30)
    return "other" if float(evaluation.tables[positive].negatives) == 1 else "others"


def _beside_fixed(facts: TileInput) -> Iterator[Tile]:
    """The share of documents that are right, beside what the best fixed answer would get."""
    fixed = compare_with_best_fixed(facts.evaluation)
    if fixed is None or not fixed.mine.one_of:
        return
    ends = UNKNOWN if facts.drawn is None else facts.drawn.exact_match
    beside = escaped(f"{fixed.name}: {percent(fixed.its.right)}")
    yield _tile(facts, "Right", facts.evaluation.exact_match, beside, _to_measure("accuracy"), ends)


# --- what people would add


def _with_people(facts: TileInput) -> Iterator[Tile]:
    """How much is right if people look at what it is least sure of; none where nobody can say."""
    if facts.work is None:
        return
    step = facts.work.sending(share_now())
    if not step.documents:
        return
    ends = step.wrong_interval
    url = links.url_of("human_review", links.address_of("human_review"))
    yield Tile(
        label="Sent to people",
        value=percent(share_now()),
        sentences=(to_page(f"makes {percent(1 - step.wrong)} right", url),),
        share=1 - step.wrong,
        low=1 - float(ends.high),
        high=1 - float(ends.low),
    )


# --- what all tiles have


def _tile(
    facts: TileInput,
    label: Markup | str,
    value: float,
    subtitle: Markup | str,
    named: Markup | str,
    ends: Interval,
    *moved: str,
) -> Tile:
    """A share and of what it is; what the measure is called, with its range; what has moved."""
    low, high = float(ends.low), float(ends.high)
    within = "" if math.isnan(low) else _range(low, high)
    return Tile(
        label=label,
        value=percent(value),
        sentences=(subtitle, quiet(Markup("{} {}").format(named, within)), *moved),
        share=value,
        low=low,
        high=high,
    )


def _to_measure(key: str, name: str = "") -> Markup:
    """The name of a measure, which leads to what it means."""
    return to_page(name or key.replace("_", " "), links.help_url(key))


def _range(low: float, high: float) -> str:
    """From one share to another in per cent; one number where they look alike."""
    ends = hundredths(low), hundredths(high)
    return f"{ends[0]} %" if ends[0] == ends[1] else f"{ends[0]}–{ends[1]} %"


def _since(facts: TileInput, measure: str, average: AverageName = "micro") -> list[str]:
    """The difference to the version that stands beside."""
    if facts.before is None:
        return []
    moved = facts.before.pair(measure, facts.selection).averages[average]
    return [f"{difference_of(moved)} since version {facts.before.n}"]


def _right_since(facts: TileInput) -> list[str]:
    """How many documents became right, and wrong, since the version that stands beside."""
    if facts.before is None:
        return []
    flips, n = facts.before.flips, facts.before.n
    better, worse = len(flips.fixed), len(flips.broken)
    return [f"{better:,} right that were not in version {n}, {worse:,} no longer"]


def _number(facts: TileInput, mask: Array) -> int:
    return facts.evaluation.counts.number(mask)
