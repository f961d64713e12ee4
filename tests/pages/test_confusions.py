"""The confusion page shows the matrix, and the documents behind its cells."""

from __future__ import annotations

import csv
import hashlib
import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from scipy import sparse
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.confused_pairs import confused_pairs
from breakeven.data.records import Predictions, Review
from breakeven.readers.samples import load_sample
from breakeven.ui.confusions.sentences import pair_frame
from metrics.typing import Array
from tests.made import not_none, truth_of
from tests.pages.reading import bare, cell_numbers, html_of, open_page, table_with, text_of
from tests.paths import ROOT
from tests.published import PUBLISHED

SAMPLE = ROOT / "sample_data" / "single_label.csv"


@pytest.fixture(scope="module")
def r8() -> list[dict[str, str]]:
    """The test documents as the file has them."""
    with SAMPLE.open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if row["split"] == "test"]


def matrix_of(app: AppTest) -> dict[str, Any]:
    (chart,) = app.get("plotly_chart")
    assert len(chart.proto.spec) < 1_000_000
    return json.loads(chart.proto.spec)


def names_of(spec: dict[str, Any], axis: str) -> list[str]:
    return [bare(name) for name in spec["layout"][axis]["labelalias"].values()]


def test_the_cells_are_the_files_own_counts(r8: list[dict[str, str]]) -> None:
    app = open_page("confusions", review="r8", confusions__order="size")
    counted = Counter((row["true"], row["predicted"]) for row in r8)
    spec = matrix_of(app)
    rows, columns = names_of(spec, "yaxis"), names_of(spec, "xaxis")
    # largest first, as many rows as classes, no row of nothing
    true = Counter(row["true"] for row in r8)
    assert rows == columns == [name for name, _ in true.most_common()]
    shown = {(rows[r], columns[c]): text for (r, c), text in cell_numbers(spec).items()}
    assert shown == {pair: f"{n:,}" for pair, n in counted.items()}
    listed = table_with(app, "share of true")
    largest, n = max(((p, n) for p, n in counted.items() if p[0] != p[1]), key=lambda x: x[1])
    assert tuple(listed.iloc[0][["true", "predicted"]]) == largest
    assert listed.iloc[0]["count"] == n
    assert listed["count"].sum() == sum(n for (a, b), n in counted.items() if a != b)


def test_a_cell_lists_its_documents(r8: list[dict[str, str]]) -> None:
    classes = load_sample("r8").truth.classes
    cell = f"{classes.index('crude')}-{classes.index('acq')}"
    app = open_page("confusions", review="r8", confusions__cell=cell)
    wanted = {r["doc_id"] for r in r8 if (r["true"], r["predicted"]) == ("crude", "acq")}
    documents = table_with(app, "document")
    assert set(documents["document"]) == wanted
    assert f"True crude, predicted acq: {len(wanted)} documents." in text_of(app)
    # the cell stays in the address, and is there again after another page
    assert app.query_params["confusions.cell"] in (cell, [cell])
    app.switch_page("pages/summary.py").run()
    app.switch_page("pages/confusions.py").run()
    assert set(table_with(app, "document")["document"]) == wanted


def test_the_chosen_cell_has_a_frame_over_the_matrix() -> None:
    classes = load_sample("r8").truth.classes
    plain = matrix_of(open_page("confusions", review="r8"))
    for true, assigned in (("crude", "acq"), ("acq", "grain")):
        cell = f"{classes.index(true)}-{classes.index(assigned)}"
        app = open_page("confusions", review="r8", confusions__cell=cell)
        # another cell, and the same picture: what is drawn already is not drawn anew
        assert matrix_of(app) == plain
        (frame,) = [it.value for it in app.markdown if "matrix_frame" in it.value]
        x0, y0, x1, y1 = (float(n) for n in re.findall(r"\d+\.\d{5}", frame)[:4])
        names = names_of(plain, "yaxis")
        middle = [(low + high) / 2 * len(names) - 0.5 for low, high in ((y0, y1), (x0, x1))]
        assert middle == pytest.approx([names.index(true), names.index(assigned)], abs=1e-3)
        # of the whole that the frame is a part of: the first shape is over every cell
        frame_shape = plain["layout"]["shapes"][0]
        assert [frame_shape[end] for end in ("x0", "x1", "y0", "y1")] == [-0.5, 7.5, -0.5, 7.5]


