"""A review told in six screens, in words that need no explanation.

What it does, how good it is, where it fails, what people still have to do, what is to be decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from breakeven.analysis.advice.findings_list import first_steps
from breakeven.analysis.annotators.ceiling import Ceiling
from breakeven.analysis.comparison.comparison import SystemPair
from breakeven.analysis.comparison.fixed_answer import best_by_documents, fixed_name
from breakeven.analysis.comparison.paired_tests import right_documents
from breakeven.analysis.documents.reading_order import score_at
from breakeven.analysis.evaluation.average_intervals import AverageIntervals
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings.finding import Finding
from breakeven.analysis.selection.expression import ClassTerm, Judged
from breakeven.analysis.story.comparison_screen import comparison_screen, ways_of
from breakeven.analysis.story.plain_shares import ends_text
from breakeven.analysis.story.screen_parts import (
    FEW_DOCUMENTS,
    ClassFlow,
    FewDocuments,
    FilteredNumber,
    Hundred,
    LargestClasses,
    PageNumber,
    Screen,
    Sentence,
    WayKind,
    WrongKind,
    link_numbers,
    of_hundred,
    sentence,
    shares_out_of,
    so_many,
)
from breakeven.analysis.story.verdict import PlainVerdict
from breakeven.analysis.workload.costs import Prices, monthly_mistakes
from breakeven.analysis.workload.workload import Workload, WorkloadStep
from breakeven.data.records import Truth
from breakeven.data.wording import (
    amount_of,
    count_of,
    listed,
    name_of,
    percent,
    quoted,
)
from metrics.measures import precision, recall
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval

# --- what one document truly is and what it was given, in words


def truly_and_given(evaluation: Evaluation, position: int) -> tuple[str, str]:
    """The classes of the document at a position of an evaluation: the true ones, those given."""
    names_of_classes = (
        [evaluation.classes[c] for c in matrix[[position]].nonzero()[1]]
        for matrix in (evaluation.truth, evaluation.assigned)
    )
    true, called = (listed(names) if names else "no class" for names in names_of_classes)
    return true, called


# --- where it fails: the class with most mistakes, where its documents go, and two of them


def failing_screen(truth: Truth, evaluation: Evaluation, verdict: PlainVerdict) -> Screen:
    """The screen on the class with most mistakes."""
    tables = evaluation.tables
    errors = tables.fp + tables.fn
    c = int(np.argmax(errors))
    name = evaluation.classes[c]
    if not errors[c]:
        headline = sentence("It makes no error on these documents.")
        return Screen(key="fails", number=PageNumber("0", "classes"), headline=headline, more=())
    missed, extra = float(tables.fn[c]), float(tables.fp[c])
    share = percent(float(errors[c] / errors.sum()))
    more = [
        sentence(
            "It misses ",
            FilteredNumber(count_of(missed, "document"), missed, ClassTerm("missed", name)),
            " of this class.",
        ),
        sentence(
            "It raises ",
            FilteredNumber(count_of(extra, "false alarm"), extra, ClassTerm("extra", name)),
            ".",
        ),
        sentence("That is ", PageNumber(share, "next_steps"), " of all errors."),
        sentence(*link_numbers("classes", verdict.answer_text("classes"))),
    ]
    if evaluation.weights is not None:
        more.append(sentence("Documents count by their weights."))
    return Screen(
        key="fails",
        number=PageNumber(quoted(name), "classes", (("class", name),)),
        headline=sentence("No class has more errors."),
        more=tuple(more),
        pictures=(
            ClassFlow(
                name=name,
                found=float(tables.tp[c]),
                missed=missed,
                extra=extra,
                rest=float(tables.tn[c]),
            ),
        ),
        examples=()
        if truth.documents is None
        else (
            *_clearest(evaluation, c, "fn", "Missed."),
            *_clearest(evaluation, c, "fp", "A false alarm."),
        ),
    )


def _clearest(evaluation: Evaluation, c: int, cell: str, why: str) -> list[tuple[str, int]]:
    """The document of a cell of which the system was surest, by its score where it has one."""
    positions = evaluation.documents_in_cell(c, cell)
    if not len(positions):
        return []
    at: Array = positions
    if evaluation.scored.has_scores:
        scores = score_at(evaluation.scored.scores, np.full(len(positions), c), positions)
        known = np.nan_to_num(scores, nan=-np.inf)
        at = positions[np.argsort(known if cell == "fn" else -known, kind="stable")]
    return [(why, int(evaluation.rows[at[0]]))]


# --- what people still have to do, and what mistakes cost


COSTS_CHOICE = (("human_review.part", "costs"),)


def people_screen(
    evaluation: Evaluation, work: Workload | None, prices: Prices, send: float
) -> Screen:
    """The screen on the work of people. `send`: the share of the documents that they look at."""
    if work is None or not work.evaluation.documents:
        wrong = int((~right_documents(evaluation)).sum())
        number = FilteredNumber(amount_of(wrong), wrong, Judged("wrong"))
        return Screen(
            key="people",
            number=number,
            headline=sentence(
                "So many documents are wrong, and people would have to review every document to "
                "find them: how certain the system is of each is not known."
            ),
            more=(_cost_of_mistakes(evaluation, prices),),
            pictures=(_without_people_shown(evaluation),)
            if shares_out_of(evaluation) == 100
            else (),
        )
    before, step = work.nothing_sent(), work.sending(send)
    total = shares_out_of(work.evaluation)
    now, then = so_many(before.wrong, total), so_many(step.wrong, total)
    reviewed = PageNumber(percent(step.share), "human_review")
    return Screen(
        key="people",
        number=PageNumber(f"{now} → {then}", "human_review"),
        headline=sentence(
            "So many documents",
            "" if total == work.evaluation.documents else " of a hundred",
            " are wrong, before and after people review the least certain ",
            reviewed,
            ".",
        ),
        more=(
            sentence("Assumes reviewers correct every error they see."),
            *_month_of_people(step, prices, send),
            _cost_of_mistakes(work.evaluation, prices),
            *_with_people(work, step, prices),
        ),
        pictures=(_with_people_shown(work, step),) if total == 100 else (),
    )


def _without_people_shown(evaluation: Evaluation) -> Hundred:
    right = of_hundred(evaluation.exact_match)
    return Hundred(
        name="Without people",
        right=right,
        low=right,
        high=right,
        yes="right",
        no="wrong somewhere",
        wrong="wrong",
        counted=_counted(evaluation, evaluation.exact_match),
    )


def _with_people_shown(work: Workload, step: WorkloadStep) -> Hundred:
    return Hundred(
        name="With people",
        right=100 - of_hundred(step.wrong),
        low=100 - of_hundred(float(step.wrong_interval.high)),
        high=100 - of_hundred(float(step.wrong_interval.low)),
        yes="right or reviewed",
        no="still wrong",
        wrong="wrong",
        counted=_counted(work.evaluation, 1 - step.wrong),
    )


def _counted(evaluation: Evaluation, share: float) -> str:
    """This share of the documents as it was counted, in words."""
    if evaluation.weights is not None:
        return "by their weights"
    n = evaluation.documents
    return f"{round(share * n):,} of {count_of(n, 'document')}"


def _month_of_people(step: WorkloadStep, prices: Prices, send: float) -> tuple[Sentence, Sentence]:
    # documents are whole: of few the nearest share below is reached, of a month the one asked for
    near = abs(step.share - send) * len(step.sent) < 1
    documents = round((send if near else step.share) * prices.volume)
    hours = PageNumber(f"{documents * prices.minutes / 60:,.1f} hours", "human_review")
    reviewed = PageNumber(count_of(documents, "document"), "human_review")
    return sentence("That is ", reviewed, " a month."), sentence(
        "Reviewing them takes ", hours, "."
    )


def _cost_of_mistakes(evaluation: Evaluation, prices: Prices) -> Sentence:
    """What the mistakes of a month cost, in the user's own unit."""
    of = monthly_mistakes(evaluation, prices)
    return sentence(of.before, PageNumber(of.amount, "human_review", COSTS_CHOICE), of.after)


