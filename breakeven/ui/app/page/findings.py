"""The findings of a review, kept between reruns, and the way from each to its documents.

Also the limits that they are made with.

Tested in `test_splits`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import streamlit as st

from breakeven.analysis.advice.checks import (
    CheckResults,
    check_data,
    check_review,
    check_slices,
    without_leaks,
)
from breakeven.analysis.documents.behind import of_conditions, of_confusion, of_rows, repeated_ids
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings import check_limits as limit_text
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.duplicates import search_near
from breakeven.analysis.findings.finding import Finding
from breakeven.analysis.selection.expression import AllOf, AnyOf, ClassTerm, Expression, Judged
from breakeven.analysis.selection.selection import (
    ChosenDocuments,
    cut_for,
    number,
    split_text,
    splits_of,
    system_of,
)
from breakeven.analysis.slices.weak_slices import SliceFindings
from breakeven.data.as_if import OF_LABELS
from breakeven.data.corpus import word_counts
from breakeven.data.records import Review, Truth
from breakeven.data.splits import tuning_split
from breakeven.data.wording import count_of, name_of
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.data import keep_search, note_visit, quick, searched
from breakeven.ui.app.cache.memo import cached, digest
from breakeven.ui.app.cache.searches import weak_slices_so_far
from breakeven.ui.app.page.document_list import DocumentsWay
from breakeven.ui.app.page.page import DataPage, Page
from breakeven.ui.app.session import state
from metrics.dataset.near_duplicates import NearDuplicates
from metrics.incidence import united
from metrics.typing import Array

# --- Findings kept between reruns, and the limits they are made with


# so many texts are searched for near-duplicates in a second
PER_SECOND = 20_000


def limits_of(review_key: str) -> Limits:
    """The limits in force: of the address, else those last used with this review.

    The cut of the quadrants is the one of the page on classes.
    """
    earlier: dict[str, str] = state.remembered_or("limits_of", dict)
    chosen = state.raw()
    if "limits" not in chosen and earlier.get(review_key):
        chosen["limits"] = earlier[review_key]
    earlier[review_key] = chosen.get("limits", "")
    cut = number(chosen.get("quadrants"), Limits.cut, 0.0, 1.0)
    return replace(limit_text.from_text(earlier[review_key]), cut=cut)


def change_limit(limits: Limits, name: str, value: Any) -> None:
    """Choose a limit; a value that makes no sense changes nothing."""
    try:
        changed = replace(limits, **{name: limit_text.checked(name, value)})
    except (ValueError, TypeError):
        return
    state.choose("quadrants", f"{changed.cut:g}")
    state.choose("limits", limit_text.to_text(replace(changed, cut=Limits.cut)))


@cached(entries=16)
def _long_texts(review: Review, least: int) -> Array:
    truth = review.truth
    assert truth.text_column is not None
    return np.flatnonzero(word_counts(truth.columns[truth.text_column]) >= least)


def near_at_hand(review: Review, limits: Limits) -> NearDuplicates | None:
    """Near-duplicates across splits: where the search is quick, or somebody has asked for it."""
    truth = review.truth
    if truth.text_column is None or len(truth.splits) < 2:
        return None
    kept = searched(review, limits.min_words, limits.similarity)
    if "found" not in kept and quick(review):
        keep_search(review, limits.min_words, limits.similarity, search_near(truth, limits))
    return kept.get("found")


def near_of(review: Review, limits: Limits) -> NearDuplicates | None:
    """As `near_at_hand`; of many texts with a button that starts the search."""
    note_visit(review)
    near = near_at_hand(review, limits)
    truth = review.truth
    if near is not None or truth.text_column is None or len(truth.splits) < 2:
        return near
    texts = len(_long_texts(review, limits.min_words))
    place = st.empty()
    seconds = max(1, round(texts / PER_SECOND))
    if not place.button(
        f"Look for near-duplicates among {count_of(texts, 'text')} "
        f"(about {count_of(seconds, 'second')})",
        key="search_near",
        icon=":material/content_copy:",
    ):
        return None
    with place, st.spinner("Comparing the texts …"):
        near = search_near(truth, limits)
    keep_search(review, limits.min_words, limits.similarity, near)
    place.empty()
    return near


@cached(entries=16, spinner="Checking the splits …")
def data_checked(review: Review, limits: Limits, near: NearDuplicates | None) -> CheckResults:
    """What can be said of the data alone."""
    return check_data(review.truth, limits, near)


@cached(entries=16)
def _without_leaks(evaluation: Evaluation, data: CheckResults) -> Evaluation:
    return without_leaks(evaluation, data)


@cached(entries=16)
def _slices_checked(
    review: Review,
    evaluation: Evaluation,
    limits: Limits,
    weak: SliceFindings | None,
    tuning: Evaluation | None,
) -> CheckResults:
    return check_slices(review.truth, evaluation, limits, weak, tuning)


@cached(entries=16, spinner="Working out what to do next …")
def _checked(
    review: Review,
    evaluation: Evaluation,
    tuning: Evaluation | None,
    limits: Limits,
    beta: float,
    *,
    before: tuple[CheckResults, ...],
    others: tuple[Evaluation, ...],
    judged: str,
) -> CheckResults:
    """As `check_review`; `judged`: the digest of the marks where some say which labels are right.

    Else "": the review is told from others whatever marks hold.
    """
    return check_review(
        review,
        evaluation,
        tuning,
        limits,
        beta,
        before=before,
        others=others,
    )


def tuning_of(page: Page, limits: Limits) -> Evaluation | None:
    """The page's decisions on the split that thresholds may be fitted on, where there is one."""
    review, selection = page.review, page.selection
    system = system_of(review, selection.system)
    split = tuning_split(review.truth, system, limits.train, limits.test)
    if split is None or split == selection.documents:
        return None
    return cache.evaluation(review, selection.system, split, selection.cut)


