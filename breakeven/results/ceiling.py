"""What people reach against each other, and systems against the same votes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypedDict

import numpy as np

from breakeven.analysis.annotators.alternative_annotator import (
    ALIGNMENTS,
    EPSILON,
    FEW_DOCUMENTS,
    FEWEST_PEOPLE,
    Alternative,
    alternative_of,
)
from breakeven.analysis.annotators.ceiling import (
    CEILING_CLAIMS,
    Ceiling,
    LikeForLike,
    SystemReach,
    ceiling_measures,
    ceiling_of,
    like_for_like,
)
from breakeven.analysis.comparison.shared_documents import share_documents
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.label_errors.label_noise import (
    NoisyTruth,
    noise_of_people,
    noisy_truth,
    stated_noise,
)
from breakeven.analysis.selection.errors import ChoiceError, NoSystemError
from breakeven.analysis.selection.selected_evaluation import evaluate_selection
from breakeven.analysis.selection.selection import Selection, cut_for, splits_of
from breakeven.analysis.selection.where import restricted_to
from breakeven.data.records import Review, Truth
from breakeven.data.wording import (
    cell_of,
    count_of,
    f_name,
    figure_of,
    interval_text,
    listed,
    p_of,
    percent,
    quoted,
    signed,
)
from breakeven.results import values
from breakeven.results.arguments import require_documents, selection_of, system_of
from breakeven.results.label_noise import (
    OVER,
    noise_bands,
    noise_origin_text,
    noise_words,
)
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import plain_ends, plain_number
from metrics.annotators.alternative_annotator import FEWEST, AlternativeTest
from metrics.annotators.ceiling import Gap
from metrics.averaging import Undefined
from metrics.typing import AVERAGES, DEFAULT_BETA, AverageName
from metrics.uncertainty.intervals import Interval

# --- the human ceiling in words and as plain data, the same for pages, commands and downloads


def interval_after_value(interval: Interval) -> str:
    """An interval behind its value; nothing where there is none."""
    low, high = float(interval.low), float(interval.high)
    return "" if np.isnan(low) else f" (95 %: {interval_text(low, high)})"


def people_reach(votes: LikeForLike, reached: Ceiling, beta: float) -> str:
    """What people reach against each other, in a sentence; plain text."""
    against = (
        (
            "each compared with the other: with two people the ceiling is their pairwise "
            f"{f_name(beta)}"
        )
        if votes.people == 2
        else "each compared with the vote of the others"
    )
    return (
        f"On the {count_of(votes.documents, 'document')} that annotators and "
        f"{'system' if len(votes.systems) == 1 else 'systems'} judged, "
        f"{votes.people} people reach {f_name(beta)} {figure_of(reached.value)}"
        f"{interval_after_value(reached.interval)} {OVER[reached.average]}, {against}."
    )


def system_reaches(reach: SystemReach) -> str:
    """What a system reaches against the same votes, and whether that is more; plain text."""
    return (
        f"{quoted(reach.system)} reaches "
        f"{figure_of(reach.value)}{interval_after_value(reach.interval)} "
        f"against the same votes: {_more(reach)}."
    )


def _more(reach: SystemReach) -> str:
    gap, claim = reach.above, CEILING_CLAIMS[reach.said]
    if reach.said in ("same", "undefined"):
        return claim
    points = figure_of(100 * abs(gap.value), 1)
    size = f"{points} points {'more' if gap.value > 0 else 'less'}, {claim}"
    if np.isnan(gap.low):
        return size
    return f"{size} (95 %: {signed(100 * gap.low, 1)} to {signed(100 * gap.high, 1)} points)"


class GapValues(TypedDict):
    """By how much a system is above people, as JSON has it."""

    value: float | None
    interval: list[float | None]
    telling: int


class PeopleReach(TypedDict):
    """What people reach together, as JSON has it."""

    value: float | None
    interval: list[float | int | None]


class PersonReach(PeopleReach):
    """What one annotator reaches against the others, as JSON has it."""

    documents: int
    others: int


class PersonGap(TypedDict):
    """A system beside one annotator, as JSON has it."""

    value: float | None
    above: GapValues


class SystemReachValues(TypedDict):
    """What a system reaches against the votes of people, as JSON has it."""

    value: float | None
    interval: list[float | int | None]
    above_people: GapValues
    said: str
    against_each: dict[str, PersonGap]


class CeilingValues(TypedDict):
    """What people and systems reach in one average, as JSON has it."""

    people: PeopleReach
    each: dict[str, PersonReach]
    systems: dict[str, SystemReachValues]


@dataclass(frozen=True)
class PeopleAndSystem:
    """What people reach in micro F, and one system against the same votes."""

    votes: LikeForLike
    reached: Ceiling
    beta: float

    @property
    def texts(self) -> list[str]:
        """What people reach, and the system, each in a sentence; plain text."""
        people = people_reach(self.votes, self.reached, self.beta)
        return [people, *map(system_reaches, self.reached.systems)]

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven evaluate --format json` prints of them; undefined is None."""
        return {
            "annotators": self.votes.people,
            "documents": self.votes.documents,
            "said": self.texts,
            "micro": ceiling_values(self.reached),
        }


