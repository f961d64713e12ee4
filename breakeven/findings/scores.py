"""Findings about scores: thresholds that could be better, probabilities that mislead, disputes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from breakeven.evaluation.cut import decide, natural_cut
from breakeven.evaluation.evaluation import Evaluation
from breakeven.evaluation.ranked_errors import scores_of
from breakeven.findings.finding import Finding, Severity, count_of
from breakeven.findings.gains import gain
from breakeven.findings.limits import Limits
from breakeven.records import Predictions, Truth
from breakeven.text import listed, quoted
from metrics import measures
from metrics.incidence import members
from metrics.measures import alpha_of, ratio
from metrics.tallies import ContingencyTable, tally_scores
from metrics.thresholds.strategies import best_threshold
from metrics.typing import Array

LEAST_POSITIVES = 10
MOVABLE = ("given", "threshold", "per_class")
REPLICATES = 1000
ALPHA = 0.01
OFF, FAR_OFF = 0.10, 0.25
ERRORS = 3.0


def threshold_findings(e: Evaluation, limits: Limits, beta: float) -> list[Finding]:
    """Classes whose threshold could be better, found and tried on different halves.

    `e`: the decisions as they are, on the documents thresholds may be fitted on. Nothing
    where one class is chosen per document, or by a rule with an aim of its own.
    """
    if e.scored.scores is None or e.one_of or e.cut.rule not in MOVABLE:
        return []
    out = []
    for c in np.flatnonzero(e.tables.positives >= LEAST_POSITIVES).tolist():
        finding = _moved(e, c, limits, beta)
        if finding is not None:
            out.append(finding)
    return out


def _moved(e: Evaluation, c: int, limits: Limits, beta: float) -> Finding | None:
    scores = scores_of(e, c)
    assert scores is not None
    positive, now = _mask(e.truth, c), _mask(e.assigned, c)
    judged = np.ones(e.documents, dtype=bool)
    if e.scored.unjudged is not None:
        judged = ~_mask(e.scored.unjudged, c)
    usable = judged & np.isfinite(scores)
    half = np.arange(e.documents) % 2 == 0
    moved = np.zeros(e.documents, dtype=bool)
    for fit, tried in ((half, ~half), (~half, half)):
        if not positive[usable & fit].any():
            return None
        best = best_threshold(tally_scores(scores[usable & fit], positive[usable & fit]), beta)
        moved[tried] = scores[tried] >= best.threshold
    before, after = _f_of(positive, now, judged, beta), _f_of(positive, moved, judged, beta)
    if not after - before >= limits.threshold_gain:
        return None
    if _lowest_difference(positive, now, moved, judged, beta) <= 0:
        return None
    best = best_threshold(tally_scores(scores[usable], positive[usable]), beta)
    changed = ContingencyTable(*(np.array(cell, dtype=float) for cell in _cells(e.tables)))
    for cell, value in zip(_cells(changed), _counts(positive, moved, judged), strict=True):
        cell[c] = value
    macro, micro = gain(e.tables, changed, beta)
    name = quoted(e.classes[c])
    where = quoted(e.split) if e.split is not None else "these documents"
    return Finding(
        "threshold.move",
        "warning",
        f"{name} is cut badly: with a threshold fitted on other documents of {where} its F there "
        f"is {after:.2f} instead of {before:.2f}.",
        f"Move the threshold of {name} to about {best.threshold:.4g}, and check it on documents "
        "it was not fitted on.",
        (c,),
        e.rows[np.flatnonzero((now != moved) & judged)],
        {"f": before, "f_moved": after, "threshold": float(best.threshold)},
        macro,
        micro,
    )


def _mask(matrix: sparse.csc_array, c: int) -> Array:
    """One column as a boolean array, shape (documents,)."""
    out = np.zeros(matrix.shape[0], dtype=bool)
    out[members(matrix, c)] = True
    return out


def _cells(table: ContingencyTable) -> tuple[Array, Array, Array, Array]:
    return table.tp, table.fp, table.fn, table.tn


def _counts(positive: Array, called: Array, judged: Array) -> tuple[int, int, int, int]:
    code = np.bincount(2 * positive[judged] + called[judged], minlength=4)
    return int(code[3]), int(code[1]), int(code[2]), int(code[0])


def _f_of(positive: Array, called: Array, judged: Array, beta: float) -> float:
    table = ContingencyTable(*(np.asarray(n) for n in _counts(positive, called, judged)))
    return float(measures.f_beta(table, beta))


def _lowest_difference(
    positive: Array, now: Array, moved: Array, judged: Array, beta: float
) -> float:
    """Lower 1 % point of F moved - F now when the documents are drawn again."""
    kind = 4 * positive[judged] + 2 * now[judged] + moved[judged]
    drawn = np.random.default_rng(0).poisson(np.bincount(kind, minlength=8), size=(REPLICATES, 8))
    alpha = alpha_of(beta)

    def f(called: Array) -> Array:
        true = np.array([0, 0, 0, 0, 1, 1, 1, 1])
        tp = drawn @ (true * called)
        fp, fn = drawn @ ((1 - true) * called), drawn @ (true * (1 - called))
        return np.nan_to_num(ratio(tp, tp + (1 - alpha) * fn + alpha * fp))

    difference = f(np.array([0, 1] * 4)) - f(np.array([0, 0, 1, 1] * 2))
    return float(np.quantile(difference, ALPHA))


def calibration_findings(e: Evaluation, predictions: Predictions) -> list[Finding]:
    """Regions of the probabilities that add up to too much or too little.

    With one class per document: the largest probability against how often it is right.
    Otherwise all document/class pairs, above and below 0.5. Documents are taken as
    independent, the classes of one are not. Silent unless the scores are probabilities.
    """
    if not predictions.probabilities or e.scored.scores is None or e.documents < 2:
        return []
    regions: list[tuple[str, Array, Array, float]] = []
    if e.single_label:
        regions.append(("largest probabilities of the documents", *_largest(e)))
    else:
        for name, above in (("0.5 and above", True), ("below 0.5", False)):
            regions.append((f"probabilities {name}", *_sums(e, above)))
    out = []
    for name, expected, found, variance in regions:
        total, hits = float(expected.sum()), float(found.sum())
        # as the documents scatter, but no less than the probabilities themselves allow for
        difference = expected - found
        scatter = float(((difference - difference.mean()) ** 2).sum())
        error = float(np.sqrt(max(scatter, variance, 1.0)))
        off = abs(total - hits) / max(hits, 1.0)
        if off < OFF or abs(total - hits) <= ERRORS * error:
            continue
        severity: Severity = "warning" if off >= FAR_OFF else "notice"
        sign = "much" if total > hits else "little"
        share = f": {off:.0%} too {sign}" if hits else ""
        out.append(
            Finding(
                "calibration.off",
                severity,
                f"The {name} add up to {total:,.0f}, and {hits:,.0f} are true{share}.",
                "Recalibrate on documents held out (for example by a logistic regression on the "
                "scores) before using the values as chances, for costs or expected counts. The "
                "order of documents, and so every curve, stays as it is.",
                evidence={"expected": total, "found": hits} | ({"relative": off} if hits else {}),
            )
        )
    return out


def _largest(e: Evaluation) -> tuple[Array, Array, float]:
    """Per document: its largest probability, and whether that class is true; the variance."""
    top, right = np.full(e.documents, -np.inf), np.zeros(e.documents, dtype=bool)
    for c in range(len(e.classes)):
        scores = scores_of(e, c)
        assert scores is not None
        right = np.where(scores > top, _mask(e.truth, c), right)
        top = np.maximum(top, scores)
    top = np.where(np.isfinite(top), top, 0.0)
    return top, right.astype(float), float((top * (1 - top)).sum())


def _sums(e: Evaluation, above: bool) -> tuple[Array, Array, float]:
    """Per document: the probabilities of a region, and its true pairs; the sum's variance."""
    variance = 0.0
    expected, found = np.zeros(e.documents), np.zeros(e.documents)
    for c in range(len(e.classes)):
        scores = scores_of(e, c)
        assert scores is not None
        scores = np.where(np.isfinite(scores), scores, 0.0)
        inside = (scores >= 0.5) == above
        if e.scored.unjudged is not None:
            inside[members(e.scored.unjudged, c)] = False
        here = np.where(inside, scores, 0.0)
        expected += here
        variance += float((here * (1 - here)).sum())
        rows = members(e.truth, c)
        found[rows] += inside[rows]
    return expected, found, variance


