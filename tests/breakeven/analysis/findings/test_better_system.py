"""Another system is called better only where the paired test on the same documents says so."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scipy import stats

import breakeven as be
from breakeven.data.records import Review


def two(true: list[str], mine: list[str], its: list[str]) -> be.Findings:
    first, second = (
        be.from_arrays(true, said, system=name, classes=["a", "b", "c"])
        for said, name in ((mine, "mine"), (its, "its"))
    )
    review = replace(first, predictions=(*first.predictions, *second.predictions))
    return be.check(review, "mine")


def better(findings: be.Findings) -> list[str]:
    return [f.what for f in findings if f.code == "system.better"]


TRUE = ["a", "b", "c"] * 40


def spoiled(documents: int) -> list[str]:
    """The truth with so many documents wrong."""
    return ["b" if c == "a" else "a" for c in TRUE[:documents]] + TRUE[documents:]


def test_a_better_system_is_named_with_its_difference_and_p() -> None:
    # 30 of 120 wrong against 10, a part of the same ones: 20 differ, all for the other
    findings = two(TRUE, spoiled(30), spoiled(10))
    (text,) = better(findings)
    assert text.startswith("“its” is better on the same documents: micro F₁ 0.917 against 0.750")
    assert "+16.7 points" in text
    finding = next(f for f in findings if f.code == "system.better")
    # 60 wrong decisions, each document a missed and a wrong one, against 20
    assert finding.errors == 40
    assert finding.error_share == pytest.approx(2 / 3)
    assert finding.gain_micro == pytest.approx(20 / 120)
    assert finding.evidence["p"] < 0.001
    assert stats.binomtest(0, 20).pvalue < 0.001
    improving = [f for f in findings if f.effect == "improves"]
    assert improving[0].code == "system.better"


def test_a_split_on_which_systems_are_chosen_says_the_reverse() -> None:
    def spoiled_system(system: str, dev: int, test: int) -> Review:
        """A system with so many documents of dev, and of test, wrong."""
        called = [*spoiled(dev), *spoiled(test)]
        split = ["dev"] * 120 + ["test"] * 120
        return be.from_arrays(TRUE * 2, called, system=system, classes=["a", "b", "c"], split=split)

    def text_of(dev_of_mine: int, dev_of_other: int) -> tuple[str, str]:
        review, other = (
            spoiled_system("mine", dev_of_mine, 30),
            spoiled_system("its", dev_of_other, 10),
        )
        review = replace(review, predictions=(*review.predictions, *other.predictions))
        (finding,) = [f for f in be.check(review, "mine") if f.code == "system.better"]
        return finding.what, finding.action

    # on dev 110 against 90 of 120 are right, +16.7 points for the one that is worse on test
    text, action = text_of(10, 30)
    assert "“its” is better on the same documents" in text
    assert "But in “dev”, on which systems are chosen, “mine” is better by +16.7 points" in text
    # nobody is told to change systems before that is understood
    assert action.startswith("Find out how “dev” and “test” differ before you change systems")
    assert "Use" not in action
    # where dev says the same, or says nothing clear, nothing is added
    for dev_of_mine, dev_of_other in ((30, 10), (10, 11)):
        text, action = text_of(dev_of_mine, dev_of_other)
        assert "But in" not in text
        assert action.startswith("Use “its”")


def test_four_differing_documents_are_no_better_system() -> None:
    assert better(two(TRUE, spoiled(14), spoiled(10))) == []


def test_identical_and_worse_systems_are_no_finding() -> None:
    assert better(two(TRUE, spoiled(10), spoiled(10))) == []
    assert better(two(TRUE, spoiled(10), spoiled(30))) == []


def test_one_system_has_no_other() -> None:
    found = be.check(be.from_arrays(TRUE, spoiled(30)))
    assert found.checked.unchecked["system.better"].what == "There is one system."
