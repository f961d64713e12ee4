"""The human ceiling in words and as plain data, the same for pages, commands and downloads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from breakeven.evaluation.evaluation import Evaluation
from breakeven.labels.alternative import ALIGNMENTS, FEW_DOCUMENTS, FEWEST_PEOPLE, Alternative
from breakeven.labels.ceiling import (
    AVERAGES,
    WORDS,
    AverageName,
    Beside,
    Ceiling,
    LikeForLike,
    ceiling_of,
    like_for_like,
    measures,
)
from breakeven.labels.gold import MAJORITY
from breakeven.labels.label_noise import NoisyTruth
from breakeven.records import Truth
from breakeven.reports.tables import in_markdown, markdown_table
from breakeven.reports.values import ends_of, plain
from breakeven.text import (
    cell_of,
    count_of,
    f_name,
    figure_of,
    listed,
    p_of,
    percent,
    quoted,
    signed,
    span,
)
from metrics.annotators.alternative import FEWEST, AlternativeTest
from metrics.averaging import Undefined
from metrics.ceiling import Gap
from metrics.intervals import Interval

OVER: Mapping[AverageName, str] = {
    "micro": "over all decisions (micro)",
    "macro": "as the mean over classes (macro)",
    "per_document": "as the mean over documents",
}


# of a band of label noise
BAND = ("value", "low", "independent", "high")


def within(interval: Interval) -> str:
    """An interval behind its value; nothing where there is none."""
    low, high = float(interval.low), float(interval.high)
    return "" if np.isnan(low) else f" (95 %: {span(low, high)})"


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
        f"{within(found.interval)} {OVER[found.average]}, {against}."
    )


def system_reaches(beside: Beside) -> str:
    """What a system reaches against the same votes, and whether that is more; plain text."""
    return (
        f"{quoted(beside.system)} reaches {figure_of(beside.value)}{within(beside.interval)} "
        f"against the same votes: {_more(beside)}."
    )


def _more(beside: Beside) -> str:
    gap, said = beside.above, WORDS[beside.said]
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


def left_aside(of: LikeForLike) -> str:
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


def replaced(test: AlternativeTest, system: str) -> str:
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


def whose_noise(gold: str) -> str:
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
            m: _of_one(ceiling_of(of, average, beta, undefined, m)) for m in measures(beta)
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
        "people": {"value": plain(found.value), "interval": ends_of(found.interval)},
        "each": {
            one.annotator: {
                "value": plain(one.value),
                "interval": ends_of(one.interval),
                "documents": one.documents,
                "others": one.others,
            }
            for one in found.people
        },
        "systems": {
            one.system: {
                "value": plain(one.value),
                "interval": ends_of(one.interval),
                "above_people": _of_gap(one.above),
                "said": WORDS[one.said],
                "against_each": {
                    person.annotator: {"value": plain(value), "above": _of_gap(gap)}
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
        "value": plain(gap.value),
        "interval": [plain(gap.low), plain(gap.high)],
        "telling": gap.telling,
    }


def _of_test(found: Alternative) -> dict[str, Any]:
    return {
        "epsilon": found.epsilon,
        "alignment": found.alignment,
        "said": test_caveats(found),
        "systems": {
            system: {
                "winning_rate": plain(test.rate),
                "advantage": plain(test.advantage),
                "may_replace": test.may_replace if test.tested else None,
                "each": {
                    name: {
                        "documents": one.documents,
                        "system": plain(one.system),
                        "person": plain(one.person),
                        "p": plain(one.p),
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
        "wrong": plain(of.wrong),
        "missing": plain(of.missing),
    } | {
        average: {end: plain(getattr(of.average(average, beta, undefined), end)) for end in BAND}
        for average in pairs
    } | {
        "per_class": {
            name: {end: plain(getattr(classes, end)[c]) for end in BAND}
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
    said += [text for text in (left_aside(of),) if text]
    tested = [test_caveats(alternative)]
    tested += [replaced(test, system) for system, test in alternative.tests.items()]
    lines = [in_markdown(text) for text in said]
    lines += [markdown_table(head, rows)]
    lines += [in_markdown(text) for text in tested]
    for system, test in alternative.tests.items():
        lines.append(_test_table(system, test, alternative.annotators))
    lines += [in_markdown(noise_words(one, "micro", beta, undefined)) for one in noise]
    if not any(one.stated for one in noise):
        lines.append(whose_noise(gold))
    return [line for each in lines for line in ("", each)][1:]


def _cell(value: float, interval: Interval) -> str:
    low, high = ends_of(interval)
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
