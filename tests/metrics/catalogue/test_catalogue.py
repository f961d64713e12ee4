"""The catalogue is whole, its formulas are what the code computes, its misprints' numbers hold."""

from __future__ import annotations

import inspect
import math
import re
from fractions import Fraction
from itertools import product
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from metrics import measures
from metrics.catalogue import CATALOGUE, GROUPS, entries_shown, measures_shown
from metrics.catalogue.entry import Entry, ShownPlace
from metrics.catalogue.misprints import CHECKED_AND_RIGHT, MISPRINTS
from metrics.catalogue.sources import BIBLIOGRAPHY
from metrics.measures import AVERAGED, averaged_measures
from metrics.tallies import ContingencyTable
from script.wings import files, modules_imported, wing_of
from tests.paths import ROOT

LAST_OF = {"N": 10, "I": 6, "L": 9, "D": 4, "M": 10}
IDS = [f"E-{source}{i}" for source, last in LAST_OF.items() for i in range(1, last + 1)]

SHOWN = [
    "contingency_table",
    "exact_match",
    "prevalence",
    "baselines",
    "confusion_matrix",
    "specificity",
    "e",
    "micro",
    "macro",
    "per_document",
    "undefined",
    "operating_point",
    "pr_curve",
    "average_precision",
    "roc_curve",
    "net_benefit",
    "break_even",
    "macro_break_even",
    "micro_break_even_own_thresholds",
    "micro_break_even_global",
    "eleven_point",
    "eleven_point_document",
    "eleven_point_pooled",
    "eleven_point_trec_eval",
    "break_even_against_f",
    "given",
    "largest",
    "threshold",
    "rcut",
    "scut",
    "pcut",
    "loss",
    "expected_loss",
    "loss_rule",
    "expected_f",
    "expected_f_approximation",
    "expected_f_bound",
    "expected_f_interval",
    "expected_count",
    "sec",
    "brier",
    "reliability",
    "ece",
    "consistency",
    "label_suspects",
    "document_quality",
    "audited_precision",
    "corrected_f",
    "quadrants",
    "ambiguous_pairs",
    "wilson_interval",
    "f_interval",
    "average_interval",
    "relative_change",
]

entries = pytest.mark.parametrize("entry", CATALOGUE.values(), ids=list(CATALOGUE))


def texts(entry: Entry) -> list[str]:
    return [
        *(entry.meaning, entry.range_text, entry.best_text),
        *(entry.undefined, entry.source_text, entry.note),
    ]


def formulas(text: str) -> list[str]:
    parts = text.split("$")
    assert len(parts) % 2, f"a dollar without its partner: {text}"
    return parts[1::2]


def assert_well_formed(latex: str) -> None:
    bare = re.sub(r"\\[{}]", "", latex)
    depth = 0
    for sign in bare:
        depth += {"{": 1, "}": -1}.get(sign, 0)
        assert depth >= 0, latex
    assert depth == 0, latex
    assert latex.count(r"\left") - latex.count(r"\leftarrow") == latex.count(r"\right"), latex
    opened = re.findall(r"\\begin\{(\w+)\}", latex)
    assert opened == re.findall(r"\\end\{(\w+)\}", latex), latex


def test_every_measure_that_is_shown_has_an_entry() -> None:
    wanted = {*AVERAGED, *SHOWN}
    assert wanted - set(CATALOGUE) == set()


def test_what_is_averaged_is_what_its_entry_names_and_in_that_order() -> None:
    assert [key for key in CATALOGUE if key in AVERAGED] == list(AVERAGED)
    assert {key: CATALOGUE[key].resolved() for key in AVERAGED} == AVERAGED


def test_arithmetic_does_not_ask_the_catalogue() -> None:
    arithmetic = [f for f in files() if wing_of(f) == "metrics" and f.parent.name != "catalogue"]
    assert arithmetic
    asking = [
        f"{file.relative_to(ROOT)} imports {name}"
        for file in arithmetic
        for name in sorted(modules_imported(file))
        if name.split(".")[:2] == ["metrics", "catalogue"]
    ]
    assert not asking


