"""The CSV of promptfoo: headers that occur twice, and no word of which variable is the truth."""

from __future__ import annotations

import pytest

from breakeven.readers.base.problems import ReadError
from tests.breakeven.readers.formats.drafts import draft_of, example, rows_of
from tests.breakeven.readers.formats.language_models.test_promptfoo import SAID


def test_each_output_of_a_row_is_an_answer_of_its_system() -> None:
    draft = draft_of(example("promptfoo/results.csv"))
    rows = rows_of(draft, "id", "system", "repeat", "truth", "answer")
    assert set(rows) == {
        (document, f"[made-{version}] short", str(turn + 1), truth, answer or "")
        for document, (truth, *versions) in SAID.items()
        for version, answers in zip(("v1", "v2"), versions, strict=True)
        for turn, answer in enumerate(answers)
    }
    assert [row for row in rows_of(draft, "id", "failed") if row[1]] == [("3", "error")]
    assert draft.lines is not None
    # the one variable that is not the truth is what was asked
    assert [name for name, role in draft.roles.items() if role == "text"] == ["ticket"]
    assert draft.lines.tolist() == [line for line in range(2, 10) for _ in range(2)]


def test_why_an_answer_failed_is_what_the_grader_says() -> None:
    text = example("promptfoo/results.csv").decode()
    assert text.count("ERROR,0.00,,,") == 1
    draft = draft_of(text.replace("ERROR,0.00,,,", "ERROR,0.00,,429 too many,").encode())
    assert [row for row in rows_of(draft, "id", "failed") if row[1]] == [("3", "429 too many")]


def test_a_row_with_other_cells_than_the_header_is_refused() -> None:
    text = example("promptfoo/results.csv").decode().splitlines()
    with pytest.raises(ReadError, match="row 3: 3 cells, and the header has 14"):
        draft_of("\n".join([*text[:2], "a,b,c", *text[2:]]).encode())


def test_where_nothing_passed_no_variable_is_the_truth() -> None:
    text = example("promptfoo/results.csv").decode().replace("PASS", "FAIL")
    draft = draft_of(text.encode())
    assert "truth" not in draft.roles
    assert rows_of(draft, "topic")[0] == ("billing",)
