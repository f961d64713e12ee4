"""A report as a Word document: its HTML, element by element, its drawings as pictures.

Headings, paragraphs, lists and tables become those of Word, so that they can be edited there.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from breakeven.analysis.selection.errors import ChoiceError
from breakeven.data.installation import missing_extra
from breakeven.report.svg.draw import PLAIN_TYPEFACE

if TYPE_CHECKING:
    from docx.document import Document
    from docx.table import Table, _Cell, _Row
    from docx.text.paragraph import Paragraph
    from lxml.html import HtmlElement

# centimetres of a page of A4 between its margins, and of each margin
TEXT_WIDTH, PAGE_MARGIN = 17.4, 1.8
# of the names of facts
FACT_WIDTH = 3.2
# of a drawing that stands alone, and of one beside another
ALONE, SIDE_BY_SIDE = 12.0, 7.9
# how much finer than a screen a drawing is
ZOOM = 3
# what holds paragraphs, and is none itself
HOLDERS = ("main", "header", "section", "div", "article", "dl", "blockquote")
HEADINGS = {"h1": 0, "h2": 1, "h3": 2, "h4": 3}
NEW_PAGE = ("glance-head", "numbers-head")
# Word's own face, and the sizes of text, tables and of the number on a tile
FACE, TEXT_SIZE, TABLE_SIZE, NUMBER_SIZE = "Calibri", 10, 8.5, 18
# of the outcome of a verdict, as in the style sheet of the page
OUTCOMES = {"ready": "1A7F37", "not-yet": "B3261E", "cannot-tell-yet": "8A5A00", "doubt": "57606A"}
# of what only has a place beside something, and no lines
LAYOUT = "Normal Table"


def docx_of(html: str) -> bytes:
    """The HTML of a report as a Word document.

    ChoiceError, a ValueError, where the extra that writes it is not installed.
    """
    for package in ("docx", "resvg_py"):
        if trouble := missing_extra(package):
            raise ChoiceError(trouble.what, trouble.remedy)
    # of an extra
    import docx
    import lxml.html
    from docx.shared import Cm

    document = docx.Document()
    _set_style(document)
    for section in document.sections:
        section.page_width, section.page_height = Cm(21), Cm(29.7)
        section.left_margin = section.right_margin = Cm(PAGE_MARGIN)
        section.top_margin = section.bottom_margin = Cm(PAGE_MARGIN)
    body = lxml.html.document_fromstring(html).body
    document.core_properties.title = _text(body.find(".//h1"))
    for child in body:
        _add(document, child)
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def _set_style(document: Document) -> None:
    """One face for all, and no more room between paragraphs than a page of two sides has."""
    # of an extra
    from docx.oxml.ns import qn
    from docx.shared import Pt, RGBColor

    for name in ("Normal", "Title", "Heading 1", "Heading 2", "Heading 3", "Caption"):
        style = document.styles[name]
        style.font.name = FACE
        fonts = style.element.rPr.rFonts
        # a theme's face goes before one that is named
        for which in ("asciiTheme", "hAnsiTheme", "eastAsiaTheme", "cstheme"):
            fonts.attrib.pop(qn(f"w:{which}"), None)
        style.font.color.rgb = RGBColor(0x1B, 0x1D, 0x22)
        style.paragraph_format.space_after = Pt(4)
    document.styles["Normal"].font.size = Pt(TEXT_SIZE)
    document.styles["Title"].font.size = Pt(20)
    document.styles["Heading 1"].paragraph_format.space_before = Pt(12)
    document.styles["Heading 2"].paragraph_format.space_before = Pt(8)
    document.styles["Caption"].font.bold = False


def _add(document: Document, element: HtmlElement) -> None:
    """An element of a page, with what is in it."""
    tag, kinds = element.tag, (element.get("class") or "").split()
    laid_out = next((LAID_OUT[kind] for kind in kinds if kind in LAID_OUT), None)
    if laid_out is not None:
        laid_out(document, element)
    elif tag in HEADINGS:
        heading = document.add_heading(_text(element), HEADINGS[tag])
        # as on paper: the second page has the numbers
        heading.paragraph_format.page_break_before = element.get("id") in NEW_PAGE
    elif tag == "table":
        _add_table(document, element)
    elif tag == "svg":
        _add_drawing(document.add_paragraph(), element, ALONE)
    elif tag in ("ul", "ol"):
        style = "List Number" if tag == "ol" else "List Bullet"
        for item in element.iterchildren("li"):
            _write(document.add_paragraph(style=style), item)
    elif tag in ("p", "dt", "dd", "figcaption"):
        _write(document.add_paragraph(style="Caption" if tag == "figcaption" else None), element)
    elif tag in HOLDERS or tag == "figure":
        _add_each(document, element)


def _add_each(document: Document, element: HtmlElement) -> None:
    for child in element:
        _add(document, child)


def _add_target(document: Document, element: HtmlElement) -> None:
    """The verdict: its outcome in its own colour, and a line for each thing that it stands on."""
    # of an extra
    from docx.shared import RGBColor

    outcome = next(kind for kind in element.get("class").split() if kind in OUTCOMES)
    for child in element:
        if child.tag == "ul":
            # a sign of its own stands before each
            for item in child.iterchildren("li"):
                paragraph = document.add_paragraph()
                paragraph.paragraph_format.space_after = _points(1)
                _write(paragraph, item)
            continue
        _add(document, child)
        if child.tag == "h3":
            (run,) = document.paragraphs[-1].runs
            run.font.color.rgb = RGBColor.from_string(OUTCOMES[outcome])
            run.font.size = _points(NUMBER_SIZE)


def _add_tiles(document: Document, element: HtmlElement) -> None:
    """Numbers beside each other, each with its name above it and its interval below."""
    given = element.findall("div")
    cells = document.add_table(rows=1, cols=len(given), style=LAYOUT).rows[0].cells
    for cell, tile in zip(cells, given, strict=True):
        for i, part in enumerate(tile.findall("p")):
            paragraph = cell.paragraphs[0] if not i else cell.add_paragraph()
            paragraph.paragraph_format.space_after = _points(0)
            _write(paragraph, part)
            large = part.get("class") == "value"
            for run in paragraph.runs:
                run.font.size = _points(NUMBER_SIZE if large else TABLE_SIZE)
                run.bold = large
    document.add_paragraph().paragraph_format.space_after = _points(0)


def _add_facts(document: Document, element: HtmlElement) -> None:
    """What is known of the numbers, a name before each."""
    # of an extra
    from docx.shared import Cm

    names, texts = element.findall("dt"), element.findall("dd")
    table = document.add_table(rows=0, cols=2, style=LAYOUT)
    table.autofit = False
    widths = Cm(FACT_WIDTH), Cm(TEXT_WIDTH - FACT_WIDTH)
    for column, width in zip(table.columns, widths, strict=True):
        column.width = width
    for name, text in zip(names, texts, strict=True):
        cells = table.add_row().cells
        for cell, shown, width in zip(cells, (name, text), widths, strict=True):
            cell.width = width
            cell.paragraphs[0].paragraph_format.space_after = _points(0)
            _write(cell.paragraphs[0], shown)
    document.add_paragraph().paragraph_format.space_after = _points(0)


def _add_pair(document: Document, element: HtmlElement) -> None:
    """Drawings beside each other, two in a row, each with what it shows; tables have no room."""
    figures = element.findall("figure")
    if len(figures) < max(len(element), 2):
        _add_each(document, element)
        return
    rows = [figures[i : i + 2] for i in range(0, len(figures), 2)]
    table = document.add_table(rows=len(rows), cols=2, style=LAYOUT)
    for row, pair in zip(table.rows, rows, strict=True):
        for cell, figure in zip(row.cells, pair, strict=False):
            drawn, caption = figure.find("{*}svg"), figure.find("figcaption")
            if drawn is not None:
                _add_drawing(cell.paragraphs[0], drawn, SIDE_BY_SIDE)
            if caption is not None:
                _write(cell.add_paragraph(style="Caption"), caption)


# what has a place beside something, by its class on the page
LAID_OUT: Mapping[str, Callable[[Document, HtmlElement], None]] = {
    "tiles": _add_tiles,
    "facts": _add_facts,
    "target": _add_target,
    "pair": _add_pair,
}


def _add_table(document: Document, element: HtmlElement) -> None:
    caption = element.find("caption")
    if caption is not None:
        document.add_paragraph(
            _text(caption), style="Caption"
        ).paragraph_format.keep_with_next = True
    rows = element.findall(".//tr")
    width = max((len(row) for row in rows), default=0)
    if not width:
        return
    table = document.add_table(rows=0, cols=width, style="Light Shading")
    _without_bands(table)
    for row in rows:
        made = table.add_row()
        _keep_whole(made)
        cells = made.cells
        for i, (cell, shown) in enumerate(zip(cells, row, strict=False)):
            _fill(cell, shown, number=i > 0 and "left" not in (shown.get("class") or ""))
    document.add_paragraph().paragraph_format.space_after = _points(0)


def _without_bands(table: Table) -> None:
    """A table whose every second row is as the others: lines alone part them."""
    # of an extra
    from docx.oxml.ns import qn

    look = table._tbl.tblPr.find(qn("w:tblLook"))
    for key, value in (("firstRow", "1"), ("firstColumn", "0"), ("noHBand", "1"), ("val", "0620")):
        look.set(qn(f"w:{key}"), value)


def _keep_whole(row: _Row) -> None:
    """A row that no page's end goes through."""
    # of an extra
    from docx.oxml import OxmlElement

    row._tr.get_or_add_trPr().append(OxmlElement("w:cantSplit"))


