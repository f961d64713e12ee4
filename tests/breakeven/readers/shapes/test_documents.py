"""Documents are joined by where they are stored, and by the name of their file alone with care."""

from __future__ import annotations

import pytest

from breakeven.readers.base.problems import ReadError
from tests.breakeven.readers.reading import notes_text, review_of


def spoken(truth: list[str], predictions: list[str]) -> tuple[list[str], str]:
    """The documents that the system spoke of, and what was noted."""
    review = review_of(
        truth_csv="id,true\n" + "".join(f"{i},a\n" for i in truth),
        preds_csv="id,predicted\n" + "".join(f"{i},a\n" for i in predictions),
    )
    assert review.truth.documents is not None
    return list(review.truth.documents[review.predictions[0].rows]), notes_text(review)


def test_ids_without_a_folder_are_the_names_of_files_where_no_id_is_known_as_it_is() -> None:
    found, noted = spoken(["a/1.txt", "b/2.txt", "b/3.TXT"], ["2.txt", "3", "9.txt"])
    assert found == ["b/2.txt", "b/3.TXT"]
    assert "'2.txt' is 'b/2.txt'" in noted
    assert "documents without truth: 1 ('9.txt')" in noted


def test_a_name_in_two_folders_is_not_guessed() -> None:
    with pytest.raises(ReadError) as refused:
        spoken(["a/1.txt", "b/1.txt", "b/2.txt"], ["1.txt", "2.txt"])
    told = str(refused.value)
    assert "row 2, column 'id': by its name alone, '1.txt' may be any of 'a/1.txt', 'b/1" in told
    assert "use the whole location of each document as its id" in told


def test_two_ids_of_one_name_are_not_joined_with_one_document() -> None:
    with pytest.raises(ReadError, match=r"'1' may be any of 'a/1.txt', '1', '1.txt'"):
        spoken(["a/1.txt"], ["1", "1.txt"])


def test_where_an_id_is_known_as_it_is_no_other_is_taken_for_a_name() -> None:
    found, noted = spoken(["1.txt", "a/2.txt"], ["1.txt", "2.txt"])
    assert found == ["1.txt"]
    assert "documents without truth: 1 ('2.txt')" in noted
