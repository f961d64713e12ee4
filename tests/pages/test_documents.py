"""The documents page: a filter finds documents, and each is read with all that was said of it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from unicodedata import normalize

import numpy as np
import pytest
from scipy import sparse
from streamlit.testing.v1 import AppTest

from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.data.records import Predictions, Review
from breakeven.readers.samples import load_sample
from breakeven.ui.components.assets import SCRIPTS
from breakeven.ui.components.markdown import code_label
from tests.made import matrix_of, noisy, not_none, truth_of
from tests.pages.reading import healthy, html_of, open_page, row_with, table_with, text_of


@pytest.fixture(scope="module")
def svm() -> Evaluation:
    """What the page opens on, evaluated apart from it."""
    review = load_sample("reuters")
    said = next(p for p in review.predictions if p.system == "svm")
    part = score_split(review.truth, said, "test")
    return evaluate(said, part, "test", Cut("given"))


def review_of(texts: list[str], sets: str = "a", **more: Any) -> Review:
    """As many documents as texts, all truly of a class and called nothing."""
    labels = matrix_of([sets] * len(texts), 2)
    columns = {"text": np.array(texts, dtype=object)}
    truth = truth_of(labels, **({"columns": columns, "text_column": "text"} | more))
    said = Predictions("s", np.arange(len(texts)), decisions=not_none(truth.labels)[:, [1, 0]])
    return Review("made", truth, (said,), (), f"made of {len(texts)} {sets} {texts[0][:9]!r}")


def with_decisions(made: Review, called: sparse.csc_array) -> Review:
    said = replace(made.predictions[0], decisions=called)
    return replace(made, predictions=(said,), fingerprint=f"{made.fingerprint} decided")


def listed(app: AppTest) -> list[str]:
    return list(table_with(app, "document")["document"])


@pytest.mark.parametrize(("cell", "term"), [("fn", "missed"), ("fp", "extra")])
def test_the_documents_of_a_filter_are_those_that_the_tables_count(
    svm: Evaluation, cell: str, term: str
) -> None:
    app = open_page("documents", review="reuters", documents__where=f"{term}:grain")
    c = svm.classes.index("grain")
    n = int(getattr(svm.tables, cell)[c])
    assert f"{n} of 3,299 documents" in text_of(app)
    positions = svm.documents_in_cell(c, cell)
    ids = not_none(load_sample("reuters").truth.documents)[svm.rows[positions]]
    assert listed(app) == list(ids[:15])
    assert f"1 of {n} Document {ids[0]} · test" in text_of(app)


def test_next_and_previous_walk_the_list_and_are_in_the_address() -> None:
    app = open_page("documents", review="reuters", documents__where="missed:grain")
    ids = listed(app)
    healthy(app.button(key="next").click().run())
    assert f"2 of 22 Document {ids[1]}" in text_of(app)
    assert app.query_params["documents.open"] in (ids[1], [ids[1]])
    again = open_page(
        "documents", review="reuters", documents__where="missed:grain", documents__open=ids[14]
    )
    assert f"15 of 22 Document {ids[14]}" in text_of(again)
    # beyond the page of the list that is shown, the next page
    healthy(again.button(key="next").click().run())
    assert "16 of 22" in text_of(again)
    assert len(listed(again)) == 7
    healthy(again.button(key="earlier").click().run())
    assert f"1 of 22 Document {ids[0]}" in text_of(again)
    assert again.button(key="previous").disabled


def test_documents_of_one_id_are_walked_like_others() -> None:
    same = np.array(["x", "y", "x", "z"], dtype=object)
    app = open_page("documents", review_of(["1", "2", "3", "4"], ids=same))
    assert [app.button(key=key).disabled for key in ("previous", "next")] == [True, False]
    for place, name in enumerate(["y", "x", "z"], 2):
        healthy(app.button(key="next").click().run())
        assert f"{place} of 4 Document {name}" in text_of(app)
    assert [app.button(key=key).disabled for key in ("previous", "next")] == [False, True]


def test_both_filters_hold_and_each_document_says_why_it_is_there() -> None:
    review = load_sample("reuters")
    words = review.truth.columns["n_words"][review.truth.in_split("test")]
    app = open_page(
        "documents", review="reuters", where="n_words>200", documents__where="true:grain OR wrong"
    )
    assert f"of {int((words > 200).sum())} documents" in text_of(app)
    assert re.search(r"Listed because it matches n_words>200, (true:grain|wrong)", text_of(app))


def test_of_an_empty_list_the_term_that_left_nothing_is_named() -> None:
    app = open_page("documents", review="reuters", documents__where="missed:grain n_words>20000")
    said = text_of(app)
    assert "n_words>20000 matches none of the 22 documents that missed:grain matches" in said
    assert "alone it matches 0." in said


def test_a_wrong_filter_is_pointed_at_and_the_list_stays() -> None:
    app = open_page("documents", review="reuters", documents__where="missed:grain")
    healthy(app.text_input(key="w_documents.where").set_value("missed:grain )").run())
    (code,) = app.code
    assert code.value.split("\n")[:2] == ["missed:grain )", " " * 13 + "^"]
    assert "Listed: what missed:grain keeps" in text_of(app)
    assert "22 of 3,299 documents" in text_of(app)
    # undone, the line is what it was before
    healthy(app.button(key="undo_term").click().run())
    assert app.text_input(key="w_documents.where").value == "missed:grain"


def test_a_filter_of_another_review_is_not_listed_in_place_of_a_wrong_one() -> None:
    app = open_page("documents", review="reuters", documents__where="missed:rubber")
    app.session_state["choices"]["review"] = "r8"
    app.query_params.clear()
    healthy(app.text_input(key="w_documents.where").set_value("missed:rubber )").run())
    assert "R8" in text_of(app)
    assert "This filter cannot be used. Listed: every document." in text_of(app)


def test_the_line_is_completed_as_it_is_typed(svm: Evaluation) -> None:
    app = open_page("documents", review="reuters", documents__where="wrong")
    line = app.text_input(key="w_documents.where")
    healthy(line.set_value("wrong missed:su").run())
    assert not app.code
    assert "This filter is not complete yet. Listed: what wrong keeps." in text_of(app)
    missed = int(svm.tables.fn[svm.classes.index("sugar")])
    first = app.button(key="completion_0")
    assert first.label == f"` missed:\u2060sugar ` {missed}"
    healthy(first.click().run())
    assert app.text_input(key="w_documents.where").value == "wrong missed:sugar"
    assert f"{missed} of 3,299 documents" in text_of(app)


def test_the_last_term_is_undone() -> None:
    app = open_page("documents", review="reuters", documents__where='true:grain n_words>200 "a b"')
    healthy(app.button(key="undo_term").click().run())
    assert app.text_input(key="w_documents.where").value == "true:grain n_words>200"
    assert app.query_params["documents.where"] in (
        ["true:grain n_words>200"],
        "true:grain n_words>200",
    )


def test_every_system_stands_beside_the_others() -> None:
    app = open_page("documents", review="reuters", documents__where="missed:rubber")
    said = text_of(app)
    assert "Class True svm nb rocchio knn tree logreg" in said
    # in the file: only the tree finds rubber in this document
    assert "rubber ✓ missed −0.504 missed 0.52 missed 0.125 missed 0.0404 found 0.667" in said


def values(app: AppTest) -> dict[str, int]:
    """What the documents can be narrowed by, with its counts."""
    frame = table_with(app, "value")
    return dict(zip(frame["value"], frame["documents"].tolist(), strict=True))


def test_facets_count_what_the_tables_of_classes_count(svm: Evaluation) -> None:
    c = svm.classes.index("grain")
    tables, choices = svm.tables, {"review": "reuters", "class": "grain"}
    app = open_page("documents", **choices, documents__by="outcome:class")
    assert values(app) == {
        "found": tables.tp[c],
        "missed": tables.fn[c],
        "false alarm": tables.fp[c],
        "rejected": tables.tn[c],
    }
    healthy(app.selectbox(key="w_documents.by").set_value("true").run())
    positives = dict(zip(svm.classes, tables.positives.tolist(), strict=True))
    assert values(app) == {name: n for name, n in positives.items() if n}
    healthy(app.selectbox(key="w_documents.by").set_value("called").run())
    called = dict(zip(svm.classes, tables.assigned.tolist(), strict=True))
    assert values(app) == {name: n for name, n in called.items() if n}


def test_what_to_narrow_by_stands_beside_the_class() -> None:
    app = open_page("documents", review="reuters", system="svm")
    assert row_with(app, "w_documents.by") >= {"w_documents.by", "w_class"}


def test_groups_of_nearly_equal_texts_are_a_facet() -> None:
    text = "the price of crude oil rose by two dollars a barrel on the exchange"
    made = review_of([text, "wheat", f"{text} today", f"{text.upper()}.", "wheat", "corn"])
    app = open_page("documents", made, documents__by="near")
    assert values(app) == {"like d0": 3, "like d1": 2}


def test_what_was_searched_for_is_marked_also_where_it_is_folded() -> None:
    made = review_of(["<Oil> " + "word " * 400 + "oil", "nothing"])
    app = open_page("documents", made, documents__where="word:oil", where="length>3")
    shown = html_of(app)
    assert "&lt;<mark>Oil</mark>&gt; word" in shown
    assert "word <mark>oil</mark>" in shown.split("<details open>")[1]


@pytest.mark.parametrize("name", ["`a``b", ":material/delete: x", "![i](http://h/i.png)", "a\nb"])
def test_a_hostile_name_is_code_in_the_markdown_of_a_button(name: str) -> None:
    label = code_label(name)
    fence = label[: len(label) - len(label.lstrip("`"))]
    inside = label.removeprefix(fence).removesuffix(fence)
    assert fence not in inside
    assert inside.startswith(" ")
    assert inside.endswith(" ")
    assert ":material" not in inside
    assert "\n" not in inside


HOSTILE = {
    "markup": "<img src=x onerror=alert(1)> & <script>alert(2)</script>",
    "markdown": "![i](http://127.0.0.1:9/i.png) :red[x] $x^2$",
    "turned round": "abc\u202edef\u2066ghi",
    "unseen": "a\x00b\x1bc\x7fd\u200be",
    "marks": "e" + "\u0301" * 10_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_text_is_shown_as_it_is(text: str) -> None:
    app = open_page("documents", review_of([text]))
    shown = html_of(app)
    for own in SCRIPTS:  # those of our own are files, which no text is in
        shown = shown.replace(f"<script src='{own}'></script>", "")
    assert "<img" not in shown
    assert "<script" not in shown
    for unseen, sign in (("\u202e", "RLO"), ("\u2066", "LRI"), ("\x00", "␀"), ("\x1b", "␛")):
        assert unseen not in shown
        assert (f"<i>{sign}</i>" in shown) == (unseen in text)
        assert (f"⟨{sign}⟩" in table_with(app, "document")["text"][0]) == (unseen in text)
    # a letter and its first mark are one character, in any script that has it
    assert shown.count("\u0301") == normalize("NFC", text).count("\u0301")


def test_a_long_text_is_folded_and_cut_and_says_so() -> None:
    app = open_page("documents", review_of(["word " * 200_000]))
    said = text_of(app)
    assert "These are the first 20,000 of 1,000,000 characters." in said
    # folded at the end of a word
    assert "Show the other 18,500 characters" in said
    assert html_of(app).count("word word") == 2_000


def test_files_without_texts_labels_or_documents_are_told_what_is_missing() -> None:
    bare = review_of(["x"], columns={}, text_column=None)
    assert "no text column" in text_of(open_page("documents", bare))
    made = review_of(["x"] * 3)
    unlabelled = replace(made.truth, labels=None)
    app = open_page("documents", replace(made, truth=unlabelled, fingerprint="unlabelled_data"))
    assert "3 documents" in text_of(app)
    assert "predicted" in table_with(app, "document")
    counts = review_of(["x"], ids=None)
    app = open_page("documents", counts)
    (info,) = app.info
    assert "counts instead of documents" in info.value
    assert "Load the documents" in {w.proto.label for w in app.get("page_link")}


def test_three_hundred_classes_are_a_row_where_anyone_calls_them() -> None:
    rng = np.random.default_rng(0)
    labels = rng.random((40, 300)) < 0.01
    truth = truth_of(labels, classes=tuple(f"class {c}" for c in range(300)))
    called = noisy(labels, 0.3, 0.01, rng)
    said = Predictions("s", np.arange(40), decisions=truth_of(called).labels)
    app = open_page("documents", Review("wide", truth, (said,), (), "three hundred"))
    rows = html_of(app).split("<tbody>")[1].split("</tbody>")[0].count("<tr>")
    assert rows == int((labels[0] | called[0]).sum())


def test_documents_like_the_one_that_is_open_are_compared_once_asked_for() -> None:
    texts = ["grain prices rise", "grain prices fall", "a merger", "grain prices rise again"]
    app = open_page("documents", review_of(texts))
    assert all("likeness" not in table.value for table in app.dataframe)
    app.session_state["alike"] = True
    alike = table_with(healthy(app.run()), "likeness")
    assert set(alike["document"]) == {"d1", "d3"}
    assert alike["likeness"].is_monotonic_decreasing


def test_words_that_go_with_missed_documents_are_put_into_the_filter() -> None:
    # of 60 documents truly of a, 30 are missed, and these alone speak of a rebate
    texts = [f"w{i % 7} rebate" if i < 30 else f"w{i % 7}" for i in range(60)]
    made = review_of(texts)
    called = sparse.csc_array(matrix_of([""] * 30 + ["a"] * 30, 2))
    app = open_page("documents", with_decisions(made, called))
    app.session_state["words"] = True
    words = table_with(healthy(app.run()), "word with missed")
    assert words.iloc[0].drop("z").tolist() == ["rebate", 30, 0]
    text = text_of(app)
    assert "30 documents missed against 30 found of “a”" in text
    assert "they need not be the reason." in text
    healthy(app.selectbox(key="w_documents.mistake").set_value("extra").run())
    assert "0 false alarms against 0 rightly not predicted of “a”" in text_of(app)
