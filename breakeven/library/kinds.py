"""What an event of each kind says: asked when a file is imported, when events are read, by verify.

What reads events (notes, marks, words, signatures, the row of a review) relies on these forms, so
nobody has to ask again whether a payload has what it needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import get_args

from breakeven.library.actors import ROLES
from breakeven.library.events import Event
from breakeven.library.saved import STATUSES
from breakeven.readers import forms
from breakeven.readers.forms import (
    Form,
    count,
    digest,
    either,
    integer,
    keyed,
    listed,
    maybe,
    moment,
    number,
    one_of,
    record,
    stored_text,
    text,
    whole,
    yes_or_no,
)
from breakeven.records import MarkKind

# an event that is not of its form stands as this, where it stands, and says nothing
UNREADABLE = "unreadable"
# of a file of a version: its name, and the SHA-256 of its content
FILES = listed(listed(text, exactly=2))
OF_FILES: Mapping[str, Form] = {"code_version": text, "options": digest, "files": FILES}
_MARK = record(
    {"kind": one_of(*get_args(MarkKind)), "rows": listed(integer)},
    {
        **dict.fromkeys(("who", "when", "tag", "note", "class"), text),
        "right": listed(text),
        "off": yes_or_no,
        "undoes": whole,
    },
)
_ABOUT_NOTE: Mapping[str, Form] = {
    "about": one_of("review", "class", "pair"),
    "names": listed(maybe(text)),
}
_OF_SCREEN: Mapping[str, Form] = dict.fromkeys(("screen", "system", "split"), text)
_NUMBER = maybe(either(number, text))
# as `breakeven.reports.numbers.numbers_of` gives them: of each class four counts
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
_MEMBER = {"issuer": text, "subject": text, "name": text}
_ROLE = one_of(*ROLES)
KINDS: Mapping[str, Form] = {
    "saved": record({"fingerprint": digest, "title": text}, OF_FILES),
    "files": record({"fingerprint": digest}, OF_FILES),
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
    "signed": record(_SIGNED),
    "signature withdrawn": record({"signed": count}),
    "imported": record({"events": whole}),
    "shared": record({"share": digest, "expires": moment, "anybody": yes_or_no}, {"shown": digest}),
    "share revoked": record({"share": digest}),
    "member": record({**_MEMBER, "role": _ROLE, "before": maybe(_ROLE)}),
    "member removed": record({**_MEMBER, "before": maybe(_ROLE)}),
    "deleted": keyed(forms.plain),
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


def wrong_with(event: Event) -> str | None:
    """Why an event is none of its kind, in words; None where it is."""
    at = f"event {event.n}"
    known = KINDS.get(event.kind)
    if known is None:
        return f"{at} is of an unknown kind"
    for value, form, name in (
        (event.at, moment, "time"),
        (event.actor.issuer, stored_text, "who vouches"),
        (event.actor.subject, stored_text, "who"),
        (event.actor.name, stored_text, "who, by name,"),
        (event.version, count if event.kind in OF_A_VERSION else maybe(count), "version"),
        (event.payload, known, "payload"),
    ):
        found = forms.why_not(form, value, f"{at} ({event.kind}): {name}")
        if found is not None:
            return found
    return None


def readable(event: Event) -> Event:
    """An event as whatever reads events may rely on; one that is none of its kind says nothing."""
    if wrong_with(event) is None:
        return event
    at = event.at if forms.why_not(moment, event.at, "") is None else "unknown"
    return replace(event, at=at, kind=UNREADABLE, version=None, payload={})
