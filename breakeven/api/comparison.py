"""Which of two systems is better: a comparison that shows itself."""

from __future__ import annotations

from collections.abc import Sequence
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
    share_answered,
)
from breakeven.comparison.comparison import Pair, SideBySide, pair_of, side_by_side
from breakeven.comparison.spending import spending_of
from breakeven.evaluation.evaluation import Evaluation
from breakeven.records import Review
from breakeven.reports import class_map
from breakeven.reports.as_if import of_as_if_of_two
from breakeven.reports.comparison import as_markdown, of_comparison
from breakeven.reports.leaks import of_leaks_of_two
from breakeven.reports.spending import of_spending
from breakeven.reports.where import of_where, under_title
from breakeven.selection import ChoiceError
from breakeven.selection.leaks import LeakSides, shared_sides
from breakeven.selection.where import Kept, restricted_to
from breakeven.text import cell_of, quoted
from metrics.averaging import Undefined

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False, eq=False)
class ComparisonResult:
    """Two systems on one measure; differences are the second minus the first, in points.

    `sides`: both with and without the documents that leak; None where none does. `loaded`: both
    on the labels as they were loaded; None where these are as loaded.
    """

    side: SideBySide
    pair: Pair
    average: str
    caveats: tuple[Caveat, ...]
    review: Review
    kept: Kept | None = None
    sides: tuple[LeakSides[Evaluation], LeakSides[Evaluation]] | None = None
    loaded: tuple[Evaluation, Evaluation] | None = None

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven compare --format json` prints; undefined is None."""
        found = of_comparison(self.side, self.pair, self.average, self.caveats)
        notes = [str(note) for note in self.review.notes]
        more = {"notes": notes} | class_map.of_class_map(self.review)
        settings = self.side.settings
        leaks, as_if = {}, {}
        if settings.measure in OF_DECISIONS:
            chosen = (settings.measure, self.average, settings.beta, settings.undefined)
            leaks = of_leaks_of_two(self.sides, *chosen)
            if self.review.as_if is not None and self.loaded is not None:
                pairs = self.loaded, self.side.common.evaluations
                as_if = of_as_if_of_two(self.review.as_if, pairs, *chosen)
        spent = of_spending({"a": spending_of(self.pair.old), "b": spending_of(self.pair.new)})
        return (
            {"review": self.review.name}
            | found
            | spent
            | leaks
            | as_if
            | of_where(self.kept)
            | more
        )

    def to_markdown(self) -> str:
        """What `breakeven compare` prints."""
        document = as_markdown(self.to_dict(), self.review.name)
        return under_title(document, self.kept) + class_map.as_markdown(self.review)

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
    in the result too. `replicates`: test sets drawn. Where one evaluation was filtered, the other
    follows; the filter asks about the first's decisions.

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
    kept = _one_filter(a, b)
    pair: list[Evaluation] = [a, b]
    if kept is not None:
        pair = [restricted_to(evaluation, kept.rows) for evaluation in pair]
    if a.system == b.system:
        pair = [
            replace(evaluation, system=f"{evaluation.system}, {evaluation.cut}")
            for evaluation in pair
        ]
    found = compared(
        pair,
        Settings(measure, float(beta), undefined, ()),
        average,
        replicates=replicates,
        seed=seed,
        review=a.review,
        kept=kept,
        sides=sides_of_two(a, b),
    )
    return replace(found, loaded=loaded_of_two(a, b))


def sides_of_two(
    a: EvaluationResult, b: EvaluationResult
) -> tuple[LeakSides[Evaluation], LeakSides[Evaluation]] | None:
    """Both with and without the documents that leak; None where none does."""
    if a.leaks is None:
        return None
    return shared_sides(a.leaks, b if b.leaks is None else b.leaks.every)


def loaded_of_two(a: EvaluationResult, b: EvaluationResult) -> tuple[Evaluation, Evaluation] | None:
    """Both on their common documents and the labels as loaded; None where these are as loaded."""
    one, other = a.as_loaded, b.as_loaded
    if one is None or other is None:
        return None
    before, after = share_answered([one, other]).evaluations
    return before, after


def compared(
    pair: Sequence[Evaluation],
    settings: Settings,
    average: str,
    *,
    replicates: int,
    seed: int,
    review: Review,
    kept: Kept | None,
    sides: tuple[LeakSides[Evaluation], LeakSides[Evaluation]] | None,
) -> ComparisonResult:
    """Two evaluations against each other; the ten largest classes are the `top` of the settings.

    ChoiceError where they share no document, or a ranking is compared that one does not have.
    """
    common = share_answered(pair)
    if common.documents == 0 and common.unanswered:
        what = "there is no document on which both systems gave an answer that can be counted"
        raise ChoiceError(what, "look at the answers, and at the rules that read them")
    if common.documents == 0:
        raise ChoiceError(
            "the two systems have no document in common", "compare on the same documents"
        )
    scoreless = [evaluation.system for evaluation in pair if not evaluation.scored.has_scores]
    if settings.measure in OF_RANKINGS and scoreless:
        raise ChoiceError(
            f"{' and '.join(scoreless)} has no scores", "choose f, precision or recall"
        )
    settings = replace(settings, top=largest_classes(common.evaluations[0]))
    side = side_by_side(common, settings, replicates, seed)
    found = tuple(caveats(common, settings))
    return ComparisonResult(side, pair_of(side, 0, 1), average, found, review, kept, sides)


def _one_filter(a: EvaluationResult, b: EvaluationResult) -> Kept | None:
    """The filter of either evaluation. ValueError where both have one and keep other documents."""
    if a.kept is None or b.kept is None:
        return a.kept or b.kept
    if a.kept.where.text != b.kept.where.text or not np.array_equal(a.rows, b.rows):
        raise ValueError("the two evaluations keep other documents; filter one, the other follows")
    return a.kept


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
