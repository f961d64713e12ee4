"""The tables of a report in LaTeX, each a tabular to put where it is wanted; no package needed."""

from __future__ import annotations

from collections.abc import Iterator

from breakeven.data.wording import visible
from breakeven.report import report_tables
from breakeven.report.record import Report
from breakeven.report.report_tables import ReportTable, shown_in_cell
from breakeven.results.table_formats import commented_latex, in_latex, latex_table

# of a comment, which may hold names
LONGEST = 1_000
# a page holds so many, and a tabular does not break over pages
ROWS = 40


def tables_of(report: Report) -> Iterator[ReportTable]:
    """The tables of numbers that have a row, in the order of the report."""
    f, first, compared = report.subject.f, report.headline, report.comparison
    tables = [
        report_tables.headline(first),
        report_tables.all_averages(first),
        *(() if report.losses is None else [report_tables.probability_losses(report.losses)]),
        *(() if report.own is None else report_tables.own_measures(report.own)),
        report_tables.undefined(first),
        report_tables.fixed(first, f),
    ]
    tables += [
        *report_tables.variants(first, f),
        report_tables.thresholds(report),
        report_tables.weakest(report),
    ]
    if compared is not None:
        tables += [
            report_tables.systems(compared, f),
            report_tables.differences(compared, f, report.subject.system),
        ]
    tables += [report_tables.splits(report), report_tables.confused(report)]
    tables += [] if report.hierarchy is None else report_tables.tree(report.hierarchy)
    if report.curves is not None:
        rankings = report.curves.averages
        tables += [report_tables.rankings(rankings), report_tables.levels(rankings)]
    tables.append(report_tables.classes(report))
    if report.curves is not None:
        tables.append(report_tables.class_rankings(report))
    if compared is not None:
        tables.append(report_tables.f_of_classes(report, compared))
    return (table for table in tables if table.rows)


def report_in_latex(report: Report) -> str:
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
        "made by": f"Breakeven {report.identity.code_version}".rstrip(),
        "verdict": "" if report.target_verdict.rules is None else report.target_verdict.line,
    } | {f"warning {n}": text for n, text in enumerate(report.conditions, 1)}
    tables = [_tabulars(table) for table in tables_of(report)]
    about = {key: visible(text[:LONGEST]) for key, text in about.items()}
    return commented_latex(about, "\n" + "\n".join(tables))


def _set(cell: str) -> str:
    return in_latex(shown_in_cell(cell)) if cell else ""


def _tabulars(table: ReportTable) -> str:
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
