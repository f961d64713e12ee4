"""The file of rules: read, or refused with everything that is wrong with it."""

from __future__ import annotations

import math
from typing import Any

import pytest

from breakeven.gate.gate_rules import FindingsRule, GateRules, MeasureRule, target_rules
from breakeven.gate.rules_file import read_rules, rules_data, rules_from, rules_text
from breakeven.readers.base.problems import ReadError

FILE = b"""
confidence = 0.9
family = "none"
split = "test"

[[rule]]
measure = "f"        # micro, where nothing is said
min = 0.85

[[rule]]
measure = "f"
average = "macro"
margin = 0.01
beta = 2
split = "dev"

[[rule]]
measure = "recall"
class = ["grain", "wheat"]
min_positives = 30
min = 0.7

[[rule]]
findings = "warning"
"""


def problems_in(text: str) -> list[str]:
    """What is wrong with a file."""
    with pytest.raises(ReadError) as caught:
        read_rules("gate.toml", text.encode())
    return [str(problem) for problem in caught.value.problems]


def rules_of(**rule: Any) -> GateRules:
    """A file with one rule."""
    return rules_from({"rule": [rule]})


def test_rules_are_read_with_what_they_leave_open() -> None:
    found = read_rules("gate.toml", FILE)
    assert (found.confidence, found.alpha, found.family) == (0.9, 0.1, "none")
    assert found.rules == (
        MeasureRule(number=1, measure="f", asks="min", limit=0.85, split="test"),
        MeasureRule(number=2, measure="f", asks="not_worse", limit=0.01, average="macro",
                    beta=2.0, split="dev"),
        MeasureRule(number=3, measure="recall", asks="min", limit=0.7, split="test",
                    classes=("grain", "wheat"), min_positives=30),
        FindingsRule(number=4, severity="warning"),
    )  # fmt: skip


def test_the_digest_is_of_what_the_rules_mean() -> None:
    digest = read_rules("gate.toml", FILE).digest
    other_words = FILE.replace(b"# micro, where nothing is said", b"").replace(b"0.85", b"0.850")
    assert read_rules("g.toml", other_words).digest == digest
    assert len(digest) == 64
    for before, after in ((b"0.85", b"0.86"), (b"0.9\n", b"0.91\n"), (b"warning", b"error")):
        assert read_rules("gate.toml", FILE.replace(before, after)).digest != digest


def test_everything_wrong_is_said_at_once_with_line_and_rule() -> None:
    problems = problems_in(
        'confidence = 95\nfamly = "holm"\n\n[[rule]]\nmesure = "f"\nmin = 0.8\n\n'
        '[[rule]]\nmeasure = "recal"\nmin = 85\n\n[[rule]]\nmeasure = "f"\n'
    )
    assert problems == [
        "gate.toml, row 2: famly is unknown; did you mean family?",
        "gate.toml, row 1: confidence is 95; give a share above 0.5 and below 1, such as 0.95",
        "gate.toml, row 5: rule 1: mesure is unknown; did you mean measure?",
        "gate.toml, row 4: rule 1: has neither measure nor findings; add what must be reached",
        "gate.toml, row 9: rule 2: measure is 'recal'; did you mean 'recall'?",
        "gate.toml, row 10: rule 2: min is 85; give a share from 0 to 1, not a percentage",
        "gate.toml, row 12: rule 3: has no target; give one of min, max, margin",
    ]


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ({"min": 0.8, "max": 0.9}, "has min and max; give one of min, max, margin"),
        ({"min": True}, "min is True; give a number"),
        ({"min": math.nan}, "min is nan; give a number"),
        ({"min": "0.8"}, "min is '0.8'; give a number"),
        ({"min": 0.8, "side": "better"}, "side is only for rules with a margin"),
        ({"margin": 0.1, "side": "beter"}, "side is 'beter'; did you mean 'better'?"),
        ({"min": 0.8, "min_positives": 3}, "min_positives is only for rules about classes; add"),
        ({"min": 0.8, "class": "a", "min_positives": 2.5}, "min_positives is 2.5; give a whole"),
        ({"min": 0.8, "class": "a", "average": "macro"}, "class and average are both given"),
        ({"min": 0.8, "class": []}, "class is []; give a name, a list of names"),
        ({"min": 0.8, "beta": -1}, "beta is -1; give a number from 0 on, or inf"),
        ({"min": 0.8, "split": 3}, "split is 3; give a text in quotes"),
        ({"min": 0.8, "average": "mikro"}, "average is 'mikro'; did you mean 'micro'?"),
        ({"min": 0.8, "undefined": "nil"}, "undefined is 'nil'; choose one of"),
        ({"min": 0.8, "findings": "error"}, "measure does not go with findings"),
        ({"measure": "AUPRC", "min": 0.8}, "is 'AUPRC', which means average_precision: of that"),
        ({"min": 0.8, "average": "all_classes"}, "all_classes does not go with f; it goes"),
        ({"measure": "mcc", "margin": 0.1, "average": "all_classes"}, "margin does not go with"),
        ({"measure": "exact_match", "margin": 0.1}, "margin does not go with exact_match"),
        ({"measure": "exact_match", "min": 0.1, "class": "a"}, "does not go with exact_match"),
    ],
)  # fmt: skip
def test_a_rule_that_makes_no_sense_is_refused(rule: dict[str, Any], words: str) -> None:
    with pytest.raises(ReadError) as caught:
        rules_of(**{"measure": "f", **rule})
    assert any(words in str(problem) for problem in caught.value.problems), caught.value


