"""predict_results.txt of the example scripts opens as it is, beside a truth in the same order."""

from __future__ import annotations

import csv
import io

import pytest

import breakeven as be
from breakeven.readers.base.problems import ReadError
from tests.breakeven.readers.formats.examples import EXAMPLES, called_of, formats_of, raw
from tests.breakeven.readers.reading import notes_text, review_of

SINGLE, MULTI = (
    raw(f"huggingface/{name}.predict_results.txt").decode() for name in ("single", "multi")
)


def truth_file(column: str, ids: bool = False) -> str:
    """The truth as its own file, with or without ids."""
    with (EXAMPLES / "documents.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["split"] == "test"]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*(["id"] if ids else []), "text", "true"])
    for number, row in enumerate(rows):
        writer.writerow([*([f"d{number}"] if ids else []), row["text"], row[column]])
    return out.getvalue()


def test_rows_go_with_the_truth_of_the_same_rows_and_give_the_trainers_accuracy() -> None:
    review = review_of(truth_csv=truth_file("label"), results_txt=SINGLE, by_row_order=True)
    assert called_of(review)[:3] == [{"sport"}, {"money"}, {"money"}]
    # test_accuracy, as the Trainer prints it
    assert be.evaluate(review).micro()["f"] == 0.625


def test_the_truth_may_have_ids_which_then_are_those_of_all_and_a_note_says_so() -> None:
    review = review_of(
        truth_csv=truth_file("label", ids=True), results_txt=SINGLE, by_row_order=True
    )
    assert review.truth.documents is not None
    assert review.truth.documents.tolist() == [f"d{number}" for number in range(8)]
    assert be.evaluate(review).micro()["f"] == 0.625
    assert "its rows follow the order of 'truth.csv'" in notes_text(review)


def test_fewer_rows_than_the_truth_has_are_not_guessed_at() -> None:
    short = "".join(SINGLE.splitlines(keepends=True)[:-1])
    with pytest.raises(ReadError, match="no other file has as many"):
        review_of(truth_csv=truth_file("label", ids=True), results_txt=short, by_row_order=True)
    with pytest.raises(ReadError, match="this one has 7 rows"):
        review_of(truth_csv=truth_file("label"), results_txt=short, by_row_order=True)


def test_a_list_of_python_in_each_row_is_the_set_of_its_labels() -> None:
    review = review_of(truth_csv=truth_file("topics"), results_txt=MULTI, by_row_order=True)
    assert called_of(review)[0] == {"sport"}
    # test_exact, the share of documents that are right in all, as the Trainer prints it
    assert be.evaluate(review).exact_match == 0.375


def test_names_are_taken_as_they_are_written_quotes_and_commas_too() -> None:
    review = review_of(r_txt="index\tprediction\n0\t\"a\", b\n1\t'c'\n")
    assert called_of(review) == [{'"a", b'}, {"'c'"}]


def test_a_table_that_is_not_counted_from_0_is_a_table() -> None:
    assert formats_of("index\tprediction\n7\ta\n8\tb\n") == []
    assert formats_of("index,prediction\n0,a\n1,b\n") == []


def test_what_is_cut_short_or_a_regression_is_refused() -> None:
    with pytest.raises(ReadError, match="row 9: the prediction is not a Python list"):
        review_of(r_txt=MULTI.replace("7\t['sport']", "7\t['sport, ]"))
    with pytest.raises(ReadError, match="row 30: not a row number and a prediction"):
        review_of(r_txt="index\tprediction\n" + "".join(f"{n}\ta\n" for n in range(28)) + "28")
    with pytest.raises(ReadError, match="numbers of a regression"):
        review_of(r_txt="index\tprediction\n0\t1.250\n1\t-0.500\n")
