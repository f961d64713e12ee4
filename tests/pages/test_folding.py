"""Confusion and Classes about classes that are folded to a level of their hierarchy."""

from __future__ import annotations

from collections import Counter

import pytest

from breakeven.analysis.selection.selected_evaluation import evaluate_selection
from breakeven.analysis.selection.selection import select
from breakeven.data.records import Review
from breakeven.data.wording import name_of
from tests.made import not_none
from tests.pages.reading import html_of, open_page, table_with, text_of
from tests.pages.test_links import hold
from tests.trees import ninety_classes


@pytest.fixture(scope="module")
def one_each() -> Review:
    return ninety_classes(400)


@pytest.fixture(scope="module")
def several() -> Review:
    return ninety_classes(400, single=False)


def above(review: Review, unfolded: str) -> dict[str, set[str]]:
    """The tops that each class stands below, walked up by hand; below `unfolded` its children."""
    tree = not_none(review.hierarchy)
    parents = {
        name: {tree.nodes[p] for p in tree.parents[[n]].indices}
        for n, name in enumerate(tree.nodes)
    }

    def walked(name: str) -> set[str]:
        if not parents[name]:
            return {name}
        return {n for p in parents[name] for n in ({name} if p == unfolded else walked(p))}

    return {name: walked(name) for name in tree.nodes[: tree.classes]}


def ancestors(review: Review) -> dict[str, set[str]]:
    """Each class with all that stands above it."""
    tree = not_none(review.hierarchy)
    up = {name: {name} for name in tree.nodes}
    for _ in range(3):
        for n, name in enumerate(tree.nodes):
            for p in tree.parents[[n]].indices:
                up[name] |= up[tree.nodes[p]]
    return up


def sets_of(review: Review) -> list[tuple[set[str], set[str]]]:
    """The true and the assigned classes of each document of the split that pages open with."""
    evaluation, _ = evaluate_selection(review, select(review, {}))
    names = evaluation.classes
    return [
        tuple({names[c] for c in pairs[[row]].indices} for pairs in both)  # type: ignore[misc]
        for both in [(evaluation.truth.tocsr(), evaluation.assigned.tocsr())]
        for row in range(evaluation.documents)
    ]


def folded(names: set[str], into: dict[str, set[str]]) -> set[str]:
    return {node for name in names for node in into[name]}


def test_the_table_of_folded_classes_is_counted_from_documents(several: Review) -> None:
    app = open_page("confusions", several, level="1", unfold="top 2", confusions__part="classes")
    into = above(several, "top 2")
    tp, fp, fn = Counter[str](), Counter[str](), Counter[str]()
    for true, called in sets_of(several):
        t, c = folded(true, into), folded(called, into)
        tp.update(t & c)
        fp.update(c - t)
        fn.update(t - c)
    frame = table_with(app, "tn").set_index("class")
    assert set(frame.index) == set(tp) | set(fp) | set(fn)
    for cell, counted in (("tp", tp), ("fp", fp), ("fn", fn)):
        assert {n: count for n, count in frame[cell].items() if count} == counted
    links = hold(app, several, 7)
    assert all("level(1" in link.asks["documents.where"] for link in links[3:])


def test_how_far_errors_go_is_counted_from_documents(several: Review) -> None:
    app = open_page("confusions", several, confusions__part="distance")
    tree = not_none(several.hierarchy)
    groups = {
        name: {tree.nodes[p] for p in tree.parents[[c]].indices}
        for c, name in enumerate(tree.nodes[:90])
    }
    tops = above(several, "")
    near = far = total = across = within = 0
    for true, called in sets_of(several):
        wrong = called - true
        total += len(wrong)
        near += sum(any(groups[c] & groups[t] for t in true) for c in wrong)
        far += sum(not any(tops[c] & tops[t] for t in true) for c in wrong if true)
        top_wrong = bool(folded(called, tops) - folded(true, tops))
        across += top_wrong
        within += bool(wrong) and not top_wrong
    text = text_of(app)
    assert f"Of {total} false alarms {near} ({100 * near / total:.0f} %; " in text
    assert f"share a parent with one, and {far} ({100 * far / total:.0f} %; " in text
    assert f"In {across} documents, a wrong top class was predicted; in {within}, every" in text


def test_a_class_that_is_folded_has_numbers_and_documents(several: Review) -> None:
    app = open_page("classes", several, level="2", folded="group 1.1")
    assert app.selectbox(key="w_folded").value == "group 1.1"
    assert "15 classes, made of the 90 of the file" in text_of(app)
    # one class of group 1.1 is below another group too
    true = sum(any(name.startswith("1.1.") for name in true) for true, _ in sets_of(several))
    assert above(several, "top 1")["1.1.5"] == {"group 1.1", "top 2"}
    assert (
        f"({true:,})"
        in app.selectbox(key="w_folded").options[app.selectbox(key="w_folded").index or 0]
    )
    hold(app, several, 6)


def test_the_folded_class_shown_holds_the_class_that_was_chosen(one_each: Review) -> None:
    app = open_page("classes", one_each, **{"class": "3.2.1", "level": "1"})
    assert app.selectbox(key="w_folded").value == "top 3"
    # a choice there is kept apart from that of the classes as they are
    app.selectbox(key="w_folded").select("top 0").run()
    assert app.query_params["folded"] in ("top 0", ["top 0"])
    app.selectbox(key="w_level").select("").run()
    assert app.selectbox(key="w_class").value == "3.2.1"
    assert "folded" not in app.query_params


def test_a_cell_is_forgotten_when_the_classes_become_others(one_each: Review) -> None:
    app = open_page("confusions", one_each, confusions__cell="7-8")
    names = one_each.truth.classes
    assert f"True {names[7]}, predicted {names[8]}" in text_of(app)
    app.selectbox(key="w_level").select("1").run()
    assert "confusions.cell" not in app.query_params
    assert "True top" in text_of(app)
    assert [name_of(o) for o in app.selectbox(key="w_unfold").options][:3] == [
        *("none", "top 0  (level 1, 3 below)", "group 0.0  (level 2, 6 below)"),
    ]


def test_the_overview_says_how_good_it_is_in_the_tree(several: Review) -> None:
    app = open_page("summary", several, summary__part="tree")
    into = ancestors(several)
    both = called = true = full_paths = 0
    for t, c in sets_of(several):
        wide_true, wide_called = folded(t, into), folded(c, into)
        both += len(wide_true & wide_called)
        called += len(wide_called)
        true += len(wide_true)
        full_paths += wide_true == wide_called
    f = 2 * both / (true + called)
    text = text_of(app)
    assert f"Counting each class together with all above it, micro F₁ is {f:.3f} (95 %: " in text
    frame = table_with(app, "macro_f").set_index("level")
    into = above(several, "")
    pairs = [(folded(t, into), folded(c, into)) for t, c in sets_of(several)]
    hits, either = (
        sum(len(x) for x in sets)
        for sets in (
            [t & c for t, c in pairs],
            [[*t, *c] for t, c in pairs],
        )
    )
    assert frame.loc[1, "f"] == pytest.approx(2 * hits / either)
    links = hold(app, several, 3)
    assert ["hierarchy:full-path", full_paths] in [
        [link.asks["documents.where"], link.number] for link in links
    ]


def test_without_a_hierarchy_there_is_nothing_to_fold() -> None:
    app = open_page("confusions", review="r8", level="1")
    assert not [box for box in app.selectbox if box.key in ("w_level", "w_unfold")]
    assert "fold" not in html_of(app).casefold()
