"""How good a system is in a few plain answers, each with its condition, the same at every door."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from scipy import sparse

from breakeven.comparison.bounds import paired_difference
from breakeven.comparison.claims import Claim
from breakeven.comparison.common import Settings, SharedDocuments, values_of
from breakeven.comparison.comparison import Pair, SideBySide
from breakeven.evaluation.average_intervals import decided, exactly_right, micro_intervals
from breakeven.evaluation.counted import AnyEvaluation
from breakeven.evaluation.evaluation import Evaluation
from breakeven.findings.class_assessment import relatively_weak, weaknesses
from breakeven.findings.limits import Limits
from breakeven.records import Truth
from breakeven.selection import Where
from breakeven.selection.leaks import LeakSides
from breakeven.splits import learnt_from
from breakeven.text import amount_of, count_of, listed, quoted
from metrics import measures
from metrics.average_intervals import mean_interval
from metrics.class_verdicts import VERDICTS, class_verdicts
from metrics.intervals import Interval, precision_interval, recall_interval
from metrics.tallies import ContingencyTable
from metrics.typing import EQUAL, Array

Key = Literal["good", "simple", "before", "classes", "mind"]
# fewer documents are counted themselves, and not as so many of 100
FEW = 20
# on each side of the difference to a fixed answer
SURE = 0.025
# of the classes that are not good enough
NAMED = 3


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What is asked of a system, and the answer in plain text, names in quotation marks."""

    key: Key
    question: str
    said: str


@dataclass(frozen=True)
class Verdict:
    """Answers in the order of `Key`; those that nobody can give are left out."""

    answers: tuple[Answer, ...]

    def __str__(self) -> str:
        return "\n".join(f"{of.question} {of.said}" for of in self.answers)

    def said(self, key: Key) -> str:
        """One answer, "" where nobody can give it."""
        return next((of.said for of in self.answers if of.key == key), "")

    def as_data(self) -> list[dict[str, str]]:
        """Questions and answers, ready for JSON."""
        return [{"question": of.question, "answer": of.said} for of in self.answers]


@dataclass(frozen=True, kw_only=True)
class _Share:
    """So many of some documents or decisions, and where the share may lie; in [0, 1] or NaN."""

    hits: float
    of: float
    interval: Interval

    @property
    def value(self) -> float:
        return float(measures.ratio(self.hits, self.of))

    def __str__(self) -> str:
        if self.of < FEW:
            return f"{amount_of(self.hits)} of {amount_of(self.of)}"
        return f"{_of_hundred(self.value)} of 100"

    @property
    def ends(self) -> str:
        """From where to where of 100; empty where that is not known, or too few to tell."""
        low, high = (float(end) for end in (self.interval.low, self.interval.high))
        if self.of < FEW or np.isnan(low):
            return ""
        ends = [_of_hundred(end) for end in (low, high)]
        return ends[0] if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"


def verdict_of(
    truth: Truth,
    evaluation: Evaluation,
    limits: Limits,
    *,
    where: Where | None = None,
    leaks: LeakSides | None,
    before: Pair | None,
) -> Verdict:
    """The verdict on an evaluation.

    `where`: the filter it was restricted to; `leaks`: the result with and without documents that
    are in an earlier split too; `before`: an earlier version and this one on F, None where none
    stands beside. `limits.cut`: from which precision and recall on a class is not weak.
    """
    if not evaluation.documents:
        none = Answer(key="good", question="How good is it?", said="There is no document here.")
        return Verdict((none,))
    found = [_good(truth, evaluation, where), _simple(evaluation)]
    found += [] if before is None else [_before(before)]
    found.append(_classes(evaluation, limits))
    if mind := " ".join(_minded(truth, evaluation, leaks)):
        found.append(Answer(key="mind", question="What must be kept in mind?", said=mind))
    return Verdict(tuple(found))


def _of_hundred(share: float) -> str:
    """How many of 100, with a digit more where all or none would not be true."""
    whole = f"{100 * share:.0f}"
    return f"{100 * share:.1f}" if whole in ("0", "100") and 0 < share < 1 else whole


def _good(truth: Truth, evaluation: Evaluation, where: Where | None) -> Answer:
    documents = count_of(evaluation.documents, "document")
    on = "this" if evaluation.documents == 1 else "these"
    on = f"On {on} {documents}"
    on += "" if evaluation.split is None else f" of {quoted(evaluation.split)}"
    on += "" if where is None else f" where {quoted(where.text, 200)}"
    shares = _shares(truth, evaluation)
    said = [f"{on}, {_told(truth, evaluation, shares)}."]
    ends = [share.ends for share in shares]
    if all(ends):
        said.append(f"On other documents like these it would be {', and '.join(ends)} of 100.")
    elif all(share.of for share in shares):
        said.append("So few say little of how it does on others.")
    if evaluation.weights is not None:
        said.append("Documents count by their weights.")
    return Answer(key="good", question="How good is it?", said=" ".join(said))


