"""The whole report as Markdown, as small as a comment on GitHub must be.

A comment there holds 65,536 characters. What is too long is cut by one rule, which the text says:
each table and list to its first so many rows, as many as fit.
"""

from __future__ import annotations

from collections.abc import Sequence

from breakeven.reporting.content.record import Report, Subject
from breakeven.reporting.markdown_sections import (
    HEADLINE,
    IDENTITY,
    VERDICT,
    Listed,
    Part,
    Section,
    literal,
    sections_of,
)
from breakeven.reporting.tabulated import shown_in_cell
from breakeven.reports.tables import in_markdown, markdown_table
from breakeven.text import count_of, name_of

# bytes, of which there are as many as characters or more
MOST = 65_536
# so many rows of each table and items of each list are tried, one after the other
ROWS = (10_000, 300, 100, 75, 50, 35, 25, 12, 6, 3, 1)
# what every report has, however long
ALWAYS = (VERDICT, HEADLINE, IDENTITY)


def as_markdown(report: Report) -> str:
    """The report in the order of all its forms, at most 65,536 bytes of UTF-8.

    Rows are left out first, then whole sections, the last ones first; either is said at the top.
    """
    sections = sections_of(report)
    for rows in ROWS:
        text = _written(report, sections, rows, [])
        if len(text.encode()) <= MOST:
            return text
    dropped: list[str] = []
    for section in [of for of in reversed(sections) if of.title not in ALWAYS]:
        sections.remove(section)
        dropped.insert(0, section.title)
        text = _written(report, sections, ROWS[-1], dropped)
        if len(text.encode()) <= MOST:
            break
    return text


def _written(report: Report, sections: Sequence[Section], rows: int, dropped: list[str]) -> str:
    cut = any(_length(part) > rows for section in sections for part in section.parts)
    out = [f"# {literal(report.subject.title)}", _subject(report.subject)]
    if cut or dropped:
        out.append(_cut_said(rows, dropped))
    for section in sections:
        out += [f"## {section.title}"] if section.title else []
        out += [_part(part, rows) for part in section.parts]
    return "\n\n".join(out) + "\n"


def _length(part: Part) -> int:
    if isinstance(part, str):
        return 0
    return len(part.items if isinstance(part, Listed) else part.rows)


def _cut_said(rows: int, dropped: list[str]) -> str:
    said = f"*Cut to {MOST // 1024} KB: of every table and list the first {rows:,} at most."
    if dropped:
        said += f" Left out: {'; '.join(dropped)}."
    return f"{said} The other formats of this report have everything.*"


def _part(part: Part, rows: int) -> str:
    if isinstance(part, str):
        return part
    more = _length(part) - rows
    if isinstance(part, Listed):
        shown = part.between.join(part.items[:rows])
        return f"{shown}\n\n… and {more:,} more {part.of}" if more > 0 else shown
    head = [_cell(cell) for cell in part.head]
    table = markdown_table(head, [[_cell(cell) for cell in row] for row in part.rows[:rows]])
    rest = f"\n\n… and {more:,} more of {len(part.rows):,}" if more > 0 else ""
    return f"**{literal(part.caption)}**\n\n{table}{rest}"


def _cell(text: str) -> str:
    return in_markdown(shown_in_cell(text)) if text else ""


def _subject(of: Subject) -> str:
    split = "all documents" if of.split is None else of.split
    only = f" of {of.of_documents:,}, where {of.where}" if of.where else ""
    positive = "" if of.positive is None else f", positive class {name_of(of.positive)}"
    return literal(
        f"{of.review}: {of.system} on {split}, {count_of(of.documents, 'document')}{only}; "
        f"{count_of(of.classes, 'class', 'classes')}, {of.task}{positive}. Decisions: "
        f"{of.decisions}. β = {of.beta:g}."
    )
