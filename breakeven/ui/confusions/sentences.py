"""The confusion page's sentences and tables."""

from __future__ import annotations

import numpy as np
import pandas as pd
from markupsafe import Markup

from breakeven.analysis.documents.behind import CellOrSum, of_confusion
from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.findings.confused_pairs import ConfusedPairs, advice_on_pair
from breakeven.analysis.selection.expression import AllOf, ClassTerm, Expression, Judged
from breakeven.data.wording import NO_CLASS, amount_of, count_of, f_name, name_of, percent
from breakeven.results.confusion import rounded_count
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.counts import CountLinks
from breakeven.ui.components.drawings import score_bar
from breakeven.ui.components.html import bold, escaped, left_aligned, sentence_cell, unbroken
from breakeven.ui.confusions.matrix import MatrixCell
from metrics import measures
from metrics.confusion import ConfusionCells


def answer(evaluation: BaseEvaluation, confusions: ConfusionCells, counts: CountLinks) -> Markup:
    """Which classes get confused, in a few sentences; `confusions`: the largest first."""
    missed, extra = float(evaluation.tables.fn.sum()), float(evaluation.tables.fp.sum())
    if not missed + extra:
        return Markup("None: there is no error here.")
    k = len(evaluation.classes)
    between = confusions[(confusions.true < k) & (confusions.assigned < k)]
    sentences = [
        _wrong(evaluation, missed, counts)
        if evaluation.one_of
        else _missed(missed, replaced_of(confusions, k), extra)
    ]
    if len(between):
        cell = int(between.true[0]), int(between.assigned[0])
        true, predicted = (evaluation.classes[c] for c in cell)
        documents = evaluation.documents_behind(*cell)
        term = of_confusion(true, predicted)
        sentences.append(
            Markup("Most often, {} was predicted in place of {} ({}).").format(
                bold(predicted),
                bold(true),
                counts.linked(documents, term, count_of(documents, "document")),
            )
        )
    return Markup(" ").join(sentences)


def _wrong(evaluation: BaseEvaluation, missed: float, counts: CountLinks) -> Markup:
    by_weight = ", by weight," if evaluation.weights is not None else ""
    are = "is" if missed == 1 else "are"
    return Markup("<b>{}</b> of {} ({}){} {} in a wrong class.").format(
        counts.linked(missed, Judged("wrong")),
        counts.linked(evaluation.weighed, None, count_of(evaluation.weighed, "document")),
        percent(missed / evaluation.weighed, 1),
        by_weight,
        are,
    )


def _missed(missed: float, replaced: float, extra: float) -> Markup:
    were = "label was" if missed == 1 else "labels were"
    alarms = Markup("<b>{}</b> {}.").format(
        amount_of(extra), "false alarm" if extra == 1 else "false alarms"
    )
    if not missed:
        return Markup("No label was missed. {}").format(alarms)
    rest = missed - replaced
    if not replaced:
        how = f", with no other class in {'its' if missed == 1 else 'their'} place"
    elif rest:
        verb = "was" if replaced == 1 else "were"
        how = (
            f": {amount_of(replaced)} {verb} replaced by another class, {amount_of(rest)} got none"
        )
    else:
        how = " and replaced by another class"
    return Markup("<b>{}</b> {} missed{}. {}").format(amount_of(missed), were, how, alarms)


def replaced_of(confusions: ConfusionCells, k: int) -> float:
    """How many missed labels, of k classes, have another class in their place."""
    between = (confusions.true < k) & (confusions.assigned < k)
    return float(np.round(confusions.count[between].sum(), 6))


@cached(entries=24)
def documents_in(evaluation: BaseEvaluation, cells: list[MatrixCell]) -> list[int]:
    """How many documents stand behind each of these cells of two classes."""
    return [evaluation.documents_behind(*cell) for cell in cells]


