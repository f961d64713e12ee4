"""Each page on a finding has data that raise its code, and no other but those named with why."""

from __future__ import annotations

import csv
import re

import numpy as np
import pytest

import breakeven as be
from breakeven.analysis.findings.check_rules import RULES
from breakeven.analysis.findings.examples.data_examples import EXAMPLES
from breakeven.api.explained import ExplainedFinding, explain
from tests.breakeven.commands.running import run


@pytest.fixture(scope="module", params=list(RULES))
def explained(request: pytest.FixtureRequest) -> ExplainedFinding:
    return explain(request.param)


def test_every_finding_has_made_data() -> None:
    assert set(EXAMPLES) == set(RULES)


def test_the_data_raise_their_code_and_no_other(explained: ExplainedFinding) -> None:
    # the file that is offered, read as anybody's file is
    findings = be.check(be.read(explained.to_csv().encode()))
    code, also = explained.rule.code, explained.example.also
    assert {finding.code for finding in findings} == {code, *also}
    assert all(reason for reason in also.values())
    (finding,) = [f for f in findings if f.code == code]
    assert finding.severity == explained.finding.severity
    # exceptions are few, and one at most beside those that stand beneath it, as they follow from it
    apart = {finding.code for finding in findings if finding.because_of != code} - {code}
    assert len(apart) <= 1


# of all documents at once, or of texts
NAMES_NOTHING = {
    *("labels.conflict", "labels.short-conflict", "split.imbalance", "leak.class-in-text"),
}


def test_what_is_planted_is_what_the_finding_names(explained: ExplainedFinding) -> None:
    if explained.rule.code in NAMES_NOTHING:
        return
    said = explained.finding.what + explained.finding.action
    for name in re.findall("“([^”]+)”", explained.example.planted):
        assert name in said


def test_of_low_precision_so_many_get_the_class_as_is_said() -> None:
    columns = EXAMPLES["class.low-precision"]().columns
    others = (columns["split"] == "test") & (columns["true"] != "returns")
    too = [said.endswith("|returns") for said in columns["predicted"][others]]
    assert np.mean(too) == pytest.approx(0.4, abs=0.05)


def test_few_data_raise_another_code_too() -> None:
    also = {code for code in RULES if EXAMPLES[code]().also}
    assert also == {
        *("split.unseen", "split.absent-from-test", "split.mix", "threshold.move"),
        *("class.too-few", "split.wrong-order", "labels.doubted", "threshold.one-for-all"),
    }


def test_a_page_has_the_words_of_its_rule(explained: ExplainedFinding) -> None:
    page = explained.to_markdown("x.csv")
    headings = re.findall(r"^#+ (.+)$", page, re.M)
    assert headings[1:] == [
        *("How it is detected", "Why it matters", "What to do", "Made data that raise it"),
    ]
    for words in (explained.rule.why, explained.finding.what, explained.finding.action):
        # up to the first sign that Markdown has an escape for
        assert re.split(r"[`*_{}\[\]<>#|~$&@\\]", words)[0] in page
    assert "](x.csv)" in page
    assert len(explained.rule.why.split()) >= 15
    # the rows that are shown stand in the file, but for what is cut
    (shown,) = re.findall(r"```csv\n(.*?)```", page, re.S)
    lines = explained.to_csv().splitlines()
    for row in shown.splitlines():
        assert any(line.startswith(row.split("…")[0]) for line in lines)


def test_of_a_finding_on_classes_wrong_rows_of_theirs_are_shown_first(
    explained: ExplainedFinding,
) -> None:
    finding, columns = explained.finding, explained.example.columns
    if len(finding.documents) or not finding.classes or "predicted" not in columns:
        return
    page = explained.to_markdown()
    assert "Some rows that it is about:" in page
    (shown,) = re.findall(r"```csv\n(.*?)```", page, re.S)
    rows = list(csv.DictReader(shown.splitlines()))
    names = {explained.findings.review.truth.classes[c] for c in finding.classes}
    assert rows
    for row in rows:
        assert row["split"] == columns["split"][-1]
        assert names & {*row["true"].split("|"), *row["predicted"].split("|")}
    right = [row["true"] == row["predicted"] for row in rows]
    assert right == sorted(right)


def test_the_command_prints_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "check", "--explain", "leak.same-text")
    assert status == 0
    assert out == explain("leak.same-text").to_markdown() + "\n"
    assert "# The same text in two splits" in out


@pytest.mark.parametrize(
    ("given", "nearest"),
    [
        ("leak.same-txt", "leak.same-text"),
        ("duplicate", "leak.near-duplicate"),
        ("LEAK.SAME-ID ", "leak.same-id"),
        ("nothing like it", "leak.same-id"),
    ],
)
def test_of_an_unknown_code_the_nearest_are_named(
    given: str, nearest: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(capsys, "check", "--explain", given)
    assert (status, out) == (2, "")
    assert f"there is no finding '{given}'" in err
    assert nearest in err


def test_without_a_file_it_is_said_what_to_name(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run(capsys, "check")
    assert status == 2
    assert "there is no file to check; name one, or a code with --explain" in err
