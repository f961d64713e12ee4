"""What is said of intervals where little is known of the classes or the documents."""

from __future__ import annotations

import numpy as np
import pandas as pd

import breakeven as be


def remark_of(frame: pd.DataFrame) -> str | None:
    found = be.evaluate(be.read(frame)).to_dict()["intervals"]["remark"]
    assert found is None or isinstance(found, str)
    return found


def labelled(documents: int, classes: int) -> pd.DataFrame:
    rng = np.random.default_rng(1)
    true = rng.integers(classes, size=documents)
    called = np.where(rng.random(documents) < 0.7, true, rng.integers(classes, size=documents))
    names = np.array([f"c{c:02}" for c in range(classes)])
    return pd.DataFrame({"id": range(documents), "true": names[true], "predicted": names[called]})


def test_nothing_is_said_where_classes_and_documents_are_many() -> None:
    assert remark_of(labelled(600, 4)) is None


def test_half_of_the_classes_with_hardly_a_document_make_the_interval_too_narrow() -> None:
    # 20 classes of about one document each, and no weights
    said = remark_of(labelled(25, 20)) or ""
    assert "Half of the classes have at most two documents, so it may be too narrow." in said
    assert "a hundred independent ones" not in said
    # few, yet not that few
    assert "at most two documents" not in (remark_of(labelled(100, 20)) or "")


def test_weights_that_leave_the_word_to_few_documents_are_remarked_on() -> None:
    frame = labelled(287, 4)
    # thirty documents carry 70 % of the weight: (600 + 257)^2 / (30 x 400 + 257) is about 60
    frame["weight"] = np.where(np.arange(287) < 30, 20.0, 1.0)
    assert "no more information than a hundred independent ones" in (remark_of(frame) or "")
    frame["weight"] = np.where(np.arange(287) < 30, 1.5, 1.0)
    assert remark_of(frame) is None
