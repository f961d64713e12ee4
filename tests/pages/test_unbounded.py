"""Where the set of classes has no bounds nothing that needs true negatives has a number."""

from __future__ import annotations

import csv
import io
import json
import math
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.commands.main import main
from breakeven.ui.pages import PAGES
from tests.pages.reading import html_of, open_page, text_of
from tests.pages.test_home import loaded, read
from tests.tables import unbounded_table

NEEDS_TRUE_NEGATIVES = (
    *("accuracy", "error_rate", "fallout", "balanced_accuracy", "mcc", "kappa"),
    "negative_predictive_value",
)


def pairs_file(seed: int = 3) -> bytes:
    """Documents with slots and fillers, correct and produced, with scores of some."""
    rng = np.random.default_rng(seed)
    names = [f"{slot}={filler}" for slot in ("target", "weapon") for filler in ("bank", "mine")]
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(["id", "true", "predicted", "split", *(f"score:{name}" for name in names)])
    for i in range(40):
        truth = [name for name in names if rng.random() < 0.4]
        scores = [0.3 + 0.4 * (name in truth) + 0.3 * rng.standard_normal() for name in names]
        produced = [name for name, score in zip(names, scores, strict=True) if score > 0.5]
        split = "test" if i % 2 else "dev"
        writer.writerow(
            [i, "|".join(truth), "|".join(produced), split, *(f"{s:.3f}" for s in scores)]
        )
    return out.getvalue().encode()


def test_the_table_is_that_of_the_pairs_correct_and_produced() -> None:
    review = be.read(pairs_file(), unbounded=True)
    evaluation = be.evaluate(review, split="all")
    sides = []
    for pairs in (evaluation.evaluation.truth, evaluation.evaluation.assigned):
        rows, columns = pairs.nonzero()
        sides.append(set(zip(rows.tolist(), columns.tolist(), strict=True)))
    table, pooled = unbounded_table(sides[0], sides[1]), evaluation.tables.pooled()
    for cell in ("tp", "fp", "fn"):
        assert float(getattr(pooled, cell)) == float(getattr(table, cell))
    assert math.isnan(float(pooled.tn))
    bounded = be.evaluate(be.read(pairs_file()), split="all")
    for ours, theirs in (
        (evaluation.micro(), bounded.micro()),
        (
            {name: mean.value for name, mean in evaluation.macro().items()},
            {name: mean.value for name, mean in bounded.macro().items()},
        ),
    ):
        for name, value in ours.items():
            if name in NEEDS_TRUE_NEGATIVES:
                assert math.isnan(value)
            else:
                assert value == theirs[name]
    assert evaluation.exact_match == bounded.exact_match
    # as of the class at any threshold
    tables = evaluation.scored.at_threshold(0.4)
    assert np.isnan(tables.tn).all()


def test_the_command_line_says_what_is_undefined(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # thresholds are written where one is
    file = tmp_path / "pairs.csv"
    file.write_bytes(pairs_file())
    assert main(["evaluate", str(file), "--unbounded", "--format", "json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    for name in NEEDS_TRUE_NEGATIVES:
        assert printed["micro"][name] is None
        assert printed["macro"][name] is None
    assert any("fallout, specificity, accuracy" in note for note in printed["notes"])
    for command in (["check"], ["compare"], ["thresholds"], ["groups"]):
        main([*command, str(file), "--unbounded"])
        assert "nan" not in capsys.readouterr().out.lower().split()


SLOTS = b"""id,slot,filler,truth,system,predicted
1,target,bank,1,a,1
1,weapon,car,0,a,1
2,weapon,mine,1,a,0
3,target,bank,1,a,1
1,target,bank,1,b,1
1,weapon,car,0,b,0
2,weapon,mine,1,b,1
3,target,bank,1,b,1
"""


def test_cells_of_two_systems_are_not_compared() -> None:
    review = be.read(SLOTS)
    first, second = (be.evaluate(review, system=system, split="all") for system in ("a", "b"))
    comparison = be.compare(first, second, replicates=100).to_dict()
    # 2 of 3 right found, 2 of 3 produced right; all found and nothing else
    assert comparison["value"] == {"a": pytest.approx(2 / 3), "b": 1.0}
    assert "micro_sign_test" not in [test["test"] for test in comparison["tests"]]
    assert "mcnemar" in [test["test"] for test in comparison["tests"]]
    assert "unbounded" in [care["kind"] for care in comparison["care"]]
    bounded = be.read(SLOTS, unbounded=False)
    first, second = (be.evaluate(bounded, system=system, split="all") for system in ("a", "b"))
    comparison = be.compare(first, second, replicates=100).to_dict()
    assert "micro_sign_test" in [test["test"] for test in comparison["tests"]]
    assert "unbounded" not in [care["kind"] for care in comparison["care"]]


def test_compare_leaves_out_what_sets_cells_of_two_systems_side_by_side() -> None:
    review = be.read(SLOTS)
    for part in ("agreement", "confusions", "documents"):
        chosen = {"system": "a", "class": "weapon=mine", "compare__show": part}
        chosen |= {"compare__part": "disagreement"}
        app = open_page("compare", review, **chosen)
        why = [
            box.value for box in (*app.info, *app.caption) if "a universe of its own" in box.value
        ]
        assert len(why) == 1, part
        assert "false alarm" not in text_of(app)
        shown = [column for frame in app.dataframe for column in frame.value.columns]
        assert not {"fixed", "broken", "false alarm only before"} & set(shown), part
    # the mine of document 2 is found by the second alone
    assert "1 found only by b" in text_of(app)


@pytest.mark.slow
def test_every_page_opens_and_says_so(load_page: AppTest) -> None:
    app = loaded(load_page, ("pairs.csv", pairs_file()))
    box = next(checkbox for checkbox in app.checkbox if "Open-ended classes" in checkbox.label)
    box.check().run()
    app = read(app)
    assert "there are no true negatives" in html_of(app)
    for page in [*PAGES.values()][1:]:
        app.switch_page(page.path).run()
        assert not app.exception, page.title
        if page.of_review:
            assert "open-ended: no true negatives" in html_of(app), page.title
            assert ">nan<" not in html_of(app).lower(), page.title
