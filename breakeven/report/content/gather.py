"""A report's record gathered from the owners of its numbers, which pages ask too.

Also what is said of the splits and their checks, and how the numbers were got.
"""

from __future__ import annotations

from collections.abc import Sequence

from breakeven.analysis.class_structure.hierarchical_measures import (
    HierarchicalMeasures,
    hierarchical_measures,
)
from breakeven.analysis.comparison.bootstrap import REPLICATES
from breakeven.analysis.comparison.comparison import SystemPair
from breakeven.analysis.evaluation.average_intervals import AverageIntervals, average_intervals
from breakeven.analysis.evaluation.cut import RULE_ENTRIES
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings import check_limits as limit_text
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.checks import CheckResults
from breakeven.analysis.findings.class_assessment import verdicts_of
from breakeven.analysis.findings.finding import Finding
from breakeven.analysis.selection.errors import ChoiceError
from breakeven.analysis.selection.selected_evaluation import (
    check_evaluated,
    evaluate_selection,
    leak_sides,
    other_evaluations,
)
from breakeven.analysis.selection.selection import Selection, positive_class, texts_of
from breakeven.analysis.selection.where import FilteredDocuments
from breakeven.analysis.story.screens import StoryInput, story_of, what_to_decide
from breakeven.analysis.story.verdict import PlainVerdict, verdict_of
from breakeven.analysis.versions.changes import pair_before
from breakeven.data.records import Review, Truth
from breakeven.data.splits import date_column, role_of, split_summaries, text_lengths
from breakeven.data.wording import UNDEFINED_WORDS, count_of, exact_of, f_name
from breakeven.report.content.caveats import conditions_of, left_out_of, threshold_of
from breakeven.report.content.classes import class_rows, weakest_classes
from breakeven.report.content.headline import headline_of
from breakeven.report.content.rankings import confusions_of, curves_of
from breakeven.report.content.record import (
    Identity,
    Method,
    Report,
    ReportData,
    ReportFinding,
    ReportOptions,
    ReportSubject,
    SplitRow,
)
from breakeven.report.content.story import StoryPage, pages_of, people_ceiling, work_of
from breakeven.results.findings import checks_text, verdict_on_splits, why_not, worth_of
from breakeven.results.summary import summary_text
from breakeven.results.systems import common_documents, system_comparison
from breakeven.results.values import document_ids
from metrics.catalogue import CATALOGUE, entries_shown
from metrics.catalogue.entry import Entry
from metrics.catalogue.sources import BIBLIOGRAPHY
from metrics.dataset.near_duplicates import NearDuplicates
from metrics.typing import AVERAGES

# --- the splits, and what the checks of data and decisions found


# ids of documents that a finding names
MOST_NAMED = 10


def data_of(review: Review, checked: CheckResults) -> ReportData:
    """The splits of the files, and every finding in its order."""
    truth = review.truth
    long, dated = text_lengths(truth), date_column(truth)
    return ReportData(
        verdict=verdict_on_splits(truth, checked),
        splits=tuple(
            SplitRow(
                name=of.name,
                role=role_of(of.name) or "",
                documents=of.documents,
                labels=of.labels,
                labels_per_document=of.labels_per_document,
                classes=of.classes_present,
                words=of.words,
                first=of.first or "",
                last=of.last or "",
            )
            for of in split_summaries(truth, long[0] if long else None, dated[0] if dated else None)
        ),
        findings=tuple(_found(truth, finding) for finding in checked.findings),
        how_many=checks_text(checked),
        clean=tuple(rule.title for rule in checked.clean),
        unchecked=tuple(
            why_not(why, rules) + (f" To add: {why.add}" if why.add else "")
            for why, rules in checked.reasons
        ),
    )


def _found(truth: Truth, finding: Finding) -> ReportFinding:
    return ReportFinding(
        code=finding.code,
        severity=finding.severity,
        title=finding.title,
        what=finding.what,
        action=finding.action,
        worth=worth_of(finding),
        classes=tuple(truth.classes[c] for c in finding.classes),
        documents=tuple(document_ids(truth, finding.documents[:MOST_NAMED])),
        of_documents=len(finding.documents),
        errors=finding.errors,
        error_share=finding.error_share,
        gain_macro=finding.gain_macro,
        gain_micro=finding.gain_micro,
    )


# --- how the numbers were got: the catalogue's entries that a report uses, and its settings


ALWAYS_EXPLAINED = (
    *AVERAGES,
    "undefined",
    "exact_match",
    "baselines",
    "quadrants",
)
INTERVAL_ENTRIES = ("wilson_interval", "f_interval", "average_interval")
RANKING_ENTRIES = (
    "pr_curve", "break_even", "macro_break_even", "micro_break_even_own_thresholds",
    "micro_break_even_global", "eleven_point", "eleven_point_document", "eleven_point_pooled",
    "eleven_point_trec_eval", "average_precision",
)  # fmt: skip
HIERARCHY_ENTRIES = (
    "hierarchical_f", "lca_f", "level_f", "full_path", "inconsistency", "shuffled_calls",
)  # fmt: skip
COMPARISON_ENTRIES = ("paired_interval", "randomisation", "corrections")


