"""Somebody's own words of a story: kept with a saved review, else for as long as the session."""

from __future__ import annotations

from dataclasses import asdict, replace

from breakeven.analysis.story.screen_parts import ScreenWords
from breakeven.data.records import Review
from breakeven.ui.app.session import access, state
from breakeven.ui.app.session.access import do, may
from breakeven.ui.app.store import saved

IN_SESSION = "story_words"


def words_on(review: Review) -> tuple[ScreenWords, ...]:
    """All words that stand of a review."""
    place = access.place_of(review)
    if place is None:
        return tuple(_of_session(review).values())
    # loads SQLAlchemy
    from breakeven.store.event_kinds import actor_text
    from breakeven.store.notes import words_of

    events = access.ask_library(lambda where: saved.events_at(where, place))
    return tuple(
        ScreenWords(**each.texts, who=actor_text(each.actor), at=each.time)
        for each in words_of(events or ())
    )


def lasting(review: Review) -> bool:
    """Whether words are kept with the review, as it is saved."""
    return access.place_of(review) is not None


def may_write(review: Review) -> bool:
    """Whether who is here may put it into words; for themselves alone anybody may."""
    return may("tell") if lasting(review) else not access.looks_only()


def write(review: Review, words: ScreenWords) -> bool:
    """Keep words; whether it was done."""
    place = access.place_of(review)
    if place is None:
        title, text = " ".join(words.title.split()), words.text.strip()
        if title and text:
            _of_session(review)[_of(words)] = replace(words, title=title, text=text)
        return bool(title and text)
    # loads SQLAlchemy
    from breakeven.store.notes import write_words

    return do(lambda where, who: write_words(where, who, place.review, place.n, _texts_of(words)))


def take_back(review: Review, words: ScreenWords) -> None:
    """Show what is counted again."""
    place = access.place_of(review)
    if place is None:
        _of_session(review).pop(_of(words), None)
        return
    # loads SQLAlchemy
    from breakeven.store.notes import take_back_words

    do(lambda where, who: take_back_words(where, who, place.review, place.n, _texts_of(words)))


def _texts_of(words: ScreenWords) -> dict[str, str]:
    return {key: text for key, text in asdict(words).items() if key not in ("who", "at")}


def _of(words: ScreenWords) -> tuple[str, str, str]:
    return words.screen, words.system, words.split


def _of_session(review: Review) -> dict[tuple[str, str, str], ScreenWords]:
    """By review, as another one is opened and left again within a session."""
    every = state.remembered_or(IN_SESSION, dict[str, dict[tuple[str, str, str], ScreenWords]])
    return every.setdefault(review.files, {})
