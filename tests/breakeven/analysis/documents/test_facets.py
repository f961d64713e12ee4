"""Counts of facets are those of the pages, and what their terms keep."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse

from breakeven.analysis.documents.facets import Facets, facets_of, names_of, parted_columns
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.fit import fit_cut
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.selection.candidates import (
    CandidateDocuments,
    candidates_of_evaluation,
    candidates_of_system,
)
from breakeven.analysis.selection.completion import CompletionNames, completions
from breakeven.analysis.selection.expression import ClassTerm
from breakeven.analysis.selection.selected_evaluation import evaluate_selection, lookups_of
from breakeven.analysis.selection.selection import Selection, select, system_of
from breakeven.analysis.selection.where import check, filter_documents, where_of
from breakeven.data.corpus import Texts
from breakeven.data.records import Annotator, Predictions, Review
from breakeven.readers.samples import load_sample
from tests.made import not_none, truth_of


@cache
def sample(name: str) -> Review:
    return load_sample(name)


def evaluated_selection(
    review: Review, chosen: dict[str, str]
) -> tuple[Selection, Evaluation, CandidateDocuments]:
    selection = select(review, chosen)
    predictions = system_of(review, selection.system)
    part = score_split(review.truth, predictions, selection.split)
    evaluation = evaluate(
        predictions, part, selection.split, fit_cut(review.truth, predictions, selection.cut)
    )
    return (
        selection,
        evaluation,
        candidates_of_evaluation(review, evaluation, lookups_of(review, selection)),
    )


def facets(
    review: Review, documents: CandidateDocuments, text: str, class_index: int | None
) -> Facets:
    truth = review.truth
    columns = parted_columns(truth, None if truth.text_column is None else Texts(truth))
    where = where_of(text)
    everything = np.arange(len(documents.rows))
    positions = everything if where is None else filter_documents(where, documents).positions
    return facets_of(documents, positions, columns, class_index)


@pytest.mark.parametrize("name", ["reuters", "r8"])
@pytest.mark.parametrize("text", ["", "wrong", "called:earn OR length<30", "n_words>7 -extra"])
def test_counts_of_classes_are_the_integers_of_the_pages(name: str, text: str) -> None:
    review = sample(name)
    _, _, documents = evaluated_selection(review, {})
    facet_counts = facets(review, documents, text, None)
    chosen = {"where": text} if text else {}
    evaluation, _ = evaluate_selection(review, select(review, chosen))
    tables, counts = evaluation.tables, facet_counts.classes
    assert facet_counts.documents == evaluation.documents
    assert_array_equal(counts.hit, tables.tp)
    assert_array_equal(counts.missed, tables.fn)
    assert_array_equal(counts.extra, tables.fp)
    assert_array_equal(counts.rejected, tables.tn)
    assert_array_equal(counts.true, tables.positives)
    assert_array_equal(counts.called, tables.assigned)
    assert not counts.unjudged.any()
    for c in range(len(review.truth.classes)):
        assert len(evaluation.documents_with(c, c)) == counts.hit[c]


@pytest.mark.parametrize("name", ["reuters", "r8"])
@pytest.mark.parametrize("text", ["", "wrong n_words>5"])
def test_each_value_of_each_facet_counts_what_its_term_keeps(name: str, text: str) -> None:
    review = sample(name)
    _, _, documents = evaluated_selection(review, {"split": "all"})
    facet_counts = facets(review, documents, text, 1)
    assert {f.key for f in facet_counts.facets} - {"column:confidence"} == {
        *("outcome", "outcome:class", "true", "called", "split", "labels", "calls"),
        *("length", "column:date", "column:n_words"),
        *(() if documents.scores is None else ("score",)),
    }
    for facet in facet_counts.facets:
        for value in facet.values:
            where = not_none(where_of(f"{text} ({value.text})"))
            assert filter_documents(where, documents).documents == value.count, (
                facet.key,
                value.text,
            )


def small() -> Review:
    days = ["2024-01-30", "", "2024-02-01", "2024-02-01"]
    labels = np.array([[1, 0], [1, 1], [0, 0], [0, 1], [0, 1]], dtype=bool)
    unjudged = np.zeros((5, 2), dtype=bool)
    unjudged[2, 0] = True
    truth = truth_of(
        labels,
        unjudged,
        columns={
            "source": np.array(["x", "", "x", "y", "x"], dtype=object),
            "price": np.array([1.5, np.nan, 2.5, 1.5, 1.5]),
            "amount": np.array([np.nan, *np.arange(4) * 1000.0]),
            "single": np.array([0.1, 0.7, 0.1, 0.3, 0.1], dtype=np.float32),
            "url": np.array([f"u{i}" for i in range(5)], dtype=object),
            "day": np.array([*days, days[0]], dtype=object),
        },
    )
    decisions = np.array([[1, 0], [0, 1], [1, 0], [1, 0], [0, 0]], dtype=bool)
    scores = sparse.csr_array(([0.25, 0.75], ([0, 0], [0, 3])), shape=(2, 5))
    predictions = Predictions("s", np.arange(5), scores, sparse.csc_array(decisions))
    return Review("r", truth, (predictions,), (), "0" * 64)


def values(facet_counts: Facets, key: str) -> list[tuple[str, int]]:
    return [(v.label, v.count) for v in not_none(facet_counts.facet(key)).values]


def test_the_counts_of_a_small_review_are_those_of_a_hand() -> None:
    review = small()
    _, _, documents = evaluated_selection(review, {"cut": "given"})
    facet_counts = facets(review, documents, "-id=d4", 0)
    assert values(facet_counts, "outcome") == [
        *(("right", 2), ("wrong", 2), ("any class missed", 2), ("any false alarm", 1)),
    ]
    assert values(facet_counts, "outcome:class") == [
        *(("found", 1), ("missed", 1), ("false alarm", 1), ("rejected", 0), ("not judged", 1)),
    ]
    assert values(facet_counts, "true") == [("a", 2), ("b", 2)]
    assert values(facet_counts, "called") == [("a", 3), ("b", 1)]
    assert values(facet_counts, "labels") == [("0", 1), ("1", 2), ("2", 1)]
    assert values(facet_counts, "column:source") == [("x", 2), ("(empty)", 1), ("y", 1)]
    assert values(facet_counts, "column:price") == [("1.5", 2), ("2.5", 1), ("(empty)", 1)]
    assert values(facet_counts, "column:day") == [
        ("2024-01-30", 1),
        ("2024-02-01", 2),
        ("(empty)", 1),
    ]
    assert values(facet_counts, "score")[2:8] == [
        *(("0.2 to below 0.3", 1), ("0.3 to below 0.4", 0), ("0.4 to below 0.5", 0)),
        *(("0.5 to below 0.6", 0), ("0.6 to below 0.7", 0), ("0.7 to below 0.8", 1)),
    ]
    for facet in facet_counts.facets:
        for value in facet.values:
            where = not_none(where_of(f"-id=d4 ({value.text})"))
            assert filter_documents(where, documents).documents == value.count, (
                facet.key,
                value.text,
            )


def test_without_labels_there_are_facets_of_what_was_called() -> None:
    review = small()
    review = replace(review, truth=replace(review.truth, labels=None, unjudged=None))
    said = review.predictions[0]
    documents = candidates_of_system(
        review, said, lambda: not_none(said.decisions), lookups_of(review, select(review, {}))
    )
    found = facets_of(documents, np.arange(5))
    assert [f.key for f in found.facets] == ["called", "calls"]
    assert values(found, "called") == [("a", 3), ("b", 1)]


def test_a_facet_of_many_values_shows_the_most_frequent_ones() -> None:
    labels = np.eye(20, dtype=bool)[np.repeat(np.arange(20), np.arange(20, 0, -1))]
    review = Review(
        "r",
        truth_of(labels),
        (Predictions("s", np.arange(len(labels)), None, sparse.csc_array(labels)),),
        (),
        "0" * 64,
    )
    _, _, documents = evaluated_selection(review, {})
    true = not_none(facets(review, documents, "", None).facet("true"))
    assert ([v.count for v in true.values], true.hidden) == (list(range(20, 8, -1)), 8)
    assert true.values[0].term == ClassTerm("true", "a")


def names(review: Review) -> CompletionNames:
    said = review.predictions[0]
    documents = candidates_of_system(
        review, said, lambda: not_none(said.decisions), lookups_of(review, select(review, {}))
    )
    columns = parted_columns(review.truth, None)
    return names_of(review, facets_of(documents, np.arange(5), columns), columns)


@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("extra:", [("extra:a", 1), ("extra:b", 0)]),
        ("unjudged:", [("unjudged:a", 1), ("unjudged:b", 0)]),
        ("called:", [("called:a", 3), ("called:b", 1)]),
        ("score(", [("score(a)", 3), ("score(b)", 1)]),
        ("source=", [("source=x", None), ('source=""', None), ("source=y", None)]),
        ("pri", [("price=", None)]),
        ("price=2", [("price=2.5", None)]),
        ("split:", []),  # there are none
        ("differs:", []),  # there is one system alone
        ("wor", []),  # there are no texts
        ("disp", []),  # it is not known who labelled
        ('mark:"un', [("mark:unclear", None)]),
    ],
)
def test_names_of_a_review_stand_with_the_documents_that_they_keep(
    text: str, offered: list[tuple[str, int | None]]
) -> None:
    assert [(c.term, c.count) for c in completions(text, names(small()))] == offered


def test_where_people_labelled_what_they_differ_on_is_offered() -> None:
    review = small()
    said = Annotator("x", np.arange(1), not_none(review.truth.labels)[:1])
    review = replace(review, truth=replace(review.truth, annotators=(said,)))
    offered = [c.term for c in completions("disputed", names(review))]
    assert offered == ["disputed:"]
    assert [c.term for c in completions("disputed:", names(review))] == ["disputed:a", "disputed:b"]


def test_without_labels_nothing_is_offered_that_needs_them() -> None:
    review = small()
    review = replace(review, truth=replace(review.truth, labels=None, unjudged=None))
    found = completions("", names(review), most=100)
    assert {c.term for c in found} >= {"called:", "score(", "id=", "source="}
    for completion in found:
        if completion.term.isalpha() and completion.term not in review.truth.columns:
            check(not_none(where_of(completion.term)), review, review.predictions[0])
    assert not {c.term for c in found} & {"true:", "missed", "wrong", "more:extra", "labels="}