def counting(evaluation: BaseEvaluation, counts: CountLinks) -> Markup:
    """How cells are counted where documents have any number of classes."""
    why_nothing = Markup()
    if evaluation.single_label and (unusual := _unusual_decisions(evaluation, counts)):
        why_nothing = Markup(
            "Every document has one true class, but {}. So there is {} as a row and a column too. "
        ).format(unusual, NO_CLASS)
    return why_nothing + (
        "A missed label is paired with a false alarm in the same document. Where a document has "
        "several of them, each pair counts in part: 1 / the larger of the two numbers. What has no "
        f"partner stands under {NO_CLASS}: missed labels in its column, false alarms in its row. "
        "So each row adds up to the documents of its class, and each column to the documents it "
        "was predicted for. Cells are rounded to whole numbers, each row to its sum."
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
    names, none = evaluation.classes, escaped(NO_CLASS)
    if len(names) == 1:
        none = Markup("not {}").format(bold(name_of(names[0])))
    shown = [bold(name_of(names[c])) if c < len(names) else none for c in cell]
    number = counts.linked(documents, of_cell(evaluation, cell), count_of(documents, "document"))
    sentence = Markup("True {}, predicted {}: {}").format(shown[0], shown[1], number)
    if cell[0] == cell[1]:
        return Markup("{}, all right.").format(sentence)
    weight = float(evaluation.confusion.counts[cell])
    if abs(weight - documents) > 1e-9:
        some = "by weight" if evaluation.weights is not None else "some have several errors"
        sentence += f" (counted as {rounded_count(weight)}: {some})"
    return Markup("{}.").format(sentence)


def confusion_frame(confusions: ConfusionCells, names: tuple[str, ...]) -> pd.DataFrame:
    """One row per confusion, true class first."""
    shown = np.array([*map(name_of, names), NO_CLASS], dtype=object)
    return pd.DataFrame(
        {
            "true": shown[confusions.true],
            "predicted": shown[confusions.assigned],
            "count": confusions.count,
            "share of true": confusions.of_true,
            "share of predicted": confusions.of_assigned,
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
            "predicted": t.assigned,
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
        frame["missed: another class instead"] = np.round(t.fn - missed, 6)
        frame["missed: nothing instead"] = np.round(missed, 6)
        frame["false alarm: for another class"] = np.round(t.fp - extra, 6)
        frame["false alarm: for nothing"] = np.round(extra, 6)
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
        words = count_of(together, "document has", "documents have")
        both = (
            Markup("; {} both").format(counts.linked(together, of_both, words)) if together else ""
        )
        ways = documents[2 * p], documents[2 * p + 1]
        forth, back = (
            counts.linked(number, of_confusion(*of_way))
            for number, of_way in zip(ways, (names, names[::-1]), strict=True)
        )
        of_one, of_other = (
            counts.of_class(name, "positives", row[number])
            for name, number in zip(
                names, ("documents of first", "documents of second"), strict=True
            )
        )
        rows.append(
            [
                Markup(
                    "{0} and {1}<br><small>{1} predicted for {2} of {3} {0}, {0} for {4} of {5} "
                    "{1}{6}</small>"
                ).format(first, second, forth, of_one, back, of_other, both),
                amount_of(sum(ways)),
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
    return ["Pair", "Documents", "Rate", left_aligned("What to do")], rows


CLASSES_SHOWN = 12


def error_rows(
    evaluation: BaseEvaluation, counts: CountLinks
) -> tuple[list[Markup | str], list[list[Markup | str]]]:
    """Head and rows of the classes with most errors: missed and false alarms, as links and bars."""
    t = evaluation.tables
    errors = np.asarray(t.fn + t.fp)
    first = np.argsort(-errors, kind="stable")[:CLASSES_SHOWN]
    first = first[errors[first] > 0]
    most = float(max(t.fn.max(initial=1), t.fp.max(initial=1)))

    def cell(c: int, kind: CellOrSum, count: float) -> Markup:
        link = counts.of_class(evaluation.classes[c], kind, count)
        return link + score_bar(count / most, None, full=True)

    rows: list[list[Markup | str]] = [
        [
            bold(evaluation.classes[c], 40),
            counts.of_class(evaluation.classes[c], "positives", float(t.positives[c])),
            cell(c, "fn", float(t.fn[c])),
            cell(c, "fp", float(t.fp[c])),
        ]
        for c in first.tolist()
    ]
    return ["Class", "Documents", "Missed", "False alarms"], rows


def margins(evaluation: BaseEvaluation) -> str:
    """How missed labels and false alarms divide, over all classes."""
    missed, extra = float(evaluation.tables.fn.sum()), float(evaluation.tables.fp.sum())
    to_nothing, from_nothing = (
        float(evaluation.confusion.counts[:, [-1]].sum()),
        float(evaluation.confusion.counts[[-1]].sum()),
    )
    return (
        f"All classes: {amount_of(missed)} missed = {amount_of(np.round(missed - to_nothing, 6))} "
        f"with another class instead + {amount_of(np.round(to_nothing, 6))} with nothing instead; "
        f"{count_of(extra, 'false alarm')} = {amount_of(np.round(extra - from_nothing, 6))} for "
        f"another class + {amount_of(np.round(from_nothing, 6))} for nothing."
    )
