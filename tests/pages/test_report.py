"""The report is behind a button, and made only when a file of it is asked for."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.reporting.formats import FORMATS
from tests.breakeven.reporting.reported import plain_review
from tests.pages.reading import open_page


def offered(at: AppTest) -> list[str]:
    """The names of files of a report, none of which is made yet."""
    found = [b.proto for b in at.get("download_button") if "report_" in b.proto.id]
    assert all(button.deferred_file_id and not button.url for button in found)
    return [button.label for button in found]


@pytest.mark.parametrize("page", ["overview", "history"])
def test_every_format_but_the_result_of_a_benchmark_is_offered(page: str) -> None:
    at = open_page(page, plain_review())
    assert offered(at) == [of.label for key, of in FORMATS.items() if key != "eval-results"]
    assert at.checkbox(key="report_texts").value is False


def test_nothing_is_offered_where_nobody_has_labelled() -> None:
    review = be.read(b"id,predicted,score:a,score:b\n1,a,0.9,0.1\n2,b,0.2,0.8\n")
    assert offered(open_page("history", review)) == []


def test_texts_are_no_choice_where_there_are_none() -> None:
    at = open_page("overview", be.from_arrays(["a", "b"], ["a", "a"]))
    assert not [box for box in at.checkbox if box.key == "report_texts"]
