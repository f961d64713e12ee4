"""Which measures of a contingency table are shown where, as the catalogue says."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from inspect import signature

from metrics.catalogue import CATALOGUE
from metrics.catalogue.entry import Entry, ShownPlace
from metrics.measures import Measure


def entries_shown(place: ShownPlace) -> tuple[Entry, ...]:
    """The measures that a place shows, in the order of the catalogue."""
    return tuple(entry for entry in CATALOGUE.values() if place in entry.shown_in)


def measures_shown(place: ShownPlace, beta: float = 1.0) -> Mapping[str, Measure]:
    """The functions of those measures by key; F and its like at `beta` in [0, inf]."""
    return {entry.key: _at_beta(entry, beta) for entry in entries_shown(place)}


def decision_measures(beta: float = 1.0) -> Mapping[str, Measure]:
    """The measures that are averaged over decisions, classes and documents, by key."""
    return measures_shown("average", beta)


def _at_beta(entry: Entry, beta: float) -> Measure:
    function = entry.resolved()
    if function is None:
        raise ValueError(f"{entry.key} is shown, and names no function")
    return partial(function, beta=beta) if "beta" in signature(function).parameters else function
