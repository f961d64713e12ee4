"""Data sets in which nothing is wrong, made from a seed: what `planted_faults` plants faults in.

Three tasks: one class of six (`one`), any number of twelve (`several`), one of two (`two`). Three
sizes: 300, 120 and 200 documents in train, dev and test (`small`), 1,200, 400 and 800 (`middle`),
4,000, 1,500 and 2,500 (`large`). Documents come to their splits at random. Each has an id, a text
of 20 to 80 words, a date in half a year, a source, an amount and an author; only the words tell the
class. The probabilities are made first and the labels drawn by them, so they mean what they say.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import breakeven as be
from breakeven.data.records import Review
from metrics.typing import Array

TASKS = ("one", "several", "two")
SIZES = {"small": (300, 120, 200), "middle": (1_200, 400, 800), "large": (4_000, 1_500, 2_500)}
NAMES = (
    *("billing", "delivery", "returns", "warranty", "account", "website"),
    *("payment", "shipping", "quality", "service", "contract", "technics"),
)
TWO = ("complaint", "praise")
SPLITS = ("train", "dev", "test")
SOURCES = ("mail", "web", "phone", "chat", "store")
COMMON, OWN = 800, 120
DAYS = 180


@dataclass(frozen=True, kw_only=True)
class Made:
    """A data set: of n documents and k classes.

    `true`, `predicted`: boolean (n, k); `p`: scores, (n, k). `names`: of the classes, as scores
    have them; `true_names`, `predicted_names`: those that each document has them by, (n, k).
    `probabilities`: whether the scores are said to be such; `scored`: whether there are any.
    `people`: what annotators say, name to boolean (n, k).
    """

    task: str
    names: Array
    ids: Array
    split: Array
    text: Array
    true: Array
    p: Array
    predicted: Array
    columns: dict[str, Array]
    true_names: Array
    predicted_names: Array
    probabilities: bool = True
    scored: bool = True
    people: dict[str, Array] = field(default_factory=dict)

    @property
    def n(self) -> int:
        """How many documents there are."""
        return len(self.ids)

    def rows(self, *splits: str) -> Array:
        """The documents of some splits."""
        return np.flatnonzero(np.isin(self.split, splits))

    def of_class(self, c: int, *splits: str) -> Array:
        """Those of them in a class."""
        rows = self.rows(*splits)
        return rows[self.true[rows, c]]

    def but(self, **changes: object) -> Made:
        """The same with some of it replaced."""
        return replace(self, **changes)  # type: ignore[arg-type]

    def with_columns(self, **columns: Array) -> Made:
        """The same with further columns."""
        return replace(self, columns={**self.columns, **columns})

    def take(self, rows: Array) -> Made:
        """These documents alone, in this order."""
        parts = ("ids", "split", "text", "true", "p", "predicted", "true_names", "predicted_names")
        changes = {name: getattr(self, name)[rows] for name in parts}
        columns = {name: values[rows] for name, values in self.columns.items()}
        people = {name: values[rows] for name, values in self.people.items()}
        return replace(self, **changes, columns=columns, people=people)

    def review(self) -> Review:
        """As it is read from arrays."""
        scores = {str(name): self.p[:, c] for c, name in enumerate(self.score_names())}
        return be.from_arrays(
            _labels(self.true, self.true_names),
            _labels(self.predicted, self.predicted_names),
            scores if self.scored else None,
            ids=self.ids,
            split=self.split,
            text=self.text,
            columns=self.columns,
            annotators={
                name: _labels(held, self.true_names) for name, held in self.people.items()
            } or None,
            probabilities=self.probabilities and self.scored,
        )  # fmt: skip

    def score_names(self) -> list[str]:
        """What the scores' columns are called: the commonest name of each class."""
        return [str(name) for name in self.names]


def _labels(held: Array, names: Array) -> list[list[str]]:
    return [[str(n) for n in of[has]] for has, of in zip(held, names, strict=True)]


