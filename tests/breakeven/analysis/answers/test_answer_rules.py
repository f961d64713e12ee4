"""Rules as plain data, and back; what is wrong with them, in words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from breakeven.analysis.answers.answer_rules import RULES_VERSION, AnswerRules, answer_rules


def test_rules_are_plain_data_and_back() -> None:
    rules = AnswerRules(none=("nothing",), several=True, prose=False)
    assert answer_rules(json.loads(json.dumps(rules.as_data()))) == rules
    assert rules.as_data()["version"] == RULES_VERSION


def test_rules_that_are_not_named_are_the_usual_ones() -> None:
    assert answer_rules({}) == AnswerRules()
    assert answer_rules({"none": ["x"]}) == AnswerRules(none=("x",))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"nonsense": 1}, "there is no rule 'nonsense'"),
        ({"none": "x"}, "is not a list of texts"),
        ({"none": [1]}, "is not a list of texts"),
        ({"prose": "yes"}, "give true or false"),
        ({"prose": None}, "give true or false"),
        ({"longest_name": -1}, "give a whole number from 0 on"),
        ({"version": 99}, "rules of version 99 are not known"),
    ],
)
def test_what_is_wrong_with_rules_is_said(data: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        answer_rules(data)
