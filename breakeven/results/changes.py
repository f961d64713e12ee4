"""What changed since an earlier version, as plain data and Markdown; undefined is None.

Tested in `test_changes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np

from breakeven.analysis.comparison.bootstrap import REPLICATES
from breakeven.analysis.comparison.caveats import Caveat, caveats
from breakeven.analysis.comparison.comparison import SystemPair, compare_systems, pair_of
from breakeven.analysis.comparison.shared_documents import (
    COMPARED_AVERAGES,
    USUAL_MEASURES,
    ComparisonSettings,
    SharedDocuments,
    largest_classes,
    share_documents,
)
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.errors import ChoiceError
from breakeven.analysis.selection.selected_evaluation import evaluate_selection
from breakeven.analysis.selection.selection import Selection, cut_for, system_of
from breakeven.analysis.selection.where import restricted_to
from breakeven.analysis.versions.alignment import VersionAlignment, align_versions
from breakeven.analysis.versions.changes import (
    DecisionFlips,
    NoiseVerdict,
    RunNoise,
    TruthChanges,
    flips_of,
    run_noise,
    runs_named,
    truth_changes,
)
from breakeven.analysis.versions.earlier_version import baseline_of, with_baseline
from breakeven.data.records import Review
from breakeven.data.wording import NOTHING, cell_of, count_of, p_of, percent
from breakeven.results import scope, values
from breakeven.results.comparison import AVERAGE_NAMES
from breakeven.results.differences import (
    ComparedClass,
    PointDifference,
    compared_class,
    point_difference,
)
from breakeven.results.evaluation import EvaluationResult, evaluate
from breakeven.results.scope import filter_data, under_title
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import plain_number
from metrics.typing import Array

if TYPE_CHECKING:
    import pandas as pd


# --- what changed between two versions, as plain data and Markdown; undefined is None


# documents and classes that a document to paste names; the plain data have them all
NAMED = 10
NOISE_VERDICTS: Mapping[NoiseVerdict, str] = {
    "more": "Clearly more changed than between these two runs",
    "fewer": "Clearly fewer changed than between these two runs",
    "alike": "No clear difference from how much these two runs differ",
    "untested": "Documents have weights or clusters, so the two counts are not tested",
}
AVERAGES_HEAD = ("average", "before", "now", "points", "95 % interval", "that is")
CLASSES_HEAD = (
    *("class", "flipped", "became right", "became wrong", "points of F", "95 % interval"),
)
ONE_PAIR = "Two runs do not show how much other runs would differ."


class TruthValues(TypedDict):
    """Where the truth of what both versions have is another, as JSON has it."""

    pairs: int
    documents: list[str]
    per_class: dict[str, LabelChanges]
    perhaps_renamed: list[RenameValues]


class LabelChanges(TypedDict):
    """How many documents a class gained and lost, as JSON has it."""

    gained: int
    lost: int


class RenameValues(TypedDict):
    """A class that may have another name now, as JSON has it."""

    before: str
    now: str
    share: float


@dataclass(frozen=True)
class NamedAlignment:
    """Which documents and classes only one of two versions has, by their ids and names."""

    alignment: VersionAlignment

    @property
    def added(self) -> list[str]:
        """Documents of the later version alone."""
        return _names(self.alignment.later.documents, self.alignment.added)

    @property
    def gone(self) -> list[str]:
        """Documents of the earlier version alone."""
        return _names(self.alignment.earlier.documents, self.alignment.gone)

    @property
    def other_text(self) -> list[str] | None:
        """Documents of both whose text is another; None where one version has no texts."""
        alignment = self.alignment
        if alignment.other_text is None:
            return None
        return _names(alignment.later.documents, alignment.now[alignment.other_text])

    @property
    def matched_by(self) -> str:
        """What says which documents are the same."""
        return "id and split" if self.alignment.by_split else "id"

    @property
    def added_classes(self) -> list[str]:
        """Classes of the later version alone."""
        return [self.alignment.later.classes[c] for c in self.alignment.added_classes]

    @property
    def gone_classes(self) -> list[str]:
        """Classes of the earlier version alone."""
        return [self.alignment.earlier.classes[c] for c in self.alignment.gone_classes]

    def to_dict(self) -> dict[str, Any]:
        """All of it by name."""
        return {
            "documents": {
                "before": self.alignment.earlier.n,
                "now": self.alignment.later.n,
                "both": len(self.alignment.now),
                "added": self.added,
                "gone": self.gone,
                "other_text": self.other_text,
                "told_apart_by": self.matched_by,
            },
            "classes": {
                "both": len(self.alignment.common_classes),
                "added": self.added_classes,
                "gone": self.gone_classes,
            },
        }

    def to_markdown(self) -> list[str]:
        """The same as lines of a document."""
        alignment = self.alignment
        return [
            f"{count_of(len(alignment.now), 'document')} in both, matched by {self.matched_by}; "
            f"{len(self.added):,} added, {len(self.gone):,} gone.",
            *_listed("Added", self.added),
            *_listed("Gone", self.gone),
            *_listed("Another text", self.other_text or []),
            f"- Classes: {len(alignment.common_classes):,} in both, "
            f"{len(self.added_classes):,} added, {len(self.gone_classes):,} gone.",
            *_listed("Classes added", self.added_classes),
            *_listed("Classes gone", self.gone_classes),
        ]


def _names(documents: Array | None, rows: Array) -> list[str]:
    assert documents is not None  # versions are aligned by ids
    return [str(name) for name in documents[rows]]


def _listed(what: str, names: list[str]) -> list[str]:
    if not names:
        return []
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    shown = ", ".join(in_markdown(name) for name in names[:NAMED])
    return [f"- {what} ({len(names):,}): {shown}{more}"]


def truth_values(alignment: VersionAlignment, truth: TruthChanges) -> TruthValues:
    """Where the truth of what both versions have is another, as plain data."""
    gained, lost = truth.by_class
    changed = np.flatnonzero(gained + lost)
    names = [alignment.later.classes[c] for c in alignment.common_classes[changed]]
    return {
        "pairs": truth.pairs,
        "documents": _names(alignment.later.documents, alignment.now[truth.documents]),
        "per_class": {
            name: {"gained": int(gained[c]), "lost": int(lost[c])}
            for name, c in zip(names, changed.tolist(), strict=True)
        },
        "perhaps_renamed": [
            {"before": renamed.before, "now": renamed.now, "share": renamed.share}
            for renamed in truth.renamed
        ],
    }


def _truth_in_markdown(truth: TruthChanges | None) -> list[str]:
    if truth is None:
        return ["- One of the two versions has no labels."]
    lines = [
        f"- Truth: {count_of(truth.pairs, 'label')} changed, on "
        f"{count_of(len(truth.documents), 'document')}."
    ]
    return lines + [
        f"- {in_markdown(renamed.before)} may now be called {in_markdown(renamed.now)}: "
        f"{percent(renamed.share)} of the documents of either are of both."
        for renamed in truth.renamed
    ]


@dataclass(frozen=True)
class FlippedClass:
    """A class in which decisions flipped, and how its F changed."""

    name: str
    flipped: int
    toward_right: int
    toward_wrong: int
    f: ComparedClass

    def to_dict(self) -> dict[str, Any]:
        """All of it but the name, by name."""
        return {
            "flipped": self.flipped,
            "toward_right": self.toward_right,
            "toward_wrong": self.toward_wrong,
            "f": self.f.to_dict(),
        }


def flipped_classes(flips: DecisionFlips, pair: SystemPair) -> list[FlippedClass]:
    """The classes in which decisions flipped, most of them first; `pair` compares their F."""
    toward = flips.by_class
    return [
        FlippedClass(
            name=pair.new.classes[c],
            flipped=int(flips.of_classes[c]),
            toward_right=int(toward.fixed[c]),
            toward_wrong=int(toward.broken[c]),
            f=compared_class(pair, c),
        )
        for c in np.argsort(-flips.of_classes, kind="stable").tolist()
        if flips.of_classes[c]
    ]


@dataclass(frozen=True)
class ChangedAverage:
    """An average before and now, with the paired interval of the difference."""

    before: float | None
    now: float | None
    difference: PointDifference

    def to_dict(self) -> dict[str, Any]:
        """All of it by name."""
        return vars(self) | {"difference": self.difference.to_dict()}


def changed_averages(pair: SystemPair) -> dict[str, ChangedAverage]:
    """Each average of a measure before and now."""
    return {
        name: ChangedAverage(
            before=plain_number(pair.old_values.averages[name]),
            now=plain_number(pair.new_values.averages[name]),
            difference=point_difference(pair.averages[name], pair.claim(name)),
        )
        for name in COMPARED_AVERAGES
    }


class NoiseValues(TypedDict):
    """The noise of two runs beside the change, as JSON has it."""

    runs: list[str]
    documents: int
    changed_between_versions: int
    changed_between_runs: int
    changed_only_between_versions: int
    changed_only_between_runs: int
    difference: int
    low: float | None
    high: float | None
    p: float | None
    verdict: NoiseVerdict
    text: str


def noise_values(noise: RunNoise) -> NoiseValues:
    """The noise of two runs beside the change, as plain data."""
    return {
        "runs": list(noise.runs),
        "documents": noise.documents,
        "changed_between_versions": noise.versions,
        "changed_between_runs": noise.between,
        "changed_only_between_versions": noise.only_versions,
        "changed_only_between_runs": noise.only_runs,
        "difference": noise.versions - noise.between,
        "low": plain_number(noise.low),
        "high": plain_number(noise.high),
        "p": plain_number(noise.p),
        "verdict": noise.verdict,
        "text": noise_in_words(noise),
    }


def noise_in_words(noise: RunNoise) -> str:
    """How many documents changed, how many change between two runs, and what that says."""
    change = "changes" if noise.between == 1 else "change"
    changed = count_of(noise.versions, "document")
    text = f"{changed} changed; {noise.between:,} {change} between two runs of the same system"
    verdict = NOISE_VERDICTS[noise.verdict]
    if np.isnan(noise.p):
        return f"{text}. {verdict}."
    span = f"{noise.low:+.0f} to {noise.high:+.0f}".replace("-", "−")
    tested = f"{noise.versions - noise.between:+,} documents, 95 %: {span}; p {p_of(noise.p)}"
    return f"{text}. {verdict} ({tested.replace('+-', '−').replace('-', '−')}). {ONE_PAIR}"


def _span(difference: PointDifference | ComparedClass) -> str:
    if difference.low is None:
        return NOTHING
    return f"{cell_of(difference.low, 1)} to {cell_of(difference.high, 1)}"


# --- what changed since an earlier version: a result that shows itself


@dataclass(frozen=True, repr=False, eq=False)
class ChangesResult:
    """What changed from an earlier version to a later one, for one system of it.

    `now`: the later version, evaluated. `flips` and `pairs` (by measure) are None and empty where
    no document of both is looked at. `noise`: beside two runs of one system, where some are known.
    """

    earlier: Review
    now: EvaluationResult
    before: Evaluation
    alignment: VersionAlignment
    truth: TruthChanges | None
    flips: DecisionFlips | None
    pairs: dict[str, SystemPair]
    care: tuple[Caveat, ...]
    noise: RunNoise | None

    @cached_property
    def flipped_classes(self) -> list[FlippedClass]:
        """The classes in which decisions flipped, most of them first."""
        return [] if self.flips is None else flipped_classes(self.flips, self.pairs["f"])

    @cached_property
    def measures(self) -> dict[str, dict[str, ChangedAverage]]:
        """Each measure's averages before and now."""
        return {measure: changed_averages(pair) for measure, pair in self.pairs.items()}

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven changes --format json` prints; undefined is None."""
        truth, flips, noise = self.truth, self.flips, self.noise
        return {
            "review": self.now.review.name,
            "baseline": self.earlier.name,
            **NamedAlignment(self.alignment).to_dict(),
            "truth": None if truth is None else truth_values(self.alignment, truth),
            "system": self.now.system,
            "split": self.now.split,
            "decisions": {"before": str(self.before.cut), "now": str(self.now.cut)},
            "flips": None
            if flips is None
            else {
                "documents": len(flips.rows),
                "of_documents": flips.documents,
                "decisions": flips.decisions,
                "toward_right": flips.toward_right,
                "toward_wrong": flips.toward_wrong,
                "documents_fixed": len(flips.fixed),
                "documents_broken": len(flips.broken),
                "per_class": {flipped.name: flipped.to_dict() for flipped in self.flipped_classes},
            },
            "measures": {
                measure: {name: average.to_dict() for name, average in averages.items()}
                for measure, averages in self.measures.items()
            },
            "noise": None if noise is None else noise_values(noise),
            "care": [caveat.text for caveat in self.care],
            **filter_data(self.now.filtered),
            **scope.class_map_data(self.now.review),
        }

    def to_markdown(self) -> str:
        """What `breakeven changes` prints."""
        names = in_markdown(self.now.review.name), in_markdown(self.earlier.name)
        lines = [
            f"# {names[0]}: what changed since {names[1]}",
            "",
            *NamedAlignment(self.alignment).to_markdown(),
            *_truth_in_markdown(self.truth),
            "",
            *self._system_in_markdown(),
        ]
        document = under_title("\n".join(lines), self.now.filtered)
        return document + scope.class_map_in_markdown(self.now.review)

    def _system_in_markdown(self) -> list[str]:
        flips = self.flips
        if flips is None:
            return ["The versions share no document here, so no prediction is compared."]
        rows = [
            [
                f"{AVERAGE_NAMES[name]} {measure}",
                cell_of(averages[name].before),
                cell_of(averages[name].now),
                cell_of(averages[name].difference.points, 1),
                _span(averages[name].difference),
                averages[name].difference.claim,
            ]
            for measure, averages in self.measures.items()
            for name in AVERAGE_NAMES
        ]
        classes = [
            [
                in_markdown(flipped.name),
                *map("{:,}".format, (flipped.flipped, flipped.toward_right, flipped.toward_wrong)),
                cell_of(flipped.f.points, 1),
                _span(flipped.f),
            ]
            for flipped in self.flipped_classes
        ]
        cuts = in_markdown(str(self.before.cut)), in_markdown(str(self.now.cut))
        care = [in_markdown(caveat.text) for caveat in self.care]
        return [
            f"**{in_markdown(self.now.system)}: {count_of(flips.decisions, 'yes/no prediction')} "
            f"changed, {flips.toward_right:,} became right and {flips.toward_wrong:,} wrong, on "
            f"{len(flips.rows):,} of {count_of(flips.documents, 'document')}**; "
            f"{len(flips.fixed):,} became completely right, {len(flips.broken):,} no longer are. "
            "Predictions before: "
            f"{cuts[0]}; now: {cuts[1]}.",
            *([] if self.noise is None else ["", in_markdown(noise_in_words(self.noise))]),
            "",
            "Both versions are judged by the truth as it is now, on the documents that both "
            "have; an added class was predicted for none of them before. Points are now minus "
            "before, with their paired 95 % interval.",
            "",
            markdown_table(AVERAGES_HEAD, rows),
            *(["", markdown_table(CLASSES_HEAD, classes)] if classes else []),
            *(["", "Warning:", "", *(f"- {text}" for text in care)] if care else []),
        ]

    def frame(self) -> pd.DataFrame:
        """One row for each class in which a decision flipped: how many, which way, and F."""
        import pandas as pd

        rows = [(flipped.name, flipped.to_dict()) for flipped in self.flipped_classes]
        return pd.DataFrame(
            [
                {"class": name, **{k: v for k, v in row.items() if k != "f"}, **row["f"]}
                for name, row in rows
            ]
        )

    def __repr__(self) -> str:
        alignment, flips = self.alignment, self.flips
        flipped = "nothing compared" if flips is None else count_of(flips.decisions, "prediction")
        return (
            f"<Changes of {self.now.system}: {len(alignment.now):,} documents in both, "
            f"{len(alignment.added):,} added, {len(alignment.gone):,} gone; {flipped} flipped>"
        )

    def _repr_html_(self) -> str:
        rows = [
            [
                f"{name.replace('_', ' ')} {measure}",
                cell_of(average.before),
                cell_of(average.now),
                *(
                    cell_of(value, 1)
                    for difference in (average.difference,)
                    for value in (difference.points, difference.low, difference.high)
                ),
            ]
            for measure, averages in self.measures.items()
            for name, average in averages.items()
        ]
        parts = [
            values.html_paragraph(repr(self)[1:-1]),
            values.html_table(["", "before", "now", "points", "low", "high"], rows),
        ]
        if self.noise is not None:
            parts.append(values.html_paragraph(noise_in_words(self.noise)))
        return "".join([*parts, *(values.html_paragraph(f"Warning: {c.text}") for c in self.care)])


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
    both = with_baseline(result.review, earlier, 0)
    baseline = baseline_of(both, result.system)
    if baseline is None:
        what = f"the earlier version has no system {result.system!r}"
        raise ChoiceError(what, "choose another system")
    before = _evaluation_of(both, result, baseline.system)
    alignment = align_versions(earlier.truth, both.truth)
    runs = runs or runs_named([predictions.system for predictions in both.own], result.system)
    common = share_documents([before, result.evaluation])
    settings = ComparisonSettings(
        "f", result.beta, result.undefined, largest_classes(result.evaluation)
    )
    compared = common.documents > 0
    return ChangesResult(
        earlier,
        result,
        before,
        alignment,
        truth_changes(alignment),
        flips_of(*common.evaluations) if compared else None,
        _pairs(common, settings, replicates, seed) if compared else {},
        tuple(caveats(common, settings)) if compared else (),
        None if runs is None else _noise(both, result, before, runs),
    )


def _evaluation_of(review: Review, result: EvaluationResult, system: str) -> Evaluation:
    """Another system on the same documents, by the same rule where it allows it."""
    chosen = Selection(result.system, result.split, 0, result.beta, result.undefined, result.cut)
    cut = cut_for(review, chosen, system_of(review, system))
    evaluation, _ = evaluate_selection(review, replace(chosen, system=system, cut=cut))
    return (
        evaluation if result.filtered is None else restricted_to(evaluation, result.filtered.rows)
    )


def _pairs(
    common: SharedDocuments, settings: ComparisonSettings, replicates: int, seed: int
) -> dict[str, SystemPair]:
    by_measure = {measure: replace(settings, measure=measure) for measure in USUAL_MEASURES}
    return {
        measure: pair_of(compare_systems(common, chosen, replicates, seed), 0, 1)
        for measure, chosen in by_measure.items()
    }


def _noise(
    review: Review, result: EvaluationResult, before: Evaluation, runs: tuple[str, str]
) -> RunNoise | None:
    systems = [predictions.system for predictions in review.own]
    for run in runs:
        if run not in systems:
            raise ChoiceError(f"there is no system {run!r}", f"choose one of {', '.join(systems)}")
    first, second = (_evaluation_of(review, result, run) for run in runs)
    return run_noise(before, result.evaluation, (first, second))
