"""How large a test set must be: by hand, and by drawing sets of that size."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

import breakeven as be
from breakeven.analysis.evaluation.required_size import required_size
from metrics.tallies import ContingencyTable
from metrics.uncertainty.intervals import f_interval
from metrics.uncertainty.power import fewest_positives, required_sample
from tests.breakeven.commands.running import run


def classes_of(n: int, *, wrong: int) -> be.Review:
    """A third of the documents a, two thirds b, some wrong; c is a class of nobody."""
    true = ["a" if i % 3 == 0 else "b" for i in range(n)]
    said = ["ab"[t == "a"] if i < wrong else t for i, t in enumerate(true)]
    return be.from_arrays(true, said, classes=["a", "b", "c"])


def test_a_class_takes_so_many_documents_at_least_by_hand() -> None:
    # of n right ones of n Wilson's interval of the overlap begins at n / (n + 3.8415); F of that,
    # an error weighing a half where there is none, is n / (n + 1.9207), half its way to 1 is
    # 1.9207 / 2 / (n + 1.9207): at most 0.05 from n = 17.29 on, 0.02 from 46.1 on
    assert fewest_positives(0.05) == 18
    assert fewest_positives(0.02) == 47
    # precision and recall: 3.8415 / 2 / (n + 3.8415) is at most 0.05 from 34.6 on
    assert fewest_positives(0.05, 0.0) == fewest_positives(0.05, math.inf) == 35


def test_classes_without_documents_and_with_too_few_cannot_be_judged() -> None:
    size = required_size(be.evaluate(classes_of(30, wrong=0)).evaluation, 0.05, 1.0, "drop")
    # c has none, a 10, b 20
    assert size.unjudged.tolist() == [2, 0]
    assert np.isnan(size.documents[2])
    assert size.documents[0] > 30


def test_the_answer_is_in_documents_of_the_class_and_in_all() -> None:
    result = be.evaluate(classes_of(300, wrong=60)).evaluation
    size = required_size(result, 0.02, 1.0, "drop")
    needed = required_sample(result.tables, 0.02)
    # a is a third of the documents, so three times as many in all
    more = needed.more_positives[0]
    assert size.of_class[0] == 100 + more
    assert size.documents[0] == 300 + 3 * more
    # micro F is the share of 240 in 300, which may be 0.751: that takes 1.96^2 0.751 0.249 / 0.02^2
    # documents, and some more as these 300 may be off
    assert 1796 < size.averages["micro"].documents < 1.25 * 1796
    # as wide as it is, these documents do
    assert required_size(result, 0.2, 1.0, "drop").averages["macro"].documents == 300


@pytest.mark.parametrize(("positives", "recall"), [(12, 0.6), (60, 0.85)])
def test_of_test_sets_of_the_size_that_is_answered_nine_in_ten_are_narrow_enough(
    positives: int, recall: float
) -> None:
    rng = np.random.default_rng(3)

    def drawn(size: np.ndarray) -> ContingencyTable:
        tp = rng.binomial(size.astype(int), recall)
        return ContingencyTable(*np.array([tp, rng.poisson(size * 0.1), size - tp, 20.0 * size]))

    needed = required_sample(drawn(np.full(400, positives)), 0.03)
    ends = f_interval(drawn(positives * needed.factor))
    assert np.mean((ends.high - ends.low) / 2 <= 0.03) >= 0.9


@pytest.mark.parametrize("wanted", [0.0, 0.004, 0.6, math.nan])
def test_a_width_that_makes_no_sense_is_refused(wanted: float) -> None:
    with pytest.raises(ValueError, match=r"from 0\.005 to 0\.5"):
        be.evaluate(classes_of(12, wrong=1)).test_size(wanted)


def test_python_and_the_command_line_say_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "decided.csv"
    rows = [f"{i},{'<a>' if i % 3 else 'b*'},{'<a>' if i % 4 else 'b*'}" for i in range(60)]
    file.write_text("\n".join(["id,true,predicted", *rows]))
    required = be.evaluate(be.read(file)).test_size(0.1)
    status, out, _ = run(capsys, "test-size", str(file), "--width", "0.1", "--format", "json")
    assert status == 0
    assert json.loads(out) == json.loads(json.dumps(required.to_dict()))
    assert [row["class"] for row in json.loads(out)["classes"]] == ["<a>", "b*"]
    assert len(required.frame()) == 2
    _, out, _ = run(capsys, "test-size", str(file), "--width", "0.1")
    assert out.strip() == required.to_markdown()
    assert "<a>" not in out
    assert "to know it to ±0.1 if every prediction is right." in out
    status, _, err = run(capsys, "test-size", str(file), "--width", "2")
    assert status == 2
    assert "from 0.005 to 0.5" in err


def test_averages_are_told_from_two_documents_on() -> None:
    def averages(n: int) -> set[str]:
        one = be.evaluate(be.from_arrays(["a", "b", "a"][:n], ["a", "a", "a"][:n]))
        return set(required_size(one.evaluation, 0.05, 1.0, "drop").averages)

    assert averages(1) == set()
    assert averages(2) == averages(3) == {"micro", "macro"}
