"""Findings as data and as Markdown, each part where it must be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from breakeven.analysis.findings.finding import Finding
from breakeven.data.records import Truth
from breakeven.results.findings import finding_values, findings_in_markdown, worth_of


def documents(number: int, *classes: str) -> Truth:
    ids = np.array([f"d{i + 1}" for i in range(number)], dtype=object)
    return Truth(ids, classes, None, (), np.full(number, -1))


TRUTH = documents(3, "a*b", "c")
PLAIN = Finding(
    code="class.low-recall",
    severity="warning",
    effect="improves",
    title="Low recall",
    what="It misses much.",
    action="Look at it.",
)
FULL = Finding(
    code="pair.confused",
    severity="error",
    effect="improves",
    title="Two classes",
    what="They are taken for each other.",
    action="Merge them.",
    classes=(1, 0),
    pairs=((0, 1, 0.125),),
    documents=np.array([2, 0]),
    evidence={"share": 0.5, "endless": np.inf, "nothing": np.nan, "name": "x", "n": 3},
    errors=2.0,
    error_share=0.25,
    gain_macro=0.0624,
    gain_micro=-0.001,
)


def test_a_finding_as_data_names_its_classes_and_documents() -> None:
    assert finding_values(TRUTH, FULL) == {
        "code": "pair.confused",
        "severity": "error",
        "effect": "improves",
        "title": "Two classes",
        "what": "They are taken for each other.",
        "action": "Merge them.",
        "classes": ["c", "a*b"],
        "documents": ["d3", "d1"],
        "evidence": {"share": 0.5, "endless": None, "nothing": None, "name": "x", "n": 3},
        "pairs": [["a*b", "c", 0.125]],
        "errors": 2,
        "error_share": 0.25,
        "gain_macro": 0.0624,
        "gain_micro": -0.001,
        "because_of": None,
        "withheld": False,
        "trial": None,
        "members": [],
        "class_map": {},
    }
    plain = finding_values(TRUTH, PLAIN)
    assert (plain["errors"], plain["gain_macro"], plain["documents"]) == (0, None, [])


@pytest.mark.parametrize(
    ("errors", "macro", "micro", "sentence"),
    [
        (0.0, np.nan, np.nan, ""),
        (0.0, 0.0004, 0.0, ""),  # 0.000 in three digits
        (0.0, 0.0005, 0.0, "Fixing it: about 0.000 micro F, +0.001 macro F."),
        (1.0, np.nan, np.nan, "Causes 1 error (25 % of all)."),
        (
            2.5,
            0.01,
            -0.02,
            "Causes 2.50 errors (25 % of all). "
            "Fixing it: about \N{MINUS SIGN}0.020 micro F, +0.010 macro F.",
        ),
    ],
)
def test_what_fixing_is_worth_is_said_where_it_shows(
    errors: float, macro: float, micro: float, sentence: str
) -> None:
    share = 0.25 if errors else 0.0
    finding = replace(PLAIN, errors=errors, error_share=share, gain_macro=macro, gain_micro=micro)
    assert worth_of(finding) == sentence


def test_findings_stand_one_below_the_other_with_all_they_are_about() -> None:
    assert findings_in_markdown(TRUTH, []) == "No findings."
    assert findings_in_markdown(TRUTH, [PLAIN, FULL]).split("\n") == [
        "1. **warning: Low recall** (class.low-recall)  ",
        "   It misses much.  ",
        "   *Next:* Look at it.  ",
        "   *More:* `breakeven check --explain class.low-recall`",
        "2. **error: Two classes** (pair.confused)  ",
        "   They are taken for each other.  ",
        "   *Next:* Merge them.  ",
        "   *More:* `breakeven check --explain pair.confused`  ",
        "   Causes 2 errors (25 % of all). Fixing it: about \N{MINUS SIGN}0.001 micro F, "
        "+0.062 macro F.  ",
        "   Pairs: “a\\*b” and “c” (0.12)  ",
        "   Documents: d3, d1",
    ]


def test_of_very_many_pairs_and_documents_it_is_said_how_many_more_there_are() -> None:
    many = documents(1_100, "a", "b")
    finding = replace(PLAIN, pairs=((0, 1, 0.5),) * 23, documents=np.arange(1_100))
    text = findings_in_markdown(many, [finding])
    assert text.count("“a” and “b”") == 20
    assert " (0.50) and 3 more" in text
    assert text.endswith(", d20 and 1,080 more")
