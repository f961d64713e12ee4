"""Reports of a few documents, by names as they should be and by names that mean harm."""

from __future__ import annotations

import numpy as np

import breakeven as be
from breakeven.records import Review
from breakeven.reporting.content.gather import report_of
from breakeven.reporting.content.record import Options, Report
from breakeven.selection import select

# ten documents; a: true 5, called 4, hit 3; b: true 4, called 4, hit 2; c: true 2, called 1, hit 1;
# d: never true, never called. Of all 6 hits of 9 called and 11 true
TRUE = ["a", "a", "a", "a", "ab", "b", "b", "b", "c", "c"]
CALLED = ["a", "a", "a", "b", "b", "b", "", "a", "c", "b"]
# of Markdown, LaTeX, HTML, YAML, paths and numbers
HOSTILE = [
    "a|b *c* `d` [e](http://x.y) @f #1",
    r"\input{x} $\frac{1}{0}$ 5 % & # _ ^ ~ {",
    "[oil]",
    "<script>alert(1)</script>",
    "- a: b\n---\nname: c",
    "1e3",
    "../../x",
    "no",
    "Z",
    "z",
    "=1+1",
    "\ud800half\x00\u202e",
    "ż" * 300,
]
# a frame holds no half of a sign
FOR_FILES = [name.replace("\ud800", "") for name in HOSTILE]


def plain_review() -> Review:
    return be.from_arrays(
        [list(x) for x in TRUE],
        [list(x) for x in CALLED],
        classes=list("abcd"),
        ids=[f"d{i}" for i in range(10)],
        text=[f"text {i}" for i in range(10)],
        system="svm",
        name="ten",
    )


def hostile_review() -> Review:
    """Thirty-nine documents of thirteen classes, one each, every third wrong, with scores."""
    k = len(HOSTILE)
    n = 3 * k
    true = np.arange(n) % k
    called = np.where(np.arange(n) % 3 == 0, (true + 1) % k, true)
    scores = np.full((n, k), 0.25)
    scores[np.arange(n), called] = 0.75
    return be.from_arrays(
        [HOSTILE[c] for c in true],
        y_score=scores,
        classes=HOSTILE,
        ids=[f"{FOR_FILES[i % k]} {i}" for i in range(n)],
        text=[FOR_FILES[-1 - i % k] for i in range(n)],
        split=[HOSTILE[3]] * k + [HOSTILE[4]] * 2 * k,
        system=HOSTILE[5],
        name=HOSTILE[4],
    )


def report(review: Review, options: Options | None = None, **chosen: str) -> Report:
    return report_of(review, select(review, chosen), options, near=None)


def hostile_report() -> Report:
    return report(hostile_review(), Options(texts=True))