def _with_people(work: Workload, step: WorkloadStep, prices: Prices) -> list[Sentence]:
    if not step.documents:
        return []
    left = PageNumber(prices.text_of(step.cost * prices.volume), "human_review", COSTS_CHOICE)
    worth = prices.text_of(work.price_of_review(step))
    price = PageNumber(worth, "human_review", COSTS_CHOICE)
    with_review = " with the review" if prices.review else ""
    return [
        sentence("After the review it is ", left, f"{with_review}."),
        sentence("Reviewing a document pays off if it costs less than ", price, "."),
    ]


# --- a review told in six screens, in words that need no explanation


STEPS = 3
# findings by their code, whose titles hold a word of the field
PLAIN_TITLES = {
    "scores.inverse": "What it is surest of is most often wrong",
    "threshold.one-for-all": "Being equally strict with all classes would do better",
    "threshold.tuned-here": "Its strictness was chosen on these very documents",
    "threshold.move": "Being more, or less, strict would do better",
    "calibration.off": "How sure it says it is does not match how often it is right",
}
# classes that the first screen shows
LARGEST = 7
WEIGHED = sentence("Documents count by their weights.")


@dataclass(frozen=True, kw_only=True)
class StoryInput:
    """What a story is told of: an evaluation of at least one document, and what stands beside it.

    `drawn`: the intervals of shares, None where there are none.
    `others`: what other systems decide on the same documents. `before`: the same system in an
    earlier version, and now, on the documents of both.
    `ceiling`: what people reach against each other, and this system beside them, with the number
    of documents. `work`: how sure the system is of each document, None where nobody can say.
    `send`: the share of the documents that people look at. `target`: what is reached of it, in
    words.
    """

    truth: Truth
    evaluation: Evaluation
    verdict: PlainVerdict
    drawn: AverageIntervals | None = None
    others: Sequence[Evaluation] = ()
    before: SystemPair | None = None
    ceiling: tuple[Ceiling, int] | None = None
    work: Workload | None = None
    prices: Prices = field(default_factory=Prices)
    send: float = 0.1
    target: str = ""


