"""The earlier version beside the review that is looked at, and how far its numbers have moved.

Tested in `test_baseline`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from breakeven.analysis.comparison.bootstrap import BootstrapDifference
from breakeven.analysis.comparison.comparison import SystemPair
from breakeven.analysis.comparison.shared_documents import (
    ComparisonSettings,
    SharedDocuments,
    largest_classes,
)
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.errors import ChoiceError
from breakeven.analysis.selection.expression import (
    AllOf,
    AnyOf,
    ClassTerm,
    ClassTermKind,
    Expression,
    SystemTerm,
)
from breakeven.analysis.selection.selection import Selection
from breakeven.analysis.versions.changes import DecisionFlips, flips_of
from breakeven.analysis.versions.earlier_version import baseline_of, selection_before, with_baseline
from breakeven.data.own_measures import OwnMeasure
from breakeven.data.records import Review
from breakeven.data.wording import count_of, figure_of, signed
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.cache import facing, shared_of, side_of
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.session import access, state
from breakeven.ui.app.store.saved import open_saved
from breakeven.ui.components.markdown import Badge

if TYPE_CHECKING:
    from breakeven.store.saved_review import VersionPlace

# in the address: the version that stands beside, where it is not the baseline
BASELINE_KEY = "beside"


@dataclass(frozen=True)
class Versions:
    """The versions of a saved review: their fingerprints by number, and the pinned one, if any."""

    fingerprints: dict[int, str]
    baseline: int | None

    def baseline_for(self, n: int) -> int | None:
        """The version to stand beside the n-th; None where there is none, or it is the n-th."""
        asked = state.raw().get(BASELINE_KEY, "")
        wanted = int(asked) if asked.isdecimal() and len(asked) < 10 else self.baseline
        return None if wanted == n or wanted not in self.fingerprints else wanted


def add_baseline(review: Review, place: VersionPlace) -> Review:
    """A saved review with the version that stands beside it; as it is where none does.

    Whoever came by a share link sees one version alone. Where one cannot stand beside,
    `say_trouble` says why.
    """
    state.forget("beside_trouble")
    if not review.has_system:  # nothing of its own to set a version beside
        return review
    n = None
    try:
        versions = None if access.share_subject() else _versions(place.review, place.head)
        n = None if versions is None else versions.baseline_for(place.n)
        state.remember(BASELINE_KEY, n)
        if versions is None or n is None:
            return review
        return with_version(review, versions.fingerprints[n], n)
    except ChoiceError as error:
        why = f"{error.what}; {error.remedy}"
    except LookupError:
        why = access.library_trouble() or "it cannot be opened"
    state.remember("beside_trouble", f"Version {n} cannot be compared with this one: {why}.")
    return review


@cached(entries=64)
def _versions(review: str, head: str) -> Versions:
    """`head`: of what was said of the review, as what is pinned changes with it."""
    found = access.ask_library(lambda library: library.review(access.actor(), review))
    if found is None:
        raise LookupError(review)
    return Versions({one.n: one.fingerprint for one in found.versions}, found.baseline)


@cached(entries=4, spinner="Opening the earlier version …")
def with_version(review: Review, fingerprint: str, n: int) -> Review:
    """A review with another version beside it. ChoiceError; LookupError: it cannot be opened."""
    return with_baseline(review, version_of(fingerprint), n)


def versions_of(review: Review) -> dict[int, str]:
    """The fingerprints of all versions of the review, by number; none where it is not saved.

    None too for whoever came by a share link: they see one version alone.
    """
    return _fingerprints(None if access.share_subject() else access.place_of(review))


def _fingerprints(place: VersionPlace | None) -> dict[int, str]:
    if place is None:
        return {}
    try:
        return _versions(place.review, place.head).fingerprints
    except LookupError:
        return {}


def version_of(fingerprint: str) -> Review:
    """Another saved version. LookupError where it cannot be opened."""
    found = open_saved(fingerprint)
    if found is None:
        raise LookupError(fingerprint)
    return found


def say_trouble() -> None:
    """Why the version that was asked for does not stand beside, where it does not."""
    if said := state.remembered("beside_trouble"):
        st.warning(said)


@dataclass(frozen=True)
class BaselineComparison:
    """The system that is looked at, and itself in an earlier version, on the documents of both.

    `system`: what it is called there, in the `n`-th version. `common`: first now, then before.
    """

    system: str
    n: int
    common: SharedDocuments

    @property
    def flips(self) -> DecisionFlips:
        """What is decided otherwise."""
        return _flips(self.common)

    def pair(self, measure: str, selection: Selection, own: OwnMeasure | None = None) -> SystemPair:
        """Now against before, as Compare sets the two against each other."""
        top = largest_classes(self.common.evaluations[0])
        settings = ComparisonSettings(measure, selection.beta, selection.undefined, top, own)
        return facing(side_of(self.common, settings), 1, 0)


@cached(entries=24)
def _flips(common: SharedDocuments) -> DecisionFlips:
    now, before = common.evaluations
    return flips_of(before, now)


def evaluation_before(review: Review, selection: Selection) -> Evaluation | None:
    """The system that is looked at in the earlier version, by the page's rule if it can.

    None where there is no earlier version, or it has none of these documents.
    """
    before = selection_before(review, selection)
    if before is None:
        return None
    # the filter asks about the system that is looked at
    return cache.evaluation(review, before.system, selection.documents, before.cut)


def against(
    review: Review, selection: Selection, evaluation: Evaluation
) -> BaselineComparison | None:
    """What is looked at beside the earlier version; None where there is nothing to set beside."""
    before = evaluation_before(review, selection)
    said = baseline_of(review, selection.system)
    if before is None or said is None or said.version is None:
        return None
    common = shared_of([evaluation, before])
    return BaselineComparison(said.system, said.version, common) if common.documents else None


def difference_of(difference: BootstrapDifference, c: int | None = None) -> str:
    """A difference with its interval: `+0.012 (+0.003 to +0.021)`; of one class of several.

    A dash where it is undefined; without an interval where every drawing gives the same.
    """
    points, low, high = (
        float(value if c is None else value[c])
        for value in (difference.points, difference.low, difference.high)
    )
    if math.isnan(points) or math.isnan(low):
        return signed(points) if points else figure_of(0.0)
    return f"{signed(points)} ({signed(low)} to {signed(high)})"


def flipped(before: str, name: str, *, toward_right: bool) -> Expression:
    """The documents whose decision on a class was wrong before and is right, or the reverse."""
    ways = []
    turned: tuple[tuple[ClassTermKind, ClassTermKind], ...] = (
        ("missed", "hit"),
        ("extra", "rejected"),
    )
    for wrong, right in turned:
        then, now = (wrong, right) if toward_right else (right, wrong)
        ways.append(AllOf((ClassTerm(now, name), SystemTerm(before, ClassTerm(then, name)))))
    return AnyOf(tuple(ways))


def _baseline_number(review: Review) -> int | None:
    """The version that stands beside; None where none does."""
    return next((said.version for said in review.predictions if said.version is not None), None)


def baseline_words(review: Review) -> list[str]:
    """Which version stands beside, where one does."""
    n = _baseline_number(review)
    return [] if n is None else [f"compared with version {n}"]


def offered(review: Review) -> tuple[dict[str, str], str] | None:
    """Which versions may stand beside, by what the address then says; and which one does now.

    None where there is no other version.
    """
    place = access.place_of(review)
    versions = None if place is None else _versions(place.review, place.head)
    if place is None or versions is None or len(versions.fingerprints) < 2:
        return None
    n = versions.baseline_for(place.n)
    # its own number asks for none
    words = {str(place.n): "none"} | {
        str(other): f"version {other}{', pinned' * (other == versions.baseline)}"
        for other in versions.fingerprints
        if other != place.n
    }
    return words, str(place.n if n is None else n)


def badges_of(review: Review, selection: Selection) -> Iterator[Badge]:
    """Whether there is a later version; which one the numbers are set beside, or why none is."""
    yield from _later(review)
    n = _baseline_number(review)
    if n is None:
        return
    predictions = baseline_of(review, selection.system)
    if predictions is None:
        words, more = (
            f"baseline: version {n}, without this system",
            "That version has no system of this name, so there is nothing to compare with.",
        )
    else:
        words = f"baseline: version {n}"
        more = (
            "Differences are to this version: the same system then, judged by the labels as they "
            f"are now, on {count_of(predictions.m, 'document')} that both versions have."
        )
    yield Badge("gray", "difference", words, "history", more)


def _later(review: Review) -> Iterator[Badge]:
    place = None if access.share_subject() else access.place_of(review)
    latest = max(_fingerprints(place), default=0)
    if place is not None and place.n < latest:
        words = f"version {place.n}; the latest is version {latest}"
        yield Badge("orange", "history", words, "history", "Open the latest on History.")