def _shares(truth: Truth, evaluation: Evaluation) -> list[_Share]:
    """The share of documents with their class; or of true classes found, and of those given."""
    positive = _positive(truth, evaluation)
    if positive is None and evaluation.one_of:
        right, counted = exactly_right(evaluation)
        ends = mean_interval(right, counted, decided(evaluation).gathered)
        weights = 1.0 if evaluation.weights is None else evaluation.weights
        hits, of = (float(np.sum(weights * n)) for n in (right, counted))
        return [_Share(hits=hits, of=of, interval=ends)]
    if positive is None:
        of_precision, of_recall, _ = micro_intervals(evaluation, 1.0)
        table: ContingencyTable = evaluation.tables.pooled()
    else:
        table = evaluation.tables[positive]
        of_precision, of_recall = precision_interval(table), recall_interval(table)
    hits = float(table.tp)
    return [
        _Share(hits=hits, of=float(table.positives), interval=of_recall),
        _Share(hits=hits, of=float(table.assigned), interval=of_precision),
    ]


def _positive(truth: Truth, evaluation: Evaluation) -> int | None:
    """The class that a yes-or-no task is about; None where there is none."""
    if truth.positive is None or truth.positive not in evaluation.classes:
        return None
    return evaluation.classes.index(truth.positive)


def _told(truth: Truth, evaluation: Evaluation, shares: list[_Share]) -> str:
    """The shares in the words of the task; plain text, without a full stop."""
    system = quoted(evaluation.system)
    if len(shares) == 1:
        return f"{system} gives {shares[0]} the right class"
    found, named = shares
    positive = _positive(truth, evaluation)
    if positive is not None:
        name = quoted(evaluation.classes[positive])
        start = f"{system} finds {found} that are {name}"
        calls, none = f"{named} that it calls so are", f"none is {name}"
    else:
        start = f"{system} finds {found} true classes"
        calls, none = f"{named} that it names are right", "no document has a class"
    if not named.of:
        return f"{start if found.of else none}; {system} names none"
    return f"{start}; {calls}" if found.of else f"{none}, so all that {system} names is wrong"


def _simple(evaluation: Evaluation) -> Answer:
    """Beside the best that one answer for every document could do."""
    c = int(np.argmax(evaluation.tables.positives))
    name = quoted(evaluation.classes[c])
    question = "Is it better than always saying one class?"
    if not evaluation.tables.positives[c] > 0:
        return Answer(key="simple", question=question, said="That cannot be told: nothing is true.")
    fixed = replace(evaluation, assigned=_always(evaluation, c))
    common, settings = SharedDocuments((fixed, evaluation), (0, 0)), Settings("f", 1.0, "zero", ())
    both = values_of(fixed, settings), values_of(evaluation, settings)
    side = SideBySide(common, settings, both, None, 0)
    difference = paired_difference(side, "micro")
    points = float(difference.points[0])
    # 0/0 of a system that names nothing is no better than anything
    if np.isnan(points) and not float(evaluation.tables.assigned.sum()):
        points = -1.0
    ends = difference.bounds(np.array([SURE]))
    claim = _claim(points, float(ends.low[0]), float(ends.high[0]))
    would = f"always saying {name} would {_instead(fixed, evaluation)}"
    return Answer(key="simple", question=question, said=f"{_better(claim, points)}: {would}.")


def _always(evaluation: Evaluation, c: int) -> sparse.csc_array:
    """One class for every document."""
    n, k = evaluation.assigned.shape
    ends = np.where(np.arange(k + 1) > c, n, 0)
    return sparse.csc_array((np.ones(n, dtype=bool), np.arange(n), ends), shape=(n, k))


def _claim(points: float, low: float, high: float) -> Claim:
    if np.isnan(points):
        return "undefined"
    if abs(points) <= EQUAL:
        return "same"
    if np.isnan(low):
        return "untested"
    return "beyond" if low > 0 or high < 0 else "chance"


def _better(claim: Claim, points: float) -> str:
    """Whether, and how surely; to be followed by the numbers."""
    more = points > 0
    answers: dict[Claim, str] = {
        "beyond": "Yes, surely" if more else "No, it is surely worse",
        "edge": "Perhaps" if more else "No, perhaps worse",
        "chance": "Perhaps, but this may be chance" if more else "No, but this may be chance",
        "few": "Not known, too few documents tell the two apart",
        "same": "No, just as good",
        "untested": "Yes here, but too few documents are here to be sure"
        if more
        else "Not here, but too few documents are here to be sure",
        "undefined": "That cannot be told",
    }
    return answers[claim]


