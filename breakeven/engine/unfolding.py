"""Rows that become one for each class: what they say of all classes is laid into lists first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import ibis
from ibis.expr import types as ir

# of the rows of each class: what one of them says
Later: TypeAlias = Callable[[ir.Table], Any]


@dataclass(frozen=True)
class Unfolding:
    """What rows say of the classes, held until there is a row for each of these.

    The rows are gone through once, and what is asked of a class is asked in the same words of each
    at its place: an engine that is told it class by class makes a program of each, and takes longer
    for that than for a million rows. `held`: by names of ours.
    """

    classes: tuple[str, ...]
    held: dict[str, ir.Value] = field(default_factory=dict)

    def same(self, value: ir.Value) -> Later:
        """What a row says to all classes alike."""
        name = f"held{len(self.held)}"
        self.held[name] = value
        return lambda each: each[name]

    def each(self, values: Sequence[ir.Value]) -> Later:
        """What a row says of each class."""
        held = self.same(ibis.array(values))
        return lambda each: held(each)[each.klass]

    def lists(self, cell: ir.Value, separator: str) -> Later:
        """Whether a row's cell names each class."""
        held = self.same(cell)

        def named(each: ir.Table) -> ir.BooleanValue:
            def name(before: str, after: str) -> ir.Value:
                written = [before + name + after for name in self.classes]
                return listed(written, "string")[each.klass]

            return lists(held(each), separator, name)

        return named

    def unfolded(self, rows: ir.Table, kept: Iterable[str], places: Sequence[int]) -> ir.Table:
        """A row for each of the classes at these places (klass), beside what is kept and held."""
        folded = rows.select(*kept, **self.held)
        return folded.mutate(klass=listed(places, "int32").unnest())


def listed(values: Iterable[Any], kind: str) -> ir.ArrayValue:
    """What is known of each class, whatever the row, in the order of their places."""
    if kind == "float64":  # engines take numbers for decimal ones, and make all as long as one
        return listed([repr(float(value)) for value in values], "string").cast("array<float64>")
    return ibis.literal(list(values), f"array<{kind}>")


def lists(cell: ir.Value, separator: str, name: Callable[[str, str], Any]) -> ir.BooleanValue:
    """Whether cells, as lists or as text, name a class.

    `name`: what it is called, with a text before it and one behind it.
    """
    if isinstance(cell, ir.ArrayValue):
        return cell.contains(name("", "")).fill_null(False)
    if separator == "none":
        return cell == name("", "")
    # four looks at the text as it is cost less than one at a copy of it
    first, last = cell.startswith(name("", separator)), cell.endswith(name(separator, ""))
    inside = cell.contains(name(separator, separator))
    return (cell == name("", "")) | first | last | inside
