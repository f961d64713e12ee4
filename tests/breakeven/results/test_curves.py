"""ROC and net benefit of a class: by hand, by scikit-learn, through Python and the command."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.metrics import average_precision_score, roc_auc_score, roc_curve

import breakeven as be
from breakeven.commands.main import main
from breakeven.results.curves import VIEWS
from tests.made import not_none


@pytest.fixture(scope="module")
def logreg() -> be.EvaluationResult:
    return be.evaluate(be.sample("reuters"), "logreg")


def grain(result: be.EvaluationResult) -> tuple[np.ndarray, np.ndarray]:
    """The test probabilities and truth of grain, straight from the review."""
    c = result.review.truth.classes.index("grain")
    system = next(p for p in result.review.predictions if p.system == "logreg")
    place = {int(row): i for i, row in enumerate(system.rows)}
    positions = [place[int(row)] for row in result.rows]
    scores = np.asarray(system.scores[c], dtype=float)[positions]
    return scores, not_none(result.review.truth.labels)[result.rows].toarray()[:, c]


def test_the_roc_curve_is_that_of_scikit_learn(logreg: be.EvaluationResult) -> None:
    scores, truth = grain(logreg)
    curve = be.roc_curve(logreg, "grain")
    assert curve.area.value == pytest.approx(roc_auc_score(truth, scores), abs=1e-12)
    assert curve.average_precision == pytest.approx(average_precision_score(truth, scores))
    fallout, recall, threshold = roc_curve(truth, scores, drop_intermediate=False)
    places = np.searchsorted(-threshold, -curve.frame()["threshold"])
    assert_allclose(curve.frame()["recall"], recall[places])
    assert_allclose(curve.frame()["fallout"], fallout[places])
    # 149 of 3,299 documents: rare, so average precision is said too
    assert "rare, so read average precision: 0.974" in curve.finding
    figure = curve.plot()
    assert curve.finding.partition(":")[2] in figure.layout.title.text


def test_all_classes_pooled_have_the_area_and_ends_of_every_other_door(
    logreg: be.EvaluationResult,
) -> None:
    curve = be.roc_curve(logreg)
    printed = logreg.to_dict()["roc_auc"]["pooled_95"]
    assert curve.area.value == pytest.approx(logreg.scored.curves.pooled_roc_area, abs=1e-12)
    assert [curve.area.low, curve.area.high] == pytest.approx(printed)
    assert f"({curve.area.low:.3f} to {curve.area.high:.3f})" in curve.finding


def test_average_precision_is_not_said_of_a_common_class() -> None:
    review = be.from_arrays([1, 0, 1, 0, 1, 0], y_score=[0.9, 0.8, 0.7, 0.1, 0.6, 0.2])
    # of 9 pairs the positives 0.9, 0.7, 0.6 win 3 + 2 + 2
    curve = be.roc_curve(be.evaluate(review), "1")
    assert curve.area.value == pytest.approx(7 / 9)
    assert "average precision" not in curve.finding


def test_net_benefit_is_what_documents_add_up_to(logreg: be.EvaluationResult) -> None:
    scores, truth = grain(logreg)
    frame = be.net_benefit(logreg, "grain").frame()
    for t, value, every in zip(
        frame["threshold"], frame["net_benefit"], frame["assign_all"], strict=True
    ):
        gained = np.where(truth, 1.0, -t / (1 - t))
        assert value == pytest.approx(gained[scores >= t].sum() / len(truth))
        assert every == pytest.approx(gained.sum() / len(truth))
    assert ((frame["low_95"] < frame["net_benefit"]) & (frame["high_95"] > 0)).all()
    pooled = be.net_benefit(logreg).frame()
    assert (pooled["low_95"] < pooled["net_benefit"]).all()


def test_the_threshold_of_now_is_marked(logreg: be.EvaluationResult) -> None:
    cut = be.evaluate(logreg.review, "logreg", cut=be.Cut("threshold", 0.3))
    scores, truth = grain(cut)
    curve = be.net_benefit(cut, "grain")
    assert curve.threshold == 0.3
    hits, alarms = (np.sum((scores >= 0.3) & wanted) for wanted in (truth, ~truth))
    assert curve.now == pytest.approx((hits - alarms * 3 / 7) / len(truth))
    marked = next(t for t in curve.plot().data if t.name == "predictions now")
    assert (marked.x[0], marked.y[0]) == (0.3, curve.now)
    # the uploaded decisions were made by no threshold that is known
    assert np.isnan(be.net_benefit(logreg, "grain").threshold)


def test_scores_that_are_no_probabilities_have_no_net_benefit() -> None:
    svm = be.evaluate(be.sample("reuters"), "svm")
    with pytest.raises(ValueError, match=r"Net benefit needs probabilities.*the scores of “svm”"):
        be.net_benefit(svm, "grain")
    for curve in (be.roc_curve, be.pr_curve):
        with pytest.raises(ValueError, match="there is no class 'oats'"):
            curve(svm, "oats")


def test_the_command_prints_what_python_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "scored.csv"
    random = np.random.default_rng(1)
    truth = random.random(60) < 0.3
    p = np.round(np.clip(random.normal(0.3 + 0.4 * truth, 0.2), 0.01, 0.99), 2)
    rows = [
        f"{i},{'yes' if t else 'no'},{q}" for i, (t, q) in enumerate(zip(truth, p, strict=True))
    ]
    path.write_text("id,true,yes\n" + "\n".join(rows) + "\n")
    result = be.evaluate(be.read(path, probabilities=True))
    python: dict[str, be.PrCurve | be.RocCurve | be.NetBenefitCurve] = {
        "precision-recall": be.pr_curve(result, "yes"),
        "roc": be.roc_curve(result, "yes"),
        "net-benefit": be.net_benefit(result, "yes"),
    }
    for view in VIEWS:
        options = ["curves", str(path), "--probabilities", "--class", "yes", "--view", view]
        assert main([*options, "--format", "json"]) == 0
        assert json.loads(capsys.readouterr().out) == python[view].to_dict()
        assert main(options) == 0
        assert capsys.readouterr().out == python[view].to_markdown() + "\n"
    assert main(["curves", str(path), "--class", "maybe"]) == 2
    assert "there is no class 'maybe'" in capsys.readouterr().err
