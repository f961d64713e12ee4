"""A review as one file: its versions' files as received, how they were read, and what was said.

A zip with `manifest.json` and each content under its SHA-256. Nothing in it is believed: members,
sizes, digests and the chain of events are checked before anything is used, and reviews are read
again from the files.
"""

from __future__ import annotations

import hashlib
import json
import re
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import IO, Any

from breakeven.library.actors import Actor
from breakeven.library.again import read_again
from breakeven.library.errors import LibraryError
from breakeven.library.events import Event, broken
from breakeven.library.marks import marks_said
from breakeven.library.replay import state_of
from breakeven.library.saved import STATUSES, SavedFile, SavedReview, SavedVersion
from breakeven.marks.events import replayed
from breakeven.readers.problems import ReadError
from breakeven.records import Problem, Review

ENDING = ".breakeven"
MANIFEST, CONTENTS, FORMAT = "manifest.json", "files/", 1
MOST_OF_MANIFEST = 64 << 20
MOST_BYTES = 2 << 30
MOST_MEMBERS = 10_000
DIGEST = re.compile("[0-9a-f]{64}")
# that equal reviews give equal files
MOMENT = (2000, 1, 1, 0, 0, 0)
REMEDY = "export the review again"


@dataclass(frozen=True)
class Packed:
    """A review, what was said of it, and the contents of its files by their SHA-256."""

    review: SavedReview
    events: tuple[Event, ...]
    contents: Mapping[str, bytes | Path]

    def read(self, n: int | None = None) -> Review:
        """One of its versions, the newest for None, from its files, with its marks. ReadError."""
        version = self.review.versions[-1] if n is None else self.review.version(n)
        files = [_bytes_of(self.contents[file.sha256]) for file in version.files]
        review = read_again(version, files, self.review.title)
        truth = review.truth
        try:
            said = marks_said(self.events, version.n, truth.n, truth.classes)
        except LibraryError as error:
            left_out = Problem(what=error.what, remedy=error.remedy)
            return replace(review, notes=(*review.notes, left_out))
        return replace(review, marks=replayed(truth.n, said)) if said else review


def write_packed(packed: Packed, sink: IO[bytes]) -> None:
    """Write a review as one file; equal ones give equal bytes."""
    review = packed.review
    manifest = {
        "format": FORMAT,
        "review": {k: v for k, v in asdict(review).items() if k != "opened"}
        | {"versions": [_of_version(version) for version in review.versions]},
        "events": [asdict(event) for event in packed.events],
    }
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        file.writestr(_member(MANIFEST), json.dumps(manifest, ensure_ascii=True, sort_keys=True))
        for sha256, content in sorted(packed.contents.items()):
            file.writestr(_member(CONTENTS + sha256), _bytes_of(content))


def _of_version(version: SavedVersion) -> dict[str, Any]:
    return {k: v for k, v in asdict(version).items() if k != "opened"}


def _member(name: str) -> zipfile.ZipInfo:
    found = zipfile.ZipInfo(name, MOMENT)
    found.compress_type = zipfile.ZIP_DEFLATED
    found.external_attr = 0o600 << 16
    return found


def _bytes_of(content: bytes | Path) -> bytes:
    return content if isinstance(content, bytes) else content.read_bytes()


def is_packed(start: bytes) -> bool:
    """Whether a file that begins so is a packed review: the manifest is its first member."""
    return start[:4] == b"PK\x03\x04" and start[30 : 30 + len(MANIFEST)] == MANIFEST.encode()


def read_packed(source: bytes | Path, name: str = "") -> Packed:
    """The review in a file, everything in it checked. ReadError with what is wrong.

    `name`: what the file is called in messages.
    """
    name = name or ((source.name or str(source)) if isinstance(source, Path) else "the file")
    try:
        with zipfile.ZipFile(BytesIO(source) if isinstance(source, bytes) else source) as file:
            return _checked(file, name)
    except (FileNotFoundError, IsADirectoryError, PermissionError) as error:
        raise _wrong(name, f"it cannot be opened ({error.strerror})", "check the path") from error
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError) as error:
        raise _wrong(name, f"it cannot be unpacked ({error})") from error
    except RuntimeError as error:  # what zipfile raises for members with a password
        raise _wrong(name, "it is locked with a password", "unlock it") from error


def _names_of(file: zipfile.ZipFile, name: str) -> set[str]:
    """The members, as far as their number and sizes go all right."""
    members = file.infolist()
    names = [member.filename for member in members]
    if MANIFEST not in names:
        raise _wrong(name, f"it has no {MANIFEST}, so it is no packed review", "choose another")
    if len(members) > MOST_MEMBERS or len(set(names)) < len(names):
        raise _wrong(name, "it has too many members, or one twice")
    if sum(member.file_size for member in members) > MOST_BYTES:
        raise _wrong(name, f"it unpacks to more than {MOST_BYTES >> 30} GB", "load the files alone")
    return set(names)


