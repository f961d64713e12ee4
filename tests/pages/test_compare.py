"""The compare page: numbers against the measures, published figures, and another library."""

from __future__ import annotations

import html
import json
import re
from functools import partial

import pytest
from scipy import stats
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.analysis.comparison.comparison import compare_systems
from breakeven.analysis.comparison.shared_documents import (
    ComparisonSettings,
    largest_classes,
    share_answered,
    values_of,
)
from breakeven.analysis.evaluation.cut import natural_cut
from breakeven.analysis.evaluation.evaluation import evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.figures.figure import PAGE
from breakeven.readers.build import read_review
from breakeven.readers.samples import load_sample
from breakeven.results.systems import standings_frame, standings_of
from breakeven.ui.compare.sections import DISAGREEMENTS
from breakeven.ui.compare.sentences import AVERAGE_WORDS
from metrics.catalogue import TESTS
from tests.answering import two_versions
from tests.contrast import contrast
from tests.made import not_none
from tests.pages.reading import bare, open_page, plain, text_of
from tests.published import PUBLISHED

SYSTEMS = ("nb", "rocchio", "knn", "tree", "svm", "logreg")
PARTS = (
    {"part": "classes"},
    {"part": "tests"},
    {"part": "curves"},
    *({"part": "disagreement", "show": show} for show in DISAGREEMENTS),
)

opened = partial(open_page, "compare", review="reuters", system="knn")


def cells_of(app: AppTest, row: str) -> list[str]:
    """The first figure of each cell in a row of the tables on the page."""
    for element in app.get("html"):
        for line in re.findall(r"<tr>(.*?)</tr>", element.proto.body, re.DOTALL):
            cells = re.findall(r"<td[^>]*>(.*?)</td>", line, re.DOTALL)
            if cells and row in cells[0]:
                shown = [html.unescape(re.sub(r"<[^>]+>", " ", c)).split() for c in cells[1:]]
                return [c[0] if c else "" for c in shown]
    raise AssertionError(f"no row {row}")


# as they stand in the table: all labels, average of classes and of documents
AVERAGES = ("micro_f1_test", "macro_f1_test", None)
BEST_FIRST = sorted(SYSTEMS, key=lambda s: -PUBLISHED[s]["micro_f1_test"])


def test_all_systems_have_their_published_values_the_best_on_top() -> None:
    app = opened()
    assert systems_in(app) == BEST_FIRST
    for s in SYSTEMS:
        *averages, apart = cells_of(app, f">{s}<")
        for shown, key in zip(averages, AVERAGES, strict=True):
            assert key is None or shown == f"{PUBLISHED[s][key]:.3f}"
        # the difference to the better of the two that are compared, in points
        points = 100 * (PUBLISHED[s]["micro_f1_test"] - PUBLISHED["svm"]["micro_f1_test"])
        assert float(apart.replace("−", "-")) == pytest.approx(points, abs=0.051)
    for name in ("earn", "corn"):
        expected = [f"{PUBLISHED[s]['f1_test_top10'][name]:.3f}" for s in BEST_FIRST]
        assert cells_of(app, f">{name}<") == expected


def systems_in(app: AppTest) -> list[str]:
    """The systems of the first table, from the top."""
    table = next(e.proto.body for e in app.get("html") if "<table" in e.proto.body)
    return [plain(cell).strip() for cell in re.findall(r"<tr><td[^>]*>(.*?)</td>", table)]


def test_break_even_of_the_pooled_ten_is_the_published_one_and_not_to_be_set_beside_f() -> None:
    app = opened(compare__measure="break_even", compare__rows="all")
    # kNN and trees have ties, where the published value is an expectation within them
    review = load_sample("reuters")
    evaluations = [
        evaluate(p, score_split(review.truth, p, "test"), "test", natural_cut(p, False))
        for p in review.predictions
    ]
    shared = share_answered(evaluations)
    settings = ComparisonSettings("break_even", 1.0, "drop", largest_classes(evaluations[0]))
    side = compare_systems(shared, settings, replicates=10)
    frame = standings_frame(side, standings_of(side, []))
    ten = frame[frame["of"] == "Micro, 10 largest classes"].set_index("system")["value"]
    for s in SYSTEMS:
        if s not in ("knn", "tree"):
            assert ten[s] == pytest.approx(PUBLISHED[s]["micro_break_even_test_top10"], abs=5e-5)
    assert "Do not compare them with an F" in text_of(app)


