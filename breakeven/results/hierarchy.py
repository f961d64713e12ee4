"""How good decisions are on classes that stand in a tree: as tables, data and a document.

Tested in `test_tree_three_doors`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite, isnan
from typing import Any

import pandas as pd

from breakeven.analysis.class_structure.hierarchical_measures import (
    HierarchicalMeasures,
    HierarchicalScores,
    HierarchyShare,
)
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.where import FilteredDocuments
from breakeven.data.records import Review
from breakeven.data.wording import NOTHING, amount_of, cell_of, count_of, f_name, percent
from breakeven.results.scope import filter_data, under_title
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import plain_number, plain_rows
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
WAY_COLUMNS = (
    "way", "mean", "precision", "recall", "f", "low_95", "high_95", "shuffled_f", "left_out",
)  # fmt: skip
LEVEL_COLUMNS = (
    "level", "nodes", "positives", "assigned", "precision", "recall", "f", "macro_f", "shuffled_f",
)  # fmt: skip
TREE = "Class hierarchy"
SHUFFLED = (
    "Shuffled: the same predictions, each on another document. Ancestors raise nearly every "
    "number, even for random predictions."
)


def ways_frame(measures: HierarchicalMeasures) -> pd.DataFrame:
    """One row a way of counting; undefined is NaN."""
    rows = [
        (c.way, c.mean, c.precision, c.recall, c.f, *_ends(c.interval), c.shuffled, c.left_out)
        for c in measures.counted
    ]
    return pd.DataFrame(rows, columns=list(WAY_COLUMNS))


def levels_frame(measures: HierarchicalMeasures) -> pd.DataFrame:
    """One row a level, the top first; undefined is NaN."""
    rows = [
        (a.level, a.nodes, a.positives, a.assigned, a.precision, a.recall, a.f, a.macro_f.value,
         a.shuffled)
        for a in measures.levels
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=list(LEVEL_COLUMNS))


def path_texts(measures: HierarchicalMeasures) -> list[str]:
    """Full paths, classes without those above them, and the area, each in a sentence."""
    path, exact = measures.full_path, measures.exact
    wrong, labels = measures.inconsistent, measures.inconsistent_truth
    texts = [
        f"The whole path is right on {_number(path, 'document')} ({_value(path)}; shuffled "
        f"{cell_of(path.shuffled)}), exactly the classes on {amount_of(exact.number)} "
        f"({_value(exact)}; shuffled {cell_of(exact.shuffled)})."
    ]
    if wrong.of or labels.of:
        texts.append(
            f"Of the predicted classes that have a class above {_number(wrong, 'pair')} "
            f"({cell_of(wrong.value)}) came without it; of the true ones "
            f"{_number(labels, 'pair')} ({cell_of(labels.value)})."
        )
    if measures.distances.counts.any():
        texts.append(distances_text(measures.distances))
    if measures.area is not None:
        texts.append(
            "At every threshold: area under hierarchical precision and recall "
            f"{cell_of(measures.area)}; a random order gets {cell_of(measures.area_shuffled)}."
        )
    left = measures.scores_of("flat", "per_document").left_out
    if left:
        texts.append(f"Means over documents leave out {count_of(left, 'document')}: 0/0.")
    return texts


def distances_text(distances: ErrorDistances) -> str:
    """How many wrongly assigned classes are near a true one and how many far, beside chance.

    There are some.
    """
    total = int(distances.counts.sum())

    def part(*kinds: int) -> str:
        count, chance = (
            int(distances.counts[[*kinds]].sum()),
            float(distances.chance[[*kinds]].sum()),
        )
        expectation = "" if isnan(chance) else f"; {percent(chance / total)} by chance"
        return f"{count:,} ({percent(count / total)}{expectation})"

    return (
        f"Of {count_of(total, 'false alarm', 'false alarms')} {part(LINE, PARENT)} are above or "
        f"below a true class or share a parent with one, and {part(ELSEWHERE)} under other top "
        "classes only."
    )


def way_cells(measures: HierarchicalMeasures) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The head and the rows of the ways of counting, as plain text."""
    f = f_name(measures.beta)
    head = ("counted", "mean", "precision", "recall", f, "95 % interval", f"{f} shuffled")
    return head, [_cells(scores) for scores in measures.counted]


