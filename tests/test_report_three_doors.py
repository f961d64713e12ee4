"""Every form of the report says the numbers of the command line and of the pages."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import math
from collections import Counter
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from numpy.testing import assert_allclose

from breakeven.commands import options
from breakeven.commands.main import main
from breakeven.data.records import Review
from breakeven.report.markdown import literal
from tests.pages.reading import enter, go_to, healthy, table_with, text_of
from tests.pages.test_compare import cells_of
from tests.small_files import SMALL_FILES
from tests.taken import Html, Tables, latex_tables, markdown_tables
from tests.test_three_doors import grid_of

# two systems; one class a document; names that mean harm; documents that leak
FILES = ("truth_and_systems", "probabilities_in_three_splits", "hostile_names", "leak")
AVERAGES = {"micro": "Micro", "macro": "Macro", "per_document": "Per document"}
ENDINGS = ("html", "md", "tex", "json")
SHOWN = ("precision", "recall", "f")
DASH = "—"
Json = dict[str, Any]


class Door:
    """What commands say of a file, each as its JSON, and the report in every format."""

    def __init__(self, name: str, folder: Path) -> None:
        self.case = SMALL_FILES[name]
        self.given = self.case.write(folder)
        self.folder = folder
        self.evaluate = self.says("evaluate")
        self.check = self.says("check")
        out = {
            ending: folder / f"report.{ending}"
            for ending in ("html", "md", "tex", "json", "mlflow.json", "yaml")
        }
        assert main(["report", *self.given, *(f"--out={path}" for path in out.values())]) == 0
        self.texts = {ending: path.read_text(encoding="utf-8") for ending, path in out.items()}
        self.report: Json = json.loads(self.texts["json"])
        self.tables: dict[str, Tables] = {
            "md": markdown_tables(self.texts["md"]),
            "tex": latex_tables(self.texts["tex"]),
        }
        self.html = Html(self.texts["html"])
        self.f = "F₁"

    def says(self, command: str, *options: str) -> Json:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            status = main([command, *self.given, *options, "--format", "json"])
        assert status in (0, 1)
        found: Json = json.loads(out.getvalue())
        return found

    def read(self) -> Review:
        """The review as the command line reads it."""
        parser = argparse.ArgumentParser()
        options.add_arguments(parser)
        return options.review_from(parser.parse_args(self.given))

    def table(self, format: str, caption: str) -> list[list[str]]:
        """The rows of the table of that caption."""
        return self.tables[format][caption][1:]


@pytest.fixture(scope="module", params=FILES)
def door(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Door:
    return Door(request.param, tmp_path_factory.mktemp(request.param))


def shown(value: float | None, digits: int = 3) -> str:
    """A number as every form shows it."""
    if value is None:
        return DASH
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def with_ends(value: float | None, ends: list[float | None] | None, digits: int = 3) -> str:
    if ends is None or ends[0] is None or ends[1] is None:
        return shown(value, digits)
    return f"{shown(value, digits)} ({shown(ends[0], digits)} to {shown(ends[1], digits)})"


def name_of(name: str) -> str:
    """A name in a cell, which other programs show without the spaces around it."""
    return name.strip()


def test_the_verdict(door: Door) -> None:
    said = door.evaluate["verdict"]
    of_report = door.report["verdict"]
    assert [{"question": of["question"], "answer": of["said"]} for of in of_report] == said
    there = " ".join(door.html.texts["verdict"])
    for of in of_report:
        if of["key"] != "mind":  # among the conditions
            assert " ".join(of["said"].split()) in there
            assert literal(of["said"]) in door.texts["md"]


def test_headline_numbers(door: Door) -> None:
    said = door.evaluate
    kinds = ("macro",) if said["one_of"] else tuple(AVERAGES)
    ends = said["intervals"]
    wanted = [
        [AVERAGES[kind], *(with_ends(said[kind][key], ends[kind][key]) for key in SHOWN)]
        for kind in kinds
    ]
    right = "Accuracy" if said["task"] == "single-label" else "Exact match"
    wanted.append([right, with_ends(said["exact_match"], ends["exact_match"]), "", ""])
    for format in ("md", "tex"):
        assert door.table(format, "How good, with 95 % intervals") == wanted, format
    # in HTML the average is named and explained, and the exact share a sentence
    shown_there = door.html.tables["numbers"][0][1:]
    for row, (name, *cells) in zip(shown_there, wanted[:-1], strict=True):
        assert row[0].startswith(f"{name} every ")
        assert row[1:-1] == [cell.replace("(", "").replace(")", "") for cell in cells]
    right_there = " ".join(door.html.texts["numbers"][:1]).replace(f"{right}: ", f"{right} ")
    assert f"{right} {wanted[-1][1]}".replace("(", "(95 %: ") in right_there
    averages = {of["kind"]: of for of in door.report["headline"]["averages"]}
    for kind in AVERAGES:
        for key, value in said[kind].items():
            if key in ("undefined", "averaged"):
                continue
            number = averages[kind]["measures"][key]
            assert number["value"] == value, (kind, key)
            if key in SHOWN:
                assert [number["low"], number["high"]] == ends[kind][key]
        if kind != "micro":
            assert averages[kind]["undefined"] == said[kind]["undefined"]
            assert averages[kind]["units"] == said[kind]["averaged"]


def test_names_and_numbers_for_other_programs(door: Door) -> None:
    said = door.evaluate
    logged = json.loads(door.texts["mlflow.json"])
    (model,) = yaml.safe_load(door.texts["yaml"])["model-index"]
    assert model["name"] == said["system"]
    card = {
        (metric["type"], metric["args"].get("average")): metric
        for metric in model["results"][0]["metrics"]
    }
    kinds = {"micro": "micro", "macro": "macro", "per_document": "samples"}
    for kind in ("macro",) if said["one_of"] else kinds:
        for key in SHOWN:
            value, ends = said[kind][key], said["intervals"][kind][key]
            metric = card.get(("f1" if key == "f" else key, kinds[kind]))
            if value is None:
                assert metric is None
                assert f"{kind}/{key}" not in logged
                continue
            assert metric is not None
            assert metric["value"] == logged[f"{kind}/{key}"] == value
            assert [logged[f"{kind}/{key}_{end}_95"] for end in ("low", "high")] == ends
            assert metric["args"]["interval"] == ends
    right = "accuracy" if said["task"] == "single-label" else "exact_match"
    assert card[right, None]["value"] == logged[right] == said["exact_match"]
    if "break_even" in said:
        assert logged["macro/break_even"] == said["break_even"]["macro"]
        assert logged["macro/eleven_point"] == said["eleven_point"]["macro"]["average"]
        assert card["average_precision", "macro"]["value"] == said["average_precision"]["macro"]


def test_numbers_of_classes(door: Door) -> None:
    said, cells = door.evaluate["per_class"], ("tp", "fp", "fn", "tn")
    rows = {row["name"]: row for row in door.report["classes"]}
    assert list(rows) == list(said)
    counts, ranked = [], []
    # lowest F first, those without last
    order = sorted(said, key=lambda name: math.inf if said[name]["f"] is None else said[name]["f"])
    for name in order:
        of, row, ends = said[name], rows[name], said[name]["intervals"]
        assert [row[key] for key in cells] == [of[key] for key in cells]
        for key in (*SHOWN, *(["average_precision"] if "break_even" in of else [])):
            found = row[key]
            assert [found["value"], found["low"], found["high"]] == [of[key], *ends[key]], key
        counts.append(
            [name_of(name), *(f"{n:,}" for n in (of["tp"] + of["fn"], *(of[k] for k in cells))),
             *(with_ends(of[key], ends[key]) for key in SHOWN)]
        )  # fmt: skip
        if "break_even" in of:
            point = of["break_even"]
            assert row["break_even"]["value"] == point["value"]
            ranked.append(
                [name_of(name), with_ends(point["value"], ends["break_even"]), point["how"],
                 shown(of["eleven_point"]["average"]),
                 with_ends(of["average_precision"], ends["average_precision"])]
            )  # fmt: skip
    check_classes_of_html(door)
    for format in ("md", "tex"):
        of_format = door.table(format, f"Every class, lowest {door.f} first")
        assert [row[:-1] for row in of_format] == counts, format
        if ranked:
            caption = f"The rankings of every class, lowest {door.f} first"
            assert door.table(format, caption) == ranked, format


def check_classes_of_html(door: Door) -> None:
    """Every class in the order of the files."""
    said, (table,) = door.evaluate["per_class"], door.html.tables["all-classes"]
    splits = len(door.report["data"]["splits"])
    assert len(table) == 1 + len(said)
    for row, (name, of) in zip(table[1:], said.items(), strict=True):
        ends = of["intervals"]
        counts = (of["tp"] + of["fn"], of["tp"] + of["fp"], of["tp"])
        cells = [with_ends(of[key], ends[key]) for key in SHOWN]
        if "break_even" in of:
            cells += [with_ends(of["break_even"]["value"], ends["break_even"]),
                      shown(of["eleven_point"]["average"]),
                      with_ends(of["average_precision"], ends["average_precision"])]  # fmt: skip
        assert row[0] == visible(name)
        assert row[1 + splits : 4 + splits] == [f"{n:,}" for n in counts]
        assert row[4 + splits : -1] == [cell.replace("(", "").replace(")", "") for cell in cells]


def visible(name: str) -> str:
    """A name as HTML shows it, spaces around it gone."""
    return " ".join(name.split())


def test_what_rankings_come_to(door: Door) -> None:
    said = door.evaluate
    if "break_even" not in said:
        assert door.report["curves"] is None
        return
    points = said["break_even"]
    wanted = [shown(points["macro"])]
    wanted += [
        f"{shown(points[key]['value'])} ({points[key]['how']})"
        for key in ("micro_own_thresholds", "micro_global")
    ]
    wanted += [shown(of["average"]) for of in said["eleven_point"].values()]
    wanted.append(shown(said["average_precision"]["macro"]))
    levels = [
        [*map(shown, of["levels"]), shown(of["average"])] for of in said["eleven_point"].values()
    ]
    html_points, html_levels = door.html.tables["curves"]
    points_there = [f"{row[1]} ({row[2]})" for row in html_points[2:]]
    assert [html_points[1][1], *points_there] == wanted[:3]
    assert [row[1] for row in html_levels[1:]] == wanted[3:-1]
    assert f"the mean over classes: {wanted[-1]}." in " ".join(door.html.texts["curves"])
    for format in ("md", "tex"):
        assert [row[1] for row in door.table(format, "Whatever the threshold")] == wanted, format
        found = door.table(format, "Precision at eleven levels of recall")
        assert [row[1:] for row in found] == levels, format


def test_leaks_stand_with_and_without(door: Door) -> None:
    said = door.evaluate.get("leaks")
    found = door.report["headline"]["leaks"]
    if said is None:
        assert found is None
        return
    assert found["text"] == said["text"]
    assert said["text"] in door.report["conditions"]
    for side, key in zip(found["sides"], ("with", "without"), strict=True):
        assert (side["documents"], side["f"]) == (said[key]["documents"], said[key]["f"])
    wanted = [
        [f"{said[key]['documents']:,}", *(shown(v) for v in said[key]["f"].values())]
        for key in ("with", "without")
    ]
    for format in ("md", "tex"):
        assert [row[1:] for row in door.table(format, said["text"])] == wanted, format


def test_differences_of_systems(door: Door) -> None:
    if len(door.case.systems) != 2:
        return  # of more, the report draws documents that all of them spoke of
    mine = door.evaluate["system"]
    (other,) = (row["name"] for row in door.report["comparison"]["systems"] if not row["reported"])
    said = door.says("compare", mine, other)
    rows = []
    (row,) = (row for row in door.report["comparison"]["systems"] if row["name"] == other)
    for average in ("micro", "macro"):
        of = said["averages"][average]["difference"]
        found = row[average]
        points = found["points"]
        assert_allclose(
            [100 * points[key] for key in ("value", "low", "high")],
            [of[key] for key in ("points", "low", "high")],
        )
        assert found["p"] == of["p"]
        assert found["claim"] == of["claim"]
        p = "< 0.001" if of["p"] < 0.001 else f"{of['p']:.3f}"
        rows.append(
            [other, f"{average} {door.f}", shown(of["points"], 1),
             f"{shown(of['low'], 1)} to {shown(of['high'], 1)}", p, p]
        )  # fmt: skip
    (table,) = door.html.tables["comparison"]
    (there,) = (row for row in table if row[0] == other)
    for at, row in ((2, rows[0]), (6, rows[1])):
        # points and interval, p, and p by Holm; a minus is − and a plus stands there
        assert there[at].replace("−", "-").replace("+", "") == f"{row[2]} {row[3]}"
        assert there[at + 1 : at + 3] == row[4:6]
    for format in ("md", "tex"):
        table = door.table(format, f"What others have more than {mine}, in hundredths")
        # of one difference Holm corrects nothing
        assert [row[:-1] for row in table] == rows, format
    classes = [*door.report["classes"]]
    f = np.array(door.report["comparison"]["f_of_classes"], dtype=float)
    for c, of_class in enumerate(classes):
        both = said["per_class"][of_class["name"]]
        assert_allclose(f[c], np.array([both["a"], both["b"]], dtype=float))


def test_thresholds_of_classes(door: Door) -> None:
    if len(door.case.systems) != 2:
        return  # the others have no dev split to tune on, or no scores
    saved, made = door.folder / "tuned.csv", [door.folder / f"tuned.{end}" for end in ENDINGS]
    system = f"--system={door.evaluate['system']}"
    with contextlib.redirect_stdout(io.StringIO()):
        assert main(["thresholds", *door.given, system, "--tune-on=dev", f"--out={saved}"]) == 0
        given = ["report", *door.given, system, f"--thresholds={saved}"]
        assert main([*given, *(f"--out={path}" for path in made)]) == 0
    written = [row.split(",")[:2] for row in saved.read_text("utf-8").splitlines()[1:]]
    html, md, tex, data = (path.read_text(encoding="utf-8") for path in made)
    of = json.loads(data)["threshold"]
    assert (of["tuned_on"], of["optimistic"]) == ("dev", False)
    assert [[row["name"], f"{row['threshold']:g}"] for row in of["thresholds"]] == written
    caption = "The threshold of each class"
    (in_html,) = Html(html).tables["thresholds"]
    for rows in (in_html, markdown_tables(md)[caption], latex_tables(tex)[caption]):
        assert [row[:2] for row in rows[1:]] == written


def test_findings(door: Door) -> None:
    said, found = door.check, door.report["data"]
    keys = ("code", "severity", "title", "what", "action", "errors", "error_share", "gain_macro",
            "gain_micro", "classes")  # fmt: skip
    assert [[of[key] for key in keys] for of in found["findings"]] == [
        [of[key] for key in keys] for of in said["findings"]
    ]
    for mine, theirs in zip(found["findings"], said["findings"], strict=True):
        assert mine["of_documents"] == len(theirs["documents"])
        assert mine["documents"] == theirs["documents"][: len(mine["documents"])]
    assert len(found["clean"]) == len(said["clean"])
    assert len(found["unchecked"]) == len(said["unchecked"])
    where, texts = 0, door.html.texts["data"]
    for of in said["findings"]:
        assert f"{of['severity']} {of['title']}" in texts
        assert visible(of["what"]) in map(visible, texts)
        # each in its order, in the words of the command
        where = door.texts["md"].index(f"**{of['severity']}: {of['title']}** ({of['code']})", where)


def test_pages_show_the_same(door: Door) -> None:
    review, case = door.read(), door.case
    said = door.report
    assert said["identity"]["fingerprint"] == review.fingerprint
    at = go_to(enter(review, classes__part="all"), "overview")
    assert [of["said"] for of in said["verdict"] if of["said"] not in text_of(at)] == []
    at = healthy(at.segmented_control(key="w_overview.part").set_value("averages").run())
    assert said["summary"] in text_of(at)
    grid = grid_of(at, "Macro")
    averages = {of["name"]: of["measures"] for of in said["headline"]["averages"]}
    for name, cells in grid.items():
        assert cells == [shown(averages[name][key]["value"]) for key in SHOWN], name
    frame = table_with(go_to(at, "classes"), "reading").set_index("class")
    for row in said["classes"]:
        of = frame.loc[row["name"]]
        wanted = [row["tp"], row["fp"], row["fn"], row["tn"]]
        assert_allclose(of[["tp", "fp", "fn", "tn"]].to_numpy(dtype=float), wanted)
        value = np.nan if row["f"]["value"] is None else row["f"]["value"]
        assert_allclose(float(of["f"]), value)
        assert row["verdict"] == of["reading"]
    counted = Counter(of["severity"] for of in said["data"]["findings"])
    guidance = text_of(go_to(at, "guidance"))
    for severity in ("error", "warning", "notice"):
        n = counted[severity]
        assert f"{n} {severity}{'' if n == 1 else 's'}" in guidance
    if said["comparison"] is not None:
        page = go_to(at, "compare")
        f = {row["name"]: row["f"] for row in said["comparison"]["systems"]}
        for system in case.systems:
            of = [f[system][average]["value"] for average in ("micro", "macro")]
            assert cells_of(page, f">{escape(system)}<")[:2] == [shown(value) for value in of]
