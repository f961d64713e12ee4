"""Every measure and procedure as data: name, formula, meaning, range, 0/0, source, misprints."""

from __future__ import annotations

from collections.abc import Mapping

from metrics.catalogue import (
    agreement,
    averages,
    comparison,
    counting,
    cuts,
    decisions,
    expected,
    guidance,
    loss,
    ranking,
)
from metrics.catalogue.entry import Entry, Misprint
from metrics.catalogue.misprints import CHECKED_AND_RIGHT, MISPRINTS
from metrics.catalogue.sources import BIBLIOGRAPHY

__all__ = [
    "BIBLIOGRAPHY",
    "CATALOGUE",
    "CHECKED_AND_RIGHT",
    "GROUPS",
    "MISPRINTS",
    "Entry",
    "Misprint",
]

_IN_ORDER = (
    *decisions.ENTRIES,
    *averages.ENTRIES,
    *ranking.ENTRIES,
    *cuts.ENTRIES,
    *expected.ENTRIES,
    *loss.ENTRIES,
    *counting.ENTRIES,
    *agreement.ENTRIES,
    *guidance.ENTRIES,
    *comparison.ENTRIES,
)

CATALOGUE: Mapping[str, Entry] = {entry.key: entry for entry in _IN_ORDER}
if len(CATALOGUE) < len(_IN_ORDER):
    raise ValueError("two entries of the catalogue have one key")

GROUPS: tuple[str, ...] = tuple(dict.fromkeys(entry.group for entry in _IN_ORDER))
