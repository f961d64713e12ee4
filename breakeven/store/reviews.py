"""Reviews into the library and out of it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from pathlib import Path

from breakeven.data.installation import CODE_VERSION
from breakeven.data.records import Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.worker.review_stream import read_review, write_review
from breakeven.store.actors import Actor
from breakeven.store.errors import DamagedError, LibraryError
from breakeven.store.library import Library
from breakeven.store.reread import changed_reading, read_again
from breakeven.store.saved_review import SavedVersion, about_review


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
        about=about_review(review),
        parsed=parsed_bytes(review),
        code_version=CODE_VERSION,
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
            f"The files of this review can no longer be read: {error}.",
            "load them again",
        ) from error
    other = changed_reading(review, version)
    if other is not None:
        # its link still opens it; verify tells whether somebody changed it
        remedy = "run “breakeven library verify”, and compare with what was signed"
        other = replace(other, remedy=remedy)
        review = replace(review, fingerprint=fingerprint, notes=(*review.notes, other))
    with suppress(LibraryError):
        library.keep_parsed(actor, fingerprint, parsed_bytes(review))
    return review


def parsed_bytes(review: Review) -> bytes:
    """The parsed form that is kept of a review.

    LZ4: of the Reuters sample five eighths of the bytes, read as fast as without; zstd makes half
    of them and takes almost twice as long to read.
    """
    out = BytesIO()
    write_review(review, out, "lz4")
    return out.getvalue()
