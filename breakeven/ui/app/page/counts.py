"""Numbers that count documents: each is a link to them, where a filter says which they are.

Tested in `test_sentences` and `test_worked_measures`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from markupsafe import Markup, escape

from breakeven.analysis.documents.behind import CellOrSum, all_of, as_folded, of_cell
from breakeven.analysis.evaluation.counts import BaseEvaluation
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.expression import Between, Column, Expression, Leaked, Not
from breakeven.analysis.selection.leak_sides import LeakSides, with_leaks
from breakeven.analysis.selection.selection import FilteredSplit, Selection, split_text, system_of
from breakeven.data.records import Review, Truth
from breakeven.data.wording import amount_of, count_of
from breakeven.ui.app.cache import cache
from breakeven.ui.app.page import links
from breakeven.ui.components.drawings import two_by_two
from breakeven.ui.components.html import bold, linked, plain
from metrics.tallies import ContingencyTable

# --- Numbers that count documents: each is a link to them, where a filter says which they are


@dataclass(frozen=True)
class CountLinks:
    """How counts of documents are shown on a page, as HTML: as links, or as they are.

    `urls` gives the address of a filter's documents; None where no count is a link.
    """

    truth: Truth
    urls: Callable[[Expression | None], str] | None

    def linked(
        self, count: float, term: Expression | None, words: Markup | str | None = None
    ) -> Markup:
        """A count, or our own words for it, that leads to the documents that `term` keeps.

        `term` None: all that are looked at. Nothing leads to no document, or to part of one.
        """
        said = amount_of(count) if words is None else words
        if self.urls is None or not count > 0 or count != int(count):
            return escape(said)
        return linked(said, self.urls(term))

    def of_class(
        self, name: str, cell: CellOrSum, count: float, words: str | None = None
    ) -> Markup:
        """As `linked`, for a cell of the 2 x 2 table of a class."""
        if self.urls is None:
            return self.linked(count, None, words)
        return self.linked(count, of_cell(self.truth, name, cell), words)

    def of_numbers(
        self, count: float, words: str, *also: Expression, **numbers: tuple[int, int | None]
    ) -> Markup:
        """As `linked`, for documents with so many `labels` or `calls` and all of `also`.

        Not a link where a column of the file has one of these names: the filter asks for that.
        """
        if self.urls is None or numbers.keys() & self.truth.columns.keys():
            return escape(words)
        between = [Between(Column(name), *ends) for name, ends in numbers.items()]
        return self.linked(count, all_of([*also, *between]), words)


def counts_in(
    truth: Truth, evaluation: Evaluation | None, instead: Mapping[str, str | None] | None = None
) -> CountLinks:
    """Links for counts of what is looked at, or with `instead` as for `documents_address`.

    None where they would not be true: of a file of counts, which has no documents, and where an
    evaluation counts documents by weight.
    """
    weighed = evaluation is not None and evaluation.weights is not None
    if truth.documents is None or weighed:
        return CountLinks(truth, None)
    urls = links.documents_urls(instead)
    if evaluation is None or evaluation.fold is None:
        return CountLinks(truth, urls)
    return CountLinks(
        truth, lambda term: urls(None if term is None else as_folded(evaluation, term))
    )


def contingency_html(
    name: str, table: ContingencyTable, counts: CountLinks, other: str | None = None
) -> Markup:
    """The 2 x 2 table of a class with its sums: rows what is predicted, columns what is true.

    `other`: the class of all other documents, where it has a name.
    """
    tp, fp, fn, tn = (float(cell) for cell in table.cells)
    yes = plain(name, 30)
    no = Markup("not {}").format(yes) if other is None else plain(other, 30)

    def total(cell: CellOrSum, count: float) -> Markup:
        return counts.of_class(name, cell, count)

    def cell(cell: CellOrSum, count: float, words: str) -> Markup:
        return Markup("<b>{}</b><br><small>{}</small>").format(total(cell, count), words)

    return two_by_two(
        (Markup("Truly {}").format(yes), Markup("Truly {}").format(no)),
        (Markup("Predicted {}").format(yes), Markup("Predicted {}").format(no)),
        [
            [cell("tp", tp, "caught"), cell("fp", fp, "false alarms")],
            [cell("fn", fn, "missed"), cell("tn", tn, "rightly not predicted")],
        ],
        [
            [total("assigned", tp + fp), total("unassigned", fn + tn)],
            [
                total("positives", tp + fn),
                total("negatives", fp + tn),
                total("total", tp + fp + fn + tn),
            ],
        ],
    )


def class_in_counts(counts: CountLinks, evaluation: BaseEvaluation, c: int) -> Markup:
    """How many documents a class has, and how many were predicted, right and wrong; HTML."""
    table, name = evaluation.tables[c], evaluation.classes[c]
    cells: tuple[tuple[CellOrSum, float, str], ...] = (
        ("positives", float(table.positives), "true"),
        ("assigned", float(table.assigned), "predicted"),
        ("tp", float(table.tp), "right"),
        ("fn", float(table.fn), "missed"),
        ("fp", float(table.fp), "false alarms"),
    )
    parts = (
        counts.of_class(name, cell, count, f"{amount_of(count)} {words}")
        for cell, count, words in cells
    )
    return Markup("{}: {}.").format(bold(name, 60), Markup(", ").join(parts))


def counts_of_split(review: Review, system: str, split: str | None) -> CountLinks:
    """Links for counts of all documents of a split, None for all of the review, unfiltered.

    Not links where the system did not speak of all of them: the documents page shows the others
    to nobody; without a system it shows all.
    """
    truth = review.truth
    address = {"system": system, "split": split_text(split, truth.splits), "where": None}
    if not review.has_system:
        return counts_in(truth, None, {"split": address["split"], "where": None})
    predictions = system_of(review, system)
    if len(predictions.positions_in(truth, split)) != len(truth.in_split(split)):
        return CountLinks(truth, None)
    return counts_in(truth, None, address)


def in_sentence(sentence: Markup, *parts: str | tuple[str, Markup]) -> Markup:
    """A sentence of ours in which some words are replaced by what they are as a link.

    `parts` follow each other: text, and pairs of words and their link. The sentence stays as it
    was where they are not in it. What they are together has a space: so it is in no address.
    """
    plainly = "".join(part if isinstance(part, str) else part[0] for part in parts)
    marked = Markup("").join(part if isinstance(part, str) else part[1] for part in parts)
    return sentence.replace(plainly, marked, 1)


def documents_shown(review: Review, selection: Selection, documents: int) -> Markup:
    """How many documents a page is about, and by which filter; HTML."""
    counts = counts_in(review.truth, None)
    if not isinstance(selection.documents, FilteredSplit):
        return counts.linked(documents, None, count_of(documents, "document"))
    kept = cache.filter_result(review, selection.documents)
    few = f"{kept.documents:,}"
    return in_sentence(
        plain(kept, 500), "on ", (few, counts.linked(kept.documents, None, few)), " of"
    )


# --- how many documents leak, and how many do not, each a link to them


@dataclass(frozen=True)
class SideCounts:
    """As HTML: the sentence on what leaks, and how many documents either side has."""

    sentence: Markup
    documents: tuple[Markup, Markup]


def among_all(selection: Selection) -> dict[str, str | None]:
    """What an address has in place of what is chosen, so that what leaks is not left out."""
    every = with_leaks(selection.where)
    return {"where": None if every is None else every.text}


def side_counts(counts: CountLinks, sides: LeakSides[BaseEvaluation]) -> SideCounts:
    """The documents of a result with and without what leaks; `counts`: links as `among_all`."""
    leaked = Leaked(sides.near)
    words = count_of(sides.leaked, "document")
    return SideCounts(
        in_sentence(
            plain(sides, 400), (words, counts.linked(sides.leaked, leaked, words)), " of these "
        ),
        (
            counts.linked(sides.every.documents, None),
            counts.linked(sides.without.documents, Not(leaked)),
        ),
    )
