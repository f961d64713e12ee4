from __future__ import annotations

import re

import pytest

from breakeven.analysis.evaluation.cut import RULE_ENTRIES
from breakeven.report.formulas import formula_html
from breakeven.report.method import (
    ALWAYS_EXPLAINED,
    COMPARISON_ENTRIES,
    INTERVAL_ENTRIES,
    RANKING_ENTRIES,
)
from metrics.catalogue import CATALOGUE

USED = {
    *ALWAYS_EXPLAINED,
    *COMPARISON_ENTRIES,
    *INTERVAL_ENTRIES,
    *RANKING_ENTRIES,
    *RULE_ENTRIES.values(),
    "precision",
    "recall",
    "f",
}


@pytest.mark.parametrize("key", sorted(key for key in CATALOGUE if CATALOGUE[key].formula))
def test_every_formula_of_the_catalogue_is_written_without_latex(key: str) -> None:
    entry = CATALOGUE[key]
    inline = re.findall(r"\$([^$]+)\$", f"{entry.meaning} {entry.undefined} {entry.note}")
    for formula in (entry.formula, *inline):
        assert "\\" not in formula_html(formula).striptags()


def test_cases_stand_below_each_other_behind_a_brace() -> None:
    shown = formula_html(r"M=\begin{cases}1&A=B\\0&\text{else}\end{cases}").striptags()
    assert re.sub(r"\s+", " ", shown) == "M = { 1A = B0else"


@pytest.mark.parametrize("key", sorted(USED | {"contingency_table", "one_of", "ambiguous_pairs"}))
def test_every_formula_of_a_report_is_written_without_latex(key: str) -> None:
    shown = formula_html(CATALOGUE[key].formula).striptags()
    assert "\\" not in shown
    assert "_" not in shown
    assert "^" not in shown


def test_a_fraction_is_two_lines_and_an_index_stands_low() -> None:
    assert formula_html(r"P_c = \frac{\mathrm{tp}}{n^2}").striptags() == "Pc = tpn2"
    assert (
        '<span class="frac"><span><span class="up">tp</span></span><span><i>n</i><sup>2</sup>'
        "</span></span>"
    ) in formula_html(r"\frac{\mathrm{tp}}{n^2}")


def test_latex_that_no_formula_uses_is_refused() -> None:
    with pytest.raises(ValueError, match="no formula uses"):
        formula_html(r"\unknown{x}")


def test_a_number_of_choices_is_two_lines_in_parentheses() -> None:
    written = formula_html(r"\binom{n}{k}")
    assert written.striptags() == "(nk)"
    assert '<span class="frac binom"><span><i>n</i></span><span><i>k</i></span></span>' in written


def test_a_word_without_braces_is_the_one_sign_behind_its_command() -> None:
    assert (
        formula_html(r"a\mathrm x + y").striptags() == formula_html(r"a\mathrm{x} + y").striptags()
    )
