"""A review as one file: nothing is lost on the way, and nothing in a file is believed."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import breakeven as be
from breakeven.data.marks import MarkEvent
from breakeven.readers.base.problems import ReadError
from breakeven.readers.build import read_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables
from breakeven.store import review_file
from breakeven.store.actors import LOCAL
from breakeven.store.errors import LibraryError
from breakeven.store.event_kinds import MARKED, marks_payload
from breakeven.store.events import broken_events, from_a_file
from breakeven.store.exchange import packed_alone, packed_review, take_in
from breakeven.store.library import Library, open_library
from breakeven.store.reread import sample_options
from breakeven.store.review_file import (
    CONTENTS,
    MANIFEST,
    is_packed,
    read_packed,
    unpack,
    write_packed,
)
from breakeven.store.reviews import open_review, save_review

FILE = b"id,true,predicted,split\n1,wheat,wheat,test\n2,corn,wheat,test\n"


def library_in(folder: Path) -> Library:
    return open_library(folder, f"sqlite:///{folder / 'library.sqlite'}")


def saved_in(folder: Path, content: bytes = FILE, title: str = "calls") -> Library:
    library = library_in(folder)
    proposal = propose(open_tables([("calls.csv", content)]))
    review = read_review([("calls.csv", content)], proposal, title)
    save_review(library, LOCAL, review, [("calls.csv", content)], proposal.to_json())
    return library


def exported(library: Library) -> bytes:
    (review,) = library.reviews(LOCAL)
    out = BytesIO()
    write_packed(packed_review(library, LOCAL, review.id), out)
    return out.getvalue()


def test_a_review_goes_from_one_library_to_another_whole(tmp_path: Path) -> None:
    here = saved_in(tmp_path / "here")
    (review,) = here.reviews(LOCAL)
    here.say(LOCAL, "note", review.id, "note", {"text": "weak on corn"}, version=1)
    here.set_status(LOCAL, review.id, "in review")
    there = library_in(tmp_path / "there")
    taken = take_in(there, LOCAL, read_packed(exported(here)))
    assert (taken.title, taken.status, len(taken.versions)) == ("calls", "in review", 1)
    events = there.events(LOCAL, review.id)
    assert [event.kind for event in events] == ["saved", "note", "status", "imported"]
    assert not list(broken_events(events))
    assert from_a_file(events) == 3
    opened = open_review(there, LOCAL, review.versions[0].fingerprint)
    assert opened.fingerprint == review.versions[0].fingerprint
    assert be.evaluate(opened).exact_match == 0.5
    # read from its files once, it is kept as read
    assert there.parsed(LOCAL, opened.fingerprint) is not None


def test_what_both_have_is_taken_once_and_what_went_apart_is_refused(tmp_path: Path) -> None:
    here = saved_in(tmp_path / "here")
    there = library_in(tmp_path / "there")
    for _ in range(2):
        (review,) = [take_in(there, LOCAL, read_packed(exported(here)))]
    assert [e.kind for e in there.events(LOCAL, review.id)] == ["saved", "imported"]
    here.rename(LOCAL, review.id, "other")
    with pytest.raises(LibraryError, match="has changed here"):
        take_in(there, LOCAL, read_packed(exported(here)))


def test_what_was_said_elsewhere_comes_back(tmp_path: Path) -> None:
    here = saved_in(tmp_path / "here")
    there = library_in(tmp_path / "there")
    review = take_in(there, LOCAL, read_packed(exported(here)))
    there.rename(LOCAL, review.id, "renamed there")
    again = take_in(here, LOCAL, read_packed(exported(there)))
    assert again.title == "renamed there"
    kinds = [event.kind for event in here.events(LOCAL, review.id)]
    assert kinds == ["saved", "imported", "renamed", "imported"]


def test_a_version_that_another_review_has_is_refused(tmp_path: Path) -> None:
    packed = read_packed(exported(saved_in(tmp_path / "here")))
    there = saved_in(tmp_path / "there", title="mine")
    with pytest.raises(LibraryError, match="version 1 of “mine”"):
        take_in(there, LOCAL, packed)


def test_a_sample_is_packed_without_its_files() -> None:
    review = be.sample("r8", {"acq": "deals"})
    out = BytesIO()
    write_packed(packed_alone(review, [], sample_options("r8", {"acq": "deals"})), out)
    again = read_packed(out.getvalue()).read()
    assert again.fingerprint == review.fingerprint
    assert "deals" in again.truth.classes
    assert len(out.getvalue()) < 5_000


def test_marks_come_along_and_those_of_no_document_are_named(tmp_path: Path) -> None:
    library = saved_in(tmp_path)
    (review,) = library.reviews(LOCAL)
    second = MarkEvent(rows=np.array([1]), kind="label wrong", right=(1,))
    payload = marks_payload([second], ("corn", "wheat"))
    library.say(LOCAL, "mark", review.id, MARKED, payload, version=1)
    review_read = read_packed(exported(library)).read()
    assert review_read.marks is not None
    assert review_read.marks.rows_of("label wrong").tolist() == [1]
    # by that mark the second document is wheat, as it was called
    assert be.evaluate(be.as_if(review_read, "corrected")).exact_match == 1
    other = {"marks": [{"kind": "seen", "rows": [7]}]}
    library.say(LOCAL, "mark", review.id, MARKED, other, version=1)
    review_read = read_packed(exported(library)).read()
    assert review_read.marks is None
    assert "not among the 2 documents" in str(review_read.notes[-1])


def packed_bytes() -> bytes:
    proposal = propose(open_tables([("calls.csv", FILE)]))
    review = read_review([("calls.csv", FILE)], proposal, "calls")
    out = BytesIO()
    write_packed(packed_alone(review, [("calls.csv", FILE)], proposal.to_json()), out)
    return out.getvalue()


def test_a_packed_review_is_known_by_its_first_bytes() -> None:
    assert is_packed(packed_bytes()[:100])
    other = BytesIO()
    with zipfile.ZipFile(other, "w") as file:
        file.writestr("calls.csv", FILE)
    assert not is_packed(other.getvalue()[:100])


Members = dict[str, bytes]


def changed(change: Callable[[Members], Any]) -> bytes:
    """A packed review of which some members were changed."""
    with zipfile.ZipFile(BytesIO(packed_bytes())) as file:
        members = {name: file.read(name) for name in file.namelist()}
    change(members)
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return out.getvalue()


def content_of(members: Members) -> str:
    return next(name for name in members if name.startswith(CONTENTS))


def changed_manifest(change: Callable[[dict[str, Any]], Any]) -> Callable[[Members], None]:
    def apply(members: Members) -> None:
        manifest = json.loads(members[MANIFEST])
        change(manifest)
        members[MANIFEST] = json.dumps(manifest).encode()

    return apply


WRONG: dict[str, tuple[Callable[[Members], Any], str]] = {
    "another content": (
        lambda m: m.update({content_of(m): FILE.replace(b"corn", b"cora")}),
        "is not as it was packed",
    ),
    "a longer content": (
        lambda m: m.update({content_of(m): FILE * 10**4}),
        "is larger than it may be",
    ),
    "a content gone": (lambda m: m.pop(content_of(m)), "is missing"),
    "a member beside": (lambda m: m.update({"../../etc/passwd": b"x"}), "file: '../../"),
    "no manifest": (lambda m: m.pop(MANIFEST), "not a packed review"),
    "no JSON": (lambda m: m.update({MANIFEST: b"{" * 10}), "is damaged"),
    "deep JSON": (lambda m: m.update({MANIFEST: b"[" * 10**5}), "nested deeper than 32 levels"),
    "a newer format": (changed_manifest(lambda t: t.update(format=2)), "a newer program"),
    "another title, said otherwise": (
        changed_manifest(lambda t: t["events"][0]["payload"].update(title="mine")),
        "the history was changed: event 1",
    ),
    "of another review": (
        changed_manifest(lambda t: t["review"].update(id="0" * 32)),
        "of another review",
    ),
    "no number": (
        changed_manifest(lambda t: t["events"][0]["payload"].update(title=float("nan"))),
        "NaN is not a number",
    ),
    "no status": (
        changed_manifest(lambda t: t["review"].update(status="signed")),
        "review: status is none of",
    ),
    "a baseline of nothing": (
        changed_manifest(lambda t: t["review"].update(baseline=7)),
        "its baseline is not one of its versions",
    ),
    "no versions": (changed_manifest(lambda t: t["review"].update(versions=[])), "no order"),
    "a title that is a list": (
        changed_manifest(lambda t: t["review"].update(title=["a"])),
        "is not text",
    ),
    "nothing for a list to show": (
        changed_manifest(lambda t: t["review"]["versions"][0].update(about={})),
        "about lacks 'documents'",
    ),
    "a path for a digest": (
        changed_manifest(lambda t: t["review"]["versions"][0]["files"][0].update(sha256="../x")),
        "is not a digest",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_file_that_was_changed_is_refused_in_one_sentence(case: str) -> None:
    change, said = WRONG[case]
    with pytest.raises(ReadError) as caught:
        read_packed(changed(change), "main.breakeven")
    (problem,) = caught.value.problems
    assert said in str(problem)
    assert str(problem).startswith("main.breakeven: ")


@pytest.mark.parametrize("size", [0, 1, 20, 100, 300, -30, -1])
def test_a_file_that_was_cut_short_is_refused(size: int) -> None:
    with pytest.raises(ReadError, match=r"main\.breakeven"):
        read_packed(packed_bytes()[:size], "main.breakeven")


def test_what_is_written_unfolds_no_further_than_is_read() -> None:
    review = be.read(FILE, name="calls")
    # some fold to a thousandth, and some to more in all than an archive may unfold to
    for size in (11 << 20, 101 << 20):
        content = b"0" * size
        out = BytesIO()
        write_packed(packed_alone(review, [("calls.csv", content)], OPTIONS), out)
        assert len(out.getvalue()) > size
        (held,) = read_packed(out.getvalue()).contents.values()
        assert held == content
    # what folds as tables do is folded
    rows = FILE + b"".join(b"%d,corn,corn,test\n" % i for i in range(3, 10_000))
    out = BytesIO()
    write_packed(packed_alone(review, [("calls.csv", rows)], OPTIONS), out)
    assert len(out.getvalue()) < len(rows) / 2


OPTIONS = propose(open_tables([("calls.csv", FILE)])).to_json()


@pytest.mark.parametrize(("levels", "deep"), [(32, False), (33, True)])
def test_a_manifest_is_taken_apart_down_to_thirty_two_levels(levels: int, deep: bool) -> None:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr(MANIFEST, b"[" * levels + b"]" * levels)
    with pytest.raises(ReadError) as refused:
        read_packed(out.getvalue())
    assert ("nested deeper than 32 levels" in str(refused.value)) is deep


def test_a_manifest_of_too_many_events_is_refused_before_they_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(review_file, "MOST_EVENTS", 3)
    for more, said in (
        (lambda t: t["events"].extend([{}] * 4), "events, more than 3"),
        (lambda t: t.pop("events"), "is damaged"),
    ):
        with pytest.raises(ReadError, match=said):
            unpack("main.breakeven", changed(changed_manifest(more)))