def test_a_file_that_is_no_toml_or_has_no_rule_is_refused() -> None:
    assert problems_in("[[rule]\n")[0].startswith("gate.toml: is not TOML: ")
    assert "(at line 1, column 7)" in problems_in("[[rule]\n")[0]
    assert problems_in("confidence = 0.9")[0].startswith(
        "gate.toml: has no rule; write one below [[rule]]"
    )
    assert problems_in("rule = 3")[0] == (
        "gate.toml, row 1: rule is not a list of tables; begin every rule with [[rule]]"
    )
    with pytest.raises(ReadError, match="is not UTF-8"):
        read_rules("gate.toml", b"\xff\xfe")


def test_rules_written_as_inline_tables_are_read_and_no_wrong_line_is_said() -> None:
    text = 'rule = [{measure = "f", min = 0.8}, {measure = "f"}]'
    assert problems_in(text) == ["gate.toml: rule 2: has no target; give one of min, max, margin"]


WRITTEN: dict[str, str] = {
    "target": 'confidence = 0.975\n[[rule]]\nmeasure = "exact_match"\nmin = 0.85\n',
    "everything": """
        family = "none"
        split = "test"
        [[rule]]
        measure = "f"
        average = "per_document"
        beta = inf
        undefined = "zero"
        max = 1
        [[rule]]
        measure = "recall"
        class = ["a \\"quoted\\" \\\\ name", "tab\\t, line\\n, delete\\u007f", "日本 😀"]
        min_positives = 30
        min = 0.123456789012345
        split = "dev"
        [[rule]]
        measure = "precision"
        class = "*"
        margin = 0.02
        same_documents = false
        [[rule]]
        measure = "f"
        margin = 0
        side = "better"
        [[rule]]
        findings = "notice"
        [[rule]]
        weak_slices = "none"
    """,
}


@pytest.mark.parametrize("name", WRITTEN)
def test_rules_written_and_read_again_have_the_same_digest(name: str) -> None:
    rules = read_rules("gate.toml", WRITTEN[name].encode())
    text = rules_text(rules)
    assert read_rules("gate.toml", text.encode()) == rules
    assert read_rules("gate.toml", text.encode()).digest == rules.digest
    assert rules_from(rules_data(rules)) == rules


def test_the_file_of_a_target_is_as_somebody_would_write_it() -> None:
    assert rules_text(target_rules(0.85)) == (
        'confidence = 0.975\nfamily = "holm"\n\n[[rule]]\nmeasure = "exact_match"\nmin = 0.85\n'
    )


def test_measures_and_averages_go_by_the_names_that_people_know() -> None:
    rules = rules_from(
        {
            "rule": [
                {"measure": "Jaccard", "average": "samples", "min": 0.5},
                {"measure": "sensitivity", "class": "*", "min": 0.5},
                {"measure": "subset accuracy", "min": 0.5},
                {"measure": "matthews_corrcoef", "average": "weighted", "min": 0.5},
            ]
        }
    )
    named = [(rule.measure, rule.average) for rule in rules.rules if isinstance(rule, MeasureRule)]
    assert named == [
        ("overlap", "per_document"),
        ("recall", "micro"),
        ("exact_match", "micro"),
        ("mcc", "weighted"),
    ]
    with pytest.raises(ReadError, match="F1 has β = 1, and β is 2 here; ask for f"):
        rules_from({"rule": [{"measure": "F1", "beta": 2, "min": 0.5}]})
