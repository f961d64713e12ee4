"""Who is here, what they may do, and what the library answers them.

Whoever sits at this machine acts, or, where the server has a login, a member: Streamlit logs
people in by OpenID Connect; what they may do is in the library, and is read anew on every click. A
person is known by issuer and subject, never by an address of mail.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import streamlit as st
from markupsafe import Markup

from breakeven.data.installation import missing_extra
from breakeven.readers.samples import SAMPLES
from breakeven.store.actors import LOCAL, NOBODY, Actor, NotAllowedError, Role, StoreAction
from breakeven.store.actors import is_allowed as enough
from breakeven.ui.app.session import state
from breakeven.ui.components.html import code, plain, say

if TYPE_CHECKING:
    from breakeven.data.records import Review
    from breakeven.store.library import Library
    from breakeven.store.people import ShareLink
    from breakeven.store.saved_review import VersionPlace


# --- who is here: whoever sits at this machine, or, where the server has a login, a member
#
# Streamlit logs people in by OpenID Connect; what they may do is in the library, and is read anew
# on every click. A person is known by issuer and subject, never by an address of mail.


SESSION_HOURS = "BREAKEVEN_SESSION_HOURS"
USUAL_HOURS = 12.0
ICON = ":material/login:"
LINK_AGAIN = "If you followed a link, open it again after signing in."


def configured() -> bool:
    """Whether people log in here: the secrets of this server have a part `[auth]`."""
    return st.secrets.load_if_toml_exists() and "auth" in st.secrets


def person() -> Actor | None:
    """Who logged in, lately enough; None where nobody did. Only where a login is configured."""
    return person_of(dict(st.user.to_dict()))


def person_of(claims: Mapping[str, Any]) -> Actor | None:
    """Who a provider's words about a session are about; None where they are of nobody, or old."""
    if not claims.get("is_logged_in") or not is_recent(claims, time.time(), session_hours()):
        return None
    issuer, subject = str(claims.get("iss") or ""), str(claims.get("sub") or "")
    if not issuer or not subject:
        return None
    mail = claims.get("email") if claims.get("email_verified") is True else None
    name = claims.get("name") or claims.get("preferred_username") or mail or subject
    return Actor(issuer, subject, str(name))


def is_recent(claims: Mapping[str, Any], now: float, hours: float) -> bool:
    """Whether somebody signed in so many hours ago at most; not where nobody says when.

    The cookie of Streamlit is good for thirty days.
    """
    signed_in = claims.get("auth_time") or claims.get("iat")
    return isinstance(signed_in, int | float) and now - signed_in < 3600 * hours


def session_hours() -> float:
    """For how long somebody stays logged in: BREAKEVEN_SESSION_HOURS, by default 12."""
    try:
        return float(os.environ.get(SESSION_HOURS, ""))
    except ValueError:
        return USUAL_HOURS


def role() -> Role | None:
    """What the person who is here may do by now; None for nobody and for strangers."""
    if not configured():
        return "admin"
    # nobody too: where the library cannot be reached, the door says so
    return role_of(whoever())


def may_send() -> bool:
    """Whether who is here may send files: whoever may save what is read of them."""
    return not configured() or enough(role(), "save")


def may_send_as(claims: Mapping[str, Any]) -> bool:
    """The same outside of a page, by a provider's words about a session; nobody may by default."""
    # loads SQLAlchemy
    from breakeven.store.errors import LibraryError
    from breakeven.store.library import open_library

    who = person_of(claims)
    if who is None:
        return False
    try:
        return enough(open_library(login=True).role_of(who), "save")
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
        say(Markup("<small>Signed in as {}, {}</small>").format(plain(who.name), role()))
        st.button("Sign out", key="sign_out", type="tertiary", on_click=st.logout)


def still_in() -> None:
    """For parts of a page that are drawn alone: where nobody may look any more, ask anew."""
    may = still_open() if looks_only() else not configured() or role() is not None
    if not may:
        st.rerun(scope="app")


