"""Reports of few documents and of many, by names as they should be and by names that mean harm."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

import breakeven as be
from breakeven.analysis.selection.selection import select
from breakeven.data.records import Review
from breakeven.report.gather import report_of
from breakeven.report.record import Report, ReportOptions

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

# of pages and drawings: markup, signs that are not seen, lengths, directions
HOSTILE_ON_PAGES = (
    "<script>alert(1)</script>",
    "</style><img src=x onerror=alert(1)>",
    "</title></svg><b>bold</b>",
    "\u202egnp.exe\u202c",
    "a\x00b",
    "   ",
    "x" * 1_000_000,
    "x" * 1_000_000 + "y",
    "الحيوانات الأليفة",
    "日本語の長い長い名前でとても長い名前",
    "{{ 7 * 7 }}{% raw %}",
    "\ud800half",
    "line\nbreak",
    "&amp;&lt;",
)
SYSTEMS = ("<b>one</b>", "two\u202e", "s" * 300, "four", "five", "six")
TEXT = "</title><script>bad()</script> \u202e evil \x00 " * 40


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


def report(review: Review, options: ReportOptions | None = None, **chosen: str) -> Report:
    everything = options or ReportOptions(appendix=True)
    return report_of(review, select(review, chosen), everything, near=None)


def hostile_report() -> Report:
    return report(hostile_review(), ReportOptions(texts=True, appendix=True))


@cache
def large_report() -> Report:
    """90 classes by 6 systems, as large and as hostile as a report must bear."""
    rng = np.random.default_rng(1)
    names = [*HOSTILE_ON_PAGES, *(f"WWWWWMMMMM of a long name, number {i}" for i in range(90))][:90]
    n = 240
    truth = rng.random((n, 90)) < 0.05
    reviews: list[Review] = []
    for system in SYSTEMS:
        scores = np.where(truth, 0.35, 0) + rng.random(truth.shape) * 0.6
        reviews.append(
            be.from_arrays(
                truth.astype(int),
                (scores > 0.58).astype(int),
                y_score=scores,
                classes=names,
                text=[f"{i} {TEXT}" for i in range(n)],
                split=["train"] * 80 + ["test"] * 160,
                ids=[f"<d{i}>" for i in range(n)],
                system=system,
                name="A <i>review</i>\u202e",
            )
        )
    review = replace(reviews[0], predictions=tuple(p for r in reviews for p in r.predictions))
    options = ReportOptions(
        appendix=True,
        texts=True,
        date="2024-01-31",
        signer="<b>Eve</b>\u202e",
        statement="I </dd> agree.",
    )
    return report_of(review, select(review, {}), options, near=None)


@cache
def small_report(title: str = "Small", *, texts: bool = False) -> Report:
    """Three classes without scores, one document each way wrong."""
    review = be.from_arrays(
        [["a"], ["a"], ["a", "b"], ["b"], ["c"], ["c"]],
        [["a"], ["b"], ["a", "b"], ["b"], ["c"], []],
        classes=["a", "b", "c"],
        text=[f"the text of {i}" for i in range(6)],
        name=title,
    )
    return report_of(
        review, select(review, {}), ReportOptions(texts=texts, appendix=True), near=None
    )
