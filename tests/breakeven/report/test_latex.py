"""Tables in LaTeX hold together whatever names say, and are set where there is a LaTeX."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from breakeven.report.latex import ROWS, report_in_latex, tables_of
from breakeven.results.table_formats import in_latex
from metrics.catalogue import CATALOGUE
from tests.breakeven.report.reported import hostile_report, plain_review, report

# a document with the fonts that hold these signs
DOCUMENT = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\begin{document}
\tiny
%s
\end{document}
"""


def test_a_table_holds_the_numbers_of_a_sum_by_hand() -> None:
    text = report_in_latex(report(plain_review()))
    # 6 hits of 9 called and 11 true
    micro = next(line for line in text.splitlines() if line.startswith("Micro & "))
    precision, recall, f = (cell.split()[0] for cell in micro.split(" & ")[1:])
    assert (precision, recall, f) == ("0.667", "0.545", "0.600")
    b = next(line for line in text.splitlines() if line.startswith("b & 4 & 2 & 2 & 2 & 4 & "))
    assert " & 0.500 (" in b


@pytest.mark.parametrize("make", [lambda: report(plain_review()), hostile_report])
def test_every_row_has_a_cell_for_each_column_and_nothing_stands_unescaped(make: object) -> None:
    made = make()  # type: ignore[operator]
    text = report_in_latex(made)
    tabulars = re.findall(r"\\begin\{tabular\}\{(l?r*)\}\n(.*?)\\end\{tabular\}", text, re.S)
    assert len(tabulars) == sum(-(-len(table.rows) // ROWS) for table in tables_of(made))
    for columns, body in tabulars:
        for line in body.splitlines():
            if line == r"\hline":
                continue
            assert line.endswith(r" \\")
            cells = re.split(r"(?<!\\)&", line.removesuffix(r" \\"))
            assert len(cells) == len(columns), line
            bare = re.sub(r"\\[a-zA-Z]+|\\[{}$&#%_]", "", line.removesuffix(r" \\"))
            assert not re.search(r"[\\$#%_^~<>|\"`]", bare), line
            # an optional argument of the row before
            assert not line.startswith(("[", "*")), line
            depth = 0
            for sign in re.sub(r"\\[{}]", "", line):
                depth += {"{": 1, "}": -1}.get(sign, 0)
                assert depth >= 0, line
            assert depth == 0, line
    # what is not in a table is a comment
    rest = re.sub(r"\\begin\{tabular\}.*?\\end\{tabular\}", "", text, flags=re.S)
    assert all(line.startswith("%") or not line for line in rest.splitlines())


def test_a_long_table_is_parted_as_no_tabular_breaks_over_pages() -> None:
    from dataclasses import replace

    small = report(plain_review())
    (row,) = [row for row in small.classes if row.name == "b"]
    many = replace(small, classes=tuple(replace(row, name=f"b{i}") for i in range(ROWS + 1)))
    text = report_in_latex(many)
    assert f"% part: rows {ROWS + 1} to {ROWS + 1} of {ROWS + 1}\n" in text


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex")
def test_latex_sets_the_tables(tmp_path: Path) -> None:
    text = report_in_latex(hostile_report())
    (tmp_path / "tables.tex").write_text(DOCUMENT % text, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "tables.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex")
def test_latex_sets_every_name_of_a_measure(tmp_path: Path) -> None:
    names = sorted({sign for entry in CATALOGUE.values() for sign in entry.name})
    # and signs of numbers
    text = "\n".join(in_latex(sign) for sign in [*names, *"κα−≥≤∞±"])
    (tmp_path / "names.tex").write_text(DOCUMENT % text, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "names.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