def _fill(cell: _Cell, element: HtmlElement, *, number: bool) -> None:
    # of an extra
    from docx.enum.text import WD_ALIGN_PARAGRAPH

    paragraph = cell.paragraphs[0]
    paragraph.paragraph_format.space_after = _points(1)
    if number:
        paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
    _write(paragraph, element)
    for run in paragraph.runs:
        run.font.size = _points(TABLE_SIZE)


def _points(size: float) -> Any:
    from docx.shared import Pt

    return Pt(size)


def _add_drawing(paragraph: Paragraph, element: HtmlElement, width: float) -> None:
    """A drawing as a picture, so many centimetres wide, in the typeface of the page."""
    # of an extra
    import lxml.etree
    import resvg_py
    from docx.shared import Cm

    element.tail = None
    element.set("xmlns", "http://www.w3.org/2000/svg")
    drawn = resvg_py.svg_to_bytes(
        svg_string=lxml.etree.tostring(element, encoding="unicode"),
        zoom=ZOOM,
        background="#ffffff",
        font_files=[str(PLAIN_TYPEFACE)],
    )
    picture = paragraph.add_run().add_picture(io.BytesIO(bytes(drawn)), width=Cm(width))
    # what a screen reader says of it
    picture._inline.docPr.set(
        "descr", element.findtext("{*}desc") or element.findtext("desc") or ""
    )


def _write(paragraph: Paragraph, element: HtmlElement, bold: bool = False) -> None:
    """The words of an element, bold where it says so; a break is a line's end."""
    _run(paragraph, element.text, bold)
    for child in element:
        if child.tag == "br":
            paragraph.add_run().add_break()
        elif isinstance(child.tag, str):
            _write(paragraph, child, bold or child.tag in ("b", "strong", "th"))
        _run(paragraph, child.tail, bold)


def _run(paragraph: Paragraph, text: str | None, bold: bool) -> None:
    words = " ".join((text or "").split())
    if not words:
        return
    before = " " if text and text[0].isspace() and paragraph.text else ""
    after = " " if text and text[-1].isspace() else ""
    paragraph.add_run(f"{before}{words}{after}").bold = bold or None


def _text(element: HtmlElement | None) -> str:
    return "" if element is None else " ".join(element.text_content().split())
