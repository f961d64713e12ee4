"""App, command line and Python say the same numbers of the same small files."""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.analysis.selection.expression import quoted
from breakeven.analysis.selection.selection import selection_of
from breakeven.commands import options
from breakeven.commands.main import main
from breakeven.data.as_if import AS_IF
from breakeven.data.records import Review
from breakeven.data.wording import count_of, figure_of
from breakeven.store.actors import LOCAL
from breakeven.store.library import open_library
from breakeven.store.reviews import save_review
from tests.made import not_none
from tests.pages.reading import arrive, choices_of, enter, go_to, read_here, table_with, text_of
from tests.small_files import SMALL_FILES, SmallFile

AVERAGES = {
    "micro": "Micro",
    "macro": "Macro",
    "weighted": "Weighted",
    "per_document": "Per document",
}
CELLS = ("tp", "fp", "fn", "tn", "precision", "recall", "f")
LABELLED = [name for name in SMALL_FILES if name != "unlabelled"]
Answer = Callable[..., dict[str, Any] | None]


@pytest.fixture
def given(request: pytest.FixtureRequest, tmp_path: Path) -> SmallFile:
    """The small file of this test, written to its folder."""
    case: SmallFile = SMALL_FILES[request.param]
    case.write(tmp_path)
    return case


@pytest.fixture
def review(given: SmallFile, tmp_path: Path) -> Review:
    """The review as the command line reads it."""
    parser = argparse.ArgumentParser()
    options.add_arguments(parser)
    return options.review_from(parser.parse_args(given.command_line(tmp_path)))


