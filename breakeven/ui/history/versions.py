"""The versions of a saved review, as a list, and which of them is the baseline."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from breakeven.data.wording import count_of, listed
from breakeven.store.event_kinds import LOCAL_USER
from breakeven.store.library import Library
from breakeven.store.saved_review import SavedVersion
from breakeven.ui.app.page.links import url_of
from breakeven.ui.app.session import state
from breakeven.ui.app.session.access import actor, ask_library, library_trouble
from breakeven.ui.app.store.baseline import BASELINE_KEY
from breakeven.ui.app.store.saved import Saved
from breakeven.ui.components.html import linked, moment, plain, prose

# --- the versions of a saved review, as a list


def show_versions(saved: Saved) -> None:
    """Every version, the newest first: when, by whom, what it holds, and a link to open it."""
    st.subheader("Versions", anchor=False)
    rows = [_row(version, saved) for version in reversed(saved.review.versions)]
    prose(["Version", "Saved", "By", "What it holds"], rows)


def _row(version: SavedVersion, saved: Saved) -> list[str]:
    name = f"Version {version.n}"
    if version.n == saved.version.n:
        name = f"<b>{name}</b>, shown"
    else:
        name = linked(name, url_of("history", {"review": version.fingerprint}))
    if version.n == saved.review.baseline:
        name += ", baseline"
    about = version.about
    held = (
        count_of(about["documents"], "document"),
        count_of(about["classes"], "class", "classes"),
        _systems(about["systems"]),
    )
    return [
        name,
        moment(version.created),
        plain(version.created_by or LOCAL_USER),
        plain(", ".join(held), 300),
    ]


def _systems(names: Sequence[str]) -> str:
    if not names:
        return "no system"
    return f"{'system' if len(names) == 1 else 'systems'} {listed(names)}"


# --- which version is the baseline, and pinning another


NO_BASELINE = "none"
ABOUT = (
    "Every headline number then carries its difference to this version, with its interval, and "
    "Documents and Classes can show only what changed. For all who open this review."
)


def choose_baseline(saved: Saved) -> None:
    """A choice of the version that the others are set beside; nothing where there is just one."""
    versions = saved.review.versions
    if len(versions) < 2:
        st.caption(
            "Load other files under the same title, and they become the next version: what "
            "changed is then said here."
        )
        return
    pinned = saved.review.baseline
    options = [NO_BASELINE, *(str(version.n) for version in versions)]
    chosen = st.selectbox(
        "Baseline",
        options,
        options.index(NO_BASELINE if pinned is None else str(pinned)),
        format_func=lambda n: n if n == NO_BASELINE else f"version {n}",
        help=ABOUT,
        # drawn anew with what the library says, whoever pinned it
        key=f"baseline_{saved.review.id}_{pinned}",
    )
    wanted = None if chosen == NO_BASELINE else int(chosen)
    if wanted == pinned:
        return
    if ask_library(lambda library: _pin(library, saved.review.id, wanted)) is None:
        st.warning(f"The baseline was not changed. {library_trouble()}")
        return
    state.raw().pop(BASELINE_KEY, None)
    st.rerun()


def _pin(library: Library, review: str, n: int | None) -> bool:
    library.pin(actor(), review, n)
    return True
