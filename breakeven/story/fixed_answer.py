"""Whether a system is better than the best fixed answer, or an earlier version, in plain words."""

from __future__ import annotations

import numpy as np

from breakeven.comparison.claims import Claim
from breakeven.comparison.fixed_answer import BestFixed, Pooled, beside_best_fixed
from breakeven.evaluation.counted import AnyEvaluation
from breakeven.story.shares import Share
from breakeven.text import hundredths, quoted
from metrics.averaging import mean_of
from metrics.intervals import Interval
from metrics.typing import EQUAL, Array

QUESTION = "Is it better than one answer for every document?"
# what may be said of a system that is better, and of one that is worse, before the numbers
BETTER: dict[Claim | None, tuple[str, str]] = {
    "beyond": ("Yes, by more than chance", "No, it is worse, by more than chance"),
    "edge": ("Perhaps", "No, perhaps worse"),
    "chance": ("Perhaps, but this may be chance", "No, here it is worse, which may be chance"),
    "untested": (
        "Yes here, but too few documents are here to tell chance",
        "Not here, but too few documents are here to tell chance",
    ),
    None: (
        "Yes here, but whether by chance was not counted",
        "Not here, but whether by chance was not counted",
    ),
}
NEITHER: dict[Claim, str] = {
    "few": "Not known, too few documents tell the two apart",
    "same": "No, just as good",
    "undefined": "That cannot be told",
}


def beside_fixed(evaluation: AnyEvaluation) -> str:
    """Whether it is better than the best that one answer for every document could do.

    Where an engine did not count how each document differs from that, it is said so.
    """
    found = beside_best_fixed(evaluation)
    if found is None:
        return "That cannot be told: nothing is true."
    if found.claim == "undefined":
        return (
            "That cannot be told: nobody knows what one answer for all would wrongly assign of "
            "classes without bounds."
        )
    said = f"{better(found.claim, found.points)}: {_both(found)}."
    return " ".join([said, *_found_anyway(evaluation, found), *_no_class(evaluation, found)])


def better(claim: Claim | None, points: float) -> str:
    """Whether it is better, and by more than chance; to be followed by the numbers.

    None where that was not counted.
    """
    if claim is not None and claim in NEITHER:
        return NEITHER[claim]
    return BETTER[claim][0 if points > 0 else 1]


def instead(other: Pooled, mine: Pooled) -> str:
    """What another way of deciding does beside this one, in the same words."""
    if mine.one_of and other.one_of:
        theirs, ours = shares_said(other, mine)
        return f"be right for {theirs}, this is for {ours}"
    found, right = _found(other, mine), _named(other, mine)
    return f"find {found[0]}, with {right[0]} right; this finds {found[1]}, with {right[1]} right"


def _both(found: BestFixed) -> str:
    """A system and the best fixed answer beside each other, the system first."""
    answer = f"the best fixed answer, {found.name}"
    if found.mine.one_of:
        its, mine = shares_said(found.its, found.mine)
        return f"it is right for {mine}; {answer}, is right for {its}"
    true, named = _found(found.mine, found.its), _named(found.mine, found.its)
    assigned, given = found.mine.table.assigned, found.its.table.assigned
    are, were = ("is" if n == 1 else "are" for n in (assigned, given))
    classes = "true class" if found.mine.table.positives == 1 else "true classes"
    calls = f", and {named[0]} that it names {are} right" if assigned else ""
    names = "" if assigned else " and names none"
    return (
        f"it finds {true[0]} {classes}{names}{calls}; {answer}, finds {true[1]}, and {named[1]} "
        f"that it names {were} right"
    )


def _found_anyway(evaluation: AnyEvaluation, found: BestFixed) -> list[str]:
    """What a system finds of a rare class, where never naming it is right more often."""
    table = evaluation.tables[0]
    if len(evaluation.tables) > 1 or found.classes or found.points > 0 or not table.tp > 0:
        return []
    share = Share(hits=float(table.tp), of=float(table.positives), interval=UNKNOWN)
    name = quoted(evaluation.classes[0])
    are = "is" if share.of == 1 else "are"
    return [f"But it finds {share} that {are} {name}, of which that answer finds none."]


def _no_class(evaluation: AnyEvaluation, found: BestFixed) -> list[str]:
    """Where documents may have several classes: that no class at all would be right more often."""
    if found.mine.one_of or evaluation.single_label:
        return []
    counts = evaluation.counts
    judged = counts.judged > 0
    none = np.where(judged, counts.documents.positives == 0, np.nan)
    its = mean_of(none, weights=counts.weights, times=counts.times).value
    mine = evaluation.exact_match
    if not its > mine + EQUAL:
        return []
    of = float(counts.number(judged)) if counts.weights is None else 100.0
    both = [Share(hits=round(of * n, 6), of=of, interval=UNKNOWN) for n in (its, mine)]
    theirs, ours = _said(both)
    return [
        f"But to give no class at all is exactly right for {theirs} documents; what it gives is "
        f"for {ours}."
    ]


UNKNOWN = Interval(np.nan, np.nan)


def shares_said(*ways: Pooled) -> list[str]:
    """What each way of deciding gets right of documents, or of classes true or given, in words."""
    shares = [way.share for way in ways]
    return _said([Share(hits=hits, of=of, interval=UNKNOWN) for hits, of in shares])


def _found(*ways: Pooled) -> list[str]:
    return _beside(*((way.table.tp, way.table.positives) for way in ways))


def _named(*ways: Pooled) -> list[str]:
    return _beside(*((way.table.tp, way.table.assigned) for way in ways))


def _beside(*shares: tuple[Array, Array]) -> list[str]:
    return _said([Share(hits=float(n), of=float(of), interval=UNKNOWN) for n, of in shares])


def _said(shares: list[Share]) -> list[str]:
    """Shares in words, with a digit more where they would look alike and are not."""
    said = ["none" if not share.of else str(share) for share in shares]
    values = [share.value for share in shares]
    if len(set(said)) == 1 and np.ptp(values) > EQUAL:
        return [f"{hundredths(value, 1)} of 100" for value in values]
    return said