@pytest.fixture
def answer(given: SmallFile, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Answer:
    """Runs a command on the files; its JSON, or None where it refuses."""

    def run(command: str, *options: str) -> dict[str, Any] | None:
        status = main([command, *given.command_line(tmp_path), *options, "--format", "json"])
        out = capsys.readouterr().out
        return None if status == 2 else json.loads(out)

    return run


@pytest.fixture
def app(review: Review) -> AppTest:
    """The app with the review loaded, on its way to a page."""
    return arrive(review, classes__part="all")


def grid_of(page: AppTest, first: str) -> dict[str, list[str]]:
    """The bold cells of a table's rows, by the bold text of the first cell."""
    body = next(e.proto.body for e in page.get("html") if f"<b>{first}</b>" in e.proto.body)
    rows = re.findall("<tr>(.*?)</tr>", body.partition("<tbody>")[2])
    cells = [re.findall("<b>(.*?)</b>", row) for row in rows]
    return {row[0]: row[1:] for row in cells}


every_file = pytest.mark.parametrize("given", list(SMALL_FILES), indirect=True)
labelled_files = pytest.mark.parametrize("given", LABELLED, indirect=True)


@labelled_files
def test_the_same_split_system_cut_and_numbers_by_default(
    given: SmallFile, review: Review, answer: Answer, app: AppTest
) -> None:
    printed = answer("evaluate")
    assert printed is not None
    python = be.evaluate(review)
    selection = selection_of(review, {})
    assert (printed["system"], printed["split"]) == (selection.system, selection.split)
    assert (python.system, python.split) == (selection.system, selection.split)
    assert printed["decisions"] == str(python.cut) == str(selection.cut)
    assert python.to_dict() == printed
    assert printed["verdict"] == python.verdict().as_data()

    page = go_to(app, "summary")
    assert page.selectbox(key="w_system").value == printed["system"]
    assert page.selectbox(key="w_system").options == list(given.systems)
    assert page.selectbox(key="w_split").value == (printed["split"] or "all")
    verdict = python.target_verdict()
    on_page = text_of(page)
    assert verdict.head in on_page
    sentences = [*(doubt.text for doubt in verdict.doubts), *verdict.sentences]
    assert [text for text in sentences if text not in on_page] == []
    assert [line.text for line in verdict.all_lines if line.text not in on_page] == []
    page.segmented_control(key="w_summary.part").set_value("averages").run()
    grid = grid_of(page, "Macro")
    if printed["one_of"]:
        # micro and per document are accuracy, which is said once
        assert list(grid) == ["Macro", "Weighted"]
        accuracy = printed["micro"]["accuracy"]
        assert accuracy == printed["per_document"]["accuracy"] == python.micro()["accuracy"]
        assert f"Accuracy {figure_of(accuracy)} (" in text_of(page)
    for average, row in AVERAGES.items():
        if row not in grid and printed["one_of"]:
            continue
        values = [printed[average][measure] for measure in ("precision", "recall", "f")]
        shown = [figure_of(np.nan if value is None else value) for value in values]
        assert grid[row] == shown, average

    page = go_to(page, "classes")
    if len(printed["per_class"]) == 1:
        # a single class has no table: its numbers are those of Summary
        return
    frame = table_with(page, "reading").set_index("class")
    assert sorted(frame.index) == sorted(printed["per_class"])
    for name, cells in printed["per_class"].items():
        wanted = [np.nan if cells[cell] is None else cells[cell] for cell in CELLS]
        assert_allclose(frame.loc[name, list(CELLS)].to_numpy(dtype=float), wanted, rtol=1e-12)
        if "break_even" in cells:
            value = cells["break_even"]["value"]
            wanted_point = np.nan if value is None else value
            assert_allclose(float(frame.loc[name, "break_even"]), wanted_point, rtol=1e-12)


@labelled_files
def test_every_page_is_about_the_same_documents(
    review: Review, answer: Answer, app: AppTest
) -> None:
    said = answer("evaluate")
    assert said is not None
    for page in ("summary", "classes", "curves", "confusions", "thresholds", "compare", "splits"):
        header = choices_of(go_to(app, page))
        assert header["system"].startswith(said["system"][:30])  # long names are cut
        assert header["split"] == (said["split"] or "all documents")
        # what the head does not name is as it comes
        assert header["settings"] == "Settings"
        assert said["decisions"] == str(selection_of(review, {}).cut)
        assert f"{count_of(said['documents'], 'document')} · " in text_of(app)


@labelled_files
def test_every_system_has_the_same_numbers_on_every_split(
    given: SmallFile, review: Review, answer: Answer
) -> None:
    for system in given.systems:
        for split in (*given.splits, "all"):
            said = answer("evaluate", f"--system={system}", f"--split={split}")
            assert be.evaluate(review, system, split).to_dict() == said


@labelled_files
def test_the_same_findings(review: Review, answer: Answer, app: AppTest) -> None:
    said = answer("check")
    assert said is not None
    assert be.check(review).to_dict() == said
    found = Counter(finding["severity"] for finding in said["findings"])
    counted = ", ".join(count_of(found[s], s) for s in ("error", "warning", "notice"))
    assert f"{counted}. " in text_of(go_to(app, "next_steps"))


@every_file
def test_the_same_estimates_or_none(review: Review, answer: Answer, app: AppTest) -> None:
    expected, counted = answer("expected"), answer("count")
    page = go_to(app, "unlabelled_data")
    frames = [d.value for d in page.dataframe if "members, expected" in d.value]
    if expected is None or counted is None:
        assert (expected, counted, frames) == (None, None, [])
        with pytest.raises(ValueError, match=r"probabilit|no scores"):
            be.expected(review)
        return
    assert be.expected(review).to_dict() == expected
    assert be.count(review).to_dict() == counted
    if expected["documents"]:
        frame = frames[0].set_index("class")
        for name, printed in expected["per_class"].items():
            members = printed["members"]
            assert_allclose(frame.loc[name, "members, expected"], members["expected"], rtol=1e-12)
            assert frame.loc[name, "predicted"] == printed["in_use"]["assigned"]
            assert counted["per_class"][name]["expected"] == members["expected"]


@pytest.mark.parametrize(
    "given", ["sparse_probabilities", "truth_and_systems", "unjudged", "no_scores"], indirect=True
)
def test_the_same_likely_label_errors_or_none(review: Review, answer: Answer, app: AppTest) -> None:
    printed = answer("label-errors")
    page = go_to(app, "labels")
    if printed is None:
        with pytest.raises(ValueError, match=r"scores|probabilit"):
            be.label_errors(review)
        assert "These labels cannot be checked." in page.info[0].value
        return
    assert be.label_errors(review).to_dict() == printed
    if printed["suspected"]:
        looks = Counter(pair["label_is"] for pair in printed["pairs"])
        for kind in ("wrong", "missing"):
            if looks[kind]:
                assert re.search(rf"\b{looks[kind]} (labels? )?looks? {kind}\b", text_of(page))
        frame = table_with(page, "label_is")
        for name in ("document", "class", "label_is", "p", "threshold"):
            assert frame[name].tolist() == [pair[name] for pair in printed["pairs"]]
    else:
        assert re.search(r"No label of \d+ documents looks wrong or missing", text_of(page))


GATE = """
[[rule]]
measure = "f"
min = 0.5
[[rule]]
measure = "precision"
average = "macro"
max = 0.9
[[rule]]
measure = "recall"
average = "per_document"
min = 0.5
[[rule]]
measure = "exact_match"
min = 0.5
[[rule]]
measure = "recall"
class = "*"
min = 0.5
"""
NOT_WORSE = '[[rule]]\nmeasure = "f"\naverage = "macro"\nmargin = 0.1\n'


@pytest.mark.parametrize(
    "given",
    ["truth_and_systems", "system_column", "unjudged", "without_positives", "hostile_names"],
    indirect=True,
)
def test_a_gate_judges_the_numbers_of_evaluate_and_compare(
    given: SmallFile, review: Review, answer: Answer, tmp_path: Path
) -> None:
    table = be.evaluate(review).to_dict()
    other = next((name for name in given.systems if name != table["system"]), None)
    rules = tmp_path / "gate.toml"
    rules.write_text(GATE + (NOT_WORSE if other else ""))
    judged = answer("gate", f"--rules={rules}", *([f"--baseline={other}"] if other else []))
    assert judged is not None
    assert be.gate(review, rules, other).to_dict() == judged
    assert (judged["system"], judged["baseline"]) == (table["system"], other)
    values = np.array([verdict["value"] for verdict in judged["verdicts"]], dtype=float)
    wanted = [table["micro"]["f"], table["macro"]["precision"], table["per_document"]["recall"]]
    wanted += [table["exact_match"], *(cells["recall"] for cells in table["per_class"].values())]
    assert_allclose(values[: len(wanted)], np.array(wanted, dtype=float), rtol=1e-9)
    if other:
        pair = answer("compare", other, table["system"], "--metric=macro_f", "--replicates=100")
        assert pair is not None
        difference = judged["verdicts"][-1]["difference"]
        assert difference == pytest.approx(pair["difference"]["points"] / 100, abs=1e-9)


@pytest.mark.parametrize("given", ["pairs", "unlabelled", "unjudged"], indirect=True)
def test_the_page_lists_as_many_documents(answer: Answer, app: AppTest) -> None:
    said = answer("documents")
    assert said is not None
    page = text_of(go_to(app, "documents"))
    assert f"{count_of(said['documents'], 'document')}" in page.replace("**", "")


@every_file
def test_the_same_documents(review: Review, answer: Answer) -> None:
    printed = answer("documents")
    assert printed is not None
    assert be.find(review).to_dict() == printed
    assert len(printed["listed"]) == printed["documents"]
    if review.truth.classes:
        first = max(review.truth.classes)
        where = f"called:{quoted(first)}"
        filtered = answer("documents", f"--where={where}", "--facets", f"--about={first}")
        documents = be.find(review, where=where, class_name=first)
        assert (filtered is None) == (len(documents) == 0)
        if filtered is not None:
            assert documents.to_dict(facets=True) == filtered
            assert all(first in document["called"] for document in filtered["listed"])


AS_PEOPLE_HAVE_THEM = {
    "systems.csv": "label,bert,svm\na,a,b\nb,b,b\na,b,a\n",
    "positive.csv": "y_true,y_pred,y_prob\n1,1,0.9\n0,0,0.2\n1,0,0.4\n0,1,0.7\n",
    "pipeline.json": '[[{"label": "a", "score": 0.75}, {"label": "b", "score": 0.25}],'
    ' [{"label": "a", "score": 0.5}, {"label": "b", "score": 0.5}]]',
    "pandas.json": '{"true": {"0": "a", "1": "b"}, "predicted": {"0": "a", "1": "a"}}',
    "one.csv": "id,score:spam\n1,0.25\n2,0.75\n",
}


@pytest.mark.parametrize("name", AS_PEOPLE_HAVE_THEM)
def test_files_as_people_have_them_are_read_alike(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(AS_PEOPLE_HAVE_THEM[name], encoding="utf-8")
    parser = argparse.ArgumentParser()
    options.add_arguments(parser)
    command_line = options.review_from(parser.parse_args([str(path)]))
    assert be.read(path).fingerprint == command_line.fingerprint
    page = enter()
    page.file_uploader(key="files").set_value([(name, path.read_bytes(), "text/plain")]).run()
    read_here(page)
    assert not page.exception
    assert page.query_params["review"] == command_line.fingerprint


def test_a_role_is_given_alike(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text("eins,zwei,drei,vier\na,b,a,0.5\nb,b,b,0.25\n", encoding="utf-8")
    parser = argparse.ArgumentParser()
    options.add_arguments(parser)
    given = ["--truth-column=eins", "--predicted-column=zwei", "--predicted-column=drei"]
    from_command_line = options.review_from(
        parser.parse_args([str(path), *given, "--role", "vier", "ignore"])
    )
    roles = {"eins": "truth", "zwei": "predicted", "drei": "predicted", "vier": "ignore"}
    assert be.read(path, roles=roles).fingerprint == from_command_line.fingerprint
    assert [system.system for system in from_command_line.predictions] == ["zwei", "drei"]
    named = parser.parse_args([str(path), "--truth-column=eins", "--role", "vier", "score:b"])
    roles = {"eins": "truth", "vier": "score:b"}
    assert be.read(path, roles=roles).fingerprint == options.review_from(named).fingerprint
    with pytest.raises(be.ReadError, match="there is no role 'x'"):
        options.review_from(parser.parse_args([str(path), "--role", "vier", "x"]))


MARKS = """id,mark,right classes
15033,label wrong,corn
14832,leave out,
15367,unclear,
nobody,unclear,
"""


def test_marks_and_numbers_as_if_are_the_same_through_all_doors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "marks.csv"
    path.write_text(MARKS, encoding="utf-8")
    review = be.read_marks(be.sample("reuters"), path)
    # what does not fit any more is said
    assert [note.row for note in review.notes if note.file == "marks.csv"] == [5]

    def answer(command: str, *options: str) -> dict[str, Any]:
        given = [command, "reuters", *options, "--marks", str(path), "--format", "json"]
        assert main(given) == 0
        data: dict[str, Any] = json.loads(capsys.readouterr().out)
        return data

    before = be.evaluate(review, "svm").to_dict()
    page = enter(review="reuters", system="svm")
    page = go_to(page, "documents")
    page.file_uploader(key="marks_file").set_value(("m.csv", MARKS.encode(), "text/csv")).run()
    page.button(key="marks_add").click().run()
    for how in AS_IF:
        data_as_if = answer("evaluate", "--system=svm", "--as-if", how)
        assert be.evaluate(be.as_if(review, how), "svm").to_dict() == data_as_if
        # the original stands beside it
        for average in AVERAGES:
            assert data_as_if["as_if"]["as_loaded"]["f"][average] == before[average]["f"]
            assert data_as_if["as_if"]["as_if"]["f"][average] == data_as_if[average]["f"]
    # the last of them, on screen
    page.run().selectbox(key="w_as_if").set_value(how).run()
    shown = [figure_of(data_as_if[average]["f"]) for average in AVERAGES]
    page = go_to(page, "summary")
    page.segmented_control(key="w_summary.part").set_value("averages").run()
    assert f"as if {data_as_if['documents']:,} {' '.join(shown)}" in text_of(page)
    where = 'mark:unclear OR mark:"leave out"'
    assert answer("evaluate", "--where", where)["documents"] == 2
    two = answer("compare", "svm", "nb", "--as-if", "both", "--replicates", "100")["as_if"]
    assert two["as_loaded"]["a"] == before["micro"]["f"]
    assert main(["evaluate", "reuters", "--as-if", "corrected"]) == 2
    assert "nobody marked these documents" in capsys.readouterr().err


CHANGED = "id,true,predicted\n1,a,a\n2,b,{second}\n3,b,b\n4,a,b\n"


def test_what_changed_is_the_same_through_all_doors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = []
    for folder, second in (("before", "a"), ("now", "b")):
        path = tmp_path / folder / "calls.csv"
        path.parent.mkdir()
        path.write_text(CHANGED.format(second=second), encoding="utf-8")
        save_review(open_library(), LOCAL, be.read(path), [(path.name, path.read_bytes())], "{}")
        files.append(path)
    before, now = files
    assert main(["changes", str(now), "--baseline", str(before), "--format", "json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert be.changes(be.read(before), be.read(now)).to_dict() == printed

    page_text = text_of(go_to(enter(be.read(now)), "history"))
    flips, micro = printed["flips"], printed["measures"]["f"]["micro"]
    # document 2 was called a, is called b, and is b
    assert (
        f"{flips['decisions']} yes/no predictions changed, {flips['toward_right']} became right "
        f"and {flips['decisions'] - flips['toward_right']} became wrong" in page_text
    )
    assert flips["decisions"] == 2
    # each document has one class and is given one: micro F is its accuracy
    sides = (figure_of(micro[side]) for side in ("before", "now"))
    assert f"accuracy {' '.join(sides)} " in re.sub(r"\s+", " ", page_text)


@labelled_files
@pytest.mark.parametrize("target", [0.2, 0.6, 0.999])
def test_the_same_verdict_on_a_target(
    given: SmallFile, review: Review, answer: Answer, app: AppTest, target: float
) -> None:
    printed = answer("evaluate", "--target", f"{target:g}")
    assert printed is not None
    python = be.evaluate(review).target_verdict(target)
    assert printed["target_verdict"] == python.to_dict()
    assert next(iter(printed)) == "target_verdict"
    page = go_to(app, "summary")
    assert "NO TARGET YET" in text_of(page)
    page.number_input(key="target_percent").set_value(100 * target)
    page.button(key="target_set").click()
    text = text_of(page.run())
    verdict = printed["target_verdict"]
    lines = [line["text"] for line in verdict["lines"]]
    doubts = [doubt["text"] for doubt in verdict["doubts"]]
    assert [each for each in (verdict["head"], *doubts, *lines) if each not in text] == []
    assert verdict["text"] in text
    # the gate and the verdict never differ but where a number is in doubt
    gate = be.gate(review, not_none(python.rules), system=python.system)
    words = {"passed": "READY", "failed": "NOT YET", "cannot tell": "CANNOT TELL YET"}
    assert python.outcome == words[gate.outcome] or (python.doubts and gate.passed)
