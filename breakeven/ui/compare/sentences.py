"""A comparison in words: the answer, the averages of two systems, and what each test says."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
from markupsafe import Markup

from breakeven.analysis.comparison.bootstrap import (
    CLAIM_WORDS,
    FEWEST_DIFFERING,
    BootstrapDifference,
)
from breakeven.analysis.comparison.comparison import ComparedSystems, SystemPair
from breakeven.data.wording import NOTHING, count_of, figure_of, signed
from breakeven.results.systems import average_names
from breakeven.ui.components.html import bold, explained, plain, row_head
from metrics.catalogue import TESTS
from metrics.typing import Array
from metrics.uncertainty.significance import TestOutcome

# what a sentence calls each average
AVERAGE_WORDS = {"micro": "over all decisions (micro)", "macro": "as the mean over classes (macro)"}


def p_of(p: float) -> Markup | str:
    """A p-value as shown."""
    if math.isnan(p):
        return NOTHING
    return Markup("&lt;\N{NO-BREAK SPACE}0.001") if p < 0.001 else Markup("{:.3f}").format(p)


def points_of(share: float, sign: bool = True) -> str:
    """A difference in points."""
    if math.isnan(share):
        return NOTHING
    return (signed if sign else figure_of)(100 * share, 1)


def relative_of(share: float) -> str:
    """A change relative to the old value, signed; a dash where that is undefined."""
    return NOTHING if math.isnan(share) else f"{signed(100 * share, 1)}\N{NO-BREAK SPACE}%"


def points_span(d: BootstrapDifference) -> str:
    """The interval of a difference in points; a dash where there is none."""
    if math.isnan(d.low):
        return NOTHING
    return f"{points_of(d.low)} to {points_of(d.high)}".replace(" ", "\N{NO-BREAK SPACE}")


def answer(side: ComparedSystems, pair: SystemPair, measure: str) -> Markup:
    """Which of the two is better, and whether that is more than chance."""
    old, new = bold(pair.old.system), bold(pair.new.system)
    sentences = [f"On the same {count_of(side.common.documents, 'document')},"]
    for key, place in AVERAGE_WORDS.items():
        d = pair.averages[key]
        if math.isnan(d.points):
            sentences.append(f"{measure} {place} is undefined for one of the two.")
            continue
        values = (
            f"{figure_of(pair.new_values.averages[key])} against "
            f"{figure_of(pair.old_values.averages[key])}"
        )
        if key == "micro":
            sentences.append(
                Markup("{} has {} {} of {} {}:").format(new, measure, values, old, place)
            )
        else:
            sentences.append(f"{place[0].upper()}{place[1:]} it is {values}:")
        sentences.append(_verdict(pair, key))
    if side.replicates is None:
        return Markup(" ").join(sentences)
    real = pair.real_classes
    better, worse = (
        int((real & s).sum()) for s in (pair.per_class.points > 0, pair.per_class.points < 0)
    )
    same = len(real) - better - worse
    if not better + worse:
        sentences.append("Class by class the two cannot be told apart anywhere.")
    else:
        sentences.append(
            Markup(
                "Class by class it is better beyond chance on <b>{}</b>, worse on <b>{}</b>"
            ).format(better, worse)
            + (f"; on the other {same:,} the two cannot be told apart." if same else ".")
        )
    return Markup(" ").join(sentences)


def _verdict(pair: SystemPair, average: str) -> Markup:
    d, claim = pair.averages[average], pair.claim(average)
    if claim == "same":
        return Markup("{}.").format(CLAIM_WORDS[claim])
    size = Markup("<b>{} points {}</b>").format(
        points_of(abs(d.points), sign=False), "more" if d.points > 0 else "less"
    )
    if claim == "untested":
        return Markup("{}; {}.").format(size, CLAIM_WORDS[claim])
    evidence = [] if math.isnan(d.low) else [f"95 %: {points_span(d)}"]
    p = pair.p_of(average)
    evidence += [] if math.isnan(p) else [Markup("p {}").format(p_of(p))]
    return Markup("{}, {} ({}).").format(size, CLAIM_WORDS[claim], Markup("; ").join(evidence))


def average_rows(side: ComparedSystems, pair: SystemPair) -> list[list[Markup | str]]:
    """Per average: both values, points, interval, relative change, p, detectable difference."""
    rows = []
    for key, name in average_names(side).items():
        d = pair.averages[key]
        if math.isnan(pair.old_values.averages[key]) and math.isnan(pair.new_values.averages[key]):
            continue
        rows.append(
            [
                row_head(name),
                figure_of(pair.old_values.averages[key]),
                figure_of(pair.new_values.averages[key]),
                points_of(d.points),
                points_span(d),
                relative_of(d.relative),
                p_of(pair.p_of(key)),
                points_of(d.detectable, sign=False),
            ]
        )
    return rows


def average_head(pair: SystemPair) -> list[Markup | str]:
    """The column heads of the table of averages, names escaped."""
    return [
        "",
        plain(pair.old.system, 24),
        plain(pair.new.system, 24),
        "Points",
        "95 % interval",
        "Relative",
        "p",
        "Detectable",
    ]


def test_rows(pair: SystemPair) -> list[list[Markup | str]]:
    """Per test: its question and assumption, the counts for the new system, p."""
    rows = []
    if not all(math.isnan(pair.averages[key].low) for key in AVERAGE_WORDS):
        rows.append(
            [
                _explained("bootstrap"),
                Markup("<br>").join(
                    f"{points_span(pair.averages[key])} {key}" for key in AVERAGE_WORDS
                ),
                NOTHING,
            ]
        )
    if pair.randomised is not None:
        r = pair.randomised
        how = f"all {r.draws:,} swaps" if r.exact else f"{r.draws:,} swaps"
        rows.append(
            [
                _explained("randomisation"),
                Markup("{:,} documents differ<br><small>{}</small>").format(r.differing, how),
                Markup("<br>").join(
                    Markup("{} <small>{}</small>").format(p_of(r.averages[key]), key)
                    for key in AVERAGE_WORDS
                ),
            ]
        )
    rows += [[_explained(o.key), _counted(o), p_of(o.p)] for o in pair.tests]
    return rows


def _explained(key: str) -> Markup:
    note = TESTS[key]
    return explained(
        Markup(
            "<b>{}</b><br><small>{}<br><i>Takes for granted:</i> {}<br><i>Not for:</i> {}</small>"
        ).format(note.name, note.asks, note.assumes, note.not_for)
    )


def _counted(outcome: TestOutcome) -> Markup | str:
    of = f"{outcome.trials:,} {TESTS[outcome.key].trials}"
    if outcome.trials == 0:
        return "no test: 0 " + TESTS[outcome.key].trials
    counted = of if math.isnan(outcome.in_favour) else f"{int(outcome.in_favour):,} of {of}"
    if math.isnan(outcome.statistic):
        return counted
    letter = "t" if "t_test" in outcome.key or "rank" in outcome.key else "z"
    return Markup("{}<br><small>{} = {}</small>").format(
        counted, letter, figure_of(outcome.statistic, 2)
    )


def corrected_words(pair: SystemPair) -> Markup:
    """How many classes differ by randomisation, one by one and after correction."""
    if pair.randomised is None:
        return Markup()
    p = pair.randomised.per_class
    tested = int((~np.isnan(p)).sum())
    one_by_one, bh, holm = (int((q <= 0.05).sum()) for q in (p, pair.bh, pair.holm))
    few = int((pair.differing < FEWEST_DIFFERING).sum())
    sentence = Markup(
        "Of {} tested by randomisation, <b>{}</b> differ at 5 % one by one, of which up to {} "
        "could be false; <b>{}</b> after Benjamini–Hochberg (at most 5 % of them false, on "
        "average); <b>{}</b> after Holm (5 % risk of any false one)."
    ).format(count_of(tested, "class", "classes"), one_by_one, math.ceil(0.05 * tested), bh, holm)
    if few:
        sentence += (
            f" On {few} of the classes fewer than {FEWEST_DIFFERING} documents are decided "
            "differently: no test could tell there."
        )
    return sentence


def class_frame(pair: SystemPair) -> pd.DataFrame:
    """Everything of two systems per class, one row each, for reading and taking along."""
    d = pair.per_class
    p = np.full(len(pair.holm), np.nan) if pair.randomised is None else pair.randomised.per_class
    better = np.where(d.points > 0, pair.new.system, pair.old.system)
    return pd.DataFrame(
        {
            "class": list(pair.old.classes),
            "positives": pair.old.tables.positives,
            "before": pair.old_values.per_class,
            "after": pair.new_values.per_class,
            "points": 100 * d.points,
            "low_95": 100 * d.low,
            "high_95": 100 * d.high,
            "relative": d.relative,
            "documents_that_differ": pair.differing,
            "p": p,
            "p_bh": pair.bh,
            "p_holm": pair.holm,
            "better": np.where(pair.real_classes, better, ""),
        }
    )


def against_all_rows(
    pairs: list[SystemPair], p: dict[str, Array], held: dict[str, Array]
) -> list[list[Markup | str]]:
    """One system against each other one: points and p, raw and corrected over the systems."""
    rows = []
    for i, pair in enumerate(pairs):
        row: list[Markup | str] = [plain(pair.new.system, 24)]
        for key in AVERAGE_WORDS:
            d = pair.averages[key]
            row += [
                Markup("{}<br><small>{}</small>").format(points_of(d.points), points_span(d)),
                Markup("{}<br><small>Holm {}</small>").format(p_of(p[key][i]), p_of(held[key][i])),
            ]
        rows.append(row)
    return rows