def story_of(story: StoryInput) -> tuple[Screen, ...]:
    """The first five screens."""
    evaluation = story.evaluation
    return (
        _what(story.truth, evaluation),
        _minded(_good(story.truth, evaluation, story.drawn), story.verdict),
        failing_screen(story.truth, evaluation, story.verdict),
        comparison_screen(evaluation, story.others, story.before, story.ceiling, story.verdict),
        people_screen(evaluation, story.work, story.prices, story.send),
    )


def _what(truth: Truth, evaluation: Evaluation) -> Screen:
    name, k = quoted(evaluation.system), len(evaluation.classes)
    many = PageNumber(count_of(k, "class", "classes"), "classes")
    if truth.positive is not None:
        what = sentence(f"{name} predicts whether a document is {quoted(truth.positive)}.")
    elif evaluation.one_of:
        what = sentence(f"{name} reads a document and predicts one of ", many, ".")
    else:
        what = sentence(f"{name} reads a document and predicts which of ", many, " it has.")
    right = np.flatnonzero(right_documents(evaluation) & (evaluation.document_tables.tp > 0))
    sizes = evaluation.tables.positives
    largest = np.argsort(-sizes, kind="stable")[:LARGEST]
    more = sentence("It is measured on documents whose right answer is known.")
    # of a table of counts there is no document to show
    readable = truth.documents is not None
    number = count_of(evaluation.documents, "document")
    return Screen(
        key="what",
        number=FilteredNumber(number, evaluation.documents, None)
        if readable
        else PageNumber(number, "confusions"),
        headline=what,
        more=(more,),
        pictures=(
            LargestClasses(
                names=tuple(evaluation.classes[c] for c in largest),
                documents=tuple(float(sizes[c]) for c in largest),
                more=k - len(largest),
            ),
        ),
        examples=tuple(("Right.", int(evaluation.rows[d])) for d in right[:1] if readable),
    )


def _good(truth: Truth, evaluation: Evaluation, drawn: AverageIntervals | None) -> Screen:
    right_text = "right" if evaluation.by_documents else "completely right"
    judged = evaluation.judged_pairs > 0
    right, n = int((right_documents(evaluation) & judged).sum()), int(judged.sum())
    classes = [] if evaluation.one_of else _of_classes(evaluation, drawn)
    weighed = [] if evaluation.weights is None else [WEIGHED]
    if evaluation.documents < FEW_DOCUMENTS and n == evaluation.documents:
        return Screen(
            key="good",
            number=PageNumber(f"{right:,} of {n:,}", "summary"),
            headline=sentence(f"So many documents are {right_text}."),
            more=(*weighed, *(text for text, _ in classes)),
            pictures=(_each(truth, evaluation),),
        )
    ends = None if drawn is None else drawn.exact_match
    counted = f"{right:,} of {count_of(n, 'document')}" if not weighed else "by their weights"
    picture = _hundred("Documents", "all right", "wrong", evaluation.exact_match, ends, counted)
    more = [*weighed]
    if ends is not None and ends.low < ends.high:
        within = ends_text(float(ends.low), float(ends.high)).replace(" to ", "–")
        expected = PageNumber(f"{within} %", "summary")
        more.append(sentence("Expect ", expected, " on similar documents."))
    return Screen(
        key="good",
        number=PageNumber(percent(evaluation.exact_match), "summary"),
        headline=sentence(f"This is the share of documents that are {right_text}."),
        more=(*more, *(text for text, _ in classes)),
        pictures=(picture, *(each for _, each in classes)),
    )


