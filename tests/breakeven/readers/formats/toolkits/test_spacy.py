"""cats of spaCy open as JSON, as JSON lines and as a DocBin."""

from __future__ import annotations

import json
import sys
import zlib
from typing import Any

import pytest
from srsly.msgpack import packb

import breakeven as be
from breakeven.readers.base.problems import ReadError
from breakeven.readers.build import read_review
from tests.breakeven.readers.formats.examples import (
    example,
    formats_of,
    raw,
    scores_of,
    truth_of,
)
from tests.breakeven.readers.reading import review_of

GOLD = ("spacy/{}.gold.jsonl", "spacy/{}.gold.spacy")
TRUE = ["sport", "money", "weather", "sport", "money", "money", "weather", "sport"]
TEXTS = [json.loads(line)["text"] for line in raw("spacy/single.gold.jsonl").splitlines()]


@pytest.mark.parametrize("gold", GOLD)
@pytest.mark.parametrize(
    "predicted", ["spacy/single.predicted.json", "spacy/single.predicted.spacy"]
)
def test_exclusive_classes_give_the_numbers_that_spacy_prints(gold: str, predicted: str) -> None:
    review = example(gold.format("single"), predicted)
    assert truth_of(review) == [{name} for name in TRUE]
    assert review.truth.columns["text"].tolist() == TEXTS
    assert review.predictions[0].probabilities
    result = be.evaluate(review)
    assert result.micro()["f"] == 0.875  # cats_micro_f
    # cats_macro_p, cats_macro_r; its cats_macro_f is the mean of F, as here
    assert result.macro()["precision"].value == pytest.approx(0.9166666666666666)
    assert result.macro()["recall"].value == pytest.approx(0.8888888888888888)
    assert result.macro()["f"].value == pytest.approx(0.8857142857142857)


@pytest.mark.parametrize("gold", GOLD)
@pytest.mark.parametrize(
    "predicted", ["spacy/multi.predicted.jsonl", "spacy/multi.predicted.spacy"]
)
def test_a_missing_key_is_not_judged_and_the_numbers_are_spacys(gold: str, predicted: str) -> None:
    review = example(gold.format("multi"), predicted)
    assert review.truth.unjudged is not None
    unjudged = review.truth.unjudged.tocoo()
    assert [
        (d, review.truth.classes[c]) for d, c in zip(unjudged.row, unjudged.col, strict=True)
    ] == [(0, "sport")]
    result = be.evaluate(review)
    assert result.micro()["f"] == 0.75  # cats_micro_f
    assert result.macro()["f"].value == pytest.approx(0.7555555555555555)  # cats_macro_f


def test_scores_are_those_that_were_written() -> None:
    review = example("spacy/multi.predicted.jsonl")
    written = [json.loads(line) for line in raw("spacy/multi.predicted.jsonl").splitlines()]
    scores = scores_of(review)
    assert scores["money"] == [doc["cats"]["money"] for doc in written]


def test_pairs_of_training_and_other_keys_are_read() -> None:
    pairs = [["one", {"cats": {"a": True, "b": False}}], ["two", {"cats": {"a": 0, "b": 1}}]]
    calls = [{"id": n, "cats": {"a": 0.3, "b": 0.7}, "meta": {"x": 1}} for n in (1, 2)]
    review = review_of(t_json=json.dumps(pairs), p_json=json.dumps(calls), by_row_order=True)
    assert truth_of(review) == [{"a"}, {"b"}]
    assert review.truth.documents is not None
    assert review.truth.documents.tolist() == ["1", "2"]


def test_a_class_that_a_document_does_not_list_has_no_score() -> None:
    docs = [{"text": "x", "cats": {"a": 0.4}}, {"text": "y", "cats": {"a": 0.2, "b": 0.9}}]
    scores = review_of(p_json=json.dumps(docs)).predictions[0].scores
    assert scores is not None
    assert scores.nnz == 3


@pytest.mark.parametrize(
    "value", [[{"text": "x", "cats": ["a"]}], [{"cats": {"a": "yes"}}], [["x", 1]]]
)
def test_other_cats_are_not_of_spacy(value: Any) -> None:
    assert formats_of(json.dumps(value), "f.json") == []


def test_what_is_cut_short_or_no_cats_is_refused() -> None:
    whole = raw("spacy/single.gold.spacy")
    for cut in (whole[:-20], whole[:300], zlib.compress(zlib.decompress(whole)[:-20])):
        with pytest.raises(ReadError, match="the DocBin is broken or cut short"):
            read_review([("f.spacy", cut)])
    with pytest.raises(ReadError, match="no document has any cats"):
        review_of(f_json=json.dumps([{"text": "x", "cats": {}}]))
    lines = '{"text": "x", "cats": {"a": 1}}\n' * 25
    with pytest.raises(ReadError, match="row 26: no text with cats"):
        review_of(f_jsonl=lines + '{"text": "x"}\n')


def docbin(**other: Any) -> bytes:
    """A DocBin of one word, after its documented fields."""
    fields: dict[str, Any] = {
        "version": "0.1", "attrs": [65], "tokens": b"", "spaces": b"", "lengths": b"\0\0\0\0",
        "strings": [], "cats": [{"a": 1.0}],
    }  # fmt: skip
    return zlib.compress(packb(fields | other, use_bin_type=True))


@pytest.mark.parametrize(
    "other",
    [
        {"cats": 7}, {"cats": []}, {"cats": [{"a": [1]}]}, {"cats": [[1]]},
        {"attrs": []}, {"attrs": "x"}, {"lengths": b"\1\0\0\0"}, {"lengths": b"\xff" * 4},
        {"tokens": b"x"}, {"tokens": b"\1" * 8, "spaces": b"\1", "lengths": b"\1\0\0\0"},
        {"strings": 3}, {"spaces": [1]},
    ],
)  # fmt: skip
def test_a_docbin_with_anything_else_in_its_fields_is_refused(other: dict[str, Any]) -> None:
    called = ("p.csv", b"predicted\na\n")
    assert truth_of(read_review([("f.spacy", docbin()), called])) == [{"a"}]
    with pytest.raises(ReadError, match=r"DocBin|cats"):
        read_review([("f.spacy", docbin(**other)), called])


def test_a_docbin_that_unpacks_to_far_more_is_refused() -> None:
    stream = zlib.compressobj(1)
    start = stream.compress(b"\x87\xa7version") + stream.flush(zlib.Z_FULL_FLUSH)
    piece = stream.compress(bytes(1_000_000)) + stream.flush(zlib.Z_FULL_FLUSH)
    with pytest.raises(ReadError, match="unpacks to more than 100 MB"):
        read_review([("f.spacy", start + piece * 101)])


def test_without_spacy_the_way_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "srsly.msgpack", None)
    with pytest.raises(ReadError, match=r"spaCy, which reads it, is not installed.*pip install"):
        example("spacy/single.gold.spacy")
