"""The library on the command line: what it prints, and its exit status."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import breakeven as be
from breakeven.commands.main import main
from breakeven.store.actors import LOCAL
from breakeven.store.library import open_library
from breakeven.store.removal import STRAY_SECONDS
from tests.breakeven.store.saving import CALLS

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Run]:
    """Runs `library` on a folder of this test; its exit status, and what it printed."""
    monkeypatch.setenv("BREAKEVEN_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("BREAKEVEN_DATABASE_URL", raising=False)
    (tmp_path / "calls.csv").write_bytes(CALLS)
    (tmp_path / "later.csv").write_bytes(CALLS.replace(b"2,corn,wheat", b"2,corn,corn"))
    monkeypatch.chdir(tmp_path)

    def ran(*arguments: str) -> tuple[int, str]:
        status = main(["library", *arguments])
        streams = capsys.readouterr()
        return status, streams.out + streams.err

    yield ran
    open_library().engine.dispose()


def as_json(run: Run, *arguments: str) -> Any:
    status, text = run(*arguments, "--format", "json")
    assert status in (0, 1)
    return json.loads(text)


def test_what_is_not_there_is_not_called_whole(run: Run, tmp_path: Path) -> None:
    status, text = run("--home", str(tmp_path / "mistyped"), "verify")
    assert status == 2
    assert text.startswith(f"There is no library in {tmp_path / 'mistyped'}. Check --home")
    assert not (tmp_path / "mistyped").exists()


def test_what_is_saved_is_listed_and_opened_in_python(run: Run) -> None:
    assert run("list") == (0, "0 reviews with 0 versions: 0 bytes of at most 20.0 GB.\n")
    first = as_json(run, "save", "calls.csv", "--title", "crops")
    status, text = run("save", "later.csv", "--title", "crops")
    assert (status, text.splitlines()[0]) == (0, "Saved as version 2 of crops.")
    status, text = run("list")
    assert "| crops | needs review | – | 2 | 2 |" in text
    listed = as_json(run, "list")
    assert listed["reviews"][0]["versions"][0]["fingerprint"] == first["fingerprint"]
    library = be.open_library()
    assert json.loads(json.dumps(library.to_dict())) == listed
    assert be.evaluate(library.open("crops")).micro()["f"] == 1
    assert be.evaluate(library.open("crops", 1)).micro()["f"] == 0.5
    assert be.evaluate(library.open(first["fingerprint"])).micro()["f"] == 0.5
    with pytest.raises(
        be.LibraryError, match=r"“crops” has no version 3\. Choose a version from 1 to 2"
    ):
        library.open("crops", 3)


def test_what_was_read_is_saved_as_it_was_read(run: Run) -> None:
    saved = as_json(run, "save", "calls.csv", "--role", "split", "slice")
    review = be.open_library().open(saved["fingerprint"])
    assert (review.truth.splits, [*review.truth.columns]) == ((), ["split"])


def test_what_is_wrong_is_found_and_told_by_the_exit_status(run: Run) -> None:
    saved = as_json(run, "save", "calls.csv")
    status, text = run("verify")
    assert (status, text.splitlines()[-1]) == (0, "Nothing is damaged.")
    be.open_library().library.blobs.drop(saved["files"][0]["sha256"])
    status, text = run("verify")
    assert status == 1
    assert "- calls: the file 'calls.csv' of version 1 is damaged or gone" in text
    assert len(as_json(run, "verify")["troubles"]) == 1
    # the same file again
    run("save", "calls.csv")
    assert run("verify")[0] == 0


def test_what_an_interrupted_save_left_is_told_and_damages_nothing(run: Run) -> None:
    run("save", "calls.csv")
    assert "interrupted" not in run("verify")[1]
    blobs = be.open_library().library.blobs
    blobs.put(b"no row names this")
    before = time.time() - STRAY_SECONDS - 1
    for file in blobs.all():
        os.utime(file, (before, before))
    status, text = run("verify")
    assert status == 0
    assert text.splitlines()[1:] == [
        "1 file left by interrupted saving, which does no harm. To remove it, use prune.",
        "Nothing is damaged.",
    ]


def test_nothing_goes_before_it_is_said_yes(run: Run) -> None:
    run("save", "calls.csv")
    status, text = run("delete", "calls")
    assert status == 0
    assert text.startswith("calls: 1 version, 1 file, 0 marks, 0 notes and 0 share links; ")
    assert text.endswith("Nothing was changed. Add --yes to do it.\n")
    assert len(as_json(run, "list")["reviews"]) == 1
    assert as_json(run, "prune", "--archived-days", "0")["done"] is False
    assert run("delete", "calls", "--yes")[1].endswith("It was deleted.\n")
    assert as_json(run, "list")["reviews"] == []
    status, text = run("delete", "calls", "--yes")
    assert (status, text) == (2, "No review is called “calls”. See the list of reviews.\n")


def test_archived_reviews_are_pruned_when_it_is_said_so(run: Run) -> None:
    run("save", "calls.csv")
    library = be.open_library()
    library.library.archive(LOCAL, library.find("calls").id)
    assert as_json(run, "list")["reviews"] == []
    assert len(as_json(run, "list", "--archived")["reviews"]) == 1
    status, text = run("prune", "--archived-days", "0")
    assert (status, "- calls, archived: 1 version, 1 file" in text) == (0, True)
    assert as_json(run, "prune", "--archived-days", "0", "--yes")["done"] is True
    assert as_json(run, "list", "--archived")["reviews"] == []


def test_members_are_made_changed_and_removed(run: Run) -> None:
    anna, ben = ["https://login.example", "1"], ["https://login.example", "2"]
    assert run("members") == (0, "No members.\n")
    run("members", "--set", *anna, "--role", "admin", "--name", "Anna")
    status, text = run("members", "--set", *ben, "--name", "Ben |")
    assert status == 0
    assert "| Anna | admin | https\\://login.example | 1 |" in text
    assert "| Ben \\| | viewer | https\\://login.example | 2 |" in text
    status, text = run("members", "--remove", *anna)
    assert (status, text) == (
        2,
        "This is the last admin. Nothing was changed. Make somebody else an admin first.\n",
    )
    members = as_json(run, "members", "--remove", *ben)["members"]
    assert [member["actor"]["name"] for member in members] == ["Anna"]


def test_a_library_that_cannot_be_opened_is_one_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BREAKEVEN_DATABASE_URL", "postgresql://nobody@127.0.0.1:1/none")
    status, text = run("list")
    assert status == 2
    assert text.startswith("The library's database cannot be reached. Check that it runs,")
    monkeypatch.delenv("BREAKEVEN_DATABASE_URL")


def test_what_is_asked_for_wrongly_is_one_sentence(run: Run) -> None:
    status, text = run("import", "nowhere.breakeven")
    assert status == 2
    assert "it cannot be opened (No such file or directory); check the path" in text
    assert "cannot be opened (Is a directory)" in run("import", ".")[1]
    with pytest.raises(SystemExit, match="2"):
        run("prune", "--archived-days", "soon")
    assert "days are a whole number from 0 on" in run("list")[1]
    # a title that nobody could see is none
    assert run("save", "calls.csv", "--title", "  ")[1].startswith("Saved as version 1 of calls.")


def test_a_review_is_exported_and_imported_elsewhere_once(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("save", "calls.csv", "--title", "crops")
    run("save", "later.csv", "--title", "crops")
    status, text = run("export", "crops", "--out", "crops.breakeven")
    assert (status, text) == (0, "crops.breakeven: crops, 2 versions\n")
    monkeypatch.setenv("BREAKEVEN_HOME", str(tmp_path / "elsewhere"))
    for _ in range(2):
        assert run("import", "crops.breakeven")[0] == 0
    (imported,) = as_json(run, "list")["reviews"]
    assert (imported["title"], len(imported["versions"])) == ("crops", 2)
    assert be.evaluate(be.open_library().open("crops", 1)).micro()["f"] == 0.5
    assert run("verify")[0] == 0
    (tmp_path / "crops.breakeven").write_bytes(b"PK")
    status, text = run("import", "crops.breakeven")
    assert status == 2
    assert "cannot be unpacked" in text
    assert run("export", "crops", "--out", "no/crops.breakeven")[0] == 2
