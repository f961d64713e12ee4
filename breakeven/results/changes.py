"""What changed since an earlier version, as plain data and Markdown; undefined is None.

Tested in `test_changes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from breakeven.analysis.comparison.bootstrap import REPLICATES
from breakeven.analysis.comparison.caveats import Caveat, caveats
from breakeven.analysis.comparison.comparison import SystemPair, compare_systems, pair_of
from breakeven.analysis.comparison.shared_documents import (
    COMPARED_AVERAGES,
    OF_DECISIONS,
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
from breakeven.results.comparison import AVERAGE_NAMES, of_class, of_difference
from breakeven.results.evaluation import EvaluationResult, evaluate
from breakeven.results.scope import of_where, under_title
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import plain_number

if TYPE_CHECKING:
    import pandas as pd


# --- what changed between two versions, as plain data and Markdown; undefined is None


# documents and classes that a document to paste names; the plain data have them all
NAMED = 10
NOISE_VERDICTS: Mapping[NoiseVerdict, str] = {
    "more": "More changed than between these two runs, beyond chance in these documents",
    "fewer": "Fewer changed than between these two runs, beyond chance in these documents",
    "alike": "That is no more than these two runs differ by, as far as these documents tell",
    "untested": "Documents have weights or clusters, so the two counts are not tested",
}
ONE_PAIR = "How much other runs would differ is not known from two."


def of_alignment(found: VersionAlignment) -> dict[str, Any]:
    """Which documents and classes only one version has, by their ids and names."""
    earlier, later = found.earlier, found.later

    def ids(documents: Any, rows: Any) -> list[str]:
        return [str(one) for one in documents[rows]]

    other = found.other_text
    return {
        "documents": {
            "before": earlier.n,
            "now": later.n,
            "both": len(found.now),
            "added": ids(later.documents, found.added),
            "gone": ids(earlier.documents, found.gone),
            "other_text": None if other is None else ids(later.documents, found.now[other]),
            "told_apart_by": "id and split" if found.by_split else "id",
        },
        "classes": {
            "both": len(found.common_classes),
            "added": [later.classes[c] for c in found.added_classes],
            "gone": [earlier.classes[c] for c in found.gone_classes],
        },
    }


def of_truth(found: VersionAlignment, truth: TruthChanges | None) -> dict[str, Any] | None:
    """Where the truth of what both versions have is another; None where one has none."""
    if truth is None:
        return None
    gained, lost = truth.by_class
    changed = np.flatnonzero(gained + lost)
    rows = found.now[truth.documents]
    names = [found.later.classes[c] for c in found.common_classes[changed]]
    return {
        "pairs": truth.pairs,
        "documents": [str(one) for one in found.later.documents[rows]],  # type: ignore[index]
        "per_class": {
            name: {"gained": int(gained[c]), "lost": int(lost[c])}
            for name, c in zip(names, changed.tolist(), strict=True)
        },
        "perhaps_renamed": [
            {"before": one.before, "now": one.now, "share": one.share} for one in truth.renamed
        ],
    }


def of_flips(flips: DecisionFlips, pair: SystemPair) -> dict[str, Any]:
    """Decisions that flipped, in total and by class, and F of these classes."""
    toward = flips.by_class
    return {
        "documents": len(flips.rows),
        "of_documents": flips.documents,
        "decisions": flips.decisions,
        "toward_right": flips.toward_right,
        "toward_wrong": flips.toward_wrong,
        "documents_fixed": len(flips.fixed),
        "documents_broken": len(flips.broken),
        "per_class": {
            pair.new.classes[c]: {
                "flipped": int(flips.of_classes[c]),
                "toward_right": int(toward.fixed[c]),
                "toward_wrong": int(toward.broken[c]),
                "f": of_class(pair, c),
            }
            for c in np.argsort(-flips.of_classes, kind="stable").tolist()
            if flips.of_classes[c]
        },
    }


def of_measures(pairs: Mapping[str, SystemPair]) -> dict[str, Any]:
    """Each measure's averages before and now, with the paired interval of the difference."""
    return {
        measure: {
            name: {
                "before": plain_number(pair.old_values.averages[name]),
                "now": plain_number(pair.new_values.averages[name]),
                "difference": of_difference(pair.averages[name], pair.claim(name)),
            }
            for name in COMPARED_AVERAGES
        }
        for measure, pair in pairs.items()
    }


def of_noise(noise: RunNoise | None) -> dict[str, Any] | None:
    """The noise of two runs beside the change; None where no two runs are known."""
    if noise is None:
        return None
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
    said = f"{changed} changed; {noise.between:,} {change} between two runs of the same system"
    verdict = NOISE_VERDICTS[noise.verdict]
    if np.isnan(noise.p):
        return f"{said}. {verdict}."
    span = f"{noise.low:+.0f} to {noise.high:+.0f}".replace("-", "−")
    tested = f"{noise.versions - noise.between:+,} documents, 95 %: {span}; p {p_of(noise.p)}"
    return f"{said}. {verdict} ({tested.replace('+-', '−').replace('-', '−')}). {ONE_PAIR}"


def changes_in_markdown(result: Mapping[str, Any]) -> str:
    """What changed as a document to paste."""
    documents, classes, truth = result["documents"], result["classes"], result["truth"]
    lines = [
        f"# {in_markdown(result['review'])}: what changed since {in_markdown(result['baseline'])}",
        "",
        f"{count_of(documents['both'], 'document')} in both, told apart by "
        f"{documents['told_apart_by']}; {len(documents['added']):,} added, "
        f"{len(documents['gone']):,} gone.",
        *_named("Added", documents["added"]),
        *_named("Gone", documents["gone"]),
        *_named("Another text", documents["other_text"] or []),
        f"- Classes: {classes['both']:,} in both, {len(classes['added']):,} added, "
        f"{len(classes['gone']):,} gone.",
        *_named("Classes added", classes["added"]),
        *_named("Classes gone", classes["gone"]),
        *_truth_lines(truth),
        "",
        *_system_lines(result),
    ]
    return "\n".join(lines)


