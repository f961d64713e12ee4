"""Marking on the documents page: one document, many of them, undone, taken home, and as if."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.data.marks_table import marks_frame
from breakeven.data.wording import signed
from breakeven.readers.samples import load_sample
from breakeven.ui.app.session.downloads import guarded_csv, headed
from breakeven.ui.app.store.memory import TOKEN, mark_memory
from tests.made import not_none
from tests.pages.reading import badges_of, go_to, healthy, open_page, table_with, text_of


def press(app: AppTest, key: str) -> AppTest:
    return healthy(app.button(key=key).click().run())


def token_of(app: AppTest) -> str:
    found = app.query_params["marks"]
    return found if isinstance(found, str) else found[0]


def marks_of(app: AppTest) -> Any:
    return not_none(mark_memory.find(token_of(app))).marks


def opened(app: AppTest) -> str:
    found = re.search(r"\d of [\d,]+ Document (\S+) ·", text_of(app))
    return not_none(found)[1]


def test_a_mark_is_set_taken_off_and_undone() -> None:
    app = open_page("documents", review="reuters", documents__where="missed:grain")
    assert app.button(key="marks_undo").disabled
    press(app, "mark_unclear")
    assert TOKEN.fullmatch(token_of(app))
    row = not_none(load_sample("reuters").truth.documents).tolist().index(opened(app))
    assert marks_of(app).rows_of("unclear").tolist() == [row]
    press(app, "mark_unclear")
    assert marks_of(app).kinds == {}
    press(app, "marks_undo")
    assert marks_of(app).rows_of("unclear").tolist() == [row]
    press(app, "marks_undo")
    assert marks_of(app).kinds == {}
    assert app.button(key="marks_undo").disabled


def test_right_classes_tags_notes_and_names_are_said_once_and_kept() -> None:
    app = open_page("documents", review="reuters", documents__where="missed:grain")
    app.text_input(key="w_marks_who").set_value(" Ann ").run()
    press(app, "mark_label_wrong")
    review = load_sample("reuters")
    classes = review.truth.classes
    app.multiselect(key="w_marks_right").set_value([classes.index("oat"), classes.index("corn")])
    healthy(app.run())
    app.multiselect(key="w_marks_tags").set_value(["look again", " "])
    healthy(app.run())
    healthy(app.text_input(key="w_marks_note").set_value("<b>see</b> the mail").run())
    assert app.text_input(key="w_marks_note").value == ""
    marks = marks_of(app)
    (row,) = marks.rows_of().tolist()
    events = {e.kind: e for e in marks.events_of(row)}
    assert {classes[c] for c in not_none(events["label wrong"].right)} == {"oat", "corn"}
    assert events["tag"].tag == "look again"
    assert events["note"].note == "<b>see</b> the mail"
    assert {e.who for e in marks.events_of(row)} == {"Ann"}
    # who is known is not asked again
    assert not [t for t in app.text_input if t.key == "w_marks_who"]
    shown = text_of(app)
    assert "label wrong · right: corn, oat Ann · 20" in shown
    assert "“<b>see</b> the mail” Ann" in shown
    app.multiselect(key="w_marks_tags").set_value([]).run()
    assert marks_of(app).tags == {}


def test_all_of_a_filter_and_those_ticked_are_marked_and_found_again() -> None:
    app = open_page("documents", review="reuters", documents__where="missed:grain")
    app.selectbox(key="w_documents.mark").set_value("duplicate").run()
    assert app.button(key="mark_many").label == "Mark 22 documents"
    press(app, "mark_many")
    assert marks_of(app).kinds == {"duplicate": 22}
    assert set(table_with(app, "missed")["marks"]) == {"duplicate"}
    healthy(app.text_input(key="w_documents.where").set_value("mark:duplicate -seen").run())
    assert "22 of 3,299 documents" in text_of(app)
    healthy(app.selectbox(key="w_documents.by").set_value("marks").run())
    assert table_with(app, "value").to_numpy().tolist() == [["duplicate", 22]]
    # what was kept of the filter before is not taken for what it keeps now
    press(app, "mark_duplicate")
    assert "21 of 3,299 documents" in text_of(app)
    press(app, "marks_undo")
    assert "22 of 3,299 documents" in text_of(app)
    healthy(app.segmented_control(key="w_documents.mark_which").set_value("ticked").run())
    assert app.button(key="mark_many").disabled
    press(app, "tick_all")
    app.selectbox(key="w_documents.mark").set_value("tag").run()
    assert app.button(key="mark_many").disabled
    app.text_input(key="w_wmarks_many_words").set_value("odd").run()
    press(app, "mark_many")
    assert marks_of(app).tags == {"odd": 15}
    press(app, "unmark_many")
    assert marks_of(app).tags == {}


def marked_wrong(app: AppTest, right: str) -> AppTest:
    """All documents of the filter are said to be in this class alone."""
    c = load_sample("reuters").truth.classes.index(right)
    healthy(app.multiselect(key="w_wmarks_many_right").set_value([c]).run())
    return press(app, "mark_many")


def test_marks_taken_home_give_the_same_numbers_in_a_fresh_session_and_in_python() -> None:
    where = "missed:grain called:corn OR missed:corn"
    app = open_page("documents", review="reuters", documents__where=where)
    marked_wrong(app, "corn")
    n = len(marks_of(app).rows_of("label wrong"))
    review = load_sample("reuters")
    frame = headed(marks_frame(review.truth, marks_of(app)), {"review": "reuters", "taken": "x"})
    data = guarded_csv(frame)
    mark_memory.clear()

    # a link to marks that are gone says so
    gone = open_page("summary", review="reuters", marks=token_of(app))
    assert "not on this server any more" in gone.warning[0].value

    fresh = open_page("documents", review="reuters")
    fresh.file_uploader(key="marks_file").set_value(("marks.csv", data, "text/csv")).run()
    press(fresh, "marks_add")
    assert marks_of(fresh).kinds == {"label wrong": n}
    assert fresh.button(key="marks_add").disabled
    healthy(fresh.run())
    healthy(fresh.selectbox(key="w_as_if").set_value("corrected").run())
    by_python = be.as_if(be.read_marks(review, data), "corrected")
    value = be.evaluate(by_python).micro()["f"]
    before = be.evaluate(review).micro()["f"]
    head = f"as if the labels of {n} documents were corrected: micro F₁ {before:.3f} as loaded"
    assert head in badges_of(fresh)
    overview = go_to(fresh, "summary")
    assert head in badges_of(overview)
    healthy(overview.segmented_control(key="w_summary.part").set_value("averages").run())
    assert f"F₁ is {value:.3f} (95 %: " in text_of(overview)
    assert f"as loaded 3,299 {before:.3f}" in text_of(overview)
    assert f"as if 3,299 {value:.3f}" in text_of(overview)
    # an address that does not ask for it shows the numbers as loaded; the marks stay
    overview.query_params.clear()
    overview.query_params["review"] = "reuters"
    healthy(overview.run())
    assert head not in badges_of(overview)
    assert marks_of(overview).kinds == {"label wrong": n}


def test_the_table_of_every_system_as_if_is_that_of_python() -> None:
    app = open_page("documents", review="reuters", documents__where="missed:grain")
    marked_wrong(app, "corn")
    healthy(app.toggle(key="w_documents.as_if").set_value(True).run())
    healthy(app.segmented_control(key="w_documents.as_if_measure").set_value("recall").run())
    review = replace(load_sample("reuters"), marks=marks_of(app))
    for system in ("svm", "nb"):
        loaded = be.evaluate(review, system).macro()["recall"].value
        cells = []
        for how in ("corrected", "left-out"):
            value = be.evaluate(be.as_if(review, how), system).macro()["recall"].value
            cells.append(f"{value:.3f} ({signed(value - loaded, 4)})")
        row = rf"{system} macro {loaded:.3f} [\d. to]+{re.escape(cells[0])} [\d. to]+"
        assert re.search(row + re.escape(cells[1]), text_of(app))


def test_marks_of_one_review_are_not_shown_on_another() -> None:
    app = open_page("documents", review="reuters")
    press(app, "mark_unclear")
    token = token_of(app)
    other = open_page("documents", review="r8", marks=token)
    assert "belong to other files" in other.warning[0].value
    press(other, "mark_duplicate")
    assert token_of(other) != token
    assert marks_of(other).n == load_sample("r8").truth.n
    assert not_none(mark_memory.find(token)).marks.kinds == {"unclear": 1}


def test_leaving_a_document_marks_it_as_seen_once_and_only_if_that_is_wished_for() -> None:
    app = open_page("documents", review="reuters", documents__where="missed:grain")
    press(app, "next")
    assert "marks" not in app.query_params
    healthy(app.toggle(key="w_documents.seen").set_value(True).run())
    press(app, "next")
    press(app, "previous")
    press(app, "next")
    assert marks_of(app).kinds == {"seen": 2}
    assert len(marks_of(app).events) == 2
    assert app.button(key="marks_undo").disabled


def test_a_file_that_does_not_fit_loads_nothing_and_says_what_is_wrong() -> None:
    app = open_page("documents", review="reuters")
    data = b"id,mark\nnobody,unclear\n"
    healthy(app.file_uploader(key="marks_file").set_value(("m.csv", data, "text/csv")).run())
    assert "no document has the id 'nobody'" in text_of(app)
    assert not [b for b in app.button if b.key == "marks_add"]
    assert "marks" not in app.query_params
