"""The Workload page, `breakeven workload` and Python say the same."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import breakeven as be
from breakeven.commands.main import main
from breakeven.reports.workload import in_a_hundred
from breakeven.text import cell_of, figure_of
from breakeven.workload.prices import Prices
from tests.pages.reading import open_page, text_of

ASKED = {"volume": "5000", "minutes": "2", "review": "0.3", "miss": "2"}


def test_page_command_and_python_say_the_same(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    prices = Prices(volume=5000, minutes=2, review=0.3, miss=2)
    result = be.evaluate(be.sample("reuters"), system="logreg")
    found = result.workload(prices)
    step = found.sending(0.2)
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
    page = open_page(
        "workload",
        review="reuters",
        system="logreg",
        **{"workload.send": "20"},
        **{f"workload.{name}": value for name, value in ASKED.items()},
    )
    # 1,000 of 5,000 documents, two minutes each: the least sure fifth, equals not parted
    hours = cell_of(step.share * 5000 * 2 / 60, 1)
    sent = f"become {in_a_hundred(step.wrong)} (95 %"
    for said in (capsys.readouterr().out, text_of(page)):
        assert sent in said
        assert f"{hours} hours at 2 minutes each" in said
    shown = text_of(page)
    assert f"pays up to a price of {figure_of(found.price_of_review(step))}" in shown
    assert "People look at all 1,500" in shown  # 5,000 looks of 0.3


def test_a_system_without_scores_is_told_what_is_missing() -> None:
    page = open_page("workload", review="r8")
    assert "Nobody can say which documents the system is least sure of." in page.info[0].value
    assert "gives decisions and no scores" in text_of(page)
