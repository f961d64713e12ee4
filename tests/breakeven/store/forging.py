"""Packed reviews that somebody who knows the program forged: each field in turn, chained anew."""

from __future__ import annotations

import copy
import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any

import breakeven as be
from breakeven.results.signed_numbers import digest_of, numbers_of
from breakeven.store.actors import LOCAL
from breakeven.store.event_kinds import MARKED
from breakeven.store.exchange import packed_review
from breakeven.store.library import Library
from breakeven.store.notes import (
    NoteSubject,
    edit_note,
    set_measures,
    set_target,
    take_back_note,
    take_back_target,
    take_back_words,
    write_note,
    write_words,
)
from breakeven.store.review_file import CONTENTS, MANIFEST, write_packed
from breakeven.store.share_links import make_share_link, revoke_share_link, share_links_of
from breakeven.store.signatures import SignedContent, sign, withdraw
from tests.breakeven.store.saving import CALLS, saved

Manifest = dict[str, Any]
OTHER = CALLS.replace(b"2,corn,wheat", b"2,corn,corn")
TARGET = '[[rule]]\nmeasure = "exact_match"\nmin = 0.85\n'
HALF = "\ud83d"
# what stands in the place of each value, where it is another
WRONG: tuple[Any, ...] = (None, -1, 10**20, True, "x", HALF, "a\0", ["x"], {"x": [None]})


def said_of_all_kinds(library: Library) -> str:
    """A review of two versions of which everything was said that can be; its id."""
    first = saved(library, "calls")
    saved(library, "calls", OTHER)
    (review,) = (listed.id for listed in library.reviews(LOCAL))
    library.rename(LOCAL, review, "crops")
    library.set_status(LOCAL, review, "in review")
    library.archive(LOCAL, review)
    library.archive(LOCAL, review, archived=False)
    library.pin(LOCAL, review, 1)
    marks = [
        {"kind": "label wrong", "rows": [0, 1], "right": ["corn"], "who": "a", "note": "so"},
        {"kind": "in the class", "rows": [1], "class": "wheat", "when": "2024-01-31T12:00:00Z"},
        {"kind": "tag", "rows": [0], "tag": "t", "off": True},
        {"kind": "tag", "rows": [0], "tag": "t", "undoes": 2},
    ]
    library.say(LOCAL, "mark", review, MARKED, {"marks": marks}, version=1)
    for names in ((), ("corn",), ("corn", None)):
        what = ("review", "class", "pair")[len(names)]
        write_note(library, LOCAL, review, 1, NoteSubject(what, names), "weak")  # type: ignore[arg-type]
    numbers = {event.kind: event.n for event in library.events(LOCAL, review)}
    edit_note(library, LOCAL, review, numbers["note"], "weaker")
    take_back_note(library, LOCAL, review, numbers["note"])
    words = {"screen": "1", "system": "calls", "split": "test", "title": "So", "text": "It is."}
    write_words(library, LOCAL, review, 1, words | {"number": "1", "counted": "two"})
    take_back_words(library, LOCAL, review, 1, words)
    write_words(library, LOCAL, review, 1, words | {"number": "1", "counted": "two"})
    set_target(library, LOCAL, review, TARGET)
    take_back_target(library, LOCAL, review)
    set_target(library, LOCAL, review, TARGET)
    set_measures(library, LOCAL, review, [be.measure("cost", "5*fn + fp", better="lower")])
    for _ in range(2):
        event = sign(library, LOCAL, bound(first), "Fine.")
    withdraw(library, LOCAL, review, event.n)
    make_share_link(
        library, LOCAL, first, choices={"beta": "1"}, numbers=None, days=3, anybody=False
    )
    revoke_share_link(library, LOCAL, share_links_of(library, LOCAL, review)[0].token_hash)
    return review


def bound(fingerprint: str) -> SignedContent:
    """What somebody signs of the small review."""
    found = numbers_of(be.evaluate(be.read(CALLS)).evaluation, 1.0, "drop")
    choices = {"split": "test", "cut": "given", "beta": "1"}
    return SignedContent(fingerprint, choices, "as given", found, digest_of(found), "0.1.0")


def manifest_of(library: Library, review: str) -> tuple[Manifest, dict[str, bytes]]:
    """What the file of a review says, and the contents beside it."""
    out = BytesIO()
    write_packed(packed_review(library, LOCAL, review), out)
    with zipfile.ZipFile(out) as file:
        members = {name: file.read(name) for name in file.namelist()}
    return json.loads(members.pop(MANIFEST)), members


def packed_as(manifest: Manifest, contents: dict[str, bytes]) -> bytes:
    """The file that says so."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr(MANIFEST, json.dumps(manifest))
        for name, content in contents.items():
            file.writestr(name, content)
    return out.getvalue()


def chained_anew(manifest: Manifest) -> Manifest:
    """The same with hashes as if all had been said so: written down from the format alone."""
    before = "0" * 64
    for event in manifest["events"]:
        if not isinstance(event, dict):
            continue
        actor = event.get("actor")
        who = [actor.get(part) for part in ("issuer", "subject", "name")] if isinstance(
            actor, dict
        ) else [None] * 3  # fmt: skip
        hashed = [before, event.get("chain"), event.get("n"), event.get("at"), *who]
        hashed += [event.get("kind"), event.get("version"), event.get("payload")]
        text = json.dumps(hashed, sort_keys=True, separators=(",", ":"))
        before = event["hash"] = hashlib.sha256(text.encode()).hexdigest()
    return manifest


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to each value in plain data, to lists and objects too."""
    if path:
        yield path
    inner: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    for name, each in inner:
        yield from places(each, (*path, name))


