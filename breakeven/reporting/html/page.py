"""The HTML of a report, made by templates from its record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from breakeven.figures.theme import COLOURS, IN_DARK
from breakeven.reporting import tabulated
from breakeven.reporting.content.record import Report
from breakeven.reporting.html.drawings import drawings_of
from breakeven.reporting.html.wording import FILTERS
from breakeven.reporting.svg.story import name_of_picture
from breakeven.reports.hierarchy import SHUFFLED, TREE, shares_said

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATES = Path(__file__).parent / "templates"
STORY = "In plain words"
# what a report lists of each kind; its templates say what they leave out
MOST_CLASSES, MOST_SYSTEMS, MOST_FINDINGS, MOST_NOTES = 500, 10, 60, 25


@dataclass(frozen=True)
class Section:
    """A part of the report with its number, or letter in the appendix, and its template."""

    key: str
    number: str
    title: str

    @property
    def appendix(self) -> bool:
        """Whether it stands behind the report itself."""
        return self.number.isalpha()

    @property
    def template(self) -> str:
        """The file that writes it."""
        return f"{self.key.replace('-', '_')}.html"


def html_of(report: Report) -> str:
    """The whole report as one HTML file; the same record gives the same text."""
    template = _environment().get_template("report.html")
    return template.render(
        report=report,
        subject=report.subject,
        drawings=drawings_of(report),
        sections=list(sections_of(report)),
        most={
            "classes": MOST_CLASSES,
            "systems": MOST_SYSTEMS,
            "findings": MOST_FINDINGS,
            "notes": MOST_NOTES,
        },
        tree=_tree(report),
        style=_style(),
    )


def sections_of(report: Report) -> Iterator[Section]:
    """The parts that this report has, in their order."""
    body = [
        ("story", STORY, bool(report.story)),
        ("verdict", "Verdict", True),
        ("numbers", "How good it is", True),
        ("left-out", "What these numbers leave out", True),
        ("threshold", "Where the decisions come from", True),
        ("weakest", "Classes of the lowest F", True),
        ("comparison", "Compared with other systems", report.comparison is not None),
        ("data", "Splits and findings", True),
        ("tree", TREE, report.hierarchy is not None),
        ("curves", "Curves, break-even and eleven points", report.curves is not None),
        ("method", "How the numbers were got", True),
        ("identity", "Data, versions and signature", True),
    ]
    appendix = [
        ("all-classes", "Every class", True),
        ("class-systems", "Every class by system", report.comparison is not None),
        ("thresholds", "Thresholds of classes", bool(report.threshold.thresholds)),
        ("all-measures", "Every measure", True),
    ]
    for number, (key, title, _) in enumerate((part for part in body if part[2]), 1):
        yield Section(key, str(number), title)
    for number, (key, title, _) in enumerate((part for part in appendix if part[2]), ord("A")):
        yield Section(key, chr(number), title)


def _tree(report: Report) -> dict[str, Any]:
    """What is said where classes stand in a tree."""
    if report.hierarchy is None:
        return {}
    tables, said = tabulated.tree(report.hierarchy), shares_said(report.hierarchy)
    return {"tables": tables, "said": said, "shuffled": SHUFFLED}


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {**FILTERS, "pictured": name_of_picture}
    return made


@cache
def _style() -> Markup:
    """The style sheet, with the colours of figures for both themes."""
    sheet = (TEMPLATES / "report.css").read_text(encoding="utf-8")
    light, dark = (
        "".join(f"--c{i}:{colour};" for i, colour in enumerate(colours))
        for colours in (COLOURS, IN_DARK)
    )
    of_lines = "".join(
        f".drawing .s{i}{{stroke:var(--c{i})}}.drawing .f{i}{{fill:var(--c{i})}}"
        for i in range(len(COLOURS))
    )
    return Markup(sheet.replace("/*light*/", light).replace("/*dark*/", dark) + of_lines)  # noqa: S704 - our own file and colours
