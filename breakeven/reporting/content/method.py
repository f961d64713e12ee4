"""How the numbers were got: the catalogue's entries that a report uses, and its settings."""

from __future__ import annotations

from breakeven.comparison.bootstrap import REPLICATES
from breakeven.evaluation.cut_words import ENTRY_OF
from breakeven.evaluation.evaluation import Evaluation
from breakeven.findings import limits as limit_text
from breakeven.findings.limits import Limits
from breakeven.reporting.content.record import Method
from breakeven.selection import Selection
from breakeven.text import UNDEFINED_WORDS, exact_of
from metrics.catalogue import BIBLIOGRAPHY, CATALOGUE
from metrics.catalogue.entry import Entry
from metrics.catalogue.shown import entries_shown

ALWAYS = ("micro", "macro", "per_document", "undefined", "exact_match", "baselines", "quadrants")
INTERVALS = ("wilson_interval", "f_interval", "average_interval")
RANKED = (
    "pr_curve", "break_even", "macro_break_even", "micro_break_even_own_thresholds",
    "micro_break_even_global", "eleven_point", "eleven_point_document", "eleven_point_pooled",
    "eleven_point_trec_eval", "average_precision",
)  # fmt: skip
IN_TREE = (
    "hierarchical_f", "lca_f", "level_f", "full_path", "inconsistency", "shuffled_calls",
)  # fmt: skip
COMPARED = ("paired_interval", "randomisation", "corrections")


def method_of(
    selection: Selection, evaluation: Evaluation, limits: Limits, *, compared: bool, tree: bool
) -> Method:
    """The measures used, each once, in the order of the catalogue, and the works they cite."""
    wanted = {entry.key for entry in entries_shown("table")} | {*ALWAYS, *INTERVALS}
    wanted |= {"contingency_table", ENTRY_OF[evaluation.cut.rule]}
    wanted |= {"one_of"} if evaluation.one_of else set()
    wanted |= {"confusion_matrix", "ambiguous_pairs"}
    wanted |= set(RANKED) if evaluation.scored.has_scores else set()
    wanted |= set(COMPARED) if compared else set()
    if tree:
        wanted |= {*IN_TREE} | ({"hierarchical_area"} if evaluation.scored.has_scores else set())
    entries = tuple(entry for key, entry in CATALOGUE.items() if key in wanted)
    settings = [
        ("β, how much more recall counts than precision in F", exact_of(selection.beta)),
        ("0/0 in averages", UNDEFINED_WORDS[selection.undefined]),
        ("Level of intervals", "95 %"),
    ]
    if compared:
        settings.append(("Sets of documents drawn to compare systems, at most", f"{REPLICATES:,}"))
    if changed := limit_text.to_text(limits):
        settings.append(("Limits of the checks that are not the usual ones", changed))
    return Method(settings=tuple(settings), entries=entries, sources=cited_by(entries))


def cited_by(entries: tuple[Entry, ...]) -> dict[str, str]:
    """The works that entries cite, by the short names used there, in the order of the list."""
    said = [source for entry in entries for source in entry.source]
    longest_first = sorted(BIBLIOGRAPHY, key=len, reverse=True)
    found = {next((n for n in longest_first if source.startswith(n)), "") for source in said}
    return {short: full for short, full in BIBLIOGRAPHY.items() if short in found}
