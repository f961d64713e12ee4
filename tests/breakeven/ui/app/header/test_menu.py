"""Which pages of the menu are greyed, and why."""

from __future__ import annotations

from dataclasses import replace

from breakeven.analysis.selection.selection import select
from breakeven.data.records import Review
from breakeven.readers.samples import load_sample
from breakeven.ui.app.header.menu import IN_SHORT, NO_SCORES, UNLABELLED, why_not
from tests.made import annotators

NEED_A_SYSTEM_AND_LABELS = {
    *("summary", "classes", "slices", "curves", "confusions"),
    *("next_steps", "thresholds", "human_review", "compare", "labels"),
}


def test_without_scores_workload_stays_open_where_a_column_says_how_sure_a_decision_is() -> None:
    review = load_sample("r8")
    assert {*why_not(review, select(review, {}))} == {"curves", "unlabelled_data", "compare"}


def test_without_a_system_pages_on_documents_people_and_splits_stay_open() -> None:
    review = load_sample("r8")
    alone = replace(review, predictions=())
    greyed = why_not(alone, select(review, {}))
    # slices of classes need labels alone
    assert {*greyed} == NEED_A_SYSTEM_AND_LABELS - {"slices"} | {"unlabelled_data"}
    assert len({*greyed.values()}) == 1


def test_without_labels_what_is_expected_of_scores_stays_open() -> None:
    review = load_sample("reuters")
    greyed = why_not(
        replace(review, truth=replace(review.truth, labels=None)), select(review, {"system": "svm"})
    )
    assert {*greyed} == NEED_A_SYSTEM_AND_LABELS | {"splits"}
    assert {*greyed.values()} == {UNLABELLED}


def test_a_system_without_scores_says_so_before_anything_else() -> None:
    review = load_sample("r8")
    unlabelled = replace(review, truth=replace(review.truth, labels=None))
    greyed = why_not(unlabelled, select(review, {}))
    assert {key for key, why in greyed.items() if why == NO_SCORES} == {
        *("curves", "human_review", "unlabelled_data")
    }


def test_every_reason_stands_below_a_name_in_few_words() -> None:
    for review in (load_sample("r8"), replace(load_sample("r8"), predictions=())):
        for why in why_not(review, select(review, {})).values():
            assert len(IN_SHORT[why].split()) <= 4


def test_labels_is_open_where_several_people_labelled_whatever_else_there_is() -> None:
    truth = annotators(20)
    alone = Review("made", replace(truth, labels=None), (), (), "made")
    assert "labels" not in why_not(alone, select(alone, {}))
