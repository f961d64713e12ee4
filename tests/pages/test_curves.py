"""The curves page shows what the measures give for the sample, and follows the slider."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from sklearn.metrics import average_precision_score, roc_auc_score
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.analysis.evaluation.average_intervals import average_intervals
from breakeven.analysis.evaluation.cut import natural_cut
from breakeven.analysis.evaluation.evaluation import evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.selection.selection import select
from breakeven.data.records import Review
from breakeven.readers.build import build_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables
from breakeven.readers.samples import load_sample
from breakeven.ui.app.page.rankings import curves_alt_text, shown
from breakeven.ui.curves import threshold_panel
from breakeven.ui.curves.numbers import few_positives
from metrics.ranking.ranking_intervals import FEW_POSITIVES
from metrics.typing import Array
from tests.made import not_none
from tests.pages.reading import badges_of, bare, figures_of, go_to, open_page, text_of
from tests.pages.test_thresholds import OPTIMISTIC

opened = partial(open_page, "curves", review="reuters", system="svm")


@pytest.fixture(scope="module")
def reuters() -> Review:
    return load_sample("reuters")


def scores_of(review: Review, system: str, name: str) -> tuple[Array, Array]:
    """A class's test scores and truth, straight from the review."""
    predictions = next(p for p in review.predictions if p.system == system)
    truth = review.truth
    test = truth.split_of[predictions.rows] == truth.splits.index("test")
    c = truth.classes.index(name)
    labels = not_none(truth.labels)[predictions.rows[test]].toarray()[:, c]
    return predictions.scores[c][test], labels


def test_break_even_of_a_class_is_the_published_one(reuters: Review) -> None:
    # a ranking of distinct scores breaks even at its R-precision: of the 117 best documents
    # as many are right as there are hits
    scores, labels = scores_of(reuters, "svm", "trade")
    best = np.argsort(-scores, kind="stable")[:117]
    r_precision = Fraction(int(labels[best].sum()), 117)
    assert labels.sum() == 117
    app = opened(**{"class": "trade"})
    assert "Predicted 117 " in text_of(app)
    app.segmented_control(key="w_curves.part").set_value("numbers").run()
    text = text_of(app)
    assert f"exactly equal, {float(r_precision):.3f}" in text
    assert "117 predicted" in text


def table_of(text: str) -> dict[str, int]:
    """The cells at the threshold, as the page says them."""
    rows = re.findall(r"(TP|FP|FN|TN) ([\d,]+)", text)
    return {cell: int(n.replace(",", "")) for cell, n in rows}


def test_the_slider_moves_the_table(reuters: Review) -> None:
    scores, labels = scores_of(reuters, "svm", "trade")
    app = opened(**{"class": "trade"})
    slider = app.select_slider(key="w_stop")
    stop = slider.value
    assert isinstance(stop, int)
    slider.set_value(stop + 40).run()
    assert not app.exception
    threshold = float(app.query_params["curves.at"])
    # 40 stops up lies a score that occurs; the table is counted here by hand
    assert threshold in scores.astype(float)
    chosen = scores.astype(float) >= threshold
    tp, fp = int((chosen & labels).sum()), int((chosen & ~labels).sum())
    p, r = tp / (tp + fp), tp / 117
    text = text_of(app)
    for name, value in (("Precision", p), ("Recall", r), ("F₁", 2 * p * r / (p + r))):
        assert f"{name} {value:.3f} " in text
    assert f"Predicted {tp + fp:,} " in text
    assert table_of(text) == {"TP": tp, "FP": fp, "FN": 117 - tp, "TN": 3299 - 117 - fp}


def test_a_typed_threshold_between_two_scores_counts_what_lies_above(reuters: Review) -> None:
    scores, labels = scores_of(reuters, "svm", "trade")
    app = opened(**{"class": "trade", "curves.at": "0.1"})
    chosen = scores.astype(float) >= 0.1
    assert table_of(text_of(app))["TP"] == int((chosen & labels).sum())
    app.number_input(key="w_curves.at").set_value(0.25).run()
    assert app.query_params["curves.at"] == "0.25"
    chosen = scores.astype(float) >= 0.25
    assert table_of(text_of(app))["TP"] == int((chosen & labels).sum())


def test_the_curve_has_no_invented_end_point_and_all_its_marks() -> None:
    figure = figures_of(opened(**{"class": "trade"}))[0]
    names = [trace.get("name", "") for trace in figure["data"]]
    for wanted in ("equal F₁", "precision = recall", "every threshold", "predictions now",
                   "at the slider"):  # fmt: skip
        assert wanted in names
    assert "predicting at random: 0.0355" in names
    assert any(name.startswith("break-even, exact") for name in names)


