"""Made tables: documents in which no check finds anything, in which a fault is then planted.

Tested in `test_explained`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from metrics.typing import Array

CLASSES = ("billing", "delivery", "returns", "warranty", "account", "website")
USUAL = 4


@dataclass(frozen=True, kw_only=True)
class FindingExample:
    """A table that raises a finding.

    `planted`: what was made wrong in it. `columns`: cells by header, all of one length. `also`:
    other findings that it cannot but raise, by their codes, with the reason.
    """

    planted: str
    columns: Mapping[str, Array]
    also: Mapping[str, str] = field(default_factory=dict)


def table(
    seed: int, train: int = 400, test: int = 800, wrong: float = 0.04, k: int = USUAL
) -> dict[str, Array]:
    """Documents in which no check finds anything: cells by header.

    The first `k` classes, all of one size; the share `wrong` of each is predicted wrongly, in each
    split. Ids, and the order of the rows, tell nothing.
    """
    rng = np.random.default_rng(seed)
    n = train + test
    true = np.concatenate([np.arange(train) % k, np.arange(test) % k])
    mixed = np.concatenate([rng.permutation(train), train + rng.permutation(test)])
    true = true[mixed]
    predicted = true.copy()
    for split in (range(train), range(train, n)):
        for c in range(k):
            rows = rng.permutation([row for row in split if true[row] == c])
            for i, row in enumerate(rows[: round(wrong * len(rows))]):
                predicted[row] = (c + 1 + i % (k - 1)) % k
    names = np.array(CLASSES, dtype=object)
    return {
        "id": np.array([f"t{i}" for i in rng.permutation(n)], dtype=object),
        "split": np.repeat(np.array(["train", "test"], dtype=object), [train, test]),
        "true": names[true],
        "predicted": names[predicted],
    }


def rows_of(columns: Mapping[str, Array], split: str, name: str | None = None) -> Array:
    """The rows of a split, or those of a class in it."""
    there = columns["split"] == split
    if name is not None:
        there &= columns["true"] == name
    return np.flatnonzero(there)


def without(columns: Mapping[str, Array], rows: Array) -> dict[str, Array]:
    """The table with these rows gone."""
    return {name: np.delete(values, rows) for name, values in columns.items()}


def right_rows(columns: Mapping[str, Array], split: str, name: str) -> Array:
    """The rows of a class in a split that are predicted rightly."""
    rows = rows_of(columns, split, name)
    return rows[columns["predicted"][rows] == name]


def predict(columns: dict[str, Array], name: str, share: float, instead: str) -> None:
    """Such a share of a class's test documents, predicted rightly so far, gets this instead."""
    rows = right_rows(columns, "test", name)
    columns["predicted"][rows[: round(share * len(rows_of(columns, "test", name)))]] = instead


def probability_columns(columns: Mapping[str, Array], of_the_predicted: Array) -> dict[str, Array]:
    """A column for each of the four classes; the rest of each row goes to the others alike."""
    names = np.array(CLASSES[:USUAL], dtype=object)
    predictions = columns["predicted"][:, None] == names
    values = np.where(predictions, of_the_predicted[:, None], (1 - of_the_predicted[:, None]) / 3)
    return score_columns(values)


def score_columns(scores: Array) -> dict[str, Array]:
    """A column for each class, four digits."""
    return {
        f"score:{name}": np.array([f"{value:.4f}" for value in column], dtype=object)
        for name, column in zip(CLASSES, scores.T, strict=False)
    }


# --- texts and dates


# words of a class, and words that all classes have
OWN_WORDS = 150
COMMON_WORDS = 150


def short_table(seed: int) -> dict[str, Array]:
    """Fewer documents, as each has a text."""
    return table(seed, train=200, test=480, wrong=0.02)


def with_texts(columns: Mapping[str, Array], seed: int, words: int = 30) -> dict[str, Array]:
    """A text for each document, half of it from the words of its class; no two are alike."""
    rng = np.random.default_rng(seed)
    n = len(columns["id"])
    number = np.array([CLASSES.index(name) for name in columns["true"]])
    own = rng.integers(0, OWN_WORDS, (n, words)) + (COMMON_WORDS + OWN_WORDS * number)[:, None]
    common = rng.integers(0, COMMON_WORDS, (n, words))
    drawn = np.where(rng.random((n, words)) < 0.5, own, common)
    texts = np.array([" ".join(word_of(i) for i in row) for row in drawn], dtype=object)
    return {**columns, "text": texts}


SYLLABLES = ("ba", "do", "fi", "gu", "ke", "la", "mo", "ni", "pu", "ra", "se", "to", "vu", "we")


def word_of(number: int) -> str:
    """A word that nobody uses; another one for each number."""
    k = len(SYLLABLES)
    return SYLLABLES[number % k] + SYLLABLES[number // k % k] + SYLLABLES[number // k**2]


def with_days(columns: Mapping[str, Array], days: Array) -> dict[str, Array]:
    """A date for each document, so many days after the first."""
    start = np.datetime64("2026-01-01")
    dates = np.array([str(start + int(day)) for day in days], dtype=object)
    return {**columns, "date": dates}
