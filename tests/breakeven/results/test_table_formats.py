"""Tables of values as Markdown and LaTeX: names literally, numbers to be read."""

from __future__ import annotations

import pandas as pd

from breakeven.results.table_formats import frame_in_latex, frame_in_markdown

FRAME = pd.DataFrame(
    {
        "class": ["a|b", "$x$ & y", ""],
        "n": pd.array([1234, None, 3], dtype="Int64"),
        "F₁": [0.12345, -0.118, float("nan")],
        "p": [0.00042, 2.0, float("inf")],
    }
)


def test_a_table_of_values_is_read_as_it_was_meant() -> None:
    assert frame_in_markdown(FRAME) == (
        "| class | n | F₁ | p |\n"
        "| --- | --: | --: | --: |\n"
        "| a\\|b | 1,234 | 0.123 | 0.00042 |\n"
        "| \\$x\\$ \\& y | — | -0.118 | 2 |\n"
        "|  | 3 | — | ∞ |"
    )
    assert frame_in_latex(FRAME).splitlines() == [
        r"\begin{tabular}{lrrr}",
        r"class & n & F\textsubscript{1} & p \\",
        r"\hline",
        r"a\textbar{}b & 1,234 & 0.123 & 0.00042 \\",
        r"\$x\$ \& y & — & -0.118 & 2 \\",
        r" & 3 & — & \ensuremath{\infty} \\",
        r"\end{tabular}",
    ]


def test_columns_of_the_same_name_are_both_there() -> None:
    frame = pd.DataFrame([[1, True]], columns=["a", "a"])
    assert frame_in_markdown(frame).splitlines()[-1] == "| 1 | True |"
    assert frame_in_markdown(frame.iloc[:0]).splitlines() == ["| a | a |", "| --- | --: |"]
