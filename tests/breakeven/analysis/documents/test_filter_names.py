"""What a review's filter can be completed with is what it can ask for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from breakeven.analysis.documents.facets import facets_of, parted_columns
from breakeven.analysis.documents.filter_names import names_of
from breakeven.analysis.selection.candidates import candidates_of_system
from breakeven.analysis.selection.completion import CompletionNames, completions
from breakeven.analysis.selection.selected_evaluation import lookups_of
from breakeven.analysis.selection.selection import select
from breakeven.analysis.selection.where import check, where_of
from breakeven.data.records import Annotator, Review
from tests.breakeven.analysis.documents.test_facets import small
from tests.made import known


def names(review: Review) -> CompletionNames:
    said = review.predictions[0]
    documents = candidates_of_system(
        review, said, lambda: known(said.decisions), lookups_of(review, select(review, {}))
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
    said = Annotator("x", np.arange(1), known(review.truth.labels)[:1])
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
            check(known(where_of(completion.term)), review, review.predictions[0])
    assert not {c.term for c in found} & {"true:", "missed", "wrong", "more:extra", "labels="}
