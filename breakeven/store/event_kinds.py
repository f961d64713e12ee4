"""Each kind of event.

What its payload may hold, how marks stand in it, and the sentence that says it.

Wherever events are listed they are said in these words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from typing import Any, get_args

import numpy as np

from breakeven.data.marks import MarkEvent, MarkKind
from breakeven.data.own_measures import OwnMeasure, own_measures
from breakeven.data.wording import moment_of
from breakeven.readers.base import validation
from breakeven.readers.base.validation import (
    ValidationError,
    Validator,
    count,
    digest,
    either,
    integer,
    keyed,
    listed,
    maybe,
    moment,
    non_negative,
    number,
    one_of,
    record,
    stored_text,
    text,
    yes_or_no,
)
from breakeven.store.actors import ROLES, Actor
from breakeven.store.errors import LibraryError
from breakeven.store.events import Event
from breakeven.store.saved_review import STATUSES
from metrics.typing import Array

# --- what an event of each kind says: asked when a file is imported, when events are read, by
# verify
#
# What reads events (notes, marks, words, signatures, the row of a review) relies on these forms,
# so nobody has to ask again whether a payload has what it needs.


# an event that is not of its form stands as this, where it stands, and says nothing
UNREADABLE = "unreadable"
# of a file of a version: its name, and the SHA-256 of its content
SAVED_FILES = listed(listed(text, exactly=2))
FILE_FIELDS: Mapping[str, Validator] = {
    "code_version": text,
    "options": digest,
    "files": SAVED_FILES,
}
_MARK = record(
    {"kind": one_of(*get_args(MarkKind)), "rows": listed(integer)},
    {
        **dict.fromkeys(("who", "when", "tag", "note", "class"), text),
        "right": listed(text),
        "off": yes_or_no,
        "undoes": non_negative,
    },
)
_ABOUT_NOTE: Mapping[str, Validator] = {
    "about": one_of("review", "class", "pair"),
    "names": listed(maybe(text)),
}
_OF_SCREEN: Mapping[str, Validator] = dict.fromkeys(("screen", "system", "split"), text)
_NUMBER = maybe(either(number, text))
# as `breakeven.results.signed_numbers.numbers_of` gives them: of each class four counts
_NUMBERS = record(
    {"measures": keyed(_NUMBER), "counts": either(text, keyed(listed(_NUMBER, exactly=4)))}
)
_SIGNED = {
    "fingerprint": digest,
    "choices": keyed(text),
    "decisions": text,
    "numbers": _NUMBERS,
    "digest": text,
    "code_version": text,
    "statement": text,
}
# what an own measure was said to be; its formula is read again, and refused as at first
MEASURES_SET = "measures"
_OWN_MEASURE = record(
    {"name": text, "formula": text, "better": text}, {"range": listed(number, exactly=2)}
)


def _are_measures(value: Any, location: str) -> None:
    """Measures of one's own, all of them right."""
    listed(_OWN_MEASURE)(value, location)
    _, refused = own_measures(value)
    for what, remedy in refused:
        raise ValidationError(f"{location}: {what}; {remedy}")


_MEMBER = {"issuer": text, "subject": text, "name": text}
_ROLE = one_of(*ROLES)
PAYLOADS: Mapping[str, Validator] = {
    "saved": record({"fingerprint": digest, "title": text}, FILE_FIELDS),
    "files": record({"fingerprint": digest}, FILE_FIELDS),
    "renamed": record({"title": text}),
    "status": record({"status": one_of(*STATUSES)}),
    "archived": record({}),
    "taken out": record({}),
    "baseline": record({"version": maybe(count)}),
    "mark": record({"marks": listed(_MARK)}),
    "note": record({"text": text}, _ABOUT_NOTE),
    "note edited": record({"note": count, "text": text}),
    "note taken back": record({"note": count}),
    "words": record({**_OF_SCREEN, **dict.fromkeys(("title", "text", "number", "counted"), text)}),
    "words taken back": record(_OF_SCREEN),
    "target": record({"rules": text}),
    "target taken back": record({}),
    MEASURES_SET: record({"measures": _are_measures}),
    "signed": record(_SIGNED),
    "signature withdrawn": record({"signed": count}),
    "imported": record({"events": non_negative}),
    "shared": record({"share": digest, "expires": moment, "anybody": yes_or_no}, {"shown": digest}),
    "share revoked": record({"share": digest}),
    "member": record({**_MEMBER, "role": _ROLE, "before": maybe(_ROLE)}),
    "member removed": record({**_MEMBER, "before": maybe(_ROLE)}),
    "deleted": keyed(validation.plain),
}
# said of one version; the others of the whole review
OF_A_VERSION = (
    "saved",
    "files",
    "mark",
    "signed",
    "signature withdrawn",
    "shared",
    "share revoked",
)


