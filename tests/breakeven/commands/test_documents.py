"""`documents`, as people type it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

import breakeven as be
from breakeven.commands.main import main

ROWS = """id,text,true,predicted,score:a,score:b,split
d1,"=HYPERLINK(""x"") oil price of crude oil today",a,a,0.9,0.1,test
d2,the oil price of crude oil today,a,b,0.4,0.8,test
d3,|wheat| harvest,b,b,0.2,0.7,test
d4,oil well,a|b,a,0.8,0.3,test
d5,,b,,0.1,0.2,train
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "made.csv"
    path.write_text(ROWS, encoding="utf-8")
    return str(path)


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["documents", *arguments]) == 0
    return capsys.readouterr().out


def test_documents_are_listed_with_classes_scores_and_texts(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(answer(capsys, file, "--where=oil", "--format=json"))
    assert (data["documents"], data["where"]["of_documents"]) == (3, 4)
    assert data["listed"][1] == {
        "document": "d2",
        "split": "test",
        "true": ["a"],
        "called": ["b"],
        "missed": ["a"],
        "extra": ["b"],
        "outcome": "wrong",
        "scores": {"a": 0.4, "b": 0.8},
        "text": "the oil price of crude oil today",
    }
    assert data == be.find(be.read(file), where="oil").to_dict()
    shown = answer(capsys, file, "--where=wheat")
    assert "`on 1 of 4 documents: wheat`" in shown
    assert (
        r"| d3 | test | b | b | (nothing) | (nothing) | right | b 0.700 | \|wheat\| harvest |"
        in shown
    )


def test_csv_holds_no_formula_that_runs(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(answer(capsys, file, "--format=csv", "--split=all"))))
    assert [row["document"] for row in rows] == ["d1", "d2", "d3", "d4", "d5"]
    assert rows[0]["text"].startswith("'=HYPERLINK")
    assert (rows[3]["true"], rows[3]["scores"]) == ("a | b", "a 0.800 | b 0.300")
    assert rows[4]["called"] == ""


def test_facets_and_words_are_counted(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = answer(capsys, file, "--facets", "--words", "--about=a")
    assert "| found | 2 | hit:a |" in out
    assert "| missed | 1 | missed:a |" in out
    assert "## Words typical of missed:a\n\nNone is found." in out
    assert "A word that is typical of a group need not be the reason why" in out
    found = be.find(be.read(file), class_name="a")
    facets = found.facets()
    assert facets[facets["where"] == "called:b"]["documents"].tolist() == [2]
    assert list(found.words("extra").columns) == ["word", "goes with", "extra:a", "rejected:a", "z"]


def test_documents_like_one_come_by_their_likeness(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = json.loads(answer(capsys, file, "--like=d1", "--format=json"))
    assert [of["document"] for of in said["listed"]] == ["d2", "d4"]
    assert 1 > said["listed"][0]["likeness"] > said["listed"][1]["likeness"] > 0
    assert "likeness" in be.find(be.read(file), like="d1").frame()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--like=d9"], "there is no document 'd9'"),
        (["--about=c"], "there is no class 'c'"),
        (["--where=zebra"], "--where keeps no document"),
        (["--where=matches:["], "this is no pattern: missing ]"),
        (["--format=csv", "--facets"], "CSV holds one table"),
    ],
)
def test_what_cannot_be_done_is_said(
    options: list[str], message: str, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["documents", file, *options]) == 2
    assert message in capsys.readouterr().err


def test_a_result_shows_itself(file: str) -> None:
    found = be.find(be.read(file), where="oil")
    assert (len(found), repr(found)) == (3, "<Documents of made, made: on 3 of 4 documents: oil>")
    assert "&lt;" not in found._repr_html_()
    assert "<td>d2</td>" in found._repr_html_()
    with pytest.raises(ValueError, match="there is no class"):
        be.find(be.read(file), class_name="c")


def test_what_reviewers_marked_is_listed_and_counted(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    marks = tmp_path / "marks.csv"
    marks.write_text("id,mark\nd2,unclear\nd2,tag:odd\nd3,unclear\n", encoding="utf-8")
    given = [file, "--marks", str(marks), "--where=mark:unclear", "--facets"]
    said = json.loads(answer(capsys, *given, "--format=json"))
    assert [of["marks"] for of in said["listed"]] == [["unclear", "tag:odd"], ["unclear"]]
    counted = {of["where"]: of["documents"] for of in said["facets"]["marks"]["values"]}
    assert counted == {"mark:unclear": 2, "tag:odd": 1}
    assert "| unclear \\| tag:odd |" in answer(capsys, *given)