def test_without_a_choice_the_largest_confusion_is_shown(r8: list[dict[str, str]]) -> None:
    wrong = sum(row["true"] != row["predicted"] for row in r8)
    app = open_page("confusions", review="r8")
    text = text_of(app)
    # in the table of the largest it is the row that is marked, and no other one of its classes
    assert app.session_state["confusions"]["selection"]["rows"] == [0]
    assert f"{wrong} of {len(r8):,} documents" in text
    assert "True interest, predicted money-fx: 14 documents." in text


@pytest.mark.parametrize("cell", ["", "x", "1", "1-2-3", "99-1", "8-8", "-1-2", "1-²", "9" * 4000])
def test_a_cell_that_does_not_exist_is_no_cell(cell: str) -> None:
    app = open_page("confusions", review="r8", confusions__cell=cell)
    assert "True interest, predicted money-fx" in text_of(app)


def test_controls_change_what_is_drawn(r8: list[dict[str, str]]) -> None:
    app = open_page("confusions", review="r8")
    app.selectbox(key="w_confusions.order").select("name").run()
    names = names_of(matrix_of(app), "yaxis")
    assert names == sorted(names)
    app.segmented_control(key="w_confusions.cells").set_value("shares").run()
    interest = [r for r in r8 if r["true"] == "interest"]
    share = sum(r["predicted"] == "money-fx" for r in interest) / len(interest)
    assert f"{100 * share:.0f} %" in cell_numbers(matrix_of(app)).values()
    app.text_input(key="w_confusions.find").set_value("GRAIN").run()
    # grain, and interest: the one class it is confused with
    assert set(names_of(matrix_of(app), "yaxis")) == {"grain", "interest", "(6 more)"}
    app.text_input(key="w_confusions.find").set_value("no such class").run()
    assert not app.exception
    assert not app.get("plotly_chart")
    assert any("No class" in i.value for i in app.info)


def test_several_classes_per_document_reconcile_with_fn_and_fp() -> None:
    app = open_page("confusions", review="reuters", system="svm", confusions__part="classes")
    tp, fp, fn = PUBLISHED["svm"]["tp_fp_fn_test"]
    text = text_of(app)
    assert f"{fn:,} labels were missed: " in text
    assert f"{fp:,} false alarms." in text
    tables = table_with(app, "missed: nothing instead")
    assert (tables["tp"].sum(), tables["fp"].sum(), tables["fn"].sum()) == (tp, fp, fn)
    missed = tables["missed: another class instead"] + tables["missed: nothing instead"]
    np.testing.assert_allclose(missed, tables["fn"], atol=1e-5)
    extra = tables["false alarm: for another class"] + tables["false alarm: for nothing"]
    np.testing.assert_allclose(extra, tables["fp"], atol=1e-5)


