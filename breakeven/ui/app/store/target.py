"""What must be reached, and the measures of one's own: both are of a review, and kept with it.

Where it is saved they are in the library, else they last as long as the session.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from breakeven.data.own_measures import OwnMeasure
from breakeven.data.records import Review
from breakeven.data.wording import moment_of
from breakeven.gate.gate_rules import GateRules
from breakeven.gate.rules_file import read_rules, rules_text
from breakeven.readers.base.problems import ReadError
from breakeven.ui.app.session import access, state
from breakeven.ui.app.session.access import do, may
from breakeven.ui.app.store import saved

IN_SESSION = "target"


@dataclass(frozen=True)
class ReviewTarget:
    """The rules of a target, and who set them when; "" for a session's own."""

    rules: GateRules
    who: str = ""
    when: str = ""


def target_on(review: Review) -> ReviewTarget | None:
    """The target that stands of a review; None where there is none, or it cannot be read."""
    place = access.place_of(review)
    if place is None:
        rules = _of_session().get(review.files)
        return None if rules is None else ReviewTarget(rules)
    # loads SQLAlchemy
    from breakeven.store.event_kinds import actor_text
    from breakeven.store.notes import target_of

    events = access.ask_library(lambda where: saved.events_at(where, place))
    target = target_of(events or ())
    if target is None:
        return None
    try:
        rules = read_rules("the target", target.rules.encode("utf-8", "replace"))
    except ReadError:  # an imported file may say anything
        return None
    return ReviewTarget(rules, actor_text(target.actor), moment_of(target.time))


def lasting(review: Review) -> bool:
    """Whether the target is kept with the review, as it is saved."""
    return access.place_of(review) is not None


def may_set(review: Review) -> bool:
    """Whether who is here may set it; for themselves alone anybody may."""
    return may("target") if lasting(review) else not access.looks_only()


def set_rules(review: Review, rules: GateRules) -> bool:
    """Set the target; whether it was done."""
    place = access.place_of(review)
    if place is None:
        _of_session()[review.files] = rules
        return True
    # loads SQLAlchemy
    from breakeven.store.notes import set_target

    return do(lambda where, who: set_target(where, who, place.review, rules_text(rules)))


def take_back(review: Review) -> bool:
    """Leave the review without a target; whether it was done."""
    place = access.place_of(review)
    if place is None:
        _of_session().pop(review.files, None)
        return True
    # loads SQLAlchemy
    from breakeven.store.notes import take_back_target

    return do(lambda where, who: take_back_target(where, who, place.review))


def _of_session() -> dict[str, GateRules]:
    """By review, as another one is opened and left again within a session."""
    return state.remembered_or(IN_SESSION, dict[str, GateRules])


# --- the measures of one's own


MEASURES_IN_SESSION = "own_measures"


def measures_on(review: Review) -> tuple[OwnMeasure, ...]:
    """The measures of one's own that a review has here."""
    place = access.place_of(review)
    if place is None:
        return _measures_of_session().get(review.files, review.measures)
    # loads SQLAlchemy
    from breakeven.store.event_kinds import measures_of

    events = access.ask_library(lambda where: saved.events_at(where, place))
    return measures_of(events or ())


def may_set_measures(review: Review) -> bool:
    """Whether who is here may say which there are; for themselves alone anybody may."""
    return may("edit") if lasting(review) else not access.looks_only()


def set_measures_on(review: Review, measures: Sequence[OwnMeasure]) -> bool:
    """Say which measures the review has, as they were checked; whether it was done."""
    place = access.place_of(review)
    if place is None:
        _measures_of_session()[review.files] = tuple(measures)
        return True
    # loads SQLAlchemy
    from breakeven.store.notes import set_measures

    return do(lambda where, who: set_measures(where, who, place.review, measures))


def _measures_of_session() -> dict[str, tuple[OwnMeasure, ...]]:
    """By review, as another one is opened and left again within a session."""
    return state.remembered_or(MEASURES_IN_SESSION, dict[str, tuple[OwnMeasure, ...]])
