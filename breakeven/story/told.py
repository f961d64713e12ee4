"""A review told in six screens, in words that need no explanation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from breakeven.comparison.comparison import Pair
from breakeven.comparison.paired_tests import right_documents
from breakeven.evaluation.average_intervals import AverageIntervals
from breakeven.evaluation.evaluation import Evaluation
from breakeven.findings.finding import Finding
from breakeven.labels.ceiling import Ceiling
from breakeven.records import Truth
from breakeven.selection.expression import Judged
from breakeven.story.beside import beside, best_by_documents, ways_of
from breakeven.story.examples import truly_and_given
from breakeven.story.failing import fails
from breakeven.story.people import people
from breakeven.story.pictures import (
    FEW,
    Few,
    Hundred,
    Sizes,
    WayKind,
    Wrong,
    of_hundred,
    so_many,
    whole_of,
)
from breakeven.story.screen import At, Counted, Screen, Sentence, numbers_from, sentence
from breakeven.story.shares import over_all, range_of
from breakeven.story.verdict import Verdict
from breakeven.text import amount_of, count_of, hundredths, listed, name_of, percent, quoted
from breakeven.workload.prices import Prices
from breakeven.workload.workload import Workload
from metrics.intervals import Interval
from metrics.measures import precision, recall

STEPS = 3
# findings by their code, whose titles hold a word of the field
PLAIN_TITLES = {
    "scores.inverse": "What it is surest of is most often wrong",
    "threshold.move": "Being more, or less, strict would do better",
    "calibration.off": "How sure it says it is does not match how often it is right",
}
# classes that the first screen shows
LARGEST = 7
WEIGHED = sentence("Documents count by their weights.")
OVERVIEW = "pages/overview.py"


@dataclass(frozen=True, kw_only=True)
class Known:
    """What a story is told of: an evaluation of at least one document, and what stands beside it.

    `drawn`: the intervals of shares, None where there are none.
    `others`: what other systems decide on the same documents. `before`: the same system in an
    earlier version, and now, on the documents of both.
    `ceiling`: what people reach against each other, and this system beside them, with the number
    of documents. `work`: how sure the system is of each document, None where nobody can say.
    `send`: the share of the documents that people look at.
    """

    truth: Truth
    evaluation: Evaluation
    verdict: Verdict
    drawn: AverageIntervals | None = None
    others: Sequence[Evaluation] = ()
    before: Pair | None = None
    ceiling: tuple[Ceiling, int] | None = None
    work: Workload | None = None
    prices: Prices = field(default_factory=Prices)
    send: float = 0.1


def story_of(known: Known) -> tuple[Screen, ...]:
    """The first five screens."""
    of = known.evaluation
    return (
        _what(known.truth, of),
        _minded(_good(known.truth, of, known.drawn), known.verdict),
        fails(known.truth, of, known.verdict),
        beside(of, known.others, known.before, known.ceiling, known.verdict),
        people(of, known.work, known.prices, known.send),
    )


def _what(truth: Truth, evaluation: Evaluation) -> Screen:
    name, k = quoted(evaluation.system), len(evaluation.classes)
    many = At(count_of(k, "class", "classes"), "pages/classes.py")
    if truth.positive is not None:
        what = sentence(f"{name} says of each document whether it is {quoted(truth.positive)}.")
    elif evaluation.one_of:
        what = sentence(f"{name} reads a document and gives it one of ", many, ".")
    else:
        what = sentence(f"{name} reads a document and says which of ", many, " it has.")
    right = np.flatnonzero(right_documents(evaluation) & (evaluation.document_tables.tp > 0))
    sizes = evaluation.tables.positives
    largest = np.argsort(-sizes, kind="stable")[:LARGEST]
    more = sentence("Here it was tried on documents for which the right answer is known.")
    # of a table of counts there is no document to show
    readable = truth.documents is not None
    number = count_of(evaluation.documents, "document")
    return Screen(
        key="what",
        number=Counted(number, evaluation.documents, None)
        if readable
        else At(number, "pages/confusion.py"),
        said=what,
        more=(more,),
        pictures=(
            Sizes(
                names=tuple(evaluation.classes[c] for c in largest),
                documents=tuple(float(sizes[c]) for c in largest),
                more=k - len(largest),
            ),
        ),
        examples=tuple(
            ("It got this one right.", int(evaluation.rows[d])) for d in right[:1] if readable
        ),
    )


def _good(truth: Truth, evaluation: Evaluation, drawn: AverageIntervals | None) -> Screen:
    what = "the right class" if evaluation.one_of else "exactly the right classes"
    judged = evaluation.judged_pairs > 0
    right, n = int((right_documents(evaluation) & judged).sum()), int(judged.sum())
    # where nobody judged a document at all, the filter keeps it and this number does not
    got = (
        Counted(amount_of(right), right, Judged("right"))
        if n == evaluation.documents
        else At(amount_of(right), OVERVIEW)
    )
    classes = [] if evaluation.one_of else _of_classes(evaluation, drawn)
    weighed = [] if evaluation.weights is None else [WEIGHED]
    if evaluation.documents < FEW and n == evaluation.documents:
        return Screen(
            key="good",
            number=At(f"{right:,} of {n:,}", OVERVIEW),
            said=sentence(
                f"Of {count_of(n, 'document')} here, ",
                got,
                f" {'gets' if right == 1 else 'get'} {what}.",
            ),
            more=(*weighed, *(said for said, _ in classes)),
            pictures=(_each(truth, evaluation),),
        )
    ends = None if drawn is None else drawn.exact_match
    counted = f"{right:,} of {count_of(n, 'document')}" if not weighed else "by their weights"
    picture = _hundred("Documents", "all right", "wrong", evaluation.exact_match, ends, counted)
    share = hundredths(evaluation.exact_match)
    more = (
        [*weighed] if weighed else [sentence("Counted: ", got, f" of {count_of(n, 'document')}.")]
    )
    if ends is not None and ends.low < ends.high:
        within = range_of(float(ends.low), float(ends.high))
        more.append(sentence(*numbers_from(OVERVIEW, over_all([within]))))
    return Screen(
        key="good",
        number=At(f"{share} of 100", OVERVIEW),
        said=sentence("Of 100 documents, ", At(share, OVERVIEW), f" get {what}."),
        more=(*more, *(said for said, _ in classes)),
        pictures=(picture, *(each for _, each in classes)),
    )


def _minded(screen: Screen, verdict: Verdict) -> Screen:
    """A screen with why its number may promise too much, if anything says so."""
    mind = verdict.said("mind")
    if not mind:
        return screen
    return replace(screen, more=(*screen.more, sentence(*numbers_from(OVERVIEW, mind))))


def _of_classes(
    evaluation: Evaluation, drawn: AverageIntervals | None
) -> list[tuple[Sentence, Hundred]]:
    """Of all classes that are true; and, apart from them, of all that were given."""
    pooled = evaluation.tables.pooled()
    hits = amount_of(float(pooled.tp))
    ends = {} if drawn is None else drawn.micro
    said = []
    if (of := float(pooled.positives)) > 0:
        picture = _hundred(
            "Classes to find", "found", "missed", share := float(recall(pooled)),
            ends.get("recall"), f"{hits} of {amount_of(of)}",
        )  # fmt: skip
        number = At(hundredths(share), OVERVIEW)
        said.append((sentence("Of 100 classes to find, it finds ", number, "."), picture))
    if (of := float(pooled.assigned)) > 0:
        picture = _hundred(
            "Classes given", "right", "extra", share := float(precision(pooled)),
            ends.get("precision"), f"{hits} of {amount_of(of)}",
        )  # fmt: skip
        number = At(hundredths(share), OVERVIEW)
        said.append((sentence("Of 100 classes that it gives, ", number, " are right."), picture))
    return said


def _hundred(
    name: str, yes: str, wrong: Wrong, share: float, ends: Interval | None, counted: str
) -> Hundred:
    right = of_hundred(share)
    low, high = right, right
    if ends is not None and not np.isnan(ends.low):
        low, high = of_hundred(float(ends.low)), of_hundred(float(ends.high))
    no = {"wrong": "something wrong", "missed": "missed", "extra": "false alarm"}[wrong]
    return Hundred(
        name=name, right=right, low=low, high=high, yes=yes, no=no, wrong=wrong, counted=counted
    )


def _each(truth: Truth, evaluation: Evaluation) -> Few:
    """The documents themselves."""
    every = range(evaluation.documents)
    said = [truly_and_given(evaluation, d) for d in every]
    ids = truth.documents
    return Few(
        names=tuple(
            f"document {d + 1}" if ids is None else name_of(ids[evaluation.rows[d]]) for d in every
        ),
        true=tuple(true for true, _ in said),
        called=tuple(called for _, called in said),
        right=tuple(right_documents(evaluation).tolist()),
    )


def what_to_decide(
    evaluation: Evaluation, findings: Sequence[Finding], work: Workload | None, send: float
) -> Screen:
    """The last screen: the question, what may be chosen, and what would help most.

    `findings`: in their order; `work` and `send` as for `Known`.
    """
    of = whole_of(evaluation)
    right = At(so_many(evaluation.exact_match, of), OVERVIEW)
    ways: list[tuple[str, float, WayKind]] = [("as it is", evaluation.exact_match, "mine")]
    if work is not None and (step := work.sending(send)).documents:
        ways.append((f"people look at {percent(step.share)}", 1 - step.wrong, "before"))
    ways.append((*best_by_documents(evaluation), "fixed"))
    steps = [_step(evaluation, finding) for finding in findings[:STEPS]]
    return Screen(
        key="decide",
        number=At(f"{right.text} of {of}", OVERVIEW),
        said=sentence(
            "Is it right often enough for what it is to do: for ",
            right,
            f" of {count_of(of, 'document')}?",
        ),
        more=tuple(steps) or (sentence("Nothing was found that should be mended first."),),
        pictures=(ways_of(ways, of),),
    )


def plain_title(code: str, title: str) -> str:
    """What a finding is called to somebody who has never heard of any measure."""
    return PLAIN_TITLES.get(code, title)


def _step(evaluation: Evaluation, finding: Finding) -> Sentence:
    """What to do about a finding is behind the link; here is what it is, and of which classes."""
    title = At(plain_title(finding.code, finding.title), "pages/guidance.py")
    if not finding.classes:
        return sentence(title, ".")
    return sentence(title, f": {listed([evaluation.classes[c] for c in finding.classes], 3)}.")
