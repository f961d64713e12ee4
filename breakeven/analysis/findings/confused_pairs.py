"""Two classes that are taken for each other: whether clearly, and what to do about it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from scipy import sparse

from breakeven.analysis.class_structure.merge_search import MergedPairs, merge_pairs
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings import check_rules
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.finding import Finding, GainBaseline
from breakeven.data.wording import figure_of, percent, quoted
from metrics.confusion import AmbiguousPairs, ambiguous_pairs
from metrics.incidence import co_occurrence
from metrics.measures import ratio
from metrics.typing import F1_BETA, Array
from metrics.uncertainty.intervals import Interval, exact_bounds, wilson

PairAction = Literal["merge", "judge", "label", "look"]
# fewer confusions, or documents of both, may be chance or a slip
FEW = 5
# the rarer direction is at least this share of the other
BOTH_WAYS = 1 / 3
# how often any pair may be said to be confused where none is
ALPHA = 0.05


@dataclass(frozen=True, kw_only=True)
class ConfusedPairs:
    """Pairs of classes taken for each other, with what to do; arrays of shape (pairs,).

    `pairs` as counted. `of_first`, `of_second`: documents truly of each class; `together`: of
    both. `interval` of the rate, 95 %, of each by itself. `by_size`: how often they would be taken
    for each other if errors went to classes by their size; `habit`: whether they clearly are more
    often. `at_chance`: confusions say nothing here, as the decisions agree with the truth no more
    than chance would have it. `actions`: what the rule says. `as_one`: what the pairs would give as
    one class; None where none may be merged.
    """

    classes: tuple[str, ...]
    pairs: AmbiguousPairs
    of_first: Array
    of_second: Array
    together: Array
    interval: Interval
    by_size: Array
    habit: Array
    at_chance: bool
    actions: tuple[PairAction, ...]
    as_one: MergedPairs | None

    def __len__(self) -> int:
        return len(self.pairs)


def confused_pairs(
    evaluation: Evaluation,
    limits: Limits,
    pairs: AmbiguousPairs | None = None,
    unseen: Collection[int] = (),
) -> ConfusedPairs:
    """Every pair of classes taken for each other, or those given of them, with what to do.

    `unseen`: classes without training documents, which are labelled before they are merged.
    """
    if pairs is None:
        pairs = ambiguous_pairs(evaluation.confusion)
    positives = evaluation.tables.positives
    together = np.zeros(len(pairs), dtype=np.int64)
    if len(pairs):  # none at all are looked up otherwise
        some, numbers = np.unique([pairs.first, pairs.second], return_inverse=True)
        first, second = numbers.reshape(2, -1)
        together[:] = co_occurrence(evaluation.truth[:, some])[first, second]
    of_first, of_second = positives[pairs.first], positives[pairs.second]
    expected, at_chance = by_size(evaluation, pairs), evaluation.chance.at_chance
    worth = _worth(evaluation)
    present = int(np.sum(positives > 0))
    habit, suggestions = suggested(
        pairs,
        of_first,
        of_second,
        together,
        limit=limits.confused,
        worth=worth,
        # nothing is clearly more than everything
        expected=np.full(len(pairs), np.inf) if at_chance else expected,
        pairs_compared=present * (present - 1) // 2,
    )
    actions = _trained_first(pairs, unseen, suggestions)
    return ConfusedPairs(
        classes=evaluation.classes,
        pairs=pairs,
        of_first=of_first,
        of_second=of_second,
        together=together,
        interval=_share(pairs.total, of_first + of_second, worth),
        by_size=expected,
        habit=habit,
        at_chance=at_chance,
        actions=actions,
        as_one=(
            merge_pairs(evaluation, pairs.first, pairs.second, F1_BETA)
            if "merge" in actions
            else None
        ),
    )


def often_enough(evaluation: Evaluation, pairs: AmbiguousPairs) -> Array:
    """Whether each pair is taken for each other often enough to tell anything, shape (pairs,)."""
    return np.asarray(_worth(evaluation) * pairs.total >= FEW)


def _worth(evaluation: Evaluation) -> float:
    """How many independent documents one document stands for."""
    independent = evaluation.independent_documents
    return 1.0 if independent is None else independent / evaluation.weighed


def _trained_first(
    pairs: AmbiguousPairs, unseen: Collection[int], actions: list[PairAction]
) -> tuple[PairAction, ...]:
    either = np.isin(pairs.first, list(unseen)) | np.isin(pairs.second, list(unseen))
    return tuple(
        "label" if action == "merge" and new else action
        for action, new in zip(actions, either, strict=True)
    )


def by_size(evaluation: Evaluation, pairs: AmbiguousPairs) -> Array:
    """How often each pair would be taken for each other if errors went to classes by their size.

    Of a class's documents that got another class in its place the second would get as large a part
    as it has of all assignments to other classes. Of two classes in all that is every one. Shape
    (pairs,). Source: quasi-independence (Goodman, 1968), in one step.
    """
    between = sparse.csr_array(evaluation.confusion.counts[:-1, :-1])
    gone = np.asarray(between.sum(axis=1)) - between.diagonal()
    called = evaluation.tables.assigned
    others = called.sum() - called
    i, j = pairs.first, pairs.second
    return np.asarray(gone[i] * ratio(called[j], others[i]) + gone[j] * ratio(called[i], others[j]))


def suggested(
    pairs: AmbiguousPairs,
    of_first: Array,
    of_second: Array,
    together: Array,
    *,
    limit: float,
    worth: float = 1.0,
    expected: Array | float = 0.0,
    pairs_compared: int = 1,
) -> tuple[Array, list[PairAction]]:
    """Whether each pair is a habit, and what to do about it.

    All arrays are of shape (pairs,), `limit` is a share in [0, 1]. `of_first`, `of_second`:
    documents truly of each class; `together`: truly of both. `worth`: how many independent
    documents one of them stands for, above 0. `expected`: how many confusions there would be if
    errors went to classes by their size. `pairs_compared`: how many pairs of classes there are,
    confused or not. A habit are `FEW` confusions or more, clearly more than expected: by an exact
    lower bound at `ALPHA` over that number (Bonferroni). No habit: look at the documents. Of the
    documents of both more than the limit confused, the rarer direction at least `BOTH_WAYS` of the
    other, and the experts seldom giving both: merge. Else, where that rate is above the limit, or
    what one class loses above twice the limit (the same rate, were the other class no larger):
    label more; but where the rarer direction is below `BOTH_WAYS` judge first, as labels that stand
    under the other name look the same. Else look. Above the limit is what is so with its whole 95 %
    interval. Source: this project; the limits are its own.
    """
    forward, backward = pairs.first_as_second, pairs.second_as_first
    documents = of_first + of_second
    hits = worth * np.minimum(pairs.total, documents)
    least = exact_bounds(hits, worth * documents, ALPHA / max(1, pairs_compared)).low
    habit = (worth * pairs.total >= FEW) & (least * documents > expected)
    clear = _share(pairs.total, documents, worth).low > limit
    lost = np.fmax(_share(forward, of_first, worth).low, _share(backward, of_second, worth).low)
    both_ways = np.minimum(forward, backward) >= BOTH_WAYS * np.maximum(forward, backward)
    merge, more = clear & both_ways & (together < FEW), clear | (lost > 2 * limit)
    return habit, [
        _action(often=often, both=both, merge=m, more=much)
        for often, both, m, much in zip(habit, both_ways, merge, more, strict=True)
    ]


def _action(*, often: bool, both: bool, merge: bool, more: bool) -> PairAction:
    if not often:
        return "look"
    if merge:
        return "merge"
    if not more:
        return "look"
    return "label" if both else "judge"


def _share(confused: Array, documents: Array, worth: float) -> Interval:
    return wilson(worth * np.minimum(confused, documents), worth * documents)


def rule_text(limits: Limits) -> str:
    """How the suggestions come about, for a reader."""
    share = percent(limits.confused)
    return (
        "Two classes count as confused where that clearly happens more often than if errors "
        "went to classes by their size (exact, at 5 % for all pairs of classes together). Then "
        f"merging is suggested where the whole interval of the rate is above {share}, the rarer "
        f"direction is at least a third of the other, and fewer than {FEW} documents are truly of "
        f"both; more labels where it is above {share}, or one class loses more than "
        f"{percent(2 * limits.confused)} to the other with its whole interval, once the labels "
        "are judged where fewer than a third as many go the other way; otherwise, below "
        f"{FEW} confusions, and where errors go to each other no more often than to other classes "
        "of their size (as always with two classes in all), a look at the documents."
    )


def advice_on_pair(confused: ConfusedPairs, p: int) -> str:
    """What to do about the pair at a position; plain text that names both classes."""
    first, second = (
        confused.classes[int(side[p])] for side in (confused.pairs.first, confused.pairs.second)
    )
    if confused.actions[p] == "merge" and (merged := confused.as_one) is not None:
        after, by_size = (figure_of(float(f[p])) for f in (merged.after, merged.by_size))
        return (
            f"Merge {quoted(first)} and {quoted(second)} if nobody needs to tell them "
            f"apart: as one class micro F₁ would be {after} instead of "
            f"{figure_of(merged.before)}, and {by_size} for any two classes of these sizes. "
            "Otherwise look at the documents and label more of the kind that divides them."
        )
    if confused.actions[p] in ("label", "judge"):
        lost = float(ratio(confused.pairs.first_as_second[p], confused.of_first[p]))
        lost_other = float(ratio(confused.pairs.second_as_first[p], confused.of_second[p]))
        if not lost >= lost_other:
            first, second, lost = second, first, lost_other
        more = (
            f"label more documents of both, {quoted(first)} first: it loses {percent(lost)} "
            f"of its documents to {quoted(second)}."
        )
        if confused.actions[p] == "label":
            return more[0].upper() + more[1:]
        return (
            f"Look first at the labels of the documents of {quoted(first)} that are predicted as "
            f"{quoted(second)}: fewer than a third as many go the other way, which is also what "
            f"wrong labels look like. If these labels are right, {more}"
        )
    if confused.pairs.total[p] < FEW:
        return "Look at the documents: too few to tell a habit from chance."
    if len(confused.classes) == 2:
        return "Look at the documents: with two classes, each is what the other is not."
    if confused.at_chance:
        return "Nothing yet: the predictions do not clearly agree with the truth."
    if not confused.habit[p]:
        return (
            "Look at the documents: the errors of these classes do not clearly go to each other "
            "more often than to other classes of their size."
        )
    return (
        "Look at the documents: rare for classes of this size, so perhaps hard or wrongly "
        "labelled ones."
    )


def pair_findings(
    evaluation: Evaluation, limits: Limits, standing: GainBaseline, unseen: Collection[int] = ()
) -> Iterator[Finding]:
    """A finding of each pair about which something is to be done, the most confused first."""
    every = ambiguous_pairs(evaluation.confusion)
    # of the others nothing is said but to look
    confused = confused_pairs(evaluation, limits, every[often_enough(evaluation, every)], unseen)
    pairs = confused.pairs
    for p, action in enumerate(confused.actions):
        if action == "look":
            continue
        i, j = int(pairs.first[p]), int(pairs.second[p])
        apart = _apart(pairs, p)
        positions = [evaluation.documents_with(*way) for way in ((i, j), (j, i))]
        finding = check_rules.CONFUSED.finding(
            classes=(i, j),
            documents=evaluation.rows[np.concatenate(positions)],
            evidence={
                "documents": float(pairs.total[p]),
                "rate": float(pairs.rate[p]),
                "advised": action,
            },
            # each is a missed class and a wrong one
            explains=(2 * float(pairs.total[p]), standing.errors),
            gains=standing.changed(apart),
            first=evaluation.classes[i],
            second=evaluation.classes[j],
            total=pairs.total[p],
            of_both=float(confused.of_first[p] + confused.of_second[p]),
            first_as_second=pairs.first_as_second[p],
            second_as_first=pairs.second_as_first[p],
            steps=advice_on_pair(confused, p),
        )
        yield replace(finding, change=apart)


def _apart(pairs: AmbiguousPairs, p: int) -> tuple[tuple[int, float, float, float], ...]:
    """How tp, fp and fn change if the two classes at a position are no longer confused."""
    lost = float(pairs.first_as_second[p]), float(pairs.second_as_first[p])
    return (
        (int(pairs.first[p]), lost[0], -lost[1], -lost[0]),
        (int(pairs.second[p]), lost[1], -lost[0], -lost[1]),
    )