def method_of(
    selection: Selection, evaluation: Evaluation, limits: Limits, *, compared: bool, tree: bool
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
        settings.append(("Limits of the checks that are not the usual ones", changed))
    return Method(settings=tuple(settings), entries=entries, sources=cited_by(entries))


def cited_by(entries: tuple[Entry, ...]) -> dict[str, str]:
    """The works that entries cite, by the short names used there, in the order of the list."""
    said = [source for entry in entries for source in entry.source]
    longest_first = sorted(BIBLIOGRAPHY, key=len, reverse=True)
    found = {next((n for n in longest_first if source.startswith(n)), "") for source in said}
    return {short: full for short, full in BIBLIOGRAPHY.items() if short in found}


# --- a report's record gathered from the owners of its numbers, which pages ask too


def report_of(
    review: Review,
    selection: Selection,
    options: ReportOptions | None = None,
    *,
    near: NearDuplicates | None,
) -> Report:
    """Everything that a report of this selection says.

    `near`: what `breakeven.analysis.findings.checks.search_near` found among the texts; None where
    nobody searched, which the report then says. ChoiceError, a ValueError, where there is no
    document to report on; ValueError where nobody has labelled.
    """
    options = options or ReportOptions()
    beta, undefined = selection.beta, selection.undefined
    evaluation, kept = evaluate_selection(review, selection)
    _some(evaluation, kept)
    limits = options.limits
    drawn = average_intervals(evaluation, beta, undefined)
    leaks = leak_sides(review, selection)
    headline = headline_of(review, selection, evaluation, drawn, leaks)
    before = pair_before(review, selection, evaluation, kept)
    checked = check_evaluated(review, evaluation, kept, limits, beta, near)
    rows = class_rows(review, evaluation, verdicts_of(evaluation, limits), beta)
    weakest = weakest_classes(review, evaluation, rows, beta, options)
    others = other_evaluations(review, evaluation, kept)
    common = common_documents(evaluation, others)
    where = selection.where
    verdict = verdict_of(review.truth, evaluation, limits, where=where, leaks=leaks, before=before)
    compared = system_comparison(review, selection, common)
    places = {name: c for c, name in enumerate(evaluation.classes)}
    weak = [places[of.row.name] for of in weakest.classes]
    beside = [of for of in (headline.leaks, headline.as_loaded) if of is not None]
    return Report(
        subject=subject_of(review, selection, evaluation, kept, options),
        verdict=verdict.answers,
        summary=summary_text(evaluation, beta, undefined, drawn, selection.where),
        conditions=conditions_of(review, evaluation, kept, checked, beside),
        headline=headline,
        left_out=left_out_of(review, selection, evaluation, kept, headline.averages),
        threshold=threshold_of(review, selection, evaluation),
        weakest=weakest,
        comparison=compared,
        data=data_of(review, checked),
        confusions=confusions_of(evaluation),
        hierarchy=_tree_of(review, evaluation, selection),
        curves=curves_of(review, evaluation, common, weak, undefined),
        method=method_of(
            selection,
            evaluation,
            limits,
            compared=compared is not None,
            tree=review.hierarchy is not None,
        ),
        identity=identity_of(review, selection, options),
        classes=rows,
        limits=limits,
        story=_story_of(review, evaluation, (verdict, drawn, others, before), checked, options),
    )


def _some(evaluation: Evaluation, kept: FilteredDocuments | None) -> None:
    """ChoiceError where there is no document to report on."""
    if not evaluation.documents:
        why = "the system said nothing of this split"
        if kept is not None:
            of = count_of(kept.of_documents, "document")
            why = f"the filter keeps none of {of}: {kept.where.text}"
        raise ChoiceError(f"there is no document to report on: {why}", "choose others")


def _story_of(
    review: Review,
    evaluation: Evaluation,
    beside: tuple[PlainVerdict, AverageIntervals | None, Sequence[Evaluation], SystemPair | None],
    checked: CheckResults,
    options: ReportOptions,
) -> tuple[StoryPage, ...]:
    """The story's pages, where they are asked for."""
    if (choices := options.story) is None:
        return ()
    verdict, drawn, others, before = beside
    told = StoryInput(
        truth=review.truth,
        evaluation=evaluation,
        verdict=verdict,
        drawn=drawn,
        others=others,
        before=before,
        ceiling=people_ceiling(review.truth, evaluation),
        work=work_of(review, evaluation, choices.prices),
        prices=choices.prices,
        send=choices.send,
    )
    screens = (*story_of(told), what_to_decide(evaluation, checked.findings, told.work, told.send))
    return pages_of(told, screens, choices.words, texts=options.texts)


def _tree_of(
    review: Review, evaluation: Evaluation, selection: Selection
) -> HierarchicalMeasures | None:
    if review.hierarchy is None:
        return None
    return hierarchical_measures(review.hierarchy, evaluation, selection.beta, selection.undefined)


def subject_of(
    review: Review,
    selection: Selection,
    evaluation: Evaluation,
    kept: FilteredDocuments | None,
    options: ReportOptions,
) -> ReportSubject:
    """What is reported on."""
    return ReportSubject(
        title=options.title or review.name,
        review=review.name,
        system=evaluation.system,
        split=evaluation.split,
        where="" if selection.where is None else selection.where.text,
        documents=evaluation.documents,
        of_documents=evaluation.documents if kept is None else kept.of_documents,
        classes=len(evaluation.classes),
        task=review.truth.task_in_words,
        positive=positive_class(review),
        decisions=str(evaluation.cut),
        beta=selection.beta,
        undefined=selection.undefined,
        f=f_name(selection.beta),
        one_of=evaluation.one_of,
        single_label=evaluation.single_label,
    )


def identity_of(review: Review, selection: Selection, options: ReportOptions) -> Identity:
    """Which data, choices and code, and who answers for it."""
    return Identity(
        fingerprint=review.fingerprint,
        files=review.files,
        state=texts_of(selection, review.truth),
        version=options.version,
        code_version=options.code_version,
        date=options.date,
        signer=options.signer,
        signed_on=options.signed_on,
        statement=options.statement,
        unsigned=options.unsigned,
    )
