"""What a button does to the library, where the library is out of reach by now."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from breakeven.store.library import open_library


def script() -> None:
    import streamlit as st

    from breakeven.ui.app.session.access import doing, may, say_refused

    st.text("may" if may("note") else "may not")
    st.button("Pin", on_click=doing(lambda where, who: where.pin(who, "x", 1)))
    say_refused()


def test_a_database_that_went_away_is_one_sentence_and_nothing_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("BREAKEVEN_HOME", str(home))
    monkeypatch.delenv("BREAKEVEN_DATABASE_URL", raising=False)
    engine = open_library().engine
    app = AppTest.from_function(script).run()
    assert app.text[0].value == "may"
    app.button[0].click().run()
    assert [warning.value for warning in app.warning] == [
        "This review is no longer in the library. Reload the list."
    ]
    engine.dispose()
    home.rename(tmp_path / "elsewhere")
    app.button[0].click().run()
    assert (app.text[0].value, len(app.warning), len(app.exception)) == ("may not", 1, 0)
