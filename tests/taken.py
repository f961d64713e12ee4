"""Reading the files of a report as other programs do: tables by their captions, cells as meant."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.parser import HTMLParser

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
    tables: dict[str, list[list[str]]] = {}
    pattern = r"^% table: (.*)\n(?:% part: .*\n)?\\begin\{tabular\}.*\n((?:.*\n)*?)\\end\{tabular\}"
    for caption, body in re.findall(pattern, text, re.M):
        lines = [line for line in body.splitlines() if line != r"\hline"]
        rows = [
            [unset(cell.strip()) for cell in re.split(r"(?<!\\)&", line.removesuffix(r"\\"))]
            for line in lines
        ]
        tables[caption] = [*tables[caption], *rows[1:]] if caption in tables else rows
    return tables


def unset(text: str) -> str:
    """What LaTeX sets of an escaped text."""
    signs = "|".join(map(re.escape, sorted(OF_LATEX, key=len, reverse=True)))
    shown = re.sub(signs, lambda match: OF_LATEX[match[0]], text)
    return re.sub(r"\\textsubscript\{(\d)\}", lambda match: "₀₁₂₃₄₅₆₇₈₉"[int(match[1])], shown)


class Html(HTMLParser):
    """What stands in the sections of a page, by their ids: tables as rows of cells, and texts.

    The parts of a cell or a text are parted by single spaces. Drawings are left out.
    """

    TEXTS = ("p", "li", "h3", "h4", "dd")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: dict[str, list[list[list[str]]]] = {}
        self.texts: dict[str, list[str]] = {}
        self._section = ""
        self._words: list[str] | None = None
        self._drawings = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "section":
            self._section = dict(attrs)["id"] or ""
            self.tables[self._section], self.texts[self._section] = [], []
        elif tag == "table":
            self.tables[self._section].append([])
        elif tag == "tr":
            self.tables[self._section][-1].append([])
        elif tag == "svg":
            self._drawings += 1
        elif tag in ("th", "td", *self.TEXTS):
            self._words = []
        elif tag in ("br", "small", "span") and self._words is not None:
            self._words.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag == "svg":
            self._drawings -= 1
        if self._words is None or tag not in ("th", "td", *self.TEXTS) or not self._section:
            return
        said = " ".join("".join(self._words).split())
        if tag in ("th", "td"):
            self.tables[self._section][-1][-1].append(said)
        else:
            self.texts[self._section].append(said)
        self._words = None

    def handle_data(self, data: str) -> None:
        if self._words is not None and not self._drawings:
            self._words.append(data)
