"""How often checks of splits cry wolf where nothing is wrong, what they find, and how fast.

`python benchmarks/split_checks.py [--times N] [--documents N]` makes reviews from a seed in which
nothing is wrong, and prints in how many of 100 each check says something (aim: 5 at most); then the
same reviews with one fault each, and in how many of 100 it is found; then the time of all these
checks on texts of 40 to 160 words. The kinds of clean reviews, each split at random:

  one       one of six classes of like size, 180 training and 90 test documents
  several   twenty classes from common to rare, any number to a document, 600 and 300
  bursts    one of eight classes, which come in bursts of some days, 600 and 300
  threads   one of six, in threads that share words, kept in one split and named, 600 and 300
  few       one of four, 60 and 40

Of 200 each (standard error up to 1.6) in 100:

                      one  several   bursts  threads      few
  split.told-apart    0.0      0.0      0.0      0.0      0.0
  split.length        0.0      0.0      0.0      0.0      2.0
  split.vocabulary    0.5      0.0      0.5      0.0      0.0
  split.label-shift   1.5      0.0      0.5      0.5      1.5
  split.trend         0.0      0.0      4.5      1.0      1.0
  any of the ten      2.0      0.0      5.5      1.5      4.5

The five others never spoke. Of 50 reviews with bursts and a fault each: told apart 72 in 100, the
mix as a whole 48, each of the eight others 100. Of processor time 10,000 documents take 0.6 s and
100,000 take 1.9 s, beside the search for near-duplicates.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
from scipy import sparse

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.drift import class_mix_findings, drift_findings
from breakeven.analysis.findings.duplicates import repeated_findings, search_near
from breakeven.analysis.findings.finding import Finding
from breakeven.analysis.findings.target_leakage import telling_findings
from breakeven.data.records import Truth
from metrics.typing import Array

LIMITS = Limits()
CODES = (
    *("split.told-apart", "split.length", "split.vocabulary", "split.label-shift", "split.trend"),
    *("split.by-id", "leak.id-class", "leak.column-class"),
    *("split.repeated", "split.nearly-repeated"),
)
KINDS = {"one": (6, 180, 90), "several": (20, 600, 300), "bursts": (8, 600, 300)} | {
    "threads": (6, 600, 300),
    "few": (4, 60, 40),
}
DAYS = 60
COMMON, OWN = 1_000, 200


def clean(kind: str, seed: int) -> Truth:
    """A review in which nothing is wrong, of one of these kinds."""
    rng = np.random.default_rng([seed, len(kind)])
    classes, train, test = KINDS[kind]
    n = train + test
    day = np.sort(rng.integers(0, DAYS, n))
    thread = np.arange(n)
    if kind == "several":
        labels = rng.random((n, classes)) < 0.4 / np.arange(1, classes + 1)
    else:
        weights = np.ones((DAYS, classes))
        if kind == "bursts":
            weights = rng.gamma(0.3, size=(DAYS // 3, classes)).repeat(3, axis=0) + 0.02
        drawn = rng.random((n, 1)) > np.cumsum(weights / weights.sum(axis=1)[:, None], axis=1)[day]
        labels = np.eye(classes, dtype=bool)[drawn.sum(axis=1).clip(max=classes - 1)]
    if kind == "threads":
        thread = np.sort(rng.integers(0, n // 3, n))
        labels = labels[np.searchsorted(thread, thread)]
    last = rng.permutation(np.unique(thread))
    split = np.isin(thread, last[: round(len(last) * test / n)]).astype(np.int64)
    return Truth(
        ids=np.array([f"d{i}" for i in rng.permutation(n)], dtype=object),
        classes=tuple(f"c{c:02}" for c in range(classes)),
        labels=sparse.csc_array(labels),
        splits=("train", "test"),
        split_of=split,
        columns={
            "text": texts(labels, thread, rng),
            "date": (np.datetime64("2024-01-01") + day).astype(str).astype(object),
            "author": np.array([f"author {a}" for a in rng.integers(0, n // 10, n)], dtype=object),
            "url": np.array([f"https://news.example/{i}" for i in range(n)], dtype=object),
            "price": rng.random(n),
        },
        text_column="text",
        clusters=thread if kind == "threads" else None,
        cluster_column="thread" if kind == "threads" else None,
    )


def texts(labels: Array, thread: Array, rng: np.random.Generator) -> Array:
    """Words of all documents, of their classes, and in threads of the thread, as language has."""
    n, size = len(labels), rng.integers(25, 60, len(labels))
    document = np.repeat(np.arange(n), size)
    word = (COMMON * rng.beta(0.5, 2, len(document))).astype(int)
    has = labels[document] * rng.random((len(document), labels.shape[1]))
    own = (rng.random(len(document)) < 0.3) & (has.max(axis=1) > 0)
    word[own] = COMMON + OWN * has.argmax(axis=1)[own] + rng.integers(0, OWN, int(own.sum()))
    if len(np.unique(thread)) < n:
        shared = rng.random(len(document)) < 0.15
        first = COMMON + OWN * labels.shape[1]
        word[shared] = first + 5 * thread[document[shared]] + rng.integers(0, 5, int(shared.sum()))
    ends = np.cumsum(size)
    words = np.array([f"w{i}" for i in range(word.max() + 1)], dtype=object)[word]
    return np.array(
        [" ".join(words[e - s : e]) for e, s in zip(ends, size, strict=True)], dtype=object
    )


def findings_in(truth: Truth) -> list[Finding]:
    """What the checks under test find."""
    near = search_near(truth, LIMITS)
    return [
        *telling_findings(truth, LIMITS),
        *class_mix_findings(truth, LIMITS),
        *drift_findings(truth, LIMITS, near),
        *repeated_findings(truth, LIMITS, near),
    ]


def false_alarms(kind: str, times: int) -> Counter[str]:
    """In how many of so many clean reviews each check finds something, and `any` of them."""
    counts: Counter[str] = Counter()
    for seed in range(times):
        codes = {finding.code for finding in findings_in(clean(kind, seed))}
        counts.update(codes | ({"any"} if codes else set()))
    return counts


def with_columns(truth: Truth, **columns: Array) -> Truth:
    """The same documents with these columns."""
    return replace(truth, columns={**truth.columns, **columns})


def without(truth: Truth, rows: Array) -> Truth:
    """The review with these documents gone."""
    rows_left = np.setdiff1d(np.arange(truth.n), rows)
    assert truth.documents is not None
    assert truth.labels is not None
    return replace(
        truth,
        ids=truth.documents[rows_left],
        labels=sparse.csc_array(truth.labels[rows_left]),
        split_of=truth.split_of[rows_left],
        columns={name: values[rows_left] for name, values in truth.columns.items()},
    )


def class_of(truth: Truth) -> Array:
    """The class of each document of one class, (n,)."""
    assert truth.labels is not None
    return np.asarray(sparse.csr_array(truth.labels).indices)


def with_words(truth: Truth, rows: Array, words: list[str]) -> Truth:
    """The first word of each of these documents becomes another."""
    changed = truth.columns["text"].copy()
    for row, word in zip(rows, words, strict=True):
        changed[row] = " ".join([word, *changed[row].split()[1:]])
    return with_columns(truth, text=changed)


def telling_words(truth: Truth, rng: np.random.Generator) -> Truth:
    """A word on half of the test documents, and on one training document of forty."""
    share = np.where(truth.split_of == 1, 0.5, 0.025)
    rows = np.flatnonzero(rng.random(truth.n) < share)
    return with_words(truth, rows, ["april"] * len(rows))


def longer(truth: Truth, rng: np.random.Generator) -> Truth:
    """Test documents longer by two thirds of a standard deviation."""
    return with_columns(truth, n_words=rng.poisson(np.where(truth.split_of == 1, 235, 225)))


def newer(truth: Truth, rng: np.random.Generator) -> Truth:
    """A word of its own on every test document."""
    rows = truth.in_split("test")
    return with_words(truth, rows, [f"new{i}" for i in rows])


def shifted(truth: Truth, rng: np.random.Generator) -> Truth:
    """Half of the test documents of the two largest classes are gone."""
    of = class_of(truth)
    largest = np.argsort(-np.bincount(of))[:2]
    rows = np.flatnonzero(np.isin(of, largest) & (truth.split_of == 1))
    return without(truth, rows[::2])


def coming(truth: Truth, rng: np.random.Generator) -> Truth:
    """The largest class is twice as frequent at the end as midway, and never there at first."""
    of = class_of(truth)
    late = rng.random(truth.n)
    mine = of == np.argmax(np.bincount(of))
    late[mine] = rng.beta(2, 1, int(mine.sum()))
    days = np.sort(truth.columns["date"])[np.argsort(np.argsort(late))]
    return with_columns(truth, date=days)


def in_order(truth: Truth, rng: np.random.Generator) -> Truth:
    """The numbers of test documents are higher by half of their range."""
    place = np.argsort(np.argsort(rng.random(truth.n) + 0.5 * truth.split_of))
    return replace(truth, ids=np.array([f"d{i}" for i in place], dtype=object))


def named(truth: Truth, rng: np.random.Generator) -> Truth:
    """Ids begin with a letter for the class."""
    ids = [f"{chr(97 + c)}-{i}" for i, c in enumerate(class_of(truth))]
    return replace(truth, ids=np.array(ids, dtype=object))


def at_desks(truth: Truth, rng: np.random.Generator) -> Truth:
    """Each class is written at three desks of its own, but for three documents in a hundred."""
    desk = 3 * class_of(truth) + rng.integers(0, 3, truth.n)
    astray = rng.random(truth.n) < 0.03
    desk[astray] = rng.permutation(desk[astray])
    return with_columns(truth, desk=np.array([f"desk {d}" for d in desk], dtype=object))


def again(truth: Truth, rng: np.random.Generator, changed: int = 0) -> Truth:
    """Two training documents in a hundred are those of others, with so many words changed."""
    rows = rng.choice(truth.in_split("train"), truth.n // 25, replace=False)
    copied = truth.columns["text"].copy()
    for one, other in rows.reshape(-1, 2):
        words = copied[one].split()
        words[len(words) // 2 : len(words) // 2 + changed] = ["changed"] * changed
        copied[other] = " ".join(words)
    return with_columns(truth, text=copied)


def nearly_again(truth: Truth, rng: np.random.Generator) -> Truth:
    """Two training documents in a hundred are those of others, but for a word."""
    return again(truth, rng, 1)


FAULTS: dict[str, Callable[[Truth, np.random.Generator], Truth]] = dict(
    zip(
        CODES,
        (
            telling_words,
            longer,
            newer,
            shifted,
            coming,
            in_order,
            named,
            at_desks,
            again,
            nearly_again,
        ),
        strict=True,
    )
)


def found_planted(code: str, times: int) -> int:
    """In how many of so many reviews the check finds the fault made for it."""
    count = 0
    for seed in range(times):
        made = FAULTS[code](clean("bursts", seed), np.random.default_rng(seed))
        count += code in {finding.code for finding in findings_in(made)}
    return count


def timed(documents: int) -> None:
    """Print the time of all these checks, of so many texts of 40 to 160 words."""
    rng = np.random.default_rng(0)
    size = rng.integers(40, 161, documents)
    word = rng.zipf(1.2, int(size.sum())).clip(max=100_000)
    words, ends = np.array([f"w{i}" for i in range(100_001)], dtype=object)[word], np.cumsum(size)
    numbers = np.arange(documents)
    truth = Truth(
        ids=np.array([f"d{i}" for i in numbers], dtype=object),
        classes=tuple(f"c{c}" for c in range(100)),
        labels=sparse.csc_array(
            (np.ones(documents, dtype=bool), (numbers, rng.zipf(1.5, documents).clip(max=100) - 1)),
            shape=(documents, 100),
        ),
        splits=("train", "test"),
        split_of=(numbers >= 0.7 * documents).astype(np.int64),
        columns={
            "text": np.array(
                [" ".join(words[e - s : e]) for e, s in zip(ends, size, strict=True)], dtype=object
            ),
            "date": (np.datetime64("2020-01-01") + numbers * 2_000 // documents)
            .astype(str)
            .astype(object),
            "author": np.array([f"a{i}" for i in rng.integers(0, 500, documents)], dtype=object),
        },
        text_column="text",
    )
    near = search_near(truth, LIMITS)
    checks: dict[str, Callable[[], list[Finding]]] = {
        "ids and columns": lambda: telling_findings(truth, LIMITS),
        "classes": lambda: class_mix_findings(truth, LIMITS),
        "words and lengths": lambda: drift_findings(truth, LIMITS, near),
        "repeats, beside the search": lambda: repeated_findings(truth, LIMITS, near),
    }
    for name, made in checks.items():
        begun = time.process_time()
        made()
        print(f"  {name:28} {time.process_time() - begun:5.2f} s", flush=True)


def main() -> None:
    """Print the three tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--documents", type=int, nargs="*", default=[10_000, 100_000])
    given = parser.parse_args()
    print("false alarms in 100 clean reviews" + "".join(f"{kind:>9}" for kind in KINDS))
    alarms = {kind: false_alarms(kind, given.times) for kind in KINDS}
    for code in (*CODES, "any"):
        print(f"{code:33}" + "".join(f"{100 * alarms[k][code] / given.times:9.1f}" for k in KINDS))
    print("found in 100 reviews with the fault", flush=True)
    for code in CODES:
        print(f"{code:33}{100 * found_planted(code, given.times) / given.times:9.1f}", flush=True)
    for documents in given.documents:
        print(f"time of {documents:,} documents")
        timed(documents)


if __name__ == "__main__":
    main()