def test_the_most_confused_stand_in_blocks_and_the_rest_in_one_row() -> None:
    app = open_page("confusions", review="reuters", system="svm")
    text, spec = text_of(app), matrix_of(app)
    names = names_of(spec, "yaxis")
    assert names == names_of(spec, "xaxis")
    assert names[25:] == ["(65 more)", "(nothing)"]
    assert "The 25 most confused of 64 confused classes." in text
    # the sums of all rows of classes are all labels, those of all columns all predictions
    tp, fp, fn = PUBLISHED["svm"]["tp_fp_fn_test"]
    sums = [a for a in spec["layout"]["annotations"] if ("xref" in a) != ("yref" in a)]
    rows = {int(a["y"]): float(a["text"].replace(",", "")) for a in sums if "xref" in a}
    columns = {int(a["x"]): float(a["text"].replace(",", "")) for a in sums if "yref" in a}
    assert sum(n for row, n in rows.items() if row < 26) == tp + fn
    assert sum(n for column, n in columns.items() if column < 26) == tp + fp
    # and each row of a class adds up to the documents of its class, by the numbers in its cells;
    # on the diagonal a number that would run into the next one is left out
    shown = Counter[int]()
    numbers = cell_numbers(spec)
    for (row, _), text in numbers.items():
        shown[row] += int(text.replace(",", ""))
    truth = load_sample("reuters").truth
    split = truth.in_split("test")
    for row, name in enumerate(names[:25]):
        of_class = int(not_none(truth.labels)[split][:, [truth.classes.index(name)]].sum())
        assert rows[row] == of_class
        assert shown[row] == of_class or (row, row) not in numbers
    assert sum((row, row) in numbers for row in range(25)) >= 20
    # grain and wheat, soy-oil and soybean: the same order behind every door
    app.selectbox(key="w_confusions.show").select("all").run()
    assert len(names_of(matrix_of(app), "yaxis")) == 66
    assert "The other 26 classes are summed in “(26 more)”, never confused." in text_of(app)
    app.selectbox(key="w_confusions.order").select("file").run()
    classes = load_sample("reuters").truth.classes
    there = names_of(matrix_of(app), "yaxis")[:64]
    assert there == [name for name in classes if name in there]


def single(
    true: Sequence[int] | Array,
    called: Sequence[Sequence[Any] | Array],
    classes: tuple[str, ...],
    documents: bool = True,
) -> Review:
    """A review in which document i is truly true[i] and gets the classes called[i]."""
    n, k = len(true), len(classes)
    labels, said = np.zeros((n, k), bool), np.zeros((n, k), bool)
    labels[np.arange(n), true] = True
    for i, some in enumerate(called):
        said[i, list(some)] = True
    truth = truth_of(labels, classes=classes, **({} if documents else {"ids": None}))
    system = Predictions("s", np.arange(n), decisions=sparse.csc_array(said))
    fingerprint = hashlib.sha256(repr((true, called, classes, documents)).encode()).hexdigest()
    return Review("mine", truth, (system,), (), fingerprint)


def shown(review: Review, **choices: str) -> AppTest:
    return open_page("confusions", review, **choices)


def test_no_or_several_decisions_bring_nothing_in_and_say_why() -> None:
    app = shown(single([0, 0, 1, 1], [[0], [], [0, 1], [0]], ("a", "b")))
    text = text_of(app)
    assert "1 document got no class and 1 document got several classes" in text
    assert names_of(matrix_of(app), "xaxis") == ["a", "b", "(nothing)"]
    # the second was missed with nothing instead
    app = shown(app.session_state["review"], confusions__cell="0-2")
    assert table_with(app, "document")["document"].tolist() == ["d1"]


def test_a_file_of_counts_says_that_it_has_no_documents() -> None:
    app = shown(single([0, 1, 1, 2], [[0], [0], [1], [2]], ("a", "b", "c"), documents=False))
    assert any("counts, not documents" in i.value for i in app.info)
    assert table_with(app, "share of true")["count"].tolist() == [1]


