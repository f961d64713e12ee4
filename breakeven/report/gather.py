"""The results of a selection gathered for a report, from the owners that pages ask too."""

from __future__ import annotations

from collections.abc import Sequence

from breakeven.analysis.class_structure.hierarchical_measures import (
    HierarchicalMeasures,
    hierarchical_measures,
)
from breakeven.analysis.evaluation.average_intervals import average_intervals
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.class_assessment import verdicts_of
from breakeven.analysis.findings.finding import Finding
from breakeven.analysis.selection.errors import ChoiceError
from breakeven.analysis.selection.leak_sides import LeakSides
from breakeven.analysis.selection.selected_evaluation import (
    check_evaluated,
    evaluate_selection,
    leak_sides,
    other_evaluations,
)
from breakeven.analysis.selection.selection import Selection, positive_class, system_of, texts_of
from breakeven.analysis.selection.where import FilteredDocuments
from breakeven.analysis.story.screens import StoryInput
from breakeven.analysis.story.verdict import verdict_of
from breakeven.analysis.versions.changes import pair_before
from breakeven.data.records import Review
from breakeven.data.splits import splits_overview
from breakeven.data.wording import count_of, f_name
from breakeven.report.method import Method, method_of
from breakeven.report.record import Identity, Report, ReportOptions, ReportSubject
from breakeven.results.caveats import left_out_texts, reasons_for_care
from breakeven.results.class_distribution import class_distribution
from breakeven.results.class_rows import class_rows
from breakeven.results.confusion import most_confused
from breakeven.results.decision_origin import decision_origin
from breakeven.results.findings import Findings
from breakeven.results.headline import headline_of
from breakeven.results.own_measures import own_measures_of
from breakeven.results.probability_losses import ProbabilityLosses, probability_losses
from breakeven.results.rankings import ranking_curves
from breakeven.results.story import StoryPage, story_input, story_pages
from breakeven.results.summary import summary_text
from breakeven.results.systems import common_documents, system_comparison
from breakeven.results.target_verdict import TargetVerdict, target_verdict_of
from breakeven.results.weakest_classes import WeakestOptions, weakest_classes
from metrics.dataset.near_duplicates import NearDuplicates


def _hierarchy(
    review: Review, evaluation: Evaluation, selection: Selection
) -> HierarchicalMeasures | None:
    if review.hierarchy is None:
        return None
    return hierarchical_measures(review.hierarchy, evaluation, selection.beta, selection.undefined)


def report_of(
    review: Review,
    selection: Selection,
    options: ReportOptions | None = None,
    *,
    near: NearDuplicates | None,
) -> Report:
    """Everything that a report of this selection says.

    `near`: what `search_near` found among the texts; None where nobody searched, which the report
    then says. ChoiceError, a ValueError, where there is no document to report on; ValueError where
    nobody has labelled.
    """
    options = options or ReportOptions()
    truth, limits, where = review.truth, options.limits, selection.where
    beta, undefined = selection.beta, selection.undefined
    evaluation, filtered = evaluate_selection(review, selection)
    _require_documents(evaluation, filtered)
    intervals = average_intervals(evaluation, beta, undefined, further=True)
    leaks = leak_sides(review, selection)
    headline = headline_of(review, selection, evaluation, intervals, leaks)
    before = pair_before(review, selection, evaluation, filtered)
    checked = check_evaluated(review, evaluation, filtered, limits, beta, near)
    rows = class_rows(review, evaluation, verdicts_of(evaluation, limits), beta)
    weakest = weakest_classes(review, evaluation, rows, beta, _closely(options))
    others = other_evaluations(review, evaluation, filtered)
    common = common_documents(evaluation, others)
    verdict = verdict_of(truth, evaluation, limits, where=where, leaks=leaks, before=before,
                         findings=checked.findings)  # fmt: skip
    target = _of_target(review, selection, evaluation, options, leaks,
                        others=others, findings=checked.findings)  # fmt: skip
    comparison = system_comparison(review, selection, common)
    losses = probability_losses(review, evaluation)
    weak = [evaluation.classes.index(each.row.name) for each in weakest.classes]
    story = None if options.story is None else story_input(
        review, evaluation, options.story, verdict=verdict, intervals=intervals, others=others,
        before=before, target=target.story,
    )  # fmt: skip
    return Report(
        subject=_subject(review, selection, evaluation, filtered, options),
        target_verdict=target,
        verdict=verdict.answers,
        summary=summary_text(evaluation, beta, undefined, intervals, where),
        conditions=reasons_for_care(review, evaluation, filtered, checked, leaks),
        headline=headline,
        left_out=left_out_texts(review, selection, evaluation, filtered, headline.averages),
        decisions=decision_origin(review, selection, evaluation),
        weakest=weakest,
        comparison=comparison,
        splits=splits_overview(truth).summaries,
        findings=Findings(checked, review, evaluation.system, evaluation.split, limits, filtered),
        confusions=most_confused(evaluation),
        hierarchy=_hierarchy(review, evaluation, selection),
        curves=ranking_curves(review, evaluation, common, weak, undefined),
        method=_method(review, selection, evaluation, limits, compared=comparison is not None),
        identity=_identity(review, selection, options),
        classes=rows,
        limits=limits,
        story=_pages(story, checked.findings, options),
        appendix=options.appendix,
        own=own_measures_of(evaluation, review.measures, undefined),
        mix=class_distribution(evaluation),
        losses=losses if isinstance(losses, ProbabilityLosses) else None,
    )


