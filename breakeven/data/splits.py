"""Which split is train, dev and test, and what each of them holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from breakeven.data.corpus import word_counts
from breakeven.data.records import Predictions, Truth
from metrics.incidence import members
from metrics.measures import ratio
from metrics.typing import Array

SplitRole = Literal["train", "dev", "test"]
# what a split of each role is called, the most usual name first
SPLIT_NAMES: Mapping[SplitRole, tuple[str, ...]] = {
    "train": ("train", "training", "learn", "fit"),
    "dev": ("dev", "development", "val", "valid", "validation", "tune", "tuning"),
    "test": ("test", "testing", "eval", "evaluation", "holdout", "held-out", "heldout"),
}
# read as the name of their role, however they are capitalised; other names stay as written
RESPELT = ("train", "dev", "val", "validation", "test")
# how a cell that holds a day begins
DAY = r"^[0-9]{4}[-/][0-9]{2}[-/][0-9]{2}"
LENGTH_NAME = re.compile(
    r"(n|num|number|count)?[_ ]?(of[_ ])?(words|tokens|length|len|chars)", re.I
)


def role_of(name: str) -> SplitRole | None:
    """The role that a split's name gives it, whatever its case and surrounding space."""
    plain = name.strip().lower()
    return next((role for role, names in SPLIT_NAMES.items() if plain in names), None)


def name_as_read(name: str) -> str:
    """How a file's split is called in a review: `Test` is `test`, `Validation` is `dev`."""
    role = role_of(name)
    return role if role is not None and name.strip().lower() in RESPELT else name


def order_splits(names: Iterable[str]) -> tuple[str, ...]:
    """Splits by role, train, dev, test, then those without one; of one role as they come."""
    roles = [*SPLIT_NAMES, None]
    return tuple(sorted(filter(None, names), key=lambda name: roles.index(role_of(name))))


@dataclass(frozen=True)
class SplitRoles:
    """Which split the classifier learnt from and which it is judged on; None where unknown."""

    train: int | None
    test: int | None


def roles_of(truth: Truth, train: str = "", test: str = "") -> SplitRoles:
    """The named splits; without a name those whose names say train and test."""

    def find(wanted: str, role: SplitRole) -> int | None:
        if wanted in truth.splits:
            return truth.splits.index(wanted)
        return next(iter(_of_role(truth, role)), None)

    return SplitRoles(find(train, "train"), find(test, "test"))


def _of_role(truth: Truth, role: SplitRole) -> list[int]:
    """The splits that a role's names fit, the most usual name first."""
    names = SPLIT_NAMES[role]
    found = [s for s, name in enumerate(truth.splits) if role_of(name) == role]
    return sorted(found, key=lambda s: names.index(truth.splits[s].strip().lower()))


def spoken_splits(truth: Truth, predictions: Predictions) -> list[int]:
    """The splits that hold a document the system spoke of, ascending indices."""
    return _splits_of(truth, predictions.rows)


def _splits_of(truth: Truth, rows: Array) -> list[int]:
    counts = np.bincount(truth.split_of[rows] + 1, minlength=1)
    return [int(s) for s in np.flatnonzero(counts[1:])]


def _judged_rows(truth: Truth, rows: Array) -> Array:
    """Those of the documents of which somebody judged a class."""
    if truth.unjudged is None:
        return rows
    off = np.bincount(truth.unjudged.indices, minlength=truth.n)
    return rows[off[rows] < len(truth.classes)]


def default_split(truth: Truth, predictions: Predictions) -> str | None:
    """What is looked at before anybody chooses: the test split, else all documents (None).

    The same for app, command line and Python. A test split counts if the system spoke of it.
    """
    spoken = spoken_splits(truth, predictions)
    return next((truth.splits[s] for s in _of_role(truth, "test") if s in spoken), None)


def tuning_split(
    truth: Truth, predictions: Predictions, train: str = "", test: str = ""
) -> str | None:
    """Where thresholds and probabilities are fitted before anybody chooses; None for nowhere.

    The dev split; else the first that is neither train nor test; of those that hold a judged
    document which the system spoke of. `train` and `test` name those splits, as in `roles_of`:
    what else is called so then has no role.
    """
    roles = roles_of(truth, train, test)
    named = {"train": train in truth.splits, "test": test in truth.splits}
    judged = _splits_of(truth, _judged_rows(truth, predictions.rows))
    free = [s for s in judged if s not in (roles.train, roles.test)]
    dev = [s for s in _of_role(truth, "dev") if s in free]
    others = [s for s in free if (role := role_of(truth.splits[s])) is None or named.get(role)]
    return next((truth.splits[s] for s in [*dev, *others]), None)


# why documents that a system may have learnt from say little of others
FITTED_THERE = (
    "If models were trained or thresholds chosen on them, the numbers are optimistic, and more so "
    "for some systems."
)


