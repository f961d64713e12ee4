"""Formulas of the catalogue as HTML: the part of LaTeX that they use, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markupsafe import Markup, escape

from breakeven.report.svg.draw import tag

SIGNS = {
    "#": "#", "%": "%", "{": "{", "}": "}", ",": "\u2009", ";": "\u2005", " ": " ",
    "quad": "\u2003", "qquad": "\u2003\u2003",
    "Delta": "Δ", "alpha": "α", "beta": "β", "delta": "δ", "kappa": "κ", "lambda": "λ", "mu": "μ",
    "omega": "ω", "pi": "π", "rho": "ρ", "tau": "τ", "varepsilon": "ε", "ell": "ℓ",
    "Rightarrow": "⇒", "approx": "≈", "cap": "∩", "cdot": "·", "cup": "∪", "emptyset": "∅",
    "ge": "≥", "iff": "⇔", "in": "∈", "infty": "∞", "int": "∫", "le": "≤", "lfloor": "⌊",
    "rfloor": "⌋", "mapsto": "↦", "mid": "|", "ne": "≠", "notin": "∉", "partial": "∂", "pm": "±",
    "prod": "∏", "propto": "∝", "setminus": "∖", "subset": "⊂", "sum": "∑", "to": "→", "dots": "…",
    "Pr": "Pr", "arg": "arg ", "cos": "cos", "ln": "ln", "log": "log", "max": "max", "min": "min",
}  # fmt: skip
# how a letter is marked, by what is put behind it
ACCENTS = {
    "bar": "\u0304",
    "hat": "\u0302",
    "overline": "\u0305",
    "tilde": "\u0303",
    "widehat": "\u0302",
}
SIZES = {"Bigl", "Bigr", "bigl", "bigr", "left", "right", "textstyle", "hline", "displaystyle"}
RELATIONS = set("=<>≥≤≠≈∈∉∝→⇒⇔±↦+|")
UPRIGHT = {"mathrm", "mathbb", "text", "operatorname"}
PIECE = re.compile(r"\\(?:[A-Za-z]+|.)|[{}_^&]|\s+|.", re.S)


class _Pieces:
    """What is left of a formula, taken piece by piece."""

    def __init__(self, latex: str) -> None:
        self.left = [t for t in PIECE.findall(latex) if not t.isspace() or t == " "]
        self.at = 0

    def peek(self) -> str | None:
        while self.at < len(self.left) and self.left[self.at] == " ":
            self.at += 1
        return self.left[self.at] if self.at < len(self.left) else None

    def take(self) -> str:
        piece = self.peek()
        if piece is None:
            raise ValueError("the formula ends too early")
        self.at += 1
        return piece

    def raw(self) -> str:
        """A group as it is written, spaces too."""
        if self.take() != "{":
            self.at -= 1
            return self.take()
        depth, parts = 1, []
        while depth:
            piece = self.left[self.at]
            self.at += 1
            depth += (piece == "{") - (piece == "}")
            parts.append(piece)
        return "".join(parts[:-1])


def formula_html(latex: str) -> Markup:
    """A formula as HTML of spans; ValueError for LaTeX that no formula of the catalogue uses."""
    before, begins, cases = latex.partition(r"\begin{cases}")
    inside = _table(re.sub(r"\\(begin|end)\{(aligned|array)\}(\{[^}]*\})?", "", before))
    if begins:
        inside += escape("{ ") + _table(cases.removesuffix(r"\end{cases}"))
    return tag("span", inside, class_="formula", role="math", aria_label=latex)


def _table(latex: str) -> Markup:
    """Rows below each other where there are several, with their cells in columns."""
    rows = [_row(row) for row in re.split(r"\\\\", latex)]
    if len(rows) == 1:
        return rows[0][0] if len(rows[0]) == 1 else Markup("").join(rows[0])
    lines = (_span("row", *(_span("cell", cell) for cell in cells)) for cells in rows)
    return _span("rows", *lines)


def _row(latex: str) -> list[Markup]:
    return [Markup("").join(_pieces(_Pieces(cell))) for cell in re.split(r"(?<!\\)&+", latex)]


def _pieces(pieces: _Pieces) -> Iterator[Markup]:
    while (piece := pieces.peek()) is not None and piece != "}":
        yield _with_scripts(pieces)


def _with_scripts(pieces: _Pieces) -> Markup:
    base = Markup("") if pieces.peek() in ("_", "^") else _piece(pieces)
    scripts = {}
    while (piece := pieces.peek()) in ("_", "^"):
        pieces.take()
        scripts[piece] = _group(pieces)
    if not scripts:
        return base
    if len(scripts) == 1:
        ((kind, script),) = scripts.items()
        return base + tag("sub" if kind == "_" else "sup", script)
    both = _span("", scripts["^"]), _span("", scripts["_"])
    return base + _span("scripts", *both)


def _group(pieces: _Pieces) -> Markup:
    if pieces.peek() != "{":
        return _piece(pieces)
    pieces.take()
    inside = Markup("").join(_pieces(pieces))
    pieces.take()
    return inside


def _piece(pieces: _Pieces) -> Markup:
    piece = pieces.peek()
    if piece == "{":
        return _group(pieces)
    piece = pieces.take()
    if not piece.startswith("\\"):
        return _sign(piece)
    return _command(piece[1:], pieces)


def _command(name: str, pieces: _Pieces) -> Markup:
    if name in SIZES:
        if pieces.peek() == "." and name in ("left", "right"):
            pieces.take()
        return Markup("")
    if name in SIGNS:
        return _sign(SIGNS[name])
    if name in UPRIGHT:
        return _span("up", _words(pieces.raw()))
    if name in ACCENTS:
        letters = re.sub(r"\\mathrm\{(\w+)\}", r"\1", pieces.raw())
        return tag("i", letters + ACCENTS[name])
    if name in ("frac", "tfrac", "binom"):
        parts = [_span("", _group(pieces)) for _ in range(2)]
        if name == "binom":
            return escape("(") + _span("frac binom", *parts) + escape(")")
        return _span("frac", *parts)
    if name == "sqrt":
        return escape("√") + _span("root", _group(pieces))
    raise ValueError(f"no formula uses \\{name}")


def _span(kind: str, *inside: object) -> Markup:
    return tag("span", *inside, class_=kind or None)


def _words(raw: str) -> str:
    return raw.replace("\\_", "_").replace("\\%", "%").replace("~", " ")


def _sign(sign: str) -> Markup:
    if sign.isalpha() and len(sign) == 1:
        return tag("i", sign)
    if sign in RELATIONS:
        return escape(f"\u2005{sign}\u2005")
    return escape("−" if sign == "-" else sign)
