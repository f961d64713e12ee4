"""Every command that reads files takes a hierarchy, and it travels in what is packed."""

from __future__ import annotations

from pathlib import Path

import pytest

import breakeven as be
from breakeven.commands.main import main
from tests.made import not_none

FILE = "id,true,predicted\n1,wheat,corn\n2,gold,gold\n3,corn,corn\n"
ABOVE = "parent,child\ngrain,wheat\ngrain,corn\nmetal,gold\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("f.csv").write_text(FILE)
    Path("h.csv").write_text(ABOVE)
    return tmp_path


def test_a_packed_review_keeps_its_hierarchy(folder: Path) -> None:
    assert main(["pack", "f.csv", "--hierarchy", "h.csv", "--out", "f.breakeven"]) == 0
    packed = not_none(be.read(folder / "f.breakeven").hierarchy)
    assert packed.nodes == ("corn", "gold", "wheat", "grain", "metal")
    mapping = {"wheat": "grain", "corn": "grain", "gold": "metal"}
    for said in ("h.csv", folder / "h.csv", mapping):
        here = be.read("f.csv", hierarchy=said)
        assert not_none(here.hierarchy).nodes == packed.nodes
        assert (not_none(here.hierarchy).parents != packed.parents).nnz == 0
    assert be.read(folder / "f.breakeven").fingerprint == here.fingerprint


def test_a_sample_takes_one_too(folder: Path) -> None:
    Path("r8.csv").write_text("parent,child\nmoney,acq\nmoney,earn\n")
    assert main(["pack", "r8", "--hierarchy", "r8.csv", "--out", "r8.breakeven"]) == 0
    found = be.read(folder / "r8.breakeven")
    assert not_none(found.hierarchy).nodes[-1] == "money"
    same = be.sample("r8", hierarchy={"acq": "money", "earn": "money"})
    assert found.fingerprint == same.fingerprint != be.sample("r8").fingerprint


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            ("--hierarchy", "h.csv", "--hierarchy-separator", "/"),
            "--hierarchy and --hierarchy-separator are both given",
        ),
        (("--hierarchy-separator", "/"), "no class has the separator '/'"),
        (("--hierarchy", "f.csv"), "f.csv, row 1, column 'parent': this column is missing"),
        (("--hierarchy", "none.csv"), "none.csv"),
    ],
)
def test_a_hierarchy_that_is_none_is_refused(
    options: tuple[str, ...], message: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", str(folder / "f.csv"), *options]) == 2
    assert message in capsys.readouterr().err


def test_arrays_have_one_too() -> None:
    true, called = ["a/x", "a/y", "b/z"], ["a/y", "a/y", "b/z"]
    review = be.from_arrays(true, called, hierarchy_separator="/")
    assert not_none(review.hierarchy).nodes == ("a/x", "a/y", "b/z", "a", "b")
    plain = be.from_arrays(true, called)
    assert review.fingerprint != plain.fingerprint
    assert plain.hierarchy is None
    with pytest.raises(ValueError, match="no class has the separator"):
        be.from_arrays(true, called, hierarchy_separator="::")
