"""Every measure and procedure as data: name, formula, meaning, range, 0/0, source, misprints.

The one place in `metrics` that holds sentences: what a number means belongs to the function that
computes it, and each entry names its function. A new measure is a function in
`metrics.measures` and an entry here; one that is averaged is listed there too.
"""

from __future__ import annotations

from collections.abc import Mapping

from metrics.catalogue import (
    annotators,
    averages,
    class_structure,
    comparison,
    costs,
    decisions,
    expected,
    guidance,
    promises,
    ranking,
    thresholds,
)
from metrics.catalogue.entry import Entry, Misprint, ShownPlace, TestFacts
from metrics.catalogue.misprints import CHECKED_AND_RIGHT, MISPRINTS
from metrics.catalogue.sources import BIBLIOGRAPHY
from metrics.measures import AVERAGED, Measure, at_beta, averaged_measures
from metrics.typing import DEFAULT_BETA

__all__ = [
    "BIBLIOGRAPHY",
    "CATALOGUE",
    "CHECKED_AND_RIGHT",
    "GROUPS",
    "MISPRINTS",
    "TESTS",
    "Entry",
    "Misprint",
    "ShownPlace",
    "TestFacts",
    "entries_shown",
    "lower_is_better",
    "measures_shown",
    "places_of",
]

_IN_ORDER = (
    *decisions.DECISION_ENTRIES,
    *averages.AVERAGE_ENTRIES,
    *ranking.ENTRIES,
    *class_structure.TREE_ENTRIES,
    *thresholds.ENTRIES,
    *promises.ENTRIES,
    *expected.EXPECTED_ENTRIES,
    *costs.LOSS_ENTRIES,
    *expected.COUNTING_ENTRIES,
    *annotators.STANDARD_ENTRIES,
    *annotators.CEILING_ENTRIES,
    *annotators.ANNOTATOR_ENTRIES,
    *annotators.LABEL_ERROR_ENTRIES,
    *costs.WORKLOAD_ENTRIES,
    *guidance.WORD_ENTRIES,
    *class_structure.MERGING_ENTRIES,
    *guidance.GUIDANCE_ENTRIES,
    *guidance.SLICE_ENTRIES,
    *comparison.ENTRIES,
)

CATALOGUE: Mapping[str, Entry] = {entry.key: entry for entry in _IN_ORDER}
if len(CATALOGUE) < len(_IN_ORDER):
    raise ValueError("two entries of the catalogue have one key")
if unknown := {i for entry in _IN_ORDER for i in entry.misprints} - set(MISPRINTS):
    raise ValueError(f"entries of the catalogue name unknown misprints: {unknown}")

GROUPS: tuple[str, ...] = tuple(dict.fromkeys(entry.group for entry in _IN_ORDER))

# what each test of two systems is for, by its key; the interval of the difference stands first
TESTS: Mapping[str, TestFacts] = {
    "bootstrap" if entry.key == "paired_interval" else entry.key: entry.test
    for entry in _IN_ORDER
    if entry.test is not None
}


def entries_shown(place: ShownPlace) -> tuple[Entry, ...]:
    """The measures that a place shows, in the order of the catalogue."""
    if place == "average":
        return tuple(CATALOGUE[key] for key in AVERAGED)
    return tuple(entry for entry in CATALOGUE.values() if place in entry.shown_in)


def lower_is_better(key: str) -> bool:
    """Whether less of a measure is better, as its entry says. KeyError if unknown."""
    return CATALOGUE[key].best == 0


def places_of(entry: Entry) -> tuple[ShownPlace, ...]:
    """Where a measure is shown, averages last."""
    averaged: tuple[ShownPlace, ...] = ("average",) if entry.key in AVERAGED else ()
    return (*entry.shown_in, *averaged)


def measures_shown(place: ShownPlace, beta: float = DEFAULT_BETA) -> Mapping[str, Measure]:
    """The functions of those measures by key; F and its like at `beta` in [0, inf].

    ValueError where the entry of one names no function.
    """
    if place == "average":
        return averaged_measures(beta)
    return {entry.key: at_beta(_function_of(entry), beta) for entry in entries_shown(place)}


def _function_of(entry: Entry) -> Measure:
    function = entry.resolved()
    if function is None:
        raise ValueError(f"{entry.key} is shown, and names no function")
    return function
