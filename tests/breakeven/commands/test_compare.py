"""`compare` prints which of two systems is better, and what stands against saying so."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from sklearn.metrics import accuracy_score, hamming_loss

from tests.breakeven.commands.running import run
from tests.published import PUBLISHED


@pytest.fixture
def two(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "A.csv").write_text("id,true,predicted\n1,a,a\n2,b,a\n3,b,b\n4,a,b\n")
    (tmp_path / "B.csv").write_text("id,predicted\n2,b\n3,b\n4,a\n")
    return str(tmp_path / "A.csv"), str(tmp_path / "B.csv")


def test_two_files_by_hand(two: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "compare", *two, "--metric", "macro_f", "--format", "json")
    result = json.loads(out)
    assert status == 0
    assert (result["a"]["system"], result["b"]["system"]) == ("A", "B")
    # documents 2, 3, 4 of both. A: 2 b->a, 3 b->b, 4 a->b.  F of a: 0; of b: 2/(2+1+1) = 1/2
    assert result["documents"] == 3
    assert result["value"] == {"a": pytest.approx(1 / 4), "b": pytest.approx(1.0)}
    assert result["difference"]["points"] == pytest.approx(75)
    assert result["difference"]["relative"] == pytest.approx(3.0)
    # two documents differ: swapping none or both of them is as large, 2 of 4 swaps
    assert result["difference"]["p"] == pytest.approx(2 / 4)
    assert result["difference"]["beyond_chance"] is False
    (care,) = (c for c in result["care"] if c["kind"] == "documents")
    assert care["numbers"] == [1, 0]
    assert result["per_class"]["a"]["points"] == pytest.approx(100)
    assert result["per_class"]["a"]["enough_to_tell"] is False
    assert result["per_class"]["a"]["better"] is None
    mcnemar = next(t for t in result["tests"] if t["test"] == "mcnemar")
    assert (mcnemar["for_b"], mcnemar["trials"], mcnemar["p"]) == (2, 2, pytest.approx(1 / 2))


def test_versions_of_one_file_name_are_two_systems(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for version, called in (("old", "b"), ("new", "a")):
        (tmp_path / version).mkdir()
        (tmp_path / version / "p.csv").write_text(f"id,true,predicted\n1,a,{called}\n2,b,b\n")
    status, out, _ = run(
        capsys,
        "compare",
        *(str(tmp_path / v / "p.csv") for v in ("old", "new")),
        "--format",
        "json",
    )
    result = json.loads(out)
    assert status == 0
    assert result["a"]["system"] != result["b"]["system"]
    assert result["value"] == {"a": 0.5, "b": 1.0}


def test_published_numbers_of_the_sample(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(
        capsys, "compare", "reuters", "knn", "svm", "--metric", "macro_f", "--format", "json"
    )
    result = json.loads(out)
    assert status == 0
    knn, svm = PUBLISHED["knn"], PUBLISHED["svm"]
    assert result["value"]["a"] == pytest.approx(knn["macro_f1_test"], abs=1e-12)
    assert result["value"]["b"] == pytest.approx(svm["macro_f1_test"], abs=1e-12)
    micro, top = result["averages"]["micro"], result["averages"]["micro_top"]
    assert micro["a"] == pytest.approx(knn["micro_f1_test"], abs=1e-12)
    assert micro["b"] == pytest.approx(svm["micro_f1_test"], abs=1e-12)
    assert top["b"] == pytest.approx(svm["micro_f1_test_top10"], abs=1e-12)
    for name, f1 in svm["f1_test_top10"].items():
        assert result["per_class"][name]["b"] == pytest.approx(f1, abs=1e-12)
    assert micro["difference"]["beyond_chance"] is True
    low, high = micro["difference"]["low"], micro["difference"]["high"]
    assert low < 100 * (micro["b"] - micro["a"]) < high
    assert result["top_classes"][:3] == ["earn", "acq", "crude"]


def test_the_same_seed_prints_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("reuters", "svm", "logreg", "--replicates", "200", "--format", "json")
    first, again, other = (
        run(capsys, "compare", *arguments, "--seed", seed)[1] for seed in ("1", "1", "2")
    )
    assert first == again
    assert first != other


def test_markdown_answers_first_and_shows_names_literally(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "A.csv").write_text("id,true,predicted\n1,<b>,<b>\n2,c|d,c\n")
    (tmp_path / "B.csv").write_text("id,predicted\n1,<b>\n2,<b>\n")
    status, out, _ = run(capsys, "compare", str(tmp_path / "A.csv"), str(tmp_path / "B.csv"))
    assert status == 0
    lines = [line for line in out.splitlines() if line]
    assert lines[2].startswith("**B is")
    assert "| \\<b\\> |" in out
    assert "<b>" not in out.replace("\\<b\\>", "")


def test_a_ranking_measure_says_that_it_chose_on_what_it_shows(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, out, _ = run(
        capsys,
        "compare",
        "reuters",
        "nb",
        "svm",
        "--metric",
        "micro_top_break_even",
        "--format",
        "json",
    )
    result = json.loads(out)
    assert status == 0
    for key, system in (("a", "nb"), ("b", "svm")):
        published = PUBLISHED[system]["micro_break_even_test_top10"]
        assert result["value"][key] == pytest.approx(published, abs=1e-12)
    assert "break_even" in {c["kind"] for c in result["care"]}


def test_infinite_beta_and_every_metric_make_valid_json(
    two: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in (["--beta", "inf"], ["--metric", "per_document_recall"]):
        status, out, _ = run(capsys, "compare", *two, "--format", "json", *arguments)
        assert status == 0
        json.loads(out, parse_constant=pytest.fail)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("reuters",), "a comparison needs two systems"),
        (("reuters", "svm"), "a comparison needs two systems"),
        (("reuters", "svm", "nobody"), "neither a file nor a system"),
        (("nowhere.csv", "B"), "is not a file"),
        (("r8",), "a comparison needs two systems"),
    ],
)
def test_what_cannot_be_compared_is_said_with_status_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    status, out, err = run(capsys, "compare", *arguments)
    assert (status, out) == (2, "")
    assert message in err


def test_a_ranking_measure_needs_scores(
    two: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    status, _, err = run(capsys, "compare", *two, "--metric", "macro_break_even")
    assert status == 2
    assert "no scores" in err


@pytest.mark.parametrize(
    ("metric", "message"),
    [
        ("macro_prevalence", "means prevalence, which is not compared; choose one"),
        ("macro_exact_match", "choose one of micro_exact_match, per_document_exact_match"),
        ("MCC", "there is no metric 'MCC'; choose one of micro_top_mcc, micro_mcc, macro_mcc"),
        ("micro_nonsense", "there is no metric 'micro_nonsense'; choose one of micro_top_f"),
    ],
)
def test_a_metric_that_is_not_compared_is_told_by_what_it_means(
    two: tuple[str, str], capsys: pytest.CaptureFixture[str], metric: str, message: str
) -> None:
    status, out, err = run(capsys, "compare", *two, "--metric", metric)
    assert (status, out) == (2, "")
    assert message in err


def test_the_difference_is_also_said_without_what_leaks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # test: four documents, the first with the id of one in train; a is right on 3, b on 2
    rows = ["id,system,true,predicted,split"]
    for system, calls in (("one", "xxxy"), ("two", "yxxy")):
        rows += [f"d{i},{system},x,x,train" for i in range(4)]
        ids = ("D0", "e1", "e2", "e3")
        rows += [f"{i},{system},x,{c},test" for i, c in zip(ids, calls, strict=True)]
    file = tmp_path / "x.csv"
    file.write_text("\n".join(rows))
    for option in ("--split=test", "--where=-leaked"):
        arguments = (str(file), "one", "two", "--replicates=100", option)
        status, out, _ = run(capsys, "compare", *arguments, "--format=json")
        leaks = json.loads(out)["leaks"]
        assert (status, leaks["documents"], leaks["near_searched"]) == (0, 1, False)
        assert leaks["with"] == {"documents": 4, "a": 0.75, "b": 0.5, "points": -25.0}
        assert leaks["without"]["points"] == 0
        assert leaks["without"]["a"] == pytest.approx(2 / 3)
        _, markdown, _ = run(capsys, "compare", *arguments)
        assert "| with the document that leaks | 4 | 0.750 | 0.500 | -25.0 |" in markdown
        assert "| without it | 3 | 0.667 | 0.667 | 0.0 |" in markdown


@pytest.mark.parametrize(
    ("name", "metric", "share"),
    [("Hamming loss", "micro_error_rate", hamming_loss),
     ("subset accuracy", "micro_exact_match", accuracy_score),
     ("accuracy", "micro_accuracy", accuracy_score)],
)  # fmt: skip
def test_a_share_of_documents_by_its_name_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, metric: str, share: Any
) -> None:
    true, assigned = "abcabcabca", {"one": "abcabcabab", "two": "abcaaaabca"}
    rows = [
        f"{i},{t},{s},{c}"
        for s, c in assigned.items()
        for i, (t, c) in enumerate(zip(true, c, strict=True))
    ]
    (tmp_path / "x.csv").write_text("\n".join(["id,true,system,predicted", *rows]))
    options = ("--metric", name, "--format", "json", "--replicates", "100")
    status, out, _ = run(capsys, "compare", str(tmp_path / "x.csv"), *options)
    result = json.loads(out)
    assert (status, result["metric"]) == (0, metric)
    shares = [share([*true], [*calls]) for calls in assigned.values()]
    assert result["value"] == {"a": pytest.approx(shares[0]), "b": pytest.approx(shares[1])}


def test_log_loss_by_its_name_alone_by_hand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    of_both = [
        "id,true,system,score:a,score:b",
        *("1,a,A,0.9,0.1", "2,b,A,0.2,0.8", "3,b,A,0.5,0.5"),
        *("1,a,B,0.8,0.2", "2,b,B,0.1,0.9", "3,b,B,0.6,0.4"),
    ]
    (tmp_path / "both.csv").write_text("\n".join(of_both))
    file = str(tmp_path / "both.csv")
    options = ["--probabilities", "--metric", "log_loss"]
    status, out, _ = run(capsys, "compare", file, *options, "--format", "json")
    result = json.loads(out)
    assert status == 0
    assert result["metric"] == "micro_log_loss"
    a, b = ([0.9, 0.8, 0.5], [0.8, 0.9, 0.4])
    losses = [-sum(map(math.log, p)) / 3 for p in (a, b)]
    assert result["value"] == {"a": pytest.approx(losses[0]), "b": pytest.approx(losses[1])}
    assert result["difference"]["change"] == pytest.approx(losses[1] - losses[0])
    assert result["difference"]["points"] is None
    _, shown, _ = run(capsys, "compare", file, *options)
    assert f"is {losses[1] - losses[0]:.4f} above A, which is worse" in shown
    denied = ["--no-probabilities", "--metric", "log_loss"]
    status, _, error = run(capsys, "compare", file, *denied)
    assert status == 2
    assert "say that they are, with --probabilities" in error