def _stop_at_the_door() -> None:

    who, trouble = person(), library_trouble()
    if trouble is not None:
        st.title("Breakeven", anchor=False)
        st.error(trouble)
    elif who is None and (extra := missing_extra("authlib")):
        st.title("Nobody can sign in", anchor=False)
        st.error(extra.sentence)
    elif who is None:
        st.title("Please sign in", anchor=False)
        if st.user.get("is_logged_in"):
            st.caption(f"You signed in more than {session_hours():g} hours ago.")
        st.button("Sign in", key="sign_in", type="primary", icon=ICON, on_click=st.login)
        st.caption(LINK_AGAIN)
    else:
        st.title("You are not a member here", anchor=False)
        say(
            Markup("Signed in as {}. Ask an admin to add you; they need these two lines:").format(
                plain(who.name)
            )
        )
        say(Markup("{}<br>{}").format(code(who.issuer), code(who.subject)))
        st.button("Sign out", key="sign_out", on_click=st.logout)
    st.stop()


# --- the library that this server saves to, who acts in this session, what is saved of a review


T = TypeVar("T")
# where the session remembers the share link that it came by
VISITING = "visiting"


def library() -> Library | None:
    """The library; None, and `library_trouble` says why, where it cannot be used."""
    # loads SQLAlchemy
    from breakeven.store.errors import LibraryError
    from breakeven.store.library import open_library

    try:
        opened = open_library(login=configured())
    except LibraryError as error:
        state.remember("library_trouble", str(error))
        return None
    state.forget("library_trouble")
    return opened


def library_trouble() -> str | None:
    """Why nothing can be saved; None where it can."""
    said: str | None = state.remembered("library_trouble")
    return said


def actor() -> Actor:
    """Who acts in this session: whoever came by a share link may look at what it shows."""
    share: ShareLink | None = state.remembered(VISITING)
    return whoever() if share is None else share.visitor


def looks_only() -> bool:
    """Whether who is here came by a share link: nothing that writes is offered to them."""
    return state.remembered(VISITING) is not None


def still_open() -> bool:
    """Whether the share link that this session came by still opens what it is for."""
    share: ShareLink | None = state.remembered(VISITING)
    return share is not None and place_at(share.fingerprint) is not None


def whoever() -> Actor:
    """Who is here, by whatever link they came; nobody where they would have to log in first."""
    return (person() or NOBODY) if configured() else LOCAL


def place_at(fingerprint: str) -> VersionPlace | None:
    """Where a version stands in the library; None where it is not saved, or who is here may not."""
    return ask_library(lambda store: store.place(actor(), fingerprint))


def ask_library(what: Callable[[Library], T]) -> T | None:
    """An answer of the library; None, and `library_trouble` says why, where it gives none."""
    # loads SQLAlchemy
    from breakeven.store.errors import LibraryError

    store = library()
    if store is None:
        return None
    try:
        return what(store)
    except (NotAllowedError, LibraryError) as error:
        state.remember("library_trouble", str(error))
        return None


def role_of(who: Actor) -> Role | None:
    """What somebody may do by now; None for strangers, and where the library gives no answer."""
    found = ask_library(lambda where: (where.role_of(who),))
    return None if found is None else found[0]


def place_of(review: Review) -> VersionPlace | None:
    """Where the review that is looked at stands in the library; None where it is not saved.

    A sample that is opened as such is not, even where somebody saved it too.
    """
    return None if state.raw().get("review") in SAMPLES else place_at(review.files)


def share_subject() -> str:
    """Whose eyes see what is said: all members' are the same, who came by a link sees less."""
    # loads SQLAlchemy
    from breakeven.store.people import BY_LINK

    who = actor()
    return who.subject if who.issuer == BY_LINK else ""


# --- what somebody does to the library by a button: done, or refused with one sentence


REFUSED = "refused"


def do(what: Callable[[Library, Actor], object], key: str = REFUSED) -> bool:
    """Do it as who is here; whether it was done: why not, `say_refused` then says.

    `key`: where the session remembers why not, for a part of a page that says so by itself.
    """
    if ask_library(lambda store: (what(store, actor()),)) is not None:
        return True
    state.remember(key, library_trouble())
    return False


def doing(what: Callable[[Library, Actor], object], key: str = REFUSED) -> Callable[[], None]:
    """As `do`, for a button."""

    def press() -> None:
        do(what, key)

    return press


def say_refused(key: str = REFUSED) -> None:
    """Why the last thing was not done, once."""
    reason = state.forget(key)
    if reason is not None:
        st.warning(reason)


def may(action: StoreAction) -> bool:
    """Whether to offer it to who is here; whether it is done the library decides."""
    return enough(role_of(actor()), action)
