"""Tables as CSV, Markdown and LaTeX.

Names from files stand literally in all of them. Pages load it at the start, so it imports neither
NumPy nor what counts.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from breakeven.data.wording import LINE_END, NOTHING, guarded

if TYPE_CHECKING:  # every page opens through here, and the first one shows no table
    import pandas as pd

GREEK = {
    **{"α": "alpha", "β": "beta", "δ": "delta", "ε": "varepsilon", "κ": "kappa", "λ": "lambda"},
    **{"π": "pi", "ρ": "rho", "τ": "tau", "ω": "omega"},
}
LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    # at the start of a row they would belong to the end of the row before
    "[": "{[}",
    "*": "{*}",
    # ?` and !` would be set as one sign
    "`": r"\textasciigrave{}",
    # what LaTeX's own fonts lack
    "≥": r"\ensuremath{\geq}",
    "≤": r"\ensuremath{\leq}",
    "∞": r"\ensuremath{\infty}",
    "′": r"\ensuremath{'}",
    "≠": r"\ensuremath{\neq}",
    "≈": r"\ensuremath{\approx}",
    "−": r"\ensuremath{-}",
    **{letter: rf"\ensuremath{{\{name}}}" for letter, name in GREEK.items()},
    "⟨": r"\ensuremath{\langle}",
    "⟩": r"\ensuremath{\rangle}",
    # pictures of control characters
    **{chr(0x2400 + code): f"{code:02X}" for code in range(32)},
    **{sign: rf"\textsubscript{{{n}}}" for n, sign in enumerate("₀₁₂₃₄₅₆₇₈₉")},
}


def in_markdown(name: object) -> str:
    """A name as Markdown shows it literally, on one line."""
    # a colon before // and a dot after www would make links of addresses
    text = re.sub(r"([\\`*_{}\[\]<>#|~$&@]|:(?=//)|(?<=www)\.)", r"\\\1", str(name))
    return re.sub(r"\s", " ", text) or "(empty)"


def in_latex(name: object) -> str:
    """A name as LaTeX sets it literally, on one line."""
    text = "".join(LATEX.get(sign, sign) for sign in str(name))
    # two hyphens would be set as a dash
    return re.sub(r"\s", " ", text).replace("--", "-{}-") or "(empty)"


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table of ready cells, all but the first column to the right."""
    rule = ["---"] + ["--:"] * (len(head) - 1)
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, rule, *rows])


def latex_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A LaTeX tabular of ready cells, all but the first column to the right; no package needed."""
    lines = [" & ".join(row) + r" \\" for row in [head, *rows]]
    body = [lines[0], r"\hline", *lines[1:]]
    columns = "l" + "r" * (len(head) - 1)
    return "\n".join([rf"\begin{{tabular}}{{{columns}}}", *body, r"\end{tabular}", ""])


def notes_in_markdown(notes: Sequence[str]) -> list[str]:
    """Lines for the end of a document: what was noticed in reading; none without notes."""
    return ["", "Noticed:", "", *(f"- {in_markdown(note)}" for note in notes)] if notes else []


def commented_markdown(facts: Mapping[str, str], table: str) -> str:
    """A table below what it is about, a line that is shown with it."""
    listed = (f"{in_markdown(key)}: {in_markdown(text)}" for key, text in facts.items() if text)
    return f"{'; '.join(listed)}\n\n{table}"


def commented_latex(facts: Mapping[str, str], table: str) -> str:
    """A table below what it is about, in comments, which are not set."""
    lines = (re.sub(r"\s", " ", f"{key}: {text}") for key, text in facts.items() if text)
    return "".join(f"% {line}\n" for line in lines) + table


def frame_in_markdown(frame: pd.DataFrame) -> str:
    """A table of values as Markdown: names literally, numbers to be read.

    CSV and Parquet have every digit of them.
    """
    return markdown_table(*_in_cells(frame, in_markdown))


def frame_in_latex(frame: pd.DataFrame) -> str:
    """As `frame_in_markdown`, as LaTeX."""
    return latex_table(*_in_cells(frame, in_latex))


def _in_cells(
    frame: pd.DataFrame, literal: Callable[[object], str]
) -> tuple[list[str], list[list[str]]]:
    columns = [
        [_in_cell(value, literal) if there else NOTHING for value, there in held]
        for held in (
            zip(column.tolist(), column.notna().tolist(), strict=True)
            for _, column in frame.items()
        )
    ]
    rows = [list(row) for row in zip(*columns, strict=True)]
    return [literal(name) for name in frame.columns], rows


def _in_cell(value: object, literal: Callable[[object], str]) -> str:
    """Whole numbers grouped, others to three digits or, where small, three figures."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return literal(value) if str(value) else ""
    if math.isinf(value):
        return literal("∞" if value > 0 else "-∞")
    if value == int(value):
        return f"{int(value):,}"
    return f"{value:.3f}" if abs(value) >= 0.01 else f"{value:.3g}"


def csv_of(frame: pd.DataFrame) -> str:
    """CSV in which no cell runs as a formula: text that starts like one gets an apostrophe.

    Numbers stay numbers. Source: OWASP ASVS 5, 1.2.10.
    """
    from pandas.api.types import is_numeric_dtype

    def guard(value: Any) -> Any:
        return guarded(value) if isinstance(value, str) else value

    safe = frame.copy()
    for name in safe.columns:
        if not is_numeric_dtype(safe[name]):
            safe[name] = [guard(value) for value in safe[name]]
    safe.columns = [guard(name) for name in safe.columns]
    return str(safe.to_csv(index=False, lineterminator=LINE_END))
