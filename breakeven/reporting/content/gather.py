"""A report's record gathered from the owners of its numbers, which pages ask too."""

from __future__ import annotations

from collections.abc import Sequence

from breakeven.comparison.comparison import Pair
from breakeven.evaluation.average_intervals import AverageIntervals, average_intervals
from breakeven.evaluation.evaluation import Evaluation
from breakeven.findings.class_assessment import verdicts_of
from breakeven.findings.review import Checked
from breakeven.hierarchy.measured import Hierarchical, hierarchical
from breakeven.records import Review
from breakeven.reporting.content.classes import rows_of, weakest_of
from breakeven.reporting.content.conditions import conditions_of, left_out_of, threshold_of
from breakeven.reporting.content.data import data_of
from breakeven.reporting.content.headline import headline_of
from breakeven.reporting.content.method import method_of
from breakeven.reporting.content.rankings import confusions_of, curves_of
from breakeven.reporting.content.record import Identity, Options, Report, Subject
from breakeven.reporting.content.story import StoryPage, ceiling_beside, pages_of, work_of
from breakeven.reporting.content.systems import compared_of, shared_by
from breakeven.reports.summary import paragraph
from breakeven.selection import ChoiceError, Selection, positive_class, texts_of
from breakeven.selection.checked import check_evaluated, others_beside
from breakeven.selection.evaluated import evaluate_selection, leak_sides
from breakeven.selection.where import Kept
from breakeven.story.told import Known, story_of, what_to_decide
from breakeven.story.verdict import Verdict, verdict_of
from breakeven.text import count_of, f_name
from breakeven.versions.against import pair_before
from metrics.dataset.near_duplicates import NearDuplicates


def report_of(
    review: Review,
    selection: Selection,
    options: Options | None = None,
    *,
    near: NearDuplicates | None,
) -> Report:
    """Everything that a report of this selection says.

    `near`: what `breakeven.findings.review.search_near` found among the texts; None where nobody
    searched, which the report then says. ChoiceError, a ValueError, where there is no document to
    report on; ValueError where nobody has labelled.
    """
    options = options or Options()
    beta, undefined = selection.beta, selection.undefined
    evaluation, kept = evaluate_selection(review, selection)
    _some(evaluation, kept)
    limits = options.limits
    drawn = average_intervals(evaluation, beta, undefined)
    leaks = leak_sides(review, selection)
    headline = headline_of(review, selection, evaluation, drawn, leaks)
    before = pair_before(review, selection, evaluation, kept)
    checked = check_evaluated(review, evaluation, kept, limits, beta, near)
    rows = rows_of(review, evaluation, verdicts_of(evaluation, limits), beta)
    weakest = weakest_of(review, evaluation, rows, beta, options)
    others = others_beside(review, evaluation, kept)
    common = shared_by(evaluation, others)
    where = selection.where
    verdict = verdict_of(review.truth, evaluation, limits, where=where, leaks=leaks, before=before)
    compared = compared_of(review, selection, common)
    places = {name: c for c, name in enumerate(evaluation.classes)}
    weak = [places[of.row.name] for of in weakest.classes]
    beside = [of for of in (headline.leaks, headline.as_loaded) if of is not None]
    return Report(
        subject=subject_of(review, selection, evaluation, kept, options),
        verdict=verdict.answers,
        summary=paragraph(evaluation, beta, undefined, drawn, selection.where),
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


def _some(evaluation: Evaluation, kept: Kept | None) -> None:
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
    beside: tuple[Verdict, AverageIntervals | None, Sequence[Evaluation], Pair | None],
    checked: Checked,
    options: Options,
) -> tuple[StoryPage, ...]:
    """The story's pages, where they are asked for."""
    if (choices := options.story) is None:
        return ()
    verdict, drawn, others, before = beside
    told = Known(
        truth=review.truth,
        evaluation=evaluation,
        verdict=verdict,
        drawn=drawn,
        others=others,
        before=before,
        ceiling=ceiling_beside(review.truth, evaluation),
        work=work_of(review, evaluation, choices.prices),
        prices=choices.prices,
        send=choices.send,
    )
    screens = (*story_of(told), what_to_decide(evaluation, checked.findings, told.work, told.send))
    return pages_of(told, screens, choices.words, texts=options.texts)


def _tree_of(review: Review, evaluation: Evaluation, selection: Selection) -> Hierarchical | None:
    if review.hierarchy is None:
        return None
    return hierarchical(review.hierarchy, evaluation, selection.beta, selection.undefined)


def subject_of(
    review: Review,
    selection: Selection,
    evaluation: Evaluation,
    kept: Kept | None,
    options: Options,
) -> Subject:
    """What is reported on."""
    return Subject(
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


def identity_of(review: Review, selection: Selection, options: Options) -> Identity:
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
