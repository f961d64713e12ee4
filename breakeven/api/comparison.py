"""Which of two systems is better: a comparison that shows itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from breakeven.api import html
from breakeven.api.evaluation import EvaluationResult
from breakeven.comparison.bootstrap import REPLICATES
from breakeven.comparison.caveats import Caveat, caveats
from breakeven.comparison.common import (
    AVERAGES,
    OF_DECISIONS,
    OF_RANKINGS,
    Settings,
    largest_classes,
    share_documents,
)
from breakeven.comparison.comparison import Pair, SideBySide, pair_of, side_by_side
from breakeven.records import Review
from breakeven.report import class_map
from breakeven.report.comparison import as_markdown, of_comparison
from breakeven.text import cell_of, quoted
from metrics.averaging import Undefined

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False, eq=False)
class ComparisonResult:
    """Two systems on one measure; differences are the second minus the first, in points."""

    side: SideBySide
    pair: Pair
    average: str
    caveats: tuple[Caveat, ...]
    review: Review

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven compare --format json` prints; undefined is None."""
        found = of_comparison(self.side, self.pair, self.average, self.caveats)
        notes = [str(note) for note in self.review.notes]
        return found | {"notes": notes} | class_map.of_class_map(self.review)

    def to_markdown(self) -> str:
        """What `breakeven compare` prints."""
        document = as_markdown(self.to_dict(), self.review.name)
        return document + class_map.as_markdown(self.review)

    def frame(self) -> pd.DataFrame:
        """One row per class: both values, their difference, interval and p-values."""
        import pandas as pd

        rows = self.to_dict()["per_class"]
        return pd.DataFrame([{"class": name, **of} for name, of in rows.items()])

    def __repr__(self) -> str:
        d = self.to_dict()["difference"]
        a, b = quoted(self.pair.old.system), quoted(self.pair.new.system)
        span = f"{cell_of(d['low'], 1)} to {cell_of(d['high'], 1)}"
        return (
            f"<Comparison of {b} against {a} on {self.average} {self.side.settings.measure}: "
            f"{cell_of(d['points'], 1)} points, 95 % interval {span}>"
        )

    def _repr_html_(self) -> str:
        result = self.to_dict()
        a, b = self.pair.old.system, self.pair.new.system
        head = ["", a, b, "points", "low", "high"]
        averages = [
            [name.replace("_", " "), cell_of(of["a"]), cell_of(of["b"]),
             *(cell_of(of["difference"][key], 1) for key in ("points", "low", "high"))]
            for name, of in result["averages"].items()
        ]  # fmt: skip
        classes = [
            [name, cell_of(of["a"]), cell_of(of["b"]),
             *(cell_of(of[key], 1) for key in ("points", "low", "high"))]
            for name, of in list(result["per_class"].items())[: html.MOST_ROWS]
        ]  # fmt: skip
        return "".join(
            [
                html.paragraph(
                    f"{self.review.name}: {b} against {a}, {self.side.settings.measure}, "
                    f"{self.side.common.documents:,} documents; points are {b} minus {a}, with "
                    "their 95 % interval."
                ),
                html.table(head, averages),
                html.table(["class", *head[1:]], classes, len(result["per_class"])),
                *(html.paragraph(f"Take care: {found.text}") for found in self.caveats),
            ]
        )


def compare(
    a: EvaluationResult,
    b: EvaluationResult,
    measure: str = "f",
    *,
    average: str = "micro",
    beta: float = 1.0,
    undefined: Undefined = "drop",
    replicates: int = REPLICATES,
    seed: int = 0,
) -> ComparisonResult:
    """Which of two systems is better on the same documents, and whether that may be chance.

    `measure`: f, precision, recall, break_even or eleven_point. `average`: micro, macro,
    micro_top (the ten largest classes pooled) or, for decisions, per_document; the others are
    in the result too. `replicates`: test sets drawn.

    ValueError for another measure, other truths, no common document, or rankings without scores.

    >>> import breakeven as be
    >>> truth = ["a", "b"] * 20
    >>> old = be.evaluate(be.from_arrays(truth, ["a"] * 40, system="old"))
    >>> new = be.evaluate(be.from_arrays(truth, truth, system="new"))
    >>> be.compare(old, new).to_dict()["difference"]["points"]
    50.0
    """
    if measure not in (*OF_DECISIONS, *OF_RANKINGS):
        known = ", ".join((*OF_DECISIONS, *OF_RANKINGS))
        raise ValueError(f"there is no measure {measure!r} to compare on; choose of {known}")
    if average not in AVERAGES or (measure in OF_RANKINGS and average == "per_document"):
        raise ValueError(f"{measure} has no average {average!r}; choose of {', '.join(AVERAGES)}")
    if replicates < 100:
        raise ValueError(f"{replicates} replicates tell nothing; take at least 100")
    _same_truth(a, b)
    if a.system == b.system:
        a, b = (replace(e, system=f"{e.system}, {e.cut}") for e in (a, b))
    common = share_documents([a, b])
    if common.documents == 0:
        raise ValueError("the two systems have no document in common; compare on the same")
    if measure in OF_RANKINGS and (mute := [e.system for e in (a, b) if e.scored.scores is None]):
        raise ValueError(f"{' and '.join(mute)} has no scores; choose f, precision or recall")
    settings = Settings(measure, float(beta), undefined, largest_classes(common.evaluations[0]))
    side = side_by_side(common, settings, replicates, seed)
    found = tuple(caveats(common, settings))
    return ComparisonResult(side, pair_of(side, 0, 1), average, found, a.review)


def _same_truth(a: EvaluationResult, b: EvaluationResult) -> None:
    one, other = a.review.truth, b.review.truth
    if one is other:
        return
    if one.classes != other.classes:
        raise ValueError("the two reviews have other classes; give both the same with classes")
    same = one.n == other.n and one.documents is not None and other.documents is not None
    same = same and np.array_equal(one.documents, other.documents)  # type: ignore[arg-type]
    if not same or (one.labels != other.labels).nnz:  # type: ignore[union-attr]
        raise ValueError("the two reviews differ in their documents or truth; compare on the same")
