"""Files that no row names any more go; and what is old, when somebody asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import sqlalchemy as sa
from sqlalchemy.engine import Engine

from breakeven.library import database
from breakeven.library.blobs import Blobs
from breakeven.library.errors import LibraryError
from breakeven.library.tables import BLOB


def tidy(engine: Engine, blobs: Blobs, not_needed: Sequence[str]) -> None:
    """Let go of those of these files that no row names.

    Whoever saves looks, alone, whether its files are there before rows name them; so none goes
    that is on its way in. Where nothing can be written now, `prune` will find them.
    """
    if not not_needed:
        return
    with suppress(LibraryError, OSError), database.writing(engine) as db:
        named = set(db.scalars(sa.select(BLOB.c.sha256).where(BLOB.c.sha256.in_(not_needed))))
        for sha256 in set(not_needed) - named:
            blobs.drop(sha256)
