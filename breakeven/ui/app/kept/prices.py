"""What mistakes and the work of people cost, and who looks at how much: of every page that asks."""

from __future__ import annotations

from dataclasses import fields

from breakeven.selection import number
from breakeven.ui.app.session import state
from breakeven.workload.prices import Prices

SEND = "workload.send"
USUAL = Prices()
USUAL_SHARE = 10.0
MOST = 1e12


def prices_now() -> Prices:
    """What was said so far."""
    raw = state.raw()
    names = [field.name for field in fields(Prices)]
    return Prices(
        **{
            name: number(raw.get(f"workload.{name}"), getattr(USUAL, name), 0.0, MOST)
            for name in names
        }
    )


def share_now() -> float:
    """The share of the documents that people look at, as it was chosen so far."""
    return number(state.raw().get(SEND), USUAL_SHARE, 0.0, 100.0) / 100
