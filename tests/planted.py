"""Reviews made from a seed: clean ones, and the same with one fault planted in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse

from breakeven.analysis.advice.checks import check_data, check_review
from breakeven.analysis.evaluation.cut import natural_cut
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.duplicates import search_near
from breakeven.analysis.findings.finding import Finding
from breakeven.data.records import Predictions, Review, Truth
from breakeven.data.splits import tuning_split
from tests.made import not_none

SPLITS = ("train", "dev", "test")


@dataclass(frozen=True)
class Made:
    truth: Truth
    predictions: tuple[Predictions, ...]

    def evaluated(self, split: str | None = "test") -> Evaluation:
        said = self.predictions[0]
        cut = natural_cut(said, self.truth.task == "single-label")
        return evaluate(said, score_split(self.truth, said, split), split, cut)

    def findings(self, limits: Limits | None = None) -> list[Finding]:
        limits = limits or Limits()
        fit = tuning_split(self.truth, self.predictions[0], limits.train, limits.test)
        return check_review(
            Review("made", self.truth, self.predictions, (), ""),
            self.evaluated(),
            self.evaluated(fit) if fit else None,
            limits,
            1.0,
            before=(check_data(self.truth, limits, search_near(self.truth, limits)),),
            others=(),
        ).findings

    def codes(self, *severities: str) -> set[str]:
        return {f.code for f in self.findings() if not severities or f.severity in severities}

    def column(self, name: str) -> np.ndarray:
        return self.truth.columns[name].copy()

    def rows(self, split: str, klass: int | None = None) -> np.ndarray:
        rows = self.truth.in_split(split)
        if klass is None:
            return rows
        return rows[not_none(self.truth.labels)[:, [klass]].toarray().ravel()[rows]]

    def with_truth(self, **changes: Any) -> Made:
        return replace(self, truth=replace(self.truth, **changes))

    def with_columns(self, **columns: np.ndarray) -> Made:
        return self.with_truth(columns={**self.truth.columns, **columns})

    def without(self, rows: np.ndarray) -> Made:
        """The review with these documents gone."""
        rows_left = np.setdiff1d(np.arange(self.truth.n), rows)
        t = self.truth
        truth = replace(
            t,
            ids=not_none(t.documents)[rows_left],
            labels=sparse.csc_array(not_none(t.labels)[rows_left]),
            split_of=t.split_of[rows_left],
            columns={name: values[rows_left] for name, values in t.columns.items()},
        )
        predictions = tuple(
            replace(
                p,
                rows=np.arange(len(rows_left)),
                scores=np.ascontiguousarray(p.scores[:, rows_left]),
            )
            for p in self.predictions
        )
        return Made(truth, predictions)


def clean(
    seed: int,
    classes: int = 12,
    sizes: Sequence[int] = (480, 120, 240),
    multi: bool = False,
    words: int = 40,
) -> Made:
    """Classes of like size and of words of their own, splits by time, calibrated probabilities.

    A document has one class, or, with `multi`, any number: its probabilities are made first
    and its classes drawn by them.
    """
    rng = np.random.default_rng(seed)
    n = sum(sizes)
    # the same number of documents of each class, but for chance in the labels
    top = rng.permutation(np.arange(n) % classes)
    p = np.full((classes, n), 0.1 / (classes - 1))
    p[top, np.arange(n)] = 0.9
    if multi:
        p = np.where(p == 0.9, 0.9, 0.02)
        labels = (rng.random(p.shape) < p).T
    else:
        drawn = (rng.random(n) > np.cumsum(p, axis=0)).sum(axis=0).clip(max=classes - 1)
        labels = drawn[:, None] == np.arange(classes)
    # half of the words come from the vocabulary of the document's top class
    own = rng.integers(0, 150, (n, words)) + 150 * (1 + top[:, None])
    common = rng.integers(0, 150, (n, words))
    which = np.where(rng.random((n, words)) < 0.5, own, common)
    texts = np.array([" ".join(f"w{i}" for i in row) for row in which], dtype=object)
    days = np.array([str(np.datetime64("2024-01-01") + i // 8) for i in range(n)], dtype=object)
    truth = Truth(
        ids=np.array([f"d{i}" for i in range(n)], dtype=object),
        classes=tuple(f"c{i:02}" for i in range(classes)),
        labels=sparse.csc_array(labels),
        splits=SPLITS,
        split_of=np.repeat(np.arange(3), sizes),
        columns={"text": texts, "date": days},
        text_column="text",
    )
    return Made(truth, (Predictions("s", np.arange(n), scores=p, probabilities=True),))