def people_and_system(
    truth: Truth, evaluation: Evaluation, beta: float, undefined: Undefined
) -> PeopleAndSystem | None:
    """People and one system beside them; None where nobody can be compared."""
    if len(truth.annotators) < 2:
        return None
    votes = like_for_like(truth, [evaluation])
    if not votes.left_out:
        return None
    return PeopleAndSystem(votes, ceiling_of(votes, "micro", beta, undefined), beta)


def left_aside_text(votes: LikeForLike) -> str:
    """Who is not held against the others, and why; nothing where everybody is."""
    texts = []
    if votes.ignored:
        texts.append(f"Left out, as asked: {listed(votes.ignored)}.")
    if votes.alone:
        texts.append(
            f"Not compared: {listed(votes.alone)}, who shares no document with another annotator "
            "and the systems."
        )
    return " ".join(texts)


def alternative_test_text(test: AlternativeTest, system: str) -> str:
    """What the alternative annotator test says of a system; plain text."""
    if not test.tested:
        return (
            f"{quoted(system)} cannot be tested: no annotator shares {FEWEST} documents with "
            "another one and the system."
        )
    may = (
        "may stand in for one of these people"
        if test.may_replace
        else ("may not stand in for one of these people")
    )
    return (
        f"{quoted(system)} {may}: it wins against {int(test.wins.sum())} of {test.tested} "
        f"(ω {figure_of(test.rate, 2)}; at least half is required), and is at least as close to "
        f"the others as a person is on {percent(test.advantage)} of the documents (ρ "
        f"{figure_of(test.advantage, 2)})."
    )  # fmt: skip


def test_caveats(alternative: Alternative) -> str:
    """What the test takes for granted here, and where it is weak; plain text."""
    if not alternative.tests:
        return (
            f"The alternative annotator test needs {FEWEST_PEOPLE} people who share documents; "
            f"here {'is' if alternative.people == 1 else 'are'} {alternative.people}."
        )
    texts = [
        f"ε = {alternative.epsilon:g} is a choice: a person may be ahead by this much, and the "
        "system is still worth its lower cost. Closeness to the others is "
        f"{ALIGNMENTS[alternative.alignment]}."
    ]
    if 0 < alternative.documents < FEW_DOCUMENTS:
        texts.append(
            f"Some annotators have only {alternative.documents} documents; the test asks "
            f"for {FEW_DOCUMENTS} to 100."
        )
    return " ".join(texts)


def ceiling_values(reached: Ceiling) -> CeilingValues:
    """What people and systems reach in one average, as plain data; undefined is None."""
    return {
        "people": {"value": plain_number(reached.value), "interval": plain_ends(reached.interval)},
        "each": {
            person.annotator: {
                "value": plain_number(person.value),
                "interval": plain_ends(person.interval),
                "documents": person.documents,
                "others": person.others,
            }
            for person in reached.people
        },
        "systems": {
            system.system: {
                "value": plain_number(system.value),
                "interval": plain_ends(system.interval),
                "above_people": _gap_values(system.above),
                "said": CEILING_CLAIMS[system.said],
                "against_each": {
                    person.annotator: {"value": plain_number(value), "above": _gap_values(gap)}
                    for person, value, gap in zip(
                        reached.people, system.by_person, system.gaps, strict=True
                    )
                },
            }
            for system in reached.systems
        },
    }


