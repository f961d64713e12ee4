"""The assessment of a class in words.

Its verdict, the evidence for it, and what to do about it, the same on every page and command.
Plain text.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from breakeven.analysis.findings.class_assessment import ClassAssessment, ClassTraining, StandsOut
from breakeven.data.wording import amount_of, count_of, figure_of, percent, quoted, range_text
from metrics.uncertainty.class_verdicts import VERDICTS, ClassVerdict, ClassVerdicts
from metrics.uncertainty.intervals import Interval

# --- what to do about a class, after its assessment: the same words on every page and command


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
        steps.append(assessment.better.finding().action)
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
        "and no threshold or training helps until that is mended."
    )


def _chance(it: ClassAssessment) -> str:
    return (
        f"Nothing for {_name(it)} alone: its predictions do not clearly agree with the truth. "
        "Find out first whether the system can separate these documents at all."
    )


def _name(it: ClassAssessment) -> str:
    return quoted(it.name, 40)


def _more_training(it: ClassAssessment) -> str:
    assert it.training is not None
    documents = it.training.documents
    if not documents:
        return f"Label training documents of {_name(it)}: there are none."
    return (
        f"Label more training documents of {_name(it)}: {documents:,} "
        f"{'is' if documents == 1 else 'are'} too few."
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
        return f"Nothing for {_name(it)}. Look again when new documents have been labelled."
    errors = f"the {it.errors:,} errors" if it.errors > 1 else "the one error"
    return f"Read {errors} of {_name(it)}: is the label right?"


def _missed(it: ClassAssessment) -> str:
    if (step := _outweighed(it)) is not None:
        return step
    if it.instead is not None:
        return (
            f"Compare the documents of {_name(it)} that were predicted as "
            f"{quoted(it.instead.name, 40)} with those that were found. What do they lack? Add "
            f"training documents of that kind to {_name(it)}."
        )
    return (
        f"Read the {count_of(it.missed, 'missed document')} of {_name(it)}. What do they "
        "have in common? Their kind is rare in training, or the system's rules do not cover it."
    )


def _wrong(it: ClassAssessment) -> str:
    if it.training is not None and it.training.outweighs:
        return (
            f"Give the training documents of the other classes more weight, or label more of them: "
            f"{_name(it)} has {percent(it.training.share)} of the training documents, and draws "
            "those of the others to itself."
        )
    if it.truly is not None:
        return _tell_apart(it, it.truly.name)
    return (
        f"Read the {count_of(it.wrong, 'false alarm')} of {_name(it)}. What do they have in "
        f"common? Add such documents, without {_name(it)}, to the training documents."
    )


def _both(it: ClassAssessment) -> str:
    if (step := _outweighed(it)) is not None:
        return step
    if it.truly is not None:
        return _tell_apart(it, it.truly.name)
    return (
        f"Let two people label the errors of {_name(it)} again. Where they disagree, the "
        "class needs a clearer definition before it needs more training documents."
    )


def _few(it: ClassAssessment) -> str:
    more = f"about {amount_of(it.more)} more" if it.more > 0 else "more"
    documents = "document" if it.more == 1 else "documents"
    if not it.errors:
        return (
            f"Label {more} {documents} of {_name(it)} to test on: no error so far, but too few "
            "documents to judge."
        )
    return (
        f"Label {more} {documents} of {_name(it)} to test on. Until then, read its "
        f"{count_of(it.errors, 'error')}."
    )


def _close(it: ClassAssessment) -> str:
    errors = f"the {it.errors:,} errors" if it.errors > 1 else "the one error"
    read = f"Read {errors} of {_name(it)}: the class is borderline."
    if math.isnan(it.more):
        return read
    return f"{read} About {count_of(it.more, 'more document')} would decide."


def _never(it: ClassAssessment) -> str:
    if it.weakness is None:
        return _few(it)
    if (step := _outweighed(it)) is not None:
        return step
    if it.instead is not None:
        return _tell_apart(it, it.instead.name)
    return (
        f"Find out why {_name(it)} is never predicted: is its threshold out of reach, or was it "
        "unknown in training?"
    )


def _absent(it: ClassAssessment) -> str:
    return (
        f"Read the {count_of(it.wrong, 'document')} predicted as {_name(it)}: are labels "
        "missing, or does the class not belong to this collection?"
    )


def _nothing(it: ClassAssessment) -> str:
    return (
        f"Add documents of {_name(it)} to this split, or leave the class out: without them it "
        "cannot be judged."
    )


def _tell_apart(it: ClassAssessment, other: str) -> str:
    return (
        f"Show the system what tells {_name(it)} from {quoted(other, 40)}: label more "
        "documents of both."
    )


_STEPS: Mapping[ClassVerdict, Callable[[ClassAssessment], str]] = {
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


# --- the assessment of a class in words: its verdict, and the evidence for it. Plain text


WORDS: Mapping[ClassVerdict, str] = {
    "well": "high precision, high recall",
    "missed": "high precision, low recall",
    "wrong": "low precision, high recall",
    "both": "low precision, low recall",
    "few": "too few documents to judge",
    "close": "borderline",
    "never": "never predicted",
    "absent": "no documents here, but predicted",
    "nothing": "no documents here, never predicted",
}
# above the level that somebody set
GOOD = "handled well"
# where one of the two is clearly low, and the other cannot be told
LOW_RECALL: Mapping[ClassVerdict, str] = {
    "few": "low recall, precision unclear",
    "close": "low recall, borderline precision",
}
LOW_PRECISION: Mapping[ClassVerdict, str] = {
    "few": "low precision, recall unclear",
    "close": "low precision, borderline recall",
}
IN_ORDER = (
    GOOD,
    *(WORDS[v] for v in ("well", "missed", "wrong", "both")),
    *(words[v] for words in (LOW_RECALL, LOW_PRECISION) for v in words),
    *(WORDS[v] for v in ("close", "few", "never", "absent", "nothing")),
)

# shares below this say nothing of a class that its documents do not
SMALL_SHARE = 0.001


@dataclass(frozen=True, kw_only=True)
class ClassReading:
    """Plain text: the verdict names the class, the evidence is one sentence each.

    Recall and precision come first, then what the next step rests upon.
    """

    verdict: str
    evidence: list[str]
    next_step: str


def read_class(assessment: ClassAssessment) -> ClassReading:
    """What is to be said of one class."""
    return ClassReading(
        verdict=_verdict(assessment),
        evidence=_evidence(assessment),
        next_step=advice_on(assessment),
    )


def words_of(verdicts: ClassVerdicts) -> list[str]:
    """The verdict on each class, one of IN_ORDER."""
    words = np.array([WORDS[v] for v in VERDICTS], dtype=object)[verdicts.verdict]
    for low, said in ((verdicts.recall_low, LOW_RECALL), (verdicts.precision_low, LOW_PRECISION)):
        for verdict, replaced in said.items():
            words[low & (verdicts.verdict == VERDICTS.index(verdict))] = replaced
    words[verdicts.good] = GOOD
    return words.tolist()


def _verdict(it: ClassAssessment) -> str:
    unsure = it.verdict == "never" and not it.sure
    doubt = ", but too few documents to judge" if unsure else ""
    return f"{quoted(it.name, 60)}: {_words(it)}{doubt}"


def _words(it: ClassAssessment) -> str:
    if it.good:
        return GOOD
    if it.verdict in ("few", "close") and it.weakness is not None:
        return (LOW_RECALL if it.weakness == "missed" else LOW_PRECISION)[it.verdict]
    return WORDS[it.verdict]


def _evidence(it: ClassAssessment) -> list[str]:
    sentences = [_recall(it), _precision(it)]
    if it.better is not None:
        sentences.append(it.better.finding().what)
    if it.truly is not None:
        sentences.append(_wrong_ones(it, it.truly))
    if it.instead is not None:
        sentences.append(_missed_ones(it, it.instead))
    if it.bias is not None:
        sentences.append(_bias(it))
    if it.verdict == "close" and it.weakness is None and it.more > 0:
        sentences.append(
            f"About {count_of(it.more, 'more document')} of it would show on which side of "
            f"{it.cut:g} it is, at this rate of errors."
        )
    if it.many_errors:
        sentences.append(f"It has {percent(it.error_share, 1)} of all errors of all classes.")
    if it.unassigned:
        sentences.append(f"{it.unassigned:,} of {it.missed:,} missed got no class.")
    if it.training is not None and not it.training.reviewed:
        sentences.append(_training(it.training))
    return sentences


def _recall(it: ClassAssessment) -> str:
    if not it.positives:
        return "No document here is truly in the class, so recall is undefined."
    level = _level(it, "recall", it.recall, it.recall_interval, it.recall_clear)
    return f"Finds {amount_of(it.tp)} of {amount_of(it.positives)}: {level}."


def _precision(it: ClassAssessment) -> str:
    if not it.assigned:
        return "It is never predicted, so precision is undefined."
    level = _level(it, "precision", it.precision, it.precision_interval, it.precision_clear)
    return f"{amount_of(it.tp)} of {count_of(it.assigned, 'prediction')} right: {level}."


def _bias(it: ClassAssessment) -> str:
    """That the class is assigned too often or too seldom, with the numbers."""
    often = "too often" if it.bias == "over" else "too seldom"
    return (
        f"It is clearly predicted {often}: {count_of(it.fp, 'false alarm')} against "
        f"{amount_of(it.fn)} missed."
    )


def _level(it: ClassAssessment, measure: str, value: float, ends: Interval, clear: bool) -> str:
    """A value with its 95 % interval, and its side where that is clear and not in the verdict."""
    side = "high" if value >= it.cut else "low"
    shown = f"{measure} {figure_of(value, 2)} ({range_text(float(ends.low), float(ends.high), 2)})"
    return f"{shown}, clearly {side}" if clear and f"{side} {measure}" not in _words(it) else shown


def _wrong_ones(it: ClassAssessment, truly: StandsOut) -> str:
    return (
        f"{truly.documents:,} of {count_of(it.wrong, 'false alarm')} "
        f"{_are(truly.documents)} truly {quoted(truly.name, 40)}."
    )


def _missed_ones(it: ClassAssessment, instead: StandsOut) -> str:
    were = "was" if instead.documents == 1 else "were"
    return (
        f"{instead.documents:,} of {it.missed:,} missed {were} predicted as "
        f"{quoted(instead.name, 40)}."
    )


def _training(training: ClassTraining) -> str:
    documents = count_of(training.documents, "training document")
    if training.few:
        return f"Only {documents}, fewer than {training.least}."
    if min(training.share, training.share_here) < SMALL_SHARE:
        return f"It has {documents}."
    return (
        f"It has {documents} ({percent(training.share, 1)}; here "
        f"{percent(training.share_here, 1)})."
    )


def _are(count: float) -> str:
    return "is" if count == 1 else "are"