def clean(task: str, size: str, seed: int) -> Made:
    """A data set of this kind in which nothing is wrong."""
    rng = np.random.default_rng([seed, TASKS.index(task), list(SIZES).index(size)])
    sizes = SIZES[size]
    n = sum(sizes)
    true, p = labelled(rng, task, n)
    names = names_of(task)
    day = rng.integers(0, DAYS, n)
    author = rng.integers(0, n // 10, n)
    return Made(
        task=task,
        names=names,
        ids=np.array([f"d{i}" for i in rng.permutation(n)], dtype=object),
        split=rng.permutation(np.repeat(np.array(SPLITS, dtype=object), sizes)),
        text=texts(rng, true),
        true=true,
        p=p,
        predicted=decided(task, p),
        columns={
            "date": (np.datetime64("2025-01-01") + day).astype(str).astype(object),
            "source": np.array(SOURCES, dtype=object)[rng.integers(0, len(SOURCES), n)],
            "amount": np.round(rng.gamma(2, 20, n), 2),
            "author": np.array([f"a{i}" for i in author], dtype=object),
        },
        true_names=np.tile(names, (n, 1)),
        predicted_names=np.tile(names, (n, 1)),
    )


def names_of(task: str) -> Array:
    """The classes of a task."""
    number = {"one": 6, "several": 12}
    return np.array(TWO if task == "two" else NAMES[: number[task]], dtype=object)


def labelled(rng: np.random.Generator, task: str, n: int) -> tuple[Array, Array]:
    """Labels of n documents, boolean (n, k), and the probabilities that they were drawn by."""
    return _several(rng, n) if task == "several" else _one(rng, n, len(names_of(task)))


def decided(task: str, p: Array) -> Array:
    """What is predicted by right probabilities, boolean (n, k)."""
    return p >= 0.5 if task == "several" else p == p.max(axis=1, keepdims=True)


def _one(rng: np.random.Generator, n: int, k: int) -> tuple[Array, Array]:
    """One class each: probabilities, and labels drawn by them."""
    strength = rng.gamma(3, 1.6, n)
    logits = rng.normal(0, 0.6, (n, k))
    logits[np.arange(n), rng.permutation(np.arange(n) % k)] += strength + 0.8
    p = np.exp(logits)
    p = _rounded(p / p.sum(axis=1, keepdims=True))
    drawn = (rng.random((n, 1)) > np.cumsum(p, axis=1)).sum(axis=1).clip(max=k - 1)
    return drawn[:, None] == np.arange(k), p


def _several(rng: np.random.Generator, n: int) -> tuple[Array, Array]:
    """Any number of classes, from common ones to rarer ones."""
    share = np.linspace(0.22, 0.08, 12)
    likely = rng.random((n, 12)) < share
    logits = np.where(likely, rng.normal(2.2, 1.3, (n, 12)), rng.normal(-4.2, 1.1, (n, 12)))
    p = _rounded(1 / (1 + np.exp(-logits)))
    return rng.random(p.shape) < p, p


def _rounded(p: Array) -> Array:
    return np.round(p, 5)


def texts(rng: np.random.Generator, true: Array) -> Array:
    """Words of all documents and, a third of them, of a document's classes."""
    n, k = true.shape
    size = rng.integers(20, 81, (n,))
    document = np.repeat(np.arange(n), size)
    word = (COMMON * rng.beta(0.6, 2, len(document))).astype(int)
    chance = true[document] * rng.random((len(document), k))
    own = (rng.random(len(document)) < 0.33) & (chance.max(axis=1) > 0)
    word[own] = COMMON + OWN * chance.argmax(axis=1)[own] + rng.integers(0, OWN, int(own.sum()))
    vocabulary = np.array([word_of(i) for i in range(COMMON + OWN * k)], dtype=object)
    ends = np.cumsum(size)
    words = vocabulary[word]
    return np.array(
        [" ".join(words[e - s : e]) for e, s in zip(ends, size, strict=True)],
        dtype=object,
    )


SYLLABLES = ("ba", "do", "fi", "gu", "ke", "la", "mo", "ni", "pu", "ra", "se", "to", "vu", "we")


def word_of(number: int) -> str:
    """A word that nobody uses; another one for each number."""
    k = len(SYLLABLES)
    parts = (number % k, number // k % k, number // k**2 % k, number // k**3)
    return "".join(SYLLABLES[part] for part in parts)
