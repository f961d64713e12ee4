"""What people reach against each other, and systems against the same votes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from breakeven.api import html
from breakeven.api.choices import selection_of, some_kept, system_of
from breakeven.comparison.common import share_documents
from breakeven.labels.alternative import EPSILON, Alternative, alternative_of
from breakeven.labels.ceiling import (
    AverageName,
    Ceiling,
    LikeForLike,
    ceiling_of,
    like_for_like,
)
from breakeven.labels.label_noise import (
    NoisyTruth,
    noise_of_people,
    noisy_truth,
    stated_noise,
)
from breakeven.records import Review
from breakeven.reports.ceiling import ceiling_in_markdown, of_ceiling, people_reach, system_reaches
from breakeven.selection import ChoiceError, NoSystemError, Selection, cut_for, splits_of
from breakeven.selection.evaluated import evaluate_selection
from breakeven.selection.where import restricted_to
from breakeven.text import listed
from metrics.averaging import Undefined


@dataclass(frozen=True, repr=False, eq=False)
class CeilingResult:
    """People and systems against the same votes of the other people.

    `noise`: what label noise may do to each system's numbers against the truth of the review.
    """

    review: Review
    of: LikeForLike
    noise: tuple[NoisyTruth, ...]
    beta: float
    undefined: Undefined
    epsilon: float

    def average(self, average: AverageName = "micro", measure: str = "f") -> Ceiling:
        """What people and systems reach in one average: `micro`, `macro` or `per_document`.

        KeyError for a measure other than `f`, `precision` and `recall`.
        """
        return ceiling_of(self.of, average, self.beta, self.undefined, measure)

    @cached_property
    def alternative(self) -> Alternative:
        """The alternative annotator test of every system."""
        return alternative_of(self.review.truth, self.of, self.epsilon)

    def to_dict(self) -> dict[str, Any]:
        """All of it by name; undefined is None."""
        return of_ceiling(self.of, self.alternative, self.noise, self.beta, self.undefined)

    def to_markdown(self) -> str:
        """All of it as a document to paste."""
        gold = self.review.truth.gold
        lines = ceiling_in_markdown(
            self.of, self.alternative, self.noise, self.beta, self.undefined, gold
        )
        return "\n".join(lines)

    def __repr__(self) -> str:
        found = self.average()
        said = [people_reach(self.of, found, self.beta), *map(system_reaches, found.systems)]
        return f"<Ceiling: {' '.join(said)}>"

    def _repr_html_(self) -> str:
        found = self.average()
        said = [people_reach(self.of, found, self.beta), *map(system_reaches, found.systems)]
        return "".join(html.paragraph(text) for text in said)


@dataclass(frozen=True)
class Assumed:
    """What is taken for granted of people: who is `without`, and how often labels are wrong.

    `label_noise`: a share; None for the rates at which people differ.
    """

    without: tuple[str, ...] = ()
    epsilon: float = EPSILON["crowd"]
    label_noise: float | None = None


ASSUMED = Assumed()


def ceiling(
    review: Review,
    systems: Sequence[str] | None = None,
    split: str | None = None,
    *,
    where: str | None = None,
    beta: float = 1.0,
    without: Sequence[str] = (),
    epsilon: float = EPSILON["crowd"],
    label_noise: float | None = None,
) -> CeilingResult:
    """What people reach against each other's vote, and systems against the same votes.

    On the documents that all the systems (by default every one that spoke of the split) and the
    people judged. `without`: annotators to leave out. `epsilon`: the allowance of the alternative
    annotator test: 0.2 for experts, 0.15 for skilled people, 0.1 for a crowd. `label_noise`: the
    share of wrong labels; by default how often one person differs from the vote of the others.
    The rest as for `evaluate`, each system by its own cut; what is 0/0 is left out of means.

    ValueError where fewer than two annotators share documents with the systems, for names that
    there are not, and for numbers out of range.

    >>> import breakeven as be
    >>> people = {"anna": ["a", "b", "b"], "ben": ["a", "b", "a"]}
    >>> review = be.from_arrays(None, ["a", "b", "b"], annotators=people)
    >>> round(be.ceiling(review).average("micro").value, 3)
    0.667
    """
    if not review.has_system:
        raise NoSystemError
    if systems is not None and not systems:
        raise ChoiceError("no system is named", "name one system at least")
    if not beta >= 0:
        raise ValueError(f"beta is {beta}; give a number from 0 on, or inf")
    selection = selection_of(review, systems[0] if systems else None, split, where)
    assumed = Assumed(tuple(without), float(epsilon), label_noise)
    found = ceiling_of_selection(review, replace(selection, beta=float(beta)), assumed, systems)
    if found is None:
        raise ChoiceError(
            "no document was labelled by two people and given to all systems",
            "give files that say who labelled what, choose another split, or fewer systems",
        )
    return found


def ceiling_of_selection(
    review: Review,
    selection: Selection,
    assumed: Assumed,
    systems: Sequence[str] | None = None,
) -> CeilingResult | None:
    """The same of the documents of a selection; other systems are decided as beside its own.

    None where no document was labelled by two people and given to all systems. ValueError for
    annotators that there are not, for numbers out of range, and where a filter keeps nothing.
    """
    truth = review.truth
    names = [annotator.name for annotator in truth.annotators]
    if missing := [name for name in assumed.without if name not in names]:
        there = f"there are {listed(names)}" if names else "nobody is named as one"
        raise ChoiceError(f"no annotator is called {listed(missing)}", there)
    if not 0 <= assumed.epsilon <= 1:
        raise ChoiceError(f"epsilon is {assumed.epsilon:g}", "give a number from 0 to 1")
    share = assumed.label_noise
    if share is not None and not 0 <= share < 1:
        raise ChoiceError(
            f"label noise is {share:g}", "give the share of wrong labels, from 0 to below 1"
        )
    if truth.labels is None or len(names) < 2:
        return None
    first, kept = evaluate_selection(review, selection)
    some_kept(kept)
    found = []
    for system in _speaking(review, selection) if systems is None else systems:
        cut = cut_for(review, selection, system_of(review, system))
        other = replace(selection, system=system, cut=cut, where=None)
        whole = first if system == first.system else evaluate_selection(review, other)[0]
        found.append(whole if kept is None else restricted_to(whole, kept.rows))
    evaluations = share_documents(found).evaluations
    of = like_for_like(truth, evaluations, assumed.without)
    if not of.left_out:
        return None
    rates = noise_of_people(of) if share is None else stated_noise(share)
    noisy = tuple(noisy_truth(each, rates, share is not None) for each in evaluations)
    return CeilingResult(review, of, noisy, selection.beta, selection.undefined, assumed.epsilon)


def _speaking(review: Review, selection: Selection) -> list[str]:
    """The systems that spoke of the split."""
    return [one.system for one in review.own if selection.split in splits_of(review.truth, one)]
