"""What has to be known of the numbers stands in the head of every page."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from breakeven.ui.app.page import PAGES
from tests.pages.reading import badges_of, go_to, open_page, text_of

# Load and Measures are about no documents
OF_A_REVIEW = [path[6:-3] for path, name, _ in PAGES if name not in ("Load", "Measures")]
SENTENCE = "Where models were fitted or thresholds chosen on them the numbers are optimistic"


@pytest.mark.parametrize(
    ("split", "words", "start"),
    [
        ("dev", "shown: tuning split", "These are the documents of dev. "),
        ("all", "shown: tuning documents too", "Among these are the documents of dev. "),
        ("test", None, None),
    ],
)
def test_documents_that_models_learnt_from_are_called_so_on_every_page(
    split: str, words: str | None, start: str | None
) -> None:
    # the systems of the sample spoke of dev and test, not of train
    at = open_page("overview", review="reuters", system="knn", split=split)
    for page in OF_A_REVIEW:
        at = go_to(at, page)
        assert [words for words in badges_of(at) if "shown" in words] == ([words] if words else [])
        assert (f"{start}{SENTENCE}" in text_of(at)) if start else (SENTENCE not in text_of(at))


def loaded(load_page: AppTest, data: str, page: str) -> AppTest:
    load_page.file_uploader(key="files").set_value([("x.csv", data.encode(), "text/csv")]).run()
    load_page.button(key="read").click().run()
    return go_to(load_page, page)


def test_a_file_without_splits_cannot_be_judged_for_leaks(load_page: AppTest) -> None:
    at = loaded(load_page, "id,true,predicted\n1,a,a\n2,b,a\n", "overview")
    assert badges_of(at) == ["no splits: leaks cannot be judged"]


def test_the_page_opens_on_the_split_held_out_and_marks_the_other(load_page: AppTest) -> None:
    rows = [f"{i},a,{'a' if i % 10 else 'b'},training" for i in range(20)]
    rows += [f"{i},a,{'a' if i % 2 else 'b'},holdout" for i in range(20, 40)]
    at = loaded(load_page, "\n".join(["id,true,predicted,split", *rows]), "overview")
    assert "names the right class for 10: accuracy 50.0 %" in text_of(at)
    assert badges_of(at) == []
    at.selectbox(key="w_split").set_value("training").run()
    assert badges_of(at) == ["shown: training split"]
