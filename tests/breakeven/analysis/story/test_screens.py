"""Six screens in plain words: their numbers by hand, and nothing in them that needs explaining."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import breakeven as be
from breakeven.analysis.annotators.ceiling import ceiling_of, like_for_like
from breakeven.analysis.evaluation.average_intervals import average_intervals
from breakeven.analysis.findings.check_rules import RULES
from breakeven.analysis.selection.selected_evaluation import other_evaluations
from breakeven.analysis.selection.selection import select
from breakeven.analysis.story.screen_parts import (
    ClassFlow,
    DecisionWays,
    FewDocuments,
    Hundred,
    PageNumber,
    Screen,
    ScreenWords,
    in_hundred,
    of_hundred,
    with_words,
)
from breakeven.analysis.story.screens import (
    PLAIN_TITLES,
    WEIGHED,
    StoryInput,
    plain_title,
    story_of,
    what_to_decide,
)
from breakeven.analysis.versions.changes import pair_before
from breakeven.analysis.versions.earlier_version import with_baseline
from breakeven.analysis.workload.costs import Prices

# what somebody who has never heard of any measure has not heard of
TERMS = (
    "precision", "recall", "micro", "macro", "threshold", "probabilit", "interval", "fallout",
    "contingency", "prevalence", "false positive", "false negative", "F1", "F₁", "β", "calibrat",
    "significan", "p-value", "coverage", "confusion", "score",
)  # fmt: skip


def by_key(screens: tuple[Screen, ...]) -> dict[str, Screen]:
    return {screen.key: screen for screen in screens}


def screens_of(result: be.EvaluationResult, **more: Any) -> dict[str, Screen]:
    fields = {"verdict": result.verdict()} | more
    truth, evaluation = result.review.truth, result.evaluation
    return by_key(story_of(StoryInput(truth=truth, evaluation=evaluation, **fields)))


def full_text(story: dict[str, Screen]) -> str:
    return " ".join(screen.counted for screen in story.values()).replace("\n", " ")


@cache
def reuters() -> dict[str, Screen]:
    review = be.sample("reuters")
    result = be.evaluate(review, system="svm")
    screens = screens_of(
        result,
        drawn=average_intervals(result.evaluation, 1, "drop"),
        others=other_evaluations(review, result.evaluation),
        work=result.workload(Prices()),
    )
    findings = list(be.check(review, system="svm"))
    decide = what_to_decide(
        result.evaluation,
        findings,
        result.workload(Prices()),
        0.1,
        result.target_verdict(0.9).story,
    )
    return screens | {"decide": decide}


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
    text = full_text(story)
    assert [term for term in TERMS if term.lower() in text.lower()] == []
    assert grade(re.sub(r"“[^”]*”", "it", text)) <= 8
    # of 3,299 documents 2,636 have no wrong decision
    good = story["good"]
    assert good.number.text == "80 %"
    assert good.headline.text == "This is the share of documents that are completely right."
    assert "Expect 79–81 % on similar documents." in good.counted
    documents, find, given = good.pictures
    assert isinstance(documents, Hundred)
    # how many were counted stands once, in the picture
    assert documents.counted == "2,636 of 3,299 documents"
    assert "2,636" not in good.counted
    # 0.799 ± 1.96 · √(0.799 · 0.201 / 3,299): 0.785 to 0.813
    assert (documents.right, documents.low, documents.high) == (80, 79, 81)
    # what is true and what was given are never one picture, and misses have their own kind
    assert [getattr(each, "wrong", "") for each in (documents, find, given)] == [
        "wrong", "missed", "extra",
    ]  # fmt: skip
    assert "It misses 38 documents of this class." in story["fails"].counted
    assert "It raises 51 false alarms." in story["fails"].counted
    # out of how many it was counted stands in the picture, and is what is drawn
    (with_people,) = story["people"].pictures
    assert isinstance(with_people, Hundred)
    right, total = with_people.counted.replace(",", "").split(" of ")
    assert total == "3299 documents"
    assert round(100 * int(right) / 3_299) == with_people.right
    # all 3,299 go somewhere
    assert story["fails"].pictures == (
        ClassFlow(name="money-fx", found=141, missed=38, extra=51, rest=3299 - 141 - 38 - 51),
    )
    assert story["people"].number.text == "20 → 12"
    (ways,) = story["decide"].pictures
    assert isinstance(ways, DecisionWays)
    assert ways.names == ("people review 10 %", "as it is", "always “earn”")
    assert [round(right) for right in ways.right] == [88, 80, 33]
    assert "That is 100 documents a month." in story["people"].counted
    assert "Reviewing them takes 1.7 hours." in story["people"].counted


def test_whatever_is_found_is_called_by_words_that_need_no_explanation() -> None:
    titles = [plain_title(rule.code, rule.title) for rule in RULES.values()]
    assert [t for t in titles if any(term.lower() in t.lower() for term in TERMS)] == []
    assert max(grade(f"{sentence}.") for sentence in PLAIN_TITLES.values()) <= 8


def test_a_few_documents_are_shown_themselves() -> None:
    #    right, right, b taken for a, right
    result = be.evaluate(be.from_arrays(["a", "a", "b", "b"], ["a", "a", "a", "b"], ids=[*"wxyz"]))
    story = screens_of(result)
    assert story["good"].number.text == "3 of 4"
    assert story["good"].pictures == (
        FewDocuments(
            names=("w", "x", "y", "z"),
            true=("“a”", "“a”", "“b”", "“b”"),
            called=("“a”", "“a”", "“a”", "“b”"),
            right=(True, True, False, True),
        ),
    )
    assert story["good"].more == ()
    assert story["fails"].counted.startswith("No class has more errors.\nIt misses 0 ")
    # always a, or always b, is right for two of four
    # of four documents three against two
    assert (
        story["beside"].headline.text == "There is no clear difference from always answering “a”."
    )
    assert story["beside"].number.text == "3 against 2"
    assert story["beside"].pictures == (
        DecisionWays(
            names=("“system”", "always “a”"), right=(3.0, 2.0), kinds=("mine", "fixed"), of=4
        ),
    )
    assert story["people"].number.text == "1"
    # one b taken for a: a is missed nowhere and given once too often, b is missed once
    assert "About 500 mistakes a month" in story["people"].counted


def test_a_sentence_has_one_link_at_most_and_one_number_that_is_not_given() -> None:
    for screen in reuters().values():
        for each in (screen.headline, *screen.more):
            links = [part for part in each.parts if not isinstance(part, str)]
            # an answer of the verdict is several sentences, each with a link of its own
            assert len(links) <= max(1, each.text.count(". ") + each.text.endswith((".", "?")))
        for text in re.split(r"\n|(?<=[.?!]) ", screen.counted):
            if not text.startswith(("1 of 90", "74 of 90", "Compared with people")):
                free = re.findall(r"\d[\d,.]*", re.sub(r"“[^”]*”|\d+–\d+ %|\(\d+–\d+\)", "", text))
                assert len(free) <= 1, text


def test_several_classes_a_document_are_compared_by_documents_as_the_verdict_does() -> None:
    # of 3,299 documents 2,636 are completely right
    screen = reuters()["beside"]
    assert screen.number.text == "80 % against 33 %"
    line = next(
        line.text
        for line in be.evaluate(be.sample("reuters"), system="svm").target_verdict().all_lines
        if line.key == "fixed"
    )
    assert line == "clearly better than always answering “earn” (33 %)"
    assert screen.headline.text == "It is clearly better than always answering “earn”."
    (picture,) = screen.pictures
    assert isinstance(picture, DecisionWays)
    assert dict(zip(picture.names, picture.right, strict=True))["“svm”"] == pytest.approx(
        100 * 2636 / 3299
    )
    # no class for every document is right for 2 of 4, the system for 1: it is not said to be better
    rare = be.from_arrays(
        np.array([[1, 1], [1, 0], [0, 0], [0, 0]]), np.array([[1, 1], [1, 1], [1, 0], [0, 1]])
    )
    assert screens_of(be.evaluate(rare))["beside"].headline.text == (
        "It gets no more documents completely right than always answering no class."
    )


def test_what_is_no_better_than_one_answer_is_said_to_be_so() -> None:
    story = screens_of(be.evaluate(be.from_arrays(["a", "a", "b"], ["b", "a", "a"])))
    assert "clearly better" not in story["beside"].headline.text
    assert story["beside"].number.text == "1 against 2"


def test_the_first_sentence_says_what_is_predicted() -> None:
    yes = be.evaluate(be.from_arrays([1, 0, 1], [1, 0, 0], system="s"))
    assert yes.review.truth.positive == "1"
    one = be.evaluate(be.from_arrays(["a", "b", "c"], ["a", "b", "a"], system="s"))
    several = be.evaluate(be.from_arrays([["a", "b"], ["b"]], [["a"], ["b"]], system="s"))
    for result, sentence in (
        (yes, "“s” predicts whether a document is “1”."),
        (one, "“s” reads a document and predicts one of 3 classes."),
        (several, "“s” reads a document and predicts which of 2 classes it has."),
    ):
        assert screens_of(result)["what"].headline.text == sentence


def test_counts_have_no_document_to_show_and_weights_are_said() -> None:
    story = screens_of(be.evaluate(be.read(b"true,a,b\na,3,1\nb,0,2\n")))
    assert story["what"].number == PageNumber("6 documents", "confusions")
    assert (story["what"].examples, story["fails"].examples) == ((), ())
    weighed = be.from_arrays(["a", "b"] * 10, ["a", "a"] * 10, sample_weight=[3, 1] * 10)
    story = screens_of(be.evaluate(weighed))
    assert WEIGHED in story["good"].more
    assert WEIGHED in story["fails"].more


def test_without_a_mistake_there_is_none_to_show() -> None:
    story = screens_of(be.evaluate(be.from_arrays(["a", "b"], ["a", "b"])))
    assert story["fails"].counted == "It makes no error on these documents."
    assert story["fails"].examples == ()


@pytest.mark.parametrize(
    ("mine", "theirs", "sentence"),
    [
        # 12 against 0 of those that one gets right: p is 2 / 4096; of one it is 1
        ("a" * 12, "b" * 12, "Unlikely to be chance."),
        ("a" * 12, "b" + "a" * 11, "That may be chance."),
    ],
)
def test_beside_another_system_chance_is_asked(mine: str, theirs: str, sentence: str) -> None:
    true = ["a"] * 12 + ["b"] * 12
    one, other = (
        be.evaluate(be.from_arrays(true, [*called, *"b" * 12], system=name))
        for called, name in ((mine, "one"), (theirs, "other"))
    )
    assert screens_of(one, others=(other,))["beside"].more[-1].text == sentence


def test_the_best_of_several_others_is_the_one_that_luck_may_have_chosen() -> None:
    true = [*"a" * 12, *"b" * 12]
    called = {"mine": "b" * 6 + "a" * 6, "better": "a" * 12, "alike": "b" * 6 + "a" * 6}
    mine, better, alike = (
        be.evaluate(be.from_arrays(true, [*some, *"b" * 12], system=name))
        for name, some in called.items()
    )
    # 6 against 0 of those that one gets right: p is 2 / 64, of the best of two twice as much
    for others, sentence in (
        ((better,), "Unlikely to be chance."),
        ((better, alike), "That may be chance."),
    ):
        assert screens_of(mine, others=others)["beside"].more[-1].text == sentence


def test_the_version_before_stands_among_the_ways_and_its_answer_is_the_verdicts() -> None:
    true = [*"aaaabbbb"]
    then, now = (
        be.from_arrays(true, [*called], ids=[*"stuvwxyz"]) for called in ("aaaaaaaa", true)
    )
    both = with_baseline(now, then, 2)
    result = be.evaluate(both)
    pair = pair_before(both, select(both, {}), result.evaluation, None)
    story = screens_of(result, verdict=result.verdict(), before=pair)["beside"]
    answer = result.verdict().answer_text("before")
    assert f"Is it better than the earlier version? {answer}" in story.counted
    (ways,) = story.pictures
    # all eight are right now, the four that are a were then
    assert ways == DecisionWays(
        names=("“system”", "always “a”", "“system, version 2”"),
        right=(8.0, 4.0, 4.0),
        kinds=("mine", "fixed", "before"),
        of=8,
    )


def test_beside_people_the_same_vote_is_asked() -> None:
    # three people on four documents; each is held against the vote of the other two, who agree
    # but on the last
    people = {"ann": ["a", "b", "a", "a"], "bob": ["a", "b", "a", "a"], "cid": ["a", "b", "a", "b"]}
    review = be.from_arrays(["a", "b", "a", "a"], ["a", "b", "b", "a"], annotators=people)
    result = be.evaluate(review)
    shared = like_for_like(review.truth, [result.evaluation])
    reached = ceiling_of(shared, "micro", 1.0, "drop")
    text = screens_of(result, ceiling=(reached, shared.documents))["beside"].counted
    share = of_hundred(reached.value), of_hundred(reached.systems[0].value)
    assert (
        f"agree with each other on {share[0]} of 100 classes, and “system” agrees with them on "
        f"{share[1]}." in text
    )
    assert [term for term in TERMS if term.lower() in text.lower()] == []


def test_hundreds_add_up_by_the_largest_remainders() -> None:
    # thirds: 33.3 each, one is rounded up; of equal remainders the first
    assert in_hundred((1, 1, 1)) == (34, 33, 33)
    # 0.6, 0.7 and 98.7 of 100: remainders .6, .7, .7
    assert in_hundred((0.6, 0.7, 98.7)) == (0, 1, 99)
    assert of_hundred(0.005) == 1
    assert of_hundred(2636 / 3299) == 80


def test_somebodys_words_say_when_what_they_stand_beside_has_changed() -> None:
    good = reuters()["good"]
    words = ScreenWords(
        screen="good", system="svm", split="test", title="Good enough?", text="Yes.",
        number=good.number.text, counted=good.counted,
    )  # fmt: skip
    told_so = with_words(good, [words], "svm", "test")
    assert (told_so.title, told_so.stale) == ("Good enough?", False)
    assert with_words(good, [words], "svm", "dev").words is None
    assert with_words(good, [replace(words, counted="before")], "svm", "test").stale