def test_of_two_classes_four_numbers_are_all_there_is_to_see() -> None:
    app = shown(single([0, 0, 0, 1], [[0], [0], [1], [1]], ("no", "yes")))
    assert not app.get("plotly_chart")
    # in rows what is predicted: yes 1 caught and 1 false alarm, no 0 missed and 2 rightly not
    html = html_of(app)
    cells = [re.sub("<[^>]+>", " ", cell).split() for cell in re.findall("<td.*?</td>", html)]
    assert cells[:6] == [
        ["1", "caught"], ["1", "false", "alarms"], ["2"],
        ["0", "missed"], ["2", "rightly", "not", "predicted"],
        ["2"],
    ]  # fmt: skip
    # the larger kind of error is open: of two alarms one is false
    assert "1 of 2 alarms is false (50 %)." in text_of(app)
    assert "True no, predicted yes: 1 document." in text_of(app)
    assert table_with(app, "document")["document"].tolist() == ["d2"]
    cells_offered = app.segmented_control(key="w_confusions.cell")
    assert cells_offered.options == [
        "False alarms (1)", "Missed (0)", "Caught (1)", "Rightly not predicted (2)",
    ]  # fmt: skip
    cells_offered.set_value("1-1").run()
    assert table_with(app, "document")["document"].tolist() == ["d3"]


def test_of_one_class_four_numbers_are_all_there_is_to_see() -> None:
    app = shown(single([0, 0, 0], [[0], [], [0]], ("spam",)))
    assert not app.get("plotly_chart")
    assert "1 of 3 documents of spam missed (33 %)." in text_of(app)
    assert "True spam, predicted not spam: 1 document." in text_of(app)
    # what is no spam has no class that could be asked for
    offered = app.segmented_control(key="w_confusions.cell").options
    assert offered == ["Missed (1)", "False alarms (0)", "Caught (2)"]
    assert table_with(app, "document")["document"].tolist() == ["d1"]


@pytest.mark.parametrize(("replaced", "opened"), [(0, "classes"), (1, "classes"), (2, "matrix")])
def test_where_hardly_a_miss_has_another_class_in_its_place_classes_are_shown_first(
    replaced: int, opened: str
) -> None:
    # of twelve missed, so many got another class: below a tenth are one and none
    called = [[1]] * replaced + [[]] * (12 - replaced) + [[1]] * 3 + [[2]] * 3
    review = single([0] * 12 + [1] * 3 + [2] * 3, called, ("a", "b", "c"))
    app = shown(review)
    assert app.segmented_control(key="w_confusions.part").value == opened
    assert bool(app.get("plotly_chart")) == (opened == "matrix")
    # twelve of a are missed, and b is a false alarm as often as it replaced a
    if opened == "classes":
        rows = re.findall("<tr>.*?</tr>", html_of(app))
        first = next(row for row in rows if "<b>" in row and ">a<" in row)
        assert re.findall(r">(\d+)<", first)[:3] == ["12", "12", "0"]
    # the matrix is one click away, and open where one of its cells was asked for
    assert shown(review, confusions__part="matrix").get("plotly_chart")
    assert shown(review, confusions__cell="0-1").get("plotly_chart")


def test_nothing_confused_is_said() -> None:
    app = shown(single([0, 1, 2], [[0], [1], [2]], ("a", "b", "c")))
    assert "None: there is no error here." in text_of(app)
    assert any("No class is confused with another." in i.value for i in app.info)


def test_a_thousand_classes_open_and_are_zoomed_into() -> None:
    k = 1000
    true = np.repeat(np.arange(k), 3)
    # each is once taken for the next, the last for the first
    called = [[(c + 1) % k if i % 3 == 0 else c] for i, c in enumerate(true)]
    app = shown(single(true, called, tuple(f"class {i:03}" for i in range(k))))
    assert len(names_of(matrix_of(app), "yaxis")) == 26
    app.selectbox(key="w_confusions.show").select("all").run()
    assert len(names_of(matrix_of(app), "yaxis")) == 100
    assert "Each row holds up to 10 classes." in text_of(app)
    searched = shown(app.session_state["review"], confusions__find="class 010")
    # 9 is taken for 10, and 10 for 11
    near_it = {"class 009", "class 010", "class 011", "(997 more)"}
    assert set(names_of(matrix_of(searched), "yaxis")) == near_it
    near = shown(app.session_state["review"], confusions__zoom="3-4-999", confusions__order="file")
    names = names_of(matrix_of(near), "yaxis")
    assert names == ["class 003", "class 004", "class 999", "(997 more)"]
    near.button(key="zoom_out").click().run()
    assert len(names_of(matrix_of(near), "yaxis")) == 26


