"""A formula is arithmetic of counts, and nothing else."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from metrics.formulas import (
    LARGEST_NUMBER,
    MOST_CHARACTERS,
    MOST_DEPTH,
    NAMES,
    FormulaError,
    parsed,
)
from metrics.measures import f_beta, mcc
from metrics.tallies import ContingencyTable


def table(*cells: int) -> ContingencyTable:
    return ContingencyTable(*(np.array(cell, dtype=float) for cell in cells))


class Written:
    """A random formula, and its value in fractions: worked out while it is written."""

    def __init__(self, random: np.random.Generator, counts: dict[str, int]) -> None:
        self.random, self.counts = random, counts

    def part(self, depth: int) -> tuple[str, Fraction | None, int]:
        """Its text, its value (None where it is undefined), and its degree."""
        if depth == 0 or self.random.random() < 0.2:
            if self.random.random() < 0.7:
                name = str(self.random.choice(NAMES))
                return name, Fraction(self.counts[name]), 1
            number = int(self.random.integers(0, 20))
            return (f"{number}", Fraction(number), 0) if number % 2 else (
                f"{number}.5", Fraction(2 * number + 1, 2), 0
            )  # fmt: skip
        kind = str(self.random.choice(["+", "-", "*", "/", "**", "minus"]))
        left, value, degree = self.part(depth - 1)
        if kind == "minus":
            return f"-({left})", None if value is None else -value, degree
        if kind == "**":
            power = int(self.random.integers(1, 3))
            if degree * power > 4:
                return f"({left})", value, degree
            return f"({left})**{power}", None if value is None else value**power, degree * power
        right, other, more = self.part(depth - 1)
        joint = max(degree, more) if kind in "+-" else degree + more
        if joint > 4:
            return f"({left})", value, degree
        text = f"({left}) {kind} ({right})"
        if value is None or other is None or (kind == "/" and other == 0):
            return text, None, joint
        if kind == "/":
            return text, value / other, joint
        done = {"+": value + other, "-": value - other, "*": value * other}
        return text, done[kind], joint


def test_a_formula_equals_the_same_sum_in_fractions() -> None:
    random = np.random.default_rng(5)
    compared = undefined = 0
    for _ in range(3_000):
        cells = random.integers(0, 4, 4).tolist()
        counts = dict(zip(NAMES, [*cells, sum(cells)], strict=True))
        text, value, _ = Written(random, counts).part(3)
        if len(text) > MOST_CHARACTERS or not any(name in text for name in NAMES):
            continue
        got = float(parsed(text)(table(*cells)))
        if value is None:
            undefined += 1
            assert np.isnan(got), text
        else:
            compared += 1
            # what cancels leaves the rounding of what it is the difference of
            assert got == pytest.approx(float(value), rel=1e-9, abs=1e-6), text
    assert compared > 1_500
    assert undefined > 100


def test_many_units_are_measured_at_once_as_one_by_one() -> None:
    random = np.random.default_rng(6)
    cells = random.integers(0, 9, (4, 500)).astype(float)
    many = ContingencyTable(*cells)
    f1 = parsed("2*tp / (2*tp + fp + fn)")(many)
    np.testing.assert_allclose(f1, f_beta(many, 1.0), rtol=1e-12)
    correlation = "(tp*tn - fp*fn) / ((tp+fp)*(tp+fn)*(fp+tn)*(fn+tn))**0.5"
    np.testing.assert_allclose(parsed(correlation)(many), mcc(many), atol=1e-12)


def test_a_cost_by_hand() -> None:
    # 5 × 2 missed + 1 alarm of 10
    assert float(parsed("(5*fn + fp)/n")(table(6, 1, 2, 1))) == 11 / 10


def test_nothing_is_undefined_by_stealth() -> None:
    assert np.isnan(parsed("tp/(tp + fp)")(table(0, 0, 3, 4)))
    assert np.isnan(parsed("fp/(tp - tp)")(table(1, 2, 3, 4)))
    # a root of less than 0, and a number beyond a double
    assert np.isnan(parsed("(tp - fp)**0.5")(table(1, 2, 3, 4)))
    assert np.isnan(parsed("tp**4 * 1e9**4 * 1e9**4 * 1e9**4 * 1e9**4 * 1e9**4 * 1e9**4"
                           "* 1e9**4 * 1e9**4 * 1e9**4")(table(9, 2, 3, 4)))  # fmt: skip
    # without true negatives there is no n
    open_ended = ContingencyTable(np.array(1.0), np.array(2.0), np.array(3.0), np.array(np.nan))
    assert np.isnan(parsed("fp/n")(open_ended))
    assert float(parsed("fp/(tp + fp)")(open_ended)) == 2 / 3


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("__import__('os').system('true')", 1),
        ("fp + __import__", 6),
        ("tp.__class__.__mro__", 1),
        ("fn + tp.real", 6),
        ("tp**9", 5),
        ("9**9**9*tp", 4),
        ("tp**fp", 5),
        ("tp**-1", 5),
        ("((tp**4)**4)/n", 2),
        ("tp*fp*tp*fp*tp*fp*tp*fp*tp", 1),
        ("(" * 30 + "tp" + ")" * 30, MOST_DEPTH + 1),
        ("+" * 60 + "tp", MOST_DEPTH + 1),
        ("tp if fp else fn", 1),
        ("[tp for tp in fp]", 1),
        ("(lambda: tp)()", 1),
        ("tp[0]", 1),
        ("tp == fp", 1),
        ("tp and fp", 1),
        ("tp // fp", 1),
        ("tp % fp", 1),
        ("tp @ fp", 1),
        ("~tp", 1),
        ("tp, fp", 1),
        ("tp := fp", 4),
        ("  tp + x", 8),
        ("tp + 'a'", 6),
        ("tp + True", 6),
        ("tp + 2j", 6),
        ("tp + 1e400", 6),
        (f"tp + {LARGEST_NUMBER:.0f}0", 6),
        ("tp + 0x" + "f" * 150, 6),
        ("tp # rest", 4),
        ("tp\n+ fp", 3),
        ("tp \\", 4),
        ("tp + \0", 6),
        ("tp + ｔｐ", 6),
        ("tp +", 4),
        ("1 + 2", 1),
        ("", 1),
        ("   ", 1),
        ("tp + " * 60 + "tp", MOST_CHARACTERS + 1),
    ],
)
def test_all_else_is_refused_where_it_stands(text: str, column: int) -> None:
    with pytest.raises(FormulaError) as caught:
        parsed(text)
    assert caught.value.column == column
    assert caught.value.what
    assert caught.value.remedy


def test_no_text_does_more_than_be_refused() -> None:
    random = np.random.default_rng(7)
    parts = [*NAMES, "(", ")", "+", "-", "*", "/", "**", ".", ",", "0", "7", "e", "_", "'", '"',
             "[", "]", "{", "}", ":", "=", "<", "lambda", "import", "exec", "\n", " ", "é", "\0",
             "@", "!", "f'", "async", "yield", "await", "..."]  # fmt: skip
    taken, columns = 0, []
    for _ in range(20_000):
        text = "".join(random.choice(parts, int(random.integers(1, 14))))
        try:
            value = parsed(text)(table(3, 1, 2, 4))
        except FormulaError as error:
            columns.append((error.column, len(text)))
            continue
        taken += 1
        assert np.shape(value) == ()
    assert taken > 100
    assert all(1 <= column <= length + 1 for column, length in columns)
