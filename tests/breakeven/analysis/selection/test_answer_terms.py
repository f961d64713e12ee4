"""Terms of the filter that ask what answers come to."""

from __future__ import annotations

import pytest

import breakeven as be
from breakeven.analysis.selection.errors import ChoiceError
from breakeven.analysis.selection.selection import select

FILE = (
    b"id,truth,llm_answer\n"
    b"1,grain,grain\n2,grain,It is grain\n3,ship,none\n4,ship,barley\n5,grain,grain or ship\n"
    b"6,ship,I cannot tell\n7,ship,Ship.\n"
)


@pytest.mark.parametrize(
    ("where", "ids"),
    [
        ("outcome:class", [1, 2, 7]),
        ("outcome:none", [3]),
        ("outcome:outside", [4]),
        ("outcome:ambiguous", [5]),
        ("outcome:refused", [6]),
        ("outcome:unusable", [4, 5, 6]),
        ("-outcome:unusable", [1, 2, 3, 7]),
        ("outcome:unusable true:ship", [4, 6]),
        ('system("file 1"):outcome:refused', [6]),
    ],
)
def test_documents_by_what_was_answered(where: str, ids: list[int]) -> None:
    found = be.find(be.read(FILE), where=where)
    assert [int(row["document"]) for row in found.to_dict()["listed"]] == ids


def test_what_no_answers_or_outcomes_are() -> None:
    with pytest.raises(ChoiceError, match="there is no outcome 'refusd'"):
        select(be.read(FILE), {"where": "outcome:refusd"})
    plain = be.read(b"id,true,predicted\n1,a,a\n2,b,a\n")
    with pytest.raises(ChoiceError, match="gave no answers"):
        select(plain, {"where": "outcome:refused"})