def labels_of(app: AppTest) -> list[str]:
    return [bare(label["text"]) for label in figures_of(app)[0]["layout"]["annotations"]]


def test_one_curve_is_named_beside_it_with_two_lines_of_equal_f() -> None:
    app = opened(**{"class": "trade"})
    (figure,) = figures_of(app)
    assert figure["layout"]["showlegend"] is False
    eleven, break_even, now = labels_of(app)
    # 95 of the 117 best are right, as the test above counts them by hand
    assert break_even == "break-even 0.812"
    assert eleven.startswith("eleven points, category pivot:<br>average 0.")
    assert now == "predictions now"
    texts = [t["text"] for t in figure["data"] if t.get("mode") == "text"]
    assert ["F₁ 0.5", "F₁ 0.8"] in texts
    alt = app.get("plotly_chart")[0].proto.alt
    assert alt.startswith("Precision and recall of trade break even at 0.81: ")


def test_three_curves_have_names_and_four_have_a_legend() -> None:
    three = opened(**{"class": "trade", "curves.systems": '["nb", "knn"]'})
    assert {"trade, svm", "trade, nb", "trade, knn"} <= set(labels_of(three))
    assert figures_of(three)[0]["layout"]["showlegend"] is False
    four = opened(**{"class": "trade", "curves.systems": '["nb", "knn", "tree"]'})
    assert "annotations" not in figures_of(four)[0]["layout"]
    assert figures_of(four)[0]["layout"].get("showlegend", True)


def test_a_system_has_its_colour_whichever_curve_stands_first() -> None:
    def colour(app: AppTest, name: str) -> str:
        lines = {bare(t.get("name", "")): t["line"]["color"] for t in figures_of(app)[0]["data"]
                 if t.get("mode", "").startswith("lines")}  # fmt: skip
        return lines[name]

    first = opened(**{"class": "trade", "curves.systems": '["nb"]'})
    other = opened(system="nb", **{"class": "trade", "curves.systems": '["svm"]'})
    for name in ("trade, svm", "trade, nb"):
        assert colour(first, name) == colour(other, name)
    assert colour(first, "trade, svm") != colour(first, "trade, nb")


def test_it_opens_on_the_weakest_class_of_ten_documents_or_on_the_one_looked_at(
    reuters: Review,
) -> None:
    # apart: F1 of each class by counting the decisions of the file
    svm = next(p for p in reuters.predictions if p.system == "svm")
    test = reuters.truth.split_of[svm.rows] == reuters.truth.splits.index("test")
    truth = not_none(reuters.truth.labels)[svm.rows[test]].toarray()
    called = not_none(svm.decisions).toarray()[test].astype(bool)
    f = {}
    for c, name in enumerate(reuters.truth.classes):
        hits = int((truth[:, c] & called[:, c]).sum())
        if truth[:, c].sum() >= 10:
            f[name] = 2 * hits / int(truth[:, c].sum() + called[:, c].sum())
    weakest = min(f, key=lambda name: f[name])
    app = opened()
    assert app.selectbox(key="w_class").value == weakest
    assert f[weakest] < 0.3
    app.selectbox(key="w_class").set_value("trade").run()
    assert go_to(go_to(app, "classes"), "curves").selectbox(key="w_class").value == "trade"


def test_changes_are_those_of_what_is_shown() -> None:
    for threshold in ("0.1", "0.2", "0.3", "0.4"):
        text = text_of(opened(**{"class": "earn", "curves.at": threshold}))
        for name in ("Precision", "Recall", "F₁"):
            found = re.search(name + r" (0\.\d{3}) \S+ (0\.\d{3}) \S+ ([+−]?0\.\d{3}) ", text)
            here, now, change = (Fraction(n.replace("−", "-")) for n in not_none(found).groups())
            assert here - now == change


def test_the_box_shows_what_sentences_say_and_the_link_keeps_every_digit() -> None:
    app = opened(**{"class": "earn"})
    box = app.number_input(key="w_curves.at")
    assert float(box.proto.format % box.value) == box.value == 0.0445
    stops = app.select_slider(key="w_stop")
    assert stops.options[int(not_none(stops.value))] == "0.0445"
    exact = "0.044508401304483414"
    app = opened(**{"class": "earn", "curves.at": exact})
    assert app.query_params["curves.at"] in (exact, [exact])


