"""What can be made again makes room; what was saved never does; and what is full says so."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from breakeven.store import database
from breakeven.store.actors import LOCAL
from breakeven.store.database import VERSION
from breakeven.store.errors import LibraryError
from breakeven.store.library import Library
from breakeven.store.reviews import open_review, parsed_bytes
from breakeven.store.storage_limits import StorageLimits, size_of, storage_limits
from tests.breakeven.store.conftest import NewLibrary
from tests.breakeven.store.saving import CALLS, saved

LENGTH = len(CALLS)


def contents() -> list[bytes]:
    """Files of one length, each with another class, and parsed into one number of bytes."""
    return [CALLS.replace(b"corn", b"cor%d" % i) for i in range(4)]


def with_parsed(library: Library) -> list[str]:
    """The titles of reviews whose parsed form is kept, the one opened longest ago first."""
    with database.reading(library.engine) as db:
        kept = set(
            db.scalars(sa.select(VERSION.c.fingerprint).where(VERSION.c.parsed.is_not(None)))
        )
    return [r.title for r in library.reviews(LOCAL) if r.versions[0].fingerprint in kept]


def opened_at(library: Library, fingerprint: str, moment: str) -> None:
    with database.writing(library.engine) as db:
        this = VERSION.c.fingerprint == fingerprint
        db.execute(sa.update(VERSION).where(this).values(opened=moment))


def test_parsed_reviews_make_room_the_one_opened_longest_ago_first(
    new_library: NewLibrary,
) -> None:
    first = new_library()
    fingerprints = [saved(first, f"r{i}", content) for i, content in enumerate(contents()[:3])]
    held = first.usage(LOCAL)
    assert held.files == 3 * LENGTH
    (parsed,) = {len(parsed_bytes(open_review(first, LOCAL, each))) for each in fingerprints}
    assert held.parsed == 3 * parsed
    for fingerprint, day in zip(fingerprints, ("03", "01", "02"), strict=True):
        opened_at(first, fingerprint, f"2024-01-{day}T00:00:00Z")

    # room for the fourth with what was parsed of it, but for one byte
    library = new_library(limits=StorageLimits(in_all=held.bytes + LENGTH + parsed - 1))
    saved(library, "r3", contents()[3])
    assert sorted(with_parsed(library)) == ["r0", "r2", "r3"]
    # no file is gone, and the one that made room is read again and makes another one go
    assert library.usage(LOCAL).files == 4 * LENGTH
    again = open_review(library, LOCAL, fingerprints[1])
    assert (again.fingerprint, again.truth.classes) == (fingerprints[1], ("cor1", "wheat"))
    assert sorted(with_parsed(library)) == ["r0", "r1", "r3"]
    on_disk = sum(file.stat().st_size for file in library.blobs.all())
    assert on_disk == library.usage(LOCAL).bytes == 4 * LENGTH + 3 * parsed
    assert library.verify(LOCAL).troubles == ()


def test_a_full_library_saves_nothing_and_says_what_to_do(new_library: NewLibrary) -> None:
    library = new_library(limits=StorageLimits(in_all=2 * LENGTH))
    saved(library, "r0", contents()[0])
    saved(library, "r1", contents()[1])
    assert with_parsed(library) == []
    before = sorted(file.name for file in library.blobs.all())
    with pytest.raises(
        LibraryError, match=rf"full, at {2 * LENGTH} bytes: nothing was saved\. Delete"
    ):
        saved(library, "r2", contents()[2])
    assert sorted(file.name for file in library.blobs.all()) == before
    assert {review.title for review in library.reviews(LOCAL)} == {"r0", "r1"}
    # a file that is there already takes no room
    saved(library, "r0", contents()[0])


def test_one_review_may_have_only_so_much(new_library: NewLibrary) -> None:
    library = new_library(limits=StorageLimits(per_review=2 * LENGTH))
    saved(library, "r", contents()[0])
    saved(library, "r", contents()[1])
    with pytest.raises(
        LibraryError, match=f"{3 * LENGTH} bytes, and one may have {2 * LENGTH} bytes"
    ):
        saved(library, "r", contents()[2])
    saved(library, "another", contents()[2])
    assert len(list(library.blobs.all())) == 2 * 3


def test_limits_are_those_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BREAKEVEN_MOST_PER_REVIEW", "1000")
    monkeypatch.delenv("BREAKEVEN_MOST_IN_ALL", raising=False)
    assert storage_limits() == StorageLimits(1000, 20_000_000_000)
    monkeypatch.setenv("BREAKEVEN_MOST_IN_ALL", "20 GB")
    with pytest.raises(LibraryError, match="BREAKEVEN_MOST_IN_ALL is not a number of bytes"):
        storage_limits()


def test_bytes_are_said_in_the_unit_that_fits() -> None:
    said = [size_of(n) for n in (1, 999, 1000, 3_400_000, 2_000_000_000)]
    assert said == ["1 byte", "999 bytes", "1.0 kB", "3.4 MB", "2.0 GB"]
