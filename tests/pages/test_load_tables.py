"""Archives, workbooks and texts that are parted oddly go through the Load page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from streamlit.testing.v1 import AppTest

from tests.breakeven.readers.containers.making import BOTH, CALLED, TRUTH, Rows, workbook, zipped
from tests.pages.reading import html_of
from tests.pages.test_home import loaded, read

SHEETS: Mapping[str, Rows] = {
    "notes": [("what", "who"), ("made in May", "Ann")],
    "truth": [("id", "true"), (1, "a"), (2, "b")],
    "bert": [("id", "predicted"), (1, "a"), (2, "a")],
    "svm": [("id", "predicted"), (1, "b"), (2, "b")],
}


def systems(app: AppTest) -> list[str]:
    app.switch_page("pages/compare.py").run()
    assert not app.exception
    return list(app.selectbox(key="w_system").options)


def field(widgets: Any, label: str) -> Any:
    """The last widget of this label: that of the file given last."""
    return [widget for widget in widgets if widget.label == label][-1]


def test_the_sheets_of_a_workbook_are_chosen(load_page: AppTest) -> None:
    app = loaded(load_page, ("runs.xlsx", workbook(SHEETS)))
    (tables,) = app.multiselect
    assert tables.options == [f"runs.xlsx/{sheet}" for sheet in SHEETS]
    assert tables.value == [f"runs.xlsx/{sheet}" for sheet in ("truth", "bert", "svm")]
    assert "it holds neither truth nor predictions" in html_of(app)
    tables.set_value(["runs.xlsx/truth", "runs.xlsx/svm"]).run()
    assert not app.exception
    assert [field.value for field in app.text_input if field.label == "System"] == ["svm"]
    text = html_of(read(app))
    assert "Open:" in text
    assert "left out: it was not chosen" in text


def test_a_broken_table_that_was_chosen_can_be_let_go_again(load_page: AppTest) -> None:
    data = zipped({"a.csv": BOTH, "b.csv": b"id,true,predicted\n1,a\n"})
    app = loaded(load_page, ("x.zip", data))
    app.multiselect[0].set_value(["x.zip/b.csv"]).run()
    assert app.error
    assert "fields where the header has 3" in html_of(app)
    again = next(button for button in app.button if button.label == "Choose other tables")
    again.click().run()
    assert not app.error
    assert "Open:" in html_of(read(app))


def test_an_odd_header_and_delimiter_are_said_of_one_file(load_page: AppTest) -> None:
    odd = b"Run of May|\n\nid|predicted|score:a\n1|a|0,75\n2|a|0,25\n3|a|0,5\n"
    app = loaded(load_page, ("truth.csv", TRUTH), ("odd.csv", odd))
    assert app.error
    assert "odd.csv" in html_of(app)
    field(app.text_input, "Header line").set_value("3").run()
    field(app.selectbox, "Delimiter").set_value("bar")
    field(app.selectbox, "Decimal mark").set_value("comma").run()
    assert not app.exception
    assert not app.error
    assert "Open:" in html_of(read(app))


def test_what_cannot_be_a_header_is_told(load_page: AppTest) -> None:
    app = loaded(load_page, ("p.csv", BOTH))
    field(app.text_input, "Header line").set_value("first").run()
    assert any("give its line number" in warning.value for warning in app.warning)


def test_of_a_folder_only_what_is_read_is_kept(load_page: AppTest) -> None:
    load_page.toggle(key="whole_folder").set_value(True).run()
    files = {"run/truth.csv": TRUTH, "run/bert.csv": CALLED, "run/notes.txt": b"by Ann\n"}
    chooser = load_page.file_uploader(key="folder")
    chooser.set_value([(name, data, "text/csv") for name, data in files.items()]).run()
    assert not load_page.exception
    assert load_page.multiselect[0].value == ["run/truth.csv", "run/bert.csv"]
    assert "Open:" in html_of(read(load_page))
