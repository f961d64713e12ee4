"""Plain values from elsewhere are what they should be, or it is said where they are not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from breakeven.readers.base import validation
from breakeven.readers.base.proposal import (
    BY_NAME,
    BY_TYPE,
    CONFIRMED,
    REASONS,
    FileProposal,
    Proposal,
)
from breakeven.readers.base.validation import (
    Validator,
    either,
    keyed,
    listed,
    maybe,
    one_of,
    record,
    why_invalid,
)

PERSON = record(
    {"name": validation.text},
    {"born": maybe(validation.non_negative), "of": listed(validation.text)},
)
FITS: tuple[tuple[Validator, Any], ...] = (
    (PERSON, {"name": "a"}),
    (PERSON, {"name": "", "born": None, "of": []}),
    (either(validation.text, listed(validation.number, exactly=2)), [1, 0.5]),
    (keyed(validation.yes_or_no), {"a": True, "b": False}),
    (validation.moment, "2024-02-29T23:59:59Z"),
    (validation.plain, {"a": [1, None, {"b": "ü"}]}),
    (one_of("a", None), None),
    # any character that is whole
    (validation.text, "\N{GRINNING FACE}"),
)
WRONG: tuple[tuple[Validator, Any, str], ...] = (
    (PERSON, None, "it is not an object"),
    (PERSON, {}, "it lacks 'name'"),
    (PERSON, {"name": 1}, "it: name is not text"),
    (PERSON, {"name": "a", "born": -1}, "it: born is less than 0"),
    # True is a whole number to Python
    (PERSON, {"name": "a", "born": True}, "it: born is not a whole number"),
    (PERSON, {"name": "a", "of": ["b", 2]}, "it: of, value 2 is not text"),
    (PERSON, {"name": "a", "x": 1}, "it has an unknown name, 'x'"),
    (one_of(1), True, "it is none of 1"),
    (listed(validation.text, exactly=2), ["a"], "it has 1 values instead of 2"),
    (listed(validation.integer), [1, 2**31], "it, value 2 is not a whole number"),
    (listed(validation.integer), [1, True], "it, value 2 is not a whole number"),
    (validation.number, float("inf"), "it is not a number"),
    (validation.number, float("nan"), "it is not a number"),
    (validation.number, 10**400, "it is not a number"),
    (validation.count, 0, "it is 0"),
    (validation.moment, "2024-13-01T00:00:00Z", "it is not a time"),
    (validation.digest, "0" * 63, "it is not a digest"),
    (validation.text, "\ud83d", "it holds half a character"),
    (validation.stored_text, "a\0", "it holds a character that databases cannot keep"),
    (validation.plain, {"a": ["\ud83d"]}, "it: 'a', value 1 holds half a character"),
    (keyed(validation.text), {"\ud83d": "a"}, "a name in it holds half a character"),
)


@pytest.mark.parametrize(("form", "value"), FITS)
def test_what_fits_is_taken(form: Validator, value: Any) -> None:
    assert why_invalid(form, value, "it") is None


@pytest.mark.parametrize(("form", "value", "expected"), WRONG)
def test_what_does_not_fit_is_named_where_it_stands(
    form: Validator, value: Any, expected: str
) -> None:
    reason = why_invalid(form, value, "it")
    assert reason == expected
    # it can be shown, whatever the value holds
    reason.encode()


def test_every_field_of_a_proposal_has_a_form() -> None:
    for kind in (FileProposal, Proposal):
        for name, said in kind.__annotations__.items():
            assert name in REASONS or name in BY_NAME or said in BY_TYPE or name == "answers", name


def test_what_a_proposal_writes_fits_with_everything_said() -> None:
    file = FileProposal(
        name="a.csv",
        role="both",
        shape="labels",
        columns={"a": "id", "b": "truth", "c": "answer"},
        classes={"b": "x"},
        separator="|",
        system="s",
        probabilities=True,
        systems={"c": "s"},
        annotators={"b": "anna"},
        format="azure",
        delimiter=";",
        quote="",
        decimal=",",
        header=0,
    )
    parents = {"parents": {"wheat": ["grain"]}}
    proposal = Proposal((file,), {"a": None, "b": "c"}, "majority", True, {"none": ["no"]}, parents)
    assert why_invalid(CONFIRMED, json.loads(proposal.to_json()), "it") is None
    assert Proposal.from_json(proposal.to_json()).to_json() == proposal.to_json()
    assert why_invalid(CONFIRMED, json.loads(Proposal((file,)).to_json()), "it") is None
