"""The Confusion page says what classes would be as one, as command and Python do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.commands.main import main
from breakeven.data.wording import figure_of, signed
from breakeven.readers.pairs_file import read_class_map
from tests.made import review_of, truth_of
from tests.pages.reading import (
    badges_of,
    enter,
    go_to,
    healthy,
    open_page,
    read_here,
    table_with,
    text_of,
)
from tests.small_files import SMALL_FILES


def merge_json(capsys: pytest.CaptureFixture[str], *command: str) -> dict[str, Any]:
    assert main(["merge", *command, "--format", "json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_page_command_and_python_say_the_same_and_reading_again_holds_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "map.csv"
    names = ["--classes", "interest", "--classes", "money-fx"]
    printed = merge_json(capsys, "r8", *names, "--out", str(out))
    result = be.evaluate(be.sample("r8"))
    merged = result.merged(["interest", "money-fx"])
    assert merged.to_dict() == printed
    pairs = merge_json(capsys, "r8")["pairs"]
    assert (pairs[0]["first"], pairs[0]["second"]) == ("interest", "money-fx")

    app = open_page("confusions", review="r8", confusions__part="merge")
    listed = table_with(app, "beyond_size")
    assert listed[["first", "second"]].values.tolist() == [
        [pair["first"], pair["second"]] for pair in pairs
    ]
    app.multiselect(key="w_confusions.merge").set_value(["interest", "money-fx"]).run()
    micro = printed["f"]["micro"]
    low, high = printed["gain"]["interval_95"]
    text = text_of(healthy(app))
    assert (
        f"Micro F₁ changes by {signed(micro['after'] - micro['before'], 4)} (95 % interval "
        f"{signed(low, 4)} to {signed(high, 4)}); unrelated classes of these sizes would "
        f"change it by {signed(micro['by_size'] - micro['before'], 4)}."
    ) in text
    assert f"{printed['lose_a_distinction']} documents with exactly the right ones" in text
    assert f"{printed['one_in_place_of_another']} documents with one in place" in text
    assert f"{figure_of(printed['bits']['lost'])} of these are lost" in text
    row = [figure_of(micro[key]) for key in ("before", "after", "by_size")]
    assert f"Micro {' '.join(row)} " in text

    # read again, the counts are those of the what-if, on every page and behind every door
    app.button(key="merge_read_again").click().run()
    assert "class map: 2 names replaced" in badges_of(healthy(app))
    assert app.query_params["review"] != "r8"
    read = be.evaluate(be.sample("r8", class_map=merged.class_map))
    assert read.micro()["f"] == micro["after"]
    assert read.macro()["f"].value == pytest.approx(printed["f"]["macro"]["after"])
    assert read_class_map("map.csv", out) == merged.class_map


def test_the_best_are_taken_step_by_step(capsys: pytest.CaptureFixture[str]) -> None:
    printed = merge_json(capsys, "r8", "--best", "2")
    assert be.evaluate(be.sample("r8")).merged(best=2).to_dict() == printed
    groups = " ".join(group["name"] for group in printed["groups"])
    assert "money-fx + interest" in groups
    assert "crude + ship" in groups


def test_a_pair_that_may_be_merged_is_offered_and_files_and_what_is_saved_are_read_so() -> None:
    # a is taken for b 4 times and b for a 3 times, of ten each; c is always right
    true = "a" * 10 + "b" * 10 + "c" * 60
    called = "b" * 4 + "a" * 6 + "a" * 3 + "b" * 7 + "c" * 60
    rows = [f"{i},{t},{p}" for i, (t, p) in enumerate(zip(true, called, strict=True))]
    app = enter()
    file = ("p.csv", "\n".join(["id,true,predicted", *rows]).encode(), "text/csv")
    app.file_uploader(key="files").set_value([file]).run()
    app = go_to(healthy(read_here(app)), "confusions")
    (uploaded,) = query(app)
    app.segmented_control(key="w_confusions.part").set_value("pairs").run()
    # a is assigned 9 times, b 11, c 60: by size 4 * 11 / 71 + 3 * 9 / 69 of the 7 errors are none
    assert "micro F₁ would be 1.000 instead of 0.912, and 0.925 for any two classes" in text_of(app)
    app.button(key="as_one_0").click().run()
    assert "“a” and “b” become one class, “a + b”." in text_of(healthy(app))
    app.button(key="merge_read_again").click().run()
    assert "class map: 2 names replaced" in badges_of(healthy(app))
    assert "0 of 60 documents of c missed (0 %)." in text_of(app)
    # the first version is in the library: another session reads it again from there
    other = open_page(
        "confusions", review=uploaded, confusions__merge='["b", "c"]', confusions__part="merge"
    )
    other.button(key="merge_read_again").click().run()
    assert "class map: 2 names replaced" in badges_of(healthy(other))
    assert len({uploaded, *query(app), *query(other)}) == 3


def query(app: AppTest) -> list[str]:
    """The review of the address."""
    found = app.query_params["review"]
    return [found] if isinstance(found, str) else found


def test_without_its_files_a_review_gives_the_map_alone() -> None:
    right = np.eye(4, dtype=bool)
    app = open_page(
        "confusions",
        review_of(truth_of(right), s=right),
        confusions__merge='["a", "b"]',
        confusions__part="merge",
    )
    assert "To apply it, load the files with this class map." in [c.value for c in app.caption]
    assert not [b for b in app.button if b.key == "merge_read_again"]


@pytest.mark.parametrize("name", ["unjudged", "hostile_names", "without_positives"])
def test_any_small_file_is_merged_alike_or_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = SMALL_FILES[name]
    given.write(tmp_path)
    files = given.command_line(tmp_path)
    first, second, *_ = classes = json_of(capsys, "evaluate", *files)["per_class"]
    chosen = [f"--classes={first}", f"--classes={second}"]
    if len(classes) == 2:
        assert main(["merge", *files, *chosen]) == 2
        assert "no other class would be left" in capsys.readouterr().err
        return
    printed = merge_json(capsys, *files, *chosen)
    assert set(printed["new_class_map"]) == {first, second}
    assert main(["merge", *files, *chosen]) == 0
    assert "become one class" in capsys.readouterr().out


def json_of(capsys: pytest.CaptureFixture[str], *command: str) -> dict[str, Any]:
    assert main([*command, "--format", "json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["--classes", "grain"], "merging needs two classes"),
        (["--classes", "grain", "--classes", "no"], "there is no class 'no'"),
        (["--best", "0"], "0 is not a number of steps; give one or more"),
        (["--best", "1", "--classes", "grain"], "give classes, or how many"),
        (["--out", "map.csv"], "--out needs merged classes"),
    ],
)
def test_what_cannot_be_merged_is_refused(
    options: list[str], what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["merge", "r8", *options]) == 2
    assert what in capsys.readouterr().err
