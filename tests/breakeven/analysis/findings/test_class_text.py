"""The Classes page, Guidance and `check` say the same of a class, whatever the limits."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pytest

from breakeven.analysis.advice.checks import check_data, check_review
from breakeven.analysis.evaluation.cut import natural_cut
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.class_assessment import assess_class
from breakeven.analysis.findings.class_text import ClassReading, read_class
from breakeven.analysis.findings.finding import Finding
from breakeven.commands.main import main
from breakeven.data.records import Predictions, Review, Truth
from breakeven.data.splits import tuning_split
from breakeven.readers.samples import load_sample
from metrics.uncertainty.class_verdicts import class_verdicts
from tests.made import not_none
from tests.planted import Made, clean

BOTH_LIMITS = (Limits(), Limits(min_train=50))
WEAK = ("class.low-recall", "class.low-precision", "class.low-both")
TOO_LITTLE = re.compile(
    r"Label (more )?training documents of “[^”]*”: (there are none|[\d,]+ (is|are) too few)\."
)
TELLING = (*WEAK, "class.called-too-often", "class.called-too-seldom", "class.many-errors")


@dataclass(frozen=True)
class ClassTexts:
    """What the two pages say of one system: findings, and the reading of every class."""

    truth: Truth
    findings: list[Finding]
    readings: list[ClassReading]

    def about(self, *codes: str) -> Iterator[tuple[int, Finding]]:
        return ((c, f) for f in self.findings if f.code in codes for c in f.classes)


def class_texts(
    truth: Truth, systems: tuple[Predictions, ...], system: int, limits: Limits
) -> ClassTexts:
    mine = systems[system]

    def on(split: str | None) -> Evaluation:
        cut = natural_cut(mine, truth.task == "single-label")
        return evaluate(mine, score_split(truth, mine, split), split, cut)

    evaluation = on("test")
    split = tuning_split(truth, mine, limits.train, limits.test)
    tuning = on(split) if split is not None else None
    verdicts = class_verdicts(evaluation.tables, limits.cut)
    data = check_data(truth, limits, None)
    review = Review("made", truth, systems, (), "")
    findings = check_review(
        review, evaluation, tuning, limits, 1.0, before=(data,), others=()
    ).single
    readings = [
        read_class(assess_class(truth, evaluation, tuning, verdicts, c, limits, beta=1.0))
        for c in range(len(truth.classes))
    ]
    return ClassTexts(truth, findings, readings)


def faulty(multi: bool) -> Made:
    """Few training documents of one class, another never found, a third at a bad threshold."""
    made = clean(3, classes=6, multi=multi)
    made = made.without(made.rows("train", 2)[9:])
    (system,) = made.predictions
    scores = system.scores.copy()
    scores[4] = 0
    scores[1] *= 0.45
    return replace(made, predictions=(replace(system, scores=scores),))


def assert_agree(texts: ClassTexts, limits: Limits) -> None:
    steps = [reading.next_step for reading in texts.readings]
    weak = dict(texts.about(*TELLING))
    for c, finding in weak.items():
        assert finding.action == steps[c]
    for c, finding in texts.about("threshold.move"):
        assert finding.action in steps[c]
        assert finding.what in texts.readings[c].evidence
    moved = {c for c, _ in texts.about("threshold.move")}
    few = {c for c, _ in texts.about("split.few-training", "split.unseen")}
    unsure = {c for c, _ in texts.about("class.too-few")}
    for c, (step, reading) in enumerate(zip(steps, texts.readings, strict=True)):
        assert (c in moved) == ("Move the threshold" in step)
        assert (c in few) == bool(TOO_LITTLE.search(step))
        assert (c in few) == any(f"fewer than {limits.min_train}" in e for e in reading.evidence)
        assert (c in unsure) == (" to test on" in step)
        assert not (c in few and "Nothing" in step)
        low = any(words in reading.verdict for words in ("low ", "never predicted"))
        assert (c in dict(texts.about(*WEAK))) <= low
        assert "merge" not in step.lower()


@pytest.mark.parametrize("limits", BOTH_LIMITS, ids=["usual", "50"])
@pytest.mark.parametrize(
    ("sample", "system"), [("reuters", 0), ("reuters", 4), ("reuters", 5), ("r8", 0)]
)
def test_pages_agree_on_the_samples(sample: str, system: int, limits: Limits) -> None:
    review = load_sample(sample)
    assert_agree(class_texts(review.truth, tuple(review.predictions), system, limits), limits)


@pytest.mark.parametrize("limits", BOTH_LIMITS, ids=["usual", "50"])
@pytest.mark.parametrize("multi", [False, True])
def test_pages_agree_on_planted_faults(multi: bool, limits: Limits) -> None:
    made = faulty(multi)
    said = class_texts(made.truth, made.predictions, 0, limits)
    assert_agree(said, limits)
    assert 4 in dict(said.about(*WEAK))
    assert 2 in dict(said.about("split.few-training"))
    if multi:
        assert 1 in dict(said.about("threshold.move"))


def test_raising_the_limit_moves_both_pages() -> None:
    review = load_sample("reuters")
    few = []
    for limits in BOTH_LIMITS:
        said = class_texts(review.truth, tuple(review.predictions), 4, limits)
        few.append({c for c, _ in said.about("split.few-training", "split.unseen")})
    trained = np.asarray(not_none(review.truth.labels)[review.truth.in_split("train")].sum(axis=0))
    raised = few[1] - few[0]
    assert set(np.flatnonzero((trained >= 15) & (trained < 50)).tolist()) == raised
    assert all("50" in " ".join(said.readings[c].evidence) for c in raised)


@pytest.mark.parametrize("limits", BOTH_LIMITS, ids=["usual", "50"])
def test_the_command_line_says_it_too(limits: Limits, capsys: pytest.CaptureFixture[str]) -> None:
    review = load_sample("reuters")
    said = class_texts(review.truth, tuple(review.predictions), 4, limits)
    arguments = ["--system", "svm", "--format", "json", "--min-train", str(limits.min_train)]
    main(["check", "reuters", *arguments])
    printed = json.loads(capsys.readouterr().out)["findings"]
    classes = {f["classes"][0]: f["action"] for f in printed if f["code"] in WEAK}
    assert classes
    assert classes == {
        review.truth.classes[c]: said.readings[c].next_step for c, _ in said.about(*WEAK)
    }
