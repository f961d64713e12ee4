"""What is shown before reading is what reading gives, and what else may be meant is offered."""

from __future__ import annotations

import pytest

from breakeven.readers.base.preview import FirstDocument, SystemLabels
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import recognition_text
from breakeven.readers.build import read_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.first_documents import first_documents, other_readings
from breakeven.readers.opening import open_tables
from breakeven.readers.worker.client import open_in_worker
from tests.breakeven.readers.reading import proposal_of, review_of
from tests.paths import ROOT

TRUTH = "id,text,label\n" + "".join(f"d{i},text {i},{'ab'[i % 2]}\n" for i in range(1200))
# the other way round, and of the later half alone
CALLED = "id,score:a,score:b\n" + "".join(f"d{i},0.{i % 10},0.5\n" for i in range(1199, 599, -1))
FILES = [("truth.csv", TRUTH.encode()), ("m.csv", CALLED.encode())]


def test_first_documents_are_those_that_all_files_speak_of() -> None:
    reading = open_in_worker(FILES)
    found = reading.first(reading.proposal)
    assert [one.document for one in found] == [f"d{i}" for i in range(600, 605)]
    # d601: 0.1 of a, ½ of b
    assert found[1] == FirstDocument(
        "d601", "text 601", ("b",), (SystemLabels("m", None, (("b", 0.5), ("a", 0.1))),)
    )


def test_rows_of_two_files_go_together_by_their_ids() -> None:
    tables = open_tables(FILES)
    for one in first_documents(tables, propose(tables)):
        number = int(one.document.removeprefix("d"))
        (system,) = one.called
        # the other file has them in the opposite order
        assert dict(system.scores) == {"a": number % 10 / 10, "b": 0.5}


def test_without_ids_rows_are_first_documents_and_nobody_labelled_is_none() -> None:
    tables = open_tables([("f.csv", b"prediction,score\na,0.9\nb,0.8\n")])
    first = first_documents(tables, propose(tables))
    assert first[0] == FirstDocument("1", "", None, (SystemLabels("f", ("a",), ()),))


def test_what_is_wrong_in_the_first_rows_is_said() -> None:
    tables = open_tables([("f.csv", b"id,true,predicted\n1,a,a\n1,b,b\n")])
    with pytest.raises(ReadError, match="the id '1' occurred before"):
        first_documents(tables, propose(tables))


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("true,predicted\na,b\nb,b\n", []),
        ("label,bert\na,b\nb,b\n", ["swapped"]),
        ("label,bert,svm\na,b,a\nb,b,b\n", []),
        (",a,b\na,3,1\nb,0,2\n", []),
    ],
)
def test_truth_and_prediction_are_offered_swapped_where_no_header_tells(
    text: str, kinds: list[str]
) -> None:
    tables = open_tables([("f.csv", text.encode())])
    others = other_readings(tables, propose(tables))
    assert [other.kind for other in others] == kinds
    for other in others:
        assert other.proposal is not None
        (file,) = other.proposal.files
        assert (file.only("truth"), file.only("predicted")) == ("bert", "label")


def test_a_format_is_said_with_its_reason_and_a_plain_table_offered() -> None:
    data = (ROOT / "tests/data/formats/label_studio/json.json").read_bytes()
    tables = open_tables([("f.json", data)])
    proposal = propose(tables)
    said = "read as an export of Label Studio (each record is a task with its annotations)"
    assert recognition_text(proposal.files[0]) == said
    assert [other.kind for other in other_readings(tables, proposal)] == ["plain"]
    # commands and Python say it among the notes, also when the file is read again
    for given in (None, proposal):
        review = read_review([("f.json", data)], given)
        assert said in [note.what for note in review.notes]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Notes of a meeting\nIt is good\n", "a list with one value per line, but lacks"),
        ("id,words\n1,300\n2,412\n", "a table with one row per document, but lacks"),
        ("id,lang\n1,a\n2,b\n3,a\n4,b\n", "(or set what “lang” holds)"),
    ],
)
def test_the_nearest_shape_is_said_with_what_is_missing(text: str, expected: str) -> None:
    question = proposal_of(f_csv=text).files[0].question
    assert question.startswith("this looks like ")
    assert expected in question
    with pytest.raises(ReadError) as caught:
        review_of(f_csv=text)
    assert question in caught.value.problems[0].remedy


def test_nothing_is_missing_where_another_file_predicts_or_people_are_compared() -> None:
    two = proposal_of(t_csv="id,label\n1,a\n2,b\n", p_csv="id,prediction\n1,a\n2,b\n")
    people = proposal_of(f_csv="id,label_anna,label_ben\n1,a,a\n2,b,a\n3,b,b\n")
    assert [file.question for file in (*two.files, *people.files)] == ["", "", ""]
