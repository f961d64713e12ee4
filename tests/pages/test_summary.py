"""The overview shows the evaluation's own numbers, with what was undefined."""

from __future__ import annotations

import html
import re
from urllib.parse import parse_qsl, unquote

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.analysis.advice.findings_list import first_steps, on_top
from breakeven.ui.summary import sections
from breakeven.ui.summary.class_ends import low_values_text
from breakeven.ui.summary.systems import leading_text
from metrics.catalogue import CATALOGUE
from metrics.uncertainty.class_verdicts import FEWEST
from tests.breakeven.analysis.story.test_screens import TERMS
from tests.pages.reading import html_of, open_page, plain, read_here, text_of
from tests.published import PUBLISHED

AVERAGES = {"summary__part": "averages"}
LEADING = ["recall", "precision", "exact_match"]
ZERO = AVERAGES | {"undefined": "zero"}


@pytest.mark.parametrize("system", ["nb", "svm"])
def test_averages_are_those_published_with_the_sample(system: str) -> None:
    text = html_of(open_page("summary", review="reuters", system=system, **ZERO))
    assert f"<b>{PUBLISHED[system]['micro_f1_test']:.3f}</b>" in text
    assert f"<b>{PUBLISHED[system]['macro_f1_test']:.3f}</b>" in text
    tp, _, fn = PUBLISHED[system]["tp_fp_fn_test"]
    assert f"{tp:,} of {tp + fn:,} true labels" in text


def test_what_was_left_out_is_said_and_follows_the_choice() -> None:
    # the sample's README: 280 test documents have no topic, so recall is 0/0 on them
    app = open_page("summary", review="reuters", system="svm", **AVERAGES)
    text = text_of(app)
    assert "Recall of 3,019: 280 have nothing true" in text
    # each such number leads to these documents
    links = re.findall(r'<a[^>]*where=([^"&]*)">([\d,]+)</a> (have|got) nothing', html_of(app))
    assert {(unquote(where), word) for where, _, word in links} == {
        ("labels:0..0", "have"), ("calls:0..0", "have"),
    }  # fmt: skip
    zero = html_of(open_page("summary", review="reuters", system="svm", **ZERO))
    assert "0/0 counted as 0" in zero
    assert "Recall 280" in zero


def test_accuracy_of_single_label_data_is_the_share_right_and_said_once() -> None:
    app = open_page("summary", review="r8", **AVERAGES)
    accuracy = PUBLISHED["single_label"]["accuracy_test"]
    text = text_of(app)
    assert f"accuracy {100 * accuracy:.1f} %" in text
    assert f"Accuracy {accuracy:.3f} (95 %: " in text
    assert "this same number" in text
    # in the paragraph as per cent, and as accuracy: as no average but weighted recall, its double
    assert text.partition("Weighted")[0].count(f"{accuracy:.3f}") == 1
    assert any("Weighted recall is accuracy." in each.value for each in app.caption)
    assert "Micro every decision" not in text
    assert "Exact match" not in text
    # two of the eight classes a document could be told from: 1 − 2 · errors / (8 · documents)
    assert f"{1 - 2 * (1 - accuracy) / 8:.3f}" not in text.partition("Negative predictive value")[0]
    assert "Accuracy per class" not in text
    guessed = PUBLISHED["single_label"]["test"]
    text = text_of(app.segmented_control(key="w_summary.part").set_value("guessing").run())
    assert f"right for {100 * 1083 / guessed:.1f} %" in text


def test_help_explains_each_measure_first_in_the_numbers_shown() -> None:
    app = open_page("summary", review="reuters", system="svm", **ZERO)
    (help_,) = (h.help for h in app.header if h.value.startswith("Counted"))
    tp, fp, fn = PUBLISHED["svm"]["tp_fp_fn_test"]
    assert help_.startswith(
        f"**Precision**: of {tp + fp:,} predicted labels, {tp:,} are right: {tp / (tp + fp):.3f}."
    )
    assert f"**Recall**: of {tp + fn:,} true labels, {tp:,} are found" in help_
    assert f"(both count alike): {PUBLISHED['svm']['micro_f1_test']:.3f}." in help_
    assert "mean over 90 classes, so a small one counts like a large one: F₁ " in help_
    assert f"{PUBLISHED['svm']['macro_f1_test']:.3f}" in help_
    assert help_.index("**Per document**") < help_.index("$") < help_.index("Source: ")


