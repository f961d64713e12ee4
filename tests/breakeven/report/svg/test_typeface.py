"""The typeface that goes along with drawings: its signs, its name, its licence."""

from __future__ import annotations

import base64
import io
import re

from fontTools.ttLib import TTFont

from breakeven.analysis.story.screen_parts import ClassFlow
from breakeven.report.pdf import pages_of
from breakeven.report.svg.draw import BROAD, TYPEFACE, typeface_address, typeface_rule
from breakeven.report.svg.story import in_theme, story_drawing
from script.typeface import NAME

FONT = TTFont(TYPEFACE)


def test_a_drawing_that_goes_alone_brings_the_typeface_that_it_asks_for() -> None:
    drawn = story_drawing("k", ClassFlow(name="a", found=1, missed=0, extra=0, rest=0), "said")
    for dark in (False, True):
        alone = in_theme(drawn, dark=dark)
        (data,) = re.findall(r"url\(data:font/woff2;base64,([^)]*)\)", alone)
        font = TTFont(io.BytesIO(base64.b64decode(data)))
        family = font["name"].getDebugName(1)
        assert f'font-family="&#39;{family}&#39;' in alone
        assert f"font-family:{family};" in alone


def test_it_has_the_signs_of_names_and_numbers_from_regular_to_bold() -> None:
    signs = set(map(chr, FONT.getBestCmap()))
    assert signs >= {*"aZ09äéøßçŁ“”–—−·…≥≤→₁%()/", "\u00a0", *BROAD}
    (weight,) = FONT["fvar"].axes
    assert (weight.axisTag, weight.minValue, weight.maxValue) == ("wght", 400, 700)


def test_its_licence_lies_beside_it_and_its_name_is_not_the_reserved_one() -> None:
    names = FONT["name"].names
    assert "SIL Open Font License" in FONT["name"].getDebugName(13)
    assert FONT["name"].getDebugName(1) == NAME
    assert not [n for n in names if n.nameID != 0 and "Source" in n.toUnicode()]
    licence = (TYPEFACE.parent / "OFL.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert "Reserved Font Name 'Source'" in licence


def test_a_pdf_is_set_in_it() -> None:
    html = f"<style>{typeface_rule()} p{{font-family:{NAME}}}</style><p>Hamburgefonts</p>"
    pdf = pages_of(html).write_pdf(uncompressed_pdf=True)
    assert b"BreakevenSans" in pdf.replace(b"-", b"") or b"Breakeven" in pdf
    assert typeface_address() in html
