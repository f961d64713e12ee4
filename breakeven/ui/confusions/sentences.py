"""The confusion page's sentences and tables."""

from __future__ import annotations

import numpy as np
import pandas as pd
from markupsafe import Markup

from breakeven.analysis.documents.behind import of_confusion
from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.findings.confused_pairs import ConfusedPairs, advice_on_pair
from breakeven.analysis.selection.expression import AllOf, ClassTerm, Expression, Judged
from breakeven.data.wording import NO_CLASS, amount_of, count_of, f_name, name_of, percent
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.counts import CountLinks
from breakeven.ui.components.html import bold, escaped, left_aligned, sentence_cell, unbroken
from breakeven.ui.confusions.matrix import MatrixCell
from metrics import measures
from metrics.confusion import ConfusionCells


def answer(evaluation: BaseEvaluation, confusions: ConfusionCells, counts: CountLinks) -> Markup:
    """What is taken for what, in a few sentences; `confusions`: the largest confusions first."""
    missed, extra = float(evaluation.tables.fn.sum()), float(evaluation.tables.fp.sum())
    if not missed + extra:
        return Markup("Nothing: every decision here is right.")
    k, largest = len(evaluation.classes), ""
    between = confusions[(confusions.true < k) & (confusions.assigned < k)]
    if len(between):
        cell = int(between.true[0]), int(between.assigned[0])
        true, assigned = (evaluation.classes[c] for c in cell)
        documents = evaluation.documents_behind(*cell)
        times = _in_cell(evaluation, cell, documents, count_of(between.count[0], "time"), counts)
        largest = Markup(", most often {} in place of {} ({})").format(
            bold(assigned), bold(true), times
        )
    if evaluation.one_of:
        share = percent(missed / evaluation.weighed, 1)
        by_weight = ", by weight," if evaluation.weights is not None else ""
        return Markup("<b>{}</b> of {} ({}){} got a wrong class{}.").format(
            counts.linked(missed, Judged("wrong")),
            counts.linked(evaluation.weighed, None, count_of(evaluation.weighed, "document")),
            share,
            by_weight,
            largest,
        )
    replaced = float(between.count.sum())
    were = "true class was" if missed == 1 else "true classes were"
    sentence = Markup("<b>{}</b> {} missed").format(amount_of(missed), were)
    if missed:
        rest = _count(missed - replaced)
        place = "its" if missed == 1 else "their"
        had = Markup("{} had another class in {} place{}").format(
            percent(replaced / missed), place, largest
        )
        sentence += (
            Markup(": {}").format(had)
            if replaced
            else f", none with another class in {place} place"
        )
        sentence += (
            f"; in place of the other {rest} stands {NO_CLASS}" if missed > replaced > 0 else ""
        )
    were = "was" if extra == 1 else "were"
    sentence += Markup(". <b>{}</b> {} wrongly assigned").format(amount_of(extra), were)
    return sentence + (
        f", {_count(extra - replaced)} of them in no other’s place." if extra else "."
    )


def _count(weight: float) -> str:
    return f"{round(weight, 2):,.10g}"


@cached(entries=24)
def documents_in(evaluation: BaseEvaluation, cells: list[MatrixCell]) -> list[int]:
    """How many documents stand behind each of these cells of two classes."""
    return [evaluation.documents_behind(*cell) for cell in cells]


def _in_cell(
    evaluation: BaseEvaluation, cell: MatrixCell, documents: int, words: str, counts: CountLinks
) -> Markup | str:
    """A number from the matrix; a link where it is the number of the cell's documents.

    It is not where a document with several errors counts as a part of one in each of its cells.
    """
    true, assigned = cell
    if abs(float(evaluation.confusion.counts[true, assigned]) - documents) > 1e-9:
        return words
    term = of_confusion(evaluation.classes[true], evaluation.classes[assigned])
    return counts.linked(documents, term, words)


def counting(evaluation: BaseEvaluation, counts: CountLinks) -> Markup:
    """How cells are counted where documents have any number of classes."""
    why_nothing = Markup()
    if evaluation.single_label and (unusual := _unusual_decisions(evaluation, counts)):
        why_nothing = Markup(
            "Every document has one true class, but {}. So there is {} as a row and a column too. "
        ).format(unusual, NO_CLASS)
    return why_nothing + (
        "In a document with several missed or extra classes, each pair of a missed and an extra "
        "one weighs 1 / the larger of the two numbers, and what stays without a counterpart goes "
        f"to {NO_CLASS}: so a row without its diagonal adds up to the class’s false "
        "negatives, a column to its false positives."
    )


def _unusual_decisions(evaluation: BaseEvaluation, counts: CountLinks) -> Markup:
    counted = evaluation.counts
    assigned = counted.documents.assigned
    parts = [
        Markup("{} got {}").format(counts.of_numbers(n, count_of(n, "document"), calls=ends), what)
        for n, what, ends in (
            (counted.number(assigned == 0), "no class", (0, 0)),
            (counted.number(assigned > 1), "several classes", (2, None)),
        )
        if n
    ]
    return Markup(" and ").join(parts)


def of_cell(evaluation: BaseEvaluation, cell: MatrixCell) -> Expression:
    """The filter of a cell's documents."""
    true, assigned = (evaluation.classes[c] if c < len(evaluation.classes) else None for c in cell)
    return of_confusion(true, assigned)


