"""The tests' library, and what pages keep between reruns, with nothing in them."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from breakeven.data.installation import folder
from breakeven.store.database import METADATA, writing
from breakeven.store.library import open_library
from breakeven.ui.app.cache import memo


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


def drop_results(but: Callable[..., object]) -> None:
    """Forget every kept result, but for those of one function."""
    spared = f"{but.__module__}.{but.__qualname__}"
    for name, clear in memo._KEPT.items():
        if name != spared:
            clear()
