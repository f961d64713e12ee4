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
AVERAGES = {
    "micro": "Micro",
    "macro": "Macro",
    "weighted": "Weighted",
    "per_document": "Per document",
}
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
        assert (
            main(["report", *self.given, "--appendix", *(f"--out={path}" for path in out.values())])
            == 0
        )
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
        if of["key"] not in ("mind", "checks"):  # among the conditions
            assert " ".join(of["said"].split()) in there
            assert literal(of["said"]) in door.texts["md"]


def test_headline_numbers(door: Door) -> None:
    evaluated = door.evaluate
    kinds = ("macro", "weighted") if evaluated["one_of"] else tuple(AVERAGES)
    ends = evaluated["intervals"]
    wanted = [
        [AVERAGES[kind], *(with_ends(evaluated[kind][key], ends[kind][key]) for key in SHOWN)]
        for kind in kinds
    ]
    right = "Accuracy" if evaluated["task"] == "single-label" else "Exact match"
    wanted.append([right, with_ends(evaluated["exact_match"], ends["exact_match"]), "", ""])
    for format in ("md", "tex"):
        assert door.table(format, "How good, with 95 % intervals") == wanted, format
    # in HTML the average is named and explained, and the exact share a sentence
    shown_there = door.html.tables["numbers"][0][1:]
    for row, (name, *cells) in zip(shown_there, wanted[:-1], strict=True):
        assert row[0].startswith(f"{name} every ")
        assert row[1:-1] == [cell.replace("(", "").replace(")", "") for cell in cells]
    right_there = " ".join(door.html.texts["numbers"][:1]).replace(f"{right}: ", f"{right} ")
    assert f"{right} {wanted[-1][1]}".replace("(", "(95 %: ") in right_there
    averages = {average["kind"]: average for average in door.report["headline"]["averages"]}
    for kind in AVERAGES:
        for key, value in evaluated[kind].items():
            if key in ("undefined", "averaged"):
                continue
            number = averages[kind]["measures"][key]
            assert number["value"] == value, (kind, key)
            if key in SHOWN:
                assert [number["low"], number["high"]] == ends[kind][key]
        if kind != "micro":
            assert averages[kind]["undefined"] == evaluated[kind]["undefined"]
            assert averages[kind]["units"] == evaluated[kind]["averaged"]


def test_names_and_numbers_for_other_programs(door: Door) -> None:
    evaluated = door.evaluate
    logged = json.loads(door.texts["mlflow.json"])
    (model,) = yaml.safe_load(door.texts["yaml"])["model-index"]
    assert model["name"] == evaluated["system"]
    card = {
        (metric["type"], metric["args"].get("average")): metric
        for metric in model["results"][0]["metrics"]
    }
    kinds = {average: average for average in AVERAGES} | {"per_document": "samples"}
    for kind in ("macro", "weighted") if evaluated["one_of"] else kinds:
        for key in SHOWN:
            value, ends = evaluated[kind][key], evaluated["intervals"][kind][key]
            metric = card.get(("f1" if key == "f" else key, kinds[kind]))
            if value is None:
                assert metric is None
                assert f"{kind}/{key}" not in logged
                continue
            assert metric is not None
            assert metric["value"] == logged[f"{kind}/{key}"] == value
            assert [logged[f"{kind}/{key}_{end}_95"] for end in ("low", "high")] == ends
            assert metric["args"]["interval"] == ends
    right = "accuracy" if evaluated["task"] == "single-label" else "exact_match"
    assert card[right, None]["value"] == logged[right] == evaluated["exact_match"]
    if "break_even" in evaluated:
        assert logged["macro/break_even"] == evaluated["break_even"]["macro"]
        assert logged["macro/eleven_point"] == evaluated["eleven_point"]["macro"]["average"]
        assert (
            card["average_precision", "macro"]["value"] == evaluated["average_precision"]["macro"]
        )


