"""What to do about a class, after its assessment: the same words on every page and command."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from breakeven.findings.class_assessment import ClassAssessment
from breakeven.text import amount_of, count_of, quoted
from metrics.class_verdicts import Verdict


def advice_on(assessment: ClassAssessment) -> str:
    """What to do next about a class, in sentences that name it; plain text.

    A class that was never seen in training needs training documents, and nothing else helps. A
    threshold that holds on other documents comes first: it costs nothing. Where the scores of
    the class rank the wrong way round, or all decisions together are no better than chance, nothing
    else is advised before that is mended. Too few training documents come next. Where neither is
    the matter the errors say what to do, and in any case where one other class stands out among the
    wrongly assigned.
    """
    if assessment.unseen:
        return _more_training(assessment)
    if assessment.better is None and (assessment.inverse or assessment.at_chance):
        return _wrong_way_round(assessment) if assessment.inverse else _chance(assessment)
    steps = []
    if assessment.better is not None:
        steps.append(assessment.better.found().action)
        if assessment.at_chance:
            return steps[0]
    if assessment.training is not None and assessment.training.few:
        steps.append(_more_training(assessment))
    # what too few documents say has to be borne out by more of them, whatever else is done
    if not steps or too_few(assessment):
        steps.append(_STEPS[assessment.lean or assessment.verdict](assessment))
    if assessment.lean in ("wrong", "both") and assessment.truly is not None:
        steps.append(_tell_apart(assessment, assessment.truly.name))
    return " ".join(dict.fromkeys(steps))


def too_few(assessment: ClassAssessment) -> bool:
    """Whether a class with documents has too few of them to say anything of it."""
    it = assessment
    return it.positives > 0 and not it.sure and it.lean is None and it.verdict != "close"


def _wrong_way_round(it: ClassAssessment) -> str:
    return (
        f"Check the sign of the scores of {_name(it)}: its documents score lower than the others, "
        "and no threshold or training helps before that is mended."
    )


def _chance(it: ClassAssessment) -> str:
    return (
        f"Nothing for {_name(it)} alone: the decisions agree with the truth no more than chance "
        "would have it. Find out first whether the system can tell these documents apart at all."
    )


def _name(it: ClassAssessment) -> str:
    return quoted(it.name, 40)


def _more_training(it: ClassAssessment) -> str:
    assert it.training is not None
    documents = it.training.documents
    if not documents:
        return f"Label training documents of {_name(it)}: there is none to learn from."
    return (
        f"Label more training documents of {_name(it)}: {count_of(documents, 'document')} "
        f"{'is' if documents == 1 else 'are'} little to learn from."
    )


def _outweighed(it: ClassAssessment) -> str | None:
    if it.training is None or not it.training.outweighed:
        return None
    return (
        f"Label more training documents of {_name(it)}, or give them more weight: "
        f"{count_of(it.training.documents, 'document')} "
        f"{'is' if it.training.documents == 1 else 'are'} few beside those of other classes."
    )


def _well(it: ClassAssessment) -> str:
    if not it.errors:
        return f"Nothing for {_name(it)}; look again when new documents have been labelled."
    errors = f"the first of its {it.errors:,} errors" if it.errors > 1 else "its one error"
    return f"For {_name(it)} start with {errors} below: is the label right?"


def _missed(it: ClassAssessment) -> str:
    if (step := _outweighed(it)) is not None:
        return step
    if it.instead is not None:
        return (
            f"Compare the documents of {_name(it)} that got {quoted(it.instead.name, 40)} with "
            f"those that were found. What do they lack? Add training documents of that kind to "
            f"{_name(it)}."
        )
    return (
        f"Read the {count_of(it.missed, 'missed document')} of {_name(it)} below for what they "
        "have in common: their kind is rare where the system learned, or its rules do not cover it."
    )


def _wrong(it: ClassAssessment) -> str:
    if it.truly is not None:
        return _tell_apart(it, it.truly.name)
    return (
        f"Read the {count_of(it.wrong, 'wrong assignment')} of {_name(it)} below for what they "
        f"share: add such documents to the training documents without {_name(it)}."
    )


def _both(it: ClassAssessment) -> str:
    if (step := _outweighed(it)) is not None:
        return step
    if it.truly is not None:
        return _tell_apart(it, it.truly.name)
    return (
        f"Let two people label the errors of {_name(it)} below anew: where they disagree, the "
        "class needs a clearer definition before it needs more training documents."
    )


def _few(it: ClassAssessment) -> str:
    more = f"about {amount_of(it.more)} more" if it.more > 0 else "more"
    documents = "document" if it.more == 1 else "documents"
    if not it.errors:
        return (
            f"Label {more} {documents} of {_name(it)} to test on: no error so far, but on too few "
            "documents to be sure."
        )
    return (
        f"Label {more} {documents} of {_name(it)} to test on; until then judge by reading its "
        f"{count_of(it.errors, 'error')} below."
    )


def _close(it: ClassAssessment) -> str:
    more = "" if math.isnan(it.more) else f"about {count_of(it.more, 'more document')} would tell. "
    errors = f"its {it.errors:,} errors" if it.errors > 1 else "its one error"
    return f"{_name(it)} is close to the line: {more}Meanwhile read {errors} below."


def _never(it: ClassAssessment) -> str:
    if it.weakness is None:
        return _few(it)
    if (step := _outweighed(it)) is not None:
        return step
    if it.instead is not None:
        return _tell_apart(it, it.instead.name)
    return (
        f"Find out why {_name(it)} is never assigned: is its threshold out of reach, or was "
        "it unknown when the system learned?"
    )


def _absent(it: ClassAssessment) -> str:
    return (
        f"Read the {count_of(it.wrong, 'document')} assigned {_name(it)} below: are labels "
        "missing, or does the class not belong in this collection?"
    )


def _nothing(it: ClassAssessment) -> str:
    return (
        f"Put documents of {_name(it)} among those under review, or leave the class out: "
        "nothing can be said about it here."
    )


def _tell_apart(it: ClassAssessment, other: str) -> str:
    return (
        f"Show the system what tells {_name(it)} from {quoted(other, 40)}: label more "
        "documents of both."
    )


_STEPS: Mapping[Verdict, Callable[[ClassAssessment], str]] = {
    "well": _well,
    "missed": _missed,
    "wrong": _wrong,
    "both": _both,
    "few": _few,
    "close": _close,
    "never": _never,
    "absent": _absent,
    "nothing": _nothing,
}