def test_the_answer_comes_with_interval_and_counts_documents() -> None:
    said = text_of(opened(compare__system="svm"))
    assert "svm is better than knn." in said
    # 100 (0.862417 - 0.814884) = 4.75 points
    found = re.search(r"\+4\.8 points F₁ over all labels \((\d\.\d) to (\d\.\d)\)", said)
    assert float(not_none(found)[1]) < 4.75 < float(not_none(found)[2])
    assert "unlikely to be chance" in said
    assert "On the same 3,299 documents." in said


def test_the_answer_is_that_of_the_better_one_whichever_was_chosen() -> None:
    texts = [
        text_of(opened(system=system, compare__system=other))
        for system, other in (("svm", "knn"), ("knn", "svm"))
    ]
    for said in texts:
        assert "svm is better than knn." in said
    numbers = [re.findall(r"\+4\.8 points.*?On the same", said) for said in texts]
    assert numbers[0] == numbers[1] != []


def test_where_nothing_is_clear_nobody_is_called_better() -> None:
    said = text_of(opened(compare__system="tree"))
    assert "No clear difference between knn and tree." in said
    assert "is better than" not in said


def test_the_best_other_system_is_the_default_and_the_choice_is_in_the_address() -> None:
    app = opened()
    assert app.selectbox(key="w_compare.system").value == "svm"
    app.selectbox(key="w_compare.system").select("tree").run()
    assert not app.exception
    assert app.query_params["compare.system"] == "tree"
    assert "which may be chance" in text_of(app)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: "-".join(part.values()))
def test_every_part_opens_for_every_kind_of_measure(part: dict[str, str]) -> None:
    chosen = {f"compare.{key}": value for key, value in part.items()}
    for measure in ("f", "eleven_point"):
        app = opened(**chosen, compare__measure=measure, compare__rows="all")
        assert chosen.items() <= app.query_params.items()


def test_the_sign_test_on_the_page_is_scipys_on_the_same_counts() -> None:
    app = opened(system="svm", compare__system="logreg", compare__part="tests")
    counted = re.search(r"Micro sign test.*? ([\d,]+) of ([\d,]+) predictions", text_of(app))
    k, n = not_none(counted).groups()
    p = stats.binomtest(int(k.replace(",", "")), int(n.replace(",", ""))).pvalue
    shown = cells_of(app, "Micro sign test")[1]
    assert shown == (f"{p:.3f}" if p >= 0.001 else "<")
    # svm is right alone where logreg errs: fp and fn of one system less those of the other
    svm, logreg = (sum(PUBLISHED[s]["tp_fp_fn_test"][1:]) for s in ("svm", "logreg"))
    for_svm = int(k.replace(",", ""))
    assert for_svm - (int(n.replace(",", "")) - for_svm) == logreg - svm


def test_documents_of_a_disagreement_are_those_one_system_gets_right() -> None:
    app = opened(compare__part="disagreement", **{"class": "nat-gas"}, compare__system="svm")
    app.selectbox(key="w_compare.documents").select("found_by_new").run()
    frame = next(d.value for d in app.dataframe if "before" in d.value)
    assert len(frame) == 20  # the first of them
    assert "Read 23 documents" in [link.proto.label for link in app.get("page_link")]
    assert all("nat-gas" in names.split(" | ") for names in frame["true"])
    assert all("nat-gas" in names.split(" | ") for names in frame["after"])
    assert not any("nat-gas" in names.split(" | ") for names in frame["before"])


def test_a_search_shows_only_classes_of_that_name() -> None:
    app = opened(compare__find="GAS")
    assert cells_of(app, ">nat-gas<")
    with pytest.raises(AssertionError, match="no row"):
        cells_of(app, ">earn<")


def test_one_system_is_told_what_to_add() -> None:
    app = opened(review="r8", system="logreg")
    assert "a comparison needs two" in app.info[0].value
    assert not app.get("plotly_chart")


def test_the_dev_split_is_said_to_be_what_thresholds_were_chosen_on() -> None:
    assert "optimistic" in text_of(opened(split="dev"))


# -- the exports ----------------------------------------------------------------------------


def test_values_on_the_page_are_those_of_the_evaluation() -> None:
    review = load_sample("reuters")
    app = opened(compare__measure="recall", beta="2")
    for p in review.predictions:
        e = evaluate(p, score_split(review.truth, p, "test"), "test", natural_cut(p, False))
        averages = values_of(e, ComparisonSettings("recall", 2.0, "drop", (0,))).averages
        expected = [f"{averages[key]:.3f}" for key in ("macro", "per_document")]
        assert cells_of(app, f">{p.system}<")[1:3] == expected


