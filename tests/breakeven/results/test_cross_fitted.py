"""Cross-fitted thresholds, through Python and the commands: held against a loop over five parts."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import f1_score, precision_recall_curve

import breakeven as be
from breakeven.analysis.evaluation.cut import Cut, cut_from_text, cut_to_text
from breakeven.commands.main import main
from breakeven.data.units import FOLDS, folds_of
from metrics.typing import Array

TEXT = "cross-fitted: each document was decided by thresholds tuned on the others"
CLASSES = 12


def drawn(seed: int, documents: int) -> tuple[Array, Array]:
    random = np.random.default_rng(seed)
    truth = random.random((documents, CLASSES)) < np.geomspace(0.02, 0.3, CLASSES)
    scores = random.normal(size=(documents, CLASSES)) + 2 * truth
    return truth, np.round(scores, 6)


def review_of(seed: int, documents: int, split: str | None = None) -> be.Review:
    truth, scores = drawn(seed, documents)
    return be.from_arrays(truth.astype(int), y_score=scores, split=split)


def by_hand(truth: Array, scores: Array, part: Array) -> Array:
    """Each document decided by each class's threshold of best F on the documents of other parts."""
    decided = np.zeros_like(truth)
    for fold in range(FOLDS):
        mine = part == fold
        for c in range(truth.shape[1]):
            p, r, at = precision_recall_curve(truth[~mine, c], scores[~mine, c])
            f = 2 * p[:-1] * r[:-1] / np.maximum(p[:-1] + r[:-1], 1e-12)
            # the highest of the best
            decided[mine, c] = scores[mine, c] >= at[np.flatnonzero(f >= f.max() - 1e-12)[-1]]
    return decided


def test_every_document_is_decided_by_thresholds_of_the_others() -> None:
    truth, scores = drawn(1, 400)
    review = review_of(1, 400)
    part = folds_of(review.truth, np.arange(400))
    # thresholds as they were found, not short numbers between two scores
    cut = Cut("f", between=False, guard=False, cross_fitted=True)
    result = be.evaluate(review, cut=cut)
    decided = by_hand(truth, scores, part)
    assert (result.evaluation.assigned.toarray() == decided).all()
    assert result.micro()["f"] == pytest.approx(f1_score(truth, decided, average="micro"))
    assert not result.optimistic


def test_they_are_the_default_where_no_split_is_left_to_tune_on() -> None:
    for split in (None, "test"):
        fitted = be.fit_thresholds(review_of(2, 300, split))
        assert fitted.cut == Cut("f", split=split, cross_fitted=True)
        # the file has the thresholds tuned on all of them
        plain = be.fit_thresholds(review_of(2, 300, split), split=split or "all")
        assert plain.frame().equals(fitted.frame())
        assert not plain.cut.cross_fitted
        result = be.evaluate(review_of(2, 300, split), cut=fitted)
        assert result.cut.cross_fitted
        assert not result.optimistic
        assert be.evaluate(review_of(2, 300, split), cut=plain).optimistic
    assert not be.fit_thresholds(be.sample("reuters"), "svm").cut.cross_fitted
    # a promise is about one set of thresholds
    assert not be.fit_thresholds(review_of(2, 300), rule="recall").cut.cross_fitted


def test_other_documents_are_decided_by_the_thresholds_of_all() -> None:
    truth, scores = drawn(3, 400)
    splits = ["test"] * 300 + ["later"] * 100
    review = be.from_arrays(truth.astype(int), y_score=scores, split=splits)
    cut = Cut("f", split="test", cross_fitted=True)
    later = be.evaluate(review, split="later", cut=cut)
    plain = be.evaluate(review, split="later", cut=Cut("f", split="test"))
    assert (later.evaluation.assigned != plain.evaluation.assigned).nnz == 0
    assert not later.optimistic


def test_f_is_near_what_the_thresholds_truly_give() -> None:
    # of 20 draws: tuned here far too high, cross-fitted within a hundredth
    fresh_truth, fresh = drawn(999, 20_000)
    found = []
    for seed in range(20):
        review = review_of(100 + seed, 300)
        fitted = be.fit_thresholds(review)
        limits = fitted.frame()["threshold"].to_numpy()
        truly = f1_score(fresh_truth, fresh >= limits, average="micro")
        crossed = be.evaluate(review, cut=fitted).micro()["f"]
        tuned = be.evaluate(review, cut=Cut("f")).micro()["f"]
        found.append((tuned - truly, crossed - truly))
    tuned_here, crossed_here = np.mean(found, axis=0)
    assert tuned_here > 0.025
    assert abs(crossed_here) < 0.01


def test_a_rule_is_the_same_as_text() -> None:
    cut = Cut("loss", split="test", cross_fitted=True)
    assert cut_from_text(cut_to_text(cut)) == cut
    assert cut_from_text("recall:cross_fitted=1") is None
    assert (
        str(Cut("f", cross_fitted=True)) == "best F1 of each class on all documents, cross-fitted"
    )


def test_thresholds_set_by_hand_decide_every_part() -> None:
    review = review_of(4, 200)
    name = review.truth.classes[0]
    cut = Cut("f", cross_fitted=True, own=((name, 0.25),))
    assigned = be.evaluate(review, cut=cut).evaluation.assigned.toarray()[:, 0]
    scores = np.asarray(review.predictions[0].scores)[0]
    assert (assigned == (scores >= 0.25)).all()


def test_the_commands_say_it_in_the_same_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    truth, scores = drawn(5, 200)
    path, out = tmp_path / "scored.csv", tmp_path / "thresholds.csv"
    head = ["id", "true", *(f"score:c{c}" for c in range(CLASSES))]
    rows = [
        [f"d{i}", " ".join(f"c{c}" for c in np.flatnonzero(t)), *map(str, s)]
        for i, (t, s) in enumerate(zip(truth, scores, strict=True))
    ]
    path.write_text("\n".join(",".join(row) for row in [head, *rows]) + "\n")
    assert main(["thresholds", str(path), "--out", str(out)]) == 0
    assert TEXT in capsys.readouterr().out.lower()
    options = ["evaluate", str(path), "--thresholds", str(out)]
    assert main(options) == 0
    printed = capsys.readouterr()
    assert TEXT in printed.out
    assert "optimistic:" not in printed.out + printed.err
    assert main([*options, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["cross_fitted"], data["optimistic"]) == (True, False)
    review = be.read(path)
    python = be.evaluate(review, cut=be.fit_thresholds(review))
    assert data["per_class"] == python.to_dict()["per_class"]
    # a file that somebody has changed holds fixed thresholds, tuned on these documents
    name = review.truth.classes[0]
    lines = out.read_text().splitlines()
    row = next(i for i, line in enumerate(lines) if line.startswith(f"{name},"))
    cells = lines[row].split(",")
    lines[row] = ",".join([cells[0], "0.123", *cells[2:]])
    out.write_text("\n".join(lines) + "\n")
    assert main(options) == 0
    assert "optimistic: tuned on the documents shown" in capsys.readouterr().err


def test_report_and_verdict_say_it_too() -> None:
    review = review_of(6, 300)
    made = be.report(review, cut=be.fit_thresholds(review), appendix=True)
    text = made.to_markdown().replace("\\", "").lower()
    assert TEXT in text
    assert "optimistic: tuned on" not in text
    assert "cross-fitted: thresholds tuned on the other documents decided each" in text
