"""How long somebody stays signed in."""

from __future__ import annotations

import time

import pytest

from breakeven.ui.app.session import access
from breakeven.ui.app.session.access import is_recent, may_send_as, role, session_hours
from tests.breakeven.ui.app.session.test_widgets import drawn

NOW = 1_800_000_000.0


@pytest.mark.parametrize(
    ("claims", "recent"),
    [
        ({"iat": NOW - 3599}, True),
        ({"iat": NOW - 3600}, False),
        # when they typed their password, not when the token was made
        ({"iat": NOW, "auth_time": NOW - 7200}, False),
        ({}, False),
        ({"iat": "yesterday"}, False),
    ],
)
def test_a_session_ends_an_hour_after_signing_in_where_one_is_allowed(
    claims: dict[str, object], recent: bool
) -> None:
    assert is_recent(claims, NOW, 1.0) is recent


def test_hours_are_those_of_the_server_and_twelve_where_it_says_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert session_hours() == 12
    monkeypatch.setenv("BREAKEVEN_SESSION_HOURS", "0.5")
    assert session_hours() == 0.5
    monkeypatch.setenv("BREAKEVEN_SESSION_HOURS", "long")
    assert session_hours() == 12


def test_without_a_login_who_is_here_may_do_everything() -> None:
    assert role() == "admin"


def test_who_logged_in_elsewhere_and_is_no_member_sends_nothing() -> None:
    stranger = {"is_logged_in": True, "iss": "https://id.example", "sub": "7", "iat": time.time()}
    assert not may_send_as(stranger)
    assert not may_send_as(stranger | {"is_logged_in": False})


def test_where_people_log_in_who_has_not_may_do_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "configured", lambda: True)
    assert role() is None


def door() -> None:
    """A page for members."""
    import streamlit as st

    from breakeven.ui.app.session import access

    access.ask_in()
    st.text("inside")


def test_at_the_door_is_a_way_to_sign_in_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [text.value for text in drawn(door).text] == ["inside"]
    monkeypatch.setattr(access, "configured", lambda: True)
    app = drawn(door)
    assert not app.text
    assert ([one.value for one in app.title], [b.label for b in app.button]) == (
        ["Please sign in"], ["Sign in"],
    )  # fmt: skip
