"""`import breakeven as be`: the numbers of the command line, and results that show themselves."""

from __future__ import annotations

import doctest
import importlib
import io
import json
import pkgutil
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, cast

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pyarrow as pa
import pytest
from numpy.testing import assert_allclose, assert_array_equal

import breakeven as be
import breakeven.api
import breakeven.results
from breakeven.commands.main import main
from metrics.ranking.eleven_point import LEVELS

HOSTILE = ["<script>alert(1)</script>", "**bold** | [x](http://y.z)", "=1+1", "", "a\nb", "ż" * 200]


@pytest.fixture(scope="module")
def reuters() -> be.Review:
    return be.sample("reuters")


@pytest.fixture(scope="module")
def svm(reuters: be.Review) -> be.EvaluationResult:
    return be.evaluate(reuters, system="svm", split="test")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    main(list(arguments))
    return capsys.readouterr().out


def modules() -> list[str]:
    inside = [
        module.name
        for package in (breakeven.api, breakeven.results)
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
    ]
    return ["breakeven", "metrics", "metrics.tallies", *inside]


@pytest.mark.parametrize("name", modules())
def test_the_examples_in_docstrings_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_every_public_function_shows_an_example() -> None:
    for name in be.__all__:
        thing = getattr(be, name)
        if name[0].islower():
            assert ">>> " in (thing.__doc__ or ""), name


