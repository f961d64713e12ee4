"""An evaluation of which only numbers are here says what these are of."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from scipy import sparse

import breakeven as be
from breakeven.analysis.evaluation.counted import Confused, CountedEvaluation, FilterCount
from metrics.tallies import ConfusionMatrix

# of six documents, four are of test: a is true of two, assigned to three, and hit once
COLUMNS = {
    "id": [*range(6)],
    "true": ["a", "a", "b", "b", "a", "b"],
    "predicted": ["a", "b", "a", "a", "a", "b"],
    "split": ["test", "test", "test", "test", "dev", "dev"],
}


def counted(folder: Path, /, split: str | None = None, **columns: object) -> CountedEvaluation:
    path = folder / "table.parquet"
    pq.write_table(pa.table(COLUMNS | columns), path)
    return be.evaluate_table(path, split=split)


@pytest.fixture(scope="module")
def of_test(tmp_path_factory: pytest.TempPathFactory) -> CountedEvaluation:
    return counted(tmp_path_factory.mktemp("test"), split="test")


def test_documents_are_of_the_split_that_was_counted_or_may_be_of_any(
    of_test: CountedEvaluation,
) -> None:
    assert of_test.may_be_of == ("test",)
    whole = replace(of_test, split=None)
    assert sorted(whole.may_be_of) == ["dev", "test"]


def test_documents_are_counted_and_weighed(of_test: CountedEvaluation, tmp_path: Path) -> None:
    assert (of_test.documents, of_test.weighed, of_test.alone) == (4, 4, True)
    weighed = counted(tmp_path, split="test", weight=[1.0, 2.0, 3.0, 0.5, 9.0, 9.0])
    assert (weighed.documents, weighed.weighed, weighed.alone) == (4, 6.5, False)


def test_the_documents_behind_a_pair_of_classes_are_those_counted_and_nothing_comes_last(
    of_test: CountedEvaluation,
) -> None:
    with pytest.raises(ValueError, match="confusions were not counted"):
        of_test.documents_behind(0, 1)
    numbers = sparse.csr_array(np.array([[1, 2, 3], [4, 5, 6], [7, 8, 9]]))
    with_confusions = replace(of_test, confused=Confused(ConfusionMatrix(numbers), numbers))
    order = (0, 1, None)
    behind = [[with_confusions.documents_behind(true, said) for said in order] for true in order]
    assert behind == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]


def test_it_shows_its_micro_f_without_any_document(of_test: CountedEvaluation) -> None:
    # one document of four is right
    assert repr(of_test).endswith(": F micro 0.250>")


def test_without_scores_there_is_no_curve_nor_threshold(of_test: CountedEvaluation) -> None:
    of = of_test
    assert of.rankings is None
    with pytest.raises(ValueError, match="no ranking"):
        _ = of.eleven_points
    with pytest.raises(ValueError, match="no threshold"):
        _ = of.best_f


def test_the_best_f_of_a_class_is_that_of_its_best_threshold(tmp_path: Path) -> None:
    path = tmp_path / "scores.parquet"
    # from 0.8 down, b is true of: yes, no, yes, no; nothing is ever c
    table = {
        "id": [*range(4)],
        "true": ["b", "a", "b", "a"],
        "score:a": [0.1, 0.4, 0.2, 0.9],
        "score:b": [0.8, 0.6, 0.4, 0.2],
        "score:c": [0.5] * 4,
    }
    pq.write_table(pa.table(table), path)
    result = be.evaluate_table(path)
    best = dict(zip(result.classes, result.best_f, strict=True))
    assert (best["a"].value, best["a"].threshold) == (1.0, 0.4)
    # 2 of 3 assigned are hits, and both are found
    assert best["b"].value == pytest.approx(0.8)
    assert best["b"].threshold == 0.4
    assert str(best["c"].value) == str(best["c"].threshold) == "nan"
    assert result.rankings is result.curves is not None


def test_what_a_filter_kept_is_said_with_of_how_many() -> None:
    kept = FilterCount("labels=0", 1_234, 5_000)
    assert str(kept) == "on 1,234 of 5,000 documents: labels=0"
    assert kept.as_json() == {"text": "labels=0", "documents": 1_234, "of_documents": 5_000}
