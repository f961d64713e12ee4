"""Sentences with places for values: names stand literally, counts take the right noun."""

from __future__ import annotations

import pytest

from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.check_rules import RULES
from breakeven.analysis.findings.data_check_rules import ABSENT
from breakeven.analysis.findings.rule import worded


@pytest.mark.parametrize(
    ("template", "value", "sentence"),
    [
        ("{x:class has|classes have} none", 1, "1 class has none"),
        ("{x:class has|classes have} none", 2000, "2,000 classes have none"),
        ("{x:amount} of them", 2.5, "2.50 of them"),
        ("in {x:name}", "{0}|b", "in “{0}|b”"),
        ("{x:names}", ["a", "b"], "“a” and “b”"),
        ("{x:names 1}", ["{y}", "b", "c"], "“{y}” and 2 more"),
        ("{x:.1f} times", 2.25, "2.2 times"),
        ("{x:.1%} of them", 1 / 3, "33.3 % of them"),
    ],
)
def test_values_stand_in_their_places(template: str, value: object, sentence: str) -> None:
    assert worded(template, {"x": value}) == sentence


def test_a_finding_says_its_rule_and_its_words() -> None:
    finding = ABSENT.finding(classes=(3,), n=1, split="test {n}", classes_named=["{split:name}"])
    assert (finding.code, finding.severity, finding.title) == (
        ABSENT.code,
        ABSENT.severity,
        ABSENT.title,
    )
    assert finding.what == "1 class has no document in “test {n}”: “{split:name}”."
    assert finding.classes == (3,)
    with pytest.raises(KeyError):
        ABSENT.finding(n=1, split="test")
    # a word that nobody would see is a slip
    with pytest.raises(TypeError, match="no words of a finding: effect"):
        ABSENT.finding(n=1, split="test", classes_named=["a"], effect="uncertain")


def test_rules_are_known_by_their_codes_and_complete() -> None:
    assert all(rule.code == code for code, rule in RULES.items())
    for rule in RULES.values():
        assert rule.title
        assert rule.raised_text(Limits()).endswith(".")
        assert rule.what
        assert rule.action
