"""What somebody says of a text before it is opened is believed, recorded, and said again."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

import breakeven as be
from breakeven.commands.file_options import read_from
from breakeven.commands.options import add_arguments
from breakeven.data.records import Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import Proposal
from breakeven.readers.base.read_options import ReadOptions, parse_read_options
from breakeven.readers.build import read_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables

TITLED = b"Run of May\n\nid;true;predicted;score:a\n1;a;a;0,75\n2;b;a;0,25\n"


def read(data: bytes, how: ReadOptions, name: str = "f.csv") -> Review:
    """The review, read a second time by what was recorded of the first."""
    files = [(name, data)]
    proposal = propose(open_tables(files, {name: how}))
    again = Proposal.from_json(proposal.to_json())
    first, second = (read_review(files, p) for p in (proposal, again))
    assert first.fingerprint == second.fingerprint
    return second


def scores(review: Review) -> list[float]:
    found = review.predictions[0].scores
    assert found is not None
    return [float(score) for score in found[0]]


def test_a_header_may_stand_below_a_title() -> None:
    review = read(TITLED, ReadOptions(header=3))
    assert review.truth.documents is not None
    assert review.truth.documents.tolist() == ["1", "2"]
    assert scores(review) == [0.75, 0.25]


def test_rows_keep_their_lines_below_a_header_that_was_said() -> None:
    with pytest.raises(ReadError) as caught:
        open_tables([("f.csv", TITLED + b"3;b\n")], {"f.csv": ReadOptions(header=3)})
    # title, blank, header, two rows: the sixth line
    assert caught.value.problems[0].row == 6


def test_without_a_header_columns_are_called_by_their_places() -> None:
    (table,) = open_tables([("f.csv", b"a,b\nb,b\n")], {"f.csv": ReadOptions(header=0)})
    assert table.columns == ("1", "2")
    assert table.column("1").to_pylist() == ["a", "b"]
    assert table.lines.tolist() == [1, 2]


def test_a_header_beyond_the_end_is_refused() -> None:
    with pytest.raises(ReadError, match="nothing from line 9"):
        open_tables([("f.csv", b"a,b\n1,2\n")], {"f.csv": ReadOptions(header=9)})


def test_a_delimiter_and_a_quote_that_nobody_would_guess() -> None:
    data = b"id^true^predicted\n1^'a^b'^'a^b'\n2^c^\"c\n"
    review = read(data, ReadOptions(delimiter="^", quote="'"))
    assert review.truth.classes == ('"c', "a^b", "c")


def test_quotes_may_be_letters_like_any_other() -> None:
    (table,) = open_tables([("f.csv", b'id,text\n1,"a\n2,b"\n')], {"f.csv": ReadOptions(quote="")})
    assert table.column("text").to_pylist() == ['"a', 'b"']


def test_a_decimal_mark_that_was_said_beats_the_delimiter() -> None:
    comma = read(b'id,true,score:a\n1,a,"0,5"\n2,b,"0,25"\n', ReadOptions(decimal=","))
    assert scores(comma) == [0.5, 0.25]
    point = b"id;true;predicted;score:a\n1;a;a;0,5\n2;b;a;0,25\n"
    file = propose(open_tables([("f.csv", point)], {"f.csv": ReadOptions(decimal=".")})).files[0]
    assert file.columns["score:a"] != "score"


def test_what_nobody_said_is_not_recorded() -> None:
    files = [("f.csv", b"id,true,predicted\n1,a,a\n")]
    said = propose(open_tables(files)).to_json()
    assert "header" not in said
    assert "delimiter" not in said
    assert '"header": 0' in propose(open_tables(files, {"f.csv": ReadOptions(header=0)})).to_json()


def test_words_stand_for_signs_that_are_hard_to_type() -> None:
    found = parse_read_options(delimiter="tab", quote="none", decimal="comma", header="none")
    assert found == ReadOptions(delimiter="\t", quote="", decimal=",", header=0)
    assert parse_read_options(delimiter="\\t") == parse_read_options(delimiter="\t")


@pytest.mark.parametrize(
    "options", [{"delimiter": "ab"}, {"delimiter": ""}, {"quote": "ab"}, {"decimal": ";"},
             {"header": "first"}, {"header": -1}, {"header": "12345678"}]
)  # fmt: skip
def test_what_cannot_be_meant_is_refused_with_what_can(options: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="; give"):
        parse_read_options(**options)


def test_a_line_of_seven_digits_may_hold_the_header() -> None:
    assert parse_read_options(header="1234567") == ReadOptions(header=1_234_567)


def by_command(*arguments: str) -> Review:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return read_from(parser.parse_args(arguments)).review


def test_the_command_line_and_python_say_the_same(tmp_path: Path) -> None:
    path = tmp_path / "f.csv"
    path.write_bytes(TITLED.replace(b";", b"|"))
    options = ["--header", "3", "--delimiter", "bar", "--decimal", "comma"]
    told = by_command(str(path), *options)
    asked = be.read(path, header=3, delimiter="|", decimal="comma")
    assert told.fingerprint == asked.fingerprint
    assert scores(told) == [0.75, 0.25]
    with pytest.raises(ReadError, match="give its line number"):
        by_command(str(path), "--header", "first")


def test_one_column_is_mapped_to_a_class_and_all_others_stay(tmp_path: Path) -> None:
    truth, answers = tmp_path / "truth.csv", tmp_path / "answers.csv"
    truth.write_text("id,ham,spam\n1,1,0\n2,0,1\n")
    answers.write_text("id,ham,p2\n1,0.75,0.25\n2,0.5,0.125\n")
    roles = {"answers.csv:ham": "score:ham", "p2": "score:spam", "truth.csv:spam": "indicator:spam"}
    options = [part for column, role in roles.items() for part in ("--role", column, role)]
    by_shell = by_command("--truth", str(truth), str(answers), *options)
    by_python = be.read(truth, answers, roles=roles)
    assert by_shell.fingerprint == by_python.fingerprint
    assert by_shell.truth.classes == ("ham", "spam")
    scores = by_shell.predictions[0].scores
    assert scores is not None
    assert scores.tolist() == [[0.75, 0.5], [0.25, 0.125]]


def test_of_the_true_classes_one_alone_may_count(tmp_path: Path) -> None:
    path = tmp_path / "f.csv"
    path.write_text("id,label,call\n1,spam,spam\n2,ham,spam\n")
    roles = {"label": "truth:spam", "call": "predicted:spam"}
    options = [part for column, role in roles.items() for part in ("--role", column, role)]
    told = by_command(str(path), *options)
    assert told.fingerprint == be.read(path, roles=roles).fingerprint
    assert told.truth.classes == ("spam",)
    assert told.truth.labels is not None
    assert told.truth.labels.toarray().tolist() == [[True], [False]]


def test_utf_16_without_a_mark_is_read_where_somebody_says_so() -> None:
    data = "id,true,predicted\n1,\u00e9,b\n2,b,b\n".encode("utf-16-le")
    assert read(data, ReadOptions(encoding="utf-16")).truth.classes == ("b", "\u00e9")


@pytest.mark.parametrize("encoding", ["utf-16", "idna", "punycode", "undefined", "nope"])
@pytest.mark.parametrize(
    "data", [TITLED, b"id,true,predicted\n1,\xe9,b\n"], ids=["ascii", "latin-1"]
)
def test_an_encoding_that_a_text_does_not_have_is_refused(encoding: str, data: bytes) -> None:
    with pytest.raises(ReadError):
        read(data, ReadOptions(encoding=encoding))