def _minded(screen: Screen, verdict: PlainVerdict) -> Screen:
    """A screen with why its number may promise too much, if anything says so."""
    mind = verdict.answer_text("mind")
    if not mind:
        return screen
    return replace(screen, more=(*screen.more, sentence(*link_numbers("summary", mind))))


def _of_classes(
    evaluation: Evaluation, drawn: AverageIntervals | None
) -> list[tuple[Sentence, Hundred]]:
    """Of all labels that are true; and, apart from them, of all that were predicted."""
    pooled = evaluation.tables.pooled()
    hits = amount_of(float(pooled.tp))
    ends = {} if drawn is None else drawn.micro
    parts = []
    if (total := float(pooled.positives)) > 0:
        picture = _hundred(
            "True labels", "found", "missed", share := float(recall(pooled)),
            ends.get("recall"), f"{hits} of {amount_of(total)}",
        )  # fmt: skip
        number = PageNumber(percent(share), "summary")
        parts.append((sentence("It finds ", number, " of the true labels."), picture))
    if (total := float(pooled.assigned)) > 0:
        picture = _hundred(
            "Predicted labels", "right", "extra", share := float(precision(pooled)),
            ends.get("precision"), f"{hits} of {amount_of(total)}",
        )  # fmt: skip
        number = PageNumber(percent(share), "summary")
        parts.append((sentence("Of its predicted labels, ", number, " are right."), picture))
    return parts


def _hundred(
    name: str, yes: str, wrong: WrongKind, share: float, ends: Interval | None, counted: str
) -> Hundred:
    right = of_hundred(share)
    low, high = right, right
    if ends is not None and not np.isnan(ends.low):
        low, high = of_hundred(float(ends.low)), of_hundred(float(ends.high))
    no = {"wrong": "something wrong", "missed": "missed", "extra": "false alarm"}[wrong]
    return Hundred(
        name=name, right=right, low=low, high=high, yes=yes, no=no, wrong=wrong, counted=counted
    )


def _each(truth: Truth, evaluation: Evaluation) -> FewDocuments:
    """The documents themselves."""
    every = range(evaluation.documents)
    classes = [truly_and_given(evaluation, d) for d in every]
    ids = truth.documents
    return FewDocuments(
        names=tuple(
            f"document {d + 1}" if ids is None else name_of(ids[evaluation.rows[d]]) for d in every
        ),
        true=tuple(true for true, _ in classes),
        called=tuple(called for _, called in classes),
        right=tuple(right_documents(evaluation).tolist()),
    )


def what_to_decide(
    evaluation: Evaluation,
    findings: Sequence[Finding],
    work: Workload | None,
    send: float,
    target: str,
) -> Screen:
    """The last screen: whether the target is reached, what may be chosen, what would help most.

    `findings`: in their order; `work` and `send` as for `StoryInput`; `target`: what is reached of
    it, or that there is none.
    """
    total = shares_out_of(evaluation)
    right = so_many(evaluation.exact_match, total)
    shown = percent(evaluation.exact_match) if total == 100 else f"{right} of {total}"
    ways: list[tuple[str, float, WayKind]] = [("as it is", evaluation.exact_match, "mine")]
    if work is not None and (step := work.sending(send)).documents:
        ways.append((f"people review {percent(step.share)}", 1 - step.wrong, "before"))
    best = best_by_documents(evaluation)
    ways.append((fixed_name(evaluation.classes, best.classes), best.exact_match, "fixed"))
    steps = [_step(evaluation, finding) for finding in first_steps(findings)[:STEPS]]
    return Screen(
        key="decide",
        number=PageNumber(shown, "summary"),
        headline=sentence(*link_numbers("summary", target)),
        more=tuple(steps) or (sentence("Nothing was found that should be fixed first."),),
        pictures=(ways_of(ways, total),),
    )


def plain_title(code: str, title: str) -> str:
    """What a finding is called to somebody who has never heard of any measure."""
    return PLAIN_TITLES.get(code, title)


def _step(evaluation: Evaluation, finding: Finding) -> Sentence:
    """What to do about a finding is behind the link; here is what it is, and of which classes."""
    title = PageNumber(plain_title(finding.code, finding.title), "next_steps")
    if not finding.classes:
        return sentence(title, ".")
    return sentence(title, f": {listed([evaluation.classes[c] for c in finding.classes], 3)}.")