def uploaded(load_page: AppTest, data: bytes) -> AppTest:
    load_page.file_uploader(key="files").set_value([("own.csv", data, "text/csv")]).run()
    read_here(load_page)
    load_page.query_params["summary.part"] = "averages"
    load_page.switch_page("pages/summary.py").run()
    assert not load_page.exception
    return load_page


def test_all_right_has_an_interval_too(load_page: AppTest) -> None:
    rows = "".join(f"{i},{'ab'[i % 2]},{'ab'[i % 2]}\n" for i in range(10))
    text = text_of(uploaded(load_page, f"id,true,predicted\n{rows}".encode()))
    # Wilson, 10 of 10: 10 / (10 + 1.96²) = 0.722
    assert "Accuracy 1.000 (95 %: 0.722 to 1.000)" in text


def test_nothing_right_is_told_in_words_that_fit(load_page: AppTest) -> None:
    data = b"id,true,predicted\n1,a,b\n2,a,b\n3,a,b\n"
    text = text_of(uploaded(load_page, data))
    assert "accuracy 0.0 %" in text
    assert "is 0.000, as over all labels." in text
    assert "1 class has documents here but none of these is found: “a” with 3 documents." in text


def test_a_control_changes_the_numbers() -> None:
    app = open_page("summary", review="reuters", system="nb")
    app.selectbox(key="w_system").select("svm").run()
    assert not app.exception
    tp, fp, fn = PUBLISHED["svm"]["tp_fp_fn_test"]
    assert f"Found {100 * tp / (tp + fn):.0f} %" in text_of(app)
    assert f"Right when predicted {100 * tp / (tp + fp):.0f} %" in text_of(app)


def test_without_anything_loaded_the_page_says_what_to_do() -> None:
    app = open_page("summary")
    assert "No review is open. Add your files" in app.info[0].value
    assert "Add files, or open a saved review" in [
        link.proto.label for link in app.get("page_link")
    ]
    app.button(key="open_r8").click().run()
    assert not app.exception
    assert "2,190 documents" in html_of(app)


def test_figures_are_small() -> None:
    for chart in open_page("summary", review="reuters").get("plotly_chart"):
        assert len(chart.proto.spec) < 1_000_000


@pytest.mark.parametrize(
    "address",
    [
        {"review": "reuters", "system": "no such", "split": "no such", "class": "no such"},
        {"review": "reuters", "beta": "-1", "undefined": "?", "cut": "threshold:nonsense"},
        {"review": "../../etc/passwd"},
    ],
)
def test_an_address_with_nonsense_falls_back_to_the_defaults(address: dict[str, str]) -> None:
    open_page("summary", **address)


def test_decisions_of_exactly_the_true_number_of_classes_are_suspect(load_page: AppTest) -> None:
    app = uploaded(load_page, b"id,true,predicted\n1,a|b,a|b\n2,a,b\n3,,\n")
    assert "exactly its true number of classes, though some are wrong" in app.warning[0].value


@pytest.mark.parametrize("sample", ["reuters", "r8"])
def test_tiles_hold_no_term_that_does_not_lead_to_what_it_means(sample: str) -> None:
    tiles = tiles_of(open_page("summary", review=sample))
    # what leads to its entry among the measures is explained there
    unlinked = plain(re.sub(r'<a class="quiet-link" href="\?[^>]*>.*?</a>', "", tiles))
    assert [term for term in TERMS if term.lower() in unlinked.lower()] == []
    linked = re.findall(r'<a class="quiet-link" href="\?[^"]*measure=(\w+)"', tiles)
    assert linked == (["accuracy", "f"] if sample == "r8" else LEADING)
    assert set(linked) <= CATALOGUE.keys()


