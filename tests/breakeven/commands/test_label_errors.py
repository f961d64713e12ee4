"""`label-errors`, as people type it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import breakeven as be
from breakeven.commands.main import main

# of twenty documents d04 lacks the label that 0.95 speaks for, and d05 has one that 0.05 denies
ROWS = [
    f"d{i:02},{'a' if (i % 4 == 0) != (i in (4, 5)) else ''},{0.95 if i % 4 == 0 else 0.05},test"
    for i in range(40)
]


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "made.csv"
    path.write_text("\n".join(["id,true,score:a,split", *ROWS, ""]), encoding="utf-8")
    return str(path)


def test_both_directions_are_told_with_their_evidence(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["label-errors", file, "--probabilities"]) == 0
    out = capsys.readouterr().out
    assert "1 label looks wrong, 1 looks missing (of 10 on 40 documents)." in out
    assert "| d04 | a | missing | 0.950 |" in out
    assert "| d05 | a | wrong | 0.050 |" in out
    assert "The model also doubts right labels" in out
    main(["label-errors", file, "--probabilities", "--format", "json"])
    data = json.loads(capsys.readouterr().out)
    result = be.label_errors(be.read(file, probabilities=True))
    assert result.to_dict() == data
    assert (data["suspected"], data["wrong"], data["missing"]) == (2, 1, 1)
    assert len(result) == 2
    assert sorted(result.documents()["document"][:2]) == ["d04", "d05"]
    assert "1 label looks wrong" in repr(result)
    assert "d05" in result._repr_html_()


def test_a_filter_shows_fewer_of_the_same(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["label-errors", file, "--probabilities", "--where=true:a", "--format", "json"])
    said = json.loads(capsys.readouterr().out)
    assert [pair["document"] for pair in said["pairs"]] == ["d05"]
    assert (said["suspected"], said["wrong"], said["missing"]) == (1, 1, 0)
    assert main(["label-errors", file, "--probabilities", "--where=true:a -true:a"]) == 2


def test_what_is_no_evidence_is_refused(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["label-errors", file, "--no-probabilities"]) == 2
    assert "it is not known whether the scores of made are probabilities" in capsys.readouterr().err
    assert main(["label-errors", "r8"]) == 2
    assert "“logreg” gives predictions without scores" in capsys.readouterr().err
    with pytest.raises(ValueError, match="“logreg” gives predictions without scores"):
        be.label_errors(be.sample("r8"))
