"""How good a system is: its averages, beside fixed answers, people, and other documents or labels.

Tested in `tests/breakeven/report/test_gather.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from breakeven.analysis.evaluation.average_intervals import AverageIntervals
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.leak_sides import LeakSides
from breakeven.analysis.selection.selected_evaluation import evaluate_selection
from breakeven.analysis.selection.selection import Selection
from breakeven.data.as_if import title_of
from breakeven.data.records import Review
from breakeven.data.wording import f_name
from breakeven.results.averages import ResultAverages, averages_of
from breakeven.results.ceiling import people_and_system
from breakeven.results.fixed_answers import FixedAnswer, fixed_answers
from breakeven.results.summary import ONE_OF, weighted_text
from breakeven.results.variants import (
    AsIfVariants,
    LeakVariants,
    ResultVariant,
    as_if_variants,
    leak_variants,
)
from metrics.averaging import PER_CLASS
from metrics.catalogue import entries_shown


@dataclass(frozen=True, kw_only=True)
class Headline:
    """The averages of a system, and every other result that belongs beside them.

    `shown`: keys of the measures in the tables of pages; `heads`: what each measure is called,
    also where it is the mean of the classes' own. `exact_name`: what the share of documents that
    are exactly right is called. `one_of_text`: that some averages are this share, "" where they
    are not; `weighted_text`: what the weighted average is. `people`: sentences on what people
    reach. `leaks`: with and without the documents that leak, None where none does; `as_if`: on
    labels as they were loaded, and as if marks were carried out, by what was done; None where
    labels are as loaded.
    """

    averages: ResultAverages
    shown: tuple[str, ...]
    heads: Mapping[str, str]
    exact_name: str
    one_of_text: str
    weighted_text: str
    fixed: tuple[FixedAnswer, ...]
    people: tuple[str, ...]
    leaks: LeakVariants[ResultVariant] | None
    as_if: AsIfVariants[ResultVariant] | None


def headline_of(
    review: Review,
    selection: Selection,
    evaluation: Evaluation,
    intervals: AverageIntervals | None,
    leaks: LeakSides[Evaluation] | None,
) -> Headline:
    """The headline numbers of an evaluation. `intervals`: None where documents are too few."""
    beta, undefined = selection.beta, selection.undefined
    f = f_name(beta)
    people = people_and_system(review.truth, evaluation, beta, undefined)
    return Headline(
        averages=averages_of(evaluation, beta, undefined, intervals),
        shown=tuple(entry.key for entry in entries_shown("table")),
        heads=_heads(f),
        exact_name="Accuracy" if evaluation.single_label else "Exact match",
        one_of_text=ONE_OF.format(f=f) if evaluation.one_of else "",
        weighted_text=weighted_text(evaluation.one_of, f, undefined),
        fixed=fixed_answers(evaluation, beta, undefined),
        people=() if people is None else tuple(people.texts),
        leaks=None if leaks is None else leak_variants(leaks, beta, undefined),
        as_if=_as_if(review, selection, evaluation),
    )


def _heads(f: str) -> dict[str, str]:
    names = {entry.key: f if entry.key == "f" else entry.name for entry in entries_shown("average")}
    return names | {key + PER_CLASS: f"{name} per class" for key, name in names.items()}


def _as_if(
    review: Review, selection: Selection, now: Evaluation
) -> AsIfVariants[ResultVariant] | None:
    if review.as_if is None:
        return None
    loaded = evaluate_selection(review.loaded, selection)[0]
    results = as_if_variants(review.as_if, loaded, now, selection.beta, selection.undefined)
    before, after = results.variants
    return replace(results, variants=(before, replace(after, name=title_of(review.as_if))))
