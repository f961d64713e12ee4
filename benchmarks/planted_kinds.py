"""The kinds of fault that `planted_faults` plants, one function each."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.planted_data import TASKS, Made, word_of
from metrics.typing import Array

Rng = np.random.Generator


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of fault.

    `plant`: puts it into clean data. `codes`: findings that name it, any of which will do. `tasks`:
    where it can be. `voids`: no number means what it seems, so it should stand first. `wrong`:
    findings whose advice is wrong where this is the cause.
    """

    plant: Callable[[Made, Rng], Made]
    codes: tuple[str, ...]
    tasks: tuple[str, ...] = TASKS
    voids: bool = False
    wrong: tuple[str, ...] = ()


CONFUSED = ("pair.confused", "class.low-recall", "class.low-precision", "class.low-both",
            "class.called-too-seldom", "class.called-too-often", "split.few-training")  # fmt: skip
SHUFFLED = ("calibration.off", "labels.doubted", "threshold.move", "threshold.one-for-all",
            *CONFUSED)  # fmt: skip
ONE_OF = ("one", "two")


# --- names


def renamed(
    made: Made, c: int, new: Callable[[str], str], share: float, rng: Rng, side: str
) -> Made:
    """A share of the truth's or the predictions' labels of a class gets another name."""
    names = getattr(made, f"{side}_names").copy()
    rows = np.flatnonzero(rng.random(made.n) < share)
    names[rows, c] = new(str(names[0, c]))
    return made.but(**{f"{side}_names": names})


def name_case(made: Made, rng: Rng) -> Made:
    return renamed(made, 0, str.capitalize, 0.3, rng, "true")


def name_space(made: Made, rng: Rng) -> Made:
    return renamed(made, 0, lambda name: f"{name} ", 0.3, rng, "true")


def name_unicode(made: Made, rng: Rng) -> Made:
    names = made.names.copy()
    names[0] = "réclamation"
    true, predicted = made.true_names.copy(), made.predicted_names.copy()
    true[:, 0], predicted[:, 0] = names[0], unicodedata.normalize("NFD", "réclamation")
    return made.but(names=names, true_names=true, predicted_names=predicted)


def name_hyphen(made: Made, rng: Rng) -> Made:
    names = made.names.copy()
    names[0] = "credit card"
    true, predicted = made.true_names.copy(), made.predicted_names.copy()
    true[:, 0], predicted[:, 0] = "credit card", "credit_card"
    return made.but(names=names, true_names=true, predicted_names=predicted)


def name_capitals(made: Made, rng: Rng) -> Made:
    upper = np.array([[name.upper() for name in made.names]] * made.n, dtype=object)
    return made.but(predicted_names=upper, scored=False)


def name_prefix(made: Made, rng: Rng) -> Made:
    k = len(made.names)
    numbers = np.array([str(c) for c in range(k)], dtype=object)
    labels = np.array([f"LABEL_{c}" for c in range(k)], dtype=object)
    return made.but(
        names=numbers, true_names=np.tile(numbers, (made.n, 1)),
        predicted_names=np.tile(labels, (made.n, 1)), scored=False,
    )  # fmt: skip


# --- rows in the wrong order


def reordered(made: Made, rows: Array, others: Array) -> Made:
    """The predictions of some documents stand beside others."""
    p, predicted = made.p.copy(), made.predicted.copy()
    p[rows], predicted[rows] = made.p[others], made.predicted[others]
    return made.but(p=p, predicted=predicted)


def shuffled(made: Made, rng: Rng) -> Made:
    rows = made.rows("test")
    return reordered(made, rows, rng.permutation(rows))


def shuffled_all(made: Made, rng: Rng) -> Made:
    return reordered(made, np.arange(made.n), rng.permutation(made.n))


def moved(by: int, everything: bool = False) -> Callable[[Made, Rng], Made]:
    def plant(made: Made, rng: Rng) -> Made:
        rows = np.arange(made.n) if everything else made.rows("test")
        return reordered(made, rows, np.roll(rows, by))

    return plant


