"""Two versions of a saved review, one beside the other, and links to their documents."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import streamlit as st

from breakeven.documents.behind import of_rows, repeated_ids
from breakeven.records import Review
from breakeven.selection import ChoiceError, Selection, selection_of, system_of
from breakeven.selection.expression import AnyOf, Expression, Judged, Not, OfSystem
from breakeven.ui.app.head.baseline import BESIDE, laid, version_of
from breakeven.ui.app.head.gold import under_gold
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.library.saved import Saved
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.session.links import documents_urls
from breakeven.ui.app.shared.counted import Counts
from breakeven.ui.components.html import plain, say
from breakeven.versions.align import Alignment, align
from breakeven.versions.beside import named, same_systems
from breakeven.versions.changes import TruthChanges, truth_changes
from metrics.typing import Array


@dataclass(frozen=True)
class Two:
    """Two versions: the later has the earlier beside it. `before`, `now`: their numbers.

    `selection`: what is looked at of the later one, without a filter. `then`: what its system was
    called in the earlier one, None where it was not there.
    """

    saved: Saved
    before: int
    now: int
    earlier: Review
    later: Review
    selection: Selection
    then: str | None

    def counts(self, *, whole: bool = False) -> Counts:
        """Links to documents of the later version; `whole`: of all splits."""
        return self._counts(self.later, self.now, self.before, self.selection.system, whole=whole)

    def _counts(self, of: Review, n: int, other: int, system: str, *, whole: bool) -> Counts:
        address: dict[str, str | None] = {
            "review": self.saved.review.version(n).fingerprint,
            BESIDE: str(other),
            "system": system,
            "where": None,
        }
        if whole:
            address["split"] = "all"
        told = of.truth.documents is not None and of.truth.labels is not None
        linked = told and "all" not in of.truth.splits
        return Counts(of.truth, documents_urls(address) if linked else None)

    def added(self, found: Alignment) -> str:
        """How many documents the earlier version does not have, as a link where that is true."""
        said = system_of(self.later, self.selection.system)
        return self._alone(
            self.later, said.rows, found.now, found.added, self.selection.system, self.before
        )

    def gone(self, found: Alignment) -> str:
        """How many documents the later version does not have, as a link to the earlier one's."""
        if self.then is None:
            return f"{len(found.gone):,}"
        said = system_of(self.earlier, self.then)
        return self._alone(self.earlier, said.rows, found.before, found.gone, self.then, self.now)

    def _alone(
        self, of: Review, spoken: Array, both: Array, alone: Array, system: str, other: int
    ) -> str:
        n = self.now if of is self.later else self.before
        counts = self._counts(of, n, other, system, whole=True)
        beside = named(system, other, {said.system for said in of.own})
        known = AnyOf((Judged("right"), Judged("wrong")))
        kept = int((~np.isin(spoken, both)).sum())
        if kept != len(alone) or self.then is None:
            return f"{len(alone):,}"
        return counts.of(len(alone), Not(OfSystem(beside, known)))

    def these(self, rows: Array) -> str:
        """How many of the later documents these are, as a link where ids say which."""
        spoken = system_of(self.later, self.selection.system).rows
        term: Expression | None = None
        if bool(np.all(np.isin(rows, spoken))):
            term = of_rows(self.later.truth, rows, repeated_ids(self.later.truth))
        if term is None:
            return f"{len(rows):,}"
        return self.counts(whole=True).of(len(rows), term)


def choose_two(saved: Saved) -> Two | None:
    """The two versions that are chosen: at first the baseline, or the one before, and this one."""
    numbers = [version.n for version in saved.review.versions]
    shown, pinned = saved.version.n, saved.review.baseline
    others = [n for n in numbers if n != shown]
    first = pinned if pinned in others else max([n for n in others if n < shown] or others)
    options = {str(n): f"version {n}" for n in numbers}
    left, right = st.columns(2)
    with left:
        before = int(widgets.select("history.from", "From", options, str(first)))
    with right:
        now = int(widgets.select("history.to", "To", options, str(shown)))
    if before == now:
        st.info("These are the same version: choose two.")
        return None
    try:
        earlier = version_of(saved.review.version(before).fingerprint)
        alone = version_of(saved.review.version(now).fingerprint)
        later = under_gold(laid(alone, earlier.fingerprint, before))
    except LookupError:
        st.warning("One of the two cannot be opened.")
        return None
    except ChoiceError as error:
        say(f"They cannot be laid beside each other: {plain(error, 400)}.")
        return None
    selection = replace(selection_of(later, state.texts()), where=None)
    then = {new.system: old.system for old, new in same_systems(earlier, later)}
    return Two(saved, before, now, earlier, later, selection, then.get(selection.system))


@cached(entries=8)
def data_of(earlier: Review, later: Review) -> tuple[Alignment, TruthChanges | None]:
    """Which documents and classes are the same, and where the truth is another."""
    found = align(earlier.truth, later.truth)
    return found, truth_changes(found)