def behind(
    evaluation: BaseEvaluation, cell: MatrixCell, documents: int, counts: CountLinks
) -> Markup:
    """Which documents are listed for a cell."""
    shown = [
        bold(name_of(evaluation.classes[c])) if c < len(evaluation.classes) else NO_CLASS
        for c in cell
    ]
    number = counts.linked(documents, of_cell(evaluation, cell), count_of(documents, "document"))
    sentence = Markup("True {}, assigned {}: {}").format(shown[0], shown[1], number)
    if cell[0] == cell[1]:
        return Markup("{}, rightly.").format(sentence)
    weight = float(evaluation.confusion.counts[cell])
    if abs(weight - documents) > 1e-9:
        sentence += f", weighing {_count(weight)} in the matrix, as some have other errors too"
    return Markup("{}.").format(sentence)


def confusion_frame(confusions: ConfusionCells, names: tuple[str, ...]) -> pd.DataFrame:
    """One row per confusion, true class first."""
    shown = np.array([*map(name_of, names), NO_CLASS], dtype=object)
    return pd.DataFrame(
        {
            "true": shown[confusions.true],
            "assigned": shown[confusions.assigned],
            "count": confusions.count,
            "of the true": confusions.of_true,
            "of the assigned": confusions.of_assigned,
        }
    )


def table_frame(evaluation: BaseEvaluation, beta: float) -> pd.DataFrame:
    """The 2 x 2 table of every class, and which part of its errors has a counterpart."""
    t, counts = evaluation.tables, evaluation.confusion.counts
    missed = np.asarray(counts[:-1, -1].toarray()).ravel()
    extra = np.asarray(counts[-1, :-1].toarray()).ravel()
    frame = pd.DataFrame(
        {
            "class": list(evaluation.classes),
            "true": t.positives,
            "assigned": t.assigned,
            "tp": t.tp,
            "fp": t.fp,
            "fn": t.fn,
            "tn": t.tn,
            "precision": measures.precision(t),
            "recall": measures.recall(t),
            f_name(beta): measures.f_beta(t, beta),
        }
    )
    if not evaluation.one_of:
        frame["fn: another class instead"] = np.round(t.fn - missed, 6)
        frame["fn: nothing instead"] = np.round(missed, 6)
        frame["fp: instead of another class"] = np.round(t.fp - extra, 6)
        frame["fp: instead of nothing"] = np.round(extra, 6)
    return frame


def pair_frame(confused: ConfusedPairs) -> pd.DataFrame:
    """One row per pair of confused classes, with the evidence and what it suggests."""
    names, pairs = np.array(confused.classes, dtype=object), confused.pairs
    return pd.DataFrame(
        {
            "first": names[pairs.first],
            "second": names[pairs.second],
            "documents of first": confused.of_first,
            "documents of second": confused.of_second,
            "documents of both": confused.together,
            "first as second": pairs.first_as_second,
            "second as first": pairs.second_as_first,
            "total": pairs.total,
            "rate": pairs.rate,
            "low_95": confused.interval.low,
            "high_95": confused.interval.high,
            "suggested": confused.actions,
            "advice": [advice_on_pair(confused, p) for p in range(len(confused))],
        }
    )


def pair_rows(
    evaluation: BaseEvaluation, pairs: pd.DataFrame, counts: CountLinks
) -> tuple[list[Markup | str], list[list[Markup | str]]]:
    """Head and rows of the small table of pairs; HTML in which names are escaped."""
    rows = []
    places = {name: c for c, name in enumerate(evaluation.classes)}
    both_ways = [
        (places[str(forth)], places[str(back)])
        for pair in zip(pairs["first"], pairs["second"], strict=True)
        for forth, back in (pair, pair[::-1])
    ]
    documents = documents_in(evaluation, both_ways)
    for p, row in enumerate(pairs.to_dict("records")):
        names = str(row["first"]), str(row["second"])
        first, second = (bold(name, 40) for name in names)
        together = row["documents of both"]
        of_both = AllOf(tuple(ClassTerm("true", name) for name in names))
        words = count_of(together, "document is", "documents are")
        both = (
            Markup("; {} truly of both").format(counts.linked(together, of_both, words))
            if together
            else ""
        )
        forth, back = (
            _in_cell(evaluation, both_ways[n], documents[n], _count(row[number]), counts)
            for n, number in ((2 * p, "first as second"), (2 * p + 1, "second as first"))
        )
        of_one, of_other = (
            counts.of_class(name, "positives", row[number], _count(row[number]))
            for name, number in zip(
                names, ("documents of first", "documents of second"), strict=True
            )
        )
        rows.append(
            [
                Markup(
                    "{} and {}<br><small>{} taken for {} {} of {}, the reverse {} of {}{}</small>"
                ).format(first, second, first, second, forth, of_one, back, of_other, both),
                _count(row["total"]),
                unbroken(
                    Markup("{}<br><small>{} to {}</small>").format(
                        percent(row["rate"], 1),
                        percent(row["low_95"], 1),
                        percent(row["high_95"], 1),
                    )
                ),
                sentence_cell(escaped(row["advice"])),
            ]
        )
    return ["Pair", "Times", "Rate", left_aligned("Suggested")], rows


def margins(evaluation: BaseEvaluation) -> str:
    """How the false negatives and false positives divide, over all classes."""
    missed, extra = float(evaluation.tables.fn.sum()), float(evaluation.tables.fp.sum())
    to_nothing, from_nothing = (
        float(evaluation.confusion.counts[:, [-1]].sum()),
        float(evaluation.confusion.counts[[-1]].sum()),
    )
    return (
        f"All classes: {amount_of(missed)} fn = {_count(missed - to_nothing)} with another class "
        f"instead + {_count(to_nothing)} with nothing instead; {amount_of(extra)} fp = "
        f"{_count(extra - from_nothing)} instead of another class + {_count(from_nothing)} "
        "instead of nothing."
    )
