"""What is kept in mind of numbers: of the same list, in its order, at each door."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import breakeven as be
from breakeven.analysis.advice.in_mind import in_a_row, reservations_of
from breakeven.analysis.findings.check_rules import RULES
from breakeven.analysis.findings.finding import Finding, Severity
from breakeven.data.records import Review


def finding_of(code: str, severity: Severity | None = None, because_of: str = "") -> Finding:
    rule = RULES[code]
    return Finding(
        code=code, severity=severity or rule.severity, effect=rule.effect, title=rule.title,
        what="So it is.", action="", because_of=because_of,
    )  # fmt: skip


def test_what_voids_numbers_comes_first_and_what_follows_is_left_out() -> None:
    mind = reservations_of(
        [
            finding_of("leak.same-text"),
            finding_of("split.unseen"),
            finding_of("split.mix"),
            finding_of("split.label-shift", because_of="split.mix"),
            finding_of("split.imbalance"),
            finding_of("class.low-recall"),
        ],
        but=["leak.same-text"],
    )
    assert [f.code for f in mind.void] == ["split.unseen"]
    assert [f.code for f in mind.uncertain] == ["split.mix", "split.imbalance"]
    assert mind.errors == ()
    assert mind.grave_texts == (
        "Never seen in training. So it is.",
        "Another mix of classes. So it is.",
    )
    assert mind.notices_text == "Also found: unbalanced within a split."
    assert mind.short_text == (
        "These numbers may not mean what they seem: never seen in training. What makes the numbers "
        "uncertain: another mix of classes; unbalanced within a split."
    )


def test_titles_beyond_the_first_are_counted() -> None:
    assert in_a_row(["One", "Two", "Two", "Three"], 2) == "one; two and 1 more"


@pytest.fixture(scope="module")
def nearly_copied() -> Review:
    """A fifth of the test texts differ from a training text in one word of thirty."""
    rng = np.random.default_rng(2)
    n = 300
    words = rng.integers(0, 900, (n, 30))
    words[200:220] = words[:20]
    words[200:220, 12] = 1000 + np.arange(20)
    true = np.array(["a", "b", "c"])[rng.integers(0, 3, n)]
    true[200:220] = true[:20]
    called = np.where(rng.random(n) < 0.15, np.roll(true, 7), true)
    texts = [" ".join(f"w{i}" for i in row) for row in words]
    review = be.from_arrays(true.tolist(), called.tolist(), split=["train"] * 200 + ["test"] * 100)
    columns = {"text": np.array(texts, dtype=object)}
    return replace(review, truth=replace(review.truth, columns=columns, text_column="text"))


def test_near_copies_are_a_doubt_of_every_verdict_with_the_numbers_without_them(
    nearly_copied: Review,
) -> None:
    e = be.evaluate(nearly_copied)
    (first, *_) = be.check(nearly_copied)
    assert (first.code, first.severity) == ("leak.near-duplicate", "error")
    assert "It may have learnt from 20 of these documents" in e.verdict().answer_text("mind")
    # without them 85 of 100 would be enough for a target of a half
    verdict = e.target_verdict(0.5)
    assert verdict.outcome == "CANNOT TELL YET"
    assert [doubt.key for doubt in verdict.doubts] == ["leaks"]
    assert verdict.doubts[0].text.startswith("20 of 100 test documents are also in the training")
    # said once, with its numbers
    assert all(
        answer.key != "checks" or "nearly" not in answer.said for answer in e.verdict().answers
    )
    assert "id or text the same or nearly the same" in e.to_markdown()


def test_an_error_that_voids_numbers_is_a_doubt_of_every_verdict() -> None:
    rng = np.random.default_rng(3)
    true = np.array(["a", "b", "c"])[rng.integers(0, 3, 300)]
    called = np.where(rng.random(300) < 0.15, np.roll(true, 7), true)
    texts = [f"{' '.join(f'w{w}' for w in rng.integers(0, 900, 30))} q{name}" for name in true]
    e = be.evaluate(
        be.from_arrays(
            true.tolist(),
            called.tolist(),
            split=["train"] * 200 + ["test"] * 100,
            text=texts,
        )
    )
    (first, *_) = e.findings_in_mind
    assert (first.code, first.severity) == ("leak.class-in-text", "error")
    title = first.title
    assert f"{title[0].lower()}{title[1:]}" in e.verdict().answer_text("checks")
    verdict = e.target_verdict(0.5)
    assert verdict.outcome == "CANNOT TELL YET"
    assert [doubt.key for doubt in verdict.doubts] == ["checks"]
    assert verdict.doubts[0].text.startswith(f"{title}: ")
    assert f"{title[0].lower()}{title[1:]}" in e.to_markdown()


def test_what_is_uncertain_is_a_line_and_no_doubt() -> None:
    review = be.from_arrays(["a", "b"] * 30, ["a", "b"] * 28 + ["b", "a"] * 2)
    verdict = be.evaluate(review).target_verdict(0.5)
    assert verdict.outcome == "READY"
    (line,) = [line for line in verdict.all_lines if line.key == "checks"]
    assert (line.sign, line.text) == ("unknown", "1 finding makes the numbers less certain")
