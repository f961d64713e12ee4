"""What a sign-off or a share link binds of what is shown, and its mark in the head of pages.

Tested in `test_signing`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from breakeven.analysis.evaluation.cut import cut_from_text, cut_to_text
from breakeven.analysis.selection.selection import Selection, texts_of
from breakeven.data.installation import CODE_VERSION
from breakeven.data.own_measures import OwnMeasure
from breakeven.data.records import Review
from breakeven.data.wording import moment_of, threshold_of
from breakeven.ui.app.cache import cache
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.session import access, state
from breakeven.ui.app.store import saved
from breakeven.ui.components.markdown import Badge
from metrics.typing import DEFAULT_BETA

if TYPE_CHECKING:  # what is not saved has no signature, and opens without a database
    from breakeven.analysis.evaluation.evaluation import Evaluation
    from breakeven.store.signatures import Signature, SignedContent
    from metrics.averaging import Undefined

# what is another where a choice is not the one that was signed
OTHER_CHOICES: Mapping[str, str] = {
    "system": "another system",
    "split": "another split",
    "cut": "other predictions",
    "beta": "another β",
    "undefined": "another rule for 0/0",
    "where": "another filter",
    "gold": "another truth",
    "as_if": "other labels",
}
CHOICE_NAMES: Mapping[str, str] = {
    "system": "system",
    "split": "split",
    "where": "where",
    "gold": "truth",
    "as_if": "labels as if",
    "beta": "β =",
    "undefined": "0/0 in averages:",
}
# not worth a word
USUAL: Mapping[str, str] = {"beta": f"{DEFAULT_BETA:g}", "undefined": "drop"}
SignatureMatch = Literal["same", "numbers", "choices", "version"]


@dataclass(frozen=True)
class SignatureState:
    """A sign-off beside what is shown: the same, or what it was given for is another."""

    signature: Signature
    how: SignatureMatch
    version: int
    other: tuple[str, ...] = ()


def choices_of(review: Review, selection: Selection) -> dict[str, str]:
    """What decides the numbers that are shown, as text by the keys of the address.

    The class that is looked at does not; a cut is spelled out, as its default may become another.
    """
    choices = texts_of(selection, review.truth)
    if review.has_system:
        choices |= {"cut": cut_to_text(selection.cut)}
    del choices["class"]
    # what was read may have the same gold without anybody choosing it
    gold = state.raw().get("gold")
    if gold is not None and gold == review.truth.gold:
        choices["gold"] = gold
    if review.as_if is not None:
        choices["as_if"] = review.as_if.how
    return choices


@cached(entries=24)
def _numbers(
    evaluation: Evaluation, beta: float, undefined: Undefined, own: tuple[OwnMeasure, ...]
) -> tuple[Any, str]:
    # the first page of a fresh server shows no numbers
    from breakeven.results.signed_numbers import digest_of, numbers_of

    found = numbers_of(evaluation, beta, undefined, own)
    return found, digest_of(found)


def numbers_shown(review: Review, selection: Selection) -> tuple[dict[str, Any], str] | None:
    """The headline numbers of what is shown, and their digest; None where there are none.

    So where nobody has labelled, or nothing is predicted. Those of the review's measures of one's
    own are among them.
    """
    if review.truth.labels is None or not review.has_system:
        return None
    shown = cache.evaluation(review, selection.system, selection.documents, selection.cut)
    numbers: tuple[dict[str, Any], str] = _numbers(
        shown, selection.beta, selection.undefined, review.measures
    )
    return numbers


def bound_by(review: Review, selection: Selection) -> SignedContent | None:
    """All that a sign-off of what is shown binds; None where there are no numbers."""
    # loads SQLAlchemy
    from breakeven.store.signatures import SignedContent

    shown = numbers_shown(review, selection)
    if shown is None:
        return None
    numbers, digest = shown
    return SignedContent(
        fingerprint=review.files,
        choices=choices_of(review, selection),
        decisions=str(selection.cut),
        numbers=numbers,
        digest=digest,
        code_version=CODE_VERSION,
    )


def signature_state(
    review: Review, selection: Selection, signatures: Iterable[Signature], version: int
) -> SignatureState | None:
    """The sign-off that says most of what is shown: the nearest, of those the latest.

    None where none stands.
    """
    nearest: SignatureState | None = None
    chosen = choices_of(review, selection)
    for signature in signatures:
        if signature.withdrawn is not None:
            continue
        candidate = _state_of(signature, chosen, review.files, version)
        if nearest is None or NEARER.index(candidate.how) < NEARER.index(nearest.how):
            nearest = candidate
    if nearest is None or nearest.how != "same":
        return nearest
    shown = numbers_shown(replace(review, measures=nearest.signature.measures), selection)
    if shown is None or shown[1] != nearest.signature.bound.digest:
        return SignatureState(nearest.signature, "numbers", version)
    return nearest


BY_A_FILE = "The imported file says so; who signed cannot be checked here. Sign it here yourself."
NEARER: tuple[SignatureMatch, ...] = ("same", "choices", "version")


def _state_of(
    signature: Signature, chosen: Mapping[str, str], fingerprint: str, version: int
) -> SignatureState:
    bound = signature.bound
    if bound.fingerprint != fingerprint:
        return SignatureState(signature, "version", version)
    other = others(bound.choices, chosen)
    return SignatureState(signature, "choices" if other else "same", version, other)


def others(then: Mapping[str, str], now: Mapping[str, str]) -> tuple[str, ...]:
    """What is chosen otherwise, by the keys of the address."""
    return tuple(key for key in OTHER_CHOICES if then.get(key) != now.get(key))


def others_in_words(keys: Sequence[str]) -> str:
    """`another split and another rule for predictions`; at least one of `others`."""
    words = [OTHER_CHOICES[key] for key in keys]
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def badges_of(review: Review, selection: Selection) -> Iterator[Badge]:
    """How what is shown was signed, where its review was."""
    place = access.place_of(review)
    if place is None:
        return
    # loads SQLAlchemy
    from breakeven.store.signatures import signatures_of

    events = access.ask_library(lambda where: saved.events_at(where, place))
    nearest = signature_state(review, selection, signatures_of(events or ()), place.n)
    if nearest is not None:
        yield _badge(nearest, selection)


def _badge(signed: SignatureState, selection: Selection) -> Badge:
    signature = signed.signature
    # first, as a narrow screen cuts the end
    source = "an imported file says: " if signature.from_a_file else ""
    who = signature.actor.name
    by = "" if who else " by the local user"
    more = "See on History who signed, when, and what."
    if signed.how == "same":
        words = f"{source}signed for version {signature.version} on {signature.time[:10]}{by}"
        if signature.from_a_file:
            # anybody can write such a file: green is what was signed here
            return Badge("gray", "gpp_maybe", words, "history", BY_A_FILE, who)
        return Badge("green", "verified", words, "history", more, who)
    if signed.how == "numbers":
        words = "signed; the numbers have changed since"
        return Badge("red", "gpp_bad", words, "history", "See on History what differs.")
    if signed.how == "version":
        words = f"signed for version {signature.version}; this is version {signed.version}"
    else:
        words = f"signed with {_in_words(signed, selection)}"
    return Badge("orange", "gpp_maybe", source + words, "history", more)


def _in_words(signed: SignatureState, selection: Selection) -> str:
    """What is another, in our own words: of decisions only a threshold is among them."""
    words = others_in_words(signed.other)
    if signed.other != ("cut",):
        return words
    then = cut_from_text(signed.signature.bound.choices.get("cut", ""))
    if then is None or then.rule != "threshold":
        return words
    here = selection.cut
    now = f"; here {threshold_of(here.threshold)}" if here.rule == "threshold" else ""
    return f"{words} (threshold {threshold_of(then.threshold)}){now}"


def not_signed_so(signed: SignatureState) -> str:
    """Why a sign-off is not one of what is shown, in a sentence of plain text."""
    if signed.how == "version":
        return (
            f"Version {signed.signature.version} was signed. This is version {signed.version}, "
            "which nobody has signed."
        )
    if signed.how == "choices":
        words = ", ".join(OTHER_CHOICES[key] for key in signed.other)
        return f"This version was signed with {words}. Nobody has signed what is shown here."
    return "It was signed with these choices, but the numbers have changed since."


def choices_in_words(choices: Mapping[str, str]) -> str:
    """What is looked at, as plain text: names as files have them, and how decisions are made."""
    said = [
        f"{words} {choices[key]}"
        for key, words in CHOICE_NAMES.items()
        if choices.get(key) and choices[key] != USUAL.get(key)
    ]
    text = choices.get("cut", "")
    decided = str(cut_from_text(text) or text)
    return " · ".join([*said, decided] if decided else said) or "all documents"


def when_and_who(signature: Signature) -> str:
    """`2024-01-31 12:00:00 UTC, by Ann`, as plain text with a name as somebody wrote it."""
    # loads SQLAlchemy
    from breakeven.store.event_kinds import actor_text

    told = ", as an imported file says" if signature.from_a_file else ""
    return f"{moment_of(signature.time)}, by {actor_text(signature.actor)}{told}"
