"""Events in words: one sentence for each kind, wherever they are listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby

from breakeven.library.actors import Actor
from breakeven.library.events import Event
from breakeven.library.kinds import UNREADABLE
from breakeven.library.marks import MARKED
from breakeven.text import moment_of

# who acts where nobody logs in
LOCAL_USER = "local user"


def who_in_words(actor: Actor) -> str:
    """What somebody is called: a name as they gave it, or that nobody logs in here."""
    return actor.name or LOCAL_USER


def told(event: Event) -> str:
    """What happened, as a sentence of plain text; names in it are as somebody wrote them.

    A kind that has no sentence here, or lacks what its sentence says, is told by its name.
    """
    in_words = TOLD.get(event.kind)
    return _by_name(event) if in_words is None else _safely(event, lambda: in_words(event))


def _by_name(event: Event) -> str:
    return f"{event.kind.capitalize()}."


def _safely(event: Event, make: Callable[[], str]) -> str:
    """A sentence, or the name of the kind: an imported file may say anything."""
    try:
        return make()
    except (KeyError, TypeError, AttributeError):
        return _by_name(event)


@dataclass(frozen=True)
class Told:
    """What one person did: a sentence, and the moment of the last of it."""

    at: str
    actor: Actor
    version: int | None
    what: str


def history(events: Iterable[Event]) -> list[Told]:
    """What happened, in its order; marks that one person set in a row are counted together."""
    found = []
    for (kind, actor, version), run in groupby(events, lambda e: (e.kind, e.actor, e.version)):
        said = list(run)
        if kind == MARKED:
            found.append(Told(said[-1].at, actor, version, _marks_in_words(said)))
        else:
            found += [Told(event.at, actor, version, told(event)) for event in said]
    return found


def _marks_in_words(events: Sequence[Event]) -> str:
    def made() -> str:
        counts: dict[str, Counter[str]] = {}
        for said in chain.from_iterable(event.payload["marks"] for event in events):
            how = "taken back" if "undoes" in said else "taken off" if said.get("off") else "set"
            counts.setdefault(how, Counter())[said["kind"]] += len(said["rows"])
        parts = [
            f"{how}: {', '.join(f'{kind} {n:,}' for kind, n in kinds.items())}"
            for how, kinds in counts.items()
        ]
        return f"Marks {'; '.join(parts)}."

    return _safely(events[0], made)


def _saved(event: Event) -> str:
    return f"Saved as version {event.version}, called “{event.payload['title']}”."


def _baseline(event: Event) -> str:
    pinned = event.payload["version"]
    return f"Version {pinned} is the baseline." if pinned else "No version is the baseline."


TOLD: Mapping[str, Callable[[Event], str]] = {
    UNREADABLE: lambda event: (
        f"Event {event.n} cannot be read and is passed over; “breakeven library verify” says why."
    ),
    "saved": _saved,
    "files": lambda event: (
        f"The files of version {event.version} were loaded again and were others than those that "
        "were kept: the new ones are kept."
    ),
    "renamed": lambda event: f"Renamed to “{event.payload['title']}”.",
    "status": lambda event: f"The status is: {event.payload['status']}.",
    "archived": lambda _: "Put into the archive.",
    "taken out": lambda _: "Taken out of the archive.",
    "baseline": _baseline,
    "note": lambda event: f"A note: “{event.payload.get('text')}”",
    "note edited": lambda event: f"A note is now: “{event.payload.get('text')}”",
    "note taken back": lambda _: "A note was taken back.",
    "words": lambda event: f"A screen of the story was put into words: “{event.payload['title']}”",
    "words taken back": lambda _: "Somebody’s words of the story were taken back.",
    "signed": lambda event: f"Signed: “{event.payload.get('statement')}”",
    "signature withdrawn": lambda _: "A sign-off was withdrawn.",
    "imported": lambda _: "Imported: what stands before this is as the file told it.",
    "shared": lambda event: (
        f"A share link was made, until {moment_of(str(event.payload.get('expires')))}."
    ),
    "share revoked": lambda _: "A share link was taken back.",
}
