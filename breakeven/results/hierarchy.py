"""How good decisions are on classes that stand in a tree: as tables, data and a document.

Tested in `test_tree_three_doors`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite, isnan
from typing import Any

import pandas as pd

from breakeven.analysis.class_structure.hierarchical_measures import (
    HierarchicalMeasures,
    HierarchicalScores,
    HierarchyShare,
)
from breakeven.data.wording import NOTHING, amount_of, cell_of, count_of, f_name, percent
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import plain_number
from metrics.hierarchy.error_distance import (
    DISTANCES,
    ELSEWHERE,
    LINE,
    PARENT,
    ErrorDistances,
)
from metrics.uncertainty.intervals import Interval

WAY_NAMES: Mapping[str, str] = {
    "flat": "classes alone",
    "hierarchical": "with all ancestors",
    "lca": "up to lowest common ancestors",
}
MEAN_NAMES: Mapping[str, str] = {"micro": "all pairs", "per_document": "mean over documents"}
COUNTED = (
    "way", "mean", "precision", "recall", "f", "low_95", "high_95", "shuffled_f", "left_out",
)  # fmt: skip
LEVELS = (
    "level", "nodes", "positives", "assigned", "precision", "recall", "f", "macro_f", "shuffled_f",
)  # fmt: skip
TREE = "Classes in a tree"
SHUFFLED = (
    "Shuffled: the same calls, each on another document. Ancestors make nearly every number "
    "larger, also of calls that know nothing."
)


def counted_frame(found: HierarchicalMeasures) -> pd.DataFrame:
    """One row a way of counting; undefined is NaN."""
    rows = [
        (c.way, c.mean, c.precision, c.recall, c.f, *_ends(c.interval), c.shuffled, c.left_out)
        for c in found.counted
    ]
    return pd.DataFrame(rows, columns=list(COUNTED))


def levels_frame(found: HierarchicalMeasures) -> pd.DataFrame:
    """One row a level, the top first; undefined is NaN."""
    rows = [
        (a.level, a.nodes, a.positives, a.assigned, a.precision, a.recall, a.f, a.macro_f.value,
         a.shuffled)
        for a in found.levels
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=list(LEVELS))


def of_hierarchical(found: HierarchicalMeasures) -> dict[str, Any]:
    """Everything as plain data; undefined is None."""
    return {
        "beta": found.beta if isfinite(found.beta) else "inf",
        "undefined": found.undefined,
        "depth": found.depth,
        "nodes": found.nodes,
        "counted": _records(counted_frame(found)),
        "levels": _records(levels_frame(found)),
        "full_path": _of_share(found.full_path),
        "exact_match": _of_share(found.exact),
        "inconsistent": _of_share(found.inconsistent),
        "inconsistent_truth": _of_share(found.inconsistent_truth),
        "error_distances": {
            kind: {"wrongly_assigned": int(count), "by_chance": plain_number(chance)}
            for kind, count, chance in zip(
                DISTANCES, found.distances.counts, found.distances.chance, strict=True
            )
        },
        "area": None if found.area is None else plain_number(found.area),
        "area_shuffled": None if found.area_shuffled is None else plain_number(found.area_shuffled),
    }


def path_texts(found: HierarchicalMeasures) -> list[str]:
    """Full paths, classes without those above them, and the area, each in a sentence."""
    path, exact = found.full_path, found.exact
    wrong, labels = found.inconsistent, found.inconsistent_truth
    said = [
        f"The whole path is right on {_number(path, 'document')} ({_value(path)}; shuffled "
        f"{cell_of(path.shuffled)}), exactly the classes on {amount_of(exact.number)} "
        f"({_value(exact)}; shuffled {cell_of(exact.shuffled)})."
    ]
    if wrong.of or labels.of:
        said.append(
            f"Of the called classes that stand below others {_number(wrong, 'pair')} "
            f"({cell_of(wrong.value)}) came without one of these; of the true ones "
            f"{_number(labels, 'pair')} ({cell_of(labels.value)})."
        )
    if found.distances.counts.any():
        said.append(distances_text(found.distances))
    if found.area is not None:
        said.append(
            f"Whatever the threshold: area under hierarchical precision and recall "
            f"{cell_of(found.area)}; a random order gets {cell_of(found.area_shuffled)}."
        )
    left = found.of("flat", "per_document").left_out
    if left:
        said.append(f"Means over documents leave out {count_of(left, 'document')}: 0/0.")
    return said


def distances_text(found: ErrorDistances) -> str:
    """How many wrongly assigned classes are near a true one and how many far, beside chance.

    There are some.
    """
    total = int(found.counts.sum())

    def part(*kinds: int) -> str:
        count, chance = int(found.counts[[*kinds]].sum()), float(found.chance[[*kinds]].sum())
        beside = "" if isnan(chance) else f"; {percent(chance / total)} by chance"
        return f"{count:,} ({percent(count / total)}{beside})"

    return (
        f"Of {count_of(total, 'wrongly assigned class', 'wrongly assigned classes')} "
        f"{part(LINE, PARENT)} stand above or below a true class or share a parent with one, and "
        f"{part(ELSEWHERE)} under other tops alone."
    )


def counted_cells(found: HierarchicalMeasures) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The head and the rows of the ways of counting, as plain text."""
    f = f_name(found.beta)
    head = ("counted", "mean", "precision", "recall", f, "95 % interval", f"{f} shuffled")
    return head, [_cells(one) for one in found.counted]