def why_malformed(event: Event) -> str | None:
    """Why an event is none of its kind, in words; None where it is."""
    title = f"event {event.n}"
    form_of_payload = PAYLOADS.get(event.kind)
    if form_of_payload is None:
        return f"{title} is of an unknown kind"
    for value, form, name in (
        (event.time, moment, "time"),
        (event.actor.issuer, stored_text, "who vouches"),
        (event.actor.subject, stored_text, "who"),
        (event.actor.name, stored_text, "who, by name,"),
        (event.version, count if event.kind in OF_A_VERSION else maybe(count), "version"),
        (event.payload, form_of_payload, "payload"),
    ):
        reason = validation.why_invalid(form, value, f"{title} ({event.kind}): {name}")
        if reason is not None:
            return reason
    return None


def readable(event: Event) -> Event:
    """An event as whatever reads events may rely on; one that is none of its kind says nothing."""
    if why_malformed(event) is None:
        return event
    time = event.time if validation.why_invalid(moment, event.time, "") is None else "unknown"
    return replace(event, time=time, kind=UNREADABLE, version=None, payload={})


# --- Marks on the documents of a saved version, as events of its review


MARKED = "mark"
MARK_KINDS: tuple[MarkKind, ...] = get_args(MarkKind)
MARK_TEXTS = ("who", "when", "tag", "note")


def marks_payload(marks: Iterable[MarkEvent], classes: Sequence[str]) -> dict[str, Any]:
    """Marks as the plain JSON of one event: classes by name, what is empty left out.

    Documents are the first row and the steps to each next, which are short where there are many.
    `classes`: those of the review as it was read.
    """
    return {"marks": [_payload(event, classes) for event in marks]}


def _payload(event: MarkEvent, classes: Sequence[str]) -> dict[str, Any]:
    rows = np.asarray(event.rows, dtype=np.int64)
    data: dict[str, Any] = {"kind": event.kind, "rows": np.diff(rows, prepend=0).tolist()}
    data |= {name: value for name in MARK_TEXTS if (value := getattr(event, name))}
    if event.class_index is not None:
        data["class"] = classes[event.class_index]
    if event.right is not None:
        data["right"] = [classes[c] for c in event.right]
    if event.off:
        data["off"] = True
    if event.undoes is not None:
        data["undoes"] = event.undoes
    return data


def marks_of_events(
    events: Iterable[Event], version: int, documents: int, classes: Sequence[str]
) -> list[MarkEvent]:
    """The marks that these events of a review set on a version of it, in their order.

    `documents`, `classes`: of the version as it was read. LibraryError where a mark is of none of
    them: an imported file may say anything.
    """
    place = {name: i for i, name in enumerate(classes)}
    try:
        return [
            _read(mark, documents, place)
            for event in events
            if event.kind == MARKED and event.version == version
            for mark in event.payload["marks"]
        ]
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise LibraryError(
            f"The marks of this review do not fit its documents, so none is shown: {error}",
            "mark a new version, or export the review again from where the marks fit",
        ) from error


def _read(data: Mapping[str, Any], documents: int, place: Mapping[str, int]) -> MarkEvent:
    kind, undoes = data["kind"], data.get("undoes")
    if kind not in MARK_KINDS or not (undoes is None or isinstance(undoes, int)):
        raise ValueError(f"there is no mark {kind!r}")
    return MarkEvent(
        rows=_rows(data["rows"], documents),
        kind=kind,
        class_index=place[data["class"]] if "class" in data else None,
        right=tuple(place[name] for name in data["right"]) if "right" in data else None,
        off=data.get("off") is True,
        undoes=undoes,
        **{name: str(data.get(name, "")) for name in MARK_TEXTS},
    )


