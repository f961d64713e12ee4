"""How far people agree, as the page shows it."""

from __future__ import annotations

import pytest

from tests.made import annotators, review_of
from tests.pages.reading import open_page, table_with, text_of


@pytest.mark.parametrize("sample", ["reuters", "r8"])
def test_without_annotators_the_page_says_what_to_bring(sample: str) -> None:
    at = open_page("agreement", review=sample)
    assert "do not say who labelled what" in at.info[0].value
    assert at.code[0].value.startswith("id,text,annotator,labels")
    assert "one row for each document and person" in text_of(at)


def test_each_annotator_is_listed() -> None:
    truth = annotators(50, share=0.8)
    assert truth.labels is not None
    at = open_page("agreement", review_of(truth, model=truth.labels.toarray()))
    listed = table_with(at, "annotator")
    assert list(listed.annotator) == ["anna", "ben", "carla", "dan"]
    assert list(listed.documents) == [len(person.rows) for person in truth.annotators]