def _pages(
    story: StoryInput | None, findings: Sequence[Finding], options: ReportOptions
) -> tuple[StoryPage, ...]:
    if story is None or options.story is None:
        return ()
    return story_pages(story, findings, options.story.words, texts=options.texts)


def _method(
    review: Review,
    selection: Selection,
    evaluation: Evaluation,
    limits: Limits,
    *,
    compared: bool,
) -> Method:
    tree = review.hierarchy is not None
    probabilities = system_of(review, selection.system).probabilities
    return method_of(
        selection, evaluation, limits, compared=compared, tree=tree, probabilities=probabilities
    )


def _of_target(
    review: Review,
    selection: Selection,
    evaluation: Evaluation,
    options: ReportOptions,
    leaks: LeakSides[Evaluation] | None,
    *,
    others: Sequence[Evaluation],
    findings: Sequence[Finding],
) -> TargetVerdict:
    return target_verdict_of(
        review,
        selection,
        evaluation,
        options.target,
        limits=options.limits,
        leaks=leaks,
        others=others,
        findings=findings,
    )


def _require_documents(evaluation: Evaluation, filtered: FilteredDocuments | None) -> None:
    """ChoiceError where there is no document to report on."""
    if not evaluation.documents:
        why = "the system has no predictions for this split"
        if filtered is not None:
            documents = count_of(filtered.of_documents, "document")
            why = f"the filter keeps none of {documents}: {filtered.where.text}"
        raise ChoiceError(f"there is no document to report on: {why}", "choose others")


def _closely(options: ReportOptions) -> WeakestOptions:
    return WeakestOptions(
        classes=options.weakest,
        examples=options.examples,
        texts=options.texts,
        limits=options.limits,
    )


def _subject(
    review: Review,
    selection: Selection,
    evaluation: Evaluation,
    filtered: FilteredDocuments | None,
    options: ReportOptions,
) -> ReportSubject:
    return ReportSubject(
        title=options.title or review.name,
        review=review.name,
        system=evaluation.system,
        split=evaluation.split,
        where="" if selection.where is None else selection.where.text,
        documents=evaluation.documents,
        of_documents=evaluation.documents if filtered is None else filtered.of_documents,
        classes=len(evaluation.classes),
        task=review.truth.task_in_words,
        positive=positive_class(review),
        decisions=str(evaluation.cut),
        beta=selection.beta,
        undefined=selection.undefined,
        f=f_name(selection.beta),
        one_of=evaluation.one_of,
        single_label=evaluation.single_label,
        sampled=evaluation.scored.sampled,
    )


def _identity(review: Review, selection: Selection, options: ReportOptions) -> Identity:
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