def _gap_values(gap: Gap) -> GapValues:
    return {
        "value": plain_number(gap.value),
        "interval": [plain_number(gap.low), plain_number(gap.high)],
        "telling": gap.number_differing,
    }


class PersonTest(TypedDict):
    """A system tested against one annotator, as JSON has it."""

    documents: int
    system: float | None
    person: float | None
    p: float | None
    wins: bool


class SystemTest(TypedDict):
    """Whether a system may stand in for people, as JSON has it."""

    winning_rate: float | None
    advantage: float | None
    may_replace: bool | None
    each: dict[str, PersonTest]


class AlternativeValues(TypedDict):
    """The alternative annotator test of every system, as JSON has it."""

    epsilon: float
    alignment: str
    said: str
    systems: dict[str, SystemTest]


def alternative_values(alternative: Alternative) -> AlternativeValues:
    """The alternative annotator test of every system, as plain data; undefined is None."""
    names = alternative.annotators
    return {
        "epsilon": alternative.epsilon,
        "alignment": alternative.alignment,
        "said": test_caveats(alternative),
        "systems": {
            system: {
                "winning_rate": plain_number(test.rate),
                "advantage": plain_number(test.advantage),
                "may_replace": test.may_replace if test.tested else None,
                "each": {
                    name: {
                        "documents": person.documents,
                        "system": plain_number(person.system),
                        "person": plain_number(person.person),
                        "p": plain_number(person.p),
                        "wins": bool(wins),
                    }
                    for name, person, wins in zip(names, test.each, test.wins, strict=True)
                },
            }
            for system, test in alternative.tests.items()
        },
    }


def _cell(value: float, interval: Interval) -> str:
    low, high = plain_ends(interval)
    return (
        cell_of(value) if low is None else f"{cell_of(value)} ({cell_of(low)} to {cell_of(high)})"
    )


def _test_table(system: str, test: AlternativeTest, annotators: Sequence[str]) -> str:
    return markdown_table(
        [in_markdown(system), "documents", "system as good", "person as good", "p", "wins"],
        [
            [
                in_markdown(name),
                f"{person.documents:,}",
                cell_of(person.system),
                cell_of(person.person),
                p_of(person.p),
                "yes" if wins else "no",
            ]
            for name, person, wins in zip(annotators, test.each, test.wins, strict=True)
        ],
    )


# --- what people reach against each other, and systems against the same votes


