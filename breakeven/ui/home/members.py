"""Who may do what here, for admins, where people log in."""

from __future__ import annotations

import streamlit as st
from markupsafe import Markup

from breakeven.data.wording import count_of, moment_of
from breakeven.store.actors import ROLES, Actor
from breakeven.store.people import LibraryMember
from breakeven.ui.app.session import access
from breakeven.ui.app.session.access import doing, say_refused
from breakeven.ui.components.html import code, plain, prose

WHAT = {
    "viewer": "looks at everything that is saved",
    "reviewer": "also saves, marks, writes notes and the story’s words, changes titles, states and "
    "measures of your own",
    "approver": "also signs, sets targets, shares by link, and imports",
    "admin": "also deletes, and says who may do what",
}
NEW = "somebody new"
REFUSED = "people_refused"


def show_people() -> None:
    """Members and their roles; nothing for anybody but admins, or where nobody logs in."""
    if not access.configured() or access.role() != "admin":
        return
    members = access.ask_library(lambda library: library.members(access.actor()))
    if members is None:  # no admin any more, since a moment ago
        return
    with st.expander(f"People: {count_of(len(members), 'member')}", icon=":material/group:"):
        prose(["Name", "Role", "Since", "Issuer and subject"], [_row(m) for m in members])
        prose(["Role", "May"], [[role, what] for role, what in WHAT.items()])
        _change(members)
        say_refused(REFUSED)


def _row(member: LibraryMember) -> list[Markup | str]:
    who = member.actor
    identity = Markup("{}<br>{}").format(code(who.issuer), code(who.subject))
    return [plain(who.name or who.subject), member.role, plain(moment_of(member.since)), identity]


def _change(members: list[LibraryMember]) -> None:
    names = [NEW, *(member.actor.name or member.actor.subject for member in members)]
    chosen = st.selectbox(
        "Who", range(len(names)), format_func=lambda place: names[place], key="people_who"
    )
    chosen_member = members[chosen - 1] if chosen else None
    issuer = subject = ""
    if chosen_member is None:
        issuer = st.text_input(
            "Issuer", key="people_issuer", help="They see both lines once they are signed in."
        )
        subject = st.text_input("Subject", key="people_subject")
    role = st.selectbox(
        "Role",
        ROLES,
        index=ROLES.index(chosen_member.role) if chosen_member else 0,
        key=f"people_role_{chosen}",
    )
    who = Actor(issuer.strip(), subject.strip()) if chosen_member is None else chosen_member.actor
    with st.container(horizontal=True):
        st.button(
            "Set role",
            key="people_set",
            type="primary",
            on_click=doing(lambda where, by: where.set_member(by, who, role), REFUSED),
        )
        if chosen_member is not None:
            st.button(
                "Remove",
                key="people_remove",
                on_click=doing(lambda where, by: where.remove_member(by, who), REFUSED),
            )
