"""What each kind of answer is read as, by the rules as they are declared."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from breakeven.analysis.answers.answer_names import answer_names
from breakeven.analysis.answers.answer_rules import AnswerRules
from breakeven.analysis.answers.parsed_answers import READINGS, parse_texts
from breakeven.data.records import OUTCOMES
from tests.hanging import ends

CLASSES = ("crude oil", "grain", "wheat", "money-fx", "not for sale", "C++", "go", "スポーツ")
# as a resolved class map has them: one that is another, and one that is none
BECOMES = {"corn": "grain", "junk": None}
NAMES = answer_names(CLASSES, BECOMES)
JSON_FENCE = '```json\n{"label": "grain"}\n```'


def read(
    text: str, several: bool = False, rules: AnswerRules | None = None
) -> tuple[str, list[str]]:
    """The outcome of an answer, and the classes that it names."""
    found = parse_texts([text], NAMES, rules or AnswerRules(), several)
    return OUTCOMES[found.outcomes[0]], [found.names[c] for c in found.classes.indices]


@pytest.mark.parametrize(
    ("answer", "class_"),
    [
        # exactly, and in what makes no other name of it
        ("grain", "grain"),
        (" grain\n", "grain"),
        ("GRAIN", "grain"),
        ("Crude  Oil", "crude oil"),
        ("crude_oil", "crude oil"),
        ("Money FX", "money-fx"),
        ("ｇｒａｉｎ", "grain"),
        ("gra\u200bin", "grain"),
        ("c++", "C++"),
        # under what stands around a name
        ('"grain"', "grain"),
        ("'grain'.", "grain"),
        ("**grain**", "grain"),
        ("`grain`", "grain"),
        ("“grain”", "grain"),
        ("- grain", "grain"),
        ("1. grain", "grain"),
        ("(b) grain", "grain"),
        ("## Grain", "grain"),
        ("[grain]", "grain"),
        ("grain!", "grain"),
        ("go.", "go"),
        # JSON, in a fence or alone
        (JSON_FENCE, "grain"),
        ('{"label": "Grain"}', "grain"),
        ('{"Category": "money-fx", "why": "it names wheat"}', "money-fx"),
        ('{"result": {"class": "wheat"}}', "wheat"),
        ('["wheat"]', "wheat"),
        ('"wheat"', "wheat"),
        ('{"whatever": "wheat"}', "wheat"),
        ('{"grain": true, "wheat": false}', "grain"),
        ('Sure! Here it is: {"label": "wheat", "confidence": 0.93}', "wheat"),
        ("```\nwheat\n```", "wheat"),
        # tags, prefixes, lines
        ("<label>wheat</label>", "wheat"),
        ("<think>grain? or wheat?</think>wheat", "wheat"),
        ("Label: wheat", "wheat"),
        ("category = wheat", "wheat"),
        ("**Final answer:** wheat", "wheat"),
        ("The answer is wheat.", "wheat"),
        ("It speaks of grain at length.\nLabel: wheat", "wheat"),
        ("wheat\n\nThe text speaks of grain, but of wheat more.", "wheat"),
        # in a sentence that names one class
        ("This text is about crude oil.", "crude oil"),
        ("I would say wheat, as its price is named", "wheat"),
        ("これはスポーツです", "スポーツ"),
        ("the item is not for sale", "not for sale"),
        # by the class map
        ("corn", "grain"),
        ("Corn.", "grain"),
        ("It is about corn and grain.", "grain"),
    ],
)
def test_an_answer_that_names_one_class(answer: str, class_: str) -> None:
    assert read(answer) == ("class", [class_])
    assert read(answer, several=True) == ("class", [class_])


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ("none", "none"),
        ("None of the above.", "none"),
        ("N/A", "none"),
        ('{"label": null}', "none"),
        ("[]", "none"),
        ("Label: none", "none"),
        ("junk", "none"),
        ("barley", "outside"),
        ('{"label": "barley"}', "outside"),
        ("Label: soft commodities", "outside"),
        ("grains", "outside"),
        ("", "refused"),
        ("  \n", "refused"),
        ("I'm sorry, but I can't classify this as grain or wheat.", "refused"),
        ("I’m unable to help with grain.", "refused"),
        ("As an AI language model I have no view of wheat.", "refused"),
        ("Error: rate limit reached", "refused"),
        ("It might be grain, or else wheat.", "ambiguous"),
        ("This is not grain.", "ambiguous"),
        ("It isn't wheat but grain.", "ambiguous"),
        ("There is much that could be said of this text, and nobody knows.", "unparseable"),
        ('{"one": "grain", "two": "wheat"}', "unparseable"),
        ('{"label": {"a": 1, "b": 2}}', "unparseable"),
        ("go to the market and see for yourself what is offered", "unparseable"),
    ],
)
def test_an_answer_that_names_no_class(answer: str, outcome: str) -> None:
    assert read(answer) == (outcome, [])
    assert read(answer, several=True) == (outcome, [])


@pytest.mark.parametrize(
    "answer",
    [
        '["grain", "wheat"]',
        '{"labels": ["grain", "wheat"]}',
        "grain, wheat",
        "Grain and wheat",
        "- grain\n- wheat",
        "Labels: grain; wheat",
        '{"grain": true, "wheat": 1, "crude oil": 0}',
    ],
)
def test_a_list_is_several_classes_where_the_task_has_them_and_else_ambiguous(answer: str) -> None:
    assert read(answer, several=True) == ("class", ["grain", "wheat"])
    assert read(answer) == ("ambiguous", [])


def test_a_list_may_name_what_is_no_class_beside_classes() -> None:
    found = parse_texts(['["grain", "barley"]', "wheat, rye"], NAMES, AnswerRules(), several=True)
    assert [OUTCOMES[o] for o in found.outcomes] == ["class", "class"]
    assert list(found.outside) == ["barley", "rye"]
    # of which one class is asked for, it says two things
    assert read('["grain", "barley"]') == ("ambiguous", [])


@pytest.mark.parametrize(
    ("rules", "answer", "outcome"),
    [
        (AnswerRules(prose=False), "This text is about grain.", "outside"),
        (AnswerRules(none=("nothing here",)), "nothing here", "none"),
        (AnswerRules(none=()), "none", "outside"),
        (AnswerRules(refusals=()), "I cannot say", "outside"),
        (AnswerRules(fields=()), '{"label": "grain", "note": "wheat"}', "unparseable"),
        (AnswerRules(prefixes=("verdikt",)), "Verdikt: grain", "class"),
        (AnswerRules(several=False), "grain, wheat", "ambiguous"),
        (AnswerRules(longest_name=1), "soft commodities", "unparseable"),
    ],
)
def test_each_rule_can_be_another(rules: AnswerRules, answer: str, outcome: str) -> None:
    assert read(answer, several=True, rules=rules)[0] == outcome


def test_where_there_is_one_class_yes_and_no_say_whether_it_is() -> None:
    alone = answer_names(["spam"], {})
    answers = ["Yes.", "no", "1", "0", "spam", "not spam", "This is not spam.", "true"]
    found = parse_texts(answers, alone, AnswerRules(), several=True)
    said = [OUTCOMES[o] for o in found.outcomes]
    assert said == ["class", "none", "class", "none", "class", "none", "none", "class"]


def test_names_that_only_case_tells_apart_are_told_apart_by_case_or_ambiguous() -> None:
    both = answer_names(["US", "us"], {})
    found = parse_texts(["US", "us", "Us"], both, AnswerRules(), several=True)
    assert [OUTCOMES[o] for o in found.outcomes] == ["class", "class", "ambiguous"]


def test_how_an_answer_was_read_is_said() -> None:
    found = parse_texts(["grain", JSON_FENCE, "It is grain"], NAMES, AnswerRules(), several=False)
    assert [READINGS[h] for h in found.how] == ["the whole answer", "JSON", "named in a sentence"]


HOSTILE = st.text(min_size=1, max_size=30) | st.sampled_from(
    ["none", "[]", '{"label": "x"}', "```", "label: y", "I cannot", "a, b", "<think>", "\x00", "."]
)


@given(st.lists(HOSTILE, min_size=1, max_size=6, unique=True), st.booleans())
def test_the_name_of_a_class_alone_is_that_class_whatever_it_is(
    classes: list[str], several: bool
) -> None:
    names = answer_names(classes, {})
    found = parse_texts(classes, names, AnswerRules(), several)
    assert [OUTCOMES[o] for o in found.outcomes] == ["class"] * len(classes)
    assert [found.names[c] for c in found.classes.indices] == classes


@given(st.text(max_size=300), st.booleans())
def test_any_text_has_one_outcome_and_classes_with_that_of_a_class_alone(
    text: str, several: bool
) -> None:
    outcome, classes = read(text, several)
    assert (outcome == "class") == bool(classes)
    assert several or len(classes) <= 1


@pytest.mark.parametrize("text", ["[" * 5_000, '{"label":' * 3_000, "a," * 50_000, "(" * 50_000])
def test_what_is_made_to_break_readers_is_unparseable(text: str) -> None:
    assert read(text)[0] in ("unparseable", "outside")


@pytest.mark.parametrize(
    "answer",
    ["```" + "a" * 200_000, "```" + " \t" * 100_000 + "x", "a" + " " * 200_000 + "b,c"],
    ids=["a fence of letters", "a fence of blanks", "blanks"],
)
def test_an_answer_that_goes_on_and_on_is_read_to_its_end(answer: str) -> None:
    with ends(answer[:5]):
        read(answer)


@pytest.mark.parametrize(
    "answer",
    ["grain , wheat", "grain \n wheat", "grain and  wheat", "grain, , or wheat", "grain & wheat"],
)
def test_blanks_around_what_parts_classes_make_no_difference(answer: str) -> None:
    assert read(answer, several=True) == ("class", ["grain", "wheat"])


def test_without_words_before_a_colon_an_answer_is_read_by_the_other_rules() -> None:
    rules = AnswerRules(prefixes=())
    assert read("Label: grain", rules=rules) == read("Verdict: grain")
    assert read("It is grain.", rules=rules) == ("class", ["grain"])