def _instead(other: Evaluation, mine: Evaluation) -> str:
    """What another way of deciding does beside this one, in the same words."""
    both = other.tables.pooled(), mine.tables.pooled()
    found = _beside(*((table.tp, table.positives) for table in both))
    if mine.one_of and other.one_of:
        return f"be right for {found[0]}, this is for {found[1]}"
    right = _beside(*((table.tp, table.assigned) for table in both))
    return f"find {found[0]}, with {right[0]} right; this finds {found[1]}, with {right[1]} right"


def _beside(*shares: tuple[Array, Array]) -> list[str]:
    """Shares in words, with a digit more where they would look alike and are not."""
    unknown = Interval(np.nan, np.nan)
    found = [_Share(hits=float(n), of=float(of), interval=unknown) for n, of in shares]
    said = ["none" if not share.of else str(share) for share in found]
    values = [share.value for share in found]
    if len(set(said)) == 1 and np.ptp(values) > EQUAL:
        return [f"{100 * value:.1f} of 100" for value in values]
    return said


def _before(pair: Pair) -> Answer:
    """Beside an earlier version, as Compare sets the two against each other."""
    points = float(pair.averages["micro"].points)
    n = count_of(pair.new.documents, "document")
    said = (
        f"{_better(pair.claim('micro'), points)}: on {n} that both know, it would "
        f"{_instead(pair.old, pair.new)}."
    )
    question = f"Is it better than {quoted(pair.old.system)}?"
    return Answer(key="before", question=question, said=said)


@dataclass(frozen=True)
class Standing:
    """How the classes stand that have documents, `there` of them.

    `weak`: those of which precision or recall is surely low, by index, most errors first; of
    `unknown` others there are too few documents to tell.
    """

    there: int
    weak: Array
    unknown: int


def standing_of(evaluation: AnyEvaluation, cut: float) -> Standing:
    """How they stand at a cut in [0, 1] of precision and recall."""
    tables = evaluation.tables
    verdicts = class_verdicts(tables, cut)
    there = tables.positives > 0
    weak = (weaknesses(verdicts) != np.array(None)) & there
    words = np.array(VERDICTS, dtype=object)[verdicts.verdict]
    worst = np.flatnonzero(weak)
    return Standing(
        int(there.sum()),
        worst[np.argsort(-(tables.fp + tables.fn)[worst], kind="stable")],
        int(np.sum(np.isin(words, ("few", "never")) & there & ~weak)),
    )


def _classes(evaluation: Evaluation, limits: Limits) -> Answer:
    """Which classes it fails on, which cannot be told, and which are only weaker than others."""
    found = standing_of(evaluation, limits.cut)
    said = [_failing(evaluation, found.weak, found.there, limits.cut)]
    if not len(found.weak) and len(weaker := relatively_weak(evaluation, 1.0)[0]):
        said.append(f"Surely weaker than most: {_names(evaluation, weaker)}.")
    if found.unknown:
        of = _of(found.unknown, found.there)
        said.append(f"For {of} there are too few documents to tell.")
    question = "For which classes is it not good enough?"
    return Answer(key="classes", question=question, said=" ".join(said))


def _of(some: int, k: int) -> str:
    """So many of all classes that have documents."""
    return f"{amount_of(some)} of {count_of(k, 'class', 'classes')}"


def _failing(evaluation: Evaluation, weak: Array, k: int, cut: float) -> str:
    half = "half" if cut == 0.5 else f"{100 * cut:.0f} of 100"
    if not k:
        return "No class has a document here."
    if not len(weak):
        return f"None of {count_of(k, 'class', 'classes')} is surely wrong on {half} or more."
    return (
        f"Surely for {_of(len(weak), k)}: {_names(evaluation, weak)}. Of these it finds less than "
        f"{half}, or less than {half} of what it calls so is right."
    )


def _names(evaluation: Evaluation, classes: Array) -> str:
    return listed([evaluation.classes[c] for c in classes], NAMED)


def _minded(truth: Truth, evaluation: Evaluation, leaks: LeakSides | None) -> Iterator[str]:
    """Why the numbers may promise too much, each in a sentence."""
    if evaluation.optimistic:
        yield "It was tuned on these very documents, so it looks better than it is."
    learnt = learnt_from(truth, evaluation.rows)
    if learnt is not None:
        these = "these very documents" if learnt.whole else "some of these documents"
        yield f"It may have learnt from {these}, so on new ones it may do worse."
    # where a filter leaves out what leaks, nothing of it is in the numbers
    shown = leaks is not None and leaks.every.documents == evaluation.documents
    if leaks is not None and shown and leaks.without.documents:
        told = _told(truth, leaks.without, _shares(truth, leaks.without))
        yield (
            f"It may have learnt from {amount_of(leaks.leaked)} of these documents, which are in "
            f"an earlier split too. Without them, {told}."
        )
    if evaluation.exactly_true_number:
        yield "It knew how many classes each document has, which nobody knows of a new one."
