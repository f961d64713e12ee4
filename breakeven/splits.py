"""What each split holds, and whether two of them hold the same mix of classes."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from breakeven.records import Truth
from metrics.dataset.texts import word_counts
from metrics.incidence import members
from metrics.measures import ratio
from metrics.typing import Array

DEVELOPMENT_NAMES = ("dev", "development", "val", "valid", "validation", "tune", "tuning")

TRAIN_NAMES = ("train", "training", "learn", "fit")
TEST_NAMES = ("test", "testing", "eval", "evaluation", "holdout", "held-out")
LENGTH_NAME = re.compile(
    r"(n|num|number|count)?[_ ]?(of[_ ])?(words|tokens|length|len|chars)", re.I
)


@dataclass(frozen=True)
class Roles:
    """Which split the classifier learnt from and which it is judged on; None where unknown."""

    train: int | None
    test: int | None


def roles_of(truth: Truth, train: str = "", test: str = "") -> Roles:
    """The named splits; without a name those that are called train and test, in any case."""

    def find(wanted: str, usual: tuple[str, ...]) -> int | None:
        if wanted in truth.splits:
            return truth.splits.index(wanted)
        lowered = [s.strip().lower() for s in truth.splits]
        return next((lowered.index(name) for name in usual if name in lowered), None)

    return Roles(find(train, TRAIN_NAMES), find(test, TEST_NAMES))


def class_counts(truth: Truth) -> Array:
    """Documents truly in each class, per split, shape (splits, classes)."""
    k, splits = len(truth.classes), len(truth.splits)
    if truth.labels is None or not splits:
        return np.zeros((splits, k), dtype=np.int64)
    split = truth.split_of[truth.labels.indices]
    in_class = np.repeat(np.arange(k), np.diff(truth.labels.indptr))
    cells = (split * k + in_class)[split >= 0]
    return np.bincount(cells, minlength=splits * k).reshape(splits, k)


@dataclass(frozen=True)
class Summary:
    """One split. `words`: median length, NaN without a text or length; `first`, `last`: dates."""

    name: str
    documents: int
    labels: int
    labels_per_document: float
    without_class: int
    classes_present: int
    words: float
    first: str | None
    last: str | None


def summaries(truth: Truth, words: Array | None, dates: Array | None) -> list[Summary]:
    """One of each split. `words`, `dates`: per document, NaN and NaT where unknown."""
    counts = class_counts(truth)
    out = []
    for s, name in enumerate(truth.splits):
        rows = truth.in_split(name)
        per_document = truth.labels_per_document[rows]
        length = words[rows] if words is not None else np.zeros(0)
        length = length[~np.isnan(length)]
        when = dates[rows] if dates is not None else np.zeros(0, dtype="datetime64[D]")
        when = when[~np.isnat(when)]
        out.append(
            Summary(
                name,
                len(rows),
                int(per_document.sum()),
                float(ratio(per_document.sum(), len(rows))),
                int((per_document == 0).sum()),
                int((counts[s] > 0).sum()),
                float(np.median(length)) if len(length) else float("nan"),
                str(when.min()) if len(when) else None,
                str(when.max()) if len(when) else None,
            )
        )
    return out


def length_column(truth: Truth) -> str | None:
    """A column of numbers whose name says that it holds the length of the text."""
    for name, values in truth.columns.items():
        if LENGTH_NAME.fullmatch(name) and np.issubdtype(values.dtype, np.number):
            return name
    return None


def lengths(truth: Truth) -> tuple[Array, str] | None:
    """How long each document is, shape (n,), and the column that says so."""
    if (name := length_column(truth)) is not None:
        return np.asarray(truth.columns[name], dtype=float), name
    if truth.text_column is not None:
        counts = word_counts(truth.columns[truth.text_column])
        return counts.astype(float), truth.text_column
    return None


def dates_of(values: Array) -> Array | None:
    """Days, shape (n,), of a column of dates, NaT where empty; None where it holds none.

    Text counts as a date when it starts like 2024-01-31 or 2024/01/31; nine in ten of the
    filled cells must.
    """
    if np.issubdtype(values.dtype, np.datetime64):
        return values.astype("datetime64[D]")
    if values.dtype != object or not len(values):
        return None
    codes: dict[str, int] = {}
    place = np.fromiter((codes.setdefault(str(v)[:10], len(codes)) for v in values), dtype=np.int64)
    days = np.array([_day(text) for text in codes], dtype="datetime64[D]")[place]
    filled = np.array([text.strip() != "" for text in codes])[place]
    known = ~np.isnat(days)
    return days if known.sum() > 0.9 * filled.sum() > 0 else None


def _day(text: str) -> np.datetime64:
    if re.fullmatch(r"\d{4}[-/]\d\d[-/]\d\d", text):
        try:
            return np.datetime64(text.replace("/", "-"), "D")
        except ValueError:
            pass
    return np.datetime64("NaT", "D")


def date_column(truth: Truth) -> tuple[Array, str] | None:
    """The days of the documents, shape (n,), and the first column that holds dates."""
    for name, values in truth.columns.items():
        if name != truth.text_column and (days := dates_of(values)) is not None:
            return days, name
    return None


@dataclass(frozen=True)
class Drift:
    """Shares of classes over time, in periods one after the other, each with documents.

    `first`, `middle`: first and median day of each period, (periods,); `documents`: (periods,);
    `share`: (classes, periods), of the documents of a period.
    """

    first: Array
    middle: Array
    documents: Array
    share: Array


def drift(truth: Truth, dates: Array, classes: Array, periods: int = 16) -> Drift | None:
    """How often classes occur over time, in periods of about equally many documents.

    Documents of one day stay together. None without dated, labelled documents.
    """
    dated = np.flatnonzero(~np.isnat(dates))
    if truth.labels is None or not len(dated):
        return None
    days = np.sort(dates[dated])
    edges = np.unique(days[(np.arange(periods) * len(days)) // periods])
    period = np.searchsorted(edges, dates[dated], side="right") - 1
    documents = np.bincount(period, minlength=len(edges))
    of = np.full(truth.n, -1)
    of[dated] = period
    share = np.empty((len(classes), len(edges)))
    for i, c in enumerate(classes):
        at = of[members(truth.labels, c)]
        share[i] = ratio(np.bincount(at[at >= 0], minlength=len(edges)), documents)
    ends = np.cumsum(documents)
    middle = days[(ends - documents + ends - 1) // 2]
    return Drift(edges, middle, documents, share)


def development_split(truth: Truth) -> str | None:
    """The split that settings are fitted on, by its name; None without one."""
    lowered = [name.strip().lower() for name in truth.splits]
    return next((truth.splits[lowered.index(n)] for n in DEVELOPMENT_NAMES if n in lowered), None)
