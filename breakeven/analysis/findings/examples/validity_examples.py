"""Made data for each finding about whether numbers mean what they seem to.

Tested in `test_explained`.
"""

from __future__ import annotations

import numpy as np

from breakeven.analysis.findings.examples.made_tables import (
    CLASSES,
    USUAL,
    FindingExample,
    probability_columns,
    rows_of,
    short_table,
    table,
    with_texts,
    word_of,
)
from metrics.typing import Array

NAMES = np.array(CLASSES[:USUAL], dtype=object)


def _with_dev(columns: dict[str, Array], share: float = 0.4) -> dict[str, Array]:
    """A part of the training documents becomes the dev split, each class alike."""
    split = columns["split"].copy()
    for name in NAMES:
        rows = rows_of(columns, "train", name)
        split[rows[: round(share * len(rows))]] = "dev"
    return {**columns, "split": split}


def same_name() -> FindingExample:
    """`classes.same-name`."""
    columns = table(61, test=1600)
    rows = rows_of(columns, "test", "returns")[:12]
    columns["predicted"][rows] = "Returns"
    return FindingExample(
        planted="Twelve documents of “returns” are predicted as “Returns”.",
        columns=columns,
    )


def wrong_order() -> FindingExample:
    """`split.wrong-order`."""
    columns = _with_dev(table(62, train=1000, test=3200))
    rng = np.random.default_rng(62)
    rows = rows_of(columns, "test")
    columns["predicted"][rows] = columns["predicted"][rng.permutation(rows)]
    return FindingExample(
        planted="The predictions of the test split stand in another order than its documents.",
        columns=columns,
        also={"system.baseline": "beside other documents predictions are right by chance alone"},
    )


def falls() -> FindingExample:
    """`split.falls`."""
    columns = _with_dev(table(63, train=2000, test=1600, wrong=0.02), 0.6)
    test = table(63, train=2000, test=1600, wrong=0.1)["predicted"]
    rows = rows_of(columns, "test")
    columns["predicted"][rows] = test[rows]
    return FindingExample(
        planted="The system is wrong on 2 in 100 documents of dev, and on 10 in 100 of test.",
        columns=columns,
    )


def group() -> FindingExample:
    """`leak.group`."""
    columns = with_texts(short_table(64), 64)
    rng = np.random.default_rng(64)
    author = rng.integers(0, 40, len(columns["id"]))
    texts = [
        f"{text} {word_of(2000 + 2 * a)} {word_of(2001 + 2 * a)}"
        for text, a in zip(columns["text"], author.tolist(), strict=True)
    ]
    return FindingExample(
        planted="Forty authors write in both splits, and each has two words of his own.",
        columns={
            **columns,
            "text": np.array(texts, dtype=object),
            "author": np.array([f"author {a}" for a in author], dtype=object),
        },
    )


def class_in_text() -> FindingExample:
    """`leak.class-in-text`."""
    columns = with_texts(short_table(65), 65)
    columns["text"] = np.array(
        [
            f"sent to {name} {text}"
            for name, text in zip(columns["true"], columns["text"], strict=True)
        ],
        dtype=object,
    )
    return FindingExample(
        planted="Each text begins with “sent to” and the name of its class.",
        columns=columns,
    )


