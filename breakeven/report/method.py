"""How the numbers of a report were got: the catalogue's entries that it uses, and its settings.

Tested in `test_formulas`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from breakeven.analysis.comparison.bootstrap import REPLICATES
from breakeven.analysis.evaluation.cut import RULE_ENTRIES
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings import check_limits as limit_text
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.selection.selection import Selection
from breakeven.data.wording import UNDEFINED_WORDS, exact_of
from metrics.catalogue import CATALOGUE, entries_shown
from metrics.catalogue.entry import Entry
from metrics.catalogue.sources import BIBLIOGRAPHY
from metrics.typing import AVERAGES

ALWAYS_EXPLAINED = (*AVERAGES, "undefined", "exact_match", "baselines", "quadrants")
INTERVAL_ENTRIES = ("wilson_interval", "f_interval", "average_interval")
RANKING_ENTRIES = (
    "pr_curve", "break_even", "macro_break_even", "micro_break_even_own_thresholds",
    "micro_break_even_global", "eleven_point", "eleven_point_document", "eleven_point_pooled",
    "eleven_point_trec_eval", "average_precision", "roc_curve", "roc_auc",
)  # fmt: skip
HIERARCHY_ENTRIES = (
    "hierarchical_f", "lca_f", "level_f", "full_path", "inconsistency", "shuffled_calls",
)  # fmt: skip
COMPARISON_ENTRIES = ("paired_interval", "randomisation", "corrections")


@dataclass(frozen=True, kw_only=True)
class Method:
    """Every measure that the report uses, from the catalogue, and the works it cites in full."""

    settings: tuple[tuple[str, str], ...]
    entries: tuple[Entry, ...]
    sources: Mapping[str, str]


def method_of(
    selection: Selection,
    evaluation: Evaluation,
    limits: Limits,
    *,
    compared: bool,
    tree: bool,
    probabilities: bool,
) -> Method:
    """The measures used, each once, in the order of the catalogue, and the works they cite."""
    wanted = {entry.key for entry in entries_shown("table")} | {
        *ALWAYS_EXPLAINED,
        *INTERVAL_ENTRIES,
    }
    wanted |= {"contingency_table", RULE_ENTRIES[evaluation.cut.rule]}
    wanted |= {"one_of"} if evaluation.one_of else set()
    wanted |= {"confusion_matrix", "ambiguous_pairs"}
    wanted |= set(RANKING_ENTRIES) if evaluation.scored.has_scores else set()
    wanted |= {"net_benefit"} if probabilities else set()
    wanted |= set(COMPARISON_ENTRIES) if compared else set()
    if tree:
        wanted |= {*HIERARCHY_ENTRIES} | (
            {"hierarchical_area"} if evaluation.scored.has_scores else set()
        )
    entries = tuple(entry for key, entry in CATALOGUE.items() if key in wanted)
    settings = [
        ("β, how much more recall counts than precision in F", exact_of(selection.beta)),
        ("0/0 in averages", UNDEFINED_WORDS[selection.undefined]),
        ("Level of intervals", "95 %"),
    ]
    if compared:
        settings.append(("Sets of documents drawn to compare systems, at most", f"{REPLICATES:,}"))
    if changed := limit_text.to_text(limits):
        settings.append(("Thresholds of the checks that differ from the usual ones", changed))
    return Method(settings=tuple(settings), entries=entries, sources=cited_by(entries))


def cited_by(entries: Iterable[Entry]) -> dict[str, str]:
    """The works that entries cite, by the short names used there, in the order of the list."""
    sources = [source for entry in entries for source in entry.source]
    longest_first = sorted(BIBLIOGRAPHY, key=len, reverse=True)
    cited = {next((n for n in longest_first if source.startswith(n)), "") for source in sources}
    return {short: full for short, full in BIBLIOGRAPHY.items() if short in cited}
