"""The target of a review: the last that was set, for every version, until it is taken back."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest

from breakeven.store.actors import LOCAL, NotAllowedError
from breakeven.store.errors import LibraryError
from breakeven.store.event_kinds import event_text
from breakeven.store.exchange import packed_review, take_in
from breakeven.store.library import Library
from breakeven.store.notes import LONGEST_RULES, set_target, take_back_target, target_of
from breakeven.store.review_file import read_packed, write_packed
from breakeven.store.share_links import make_share_link, open_share_link
from tests.breakeven.store.conftest import NewLibrary
from tests.breakeven.store.saving import saved as saved_from_a_file
from tests.breakeven.store.saying import APRIL, REX, VERA, saved, with_members
from tests.made import not_none

RULES = '[[rule]]\nmeasure = "exact_match"\nmin = 0.85\n'


def test_the_last_target_stands_until_it_is_taken_back(library: Library) -> None:
    review, _ = saved(library)
    assert target_of(library.events(LOCAL, review)) is None
    set_target(library, LOCAL, review, RULES)
    set_target(library, LOCAL, review, RULES.replace("0.85", "0.9"))
    events = library.events(LOCAL, review)
    assert not_none(target_of(events)).rules == RULES.replace("0.85", "0.9")
    assert event_text(events[-1]).startswith("The target was set: [[rule]]")
    # what an imported file may bring
    odd = replace(events[-1], payload={"rules": 3})
    assert not_none(target_of([*events, odd])).rules == RULES.replace("0.85", "0.9")
    take_back_target(library, LOCAL, review)
    assert target_of(library.events(LOCAL, review)) is None
    with pytest.raises(LibraryError, match="no target"):
        take_back_target(library, LOCAL, review)


def test_a_target_is_for_approvers_and_has_an_end(new_library: NewLibrary) -> None:
    library, review, _ = with_members(new_library)
    for who in (VERA, REX):
        with pytest.raises(NotAllowedError, match="approver"):
            set_target(library, who, review, RULES)
    for rules, what in ((" ", "text is empty"), ("x" * (LONGEST_RULES + 1), "characters")):
        with pytest.raises(LibraryError, match=what):
            set_target(library, APRIL, review, rules)
    set_target(library, APRIL, review, RULES)
    # everybody sees what it is, and who set it
    seen = not_none(target_of(library.events(VERA, review)))
    assert (seen.rules, seen.actor) == (RULES, APRIL)


def test_who_came_by_a_share_link_of_any_version_sees_it(library: Library) -> None:
    review, fingerprints = saved(library)
    set_target(library, LOCAL, review, RULES)
    for fingerprint in fingerprints:
        token = make_share_link(
            library, LOCAL, fingerprint, choices={}, numbers=None, days=1, anybody=True
        )
        visitor = open_share_link(library, LOCAL, token).visitor
        assert not_none(target_of(library.events(visitor, review))).rules == RULES
        with pytest.raises(NotAllowedError):
            take_back_target(library, visitor, review)


def test_a_packed_review_carries_it(library: Library) -> None:
    saved_from_a_file(library, "calls")
    (review,) = (listed.id for listed in library.reviews(LOCAL))
    set_target(library, LOCAL, review, RULES)
    packed = BytesIO()
    write_packed(packed_review(library, LOCAL, review), packed)
    # as where it was never seen
    library.delete(LOCAL, review)
    take_in(library, LOCAL, read_packed(packed.getvalue()))
    (taken,) = library.reviews(LOCAL)
    assert not_none(target_of(library.events(LOCAL, taken.id))).rules == RULES