def _scored_classes(seed: int, documents: int) -> tuple[dict[str, Array], Array, Array]:
    """Documents with any of six classes in dev and test: columns, probabilities and truth.

    The probabilities come first, and the labels are drawn by them.
    """
    rng = np.random.default_rng(seed)
    likely = rng.random((documents, len(CLASSES))) < 0.2
    drawn = rng.normal(np.where(likely, 1.4, -3.2), 1.1)
    p = np.round(1 / (1 + np.exp(-drawn)), 4)
    split = np.where(np.arange(documents) < documents // 2, "dev", "test").astype(object)
    columns = {
        "id": np.array([f"t{i}" for i in rng.permutation(documents)], dtype=object),
        "split": split,
    }
    return columns, p, rng.random(p.shape) < p


def _cells(held: Array) -> Array:
    names = np.array(CLASSES, dtype=object)
    return np.array(["|".join(names[has]) for has in held], dtype=object)


def _with_scores(
    columns: dict[str, Array], p: Array, true: Array, predicted: Array
) -> dict[str, Array]:
    scores = {
        f"score:{name}": np.array([f"{value:.4f}" for value in p[:, c]], dtype=object)
        for c, name in enumerate(CLASSES)
    }
    return {**columns, "true": _cells(true), "predicted": _cells(predicted), **scores}


def tuned_here() -> FindingExample:
    """`threshold.tuned-here`."""
    columns, p, true = _scored_classes(66, 4000)
    test = columns["split"] == "test"
    cuts = [_best_cut(p[test, c], true[test, c]) for c in range(len(CLASSES))]
    return FindingExample(
        planted="Each class has the threshold that gives the highest F₁ on the test split.",
        columns=_with_scores(columns, p, true, p >= np.array(cuts)),
    )


def _best_cut(scores: Array, true: Array) -> float:
    order = np.argsort(-scores, kind="stable")
    hits = np.cumsum(true[order])
    f = 2 * hits / (np.arange(len(scores)) + 1 + true.sum())
    # of equal scores all are assigned
    last = np.append(np.diff(scores[order]) != 0, True)
    return float(scores[order][np.argmax(np.where(last, f, 0))])


def one_threshold() -> FindingExample:
    """`threshold.one-for-all`."""
    columns, p, true = _scored_classes(67, 4000)
    return FindingExample(
        planted="Every class has a threshold of 0.75, though the probabilities mean what they say.",
        columns=_with_scores(columns, p, true, p >= 0.75),
        also={
            "threshold.move": "a threshold for each class raises F too",
            "class.called-too-seldom": "a threshold that is too high has that effect",
        },
    )


def doubted() -> FindingExample:
    """`labels.doubted`."""
    columns = table(68, train=400, test=1600, wrong=0)
    rng = np.random.default_rng(68)
    number = np.array([CLASSES.index(name) for name in columns["predicted"]])
    sure = np.round(1 - 0.6 * rng.beta(0.6, 6, len(number)), 4)
    scores = probability_columns(columns, sure)
    # as often another class as the probability says, and then one of ten in test
    wrong = rng.random(len(number)) > sure
    wrong[rng.permutation(rows_of(columns, "test"))[:160]] = True
    columns["true"][wrong] = NAMES[(number + rng.integers(1, USUAL, len(number)))[wrong] % USUAL]
    return FindingExample(
        planted="One test label of ten is that of another class, drawn at random.",
        columns={**columns, **scores},
        also={"calibration.off": "beside wrong labels right probabilities look too high"},
    )


def _people(seed: int, errors: tuple[float, ...]) -> dict[str, Array]:
    """A table with what people say who err so often each, of the test documents."""
    columns = table(seed)
    rng = np.random.default_rng(seed)
    for person, share in zip(("ann", "bob", "carl", "dora"), errors, strict=False):
        said = columns["true"].copy()
        rows = np.flatnonzero(rng.random(len(said)) < share)
        said[rows] = rng.choice(NAMES, len(rows))
        columns[f"label:{person}"] = said
    return columns


def same_annotator() -> FindingExample:
    """`labels.same-annotator`."""
    columns = _people(69, (0.15, 0.15, 0.15, 0.15))
    return FindingExample(
        planted="Four people err on a tenth of the documents each, but “bob” has the labels of "
        "“ann”.",
        columns={**columns, "label:bob": columns["label:ann"]},
    )


def random_annotator() -> FindingExample:
    """`labels.random-annotator`."""
    return FindingExample(
        planted="Three people err on a tenth of the documents each, and “dora” labels at random.",
        columns=_people(70, (0.15, 0.15, 0.15, 1.0)),
    )


# fmt: off
OF_VALIDITY = (
    same_name, wrong_order, class_in_text, tuned_here, group, falls, doubted, same_annotator,
    random_annotator, one_threshold,
)
# fmt: on