def test_systems_and_classes_are_laid_over_each_other() -> None:
    app = opened(
        **{"class": "trade", "curves.systems": '["nb"]', "curves.classes": '["grain", "no such"]'}
    )
    names = [bare(trace.get("name", "")) for trace in figures_of(app)[0]["data"]]
    assert {"trade, svm", "trade, nb", "grain"} <= set(names)
    assert "no such" not in text_of(app)
    app.multiselect(key="w_curves.systems").set_value([]).run()
    assert app.query_params["curves.systems"] == "[]"
    names = [bare(trace.get("name", "")) for trace in figures_of(app)[0]["data"]]
    assert "trade" in names
    assert "trade, nb" not in names


def test_equal_scores_are_said_in_words() -> None:
    # the tree has no rule for nkr: 3,299 documents of score 0, two of them in the class
    app = opened(system="tree", **{"class": "nkr"})
    text = text_of(app)
    assert "scores are equal" in text
    assert "Do not rely on the break-even value" in text
    assert not app.select_slider


def test_break_even_over_all_classes_is_three_numbers_and_says_who_spoils_them(
    reuters: Review,
) -> None:
    # slow and apart: for every class all cuts at distinct scores, in fractions
    pool, values, true = [0, 0], [], 0
    for name in reuters.truth.classes:
        scores, labels = scores_of(reuters, "tree", name)
        r, best = int(labels.sum()), None
        for t in np.unique(scores)[::-1]:
            k, a = int((scores >= t).sum()), int(labels[scores >= t].sum())
            if a or k == r:
                p, rec = Fraction(a, k), Fraction(a, r)
                rank = (k != r, abs(p - rec), -(p + rec))
                best = min(best or (rank, k, a), (rank, k, a), key=lambda point: point[0])
        (*_, mean), k, a = not_none(best)
        values.append(-mean / 2)
        pool = [pool[0] + k, pool[1] + a]
        true += r
    macro = float(sum(values) / len(values))
    own = float((Fraction(pool[1], pool[0]) + Fraction(pool[1], true)) / 2)
    text = text_of(opened(system="tree", **{"curves.part": "conventions"}))
    _, _, table = text.partition("Macro mean over all 90 classes")
    assert table.split()[0] == f"{macro:.3f}"
    assert f"counts pooled {own:.3f} interpolated" in table
    assert "Do not rely on the first two values: in 36 classes" in table
    assert "castor-oil" in table


def test_a_class_without_positives_has_no_curve_but_a_table() -> None:
    # castor-oil and 12 more classes have no document in the dev part
    app = opened(split="dev", **{"class": "castor-oil"})
    text = text_of(app)
    assert "No document here is truly in castor-oil" in text
    assert not app.get("plotly_chart")
    assert "This threshold" in text


def test_decisions_without_scores_are_shown_as_points() -> None:
    app = opened(review="r8", system="")
    assert "no scores" in app.info[0].value
    (figure,) = figures_of(app)
    points = next(t for t in figure["data"] if t.get("name") == "a class")
    assert len(points["text"]) == 8


def test_all_classes_pooled(reuters: Review) -> None:
    app = opened(**{"curves.of": "pooled", "curves.part": "numbers"})
    truth = reuters.truth
    test = truth.in_split("test")
    assert f"{not_none(truth.labels)[test].sum():,} true" in text_of(app)


def test_six_conventions_carry_the_name_of_the_eleven_point_average(reuters: Review) -> None:
    app = opened(system="knn", **{"curves.part": "conventions", "curves.subject": "eleven"})
    text = text_of(app)
    assert "Category pivot: each class ranks the documents: eleven-point average 0." in text
    app.selectbox(key="w_curves.eleven").set_value("trec_eval_current").run()
    assert app.query_params["curves.eleven"] == "trec_eval_current"
    category, other = (trace["name"] for trace in figures_of(app)[-1]["data"])
    # rounding to the nearest count is never lower than the definition
    assert float(other.rpartition(" ")[2]) > float(category.rpartition(" ")[2])


