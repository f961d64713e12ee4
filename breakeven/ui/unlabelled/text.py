"""Sentences of the page of estimates."""

from __future__ import annotations

from breakeven.estimation.probabilities import NotProbabilities
from breakeven.estimation.recalibration import Calibration
from breakeven.text import count_of, figure_of, percent
from breakeven.ui.components.html import bold
from metrics.expected.prediction import Prediction


def counted(value: Prediction, most: float) -> str:
    """An expected number with its interval, cut to what is possible."""
    low, high = max(0.0, value.low), min(float(most), value.high)
    return f"{value.expected:,.1f} ({low:,.1f} to {high:,.1f})"


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
    """Whether the labels give a warning, and what they say of the probabilities."""
    total = f"{of.members.expected:,.1f}"
    if of.verdict == "few":
        return True, (
            f"Too few members here ({of.positives:,}) to tell whether the probabilities are right."
        )
    sums = f"they add up to {total} class assignments, and {of.positives:,} are true"
    if of.positives:
        sums += f" ({percent(of.members.expected / of.positives)})"
    bins = int(of.off.sum())
    verb = "is" if bins == 1 else "are"
    some = f"{bins} of {len(of.off)} ranges of probability {verb} off by more than chance"
    return {
        "low": (True, f"The probabilities are too low here: {sums}; {some}."),
        "high": (True, f"The probabilities are too high here: {sums}; {some}."),
        "uneven": (
            True,
            f"The probabilities add up ({total} expected, {of.positives:,} true), but {some}.",
        ),
        "fits": (False, f"No sign of wrong probabilities here: {sums}; {some}."),
    }[of.verdict]


def pairs_without_score(unlisted: int) -> str:
    """That pairs without a score count as probability 0."""
    return (
        f"{count_of(unlisted, 'document/class pair')} have no score in the file and count as "
        "probability 0."
    )
