"""Better than what? A simple rule, other systems, the version before, people.

Tested in `tests/breakeven/analysis/story/test_screens.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from breakeven.analysis.annotators.ceiling import Ceiling, CeilingClaim
from breakeven.analysis.comparison.bootstrap import Claim
from breakeven.analysis.comparison.comparison import SystemPair
from breakeven.analysis.comparison.fixed_answer import (
    FixedByDocuments,
    answering,
    compare_by_documents,
)
from breakeven.analysis.comparison.paired_tests import mcnemar, right_documents
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.story.screen_parts import (
    DecisionWays,
    DetailPage,
    PageNumber,
    Screen,
    Sentence,
    WayKind,
    link_numbers,
    sentence,
    shares_out_of,
)
from breakeven.analysis.story.verdict import PlainVerdict, document_share_texts
from breakeven.data.wording import count_of, hundredths, quoted
from metrics.typing import EQUAL

# where a number of people is from: the section of Labels about annotators
PEOPLE_CHOICE = (("labels.part", "annotators"),)

SURE = 0.05
# of the other systems, and of the rules, that a picture shows: the best
MOST = 6
# a system beside people, by what may be said of the difference
PEOPLE_TEXTS: dict[CeilingClaim, str] = {
    "better": "That is clearly more than people reach.",
    "worse": "That is clearly less than people reach.",
    "chance": "That is no clear difference.",
    "few": "Too few documents differ to tell.",
    "same": "That is as good as people.",
    "undefined": "The two cannot be compared here.",
}


def comparison_screen(
    evaluation: Evaluation,
    others: Sequence[Evaluation],
    before: SystemPair | None,
    ceiling: tuple[Ceiling, int] | None,
    verdict: PlainVerdict,
) -> Screen:
    """The screen that sets it beside something else."""
    same = [other for other in others if np.array_equal(other.rows, evaluation.rows)]
    by_right = sorted(same, key=lambda other: -other.exact_match)[:MOST]
    ways: list[tuple[str, float, WayKind]] = [
        (quoted(evaluation.system), evaluation.exact_match, "mine")
    ]
    ways += [(quoted(other.system), other.exact_match, "system") for other in by_right]
    fixed = compare_by_documents(evaluation)
    if fixed is not None:
        ways.append((fixed.name, fixed.its, "fixed"))
    if before is not None and before.old.documents == evaluation.documents:
        ways.append((quoted(before.old.system), before.old.exact_match, "before"))
    page: DetailPage = "compare" if by_right else "summary"
    number, against_fixed = _against_fixed(evaluation, fixed, page)
    more = [against_fixed]
    answer = verdict.answer_text("before")
    more.append(
        sentence(*link_numbers("history", f"Is it better than the earlier version? {answer}"))
        if answer
        else sentence("There is no ", PageNumber("earlier version", "history"), " to compare with.")
    )
    more += [
        *(_against(evaluation, by_right[0], len(same)) if by_right else ()),
        *(_people(evaluation, *ceiling) if ceiling is not None else ()),
    ]
    return Screen(
        key="beside",
        number=number,
        headline=_headline(evaluation, fixed),
        more=tuple(more),
        pictures=(ways_of(ways, shares_out_of(evaluation)),),
    )


def _against_fixed(
    evaluation: Evaluation, fixed: FixedByDocuments | None, page: DetailPage
) -> tuple[PageNumber, Sentence]:
    """The number to remember, and the sentence that says of what it is."""
    name, shares = quoted(evaluation.system), [evaluation.exact_match]
    shares += [] if fixed is None else [fixed.its]
    texts = document_share_texts(shares, evaluation.documents)
    if fixed is None:
        return PageNumber(texts[0], page), sentence(
            f"{name} gets ", PageNumber(texts[0], "summary"), " right."
        )
    mine, its = texts
    number = f"{mine} against {its}"
    if (same := mine.partition(" of ")[2]) == its.partition(" of ")[2]:
        number = number.replace(f" of {same}", "")
    right = "right" if evaluation.by_documents else "completely right"
    text = sentence(
        f"It counts documents that are {right}: {name} against {answering(fixed.name)}."
    )
    return PageNumber(number, page), text


# a system beside the best fixed answer: where it is better, and where it is worse
FIXED_HEADLINES: dict[Claim | None, tuple[str, str]] = {
    "beyond": ("It is clearly better than {}.", "It is clearly worse than {}."),
    "chance": ("There is no clear difference from {}.", "There is no clear difference from {}."),
    "same": ("It is just as good as {}.", "It is just as good as {}."),
    "untested": ("There are too few documents to compare it with {}.",) * 2,
    "few": ("There are too few documents to compare it with {}.",) * 2,
    "edge": ("There is no clear difference from {}.", "There is no clear difference from {}."),
    None: ("Here it is better than {}.", "Here it is worse than {}."),
}


def _headline(evaluation: Evaluation, fixed: FixedByDocuments | None) -> Sentence:
    """Whether it is better than the best fixed answer, by the documents that are right."""
    if fixed is None:
        return sentence("No fixed answer can be compared with it.")
    answer = answering(fixed.name)
    if not evaluation.by_documents and not fixed.its < fixed.mine - EQUAL:
        return sentence(f"It gets no more documents completely right than {answer}.")
    texts = FIXED_HEADLINES[fixed.claim]
    return sentence(texts[0 if fixed.mine > fixed.its else 1].format(answer))


def _picture(evaluation: Evaluation, ways: Sequence[tuple[str, float, WayKind]]) -> DecisionWays:
    if evaluation.by_documents:
        return ways_of(ways, shares_out_of(evaluation))
    return ways_of(ways, 100, "labels that are true or predicted")


def ways_of(
    ways: Sequence[tuple[str, float, WayKind]], total: int, what: str = "documents"
) -> DecisionWays:
    """Ways to decide by name, share right and kind, the best first; out of `total` `what`."""
    best_first = sorted(ways, key=lambda way: -way[1])
    return DecisionWays(
        names=tuple(name for name, _, _ in best_first),
        right=tuple(total * float(right) for _, right, _ in best_first),
        kinds=tuple(kind for _, _, kind in best_first),
        of=total,
        what=count_of(total, what.removesuffix("s"), what).partition(" ")[2],
    )


def _against(evaluation: Evaluation, best: Evaluation, others: int) -> list[Sentence]:
    """The best of so many other systems beside this one, document by document."""
    mine, theirs = _only(evaluation, best)
    pairs = (evaluation.system, best.system, mine), (best.system, evaluation.system, theirs)
    alone = [
        sentence(
            f"{quoted(right)} gets ",
            PageNumber(count_of(number, "document"), "compare"),
            f" right that {quoted(wrong)} gets wrong.",
        )
        for right, wrong, number in pairs
    ]
    # a better one is the best of all that were looked at
    looks = others if theirs > mine else 1
    return [*alone, *_chance(evaluation, best, mine, theirs, looks)]


def _only(first: Evaluation, second: Evaluation) -> tuple[int, int]:
    """How many documents only the one gets right, and only the other."""
    mine, theirs = right_documents(first), right_documents(second)
    return int((mine & ~theirs).sum()), int((theirs & ~mine).sum())


def _chance(
    first: Evaluation, second: Evaluation, mine: int, theirs: int, looks: int
) -> list[Sentence]:
    """Whether the difference may be chance, corrected for so many looks."""
    p = mcnemar(second, first).p * looks
    if mine == theirs or np.isnan(p):
        return []
    return [sentence("Unlikely to be chance." if p <= SURE else "That may be chance.")]


def _people(evaluation: Evaluation, ceiling: Ceiling, documents: int) -> list[Sentence]:
    """People beside each other, and the system beside them, on the documents of several people."""
    own = next((reach for reach in ceiling.systems if reach.system == evaluation.system), None)
    if own is None or np.isnan(ceiling.value) or np.isnan(own.value):
        return []
    text = sentence(
        f"Compared with people, on {count_of(documents, 'document')} that several of them read: "
        "they agree with each other on ",
        PageNumber(hundredths(ceiling.value), "labels", PEOPLE_CHOICE),
        f" of 100 classes, and {quoted(own.system)} agrees with them on ",
        PageNumber(hundredths(own.value), "labels", PEOPLE_CHOICE),
        ".",
    )
    return [text, sentence(PEOPLE_TEXTS[own.said])]