@pytest.mark.parametrize("arguments", [("reuters", "svm"), ("r8", "logreg")])
def test_an_evaluation_is_what_the_command_line_prints(
    arguments: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    sample, system = arguments
    e = be.evaluate(be.sample(sample), system)
    options = ("evaluate", sample, "--system", system)
    assert json.loads(printed(capsys, *options, "--format", "json")) == e.to_dict()
    assert printed(capsys, *options) == e.to_markdown() + "\n"


def test_beta_and_the_rule_for_undefined_are_kept_and_can_be_given_anew(
    reuters: be.Review, capsys: pytest.CaptureFixture[str]
) -> None:
    e = be.evaluate(reuters, "svm", split="dev", beta=2, undefined="zero")
    options = ("--system", "svm", "--split", "dev", "--beta", "2", "--undefined", "zero")
    shown = json.loads(printed(capsys, "evaluate", "reuters", *options, "--format", "json"))
    assert shown == e.to_dict()
    assert_allclose(e.macro()["f"].value, shown["macro"]["f"])
    other = be.evaluate(reuters, "svm", split="dev")
    assert other.macro(beta=2, undefined="zero")["f"].value == e.macro()["f"].value
    assert other.macro()["f"].value != e.macro()["f"].value


def test_the_frame_has_a_row_a_class_with_the_numbers_of_the_document(
    svm: be.EvaluationResult,
) -> None:
    frame, per_class = svm.frame(), svm.to_dict()["per_class"]
    assert frame["class"].tolist() == list(per_class)
    for column in ("tp", "fp", "fn", "precision", "recall", "f", "average_precision"):
        expected = [np.nan if of[column] is None else of[column] for of in per_class.values()]
        assert_allclose(frame[column], expected)
    assert_array_equal(frame["positives"], frame["positives in test"])


def test_a_comparison_is_what_the_command_line_prints(
    reuters: be.Review, capsys: pytest.CaptureFixture[str]
) -> None:
    knn, svm = (be.evaluate(reuters, name) for name in ("knn", "svm"))
    found = be.compare(knn, svm, average="macro", replicates=200)
    options = ("compare", "reuters", "knn", "svm", "--metric", "macro_f", "--replicates", "200")
    shown = json.loads(printed(capsys, *options, "--format", "json"))
    assert shown == found.to_dict()
    assert printed(capsys, *options) == found.to_markdown() + "\n"
    assert_allclose(found.frame()["points"], [c["points"] for c in shown["per_class"].values()])


WHERE = "n_words>200 -called:earn"


def test_a_filter_restricts_as_on_the_command_line(
    reuters: be.Review, capsys: pytest.CaptureFixture[str]
) -> None:
    svm, knn = be.evaluate(reuters, "svm", where=WHERE), be.evaluate(reuters, "knn")
    results: dict[tuple[str, ...], Any] = {
        ("evaluate", "--system", "svm"): svm,
        ("compare", "svm", "knn", "--replicates", "100"): be.compare(svm, knn, replicates=100),
        ("check", "--system", "svm"): be.check(reuters, "svm", where=WHERE),
    }
    for (command, *options), result in results.items():
        arguments = (command, "reuters", *options, "--where", WHERE)
        assert json.loads(printed(capsys, *arguments, "--format", "json")) == result.to_dict()
        assert printed(capsys, *arguments) == result.to_markdown() + "\n"
        assert f": {WHERE}" in result.to_markdown()
    swapped = be.compare(knn, svm, replicates=100).to_dict()
    assert swapped["documents"] == svm.documents < knn.documents
    other = be.evaluate(reuters, "knn", where="n_words>300")
    with pytest.raises(ValueError, match="filter one, the other follows"):
        be.compare(svm, other)
    with pytest.raises(ValueError, match="where keeps nothing: on 0 of 3,299 documents"):
        be.evaluate(reuters, "svm", where="n_words>9999999")


def test_two_cuts_of_one_system_are_told_apart(svm: be.EvaluationResult) -> None:
    zero = be.evaluate(svm.review, "svm", cut=1.0)
    found = be.compare(svm, zero, replicates=100).to_dict()
    assert found["a"]["system"] == "svm, predictions as uploaded"
    assert found["b"]["system"] == "svm, score ≥ 1"
    assert found["difference"]["points"] < 0


def test_reviews_of_other_truth_are_not_compared() -> None:
    one = be.evaluate(be.from_arrays(["a", "b"], ["a", "a"]))
    for truth, message in ((["a", "a"], "documents or truth"), (["a", "c"], "other classes")):
        other = be.evaluate(be.from_arrays(truth, ["a", "a"], classes=sorted({"a", "b", *truth})))
        with pytest.raises(ValueError, match=message):
            be.compare(one, other)


def test_findings_are_those_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    found = be.check(be.sample("r8"))
    shown = json.loads(printed(capsys, "check", "r8", "--format", "json"))
    assert shown == found.to_dict()
    assert printed(capsys, "check", "r8") == found.to_markdown() + "\n"
    assert [f.code for f in found] == [f["code"] for f in shown["findings"]]
    assert len(found.frame()) == len(found) == len(shown["findings"])


def test_thresholds_are_those_of_the_command_line(
    reuters: be.Review, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fitted = be.fit_thresholds(reuters, "knn", beta=2)
    fitted.save(tmp_path / "mine.csv")
    out = str(tmp_path / "theirs.csv")
    printed(capsys, "thresholds", "reuters", "--system", "knn", "--beta", "2", "--out", out)
    mine, theirs = (pd.read_csv(tmp_path / f"{name}.csv") for name in ("mine", "theirs"))
    pd.testing.assert_frame_equal(mine, theirs)
    assert_allclose(fitted.frame()["threshold"], theirs["threshold"])
    on_test = be.evaluate(reuters, "knn", cut=fitted)
    assert on_test.micro() == be.evaluate(reuters, "knn", cut=fitted.cut).micro()
    assert not on_test.optimistic
    assert be.evaluate(reuters, "knn", split="dev", cut=fitted).optimistic
    with pytest.raises(ValueError, match="no known ending"):
        fitted.save(tmp_path / "mine.xlsx")


def test_estimates_are_those_of_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "chances.csv"
    rng = np.random.default_rng(2)
    p = rng.random((40, 2)).round(3)
    true = np.where(rng.random(40) < 0.5, "a", "b")
    pd.DataFrame({"id": range(40), "true": true, "a": p[:, 0], "b": p[:, 1]}).to_csv(path)
    review = be.read(path, probabilities=True)
    for name in ("expected", "count"):
        result = getattr(be, name)(review)
        options = (name, str(path), "--probabilities")
        assert json.loads(printed(capsys, *options, "--format", "json")) == result.to_dict()
        assert printed(capsys, *options) == result.to_markdown() + "\n"
        assert result.frame()["class"].tolist() == ["a", "b"]
    with pytest.raises(ValueError, match="probabilities"):
        be.expected(be.read(path, probabilities=False))


def test_a_curve_marks_break_even_and_eleven_points(svm: be.EvaluationResult) -> None:
    curve = be.pr_curve(svm, "grain")
    expected = svm.to_dict()["per_class"]["grain"]
    assert curve.break_even.value == expected["break_even"]["value"]
    assert curve.average_precision == expected["average_precision"]
    figure = curve.plot()
    assert isinstance(figure, go.Figure)
    traces = {trace.name: trace for trace in figure.data}
    star = next(t for name, t in traces.items() if name and name.startswith("break-even"))
    assert_allclose(star.y, [expected["break_even"]["precision"]])
    average = expected["eleven_point"]["average"]
    eleven = traces[f"eleven interpolated points, category pivot: average {average:.3f}"]
    assert_array_equal(eleven.x, LEVELS)
    assert_allclose(eleven.y, expected["eleven_point"]["levels"])
    step = next(t for t in figure.data if t.line.shape == "vh")
    assert_array_equal(step.y, curve.interpolated.precision)
    frame = curve.frame()
    assert_array_equal(frame["threshold"], np.sort(frame["threshold"])[::-1])
    pooled = be.pr_curve(svm)
    micro = svm.to_dict()["break_even"]["micro_global"]
    assert pooled.break_even.value == micro["value"]
    with pytest.raises(ValueError, match="there is no class 'oats'; choose one of 'acq'"):
        be.pr_curve(svm, "oats")


class Text(HTMLParser):
    """The text of HTML, and which tags it has."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not attrs
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_results_show_hostile_names_literally_in_small_html_without_script() -> None:
    names = HOSTILE + [f"{name} {i}" for i in range(400) for name in HOSTILE]
    review = be.from_arrays(names, names[::-1], name=HOSTILE[0], system=HOSTILE[0])
    e = be.evaluate(review)
    scores = np.random.default_rng(0).random((len(names), 3))
    scored = be.from_arrays(
        np.eye(3)[np.arange(len(names)) % 3], y_score=scores, classes=HOSTILE[:3],
        system=HOSTILE[0], probabilities=True, split="dev",
    )  # fmt: skip
    other = be.from_arrays(names, names, name=HOSTILE[0], system=HOSTILE[1])
    shown: list[Any] = [
        e,
        be.compare(e, be.evaluate(other), replicates=100),
        be.check(review),
        be.fit_thresholds(scored),
        be.expected(scored),
        be.count(scored),
        be.find(review),
        be.label_errors(scored),
        be.plan_test_size(review),
        be.propose_split(review),
        be.report(scored),
    ]
    for result in shown:
        html = result._repr_html_()
        assert len(html.encode()) < 50_000
        parsed = Text(html)
        assert parsed.tags <= {"p", "table", "thead", "tbody", "tr", "th", "td"}
        assert "<script>alert(1)</script>" in "".join(parsed.text)
        assert "\n" not in repr(result).replace(HOSTILE[4], "")
        assert re.fullmatch(r"<[A-Z0-9].*>", repr(result), re.S)


def test_a_review_says_what_it_holds(reuters: be.Review) -> None:
    counts = "documents 12,902, classes 90, of nb, rocchio, knn, tree, svm, logreg"
    assert repr(reuters) == f"<Review Reuters-21578, ModApte: {counts}>"


TOY = "id,true,predicted,split\n1,a,a,dev\n2,b,a,test\n"


def test_files_are_read_from_paths_bytes_open_files_and_frames(tmp_path: Path) -> None:
    path = tmp_path / "toy.csv"
    path.write_text(TOY)
    frame = pd.read_csv(path)
    table = pa.Table.from_pandas(frame)
    with path.open() as text, path.open("rb") as binary:
        sources = [path, str(path), TOY.encode(), text, binary, io.StringIO(TOY), frame, table]
        found = [be.evaluate(be.read(source), split="all").tables for source in sources]
    for tables in found:
        assert tables.tp.tolist() == [1, 0]
        assert tables.fp.tolist() == [1, 0]


def test_a_truth_and_its_systems_are_joined(tmp_path: Path) -> None:
    truth = pd.DataFrame({"id": [1, 2], "true": ["a", "b"]})
    one = pd.DataFrame({"id": [2, 1], "predicted": ["b", "a"]})
    two = pd.DataFrame({"id": [1, 2], "predicted": ["b", "b"]})
    review = be.read(truth, one, two)
    f = [be.evaluate(review, p.system).micro()["f"] for p in review.predictions]
    assert f == [1.0, 0.5]


def test_a_wrong_guess_is_put_right_by_roles() -> None:
    frame = pd.DataFrame({"key": [1, 2], "really": ["a", "b"], "said": ["a", "a"]})
    roles = {"key": "id", "really": "truth", "said": "predicted"}
    assert be.evaluate(be.read(frame, roles=roles)).micro()["f"] == 0.5
    scored = pd.DataFrame({"id": [1, 2], "true": ["a", "b"], "p": [0.9, 0.2], "q": [0.1, 0.8]})
    matched = be.read(scored, roles={"p": "score:a", "q": "score:b"})
    assert matched.truth.classes == ("a", "b")
    assert_array_equal(matched.predictions[0].scores, scored[["p", "q"]].T)
    with pytest.raises(ValueError, match="no file has a column 'sayd'"):
        be.read(frame, roles={"sayd": "predicted"})
    with pytest.raises(ValueError, match="there is no role 'prediction'"):
        be.read(frame, roles={"said": "prediction"})


def test_a_bad_file_raises_all_its_problems() -> None:
    with pytest.raises(be.ReadError) as caught:
        be.read(b"id,true,predicted\n1,a,a\n1,b,b\n")
    assert "row 3" in str(caught.value)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda r: be.sample("reuter"),
            "there is no sample 'reuter'; choose one of 'reuters', 'r8'",
        ),
        (lambda r: be.evaluate(r, "svn"), "there is no system 'svn'; choose one of logreg"),
        (lambda r: be.evaluate(r, split="tests"), "there is no split 'tests'"),
        (lambda r: be.evaluate(r, cut=cast(Any, "f")), "'f' cannot predict; give a Cut"),
        (lambda r: be.evaluate(r, cut=be.Cut("f", split="train")), "does not allow the rule 'f'"),
        (lambda r: be.evaluate(r, beta=-1), "beta is -1; give a number from 0 on"),
        (be.fit_thresholds, "has no scores; thresholds need them"),
        (lambda r: be.pr_curve(be.evaluate(r)), "has no scores; a curve needs them"),
        (lambda r: be.compare(be.evaluate(r), be.evaluate(r), measure="g"), "no measure 'g'"),
        (lambda r: be.compare(be.evaluate(r), be.evaluate(r), average="mean"), "no average 'mean'"),
        (lambda r: be.compare(be.evaluate(r), be.evaluate(r), replicates=5), "tell nothing"),
        (lambda r: be.compare(be.evaluate(r), be.evaluate(r), measure="break_even"), "no scores"),
        (lambda r: be.read(), "no file is given"),
        (lambda r: be.read(3), "int is not a file"),
    ],
)
def test_a_wrong_choice_says_what_there_is(
    call: Callable[[be.Review], object], message: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        call(be.sample("r8"))


def test_a_filter_restricts_every_call_and_says_so() -> None:
    review = be.sample("reuters")
    truth = review.truth
    long = int((truth.columns["n_words"][truth.in_split("test")] > 200).sum())
    expected = {"text": "n_words>200", "documents": long, "of_documents": 3299}
    line = f"on {long} of 3,299 documents: n_words>200"
    e = be.evaluate(review, "logreg", where="n_words>200")
    assert e.documents == long
    for result in (
        e,
        be.check(review, "logreg", where="n_words>200"),
        be.count(review, "logreg", where="n_words>200"),
    ):
        assert result.to_dict()["where"] == expected
        assert f"`{line}`" in result.to_markdown()
    assert line in repr(e)
    assert "where" not in be.evaluate(review, "logreg").to_dict()
    with pytest.raises(ValueError, match="character 6: there is no class 'grian'"):
        be.evaluate(review, where="true:grian")
