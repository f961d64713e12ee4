"""What else files may be, each a click away; and the way back to what was proposed first."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from breakeven.readers.apart.reading import Reading
from breakeven.readers.files.how import How
from breakeven.readers.first import OtherReading
from breakeven.readers.proposal import Proposal
from breakeven.ui.app.session import state
from breakeven.ui.components.labels import code_label

PLAIN = "plain"


def chosen_reading(key: str) -> str:
    """Which reading of these files was chosen: "" for the one proposed first."""
    return str(state.remembered(f"reading_{key}", ""))


def how_chosen(how: How, key: str) -> How:
    """How a file is opened: as a plain table where that was chosen."""
    return replace(how, format="") if chosen_reading(key) == PLAIN else how


def proposal_chosen(reading: Reading, key: str) -> Proposal:
    """What was proposed of the files, in the reading that was chosen."""
    chosen = chosen_reading(key)
    for other in reading.others:
        if other.proposal is not None and chosen == f"{other.kind} {other.name}":
            return other.proposal
    return reading.proposal


def offer_readings(reading: Reading, key: str) -> None:
    """A button for each other reading that is likely; nothing where none is."""
    offered = {
        (PLAIN if other.kind == PLAIN else f"{other.kind} {other.name}"): _label(other)
        for other in reading.others
    }
    offered.pop(chosen_reading(key), None)
    _offer(offered, key)


def offer_back(key: str) -> None:
    """The way back from a reading in which the files cannot be opened."""
    _offer({}, key)


def _offer(readings: dict[str, str], key: str) -> None:
    offered = ({"": "As it was recognised at first"} if chosen_reading(key) else {}) | readings
    if not offered:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption("Is it something else? Read it:", width="content")
        for name, label in offered.items():
            icon = ":material/undo:" if not name else ":material/sync_alt:"
            if st.button(label, key=f"as_{name}_{key}", type="tertiary", icon=icon):
                state.remember(f"reading_{key}", name)
                st.rerun()


def _label(other: OtherReading) -> str:
    if other.kind == "plain":
        return "As a plain table"
    if other.kind == "swapped":
        return f"With {code_label(other.name)} as the truth"
    return f"As {other.name}"