def test_yangs_steps_of_a_document(reuters: Review) -> None:
    truth = reuters.truth
    app = opened(**{"curves.part": "conventions", "curves.subject": "yang"})
    typed = app.text_input(key="w_curves.document").value
    row = int(np.flatnonzero(truth.documents == typed)[0])
    true = {truth.classes[c] for c in np.flatnonzero(not_none(truth.labels)[[row]].toarray()[0])}
    svm = next(p for p in reuters.predictions if p.system == "svm")
    scores = svm.scores[:, int(np.flatnonzero(svm.rows == row)[0])]
    ranked = [truth.classes[c] for c in np.argsort(-scores, kind="stable")]
    ranking = app.dataframe[-1].value
    assert ranking["class"].tolist() == ranked[: len(ranking)]
    assert set(ranking["class"][ranking["true"]]) == true
    # precision where the last true class is found
    assert ranking["precision"].iloc[-1] == f"{len(true) / len(ranking):.3f}"
    app.text_input(key="w_curves.document").set_value("no such").run()
    assert "No document" in app.warning[0].value


def test_the_same_k_for_every_document(reuters: Review) -> None:
    text = text_of(opened(**{"curves.part": "conventions", "curves.subject": "top_k"}))
    truth = reuters.truth
    svm = next(p for p in reuters.predictions if p.system == "svm")
    test = truth.split_of[svm.rows] == truth.splits.index("test")
    labels = not_none(truth.labels)[svm.rows[test]].toarray()
    best = np.argmax(svm.scores[:, test], axis=0)
    tp = int(labels[np.arange(len(best)), best].sum())
    row = text.split("Fallout F₁")[1].split()
    assert row[:3] == ["1", f"{tp / len(best):.3f}", f"{tp / labels.sum():.3f}"]


def test_numbers_that_hold_without_the_doubtful_classes_are_not_set_beside_themselves() -> None:
    # of naive Bayes two small classes are doubtful: both means stay the same to three digits, or
    # say what they were
    said = text_of(opened(system="nb", **{"curves.part": "conventions"})).partition(
        "Do not rely on the first two"
    )[2]
    without = said.partition("Without them")[2].partition("Breakeven")[0]
    assert without
    for now, before in re.findall(r"([\d.]+) (?:\(\w+\) )?instead of ([\d.]+)", without):
        assert now != before
    assert "macro is 0.446 " not in without


def test_mean_of_precision_and_recall_against_f() -> None:
    app = opened(**{"class": "trade", "curves.at": "0.1", "curves.part": "numbers"})
    # 82 right of 95 assigned and 117 positives: P = 0.863 > R = 0.701, equal at sqrt(R/P) = 0.90
    text = text_of(app)
    assert "P = 0.863 > R = 0.701." in text
    assert "is below F for β < √(R/P) = 0.90 and above it for larger β" in text


SPARSE = """id,class,truth,score
1,wool,1,0.9
1,tin,0,0.2
2,wool,0,0.4
3,wool,1,
4,wool,1,0.4
4,lead,1,
"""


def of_own_file(name: str, text: str, **choices: str) -> AppTest:
    tables = open_tables([(name, text.encode())])
    review = build_review(tables, propose(tables), name)
    return open_page("curves", review, **choices)


def test_documents_without_a_score_are_never_assigned() -> None:
    text = text_of(of_own_file("sparse.csv", SPARSE, **{"class": "wool"}))
    # of 4 documents, 3 have a score for wool; document 3 is wool and has none: 2 of 3 at most
    assert "1 of 4 documents have no score" in text
    assert "recall cannot exceed 0.667" in text


def test_a_class_that_no_document_has_a_score_for() -> None:
    text = text_of(of_own_file("sparse.csv", SPARSE, **{"class": "lead"}))
    assert "No document has a score for lead" in text


def test_a_threshold_shown_reaches_the_score_it_stands_for() -> None:
    # to four digits all of these are 1, which no score reaches
    file = "id,true,score:a\n1,a,0.99999987\n2,a,0.99999986\n3,,0.9999998\n"
    text = text_of(of_own_file("near.csv", file, **{"class": "a", "curves.part": "numbers"}))
    # both of a lie at or above 0.99999986, and no other: precision and recall meet at 1
    assert "at score ≥ 0.99999986: 2 predicted" in text


def test_pooled_decisions_have_the_interval_of_the_micro_averages(reuters: Review) -> None:
    said = text_of(opened(**{"curves.of": "pooled"}))
    system = next(one for one in reuters.predictions if one.system == "svm")
    part = score_split(reuters.truth, system, "test")
    evaluation = evaluate(system, part, "test", natural_cut(system, False))
    found = average_intervals(evaluation, 1.0, "drop")
    assert found is not None
    for key in ("precision", "recall", "f"):
        ends = found.micro[key]
        assert f"{ends.low:.3f}–{ends.high:.3f}" in said


