"""What was said of reviews.

Events that are only ever added, each bound to the one before it, and what holds after all of them.

What the row of a review says is a copy of that. Tested in `tests/breakeven/store/test_forged.py`
and `test_verification.py`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from breakeven.data.wording import canonical
from breakeven.store.actors import Actor

if TYPE_CHECKING:
    from breakeven.store.saved_review import SavedReview, SavedVersion


# --- what was said of reviews: events that are only ever added, each bound to the one before it


# before the first
FIRST_HASH = "0" * 64
# the chain of what is about no single review: members, what was deleted
OF_THE_LIBRARY = "library"
# in JSON: halves of a character, and both where a character beyond the first plane is whole
HALF = re.compile(r"\\ud[89a-f]")


@dataclass(frozen=True)
class Event:
    """What was said or done. `version`: the one it is about, None for the whole review.

    `payload`: plain JSON. `hash`: SHA-256, in hex, over that of the event before and all else here.
    """

    chain: str
    n: int
    time: str
    actor: Actor
    kind: str
    version: int | None
    payload: Mapping[str, Any]
    hash: str


def storable(text: str) -> str:
    """A text without what no database keeps: NUL, and halves of characters."""
    return text.encode("utf-8", "replace").decode().replace("\0", "�")


def storable_payload(payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """A payload without halves of characters, which no page can show; else as it is."""
    said = canonical(dict(payload))
    if HALF.search(said) is None:
        return payload
    found: Mapping[str, Any] = json.loads(json.dumps(_without_halves(dict(payload))))
    return found


def _without_halves(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, Mapping):
        return {_without_halves(name): _without_halves(each) for name, each in value.items()}
    return [*map(_without_halves, value)] if isinstance(value, list | tuple) else value


def chained(
    before: str,
    *,
    chain: str,
    n: int,
    time: str,
    actor: Actor,
    kind: str,
    version: int | None,
    payload: Mapping[str, Any],
) -> Event:
    """The event that follows the one with the hash `before`."""
    who = (actor.issuer, actor.subject, actor.name)
    hashed = [before, chain, n, time, *who, kind, version, dict(payload)]
    digest = hashlib.sha256(canonical(hashed).encode()).hexdigest()
    return Event(chain, n, time, actor, kind, version, payload, digest)


def follows(event: Event, before: Event | None) -> bool:
    """Whether an event is what was said next after another; None: the first of its chain."""
    again = chained(
        FIRST_HASH if before is None else before.hash,
        chain=event.chain,
        n=1 if before is None else before.n + 1,
        time=event.time,
        actor=event.actor,
        kind=event.kind,
        version=event.version,
        payload=event.payload,
    )
    return again.hash == event.hash


def broken_events(events: Iterable[Event]) -> Iterator[Event]:
    """The events of a chain, from its first on, that do not follow from the one before them."""
    before: Event | None = None
    for event in events:
        if not follows(event, before):
            yield event
        before = event


# --- what holds of a review after all that was said of it: what its row says is a copy of this


# rows are written before the event that says so, within moments
SECONDS_APART = 5
IMPORTED = "imported"


def state_after(events: Iterable[Event]) -> Mapping[str, Any]:
    """Title, status, archived and baseline, by the names of `SavedReview`.

    What an event lacks is None.
    """
    state: dict[str, Any] = {"status": "needs review", "archived": False, "baseline": None}
    for event in events:
        if event.kind == "saved":
            state.setdefault("title", event.payload.get("title"))
        elif event.kind == "renamed":
            state["title"] = event.payload.get("title")
        elif event.kind == "status":
            state["status"] = event.payload.get("status")
        elif event.kind in ("archived", "taken out"):
            state["archived"] = event.kind == "archived"
        elif event.kind == "baseline":
            state["baseline"] = event.payload.get("version")
    return state


def files_payload(version: SavedVersion) -> dict[str, Any]:
    """What is said of a version when it is saved, so that its rows can be held against it."""
    return {
        "code_version": version.code_version,
        "options": hashlib.sha256(version.options.encode("utf-8", "replace")).hexdigest(),
        "files": [[file.name, file.sha256] for file in version.files],
    }


def differences(review: SavedReview, history: Iterable[Event]) -> Iterator[str]:
    """What the rows of a review say otherwise than what was said of it, in words."""
    events = list(history)
    for name, value in state_after(events).items():
        if getattr(review, name) != value:
            yield f"its {name} is {getattr(review, name)!r}, but {value!r} by its history"
    saved = {event.version: event for event in events if event.kind == "saved"}
    if first := next(iter(saved.values()), None):
        if review.owner != first.actor.name:
            yield f"its owner is {review.owner!r}, but {first.actor.name!r} by its history"
        if not nearly_same_time(review.created, first.time):
            yield f"it was first saved on {first.time}, but it says {review.created}"
    there = {version.n: version for version in review.versions}
    for n in sorted(set(saved) - set(there), key=str):
        yield f"version {n} was saved but is missing"
    for n in sorted(set(there) - set(saved)):
        yield f"version {n} is there without being saved"
    for n in sorted(set(there) & set(saved)):
        # files that were loaded again stand in the place of those before
        later = [event for event in events if event.kind == "files" and event.version == n]
        yield from _of_a_version(there[n], saved[n], [saved[n], *later][-1])


def _of_a_version(version: SavedVersion, saved: Event, last: Event) -> Iterator[str]:
    if version.fingerprint != saved.payload["fingerprint"]:
        yield f"version {version.n} was saved with another fingerprint"
    if version.created_by != saved.actor.name:
        who = f"{version.created_by!r}, but {saved.actor.name!r} by its history"
        yield f"version {version.n} was saved by {who}"
    if not nearly_same_time(version.created, saved.time):
        yield f"version {version.n} was saved on {saved.time}, but it says {version.created}"
    for name, value in files_payload(version).items():
        # what an earlier program saved does not say it
        if name in last.payload and last.payload[name] != value:
            yield f"version {version.n}: {OF_FILES[name]} not the same as when it was saved"


OF_FILES = {
    "code_version": "the program that read it is",
    "options": "how its files are read is",
    "files": "its files, their names or their order are",
}


def nearly_same_time(first: str, second: str) -> bool:
    """Whether two moments, as 2024-01-31T12:00:00Z, are as near as those of one action."""
    try:
        apart = datetime.fromisoformat(first) - datetime.fromisoformat(second)
    except ValueError:
        return first == second
    return abs(apart.total_seconds()) <= SECONDS_APART


def from_a_file(events: Iterable[Event]) -> int:
    """How many of a review's events, from its first on, an imported file told of."""
    told = [event.payload["events"] for event in events if event.kind == IMPORTED]
    return max(told, default=0)
