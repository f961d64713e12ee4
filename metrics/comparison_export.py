"""A comparison as plain data, the same for the command line and for downloads.

Undefined is None, so that JSON says null. Differences are in points, hundredths of a measure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from metrics.comparability import Obstacle
from metrics.comparison import Pair, SideBySide
from metrics.export import plain, whole
from metrics.paired import AVERAGES, LEVEL, Difference
from metrics.tests_explained import NOTES


def points(share: Any) -> float | None:
    """A difference of a measure in points."""
    value = plain(share)
    return None if value is None else 100 * value


def of_difference(d: Difference) -> dict[str, Any]:
    """A difference in points with its interval; `relative` is a share of the first system's."""
    return {
        "points": points(d.points),
        "low": points(d.low),
        "high": points(d.high),
        "relative": plain(d.relative),
        "beyond_chance": None if plain(d.low) is None else bool(d.real),
        "smallest_detectable": points(d.detectable),
    }


def of_comparison(
    side: SideBySide, pair: Pair, average: str, found: Sequence[Obstacle]
) -> dict[str, Any]:
    """Two systems on one average, and on all others; differences are `b` minus `a`."""
    e = pair.old
    settings = side.settings
    swapped = pair.randomised
    averages = {}
    for name in AVERAGES:
        averages[name] = {
            "a": plain(pair.old_values.averages[name]),
            "b": plain(pair.new_values.averages[name]),
            "difference": of_difference(pair.averages[name])
            | {"p": None if swapped is None else plain(swapped.averages[name])},
        }
    return {
        "a": {"system": pair.old.system, "decisions": str(pair.old.cut)},
        "b": {"system": pair.new.system, "decisions": str(pair.new.cut)},
        "documents": side.common.documents,
        "classes": len(e.classes),
        "task": "single-label" if e.single_label else "multi-label",
        "split": e.split,
        "metric": f"{average}_{settings.measure}",
        "beta": settings.beta if math.isfinite(settings.beta) else "inf",
        "undefined": settings.undefined,
        "level": LEVEL,
        "replicates": 0 if side.replicates is None else side.replicates.number,
        "seed": side.seed,
        "value": {key: averages[average][key] for key in ("a", "b")},
        "difference": averages[average]["difference"],
        "averages": averages,
        "top_classes": [e.classes[c] for c in settings.top],
        "tests": [
            {
                "test": outcome.key,
                "name": NOTES[outcome.key].name,
                "p": plain(outcome.p),
                "p_b_better": plain(outcome.p_new_better),
                "statistic": plain(outcome.statistic),
                "trials": outcome.trials,
                "for_b": None if plain(outcome.in_favour) is None else whole(outcome.in_favour),
                "of": NOTES[outcome.key].of,
                "asks": NOTES[outcome.key].asks,
                "assumes": NOTES[outcome.key].assumes,
                "not_for": NOTES[outcome.key].not_for,
            }
            for outcome in pair.tests
        ],
        "per_class": {name: of_class(pair, c) for c, name in enumerate(e.classes)},
        "care": [
            {
                "kind": o.kind,
                "systems": list(o.systems),
                "numbers": list(o.numbers),
                "text": o.text,
            }
            for o in found
        ],
    }


def of_class(pair: Pair, c: int) -> dict[str, Any]:
    """One class of two systems; `better` is None where the difference may be chance."""
    d = pair.per_class
    better = None
    if pair.real_classes[c]:
        better = (pair.new if d.points[c] > 0 else pair.old).system
    p = None if pair.randomised is None else plain(pair.randomised.per_class[c])
    return {
        "positives": whole(pair.old.tables.positives[c]),
        "a": plain(pair.old_values.per_class[c]),
        "b": plain(pair.new_values.per_class[c]),
        "points": points(d.points[c]),
        "low": points(d.low[c]),
        "high": points(d.high[c]),
        "relative": plain(d.relative[c]),
        "differing_documents": int(pair.differing[c]),
        "enough_to_tell": bool(pair.enough[c]),
        "p": p,
        "p_holm": plain(pair.holm[c]),
        "p_bh": plain(pair.bh[c]),
        "better": better,
    }
