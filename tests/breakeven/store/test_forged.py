"""Imported files are strangers: forged ones are refused in a sentence, and cost little."""

from __future__ import annotations

import json
import resource
import threading
import zipfile
from collections.abc import Iterable
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest
import sqlalchemy as sa

import breakeven as be
from breakeven.data.marks import replay_marks
from breakeven.data.wording import moment_of
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import Proposal
from breakeven.readers.worker.connection import HAS_WORKER
from breakeven.results.signed_numbers import differences, digest_of
from breakeven.store import database
from breakeven.store.actors import LOCAL
from breakeven.store.database import EVENT
from breakeven.store.errors import LibraryError
from breakeven.store.event_kinds import (
    EVENT_TEXTS,
    PAYLOADS,
    UNREADABLE,
    event_history,
    marks_of_events,
)
from breakeven.store.events import Event, from_a_file
from breakeven.store.exchange import take_in
from breakeven.store.library import Library, open_library
from breakeven.store.notes import notes_of, target_of, words_of
from breakeven.store.review_file import CONTENTS, MANIFEST, packed_of, read_packed, unpack
from breakeven.store.reviews import open_review
from breakeven.store.signatures import signatures_of
from tests.breakeven.store.forging import (
    TARGET,
    Manifest,
    exploding,
    forged_events,
    forged_options,
    manifest_of,
    packed_as,
    said_of_all_kinds,
    with_content,
    with_fingerprint,
)
from tests.breakeven.store.saving import CALLS, saved
from tests.made import not_none

NAME = "main.breakeven"
OTHER = CALLS.replace(b"1,wheat,wheat", b"1,wheat,corn")


def library_in(folder: Path) -> Library:
    return open_library(folder, f"sqlite:///{folder / 'library.sqlite'}")


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> tuple[Manifest, dict[str, bytes]]:
    library = library_in(tmp_path_factory.mktemp("forged"))
    return manifest_of(library, said_of_all_kinds(library))


def pages_show(events: Iterable[Event]) -> None:
    """All that Overview, History, Classes, Documents and Story ask of what was said."""
    listed = list(events)
    for signature in signatures_of(listed):
        assert digest_of(signature.bound.numbers)
        differences(signature.bound.numbers, {"measures": {"micro f": 0.5}, "counts": {}})
        assert signature.bound.choices.get("cut", "") is not None
    notes_of(listed)
    words_of(listed)
    target_of(listed)
    assert from_a_file(listed) >= 0
    for entry in event_history(listed):
        # what a page sends to a browser has to be text
        f"{entry.what} {entry.actor.name} {moment_of(entry.time)}".encode()
    for version in (1, 2):
        with suppress(LibraryError):  # a sentence of its own
            replay_marks(2, marks_of_events(listed, version, 2, ("corn", "wheat")))


def test_the_review_that_is_forged_says_everything_that_can_be_said(
    exported: tuple[Manifest, dict[str, bytes]], tmp_path: Path
) -> None:
    manifest, _ = exported
    kinds = {event["kind"] for event in manifest["events"]}
    elsewhere = {"files", "imported", "member", "member removed", "deleted"}
    assert kinds | elsewhere == set(PAYLOADS)
    # what the library tells of reviews has a form, and what has a form is told
    assert set(EVENT_TEXTS) - {UNREADABLE} == set(PAYLOADS) - {
        "mark",
        "member",
        "member removed",
        "deleted",
    }
    there = library_in(tmp_path)
    take_in(there, LOCAL, read_packed(packed_as(*exported), NAME))
    assert there.verify(LOCAL).troubles == ()
    (review,) = there.reviews(LOCAL)
    events = there.events(LOCAL, review.id)
    assert [event.kind for event in events] == [e["kind"] for e in manifest["events"]] + [
        "imported"
    ]
    pages_show(events)
    assert len(notes_of(events)) == 2
    assert len(signatures_of(events)) == 2
    assert len(words_of(events)) == 1
    assert not_none(target_of(events)).rules == TARGET


