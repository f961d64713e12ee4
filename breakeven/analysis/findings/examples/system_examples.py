"""Made data for each finding of decisions and scores: they raise it, and as good as nothing else.

A page on a finding and `breakeven check --explain` show them; every table is read like a file of
anybody's. Tested in `test_explained`.
"""

from __future__ import annotations

import numpy as np

from breakeven.analysis.findings.examples.made_tables import (
    CLASSES,
    USUAL,
    FindingExample,
    predict,
    probability_columns,
    rows_of,
    score_columns,
    table,
    without,
)
from metrics.typing import Array

# --- systems


def small_test() -> FindingExample:
    """`split.small-test`."""
    return FindingExample(
        planted="The test split has 15 documents of each class, and the system is wrong on 2 of "
        "them.",
        columns=table(1, test=60, wrong=2 / 15),
    )


def better_system() -> FindingExample:
    """`system.better`."""
    columns = table(2, wrong=0.1)
    other = table(2, wrong=0.02)["predicted"]
    return FindingExample(
        planted="The first system is wrong on a tenth of the documents, the second one on a "
        "fiftieth.",
        columns={
            **{name: columns[name] for name in ("id", "split", "true")},
            "first": columns["predicted"],
            "second": other,
        },
    )


def baseline() -> FindingExample:
    """`system.baseline`."""
    columns = table(3, test=2400)
    rng = np.random.default_rng(3)
    return FindingExample(
        planted="Every prediction is drawn at random.",
        columns=columns | {"predicted": rng.permutation(columns["predicted"])},
    )


def disputed() -> FindingExample:
    """`labels.disputed`."""
    columns = table(4, wrong=0.02)
    rows = [rows_of(columns, "test", name)[20 + i] for i, name in enumerate(CLASSES[:USUAL])]
    systems = {f"system{s}": table(4, wrong=0.02)["predicted"] for s in (1, 2, 3)}
    rng = np.random.default_rng(4)
    for predictions in systems.values():
        # each has errors of its own
        predictions[:] = columns["true"]
        for row in rng.choice(rows_of(columns, "test"), 16, replace=False):
            predictions[row] = CLASSES[(CLASSES.index(predictions[row]) + 1) % USUAL]
        for row in rows:
            predictions[row] = CLASSES[(CLASSES.index(columns["true"][row]) + 1) % USUAL]
    return FindingExample(
        planted="Three systems agree on four documents that the truth has in another class.",
        columns={**{name: columns[name] for name in ("id", "split", "true")}, **systems},
    )


def unusable() -> FindingExample:
    """`answers.unusable`."""
    columns = table(5)
    answers = np.array([f"The class is {name}." for name in columns.pop("predicted")], dtype=object)
    for i, row in enumerate(rows_of(columns, "test")[:60]):
        answers[row] = ("I am sorry, I cannot help with that.", "The class is shipping.")[i % 2]
    return FindingExample(
        planted="A language model was asked for the class. It refused, or named another one, on "
        "60 of the 800 test documents.",
        columns=columns | {"answer": answers},
    )


def inverse() -> FindingExample:
    """`scores.inverse`."""
    columns = table(6)
    rng = np.random.default_rng(6)
    n = len(columns["id"])
    true = columns["true"][:, None] == np.array(CLASSES[:USUAL], dtype=object)
    distances = rng.normal(np.where(true, 1.0, 3.0), 0.8, (n, USUAL))
    return FindingExample(
        planted="The score of each class is a distance: small where the document is near the "
        "class. The predictions are right.",
        columns=columns | score_columns(distances),
    )


def calibration() -> FindingExample:
    """`calibration.off`."""
    columns = table(7)
    rng = np.random.default_rng(7)
    given = rng.uniform(0.55, 0.65, len(columns["id"]))
    return FindingExample(
        planted="The system says 55 to 65 % of each class that it predicts, and is right in 96 % "
        "of them.",
        columns=columns | probability_columns(columns, given),
    )


def threshold_move() -> FindingExample:
    """`threshold.move`."""
    columns = table(8, test=1600)
    rng = np.random.default_rng(8)
    n = len(columns["id"])
    names = np.array(CLASSES[:USUAL], dtype=object)
    true = columns["true"][:, None] == names
    second = columns["true"] == "billing"
    true[second & (rng.random(n) < 0.5), 1] = True
    scores = rng.normal(np.where(true, 4.0, -4.0), 1.8, (n, USUAL))
    scores[:, 2] -= 4.0
    columns["true"] = _cells(true)
    columns["predicted"] = _cells(scores >= 0)
    return FindingExample(
        planted="All scores of “returns” are 4 too low, and a class is predicted from a score of 0 "
        "on.",
        columns=columns | score_columns(scores),
        also={
            "class.called-too-seldom": "above a threshold that is too high few documents are left"
        },
    )


