"""Files go through a look at their columns, and nothing is half-loaded."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest


def loaded(at: AppTest, *files: tuple[str, bytes]) -> AppTest:
    at.file_uploader(key="files").set_value([(n, data, "text/csv") for n, data in files]).run()
    assert not at.exception
    return at


def read(at: AppTest) -> AppTest:
    at.button(key="read").click().run()
    assert not at.exception
    return at


def test_a_file_is_read_after_its_columns_were_confirmed(load_page, text_of):
    at = loaded(load_page, ("p.csv", b"id,true,predicted\n1,a|b,a\n2,,b\n3,b,b\n"))
    assert "Loaded:" not in text_of(at)
    text = text_of(read(at))
    assert "Loaded:" in text
    # 3 labels on 3 documents, one of them without any
    assert "1.00, at most 2" in text
    assert "<td>1</td>" in text


def test_two_files_are_joined_on_the_id(load_page, text_of):
    at = loaded(
        load_page,
        ("truth.csv", b"id,true\n1,a\n2,b\n3,a\n"),
        ("one.csv", b"id,predicted\n1,a\n2,b\n3,a\n"),
        ("two.csv", b"id,predicted\n1,a\n2,a\n"),
    )
    at = read(at)
    assert "Loaded:" in text_of(at)
    notes = at.dataframe[0].value
    assert notes["what"].str.contains("'two' says nothing: 1").any()
    at.switch_page("pages/overview.py").run()
    assert not at.exception
    assert at.selectbox(key="w_system").options == ["one", "two"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (b"id,true,predicted\n", "no rows"),
        (b"id,true,predicted\n1,a\n2,b,b,b\n", "fields where"),
        ("id,true,predicted\n1,é,é\n".encode("latin-1"), "utf-8"),
        (b"id,id,true,predicted\n1,1,a,a\n", "2 columns"),
    ],
)
def test_an_unreadable_file_is_refused_with_a_remedy(data, said, load_page, text_of):
    at = loaded(load_page, ("p.csv", data))
    assert at.error
    problems = at.dataframe[0].value
    assert problems["what"].str.lower().str.contains(said).any()
    assert problems["remedy"].str.len().min() > 0
    assert "Loaded:" not in text_of(at)


def test_latin_1_is_read_when_the_user_says_so(load_page, text_of):
    at = loaded(load_page, ("p.csv", "id,true,predicted\n1,é,é\n2,b,b\n".encode("latin-1")))
    at.selectbox(key="encoding").select("latin-1").run()
    assert "Loaded:" in text_of(read(at))


def test_problems_of_the_rows_leave_the_last_review_alone(load_page, text_of):
    at = read(loaded(load_page, ("good.csv", b"id,true,predicted\n1,a,a\n2,b,b\n")))
    at.file_uploader(key="files").set_value(
        [("bad.csv", b"id,true,predicted\n1,a,a\n1,b,b\n", "text/csv")]
    ).run()
    at = read(at)
    assert at.error
    assert "good" in text_of(at)
    assert list(at.dataframe[-1].value["row"]) == [3]
