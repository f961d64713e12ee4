"""Sentences of the page of estimates."""

from __future__ import annotations

from breakeven.estimation.calibration import Calibration
from breakeven.estimation.estimates import Estimates
from breakeven.estimation.probabilities import NotProbabilities
from breakeven.text import amount_of, count_of, figure_of, percent
from breakeven.ui.components.html import bold
from metrics.expected.prediction import Prediction


def lost(value: Prediction) -> str:
    """An expected mean loss with its interval."""
    return (
        f"{figure_of(value.expected, 4)} ({figure_of(value.low, 4)} to {figure_of(value.high, 4)})"
    )


def reason(why: NotProbabilities) -> str:
    """Why nothing can be expected of these scores; HTML with escaped names."""
    ends = f"They run from {figure_of(why.low, 3)} to {figure_of(why.high, 3)}"
    return {
        "no scores": f"{bold(why.system)} gives decisions and no scores, so nothing says how sure "
        "it is of each document.",
        "outside": f"The scores of {bold(why.system)} are not probabilities. {ends}: they rank "
        "documents, but cannot be added up to a number of documents.",
        "undeclared": f"Nobody has said that the scores of {bold(why.system)} are probabilities. "
        f"{ends}, but scores between 0 and 1 need not be chances, and only chances can be added "
        "up to a number of documents.",
    }[why.why]


def trust(of: Calibration) -> tuple[bool, str]:
    """Whether the labels give a warning, and what they say of the probabilities; no names."""
    total, true = f"{of.members.expected:,.1f}", amount_of(of.positives)
    if of.verdict == "few":
        return True, f"Too few members here ({true}) to tell whether the probabilities are right."
    sums = {
        "pairs": f"they add up to {total} class assignments, and {true} are true",
        "first of two": f"those of one of the two classes add up to {total} documents, and {true} "
        "are in it",
        "most probable": f"the most probable class is expected to be right for {total} documents, "
        f"and is for {true}",
    }[of.counted]
    if of.positives:
        sums += f" ({percent(of.members.expected / of.positives)})"
    bins = int(of.off.sum())
    verb = "is" if bins == 1 else "are"
    some = f"{bins} of {len(of.off)} ranges of probability {verb} off by more than chance"
    # too low for one of two classes is too high for the other
    low, high = ("off", "off") if of.counted == "first of two" else ("too low", "too high")
    return {
        "low": (True, f"The probabilities are {low} here: {sums}; {some}."),
        "high": (True, f"The probabilities are {high} here: {sums}; {some}."),
        "uneven": (
            True,
            f"The probabilities add up ({total} expected, {true} true), but {some}.",
        ),
        "fits": (False, f"No sign of wrong probabilities here: {sums}; {some}."),
    }[of.verdict]


def counted_note(of: Calibration, first: str) -> str:
    """What is counted where classes exclude each other, and why; HTML, empty where pairs are."""
    return {
        "pairs": "",
        "first of two": "Every document has exactly one of two classes, whose probabilities mirror "
        f"each other: only those of {bold(first)} are counted. ",
        "most probable": "Every document has exactly one class, so its probabilities add up to 1 "
        "whatever is true: only that of its most probable class is counted. ",
    }[of.counted]


def all_members(of: Estimates) -> str:
    """How many class assignments are expected to be true in all, as a sentence; HTML."""
    total = of.members
    if of.exclusive and not total.variance:
        return (
            "Each document has exactly one class, so as many class assignments are true as there "
            f"are documents: <b>{amount_of(total.expected)}</b>."
        )
    what = "documents in the class" if len(of.classes) == 1 else "class assignments"
    return (
        f"The probabilities add up to <b>{total.expected:,.1f}</b> {what} (95 %: "
        f"{max(0.0, total.low):,.1f} to {total.high:,.1f})."
    )


def mirrored(of: Estimates) -> str:
    """That two classes are one piece of evidence, with a space before; empty elsewhere."""
    if not of.exclusive or len(of.classes) != 2:
        return ""
    return " Of two classes one is the rest of the other: both come out alike."


def pairs_without_score(unlisted: int) -> str:
    """That pairs without a score count as probability 0."""
    return (
        f"{count_of(unlisted, 'document/class pair')} have no score in the file and count as "
        "probability 0."
    )
