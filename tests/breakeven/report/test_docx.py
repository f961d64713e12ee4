"""A report as Word: what its HTML says, in Word's own headings, lists, tables and pictures."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace

import docx
import lxml.html
import pytest
import resvg_py
from fontTools.ttLib import TTFont

from breakeven.analysis.selection.errors import ChoiceError
from breakeven.gate.gate_rules import target_rules
from breakeven.report.docx import LAYOUT, OUTCOMES, docx_of
from breakeven.report.formats import format_of, report_bytes
from breakeven.report.html import html_of
from breakeven.report.record import ReportOptions
from breakeven.report.svg.draw import PLAIN_TYPEFACE, TYPEFACE, drawing, text
from tests.breakeven.report.reported import (
    hostile_report,
    large_report,
    plain_review,
    report,
)
from tests.made import not_none


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
        if not_none(table.style).name != LAYOUT
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
    given = replace(large_report(), appendix=False)
    document = docx.Document(io.BytesIO(report_bytes(given, "docx")))
    micro = given.headline.averages.micro.measures["f"].value
    tiles = document.tables[0].rows[0].cells
    assert f"{micro:.3f}" in [paragraph.text for paragraph in tiles[0].paragraphs]


def test_letters_of_pictures_are_drawn_on_a_machine_without_any_typeface() -> None:
    # the signs of the typeface that drawings bring along, in a file that is read without WOFF2
    plain, packed = TTFont(PLAIN_TYPEFACE), TTFont(TYPEFACE)
    assert plain.flavor is None
    assert plain.getBestCmap() == packed.getBestCmap()
    drawn = drawing("k", "title", "says", 20, [text("Hamburgefonts", 0, 15)])
    bare = drawing("k", "title", "says", 20, [])
    with_letters, without = (
        resvg_py.svg_to_bytes(
            svg_string=str(each), font_files=[str(PLAIN_TYPEFACE)], skip_system_fonts=True
        )
        for each in (drawn, bare)
    )
    assert len(bytes(with_letters)) > 2 * len(bytes(without))


def test_the_outcome_has_its_colour_and_numbers_stand_beside_each_other() -> None:
    review = plain_review()
    html = html_of(report(review, ReportOptions(target=target_rules(0.1))))
    document = docx.Document(io.BytesIO(docx_of(html)))
    (head,) = [p for p in document.paragraphs if p.text in ("READY", "NOT YET", "CANNOT TELL YET")]
    outcome = head.text.lower().replace(" ", "-")
    assert str(head.runs[0].font.color.rgb) == OUTCOMES[outcome]
    tiles = document.tables[0]
    assert (len(tiles.rows), len(tiles.columns)) == (1, 3)
    assert [cell.paragraphs[0].text for cell in tiles.rows[0].cells] == [
        "Micro F₁",
        "Macro F₁",
        "Exact match",
    ]


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        return None if name == "docx" else object()

    monkeypatch.setattr("breakeven.data.installation.find_spec", missing)
    with pytest.raises(ChoiceError, match="python-docx"):
        docx_of("<body><h1>a</h1></body>")
