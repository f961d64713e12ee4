"""The target of a review: kept with it where it is saved, else for as long as the session."""

from __future__ import annotations

from dataclasses import dataclass

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
