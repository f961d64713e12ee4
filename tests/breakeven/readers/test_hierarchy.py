"""A hierarchy of classes: from a file, from names, and what is refused."""

from __future__ import annotations

import io
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from breakeven.api.files import propose_files
from breakeven.data.hierarchy import Hierarchy
from breakeven.data.records import Problem, Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import Proposal
from breakeven.readers.build import build_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.hierarchy import (
    build_hierarchy,
    check_parents,
    parents_by_names,
    proposed_separator,
    read_hierarchy,
)
from breakeven.readers.opening import open_tables
from breakeven.readers.worker.review_stream import read_review, write_review
from tests.made import not_none

# two ways in which classes come with a hierarchy: topics of news with a table of their groups, and
# products whose names are paths
NEWS = "id,true,predicted\n1,wheat|grain,wheat\n2,gold,silver\n3,corn,wheat\n4,trade,trade\n"
GROUPS = """parent,child
everything,commodity
commodity,grain
grain,wheat
grain,corn
commodity,metal
metal,gold
metal,silver
everything,trade
"""
SHOP = """id,true,predicted
1,garden/tools/spade,garden/tools/rake
2,garden/plants,garden/tools/rake
3,books/poetry,books
"""
# wheat is below grain and below export, both are commodities
DAG = [("grain", "wheat"), ("export", "wheat"), ("commodity", "grain"), ("commodity", "export")]


def read(
    text: str, stated: dict[str, Any], class_map: dict[str, str | None] | None = None
) -> Review:
    tables = open_tables([("f.csv", text.encode())])
    proposal = replace(propose(tables), class_map=class_map or {}, hierarchy=stated)
    return build_review(tables, proposal)


def edges(hierarchy: Hierarchy | None) -> set[tuple[str, str]]:
    """Parent and child of each edge, by name."""
    tree = not_none(hierarchy)
    below, above = tree.parents.nonzero()
    return {(tree.nodes[p], tree.nodes[c]) for c, p in zip(below, above, strict=True)}


def notes_text(review: Review) -> str:
    return "\n".join(map(str, review.notes))


def test_a_file_of_parents_and_children_makes_a_tree_without_what_is_above_everything() -> None:
    review = read(NEWS, read_hierarchy("groups.csv", GROUPS.encode()))
    hierarchy = not_none(review.hierarchy)
    assert review.truth.classes == ("corn", "gold", "grain", "silver", "trade", "wheat")
    assert hierarchy.nodes == (*review.truth.classes, "commodity", "metal")
    assert hierarchy.classes == 6
    assert edges(hierarchy) == {
        ("commodity", "grain"),
        ("commodity", "metal"),
        ("grain", "wheat"),
        ("grain", "corn"),
        ("metal", "gold"),
        ("metal", "silver"),
    }
    assert hierarchy.levels.tolist() == [3, 3, 2, 3, 1, 3, 1, 2]
    assert "a hierarchy of 3 levels, below 2 names that are not classes" in notes_text(review)


def test_names_that_are_paths_say_where_they_stand() -> None:
    review = read(SHOP, {"separator": "/"})
    assert edges(review.hierarchy) == {
        ("books", "books/poetry"),
        ("garden", "garden/plants"),
        ("garden", "garden/tools"),
        ("garden/tools", "garden/tools/spade"),
        ("garden/tools", "garden/tools/rake"),
    }
    assert not_none(review.hierarchy).classes == 5


def test_of_names_blanks_and_separators_at_the_end_part_nothing() -> None:
    names = ["a > b > c", "a >d", "x//y", "/q/r/", "plain", "e/"]
    assert parents_by_names(names[:2], ">") == {
        "a > b > c": ["a > b"],
        "a > b": ["a"],
        "a >d": ["a"],
    }
    assert parents_by_names(names[2:], "/") == {"x//y": ["x"], "/q/r/": ["/q"]}


