"""Worked examples in tests/golden, computed in exact arithmetic by code that shares none with this.

Form of a case: name, source, input, expected, tolerance, note. In `expected`, null is undefined
(0/0) and "inf" is infinity; everything else must agree within the tolerance.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from metrics.tallies import ContingencyTable, ScoreTally, tally_scores
from tests.paths import GOLDEN


def cases(file: str, *inputs: str) -> list[Any]:
    """The cases of a file as pytest parameters: all, or those whose input has just these fields."""
    found = json.loads((GOLDEN / f"{file}.json").read_text(encoding="utf-8"))["cases"]
    chosen = [c for c in found if not inputs or set(c["input"]) == set(inputs)]
    assert chosen, f"no case of {file} has the inputs {inputs}"
    return [pytest.param(case, id=case["name"]) for case in chosen]


def check(got: Any, case: Mapping[str, Any]) -> None:
    """Every expected value of the case is in `got`, within the case's tolerance."""
    mismatches = list(_mismatches(got, case["expected"], case["tolerance"], ""))
    assert not mismatches, "\n".join(mismatches)


def _mismatches(got: Any, expected: Any, tolerance: float, where: str) -> Any:
    if isinstance(expected, dict):
        if not isinstance(got, Mapping) or not set(got) >= set(expected):
            yield f"{where}: {got!r} lacks some of the fields {sorted(expected)}"
            return
        for key, value in expected.items():
            yield from _mismatches(got[key], value, tolerance, f"{where}/{key}")
    elif isinstance(expected, list):
        if isinstance(got, str) or not isinstance(got, Sequence | np.ndarray):
            yield f"{where}: {got!r} is no list"
        elif len(got) != len(expected):
            yield f"{where}: {len(got)} values, not {len(expected)}: {got!r}"
        else:
            for i, value in enumerate(expected):
                yield from _mismatches(got[i], value, tolerance, f"{where}[{i}]")
    elif not _same(got, expected, tolerance):
        yield f"{where}: {got!r}, not {expected!r}"


def _same(got: Any, expected: Any, tolerance: float) -> bool:
    if expected is None:
        return got is None or (np.ndim(got) == 0 and bool(np.isnan(got)))
    if isinstance(expected, str | bool) and expected != "inf":
        return bool(got == expected)
    want = float(expected)
    if np.isinf(want):
        return bool(got == want)
    return bool(abs(got - want) <= tolerance * max(1.0, abs(want)))


def number(value: Any) -> float:
    """A number of an input: null is NaN, "inf" infinity."""
    return float("nan") if value is None else float(value)


def table(cell: Mapping[str, int]) -> ContingencyTable:
    return ContingencyTable(*(np.asarray(cell[name]) for name in ("tp", "fp", "fn", "tn")))


def tables(cells: Sequence[Mapping[str, int]]) -> ContingencyTable:
    return ContingencyTable(
        *(np.array([cell[name] for cell in cells]) for name in ("tp", "fp", "fn", "tn"))
    )


def counts(table: ContingencyTable) -> dict[str, Any]:
    return {"tp": table.tp, "fp": table.fp, "fn": table.fn, "tn": table.tn}


def incidence(sets: Sequence[Sequence[str]], classes: Sequence[str]) -> sparse.csc_array:
    """Boolean (documents, classes) matrix of each document's classes."""
    return sparse.csc_array(
        np.array([[name in one for name in classes] for one in sets], dtype=bool).reshape(
            len(sets), len(classes)
        )
    )


def ranking(truth: Sequence[int], score: Sequence[float | None]) -> ScoreTally:
    """Tally of one ranking; a null score was never retrieved."""
    scored = np.array([s is not None for s in score], dtype=bool)
    positive = np.array(truth, dtype=bool)
    scores = np.array([s for s in score if s is not None], dtype=float)
    return tally_scores(
        scores,
        positive[scored],
        unscored=int(np.sum(~scored)),
        unscored_positives=int(np.sum(positive & ~scored)),
    )
