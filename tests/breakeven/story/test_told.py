"""Six screens in plain words: their numbers by hand, and nothing in them that needs explaining."""

from __future__ import annotations

import re

import numpy as np
import pytest

import breakeven as be
from breakeven.selection.checked import others_beside
from breakeven.story.screen import FoundAndMissed, Hundred, Screen, Ways
from breakeven.story.told import WEIGHED, story_of, what_to_decide
from breakeven.workload.prices import Prices
from metrics.intervals import Interval

# what somebody who has never heard of any measure has not heard of
TERMS = (
    "precision", "recall", "micro", "macro", "threshold", "probabilit", "interval", "fallout",
    "contingency", "prevalence", "false positive", "false negative", "F1", "F₁", "β", "calibrat",
    "significan", "p-value", "coverage", "confusion", "score",
)  # fmt: skip


def by_key(screens: tuple[Screen, ...]) -> dict[str, Screen]:
    return {screen.key: screen for screen in screens}


def reuters(system: str = "svm") -> dict[str, Screen]:
    review = be.sample("reuters")
    result = be.evaluate(review, system=system)
    screens = story_of(
        review.truth,
        result,
        Interval(np.float64(0.785), np.float64(0.812)),
        others_beside(review, result),
        result.workload(Prices()),
    )
    findings = list(be.check(review, system=system))
    return by_key((*screens, what_to_decide(result, findings)))


def grade(text: str) -> float:
    """The reading grade of Flesch and Kincaid (1975), syllables by groups of vowels."""
    sentences = len(re.findall(r"[.?!](?:\s|$)", text))
    words = re.findall(r"[A-Za-z]+", text)
    syllables = sum(
        max(1, len(re.findall(r"[aeiouy]+", re.sub(r"e$", "", w.lower())))) for w in words
    )
    return 0.39 * len(words) / sentences + 11.8 * syllables / len(words) - 15.59


def test_six_systems_on_reuters_are_told_in_words_that_need_no_explanation() -> None:
    story = reuters()
    assert [*story] == ["what", "good", "fails", "beside", "people", "decide"]
    said = " ".join(
        sentence for screen in story.values() for sentence in (screen.said, *screen.more)
    )
    assert [term for term in TERMS if term.lower() in said.lower()] == []
    assert grade(re.sub(r"“[^”]*”", "it", said)) <= 8
    # of 3,299 documents 2,636 have no wrong decision
    assert story["good"].said == "Of 100 documents, 80 get exactly the right classes."
    assert story["good"].picture == Hundred(right=80, of=100, low=78, high=81)
    assert "misses 38 of its 179 documents" in story["fails"].said
    assert story["fails"].picture == FoundAndMissed(name="money-fx", found=141, missed=38, extra=51)
    assert "20 wrong ones of 100 become 12" in story["people"].said


def test_a_few_documents_are_shown_themselves() -> None:
    #    right, right, b taken for a, right
    review = be.from_arrays(["a", "a", "b", "b"], ["a", "a", "a", "b"])
    result = be.evaluate(review)
    story = by_key(story_of(review.truth, result, None, (), None))
    assert story["good"].number == "3 of 4"
    assert story["good"].picture == Hundred(right=3, of=4, low=3, high=3)
    assert story["good"].more == ()
    assert story["fails"].said.startswith("It goes wrong most often with “a”: it misses 0 of its 2")
    # always a, or always b, is right for two of four
    assert story["beside"].said.startswith(
        "Yes: always giving the same class would be right for 50"
    )
    assert story["beside"].picture == Ways(
        names=("“system”", "always “a”"), right=(75.0, 50.0), mine=0, fixed=(1,)
    )
    assert "find the 1 that are wrong" in story["people"].said


def test_what_is_no_better_than_one_answer_is_said_to_be_so() -> None:
    review = be.from_arrays(["a", "a", "b"], ["b", "a", "a"])
    story = by_key(story_of(review.truth, be.evaluate(review), None, (), None))
    assert story["beside"].said.startswith("No: always giving the same class would be right for 67")


def test_counts_have_no_document_to_show_and_weights_are_said() -> None:
    counts = be.read(b"true,a,b\na,3,1\nb,0,2\n")
    story = by_key(story_of(counts.truth, be.evaluate(counts), None, (), None))
    assert story["what"].page == "pages/confusion.py"
    assert (story["what"].examples, story["fails"].examples) == ((), ())
    weighed = be.from_arrays(["a", "b"], ["a", "a"], sample_weight=[3, 1])
    story = by_key(story_of(weighed.truth, be.evaluate(weighed), None, (), None))
    assert WEIGHED in story["good"].more
    assert WEIGHED in story["fails"].more


def test_without_a_mistake_there_is_none_to_show() -> None:
    review = be.from_arrays(["a", "b"], ["a", "b"])
    story = by_key(story_of(review.truth, be.evaluate(review), None, (), None))
    assert story["fails"].said == "It made no mistake on these documents."
    assert story["fails"].examples == ()


@pytest.mark.parametrize(
    ("mine", "theirs", "said"),
    [
        # 12 against 0 of those that one gets right: p is 2 / 4096; of one it is 1
        ("a" * 12, "b" * 12, "More than chance would give."),
        ("a" * 12, "b" + "a" * 11, "That may be chance."),
    ],
)
def test_beside_another_system_chance_is_asked(mine: str, theirs: str, said: str) -> None:
    true = ["a"] * 12 + ["b"] * 12
    one, other = (
        be.evaluate(be.from_arrays(true, [*called, *"b" * 12], system=name))
        for called, name in ((mine, "one"), (theirs, "other"))
    )
    story = by_key(story_of(one.review.truth, one, None, (other,), None))
    assert story["beside"].more[-1] == said
