"""Somebody's own words in place of a screen of the story: written and taken back as events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from breakeven.library.actors import Actor
from breakeven.library.events import Event
from breakeven.library.library import Library
from breakeven.library.notes import words

WRITTEN, TAKEN_BACK = "words", "words taken back"
LONGEST_TITLE, LONGEST_TEXT = 120, 1_500
# what a screen showed when its words were written, as far as it is kept
LONGEST_SHOWN = 6_000
OF_WHAT = ("screen", "system", "split")
SAID = (*OF_WHAT, "title", "text", "number", "counted")


@dataclass(frozen=True)
class Written:
    """Words as they stand: `said` by the keys of SAID, all text; who wrote them and when."""

    said: Mapping[str, str]
    actor: Actor
    at: str
    version: int | None


def words_of(events: Iterable[Event]) -> list[Written]:
    """What stands after these events: the last words of each screen, of a system on a split.

    Events of another shape, which an imported file may bring, are passed over.
    """
    found: dict[tuple[str, ...], Written] = {}
    for event in events:
        if event.kind not in (WRITTEN, TAKEN_BACK):
            continue
        needed = SAID if event.kind == WRITTEN else OF_WHAT
        said = {key: event.payload.get(key) for key in needed}
        texts = {key: text for key, text in said.items() if isinstance(text, str)}
        if len(texts) < len(needed):
            continue
        of = tuple(texts[key] for key in OF_WHAT)
        found.pop(of, None)
        if event.kind == WRITTEN:
            found[of] = Written(texts, event.actor, event.at, event.version)
    return list(found.values())


def write_words(
    library: Library, actor: Actor, review: str, version: int, said: Mapping[str, str]
) -> None:
    """Put a screen into other words; `said` by the keys of SAID.

    NotAllowedError, LibraryError where title or text is empty or too long.
    """
    kept = {key: said[key] for key in OF_WHAT}
    kept["title"] = " ".join(words(said["title"], LONGEST_TITLE).split())
    kept["text"] = words(said["text"], LONGEST_TEXT)
    kept |= {key: said[key][:LONGEST_SHOWN] for key in ("number", "counted")}
    _say(library, actor, review, version, WRITTEN, kept)


def take_back_words(
    library: Library, actor: Actor, review: str, version: int, of: Mapping[str, str]
) -> None:
    """Show a screen as it is counted again; `of` by the keys of OF_WHAT. NotAllowedError."""
    _say(library, actor, review, version, TAKEN_BACK, {key: of[key] for key in OF_WHAT})


def _say(
    library: Library, actor: Actor, review: str, version: int, kind: str, said: Mapping[str, Any]
) -> None:
    library.say_after(actor, "tell", review, lambda _: [(kind, version, said)])
