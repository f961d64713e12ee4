"""The fixture that pytest has: measures that compare, and say their interval where they fail."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import breakeven as be
from breakeven.analysis.evaluation.average_intervals import average_intervals
from breakeven.api.measured_review import MeasuredReview, measured_review
from metrics.uncertainty.intervals import f_interval, precision_interval, recall_interval
from tests.made import matrix_of, not_none, review_of, truth_of
from tests.paths import ROOT

PLUGIN = ROOT / "breakeven" / "api" / "pytest_plugin.py"
PLUGIN_NAME = "breakeven.api.pytest_plugin"
# a test that passes, beside those of docs/how-to/ci.md
GOOD_ENOUGH = """

def test_good_enough(breakeven_review):
    review = breakeven_review("predictions.csv")
    assert review.f(split="test") >= 0.7
    assert review.recall(class_name="wheat", split="test").low > 0.3
"""


def test_a_failing_test_says_the_interval_as_the_document_on_pipelines_shows(
    tmp_path: Path,
) -> None:
    text = (ROOT / "docs" / "how-to" / "ci.md").read_text(encoding="utf-8")
    (theirs,) = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
    (shown,) = re.findall(r"^E +AssertionError: assert .*$", text, re.M)
    rows = [f"{i},wheat,{'wheat' if i < 30 else 'corn'},test" for i in range(40)]
    (tmp_path / "predictions.csv").write_text("\n".join(["id,true,predicted,split", *rows, ""]))
    (tmp_path / "gate.toml").write_text('[[rule]]\nmeasure = "f"\nmin = 0.95\n')
    (tmp_path / "test_theirs.py").write_text(theirs + GOOD_ENOUGH, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "elsewhere").mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", PLUGIN_NAME, "-p", "no:cacheprovider", ".."],
        cwd=tmp_path / "elsewhere",
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "2 failed, 1 passed" in done.stdout, done.stdout
    # Wilson's interval of 30 of 40 (scipy: binomtest(30, 40).proportion_ci(0.95, "wilson"))
    assert "0.750 (95 % interval 0.598 to 0.858" in shown
    assert shown in done.stdout.splitlines()
    assert "micro F₁: at least 0.95 on test: failed. 0.750, at most" in done.stdout


def test_a_run_of_pytest_that_does_not_use_it_imports_nothing_of_breakeven() -> None:
    code = (
        "import importlib.util, sys\n"
        f"spec = importlib.util.spec_from_file_location('breakeven_pytest', {str(PLUGIN)!r})\n"
        "module = importlib.util.module_from_spec(spec)\nspec.loader.exec_module(module)\n"
        "print({n.partition('.')[0] for n in sys.modules} - sys.stdlib_module_names)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=PLUGIN.parent
    )
    assert "pytest" in eval(done.stdout)
    assert not {"breakeven", "metrics", "numpy"} & set(eval(done.stdout))


@pytest.fixture
def review() -> MeasuredReview:
    """Three classes, some documents with two of them."""
    sets = ["a", "b", "ab", "c", "", "a", "b", "c", "ab", "a"] * 4
    called = ["a", "a", "ab", "c", "b", "a", "b", "", "b", "a"] * 4
    return MeasuredReview(
        review_of(truth_of(matrix_of(sets, 3)), s=matrix_of(called, 3), t=matrix_of(sets, 3))
    )


def test_measures_and_intervals_are_those_of_evaluate(review: MeasuredReview) -> None:
    evaluated = be.evaluate(review.review, "s")
    intervals = not_none(average_intervals(evaluated.evaluation, 1.0, "drop"))
    for name in ("f", "precision", "recall"):
        measure = getattr(review, name)
        for average in ("micro", "macro", "weighted", "per_document"):
            measured = measure(average, system="s")
            value = getattr(evaluated, average)()[name]
            assert float(measured) == (value if average == "micro" else value.value)
            interval = getattr(intervals, average)[name]
            assert (measured.low, measured.high) == (interval.low, interval.high)
        of_class = {"f": f_interval, "precision": precision_interval, "recall": recall_interval}
        measured, ends = measure(class_name="b", system="s"), of_class[name](evaluated.tables)
        assert measured.value == pytest.approx(evaluated.frame().set_index("class").loc["b", name])
        assert (measured.low, measured.high) == pytest.approx((ends.low[1], ends.high[1]))
    assert review.exact_match(system="s").value == evaluated.exact_match
    assert (
        review.f(beta=2, system="s").value == be.evaluate(review.review, "s", beta=2).micro()["f"]
    )
    assert review.f(system="t") >= 1
    with pytest.raises(ValueError, match="no class 'd'"):
        review.recall(class_name="d")
    with pytest.raises(
        ValueError, match="no average 'mean'; choose one of micro, macro, weighted, per_document"
    ):
        review.recall("mean")  # type: ignore[arg-type]


def test_values_compare_as_numbers_and_an_undefined_one_never(review: MeasuredReview) -> None:
    half = review.f(class_name="b", system="s")
    assert half > half.value - 0.01
    assert half >= half.value
    assert half <= half.value
    assert half < half.value + 0.01
    assert not half > half.value
    nothing = MeasuredReview(
        review_of(truth_of(matrix_of(["a", "a"], 2)), s=matrix_of(["a"] * 2, 2))
    )
    undefined = nothing.precision(class_name="b")
    assert np.isnan(undefined.value)
    assert [undefined >= 0, undefined <= 1, undefined > 0, undefined < 1] == [False] * 4
    assert repr(undefined).startswith("— (95 % interval —, precision of “b” of s on all documents")


def test_a_sample_is_opened_by_its_name_and_a_file_from_the_folder(tmp_path: Path) -> None:
    (tmp_path / "reuters.csv").write_text("id,true,predicted\n1,a,a\n2,b,a\n", encoding="utf-8")
    named = measured_review(["reuters"], {}, tmp_path)
    assert named.review.fingerprint == be.sample("reuters").fingerprint
    assert measured_review(["reuters.csv"], {}, tmp_path).review.truth.n == 2
