"""Files go through a look at their columns, and nothing is half-loaded."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from breakeven.ui.app.store.memory import review_memory
from tests.breakeven.readers.containers.making import BOTH, workbook, zipped
from tests.emptied import emptied
from tests.pages.reading import badges_of, go_to, html_of, read_here, row_with, text_of
from tests.paths import APP, ROOT


def loaded(app: AppTest, *files: tuple[str, bytes]) -> AppTest:
    app.file_uploader(key="files").set_value([(n, data, "text/csv") for n, data in files]).run()
    assert not app.exception
    return app


def read(app: AppTest) -> AppTest:
    read_here(app)
    assert not app.exception
    return app


def test_a_file_is_read_after_its_columns_were_confirmed(load_page: AppTest) -> None:
    app = loaded(load_page, ("p.csv", b"id,true,predicted\n1,a|b,a\n2,,b\n3,b,b\n"))
    assert "Open:" not in html_of(app)
    text = html_of(read(app))
    assert "Open:" in text
    # 3 labels on 3 documents, one of them without any
    assert "1.00, at most 2" in text
    assert "Documents without a class 1 " in text_of(app)


def test_two_files_are_joined_on_the_id(load_page: AppTest) -> None:
    app = loaded(
        load_page,
        ("truth.csv", b"id,true\n1,a\n2,b\n3,a\n"),
        ("one.csv", b"id,predicted\n1,a\n2,b\n3,a\n"),
        ("two.csv", b"id,predicted\n1,a\n2,a\n"),
    )
    # a system has a name, and a file of truth alone is none
    named = [f.value for f in app.text_input if f.label in ("System", "Name of this review")]
    assert named == ["one", "two", "truth, one, two"]
    app = read(app)
    assert "Open:" in html_of(app)
    assert "&#39;two&#39; says nothing: 1" in html_of(app)
    assert go_to(app, "summary").selectbox(key="w_system").options == ["one", "two"]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "empty"),
        (b"id,true,predicted\n", "no rows"),
        (b"id,true,predicted\n1,a\n2,b,b,b\n", "fields where"),
        ("id,true,predicted\n1,é,é\n".encode("latin-1"), "utf-8"),
        (b"id,id,true,predicted\n1,1,a,a\n", "2 columns"),
    ],
)
def test_an_unreadable_file_is_refused_with_a_remedy(
    data: bytes, problem: str, load_page: AppTest
) -> None:
    app = loaded(load_page, ("p.csv", data))
    assert app.error
    text = html_of(app)
    assert problem in text
    assert "<th>remedy</th>" in text
    assert "Open:" not in text


def test_an_encoding_is_asked_for_only_where_it_may_help(load_page: AppTest) -> None:
    app = loaded(load_page, ("p.csv", b""))
    assert not [box for box in app.selectbox if "Encoding" in box.label]


def test_very_many_problems_are_downloaded(load_page: AppTest) -> None:
    head = ",".join(f"c{i // 2}" for i in range(200))
    app = loaded(load_page, ("p.csv", f"{head}\n{head}\n".encode()))
    # 100 names occur twice each; the first 50 are shown
    assert html_of(app).count("2 columns have this name") == 50
    assert any("50 more" in caption.value for caption in app.caption)


def test_latin_1_is_read_when_the_user_says_so(load_page: AppTest) -> None:
    app = loaded(load_page, ("p.csv", "id,true,predicted\n1,é,é\n2,b,b\n".encode("latin-1")))
    (encoding,) = (box for box in app.selectbox if "Encoding" in box.label)
    encoding.select("latin-1").run()
    assert "Open:" in html_of(read(app))


def test_problems_of_the_rows_leave_the_last_review_alone(load_page: AppTest) -> None:
    app = read(loaded(load_page, ("good.csv", b"id,true,predicted\n1,a,a\n2,b,b\n")))
    app.file_uploader(key="files").set_value(
        [("bad.csv", b"id,true,predicted\n1,a,a\n1,b,b\n", "text/csv")]
    ).run()
    before = app.query_params["review"]
    app = read(app)
    assert app.error
    assert app.query_params["review"] == before
    assert "<td>3</td>" in html_of(app)


def test_a_review_without_truth_leads_to_what_can_be_expected(load_page: AppTest) -> None:
    app = read(loaded(load_page, ("p.csv", b"id,prob_a,prob_b\n1,0.2,0.4\n2,0.9,0.1\n")))
    assert "no truth: estimates only" in html_of(app)
    assert "2 documents, 2 classes, no labels; one system with probabilities." in (text_of(app))
    app.button(key="show_results").click().run()
    assert not app.exception
    assert "Estimates, not measurements." in text_of(app)


def test_weights_and_clusters_are_shown_as_read(load_page: AppTest) -> None:
    data = b"id,true,predicted,weight,cluster\n1,a,a,2,x\n2,b,b,0.5,x\n3,b,a,1,y\n"
    app = loaded(load_page, ("p.csv", data))
    text = html_of(read(app))
    # 2 + 1/2 + 1; two documents in x, one in y
    assert "0.5 to 2, in all 3.5" in text
    assert "2, the largest of 2 documents" in text
    assert "the column is read as the weights of documents" in text


TWO_NAMES = b"id,true,predicted\n1,grain,wheat\n2,wheat,wheat\n3,corn,grain\n4,corn,corn\n"
MERGED = ("map.csv", b"old,new\nwheat,grain\n", "text/csv")


def uploader_of_map(app: AppTest) -> Any:
    """The uploader of the class map that is on the page."""
    (found,) = (u for u in app.file_uploader if "class map" in u.label)
    return found


def test_a_class_map_is_chosen_before_reading(load_page: AppTest) -> None:
    app = loaded(load_page, ("p.csv", TWO_NAMES))
    uploader_of_map(app).set_value([MERGED]).run()
    app = read(app)
    assert "1 name replaced" in html_of(app)
    assert "wheat → grain" in html_of(app)
    # grain, corn are left
    assert "4 documents, 2 classes, one class each" in text_of(app)
    app.switch_page("pages/summary.py").run()
    assert not app.exception
    # the head of every page says it
    assert "4 documents · 2 classes" in text_of(app)
    assert "class map: 1 name replaced" in badges_of(app)


def test_a_class_map_is_changed_after_reading_and_undone(load_page: AppTest) -> None:
    app = read(loaded(load_page, ("p.csv", TWO_NAMES)))
    before = app.query_params["review"]
    assert app.button(key="read_again").disabled
    uploader_of_map(app).set_value([MERGED]).run()
    app.button(key="read_again").click().run()
    assert not app.exception
    assert "1 name replaced" in html_of(app)
    assert app.query_params["review"] != before
    # a map of names that stay is none
    stay = ("stay.csv", b"old,new\nwheat,wheat\n", "text/csv")
    uploader_of_map(app).set_value([stay]).run()
    app.button(key="read_again").click().run()
    assert not app.exception
    assert "replaced" not in html_of(app)
    assert app.query_params["review"] == before


def test_a_sample_is_read_again_by_a_class_map(load_page: AppTest) -> None:
    app = load_page
    app.button(key="open_r8").click().run()
    app.switch_page("app.py").run()
    uploader_of_map(app).set_value([("m.csv", b"old,new\ngrain,crude\nship,\n", "text/csv")]).run()
    app.button(key="read_again").click().run()
    assert not app.exception
    assert "2 names replaced" in html_of(app)
    app.switch_page("pages/summary.py").run()
    assert "6 classes" in html_of(app)
    app.switch_page("app.py").run()
    uploader_of_map(app).set_value([("m.csv", b"old,new\nship,ship\n", "text/csv")]).run()
    app.button(key="read_again").click().run()
    assert app.query_params["review"] == "r8"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"from,to\na,b\n", "this column is missing"),
        (b"old,new\na,b\nb,a\n", "the class map leads in a circle"),
        (b"old,new\nwheat,\ngrain,\ncorn,\n", "the class map removes every class"),
    ],
)
def test_a_broken_class_map_changes_nothing(text: bytes, problem: str, load_page: AppTest) -> None:
    app = read(loaded(load_page, ("p.csv", TWO_NAMES)))
    before = app.query_params["review"]
    uploader_of_map(app).set_value([("m.csv", text, "text/csv")]).run()
    if not app.button(key="read_again").disabled:
        app.button(key="read_again").click().run()
    assert not app.exception
    assert problem in html_of(app)
    assert app.query_params["review"] == before


def test_hostile_names_in_a_class_map_are_shown_literally(load_page: AppTest) -> None:
    data = b"id,true,predicted\n1,<b>a</b>,x\n2,x,x\n"
    app = read(loaded(load_page, ("p.csv", data)))
    hostile = ("m.csv", b"old,new\n<b>a</b>,<i>y</i>\n", "text/csv")
    uploader_of_map(app).set_value([hostile]).run()
    app.button(key="read_again").click().run()
    assert not app.exception
    assert "&lt;b&gt;a&lt;/b&gt; → &lt;i&gt;y&lt;/i&gt;" in html_of(app)
    assert "<i>y</i>" not in html_of(app)


# what counts, reads, draws and keeps: a second of importing that the first page has no use for
HEAVY = ("numpy", "scipy", "pandas", "pyarrow", "breakeven.figures", "duckdb", "ibis", "sqlalchemy")
FIRST_PAGE = f"""
import sys
from streamlit.testing.v1 import AppTest
import app
at = AppTest.from_file(r"{ROOT / "app.py"}", default_timeout=120).run()
assert not at.exception, at.exception
print([button.key for button in at.button])
print([name for name in {HEAVY} if name in sys.modules])
print([name for name in sys.modules if name.partition(".")[0] == "metrics"])
"""


def test_the_first_page_of_a_fresh_server_imports_nothing_that_counts_or_reads(
    tmp_path: Path,
) -> None:
    # where nothing is saved yet
    ran = subprocess.run(
        [sys.executable, "-c", FIRST_PAGE],
        cwd=ROOT,
        env={**os.environ, "BREAKEVEN_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    shown, heavy, counting = ran.stdout.splitlines()
    assert "open_reuters" in shown
    assert (heavy, counting) == ("[]", "[]")


TWO = b"id,system,true,predicted\n1,one,a,a\n2,one,b,a\n1,two,a,a\n2,two,b,b\n"


def test_the_choices_of_a_link_hold_once_its_files_are_loaded_again(load_page: AppTest) -> None:
    app = read(loaded(load_page, ("x.csv", TWO)))
    link = app.query_params["review"]
    # another visitor, after the review was deleted: the link names what is not there
    review_memory.clear()
    emptied()
    again = AppTest.from_file(APP, default_timeout=120)
    for key, value in {"review": link, "system": "two", "beta": "2", "class": "b"}.items():
        again.query_params[key] = value
    again.run()
    again = go_to(again, "classes")
    assert "the link keeps your choices" in again.warning[0].value
    again.switch_page("app.py").run()
    read(loaded(again, ("x.csv", TWO)))
    again = go_to(again, "classes")
    assert again.selectbox(key="w_system").value == "two"
    assert again.selectbox(key="w_beta").value == "2"
    assert again.selectbox(key="w_class").value == "b"
    # other files have other choices
    again.switch_page("app.py").run()
    read(loaded(again, ("x.csv", TWO.replace(b"2,two,b,b", b"2,two,b,a"))))
    assert go_to(again, "classes").selectbox(key="w_system").value == "one"


def test_starting_over_forgets_every_choice_but_the_review(load_page: AppTest) -> None:
    read(loaded(load_page, ("x.csv", TWO)))
    app = go_to(load_page, "summary")
    app.selectbox(key="w_system").set_value("two").run()
    app.selectbox(key="w_beta").set_value("2").run()
    app.text_input(key="w_where").set_value("true:a").run()
    app.button(key="start_over").click().run()
    assert not app.exception
    assert app.selectbox(key="w_system").value == "one"
    assert app.selectbox(key="w_beta").value == "1"
    assert app.text_input(key="w_where").value == ""
    assert "2 documents" in html_of(app)


def test_what_columns_are_taken_for_is_a_sentence_with_its_reasons(load_page: AppTest) -> None:
    data = b"id,label,bert,svm,lang\n1,a,a,b,en\n2,b,b,b,de\n3,a,b,a,en\n"
    app = loaded(load_page, ("p.csv", data))
    text = text_of(app)
    assert (
        "The truth in “label”; predictions in “bert” and “svm”, each of a system; the id in “id”."
        in text
    )
    assert "bert, svm: predicted class, because its values are those of “label”" in text
    assert not app.warning
    app = read(app)
    assert "3 documents, 2 classes, one class each; 2 systems with predictions." in text_of(app)
    app.button(key="show_results").click().run()
    assert not app.exception
    assert go_to(app, "summary").selectbox(key="w_system").options == ["bert", "svm"]


def test_first_documents_are_shown_as_they_will_be_read(load_page: AppTest) -> None:
    data = b"id,text,label,score:a,score:b\n7,<i>one</i>,a,0.25,0.75\n8,two,,0.5,0.125\n"
    app = loaded(load_page, ("p.csv", data))
    assert "Read as one row per document, one score column per class (from the headers)" in (
        text_of(app)
    )
    assert "&lt;i&gt;one&lt;/i&gt;</span></td>" in html_of(app)
    said = text_of(app).split("The first documents")[1].split()
    shown = "Document Text True Highest scores 7 <i>one</i> a b 0.75 · a 0.25 8 two no class a 0.5"
    assert said[: len(shown.split())] == shown.split()


def test_another_reading_is_a_click_away_and_so_is_the_way_back(load_page: AppTest) -> None:
    app = loaded(load_page, ("p.csv", b"label,bert\na,b\nb,b\na,a\nb,b\n"))
    assert "The truth in “label”; the prediction in “bert”; no id." in text_of(app)
    (swap,) = (b for b in app.button if str(b.key).startswith("as_swapped bert"))
    swap.click().run()
    assert "The truth in “bert”; the prediction in “label”; no id." in text_of(app)
    (back,) = (b for b in app.button if str(b.key).startswith("as_"))
    back.click().run()
    assert "The truth in “label”; the prediction in “bert”; no id." in text_of(app)


def test_a_file_of_a_tool_can_be_read_as_a_plain_table(load_page: AppTest) -> None:
    data = (ROOT / "tests/data/formats/label_studio/csv.csv").read_bytes()
    app = loaded(load_page, ("p.csv", data))
    said = "Read as an export of Label Studio (it has who annotated, and for how long)."
    assert said in text_of(app)
    (plain,) = (b for b in app.button if str(b.key).startswith("as_plain"))
    plain.click().run()
    assert said not in text_of(app)
    assert [b for b in app.button if str(b.key).startswith("as__")]


def test_a_file_that_nobody_recognises_is_told_what_it_misses(load_page: AppTest) -> None:
    app = loaded(load_page, ("p.csv", b"id,lang\n1,en\n2,de\n3,en\n4,de\n"))
    assert [warning.value for warning in app.warning] == ["This file lacks something:"]
    assert (
        "This looks like a table with one row per document, but lacks a column with the "
        "true class and one with the predicted class"
    ) in text_of(app)


def test_what_is_left_out_of_an_archive_does_not_stand_in_the_way(load_page: AppTest) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("one.csv", "id,true,predicted\n1,a|b,a\n2,b,b\n")
        archive.writestr("readme.md", "# no table\n")
        archive.writestr("notes.csv", "who,when\nAnna,today\n")
    app = loaded(load_page, ("all.zip", buffer.getvalue()))
    assert "The first documents" in text_of(app)
    assert app.button(key="read").label == "Use these files"
    assert [field.value for field in app.text_input][-1] == "one"
    assert "2 documents, 2 classes" in text_of(read(app))


def test_a_comma_in_a_name_is_told_from_one_between_two(load_page: AppTest) -> None:
    app = loaded(load_page, ("p.csv", b'id,true,predicted\n1,"x, y|z",z\n2,z,"x, y"\n'))
    assert "“x, y”, z" in text_of(app)


def test_what_cannot_be_told_is_asked(load_page: AppTest) -> None:
    data = b"eins,zwei\na,a\nb,b\na,b\nb,a\n"
    app = loaded(load_page, ("p.csv", data))
    assert [warning.value for warning in app.warning] == ["This file leaves a question open:"]
    said = "Choose the column with the truth: “eins” and “zwei” hold the same values."
    assert said in text_of(app)


def test_a_file_dropped_again_under_its_name_replaces_the_old_one(load_page: AppTest) -> None:
    bad, good = b"id,true,predicted\n1,a,a\n1,b,b\n", b"id,true,predicted\n1,a,a\n2,b,b\n"
    app = loaded(load_page, ("p.csv", bad))
    app = read(app)
    assert app.error
    app = loaded(app, ("p.csv", bad), ("p.csv", good))
    assert any("added twice" in caption.value for caption in app.caption)
    app = read(app)
    assert not app.error
    assert "2 documents, 2 classes" in text_of(app)


def test_there_is_one_clear_way_on(load_page: AppTest) -> None:
    def primary(app: AppTest) -> list[str]:
        return [button.label for button in app.button if button.proto.type == "primary"]

    assert primary(load_page) == ["Open"]
    app = loaded(load_page, ("p.csv", TWO_NAMES))
    assert primary(app) == ["Use these files"]
    assert primary(read(app)) == ["Go to the results"]


def test_roles_are_called_by_what_they_mean(load_page: AppTest) -> None:
    app = loaded(load_page, ("p.csv", b"id,toxic,pred_toxic,lang\n1,1,0,en\n2,0,0,de\n3,1,1,en\n"))
    text = text_of(app)
    assert "The truth in “toxic”, 1 for the class “toxic”" in text
    assert "predictions of 1 and 0 in “pred_toxic”" in text


def test_how_many_rows_there_are_stands_beside_the_way_on(load_page: AppTest) -> None:
    one = b"id,true,predicted\n1,a,a\n2,b,a\n"
    assert "<b>2 rows</b>" in html_of(loaded(load_page, ("p.csv", one)))
    both = loaded(load_page, ("t.csv", b"id,true\n1,a\n2,b\n"), ("s.csv", b"id,predicted\n1,a\n"))
    assert "<b>3 rows in 2 files</b>" in html_of(both)


def test_each_sample_stands_in_a_row_with_its_way_in(load_page: AppTest) -> None:
    assert [row_with(load_page, f"open_{key}") for key in ("reuters", "r8")] == [
        {"open_reuters"},
        {"open_r8"},
    ]


def test_of_a_sheet_a_header_row_is_asked_and_of_a_text_a_header_line(load_page: AppTest) -> None:
    app = loaded(load_page, ("p.csv", BOTH))
    labels = {field.label for field in app.text_input}
    assert ("Header line" in labels, "Header row" in labels) == (True, False)
    app = loaded(
        load_page,
        (
            "calls.xlsx",
            workbook({"calls": [("id", "true", "predicted"), (1, "a", "a"), (2, "b", "a")]}),
        ),
    )
    assert "Header row" in {field.label for field in app.text_input}


def test_what_is_said_of_a_table_in_an_archive_is_done(load_page: AppTest) -> None:
    odd = b"Run of May|\n\nid|true|predicted|score:a\n1|a|a|0,75\n2|b|a|0,25\n3|a|a|0,5\n"
    app = loaded(load_page, ("runs.zip", zipped({"odd.csv": odd, "notes.txt": b"by Ann"})))
    fields = {one.label: one for one in (*app.text_input, *app.selectbox)}
    fields["Header line"].set_value("3")
    fields["Delimiter"].set_value("bar")
    fields["Decimal mark"].set_value("comma").run()
    assert not app.error
    assert "Open:" in html_of(read(app))
