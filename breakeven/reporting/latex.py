"""The tables of a report in LaTeX, each a tabular to put where it is wanted; no package needed."""

from __future__ import annotations

from collections.abc import Iterator

from breakeven.reporting import tabulated
from breakeven.reporting.content.record import Report
from breakeven.reporting.tabulated import Table, shown_in_cell
from breakeven.reports.tables import commented_latex, in_latex, latex_table
from breakeven.text import visible

# of a comment, which may hold names
LONGEST = 1_000
# a page holds so many, and a tabular does not break over pages
ROWS = 40


def tables_of(report: Report) -> Iterator[Table]:
    """The tables of numbers that have a row, in the order of the report."""
    f, first, compared = report.subject.f, report.headline, report.comparison
    found = [tabulated.headline(first), tabulated.all_averages(first), tabulated.undefined(first),
             tabulated.fixed(first, f)]  # fmt: skip
    found += [*tabulated.sides(first, f), tabulated.thresholds(report), tabulated.weakest(report)]
    if compared is not None:
        found += [
            tabulated.systems(compared, f),
            tabulated.differences(compared, f, report.subject.system),
        ]
    found += [tabulated.splits(report), tabulated.confused(report)]
    found += [] if report.hierarchy is None else tabulated.tree(report.hierarchy)
    if report.curves is not None:
        found += [tabulated.rankings(report.curves), tabulated.levels(report.curves)]
    found.append(tabulated.classes(report))
    if report.curves is not None:
        found.append(tabulated.class_rankings(report))
    if compared is not None:
        found.append(tabulated.f_of_classes(report, compared))
    return (table for table in found if table.rows)


def as_latex(report: Report) -> str:
    """The tables one below the other, each after comments that say what it is about.

    Names in scripts other than Latin need XeLaTeX or LuaLaTeX.
    """
    subject = report.subject
    split = "all documents" if subject.split is None else subject.split
    about = {
        "report": subject.title,
        "of": f"{subject.system} on {split}, {subject.documents:,} documents",
        "where": subject.where,
        "decisions": subject.decisions,
        "beta": f"{subject.beta:g}",
        "0/0 in averages": subject.undefined,
        "fingerprint": report.identity.fingerprint,
    } | {f"take care {n}": said for n, said in enumerate(report.conditions, 1)}
    tables = [_tabulars(table) for table in tables_of(report)]
    about = {key: visible(said[:LONGEST]) for key, said in about.items()}
    return commented_latex(about, "\n" + "\n".join(tables))


def _set(cell: str) -> str:
    return in_latex(shown_in_cell(cell)) if cell else ""


def _tabulars(table: Table) -> str:
    head = list(map(_set, table.head))
    rows = [list(map(_set, row)) for row in table.rows]
    parts = []
    for start in range(0, len(rows), ROWS):
        some = rows[start : start + ROWS]
        of = f"rows {start + 1} to {start + len(some)} of {len(rows)}" if len(rows) > ROWS else ""
        parts.append(
            commented_latex({"table": visible(table.caption), "part": of}, latex_table(head, some))
        )
    return "\n".join(parts)
