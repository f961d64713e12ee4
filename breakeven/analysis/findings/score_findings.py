"""Findings about scores.

Probabilities that mislead, labels that all systems dispute, and classes whose scores rank the
wrong way round.

Tested in `test_class_findings` and `test_system_findings`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.cut import decide, natural_cut
from breakeven.analysis.evaluation.evaluation import Evaluation, scores_of
from breakeven.analysis.findings import check_rules
from breakeven.analysis.findings.finding import Finding
from breakeven.data.records import Predictions, Truth
from metrics.incidence import judged, mask_of, members
from metrics.typing import Array

# --- Classes whose scores rank the wrong way round


ALPHA = 0.01
# of fewer documents in a class, or not in it, the direction of its scores says nothing
LEAST_EACH = 5


def inverse_classes(evaluation: Evaluation) -> tuple[Array, Array]:
    """Classes whose documents clearly score lower than others, the surest first; and their areas.

    `area`: see `metrics.chance.ScoreDirection`. Both of one length, empty without scores.
    """
    nobody = np.zeros(0, dtype=np.int64)
    if not evaluation.scored.has_scores:
        return nobody, nobody.astype(float)
    tables = evaluation.tables
    few = np.minimum(tables.positives, tables.negatives) < LEAST_EACH
    z, area = np.full(len(few), np.nan), np.full(len(few), np.nan)
    some = np.flatnonzero(~few)
    # most rank the right way at a glance: how clearly they do is not asked here
    upright = evaluation.scored.surely_upright(some)
    unsure = some[~upright]
    directions = evaluation.scored.directions(unsure)
    z[unsure], area[unsure] = directions.z, directions.area
    tests = int(upright.sum()) + int(np.sum(~np.isnan(directions.z)))
    independent = evaluation.independent_documents
    if independent is not None:
        z = z * np.sqrt(independent / max(evaluation.weighed, 1e-300))
    # Bonferroni: one bound for all classes
    from scipy.special import ndtri  # takes long to import

    inverse = np.flatnonzero(z < ndtri(ALPHA / 2 / max(1, tests)))
    inverse = inverse[np.argsort(z[inverse], kind="stable")]
    return inverse, area[inverse]


# --- Findings about scores: probabilities that mislead, and labels that all systems dispute


OFF, FAR_OFF = 0.10, 0.25
ERRORS = 3.0
# where nearly all predictions are right, the few wrong ones show it: so many times as many, or few
TIMES_WRONG = 2.0


def calibration_findings(evaluation: Evaluation, predictions: Predictions) -> list[Finding]:
    """Regions of the probabilities that add up to too much or too little.

    With one class per document: the largest probability against how often it is right, and where
    that is close, the rest to 1 against how often it is wrong. Otherwise all document/class pairs,
    above and below 0.5. Documents are taken as independent, the classes of one are not. Silent
    unless the scores are, or may be, probabilities: of what nobody said to be such there is a
    notice at most, which says so.
    """
    scored = evaluation.scored.has_scores
    if not may_be_probabilities(predictions) or not scored or evaluation.documents < 2:
        return []
    if evaluation.single_label:
        top, right, variance = _largest(evaluation)
        largest = _off(
            "largest probabilities of the documents", _gathered(evaluation, top, right, variance)
        )
        findings = list(_findings_of([largest])) or list(
            _off_wrong(_gathered(evaluation, 1 - top, 1 - right, variance))
        )
    else:
        above, below = (_gathered(evaluation, *_sums(evaluation, side)) for side in (True, False))
        # both have one cause
        findings = list(
            _findings_of(
                [
                    _off("probabilities 0.5 and above", above),
                    # of these too much is no confidence: nothing is said of it
                    _off("probabilities below 0.5", below, confident=False),
                ]
            )
        )
    if predictions.probabilities:
        return findings
    perhaps = check_rules.CALIBRATION.clauses["perhaps"]
    return [
        replace(finding, severity="notice", what=f"{finding.what}{perhaps}") for finding in findings
    ]


def may_be_probabilities(predictions: Predictions) -> bool:
    """Whether scores are said to be probabilities, or all lie in [0, 1], some of them between."""
    scores = predictions.scores
    if predictions.probabilities or scores is None:
        return predictions.probabilities
    values = np.asarray(scores.data if sparse.issparse(scores) else scores).ravel()
    if not values.size or values.min() < 0 or values.max() > 1:
        return False
    return bool(np.any((values > 0) & (values < 1)))


@dataclass(frozen=True, kw_only=True)
class _Region:
    """What probabilities of a region add up to, and what is true; per unit, shape (units,)."""

    expected: Array
    positives: Array
    variance: Array


def _gathered(
    evaluation: Evaluation, expected: Array, positives: Array, variance: Array
) -> _Region:
    """Sums of documents by their weights; one unit a cluster where there are clusters."""
    weights = 1.0 if evaluation.weights is None else evaluation.weights
    parts = [weights * expected, weights * positives, weights * weights * variance]
    if (clusters := evaluation.scored.clusters) is not None:
        unit = np.unique(clusters, return_inverse=True)[1]
        parts = [np.bincount(unit, part) for part in parts]
    return _Region(expected=parts[0], positives=parts[1], variance=parts[2])


@dataclass(frozen=True, kw_only=True)
class _OffRegion:
    """A region whose probabilities add up to `expected`, of which `positives` are true.

    `confident`: whether too much says that the system is over-confident.
    """

    name: str
    expected: float
    positives: float
    confident: bool

    @property
    def relative(self) -> float:
        return abs(self.expected - self.positives) / max(self.positives, 1.0)

    @property
    def which(self) -> str:
        return "much" if self.expected > self.positives else "little"

    @property
    def evidence(self) -> dict[str, float]:
        sums = {"expected": self.expected, "found": self.positives}
        return sums | ({"relative": self.relative} if self.positives else {})

    @property
    def text(self) -> str:
        how_far = _how_far(self.expected, self.positives)
        return _region_text(self.name, self.expected, self.positives, "true", how_far)


def _off(name: str, region: _Region, confident: bool = True) -> _OffRegion | None:
    """The region, where its probabilities do not add up to what is true there."""
    expected, positives = float(region.expected.sum()), float(region.positives.sum())
    off = _OffRegion(name=name, expected=expected, positives=positives, confident=confident)
    return off if off.relative >= OFF and _beyond_chance(region) else None


def _findings_of(regions: Sequence[_OffRegion | None]) -> Iterator[Finding]:
    """One finding of all regions that are off, None for those that are not."""
    off = [each for each in regions if each is not None]
    if not off:
        return
    rule, (first, *others) = check_rules.CALIBRATION, off
    evidence = first.evidence
    for other in others:
        evidence |= {f"{key}_below": value for key, value in other.evidence.items()}
    yield rule.finding(
        severity="warning" if any(each.relative >= FAR_OFF for each in off) else None,
        evidence=evidence,
        # of the second only where it lies
        regions="; those ".join(
            [first.text, *(other.text.removeprefix("probabilities ") for other in others)]
        ),
        confidence=rule.clauses[first.which] if first.confident else "",
    )


def _region_text(name: str, expected: float, positives: float, so: str, off: str) -> str:
    # tenths of a document only where they are much of the whole
    shown = round(expected, 1 if expected < 10 else None)
    return check_rules.CALIBRATION.clause(
        "region", region=name, expected=shown, found=positives, so=so, off=off
    )


def _off_wrong(region: _Region) -> Iterator[Finding]:
    """The same of the chances that predictions are wrong: a factor, as they are a small rest."""
    total, wrong = float(region.expected.sum()), float(region.positives.sum())
    fewer, more = sorted((total, wrong))
    if more < TIMES_WRONG * fewer or not _beyond_chance(region):
        return
    rule = check_rules.CALIBRATION
    off = (
        ""
        if not total or not wrong
        else rule.clause("more" if wrong > total else "times", times=more / fewer)
    )
    yield rule.finding(
        evidence={"expected_wrong": total, "wrong": wrong},
        regions=_region_text("chances that the predictions are wrong", total, wrong, "wrong", off),
        confidence=rule.clauses["much" if wrong > total else "little"],
    )


def _beyond_chance(region: _Region) -> bool:
    """Whether sums differ by more than documents scatter, and than probabilities allow for."""
    difference = region.expected - region.positives
    scatter = float(((difference - difference.mean()) ** 2).sum())
    error = float(np.sqrt(max(scatter, float(region.variance.sum()), 1.0)))
    return bool(abs(difference.sum()) > ERRORS * error)


def _how_far(total: float, hits: float) -> str:
    """How far a sum is from what is true; a share above 100 % would be hard to read."""
    rule, which = check_rules.CALIBRATION, "much" if total > hits else "little"
    if not hits:
        return ""
    if total > 2 * hits:
        return rule.clause("times", times=total / hits)
    return rule.clause("off", share=abs(total - hits) / hits, which=which)


def _largest(evaluation: Evaluation) -> tuple[Array, Array, Array]:
    """Per document: its largest probability, whether that class is true; and its variance."""
    top, right = np.full(evaluation.documents, -np.inf), np.zeros(evaluation.documents, dtype=bool)
    for c in range(len(evaluation.classes)):
        scores = scores_of(evaluation, c)
        assert scores is not None
        right = np.where(scores > top, mask_of(evaluation.truth, c), right)
        top = np.maximum(top, scores)
    top = np.where(np.isfinite(top), top, 0.0)
    return top, right.astype(float), top * (1 - top)


def _sums(evaluation: Evaluation, above: bool) -> tuple[Array, Array, Array]:
    """Per document: the probabilities of a region, and its true pairs; and its variance."""
    expected, positives, variance = np.zeros((3, evaluation.documents))
    for c in range(len(evaluation.classes)):
        scores = scores_of(evaluation, c)
        assert scores is not None
        scores = np.where(np.isfinite(scores), scores, 0.0)
        inside = (scores >= 0.5) == above
        if evaluation.scored.unjudged is not None:
            inside[members(evaluation.scored.unjudged, c)] = False
        inside_scores = np.where(inside, scores, 0.0)
        expected += inside_scores
        variance += inside_scores * (1 - inside_scores)
        rows = members(evaluation.truth, c)
        positives[rows] += inside[rows]
    return expected, positives, variance


def disputed_findings(
    truth: Truth, predictions: Sequence[Predictions], evaluation: Evaluation
) -> list[Finding]:
    """Documents to which all of three or more systems give a class that the truth denies.

    Of those under review; each such pair that is assigned there is one of its errors.
    """
    if truth.labels is None or len(predictions) < 3:
        return []
    denied = sparse.csc_array(_assigned_by_all(truth, predictions) > truth.labels)
    pairs = judged(denied, truth.unjudged).tocoo()
    reviewed = np.isin(pairs.coords[0], evaluation.rows) & (pairs.data != 0)
    rows, classes = pairs.coords[0][reviewed], pairs.coords[1][reviewed]
    if not len(rows):
        return []
    per_class = np.bincount(classes, minlength=len(truth.classes))
    order = np.argsort(-per_class, kind="stable")[: int((per_class > 0).sum())]
    disputed, positions = np.unique(rows), np.searchsorted(evaluation.rows, rows)
    wrong = evaluation.assigned_by_document[positions, classes]
    tables = evaluation.tables
    return [
        check_rules.DISPUTED.finding(
            classes=order,
            documents=disputed,
            evidence={"documents": len(disputed), "pairs": len(rows)},
            explains=(float(wrong.sum()), float(np.sum(tables.fp) + np.sum(tables.fn))),
            n=len(disputed),
            systems=len(predictions),
            classes_named=[truth.classes[c] for c in order],
        )
    ]


def _assigned_by_all(truth: Truth, predictions: Sequence[Predictions]) -> sparse.csc_array:
    """What every system assigns, boolean (documents of the truth, classes)."""
    agreed: sparse.csc_array | None = None
    for system in predictions:
        decisions = decide(system, natural_cut(system, truth.task == "single-label"))
        onto = sparse.csr_array(
            (np.ones(system.m, dtype=bool), (system.rows, np.arange(system.m))),
            shape=(truth.n, system.m),
        )
        everywhere = sparse.csc_array(onto @ decisions)
        agreed = everywhere if agreed is None else sparse.csc_array(agreed.multiply(everywhere))
    assert agreed is not None
    return agreed
