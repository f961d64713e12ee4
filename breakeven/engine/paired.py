"""Values put together two by two: long chains are nested too deeply for engines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import ibis
from ibis.expr import types as ir


def total(terms: Sequence[ir.Value]) -> ir.IntegerValue:
    """The sum of flags."""
    return pairwise([t.cast("int32") for t in terms], lambda a, b: a + b)


def pairwise(terms: list[ir.Value], join: Callable[[ir.Value, ir.Value], ir.Value]) -> ir.Value:
    """Values put together two by two; 0 for none."""
    if not terms:
        return ibis.literal(0, "int32")
    while len(terms) > 1:
        paired = [join(a, b) for a, b in zip(terms[::2], terms[1::2], strict=False)]
        terms = paired + (terms[-1:] if len(terms) % 2 else [])
    return terms[0]