@entries
def test_an_entry_is_complete_and_renders(entry: Entry) -> None:
    assert entry.group in GROUPS
    assert entry.name
    assert entry.source
    assert_well_formed(entry.formula)
    assert "$" not in entry.formula
    for text in texts(entry):
        for formula in formulas(text):
            assert_well_formed(formula)
    one_sentence = r"[A-Z“]([^.]|\.(?=\d))*\."
    assert re.fullmatch(one_sentence, entry.meaning), entry.meaning


def test_keys_and_names_are_unique_and_addressable() -> None:
    assert all(re.fullmatch(r"[a-z_]+", key) for key in CATALOGUE)
    assert all(entry.key == key for key, entry in CATALOGUE.items())
    assert len({entry.name for entry in CATALOGUE.values()}) == len(CATALOGUE)


def test_groups_keep_together_in_reading_order() -> None:
    in_order = [entry.group for entry in CATALOGUE.values()]
    assert in_order == sorted(in_order, key=GROUPS.index)
    assert (GROUPS[0], GROUPS[-1]) == ("Predictions", "Comparison and uncertainty")


@entries
def test_every_dated_source_is_in_the_bibliography(entry: Entry) -> None:
    unknown = entry.source_text
    for name in sorted(BIBLIOGRAPHY, key=len, reverse=True):
        unknown = unknown.replace(name, "")
    assert not re.search(r"\b(19|20)\d\d\b", unknown), unknown


# --- each entry names its function


@entries
def test_the_function_that_an_entry_names_is_there(entry: Entry) -> None:
    function = entry.resolved()
    if function is not None:
        assert callable(function)
        assert function.__module__.partition(".")[0] == "metrics"


def test_every_measure_of_a_table_has_an_entry() -> None:
    written = {
        function
        for name, function in inspect.getmembers(measures, inspect.isfunction)
        if function.__module__ == measures.__name__ and name != "ratio"
        if next(iter(inspect.signature(function).parameters)) == "table"
    }
    named = {entry.function for entry in CATALOGUE.values()}
    assert written - named == set()


def test_what_stands_in_tables_is_exported_and_averaged() -> None:
    table, export, further, average = (
        {entry.key for entry in entries_shown(place)} for place in get_args(ShownPlace)
    )
    assert table | further <= export <= average
    assert not table & further
    assert set(measures_shown("table")) == table


TABLES = st.tuples(*[st.integers(0, 40)] * 4)


@given(st.lists(TABLES, min_size=1, max_size=6), st.sampled_from([0.0, 0.5, 1.0, 2.0, math.inf]))
def test_values_lie_in_the_range_that_the_entry_gives(cells: list, beta: float) -> None:
    table = ContingencyTable(*np.array(cells, dtype=float).T)
    for key, measure in measures_shown("average", beta).items():
        stated = CATALOGUE[key].range
        assert isinstance(stated, tuple)
        low, high = stated
        values = measure(table)
        assert values.shape == (len(cells),)
        assert np.all(np.isnan(values) | ((values >= low) & (values <= high)))


# --- formulas as the code computes them


def value_of(latex: str, **symbols: float) -> float:
    """The right side of a formula made of fractions, sums and products of counts and beta."""
    text = latex.partition("=")[2] if "=" in latex else latex
    text = re.sub(r"\\mathrm\{(\w+)\}", r"\1", text)
    text = text.replace(r"\,", "*").replace(r"\beta^2", "beta2")
    text = text.replace("beta2fn", "beta2*fn").replace("^2", "**2")
    while (simpler := re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/(\2))", text)) != text:
        text = simpler
    assert re.fullmatch(r"[a-z0-9_*/+\-(). ]*", text), f"not understood: {text}"
    return float(eval(text, {"__builtins__": {}}, symbols))


# tp 3, fp 1, fn 2, tn 14; beta 2:
#   P 3/4  R 3/5  F_2 = 5·3/(5·3 + 4·2 + 1) = 15/24  accuracy 17/20  fallout 1/15  overlap 3/6
BY_HAND = {
    "precision": 3 / 4,
    "recall": 3 / 5,
    "f": 15 / 24,
    "e": 9 / 24,
    "accuracy": 17 / 20,
    "error_rate": 3 / 20,
    "fallout": 1 / 15,
    "specificity": 14 / 15,
    "overlap": 3 / 6,
    "balanced_accuracy": (3 / 5 + 14 / 15) / 2,
    "kappa": 2 * (3 * 14 - 1 * 2) / (4 * 15 + 5 * 16),
    "negative_predictive_value": 14 / 16,
    "prevalence": 5 / 20,
    "sec": (1 - 2) ** 2,
    "classify_and_count": 4,
}


