"""A comparison in words: the answer, the averages of two systems, and what each test says."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pandas as pd
from markupsafe import Markup, escape

from breakeven.analysis.comparison.bootstrap import (
    ALPHA,
    CLAIM_WORDS,
    FEWEST_DIFFERING,
    BootstrapDifference,
    Claim,
)
from breakeven.analysis.comparison.comparison import ComparedSystems, SystemPair
from breakeven.data.wording import NOTHING, count_of, figure_of, signed
from breakeven.results.differences import POINTS, DifferenceUnit, unit_of
from breakeven.results.systems import average_names
from breakeven.ui.components.html import bold, explained, plain, row_head
from metrics.catalogue import TESTS
from metrics.typing import Array
from metrics.uncertainty.significance import TestOutcome

# what a sentence calls each average
AVERAGE_WORDS = {"micro": "over all labels (micro)", "macro": "averaged over classes (macro)"}


def p_of(p: float) -> Markup | str:
    """A p-value as shown."""
    if math.isnan(p):
        return NOTHING
    return Markup("&lt;\N{NO-BREAK SPACE}0.001") if p < 0.001 else Markup("{:.3f}").format(p)


def apart_of(difference: float, unit: DifferenceUnit = POINTS, sign: bool = True) -> str:
    """A difference in its unit, points unless said."""
    if math.isnan(difference):
        return NOTHING
    return (signed if sign else figure_of)(unit.scale * difference, unit.digits)


def relative_of(share: float) -> str:
    """A change relative to the old value, signed; a dash where that is undefined."""
    return NOTHING if math.isnan(share) else f"{signed(100 * share, 1)}\N{NO-BREAK SPACE}%"


def plain_span(d: BootstrapDifference, unit: DifferenceUnit) -> str:
    """The interval of a difference in its unit, without plus signs: `0.4 to 1.4`."""
    return apart_span(d, unit).replace("+", "")


def apart_span(d: BootstrapDifference, unit: DifferenceUnit) -> str:
    """The interval of a difference in its unit; a dash where there is none."""
    if math.isnan(d.low):
        return NOTHING
    span = f"{apart_of(d.low, unit)} to {apart_of(d.high, unit)}"
    return span.replace(" ", "\N{NO-BREAK SPACE}")


def answer(pair: SystemPair, measure: str, shown: str) -> tuple[Markup, Markup]:
    """Which of the two is better, and by how much: the headline, and the numbers behind it; HTML.

    `pair`: the second is the one that is ahead. `measure`: its key; `shown`: what it is called.
    """
    sentences = [
        Markup("{}.").format(_how_far(pair, "micro", shown)),
        Markup("Averaged over classes: {}.").format(_how_far(pair, "macro", "")),
    ]
    if pair.randomised is not None or not np.isnan(pair.per_class.low).all():
        sentences.append(escape(_classes_in_words(pair)))
    return _headline(pair, measure, shown), Markup(" ").join(sentences)


# what is said of the one that is ahead, by what may be claimed of all labels
HEADLINES: Mapping[Claim, Markup] = {
    "beyond": Markup("{new} {better} {old}."),
    "edge": Markup("{new} may be better than {old}: the difference is borderline."),
    "few": Markup("No clear difference between {new} and {old}."),
    "chance": Markup("No clear difference between {new} and {old}."),
    "same": Markup("{new} and {old} score the same."),
    "untested": Markup("{new} scores {more} than {old}. The difference was not tested."),
    "undefined": Markup("{new} and {old} cannot be compared by {shown}."),
    "infinite": Markup("{new} and {old} cannot be compared by {shown}: it is infinite."),
}


def _headline(pair: SystemPair, measure: str, shown: str) -> Markup:
    more = "lower" if pair.lower_is_better else "higher"
    better = f"has {more} {shown} than"
    if measure in ("f", "break_even", "eleven_point"):
        better = "is better than"
    return HEADLINES[pair.claim("micro")].format(
        new=bold(pair.new.system),
        old=bold(pair.old.system),
        better=better,
        shown=shown,
        more=more,
    )


def _how_far(pair: SystemPair, average: str, shown: str) -> Markup:
    """`+0.9 points F₁ over all labels (0.4 to 1.4), unlikely to be chance`; HTML."""
    d, claim = pair.averages[average], pair.claim(average)
    if claim == "same" and shown:
        return Markup("No difference in {}").format(shown)
    if claim in ("undefined", "infinite", "same"):
        return Markup("{}{}").format(f"{shown}: " if shown else "", CLAIM_WORDS[claim])
    over = "" if pair.new.one_of else " over all labels"
    unit, points = unit_of(pair), " points" if shown else ""
    how_much = f"{apart_of(d.points, unit)}{points}"
    if not pair.in_points:
        lower = "lower" if d.points < 0 else "higher"
        how_much = f"{figure_of(abs(d.points), unit.digits)} {lower}"
    size = Markup("<b>{}</b>").format(how_much)
    if shown:
        size = Markup("{} {}{}").format(size, shown, over)
    if not math.isnan(d.low):
        size += f" ({plain_span(d, unit)})"
    return Markup("{}, {}").format(size, _claim_in_words(pair, average))


def _claim_in_words(pair: SystemPair, average: str) -> Markup:
    """What may be claimed of a difference; of a borderline one, what the two tests say."""
    claim, p = pair.claim(average), pair.p_of(average)
    if claim != "edge":
        return escape(CLAIM_WORDS[claim])
    if p <= ALPHA:
        return Markup("borderline (p {}, but the interval includes 0)").format(_p_in_words(p))
    return Markup("borderline (the interval excludes 0, but p {})").format(_p_in_words(p))


def _p_in_words(p: float) -> Markup | str:
    return p_of(p) if p < 0.001 else Markup("= {}").format(p_of(p))


def _classes_in_words(pair: SystemPair) -> str:
    """On how many classes the second is better and worse; those tested many times, by Holm."""
    real, gain = pair.real_classes, pair.gain
    better, worse = (int((real & s).sum()) for s in (gain > 0, gain < 0))
    same = len(real) - better - worse
    if not better + worse:
        return f"No clear difference on any of the {count_of(same, 'class', 'classes')}."
    rest = f", no clear difference on {same:,}" if same else ""
    return f"Better on {count_of(better, 'class', 'classes')}, worse on {worse:,}{rest}."


def average_rows(side: ComparedSystems, pair: SystemPair) -> list[list[Markup | str]]:
    """Per average: both values, points, interval, relative change, p, detectable difference."""
    rows, unit = [], unit_of(pair)
    for key, name in average_names(side).items():
        d = pair.averages[key]
        if math.isnan(pair.old_values.averages[key]) and math.isnan(pair.new_values.averages[key]):
            continue
        rows.append(
            [
                row_head(name),
                figure_of(pair.old_values.averages[key]),
                figure_of(pair.new_values.averages[key]),
                apart_of(d.points, unit),
                apart_span(d, unit),
                relative_of(d.relative),
                p_of(pair.p_of(key)),
                apart_of(d.detectable, unit, sign=False),
            ]
        )
    return rows


def average_head(pair: SystemPair) -> list[Markup | str]:
    """The column heads of the table of averages, names escaped."""
    return [
        "",
        plain(pair.old.system, 24),
        plain(pair.new.system, 24),
        unit_of(pair).name.capitalize(),
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
                    f"{apart_span(pair.averages[key], unit_of(pair))} {key}"
                    for key in AVERAGE_WORDS
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
        Markup("<b>{}</b><br><small>{}<br><i>Assumes:</i> {}<br><i>Not for:</i> {}</small>").format(
            note.name, note.asks, note.assumes, note.not_for
        )
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
        "Of {} tested by randomisation, <b>{}</b> differ at 5 % one by one (up to {} of them by "
        "chance), <b>{}</b> after Benjamini–Hochberg (on average at most 5 % of them false) and "
        "<b>{}</b> after Holm (5 % risk of any false one)."
    ).format(count_of(tested, "class", "classes"), one_by_one, math.ceil(0.05 * tested), bh, holm)
    if few:
        sentence += (
            f" No test can tell for {few:,} of the classes, as fewer than {FEWEST_DIFFERING} "
            "documents differ."
        )
    return sentence


def class_frame(pair: SystemPair) -> pd.DataFrame:
    """Everything of two systems per class, one row each, for reading and taking along."""
    d, unit = pair.per_class, unit_of(pair)
    p = np.full(len(pair.holm), np.nan) if pair.randomised is None else pair.randomised.per_class
    better = np.where(pair.gain > 0, pair.new.system, pair.old.system)
    return pd.DataFrame(
        {
            "class": list(pair.old.classes),
            "positives": pair.old.tables.positives,
            "before": pair.old_values.per_class,
            "after": pair.new_values.per_class,
            unit.key: unit.scale * d.points,
            "low_95": unit.scale * d.low,
            "high_95": unit.scale * d.high,
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
            d, unit = pair.averages[key], unit_of(pair)
            row += [
                Markup("{}<br><small>{}</small>").format(
                    apart_of(d.points, unit), apart_span(d, unit)
                ),
                Markup("{}<br><small>Holm {}</small>").format(p_of(p[key][i]), p_of(held[key][i])),
            ]
        rows.append(row)
    return rows
