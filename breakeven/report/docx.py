"""A report as a Word document: its HTML, element by element, its drawings as pictures.

Headings, paragraphs, lists and tables become those of Word, so that they can be edited there.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from breakeven.analysis.selection.errors import ChoiceError
from breakeven.data.installation import missing_extra

if TYPE_CHECKING:
    from docx.document import Document
    from docx.table import _Cell
    from docx.text.paragraph import Paragraph
    from lxml.html import HtmlElement

# centimetres of a page of A4 between its margins, and of each margin
TEXT_WIDTH, PAGE_MARGIN = 17.0, 2.0
# how much finer than a screen a drawing is
ZOOM = 3
# what holds paragraphs, and is none itself
HOLDERS = ("main", "header", "section", "div", "article", "dl", "blockquote")
HEADINGS = {"h1": 0, "h2": 1, "h3": 2, "h4": 3}


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


def _add(document: Document, element: HtmlElement) -> None:
    """An element of a page, with what is in it."""
    tag = element.tag
    if tag in HEADINGS:
        document.add_heading(_text(element), HEADINGS[tag])
    elif tag == "table":
        _add_table(document, element)
    elif tag == "svg":
        _add_drawing(document, element)
    elif tag in ("ul", "ol"):
        style = "List Number" if tag == "ol" else "List Bullet"
        for item in element.iterchildren("li"):
            _write(document.add_paragraph(style=style), item)
    elif tag in ("p", "dt", "dd", "figcaption"):
        _write(document.add_paragraph(style="Caption" if tag == "figcaption" else None), element)
    elif tag in HOLDERS or tag == "figure":
        for child in element:
            _add(document, child)


def _add_table(document: Document, element: HtmlElement) -> None:
    caption = element.find("caption")
    if caption is not None:
        document.add_paragraph(_text(caption), style="Caption")
    rows = element.findall(".//tr")
    width = max((len(row) for row in rows), default=0)
    if not width:
        return
    table = document.add_table(rows=0, cols=width, style="Light List")
    for row in rows:
        cells = table.add_row().cells
        for cell, shown in zip(cells, row, strict=False):
            _fill(cell, shown)


def _fill(cell: _Cell, element: HtmlElement) -> None:
    paragraph = cell.paragraphs[0]
    _write(paragraph, element)
    for run in paragraph.runs:
        run.font.size = _points(8)


def _points(size: float) -> Any:
    from docx.shared import Pt

    return Pt(size)


def _add_drawing(document: Document, element: HtmlElement) -> None:
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
        font_family="DejaVu Sans",
    )
    picture = document.add_picture(io.BytesIO(bytes(drawn)), width=Cm(min(TEXT_WIDTH, 13)))
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
