"""The page on human review, `breakeven workload` and Python say the same."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import numpy as np
import pytest

import breakeven as be
from breakeven.analysis.selection.selection import system_of
from breakeven.analysis.workload.costs import Prices, money_text
from breakeven.analysis.workload.workload import cheapest_thresholds
from breakeven.commands.main import main
from breakeven.data.wording import cell_of
from breakeven.results.workload import in_a_hundred
from tests.pages.reading import healthy, open_page, text_of

ASKED = {"volume": "5000", "minutes": "2", "review": "0.3", "miss": "2"}


def test_page_command_and_python_say_the_same(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    prices = Prices(volume=5000, minutes=2, review=0.3, miss=2)
    result = be.evaluate(be.sample("reuters"), system="logreg")
    workload = result.workload(prices)
    step = workload.sending(0.2)
    # of as many documents of the highest doubt, by the system's own probabilities
    assert step.documents == 659
    given = [f"--{name}={value}" for name, value in ASKED.items()]
    out = tmp_path / "people.csv"
    command = ["workload", "reuters", "--system", "logreg", "--send", "20", *given]
    assert main([*command, "--format", "json", "--out", str(out)]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["looked_at"]["wrong"] == step.wrong
    assert printed["looked_at"]["cost_a_month"] == pytest.approx(5000 * step.cost)
    with out.open(encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == step.documents
    assert main(command) == 0
    shown = {
        part: open_page(
            "human_review",
            review="reuters",
            system="logreg",
            **{"human_review.send": "20", "human_review.part": part},
            **{f"human_review.{name}": value for name, value in ASKED.items()},
        )
        for part in ("people", "costs", "classes")
    }
    # a fifth of 5,000 documents, two minutes each
    hours = cell_of(step.share * 5000 * 2 / 60, 1)
    sent = f"to {in_a_hundred(step.wrong)} of 100 ("
    printed_text = capsys.readouterr().out
    for text in (printed_text, *map(text_of, shown.values())):
        assert sent in text
    for text in (printed_text, text_of(shown["people"])):
        assert f"{hours} hours at 2 minutes each" in text
    costs = text_of(shown["costs"])
    assert f"pays off if it costs less than {workload.price_of_review(step):.1f}." in costs
    assert "Review everything 1,500" in costs  # 5,000 looks of 0.3
    logreg = system_of(result.review, "logreg")
    cheaper = cheapest_thresholds(result.review.truth, logreg, result.evaluation, prices)
    assert cheaper is not None
    assert f"would save {money_text(5000 * cheaper.saved)} a month here" in costs
    # the class with most wrong decisions left comes first
    now, left = workload.errors_by_class(step)
    c = int(left.argmax())
    text = (
        f"“{result.classes[c]}”: reviewing these 20 % leaves {left[c]:.0f} of {now[c]:.0f} errors."
    )
    assert text in text_of(shown["classes"])
    # the rule that is offered is that of all pages once it is taken
    shown["costs"].button(key="workload_use").click()
    healthy(shown["costs"].run())
    assert "lowest cost of each class on dev" in text_of(shown["costs"])


def test_a_column_may_say_how_sure_the_system_is() -> None:
    page = open_page("human_review", review="r8", human_review__part="shares")
    assert "from the column “confidence”, read as how likely its class is right" in text_of(page)


def test_a_system_without_scores_is_told_what_is_missing() -> None:
    page = open_page("human_review", be.from_arrays(["a", "b"], ["a", "a"]))
    assert "This file has no scores, so documents cannot be ranked." in page.info[0].value


def test_costs_are_typed_in_money() -> None:
    page = open_page("human_review", review="reuters", system="logreg")
    # as mistakes until somebody says what one costs
    assert re.search(r"About \d+ mistakes a month", text_of(page))
    assert re.search(r"costs less than \d\.\d mistakes\.", text_of(page))
    page.text_input(key="w_human_review.currency").set_value("€").run()
    page.number_input(key="w_human_review.miss").set_value(20.0).run()
    healthy(page.number_input(key="w_human_review.false_alarm").set_value(20.0).run())
    evaluation = be.evaluate(be.sample("reuters"), system="logreg")
    prices = Prices(miss=20, false_alarm=20)
    step = evaluation.workload(prices).sending(0.1)
    worth = evaluation.workload(prices).price_of_review(step)
    assert f"pays off if it costs less than {worth:.1f} €." in text_of(page)
    assert "Mistakes cost about " in text_of(page)
    page.segmented_control(key="w_human_review.part").set_value("costs").run()
    assert "Cost, €" in text_of(page)


def test_a_tenth_of_a_thousand_documents_is_a_hundred() -> None:
    # two that are equally uncertain stand on both sides of the limit
    certain = np.linspace(0.51, 0.99, 1000)
    certain[99] = certain[100]
    review = be.from_arrays(
        np.arange(1000) % 2,
        y_score=np.where(np.arange(1000) % 2, certain, 1 - certain),
        probabilities=True,
    )
    step = be.evaluate(review).workload().sending(0.1)
    assert step.documents == 100
    assert step.sent.tolist() == [True] * 100 + [False] * 900
