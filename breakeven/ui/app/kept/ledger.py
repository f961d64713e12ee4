"""How often which documents were looked at under which rules, in this session."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from breakeven.evaluation.cut import Cut
from breakeven.evaluation.cut_text import to_text


@dataclass(frozen=True)
class Looks:
    """What was looked at on one split: `times` in all, under each rule by system and text."""

    times: int
    rules: dict[tuple[str, str], int]


def _book() -> dict[str, list[tuple[str, str | None, str]]]:
    book: dict[str, list[tuple[str, str | None, str]]] = st.session_state.setdefault("ledger", {})
    return book


def note(fingerprint: str, system: str, split: str | None, cut: Cut) -> None:
    """Enter a look; the same look again at once, as another page gives it, is the same one."""
    looks = _book().setdefault(fingerprint, [])
    look = (system, split, to_text(cut))
    if not looks or looks[-1] != look:
        looks.append(look)


def looks_at(fingerprint: str, split: str | None) -> Looks:
    """How often the documents of a split were looked at, and under which rules."""
    rules: dict[tuple[str, str], int] = {}
    for system, where, text in _book().get(fingerprint, []):
        # all documents show those of the split too
        if where in (split, None) or split is None:
            rules[system, text] = rules.get((system, text), 0) + 1
    return Looks(sum(rules.values()), rules)
