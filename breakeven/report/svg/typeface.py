"""The typeface of drawings: it goes along with them, so that they look the same everywhere.

Of Source Sans 3, in which pages are set, the signs that our words, numbers and most names need:
`script/typeface.py` makes the file. Its licence lies beside it.
"""

from __future__ import annotations

import base64
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "typeface.woff2"
# what a drawing asks for; others stand in for signs that it has not
FAMILY = "Breakeven Sans, Source Sans, Source Sans 3, system-ui, sans-serif"


@cache
def address() -> str:
    """The typeface itself, as an address that asks nobody."""
    return f"data:font/woff2;base64,{base64.b64encode(FILE.read_bytes()).decode()}"


@cache
def face() -> str:
    """The rule of CSS that brings it along."""
    return (
        f"@font-face{{font-family:Breakeven Sans;font-weight:400 700;src:url({address()})"
        " format('woff2')}"
    )
