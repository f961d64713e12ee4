"""Thresholds survive being written, whatever the classes are called."""

from __future__ import annotations

import csv
import io
import math

import numpy as np
import pytest

from breakeven.analysis.evaluation.class_thresholds import cut_from, to_save
from breakeven.analysis.evaluation.cut import Cut, FittedCut
from breakeven.data.records import Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.thresholds_file import MOST_BYTES, read_thresholds
from breakeven.results.thresholds import thresholds_file
from tests.made import truth_of

NAMES = (
    "=1+1", "'=1+1", "@SUM(A1)", "-2", "a,b", 'a"b', "a\nb", "", " x ", "NA", "01", "é", "<b>",
    "'", "''x", "inf", "a\r=1+1",
)  # fmt: skip


def review_of(names: tuple[str, ...]) -> Review:
    truth = truth_of(np.ones((1, len(names)), dtype=bool), classes=names)
    return Review("r", truth, (), (), "f" * 64)


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_round_trip(kind: str) -> None:
    review = review_of(NAMES)
    values = np.array([0.1 + i / 7 for i in range(len(NAMES) - 2)] + [math.inf, -math.inf])
    how = ("tuned",) * len(NAMES)
    fitted = FittedCut(Cut("f", beta=math.inf, split="=dev"), values, how=how)
    data = thresholds_file(to_save(review, "@system", fitted), kind)
    saved = read_thresholds("t", data, NAMES)
    assert list(saved.thresholds.items()) == list(zip(NAMES, values.tolist(), strict=True))
    assert (saved.system, saved.fingerprint) == ("@system", "f" * 64)
    assert saved.cut == fitted.cut
    assert cut_from(saved, review, "s").optimistic_on("=dev")
    assert not cut_from(saved, review, "s").optimistic_on("test")
    if kind == "csv":
        for row in csv.reader(io.StringIO(data.decode())):
            # numbers may be negative, text may not run
            assert not any(c.startswith(("=", "+", "@")) for c in row)


def test_what_assigns_below_a_threshold_cannot_be_written() -> None:
    fitted = FittedCut(Cut("expected_loss"), np.ones(1), np.ones(1, dtype=bool))
    with pytest.raises(ValueError, match="no threshold per class"):
        to_save(review_of(("a",)), "s", fitted)
    with pytest.raises(ValueError, match="no threshold per class"):
        to_save(review_of(("a",)), "s", FittedCut(Cut("top_k")))


def test_a_file_nested_too_deeply_is_refused() -> None:
    data = b'{"thresholds": ' + b'{"a":' * 5_000
    with pytest.raises(ReadError) as caught:
        read_thresholds("t.json", data, ("a",))
    assert "not JSON" in str(caught.value)


def test_a_file_of_thresholds_is_bounded_in_size_and_depth() -> None:
    padded = b"class,threshold\na,0.5\n" + b"x" * MOST_BYTES
    with pytest.raises(ReadError, match="at most 16 MB"):
        read_thresholds("t.csv", padded, ("a",))
    with pytest.raises(ReadError, match="not JSON"):
        read_thresholds("t.json", b'{"thresholds": ' + b"[" * 200_000, ("a",))
    rows = b"".join(b"%s%d,0.5\n" % (b"n" * 80, i) for i in range(100_000))
    found = read_thresholds("t.csv", b"class,threshold\n" + rows, ("n" * 80 + "7",))
    assert len(found.thresholds) == 100_000