def put(data: Any, path: tuple[Any, ...], value: Any) -> None:
    """Another value at a place."""
    for name in path[:-1]:
        data = data[name]
    data[path[-1]] = value


def forged_events(manifest: Manifest) -> Iterator[tuple[str, Manifest]]:
    """Each field of each event as something else, one gone, and one too many."""
    tried = set()
    for n, event in enumerate(manifest["events"]):
        for path in places(event):
            if path[0] == "hash" or (event["kind"], *path) in tried:
                continue
            tried.add((event["kind"], *path))
            for value in WRONG:
                changed = copy.deepcopy(manifest)
                put(changed["events"][n], path, value)
                yield f"event {n} ({event['kind']}) {path} {value!r}", chained_anew(changed)
            changed = copy.deepcopy(manifest)
            put(changed["events"][n], path, None)
            held = changed["events"][n]
            for name in path[:-1]:
                held = held[name]
            del held[path[-1]]
            yield f"event {n} ({event['kind']}) without {path}", chained_anew(changed)
            if isinstance(held, dict):
                held["more"] = 1
                yield f"event {n} ({event['kind']}) more at {path}", chained_anew(changed)


def forged_options(manifest: Manifest) -> Iterator[tuple[str, Manifest]]:
    """How the first version was read, each field as something else; what was saved says so too."""
    options = json.loads(manifest["review"]["versions"][0]["options"])
    wholes: list[Any] = [{}, [], None, "x", 7, {"files": None}, {"sample": 7}, {"sample": "x"}]
    for value in (*wholes, {"sample": "r8"}, {"sample": "r8", "class_map": [1]}):
        yield f"options {value!r}", with_options(manifest, json.dumps(value))
    yield "options no JSON", with_options(manifest, "{")
    yield "options deep", with_options(manifest, "[" * 10**5)
    for path in places(options):
        for value in WRONG:
            changed = copy.deepcopy(options)
            put(changed, path, value)
            yield f"options {path} {value!r}", with_options(manifest, json.dumps(changed))
    for name in ("gold", "unbounded", "answers", "class_map", "hierarchy", "more"):
        for value in WRONG:
            yield (
                f"options {name} {value!r}",
                with_options(manifest, json.dumps(options | {name: value})),
            )


def with_options(manifest: Manifest, options: str) -> Manifest:
    """Another way of reading the first version, and its digest where it was said."""
    changed = copy.deepcopy(manifest)
    changed["review"]["versions"][0]["options"] = options
    digest = hashlib.sha256(options.encode("utf-8", "replace")).hexdigest()
    changed["events"][0]["payload"]["options"] = digest
    return chained_anew(changed)


def with_fingerprint(manifest: Manifest, fingerprint: str) -> Manifest:
    """Another review claimed for the first version, wherever it is named."""
    text = json.dumps(manifest)
    text = text.replace(manifest["review"]["versions"][0]["fingerprint"], fingerprint)
    return chained_anew(json.loads(text))


def with_content(
    manifest: Manifest, contents: dict[str, bytes], content: bytes
) -> tuple[Manifest, dict[str, bytes]]:
    """Another content, with its right SHA-256 and size, under all that was said of the first."""
    file = manifest["review"]["versions"][0]["files"][0]
    sha256 = hashlib.sha256(content).hexdigest()
    changed = claiming(manifest, sha256, len(content))
    others = {name: each for name, each in contents.items() if name != CONTENTS + file["sha256"]}
    return changed, {**others, CONTENTS + sha256: content}


def claiming(manifest: Manifest, sha256: str, size: int) -> Manifest:
    """The same with another content of the first version, as far as it is said."""
    file = manifest["review"]["versions"][0]["files"][0]
    changed = json.loads(json.dumps(manifest).replace(file["sha256"], sha256))
    changed["review"]["versions"][0]["files"][0]["bytes"] = size
    return chained_anew(changed)


def exploding(manifest: Manifest, gigabytes: int, declared: int | None = None) -> bytes:
    """A file of one content of zeros, one deflated piece again and again, that unpacks to so much.

    `declared`: how many bytes the archive says it has, where that is a lie.
    """
    size, name = gigabytes << 30, CONTENTS + "0" * 64
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    piece = packer.compress(b"\0" * (1 << 24)) + packer.flush(zlib.Z_FULL_FLUSH)
    content = piece * (size >> 24) + packer.flush()
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr(MANIFEST, json.dumps(claiming(manifest, "0" * 64, size)))
        member = zipfile.ZipInfo(name)
        file.writestr(member, content)
        # what is stored is what deflating it would have given
        member.compress_type, member.file_size = zipfile.ZIP_DEFLATED, declared or size
    data = bytearray(out.getvalue())
    # the same in front of the content itself
    data[member.header_offset + 8 : member.header_offset + 10] = b"\x08\0"
    return bytes(data)
