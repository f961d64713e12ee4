"""How several files go together: what they do not share, and whether rows come in one order."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from breakeven.readers.apart.reading import Reading
from breakeven.readers.problems import ReadError
from breakeven.readers.proposal import FileProposal, Proposal
from breakeven.text import listed
from breakeven.ui.app.session import state
from breakeven.ui.components.html import escaped, say

QUESTION = "Join by row order? Rows are assumed to be in the same order."
NOTHING_SHARED = "No column says which document a row of {} is about"
HELP = (
    "The first row of each file is then the first document. If one file is in another order, every "
    "number is wrong: every page says that rows were joined so."
)
MOST_FILES = 3


def ask_row_order(reading: Reading, files: Sequence[FileProposal], key: str) -> bool | None:
    """Whether the user says that rows come in the same order; None where nothing is to be asked.

    It is asked where files share no column, or too few values of it.
    """
    proposal = Proposal(tuple(files))
    loose = proposal.without_key
    if loose:
        tried = next((f": {file.tried}" for file in loose if file.tried), "")
        names = listed([file.name for file in loose], MOST_FILES)
        say(f"▲ {escaped(NOTHING_SHARED.format(names) + tried)}.")
    else:
        found = said_of_join(reading, proposal)
        if not isinstance(found, ReadError):
            return None
        for problem in found.problems[:MOST_FILES]:
            say(f"▲ {escaped(f'{problem.file}: {problem.what}')}.")
    return st.checkbox(QUESTION, key=f"row_order_{key}", help=HELP)


def show_join(reading: Reading, proposal: Proposal) -> None:
    """What is to be known of the join before files are read; nothing of one file."""
    said = said_of_join(reading, proposal)
    if not isinstance(said, ReadError):
        for sentence in said:
            say(f"▲ {escaped(sentence)}")


def said_of_join(reading: Reading, proposal: Proposal) -> list[str] | ReadError:
    """How files go together, in sentences, or why they do not; asked once for each proposal."""
    if sum(file.role not in ("left out", "matrix") for file in proposal.files) < 2:
        return []
    kept = state.remembered("joined_documents")
    if kept is None or kept[0] is not reading:
        kept = (reading, {})
        state.remember("joined_documents", kept)
    asked = proposal.to_json()
    if asked not in kept[1]:
        try:
            kept[1][asked] = reading.joined(proposal)
        except ReadError as error:
            kept[1][asked] = error
    found: list[str] | ReadError = kept[1][asked]
    return found
