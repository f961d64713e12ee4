"""Measures of one's own in the library: said as events, exported, checked where they come in."""

from __future__ import annotations

import json
import zipfile
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

import breakeven as be
from breakeven.data.own_measures import OwnMeasure
from breakeven.readers.base.problems import ReadError
from breakeven.store.actors import LOCAL
from breakeven.store.errors import LibraryError
from breakeven.store.event_kinds import MEASURES_SET, event_text, measures_of, why_malformed
from breakeven.store.events import Event, chained
from breakeven.store.exchange import packed_review, take_in
from breakeven.store.library import Library, open_library
from breakeven.store.notes import set_measures
from breakeven.store.review_file import read_packed, write_packed
from breakeven.store.signatures import SignedContent, sign, signatures_of
from tests.breakeven.store.saving import saved

COST = OwnMeasure("cost", "(5*fn + fp)/n", "lower", (0.0, 5.0))
HOSTILE = OwnMeasure("<b>|*$x$", "fp/n")


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return open_library(tmp_path / "library")


def the_review(library: Library) -> str:
    saved(library, "calls")
    (review,) = library.reviews(LOCAL)
    return review.id


def exported(library: Library, review: str) -> bytes:
    out = BytesIO()
    write_packed(packed_review(library, LOCAL, review), out)
    return out.getvalue()


def test_what_was_said_last_stands(library: Library) -> None:
    review = the_review(library)
    assert measures_of(library.events(LOCAL, review)) == ()
    set_measures(library, LOCAL, review, [COST])
    set_measures(library, LOCAL, review, [COST, HOSTILE])
    events = library.events(LOCAL, review)
    assert measures_of(events) == (COST, HOSTILE)
    assert [e.kind for e in events] == ["saved", MEASURES_SET, MEASURES_SET]
    sentence = event_text(events[-1])
    assert "“cost” = (5*fn + fp)/n, lower is better" in sentence
    assert HOSTILE.name in sentence
    set_measures(library, LOCAL, review, [])
    assert measures_of(library.events(LOCAL, review)) == ()
    assert library.verify(LOCAL).troubles == ()


def test_what_is_wrong_is_not_kept(library: Library) -> None:
    review = the_review(library)
    with pytest.raises(LibraryError, match="a call"):
        set_measures(library, LOCAL, review, [OwnMeasure("x", "open('f')")])
    assert measures_of(library.events(LOCAL, review)) == ()


def test_a_review_takes_its_measures_along(library: Library, tmp_path: Path) -> None:
    review = the_review(library)
    set_measures(library, LOCAL, review, [COST])
    file = tmp_path / "calls.breakeven"
    file.write_bytes(exported(library, review))
    assert be.read(file).measures == (COST,)
    elsewhere = open_library(tmp_path / "elsewhere")
    taken = take_in(elsewhere, LOCAL, read_packed(file))
    assert measures_of(elsewhere.events(LOCAL, taken.id)) == (COST,)
    # and Python opens it so
    assert be.open_library(tmp_path / "elsewhere").open("calls").measures == (COST,)


@pytest.mark.parametrize(
    ("listed", "words"),
    [
        ([{"name": "x", "formula": "__import__('os')", "better": "lower"}], "a call"),
        ([{"name": "x", "formula": "tp**9", "better": "lower"}], "the power is"),
        ([{"name": "f", "formula": "tp", "better": "lower"}], "is a measure that there is"),
        ([{"name": "x", "formula": "tp", "better": "up"}], "better is"),
        ([{"name": "x", "formula": "tp"}], "lacks 'better'"),
        ([{"name": "x", "formula": "tp", "better": "lower", "code": "1"}], "unknown name"),
        ([{"name": "x", "formula": "tp", "better": "lower", "range": [1, 0]}], "range is"),
        ([{"name": "x", "formula": 3, "better": "lower"}], "is not text"),
        ("all", "is not a list"),
        ([{"name": f"m{i}", "formula": "tp", "better": "lower"} for i in range(99)], "more than"),
    ],
)
def test_a_stranger_s_file_is_checked_again(library: Library, listed: Any, words: str) -> None:
    review = the_review(library)
    set_measures(library, LOCAL, review, [COST])
    packed = packed_review(library, LOCAL, review)
    first, second = packed.events
    forged = chained(
        first.hash, chain=second.chain, n=2, time=second.time, actor=second.actor,
        kind=MEASURES_SET, version=None, payload={"measures": listed},
    )  # fmt: skip
    assert words in (why_malformed(forged) or "")
    out = BytesIO()
    write_packed(replace(packed, events=(first, forged)), out)
    with pytest.raises(ReadError) as caught:
        read_packed(out.getvalue())
    assert words in str(caught.value)


def test_a_formula_changed_in_the_file_breaks_its_history(library: Library) -> None:
    review = the_review(library)
    set_measures(library, LOCAL, review, [COST])
    source, out = zipfile.ZipFile(BytesIO(exported(library, review))), BytesIO()
    with zipfile.ZipFile(out, "w") as target:
        for member in source.infolist():
            data = source.read(member)
            if member.filename == "manifest.json":
                manifest = json.loads(data)
                manifest["events"][1]["payload"]["measures"][0]["formula"] = "fp/n"
                data = json.dumps(manifest).encode()
            target.writestr(member, data)
    with pytest.raises(ReadError, match="the history was changed: event 2"):
        read_packed(out.getvalue())


def test_a_sign_off_knows_the_measures_that_stood_then(library: Library) -> None:
    review = the_review(library)
    set_measures(library, LOCAL, review, [COST])
    version = library.reviews(LOCAL)[0].versions[0]
    bound = SignedContent(
        version.fingerprint, {}, "as given", {"measures": {}, "counts": {}}, "", "1"
    )
    sign(library, LOCAL, bound, "as agreed")
    set_measures(library, LOCAL, review, [])
    events: list[Event] = library.events(LOCAL, review)
    (signature,) = signatures_of(events)
    assert signature.measures == (COST,)
    assert measures_of(events) == ()
