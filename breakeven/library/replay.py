"""What holds of a review after all that was said of it: what its row says is a copy of this."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from breakeven.library.events import Event


def state_of(said: Iterable[Event]) -> Mapping[str, Any]:
    """Title, status, archived and baseline, by the names of `SavedReview`.

    What an event lacks, as one from an imported file may, is None.
    """
    found: dict[str, Any] = {"status": "needs review", "archived": False, "baseline": None}
    for event in said:
        if event.kind == "saved":
            found.setdefault("title", event.payload.get("title"))
        elif event.kind == "renamed":
            found["title"] = event.payload.get("title")
        elif event.kind == "status":
            found["status"] = event.payload.get("status")
        elif event.kind in ("archived", "taken out"):
            found["archived"] = event.kind == "archived"
        elif event.kind == "baseline":
            found["baseline"] = event.payload.get("version")
    return found