def level_cells(measures: HierarchicalMeasures) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The head and the rows of the levels, as plain text."""
    f = f_name(measures.beta)
    head = ("level", "classes or groups", "true", "called", "precision", "recall", f,
            f"macro {f}", f"{f} shuffled")  # fmt: skip
    rows = [
        (f"{a.level}", f"{a.nodes:,}", amount_of(a.positives), amount_of(a.assigned),
         *map(cell_of, (a.precision, a.recall, a.f, a.macro_f.value, a.shuffled)))
        for a in measures.levels
    ]  # fmt: skip
    return head, rows


def _cells(scores: HierarchicalScores) -> tuple[str, ...]:
    values = map(cell_of, (scores.precision, scores.recall, scores.f))
    low, high = _ends(scores.interval)
    ends = NOTHING if isnan(low) else f"{cell_of(low)} to {cell_of(high)}"
    return (WAY_NAMES[scores.way], MEAN_NAMES[scores.mean], *values, ends, cell_of(scores.shuffled))


def _ends(interval: Interval) -> tuple[float, float]:
    return float(interval.low), float(interval.high)


def _number(share: HierarchyShare, noun: str) -> str:
    return f"{amount_of(share.number)} of {count_of(share.of, noun)}"


def _value(share: HierarchyShare) -> str:
    low, high = _ends(share.interval)
    ends = "" if isnan(low) else f", {cell_of(low)} to {cell_of(high)}"
    return f"{cell_of(share.value)}{ends}"


def _share_values(share: HierarchyShare) -> dict[str, float | None]:
    low, high = _ends(share.interval)
    values = {"value": share.value, "number": share.number, "of": share.of, "low_95": low,
              "high_95": high, "shuffled": share.shuffled}  # fmt: skip
    return {key: plain_number(value) for key, value in values.items()}


# --- how good an evaluation is where its classes stand in a tree: a result


@dataclass(frozen=True, repr=False, eq=False)
class HierarchyResult:
    """The measures of an evaluation whose classes stand in a tree."""

    review: Review
    evaluation: Evaluation
    measures: HierarchicalMeasures
    filtered: FilteredDocuments | None = None

    def frame(self) -> pd.DataFrame:
        """One row a way of counting; undefined is NaN."""
        return ways_frame(self.measures)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven hierarchy --format json` prints; undefined is None."""
        subject = {
            "review": self.review.name,
            "system": self.evaluation.system,
            "split": self.evaluation.split,
            "documents": self.evaluation.documents,
        }
        measures = self.measures
        area, shuffled = measures.area, measures.area_shuffled
        distances = measures.distances
        return (
            subject
            | {
                "beta": measures.beta if isfinite(measures.beta) else "inf",
                "undefined": measures.undefined,
                "depth": measures.depth,
                "nodes": measures.nodes,
                "counted": plain_rows(ways_frame(measures)),
                "levels": plain_rows(levels_frame(measures)),
                "full_path": _share_values(measures.full_path),
                "exact_match": _share_values(measures.exact),
                "inconsistent": _share_values(measures.inconsistent),
                "inconsistent_truth": _share_values(measures.inconsistent_truth),
                "error_distances": {
                    kind: {"wrongly_assigned": int(count), "by_chance": plain_number(chance)}
                    for kind, count, chance in zip(
                        DISTANCES, distances.counts, distances.chance, strict=True
                    )
                },
                "area": None if area is None else plain_number(area),
                "area_shuffled": None if shuffled is None else plain_number(shuffled),
            }
            | filter_data(self.filtered)
        )

    def to_markdown(self) -> str:
        """What `breakeven hierarchy` prints."""
        names = f"{in_markdown(self.review.name)}: {in_markdown(self.evaluation.system)}"
        parts = [
            f"# {names}, class hierarchy",
            markdown_table(*way_cells(self.measures)),
            SHUFFLED,
            markdown_table(*level_cells(self.measures)),
            *map(in_markdown, path_texts(self.measures)),
        ]
        return under_title("\n\n".join(parts), self.filtered)