@pytest.mark.parametrize(
    ("names", "separator"),
    [
        (["a/b", "a/c", "d"], "/"),
        (["a > b > c", "a > b > d", "e > f"], " > "),
        (["C01:a", "C01:b", "C02:c", "C02:d"], ":"),
        (["a/b/c", "a/b/d", "a/e"], "/"),
        (["acq", "money-fx", "veg-oil"], None),  # none is used
        (["a/b", "a/c"], None),  # all is below one thing, which says nothing
        (["and/or", "input/output", "yes/no"], None),  # nothing is common
        (["a/b", "c", "d", "e"], None),  # one of four
    ],
)
def test_a_separator_is_proposed_where_most_names_have_it(
    names: list[str], separator: str | None
) -> None:
    assert proposed_separator(names) == separator


def test_a_class_may_have_several_parents_and_a_row_may_come_twice() -> None:
    above, below = zip(*DAG, DAG[0], strict=True)
    parents = check_parents(above, below)
    assert parents["wheat"] == ["grain", "export"]
    notes: list[Problem] = []
    found = not_none(build_hierarchy(("wheat", "rye"), {"parents": parents}, {}, notes))
    assert found.nodes == ("wheat", "rye", "commodity", "export", "grain")
    # commodity is above wheat once, whichever way
    assert found.ancestors.toarray()[0].astype(int).tolist() == [1, 0, 1, 1, 1]
    assert "does not name: 1 ('rye'); they are put at the top" in "\n".join(map(str, notes))


@pytest.mark.parametrize(
    ("text", "row", "column", "what"),
    [
        ("a,b\nx,y\n", 1, "parent", "missing"),
        ("parent,child\na,b\nc,\n", 3, "child", "the name of the child is empty"),
        ("parent,child\na,b\nb,c\nc,a\n", 2, "child", "in a circle: 'a' > 'b' > 'c' > 'a'"),
        ("parent,child\na,b\nx,x\n", 3, "child", "in a circle: 'x' > 'x'"),
        ("parent,child\n,b\n", None, None, "no row names a parent and a child"),
    ],
)
def test_what_is_wrong_with_a_hierarchy_is_named(
    text: str, row: int | None, column: str | None, what: str
) -> None:
    with pytest.raises(ReadError) as caught:
        read_hierarchy("h.csv", text.encode())
    problem = caught.value.problems[0]
    assert problem.file == "h.csv"
    assert what.partition(": ")[0] in problem.what
    if "circle" in what:  # at whichever of its names it begins
        names = what.partition(": ")[2].split(" > ")[1:]
        turns = [names[i:] + names[: i + 1] for i in range(len(names))]
        assert problem.what.partition(": ")[2].split(" > ") in turns
        assert problem.row is not None
    else:
        assert (problem.row, problem.column) == (row, column)


def test_every_circle_has_a_message_of_its_own() -> None:
    with pytest.raises(ReadError) as caught:
        check_parents(["a", "b", "c", "d", "e"], ["b", "a", "d", "c", "a"])
    assert len(caught.value.problems) == 2


def test_what_the_files_have_no_class_for_is_said() -> None:
    stated = read_hierarchy("h.csv", b"parent,child\ngrain,wheat\ngrain,maize\nmetal,iron\n")
    review = read(NEWS, stated)
    assert not_none(review.hierarchy).nodes == review.truth.classes
    assert (
        "neither a class nor above one: 3 ('iron', 'maize', 'metal'); check the spelling"
        in notes_text(review)
    )
    assert "does not name: 4 ('corn', 'gold', 'silver', 'trade')" in notes_text(review)


@pytest.mark.parametrize(
    ("stated", "what"),
    [
        ({"parents": {"x": ["y"]}}, "names none of the classes"),
        ({"separator": "::"}, "no class has the separator '::'"),
        ({"parents": {"corn": ["wheat"], "wheat": ["corn"]}}, "circle"),
        ({"parents": {f"{n}": [f"{n + 1}"] for n in range(101)} | {"corn": ["0"]}}, "levels"),
    ],
)
def test_a_hierarchy_that_does_not_go_with_the_files_is_refused(
    stated: dict[str, Any], what: str
) -> None:
    with pytest.raises(ReadError, match=what):
        read(NEWS, stated)
    with pytest.raises(ReadError, match="more than 100 levels"):
        parents_by_names(["/".join("a" * 200)], "/")


