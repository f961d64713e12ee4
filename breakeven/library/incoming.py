"""Contents on their way in: on the disk before rows name them, and let go where none does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy.engine import Engine

from breakeven.library.blobs import Blobs
from breakeven.library.errors import untold
from breakeven.library.pruning import tidy


@dataclass
class Incoming:
    """`kept`: SHA-256 and size of each content. `not_needed`: whom no row will name, all at first.

    Who saves puts there what may go once the rows stand.
    """

    blobs: Blobs
    contents: Sequence[bytes | Path]
    kept: list[tuple[str, int]] = field(default_factory=list)
    not_needed: list[str] = field(default_factory=list)

    def still_there(self) -> None:
        """Put back what somebody tidied up since; to be called by who alone writes."""
        for content, (sha256, _) in zip(self.contents, self.kept, strict=True):
            if not self.blobs.there(sha256):
                self.blobs.put(content)


@contextmanager
def incoming(engine: Engine, blobs: Blobs, contents: Sequence[bytes | Path]) -> Iterator[Incoming]:
    """Put contents on the disk, also where they are there: a damaged one is whole again.

    LibraryError where they cannot be written.
    """
    found = Incoming(blobs, contents)
    try:
        for content in contents:
            found.kept.append(blobs.put(content))
            found.not_needed.append(found.kept[-1][0])
        yield found
    except OSError as error:
        raise untold(error) from error
    finally:
        tidy(engine, blobs, found.not_needed)
