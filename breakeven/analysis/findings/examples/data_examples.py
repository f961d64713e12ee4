"""Made data for each finding of the data alone, and all examples by the code of their finding.

Tested in `test_explained`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from breakeven.analysis.findings.examples import system_examples, validity_examples
from breakeven.analysis.findings.examples.made_tables import (
    CLASSES,
    USUAL,
    FindingExample,
    rows_of,
    short_table,
    table,
    with_days,
    with_texts,
    without,
    word_of,
)
from metrics.typing import Array

# --- leaks: what stands in two splits, or tells the answer


def same_id() -> FindingExample:
    """`leak.same-id`."""
    columns = table(31)
    train, test = rows_of(columns, "train")[:12], rows_of(columns, "test")[:12]
    for name in ("id", "true"):
        columns[name][test] = columns[name][train]
    columns["predicted"][test] = columns["true"][test]
    return FindingExample(
        planted="Twelve documents of the training split stand in the test split again, under "
        "their ids.",
        columns=columns,
    )


def same_text() -> FindingExample:
    """`leak.same-text`."""
    columns = with_texts(short_table(32), 32)
    for name in CLASSES[:USUAL]:
        train, test = rows_of(columns, "train", name)[:5], rows_of(columns, "test", name)[:5]
        columns["text"][test] = [text.upper() for text in columns["text"][train]]
    return FindingExample(
        planted="Twenty test documents have the text of a training document, in capitals.",
        columns=columns,
    )


def copied_short_text() -> FindingExample:
    """`leak.copied-short-text`."""
    columns = with_texts(short_table(33), 33, words=10)
    for name in CLASSES[:USUAL]:
        train, test = rows_of(columns, "train", name)[:5], rows_of(columns, "test", name)[:5]
        columns["text"][test] = columns["text"][train]
    return FindingExample(
        planted="The texts have ten words and never repeat within a split, but twenty test "
        "documents have the text of a training document.",
        columns=columns,
    )


def same_short_text() -> FindingExample:
    """`leak.same-short-text`."""
    columns = with_texts(short_table(34), 34, words=10)
    rng = np.random.default_rng(34)
    for c, name in enumerate(CLASSES[:USUAL]):
        phrases = [f"{word_of(2000 + 10 * c + i)} please {name}" for i in range(6)]
        for split in ("train", "test"):
            rows = rows_of(columns, split, name)
            chosen = rng.choice(rows, len(rows) // 4, replace=False)
            columns["text"][chosen] = rng.choice(np.array(phrases, dtype=object), len(chosen))
    return FindingExample(
        planted="A quarter of the documents are one of six stock phrases of their class, in both "
        "splits.",
        columns=columns,
    )


def near_duplicate() -> FindingExample:
    """`leak.near-duplicate`."""
    columns = with_texts(short_table(35), 35, words=40)
    for name in CLASSES[:USUAL]:
        train, test = rows_of(columns, "train", name)[:5], rows_of(columns, "test", name)[:5]
        for a, b in zip(train, test, strict=True):
            columns["text"][b] = _one_word_changed(columns["text"][a])
    return FindingExample(
        planted="Twenty test documents have the text of a training document with one of its 40 "
        "words changed.",
        columns=columns,
    )


def _one_word_changed(text: str) -> str:
    words = text.split()
    words[len(words) // 2] = "changed"
    return " ".join(words)


def id_class() -> FindingExample:
    """`leak.id-class`."""
    columns = table(36)
    letters = [name[0].upper() for name in columns["true"]]
    ids = [f"{letter}-{i[1:]}" for letter, i in zip(letters, columns["id"], strict=True)]
    return FindingExample(
        planted="Each id begins with the first letter of the class.",
        columns={**columns, "id": np.array(ids, dtype=object)},
    )


def column_class() -> FindingExample:
    """`leak.column-class`."""
    columns = table(37)
    rng = np.random.default_rng(37)
    number = np.array([CLASSES.index(name) for name in columns["true"]])
    queue = np.array([f"queue {3 * c + rng.integers(3)}" for c in number], dtype=object)
    queue[rng.random(len(queue)) < 0.02] = "queue 0"
    return FindingExample(
        planted="A column “queue” says where each document was sent after somebody had read it: "
        "each class has three queues of its own.",
        columns={**columns, "queue": queue},
    )


# --- labels


def conflict() -> FindingExample:
    """`labels.conflict`."""
    columns = with_texts(short_table(58), 58)
    a, b = rows_of(columns, "test", "returns")[:2], rows_of(columns, "test", "warranty")[:2]
    columns["text"][b] = columns["text"][a]
    return FindingExample(
        planted="Two texts stand twice in the test split, once labelled “returns” and once "
        "“warranty”.",
        columns=columns,
    )


def short_conflict() -> FindingExample:
    """`labels.short-conflict`."""
    columns = with_texts(short_table(39), 39, words=10)
    a, b = rows_of(columns, "test", "returns")[:2], rows_of(columns, "test", "warranty")[:2]
    columns["text"][[*a, *b]] = "it does not work any more"
    return FindingExample(
        planted="Four test documents say “it does not work any more”; two are labelled “returns” "
        "and two “warranty”.",
        columns=columns,
    )


# --- splits


NO_DOCUMENT = "a class without a document is also far below an equal share of its split"


def unseen() -> FindingExample:
    """`split.unseen`."""
    columns = table(40, train=600, test=3000, wrong=0.02, k=6)
    columns = without(columns, rows_of(columns, "test", "website")[:-120])
    return FindingExample(
        planted="“website” has 120 test documents and no training document.",
        columns=without(columns, rows_of(columns, "train", "website")),
        also={"split.imbalance": NO_DOCUMENT},
    )


def few_training() -> FindingExample:
    """`split.few-training`."""
    columns = table(41, k=6, test=1200)
    columns = without(columns, rows_of(columns, "test", "website")[:-120])
    return FindingExample(
        planted="“website” has ten training documents.",
        columns=without(columns, rows_of(columns, "train", "website")[10:]),
    )


def absent() -> FindingExample:
    """`split.absent-from-test`."""
    columns = table(42, train=600, test=1200, k=6)
    columns = without(columns, rows_of(columns, "train", "website")[:-20])
    return FindingExample(
        planted="“website” has 20 training documents and no test document.",
        columns=without(columns, rows_of(columns, "test", "website")),
        also={"split.imbalance": NO_DOCUMENT},
    )


def imbalance() -> FindingExample:
    """`split.imbalance`."""
    columns = table(43, train=3200, test=8000, wrong=0.01)
    columns = without(columns, rows_of(columns, "train", "returns")[:-50])
    # errors among the others: false alarms would be many beside so few documents
    others = columns["true"] != "returns"
    columns["predicted"][others & (columns["predicted"] == "returns")] = "billing"
    return FindingExample(
        planted="“returns” has 1 document of 50, in both splits.",
        columns=without(columns, rows_of(columns, "test", "returns")[:-125]),
    )


def mix() -> FindingExample:
    """`split.mix`."""
    columns = table(44)
    return FindingExample(
        planted="In the test split “returns” has a third of its documents.",
        columns=without(columns, rows_of(columns, "test", "returns")[:-66]),
        also={"split.label-shift": "a test of all classes together sees the same"},
    )


def label_shift() -> FindingExample:
    """`split.label-shift`."""
    columns = table(45, train=800)
    for name in ("returns", "warranty"):
        columns = without(columns, rows_of(columns, "test", name)[:-130])
    return FindingExample(
        planted="In the test split two of four classes have a third fewer documents than the "
        "other two; in training all have as many.",
        columns=columns,
    )


def time_overlap() -> FindingExample:
    """`split.time-overlap`."""
    columns = table(46)
    days = np.arange(len(columns["id"])) // 4
    days[rows_of(columns, "test")[::40]] = 20
    return FindingExample(
        planted="The test split begins where the training split ends, but 20 of its 800 documents "
        "are of January, when training had just begun.",
        columns=with_days(columns, days),
    )


def trend() -> FindingExample:
    """`split.trend`."""
    columns = table(47)
    rng = np.random.default_rng(47)
    comes = columns["true"] == "returns"
    late = np.where(comes, rng.beta(2, 1, len(comes)), rng.random(len(comes)))
    return FindingExample(
        planted="Documents of “returns” become more frequent: the later a day, the more of them.",
        columns=with_days(columns, np.argsort(np.argsort(late)) // 4),
    )


def separable() -> FindingExample:
    """`split.told-apart`."""
    columns = with_texts(table(48), 48)
    for name in CLASSES[:USUAL]:
        _begin_with(columns, rows_of(columns, "test", name)[::2], "dear")
        _begin_with(columns, rows_of(columns, "train", name)[::25], "dear")
    return FindingExample(
        planted="Half of the test documents begin with “dear”, and hardly any training document.",
        columns=columns,
    )


def _begin_with(columns: Mapping[str, Array], rows: Array, word: str) -> None:
    for row in rows:
        columns["text"][row] = " ".join([word, *columns["text"][row].split()[1:]])


def length() -> FindingExample:
    """`split.length`."""
    columns = table(49)
    rng = np.random.default_rng(49)
    n_words = rng.poisson(np.where(columns["split"] == "test", 230, 200))
    return FindingExample(
        planted="A column says how many words each document has: some 200 in training, some 230 "
        "in test.",
        columns={**columns, "n_words": n_words},
    )


def vocabulary() -> FindingExample:
    """`split.vocabulary`."""
    columns = with_texts(table(50), 50)
    for i, row in enumerate(rows_of(columns, "test")):
        if i % 3:
            _begin_with(columns, np.array([row]), f"new{i}")
    return FindingExample(
        planted="Two thirds of the test documents have a word that stands nowhere else.",
        columns=columns,
    )


def by_id() -> FindingExample:
    """`split.by-id`."""
    columns = table(51)
    source = np.array(["mail", "web"], dtype=object)
    ids = [
        f"phone-{i[1:]}" if split == "test" else f"{source[int(i[1:]) % 2]}-{i[1:]}"
        for i, split in zip(columns["id"], columns["split"], strict=True)
    ]
    return FindingExample(
        planted="The ids say where a document comes from: training from “mail” and “web”, test "
        "from “phone”.",
        columns={**columns, "id": np.array(ids, dtype=object)},
    )


def repeated() -> FindingExample:
    """`split.repeated`."""
    columns = with_texts(short_table(52), 52)
    rows = rows_of(columns, "test", "returns")
    columns["text"][rows[20:40]] = columns["text"][rows[:20]]
    return FindingExample(
        planted="Twenty texts stand twice in the test split, with the same class.",
        columns=columns,
    )


def nearly_repeated() -> FindingExample:
    """`split.nearly-repeated`."""
    columns = with_texts(short_table(53), 53, words=40)
    rows = rows_of(columns, "test", "returns")
    for a, b in zip(rows[:20], rows[20:40], strict=True):
        columns["text"][b] = _one_word_changed(columns["text"][a])
    return FindingExample(
        planted="Twenty texts stand twice in the test split, with one of their 40 words changed.",
        columns=columns,
    )


# --- classes


def alike() -> FindingExample:
    """`classes.alike`."""
    columns = short_table(54)
    as_labelled = columns["true"].copy()
    written = {**columns, "true": np.where(as_labelled == "warranty", "returns", as_labelled)}
    return FindingExample(
        planted="The texts of “warranty” use the words of “returns”.",
        columns={**with_texts(written, 54), "true": as_labelled},
    )


def together() -> FindingExample:
    """`classes.together`."""
    columns = table(55)
    for name in ("true", "predicted"):
        cells = columns[name]
        both = np.isin(cells, ("returns", "warranty")) & (np.arange(len(cells)) % 4 > 0)
        cells[both] = "returns|warranty"
    return FindingExample(
        planted="Three quarters of the documents of “returns” and “warranty” have both classes.",
        columns=columns,
    )


def _by_code(*made: Callable[[], FindingExample]) -> dict[str, Callable[[], FindingExample]]:
    """Each under the code that its docstring says."""
    return {(of.__doc__ or "").split("`")[1]: of for of in made}


# fmt: off
EXAMPLES: Mapping[str, Callable[[], FindingExample]] = _by_code(
    same_id, same_text, copied_short_text, same_short_text, near_duplicate, id_class, column_class,
    conflict, short_conflict, unseen, few_training, absent, imbalance, mix, label_shift,
    time_overlap, trend, separable, length, vocabulary, by_id, repeated, nearly_repeated, alike,
    together, *system_examples.OF_SYSTEMS, *validity_examples.OF_VALIDITY,
)
# fmt: on
