"""Which version is the baseline, and pinning another."""

from __future__ import annotations

import streamlit as st

from breakeven.library.library import Library
from breakeven.ui.app.head.baseline import BESIDE
from breakeven.ui.app.library.saved import Saved, actor, asked, trouble
from breakeven.ui.app.session import state

NONE = "none"
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
    options = [NONE, *(str(version.n) for version in versions)]
    chosen = st.selectbox(
        "Baseline",
        options,
        options.index(NONE if pinned is None else str(pinned)),
        format_func=lambda n: n if n == NONE else f"version {n}",
        help=ABOUT,
        # drawn anew with what the library says, whoever pinned it
        key=f"baseline_{saved.review.id}_{pinned}",
    )
    wanted = None if chosen == NONE else int(chosen)
    if wanted == pinned:
        return
    if asked(lambda library: _pin(library, saved.review.id, wanted)) is None:
        st.warning(f"The baseline was not changed. {trouble()}")
        return
    state.raw().pop(BESIDE, None)
    st.rerun()


def _pin(library: Library, review: str, n: int | None) -> bool:
    library.pin(actor(), review, n)
    return True
