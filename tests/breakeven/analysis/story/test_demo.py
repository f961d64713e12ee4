"""The demo script names pages, buttons and numbers that are there."""

from __future__ import annotations

import re

import breakeven as be
from breakeven.analysis.workload.costs import Prices, money_text
from breakeven.analysis.workload.workload import cheapest_thresholds
from breakeven.readers.samples import SAMPLES
from breakeven.results.workload import cheaper_sentence
from breakeven.ui.pages import PAGES
from tests.breakeven.analysis.story.test_screens import reuters
from tests.paths import ROOT

TEXT = (ROOT / "docs" / "how-to" / "present.md").read_text(encoding="utf-8")


def test_every_page_and_button_of_the_demo_is_there() -> None:
    named = set(re.findall(r"\*([A-Z][\w\s&-]+)\*", re.sub(r"\*\*.*?\*\*", "", TEXT)))
    assert named
    assert {" ".join(name.split()) for name in named} <= {page.title for page in PAGES.values()}
    sources = "".join(
        file.read_text(encoding="utf-8") for file in (ROOT / "breakeven" / "ui").rglob("*.py")
    )
    buttons = set(re.findall(r"\*\*(.+?)\*\*", TEXT))
    opens = {f"Open {name}" for name in SAMPLES.values()}
    assert len(buttons) >= 6
    assert [label for label in buttons - opens if f'"{label}"' not in sources] == []


def test_every_number_of_the_demo_is_what_the_pages_say() -> None:
    result = be.evaluate(be.sample("reuters"), system="svm")
    prices = Prices(review=0.3)
    workload = result.workload(prices)
    predictions = result.review.predictions
    svm = next(p for p in predictions if p.system == "svm")
    cheaper = cheapest_thresholds(result.review.truth, svm, result.evaluation, prices)
    assert cheaper is not None
    costs = (workload.nothing_sent().cost, workload.sending(0.1).cost)
    shown = [
        str(result.verdict()),
        cheaper_sentence(cheaper, prices),
        *(money_text(1000 * cost) for cost in costs),
        *(f"{screen.number.text} {screen.counted}" for screen in reuters().values()),
    ]
    numbers = re.findall(r"`([^`/]+)`", TEXT)
    assert len(numbers) > 12
    assert [number for number in numbers if not any(number in text for text in shown)] == []