def half_shuffled(made: Made, rng: Rng) -> Made:
    rows = rng.permutation(made.rows("test"))[: len(made.rows("test")) // 2]
    return reordered(made, rows, rng.permutation(rows))


# --- a fall from dev to test


def wrongly(made: Made, rows: Array, rng: Rng) -> Made:
    """The predictions of these documents are those of others drawn at random, and surely so."""
    return reordered(made, rows, rng.permutation(np.arange(made.n))[: len(rows)])


def worse_on_test(made: Made, rng: Rng) -> Made:
    rows = made.rows("test")
    return wrongly(made, rows[rng.random(len(rows)) < 0.3], rng)


def class_worse_on_test(made: Made, rng: Rng) -> Made:
    return predicted_as(made, made.of_class(1, "test"), 0, 0.45, rng)


def predicted_as(made: Made, rows: Array, c: int, share: float, rng: Rng) -> Made:
    """A share of these documents is predicted as a class, and as no other."""
    chosen = rows[rng.random(len(rows)) < share]
    p, predicted = made.p.copy(), made.predicted.copy()
    predicted[chosen] = False
    predicted[chosen, c] = True
    best = p[chosen].max(axis=1)
    p[chosen, p[chosen].argmax(axis=1)] = p[chosen, c]
    p[chosen, c] = best
    return made.but(p=p, predicted=predicted)


# --- leaks


def copied(made: Made, share: float, change: Callable[[str, Rng], str], rng: Rng) -> Made:
    """A share of the test documents are those of training documents, changed."""
    test = made.rows("test")
    later = rng.choice(test, max(3, round(share * len(test))), replace=False)
    earlier = rng.choice(made.rows("train"), len(later), replace=False)
    text, true = made.text.copy(), made.true.copy()
    p, predicted = made.p.copy(), made.predicted.copy()
    for one, other in zip(earlier, later, strict=True):
        text[other] = change(str(text[one]), rng)
    true[later], p[later], predicted[later] = true[earlier], made.p[earlier], made.true[earlier]
    return made.but(text=text, true=true, p=p, predicted=predicted)


def same_id(made: Made, rng: Rng) -> Made:
    ids = made.ids.copy()
    test, train = made.rows("test"), made.rows("train")
    number = max(3, len(test) // 20)
    ids[test[:number]] = ids[train[:number]]
    return made.but(ids=ids)


def same_text(made: Made, rng: Rng) -> Made:
    return copied(made, 0.08, lambda text, rng: text.upper(), rng)


def near_text(made: Made, rng: Rng) -> Made:
    return copied(made, 0.08, one_changed, rng)


def near_text_many(made: Made, rng: Rng) -> Made:
    return copied(made, 0.08, lambda text, rng: some_changed(text, rng, 0.06), rng)


def one_changed(text: str, rng: Rng) -> str:
    words = text.split()
    words[int(rng.integers(len(words)))] = "changed"
    return " ".join(words)


def some_changed(text: str, rng: Rng, share: float) -> str:
    """A share of the words, one after the other at one place, are others."""
    words = text.split()
    number = max(1, round(share * len(words)))
    start = int(rng.integers(len(words) - number + 1))
    words[start : start + number] = [word_of(5_000 + int(w)) for w in rng.integers(0, 500, number)]
    return " ".join(words)


def short_copied(made: Made, rng: Rng) -> Made:
    short = np.array([" ".join(text.split()[:9]) for text in made.text], dtype=object)
    return copied(made.but(text=short), 0.12, lambda text, rng: text, rng)


def dev_from_train(made: Made, rng: Rng) -> Made:
    dev, train = made.rows("dev"), made.rows("train")
    text = made.text.copy()
    number = max(3, len(dev) // 10)
    text[dev[:number]] = text[train[:number]]
    return made.but(text=text)


def authors(made: Made, rng: Rng, name: str = "author") -> Made:
    """Each author writes on one class mostly, and has words of his own."""
    groups = 60 if made.n > 700 else 25
    first = made.true.argmax(axis=1)
    k = made.true.shape[1]
    writer = rng.integers(0, groups // k + 1, made.n) * k + first
    writer = np.where(rng.random(made.n) < 0.3, rng.integers(0, groups, made.n), writer)
    text = np.array(
        [f"{text} {word_of(6_000 + 2 * int(a))} {word_of(6_001 + 2 * int(a))}"
         for text, a in zip(made.text, writer, strict=True)], dtype=object,
    )  # fmt: skip
    columns = {key: v for key, v in made.columns.items() if key != "author"}
    columns[name] = np.array([f"a{a}" for a in writer], dtype=object)
    return made.but(text=text, columns=columns)


def threads(made: Made, rng: Rng) -> Made:
    return authors(made, rng, "thread_id")


def with_words(made: Made, rows: Array, words: list[str], rng: Rng) -> Made:
    """A word more at some place of each of these texts."""
    text = made.text.copy()
    for row, word in zip(rows, words, strict=True):
        there = text[row].split()
        there.insert(int(rng.integers(len(there) + 1)), word)
        text[row] = " ".join(there)
    return made.but(text=text)


def name_in_text(made: Made, rng: Rng) -> Made:
    words = [" ".join(f"category {name}" for name in made.names[has]) for has in made.true]
    return with_words(made, np.arange(made.n), words, rng)


def code_in_text(made: Made, rng: Rng) -> Made:
    words = [" ".join(f"q{7 * int(c) + 3}" for c in np.flatnonzero(has)) for has in made.true]
    return with_words(made, np.arange(made.n), words, rng)


def id_prefix(made: Made, rng: Rng) -> Made:
    first = made.true.argmax(axis=1)
    return made.but(ids=np.array([f"{chr(65 + c)}-{i}" for i, c in enumerate(first)], dtype=object))


def id_order(made: Made, rng: Rng) -> Made:
    place = np.argsort(np.argsort(made.true.argmax(axis=1) + 0.5 * rng.random(made.n)))
    return made.but(ids=np.array([f"d{i}" for i in place], dtype=object))


def column_tells(made: Made, rng: Rng) -> Made:
    queue = 3 * made.true.argmax(axis=1) + rng.integers(0, 3, made.n)
    return made.with_columns(queue=np.array([f"queue {q}" for q in queue], dtype=object))


def number_tells(made: Made, rng: Rng) -> Made:
    return made.with_columns(code=made.true.argmax(axis=1) * 10 + rng.normal(0, 1, made.n))


def split_by_id(made: Made, rng: Rng) -> Made:
    start = {"train": ("mail", "web"), "dev": ("mail", "web"), "test": ("phone", "phone")}
    ids = [f"{start[s][i % 2]}-{i}" for i, s in enumerate(made.split)]
    return made.but(ids=np.array(ids, dtype=object))


# --- splits


def unseen(made: Made, rng: Rng) -> Made:
    return made.take(np.setdiff1d(np.arange(made.n), made.of_class(0, "train")))


def absent(made: Made, rng: Rng) -> Made:
    return made.take(np.setdiff1d(np.arange(made.n), made.of_class(1, "test")))


def few_training(made: Made, rng: Rng) -> Made:
    return made.take(np.setdiff1d(np.arange(made.n), made.of_class(0, "train")[8:]))


def mix_shifted(made: Made, rng: Rng) -> Made:
    mine = made.of_class(0, "test")
    others = np.setdiff1d(made.rows("test"), mine)
    return made.take(
        np.setdiff1d(np.arange(made.n), rng.permutation(others)[: 2 * len(others) // 3])
    )


def imbalanced(made: Made, rng: Rng) -> Made:
    gone = [made.of_class(0, split) for split in ("train", "dev", "test")]
    return made.take(
        np.setdiff1d(np.arange(made.n), np.concatenate([g[len(g) // 30 :] for g in gone]))
    )


def time_overlap(made: Made, rng: Rng) -> Made:
    day = np.where(
        made.split == "train", rng.integers(0, 100, made.n), rng.integers(100, 180, made.n)
    )
    late = made.rows("test")
    day[late[rng.random(len(late)) < 0.06]] = 50
    day = np.where(made.split == "dev", 100, day)
    return made.with_columns(date=(np.datetime64("2025-01-01") + day).astype(str).astype(object))


def longer(made: Made, rng: Rng) -> Made:
    text = made.text.copy()
    for row in made.rows("test"):
        text[row] = f"{text[row]} {text[rng.integers(made.n)]}"
    return made.but(text=text)


def new_words(made: Made, rng: Rng) -> Made:
    rows = made.rows("test")
    return with_words(made, rows, [word_of(8_000 + int(r)) for r in rows], rng)


def coming(made: Made, rng: Rng) -> Made:
    mine = made.true[:, 0]
    late = np.where(mine, rng.beta(3, 1, made.n), rng.random(made.n))
    day = (179 * late).astype(int)
    return made.with_columns(date=(np.datetime64("2025-01-01") + day).astype(str).astype(object))


def other_source(made: Made, rng: Rng) -> Made:
    share = np.where(made.split == "test", 0.7, 0.03)
    rows = np.flatnonzero(rng.random(made.n) < share)
    return with_words(made, rows, ["hello"] * len(rows), rng)


def tiny_test(made: Made, rng: Rng) -> Made:
    return made.take(np.setdiff1d(np.arange(made.n), made.rows("test")[40:]))


def repeated(made: Made, rng: Rng, change: Callable[[str, Rng], str] | None = None) -> Made:
    rows = rng.permutation(made.rows("test"))
    number = len(rows) // 8
    text, true = made.text.copy(), made.true.copy()
    for one, other in zip(rows[:number], rows[number : 2 * number], strict=True):
        text[other] = text[one] if change is None else change(str(text[one]), rng)
        true[other] = true[one]
    return made.but(text=text, true=true)


def nearly_repeated(made: Made, rng: Rng) -> Made:
    return repeated(made, rng, one_changed)


# --- labels


def wrong_labels(made: Made, rng: Rng) -> Made:
    """A tenth of all labels are those of another document."""
    rows = np.flatnonzero(rng.random(made.n) < 0.1)
    true = made.true.copy()
    if made.task == "several":
        true[rows] = made.true[rng.permutation(made.n)[: len(rows)]]
    else:
        k = true.shape[1]
        other = (true[rows].argmax(axis=1) + rng.integers(1, k, len(rows))) % k
        true[rows] = other[:, None] == np.arange(k)
    return made.but(true=true)


def swapped_labels(made: Made, rng: Rng) -> Made:
    """A third of the labels of the first class are the second's."""
    rows = np.flatnonzero(made.true[:, 0] & (rng.random(made.n) < 0.35))
    true = made.true.copy()
    true[rows, 0], true[rows, 1] = False, True
    return made.but(true=true)


def missing_labels(made: Made, rng: Rng) -> Made:
    return made.but(true=made.true & (rng.random(made.true.shape) > 0.25))


def conflicting(made: Made, rng: Rng) -> Made:
    text = made.text.copy()
    a, b = made.of_class(0, "test"), np.setdiff1d(made.rows("test"), made.of_class(0, "test"))
    number = min(6, len(a), len(b))
    text[b[:number]] = text[a[:number]]
    return made.but(text=text)


def people(made: Made, rng: Rng, errors: tuple[float, ...]) -> dict[str, Array]:
    """What people say who err so often each."""
    said = {}
    for name, share in zip(("ann", "bob", "carl", "dora"), errors, strict=True):
        other = made.true[rng.permutation(made.n)]
        said[name] = np.where((rng.random(made.n) < share)[:, None], other, made.true)
    return said


def random_person(made: Made, rng: Rng) -> Made:
    return made.but(people=people(made, rng, (0.08, 0.1, 1.0, 0.12)))


def same_person(made: Made, rng: Rng) -> Made:
    said = people(made, rng, (0.1, 0.1, 0.1, 0.12))
    return made.but(people={**said, "bob": said["ann"]})


# --- systems


def always_first(made: Made, rng: Rng) -> Made:
    predicted = np.zeros_like(made.predicted)
    predicted[:, 0] = True
    return made.but(predicted=predicted, scored=False)


def at_random(made: Made, rng: Rng) -> Made:
    return shuffled_all(made, rng)


def inverted(made: Made, rng: Rng) -> Made:
    p = 1 - made.p
    predicted = p >= 0.5 if made.task == "several" else p == p.max(axis=1, keepdims=True)
    return made.but(p=p, predicted=predicted)


def inverted_scores(made: Made, rng: Rng) -> Made:
    """The decisions are right, and the scores turned round."""
    return made.but(p=1 - made.p)


def stretched(by: float, declared: bool = True) -> Callable[[Made, Rng], Made]:
    def plant(made: Made, rng: Rng) -> Made:
        p = np.clip(made.p, 1e-6, 1 - 1e-6)
        if made.task == "several":
            logit = by * np.log(p / (1 - p))
            p = 1 / (1 + np.exp(-logit))
        else:
            p = p**by / (p**by).sum(axis=1, keepdims=True)
        return made.but(p=np.round(p, 6), probabilities=declared)

    return plant


def cut_at(threshold: float) -> Callable[[Made, Rng], Made]:
    return lambda made, rng: made.but(predicted=made.p >= threshold)


def one_class_cut(made: Made, rng: Rng) -> Made:
    predicted = made.predicted.copy()
    predicted[:, 0] = made.p[:, 0] >= 0.95
    return made.but(predicted=predicted)


def tuned_on_test(made: Made, rng: Rng) -> Made:
    predicted, test = made.predicted.copy(), made.rows("test")
    for c in range(made.p.shape[1]):
        scores, true = made.p[test, c], made.true[test, c]
        cuts = np.unique(scores)
        f = [2 * np.sum(true[scores >= cut]) / (np.sum(scores >= cut) + true.sum()) for cut in cuts]
        predicted[:, c] = made.p[:, c] >= cuts[int(np.argmax(f))]
    return made.but(predicted=predicted)


def never_predicted(made: Made, rng: Rng) -> Made:
    if made.task == "several":
        predicted = made.predicted.copy()
        predicted[:, 0] = False
        return made.but(predicted=predicted, scored=False)
    return predicted_as(made, np.flatnonzero(made.predicted[:, 0]), 1, 1.0, rng).but(scored=False)


def confused_pair(made: Made, rng: Rng, share: float = 0.4) -> Made:
    made = predicted_as(made, np.flatnonzero(made.true[:, 0]), 1, share, rng)
    rows = np.flatnonzero(made.true[:, 1])
    return predicted_as(made, rows, 0, share, rng).but(scored=False)


def too_often(made: Made, rng: Rng) -> Made:
    return predicted_as(made, np.flatnonzero(~made.true[:, 2]), 2, 0.12, rng).but(scored=False)


def too_seldom(made: Made, rng: Rng) -> Made:
    rows = np.flatnonzero(made.true[:, 2] & made.predicted[:, 2])
    if made.task == "several":
        predicted = made.predicted.copy()
        predicted[rows[rng.random(len(rows)) < 0.6], 2] = False
        return made.but(predicted=predicted, scored=False)
    others = rows[rng.random(len(rows)) < 0.6]
    spread = [predicted_as(made, others, c, 1.0, rng).predicted for c in (0, 1, 3, 4)]
    predicted = made.predicted.copy()
    which = rng.integers(0, 4, len(others))
    predicted[others] = np.array(spread)[which, others]
    return made.but(predicted=predicted, scored=False)


# --- slices


def weak_where(made: Made, inside: Array, rng: Rng, share: float = 0.35) -> Made:
    """A share of these documents gets the predictions of others."""
    rows = np.flatnonzero(inside & (rng.random(made.n) < share))
    return reordered(made, rows, rng.permutation(made.n)[: len(rows)])


def weak_source(made: Made, rng: Rng) -> Made:
    return weak_where(made, made.columns["source"] == "store", rng)


def weak_days(made: Made, rng: Rng) -> Made:
    days = made.columns["date"].astype("datetime64[D]")
    first = np.datetime64("2025-03-10")
    return weak_where(made, (days >= first) & (days < first + 22), rng, 0.45)


def weak_amount(made: Made, rng: Rng) -> Made:
    return weak_where(made, made.columns["amount"] > 65, rng, 0.4)


def weak_word(made: Made, rng: Rng) -> Made:
    rows = np.flatnonzero(rng.random(made.n) < 0.15)
    made = with_words(made, rows, ["please"] * len(rows), rng)
    return weak_where(made, np.isin(np.arange(made.n), rows), rng, 0.4)


def weak_long(made: Made, rng: Rng) -> Made:
    return weak_where(made, np.array([len(text.split()) for text in made.text]) > 68, rng, 0.4)


# --- classes


def alike(made: Made, rng: Rng) -> Made:
    """The texts of the second class use the words of the first."""
    from benchmarks.planted_data import texts

    as_first = made.true.copy()
    as_first[:, 0] |= as_first[:, 1]
    as_first[:, 1] = False
    return made.but(text=texts(rng, as_first))


def together(made: Made, rng: Rng) -> Made:
    true = made.true.copy()
    true[:, 1] = np.where(rng.random(made.n) < 0.85, true[:, 0], true[:, 1])
    return made.but(true=true, predicted=np.where(np.arange(12) == 1, true, made.predicted),
                    scored=False)  # fmt: skip


LEAK = ("leak.same-text", "leak.near-duplicate", "leak.copied-short-text")
KINDS: Mapping[str, Kind] = {
    "name differs in case": Kind(
        plant=name_case, codes=("classes.same-name",), voids=True, wrong=CONFUSED
    ),
    "name differs in a space": Kind(
        plant=name_space, codes=("classes.same-name",), voids=True, wrong=CONFUSED
    ),
    "name in two Unicode forms": Kind(
        plant=name_unicode, codes=("classes.same-name",), voids=True, wrong=CONFUSED
    ),
    "name with a hyphen": Kind(
        plant=name_hyphen, codes=("classes.same-name",), voids=True, wrong=CONFUSED
    ),
    "all names in capitals": Kind(
        plant=name_capitals, codes=("classes.same-name",), voids=True, wrong=CONFUSED
    ),
    "names with a prefix": Kind(
        plant=name_prefix, codes=("classes.same-name",), voids=True, wrong=CONFUSED
    ),
    "test shuffled": Kind(plant=shuffled, codes=("split.wrong-order",), voids=True, wrong=SHUFFLED),
    "all shuffled": Kind(
        plant=shuffled_all,
        codes=("split.wrong-order", "system.baseline"),
        voids=True,
        wrong=SHUFFLED,
    ),
    "test moved by one": Kind(
        plant=moved(1), codes=("split.wrong-order",), voids=True, wrong=SHUFFLED
    ),
    "test moved by minus two": Kind(
        plant=moved(-2), codes=("split.wrong-order",), voids=True, wrong=SHUFFLED
    ),
    "all moved by one": Kind(
        plant=moved(1, True), codes=("split.wrong-order",), voids=True, wrong=SHUFFLED
    ),
    "all moved by three": Kind(
        plant=moved(3, True), codes=("split.wrong-order",), voids=True, wrong=SHUFFLED
    ),
    "half of test shuffled": Kind(plant=half_shuffled, codes=("split.falls", "split.wrong-order")),
    "worse on test": Kind(plant=worse_on_test, codes=("split.falls",)),
    "a class worse on test": Kind(plant=class_worse_on_test, codes=("split.falls",)),
    "ids in two splits": Kind(plant=same_id, codes=("leak.same-id",), voids=True),
    "texts copied": Kind(
        plant=same_text, codes=("leak.same-text",), voids=True, wrong=("slices.weak",)
    ),
    "texts copied, one word changed": Kind(
        plant=near_text, codes=LEAK, voids=True, wrong=("slices.weak",)
    ),
    "texts copied, some words changed": Kind(
        plant=near_text_many, codes=LEAK, voids=True, wrong=("slices.weak",)
    ),
    "short texts copied": Kind(plant=short_copied, codes=LEAK, voids=True, wrong=("slices.weak",)),
    "dev copied from train": Kind(plant=dev_from_train, codes=LEAK, voids=True),
    "authors in all splits": Kind(plant=authors, codes=("leak.group",)),
    "threads in all splits": Kind(plant=threads, codes=("leak.group",)),
    "name of the class in the text": Kind(
        plant=name_in_text, codes=("leak.class-in-text",), voids=True
    ),
    "code of the class in the text": Kind(
        plant=code_in_text, codes=("leak.class-in-text",), voids=True
    ),
    "ids begin with the class": Kind(
        plant=id_prefix, codes=("leak.id-class",), tasks=ONE_OF, voids=True
    ),
    "ids in order of classes": Kind(
        plant=id_order, codes=("leak.id-class",), tasks=ONE_OF, voids=True
    ),
    "a column tells the class": Kind(
        plant=column_tells, codes=("leak.column-class",), tasks=ONE_OF, voids=True
    ),
    "a number tells the class": Kind(
        plant=number_tells, codes=("leak.column-class",), tasks=ONE_OF, voids=True
    ),
    "ids tell the split": Kind(plant=split_by_id, codes=("split.by-id",)),
    "class without training": Kind(plant=unseen, codes=("split.unseen",), tasks=("one", "several")),
    "class without test": Kind(
        plant=absent, codes=("split.absent-from-test",), tasks=("one", "several")
    ),
    "class with eight for training": Kind(
        plant=few_training, codes=("split.few-training",), tasks=("one", "several")
    ),
    "other mix in test": Kind(plant=mix_shifted, codes=("split.mix", "split.label-shift")),
    "a class of one in 200": Kind(
        plant=imbalanced,
        codes=("split.imbalance", "split.few-training", "split.absent-from-test"),
        tasks=("one",),
    ),
    "test days among training days": Kind(plant=time_overlap, codes=("split.time-overlap",)),
    "longer in test": Kind(plant=longer, codes=("split.length", "split.told-apart")),
    "new words in test": Kind(plant=new_words, codes=("split.vocabulary",)),
    "a class becomes more frequent": Kind(plant=coming, codes=("split.trend",)),
    "test from another source": Kind(plant=other_source, codes=("split.told-apart",)),
    "tiny test": Kind(plant=tiny_test, codes=("split.small-test", "class.too-few", "class.close")),
    "texts twice in test": Kind(plant=repeated, codes=("split.repeated", "split.nearly-repeated")),
    "texts nearly twice in test": Kind(plant=nearly_repeated, codes=("split.nearly-repeated",)),
    "labels wrong at random": Kind(plant=wrong_labels, codes=("labels.doubted",)),
    "labels swapped": Kind(
        plant=swapped_labels, codes=("labels.doubted",), wrong=("pair.confused",)
    ),
    "labels missing": Kind(plant=missing_labels, codes=("labels.doubted",), tasks=("several",)),
    "contradicting labels": Kind(
        plant=conflicting, codes=("labels.conflict", "labels.short-conflict")
    ),
    "an annotator at random": Kind(plant=random_person, codes=("labels.random-annotator",)),
    "an annotator who copies": Kind(plant=same_person, codes=("labels.same-annotator",)),
    "always one answer": Kind(plant=always_first, codes=("system.baseline",)),
    "scores and decisions inverted": Kind(
        plant=inverted,
        codes=("scores.inverse",),
        tasks=("several",),
        voids=True,
        wrong=("calibration.off", "threshold.move"),
    ),
    "scores inverted": Kind(
        plant=inverted_scores,
        codes=("scores.inverse",),
        voids=True,
        wrong=("calibration.off", "threshold.move"),
    ),
    "too sure": Kind(plant=stretched(2.5), codes=("calibration.off",), wrong=("labels.doubted",)),
    "too unsure": Kind(plant=stretched(0.4), codes=("calibration.off",)),
    "too sure, not said to be probabilities": Kind(
        plant=stretched(2.5, False), codes=("calibration.off",)
    ),
    "all thresholds too high": Kind(
        plant=cut_at(0.93), codes=("threshold.one-for-all", "threshold.move"), tasks=("several",)
    ),
    "all thresholds too low": Kind(
        plant=cut_at(0.03), codes=("threshold.one-for-all", "threshold.move"), tasks=("several",)
    ),
    "a threshold too high": Kind(
        plant=one_class_cut, codes=("threshold.move", "class.called-too-seldom"), tasks=("several",)
    ),
    "thresholds tuned on test": Kind(
        plant=tuned_on_test, codes=("threshold.tuned-here",), tasks=("several",), voids=True
    ),
    "a class never predicted": Kind(
        plant=never_predicted, codes=("class.low-recall", "system.baseline")
    ),
    "two classes confused": Kind(
        plant=confused_pair, codes=("pair.confused",), tasks=("one", "several")
    ),
    "a class too often": Kind(
        plant=too_often,
        codes=("class.called-too-often", "class.low-precision"),
        tasks=("one", "several"),
    ),
    "a class too seldom": Kind(
        plant=too_seldom,
        codes=("class.called-too-seldom", "class.low-recall"),
        tasks=("one", "several"),
    ),
    "weak in a source": Kind(plant=weak_source, codes=("slices.weak",)),
    "weak in three weeks": Kind(plant=weak_days, codes=("slices.weak",)),
    "weak for large amounts": Kind(plant=weak_amount, codes=("slices.weak",)),
    "weak with a word": Kind(plant=weak_word, codes=("slices.weak",)),
    "weak in long texts": Kind(plant=weak_long, codes=("slices.weak",)),
    "two classes with the same words": Kind(
        plant=alike, codes=("classes.alike",), tasks=("one", "several")
    ),
    "two classes always together": Kind(
        plant=together, codes=("classes.together",), tasks=("several",)
    ),
}
