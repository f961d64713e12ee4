"""A report as PDF: its HTML laid out on A4, without a browser.

What lays it out needs libraries of the system: `can_print` asks for them before anyone waits.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

from breakeven.analysis.selection.errors import ChoiceError
from breakeven.data.installation import missing_extra
from breakeven.report.svg.draw import typeface_address

# what Debian calls the libraries that lay out text
LIBRARIES = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0", "fonts-dejavu-core")
# and what systems call the file of the first
PANGO = ("libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll")
MISSING = "a PDF needs libraries of the system for laying out text, which are missing"
REMEDY = f"on Debian: apt-get install {' '.join(LIBRARIES)}; or print the HTML from a browser"


@cache
def can_print() -> bool:
    """Whether this machine has what lays out text, as far as can be told at no cost."""
    for name in PANGO:
        try:
            ctypes.CDLL(name)
        except OSError:
            continue
        return True
    return False


def why_no_pdf() -> tuple[str, str] | None:
    """What this machine lacks for a PDF, and how it gets there; None where it lacks nothing."""
    return missing_extra("weasyprint") or (None if can_print() else (MISSING, REMEDY))


def pdf_of(html: str) -> bytes:
    """The HTML of a report as PDF.

    ChoiceError, a ValueError, where the extra or the system lacks what lays out text.
    """
    made: bytes = pages_of(html).write_pdf()
    return made


def pages_of(html: str) -> Any:
    """The laid out document; its `pages` are those of the PDF. ChoiceError as `pdf_of`.

    Nothing is loaded, whatever the HTML asks for.
    """
    if trouble := missing_extra("weasyprint"):
        raise ChoiceError(trouble.what, trouble.remedy)
    try:
        # needs libraries of the system, and takes a second to import
        import weasyprint
        from weasyprint.urls import URLFetcher
    except (ImportError, OSError) as error:
        raise ChoiceError(MISSING, REMEDY) from error

    class Refusing(URLFetcher):  # type: ignore[misc]
        """Loads nothing but the typeface, which is in its own address."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            """Refuse every other address. OSError."""
            if url == typeface_address():
                return super().fetch(url, headers)
            raise OSError(f"a report loads nothing, so not {url[:80]!r}")

    return weasyprint.HTML(string=html, url_fetcher=Refusing()).render()
