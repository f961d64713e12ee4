"""Better than what? A simple rule, other systems, the version before, people."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from breakeven.comparison.comparison import Pair
from breakeven.comparison.paired_tests import mcnemar, right_documents
from breakeven.evaluation.evaluation import Evaluation
from breakeven.labels.ceiling import Ceiling, Said
from breakeven.story.pictures import WayKind, Ways, of_hundred, so_many, whole_of
from breakeven.story.screen import At, Screen, Sentence, numbers_from, sentence
from breakeven.story.verdict import Verdict
from breakeven.text import amount_of, count_of, quoted
from metrics.baselines import baselines

SURE = 0.05
# of the other systems, and of the rules, that a picture shows: the best
MOST = 6
COMPARE, AGREEMENT, HISTORY = "pages/compare.py", "pages/agreement.py", "pages/history.py"
OVERVIEW = "pages/overview.py"
# a system beside people, by what may be said of the difference
BESIDE_PEOPLE: dict[Said, str] = {
    "better": "That is more than people reach, and more than chance would give.",
    "worse": "That is less than people reach, and more than chance would give.",
    "chance": "That difference may be chance.",
    "few": "Too few documents differ to tell the two apart.",
    "same": "That is as good as people.",
    "undefined": "The two cannot be compared here.",
}


def beside(
    evaluation: Evaluation,
    others: Sequence[Evaluation],
    before: Pair | None,
    ceiling: tuple[Ceiling, int] | None,
    verdict: Verdict,
) -> Screen:
    """The screen that sets it beside something else."""
    same = [other for other in others if np.array_equal(other.rows, evaluation.rows)]
    ways: list[tuple[str, float, WayKind]] = [
        (quoted(evaluation.system), evaluation.exact_match, "mine")
    ]
    by_right = sorted(same, key=lambda other: -other.exact_match)[:MOST]
    ways += [(quoted(other.system), other.exact_match, "system") for other in by_right]
    fixed = simple_ways(evaluation)[:MOST]
    ways += [(name, right, "fixed") for name, right in fixed]
    if before is not None and before.old.documents == evaluation.documents:
        ways.append((quoted(before.old.system), before.old.exact_match, "before"))
    page = COMPARE if by_right else OVERVIEW
    of = whole_of(evaluation)
    mine = so_many(evaluation.exact_match, of)
    simple = so_many(max((right for _, right in fixed), default=0.0), of)
    number = At(f"{mine} against {simple}", page)
    answer = sentence(*numbers_from(OVERVIEW, verdict.said("simple")))
    more = [
        sentence(
            f"Of {of} documents, all is right for ",
            At(str(mine), OVERVIEW),
            f" by {quoted(evaluation.system)}, and would be for ",
            At(str(simple), OVERVIEW),
            " by always the same class.",
        )
    ]
    said = verdict.said("before")
    more.append(
        sentence("Beside the version before: ", *numbers_from(HISTORY, said))
        if said
        else sentence("No ", At("version before", HISTORY), " stands beside it.")
    )
    more += [
        *(_against(evaluation, by_right[0]) if by_right else ()),
        *(_people(evaluation, *ceiling) if ceiling is not None else ()),
    ]
    return Screen(
        key="beside",
        number=number,
        said=answer,
        more=tuple(more),
        pictures=(ways_of(ways, of),),
    )


def ways_of(ways: Sequence[tuple[str, float, WayKind]], of: int) -> Ways:
    """Ways to decide by name, share of documents right and kind, the best first; out of `of`."""
    best_first = sorted(ways, key=lambda way: -way[1])
    return Ways(
        names=tuple(name for name, _, _ in best_first),
        right=tuple(of * float(right) for _, right, _ in best_first),
        kinds=tuple(kind for _, _, kind in best_first),
        of=of,
    )


def simple_ways(evaluation: Evaluation) -> list[tuple[str, float]]:
    """What always giving one class would get right, the best first."""
    found = [
        (f"always {quoted(evaluation.classes[each.class_index])}", each.exact_match)
        for each in baselines(
            evaluation.tables, evaluation.truth, evaluation.weights, evaluation.scored.unjudged
        )
        if each.class_index is not None
    ]
    return sorted(found, key=lambda way: -way[1])


def _against(evaluation: Evaluation, best: Evaluation) -> list[Sentence]:
    """The best of the other systems beside this one, document by document."""
    mine, theirs = _only(evaluation, best)
    said = sentence(
        f"Beside {quoted(best.system)}: ",
        At(count_of(mine, "document"), COMPARE),
        f" that only {quoted(evaluation.system)} gets right, ",
        At(amount_of(theirs), COMPARE),
        f" that only {quoted(best.system)} does.",
    )
    return [said, *_chance(evaluation, best, mine, theirs)]


def _only(one: Evaluation, other: Evaluation) -> tuple[int, int]:
    """How many documents only the one gets right, and only the other."""
    mine, theirs = right_documents(one), right_documents(other)
    return int((mine & ~theirs).sum()), int((theirs & ~mine).sum())


def _chance(one: Evaluation, other: Evaluation, mine: int, theirs: int) -> list[Sentence]:
    p = mcnemar(other, one).p
    if mine == theirs or np.isnan(p):
        return []
    return [sentence("More than chance would give." if p <= SURE else "That may be chance.")]


def _people(evaluation: Evaluation, ceiling: Ceiling, documents: int) -> list[Sentence]:
    """People beside each other, and the system beside them, on the documents of several people."""
    own = next((one for one in ceiling.systems if one.system == evaluation.system), None)
    if own is None or np.isnan(ceiling.value) or np.isnan(own.value):
        return []
    said = sentence(
        f"Beside people, on {count_of(documents, 'document')} that several of them read: they "
        "agree with each other on ",
        At(str(of_hundred(ceiling.value)), AGREEMENT),
        f" of 100 classes, and {quoted(own.system)} agrees with them on ",
        At(str(of_hundred(own.value)), AGREEMENT),
        ".",
    )
    return [said, sentence(BESIDE_PEOPLE[own.said])]
