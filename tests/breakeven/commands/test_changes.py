"""`changes`: what changed since an earlier version."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import breakeven as be
from tests.breakeven.commands.running import run

# what columns are called says that they are decisions of systems
BEFORE = "id,true,predicted:svm run 1\n1,a,a\n2,b,a\n3,b,b\n4,old,b\n"
# 4 is gone, 5 and the class new are added; 2 is called right, 3 is truly a
NOW = "id,true,predicted:svm run 1,predicted:svm run 2\n3,a,b,a\n2,b,b,b\n1,a,a,a\n5,new,new,a\n"


@pytest.fixture
def versions(tmp_path: Path) -> tuple[str, str]:
    for name, text in (("before.csv", BEFORE), ("now.csv", NOW)):
        (tmp_path / name).write_text(text)
    return str(tmp_path / "now.csv"), str(tmp_path / "before.csv")


def test_two_versions_by_hand(
    versions: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    now, before = versions
    options = ("--replicates", "200", "--format", "json", "--system", "svm run 1")
    status, out, err = run(capsys, "changes", now, "--baseline", before, *options)
    assert status == 0, err
    data = json.loads(out)
    assert data["documents"] == {
        "before": 4, "now": 4, "both": 3, "added": ["5"], "gone": ["4"], "other_text": None,
        "told_apart_by": "id",
    }  # fmt: skip
    assert data["classes"] == {"both": 2, "added": ["new"], "gone": ["old"]}
    # document 3 was b and is a: two labels, of one document
    assert (data["truth"]["pairs"], data["truth"]["documents"]) == (2, ["3"])
    # document 2 was called a and is called b, which is right: two decisions
    flips = data["flips"]
    assert (flips["decisions"], flips["toward_right"], flips["toward_wrong"]) == (2, 2, 0)
    assert (flips["documents"], flips["of_documents"], flips["documents_fixed"]) == (1, 3, 1)
    # of 1, 2 and 3 beside the truth now, one was right and two are
    micro = data["measures"]["f"]["micro"]
    assert micro["before"] == pytest.approx(1 / 3)
    assert micro["now"] == pytest.approx(2 / 3)
    assert micro["difference"]["points"] == pytest.approx(100 / 3)
    # the runs differ on 3 alone of these, the versions on 2 alone
    noise = data["noise"]
    assert noise["runs"] == ["svm run 1", "svm run 2"]
    assert (noise["changed_between_versions"], noise["changed_between_runs"]) == (1, 1)
    assert (noise["p"], noise["verdict"]) == (1, "alike")

    python = be.changes(be.read(before), be.evaluate(be.read(now), "svm run 1"), replicates=200)
    assert python.to_dict() == data
    assert list(python.frame()["class"]) == ["a", "b"]
    assert python._repr_html_().startswith("<p>Changes of svm run 1: 3 documents in both")


def test_it_is_printed_to_be_pasted(
    versions: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    now, before = versions
    options = ("--replicates", "200", "--system", "svm run 1")
    _, out, _ = run(capsys, "changes", now, "--baseline", before, *options)
    assert "# now: what changed since before" in out
    assert "3 documents in both, matched by id; 1 added, 1 gone." in out
    assert "**svm run 1: 2 yes/no predictions changed, 2 became right and 0 wrong" in out
    assert "1 document changed; 1 changes between two runs of the same system" in out


def test_a_packed_review_is_a_baseline_too(
    versions: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    now, before = versions
    packed = str(tmp_path / "main.breakeven")
    be.pack(packed, before)
    # options of reading are for the later version
    options = ("--replicates", "100", "--format", "json", "--id-column", "id")
    status, out, err = run(
        capsys, "changes", now, "--system", "svm run 1", "--baseline", packed, *options
    )
    assert status == 0, err
    assert json.loads(out)["documents"]["gone"] == ["4"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--system", "svm run 2"), "the earlier version has no system"),
        (("--system", "svm run 1", "--runs", "svm run 1", "x"), "there is no system 'x'"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    versions: tuple[str, str],
    options: tuple[str, ...],
    message: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    now, before = versions
    status, _, err = run(capsys, "changes", now, "--baseline", before, *options)
    assert status == 2
    assert message in err


def test_versions_without_a_common_document_are_refused(
    versions: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.csv"
    other.write_text(BEFORE.rstrip().replace("\n", "\nx"))
    status, _, err = run(
        capsys, "changes", versions[0], "--baseline", str(other), "--system", "svm run 1"
    )
    assert status == 2
    assert "no document of the earlier version is in this one" in err
