"""The versions of a saved review, as a list."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from breakeven.library.saved import SavedVersion
from breakeven.library.told import LOCAL_USER
from breakeven.text import count_of, listed
from breakeven.ui.app.library.saved import Saved
from breakeven.ui.app.session.links import url_of
from breakeven.ui.components.html import linked, moment, plain, prose

HISTORY = "pages/history.py"


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
        name = linked(name, url_of(HISTORY, {"review": version.fingerprint}))
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
