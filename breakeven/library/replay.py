"""What holds of a review after all that was said of it: what its row says is a copy of this."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from breakeven.library.events import Event

if TYPE_CHECKING:
    from breakeven.library.saved import SavedReview, SavedVersion

# rows are written before the event that says so, within moments
SECONDS_APART = 5
IMPORTED = "imported"


def state_of(said: Iterable[Event]) -> Mapping[str, Any]:
    """Title, status, archived and baseline, by the names of `SavedReview`.

    What an event lacks is None.
    """
    found: dict[str, Any] = {"status": "needs review", "archived": False, "baseline": None}
    for event in said:
        if event.kind == "saved":
            found.setdefault("title", event.payload.get("title"))
        elif event.kind == "renamed":
            found["title"] = event.payload.get("title")
        elif event.kind == "status":
            found["status"] = event.payload.get("status")
        elif event.kind in ("archived", "taken out"):
            found["archived"] = event.kind == "archived"
        elif event.kind == "baseline":
            found["baseline"] = event.payload.get("version")
    return found


def files_said(version: SavedVersion) -> dict[str, Any]:
    """What is said of a version when it is saved, so that its rows can be held against it."""
    return {
        "code_version": version.code_version,
        "options": hashlib.sha256(version.options.encode("utf-8", "replace")).hexdigest(),
        "files": [[file.name, file.sha256] for file in version.files],
    }


def differences(review: SavedReview, said: Iterable[Event]) -> Iterator[str]:
    """What the rows of a review say otherwise than what was said of it, in words."""
    events = list(said)
    for name, value in state_of(events).items():
        if getattr(review, name) != value:
            yield f"its {name} is {getattr(review, name)!r}, and by what was said {value!r}"
    saved = {event.version: event for event in events if event.kind == "saved"}
    if first := next(iter(saved.values()), None):
        if review.owner != first.actor.name:
            yield f"its owner is {review.owner!r}, and by what was said {first.actor.name!r}"
        if not at_once(review.created, first.at):
            yield f"it was first saved on {first.at}, and it says {review.created}"
    there = {version.n: version for version in review.versions}
    for n in sorted(set(saved) - set(there), key=str):
        yield f"version {n} was saved and is not there"
    for n in sorted(set(there) - set(saved)):
        yield f"nobody saved version {n}, and it is there"
    for n in sorted(set(there) & set(saved)):
        # files that were loaded again stand in the place of those before
        later = [event for event in events if event.kind == "files" and event.version == n]
        yield from _of_a_version(there[n], saved[n], [saved[n], *later][-1])


def _of_a_version(version: SavedVersion, saved: Event, last: Event) -> Iterator[str]:
    if version.fingerprint != saved.payload["fingerprint"]:
        yield f"version {version.n} was saved with another fingerprint"
    if version.created_by != saved.actor.name:
        who = f"{version.created_by!r}, and by what was said {saved.actor.name!r}"
        yield f"version {version.n} was saved by {who}"
    if not at_once(version.created, saved.at):
        yield f"version {version.n} was saved on {saved.at}, and it says {version.created}"
    for name, value in files_said(version).items():
        # what an earlier program saved does not say it
        if name in last.payload and last.payload[name] != value:
            yield f"version {version.n}: {OF_FILES[name]} another than when it was saved"


OF_FILES = {
    "code_version": "the program that read it is",
    "options": "how its files are read is",
    "files": "its files, their names or their order are",
}


def at_once(one: str, other: str) -> bool:
    """Whether two moments, as 2024-01-31T12:00:00Z, are as near as those of one action."""
    try:
        apart = datetime.fromisoformat(one) - datetime.fromisoformat(other)
    except ValueError:
        return one == other
    return abs(apart.total_seconds()) <= SECONDS_APART


def from_a_file(events: Iterable[Event]) -> int:
    """How many of a review's events, from its first on, an imported file told of."""
    told = [event.payload["events"] for event in events if event.kind == IMPORTED]
    return max(told, default=0)
