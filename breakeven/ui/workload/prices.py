"""What the work of people is like: asked on the page, and kept in the address."""

from __future__ import annotations

from typing import NoReturn

import streamlit as st

from breakeven.analysis.label_errors.label_evidence import NoEvidence
from breakeven.analysis.workload.costs import Prices
from breakeven.ui.app.cache.cache import MOST_PRICE, SEND_KEY, share_now
from breakeven.ui.app.page.links import say_missing
from breakeven.ui.app.session import state, widgets
from breakeven.ui.components.html import escaped, say

PRICE_BOXES = {
    "volume": ("Documents a month", "All that come in, those that people look at among them."),
    "minutes": ("Minutes for one", "That a person takes for a document."),
    "review": ("Cost of a person's look", "At one document, in the unit of the other costs."),
    "miss": ("Cost of a miss", "Of a class that a document has and was not given."),
    "false_alarm": ("Cost of a false alarm", "Of a class that a document was given and has not."),
}


def choose_prices(now: Prices) -> None:
    """A box for each number."""
    for place, (name, (label, what)) in zip(
        st.columns(len(PRICE_BOXES)), PRICE_BOXES.items(), strict=True
    ):
        with place:
            widgets.number(
                f"workload.{name}",
                label,
                float(getattr(now, name)),
                min_value=0.0,
                max_value=MOST_PRICE,
                help=what,
            )


def choose_share() -> float:
    """The share of the documents that people look at."""
    percents: float = widgets.slider(
        SEND_KEY,
        "People look at the least sure, % of the documents",
        0.0,
        100.0,
        100 * share_now(),
        changed=lambda moved: state.share(SEND_KEY, f"{moved:g}"),
        step=0.5,
        format="%g %%",
    )
    return percents / 100


def refuse(why: NoEvidence) -> NoReturn:
    """Say why nobody can say, and what to do; stops the page."""
    what, remedy = (text[:1].upper() + text[1:] for text in (why.what, why.remedy))
    say(f"{escaped(what)}. {escaped(remedy)}.")
    say_missing(
        "Nobody can say which documents the system is least sure of.",
        "load",
        "Load files with probabilities",
    )
    st.stop()
    raise AssertionError("unreachable")