def _cells(chosen: Array) -> Array:
    """The names of the chosen classes of each row, in one cell."""
    return np.array(
        ["|".join(n for n, c in zip(CLASSES, row, strict=False) if c) for row in chosen],
        dtype=object,
    )


def weak_slice() -> FindingExample:
    """`slices.weak`."""
    columns = table(9)
    rng = np.random.default_rng(9)
    channel = rng.choice(np.array(["mail", "web", "phone", "chat"], dtype=object), 1200)
    k = 0
    for row in rows_of(columns, "test"):
        if channel[row] == "chat" and rng.random() < 0.25:
            other = (CLASSES.index(columns["true"][row]) + 1 + k % 3) % USUAL
            columns["predicted"][row] = CLASSES[other]
            k += 1
    return FindingExample(
        planted="Of the documents from the channel “chat” a quarter more is predicted wrongly than "
        "of the others.",
        columns=columns | {"channel": channel},
    )


# --- classes and pairs of them


OTHERS = ("billing", "delivery", "warranty")
WIDE = 1600


def low_recall() -> FindingExample:
    """`class.low-recall`."""
    columns = table(10, test=2400)
    predict(columns, "returns", 0.65, "")
    return FindingExample(
        planted="Of the 600 test documents of “returns” 65 % get no class.", columns=columns
    )


def low_precision() -> FindingExample:
    """`class.low-precision`."""
    columns = table(11, test=WIDE)
    for name in OTHERS:
        predict(columns, name, 0.4, f"{name}|returns")
    return FindingExample(
        planted="Of the test documents of each other class 40 % get “returns” too.",
        columns=columns,
    )


def low_both() -> FindingExample:
    """`class.low-both`."""
    columns = table(12, test=WIDE)
    predict(columns, "returns", 0.66, "")
    for name in OTHERS:
        predict(columns, name, 0.22, f"{name}|returns")
    return FindingExample(
        planted="Two thirds of the documents of “returns” get no class, and as many documents of "
        "the other classes get “returns” too.",
        columns=columns,
    )


def called_too_often() -> FindingExample:
    """`class.called-too-often`."""
    columns = table(13, test=WIDE)
    for name in OTHERS:
        predict(columns, name, 0.1, f"{name}|returns")
    return FindingExample(
        planted="Of the test documents of each other class a tenth gets “returns” too.",
        columns=columns,
    )


def called_too_seldom() -> FindingExample:
    """`class.called-too-seldom`."""
    columns = table(14, test=WIDE)
    predict(columns, "returns", 0.25, "")
    return FindingExample(
        planted="Of the test documents of “returns” a quarter gets no class.",
        columns=columns,
    )


def many_errors() -> FindingExample:
    """`class.many-errors`."""
    columns = table(15, test=1800, wrong=0.01, k=6)
    predict(columns, "returns", 0.2, "")
    for name in (*OTHERS, "account", "website"):
        predict(columns, name, 0.04, f"{name}|returns")
    return FindingExample(
        planted="Nearly all errors are with “returns”, one of six classes: a fifth of it is "
        "missed, and as many are false alarms.",
        columns=columns,
    )


def close() -> FindingExample:
    """`class.close`."""
    columns = table(16, test=2400, wrong=0.18)
    predict(columns, "returns", 0.32, "")
    for name in OTHERS:
        predict(columns, name, 0.107, f"{name}|returns")
    return FindingExample(
        planted="Half of the 600 test documents of “returns” are missed, and half of its "
        "predictions are false alarms; of each other class 18 % are missed.",
        columns=columns,
    )


def too_few() -> FindingExample:
    """`class.too-few`."""
    columns = table(17, test=WIDE)
    columns = without(columns, rows_of(columns, "test", "returns")[:-34])
    columns = without(columns, rows_of(columns, "train", "returns")[:-20])
    predict(columns, "returns", 0.34, "")
    for name in OTHERS:
        predict(columns, name, 0.008, f"{name}|returns")
    return FindingExample(
        planted="“returns” has 34 test documents; a third of them is missed, and a third of its "
        "predictions are false alarms.",
        columns=columns,
        also={"split.small-test": "of so few documents F is not known well either"},
    )


def confused() -> FindingExample:
    """`pair.confused`."""
    columns = table(18, test=WIDE)
    predict(columns, "returns", 0.2, "warranty")
    predict(columns, "warranty", 0.2, "returns")
    return FindingExample(
        planted="A fifth of the test documents of “returns” is predicted to be “warranty”, and the "
        "other way round.",
        columns=columns,
    )


# fmt: off
OF_SYSTEMS = (
    small_test, better_system, baseline, disputed, unusable, inverse, calibration, threshold_move,
    weak_slice, low_recall, low_precision, low_both, called_too_often, called_too_seldom,
    many_errors, close, too_few, confused,
)
# fmt: on
