"""From a finding to its documents on the documents page."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from breakeven.documents.behind import of_conditions, of_confusion, of_rows, repeated_ids
from breakeven.evaluation.evaluation import Evaluation
from breakeven.findings.finding import Finding
from breakeven.findings.review import Checked
from breakeven.records import Review
from breakeven.selection import Documents, split_text, system_of
from breakeven.selection.expression import AnyOf, Expression, OfClass
from breakeven.text import count_of
from breakeven.ui.app.kept import cache
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.shared.listed import Way
from breakeven.ui.app.shared.page import DataPage, Page
from metrics.incidence import united
from metrics.typing import Array


@dataclass(frozen=True)
class WayToFinding:
    """Leads to those documents of a finding that the system spoke of, which may be `all`."""

    way: Way
    label: str
    all: bool


def ways_of(page: Page | DataPage, checked: Checked) -> dict[int, WayToFinding | None]:
    """The way to each finding's documents, by the finding's `id`.

    None where no filter says which documents they are.
    """
    if isinstance(page, DataPage):
        ways = _ways_in_data(page.review, page.selection.documents, checked)
    else:
        ways = _ways(page.review, page.evaluation, checked)
    return dict(zip(map(id, checked.findings), ways, strict=True))


@cached(entries=16)
def _ways(review: Review, evaluation: Evaluation, checked: Checked) -> list[WayToFinding | None]:
    shown = np.zeros(review.truth.n, dtype=bool)
    shown[evaluation.rows] = True
    return [_way_to(review, evaluation, finding, shown) for finding in checked.findings]


@cached(entries=16)
def _ways_in_data(
    review: Review, documents: Documents, checked: Checked
) -> list[WayToFinding | None]:
    """The same without a system: all documents can be looked at."""
    shown = np.zeros(review.truth.n, dtype=bool)
    shown[cache.rows_of(review, "", documents)] = True
    instead = {"split": split_text(None, review.truth.splits), "where": None}
    found: list[WayToFinding | None] = []
    for finding in checked.findings:
        of = united([finding.documents])
        term = None if review.truth.documents is None else _of_rows(review, of) if len(of) else None
        here = None if shown[of].all() else instead
        found.append(None if term is None else _way(term, here, len(of), len(of)))
    return found


def _way_to(
    review: Review, evaluation: Evaluation, finding: Finding, shown: Array
) -> WayToFinding | None:
    """`shown`: which documents of the truth are under review, boolean."""
    rows = united([finding.documents])
    if review.truth.documents is None or not len(rows):
        return None
    if finding.met:
        return _way(of_conditions(finding.met), None, len(rows), len(rows))
    if shown[rows].all():
        term = _of_classes(finding, evaluation, rows) or _of_rows(review, rows)
        return None if term is None else _way(term, None, len(rows), len(rows))
    known = rows[np.isin(rows, system_of(review, evaluation.system).rows)]
    term = _of_rows(review, known)
    if term is None:
        return None
    instead = {"split": split_text(None, review.truth.splits), "where": None}
    return _way(term, instead, len(known), len(rows))


def _way(
    term: Expression, instead: dict[str, str | None] | None, known: int, every: int
) -> WayToFinding:
    if known == every:
        label = f"Open its {count_of(every, 'document')}"
    else:
        label = f"Open {known:,} of its {every:,} documents: those the system spoke of"
    return WayToFinding(Way(term, instead), label, known == every)


def _of_classes(finding: Finding, evaluation: Evaluation, rows: Array) -> Expression | None:
    """The errors of a class, or of two taken for each other, where the documents are these."""
    candidates: list[tuple[Expression, list[Array]]] = []
    if len(finding.classes) == 1:
        (c,) = finding.classes
        name = evaluation.classes[c]
        missed, extra = (evaluation.documents_in_cell(c, cell) for cell in ("fn", "fp"))
        of_missed, of_extra = OfClass("missed", name), OfClass("extra", name)
        either = AnyOf((of_missed, of_extra))
        candidates = [(of_missed, [missed]), (of_extra, [extra]), (either, [missed, extra])]
    elif len(finding.classes) == 2:
        i, j = finding.classes
        ways = ((i, j), (j, i))
        terms = tuple(of_confusion(*(evaluation.classes[c] for c in way)) for way in ways)
        found = [evaluation.documents_with(*way) for way in ways]
        candidates = [*zip(terms, ([of] for of in found), strict=True), (AnyOf(terms), found)]
    for term, positions in candidates:
        # more or fewer cannot be the same
        sizes = [len(of) for of in positions]
        if max(sizes) > len(rows) or sum(sizes) < len(rows):
            continue
        if np.array_equal(evaluation.rows[united(positions)], rows):
            return term
    return None


def _of_rows(review: Review, rows: Array) -> Expression | None:
    return of_rows(review.truth, rows, _repeated(review))


@cached(entries=4)
def _repeated(review: Review) -> frozenset[str]:
    return repeated_ids(review.truth)
