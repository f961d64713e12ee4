"""What people reach against each other, and systems against the same votes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

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
from breakeven.data.gold import MAJORITY
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
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import plain_ends, plain_number
from metrics.annotators.alternative_annotator import FEWEST, AlternativeTest
from metrics.annotators.ceiling import Gap
from metrics.averaging import Undefined
from metrics.typing import AVERAGES, DEFAULT_BETA, AverageName
from metrics.uncertainty.intervals import Interval

# --- the human ceiling in words and as plain data, the same for pages, commands and downloads


OVER: Mapping[AverageName, str] = {
    "micro": "over all decisions (micro)",
    "macro": "as the mean over classes (macro)",
    "per_document": "as the mean over documents",
}


# of a band of label noise
BAND = ("value", "low", "independent", "high")


def interval_after_value(interval: Interval) -> str:
    """An interval behind its value; nothing where there is none."""
    low, high = float(interval.low), float(interval.high)
    return "" if np.isnan(low) else f" (95 %: {interval_text(low, high)})"


def people_reach(of: LikeForLike, found: Ceiling, beta: float) -> str:
    """What people reach against each other, in a sentence; plain text."""
    against = (
        f"each held against the other: with two people the ceiling is their pairwise {f_name(beta)}"
        if of.people == 2
        else "each held against the vote of the others"
    )
    return (
        f"On the {count_of(of.documents, 'document')} that annotators and "
        f"{'system' if len(of.systems) == 1 else 'systems'} judged, "
        f"{of.people} people reach {f_name(beta)} {figure_of(found.value)}"
        f"{interval_after_value(found.interval)} {OVER[found.average]}, {against}."
    )


def system_reaches(beside: SystemReach) -> str:
    """What a system reaches against the same votes, and whether that is more; plain text."""
    return (
        f"{quoted(beside.system)} reaches "
        f"{figure_of(beside.value)}{interval_after_value(beside.interval)} "
        f"against the same votes: {_more(beside)}."
    )


def _more(beside: SystemReach) -> str:
    gap, said = beside.above, CEILING_CLAIMS[beside.said]
    if beside.said in ("same", "undefined"):
        return said
    points = figure_of(100 * abs(gap.value), 1)
    size = f"{points} points {'more' if gap.value > 0 else 'less'}, {said}"
    if np.isnan(gap.low):
        return size
    return f"{size} (95 %: {signed(100 * gap.low, 1)} to {signed(100 * gap.high, 1)} points)"


def of_people(
    truth: Truth, evaluation: Evaluation, beta: float, undefined: Undefined
) -> dict[str, Any]:
    """Micro F of people and of one system beside them, under `people`; nothing if not known."""
    if len(truth.annotators) < 2:
        return {}
    of = like_for_like(truth, [evaluation])
    if not of.left_out:
        return {}
    found = ceiling_of(of, "micro", beta, undefined)
    said = [people_reach(of, found, beta), *map(system_reaches, found.systems)]
    about = {"annotators": of.people, "documents": of.documents, "said": said}
    return {"people": about | {"micro": _of_one(found)}}


def left_aside_text(of: LikeForLike) -> str:
    """Who is not held against the others, and why; nothing where everybody is."""
    said = []
    if of.ignored:
        said.append(f"Left out, as asked: {listed(of.ignored)}.")
    if of.alone:
        said.append(
            f"Not compared: {listed(of.alone)}, who shares no document with another annotator and "
            "the systems."
        )
    return " ".join(said)


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
        f"(ω {figure_of(test.rate, 2)}; half is asked for), and is at least as close to the others "
        f"as a person is on {percent(test.advantage)} of the documents (ρ "
        f"{figure_of(test.advantage, 2)})."
    )  # fmt: skip


def test_caveats(found: Alternative) -> str:
    """What the test takes for granted here, and where it is weak; plain text."""
    if not found.tests:
        return (
            f"The alternative annotator test needs {FEWEST_PEOPLE} people who share documents; "
            f"here {'is' if found.people == 1 else 'are'} {found.people}."
        )
    said = [
        f"ε = {found.epsilon:g} is a choice: by so much a person may be ahead and the system still "
        "be worth its lower cost. Closeness to the others is "
        f"{ALIGNMENTS[found.alignment]}."
    ]
    if 0 < found.documents < FEW_DOCUMENTS:
        said.append(
            f"Some annotators have only {found.documents} documents; the test wants "
            f"{FEW_DOCUMENTS} to 100."
        )
    return " ".join(said)


def noise_words(of: NoisyTruth, average: AverageName, beta: float, undefined: Undefined) -> str:
    """The band around a system's F against the truth, in a sentence; plain text."""
    band = of.average(average, beta, undefined)
    rates = f"{percent(of.wrong, 1)} of the given labels wrong"
    rates += f", {percent(of.missing, 1)} of the true ones missing"
    if of.stated:
        often = f"If labels are wrong as stated ({rates})"
    else:
        often = f"If labels are wrong as often as one person differs from the others ({rates})"
    if np.isnan(band.value):
        return f"{f_name(beta)} of {quoted(of.evaluation.system)} is undefined, with any labels."
    return (
        f"{often}, {f_name(beta)} of {quoted(of.evaluation.system)} against the truth, "
        f"{figure_of(float(band.value))} {OVER[average]}, lies between "
        f"{figure_of(float(band.low))} and {figure_of(float(band.high))} if the errors coincide "
        "with what it got right, or with what it got wrong; "
        f"{_independent(of, average, beta, undefined)}."
    )