def disputed_findings(
    truth: Truth, predictions: Sequence[Predictions], documents: Array
) -> list[Finding]:
    """Documents to which all of three or more systems give a class that the truth denies.

    Of these `documents`, indices into the truth's.
    """
    if truth.labels is None or len(predictions) < 3:
        return []
    agreed: sparse.csc_array | None = None
    for p in predictions:
        said = decide(p, natural_cut(p, truth.task == "single-label"))
        onto = sparse.csr_array(
            (np.ones(p.m, dtype=bool), (p.rows, np.arange(p.m))), shape=(truth.n, p.m)
        )
        everywhere = sparse.csc_array(onto @ said)
        agreed = everywhere if agreed is None else sparse.csc_array(agreed.multiply(everywhere))
    assert agreed is not None
    denied = sparse.csc_array(agreed > agreed.multiply(truth.labels))
    if truth.unjudged is not None:
        denied = sparse.csc_array(denied > denied.multiply(truth.unjudged))
    pairs = denied.tocoo()
    kept = np.isin(pairs.coords[0], documents) & (pairs.data != 0)
    rows, classes = pairs.coords[0][kept], pairs.coords[1][kept]
    if not len(rows):
        return []
    per_class = np.bincount(classes, minlength=len(truth.classes))
    order = np.argsort(-per_class, kind="stable")[: int((per_class > 0).sum())]
    documents = np.unique(rows)
    return [
        Finding(
            "labels.disputed",
            "notice",
            f"On {count_of(len(documents), 'document')} all {len(predictions)} systems assign a "
            f"class that the truth denies, most often "
            f"{listed([truth.classes[c] for c in order], 3)}.",
            "Look at them first when checking labels: either the truth has an error there, or "
            "all systems share one.",
            tuple(int(c) for c in order),
            documents,
            {"documents": len(documents), "pairs": len(rows)},
        )
    ]
