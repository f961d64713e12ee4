"""Twelve files that tempt a page to say what its numbers do not bear out.

Each is one CSV file, made from a fixed seed: everything wrong, everything right, one document,
two systems that never differ, random and reversed scores, two classes, one class, scores that
are all tied, no positives, nothing judged, classes that exclude each other, and two systems that
differ on four documents alone.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

CLASSES = ("barley", "cocoa", "rubber", "tin")


def _csv(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    out = io.StringIO()
    csv.writer(out).writerows([header, *rows])
    return out.getvalue().encode()


def _rng(name: str) -> np.random.Generator:
    return np.random.default_rng(list(name.encode()))


def _single(name: str, n: int, wrong: int, classes: Sequence[str] = CLASSES) -> bytes:
    """One class a document; the first `wrong` documents are called by the next class."""
    k = len(classes)
    true = _rng(name).integers(0, k, n)
    called = np.where(np.arange(n) < wrong, (true + 1) % k, true)
    rows = ((f"d{i}", classes[true[i]], classes[called[i]]) for i in range(n))
    return _csv(["id", "true", "predicted"], rows)


def _scored(name: str, scores: np.ndarray, labels: np.ndarray) -> bytes:
    """Several classes a document, and a score for every class."""
    header = ["id", "true", *(f"score:{c}" for c in CLASSES)]
    rows = (
        [
            f"d{i}",
            ", ".join(c for c, has in zip(CLASSES, labels[i], strict=True) if has),
            *scores[i],
        ]
        for i in range(len(labels))
    )
    return _csv(header, rows)


def _labels(name: str, n: int) -> np.ndarray:
    return _rng(name).random((n, len(CLASSES))) < (0.4, 0.25, 0.15, 0.1)


def _random_scores() -> bytes:
    labels = _labels("random", 120)
    return _scored("random", np.round(_rng("scores").random(labels.shape), 3), labels)


def _inverse_scores() -> bytes:
    labels = _labels("inverse", 120)
    noise = _rng("noise").random(labels.shape)
    return _scored("inverse", np.round(0.6 - 0.4 * labels + 0.35 * noise, 3), labels)


def _all_tied() -> bytes:
    labels = _labels("tied", 60)
    return _scored("tied", np.full(labels.shape, 0.5), labels)


def _no_positives() -> bytes:
    scores = np.round(_rng("none").random((50, len(CLASSES))), 3)
    return _scored("none", scores, np.zeros(scores.shape, dtype=bool))


def _exclusive() -> bytes:
    """Three classes whose probabilities add up to 1 in every document."""
    rng = _rng("exclusive")
    weights = rng.integers(1, 20, (80, 3)) ** 2
    shares = np.round(weights / weights.sum(axis=1, keepdims=True), 3)
    shares[:, 2] = np.round(1 - shares[:, 0] - shares[:, 1], 3)
    true = (rng.random((80, 1)) > shares.cumsum(axis=1)).sum(axis=1).clip(0, 2)
    rows = ((f"d{i}", CLASSES[true[i]], *shares[i]) for i in range(80))
    return _csv(["id", "true", *(f"proba_{c}" for c in CLASSES[:3])], rows)


def _two_systems(name: str, n: int, wrong: int, differ: int) -> bytes:
    """Of two systems the second is wrong on `differ` documents on which the first is right."""
    true = _rng(name).integers(0, len(CLASSES), n)
    first = np.where(np.arange(n) < wrong, (true + 1) % len(CLASSES), true)
    second = np.where(np.arange(n) >= n - differ, (true + 1) % len(CLASSES), first)
    rows = (
        (f"d{i}", system, CLASSES[true[i]], CLASSES[called[i]])
        for system, called in (("early", first), ("late", second))
        for i in range(n)
    )
    return _csv(["id", "system", "true", "predicted"], rows)


def _unjudged() -> bytes:
    scores = np.round(_rng("unjudged").random((20, 2)), 3)
    rows = ((f"d{i}", "", "", *scores[i]) for i in range(20))
    return _csv(["id", "true:barley", "true:cocoa", "score:barley", "score:cocoa"], rows)


ADVERSARIAL: dict[str, bytes] = {
    "all wrong": _single("wrong", 40, 40),
    "perfect": _single("perfect", 40, 0),
    "one document": _csv(["id", "true", "predicted"], [("d0", "tin", "tin")]),
    "identical systems": _two_systems("identical", 60, 9, 0),
    "random scores": _random_scores(),
    "inverse scores": _inverse_scores(),
    "two classes": _single("two", 80, 12, CLASSES[:2]),
    "one class": _single("one", 30, 0, CLASSES[:1]),
    "all tied": _all_tied(),
    "no positives": _no_positives(),
    "all unjudged": _unjudged(),
    "exclusive classes": _exclusive(),
    "four differing documents": _two_systems("four", 100, 20, 4),
}
