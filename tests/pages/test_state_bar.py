"""What has to be known of the numbers stands in the head of every page."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.ui.pages import PAGES
from tests.pages.reading import badges_of, go_to, open_page, read_here, text_of
from tests.small_files import SMALL_FILES

# Load, Reviews and Measures are about no documents
OF_A_REVIEW = [page.key for page in PAGES.values() if page.of_review]
SENTENCE = "If models were trained or thresholds chosen on them, the numbers are optimistic"


@pytest.mark.parametrize(
    ("split", "words", "start"),
    [
        ("train", "training documents", "These are the documents of train. "),
        ("dev", "tuning documents", "These are the documents of dev. "),
        (
            "all",
            "includes training and tuning documents",
            "Among these are the documents of train and dev. ",
        ),
        ("test", None, None),
    ],
)
def test_documents_that_models_learnt_from_are_called_so_on_every_page(
    split: str, words: str | None, start: str | None
) -> None:
    (data,) = SMALL_FILES["wide_rows"].files.values()
    app = open_page("summary", be.read(data), split=split)
    for page in OF_A_REVIEW:
        app = go_to(app, page)
        assert [words for words in badges_of(app) if "documents" in words] == (
            [words] if words else []
        )
        assert (f"{start}{SENTENCE}" in text_of(app)) if start else (SENTENCE not in text_of(app))


def loaded(load_page: AppTest, data: str, page: str) -> AppTest:
    load_page.file_uploader(key="files").set_value([("x.csv", data.encode(), "text/csv")]).run()
    read_here(load_page)
    return go_to(load_page, page)


def test_a_file_without_splits_cannot_be_judged_for_leaks(load_page: AppTest) -> None:
    app = loaded(load_page, "id,true,predicted\n1,a,a\n2,b,a\n", "summary")
    assert badges_of(app) == ["no splits: leaks cannot be found"]


def test_the_page_opens_on_the_split_held_out_and_marks_the_other(load_page: AppTest) -> None:
    rows = [f"{i},a,{'a' if i % 10 else 'b'},training" for i in range(20)]
    rows += [f"{i},a,{'a' if i % 2 else 'b'},holdout" for i in range(20, 40)]
    app = loaded(load_page, "\n".join(["id,true,predicted,split", *rows]), "summary")
    assert "Accuracy 50 % 10 documents" in text_of(app)
    assert badges_of(app) == []
    app.selectbox(key="w_split").set_value("training").run()
    assert badges_of(app) == ["training documents"]


WORDS = [f"w{i}" for i in range(60)]


def leaky() -> str:
    """Ten documents of train, then ten of test, of which the first four copy their twin in train.

    Two more copy it but for a word. On test those six are right, and two of the other four.
    """
    rows = ["id,system,true,predicted,split,text"]
    for system, right in (("one", range(8)), ("two", (*range(6), 8))):
        for i in range(20):
            text = WORDS[i : i + 30]
            if 10 <= i < 16:
                text = WORDS[i - 10 : i + 20]
            if 14 <= i < 16:
                text[3] = "changed"
            called = "a" if i < 10 or i - 10 in right else "b"
            split = "train" if i < 10 else "test"
            rows.append(f"d{i},{system},a,{called},{split},{' '.join(text)}")
    return "\n".join(rows)


def test_documents_that_leak_are_marked_on_every_page_and_left_out_by_a_switch(
    load_page: AppTest,
) -> None:
    app = loaded(load_page, leaky(), "summary")
    marked = "6 of 10 documents leak"
    assert badges_of(app) == [marked]
    # 8 of 10 are right, and without the six 2 of 4
    assert "with the 6 documents that leak 10 0.800" in text_of(app)
    assert "without them 4 0.500" in text_of(app)
    for page in ("classes", "confusions", "compare"):
        assert badges_of(go_to(app, page)) == [marked]
    # one has 8 of 10, two 7 of 10; without the six 2 and 1 of 4
    assert "with the 6 documents that leak 10 0.800 0.700 −10.0" in text_of(app)
    assert "without them 4 0.500 0.250 −25.0" in text_of(app)
    # nothing changes when a page that checks the data was opened
    go_to(app, "splits")
    app = go_to(app, "summary")
    assert badges_of(app) == [marked]
    app.checkbox(key="w_leaks").set_value(True).run()
    assert app.query_params["where"] == "-leaked:near"
    assert badges_of(app) == ["leaked documents left out"]
    assert "on 4 of 10 documents: -leaked:near" in text_of(app)
    assert "with the 6 documents that leak 10 0.800" in text_of(app)
    assert "without them 4 0.500" in text_of(app)
    app.checkbox(key="w_leaks").set_value(False).run()
    assert "where" not in app.query_params
    assert "on 4 of 10" not in text_of(app)


def test_a_filter_that_leaves_out_exact_copies_says_how_many_near_ones_are_left(
    load_page: AppTest,
) -> None:
    app = loaded(load_page, leaky(), "summary")
    app.query_params["where"] = "-leaked"
    app.run()
    assert badges_of(app) == ["2 of 6 documents leak", "exact copies left out"]
    text = text_of(app)
    assert "2 of 6 test documents are also in the training data. Without them 50 %." in text
    # of the six two are wrong, and of the four without near copies, too
    assert "without them 4 0.500" in text


def test_a_review_too_large_to_compare_at_once_says_so(
    load_page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("breakeven.ui.app.cache.data.MOST_DOCUMENTS", 5)
    app = loaded(load_page, leaky().replace("w5 ", "v5 "), "summary")
    assert badges_of(app) == ["not yet checked for leaks"]
    go_to(app, "splits").button(key="search_near").click().run()
    assert badges_of(go_to(app, "summary")) == ["6 of 10 documents leak"]
