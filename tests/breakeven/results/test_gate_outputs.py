"""Verdicts as JUnit, annotations and Markdown, whatever classes are called."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import xmlschema
from junitparser import JUnitXml

from breakeven.results.gate_outputs import (
    MOST_ROWS,
    annotation_lines,
    as_junit,
    gate_markdown,
    in_xml,
    step_summary,
)
from tests.breakeven.gate.verdicts import HOSTILE, made
from tests.paths import TESTS

SAID = {
    "review": HOSTILE,
    "system": "svm",
    "baseline": None,
    "confidence": 0.95,
    "family": "holm",
    "rules_digest": "ab" * 32,
    "asked": None,
    "cautions": [HOSTILE],
}
OUTCOMES = [made(), made("cannot tell"), made("passed", "b", None)]


def test_junit_is_what_the_schema_allows_and_says_the_verdicts(tmp_path: Path) -> None:
    text = as_junit(HOSTILE, OUTCOMES, {"system": HOSTILE})
    xmlschema.XMLSchema(TESTS / "data" / "junit.xsd").validate(text)
    file = tmp_path / "out.xml"
    file.write_text(text, encoding="utf-8")
    (suite,) = JUnitXml.fromfile(str(file))
    assert (suite.tests, suite.failures, suite.skipped, suite.errors) == (3, 1, 1, 0)
    failed, undecided, passed = suite
    assert [case.is_passed for case in (failed, undecided, passed)] == [False, False, True]
    assert failed.is_failure
    assert undecided.is_skipped
    assert failed.result[0].message == "0.250, at most 0.375 (95 % sure)."
    assert (passed.classname, passed.name) == ("rule 2", "recall of “b”: at least 0.5")
    assert "low=0.125" in passed.system_out.splitlines()
    # as it was, but for what XML has no sign for
    assert in_xml(HOSTILE) in failed.name
    assert r"a\x00\x1b]]>&<b>" in failed.name


def test_the_schema_refuses_what_is_no_junit() -> None:
    schema = xmlschema.XMLSchema(TESTS / "data" / "junit.xsd")
    text = as_junit("r", OUTCOMES, {})
    for before, after in (
        ("testcase", "tescase"),
        ('tests="3"', 'tests="many"'),
        (" name=", " n="),
    ):
        assert not schema.is_valid(text.replace(before, after))


def test_an_annotation_is_one_line_that_nothing_in_a_name_ends() -> None:
    error, warning = annotation_lines(OUTCOMES)
    escaped = re.fullmatch(r"::error title=([^\n\r:,]*)::([^\n\r]*)", error)
    assert escaped is not None
    assert "%0A%3A%3Aerror title=x%3A%3A%250A%2C" in escaped[1]
    assert escaped[2] == "0.250, at most 0.375 (95 %25 sure)."
    assert warning.startswith("::warning title=cannot tell%3A recall of ")


def test_of_more_than_ten_annotations_of_a_kind_the_last_says_how_many_more() -> None:
    many = [made() for _ in range(25)]
    lines = annotation_lines(many)
    assert len(lines) == 10
    assert lines[-1] == "::error title=failed%3A 16 more::The summary has all of them."
    assert len(annotation_lines(many[:10])) == 10
    assert not annotation_lines([made("passed")])


def test_the_summary_is_githubs_own_file_and_only_there() -> None:
    file = {"GITHUB_STEP_SUMMARY": "/tmp/s.md"}
    assert step_summary(file | {"GITHUB_ACTIONS": "true"}) == Path("/tmp/s.md")
    assert step_summary(file) is None
    assert step_summary({"GITHUB_ACTIONS": "true"}) is None


def test_markdown_has_a_row_for_each_verdict_in_which_names_are_literal() -> None:
    text = gate_markdown(SAID, OUTCOMES)
    lines = text.splitlines()
    assert lines[0] == "# ❌ Gate: failed"
    rows = [line for line in lines if line.startswith("| 2 |")]
    assert [re.search("(failed|cannot tell|passed) \\|", row)[1] for row in rows] == [  # type: ignore[index]
        *("failed", "cannot tell", "passed"),
    ]
    for row in rows:
        assert len(re.findall(r"(?<!\\)\|", row)) == 5
    assert not re.search(r"(?<!\\)(<b>|\[x\]|`\[|##\[)", text)
    assert not any(line.startswith("::") for line in lines)
    assert "3 verdicts: 1 passed, 1 failed, 1 cannot tell." in text
    assert "at most 5 in 100 each" in text


@pytest.mark.parametrize(
    ("baseline", "about"),
    [
        (None, "Review r, system svm."),
        ("version 3", "Review r, system svm, baseline version 3."),
    ],
)
def test_markdown_says_what_was_judged_against_what_and_what_to_beware_of(
    baseline: str | None, about: str
) -> None:
    result = SAID | {"review": "r", "baseline": baseline, "asked": "Only texts in English."}
    text = gate_markdown(
        result | {"family": "each", "cautions": ["Few documents."]}, [made("passed")]
    )
    title, what, promise, rules, table, cautions = text.split("\n\n")
    assert title == "# ✅ Gate: passed"
    assert what == about
    assert promise == (
        "1 verdict: 1 passed. Chance that one of them is false: at most 5 in 100, each by itself."
    )
    assert rules == f"Rules: SHA-256 `{'ab' * 32}`. Only texts in English."
    assert "more" not in table
    assert cautions == "- Keep in mind: Few documents."


def test_markdown_without_anything_to_beware_of_ends_with_its_table() -> None:
    text = gate_markdown(SAID | {"cautions": []}, [made("passed", "b", None)])
    assert text.count("\n\n") == 4
    assert text.endswith("|")


def test_a_summary_of_very_many_verdicts_stays_below_what_github_takes() -> None:
    long = [made("failed", "x|" * 500) for _ in range(3_000)]
    text = gate_markdown(SAID, long)
    assert len(text.encode("utf-8", "backslashreplace")) < 1024**2
    assert f"and {3_000 - MOST_ROWS:,} more" in text