def others_of(page: Page) -> tuple[Evaluation, ...]:
    """What every other system decides on the page's documents, by the page's rule if it can."""
    review, selection = page.review, page.selection
    return tuple(
        cache.evaluation(review, said.system, selection.documents, cut_for(review, selection, said))
        for said in review.own
        if said.system != selection.system and selection.split in splits_of(review.truth, said)
    )


def review_checked(page: Page, limits: Limits, near: NearDuplicates | None) -> CheckResults:
    """Every finding over the whole review under the page's choices."""
    tuning = tuning_of(page, limits)
    beta, others = page.selection.beta, others_of(page)
    data = data_checked(page.review, limits, near)
    weak = weak_slices_so_far(
        page.review,
        _without_leaks(page.evaluation, data),
        None if tuning is None else _without_leaks(tuning, data),
    )
    before = (data, _slices_checked(page.review, page.evaluation, limits, weak, tuning))
    marks = page.review.marks
    judged = marks.digest if marks is not None and OF_LABELS & marks.kinds.keys() else ""
    return _checked(
        page.review,
        page.evaluation,
        tuning,
        limits,
        beta,
        before=before,
        others=others,
        judged=judged,
    )


# --- What a finding is called in the address, and what it is about


def keys_of(findings: Sequence[Finding]) -> list[str]:
    """A key for each that stays the same when the list is sorted or filtered otherwise."""
    names = [digest(f.code, f.classes, f.what)[:12] for f in findings]
    met: Counter[str] = Counter()
    keys = []
    for name in names:
        keys.append(f"{name}_{met[name]}")
        met[name] += 1
    return keys


def subject_of(truth: Truth, finding: Finding) -> str:
    """The class or the two that a finding is about, else how many; empty where about none."""
    if len(finding.pairs) > 1:
        return count_of(len(finding.pairs), "pair")
    if len(finding.classes) > 2:
        return count_of(len(finding.classes), "class", "classes")
    return " and ".join(name_of(truth.classes[c]) for c in finding.classes)


# --- From a finding to its documents on the documents page


@dataclass(frozen=True)
class WayToFinding:
    """Leads to those documents of a finding that the system spoke of, which may be `all`."""

    way: DocumentsWay
    label: str
    all: bool


def ways_of(page: Page | DataPage, checked: CheckResults) -> dict[int, WayToFinding | None]:
    """The way to each finding's documents, by the finding's `id`.

    None where no filter says which documents they are.
    """
    if isinstance(page, DataPage):
        ways = _ways_in_data(page.review, page.selection.documents, checked)
    else:
        ways = _ways(page.review, page.evaluation, checked)
    return dict(zip(map(id, checked.findings), ways, strict=True))