@dataclass(frozen=True, repr=False, eq=False)
class CeilingResult:
    """People and systems against the same votes of the other people.

    `noise`: what label noise may do to each system's numbers against the truth of the review.
    """

    review: Review
    votes: LikeForLike
    noise: tuple[NoisyTruth, ...]
    beta: float
    undefined: Undefined
    epsilon: float

    def average(self, average: AverageName = "micro", measure: str = "f") -> Ceiling:
        """What people and systems reach in one average: by its name in `AVERAGES`.

        KeyError for a measure other than `f`, `precision` and `recall`.
        """
        return ceiling_of(self.votes, average, self.beta, self.undefined, measure)

    @cached_property
    def alternative(self) -> Alternative:
        """The alternative annotator test of every system."""
        return alternative_of(self.review.truth, self.votes, self.epsilon)

    def to_dict(self) -> dict[str, Any]:
        """All of it by name; undefined is None."""
        return {
            "people": self.votes.people,
            "documents": self.votes.documents,
            "systems": list(self.votes.systems),
            "alone": list(self.votes.alone),
            "left_out": list(self.votes.ignored),
            "averages": {
                average: {
                    measure: ceiling_values(self.average(average, measure))
                    for measure in ceiling_measures(self.beta)
                }
                for average in AVERAGES
            },
            "alternative_test": alternative_values(self.alternative),
            "label_noise": {
                noisy.evaluation.system: noise_bands(noisy, self.beta, self.undefined)
                for noisy in self.noise
            },
        }

    def to_markdown(self) -> str:
        """All of it as a document to paste: people, systems, the test, the noise."""
        texts = self.texts
        if left := left_aside_text(self.votes):
            texts.append(left)
        tests = self.alternative.tests
        lines = [in_markdown(text) for text in texts]
        lines.append(self._table())
        lines.append(in_markdown(test_caveats(self.alternative)))
        lines += [in_markdown(alternative_test_text(test, name)) for name, test in tests.items()]
        lines += [_test_table(name, test, self.alternative.annotators)
                  for name, test in tests.items()]  # fmt: skip
        lines += [
            in_markdown(noise_words(noisy, "micro", self.beta, self.undefined))
            for noisy in self.noise
        ]
        if not any(noisy.stated for noisy in self.noise):
            lines.append(noise_origin_text(self.review.truth.gold))
        return "\n\n".join(lines)

    @property
    def texts(self) -> list[str]:
        """What people and systems reach in micro F, each in a sentence."""
        return PeopleAndSystem(self.votes, self.average(), self.beta).texts

    def _table(self) -> str:
        """People, each annotator and each system by every average."""
        averages = [self.average(average) for average in AVERAGES]
        first = averages[0]
        rows = [["people", *(_cell(reached.value, reached.interval) for reached in averages)]]
        rows += [
            [
                in_markdown(person.annotator),
                *(_cell(r.people[i].value, r.people[i].interval) for r in averages),
            ]
            for i, person in enumerate(first.people)
        ]
        rows += [
            [
                in_markdown(system.system),
                *(_cell(r.systems[i].value, r.systems[i].interval) for r in averages),
            ]
            for i, system in enumerate(first.systems)
        ]
        names = (average.replace("_", " ") for average in AVERAGES)
        return markdown_table([f_name(self.beta), *names], rows)

    def __repr__(self) -> str:
        return f"<Ceiling: {' '.join(self.texts)}>"

    def _repr_html_(self) -> str:
        return "".join(values.html_paragraph(text) for text in self.texts)


@dataclass(frozen=True)
class CeilingAssumptions:
    """What is taken for granted of people: who is `without`, and how often labels are wrong.

    `label_noise`: a share; None for the rates at which people differ.
    """

    without: tuple[str, ...] = ()
    epsilon: float = EPSILON["crowd"]
    label_noise: float | None = None


ASSUMED = CeilingAssumptions()


def ceiling(
    review: Review,
    systems: Sequence[str] | None = None,
    split: str | None = None,
    *,
    where: str | None = None,
    beta: float = DEFAULT_BETA,
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
    assumed = CeilingAssumptions(tuple(without), float(epsilon), label_noise)
    result = ceiling_of_selection(review, replace(selection, beta=float(beta)), assumed, systems)
    if result is None:
        raise ChoiceError(
            "no document was labelled by two people and given to all systems",
            "give files that say who labelled what, choose another split, or fewer systems",
        )
    return result


def ceiling_of_selection(
    review: Review,
    selection: Selection,
    assumed: CeilingAssumptions,
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
    first, filtered = evaluate_selection(review, selection)
    require_documents(filtered)
    evaluations: list[Evaluation] = []
    for system in _speaking(review, selection) if systems is None else systems:
        cut = cut_for(review, selection, system_of(review, system))
        other = replace(selection, system=system, cut=cut, where=None)
        evaluation = first if system == first.system else evaluate_selection(review, other)[0]
        evaluations.append(
            evaluation if filtered is None else restricted_to(evaluation, filtered.rows)
        )
    shared = share_documents(evaluations).evaluations
    votes = like_for_like(truth, shared, assumed.without)
    if not votes.left_out:
        return None
    rates = noise_of_people(votes) if share is None else stated_noise(share)
    noisy = tuple(noisy_truth(each, rates, share is not None) for each in shared)
    return CeilingResult(review, votes, noisy, selection.beta, selection.undefined, assumed.epsilon)


def _speaking(review: Review, selection: Selection) -> list[str]:
    """The systems that spoke of the split."""
    return [
        predictions.system
        for predictions in review.own
        if selection.split in splits_of(review.truth, predictions)
    ]
