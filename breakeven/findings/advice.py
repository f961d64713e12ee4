"""What to do about a class, after its verdict and what its errors have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from breakeven.text import count_of, quoted
from metrics.class_verdicts import Verdict
from metrics.ranking.break_even import BreakEven

# labelled training documents a class should at least have. Source: Microsoft, Guidance
ENOUGH_TRAINING = 15


@dataclass(frozen=True)
class Facts:
    """What a reading of a class rests on.

    `truly`: the other class that stands out among the wrongly assigned documents, and on how
    many; `instead`: the one assigned to the missed. `better`: a break-even point clearly above
    the decisions. `trained`: training documents of the class. None where there is no such thing.
    `sure`: whether there are enough documents for the verdict.
    """

    name: str
    tp: int
    fp: int
    fn: int
    truly: tuple[str, int] | None
    instead: tuple[str, int] | None
    better: BreakEven | None
    trained: int | None
    sure: bool

    @property
    def positives(self) -> int:
        """Documents truly in the class."""
        return self.tp + self.fn

    @property
    def assigned(self) -> int:
        """Documents assigned to the class."""
        return self.tp + self.fp

    @property
    def errors(self) -> int:
        """Documents wrongly assigned or missed."""
        return self.fp + self.fn

    @property
    def shown_name(self) -> str:
        """The class's name in quotation marks, at most 40 characters of it."""
        return quoted(self.name, 40)


def next_step(verdict: Verdict, facts: Facts) -> str:
    """A sentence that names the class; plain text."""
    return _STEPS[verdict](facts)


def _well(it: Facts) -> str:
    if not it.errors:
        return f"Nothing for {it.shown_name}; look again when new documents have been labelled."
    errors = f"the first of its {it.errors:,} errors" if it.errors > 1 else "its one error"
    return f"Nothing presses for {it.shown_name}. Start with {errors} below: is the label right?"


def _missed(it: Facts) -> str:
    if (step := _threshold(it) or _training(it)) is not None:
        return step
    if it.instead is not None:
        return (
            f"Compare the documents of {it.shown_name} that got {quoted(it.instead[0], 40)} with "
            f"those that were found. What do they lack? Add training documents of that kind to "
            f"{it.shown_name}."
        )
    return (
        f"Read the {count_of(it.fn, 'missed document')} of {it.shown_name} below: their kind is "
        "rare where the system learned, or its rules do not cover it."
    )


def _wrong(it: Facts) -> str:
    if (step := _threshold(it)) is not None:
        return step
    if it.truly is not None:
        return _tell_apart(it, it.truly[0])
    return (
        f"Read the {count_of(it.fp, 'wrong assignment')} of {it.shown_name} below for what they "
        f"share: add such documents to the training documents without {it.shown_name}."
    )


def _both(it: Facts) -> str:
    if (step := _training(it)) is not None:
        return step
    if it.truly is not None:
        return _tell_apart(it, it.truly[0])
    return (
        f"Let two people label the errors of {it.shown_name} below anew: where they disagree, the "
        "class needs a clearer definition before it needs more training documents."
    )


def _few(it: Facts) -> str:
    if not it.errors:
        return (
            f"Label more documents of {it.shown_name} to test on: no error so far, but on too few "
            "documents to be sure."
        )
    return (
        f"Label more documents of {it.shown_name} to test on; until then judge by reading its "
        f"{count_of(it.errors, 'error')} below."
    )


def _never(it: Facts) -> str:
    if not it.sure:
        return _training(it) or _few(it)
    if (step := _training(it) or _threshold(it)) is not None:
        return step
    if it.instead is not None:
        return _tell_apart(it, it.instead[0])
    return (
        f"Find out why {it.shown_name} is never assigned: is its threshold out of reach, or was "
        "it unknown when the system learned?"
    )


def _absent(it: Facts) -> str:
    return (
        f"Read the {count_of(it.fp, 'document')} assigned {it.shown_name} below: are labels "
        "missing, or does the class not belong in this collection?"
    )


def _nothing(it: Facts) -> str:
    return (
        f"Put documents of {it.shown_name} among those under review, or leave the class out: "
        "nothing can be said about it here."
    )


def _threshold(it: Facts) -> str | None:
    if it.better is None:
        return None
    more = it.better.assigned - it.assigned
    way = "a lower" if more > 0 else "a higher" if more < 0 else "another"
    return (
        f"Try {way} threshold for {it.shown_name}: set it on development documents, then look "
        "here again."
    )


def _training(it: Facts) -> str | None:
    if it.trained is None or it.trained >= ENOUGH_TRAINING:
        return None
    return (
        f"Label more training documents of {it.shown_name}: {count_of(it.trained, 'document')} "
        f"{'is' if it.trained == 1 else 'are'} little to learn from."
    )


def _tell_apart(it: Facts, other: str) -> str:
    return (
        f"Show the system what tells {it.shown_name} from {quoted(other, 40)}: label more "
        "documents of both, or merge them if nobody needs to tell them apart."
    )


_STEPS: Mapping[Verdict, Callable[[Facts], str]] = {
    "well": _well,
    "missed": _missed,
    "wrong": _wrong,
    "both": _both,
    "few": _few,
    "never": _never,
    "absent": _absent,
    "nothing": _nothing,
}
