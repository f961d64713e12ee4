"""Expressions over many terms: put together two by two, and rows that become one for each class.

Long chains are nested too deeply for engines; what rows say of all classes is laid into lists
first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import ibis
from ibis.expr import types as ir

# --- Values put together two by two: long chains are nested too deeply for engines


def sum_flags(terms: Sequence[ir.Value]) -> ir.IntegerValue:
    """The sum of flags."""
    return join_pairwise([t.cast("int32") for t in terms], lambda a, b: a + b)


def join_pairwise(
    terms: list[ir.Value], join: Callable[[ir.Value, ir.Value], ir.Value]
) -> ir.Value:
    """Values put together two by two; 0 for none."""
    if not terms:
        return ibis.literal(0, "int32")
    while len(terms) > 1:
        paired = [join(a, b) for a, b in zip(terms[::2], terms[1::2], strict=False)]
        terms = paired + (terms[-1:] if len(terms) % 2 else [])
    return terms[0]


# --- Rows that become one for each class: what they say of all classes is laid into lists first


# of rows that have what is held, and the place of a class: what they say of it
Later: TypeAlias = Callable[[ir.Table, Any], Any]


@dataclass(frozen=True)
class ClassLists:
    """What rows say of the classes, held until there is a row for each of these, or a list of them.

    The rows are gone through once, and what is asked of a class is asked in the same words of each
    at its place: an engine that is told it class by class makes a program of each, and takes longer
    for that than for a million rows. `held`: by names of ours.
    """

    classes: tuple[str, ...]
    held: dict[str, ir.Value] = field(default_factory=dict)

    def same(self, value: ir.Value) -> Later:
        """What a row says to all classes alike."""
        known = (name for name, held in self.held.items() if held.equals(value))
        name = next(known, f"held{len(self.held)}")
        self.held[name] = value
        return lambda each, place: each[name]

    def each(self, values: Sequence[ir.Value]) -> Later:
        """What a row says of each class."""
        held = self.same(ibis.array(values))
        return lambda each, place: held(each, place)[place]

    def lists(self, cell: ir.Value, separator: str) -> Later:
        """Whether a row's cell, a list or a text, names each class."""
        if isinstance(cell, ir.ArrayValue):
            held, names = self.same(cell), literal_list(self.classes, "string")
            return lambda each, place: held(each, place).contains(names[place]).fill_null(False)
        if separator == "none":
            held, names = self.same(cell), literal_list(self.classes, "string")
            return lambda each, place: held(each, place) == names[place]
        # a copy of the text for each row, and one look at it for each class
        between = ibis.literal(separator)
        held = self.same(between + cell + between)
        names = literal_list([separator + name + separator for name in self.classes], "string")
        return lambda each, place: held(each, place).contains(names[place])

    def folded(self, rows: ir.Table, columns: Iterable[str]) -> ir.Table:
        """The rows with what is held, beside what is kept."""
        return rows.select(*columns, **self.held)

    def unfolded(self, rows: ir.Table, columns: Iterable[str], places: Sequence[int]) -> ir.Table:
        """A row for each of the classes at these places (klass), beside what is kept and held."""
        return self.folded(rows, columns).mutate(klass=literal_list(places, "int32").unnest())


def literal_list(values: Iterable[Any], kind: str) -> ir.ArrayValue:
    """What is known of each class, whatever the row, in the order of their places."""
    if kind == "float64":  # engines take numbers for decimal ones, and make all as long as one
        return literal_list([repr(float(value)) for value in values], "string").cast(
            "array<float64>"
        )
    return ibis.literal(list(values), f"array<{kind}>")


def lists(cell: ir.Value, separator: str, name: str) -> ir.BooleanValue:
    """Whether cells, as lists or as text, name a class."""
    if isinstance(cell, ir.ArrayValue):
        return cell.contains(name).fill_null(False)
    if separator == "none":
        return cell == name
    # four looks at the text as it is cost less than one at a copy of it
    first, last = cell.startswith(name + separator), cell.endswith(separator + name)
    inside = cell.contains(separator + name + separator)
    return (cell == name) | first | last | inside