def _rows(steps: Sequence[int], documents: int) -> Array:
    found = np.array(steps, dtype=None if len(steps) else np.int64)
    if found.ndim != 1 or found.dtype.kind != "i":
        raise TypeError("rows are not whole numbers")
    rows = np.cumsum(found, dtype=np.int64)
    if len(rows) and not ((np.diff(rows) > 0).all() and rows[0] >= 0 and rows[-1] < documents):
        raise ValueError(f"rows are not among the {documents:,} documents")
    return rows


# --- Measures of one's own, said of a whole review: what stands is what was said last


def measures_of(events: Iterable[Event]) -> tuple[OwnMeasure, ...]:
    """The measures that stand after these events of a review; empty where there are none.

    Each is checked again: an imported file may say anything, and what is wrong is passed over.
    """
    standing: tuple[OwnMeasure, ...] = ()
    for event in events:
        listed_measures = event.payload.get("measures")
        if event.kind == MEASURES_SET and isinstance(listed_measures, list):
            standing, _ = own_measures(listed_measures)
    return standing


# --- Events in words: one sentence for each kind, wherever they are listed


# who acts where nobody logs in
LOCAL_USER = "local user"


def actor_text(actor: Actor) -> str:
    """What somebody is called: a name as they gave it, or that nobody logs in here."""
    return actor.name or LOCAL_USER


def event_text(event: Event) -> str:
    """What happened, as a sentence of plain text; names in it are as somebody wrote them.

    A kind that has no sentence here, or lacks what its sentence says, is told by its name.
    """
    in_words = EVENT_TEXTS.get(event.kind)
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
class HistoryEntry:
    """What one person did: a sentence, and the moment of the last of it."""

    time: str
    actor: Actor
    version: int | None
    what: str


def event_history(events: Iterable[Event]) -> list[HistoryEntry]:
    """What happened, in its order; marks that one person set in a row are counted together."""
    found = []
    for (kind, actor, version), run in groupby(events, lambda e: (e.kind, e.actor, e.version)):
        said = list(run)
        if kind == MARKED:
            found.append(HistoryEntry(said[-1].time, actor, version, _marks_in_words(said)))
        else:
            found += [HistoryEntry(event.time, actor, version, event_text(event)) for event in said]
    return found


def _marks_in_words(events: Sequence[Event]) -> str:
    def made() -> str:
        counts: dict[str, Counter[str]] = {}
        for mark in chain.from_iterable(event.payload["marks"] for event in events):
            how = "taken back" if "undoes" in mark else "taken off" if mark.get("off") else "set"
            counts.setdefault(how, Counter())[mark["kind"]] += len(mark["rows"])
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


def _measures_in_words(measures: Sequence[Mapping[str, Any]]) -> str:
    if not measures:
        return "The measures of your own were removed."
    named = (
        f"“{each['name']}” = {each['formula']}, {each['better']} is better" for each in measures
    )
    return f"Measures of your own: {'; '.join(named)}."


EVENT_TEXTS: Mapping[str, Callable[[Event], str]] = {
    UNREADABLE: lambda event: (
        f"Event {event.n} cannot be read and is skipped; “breakeven library verify” tells why."
    ),
    "saved": _saved,
    "files": lambda event: (
        f"The files of version {event.version} were loaded again and differ from the saved ones: "
        "the new ones are kept."
    ),
    "renamed": lambda event: f"Renamed to “{event.payload['title']}”.",
    "status": lambda event: f"Status: {event.payload['status']}.",
    "archived": lambda _: "Archived.",
    "taken out": lambda _: "Restored from the archive.",
    "baseline": _baseline,
    "note": lambda event: f"A note: “{event.payload.get('text')}”",
    "note edited": lambda event: f"A note was changed: “{event.payload.get('text')}”",
    "note taken back": lambda _: "A note was removed.",
    "words": lambda event: f"A slide got new words: “{event.payload['title']}”",
    "words taken back": lambda _: "The words of a slide were removed.",
    "target": lambda event: f"The target was set: {event.payload['rules']}",
    "target taken back": lambda _: "The target was removed.",
    MEASURES_SET: lambda event: _measures_in_words(event.payload["measures"]),
    "signed": lambda event: f"Signed: “{event.payload.get('statement')}”",
    "signature withdrawn": lambda _: "A sign-off was withdrawn.",
    "imported": lambda _: "Imported: everything before this is as in the file.",
    "shared": lambda event: (
        f"A share link was created, valid until {moment_of(str(event.payload.get('expires')))}."
    ),
    "share revoked": lambda _: "A share link was revoked.",
}
