"""Wishes for thresholds: what is promised, what it costs and whether it is kept, in words.

Tested in `test_promises`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from breakeven.analysis.evaluation.cut import WISHED, Cut
from breakeven.analysis.evaluation.evaluation import evaluate
from breakeven.analysis.evaluation.fit import fit_cut
from breakeven.analysis.evaluation.scored import ScoredSplit, score_split
from breakeven.analysis.findings.drift import Unlikeness, unlikeness
from breakeven.analysis.thresholds.promises import (
    OfferedClasses,
    OfferedSlice,
    PromiseVerdict,
    WishedClass,
    WishedMeasure,
    WishOutcome,
    is_average,
    offered_classes,
    offered_slices,
    wish_outcome,
)
from breakeven.data.records import Review
from breakeven.data.splits import default_split
from breakeven.data.wording import (
    NOTHING,
    amount_of,
    cell_of,
    count_of,
    exact_of,
    listed,
    quoted,
)
from breakeven.results import values
from breakeven.results.arguments import AnyCut, cut_of, selection_of, system_of
from breakeven.results.table_formats import frame_in_markdown, in_markdown, markdown_table
from breakeven.results.values import PlainRow, plain_number
from metrics.promises.class_thresholds import ALPHA, trials_needed
from metrics.promises.document_means import documents_needed

if TYPE_CHECKING:
    import pandas as pd

# so many classes are named in a sentence
NAMED = 6
# so many classes that candidates serve worst are printed
WORST = 20
SLICE_COLUMNS = ("by", "slice", "where", "documents", "complete", "at_least", "at_most")
UNLIKE: dict[Unlikeness, str] = {
    "texts": "its texts differ",
    "later": "it is later",
    "classes": "its mix of classes differs",
    "time": "classes come or go over time",
}
COLUMNS = (
    *("class", "threshold", "how", "positives", "value_there", "other_there", "bound"),
    *("plain_value", "plain_other", "more", "value_here", "low_here", "high_here", "other_here"),
    "verdict",
)


def wish_text(cut: Cut) -> str:
    """What is wished for, to begin a sentence with."""
    least = exact_of(cut.least)
    if cut.rule == "candidates":
        share = exact_of(round(100 * cut.least, 10))
        return f"Offering all true classes in {share} % of documents"
    of = {"class": "", "micro": " over all classes", "per_document": " per document"}[cut.average]
    return f"{cut.rule.capitalize()} of at least {least}{of}"


def wish_sentences(outcome: WishOutcome, unlike: Sequence[Unlikeness] = ()) -> Iterator[str]:
    """What is promised and of which documents, what cannot be, and what became of it."""
    yield promise_sentence(outcome, unlike)
    if without := _without(outcome):
        yield without
    if price := price_sentence(outcome):
        yield price
    if outcome.seen:
        yield verdict_sentence(outcome)


def promise_sentence(outcome: WishOutcome, unlike: Sequence[Unlikeness] = ()) -> str:
    """What is promised, how often it may be broken, and for documents like which."""
    cut = outcome.cut
    where = split_text(outcome.tuned_on)
    if not cut.promise:
        met = outcome.count("tuned")
        which = f" for {met:,} of {_classes(outcome)}" if _by_class(outcome) else ""
        reached = f"is reached on {where}{which}" if met else f"is not reached on {where}"
        return (
            f"{wish_text(cut)} {reached}. This is no promise: expect about half of such thresholds "
            "to fall short on other documents."
        )
    promised = outcome.count("promised")
    if not promised:
        return f"{wish_text(cut)} cannot be promised on the documents of {where}."
    which = f" for {promised:,} of {_classes(outcome)}" if _by_class(outcome) else ""
    odds = "95 of 100 such promises hold"
    if is_average(cut):
        odds = "it holds on average, not for each sample of documents"
    elif cut.average == "micro":
        odds = "about 95 of 100 such promises hold (approximate)"
    tried = ""
    if cut.tries > 1 and not is_average(cut):
        tried = f", corrected for {cut.tries:,} levels tried"
    like = (
        f"It is for documents like {'these' if outcome.tuned_on is None else f'those of {where}'}"
    )
    if unlike and outcome.seen:
        *others, last = [UNLIKE[reason] for reason in unlike]
        reasons = f"{', '.join(others)} and {last}" if others else last
        like += f"; {split_text(outcome.shown)} is unlike them: {reasons}"
    return f"{wish_text(cut)} is promised{which}: {odds}{tried}. {like}."


def split_text(split: str | None) -> str:
    """A split in a sentence, as it is."""
    return "all documents" if split is None else split


def _by_class(outcome: WishOutcome) -> bool:
    return bool(outcome.rows) and outcome.rows[0].name is not None


def _classes(outcome: WishOutcome) -> str:
    return count_of(len(outcome.rows), "class", "classes")


def _without(outcome: WishOutcome) -> str:
    """Which classes cannot be promised, and what a promise takes; "" where none is left out."""
    cut = outcome.cut
    if not cut.promise:
        number = outcome.count("not reached")
        if not number or not _by_class(outcome):
            return ""
        return f"{count_of(number, 'class', 'classes')} cannot reach it at any threshold."
    if is_average(cut):
        if outcome.count("promised"):
            return ""
        needed = count_of(documents_needed(cut.least), "document")
        return f"Such a promise needs {needed} with a true class, and scores for them."
    number = outcome.count("not promised")
    empty = outcome.count("no positives") if _by_class(outcome) else 0
    absent = f"{count_of(empty, 'class has', 'classes have')} no positives there, and no promise."
    if not number:
        return absent if empty else ""
    least = trials_needed(0, cut.least, ALPHA / cut.tries)
    needs = f"{least:,.0f} positives" if cut.rule == "recall" else f"{max(30, least):,.0f} highest"
    missing = "without a miss" if cut.rule == "recall" else "scores that are nearly all right"
    instead = (
        "they have the threshold that reaches it on the tuning documents"
        if cut.rule == "recall"
        else "they are not predicted"
    )
    what = count_of(number, "class", "classes") if _by_class(outcome) else "The total"
    why = f"{what} cannot be promised: it takes at least {needs} {missing}. Until then {instead}."
    return f"{why} {absent}" if empty else why


def price_sentence(outcome: WishOutcome) -> str:
    """What promises cost beside thresholds without one; "" where nothing is promised."""
    cut = outcome.cut
    rows = [row for row in outcome.rows if row.how == "promised"]
    if not rows:
        return ""
    where = split_text(outcome.tuned_on)
    other = other_name(cut)
    if len(rows) == 1:
        row, digits = rows[0], 3
        return (
            f"The price on {where}: {other} {cell_of(row.there.other, digits)} instead of "
            f"{cell_of(row.plain.other, digits)} without a promise."
        )
    costly = max(rows, key=_drop)
    return (
        f"The price is highest for {quoted(costly.name or '')}: {other} on {where} "
        f"{cell_of(costly.there.other)} instead of {cell_of(costly.plain.other)}"
        f"{_would_buy(costly)}."
    )


def _drop(row: WishedClass) -> float:
    drop = row.plain.other - row.there.other
    return -math.inf if math.isnan(drop) else drop


def _would_buy(row: WishedClass) -> str:
    if math.isnan(row.more):
        return ""
    return f"; some {count_of(row.more, 'more positive')} would allow a stricter threshold"


def other_name(cut: Cut) -> str:
    """What is beside the wish: of recall the precision, and the other way round."""
    if cut.rule == "candidates":
        return "classes offered per document"
    return "precision" if cut.rule == "recall" else "recall"


def value_name(cut: Cut) -> str:
    """The measure that is wished for."""
    return "share complete" if cut.rule == "candidates" else cut.rule


def verdict_sentence(outcome: WishOutcome) -> str:
    """How many promises, or wishes, are kept on the documents shown, and which are broken."""
    parts = []
    of_classes = _by_class(outcome)
    verdicts: tuple[PromiseVerdict, ...] = ("kept", "broken", "cannot tell")
    for verdict in verdicts:
        rows = outcome.verdicts(verdict)
        if not rows:
            continue
        if not of_classes:
            (row,) = rows
            assert row.here is not None
            text = _verdict_words(verdict)
            return f"On {split_text(outcome.shown)}: {text} ({_bounds(row.here)})."
        names = ""
        if verdict != "cannot tell":
            names = f" ({listed([row.name or '' for row in rows], NAMED)})"
        parts.append(f"{len(rows):,} {verdict}{names}")
    if not parts:
        return f"On {split_text(outcome.shown)} nothing can be said of it."
    return (
        f"On {split_text(outcome.shown)}: {'; '.join(parts)}. Each verdict alone is wrong in at "
        "most 5 of 100."
    )


def _verdict_words(verdict: PromiseVerdict) -> str:
    return "it cannot be told whether it is kept" if verdict == "cannot tell" else verdict


def _bounds(measure: WishedMeasure) -> str:
    return (
        f"{cell_of(measure.value)}; at least {cell_of(measure.low)} and at most "
        f"{cell_of(measure.high)}, each bound with 95 % confidence"
    )


@dataclass(frozen=True, repr=False, eq=False)
class PromiseResult:
    """A wish for thresholds with its promise: what it gives where it is tuned and elsewhere.

    `unlike`: in which ways the documents shown are unlike those it was tuned on. `offered`: how
    candidates serve the documents of each class there, None of other wishes; `slices`: those of
    each slice. `without`: how many documents lack a true class among the candidates.
    """

    outcome: WishOutcome
    unlike: tuple[Unlikeness, ...]
    review: str
    system: str
    classes: tuple[str, ...] = ()
    offered: OfferedClasses | None = None
    slices: tuple[OfferedSlice, ...] = ()
    without: float = math.nan

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is promised, what cannot be, what it costs, and whether it is kept."""
        return tuple(wish_sentences(self.outcome, self.unlike))

    def frame(self) -> pd.DataFrame:
        """One row per class, or one for all: `COLUMNS`; NaN where undefined."""
        import pandas as pd

        return pd.DataFrame(
            [_cells(self.outcome, row) for row in self.outcome.rows], columns=COLUMNS
        )

    def class_frame(self) -> pd.DataFrame | None:
        """Of candidates, one row a class with documents shown, the worst served first.

        `documents` of the class; `offered`: the share of them whom it is offered; `complete`: of
        whom all true classes are offered. None of other wishes.
        """
        import pandas as pd

        if self.offered is None:
            return None
        columns = ("documents", "offered", "complete")
        frame = pd.DataFrame(
            {"class": list(self.classes)} | {name: getattr(self.offered, name) for name in columns}
        )
        return frame[frame["documents"] > 0].sort_values("complete", kind="stable")

    def slice_frame(self) -> pd.DataFrame | None:
        """Of candidates, one row a slice of the documents shown, the worst served first.

        `by` what it is, its `slice`, the filter `where` that keeps it; `documents` with a true
        class, and `complete`, the share of which all true classes are offered, between bounds that
        are each wrong in 5 of 100. None of other wishes.
        """
        import pandas as pd

        if self.offered is None:
            return None
        rows = [
            (s.feature, s.name, s.where, s.documents, s.complete, s.low, s.high)
            for s in self.slices
        ]
        return pd.DataFrame(rows, columns=list(SLICE_COLUMNS))

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data; None where undefined, and for a threshold that is never met."""
        outcome, frame, slices = self.outcome, self.class_frame(), self.slice_frame()
        return {
            "review": self.review,
            "system": self.system,
            "decisions": str(outcome.cut),
            "promise": outcome.cut.promise,
            "on_average": is_average(outcome.cut),
            "tuned_on": outcome.tuned_on,
            "shown": outcome.shown if outcome.seen else None,
            "seen": outcome.seen,
            "unlike": list(self.unlike),
            "sentences": list(self.sentences),
            "rows": [_plain(_cells(outcome, row)) for row in outcome.rows],
        } | (
            {}
            if frame is None or slices is None
            else {
                "not_all_offered": plain_number(self.without),
                "classes": values.plain_rows(frame),
                "slices": values.plain_rows(slices),
            }
        )

    def to_markdown(self) -> str:
        """The sentences, and a table of the classes."""
        text = "\n\n".join(in_markdown(sentence) for sentence in self.sentences)
        head, rows = wish_table(self.outcome)
        cells = [[in_markdown(row[0]), *row[1:]] for row in rows]
        tables = [markdown_table(head, cells)]
        if (frame := self.class_frame()) is not None:
            tables.append(frame_in_markdown(frame.head(WORST)))
        if (slices := self.slice_frame()) is not None and len(slices):
            tables.append(frame_in_markdown(slices.drop(columns="where").head(WORST)))
        return "\n\n".join([text, *tables])

    def __repr__(self) -> str:
        return f"<Promise of {self.system}: {self.outcome.cut}>"

    def _repr_html_(self) -> str:
        head, rows = wish_table(self.outcome)
        text = "".join(values.html_paragraph(sentence) for sentence in self.sentences)
        return text + values.html_table(head, rows[: values.MOST_HTML_ROWS], len(rows))


def _cells(outcome: WishOutcome, row: WishedClass) -> PlainRow:
    """A row by the names of `COLUMNS`; NaN where undefined."""
    here = row.here
    return {
        "class": row.name,
        "threshold": row.threshold,
        "how": row.how,
        "positives": row.positives,
        "value_there": row.there.value,
        "other_there": row.there.other,
        "bound": row.bound,
        "plain_value": row.plain.value,
        "plain_other": row.plain.other,
        "more": row.more,
        "value_here": math.nan if here is None else here.value,
        "low_here": math.nan if here is None else here.low,
        "high_here": math.nan if here is None else here.high,
        "other_here": math.nan if here is None else here.other,
        "verdict": row.verdict if row.is_held else None,
    }


def _plain(cells: PlainRow) -> PlainRow:
    """The same as JSON has it: None where undefined, infinite thresholds as text."""
    out: PlainRow = {}
    for name, value in cells.items():
        if isinstance(value, float) and math.isinf(value):
            out[name] = "inf" if value > 0 else "-inf"
        elif isinstance(value, float):
            out[name] = plain_number(value)
        else:
            out[name] = value
    return out


def wish_table(outcome: WishOutcome) -> tuple[list[str], list[list[str]]]:
    """Head and rows of ready cells, classes with most positives first; names are raw."""
    cut, with_promise = outcome.cut, outcome.cut.promise
    value, other = value_name(cut), other_name(cut)
    there, here = split_text(outcome.tuned_on), split_text(outcome.shown)
    units = "documents" if is_average(cut) else "positives"
    head = ["class", "threshold", units, f"{value}, {there}", f"{other}, {there}"]
    if with_promise:
        head[1:1] = ["promise"]
        head += [f"{other} without", "more needed"]
    if outcome.seen:
        head += [f"{value}, {here}", f"{other}, {here}", "verdict"]
    rows = []
    for row in sorted(outcome.rows, key=lambda row: -row.positives):
        cells = [
            row.name if row.name is not None else "all classes",
            exact_of(row.threshold) if row.threshold != math.inf else "never",
            amount_of(row.positives),
            cell_of(row.there.value),
            cell_of(row.there.other),
        ]
        if with_promise:
            cells[1:1] = [promise_cell(cut, row)]
            cells += [
                cell_of(row.plain.other),
                NOTHING if math.isnan(row.more) else amount_of(row.more),
            ]
        if outcome.seen:
            assert row.here is not None
            cells += [cell_of(row.here.value), cell_of(row.here.other), verdict_cell(row)]
        rows.append(cells)
    return head, rows


def promise_cell(cut: Cut, row: WishedClass) -> str:
    """What is promised of a class: never a number where nothing is."""
    if row.how == "promised":
        return f"≥ {exact_of(cut.least)}"
    return "by hand" if row.how == "by hand" else "cannot be promised"


def verdict_cell(row: WishedClass) -> str:
    """The verdict on what was promised; a dash where nothing was."""
    return row.verdict or NOTHING if row.is_held else NOTHING


def promise_result(
    review: Review,
    cut: AnyCut,
    system: str | None = None,
    split: str | None = None,
) -> PromiseResult:
    """What a wish for thresholds gives, and on a split (default: test) whether it is kept.

    `cut`: thresholds of `fit_thresholds` with the rule recall, precision or candidates, or such a
    Cut. ValueError for another rule.

    >>> import breakeven as be
    >>> review = be.sample("reuters")
    >>> fitted = be.fit_thresholds(review, "svm", rule="recall", least=0.9, promise=True)
    >>> result = be.promise_result(review, fitted, "svm").frame().set_index("class")
    >>> result.loc[["earn", "grain", "ship"], "verdict"].tolist()
    ['kept', 'broken', 'kept']
    """
    predictions = system_of(review, system)
    rule = getattr(cut, "cut", cut)
    rule = rule if isinstance(rule, Cut) else cut_of(review, predictions.system, cut)
    if rule.rule not in WISHED:
        raise ValueError(f"the rule {rule.rule!r} has no wish; choose one of {', '.join(WISHED)}")
    shown = selection_of(review, system, split).split
    if split is None:
        shown = default_split(review.truth, predictions)
    return promise_of(review, predictions.system, rule, shown)


def promise_of(
    review: Review,
    system: str,
    cut: Cut,
    shown: str | None,
    part: ScoredSplit | None = None,
) -> PromiseResult:
    """The same of a system's rule, shown on a split, None for all documents.

    `part`: what of the split is shown, all of it when not given.
    """
    truth, predictions = review.truth, system_of(review, system)
    part = part if part is not None else score_split(truth, predictions, shown)
    outcome = wish_outcome(truth, predictions, cut, part, shown)
    unlike: tuple[Unlikeness, ...] = ()
    if outcome.seen and cut.split is not None and shown is not None:
        unlike = unlikeness(truth, cut.split, shown)
    offered, slices, without = None, tuple[OfferedSlice, ...](), math.nan
    if cut.rule == "candidates":
        fitted = fit_cut(truth, predictions, cut)
        evaluation = evaluate(predictions, part, shown, fitted)
        offered, slices = offered_classes(evaluation), offered_slices(evaluation, truth)
        lacking = evaluation.document_tables.fn > 0
        without = float(lacking.sum() if part.weights is None else part.weights[lacking].sum())
    return PromiseResult(
        outcome, unlike, review.name, system, truth.classes, offered, slices, without
    )
