"""How many labels the scores doubt, beside how many they would doubt if all labels were right."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse
from scipy.special import expit, logit, pdtrc, xlogy

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.label_errors.label_evidence import (
    Evidence,
    EvidenceOptions,
    NoEvidence,
    evidence_of,
)
from breakeven.analysis.label_errors.suspected_labels import Doubts, doubts_from
from breakeven.data.records import Predictions, Truth
from metrics.incidence import mask_of
from metrics.label_errors.confident_learning import suspects
from metrics.typing import Array

# of fewer documents nothing is said
FEWEST = 100
# by so many of the documents it is reckoned what right labels would give
MOST = 5_000
# with more classes, or pairs of document and class, nothing is said: `label-errors` does
MOST_CLASSES, MOST_PAIRS = 200, 5_000_000
# a label is doubted surely where its probability is so far on the other side
SURE = 0.8
# what is doubted is named if it is so many times what would be with right labels, so many of its
# standard deviations above it, and such a share of the documents above it
TIMES, DEVIATIONS, LEAST_MORE = 1.15, 3.0, 0.01
# twice the gain in log likelihood by labels that are wrong at random: p of 0.001, one-sided
LEAST_GAIN = 9.55
# without stretching it has to be more, and the labels have to fit better than by any stretching
LEAST_GAIN_ALONE, LEAST_BETTER = 12.0, 4.0
LEAST_WRONG = 0.01
# of one class so many labels must be gone
LEAST_GONE = 0.1
# twice the log likelihood by which right labels are better outside what is reviewed: then it is
# the system that fails here
RIGHT_ELSEWHERE = 4.0
# labels of one class that stand under one other name: so many documents at least, p of all pairs
# of classes together, the reverse at most such a share of them; the labels then have to fit no
# worse than by any stretching
FEWEST_SWAPPED, ALPHA_SWAPPED, MOST_REVERSE, LEAST_BETTER_SWAPPED = 5, 0.001, 1 / 3, 0.0
DRAWS = 3
# probabilities nearer to 0 or 1 are taken as so near
NEAREST = 1e-4
# probabilities are put into so many bins, evenly in their log odds
BINS = 200


@dataclass(frozen=True, kw_only=True)
class DoubtfulLabels:
    """Documents with a label that the scores doubt, and how many there would be of right labels.

    `documents`: of so many; `rows`: those doubted, of the truth, the most doubtful first;
    `expected`: as many would be doubted if labels were drawn by the probabilities; `sure`: of those
    doubted, by a margin above 0.8. `share`: about how many labels are wrong, in [0, 1].
    `directions`: pairs of classes, the given one and the one asked for, indices.
    """

    documents: int
    rows: Array
    expected: float
    sure: int
    share: float
    directions: tuple[tuple[int, int], ...]
    fitted_on: str | None


def doubtful_labels(
    truth: Truth, predictions: Predictions, evaluation: Evaluation
) -> DoubtfulLabels | None:
    """The labels of what is under review that the scores doubt; None where not clearly more.

    More than chance: a share of labels that are wrong whatever the score says explains them better
    than any stretching of the probabilities does (likelihood ratio, p 0.001), so a system that is
    too sure of everything raises nothing. Where that does not hold of all labels, it may of those
    of one class: a part of them has another name, or none. If all of that part has the same other
    name and hardly any the reverse, less evidence of how many are gone will do.
    """
    own = label_evidence(truth, predictions, evaluation)
    if isinstance(own, NoEvidence):
        return None
    name, k = predictions.system, len(truth.classes)
    if not 1 <= k <= MOST_CLASSES or k * len(own.rows) > MOST_PAIRS:
        return None
    doubts = doubts_from(truth, name, evaluation.split, EvidenceOptions(), {name: own})
    if isinstance(doubts, NoEvidence) or len(doubts.rows) < FEWEST or not len(doubts):
        return None
    # whether labels are wrong is seen the better the more documents there are, in any split
    every = evidence_of(truth, predictions, None, EvidenceOptions())
    drawn = _drawn_part(own if isinstance(every, NoEvidence) else every)
    reviewed = np.isin(doubts.document, evaluation.rows)
    single, part = evaluation.single_label, _drawn_part(own)
    model = _model_of(drawn, truth, single=single)
    if model is not None and model.wrong >= LEAST_WRONG:
        expected = _expected(part, model, single=single)
        in_all = _clearly_more(doubts, reviewed, expected, model.wrong, _directions(doubts))
        # a system that fails on these documents alone fails without a direction
        if in_all is not None and (
            in_all.directions
            or not _right_elsewhere(drawn, truth, evaluation.rows, model, single=single)
        ):
            return in_all
    gone = _class_gone(drawn, truth, evaluation.rows)
    directions: tuple[tuple[int, int], ...] = ()
    if gone is None:
        swapped = _swapped(drawn, truth, evaluation.rows)
        if swapped is None:
            return None
        given, gone = swapped
        directions = ((given, gone[0]),)
    c, share = gone
    as_given = _Model(stretch=1.0, moved=0.0, wrong=0.0)
    expected = _expected(part, as_given, single=single, missing=c)
    reviewed &= doubts.missing & (doubts.class_index == c)
    # of those that are left, so many are gone
    share *= float(np.mean(_given(truth, own.rows, c))) / (1 - share)
    return _clearly_more(doubts, reviewed, expected, share, directions or _instead_of(doubts, c))


def _clearly_more(
    doubts: Doubts,
    reviewed: Array,
    expected: float,
    share: float,
    directions: tuple[tuple[int, int], ...],
) -> DoubtfulLabels | None:
    """What is doubted of these pairs, where it is clearly more than with right labels.

    `reviewed`: which of the doubts count; `expected`: the share of documents with such doubts if
    labels were right; `share`: about how many labels are wrong.
    """
    rows = doubts.document[reviewed]
    rows = rows[np.sort(np.unique(rows, return_index=True)[1])]
    expected *= len(doubts.rows)
    least = max(DEVIATIONS * np.sqrt(expected), LEAST_MORE * len(doubts.rows))
    if len(rows) < TIMES * expected or len(rows) - expected < least:
        return None
    return DoubtfulLabels(
        documents=len(doubts.rows),
        rows=rows,
        expected=expected,
        sure=len(np.unique(doubts.document[reviewed & (doubts.margin > SURE)])),
        share=share,
        directions=directions,
        fitted_on=doubts.fitted_on,
    )


def _given(truth: Truth, rows: Array, c: int) -> Array:
    assert truth.labels is not None
    return mask_of(sparse.csc_array(truth.labels[rows]), c)


def _instead_of(doubts: Doubts, c: int) -> tuple[tuple[int, int], ...]:
    """The class that most often stands where this one is probable, if one mostly does."""
    of_class = doubts.document[doubts.missing & (doubts.class_index == c)]
    wrong = ~doubts.missing & np.isin(doubts.document, of_class)
    counts = np.bincount(doubts.class_index[wrong], minlength=c + 1)
    given = int(counts.argmax())
    return ((given, c),) if 2 * counts[given] > len(of_class) else ()


def _directions(doubts: Doubts) -> tuple[tuple[int, int], ...]:
    return tuple((each.given, each.instead) for each in doubts.directions()[:2])


def label_evidence(
    truth: Truth, predictions: Predictions, evaluation: Evaluation
) -> Evidence | NoEvidence:
    """The probabilities that may speak against the labels under review, or why there are none."""
    return evidence_of(truth, predictions, evaluation.split, EvidenceOptions())


# --- what the probabilities would look like if all labels were right


@dataclass(frozen=True, kw_only=True)
class _Model:
    """Probabilities stretched and moved so that labels fit them best, but for wrong labels.

    `wrong`: the share of labels that are wrong whatever the probability.
    """

    stretch: float
    moved: float
    wrong: float

    def right(self, p: Array) -> Array:
        """What the probabilities would be of right labels."""
        return np.asarray(expit(self.stretch * _logit(p) + self.moved))


def _logit(p: Array) -> Array:
    return np.asarray(logit(np.clip(p, NEAREST, 1 - NEAREST)))


def _model_of(own: Evidence, truth: Truth, *, single: bool) -> _Model | None:
    """The model with wrong labels; None where the labels fit as well without.

    Wrong labels must explain more than any stretching and moving does; or, of probabilities as they
    are, be a better explanation than any stretching and moving alone.
    """
    p, given = _labels_beside(own, truth, single=single)
    if len(p) < FEWEST or given.all() or not given.any():
        return None
    binned, floors = _binned(_logit(p), given), _floors(given, single=single)
    stretched = binned.best(0.0, stretch=True, wrong=False)
    as_given = binned.likelihood(1.0, 0.0, 0.0, 0.0)
    free = max((binned.best(floor, stretch=True) for floor in floors), key=lambda fit: fit[0])
    if 2 * (free[0] - stretched[0]) >= LEAST_GAIN:
        return free[1]
    alone = max((binned.best(floor, stretch=False) for floor in floors), key=lambda fit: fit[0])
    gain = 2 * (alone[0] - as_given)
    if gain >= LEAST_GAIN_ALONE and 2 * (alone[0] - stretched[0]) >= LEAST_BETTER:
        return alone[1]
    return None


def _floors(given: Array, *, single: bool) -> list[float]:
    """How often a wrong label may be there nevertheless.

    Wrong labels keep even the surest from being right; where they are those of other documents they
    also stand where they surely should not, where labels are missing they do not.
    """
    return [0.0] if single else [float(given.mean()), 0.0]


def _right_elsewhere(
    own: Evidence, truth: Truth, reviewed: Array, model: _Model, *, single: bool
) -> bool:
    """Whether the labels of documents that are not under review clearly speak against a model."""
    other = own.rows[~np.isin(own.rows, reviewed)]
    if not len(other):
        return False
    elsewhere = replace(own, rows=other, probabilities=own.among(other))
    p, given = _labels_beside(elsewhere, truth, single=single)
    binned = _binned(_logit(p), given)
    return all(binned.prefers_right(model, floor) for floor in _floors(given, single=single))


def _class_gone(own: Evidence, truth: Truth, reviewed: Array) -> tuple[int, float] | None:
    """The class of which a share of the labels is clearly gone, and the share; None for none.

    Gone: its labels are as many times too few wherever its probability is high as where it is
    low, which no stretching or moving of that class explains.
    """
    assert truth.labels is not None
    labels, best = sparse.csc_array(truth.labels[own.rows]), None
    more = 2 * np.log(labels.shape[1])  # for so many classes
    for c in range(labels.shape[1]):
        gone = _gone_of(own, labels, c, reviewed)
        if gone is None or gone.gain < LEAST_GAIN_ALONE + more or gone.better < LEAST_BETTER + more:
            continue
        if best is None or gone.better > best[0]:
            best = gone.better, c, gone.share
    return None if best is None else (best[1], best[2])


@dataclass(frozen=True, kw_only=True)
class _Gone:
    """A share of the labels of a class that is gone.

    `gain`: twice the log likelihood by which labels fit better than by the probabilities as they
    are; `better`: than by any stretching and moving of them.
    """

    share: float
    gain: float
    better: float


def _gone_of(own: Evidence, labels: sparse.csc_array, c: int, reviewed: Array) -> _Gone | None:
    """How much of the labels of a class is gone; None where not enough to matter.

    Nor where only the documents under review show it: there the system fails, and not the labels.
    """
    positions, p = own.probabilities.positions(c), own.probabilities.of_class(c)[0]
    given = mask_of(labels, c)[positions]
    expected = float(p.sum())
    # only where labels are clearly too few a fit is worth its time
    off = expected - given.sum() - DEVIATIONS * np.sqrt(float(np.sum(p * (1 - p))))
    if given.sum() < FEWEST / 4 or off < 0 or given.sum() > (1 - LEAST_GONE) * expected:
        return None
    binned = _binned(_logit(p), given)
    alone = binned.best(0.0, stretch=False)
    if alone[1].wrong < LEAST_GONE:
        return None
    other = ~np.isin(own.rows[positions], reviewed)
    if other.any() and _binned(_logit(p[other]), given[other]).prefers_right(alone[1], 0.0):
        return None
    return _Gone(
        share=alone[1].wrong,
        gain=2 * (alone[0] - binned.likelihood(1.0, 0.0, 0.0, 0.0)),
        better=2 * (alone[0] - binned.best(0.0, stretch=True, wrong=False)[0]),
    )


def _swapped(own: Evidence, truth: Truth, reviewed: Array) -> tuple[int, tuple[int, float]] | None:
    """The class given; the class gone and its share: where labels stand under one other name.

    Documents in which the one is probable and not given, and the other given and not probable,
    are far more than chance allows, and the reverse hardly happens, though a system that takes two
    classes for each other often does both. What is given stands in for what is gone.
    """
    assert truth.labels is not None
    labels = sparse.csc_array(truth.labels[own.rows])
    p, given = _matrix_of(own), np.asarray(labels.toarray(), dtype=bool)
    k = p.shape[1]
    if k < 2:
        return None
    fit = _binned(_logit(p.ravel()), given.ravel()).best(0.0, stretch=True, wrong=False)[1]
    right, probable = fit.right(p), p >= 0.5
    counts = (probable & ~given).T.astype(float) @ (~probable & given)
    expected = np.where(probable, 1 - right, 0).T @ np.where(probable, 0, right)
    chance = pdtrc(counts - 1, expected) * k * (k - 1)
    one_way = (counts >= FEWEST_SWAPPED) & (MOST_REVERSE * counts >= counts.T)
    gone_as, given_as = np.nonzero(one_way & (chance < ALPHA_SWAPPED))
    order = np.argsort(chance[gone_as, given_as], kind="stable")
    for c, instead in zip(gone_as[order].tolist(), given_as[order].tolist(), strict=True):
        gone = _gone_of(own, labels, c, reviewed)
        if gone is None or gone.gain < LEAST_GAIN_ALONE or gone.better < LEAST_BETTER_SWAPPED:
            continue
        return instead, (c, gone.share)
    return None


@dataclass(frozen=True)
class _Binned:
    """Log odds, how many probabilities have them, and how many of their labels are there."""

    x: Array
    n: Array
    hits: Array

    def likelihood(self, stretch: float, moved: float, wrong: float, floor: float) -> float:
        """The log likelihood of the labels; `floor`: how often a wrong one is there."""
        inner = expit(stretch * self.x + moved)
        q = np.clip(wrong * floor + (1 - wrong - wrong * floor) * inner, 1e-9, 1 - 1e-9)
        return float(np.sum(xlogy(self.hits, q) + xlogy(self.n - self.hits, 1 - q)))

    def prefers_right(self, model: _Model, floor: float) -> bool:
        """Whether the labels clearly fit better if none is wrong than if so many are."""
        stretch, moved = model.stretch, model.moved
        wrong, right = (self.likelihood(stretch, moved, w, floor) for w in (model.wrong, 0.0))
        return 2 * (right - wrong) >= RIGHT_ELSEWHERE

    def best(self, floor: float, *, stretch: bool, wrong: bool = True) -> tuple[float, _Model]:
        """The highest log likelihood, and the model that has it."""
        from scipy.optimize import minimize  # takes long to import

        def model(values: Array) -> _Model:
            a, b = (np.exp(values[0]), values[1]) if stretch else (1.0, 0.0)
            share = float(expit(values[-1])) if wrong else 0.0
            return _Model(stretch=float(a), moved=float(b), wrong=share)

        def loss(values: Array) -> float:
            tried = model(values)
            return -self.likelihood(tried.stretch, tried.moved, tried.wrong, floor)

        start = ([0.0, 0.0] if stretch else []) + ([-3.5] if wrong else [])
        fit = minimize(loss, np.array(start), method="Nelder-Mead")
        return -float(fit.fun), model(fit.x)


def _binned(x: Array, given: Array) -> _Binned:
    _, place = np.unique(np.round((x + 10) / 20 * BINS), return_inverse=True)
    n = np.bincount(place).astype(float)
    return _Binned(np.bincount(place, x) / n, n, np.bincount(place, given.astype(float)))


def _drawn_part(own: Evidence) -> Evidence:
    """The evidence of some of the documents, drawn from a fixed seed."""
    if len(own.rows) <= MOST:
        return own
    drawn = np.sort(np.random.default_rng(0).choice(len(own.rows), MOST, replace=False))
    rows = own.rows[drawn]
    return replace(own, rows=rows, probabilities=own.among(rows))


def _labels_beside(own: Evidence, truth: Truth, *, single: bool) -> tuple[Array, Array]:
    """Probabilities and whether the label is there: the largest of a document, or every pair."""
    assert truth.labels is not None
    labels = sparse.csc_array(truth.labels[own.rows])
    if single:
        top, right = np.full(len(own.rows), -1.0), np.zeros(len(own.rows), dtype=bool)
        for c in range(labels.shape[1]):
            positions, p = own.probabilities.positions(c), own.probabilities.of_class(c)[0]
            given = mask_of(labels, c)
            higher = p > top[positions]
            top[positions[higher]], right[positions[higher]] = p[higher], given[positions][higher]
        return top[top >= 0], right[top >= 0]
    p_of, given_of = [], []
    for c in range(labels.shape[1]):
        positions = own.probabilities.positions(c)
        p_of.append(own.probabilities.of_class(c)[0])
        given_of.append(mask_of(labels, c)[positions])
    return np.concatenate(p_of), np.concatenate(given_of)


def _expected(own: Evidence, model: _Model, *, single: bool, missing: int | None = None) -> float:
    """The share of documents with a doubted label if labels were drawn by the probabilities.

    `missing`: of one class alone, where it is not given and probable.
    """
    p, n = _matrix_of(own), len(own.rows)
    rng = np.random.default_rng(0)
    drawn = [_drawn(p, model, rng, single=single) for _ in range(DRAWS)]
    if missing is not None:
        of_class = [suspects(p[:, missing], given[:, missing]).missing for given in drawn]
        return float(np.mean([len(rows) for rows in of_class])) / n
    return float(np.mean([_doubted(p, given) for given in drawn])) / n


def _matrix_of(own: Evidence) -> Array:
    """The probabilities of all pairs, (documents, classes); 0 where a pair was not judged."""
    p = np.zeros((len(own.rows), len(own.probabilities.classes)))
    for c in range(p.shape[1]):
        p[own.probabilities.positions(c), c] = own.probabilities.of_class(c)[0]
    return p


def _drawn(p: Array, model: _Model, rng: np.random.Generator, *, single: bool) -> Array:
    """Labels as right ones would be, boolean (documents, classes)."""
    if not single or p.shape[1] == 1:
        return np.asarray(rng.random(p.shape) < model.right(p))
    best = p.argmax(axis=1)
    n = np.arange(len(p))
    rest = p.copy()
    rest[n, best] = 0
    share = rest / np.maximum(rest.sum(axis=1), 1e-300)[:, None]
    other = (rng.random((len(p), 1)) > np.cumsum(share, axis=1)).sum(axis=1)
    right = rng.random(len(p)) < model.right(p[n, best])
    drawn = np.where(right, best, np.minimum(other, p.shape[1] - 1))
    return np.asarray(drawn[:, None] == np.arange(p.shape[1]))


def _doubted(p: Array, given: Array) -> int:
    doubted = np.zeros(len(p), dtype=bool)
    for c in range(p.shape[1]):
        of_class = suspects(p[:, c], given[:, c])
        doubted[of_class.missing] = doubted[of_class.wrong] = True
    return int(doubted.sum())
