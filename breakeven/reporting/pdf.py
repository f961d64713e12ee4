"""A report as PDF: its HTML laid out on A4, without a browser."""

from __future__ import annotations

from typing import Any

# what Debian calls the libraries that lay out text
LIBRARIES = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0", "fonts-dejavu-core")


class PdfError(RuntimeError):
    """Why no PDF can be made on this machine, and what to do."""


def pdf_of(html: str) -> bytes:
    """The HTML of a report as PDF. PdfError where the system lacks what lays out text."""
    made: bytes = pages_of(html).write_pdf()
    return made


def pages_of(html: str) -> Any:
    """The laid out document; its `pages` are those of the PDF. PdfError as `pdf_of`.

    Nothing is loaded, whatever the HTML asks for.
    """
    try:
        # needs libraries of the system, and takes a second to import
        import weasyprint
        from weasyprint.urls import URLFetcher
    except (ImportError, OSError) as error:
        raise PdfError(
            "a PDF needs WeasyPrint and the system’s libraries for laying out text, which are not "
            f"here ({str(error).splitlines()[0]}); on Debian: apt-get install "
            f"{' '.join(LIBRARIES)}; or print the HTML from a browser"
        ) from error

    class Refusing(URLFetcher):  # type: ignore[misc]
        """Loads nothing."""

        def fetch(self, url: str, headers: Any = None) -> Any:
            """Refuse every address. OSError always."""
            raise OSError(f"a report loads nothing, and not {url[:80]!r}")

    return weasyprint.HTML(string=html, url_fetcher=Refusing()).render()