def _named(what: str, names: list[str]) -> list[str]:
    if not names:
        return []
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    shown = ", ".join(in_markdown(name) for name in names[:NAMED])
    return [f"- {what} ({len(names):,}): {shown}{more}"]


def _truth_lines(truth: Mapping[str, Any] | None) -> list[str]:
    if truth is None:
        return ["- Nobody labelled one of the two versions."]
    said = (
        f"- Truth: {count_of(truth['pairs'], 'label')} changed, on "
        f"{count_of(len(truth['documents']), 'document')}."
    )
    return [said] + [
        f"- {in_markdown(one['before'])} may now be called {in_markdown(one['now'])}: "
        f"{percent(one['share'])} of the documents of either are of both."
        for one in truth["perhaps_renamed"]
    ]


def _system_lines(result: Mapping[str, Any]) -> list[str]:
    flips = result["flips"]
    if flips is None:
        return ["No document that both versions have is looked at, so no decision is compared."]
    fixed, broken = flips["documents_fixed"], flips["documents_broken"]
    rows = [
        [
            f"{AVERAGE_NAMES[name]} {measure}",
            cell_of(one["before"]),
            cell_of(one["now"]),
            cell_of(one["difference"]["points"], 1),
            _span(one["difference"]),
            one["difference"]["claim"],
        ]
        for measure, of in result["measures"].items()
        for name, one in of.items()
        if name in AVERAGE_NAMES
    ]
    classes = [
        [in_markdown(name), *(f"{one[key]:,}" for key in ("flipped", "toward_right",
         "toward_wrong")), cell_of(one["f"]["points"], 1), _span(one["f"])]
        for name, one in flips["per_class"].items()
    ]  # fmt: skip
    noise = result["noise"]
    return [
        f"**{in_markdown(result['system'])}: {count_of(flips['decisions'], 'decision')} flipped, "
        f"{flips['toward_right']:,} toward right and {flips['toward_wrong']:,} toward wrong, on "
        f"{flips['documents']:,} of {count_of(flips['of_documents'], 'document')}**; "
        f"{fixed:,} fixed, {broken:,} broken. Decisions before: "
        f"{in_markdown(result['decisions']['before'])}; now: "
        f"{in_markdown(result['decisions']['now'])}.",
        *([] if noise is None else ["", in_markdown(noise["text"])]),
        "",
        "Both beside the truth as it is now, on the documents of both; a class that was added was "
        "assigned to none of them before. Points are now minus before, with their paired 95 % "
        "interval.",
        "",
        markdown_table(["average", "before", "now", "points", "95 % interval", "that is"], rows),
        *([] if not classes else ["", markdown_table(
            ["class", "flipped", "toward right", "toward wrong", "points of F", "95 % interval"],
            classes,
        )]),
        *(["", "Take care:", "", *(f"- {in_markdown(text)}" for text in result["care"])]
          if result["care"] else []),
    ]  # fmt: skip


def _span(difference: Mapping[str, Any]) -> str:
    if difference["low"] is None:
        return NOTHING
    return f"{cell_of(difference['low'], 1)} to {cell_of(difference['high'], 1)}"


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

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven changes --format json` prints; undefined is None."""
        flips = None if self.flips is None else of_flips(self.flips, self.pairs["f"])
        return (
            {
                "review": self.now.review.name,
                "baseline": self.earlier.name,
                **of_alignment(self.alignment),
                "truth": of_truth(self.alignment, self.truth),
                "system": self.now.system,
                "split": self.now.split,
                "decisions": {"before": str(self.before.cut), "now": str(self.now.cut)},
                "flips": flips,
                "measures": of_measures(self.pairs),
                "noise": of_noise(self.noise),
                "care": [caveat.text for caveat in self.care],
            }
            | of_where(self.now.kept)
            | scope.of_class_map(self.now.review)
        )

    def to_markdown(self) -> str:
        """What `breakeven changes` prints."""
        said = under_title(changes_in_markdown(self.to_dict()), self.now.kept)
        return said + scope.class_map_in_markdown(self.now.review)

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
            values.html_paragraph(repr(self)[1:-1]),
            values.html_table(["", "before", "now", "points", "low", "high"], rows),
        ]
        if self.noise is not None:
            parts.append(values.html_paragraph(noise_in_words(self.noise)))
        return "".join(
            [*parts, *(values.html_paragraph(f"Take care: {c.text}") for c in self.care)]
        )


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
    found = align_versions(earlier.truth, beside.truth)
    runs = runs or runs_named([one.system for one in beside.own], result.system)
    common = share_documents([before, result.evaluation])
    settings = ComparisonSettings(
        "f", result.beta, result.undefined, largest_classes(result.evaluation)
    )
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
    common: SharedDocuments, settings: ComparisonSettings, replicates: int, seed: int
) -> dict[str, SystemPair]:
    of = {measure: replace(settings, measure=measure) for measure in OF_DECISIONS}
    return {
        measure: pair_of(compare_systems(common, chosen, replicates, seed), 0, 1)
        for measure, chosen in of.items()
    }


def _noise(
    review: Review, result: EvaluationResult, before: Evaluation, runs: tuple[str, str]
) -> RunNoise | None:
    known = [one.system for one in review.own]
    for run in runs:
        if run not in known:
            raise ChoiceError(f"there is no system {run!r}", f"choose of {', '.join(known)}")
    one, other = (_beside(review, result, run) for run in runs)
    return run_noise(before, result.evaluation, (one, other))
