"""The grammar of document filters: what it reads, and where it says that it cannot."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from breakeven.analysis.selection import expression
from breakeven.analysis.selection.errors import FilterError
from breakeven.analysis.selection.expression import (
    RESERVED,
    AlikeTerm,
    AllOf,
    AnyOf,
    Between,
    ClassTerm,
    ClassTermKind,
    Column,
    Containing,
    Differs,
    Disputed,
    Doubtful,
    Expression,
    HasOutcome,
    HasWord,
    InSplit,
    InTree,
    Judged,
    JudgedKind,
    Leaked,
    LevelTerm,
    Like,
    Marked,
    Matching,
    More,
    Not,
    Noted,
    OneOf,
    RangeBound,
    Score,
    SystemTerm,
    Tagged,
    TreeTermKind,
    WeekdayTerm,
    to_text,
)
from breakeven.analysis.selection.parse import parse
from breakeven.analysis.slices.slice_conditions import WEEKDAYS
from breakeven.data.hierarchy import Fold
from tests.paths import ROOT

GRAIN = ClassTerm("true", "grain")
READ: list[tuple[str, Expression]] = [
    ("true:grain", GRAIN),
    ("  true : grain ", GRAIN),
    ("called:wheat", ClassTerm("called", "wheat")),
    ("missed:grain", ClassTerm("missed", "grain")),
    ("extra:corn", ClassTerm("extra", "corn")),
    ("-extra:corn", Not(ClassTerm("extra", "corn"))),
    ("--wrong", Not(Not(Judged("wrong")))),
    ('true:"crude oil"', ClassTerm("true", "crude oil")),
    (r'true:"a \"b\" \\"', ClassTerm("true", r'a "b" \\'[:-1])),
    (r"true:$\frac{1}{0}$", ClassTerm("true", r"$\frac{1}{0}$")),
    ("true:a:b", ClassTerm("true", "a:b")),
    ("wrong", Judged("wrong")),
    ("right", Judged("right")),
    ('"wrong"', Containing("wrong")),
    ("leaked", Leaked()),
    ("-leaked:near", Not(Leaked(near=True))),
    ("(leaked:near)", Leaked(near=True)),
    ('"leaked"', Containing("leaked")),
    ("leaked:nearly", OneOf(Column("leaked"), ("nearly",))),
    ("leaked=1", OneOf(Column("leaked"), ("1",))),
    ('"leaked"=near', OneOf(Column("leaked"), ("near",))),
    ("split:test", InSplit("test")),
    ("score(grain):0.3..0.5", Between(Score("grain"), 0.3, 0.5)),
    ("score(grain):0.3..", Between(Score("grain"), low=0.3)),
    ("score(grain):..0.5", Between(Score("grain"), high=0.5)),
    ("score(crude oil)>-1", Between(Score("crude oil"), low=-1.0, low_open=True)),
    ('score("a(b)")<=.5', Between(Score("a(b)"), high=0.5)),
    ("score>3", Between(Column("score"), low=3.0, low_open=True)),
    ("source=a", OneOf(Column("source"), ("a",))),
    ("source:a", OneOf(Column("source"), ("a",))),
    ('"the source"="b c"', OneOf(Column("the source"), ("b c",))),
    ('"true"=yes', OneOf(Column("true"), ("yes",))),
    ('source in (a, "b c")', OneOf(Column("source"), ("a", "b c"))),
    ("source in(a)", OneOf(Column("source"), ("a",))),
    ("n_words:100..200", Between(Column("n_words"), 100.0, 200.0)),
    ("n_words > 200", Between(Column("n_words"), low=200.0, low_open=True)),
    ("n_words>=200", Between(Column("n_words"), low=200.0)),
    ("n_words<200", Between(Column("n_words"), high=200.0, high_open=True)),
    ("date:2024-01-31..", Between(Column("date"), low="2024-01-31")),
    ("date<2024-02-29", Between(Column("date"), high="2024-02-29", high_open=True)),
    ("date=2024-01-31", OneOf(Column("date"), ("2024-01-31",))),
    ("url=http://x/?a=b", OneOf(Column("url"), ("http://x/?a=b",))),
    ('lang=""', OneOf(Column("lang"), ("",))),
    ('v="1..2"', OneOf(Column("v"), ("1..2",))),
    ("oil", Containing("oil")),
    ('"oil price"', Containing("oil price")),
    ("in or score", AllOf((Containing("in"), Containing("or"), Containing("score")))),
    ("true:grain wrong", AllOf((GRAIN, Judged("wrong")))),
    ("true:grain OR wrong", AnyOf((GRAIN, Judged("wrong")))),
    (
        "true:grain wrong OR oil",  # and binds more than or
        AnyOf((AllOf((GRAIN, Judged("wrong"))), Containing("oil"))),
    ),
    (
        "true:grain (wrong OR oil)",
        AllOf((GRAIN, AnyOf((Judged("wrong"), Containing("oil"))))),
    ),
    ("-(oil gas)", Not(AllOf((Containing("oil"), Containing("gas"))))),
    ("ORanges", Containing("ORanges")),
    ("hit:grain", ClassTerm("hit", "grain")),
    ("rejected:grain", ClassTerm("rejected", "grain")),
    ("unjudged:grain", ClassTerm("unjudged", "grain")),
    ("missed", Judged("missed")),
    ("extra -missed", AllOf((Judged("extra"), Not(Judged("missed"))))),
    ('"missed"', Containing("missed")),
    ("more:missed", More("missed")),
    ("more : extra", More("extra")),
    ("more=extra", OneOf(Column("more"), ("extra",))),
    ("more", Containing("more")),
    ("-hierarchy:inconsistent", Not(InTree("inconsistent"))),
    ("hierarchy : full-path", InTree("full-path")),
    ("hierarchy=full-path", OneOf(Column("hierarchy"), ("full-path",))),
    ("system(B):wrong", SystemTerm("B", Judged("wrong"))),
    ("system(ada boost): -called:x", SystemTerm("ada boost", Not(ClassTerm("called", "x")))),
    (
        'right system("B (2)"):(wrong OR oil)',
        AllOf((Judged("right"), SystemTerm("B (2)", AnyOf((Judged("wrong"), Containing("oil")))))),
    ),
    ("-system(B):score(a)>1", Not(SystemTerm("B", Between(Score("a"), low=1.0, low_open=True)))),
    ("system(A):system(B):wrong", SystemTerm("A", SystemTerm("B", Judged("wrong")))),
    ("system=B", OneOf(Column("system"), ("B",))),
    ("system in (A, B)", OneOf(Column("system"), ("A", "B"))),
    ("level(1):wrong", LevelTerm(Fold(1), Judged("wrong"))),
    ("level( 12 ) : -true:x", LevelTerm(Fold(12), Not(ClassTerm("true", "x")))),
    (
        'right level(2, "a (b)"):(missed:x extra:y)',
        AllOf(
            (
                Judged("right"),
                LevelTerm(
                    Fold(2, "a (b)"), AllOf((ClassTerm("missed", "x"), ClassTerm("extra", "y")))
                ),
            )
        ),
    ),
    ("level(1,crude oil):wrong", LevelTerm(Fold(1, "crude oil"), Judged("wrong"))),
    ("level=3", OneOf(Column("level"), ("3",))),
    ("level>3", Between(Column("level"), low=3.0, low_open=True)),
    ("differs:B", Differs("B")),
    ("id:7", OneOf(Column("id"), ("7",))),
    ("id in (a, b)", OneOf(Column("id"), ("a", "b"))),
    ("length:100..500", Between(Column("length"), 100.0, 500.0)),
    ("labels:0..2", Between(Column("labels"), 0.0, 2.0)),
    ("word:oil", HasWord("oil")),
    ("like:d 7", AllOf((Like("d"), Containing("7")))),
    ('-like:"d 7"', Not(Like("d 7"))),
    ("like=7", OneOf(Column("like"), ("7",))),
    ("word=oil", OneOf(Column("word"), ("oil",))),
    ('text:"oil price"', Containing("oil price")),
    ("text=oil", OneOf(Column("text"), ("oil",))),
    ("text:1..2", Containing("1..2")),
    ('mark:"label wrong"', Marked("label wrong")),
    ("mark:unclear", Marked("unclear")),
    ("tag:later -seen", AllOf((Tagged("later"), Not(Marked("seen"))))),
    ("noted", Noted()),
    ("alike", AlikeTerm()),
    ('"alike"', Containing("alike")),
    ("weekday(day):monday", WeekdayTerm(Column("day"), "Monday")),
    ('-weekday("my day")=Sunday', Not(WeekdayTerm(Column("my day"), "Sunday"))),
    ("weekday=Monday", OneOf(Column("weekday"), ("Monday",))),
    ("doubtful", Doubtful()),
    ("doubtful:a", Doubtful("a")),
    ("-doubtful:oil doubtful", AllOf((Not(Doubtful("oil")), Doubtful()))),
    ("disputed", Disputed()),
    ("outcome:refused", HasOutcome("refused")),
    ('"outcome"', Containing("outcome")),
    ("disputed:grain", Disputed("grain")),
    ('"disputed"', Containing("disputed")),
    ('"seen" "noted"', AllOf((Containing("seen"), Containing("noted")))),
    ("tag=later", OneOf(Column("tag"), ("later",))),
    (r'matches:"\\bo(i|1)l \\d+"', Matching(r"\bo(i|1)l \d+")),
]


@pytest.mark.parametrize(("text", "tree"), READ, ids=[text for text, _ in READ])
def test_a_filter_is_read_as_it_is_meant(text: str, tree: Expression) -> None:
    assert parse(text) == tree
    assert parse(to_text(tree)) == tree


WRONG: list[tuple[str, int, str]] = [
    ("", 0, "a term is expected"),
    ("true:", 5, "the name of a class is expected after true:"),
    ("true: ) wrong", 6, "the name of a class"),
    ("wrong true:", 11, "the name of a class"),
    ("(wrong", 0, "this bracket is not closed"),
    ("wrong )", 6, "a closing bracket without an opening one"),
    ("a OR", 4, "a term is expected"),
    ("OR a", 0, "a term is expected"),
    ("a OR OR b", 5, "a term is expected"),
    ("()", 1, "a term is expected"),
    ("- a", 1, "a term is expected after -"),
    ('true:"crude', 5, "this quotation mark is not closed"),
    ("n>", 2, "a number or a day"),
    ("n>x", 2, "a number or a day"),
    ("n>=2024-02-30", 3, "a number or a day"),
    ("n<1e999", 2, "a number or a day"),
    ("n:1..x", 2, "a range has two numbers"),
    ("n:..", 2, "a range has two numbers"),
    ("n:1..2024-01-31", 2, "a range has two numbers"),
    ("n=", 2, "a value or a range"),
    ("n in (a b)", 8, "a comma or a closing bracket"),
    ("n in ()", 6, "a value of n"),
    ("n in (a,", 8, "a value of n"),
    ("score(a)", 8, "a range is expected"),
    ("score():1..2", 6, "the name of a class"),
    ("score(a:1..2", 12, "a closing bracket"),
    ("score(a)=x", 9, "a range is expected"),
    ("a, b", 1, "a name or a word is expected, not ','"),
    (":a", 0, "a name or a word is expected"),
    ("(" * 60 + "a" + ")" * 60, 50, "brackets in one another"),
    ("-" * 60 + "a", 50, "brackets in one another"),
    ("system(a):" * 60 + "a", 500, "brackets in one another"),
    ("more:", 5, "missed or extra is expected"),
    ("wrong more:right", 11, "missed or extra is expected"),
    ("hierarchy:missed", 10, "is expected after hierarchy:"),
    ("system(", 7, "the name of a system is expected"),
    ("system(B", 8, "a closing bracket is expected after the system"),
    ("system(B)", 9, "a term is expected, such as system(NAME):wrong"),
    ("system(B):", 10, "a term is expected"),
    ("system(B): OR a", 11, "a term is expected"),
    ("level(", 6, "a whole number is expected"),
    ("level(0):wrong", 6, "a whole number is expected"),
    ("level(1234):wrong", 6, "a whole number is expected"),
    ("level(1 x):wrong", 8, "a closing bracket is expected after the level"),
    ("level(1,", 8, "the name of a class with others below it is expected"),
    ("level(1) wrong", 9, "a term is expected, such as level(1):wrong"),
    ("level(1): OR a", 10, "a term is expected"),
    ("(differs:)", 9, "the name of a system is expected after differs:"),
    ("weekday(", 8, "the name of a column is expected after weekday("),
    ("weekday(day)", 12, "a day is expected, such as weekday(NAME):Monday"),
    ("weekday(day):", 13, "a day is expected"),
    ("weekday(day):may", 13, "a day of the week is expected: Monday, Tuesday"),
    ("word:", 5, "a word is expected after word:"),
    ("matches:", 8, "a pattern is expected after matches:"),
    ("oil \ud800", 4, "no valid Unicode"),
    ("matches:(a", 8, "a name or a word is expected, not '('"),
]


@pytest.mark.parametrize(
    ("text", "position", "message"), WRONG, ids=[text[:20] for text, _, _ in WRONG]
)
def test_an_error_points_at_the_character(text: str, position: int, message: str) -> None:
    with pytest.raises(FilterError) as caught:
        parse(text)
    assert message in caught.value.what
    assert (caught.value.text, caught.value.position) == (text, position)
    assert f"character {position + 1}: " in str(caught.value)
    assert caught.value.pointed.split("\n")[1] == " " * position + "^"


names = st.text(min_size=1, max_size=8) | st.sampled_from(
    [*RESERVED, "a b", "-x", '"', "\\", "1..2"]
)
numbers = st.floats(allow_nan=False, allow_infinity=False)
days = st.dates().map(lambda day: day.isoformat())


@st.composite
def ranges(draw: st.DrawFn) -> Between:
    """A range with at least one end, as the grammar has them."""
    quantity = draw(names.map(Column) | names.map(Score))
    ends = draw(st.sampled_from(["low", "high", "both"]))
    bounds: st.SearchStrategy[RangeBound] = draw(st.sampled_from([numbers, days]))
    is_open = draw(st.booleans())
    match ends:
        case "low":
            return Between(quantity, low=draw(bounds), low_open=is_open)
        case "high":
            return Between(quantity, high=draw(bounds), high_open=is_open)
        case _:
            return Between(quantity, draw(bounds), draw(bounds))


leaves = (
    st.builds(ClassTerm, st.sampled_from(get_args(ClassTermKind)), names)
    | st.builds(Judged, st.sampled_from(get_args(JudgedKind)))
    | st.builds(More, st.sampled_from(["missed", "extra"]))
    | st.builds(InTree, st.sampled_from(get_args(TreeTermKind)))
    | st.builds(Differs, names)
    | st.builds(HasWord, names)
    | st.builds(Matching, names)
    | st.builds(Marked, names)
    | st.builds(Tagged, names)
    | st.just(Noted())
    | st.builds(Like, names)
    | st.just(AlikeTerm())
    | st.builds(WeekdayTerm, names.map(Column), st.sampled_from(WEEKDAYS))
    | st.builds(Disputed, st.none() | names)
    | st.builds(HasOutcome, names)
    | st.builds(Leaked, st.booleans())
    | st.builds(InSplit, names)
    | st.builds(OneOf, names.map(Column), st.lists(names, min_size=1, max_size=3).map(tuple))
    | ranges()
    | st.builds(Containing, names)
)
trees = st.recursive(
    leaves,
    lambda inner: (
        st.builds(Not, inner)
        | st.builds(SystemTerm, names, inner)
        | st.builds(LevelTerm, st.builds(Fold, st.integers(1, 999), st.none() | names), inner)
        | st.lists(inner, min_size=2, max_size=3).map(lambda terms: AllOf(tuple(terms)))
        | st.lists(inner, min_size=2, max_size=3).map(lambda terms: AnyOf(tuple(terms)))
    ),
    max_leaves=8,
)


@given(trees)
def test_the_text_of_a_tree_is_read_as_the_same_tree(tree: Expression) -> None:
    assert parse(to_text(tree)) == tree


@given(st.text(alphabet='abOR true:grainscore()"<>=.,-0123 \\', max_size=30))
def test_what_can_be_read_keeps_its_meaning_and_nothing_else_gets_past(text: str) -> None:
    try:
        tree: Expression | None = parse(text)
        at = 0
    except FilterError as error:
        tree, at = None, error.position
    assert 0 <= at <= len(text)
    assert tree is None or parse(to_text(tree)) == tree


def test_every_term_of_the_document_on_filters_can_be_read() -> None:
    said = (ROOT / "docs" / "reference" / "filter.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in said.splitlines() if line.startswith("| `")]
    terms = [term for row in rows for term in re.findall("`([^`]+)`", row)]
    terms += re.findall("```\n(.*?)```", said, re.S)[0].splitlines()
    assert len(terms) > 40
    for term in terms:
        assert parse(to_text(parse(term))) == parse(term), term
    heads = {re.split("[:(]", term)[0] for term in terms}
    assert heads >= set(RESERVED) - {"in", "OR"}


TERMS = [
    kind for kind in vars(expression).values() if is_dataclass(kind) and isinstance(kind, type)
]


@pytest.mark.parametrize(
    "term", [kind for kind in TERMS if "position" in {f.name for f in fields(kind)}]
)
def test_where_a_term_was_typed_makes_it_no_other_term(term: type) -> None:
    given = {f.name: "x" for f in fields(term) if f.name != "position"}
    assert term(**given, position=3) == term(**given)
    assert term(**given).position == 0
    for name in given:
        assert term(**given | {name: "y"}) != term(**given)
