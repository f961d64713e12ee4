"""The Slices page shows the numbers of `EvaluationResult.slices`, and keeps what is chosen."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import sparse

import breakeven as be
from breakeven.analysis.slices.class_shares import ClassShares
from breakeven.data.records import Predictions, Review
from breakeven.data.wording import signed
from breakeven.readers.samples import load_sample
from breakeven.results.class_shares import clear_text
from breakeven.results.weak_slices import search_text
from tests.breakeven.analysis.slices.test_slice_comparison import planted
from tests.breakeven.analysis.slices.test_weak_slices import leaking
from tests.made import truth_of
from tests.pages.reading import figures_of, healthy, html_of, open_page, plain, text_of


def cells(frame: pd.DataFrame, column: str) -> list[str]:
    return [signed(value) for value in frame[column]]


def test_the_page_shows_the_slices_of_the_result_and_leads_to_their_documents() -> None:
    result = be.evaluate(load_sample("r8"))
    app = open_page("slices", review="r8", slices__by="=date")
    # by month
    frame = result.slices("date")
    text = text_of(app)
    for name, value, same in zip(
        frame["slice"], cells(frame, "difference"), cells(frame, "standardised"), strict=True
    ):
        assert name in text
        assert value in text
        assert same in text
    first, second = figures_of(app)[0]["data"][:2]
    assert (first["name"], second["name"]) == ("as it is", "with the same class mix")
    assert "where=date%3A1987-04-01..1987-04-30" in html_of(app)
    # ranges of one's own, another average
    app.selectbox(key="w_slices.by").select("=n_words").run()
    app.text_input(key="w_slices.edges").set_value("50 200").run()
    app.segmented_control(key="w_slices.average").set_value("macro").run()
    healthy(app)
    frame = result.slices("n_words", edges=[50, 200], average="macro")
    text = text_of(app)
    for words in ("below 50", "50 to 199", "200 and more", *cells(frame, "difference")):
        assert words in text
    app.text_input(key="w_slices.edges").set_value("50 x").run()
    assert "Type numbers" in healthy(app).warning[0].value
    assert app.query_params["slices.by"] == "=n_words"


def test_a_planted_trap_is_said_and_filters_of_ones_own_stand_beside(tmp_path: Path) -> None:
    file = tmp_path / "p.csv"
    # the other system calls everything a but the first, of class a too
    rows = [f"{t},{c},a,{s}" for t, c, s in zip(*planted(), strict=True)]
    rows[0] = "a,a,b,x"
    file.write_text("true,one,other,<b>source</b>\n" + "\n".join(rows) + "\n")
    review = be.read(file)
    app = open_page("slices", review, system="one", **{"slices.systems": '["other"]'})
    text = text_of(app)
    assert "Clearly below the rest in accuracy: y. Clearly above the rest in accuracy: x." in text
    assert "⇄ x is above the rest, but below it with the same class mix" in text
    assert "⇄ y is below the rest, but above it" in text
    # of x 80 of 100 are of class a, of y 20
    assert re.search(r" x 0.740 .* 0.790 \+0.590 .* y 0.460 .* 0.200 −0.590 ", text)
    assert "<b>source</b>" not in html_of(app)
    app.selectbox(key="w_slices.by").select("filters").run()
    assert "this one puts all documents into one slice" in healthy(app).info[0].value
    for name, typed in (("b of x", '"<b>source</b>"=x true:b'), ("", "wrong")):
        app.text_input(key="w_slices.name").set_value(name).run()
        app.text_input(key="w_slices.filter").set_value(typed).run()
        app.button(key="slices_add").click().run()
    filters = json.loads(app.query_params["slices.own"])
    assert filters == [["b of x", '"<b>source</b>"=x true:b'], ["wrong", "wrong"]]
    text = text_of(healthy(app))
    assert "Clearly below the rest in accuracy: b of x, wrong." in text
    assert "wrong is chosen by the predictions, and would differ for that reason alone." in text
    app.text_input(key="w_slices.filter").set_value("nosuch=1").run()
    app.button(key="slices_add").click().run()
    assert "there is no column 'nosuch'" in healthy(app).code[0].value
    app.multiselect(key="w_slices.kept").set_value(["wrong"]).run()
    assert json.loads(app.query_params["slices.own"]) == [["wrong", "wrong"]]


def test_weak_slices_are_searched_for_the_outcome_that_is_chosen() -> None:
    result = be.evaluate(load_sample("reuters"), "svm")
    app = open_page("slices", review="reuters", system="svm", **{"slices.part": "search"})
    text, weak = text_of(healthy(app)), result.weak_slices()
    assert search_text(weak.findings) in text
    for weak_slice in weak.findings.slices:
        assert all(condition.words in text for condition in weak_slice.conditions)
        assert signed(weak_slice.weak.difference) in text
    # the widest range of long documents that is clearly below the rest, as a filter
    (condition,) = weak.findings.slices[0].conditions
    least = re.fullmatch(r"n_words: (\d+) and more", condition.words)
    assert least is not None
    assert f"where=n_words%3E%3D{least[1]}" in html_of(app)
    app.selectbox(key="w_slices.outcome").select("missed").run()
    app.selectbox(key="w_slices.class").select("grain").run()
    assert search_text(result.weak_slices("missed:grain").findings) in text_of(healthy(app))
    assert "loss" not in app.selectbox(key="w_slices.outcome").options


def test_documents_that_leak_are_not_searched(tmp_path: Path) -> None:
    review = be.read(leaking(tmp_path / "p.csv"))
    text = text_of(healthy(open_page("slices", review, **{"slices.part": "search"})))
    assert search_text(be.evaluate(review).weak_slices().findings) in text
    assert "240 documents are in an earlier split too and left out" in text


def test_its_own_doubt_is_no_slice_of_the_data() -> None:
    app = open_page("slices", review="r8")
    options = app.selectbox(key="w_slices.by").options
    of_columns = [name for name in options if name in ("date", "n_words", "confidence")]
    assert of_columns == ["date", "n_words", "confidence"]
    app.segmented_control(key="w_slices.part").set_value("search").run()
    said = text_of(healthy(app))
    assert "confidence holds the system’s confidence" in said
    assert "Review uncertain predictions" in [link.proto.label for link in app.get("page_link")]


def test_counts_have_no_parts() -> None:
    truth = truth_of(np.eye(4, 2, dtype=bool), ids=None)
    said = Predictions("s", np.arange(4), None, sparse.csc_array(np.eye(4, 2, dtype=bool)))
    app = open_page("slices", Review("counts", truth, (said,), (), "counts"))
    assert "counts only" in app.info[0].value
    assert not app.get("button_group")


def test_without_a_system_each_slice_has_a_row_of_its_classes() -> None:
    rows = "1,a,x,1\n2,a,x,2\n3,b,x,3\n4,b,y,4\n"
    review = be.read(f"id,true,source,size\n{rows}".encode())
    app = open_page("slices", review, slices__by="=source")
    (table,) = (e.proto.body for e in app.get("html") if "class='grid'" in e.proto.body)
    assert re.findall(r"<th(?: [^>]*)?>(.*?)</th>", table)[:2] == ["Slice", "Documents"]
    # of three documents of x two are a, and one is b; the one of y is b
    shown = plain(table).split()
    assert [shown.count(share) for share in ("67", "33", "100")] == [1, 1, 1]
    whole = ClassShares(("a", "b"), (), np.zeros((0, 2)), "")
    assert clear_text(whole) == "All documents are in one slice."