def test_changed_cells_of_two_single_label_systems_are_the_files_own() -> None:

    from breakeven.ui.app.store.memory import review_memory

    # a stays, b goes to a once, c is found once more
    old = "id,true,predicted\n1,a,a\n2,b,b\n3,c,a\n4,c,c\n"
    new = "id,predicted\n1,a\n2,a\n3,c\n4,c\n"
    review = read_review([("old.csv", old.encode()), ("new.csv", new.encode())])
    review_memory.keep(review)
    app = open_page(
        "compare",
        review=review.fingerprint,
        system="old",
        **{"compare.part": "disagreement", "compare.show": "confusions"},
    )
    frame = next(d.value for d in app.dataframe if "change" in d.value)
    cells = {(row["true"], row["assigned"]): row["change"] for _, row in frame.iterrows()}
    # both have 3 of 4 right: the differences are those of the one that was chosen
    assert cells == {("b", "b"): 1, ("b", "a"): -1, ("c", "a"): 1, ("c", "c"): -1}
    assert "old minus new: 4 cells differ. Blue is better" in text_of(app)
    (chart,) = app.get("plotly_chart")
    (cells_drawn,) = json.loads(chart.proto.spec)["data"]
    # a page has the light theme where nobody says which
    assert contrast(cells_drawn["textfont"]["color"], PAGE) > 4.5
    drawn = cells_drawn["text"]
    assert sorted(cell for row in drawn for cell in row) == [
        "", "", "", "", "", "+1", "+1", "−1", "−1",
    ]  # fmt: skip


def test_versions_of_a_prompt_are_compared_where_all_answered_with_what_they_cost() -> None:
    app = open_page("compare", two_versions())
    text = text_of(app)
    assert "two and one score the same." in text or "one and two score the same." in text
    assert "On the same 3 documents." in text
    assert "usable answer are compared; left out: 1 of one, 1 of two." in text
    # F, documents, right; 0.004 for three documents, two of them right; 1, 2 and 4 seconds
    tables = [e.proto.body for e in app.get("html") if "Cost per 1,000" in e.proto.body]
    rows = [plain(row).split() for row in re.findall(r"<tr>(.*?)</tr>", tables[0], re.DOTALL)]
    assert rows[1:] == [
        ["one", "0.667", "3", "2", "1.333", "0.002", "2", "4"],
        ["two", "0.667", "3", "2", "of", "2", "with", "a", "known", "cost", "10", "0.01", "1", "1"],
    ]


def test_where_nothing_is_known_of_cost_and_time_there_is_no_table_of_it() -> None:
    assert "Cost and time" not in [s.value for s in opened().header]


def test_every_system_has_its_curve_and_a_point_where_its_decisions_are() -> None:
    (chart,) = opened(compare__part="curves").get("plotly_chart")
    drawn = json.loads(chart.proto.spec)["data"]
    lines = {bare(trace["name"]) for trace in drawn if "lines" in trace.get("mode", "")}
    assert set(SYSTEMS) <= lines
    points = {bare(trace["name"]) for trace in drawn if trace.get("mode") == "markers"}
    assert points == {f"{system}, predictions now" for system in SYSTEMS}


def test_where_averages_lie_at_an_end_of_their_intervals_that_is_said_beside_them() -> None:
    app = opened()
    shown = re.findall(r"([\d.]+)\s?≈?\s+([\d.]+)–([\d.]+)", text_of(app))
    of_few = [
        (float(value) - float(low)) / (float(high) - float(low)) for value, low, high in shown
    ]
    # six systems by three averages, of which that of the classes is no middle
    assert len(of_few) == 18
    assert sum(place < 0.3 for place in of_few) == 6
    lower_end = "may lie near its lower end"
    assert any(lower_end in caption.help for caption in app.caption)
    numbers = open_page("summary", review="reuters", system="svm", summary__part="averages")
    assert any(lower_end in caption.value for caption in numbers.caption)
    report = be.report(be.sample("reuters"), "svm")
    assert lower_end in plain(report.to_html())
    assert lower_end in report.to_markdown()


def test_the_tests_of_a_difference_begin_with_the_interval_of_each_average() -> None:
    text = text_of(opened(compare__part="tests"))
    _, _, said = text.partition(f" {TESTS['bootstrap'].name} ")
    row = said.partition(f" {TESTS['randomisation'].name} ")[0]
    assert re.findall(r"[\d.]+ to [+−]?[\d.]+ (\w+)", row) == list(AVERAGE_WORDS)
