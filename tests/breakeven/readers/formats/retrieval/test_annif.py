"""What Annif indexed is read document by document, and its own numbers come out."""

from __future__ import annotations

import json

import pytest

import breakeven as be
from breakeven.readers.base.problems import ReadError
from breakeven.readers.build import read_review
from tests.breakeven.readers.formats.examples import (
    EXAMPLES,
    called_of,
    example,
    raw,
    scores_of,
    truth_of,
)
from tests.breakeven.readers.reading import review_of
from tests.made import not_none


def test_the_numbers_are_those_of_annif_eval() -> None:
    evaluation = be.evaluate(example("annif/index.jsonl"), undefined="zero")
    micro = evaluation.micro()
    assert [micro["precision"], micro["recall"]] == pytest.approx([9 / 13, 9 / 11])
    macro, each = evaluation.macro(), evaluation.per_document()
    printed = {"precision": (0.7292, 0.5625), "recall": (0.8333, 0.6875), "f": (0.7571, 0.6042)}
    for measure, (per_subject, per_document) in printed.items():
        assert macro[measure].value == pytest.approx(per_subject, abs=5e-5)
        assert each[measure].value == pytest.approx(per_document, abs=5e-5)
    assert evaluation.documents == 8
    frame = evaluation.frame().set_index("class")
    rows = (EXAMPLES / "annif" / "results.tsv").read_text().splitlines()[1:]
    for _, name, support, tp, fp, fn, *_ in (row.split("\t") for row in rows):
        counts = [frame[count][name] for count in ("positives", "tp", "fp", "fn")]
        assert counts == [int(support), int(tp), int(fp), int(fn)]


def test_subjects_are_classes_and_only_suggestions_have_scores() -> None:
    review = example("annif/index.jsonl")
    assert truth_of(review)[:2] == [{"Cats", "Dogs"}, {"Cats", "Food, canned"}]
    assert truth_of(review)[5] == set()  # without subjects: Annif writes none
    assert called_of(review)[7] == set()  # without suggestions
    scores = scores_of(review)
    assert scores["Cats"][0] == 0.41460078954696655
    assert [name for name, values in scores.items() if values[7] == values[7]] == []
    assert review.truth.text_column == "text"


def test_what_is_suggested_for_several_files_is_read_without_truth() -> None:
    review = example("annif/suggest.txt")
    assert review.truth.documents is not None
    assert review.truth.documents.tolist() == ["a1.txt", "a2.txt", "a3.txt"]
    assert scores_of(review)["Ships"][2] == 0.8275
    assert called_of(review)[2] == {"Ships", "Dogs", "Cats"}


def test_subjects_of_one_label_are_told_apart_by_their_uris() -> None:
    subjects = [{"uri": uri, "label": "Bank"} for uri in ("x:river", "x:money")]
    results = [subjects[0] | {"notation": None, "score": 0.5}]
    line = json.dumps({"text": "t", "subjects": subjects, "results": results})
    review = review_of(a_jsonl=line + "\n")
    assert truth_of(review) == [{"x:river", "x:money"}]


def test_files_of_a_document_each_are_one_system_and_have_their_names() -> None:
    dogs = b"<http://example.org/dogs>\tDogs\t0.5000\n"
    one = (EXAMPLES / "annif" / "a1.annif").read_bytes()
    truth = b"id,true\na1,Cats\nb2,Dogs\n"
    review = read_review([("t.csv", truth), ("a1.annif", one), ("b2.annif", dogs)])
    assert [said.system for said in review.predictions] == ["Annif"]
    assert called_of(review) == [{"Cats", "Dogs", "Food, canned"}, {"Dogs"}]


def test_counts_of_subjects_are_named_for_what_they_are() -> None:
    with pytest.raises(ReadError, match="counts of each subject, without the documents"):
        example("annif/results.tsv")


def test_a_record_of_another_kind_is_refused_with_its_line() -> None:
    line = (EXAMPLES / "annif" / "index.jsonl").read_text().splitlines()[0]
    with pytest.raises(ReadError, match="row 31: no document with results"):
        review_of(a_jsonl="\n".join([line] * 30 + ['{"text": "t"}']))


def test_documents_have_their_own_ids_or_else_their_places() -> None:
    ids = not_none(example("annif/index.jsonl").truth.documents)
    assert ids[:3].tolist() == ["a1", "a2", "a3"]
    lines = [json.loads(line) for line in raw("annif/index.jsonl").splitlines()]
    bare = [{k: v for k, v in line.items() if k != "document_id"} for line in lines]
    review = read_review([("f.jsonl", "\n".join(map(json.dumps, bare)).encode())])
    assert not_none(review.truth.documents)[:3].tolist() == ["1", "2", "3"]
