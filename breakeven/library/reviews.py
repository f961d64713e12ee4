"""Reviews into the library and out of it."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO
from pathlib import Path
from typing import Any

from breakeven.home import home
from breakeven.library.actors import Actor
from breakeven.library.again import read_again
from breakeven.library.errors import DamagedError, LibraryError
from breakeven.library.library import Library
from breakeven.library.saved import SavedVersion
from breakeven.readers.apart.carried import read_review, write_review
from breakeven.readers.problems import ReadError
from breakeven.records import Review


@cache
def code_version() -> str:
    """The version of this program, as it stands in what is saved and signed."""
    try:
        return version("breakeven")
    except PackageNotFoundError:  # a checkout that was not installed
        project = (home() / "pyproject.toml").read_text(encoding="utf-8")
        return str(tomllib.loads(project)["project"]["version"])


def save_review(
    library: Library,
    actor: Actor,
    review: Review,
    files: Sequence[tuple[str, bytes | Path]],
    options: str,
) -> SavedVersion:
    """Save a review under its name, with the files that it was read from and how.

    `options`: the confirmed proposal as JSON. NotAllowedError, LibraryError.
    """
    return library.save(
        actor,
        title=review.name,
        fingerprint=review.fingerprint,
        files=files,
        options=options,
        about=about(review),
        parsed=stream_of(review),
        code_version=code_version(),
    )


def open_review(library: Library, actor: Actor, fingerprint: str) -> Review:
    """A saved review as it was read. NotAllowedError, LibraryError where it is not here."""
    library.note_opened(actor, fingerprint)
    # what is damaged can be made again, like what made room
    with suppress(DamagedError):
        parsed = library.parsed(actor, fingerprint)
        if parsed is not None:
            return read_review(parsed)
    version = library.find(actor, fingerprint)
    assert version is not None
    saved = library.review(actor, version.review)
    assert saved is not None
    # whoever may look at what was read need not be one who may take the files
    files = [library.blobs.get(file.sha256) for file in version.files]
    try:
        review = read_again(version, files, saved.title)
    except ReadError as error:
        raise LibraryError(
            f"The files of this review cannot be read any more: {error}.",
            "load them again as they are now",
        ) from error
    with suppress(LibraryError):
        library.keep_parsed(actor, fingerprint, stream_of(review))
    return review


def stream_of(review: Review) -> bytes:
    """The parsed form that is kept of a review.

    LZ4: of the Reuters sample five eighths of the bytes, read as fast as without; zstd makes half
    of them and takes almost twice as long to read.
    """
    out = BytesIO()
    write_review(review, out, "lz4")
    return out.getvalue()


def about(review: Review) -> dict[str, Any]:
    """What a list says of a review without opening it."""
    truth = review.truth
    return {
        "documents": truth.n,
        "classes": len(truth.classes),
        "systems": [said.system for said in review.own],
        "splits": list(truth.splits),
    }