@pytest.mark.parametrize("key", BY_HAND)
def test_the_printed_formula_gives_the_value_by_hand(key: str) -> None:
    got = value_of(CATALOGUE[key].formula, tp=3, fp=1, fn=2, tn=14, beta2=4)
    assert_allclose(got, BY_HAND[key], rtol=1e-15)


def test_the_code_computes_the_printed_formulas() -> None:
    table = ContingencyTable(*(np.asarray(x) for x in (3, 1, 2, 14)))
    # of which the printed formula has a root
    by_hand = BY_HAND | {"mcc": (3 * 14 - 1 * 2) / (4 * 5 * 15 * 16) ** 0.5}
    for key, measure in averaged_measures(2.0).items():
        assert_allclose(measure(table), by_hand[key], rtol=1e-15)
    assert_allclose(measures.specificity(table), BY_HAND["specificity"], rtol=1e-15)
    assert_allclose(measures.prevalence(table), BY_HAND["prevalence"], rtol=1e-15)
    assert measures.squared_error_in_counting(table) == BY_HAND["sec"]


# --- misprints


def test_every_known_misprint_is_there_and_reached_from_an_entry() -> None:
    assert list(MISPRINTS) == IDS
    assert {key for e in CATALOGUE.values() for key in e.misprints} == set(IDS)


@pytest.mark.parametrize("key", IDS)
def test_a_misprint_says_what_is_printed_what_is_right_and_what_shows_it(key: str) -> None:
    misprint = MISPRINTS[key]
    assert misprint.source in BIBLIOGRAPHY
    assert misprint.where
    for text in (misprint.printed, misprint.correct, misprint.evidence):
        assert text
        for formula in formulas(text):
            assert_well_formed(formula)
    assert misprint.printed != misprint.correct


def test_checked_sources_are_known() -> None:
    assert set(CHECKED_AND_RIGHT) <= set(BIBLIOGRAPHY)


def f(tp: int, fp: int, fn: int, beta2: int = 1) -> Fraction:
    return Fraction((1 + beta2) * tp, (1 + beta2) * tp + beta2 * fn + fp)


def evidence(key: str, *parts: object) -> None:
    for part in parts:
        assert str(part) in MISPRINTS[key].evidence


def test_e_as_printed_and_as_it_is() -> None:
    tp, fp, fn = 3, 1, 2
    printed, right = Fraction(fn + tp, 2 * tp + fp + fn), Fraction(fp + fn, 2 * tp + fp + fn)
    assert right == 1 - f(tp, fp, fn)
    evidence("E-N1", printed, right)
    p, r = Fraction(3, 4), Fraction(3, 5)
    mean = 2 * p * r / (p + r)
    evidence("E-N2", f"F = {mean}", f"E = {1 - mean}", f"not {mean}")


def test_best_f_lies_away_from_break_even() -> None:
    ranking = (1, 1, 0, 0, 0, 1)
    at = {k: f(sum(ranking[:k]), k - sum(ranking[:k]), 3 - sum(ranking[:k])) for k in range(1, 7)}
    assert max(at, key=at.__getitem__) == 2
    # break-even: three assigned, three positive, two hits
    assert sum(ranking[:3]) == 2
    evidence("E-N3", f"F = {at[2]}", f"only {at[3]}")
    evidence("E-N5", f"break-even {Fraction(2, 3)}", f"best F₁ {at[2]}")


def test_mean_below_f_for_a_large_beta() -> None:
    p, r, beta2 = Fraction(4, 10), Fraction(8, 10), 4
    weighed = (1 + beta2) * p * r / (beta2 * p + r)
    assert (p + r) / 2 < weighed
    evidence("E-N4", f"{float((p + r) / 2):.3f}", f"{float(weighed):.3f}")


def test_points_are_not_per_cent() -> None:
    evidence("E-I5", f"−{100 * (89 - 80) / 89:.1f} %", f"−{100 * (60 - 47) / 60:.1f} %")


