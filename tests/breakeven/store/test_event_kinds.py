"""What happened is told in a sentence for each event, in its order, by whoever did it."""

from __future__ import annotations

from typing import Any

import pytest

from breakeven.store.actors import LOCAL, Actor
from breakeven.store.event_kinds import (
    EVENT_TEXTS,
    LOCAL_USER,
    MARKED,
    actor_text,
    event_history,
    event_text,
)
from breakeven.store.events import FIRST_HASH, Event, chained

ANN, BEN = Actor("i", "a", "Ann"), Actor("i", "b", "Ben")
SAID: dict[str, Any] = {
    "title": "Spam", "status": "open", "version": 2, "text": "Look", "statement": "Fit to use",
    "expires": "2024-02-01T00:00:00Z",
}  # fmt: skip


def event(
    kind: str, payload: Any = SAID, *, actor: Actor = ANN, version: int = 1, minute: int = 0
) -> Event:
    time = f"2024-01-31T12:{minute:02}:00Z"
    return chained(
        FIRST_HASH,
        chain="c",
        n=1,
        time=time,
        actor=actor,
        kind=kind,
        version=version,
        payload=payload,
    )


def marked(*marks: dict[str, Any], actor: Actor = ANN, version: int = 1, minute: int = 0) -> Event:
    payload = {"marks": list(marks)}
    return event(MARKED, payload, actor=actor, version=version, minute=minute)


def test_who_has_no_name_is_the_local_user() -> None:
    assert actor_text(ANN) == "Ann"
    assert actor_text(LOCAL) == LOCAL_USER


def test_what_happened_is_told_in_its_order_with_who_when_and_of_which_version() -> None:
    events = [
        event("saved", actor=BEN, minute=1),
        event("note", minute=2),
        event("note", {"text": "Again"}, minute=3),
        event("saved", version=2, minute=4),
    ]
    assert [(t.time[14:16], t.actor, t.version, t.what) for t in event_history(events)] == [
        ("01", BEN, 1, "Saved as version 1, called “Spam”."),
        ("02", ANN, 1, "A note: “Look”"),
        ("03", ANN, 1, "A note: “Again”"),
        ("04", ANN, 2, "Saved as version 2, called “Spam”."),
    ]
    assert event_history([]) == []


def test_marks_in_a_row_are_one_sentence_until_another_person_or_version_or_event() -> None:
    seen = {"kind": "seen", "rows": [1, 2]}
    events = [
        marked(seen, minute=1),
        marked(seen, {"kind": "unclear", "rows": [0]}, minute=2),
        marked(seen | {"off": True}, minute=3),
        marked(seen, actor=BEN, minute=4),
        marked(seen, actor=BEN, version=2, minute=5),
        event("archived", actor=BEN, version=2, minute=6),
        marked(seen, actor=BEN, version=2, minute=7),
    ]
    assert [(t.time[14:16], t.actor, t.version, t.what) for t in event_history(events)] == [
        ("03", ANN, 1, "Marks set: seen 4, unclear 1; taken off: seen 2."),
        ("04", BEN, 1, "Marks set: seen 2."),
        ("05", BEN, 2, "Marks set: seen 2."),
        ("06", BEN, 2, "Archived."),
        ("07", BEN, 2, "Marks set: seen 2."),
    ]


def test_marks_are_set_taken_off_or_taken_back() -> None:
    seen = {"kind": "seen", "rows": [1, 2]}
    (said,) = event_history(
        [marked(seen, seen | {"off": True}, seen | {"undoes": 0}, {**seen, "rows": [3]})]
    )
    assert said.what == "Marks set: seen 3; taken off: seen 2; taken back: seen 2."


def test_a_baseline_is_pinned_or_none_is() -> None:
    assert event_text(event("baseline")) == "Version 2 is the baseline."
    assert event_text(event("baseline", {"version": None})) == "No version is the baseline."


def test_a_share_link_has_its_last_moment() -> None:
    assert event_text(event("shared")) == (
        "A share link was created, valid until 2024-02-01 00:00:00 UTC."
    )


@pytest.mark.parametrize("kind", sorted(EVENT_TEXTS))
def test_each_kind_has_a_sentence_of_its_own_with_all_that_it_names(kind: str) -> None:
    what = event_text(event(kind))
    assert what[0].isupper()
    assert "None" not in what
    assert [other for other in EVENT_TEXTS if event_text(event(other)) == what] == [kind]


@pytest.mark.parametrize("payload", [{}, {"marks": 3}, {"marks": [{}]}])
@pytest.mark.parametrize("kind", [*sorted(EVENT_TEXTS), MARKED, "something new"])
def test_whatever_an_imported_file_says_is_told_at_least_by_its_name(
    kind: str, payload: Any
) -> None:
    (said,) = event_history([event(kind, payload)])
    assert said.what
    if kind in ("something new", MARKED):
        assert said.what == f"{kind.capitalize()}."
