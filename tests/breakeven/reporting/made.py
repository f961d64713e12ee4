"""Reviews to report on: one small, and one as large and as hostile as a report must bear."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

import breakeven as be
from breakeven.records import Review
from breakeven.reporting.content.gather import report_of
from breakeven.reporting.content.record import Options, Report
from breakeven.selection import select

HOSTILE = (
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


@cache
def hostile_report() -> Report:
    """90 classes by 6 systems with names that try everything."""
    rng = np.random.default_rng(1)
    names = [*HOSTILE, *(f"WWWWWMMMMM of a long name, number {i}" for i in range(90))][:90]
    n = 240
    truth = rng.random((n, 90)) < 0.05
    found: list[Review] = []
    for system in SYSTEMS:
        scores = np.where(truth, 0.35, 0) + rng.random(truth.shape) * 0.6
        found.append(
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
    review = replace(found[0], predictions=tuple(p for r in found for p in r.predictions))
    options = Options(
        texts=True, date="2024-01-31", signer="<b>Eve</b>\u202e", statement="I </dd> agree."
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
    return report_of(review, select(review, {}), Options(texts=texts), near=None)