def tiles_of(app: AppTest) -> str:
    """The HTML of the tiles."""
    (tiles,) = (e.proto.body for e in app.main.get("html") if "class='tiles'" in e.proto.body)
    return str(tiles)


def test_one_class_a_document_has_its_accuracy_once() -> None:
    # the sample's README: accuracy and macro F of the test split
    accuracy = PUBLISHED["single_label"]["accuracy_test"]
    text = plain(tiles_of(open_page("summary", review="r8")))
    assert text.count(f"{100 * accuracy:.0f} %") == 1
    assert "Found" not in text
    assert "Right when predicted" not in text
    assert "Average of the classes" in text


SPAM = [*["spam,spam"] * 6, *["spam,"] * 2, *[",spam"] * 3, *[","] * 29]


@pytest.fixture
def spam(load_page: AppTest) -> AppTest:
    """Of 40 documents 8 are spam: 6 caught, 3 false alarms."""
    rows = "".join(f"d{i},{row}\n" for i, row in enumerate(SPAM))
    load_page.file_uploader(key="files").set_value(
        [("own.csv", f"id,true,predicted\n{rows}".encode(), "text/csv")]
    ).run()
    read_here(load_page)
    load_page.switch_page("pages/summary.py").run()
    assert not load_page.exception
    return load_page


def test_yes_or_no_is_told_by_what_is_caught_and_what_is_hit(spam: AppTest) -> None:
    text = plain(tiles_of(spam))
    assert "Caught 75 % 6 of 8 “spam”" in text
    assert "False alarms 33 % 3 of 9 alarms" in text
    # 3 of the 32 others
    assert "Others hit 9 % 3 of 32 others" in text
    # 35 of 40 right; 32 of 40 if nothing is ever called spam
    assert "Right 88 % never “spam”: 80 %" in text


def test_yes_or_no_has_a_table_of_four_cells_that_lead_to_their_documents(spam: AppTest) -> None:
    (table,) = (e.proto.body for e in spam.main.get("html") if "class='two'" in e.proto.body)
    assert "Predicted spam 6 caught 3 false alarms 9" in plain(table)
    assert "Predicted not spam 2 missed 29 rightly not predicted 31" in plain(table)
    kept = [unquote(where) for where in re.findall(r'where=([^"&]*)"', table)]
    assert kept[:2] == ["hit:spam", "extra:spam"]
    # what needs several classes is not there
    assert [h.value for h in spam.header] == ["Where it fails", "Do next"]


def test_do_next_leads_to_each_finding_and_says_how_many_errors_it_explains() -> None:
    first = first_steps(be.check(be.sample("reuters")))[:3]
    assert all(finding.effect != "uncertain" for finding in first)
    app = open_page("summary", review="reuters")
    text, html = text_of(app), html_of(app)
    assert len(first) == 3
    assert f"{round(first[0].errors)} errors" in text
    for finding in first:
        assert finding.title in text
        assert f"{round(finding.errors)}" in text
    opened = re.findall(r"next_steps\?[^\"]*next_steps\.open=([^\"&]+)", html)
    assert len(set(opened)) == 3
    # what it opens there is this finding, with what to do
    there = open_page("next_steps", review="reuters", **{"next_steps__open": opened[1]})
    assert "Start here" not in text_of(there)
    assert first[1].action.split(".")[0] in text_of(there)


@pytest.mark.parametrize(
    ("positives", "values", "words"),
    [
        ([40, 12, 3, 0], [0.9, 0.49, 0.1, 0.0], "2 of 3 classes; 1 of these has fewer than 10"),
        ([40, 9, 3, 2], [0.9, 0.4, 0.1, 0.0], "3 of 4 classes; all of these have fewer than 10"),
        ([40, 10, 90], [0.9, 0.4, 0.1], "2 of 3 classes; all of these have at least 10"),
        ([40, 10], [0.5, 0.4], "1 of 2 classes, which has 10 or more"),
        ([40, 9], [0.5, 0.4], "1 of 2 classes, which has fewer than 10"),
    ],
)
def test_how_many_classes_with_a_low_f_are_small_is_said_above_their_picture(
    positives: list[int], values: list[float], words: str
) -> None:
    text = low_values_text(np.array(positives), np.array(values), "F₁")
    assert text == f"F₁ is below 0.5 for {words} documents."


