"""A report as Word: what its HTML says, in Word's own headings, lists, tables and pictures."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace

import docx
import lxml.html
import pytest

from breakeven.analysis.selection.errors import ChoiceError
from breakeven.report.docx import docx_of
from breakeven.report.formats import format_of, report_bytes
from breakeven.report.html import html_of
from tests.breakeven.report.reported import hostile_report, large_report


@pytest.mark.parametrize("appendix", [False, True], ids=["short", "long"])
def test_headings_tables_and_pictures_are_those_of_the_page(appendix: bool) -> None:
    html = html_of(replace(large_report(), appendix=appendix))
    page = lxml.html.document_fromstring(html).body
    document = docx.Document(io.BytesIO(docx_of(html)))
    heads = [" ".join(head.text_content().split()) for head in page.iter("h1", "h2", "h3", "h4")]
    contents = [" ".join(head.text_content().split()) for head in page.find_class("contents")]
    written = [
        p.text
        for p in document.paragraphs
        if p.style is not None and str(p.style.name).startswith(("Heading", "Title"))
    ]
    assert written == [head for head in heads if head not in contents]
    tables = [
        [["".join(cell.text_content().split()) for cell in row] for row in table.findall(".//tr")]
        for table in page.iter("table")
    ]
    shown = [
        [["".join(cell.text.split()) for cell in row.cells] for row in table.rows]
        for table in document.tables
    ]
    assert [len(rows) for rows in shown] == [len(rows) for rows in tables]
    for rows, cells in zip(tables, shown, strict=True):
        for row, given in zip(rows, cells, strict=True):
            assert given[: len(row)] == row
    assert len(document.inline_shapes) == len(list(page.iter("svg")))


def test_each_picture_says_what_it_shows_and_is_no_empty_one() -> None:
    data = docx_of(html_of(replace(large_report(), appendix=False)))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        pictures = [archive.read(name) for name in archive.namelist() if "media/" in name]
        text = archive.read("word/document.xml").decode()
    assert pictures
    assert all(picture.startswith(b"\x89PNG") and len(picture) > 5_000 for picture in pictures)
    assert 'descr=""' not in text


def test_hostile_names_stand_as_they_are() -> None:
    html = html_of(replace(hostile_report(), appendix=True))
    document = docx.Document(io.BytesIO(docx_of(html)))
    page = lxml.html.document_fromstring(html).body
    names = {name.text_content() for name in page.find_class("n")}
    words = [paragraph.text for paragraph in document.paragraphs]
    words += [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    together = "".join("".join(words).split())
    assert names
    for name in names:
        assert "".join(name.split()) in together, name


def test_the_ending_says_word_and_the_file_is_that_of_the_page() -> None:
    assert format_of("r.docx") == "docx"
    report = replace(large_report(), appendix=False)
    document = docx.Document(io.BytesIO(report_bytes(report, "docx")))
    micro = report.headline.averages.micro.measures["f"].value
    assert f"{micro:.3f}" in [paragraph.text for paragraph in document.paragraphs]


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        return None if name == "docx" else object()

    monkeypatch.setattr("breakeven.data.installation.find_spec", missing)
    with pytest.raises(ChoiceError, match="python-docx"):
        docx_of("<body><h1>a</h1></body>")