def level_cells(found: HierarchicalMeasures) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The head and the rows of the levels, as plain text."""
    f = f_name(found.beta)
    head = ("level", "classes or groups", "true", "called", "precision", "recall", f,
            f"macro {f}", f"{f} shuffled")  # fmt: skip
    rows = [
        (f"{a.level}", f"{a.nodes:,}", amount_of(a.positives), amount_of(a.assigned),
         *map(cell_of, (a.precision, a.recall, a.f, a.macro_f.value, a.shuffled)))
        for a in found.levels
    ]  # fmt: skip
    return head, rows


def hierarchical_in_markdown(found: HierarchicalMeasures) -> str:
    """Both tables and what is said of them, to paste."""
    parts = [_table(*counted_cells(found)), SHUFFLED]
    parts += [_table(*level_cells(found)), *map(in_markdown, path_texts(found))]
    return "\n\n".join(parts)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return markdown_table(list(head), rows)


def _cells(one: HierarchicalScores) -> tuple[str, ...]:
    values = map(cell_of, (one.precision, one.recall, one.f))
    low, high = _ends(one.interval)
    ends = NOTHING if isnan(low) else f"{cell_of(low)} to {cell_of(high)}"
    return (WAY_NAMES[one.way], MEAN_NAMES[one.mean], *values, ends, cell_of(one.shuffled))


def _ends(interval: Interval) -> tuple[float, float]:
    return float(interval.low), float(interval.high)


def _number(share: HierarchyShare, one: str) -> str:
    return f"{amount_of(share.number)} of {count_of(share.of, one)}"


def _value(share: HierarchyShare) -> str:
    low, high = _ends(share.interval)
    ends = "" if isnan(low) else f", {cell_of(low)} to {cell_of(high)}"
    return f"{cell_of(share.value)}{ends}"


def _of_share(share: HierarchyShare) -> dict[str, Any]:
    low, high = _ends(share.interval)
    values = {"value": share.value, "number": share.number, "of": share.of, "low_95": low,
              "high_95": high, "shuffled": share.shuffled}  # fmt: skip
    return {key: plain_number(value) for key, value in values.items()}


def _records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    return [
        {
            str(key): value if isinstance(value, str) else plain_number(value)
            for key, value in row.items()
        }
        for row in frame.astype(object).to_dict("records")
    ]