@pytest.mark.parametrize("zoom", ["", "x", "1-", "1000000000", "8", "-1", "1-²"])
def test_a_zoom_into_no_class_is_none(zoom: str) -> None:
    app = open_page("confusions", review="r8", confusions__zoom=zoom)
    assert len(names_of(matrix_of(app), "yaxis")) == 8


def test_a_class_called_nothing_is_never_ours() -> None:
    app = shown(single([0, 0, 1], [[], [1], [1]], ("(nothing)", "nothing")))
    assert names_of(matrix_of(app), "yaxis")[-1] == "(nothing)"
    assert set(names_of(matrix_of(app), "yaxis")[:-1]) == {"“(nothing)”", "nothing"}
    listed = table_with(app, "share of true")
    assert listed[["true", "predicted"]].values.tolist() == [
        ["“(nothing)”", "nothing"],
        ["“(nothing)”", "(nothing)"],
    ]


def test_pairs_too_rare_to_tell_are_one_line_and_advice_is_the_same_on_guidance() -> None:
    app = open_page("confusions", review="r8", confusions__part="pairs")
    text = text_of(app)
    # interest and money-fx 17, acq with earn 15, money-fx 9, crude 6, ship 5; seven below five
    assert "7 more pairs, each too rare to judge." in text
    assert "crude and ship" not in text
    advice = "Look first at the labels of the documents of “interest” that are predicted as"
    assert advice in text
    # Guidance shows a finding once its line is opened: the list it shows is that of `check`
    found = {each.code: each for each in be.check(load_sample("r8"), "logreg")}
    assert found["pair.confused"].action.startswith(advice)


def test_hostile_names_reach_the_page_escaped() -> None:
    names = ("<img src=x>", "![i](http://x/i.png)", "a" * 3000)
    app = shown(single([0, 0, 1, 2], [[1], [0], [2], [2]], names), confusions__cell="0-1")
    assert "<img" not in html_of(app)
    assert "&lt;img src=x&gt;" in html_of(app)
    markdown = " ".join(e.value for e in (*app.markdown, *app.caption, *app.info, *app.header))
    assert "![i]" not in markdown
    assert "<img" not in markdown


def test_pairs_carry_their_evidence_into_the_download() -> None:
    # ten of each; a is taken for b 4 times, b for a 3 times
    true = [0] * 10 + [1] * 10 + [2] * 60
    called = [[1]] * 4 + [[0]] * 6 + [[0]] * 3 + [[1]] * 7 + [[2]] * 60
    review = single(true, called, ("a", "b", "c"))
    (system,) = review.predictions
    e = evaluate(system, score_split(review.truth, system, None), None, Cut("given"))
    (row,) = pair_frame(confused_pairs(e, Limits())).to_dict("records")
    assert (row["first"], row["second"], row["total"]) == ("a", "b", 7)
    assert row["rate"] == pytest.approx(7 / 20)
    # Wilson, 7 of 20: (7 + 1.92) / 23.84 -+ 1.96 sqrt(7 * 13 / 20 + 0.96) / 23.84
    assert row["low_95"] == pytest.approx(0.1812, abs=1e-4)
    assert row["high_95"] == pytest.approx(0.5671, abs=1e-4)
    assert row["suggested"] == "merge"


def test_an_order_is_chosen_from_three_classes_on_and_the_chosen_class_is_marked() -> None:
    for classes, orders in ((("a", "b", "c"), True), (("a", "b"), False)):
        called = [[1], [0], [], [1]]
        app = shown(single([0, 0, 1, 1], called, classes), **{"class": "b"})
        keys = {control.key for control in app.selectbox}
        assert ("w_confusions.order" in keys) == orders
        app.segmented_control(key="w_confusions.part").set_value("classes").run()
        assert app.session_state["tables"]["selection"]["rows"] == [classes.index("b")]