@dataclass(frozen=True)
class LearntFrom:
    """Splits for training and tuning, by their names; `all_documents`: nothing else is shown."""

    splits: tuple[str, ...]
    all_documents: bool

    def __str__(self) -> str:
        start = (
            "These are the documents of"
            if self.all_documents
            else "Among these are the documents of"
        )
        return f"{start} {' and '.join(self.splits)}. {FITTED_THERE}"


def learnt_from(truth: Truth, rows: Array) -> LearntFrom | None:
    """The splits a system may have learnt from that hold any of these documents; None for none."""
    counts = np.bincount(truth.split_of[rows] + 1, minlength=len(truth.splits) + 1)[1:]
    found = [s for s in np.flatnonzero(counts) if role_of(truth.splits[s]) in ("train", "dev")]
    if not found:
        return None
    return LearntFrom(tuple(truth.splits[s] for s in found), counts[found].sum() == len(rows))


def learnt_from_splits(splits: Sequence[str]) -> LearntFrom | None:
    """As `learnt_from`, of documents that are of all of these splits; "" for those of none."""
    found = tuple(split for split in splits if role_of(split) in ("train", "dev"))
    return LearntFrom(found, len(found) == len(splits)) if found else None


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
class SplitSummary:
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

    @property
    def role(self) -> SplitRole | None:
        """What its name says that it is used for."""
        return role_of(self.name)


def split_summaries(truth: Truth, words: Array | None, dates: Array | None) -> list[SplitSummary]:
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
            SplitSummary(
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


def text_lengths(truth: Truth) -> tuple[Array, str] | None:
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
    # slow to import, and few ask for dates
    import pyarrow as pa
    from pyarrow import compute

    texts = pa.array(values, pa.large_string()).fill_null("")
    starts = compute.utf8_slice_codeunits(texts, 0, 10).dictionary_encode()
    if not compute.any(compute.match_substring_regex(starts.dictionary, DAY)).as_py():
        return None
    distinct, place = starts.dictionary.to_pylist(), starts.indices.to_numpy()
    days = np.array([_day(text) for text in distinct], dtype="datetime64[D]")[place]
    filled = np.array([text.strip() != "" for text in distinct])[place]
    is_date = ~np.isnat(days)
    return days if is_date.sum() > 0.9 * filled.sum() > 0 else None


def _day(text: str) -> np.datetime64:
    if re.fullmatch(DAY, text):
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


@dataclass(frozen=True, kw_only=True)
class SplitsOverview:
    """What each split holds, in the order of the truth; none where there are no splits.

    `length_column`, `date_column`: what lengths and dates are read from; None without.
    """

    summaries: tuple[SplitSummary, ...]
    length_column: str | None
    date_column: str | None


def splits_overview(truth: Truth) -> SplitsOverview:
    """What the splits hold, with lengths and dates where a column has them."""
    lengths, days = text_lengths(truth), date_column(truth)
    summaries = split_summaries(
        truth, None if lengths is None else lengths[0], None if days is None else days[0]
    )
    return SplitsOverview(
        summaries=tuple(summaries),
        length_column=None if lengths is None else lengths[1],
        date_column=None if days is None else days[1],
    )


def periods_of(dates: Array, most: int) -> tuple[Array, Array]:
    """The first days of up to `most` periods of about equally many documents, and each one's.

    Shapes (periods,) and (n,), -1 where there is no date. Documents of one day stay together.
    """
    dated = np.flatnonzero(~np.isnat(dates))
    days = np.sort(dates[dated])
    edges = np.unique(days[(np.arange(most) * len(days)) // most]) if len(days) else days
    of = np.full(len(dates), -1)
    of[dated] = np.searchsorted(edges, dates[dated], side="right") - 1
    return edges, of


@dataclass(frozen=True)
class ClassDrift:
    """Shares of classes over time, in periods one after the other, each with documents.

    `first`, `middle`: first and median day of each period, (periods,); `documents`: (periods,);
    `share`: (classes, periods), of the documents of a period.
    """

    first: Array
    middle: Array
    documents: Array
    share: Array


def class_drift(truth: Truth, dates: Array, classes: Array, periods: int = 16) -> ClassDrift | None:
    """How often classes occur over time, in periods of about equally many documents.

    Documents of one day stay together. None without dated, labelled documents.
    """
    dated = np.flatnonzero(~np.isnat(dates))
    if truth.labels is None or not len(dated):
        return None
    edges, period = periods_of(dates, periods)
    days, documents = np.sort(dates[dated]), np.bincount(period[dated], minlength=len(edges))
    share = np.empty((len(classes), len(edges)))
    for i, c in enumerate(classes):
        class_periods = period[members(truth.labels, c)]
        share[i] = ratio(
            np.bincount(class_periods[class_periods >= 0], minlength=len(edges)), documents
        )
    ends = np.cumsum(documents)
    middle = days[(ends - documents + ends - 1) // 2]
    return ClassDrift(edges, middle, documents, share)
