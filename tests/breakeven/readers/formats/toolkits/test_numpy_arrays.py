"""Arrays of a Trainer and of scripts open as NumPy saved them, and pickles stay closed."""

from __future__ import annotations

import io
import pickle
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import breakeven as be
from breakeven.data.records import Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.build import read_review
from breakeven.readers.formats.toolkits.numpy_arrays import holds_arrays
from tests.breakeven.readers.formats.examples import EXAMPLES, example, raw, scores_of, truth_of
from tests.breakeven.readers.reading import read_in_order

LOGITS = np.array([[2.0, -1.0], [-0.5, 0.5], [1.0, -3.0]])


def saved(**arrays: Any) -> bytes:
    out = io.BytesIO()
    np.savez(out, **arrays)
    return out.getvalue()


def review_of(data: bytes, name: str = "out.npz") -> Review:
    return read_review([(name, data)])


def test_the_output_of_a_trainer_gives_the_accuracy_that_it_prints() -> None:
    review = example("huggingface/single.npz")
    with np.load(EXAMPLES / "huggingface" / "single.npz") as put_in:
        assert truth_of(review) == [{str(number)} for number in put_in["label_ids"]]
        scores = scores_of(review)
        assert [scores["0"], scores["1"], scores["2"]] == put_in["predictions"].T.tolist()
    assert not review.predictions[0].probabilities  # logits
    assert be.evaluate(review).micro()["f"] == 0.625  # test_accuracy


def test_names_of_classes_are_met_by_their_place_and_pickled_metrics_stay_closed() -> None:
    review = example("huggingface/single.metrics.npz")
    assert review.truth.classes == ("money", "sport", "weather")
    assert be.evaluate(review).micro()["f"] == 0.625
    by_name = scores_of(review)
    other = example("huggingface/single.npz")
    assert by_name["sport"] == scores_of(other)["1"]


def test_label_ids_of_two_dimensions_are_several_labels() -> None:
    review = example("huggingface/multi.npz")
    assert truth_of(review)[3:5] == [{"sport", "weather"}, {"money", "sport"}]
    evaluation = be.evaluate(review)
    assert evaluation.cut.threshold == 0
    assert evaluation.exact_match == 0.375  # test_exact, as the Trainer prints it


def test_one_array_of_scores_is_predictions_and_one_of_classes_is_named_by_the_file() -> None:
    assert example("huggingface/single.npy").truth.labels is None
    files = {}
    for name, values in {"y_true": [0, 1, 1], "y_pred": [0, 1, 0]}.items():
        out = io.BytesIO()
        np.save(out, np.array(values))
        files[f"{name}.npy"] = out.getvalue()
    with pytest.raises(ReadError, match="no column links"):
        read_review(files.items())
    review = read_in_order(files.items())
    assert be.evaluate(review).micro()["f"] == pytest.approx(2 / 3)


def test_truth_and_predictions_beside_probabilities_are_all_read() -> None:
    data = saved(
        y_true=np.array(["b", "a", "b"]),
        y_pred=np.array(["b", "a", "a"]),
        proba=np.array([[0.2, 0.8], [0.9, 0.1], [0.6, 0.4]]),
        classes=np.array(["a", "b"]),
    )
    review = review_of(data)
    assert truth_of(review) == [{"b"}, {"a"}, {"b"}]
    assert review.predictions[0].probabilities
    assert scores_of(review)["b"] == [0.8, 0.1, 0.4]
    assert review.predictions[0].decisions is not None


def test_fields_without_names_and_in_another_order_of_memory_are_known() -> None:
    out = io.BytesIO()
    np.savez(out, np.asfortranarray(LOGITS), np.array([0, 1, 1]), np.array({"loss": 1}))
    review = review_of(out.getvalue())
    assert scores_of(review)["0"] == LOGITS[:, 0].tolist()
    assert truth_of(review) == [{"0"}, {"1"}, {"1"}]


def test_labels_that_are_none_leave_predictions_without_truth() -> None:
    review = review_of(saved(predictions=LOGITS, label_ids=np.full(3, -100)))
    assert review.truth.labels is None


@pytest.mark.parametrize(
    ("arrays", "what"),
    [
        (
            {"predictions": LOGITS, "label_ids": np.array([0, -100, 1])},
            "-100 is not the number",
        ),
        ({"predictions": LOGITS, "label_ids": np.array([0, 1])}, "label_ids has 2 rows and"),
        ({"predictions": LOGITS, "label_ids": np.zeros((3, 2, 2))}, "an array of 3 × 2 × 2"),
        ({"predictions": LOGITS, "classes": np.array(list("abc"))}, "2 classes, and 3 are named"),
        ({"predictions": LOGITS, "logits": LOGITS}, "hold scores of each class"),
        ({"predictions": np.array([LOGITS, 1], dtype=object)}, "pickled objects, which are never"),
        ({"predictions": np.zeros((0, 2))}, "the arrays are empty"),
    ],
)
def test_arrays_that_do_not_go_together_are_named(arrays: dict[str, Any], what: str) -> None:
    with pytest.raises(ReadError, match=what):
        review_of(saved(**arrays))


def test_a_header_that_promises_more_than_there_is_is_broken() -> None:
    out = io.BytesIO()
    np.save(out, LOGITS)
    data = out.getvalue().replace(b"(3, 2)", b"(3, 9)")
    for broken in (data, out.getvalue()[:-5], raw("huggingface/single.npz")[:400]):
        with pytest.raises(ReadError, match="broken or cut short"):
            review_of(broken, "f.npy")


def test_an_archive_that_unpacks_to_far_more_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("predictions.npy", bytes(101_000_000))
    with pytest.raises(ReadError, match="unpacks to 101 MB"):
        review_of(out.getvalue())


def test_a_pickle_is_never_opened_and_the_way_out_is_said(tmp_path: Path) -> None:
    class Trap:
        def __reduce__(self) -> tuple[Any, ...]:
            return Path.touch, (tmp_path / "opened",)

    for data in (pickle.dumps(Trap()), saved(predictions=np.array([Trap(), 1], dtype=object))):
        with pytest.raises(ReadError, match="never opened"):
            review_of(data, "model.joblib" if data.startswith(b"\x80") else "out.npz")
    assert not (tmp_path / "opened").exists()


@pytest.mark.parametrize("header", [b"{'descr': [[[[", b"{'descr': '<f8', 'shape': (3L, 2)", b"7"])
def test_a_header_that_is_none_is_broken(header: bytes) -> None:
    start = b"\x93NUMPY\x01\x00" + (len(header)).to_bytes(2, "little")
    with pytest.raises(ReadError, match="broken or cut short"):
        review_of(start + header + bytes(48), "f.npy")


@pytest.mark.parametrize(
    "start", [b"id,true\n" + b"x" * 30, b"PK\x03\x04", b"PK\x03\x04" + b"x" * 26]
)
def test_a_text_that_ends_like_the_name_of_an_array_holds_none(start: bytes) -> None:
    assert not holds_arrays(start)
    assert not holds_arrays(start.replace(b"PK", b"") + b".npy")
