"""Marks reach what is drawn alone, and the whole page where its head says something else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import breakeven as be

FILE = b"id,true,predicted\n1,a,a\n2,a,b\n3,b,b\n"


def script() -> None:
    """A page that sets a mark on each of its first runs, and then draws a part of it anew."""
    import numpy as np
    import streamlit as st

    from breakeven.data.marks import MarkEvent
    from breakeven.ui.app.session import state
    from breakeven.ui.app.store import marks

    state.adopt_address("demo")
    review = st.session_state["review"]
    state.raw().setdefault("review", review.fingerprint)
    runs = st.session_state["runs"] = st.session_state.get("runs", 0) + 1
    shown = marks.with_marks(review)
    if st.session_state["sets"] >= runs:
        marks.add(shown, MarkEvent(rows=np.array([runs - 1]), kind="tag", tag="odd"))
    current = marks.renewed(shown)
    st.json({"runs": runs, "marks": 0 if current.marks is None else len(current.marks.events)})


def drawn(app: AppTest) -> Any:
    app.run()
    assert not app.exception, app.exception
    return json.loads(app.json[0].value)


@pytest.mark.parametrize("sets", [0, 1])
def test_the_page_is_drawn_anew_with_the_first_mark_and_not_with_the_next(sets: int) -> None:
    app = AppTest.from_function(script, default_timeout=120)
    app.session_state["review"], app.session_state["sets"] = be.read(FILE), sets
    # the address has no token before the first mark: its links must get it
    assert drawn(app) == {"runs": 1 + sets, "marks": sets}
    app.session_state["sets"] = 99
    runs = 2 + sets
    assert drawn(app) == {"runs": runs + (not sets), "marks": 1 + sets + (not sets)}


def out_of_reach() -> None:
    """What is said of the marks of a review while the library does not answer."""
    import streamlit as st

    from breakeven.ui.app.session import state
    from breakeven.ui.app.store import marks

    state.adopt_address("demo")
    review = st.session_state["review"]
    state.remember("marks_in_library", st.session_state["in_library"])
    marks.with_marks(review)
    st.json({"said": marks.trouble()})


@pytest.mark.parametrize("there", [True, False])
def test_marks_that_cannot_be_reached_are_said_of_the_review_that_has_them(
    there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("BREAKEVEN_HOME", str(tmp_path / "file" / "data"))
    review = be.read(FILE)
    app = AppTest.from_function(out_of_reach, default_timeout=120)
    app.session_state["review"] = review
    app.session_state["in_library"] = review.files if there else "of other files"
    said = drawn(app)["said"] or ""
    assert said.startswith("The marks cannot be shown. The data folder cannot be") == there
