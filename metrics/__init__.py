"""Arithmetic on arrays: tallies, and the measures that are functions of them.

>>> from metrics import count, macro
>>> table = count(["wheat", "corn", "corn"], ["wheat", "wheat", "corn"])
>>> round(macro(table)["f"].value, 3)
0.667
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

__all__ = [
    "Average",
    "ConfusionMatrix",
    "ContingencyTable",
    "ScoreTally",
    "accuracy",
    "average_precision",
    "best_set",
    "best_threshold",
    "break_even",
    "corrected",
    "count",
    "count_confusion",
    "count_decisions",
    "eleven_point",
    "error_rate",
    "expected_count",
    "f_beta",
    "f_interval",
    "fallout",
    "macro",
    "macro_break_even",
    "macro_eleven_point",
    "mean_of",
    "micro",
    "operating_points",
    "overlap",
    "pooled_scores",
    "pr_curve",
    "precision",
    "proportional",
    "ratio",
    "recall",
    "tally_scores",
    "top_k",
    "weighted",
]

# each module is loaded when one of its names is asked for
_NAMES: Mapping[str, tuple[str, ...]] = {
    "metrics.tallies": (
        "ConfusionMatrix",
        "ContingencyTable",
        "ScoreTally",
        "count",
        "count_confusion",
        "count_decisions",
        "pooled_scores",
        "tally_scores",
    ),
    "metrics.measures": (
        "accuracy",
        "error_rate",
        "f_beta",
        "fallout",
        "overlap",
        "precision",
        "ratio",
        "recall",
    ),
    "metrics.averaging": ("Average", "macro", "mean_of", "micro", "weighted"),
    "metrics.uncertainty.intervals": ("f_interval",),
    "metrics.ranking.break_even": ("break_even", "macro_break_even"),
    "metrics.ranking.curves": ("average_precision", "operating_points", "pr_curve"),
    "metrics.ranking.eleven_point": ("eleven_point", "macro_eleven_point"),
    "metrics.thresholds.strategies": ("best_threshold", "proportional", "top_k"),
    "metrics.expected.expected_f": ("best_set",),
    "metrics.expected.prediction": ("expected_count",),
    "metrics.uncertainty.significance": ("corrected",),
}
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULE_OF[name]), name)


def __dir__() -> list[str]:
    return __all__