def test_a_class_map_is_applied_to_the_hierarchy_too() -> None:
    stated = read_hierarchy("groups.csv", GROUPS.encode())
    review = read(NEWS, stated, {"corn": "grain", "gold": None})
    assert review.truth.classes == ("grain", "silver", "trade", "wheat")
    # corn was below grain and is grain now; gold is no class, and above none
    assert edges(review.hierarchy) == {
        ("commodity", "grain"),
        ("commodity", "metal"),
        ("grain", "wheat"),
        ("metal", "silver"),
    }
    assert "('gold')" in notes_text(review)


def test_merging_a_class_with_what_is_above_its_parent_is_a_circle() -> None:
    stated = read_hierarchy("groups.csv", GROUPS.encode())
    with pytest.raises(ReadError, match="circle"):
        read(NEWS, stated, {"commodity": "wheat"})


def test_hostile_names_stay_as_they_are() -> None:
    names = ["=1+1", "'a", "<b>x</b>", "a,b", " c ", "\u202eevil"]
    text = "parent,child\n" + "".join(f'"\'=top","{n}"\n' for n in names)
    stated = read_hierarchy("h.csv", text.encode())
    found = not_none(build_hierarchy((*names, "other"), stated, {}, []))
    assert edges(found) == {("=top", name) for name in names}


def test_it_is_part_of_the_fingerprint_and_travels_with_the_review() -> None:
    plain = read(NEWS, {})
    stated = read_hierarchy("groups.csv", GROUPS.encode())
    review = read(NEWS, stated)
    assert plain.hierarchy is None
    assert review.fingerprint != plain.fingerprint
    proposal = replace(propose(open_tables([("f.csv", NEWS.encode())])), hierarchy=stated)
    assert Proposal.from_json(proposal.to_json()) == proposal
    sink = io.BytesIO()
    write_review(review, sink)
    carried = not_none(read_review(sink.getvalue()).hierarchy)
    here = not_none(review.hierarchy)
    assert (carried.nodes, carried.classes) == (here.nodes, here.classes)
    assert (carried.parents != here.parents).nnz == 0
    assert carried.parents.dtype == bool


def test_options_of_python_are_those_of_the_command_line() -> None:
    files = [("f.csv", NEWS.encode())]
    _, by_mapping = propose_files(files, {"hierarchy": {"wheat": "grain", "corn": ["grain"]}})
    assert by_mapping.hierarchy == {"parents": {"wheat": ["grain"], "corn": ["grain"]}}
    _, by_names = propose_files(files, {"hierarchy_separator": "/"})
    assert by_names.hierarchy == {"separator": "/"}
    with pytest.raises(ValueError, match="give one of them"):
        propose_files(files, {"hierarchy": {"a": "b"}, "hierarchy_separator": "/"})


NAMES = st.sampled_from(["a", "b", "c", "a/b", "a/b/c", "a > b", "/", "//", " ", "b/ ", "\u202ea"])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(NAMES | st.just(""), NAMES), max_size=9), st.sets(NAMES, min_size=1))
def test_any_rows_and_names_are_a_hierarchy_or_refused(
    rows: list[tuple[str, str]], classes: set[str]
) -> None:
    stated: list[dict[str, Any]] = [{"separator": s} for s in ("/", " > ", " ", "a")]
    with suppress(ReadError):
        parents = check_parents([above for above, _ in rows], [below for _, below in rows])
        stated.append({"parents": parents})
    for option in stated:
        hierarchy = None
        with suppress(ReadError):
            hierarchy = not_none(
                build_hierarchy(sorted(classes), option, {"a": "c", "b": None}, [])
            )
        if hierarchy is None:
            continue
        assert hierarchy.nodes[: hierarchy.classes] == tuple(sorted(classes))
        assert len(set(hierarchy.nodes)) == len(hierarchy.nodes)
        # whatever is no class stands above one
        assert set(hierarchy.ancestors[: hierarchy.classes].nonzero()[1]) == set(
            range(len(hierarchy.nodes))
        )
        tops = [n for n, level in zip(hierarchy.nodes, hierarchy.levels, strict=True) if level == 1]
        assert len(tops) > 1 or tops[0] in classes
    proposed_separator(sorted(classes))
