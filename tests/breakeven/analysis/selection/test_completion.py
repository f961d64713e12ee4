"""How a filter may go on while it is typed."""

from __future__ import annotations

import pytest

from breakeven.analysis.selection.completion import CompletionName, CompletionNames, completions
from breakeven.analysis.selection.parse import parse
from tests.hanging import ends

CLASSES = [
    CompletionName("grain", 12),
    CompletionName("crude oil", 30),
    CompletionName("gold", 3),
    CompletionName("oilseed", 5),
]
NAMES = CompletionNames(
    {
        **dict.fromkeys(("true", "called", "hit", "missed", "extra", "rejected", "score"), CLASSES),
        "unjudged": (),
        "split": [CompletionName("train"), CompletionName("test")],
        "system": [CompletionName("svm"), CompletionName("ada boost")],
        "differs": [CompletionName("svm"), CompletionName("ada boost")],
        "level": [CompletionName("1")],
    },
    {"source": [CompletionName("a b", 7), CompletionName("c", 9)], "n_words": (), "the day": ()},
    {"1": [CompletionName("plants"), CompletionName("fuels")]},
)


def terms(text: str) -> list[str]:
    return [found.term for found in completions(text, NAMES)]


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("mis", ["missed:", "missed"]),
        ("missed:g", ["missed:grain", "missed:gold"]),
        ("missed:oil", ["missed:oilseed", 'missed:"crude oil"']),  # what begins so comes first
        ("missed:o", ["missed:oilseed", 'missed:"crude oil"', "missed:gold"]),
        ('missed:"crude o', ['missed:"crude oil"']),
        ("missed:crude o", ['missed:"crude oil"']),  # nobody quotes a name at first
        ("-extra:Crude ", ['extra:"crude oil"']),
        ("missed:gold oi", ["true:oilseed", 'true:"crude oil"']),  # another term: gold is a name
        ("missed:crude gr", ["true:grain"]),
        ("missed:crude oil", ['missed:"crude oil"']),
        ("missed:grain wr", ["wrong"]),
        ("missed:", ['missed:"crude oil"', "missed:grain", "missed:oilseed", "missed:gold"]),
        ("missed:grain", []),
        ("MISSED:", []),  # the words of the grammar are small
        ("missed:GR", ["missed:grain"]),
        ("unj", []),  # where every pair was judged
        ("gra", ["true:grain"]),
        ("spl", ["split:"]),
        ("split:t", ["split:train", "split:test"]),
        ("score(g", ["score(grain)", "score(gold)"]),
        ("score(crude o", ['score("crude oil")']),
        ("system(", ["system(svm):", 'system("ada boost"):']),
        ("system(svm):missed:gr", ["missed:grain"]),
        ("lev", ["level("]),
        ("level(", ["level(1):"]),
        ("level(1):missed:", ["missed:plants", "missed:fuels"]),
        ("level(1, grain):(extra:x hit:fu", ["hit:fuels"]),
        ("level(1):wrong hit:fu", []),  # another term, of the classes as they are
        ("level(2):missed:gr", ["missed:grain"]),  # which is refused as it is asked
        ("differs:a", ['differs:"ada boost"']),
        ("sou", ["source="]),
        ("n_w", ["n_words>"]),
        ('"the', ['"the day">']),
        ("source=", ["source=c", 'source="a b"']),
        ('source:"a', ['source:"a b"']),
        ("source in (c, ", ["c", '"a b"']),
        ("zzz", []),
        ("n_words>", []),
    ],
)
def test_the_last_term_is_completed(text: str, offered: list[str]) -> None:
    assert terms(text) == offered


@pytest.mark.parametrize(
    ("text", "completed"),
    [
        ("wrong -missed:gra", "wrong -missed:grain"),
        ('source="a b" (true:gra', 'source="a b" (true:grain'),
        ("wrong OR score(gra", "wrong OR score(grain)"),
        ("-system(svm):-extra:gra", "-system(svm):-extra:grain"),
        ("source in (c, a", 'source in (c, "a b"'),
    ],
)
def test_what_stands_before_it_stays(text: str, completed: str) -> None:
    assert completions(text, NAMES)[0].text == completed


def test_counts_stand_with_names() -> None:
    assert [(c.term, c.count) for c in completions("hit:g", NAMES)] == [
        *(("hit:grain", 12), ("hit:gold", 3)),
    ]


def test_before_anything_is_typed_the_usual_terms_are_offered() -> None:
    assert (
        terms("")
        == terms("wrong ")
        == [
            *("missed:", "extra:", "hit:", "true:", "called:", "wrong", "right", "missed"),
        ]
    )


def test_a_name_from_a_file_is_completed_to_what_is_read_as_that_name() -> None:
    odd = ['a"b', "x:y", "(z)", "wrong", " ", "-a", "\\", "a,b"]
    names = CompletionNames({"true": [CompletionName(name) for name in odd]}, {})
    found = completions("true:", names, most=len(odd))
    assert [parse(c.text) for c in found] == [parse(c.term) for c in found]
    assert sorted(parse(c.text).name for c in found) == sorted(odd)  # type: ignore[union-attr, type-var]


def test_among_five_thousand_classes_nothing_that_is_typed_hangs() -> None:
    many = [CompletionName(f"class {i}", i) for i in range(5_000)]
    names = CompletionNames(dict.fromkeys(("true", "missed"), many), {})
    for text in ("missed:", "class", '"' * 5_000, "(" * 5_000, "a in (" * 1_000):
        with ends(text[:10]):
            completions(text, names)
    found = completions("missed:class 4999", names)
    assert [parse(c.text) for c in found] == [parse('missed:"class 4999"')]
