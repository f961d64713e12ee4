"""Tables taken from a page hold what the page is about, and what their names say."""

from __future__ import annotations

import numpy as np
from numpy.testing import assert_allclose
from sklearn.metrics import precision_recall_curve
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.analysis.evaluation.evaluation import evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.selection.selection import default_cut
from breakeven.figures.figure import system_look
from breakeven.readers.samples import load_sample
from breakeven.ui.app.page.rankings import PlottedRanking
from breakeven.ui.curves.numbers import curves_frame
from tests.pages.reading import figures_of, healthy, open_page, plain
from tests.small_files import SMALL_FILES


def test_every_page_says_what_its_tables_are_about() -> None:
    chosen = {"system": "logreg", "split": "dev", "where": "true:grain", "beta": "2"}
    more = {"undefined": "zero", "summary__part": "averages"}
    app = open_page("summary", review="reuters", cut="threshold:0.25", **chosen, **more)
    about = app.session_state["about"]
    assert {key: about[key] for key in chosen} == chosen
    assert about["review"] == "Reuters-21578, ModApte"
    assert about["decisions"] == "score ≥ 0.25"
    assert about["undefined_as"] == "zero"
    assert "These are the documents of dev." in about["caution"]
    # nothing is made before a toolbar is opened; then a table has four files and a text to copy
    assert [*_files(app), *app.code] == []
    app.session_state["toolbar_averages"] = True
    healthy(app.run())
    assert _files(app) == ["CSV", "Parquet", "Markdown", "LaTeX"]
    assert app.code[0].value.startswith(
        "review: Reuters-21578, ModApte; system: logreg; split: dev"
    )
    # and a figure its picture, which says what it is about
    app.session_state["toolbar_figure_systems"] = True
    healthy(app.segmented_control(key="w_summary.part").set_value("main").run())
    assert _files(app) == ["Its points, CSV"]
    titled = next(figure["layout"] for figure in figures_of(app) if "title" in figure["layout"])
    title = plain(titled["title"]["text"])
    for part in ("F₂", "system logreg", "score ≥ 0.25", "filter true:grain", about["documents"]):
        assert part in title


def _files(app: AppTest) -> list[str]:
    """What can be taken from the page, but for the report."""
    buttons = [button.proto for button in app.get("download_button")]
    return [button.label for button in buttons if "report_" not in button.id]


def test_a_comparison_is_about_both_systems() -> None:
    (data,) = SMALL_FILES["system_column"].files.values()
    review = be.read(data)
    worse, better = sorted(("tree", "nb"), key=lambda s: be.evaluate(review, s).micro()["f"])
    app = open_page("compare", review, system=worse, compare__system=better)
    about = app.session_state["about"]
    # the better one comes first, whichever was chosen first
    assert about["system"] == f"{better} against {worse}"
    assert about["decisions"] == (
        f"{worse}: predictions as uploaded; {better}: predictions as uploaded"
    )


def test_the_file_of_curves_holds_the_curves() -> None:
    review = load_sample("reuters")
    (svm,) = (p for p in review.predictions if p.system == "svm")
    part = score_split(review.truth, svm, "test")
    evaluation = evaluate(svm, part, "test", default_cut(svm, review.truth))
    plotted = []
    for name in ("grain", "corn"):
        c = review.truth.classes.index(name)
        plotted.append(PlottedRanking(name, evaluation, c, None, system_look(0)))
    frame = curves_frame(plotted)
    assert list(frame.columns)[:4] == ["curve", "threshold", "precision", "recall"]
    for curve in plotted:
        points = frame[frame["curve"] == curve.name]
        assert curve.class_index is not None
        true = part.truth[:, [curve.class_index]].toarray().ravel()
        scores = np.asarray(part.scores[curve.class_index], dtype=float)
        precision, recall, threshold = precision_recall_curve(true, scores)
        by_threshold = {t: (p, r) for t, p, r in zip(threshold, precision, recall, strict=False)}
        wanted = np.array([by_threshold[t] for t in points["threshold"]])
        assert_allclose(points[["precision", "recall"]].to_numpy(), wanted, rtol=1e-12)
        assert len(points) > 50
