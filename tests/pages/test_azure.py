"""Users of Azure custom text classification find what they know, counted by hand."""

from __future__ import annotations

import re

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.data.records import Review
from metrics.catalogue.misprints import MISPRINTS
from tests.pages.reading import cell_numbers, figures_of, healthy, open_page, text_of
from tests.pages.test_links import hold
from tests.paths import TESTS

FILES = TESTS / "data" / "formats" / "azure"
HEAD = "As you know it from Azure"


def read(*names: str) -> Review:
    return be.read(*(FILES / f"{name}.json" for name in names))


SINGLE = read("single-labels", "single-predictions")
MULTI = read("multi-labels", "multi-evaluation")


def part(review: Review, key: str, **choices: str) -> AppTest:
    return open_page("summary", review, summary__part="azure", summary__azure=key, **choices)


def table_of(app: AppTest) -> pd.DataFrame:
    (table,) = app.dataframe
    return table.value


def heads(app: AppTest) -> list[str]:
    return [head.value for head in app.header]


def test_the_part_is_there_for_files_of_azure_alone() -> None:
    assert HEAD in heads(part(SINGLE, "model"))
    plain = be.read(b"id,true,predicted\n1,a,b\n2,b,b\n")
    assert HEAD not in heads(open_page("summary", plain, summary__part="azure"))


def test_the_model_summary_has_the_averages_of_the_service_and_ours_where_they_differ() -> None:
    app = part(SINGLE, "model")
    text = text_of(app)
    # 6 of 10 right; billing 2/4, login 2/4, outage 2/2, of feedback nothing predicted: 0/0
    assert "Micro 0.600 0.600 0.600" in text
    assert f"as the service counts {(0.5 + 0.5 + 1 + 0) / 4:.3f} {(2 / 3 * 3 + 0) / 4:.3f}" in text
    assert f"0/0 left out {(0.5 + 0.5 + 1) / 3:.3f}" in text
    assert "The files have 10 training documents and 10 test documents." in text
    assert hold(app, SINGLE, 2)
    # the example of its page: 4 right, 1 wrong, 3 missed; no class has 0/0
    text = text_of(part(MULTI, "model"))
    assert f"Micro {4 / 5:.3f} {4 / 7:.3f} {2 / 3:.3f}" in text
    assert f"as the service counts {(1 / 2 + 1 + 1) / 3:.3f} {(1 / 2 + 1 / 3 + 1) / 3:.3f}" in text
    assert not re.search(r"0/0 left out \d", text)


def test_class_performance_has_each_class_with_its_labels() -> None:
    frame = table_of(part(SINGLE, "classes")).set_index("class")
    assert list(frame.index) == ["billing", "feedback", "login", "outage"]
    assert list(frame["labels in train"]) == [3, 2, 3, 2]
    assert list(frame["labels in test"]) == [3, 1, 3, 3]
    # of feedback nothing is predicted: its precision is 0/0
    assert list(frame["precision"].fillna(-1)) == [2 / 4, -1, 2 / 4, 2 / 2]
    assert list(frame["recall"]) == [2 / 3, 0, 2 / 3, 2 / 3]
    assert list(frame["f1"].round(9)) == [round(4 / 7, 9), 0, round(4 / 7, 9), 0.8]


def test_test_set_details_show_mismatches_alone_where_that_is_chosen() -> None:
    frame = table_of(part(MULTI, "test")).set_index("document")
    assert list(frame.loc["1.txt"]) == ["action | comedy", "comedy", "action", ""]
    assert list(frame.loc["5.txt"]) == ["comedy", "action", "comedy", "action"]
    app = part(MULTI, "test", summary__mismatches="on")
    assert list(table_of(app)["document"]) == ["1.txt", "4.txt", "5.txt"]
    assert "Documents that are completely right: 2; wrong: 3" in text_of(app)
    hold(app, MULTI, 5)


def test_data_distribution_counts_the_documents_of_each_class_in_each_split() -> None:
    frame = table_of(part(MULTI, "data")).set_index("class")
    assert frame.to_dict("index") == {
        "action": {"in train": 1, "in test": 2, "total": 3},
        "comedy": {"in train": 2, "in test": 3, "total": 5},
        "romance": {"in train": 2, "in test": 2, "total": 4},
    }


@pytest.mark.parametrize(("cells", "wanted"), [("counts", ["2", "1"]), ("true", ["67 %", "33 %"])])
def test_the_matrix_has_rows_of_what_was_labelled(cells: str, wanted: list[str]) -> None:
    (figure,) = (
        figure
        for figure in figures_of(part(SINGLE, "matrix", summary__cells=cells))
        if figure["data"][0]["type"] == "heatmap"
    )
    written = cell_numbers(figure)
    # billing is the first class and login the third: of three billings one was taken for login
    assert [written[0, 0], written[0, 2]] == wanted
    assert (2, 1) not in written


def test_a_multi_label_project_has_a_matrix_here() -> None:
    app = part(MULTI, "matrix")
    assert any("Azure has no matrix for multi-label projects" in c.value for c in app.caption)
    assert figures_of(app)


def test_what_its_pages_get_wrong_is_listed_with_what_shows_it() -> None:
    text = " ".join(markdown.value for markdown in part(SINGLE, "wrong").markdown)
    known = [m for m in MISPRINTS.values() if m.source == "Microsoft"]
    assert len(known) == 10
    for m in known:
        assert m.id in text
        assert m.evidence in text


@pytest.mark.parametrize(
    ("key", "page"),
    [
        ("model", "next_steps"),
        ("classes", "classes"),
        ("test", "documents"),
        ("data", "splits"),
        ("matrix", "confusions"),
    ],
)
def test_each_part_leads_to_the_page_that_has_it_in_full(key: str, page: str) -> None:
    before = [link.proto.page for link in part(SINGLE, key).main.get("page_link")]
    assert page in before


def test_a_summary_says_what_it_does_not_hold() -> None:
    summary = read("single-summary")
    assert "counts of the test set and no documents" in text_of(part(summary, "model"))
    for key in ("test", "data"):
        assert any("no documents" in box.value for box in part(summary, key).info)
    assert len(figures_of(part(summary, "matrix"))[0]["data"]) > 0


def test_what_the_service_says_wrongly_leads_to_help() -> None:
    app = part(SINGLE, "wrong")
    healthy(app.button(key="azure_help").click().run())
    assert app.segmented_control(key="help_view").value == "measures"