def test_numbers_of_classes(door: Door) -> None:
    per_class, cells = door.evaluate["per_class"], ("tp", "fp", "fn", "tn")
    rows = {row["name"]: row for row in door.report["classes"]}
    assert list(rows) == list(per_class)
    counts, ranked = [], []
    # lowest F first, those without last
    order = sorted(
        per_class,
        key=lambda name: math.inf if per_class[name]["f"] is None else per_class[name]["f"],
    )
    for name in order:
        printed, row, ends = per_class[name], rows[name], per_class[name]["intervals"]
        assert [row[key] for key in cells] == [printed[key] for key in cells]
        of_scores = ["average_precision", "roc_auc"] if "break_even" in printed else []
        for key in (*SHOWN, *of_scores):
            number = row[key]
            assert [number["value"], number["low"], number["high"]] == [printed[key], *ends[key]], (
                key
            )
        counts.append(
            [name_of(name), f"{printed['tp'] + printed['fn']:,}",
             *(f"{printed[k]:,}" for k in cells),
             *(with_ends(printed[key], ends[key]) for key in SHOWN)]
        )  # fmt: skip
        if "break_even" in printed:
            point = printed["break_even"]
            assert row["break_even"]["value"] == point["value"]
            ranked.append(
                [name_of(name), with_ends(point["value"], ends["break_even"]), point["how"],
                 shown(printed["eleven_point"]["average"]),
                 with_ends(printed["average_precision"], ends["average_precision"]),
                 with_ends(printed["roc_auc"], ends["roc_auc"])]
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
    per_class, (table,) = door.evaluate["per_class"], door.html.tables["all-classes"]
    splits = len(door.report["data"]["splits"])
    assert len(table) == 1 + len(per_class)
    for row, (name, printed) in zip(table[1:], per_class.items(), strict=True):
        ends = printed["intervals"]
        counts = (printed["tp"] + printed["fn"], printed["tp"] + printed["fp"], printed["tp"])
        cells = [with_ends(printed[key], ends[key]) for key in SHOWN]
        if "break_even" in printed:
            cells += [with_ends(printed["break_even"]["value"], ends["break_even"]),
                      shown(printed["eleven_point"]["average"]),
                      with_ends(printed["average_precision"], ends["average_precision"]),
                      with_ends(printed["roc_auc"], ends["roc_auc"])]  # fmt: skip
        assert row[0] == visible(name)
        assert row[1 + splits : 4 + splits] == [f"{n:,}" for n in counts]
        assert row[4 + splits : -1] == [cell.replace("(", "").replace(")", "") for cell in cells]


def visible(name: str) -> str:
    """A name as HTML shows it, spaces around it gone."""
    return " ".join(name.split())


def test_what_rankings_come_to(door: Door) -> None:
    evaluated = door.evaluate
    if "break_even" not in evaluated:
        assert door.report["curves"] is None
        return
    points = evaluated["break_even"]
    wanted = [shown(points["macro"])]
    wanted += [
        f"{shown(points[key]['value'])} ({points[key]['how']})"
        for key in ("micro_own_thresholds", "micro_global")
    ]
    wanted += [shown(printed["average"]) for printed in evaluated["eleven_point"].values()]
    wanted.append(shown(evaluated["average_precision"]["macro"]))
    areas = evaluated["roc_auc"]
    wanted += [with_ends(areas[key], areas[f"{key}_95"]) for key in ("macro", "pooled")]
    levels = [
        [*map(shown, printed["levels"]), shown(printed["average"])]
        for printed in evaluated["eleven_point"].values()
    ]
    html_points, html_levels, *benefit = door.html.tables["curves"]
    # a table of net benefit where scores are probabilities
    assert len(benefit) == sum("Net benefit" in caption for caption in door.tables["md"])
    points_there = [f"{row[1]} ({row[2]})" for row in html_points[2:]]
    assert [html_points[1][1], *points_there] == wanted[:3]
    assert [row[1] for row in html_levels[1:]] == wanted[3:-3]
    caption = " ".join(door.html.texts["curves"])
    assert f"the mean over classes: {wanted[-3]}." in caption
    pooled = wanted[-1].replace(" (", " (95 %: ")
    assert f"comparing scores across classes: {pooled}." in caption
    means = ("break_even", "average_precision", "roc_auc")
    weighted = [evaluated[key]["weighted"] for key in means]
    wanted += map(shown, [weighted[0], evaluated["eleven_point_weighted"], *weighted[1:]])
    for format in ("md", "tex"):
        assert [row[1] for row in door.table(format, "Whatever the threshold")] == wanted, format
        of_table = door.table(format, "Precision at eleven levels of recall")
        assert [row[1:] for row in of_table] == levels, format


def test_leaks_stand_with_and_without(door: Door) -> None:
    printed = door.evaluate.get("leaks")
    reported = door.report["headline"]["leaks"]
    if printed is None:
        assert reported is None
        return
    assert reported["text"] == printed["text"]
    assert printed["text"] in door.report["conditions"]
    for side, key in zip(reported["sides"], ("with", "without"), strict=True):
        assert (side["documents"], side["f"]) == (printed[key]["documents"], printed[key]["f"])
    wanted = [
        [f"{printed[key]['documents']:,}", *(shown(v) for v in printed[key]["f"].values())]
        for key in ("with", "without")
    ]
    for format in ("md", "tex"):
        assert [row[1:] for row in door.table(format, printed["text"])] == wanted, format


def test_differences_of_systems(door: Door) -> None:
    if len(door.case.systems) != 2:
        return  # of more, the report draws documents that all of them spoke of
    mine = door.evaluate["system"]
    (other,) = (row["name"] for row in door.report["comparison"]["systems"] if not row["reported"])
    printed = door.says("compare", mine, other)
    rows = []
    (row,) = (row for row in door.report["comparison"]["systems"] if row["name"] == other)
    for average in ("micro", "macro"):
        difference = printed["averages"][average]["difference"]
        reported = row[average]
        points = reported["points"]
        assert_allclose(
            [100 * points[key] for key in ("value", "low", "high")],
            [difference[key] for key in ("points", "low", "high")],
        )
        assert reported["p"] == difference["p"]
        assert reported["claim"] == difference["claim"]
        p = "< 0.001" if difference["p"] < 0.001 else f"{difference['p']:.3f}"
        rows.append(
            [other, f"{average} {door.f}", shown(difference["points"], 1),
             f"{shown(difference['low'], 1)} to {shown(difference['high'], 1)}", p, p]
        )  # fmt: skip
    (table,) = door.html.tables["comparison"]
    (there,) = (row for row in table if row[0] == other)
    for column, row in ((2, rows[0]), (6, rows[1])):
        # points and interval, p, and p by Holm; a minus is − and a plus stands there
        assert there[column].replace("−", "-").replace("+", "") == f"{row[2]} {row[3]}"
        assert there[column + 1 : column + 3] == row[4:6]
    for format in ("md", "tex"):
        table = door.table(format, f"What others have more than {mine}, in hundredths")
        # of one difference Holm corrects nothing
        assert [row[:-1] for row in table] == rows, format
    classes = [*door.report["classes"]]
    f = np.array(door.report["comparison"]["f_of_classes"], dtype=float)
    for c, of_class in enumerate(classes):
        both = printed["per_class"][of_class["name"]]
        assert_allclose(f[c], np.array([both["a"], both["b"]], dtype=float))


def test_thresholds_of_classes(door: Door) -> None:
    if len(door.case.systems) != 2:
        return  # the others have no dev split to tune on, or no scores
    saved, made = door.folder / "tuned.csv", [door.folder / f"tuned.{end}" for end in ENDINGS]
    system = f"--system={door.evaluate['system']}"
    with contextlib.redirect_stdout(io.StringIO()):
        assert main(["thresholds", *door.given, system, "--tune-on=dev", f"--out={saved}"]) == 0
        given = ["report", *door.given, "--appendix", system, f"--thresholds={saved}"]
        assert main([*given, *(f"--out={path}" for path in made)]) == 0
    written = [row.split(",")[:2] for row in saved.read_text("utf-8").splitlines()[1:]]
    html, md, tex, data = (path.read_text(encoding="utf-8") for path in made)
    reported = json.loads(data)["threshold"]
    assert (reported["tuned_on"], reported["optimistic"]) == ("dev", False)
    assert [[row["name"], f"{row['threshold']:g}"] for row in reported["thresholds"]] == written
    caption = "The threshold of each class"
    (in_html,) = Html(html).tables["thresholds"]
    for rows in (in_html, markdown_tables(md)[caption], latex_tables(tex)[caption]):
        assert [row[:2] for row in rows[1:]] == written


def test_findings(door: Door) -> None:
    printed, reported = door.check, door.report["data"]
    keys = ("code", "severity", "title", "what", "action", "errors", "error_share", "gain_macro",
            "gain_micro", "classes")  # fmt: skip
    assert [[finding[key] for key in keys] for finding in reported["findings"]] == [
        [finding[key] for key in keys] for finding in printed["findings"]
    ]
    for mine, theirs in zip(reported["findings"], printed["findings"], strict=True):
        assert mine["of_documents"] == len(theirs["documents"])
        assert mine["documents"] == theirs["documents"][: len(mine["documents"])]
    assert len(reported["clean"]) == len(printed["clean"])
    assert len(reported["unchecked"]) == len(printed["unchecked"])
    where, texts = 0, door.html.texts["data"]
    for finding in printed["findings"]:
        assert f"{finding['severity']} {finding['title']}" in texts
        assert visible(finding["what"]) in map(visible, texts)
        # each in its order, in the words of the command
        where = door.texts["md"].index(
            f"**{finding['severity']}: {finding['title']}** ({finding['code']})", where
        )


def test_pages_show_the_same(door: Door) -> None:
    review, case = door.read(), door.case
    reported = door.report
    assert reported["identity"]["fingerprint"] == review.fingerprint
    page_now = go_to(enter(review, classes__part="all"), "summary")
    lines = [line["text"] for line in reported["target_verdict"]["lines"]]
    assert lines
    assert [line for line in lines if line not in text_of(page_now)] == []
    page_now = healthy(page_now.segmented_control(key="w_summary.part").set_value("averages").run())
    assert reported["summary"] in text_of(page_now)
    grid = grid_of(page_now, "Macro")
    averages = {entry["name"]: entry["measures"] for entry in reported["headline"]["averages"]}
    for name, cells in grid.items():
        assert cells == [shown(averages[name][key]["value"]) for key in SHOWN], name
    frame = table_with(go_to(page_now, "classes"), "reading").set_index("class")
    for row in reported["classes"]:
        shown_row = frame.loc[row["name"]]
        wanted = [row["tp"], row["fp"], row["fn"], row["tn"]]
        assert_allclose(shown_row[["tp", "fp", "fn", "tn"]].to_numpy(dtype=float), wanted)
        value = np.nan if row["f"]["value"] is None else row["f"]["value"]
        assert_allclose(float(shown_row["f"]), value)
        assert row["verdict"] == shown_row["reading"]
    counted = Counter(entry["severity"] for entry in reported["data"]["findings"])
    guidance = text_of(go_to(page_now, "next_steps"))
    for severity in ("error", "warning", "notice"):
        n = counted[severity]
        assert f"{n} {severity}{'' if n == 1 else 's'}" in guidance
    if reported["comparison"] is not None:
        page = go_to(page_now, "compare")
        f = {row["name"]: row["f"] for row in reported["comparison"]["systems"]}
        for system in case.systems:
            values = [f[system][average]["value"] for average in ("micro", "macro")]
            assert cells_of(page, f">{escape(system)}<")[:2] == [shown(value) for value in values]


def test_every_form_says_the_verdict_on_the_target_first(door: Door, tmp_path: Path) -> None:
    target = ("--target", "0.6")
    verdict = door.says("evaluate", *target)["target_verdict"]
    endings = ("html", "md", "tex", "json", "yaml")
    out = {ending: tmp_path / f"report.{ending}" for ending in endings}
    files = [f"--out={path}" for path in out.values()]
    assert main(["report", *door.given, *target, "--story", *files]) == 0
    texts = {ending: path.read_text(encoding="utf-8") for ending, path in out.items()}
    assert json.loads(texts["json"])["target_verdict"] == verdict
    head, *html = Html(texts["html"]).texts["verdict"]
    assert head == verdict["head"]
    assert texts["md"].index(f"**{head}**: ") < texts["md"].index("**Is it ")
    for text in (verdict["text"], *(line["text"] for line in verdict["lines"])):
        assert literal(text) in texts["md"]
        assert any(visible(text) in shown for shown in html), text
    assert f"verdict: {head}" in texts["tex"]
    assert head in texts["yaml"]
    # the last slide says the same
    slide = json.loads(texts["json"])["story"][-1]["said"][0]
    assert slide.startswith(("Your target is 60 %.", "Do not use these numbers yet:"))