def test_each_field_of_each_event_may_be_forged_and_no_page_breaks(
    exported: tuple[Manifest, dict[str, bytes]],
) -> None:
    manifest, contents = exported
    refused, taken = 0, 0
    for what, forged in forged_events(manifest):
        try:
            read_manifest, contents_of = unpack(NAME, packed_as(forged, contents))
        except ReadError as error:
            (problem,) = error.problems
            assert str(problem).startswith("main.breakeven: "), what
            str(problem).encode()
            refused += 1
            continue
        pages_show(packed_of(read_manifest, contents_of).events)
        taken += 1
    # other words in a note and other marks are as good as any
    assert refused > 4 * taken > 0


def test_each_choice_of_reading_may_be_forged_and_is_refused_in_a_sentence(
    exported: tuple[Manifest, dict[str, bytes]], tmp_path: Path
) -> None:
    manifest, contents = exported
    there, left = library_in(tmp_path), []
    for what, forged in forged_options(manifest):
        try:
            unpack(NAME, packed_as(forged, contents))
        except ReadError as error:
            (problem,) = error.problems
            assert str(problem).startswith("main.breakeven: "), what
        else:
            left.append((what, forged))
    assert left
    # what is well said but another reading is another review; some of all, for reading takes time
    confirmed = manifest["review"]["versions"][0]["options"]
    others = [
        (what, forged)
        for what, forged in left
        if not same_reading(forged["review"]["versions"][0]["options"], confirmed)
    ]
    assert others
    for what, forged in others[:: max(1, len(others) // 8)]:
        with pytest.raises(ReadError) as caught:
            take_in(there, LOCAL, read_packed(packed_as(forged, contents), NAME))
        assert caught.value.problems, what
    assert there.reviews(LOCAL) == []
    # commands read such a file without a library: no options are one sentence there too
    (empty,) = [forged for what, forged in forged_options(manifest) if what == "options {}"]
    with pytest.raises(ReadError, match="does not hold how its files are read"):
        be.read(packed_as(empty, contents))


def same_reading(options: str, confirmed: str) -> bool:
    """Whether options say what was confirmed in other words: what is not used may be mentioned."""
    said = json.loads(options)
    return "sample" not in said and Proposal.from_json(options).to_json() == confirmed


def test_a_claimed_fingerprint_is_counted_again(
    exported: tuple[Manifest, dict[str, bytes]], tmp_path: Path
) -> None:
    there = library_in(tmp_path)
    forged, contents = with_content(*exported, OTHER)
    with pytest.raises(ReadError, match="another review than the saved one: their fingerprint is"):
        take_in(there, LOCAL, read_packed(packed_as(forged, contents), NAME))
    manifest, contents = exported
    claimed = with_fingerprint(manifest, be.read(OTHER).fingerprint)
    with pytest.raises(ReadError, match="another review than the saved one:"):
        take_in(there, LOCAL, read_packed(packed_as(claimed, contents), NAME))
    assert there.reviews(LOCAL) == []
    assert there.verify(LOCAL).stray == 0
    # read without a library it is what its files are, and says so
    review = be.read(packed_as(claimed, contents))
    assert "another review than the saved one:" not in " ".join(map(str, review.notes))
    alone = dict(claimed, review=dict(claimed["review"]), events=claimed["events"][:1])
    alone["review"] |= {"versions": claimed["review"]["versions"][:1], "baseline": None}
    alone["review"] |= {"title": "calls", "status": "needs review"}
    only = {CONTENTS + f["sha256"] for f in alone["review"]["versions"][0]["files"]}
    review = be.read(packed_as(alone, {name: contents[name] for name in only}))
    assert review.fingerprint != be.read(OTHER).fingerprint
    assert "another review than the saved one:" in str(review.notes[-1])


def test_who_loads_the_true_files_keeps_them_whatever_stands_there(library: Library) -> None:
    fingerprint = saved(library, "calls")
    (review,) = library.reviews(LOCAL)
    other = library.blobs.put(OTHER)
    # as a file that was believed once may have left it
    with database.writing(library.engine) as db:
        db.execute(sa.text("insert into blob values (:sha, :n, '2024-01-31T12:00:00Z')"), {
            "sha": other[0], "n": other[1]
        })  # fmt: skip
        db.execute(sa.text("update file set blob = :sha"), {"sha": other[0]})
    (trouble,) = library.verify(LOCAL).troubles[:1]
    assert "its files, their names or their order are not the same" in trouble.what
    saved(library, "calls")
    version = library.find(LOCAL, fingerprint)
    assert version is not None
    assert library.file(LOCAL, version.files[0].sha256) == CALLS
    assert library.verify(LOCAL).troubles == ()
    assert not library.blobs.there(other[0])
    assert [event.kind for event in library.events(LOCAL, review.id)] == ["saved", "files"]
    assert open_review(library, LOCAL, fingerprint).fingerprint == fingerprint


def test_an_event_that_does_not_fit_is_passed_over_and_named(library: Library) -> None:
    saved(library, "calls")
    (review,) = library.reviews(LOCAL)
    library.say(LOCAL, "note", review.id, "note", {"text": "before"})
    library.say(LOCAL, "import", review.id, "imported", {})
    library.say(LOCAL, "sign", review.id, "signed", {"statement": 7}, version=1)
    library.say(LOCAL, "note", review.id, "note", {"text": "after"})
    events = library.events(LOCAL, review.id)
    assert [event.kind for event in events] == ["saved", "note", UNREADABLE, UNREADABLE, "note"]
    pages_show(events)
    assert [note.text for note in notes_of(events)] == ["before", "after"]
    assert "Event 3 cannot be read and is skipped" in event_history(events)[2].what
    troubles = [str(trouble) for trouble in library.verify(LOCAL).troubles]
    assert [each.split(" so it")[0] for each in troubles] == [
        "calls: event 3 (imported): payload lacks 'events',",
        "calls: event 4 (signed): payload lacks 'fingerprint',",
    ]
    # what is stored is no JSON at all
    with database.writing(library.engine) as db:
        db.execute(sa.update(EVENT).where(EVENT.c.n == 2).values(payload="{"))
    assert library.events(LOCAL, review.id)[1].kind == UNREADABLE
    assert any("event 2" in str(trouble) for trouble in library.verify(LOCAL).troubles)


def hostile(manifest: Manifest) -> dict[str, tuple[bytes, str]]:
    """Small files that would be large, or slow, and what is said of each."""
    lists = b'{"format": 1, "review": {}, "events": [' + b"[]," * (10 << 20)
    options = dict(manifest["review"]["versions"][0], options="[" + "[]," * 2_000_000 + "[]]")
    inside = dict(manifest, review=dict(manifest["review"], versions=[options]))
    return {
        "many lists": (alone(lists, zipfile.ZIP_DEFLATED), "unpack to more than"),
        # packed as it is there is nothing to compare with
        "many lists, as they are": (alone(lists), "more than 1,000,000 lists and objects"),
        "too long": (alone(b" " * (33 << 20)), "is larger than it may be"),
        "deep": (alone(b"[" * 9_999), "nested deeper than 32 levels"),
        "many lists in a text": (alone(json.dumps(inside).encode()), "version 1 was read holds"),
        "two gigabytes": (exploding(manifest, 2), "unpack to more than"),
        "two gigabytes, that says it is little": (
            exploding(manifest, 2, declared=1000),
            "is broken or cut short|unpack to more than",
        ),
    }


def alone(manifest: bytes, packed: int = zipfile.ZIP_STORED) -> bytes:
    """A file of nothing but a manifest."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", packed, compresslevel=1) as file:
        file.writestr(MANIFEST, manifest)
    return out.getvalue()


@pytest.mark.skipif(not HAS_WORKER, reason="this system reads in the same process")
def test_a_small_file_that_unfolds_is_refused_apart_and_the_server_stays_small(
    exported: tuple[Manifest, dict[str, bytes]],
) -> None:
    read_packed(packed_as(*exported), NAME)  # what reads is started
    for what, (file, said) in hostile(exported[0]).items():
        before = held()
        with pytest.raises(ReadError, match=said) as caught, Watched() as most:
            read_packed(file, NAME)
        assert len(caught.value.problems) == 1
        # beside the file itself nothing of it is in this process
        assert most.held - before < (40 << 20) + len(file), what


def held() -> int:
    """Bytes of memory that this process holds now."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * resource.getpagesize()


class Watched:
    """The most that this process holds meanwhile."""

    def __enter__(self) -> Watched:
        self.held, self._end = held(), threading.Event()
        self._thread = threading.Thread(target=self._look)
        self._thread.start()
        return self

    def _look(self) -> None:
        while not self._end.wait(0.005):
            self.held = max(self.held, held())

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()
