"""What was said of reviews: events that are only ever added, each bound to the one before it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from breakeven.library.actors import Actor
from breakeven.text import canonical

# before the first
START = "0" * 64
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
    at: str
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
    found: Mapping[str, Any] = json.loads(json.dumps(_whole(dict(payload))))
    return found


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, Mapping):
        return {_whole(name): _whole(each) for name, each in value.items()}
    return [*map(_whole, value)] if isinstance(value, list | tuple) else value


def chained(
    before: str,
    *,
    chain: str,
    n: int,
    at: str,
    actor: Actor,
    kind: str,
    version: int | None,
    payload: Mapping[str, Any],
) -> Event:
    """The event that follows the one with the hash `before`."""
    said = [
        before, chain, n, at, actor.issuer, actor.subject, actor.name, kind, version, dict(payload)
    ]  # fmt: skip
    found = hashlib.sha256(canonical(said).encode()).hexdigest()
    return Event(chain, n, at, actor, kind, version, payload, found)


def follows(event: Event, before: Event | None) -> bool:
    """Whether an event is what was said next after another; None: the first of its chain."""
    again = chained(
        START if before is None else before.hash,
        chain=event.chain,
        n=1 if before is None else before.n + 1,
        at=event.at,
        actor=event.actor,
        kind=event.kind,
        version=event.version,
        payload=event.payload,
    )
    return again.hash == event.hash


def broken(events: Iterable[Event]) -> Iterator[Event]:
    """The events of a chain, from its first on, that do not follow from the one before them."""
    before: Event | None = None
    for event in events:
        if not follows(event, before):
            yield event
        before = event
