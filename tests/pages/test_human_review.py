"""The Workload page, `breakeven workload` and Python say the same."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import breakeven as be
from breakeven.analysis.selection.selection import system_of
from breakeven.analysis.workload.costs import Prices, money_text
from breakeven.analysis.workload.workload import cheapest_thresholds
from breakeven.commands.main import main
from breakeven.data.wording import cell_of, figure_of
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
    # 1,000 of 5,000 documents, two minutes each: the least sure fifth, equals not parted
    hours = cell_of(step.share * 5000 * 2 / 60, 1)
    sent = f"become {in_a_hundred(step.wrong)} (95 %"
    for text in (capsys.readouterr().out, *map(text_of, shown.values())):
        assert sent in text
        assert f"{hours} hours at 2 minutes each" in text
    costs = text_of(shown["costs"])
    assert f"pays up to a price of {figure_of(workload.price_of_review(step))}" in costs
    assert "People look at all 1,500" in costs  # 5,000 looks of 0.3
    logreg = system_of(result.review, "logreg")
    cheaper = cheapest_thresholds(result.review.truth, logreg, result.evaluation, prices)
    assert cheaper is not None
    assert f"would save {money_text(5000 * cheaper.saved)} a month here" in costs
    # the class with most wrong decisions left comes first
    now, left = workload.errors_by_class(step)
    c = int(left.argmax())
    text = f"{left[c]:.0f} of {now[c]:.0f} wrong decisions on “{result.classes[c]}” stay."
    assert text in text_of(shown["classes"])
    # the rule that is offered is that of all pages once it is taken
    shown["costs"].button(key="workload_use").click()
    healthy(shown["costs"].run())
    assert "least cost" in text_of(shown["costs"])


def test_a_column_may_say_how_sure_the_system_is() -> None:
    page = open_page("human_review", review="r8")
    assert "by the column “confidence”, as how likely its class is right" in text_of(page)


def test_a_system_without_scores_is_told_what_is_missing() -> None:
    page = open_page("human_review", be.from_arrays(["a", "b"], ["a", "a"]))
    assert "Nobody can say which documents the system is least sure of." in page.info[0].value
    assert "gives decisions and no scores" in text_of(page)
