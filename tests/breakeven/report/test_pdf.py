from __future__ import annotations

import logging
import os
import sys
from typing import Any

import pytest

from breakeven.analysis.selection.errors import ChoiceError
from breakeven.report.html import html_of
from breakeven.report.pdf import can_print, pages_of, pdf_of
from tests.breakeven.report.reported import small_report

# where it must not be passed over, a library that is missing is a failure
prints = pytest.mark.skipif(
    not can_print() and os.environ.get("CI") != "true",
    reason="what lays out text is not installed",
)


def words_of(page: Any) -> str:
    return "".join(getattr(box, "text", "") for box in page._page_box.descendants())


@prints
def test_a_report_prints_on_a4_with_its_verdict_on_the_first_page() -> None:
    document = pages_of(html_of(small_report("Papers")))
    first, *others = document.pages
    # A4 is 210 by 297 mm, at 96 pixels an inch
    assert (round(first.width), round(first.height)) == (794, 1123)
    assert len(others) >= 3
    assert "The numbers behind it" in "".join(words_of(page) for page in others[:2])
    assert "Papers" in words_of(first)
    assert "Verdict" in words_of(first)
    assert "How good it is" in "".join(words_of(page) for page in others[:3])
    assert "Every class" in "".join(words_of(page) for page in others)
    assert bytes(document.write_pdf()).startswith(b"%PDF-")


@prints
def test_printing_loads_nothing_whatever_the_html_asks_for(
    caplog: pytest.LogCaptureFixture,
) -> None:
    asks = "<img src='file:///etc/hostname'><link rel=stylesheet href='http://127.0.0.1:9/x.css'>"
    with caplog.at_level(logging.ERROR, logger="weasyprint"):
        assert pdf_of(f"<p>{asks}</p>").startswith(b"%PDF-")
    refused = [record.getMessage() for record in caplog.records]
    assert len(refused) == 2
    assert all("a report loads nothing" in said for said in refused)


def test_where_a_system_cannot_lay_out_text_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # as where the import of WeasyPrint ends in an error, though it is installed
    monkeypatch.setitem(sys.modules, "weasyprint.urls", None)
    with pytest.raises(ChoiceError, match="apt-get install libpango"):
        pdf_of("<p>x</p>")
