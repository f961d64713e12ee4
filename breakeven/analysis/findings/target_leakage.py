"""Findings about what tells the class or the split and should not: ids and further columns."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from scipy import sparse

from breakeven.analysis.findings import data_check_rules as rules
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.drift import LEAST, sampled_positions, sides_of
from breakeven.analysis.findings.finding import Finding
from breakeven.data.equal_texts import text_codes
from breakeven.data.ids import number_ids
from breakeven.data.records import Truth
from breakeven.data.splits import role_of
from metrics.dataset.data_checks import goodman_kruskal_lambda
from metrics.incidence import count_per_class
from metrics.typing import EQUAL, Array

TELLS = 0.9
TELLS_SPLIT = 0.5
HIGHER, FIRST = 0.75, 0.99
LEAST_OF_CLASS = 10
# numbers are told by those nearest to them
NEAREST = 20
# ids looked at in one go
AT_ONCE = 1000
# two forms may be no more than two splits that were numbered apart
FORMS = 3


def telling_findings(truth: Truth, limits: Limits) -> list[Finding]:
    """Ids that tell the split or the class, and columns that tell the class."""
    out: list[Finding] = []
    if own_ids(truth):
        out += _split_by_id(truth, limits)
        out += _class_by_id(truth)
    return [*out, *_class_by_column(truth)]


def _split_by_id(truth: Truth, limits: Limits) -> Iterator[Finding]:
    rule, sides = rules.BY_ID, sides_of(truth, limits)
    if truth.documents is None or sides is None or not sides.enough:
        return
    ids = number_ids(truth.documents)
    form, number = ids.form[sides.rows], ids.number[sides.rows]
    names = {"train": sides.train, "test": sides.test}
    common = np.flatnonzero(np.bincount(form) >= max(2, len(form) // 100))
    shown = [ids.forms[f] for f in common]
    named = any(_names_a_split(shown_form, truth.splits) for shown_form in shown)
    by_form = goodman_kruskal_lambda(form, sparse.csc_array(sides.second[:, None]))[0]
    if by_form > TELLS_SPLIT and len(common) >= FORMS and not named:
        how = rule.clause("form", forms=shown, **names)
        yield rule.finding(evidence={"errors_left": 1 - by_form}, how=how)
        return
    usual = (form == np.bincount(form).argmax()) & ~np.isnan(number)
    shown_form, second = number[usual & ~sides.second], number[usual & sides.second]
    if min(len(shown_form), len(second)) < LEAST:
        return
    higher = _higher(shown_form, second)
    share = max(higher, 1 - higher)
    # beyond, one split comes first as a whole: numbered apart, or cut where the order was
    if HIGHER - EQUAL <= share < FIRST:
        which = "higher" if higher > 0.5 else "lower"
        how = rule.clause("number", which=which, share=share, **names)
        yield rule.finding(evidence={"share_of_pairs": share}, how=how)


def _names_a_split(form: str, splits: tuple[str, ...]) -> bool:
    parts = re.findall(r"[^\W\d_]+", form)
    return any(role_of(part) is not None or part in splits for part in parts)


def _higher(first: Array, second: Array) -> float:
    """In which share of pairs the number of the second is higher, ties counting half."""
    ordered = np.sort(first)
    below, up_to = (np.searchsorted(ordered, second, side) for side in ("left", "right"))
    return float(np.mean(below + up_to) / 2 / len(first))


def _class_by_id(truth: Truth) -> Iterator[Finding]:
    if truth.ids is None or truth.labels is None:
        return
    rows = sampled_positions(truth.n)
    ids = number_ids(truth.ids[rows])
    # numbers begin anew in each split and each form
    _, part = np.unique(truth.split_of[rows] * (len(ids.forms) + 1) + ids.form, return_inverse=True)
    orders = {"The form": ids.form, "The order": _nearest(ids.number, part)}
    for how, value in orders.items():
        classes = _classes_predicted(truth, rows, value)
        if len(classes):
            yield rules.ID_CLASS.finding(
                classes=classes,
                evidence={"classes": len(classes)},
                how=how,
                n=len(classes),
                classes_named=[truth.classes[c] for c in classes],
            )
            return


def own_ids(truth: Truth) -> bool:
    """Whether documents have ids that are more than the numbers of their rows."""
    ids = truth.ids
    if ids is None:
        return False
    rows = np.arange(truth.n)
    # ids of their own differ among the first already
    parts = (rows[at : at + AT_ONCE] for at in range(0, truth.n, AT_ONCE))
    return any(not np.array_equal(ids[p], (p + 1).astype(str).astype(object)) for p in parts)


def _nearest(number: Array, part: Array) -> Array:
    """Equal numbers from 0 for runs of about twenty in the order of a part; -1 for NaN."""
    order = np.lexsort((number, part))
    order = order[~np.isnan(number[order])]
    begins = np.flatnonzero(np.diff(part[order], prepend=-1) != 0)
    rank = np.arange(len(order)) - np.repeat(begins, np.diff(np.append(begins, len(order))))
    run = np.full(len(number), -1)
    run[order] = np.cumsum(rank % NEAREST == 0) - 1
    return run


def _classes_predicted(truth: Truth, rows: Array, value: Array) -> Array:
    """The classes that a value tells, the most documents first."""
    assert truth.labels is not None
    labels = sparse.csr_array(truth.labels)[rows]
    size = count_per_class(labels)
    tells = goodman_kruskal_lambda(value, labels) >= TELLS - EQUAL
    told = np.flatnonzero(tells & (np.minimum(size, len(rows) - size) >= LEAST_OF_CLASS))
    return told[np.argsort(-size[told], kind="stable")]


def _class_by_column(truth: Truth) -> Iterator[Finding]:
    if truth.labels is None:
        return
    rows = sampled_positions(truth.n)
    for name, values in truth.columns.items():
        if name == truth.text_column:
            continue
        value = _values(values[rows])
        classes = _classes_predicted(truth, rows, value)
        if not len(classes):
            continue
        few = len(np.unique(value[value >= 0])) <= max(len(truth.classes), 2)
        yield rules.COLUMN_CLASS.finding(
            severity="notice" if few else None,
            classes=classes,
            evidence={"classes": len(classes), "column": name},
            column=name,
            n=len(classes),
            classes_named=[truth.classes[c] for c in classes],
            same=rules.COLUMN_CLASS.clause("same") if few else "",
        )


def column_tells_class(truth: Truth, name: str) -> bool:
    """Whether a column tells any class, as a finding of its own says."""
    rows = sampled_positions(truth.n)
    return truth.labels is not None and bool(
        len(_classes_predicted(truth, rows, _values(truth.columns[name][rows])))
    )


def _values(values: Array) -> Array:
    """Equal numbers from 0 for equal values, or for numbers next to one another; -1 for none."""
    if not np.issubdtype(values.dtype, np.number):
        return text_codes(values)
    number = values.astype(float)
    found, code = np.unique(number, return_inverse=True)
    if len(found) * NEAREST > len(number):
        return _nearest(number, np.zeros(len(number), dtype=np.int64))
    return np.where(np.isnan(number), -1, code)
