"""The report as Markdown: everything in its order, literally, and never more than 64 KB."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import pytest

import breakeven as be
from breakeven.analysis.story.screen_parts import Hundred
from breakeven.report.markdown import (
    MOST,
    OPEN,
    RIGHT,
    ROWS,
    WRONG,
    report_in_markdown,
    story_parts,
)
from breakeven.report.record import Report
from breakeven.results.story import StoryPage
from tests.breakeven.commands.test_markdown import kind_of
from tests.breakeven.report.reported import HOSTILE, hostile_report, plain_review, report


def with_classes(full: Report, number: int, name: str) -> Report:
    """The report with so many classes, each long in name, in text and in evidence."""
    (row,) = [row for row in full.classes if row.name == "b"]
    rows = tuple(replace(row, name=f"{i:05} {name}") for i in range(number))
    (weak,) = [weak for weak in full.weakest.classes if weak.row.name == "b"]
    weakest = tuple(
        replace(weak, row=row, verdict=row.name, evidence=(row.name,)) for row in rows[:12]
    )
    return replace(full, classes=rows, weakest=replace(full.weakest, classes=weakest))


def test_the_report_stands_in_its_order() -> None:
    text = report_in_markdown(report(plain_review()))
    assert re.findall(r"^# .*$", text, re.M) == ["# ten"]
    assert re.findall(r"^## (.*)$", text, re.M) == [
        "How good",
        "What was left out",
        "Where the predictions come from",
        "Classes with the lowest F",
        "Splits and findings",
        "Which classes get confused",
        "Method",
        "Which data, which code",
        "Every class",
    ]
    assert "Cut to" not in text
    first = report(plain_review()).findings[0]
    assert f"What to do first:\n\n1. **{first.title}.** " in text
    # 6 hits of 9 called and 11 true
    assert re.search(r"^\| Micro \| 0.667 \(.*\) \| 0.545 \(.*\) \| 0.600 \(.*\) \|$", text, re.M)


@pytest.mark.parametrize("number", [100, 1_000, 5_000])
def test_a_report_that_is_too_long_is_cut_by_a_rule_that_it_says(number: int) -> None:
    text = report_in_markdown(with_classes(report(plain_review()), number, "x"))
    assert len(text.encode()) <= MOST
    notice = re.search(
        r"^\*Shortened to 64 KB: of every table and list the first ([\d,]+) at most", text, re.M
    )
    if number == 100:
        assert notice is None
        return
    assert notice is not None
    rows = int(notice[1])
    table = text.partition("## Every class")[2]
    shown = re.findall(r"^\| \d{5} x .*\n", table, re.M)
    assert len(shown) == rows
    assert f"… and {number - rows:,} more of {number:,}" in table
    # as many as fit: with the next larger number of rows it would be too long
    more = ROWS[ROWS.index(rows) - 1] - rows
    assert len(text.encode()) + more * len(shown[-1].encode()) > MOST


def test_whatever_is_in_the_files_the_report_is_no_longer() -> None:
    small = with_classes(report(plain_review()), 300, "🙈|*_" * 3_000)
    loud = replace(small, conditions=("🙈|*_" * 3_000,) * 300, summary="🙈|*_" * 3_000)
    text = report_in_markdown(loud)
    assert len(text.encode()) <= MOST
    assert "*Shortened to 64 KB" in text
    # the numbers, and what they are of, always stand there
    assert "| Micro | 0.667 (" in text
    assert f"Fingerprint: {small.identity.fingerprint}" in text


def test_names_and_texts_stand_literally() -> None:
    text = report_in_markdown(hostile_report())
    assert "<script" not in re.sub(r"\\<", "", text)
    assert not re.search(r"(?<!\\)\]\(http", text)
    assert "://" not in text.partition("## Method")[0].replace(r"\://", "")
    assert not re.search(r"(?<![\\\w])@f", text)
    # a name that would open front matter or a list stays on the line of its name
    assert "\n---\n" not in text
    for before, after in itertools.pairwise(text.partition("## Method")[0].splitlines()):
        if before and after:
            kinds = kind_of(before), kind_of(after)
            broken = before.endswith("  ")  # a line's end within a paragraph
            assert broken or set(kinds) <= {"list"} or kinds == ("table", "table"), (before, after)
    for table in re.findall(r"(?:^\|.*\|\n)+", text, re.M):
        widths = {len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()}
        assert len(widths) == 1, table
        # a long name is cut in cells
        assert HOSTILE[-1] not in table


def test_every_measure_is_explained_with_its_formula_where_it_has_one() -> None:
    of = report(plain_review())
    text = report_in_markdown(of)
    entries = of.method.entries
    assert all(entry.formula for entry in entries)
    bare = replace(of, method=replace(of.method, entries=(replace(entries[0], formula=""),)))
    assert f"- **{entries[0].name}**: {entries[0].meaning}" in report_in_markdown(bare)
    for entry in entries:
        assert f"- **{entry.name}**: ${entry.formula}$ {entry.meaning}" in text


def test_of_a_hundred_in_text_as_many_signs_are_open_as_may_be_otherwise() -> None:
    hundred = Hundred(
        name="Classes", right=79, low=75, high=83, yes="found", no="not", wrong="missed",
        counted="141 of 179",
    )  # fmt: skip
    page = StoryPage(
        key="good", title="Good?", number="79", sentences=(), author="", counted_now=(),
        pictures=(hundred,), documents=(),
    )  # fmt: skip
    signs = str(story_parts(page)[-1]).split("```")[1]
    # between 75 and 83 either way
    assert [signs.count(sign) for sign in (RIGHT, OPEN, WRONG)] == [75, 8, 17]


def test_documents_of_a_finding_that_are_not_named_are_counted() -> None:
    # forty documents, each text twice: once labelled a, once b
    labels = [["a"], ["b"]] * 20
    texts = [f"one short text that says {i // 2}" for i in range(40)]
    ids = [f"d{i}" for i in range(40)]
    full = report(be.from_arrays(labels, labels, classes=["a", "b"], text=texts, ids=ids))
    text = report_in_markdown(full)
    assert re.search(r"^Documents: d0, d1, d2, d3, d4, d5, d6, d7, d8, d9 and 30 more", text, re.M)
    # of ten documents each is named
    few = be.from_arrays(
        labels[:10], labels[:10], classes=["a", "b"], text=texts[:10], ids=ids[:10]
    )
    assert re.search(r"^Documents: d0, d1, .*, d9( *)$", report_in_markdown(report(few)), re.M)
