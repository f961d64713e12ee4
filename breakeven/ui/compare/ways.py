"""Which filter keeps the documents on which two systems part."""

from __future__ import annotations

import html
from collections.abc import Sequence

from breakeven.comparison.caveats import Caveat
from breakeven.comparison.disagreement import Change
from breakeven.documents.behind import all_of
from breakeven.selection.expression import (
    AllOf,
    AnyOf,
    ClassTerms,
    Expression,
    HasOutcome,
    Judged,
    Leaf,
    Not,
    OfClass,
    OfSystem,
    Verdicts,
)
from breakeven.text import count_of
from breakeven.ui.app.shared.counted import counts_in, in_sentence
from breakeven.ui.app.shared.page import Page
from breakeven.ui.compare.comparison import Compared
from breakeven.ui.components.html import plain

# what the old and the new system are on the documents of each outcome
OUTCOMES: dict[Change, tuple[Verdicts, Verdicts]] = {
    "fixed": ("wrong", "right"),
    "broken": ("right", "wrong"),
    "right": ("right", "right"),
    "wrong": ("wrong", "wrong"),
}
# the same of one class: any of these pairs of outcomes
OF_CLASS: dict[str, Sequence[tuple[ClassTerms, ClassTerms]]] = {
    "found_by_new": [("missed", "hit")],
    "found_by_old": [("hit", "missed")],
    "spared_by_new": [("extra", "rejected")],
    "spared_by_old": [("rejected", "extra")],
    "fixed": [("missed", "hit"), ("extra", "rejected")],
    "broken": [("hit", "missed"), ("rejected", "extra")],
    "right": [("hit", "hit")],
    "wrong": [("missed", "missed"), ("extra", "extra")],
}


def shared(of: Compared) -> list[Expression]:
    """Terms that keep the documents that all systems spoke of and answered, of the old one's."""
    common = of.side.common
    fell_out = zip(common.systems, common.unanswered, strict=False)
    answered = [Not(_of(of, name, HasOutcome("unusable"))) for name, n in fell_out if n]
    return [*_spoken(of), *answered]


def _spoken(of: Compared) -> list[Expression]:
    common = of.side.common
    if not common.left_out[of.old]:
        return []
    either = AnyOf((Judged("right"), Judged("wrong")))
    return [OfSystem(name, either) for i, name in enumerate(common.systems) if i != of.old]


def _of(of: Compared, system: str, term: Leaf) -> Expression:
    return term if system == of.before.system else OfSystem(system, term)


def right_of(of: Compared, system: str) -> Expression:
    """The documents that are compared on which one of the systems is right."""
    return all_of([_of(of, system, Judged("right")), *shared(of)])


def of_outcome(of: Compared, outcome: Change) -> Expression:
    """The documents that were right or wrong, and are right or wrong now."""
    before, after = OUTCOMES[outcome]
    return all_of([Judged(before), OfSystem(of.after.system, Judged(after)), *shared(of)])


def of_class(of: Compared, name: str, outcome: str) -> Expression:
    """The documents on which the two part, or agree, over a class; `outcome` of `OF_CLASS`."""
    ways = [
        AllOf((OfClass(before, name), OfSystem(of.after.system, OfClass(after, name))))
        for before, after in OF_CLASS[outcome]
    ]
    either: Expression = ways[0] if len(ways) == 1 else AnyOf(tuple(ways))
    terms = [either, *shared(of)]
    flat = [t for term in terms for t in (term.terms if isinstance(term, AllOf) else (term,))]
    return all_of(flat)


def caveat_in_words(page: Page, of: Compared, caveat: Caveat) -> str:
    """What a caveat says, HTML; how many documents fell out are links to them."""
    said = plain(caveat.text, 600)
    if caveat.kind != "unanswered":
        return said
    counts = counts_in(page.review.truth, None)
    for system, number in zip(caveat.systems, caveat.numbers, strict=True):
        words = f"{number:,}"
        terms = all_of([_of(of, system, HasOutcome("unusable")), *_spoken(of)])
        before = ": " if system == caveat.systems[0] else ", "
        link = counts.of(number, terms, words)
        said = in_sentence(said, before, (words, link), f" of {html.escape(system)}")
    return said


def with_count(said: str, page: Page, of: Compared) -> str:
    """The answer, in which the number of documents is a link to them; HTML."""
    common, terms = of.side.common.documents, shared(of)
    words = count_of(common, "document")
    link = counts_in(page.review.truth, None).of(common, all_of(terms) if terms else None, words)
    return in_sentence(said, "On the same ", (words, link), ",")
