"""What changed since an earlier version: a result that shows itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from breakeven.api import html
from breakeven.api.evaluation import EvaluationResult, evaluate
from breakeven.comparison.bootstrap import REPLICATES
from breakeven.comparison.caveats import Caveat, caveats
from breakeven.comparison.common import (
    OF_DECISIONS,
    Settings,
    SharedDocuments,
    largest_classes,
    share_documents,
)
from breakeven.comparison.comparison import Pair, pair_of, side_by_side
from breakeven.evaluation.evaluation import Evaluation
from breakeven.records import Review
from breakeven.reports import changes as reports
from breakeven.reports import class_map
from breakeven.reports.where import of_where, under_title
from breakeven.selection import ChoiceError, Selection, cut_for, system_of
from breakeven.selection.evaluated import evaluate_selection
from breakeven.selection.where import restricted_to
from breakeven.text import cell_of, count_of
from breakeven.versions.align import Alignment, align
from breakeven.versions.beside import baseline_of, with_baseline
from breakeven.versions.changes import Flips, TruthChanges, flips_of, truth_changes
from breakeven.versions.noise import Noise, noise_of, runs_named

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False, eq=False)
class ChangesResult:
    """What changed from an earlier version to a later one, for one system of it.

    `now`: the later version, evaluated. `flips` and `pairs` (by measure) are None and empty where
    no document of both is looked at. `noise`: beside two runs of one system, where some are known.
    """

    earlier: Review
    now: EvaluationResult
    before: Evaluation
    alignment: Alignment
    truth: TruthChanges | None
    flips: Flips | None
    pairs: dict[str, Pair]
    care: tuple[Caveat, ...]
    noise: Noise | None

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven changes --format json` prints; undefined is None."""
        flips = None if self.flips is None else reports.of_flips(self.flips, self.pairs["f"])
        return (
            {
                "review": self.now.review.name,
                "baseline": self.earlier.name,
                **reports.of_alignment(self.alignment),
                "truth": reports.of_truth(self.alignment, self.truth),
                "system": self.now.system,
                "split": self.now.split,
                "decisions": {"before": str(self.before.cut), "now": str(self.now.cut)},
                "flips": flips,
                "measures": reports.of_measures(self.pairs),
                "noise": reports.of_noise(self.noise),
                "care": [caveat.text for caveat in self.care],
            }
            | of_where(self.now.kept)
            | class_map.of_class_map(self.now.review)
        )

    def to_markdown(self) -> str:
        """What `breakeven changes` prints."""
        said = under_title(reports.as_markdown(self.to_dict()), self.now.kept)
        return said + class_map.as_markdown(self.now.review)

    def frame(self) -> pd.DataFrame:
        """One row for each class in which a decision flipped: how many, which way, and F."""
        import pandas as pd

        flips = self.to_dict()["flips"]
        rows = {} if flips is None else flips["per_class"]
        return pd.DataFrame(
            [{"class": name} | {k: v for k, v in one.items() if k != "f"} | one["f"]
             for name, one in rows.items()]
        )  # fmt: skip

    def __repr__(self) -> str:
        found, flips = self.alignment, self.flips
        flipped = "nothing compared" if flips is None else count_of(flips.decisions, "decision")
        return (
            f"<Changes of {self.now.system}: {len(found.now):,} documents in both, "
            f"{len(found.added):,} added, {len(found.gone):,} gone; {flipped} flipped>"
        )

    def _repr_html_(self) -> str:
        result = self.to_dict()
        rows = [
            [f"{name.replace('_', ' ')} {measure}", cell_of(one["before"]), cell_of(one["now"]),
             *(cell_of(one["difference"][key], 1) for key in ("points", "low", "high"))]
            for measure, of in result["measures"].items()
            for name, one in of.items()
        ]  # fmt: skip
        parts = [
            html.paragraph(repr(self)[1:-1]),
            html.table(["", "before", "now", "points", "low", "high"], rows),
        ]
        if self.noise is not None:
            parts.append(html.paragraph(reports.noise_in_words(self.noise)))
        return "".join([*parts, *(html.paragraph(f"Take care: {c.text}") for c in self.care)])


def changes(
    earlier: Review,
    now: Review | EvaluationResult,
    *,
    runs: tuple[str, str] | None = None,
    replicates: int = REPLICATES,
    seed: int = 0,
) -> ChangesResult:
    """What changed from an earlier version of a review to a later one.

    `now`: the later review, or an evaluation of it, which says what system, split, filter, β and
    rule are looked at. Documents go by their ids and classes by their names. Both versions'
    decisions are set beside the later truth, on the documents that both have. `runs`: two systems
    of the later review that are runs of one, by default those whose names say so, as "svm run 1"
    and "svm run 2": then the change is set beside the noise of the two.

    ValueError where no document or system is in both, or nobody labelled the later one.

    >>> import breakeven as be
    >>> before = be.from_arrays(["a", "b", "b"], ["a", "a", "b"], ids=["1", "2", "3"])
    >>> now = be.from_arrays(["a", "b", "b"], ["a", "b", "b"], ids=["1", "2", "3"])
    >>> be.changes(before, now).flips.toward_right
    2
    """
    if replicates < 100:
        raise ValueError(f"{replicates} replicates tell nothing; take at least 100")
    result = now if isinstance(now, EvaluationResult) else evaluate(now)
    beside = with_baseline(result.review, earlier, 0)
    said = baseline_of(beside, result.system)
    if said is None:
        what = f"the earlier version has no system {result.system!r}"
        raise ChoiceError(what, "choose another system")
    before = _beside(beside, result, said.system)
    found = align(earlier.truth, beside.truth)
    runs = runs or runs_named([one.system for one in beside.own], result.system)
    common = share_documents([before, result])
    settings = Settings("f", result.beta, result.undefined, largest_classes(result))
    compared = common.documents > 0
    return ChangesResult(
        earlier,
        result,
        before,
        found,
        truth_changes(found),
        flips_of(*common.evaluations) if compared else None,
        _pairs(common, settings, replicates, seed) if compared else {},
        tuple(caveats(common, settings)) if compared else (),
        None if runs is None else _noise(beside, result, before, runs),
    )


def _beside(review: Review, result: EvaluationResult, system: str) -> Evaluation:
    """Another system on the same documents, by the same rule where it allows it."""
    chosen = Selection(result.system, result.split, 0, result.beta, result.undefined, result.cut)
    cut = cut_for(review, chosen, system_of(review, system))
    evaluation, _ = evaluate_selection(review, replace(chosen, system=system, cut=cut))
    return evaluation if result.kept is None else restricted_to(evaluation, result.kept.rows)


def _pairs(
    common: SharedDocuments, settings: Settings, replicates: int, seed: int
) -> dict[str, Pair]:
    of = {measure: replace(settings, measure=measure) for measure in OF_DECISIONS}
    return {
        measure: pair_of(side_by_side(common, chosen, replicates, seed), 0, 1)
        for measure, chosen in of.items()
    }


def _noise(
    review: Review, result: EvaluationResult, before: Evaluation, runs: tuple[str, str]
) -> Noise | None:
    known = [one.system for one in review.own]
    for run in runs:
        if run not in known:
            raise ChoiceError(f"there is no system {run!r}", f"choose of {', '.join(known)}")
    one, other = (_beside(review, result, run) for run in runs)
    return noise_of(before, result, (one, other))