@cached(entries=16)
def _ways(
    review: Review, evaluation: Evaluation, checked: CheckResults
) -> list[WayToFinding | None]:
    shown = np.zeros(review.truth.n, dtype=bool)
    shown[evaluation.rows] = True
    return [_way_to(review, evaluation, finding, shown) for finding in checked.findings]


@cached(entries=16)
def _ways_in_data(
    review: Review, documents: ChosenDocuments, checked: CheckResults
) -> list[WayToFinding | None]:
    """The same without a system: all documents can be looked at."""
    shown = np.zeros(review.truth.n, dtype=bool)
    shown[cache.rows_of(review, "", documents)] = True
    instead = {"split": split_text(None, review.truth.splits), "where": None}
    ways: list[WayToFinding | None] = []
    for finding in checked.findings:
        rows = united([finding.documents])
        term = (
            None
            if review.truth.documents is None
            else _of_rows(review, rows)
            if len(rows)
            else None
        )
        here = None if shown[rows].all() else instead
        ways.append(None if term is None else _way(term, here, len(rows), len(rows)))
    return ways


def _way_to(
    review: Review, evaluation: Evaluation, finding: Finding, shown: Array
) -> WayToFinding | None:
    """`shown`: which documents of the truth are under review, boolean."""
    rows = united([finding.documents])
    if review.truth.documents is None or not len(rows):
        return None
    if finding.met:
        return _wrong_where(review, evaluation, finding, rows)
    if shown[rows].all():
        term = _of_classes(finding, evaluation, rows) or _of_rows(review, rows)
        return None if term is None else _way(term, None, len(rows), len(rows))
    predicted = rows[np.isin(rows, system_of(review, evaluation.system).rows)]
    term = _of_rows(review, predicted)
    if term is None:
        return None
    instead = {"split": split_text(None, review.truth.splits), "where": None}
    return _way(term, instead, len(predicted), len(rows))


def _wrong_where(
    review: Review, evaluation: Evaluation, finding: Finding, rows: Array
) -> WayToFinding | None:
    """The wrong ones among the documents that meet the conditions of a finding: what it is about.

    `rows`: all that meet them.
    """
    tables = evaluation.document_tables
    wrong = int(np.isin(evaluation.rows[tables.fp + tables.fn > 0], rows).sum())
    if not wrong:
        return None
    term = AllOf((of_conditions(finding.met), Judged("wrong")))
    label = f"Open its {count_of(wrong, 'wrong document')}"
    return WayToFinding(DocumentsWay(term, None), label, wrong == len(rows))


def _way(
    term: Expression, instead: dict[str, str | None] | None, reached: int, every: int
) -> WayToFinding:
    if reached == every:
        label = f"Open its {count_of(every, 'document')}"
    else:
        label = f"Open {reached:,} of its {every:,} documents: those with predictions"
    return WayToFinding(DocumentsWay(term, instead), label, reached == every)


def _of_classes(finding: Finding, evaluation: Evaluation, rows: Array) -> Expression | None:
    """The errors of a class, or of two taken for each other, where the documents are these."""
    candidates: list[tuple[Expression, list[Array]]] = []
    if len(finding.classes) == 1:
        (c,) = finding.classes
        name = evaluation.classes[c]
        missed, extra = (evaluation.documents_in_cell(c, cell) for cell in ("fn", "fp"))
        of_missed, of_extra = ClassTerm("missed", name), ClassTerm("extra", name)
        either = AnyOf((of_missed, of_extra))
        candidates = [(of_missed, [missed]), (of_extra, [extra]), (either, [missed, extra])]
    elif len(finding.classes) == 2:
        i, j = finding.classes
        ways = ((i, j), (j, i))
        terms = tuple(of_confusion(*(evaluation.classes[c] for c in way)) for way in ways)
        confused = [evaluation.documents_with(*way) for way in ways]
        candidates = [
            *zip(terms, ([documents] for documents in confused), strict=True),
            (AnyOf(terms), confused),
        ]
    for term, positions in candidates:
        # more or fewer cannot be the same
        sizes = [len(documents) for documents in positions]
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