def noise_origin_text(gold: str) -> str:
    """How the rates at which people differ bear on the truth that there is; plain text."""
    if gold == MAJORITY:
        return (
            "The majority is wrong less often than one person, unless people err together: so "
            "this is the wide end."
        )
    if gold:
        return "The truth here is what one of them said, so it is wrong about as often."
    return (
        "The truth here was not made of what these people said: it may be wrong less often, or "
        "more often, than they are."
    )


def _independent(of: NoisyTruth, average: AverageName, beta: float, undefined: Undefined) -> str:
    band = of.average(average, beta, undefined)
    if np.isnan(band.independent):
        return (
            "if they are independent of it nothing can be said, as labels are no better than chance"
        )
    most = ", the most that is possible," if band.independent >= band.high - 1e-9 else ""
    return f"{figure_of(float(band.independent))}{most} if they are independent of it"


def of_ceiling(
    of: LikeForLike,
    alternative: Alternative,
    noise: Sequence[NoisyTruth],
    beta: float,
    undefined: Undefined,
) -> dict[str, Any]:
    """Everything about the ceiling; undefined is None."""
    averages: dict[str, Any] = {}
    for average in AVERAGES:
        averages[average] = {
            m: _of_one(ceiling_of(of, average, beta, undefined, m)) for m in ceiling_measures(beta)
        }
    return {
        "people": of.people,
        "documents": of.documents,
        "systems": list(of.systems),
        "alone": list(of.alone),
        "left_out": list(of.ignored),
        "averages": averages,
        "alternative_test": _of_test(alternative),
        "label_noise": {one.evaluation.system: of_noise(one, beta, undefined) for one in noise},
    }


def _of_one(found: Ceiling) -> dict[str, Any]:
    return {
        "people": {"value": plain_number(found.value), "interval": plain_ends(found.interval)},
        "each": {
            one.annotator: {
                "value": plain_number(one.value),
                "interval": plain_ends(one.interval),
                "documents": one.documents,
                "others": one.others,
            }
            for one in found.people
        },
        "systems": {
            one.system: {
                "value": plain_number(one.value),
                "interval": plain_ends(one.interval),
                "above_people": _of_gap(one.above),
                "said": CEILING_CLAIMS[one.said],
                "against_each": {
                    person.annotator: {"value": plain_number(value), "above": _of_gap(gap)}
                    for person, value, gap in zip(
                        found.people, one.by_person, one.gaps, strict=True
                    )
                },
            }
            for one in found.systems
        },
    }