def _checked(file: zipfile.ZipFile, name: str) -> Packed:
    names = _names_of(file, name)
    try:
        manifest = json.loads(
            _unpacked(file, MANIFEST, MOST_OF_MANIFEST), parse_constant=_no_number
        )
        if manifest["format"] != FORMAT:
            raise _wrong(name, "a newer program wrote it", "bring this program up to date")
        review, events = _review_of(manifest["review"]), _events_of(manifest["events"])
    except (KeyError, TypeError, ValueError, RecursionError, AttributeError) as error:
        raise _wrong(name, f"its {MANIFEST} is not as one is written ({error})") from error
    wanted = {file.sha256: file.bytes for version in review.versions for file in version.files}
    stray = names - {MANIFEST} - {CONTENTS + sha256 for sha256 in wanted}
    if stray:
        raise _wrong(name, f"it has a member that nothing names: {min(stray)[:80]!r}")
    contents: dict[str, bytes | Path] = {}
    for sha256, size in wanted.items():
        try:
            content = _unpacked(file, CONTENTS + sha256, size)
        except KeyError:
            raise _wrong(name, f"the content {sha256[:12]}… is missing") from None
        except ValueError as error:
            raise _wrong(name, str(error)) from None
        if len(content) != size or hashlib.sha256(content).hexdigest() != sha256:
            raise _wrong(name, f"the content {sha256[:12]}… is not what was packed")
        contents[sha256] = content
    _must_be_said(review, events, name)
    return Packed(review, events, contents)


def _must_be_said(review: SavedReview, events: tuple[Event, ...], name: str) -> None:
    """ReadError where what was said is not whole, or gives another review than this."""
    if any(event.chain != review.id for event in events):
        raise _wrong(name, "it has what was said of another review")
    for event in broken(events):
        raise _wrong(name, f"what was said was changed: event {event.n}")
    if any(getattr(review, key) != value for key, value in state_of(events).items()):
        raise _wrong(name, "its title, status or baseline is another than what was said")


def _unpacked(file: zipfile.ZipFile, member: str, most: int) -> bytes:
    """A member, of which at most one byte more than it may have is unpacked."""
    with file.open(member) as opened:
        content = opened.read(most + 1)
    if len(content) > most:
        raise ValueError(f"{member} is larger than it says")
    return content


def _review_of(said: Mapping[str, Any]) -> SavedReview:
    versions = tuple(_version_of(version, said["id"]) for version in said["versions"])
    numbers = [version.n for version in versions]
    if not versions or numbers != sorted(set(numbers)) or numbers[0] < 1:
        raise ValueError("the versions have no order")
    if len({version.fingerprint for version in versions}) < len(versions):
        raise ValueError("two versions are the same")
    if said["status"] not in STATUSES:
        raise ValueError(f"there is no status {said['status']!r}")
    if said["baseline"] not in (None, *numbers):
        raise ValueError("the baseline is none of its versions")
    if re.fullmatch("[0-9a-f]{32}", said["id"]) is None:
        raise ValueError("it has no id")
    return SavedReview(
        id=said["id"],
        title=_text(said["title"]),
        status=said["status"],
        owner=_text(said["owner"]),
        created=_text(said["created"]),
        opened=_text(said["created"]),
        archived=bool(said["archived"]),
        baseline=said["baseline"],
        versions=versions,
    )


def _version_of(said: Mapping[str, Any], review: str) -> SavedVersion:
    files = tuple(
        SavedFile(_text(f["name"]), _digest(f["sha256"]), _whole(f["bytes"])) for f in said["files"]
    )
    if not isinstance(json.loads(said["options"]), dict):
        raise ValueError("a version does not say how it was read")
    return SavedVersion(
        review=review,
        n=_whole(said["n"]),
        fingerprint=_digest(said["fingerprint"]),
        options=said["options"],
        about=_about_of(said["about"]),
        code_version=_text(said["code_version"]),
        created=_text(said["created"]),
        created_by=_text(said["created_by"]),
        opened=_text(said["created"]),
        files=files,
    )


def _about_of(said: Mapping[str, Any]) -> dict[str, Any]:
    counts = {name: _whole(said[name]) for name in ("documents", "classes")}
    return counts | {name: [_text(one) for one in said[name]] for name in ("systems", "splits")}


def _events_of(said: Any) -> tuple[Event, ...]:
    return tuple(
        Event(
            chain=_text(event["chain"]),
            n=_whole(event["n"]),
            at=_text(event["at"]),
            actor=Actor(**{part: _text(event["actor"][part]) for part in ACTOR}),
            kind=_text(event["kind"]),
            version=None if event["version"] is None else _whole(event["version"]),
            payload=dict(event["payload"]),
            hash=_digest(event["hash"]),
        )
        for event in said
    )


ACTOR = ("issuer", "subject", "name")


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.80} is no text")
    return value


def _whole(value: Any) -> int:
    if not isinstance(value, int) or value < 0:
        raise TypeError(f"{value!r:.80} is no count")
    return value


def _no_number(sign: str) -> float:
    raise ValueError(f"{sign} is no number")


def _digest(value: Any) -> str:
    if DIGEST.fullmatch(_text(value)) is None:
        raise ValueError(f"{value!r:.80} is no digest")
    return str(value)


def _wrong(name: str, what: str, remedy: str = REMEDY) -> ReadError:
    return ReadError([Problem(what=what, remedy=remedy, file=name)])