def test_abstaining_parts_micro_f_from_accuracy() -> None:
    # A named A (tp), B named nothing (fn)
    evidence("E-I6", f"F₁ = {f(1, 0, 1)}", "half")


def test_the_optimal_rule_reverses_when_errors_are_cheaper() -> None:
    l11, l12, l21, l22 = 1, 0, 0, 1
    assert (l21 - l11) + (l12 - l22) == -2
    p = Fraction(9, 10)
    assign, leave = l11 * p + l12 * (1 - p), l21 * p + l22 * (1 - p)
    evidence("E-L3", "D = −2", f"costs {float(assign)}", f"predicting {float(leave)}")
    # and (9) against (10) at p = 0
    l11, l12 = 2, 1
    assert l12 / (l12 - l11) < 0
    assert not l12 < 0
    evidence("E-L9", "p > −1")


def test_dependent_documents_break_the_ranking_principle() -> None:
    outcomes = {
        (0, 0, 1): Fraction(5, 17),
        (1, 0, 0): Fraction(6, 17),
        (1, 1, 0): Fraction(6, 17),
    }
    expected = {}
    for s in product((0, 1), repeat=3):
        if any(s):
            expected[s] = sum(
                weight
                * Fraction(2 * sum(a * b for a, b in zip(s, z, strict=True)), sum(s) + sum(z))
                for z, weight in outcomes.items()
            )
    best = max(expected.values())
    assert [s for s, value in expected.items() if value == best] == [(1, 0, 1)]
    evidence("E-L6", f"E[F₁] = {best}", "p₂ = 6/17", "p₃ = 5/17")


def test_squared_error_of_the_best_count_is_the_variance_on_average() -> None:
    errors = [(sum(z) - 1) ** 2 for z in product((0, 1), repeat=2)]
    assert Fraction(sum(errors), 4) == Fraction(1, 2)
    evidence("E-L7", "1, 0, 0 or 1", "1/2")


def test_microsofts_example_counts_three_misses() -> None:
    evidence("E-M1", f"= {f(1, 0, 2)}", Fraction(1, 3))
    # action 1/1/1, comedy 1/0/2, romance 2/0/0
    assert (1 + 1 + 2, 1 + 0 + 0, 1 + 2 + 0) == (4, 1, 3)
    evidence("E-M2", f(4, 1, 3))
    assert "4/7 = 0.571" in MISPRINTS["E-M2"].correct
    # recall by document: the five of the example, found/true
    assert round(4 / 7, 3) == 0.571
    evidence("E-N7", "4/7 = 0.571", "3/5")


@pytest.mark.parametrize(
    ("key", "numbers"),
    [
        # correct classes 2 of 4, 8, 12; X assigns one right and one wrong throughout,
        # Y one right and 1, 3, 5 wrong
        ("class_set_growth", [(1, 1, 2), (1, 1, 6), (1, 1, 10)]),
        ("class_set_growth", [(1, 1, 2), (1, 3, 6), (1, 5, 10)]),
    ],
)
def test_the_reconstructed_tables(key: str, numbers: list[tuple[int, int, int]]) -> None:
    note = CATALOGUE[key].note
    precision = [f"{tp / (tp + fp):.2f}" for tp, fp, _ in numbers]
    fallout = [f"{fp / untrue:.2f}" for _, fp, untrue in numbers]
    for series in (precision, fallout):
        assert (", ".join(series) in note) or len(set(series)) == 1
        assert series[0] in note


def test_trec_eval_example() -> None:
    # hits at ranks 1, 4, 9: precision 1, 1/2, 1/3; levels 0.0-0.3, 0.4-0.6, 0.7-1.0
    right = (4 * 1 + 3 * Fraction(1, 2) + 4 * Fraction(1, 3)) / 11
    # level 0.7 asks for two hits only: 0.4-0.7, 0.8-1.0
    nine = (4 * 1 + 4 * Fraction(1, 2) + 3 * Fraction(1, 3)) / 11
    # hits wanted round(3 level): 0 0 1 1 1 2 2 2 2 3 3
    later = (5 * 1 + 4 * Fraction(1, 2) + 2 * Fraction(1, 3)) / 11
    note = CATALOGUE["eleven_point_trec_eval"].note
    for value in (right, nine, later):
        assert f"{value} = {float(value):.3f}" in note
