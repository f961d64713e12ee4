"""Makes the typeface of drawings that are taken along, from the one that pages are set in.

`python script/typeface.py` writes it anew. Streamlit brings Source Sans 3, whose licence, the SIL
Open Font License 1.1, asks a changed one to have another name: here it holds fewer signs.
"""

from __future__ import annotations

from pathlib import Path

import streamlit
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).resolve().parents[1]
MADE = ROOT / "breakeven" / "report" / "svg" / "typeface.woff2"
NAME = "Breakeven Sans"
# Latin with its accents, Greek of measures, and the signs that our own words and numbers have
SIGNS = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *map(ord, "αβκ‐‑–—‘’“”„†•…‹›₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹€←↑→↓∞−≈≠≤≥·×±½✓✗●▲▼"),
]
# copyright, licence and where it stands: the others name the font
KEPT = {0, 13, 14}


def made() -> TTFont:
    """The typeface with fewer signs, from regular to bold, under its own name."""
    media = Path(streamlit.__file__).parent / "static" / "static" / "media"
    (source,) = media.glob("SourceSansVF-Upright*.woff2")
    font = TTFont(source)
    options = Options()
    options.name_IDs = list(KEPT)
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=SIGNS)
    subsetter.subset(font)
    font = instantiateVariableFont(font, {"wght": (400, 400, 700)})
    for record in list(font["name"].names):
        if record.nameID not in KEPT:
            record.string = record.toUnicode().replace("SourceSans3VF", NAME.replace(" ", ""))
    for number, text in ((1, NAME), (2, "Regular"), (4, NAME), (6, NAME.replace(" ", ""))):
        font["name"].setName(text, number, 3, 1, 0x409)
    font.flavor, font.recalcTimestamp = "woff2", False
    return font


if __name__ == "__main__":
    font = made()
    font.save(MADE)
    # what makes pictures of drawings for Word reads no WOFF2
    plain = TTFont(MADE)
    plain.flavor = None
    plain.save(MADE.with_suffix(".ttf"))
    print(f"{MADE.relative_to(ROOT)}: {MADE.stat().st_size:,} bytes")
