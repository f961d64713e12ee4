"""`agree`, as people type it: the same as in Python and on the page."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose

import breakeven as be
from breakeven.commands.main import main
from tests.pages.reading import open_people, table_with, text_of

# anna and ben on four documents, ben not on the fourth; the second and third they see otherwise
LABELS = """id,annotator,labels
1,anna,a
2,anna,a|b
3,anna,b
4,anna,a
1,ben,a
2,ben,a
3,ben,
"""
CALLS = "id,predicted\n1,a\n2,a\n3,b\n4,a\n"


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    paths = {"people.csv": LABELS, "model.csv": CALLS}
    for name, text in paths.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return [str(tmp_path / name) for name in paths]


def test_the_answer_is_printed(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agree", *files]) == 0
    out = capsys.readouterr().out
    assert "2 annotators, 3 documents that at least two of them labelled" in out
    assert "They differ on 2 documents (67 %)." in out
    assert "Left out: 1 document that one person labelled." in out
    # both say yes to a on 1 and 2; one alone to b on 2 and on 3: 2 · 2 / (2 · 2 + 2)
    assert "| Positive agreement (pairwise F) | 0.667 |" in out
    assert "| anna / ben | 3 | 0.667 |" in out


def test_all_doors_say_the_same(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    main(["agree", *files, "--format", "json"])
    printed = json.loads(capsys.readouterr().out)
    review = be.read(*files)
    result = be.agree(review)
    assert result.to_dict() == printed
    assert [pair["f"]["value"] for pair in printed["people"]["pairs"]] == [pytest.approx(2 / 3)]
    assert "α of their sets of classes" in repr(result)
    assert "<table>" in result._repr_html_()
    main(["agree", *files, "--format", "csv"])
    frame = pd.read_csv(io.StringIO(capsys.readouterr().out))
    assert_allclose(frame["agree on yes"], result.frame()["agree on yes"])
    assert list(frame["class"]) == ["a", "b"]
    page = open_people(review)
    alpha = printed["people"]["overall"]["alpha"]["value"]
    assert f"α of their sets of classes is {alpha:.2f}".replace("-", "−") in text_of(page)
    page = open_people(review, labels__people="people")
    shown = table_with(page, "alpha without").set_index("annotator")
    people = {person["annotator"]: person["f"]["value"] for person in printed["people"]["people"]}
    assert_allclose(shown.loc[list(people), "f with the others"], list(people.values()))
    assert len(result.annotators()) == 2
    assert set(result.twos()["a"]) == {"anna", "ben"}


def test_a_filter_keeps_some(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    main(["agree", *files, "--where=disputed:b", "--format", "json"])
    said = json.loads(capsys.readouterr().out)
    assert said["people"]["documents"] == 2
    assert said["where"] == {"text": "disputed:b", "documents": 2, "of_documents": 4}
    assert main(["agree", *files, "--where=disputed -disputed"]) == 2


def test_files_without_annotators_say_how_alike_systems_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["agree", "r8"]) == 0
    out = capsys.readouterr().out
    assert "the files do not name the annotators" in out
    micro = be.evaluate(be.sample("r8")).micro()["f"]
    assert f"| the truth / logreg | 2,190 | {micro:.3f} |" in out
    result = be.agree(be.sample("r8"))
    assert result.people is None
    assert "no two people" in repr(result)
    with pytest.raises(ValueError, match="no two people"):
        result.annotators()
    with pytest.raises(ValueError, match="at least 100"):
        be.agree(be.sample("r8"), replicates=10)


def test_without_two_on_a_document_nothing_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "apart.csv"
    rows = "1,x,a,a\n1,y,a,a\n2,y,b,b\n3,x,a,b\n"
    path.write_text(f"id,annotator,labels,predicted\n{rows}", encoding="utf-8")
    assert main(["agree", str(path), "--where=-id=1"]) == 0
    assert "agreement cannot be measured" in capsys.readouterr().out
    apart = be.agree(be.read(path), where="-id=1")
    assert apart.people is None
    assert np.isnan(apart.likeness.f[0, 1])
