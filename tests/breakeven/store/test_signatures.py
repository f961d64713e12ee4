"""Sign-offs bind what was seen, stand until they are withdrawn, and are an approver's to give."""

from __future__ import annotations

from dataclasses import replace

import pytest

from breakeven.store.actors import LOCAL, NotAllowedError
from breakeven.store.errors import LibraryError
from breakeven.store.events import broken_events
from breakeven.store.library import Library
from breakeven.store.signatures import SignedContent, sign, signatures_of, withdraw
from tests.breakeven.store.conftest import NewLibrary
from tests.breakeven.store.saying import APRIL, REX, VERA, saved, with_members


def bound(fingerprint: str) -> SignedContent:
    return SignedContent(
        fingerprint=fingerprint,
        choices={"system": "s", "split": "test", "cut": "threshold:0.5"},
        decisions="threshold 0.5",
        numbers={"measures": {"micro f": 0.5, "documents": 2}, "counts": {"corn": [0, 0, 1, 1]}},
        digest="0" * 64,
        code_version="0.1.0",
    )


def test_what_is_signed_is_kept_word_for_word_and_makes_it_reviewed(library: Library) -> None:
    review, (first, second) = saved(library)
    sign(library, LOCAL, bound(second), "I looked at both.\r\nThey are fine. ")
    (found,) = signatures_of(library.events(LOCAL, review))
    assert found.bound == bound(second)
    assert (found.version, found.statement) == (2, "I looked at both.\nThey are fine.")
    assert (found.withdrawn, found.from_a_file) == (None, False)
    assert library.reviews(LOCAL)[0].status == "reviewed"
    sign(library, LOCAL, bound(first), "And the first.")
    assert [s.version for s in signatures_of(library.events(LOCAL, review))] == [1, 2]
    assert not list(broken_events(library.events(LOCAL, review)))


def test_what_is_withdrawn_is_still_told(library: Library) -> None:
    review, (first, _) = saved(library)
    first_signed = sign(library, LOCAL, bound(first), "Fine.")
    second_signed = sign(library, LOCAL, bound(first), "Fine, I said.")
    withdraw(library, LOCAL, review, first_signed.n)
    assert library.reviews(LOCAL)[0].status == "reviewed"  # one stands
    withdraw(library, LOCAL, review, second_signed.n)
    assert library.reviews(LOCAL)[0].status == "in review"
    signatures = signatures_of(library.events(LOCAL, review))
    assert [s.statement for s in signatures] == ["Fine, I said.", "Fine."]
    assert [s.withdrawn is not None for s in signatures] == [True, True]
    with pytest.raises(LibraryError, match="already withdrawn"):
        withdraw(library, LOCAL, review, first_signed.n)


def test_approvers_sign_and_others_are_refused(new_library: NewLibrary) -> None:
    library, review, (first, _) = with_members(new_library)
    for who in (VERA, REX):
        with pytest.raises(NotAllowedError, match="approver"):
            sign(library, who, bound(first), "Fine.")
    event = sign(library, APRIL, bound(first), "Fine.")
    with pytest.raises(NotAllowedError, match="approver"):
        withdraw(library, REX, review, event.n)
    (found,) = signatures_of(library.events(VERA, review))
    assert found.actor == APRIL


def test_nothing_is_signed_without_words_or_that_is_not_saved(library: Library) -> None:
    review, (first, _) = saved(library)
    for words, what in ((" \n", "text is empty"), ("x" * 2_001, "2,001 characters; at most 2,000")):
        with pytest.raises(LibraryError, match=what):
            sign(library, LOCAL, bound(first), words)
    with pytest.raises(LibraryError, match="not saved here"):
        sign(library, LOCAL, bound("f" * 64), "Fine.")
    assert not signatures_of(library.events(LOCAL, review))


def test_events_of_another_shape_are_passed_over(library: Library) -> None:
    # as a file that is imported may bring them
    _, (first, _) = saved(library)
    event = sign(library, LOCAL, bound(first), "Fine.")
    good = dict(event.payload)
    wrong = [
        {},
        good | {"digest": 7},
        good | {"choices": {"split": 1}},
        good | {"numbers": {"measures": {}}},
        good | {"numbers": {"measures": {"f": []}, "counts": {}}},
        good | {"numbers": {"measures": {}, "counts": {"corn": [1]}}},
        good | {"statement": None},
    ]
    malformed = [replace(event, n=i, payload=payload) for i, payload in enumerate(wrong)]
    taken_back = replace(event, kind="signature withdrawn", payload={"signed": [1]})
    assert not signatures_of([*malformed, taken_back])
    # those that a file told are marked: 1 to 4 of these
    from_file = [replace(event, n=n) for n in (4, 6)]
    imported = replace(event, n=5, kind="imported", payload={"events": 4})
    signatures = signatures_of([from_file[0], imported, from_file[1]])
    assert [(s.n, s.from_a_file) for s in signatures] == [(6, False), (4, True)]
