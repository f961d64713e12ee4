"""The first documents as they will be read, on screen before anything is read."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from breakeven.readers.apart.reading import Reading
from breakeven.readers.first import Called, Understood
from breakeven.readers.problems import ReadError
from breakeven.readers.proposal import Proposal
from breakeven.text import NOTHING, about
from breakeven.ui.app.session import state
from breakeven.ui.components.html import aside, plain, prose, quiet, say
from breakeven.ui.load.summary import show_problems

MOST_SYSTEMS = 3
LONGEST = 90


def show_first(reading: Reading, proposal: Proposal, key: str) -> bool:
    """The first documents as this proposal has them read, or what is wrong in their rows.

    Whether nothing was wrong.
    """
    try:
        documents = _first(reading, proposal)
    except ReadError as error:
        say("The first rows cannot be read like this:")
        show_problems(error.problems, f"first_{key}")
        return False
    if documents:
        say("<b>The first documents, as they will be read</b>")
        _show(documents)
    return True


def _first(reading: Reading, proposal: Proposal) -> list[Understood]:
    """Asked once for each proposal, and not on every rerun. Raises ReadError."""
    kept = state.remembered("first_documents")
    if kept is None or kept[0] is not reading:
        kept = (reading, {})
        state.remember("first_documents", kept)
    asked = proposal.to_json()
    if asked not in kept[1]:
        try:
            kept[1][asked] = reading.first(proposal)
        except ReadError as error:
            kept[1][asked] = error
    found = kept[1][asked]
    if isinstance(found, ReadError):
        raise found
    return list(found)


def _show(documents: Sequence[Understood]) -> None:
    systems = list(dict.fromkeys(said.system for one in documents for said in one.called))
    shown = systems[:MOST_SYSTEMS]
    texts = any(one.text for one in documents)
    head = ["Document", *(["Text"] if texts else []), "True"]
    decided = any(said.classes is not None for one in documents for said in one.called)
    alone = "Predicted" if decided else "Highest scores"
    head += [plain(name, 30) if len(systems) > 1 else alone for name in shown]
    rows = []
    for one in documents:
        said = {called.system: called for called in one.called}
        cells = [plain(one.document, 30), *([plain(one.text, LONGEST)] if texts else [])]
        cells.append(_true(one))
        rows.append(cells + [_called(said.get(name)) for name in shown])
    prose(head, rows)
    more = len(systems) - len(shown)
    if more:
        st.caption(f"{more:,} more predict these documents too.")


def _true(one: Understood) -> str:
    return NOTHING if one.true is None else _names(one.true)


def _names(names: Sequence[str]) -> str:
    """The classes of a document; a comma in a name is told from one between two of them."""
    if not names:
        return aside("no class")
    return ", ".join(f"“{plain(n, 40)}”" if "," in n else plain(n, 40) for n in names)


def _called(said: Called | None) -> str:
    """The classes that a system predicts, and its highest scores."""
    if said is None:
        return NOTHING
    scores = " · ".join(f"{plain(name, 30)} {about(score)}" for name, score in said.scores)
    if said.classes is None:
        return scores or NOTHING
    return _names(said.classes) + (f"<br>{quiet(scores)}" if scores else "")