def _of_gap(gap: Gap) -> dict[str, Any]:
    return {
        "value": plain_number(gap.value),
        "interval": [plain_number(gap.low), plain_number(gap.high)],
        "telling": gap.number_differing,
    }


def _of_test(found: Alternative) -> dict[str, Any]:
    return {
        "epsilon": found.epsilon,
        "alignment": found.alignment,
        "said": test_caveats(found),
        "systems": {
            system: {
                "winning_rate": plain_number(test.rate),
                "advantage": plain_number(test.advantage),
                "may_replace": test.may_replace if test.tested else None,
                "each": {
                    name: {
                        "documents": one.documents,
                        "system": plain_number(one.system),
                        "person": plain_number(one.person),
                        "p": plain_number(one.p),
                        "wins": bool(wins),
                    }
                    for name, one, wins in zip(found.annotators, test.each, test.wins, strict=True)
                },
            }
            for system, test in found.tests.items()
        },
    }


def of_noise(of: NoisyTruth, beta: float, undefined: Undefined) -> dict[str, Any]:
    """The bands of a system: micro, macro and of every class."""
    pairs: tuple[AverageName, ...] = ("micro", "macro")
    classes = of.per_class(beta)
    return {
        "stated": of.stated,
        "wrong": plain_number(of.wrong),
        "missing": plain_number(of.missing),
    } | {
        average: {
            end: plain_number(getattr(of.average(average, beta, undefined), end)) for end in BAND
        }
        for average in pairs
    } | {
        "per_class": {
            name: {end: plain_number(getattr(classes, end)[c]) for end in BAND}
            for c, name in enumerate(of.evaluation.classes)
        }
    }  # fmt: skip


def ceiling_in_markdown(
    of: LikeForLike,
    alternative: Alternative,
    noise: Sequence[NoisyTruth],
    beta: float,
    undefined: Undefined,
    gold: str,
) -> list[str]:
    """The ceiling as lines of a document: people, systems, the test, the noise.

    `gold`: how the truth was made of what people said.
    """
    known = [(average, ceiling_of(of, average, beta, undefined)) for average in AVERAGES]
    first = known[0][1]
    head = [f_name(beta), *(average.replace("_", " ") for average, _ in known)]
    rows = [["people", *(_cell(one.value, one.interval) for _, one in known)]]
    rows += [
        [in_markdown(one.annotator), *(_cell(c.people[i].value, c.people[i].interval)
                                       for _, c in known)]
        for i, one in enumerate(first.people)
    ]  # fmt: skip
    rows += [
        [in_markdown(one.system), *(_cell(c.systems[i].value, c.systems[i].interval)
                                    for _, c in known)]
        for i, one in enumerate(first.systems)
    ]  # fmt: skip
    said = [people_reach(of, first, beta), *(system_reaches(one) for one in first.systems)]
    said += [text for text in (left_aside_text(of),) if text]
    tested = [test_caveats(alternative)]
    tested += [alternative_test_text(test, system) for system, test in alternative.tests.items()]
    lines = [in_markdown(text) for text in said]
    lines += [markdown_table(head, rows)]
    lines += [in_markdown(text) for text in tested]
    for system, test in alternative.tests.items():
        lines.append(_test_table(system, test, alternative.annotators))
    lines += [in_markdown(noise_words(one, "micro", beta, undefined)) for one in noise]
    if not any(one.stated for one in noise):
        lines.append(noise_origin_text(gold))
    return [line for each in lines for line in ("", each)][1:]


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
                f"{one.documents:,}",
                cell_of(one.system),
                cell_of(one.person),
                p_of(one.p),
                "yes" if wins else "no",
            ]
            for name, one, wins in zip(annotators, test.each, test.wins, strict=True)
        ],
    )


# --- what people reach against each other, and systems against the same votes


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
        return "".join(values.html_paragraph(text) for text in said)


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
    first, kept = evaluate_selection(review, selection)
    require_documents(kept)
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
