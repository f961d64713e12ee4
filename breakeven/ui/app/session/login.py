"""Who is here: whoever sits at this machine, or, where the server has a login, a member.

Streamlit logs people in by OpenID Connect; what they may do is in the library, and is read anew
on every click. A person is known by issuer and subject, never by an address of mail.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import streamlit as st

from breakeven.ui.components.html import code, plain, say

if TYPE_CHECKING:  # the first page of a fresh server opens without a database
    from breakeven.library.actors import Actor, Role

SESSION_HOURS = "BREAKEVEN_SESSION_HOURS"
USUAL_HOURS = 12.0
ICON = ":material/login:"
LINK_AGAIN = (
    "If you came by a link, open it once more afterwards: signing in ends on the first page."
)


def configured() -> bool:
    """Whether people log in here: the secrets of this server have a part `[auth]`."""
    return st.secrets.load_if_toml_exists() and "auth" in st.secrets


def person() -> Actor | None:
    """Who logged in, lately enough; None where nobody did. Only where a login is configured."""
    return person_of(dict(st.user.to_dict()))


def person_of(said: Mapping[str, Any]) -> Actor | None:
    """Who a provider's words about a session are about; None where they are of nobody, or old."""
    from breakeven.library.actors import Actor

    if not said.get("is_logged_in") or not is_recent(said, time.time(), session_hours()):
        return None
    issuer, subject = str(said.get("iss") or ""), str(said.get("sub") or "")
    if not issuer or not subject:
        return None
    mail = said.get("email") if said.get("email_verified") is True else None
    name = said.get("name") or said.get("preferred_username") or mail or subject
    return Actor(issuer, subject, str(name))


def is_recent(said: Mapping[str, Any], now: float, hours: float) -> bool:
    """Whether somebody signed in so many hours ago at most; not where nobody says when.

    The cookie of Streamlit is good for thirty days.
    """
    signed_in = said.get("auth_time") or said.get("iat")
    return isinstance(signed_in, int | float) and now - signed_in < 3600 * hours


def session_hours() -> float:
    """For how long somebody stays logged in: BREAKEVEN_SESSION_HOURS, by default 12."""
    try:
        return float(os.environ.get(SESSION_HOURS, ""))
    except ValueError:
        return USUAL_HOURS


def role() -> Role | None:
    """What the person who is here may do by now; None for nobody and for strangers."""
    from breakeven.ui.app.library import saved

    if not configured():
        return "admin"
    # nobody too: where the library cannot be reached, the door says so
    return saved.role_of(saved.whoever())


def may_send() -> bool:
    """Whether who is here may send files: whoever may save what is read of them."""
    from breakeven.library.actors import may

    return not configured() or may(role(), "save")


def may_send_as(said: Mapping[str, Any]) -> bool:
    """The same outside of a page, by a provider's words about a session; nobody may by default."""
    from breakeven.library.actors import may
    from breakeven.library.errors import LibraryError
    from breakeven.library.library import open_library

    who = person_of(said)
    if who is None:
        return False
    try:
        return may(open_library(login=True).role_of(who), "save")
    except LibraryError:
        return False


def ask_in() -> None:
    """Nothing more of a page is drawn unless a member is here, or nobody has to log in."""
    if configured() and role() is None:
        _stop_at_the_door()


def say_who() -> None:
    """Who is here, and the way out; nothing where nobody logs in."""
    who = person() if configured() else None
    if who is not None:
        say(f"<small>Signed in as {plain(who.name)}, {role()}</small>")
        st.button("Sign out", key="sign_out", type="tertiary", on_click=st.logout)


def still_in() -> None:
    """For parts of a page that are drawn alone: where nobody may look any more, ask anew."""
    from breakeven.ui.app.library import saved

    may = saved.still_open() if saved.looks_only() else not configured() or role() is not None
    if not may:
        st.rerun(scope="app")


def _stop_at_the_door() -> None:
    from breakeven.ui.app.library import saved

    who, trouble = person(), saved.trouble()
    if trouble is not None:
        st.title("Breakeven", anchor=False)
        st.error(trouble)
    elif who is None:
        st.title("Please sign in", anchor=False)
        if st.user.get("is_logged_in"):
            st.caption(f"You signed in more than {session_hours():g} hours ago.")
        st.button("Sign in", key="sign_in", type="primary", icon=ICON, on_click=st.login)
        st.caption(LINK_AGAIN)
    else:
        st.title("You are not a member here", anchor=False)
        say(f"Signed in as {plain(who.name)}. Ask an admin to add you; they need these two lines:")
        say(f"{code(who.issuer)}<br>{code(who.subject)}")
        st.button("Sign out", key="sign_out", on_click=st.logout)
    st.stop()
