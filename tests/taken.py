"""Reading the files of a report as other programs do: tables by their captions, cells as meant."""

from __future__ import annotations

import re
from collections.abc import Mapping

Tables = Mapping[str, list[list[str]]]

OF_LATEX = {
    r"\textbackslash{}": "\\", r"\{": "{", r"\}": "}", r"\$": "$", r"\&": "&", r"\#": "#",
    r"\%": "%", r"\_": "_", r"\textasciicircum{}": "^", r"\textasciitilde{}": "~",
    r"\textless{}": "<", r"\textgreater{}": ">", r"\textbar{}": "|", r"\textquotedbl{}": '"',
    "{[}": "[", "{]}": "]", "{*}": "*", r"\textasciigrave{}": "`", "-{}-": "--",
    r"\ensuremath{\geq}": "≥", r"\ensuremath{\infty}": "∞", r"\ensuremath{\beta}": "β",
}  # fmt: skip


def markdown_tables(text: str) -> Tables:
    """Tables of Markdown below their captions in bold: rows of cells, the head first."""
    found = {}
    for caption, table in re.findall(r"^\*\*(.*)\*\*\n\n((?:\|.*\|\n)+)", text, re.M):
        rows = [
            [unmarked(cell.strip()) for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            for line in table.splitlines()
        ]
        found[unmarked(caption)] = [rows[0], *rows[2:]]
    return found


def unmarked(text: str) -> str:
    """What Markdown shows of an escaped text."""
    return re.sub(r"\\([\\`*_{}\[\]<>#|~$&@:.])", r"\1", text)


def latex_tables(text: str) -> Tables:
    """Tabulars of LaTeX below the comments that name them, those in parts as one."""
    found: dict[str, list[list[str]]] = {}
    pattern = r"^% table: (.*)\n(?:% part: .*\n)?\\begin\{tabular\}.*\n((?:.*\n)*?)\\end\{tabular\}"
    for caption, body in re.findall(pattern, text, re.M):
        lines = [line for line in body.splitlines() if line != r"\hline"]
        rows = [
            [unset(cell.strip()) for cell in re.split(r"(?<!\\)&", line.removesuffix(r"\\"))]
            for line in lines
        ]
        found[caption] = [*found[caption], *rows[1:]] if caption in found else rows
    return found


def unset(text: str) -> str:
    """What LaTeX sets of an escaped text."""
    signs = "|".join(map(re.escape, sorted(OF_LATEX, key=len, reverse=True)))
    shown = re.sub(signs, lambda found: OF_LATEX[found[0]], text)
    return re.sub(r"\\textsubscript\{(\d)\}", lambda found: "₀₁₂₃₄₅₆₇₈₉"[int(found[1])], shown)
