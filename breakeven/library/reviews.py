"""Reviews into the library and out of it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from pathlib import Path

from breakeven.library.about import about, code_version
from breakeven.library.actors import Actor
from breakeven.library.again import another_than_it_says, read_again
from breakeven.library.errors import DamagedError, LibraryError
from breakeven.library.library import Library
from breakeven.library.saved import SavedVersion
from breakeven.readers.apart.carried import read_review, write_review
from breakeven.readers.problems import ReadError
from breakeven.records import Review


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
    other = another_than_it_says(review, version)
    if other is not None:
        # its link still opens it; verify tells whether somebody changed it
        remedy = "look what “breakeven library verify” says, and compare with what was signed"
        other = replace(other, remedy=remedy)
        review = replace(review, fingerprint=fingerprint, notes=(*review.notes, other))
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
