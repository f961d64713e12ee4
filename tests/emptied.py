"""The tests' library, with nothing in it."""

from __future__ import annotations

import sqlalchemy as sa

from breakeven.store.database import METADATA, folder, writing
from breakeven.store.library import open_library


def emptied() -> None:
    """Take everything out of the library that pages save to: sooner done than making another."""
    if not (folder() / "library.sqlite").exists():
        return
    engine = open_library().engine
    with engine.connect() as db:
        if not any(
            db.scalar(sa.select(sa.exists(table.select()))) for table in METADATA.tables.values()
        ):
            return
    with writing(engine) as db:
        for table in reversed(METADATA.sorted_tables):
            db.execute(table.delete())
