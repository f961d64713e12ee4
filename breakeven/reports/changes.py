"""What changed between two versions, as plain data and Markdown; undefined is None."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from breakeven.comparison.common import AVERAGES
from breakeven.comparison.comparison import Pair
from breakeven.reports.comparison import NAMES, of_class, of_difference
from breakeven.reports.tables import in_markdown, markdown_table
from breakeven.reports.values import plain
from breakeven.text import NOTHING, cell_of, count_of, p_of, percent
from breakeven.versions.align import Alignment
from breakeven.versions.changes import Flips, TruthChanges
from breakeven.versions.noise import Noise, Verdict

# documents and classes that a document to paste names; the plain data have them all
NAMED = 10
VERDICTS: Mapping[Verdict, str] = {
    "more": "More changed than between these two runs, beyond chance in these documents",
    "fewer": "Fewer changed than between these two runs, beyond chance in these documents",
    "alike": "That is no more than these two runs differ by, as far as these documents tell",
    "untested": "Documents have weights or clusters, so the two counts are not tested",
}
ONE_PAIR = "How much other runs would differ is not known from two."


def of_alignment(found: Alignment) -> dict[str, Any]:
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


def of_truth(found: Alignment, truth: TruthChanges | None) -> dict[str, Any] | None:
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


def of_flips(flips: Flips, pair: Pair) -> dict[str, Any]:
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


def of_measures(pairs: Mapping[str, Pair]) -> dict[str, Any]:
    """Each measure's averages before and now, with the paired interval of the difference."""
    return {
        measure: {
            name: {
                "before": plain(pair.old_values.averages[name]),
                "now": plain(pair.new_values.averages[name]),
                "difference": of_difference(pair.averages[name], pair.claim(name)),
            }
            for name in AVERAGES
        }
        for measure, pair in pairs.items()
    }


def of_noise(noise: Noise | None) -> dict[str, Any] | None:
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
        "low": plain(noise.low),
        "high": plain(noise.high),
        "p": plain(noise.p),
        "verdict": noise.verdict,
        "text": noise_in_words(noise),
    }


def noise_in_words(noise: Noise) -> str:
    """How many documents changed, how many change between two runs, and what that says."""
    change = "changes" if noise.between == 1 else "change"
    changed = count_of(noise.versions, "document")
    said = f"{changed} changed; {noise.between:,} {change} between two runs of the same system"
    verdict = VERDICTS[noise.verdict]
    if np.isnan(noise.p):
        return f"{said}. {verdict}."
    span = f"{noise.low:+.0f} to {noise.high:+.0f}".replace("-", "−")
    tested = f"{noise.versions - noise.between:+,} documents, 95 %: {span}; p {p_of(noise.p)}"
    return f"{said}. {verdict} ({tested.replace('+-', '−').replace('-', '−')}). {ONE_PAIR}"


def as_markdown(result: Mapping[str, Any]) -> str:
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
            f"{NAMES[name]} {measure}",
            cell_of(one["before"]),
            cell_of(one["now"]),
            cell_of(one["difference"]["points"], 1),
            _span(one["difference"]),
            one["difference"]["claim"],
        ]
        for measure, of in result["measures"].items()
        for name, one in of.items()
        if name in NAMES
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