def test_a_threshold_that_is_used_decides_on_every_page_and_the_other_classes_stay(
    reuters: Review,
) -> None:
    scores, labels = scores_of(reuters, "svm", "trade")
    app = opened(**{"class": "trade", "curves.at": "0.25"})
    assert not app.button(key="use_threshold").disabled
    before = text_of(go_to(opened(**{"class": "trade"}), "classes"))
    app.button(key="use_threshold").click().run()
    assert app.button(key="use_threshold").disabled
    assert "a threshold per class, tuned on test" in text_of(app)
    assert OPTIMISTIC in badges_of(app)
    chosen = scores.astype(float) >= 0.25
    tp = int((chosen & labels).sum())
    go_to(app, "classes")
    assert f"Finds {tp} of 117:" in text_of(app)
    assert f"{tp} of {chosen.sum()} predictions right" in text_of(app)
    # of the other classes nothing changed
    weak = r"Clearly below 50 %: [^.]*"
    assert re.findall(weak, text_of(app)) == re.findall(weak, before) != []


def test_one_threshold_is_used_for_all_classes_pooled() -> None:
    app = opened(**{"curves.of": "pooled", "curves.at": "0.25"})
    app.button(key="use_threshold").click().run()
    assert app.query_params["cut"] in (
        expected := "threshold:threshold=0.25&split=test&tuned=1",
        [expected],
    )
    assert "score ≥ 0.25, chosen on test" in text_of(app)
    assert OPTIMISTIC in badges_of(app)


def test_the_curve_opens_as_precision_against_recall_and_switches_to_roc_and_net_benefit(
    reuters: Review,
) -> None:
    app = opened(system="logreg", **{"class": "grain"})
    view = app.segmented_control(key="w_curves.view")
    assert view.value == "precision-recall"
    scores, labels = scores_of(reuters, "logreg", "grain")
    view.set_value("roc").run()
    assert not app.exception
    area = roc_auc_score(labels, scores)
    text = text_of(app)
    assert f"ROC AUC {area:.3f} (" in text
    precision = average_precision_score(labels, scores)
    assert f"rare, so read average precision: {precision:.3f}" in text
    app.segmented_control(key="w_curves.view").set_value("net-benefit").run()
    app.number_input(key="w_curves.at").set_value(0.25).run()
    assert not app.exception
    # three hits buy one false alarm
    worth = np.where(labels, 1.0, -1 / 3)[scores >= 0.25].sum() / len(labels)
    assert f"net benefit {worth:.3f} (" in text_of(app)
    assert app.query_params["curves.view"] == "net-benefit"


def test_scores_that_are_no_probabilities_say_why_there_is_no_net_benefit() -> None:
    app = opened(**{"class": "grain", "curves.view": "net-benefit"})
    assert [info.value for info in app.info if "Net benefit needs probabilities" in info.value]


def test_average_precision_is_doubted_of_a_class_with_few_documents_alone() -> None:
    true = np.zeros((60, 2), dtype=int)
    true[: FEW_POSITIVES - 1, 0], true[:FEW_POSITIVES, 1] = 1, 1
    review = be.from_arrays(true, None, np.where(true, 0.9, 0.1), classes=["few", "many"])
    selection = select(review, {})
    few, many, pooled = (
        not_none(shown(review, selection, selection.system, c, name))
        for c, name in ((0, "few"), (1, "many"), (None, "all"))
    )
    assert "fewer than 50 documents, average precision is too high" in few_positives([many, few])
    assert few_positives([many, pooled]) == ""
    # what is said of a figure to those who cannot see it: every positive before every negative
    ranked = "break-even 1.000, eleven-point average 1.000"
    assert curves_alt_text([few]).startswith(ranked)
    assert curves_alt_text([few, many]).count(ranked) == 2
    unranked = replace(few, ranking=None)
    assert curves_alt_text([unranked]).startswith("no scores, predictions now at precision")


@pytest.mark.parametrize(("most", "own"), [(90, True), (89, False)])
def test_a_class_gets_a_threshold_of_its_own_up_to_so_many_classes(
    most: int, own: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # of the 90 classes of the sample
    monkeypatch.setattr(threshold_panel, "MOST_CLASSES", most)
    app = opened(**{"class": "trade"})
    assert ("use_threshold" in {button.key for button in app.button}) == own
    assert any(f"at most {most:,} classes" in one.value for one in app.caption) != own
