"""Events in words: one sentence for each kind, wherever they are listed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from breakeven.library.actors import Actor
from breakeven.library.events import Event

# who acts where nobody logs in
LOCAL_USER = "local user"


def who_in_words(actor: Actor) -> str:
    """What somebody is called: a name as they gave it, or that nobody logs in here."""
    return actor.name or LOCAL_USER


def told(event: Event) -> str:
    """What happened, as a sentence of plain text; names in it are as somebody wrote them.

    A kind that has no sentence here is told by its name.
    """
    in_words = TOLD.get(event.kind)
    return f"{event.kind.capitalize()}." if in_words is None else in_words(event)


def _saved(event: Event) -> str:
    return f"Saved as version {event.version}, called “{event.payload['title']}”."


def _baseline(event: Event) -> str:
    pinned = event.payload["version"]
    return f"Version {pinned} is the baseline." if pinned else "No version is the baseline."


TOLD: Mapping[str, Callable[[Event], str]] = {
    "saved": _saved,
    "renamed": lambda event: f"Renamed to “{event.payload['title']}”.",
    "status": lambda event: f"The status is: {event.payload['status']}.",
    "archived": lambda _: "Put into the archive.",
    "taken out": lambda _: "Taken out of the archive.",
    "baseline": _baseline,
    "note": lambda event: f"A note: “{event.payload.get('text')}”",
    "note edited": lambda event: f"A note is now: “{event.payload.get('text')}”",
    "note taken back": lambda _: "A note was taken back.",
    "signed": lambda event: f"Signed: “{event.payload.get('statement')}”",
    "signature withdrawn": lambda _: "A sign-off was withdrawn.",
    "shared": lambda event: f"A share link was made, until {event.payload.get('expires')}.",
    "share revoked": lambda _: "A share link was taken back.",
}