def test_where_no_class_has_a_low_f_that_is_said() -> None:
    values = np.array([0.5, np.nan, 0.2])
    assert low_values_text(np.array([3, 3, 0]), values, "F₁") == "No class has F₁ below 0.5."


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([0.8619, 0.853], "a has the highest F here, 0.862; b is next with 0.853."),
        # what looks the same is not put in an order
        ([0.8619, 0.8621], "a and b have the highest F here, 0.862."),
        ([0.8, 0.8, 0.8, 0.1], "3 systems have the highest F here, 0.800."),
        ([0.8, float("nan")], "a has the highest F here, 0.800."),
    ],
)
def test_the_picture_of_systems_says_which_is_highest_and_nothing_of_chance(
    values: list[float], words: str
) -> None:
    shown = leading_text("abcd"[: len(values)], values, "F")
    assert re.sub("[\u2060\u2068\u2069]|<[^>]*>", "", shown) == words


def test_a_first_step_opens_next_steps_on_that_finding() -> None:
    app = open_page("summary", review="reuters", system="svm")
    steps = re.findall(r'<li><a[^>]*href="next_steps\?([^"]+)">(.+?)</a>', html_of(app))
    assert len(steps) == 3
    for address, title in steps:
        chosen = dict(parse_qsl(html.unescape(address)))
        there = open_page("next_steps", **{k.replace(".", "__"): v for k, v in chosen.items()})
        assert plain(title).partition(":")[0] in text_of(there).partition("Why it matters")[0]
        assert "Start here" not in text_of(there)


@pytest.mark.parametrize(
    ("documents", "sentence"),
    [
        ((FEWEST, FEWEST, 3), f"Left out: 1 class with fewer than {FEWEST} documents."),
        ((4, 3), f"Every class has fewer than {FEWEST} documents here, so F says little of it."),
        ((FEWEST, FEWEST), ""),
        ((FEWEST, FEWEST, FEWEST, FEWEST), ""),
    ],
)
def test_classes_that_no_list_shows_are_counted(
    documents: tuple[int, ...], sentence: str, load_page: AppTest
) -> None:
    classes = [name for name, n in zip("abcd", documents, strict=False) for _ in range(n)]
    rows = "".join(f"{i},{name},{name if i % 3 else 'a'}\n" for i, name in enumerate(classes))
    app = uploaded(load_page, f"id,true,predicted\n{rows}".encode())
    text = text_of(app.segmented_control(key="w_summary.part").set_value("main").run())
    # where it fails names three classes: a link leads to more of them
    labels = [link.proto.label for link in app.get("page_link")]
    assert ("All classes" in labels) == (len(documents) > 3)
    about = [words for words in ("Left out: ", "Every class has fewer") if words in text]
    assert sentence in text
    assert len(about) == bool(sentence)


@pytest.mark.parametrize(
    ("above", "tree"),
    [({"a": "x"}, True), ({"x": "a"}, False), ({}, False)],
    ids=["a class below another", "no class below another", "no hierarchy"],
)
def test_classes_in_a_tree_are_shown_where_one_stands_below_another(
    above: dict[str, str], tree: bool
) -> None:
    review = be.read(b"id,true,predicted\n1,a,a\n2,a,b\n3,b,b\n", hierarchy=above or None)
    assert (review.hierarchy is not None) == bool(above)
    app = open_page("summary", review)
    assert ("Classes in a tree" in app.segmented_control(key="w_summary.part").options) == tree


def test_all_findings_are_a_click_away_where_more_were_found_than_are_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    review = be.read(
        b"id,true,predicted\n" + b"".join(b"%d,a,b\n%d,b,b\n" % (i, i + 50) for i in range(9))
    )
    number = len(on_top(be.check(review)))
    assert number > 1
    for most in (number - 1, number):
        monkeypatch.setattr(sections, "FIRST_FINDINGS", most)
        labels = [link.proto.label for link in open_page("summary", review).get("page_link")]
        assert ("All findings" in labels) == (most < number)
