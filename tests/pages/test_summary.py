"""The overview shows the evaluation's own numbers, with what was undefined."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.results.findings import worth_of
from metrics.catalogue import CATALOGUE
from tests.breakeven.analysis.story.test_screens import TERMS, grade
from tests.pages.reading import html_of, open_page, plain, text_of
from tests.published import PUBLISHED

AVERAGES = {"summary__part": "averages"}
LEADING = ["recall", "precision", "exact_match", "f"]
ZERO = AVERAGES | {"undefined": "zero"}


@pytest.mark.parametrize("system", ["nb", "svm"])
def test_averages_are_those_published_with_the_sample(system: str) -> None:
    text = html_of(open_page("summary", review="reuters", system=system, **ZERO))
    assert f"<b>{PUBLISHED[system]['micro_f1_test']:.3f}</b>" in text
    assert f"<b>{PUBLISHED[system]['macro_f1_test']:.3f}</b>" in text
    tp, _, fn = PUBLISHED[system]["tp_fp_fn_test"]
    assert f"{tp:,} of {tp + fn:,} true classes" in text


def test_what_was_left_out_is_said_and_follows_the_choice() -> None:
    # the sample's README: 280 test documents have no topic, so recall is 0/0 on them
    app = open_page("summary", review="reuters", system="svm", **AVERAGES)
    text = text_of(app)
    assert "Recall of 3,019: 280 have nothing true" in text
    # each such number leads to these documents
    links = re.findall(r'<a[^>]*where=([^"&]*)">([\d,]+)</a> (have|got) nothing', html_of(app))
    assert {(unquote(where), word) for where, _, word in links} == {
        ("labels:0..0", "have"), ("calls:0..0", "got"),
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
    # in the paragraph as per cent, and as accuracy: nowhere as an average
    assert text.count(f"{accuracy:.3f}") == 1
    assert "Micro every decision" not in text
    assert "Exact match" not in text
    # two of the eight classes a document could be told from: 1 − 2 · errors / (8 · documents)
    assert f"{1 - 2 * (1 - accuracy) / 8:.3f}" not in text
    guessed = PUBLISHED["single_label"]["test"]
    text = text_of(app.segmented_control(key="w_summary.part").set_value("guessing").run())
    assert f"right for {100 * 1083 / guessed:.1f} %" in text


def test_help_explains_each_measure_first_in_the_numbers_shown() -> None:
    app = open_page("summary", review="reuters", system="svm", **ZERO)
    (help_,) = (h.help for h in app.subheader if h.value.startswith("Counted"))
    tp, fp, fn = PUBLISHED["svm"]["tp_fp_fn_test"]
    assert help_.startswith(
        f"**Precision**: of {tp + fp:,} classes assigned to documents, {tp:,} are right: "
        f"{tp / (tp + fp):.3f}."
    )
    assert f"**Recall**: of {tp + fn:,} true classes of documents, {tp:,} are found" in help_
    assert f"(both count alike): {PUBLISHED['svm']['micro_f1_test']:.3f}." in help_
    assert "mean over 90 classes, so a small one counts like a large one: F₁ " in help_
    assert f"{PUBLISHED['svm']['macro_f1_test']:.3f}" in help_
    assert help_.index("**Per document**") < help_.index("$") < help_.index("Source: ")


def uploaded(load_page: AppTest, data: bytes) -> AppTest:
    load_page.file_uploader(key="files").set_value([("own.csv", data, "text/csv")]).run()
    load_page.button(key="read").click().run()
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
    assert "is 0.000, as over all decisions." in text
    assert "1 class has documents here of which none is found: “a” with 3 documents." in text


def test_a_control_changes_the_numbers() -> None:
    app = open_page("summary", review="reuters", system="nb")
    app.selectbox(key="w_system").select("svm").run()
    assert not app.exception
    assert f"F₁ {PUBLISHED['svm']['micro_f1_test']:.3f} over all decisions" in text_of(app)


def test_without_anything_loaded_the_page_says_what_to_do() -> None:
    app = open_page("summary")
    assert "Nothing is loaded yet" in app.info[0].value
    assert "Open what is saved" in [link.proto.label for link in app.get("page_link")]
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
    assert "exactly the true number" in app.warning[0].value


@pytest.mark.parametrize("sample", ["reuters", "r8"])
def test_the_top_holds_no_term_that_does_not_lead_to_what_it_means(sample: str) -> None:
    app = open_page("summary", review=sample)
    shown = [element.proto.body for element in app.main.get("html")]
    start = next(i for i, body in enumerate(shown) if "font-size:1.25rem" in body)
    end = next(i for i, body in enumerate(shown) if "class='tiles'" in body) + 1
    top = " ".join(shown[start : end + 1])
    # what leads to its entry among the measures is explained there
    unlinked = plain(re.sub(r'<a class="quiet-link" href="measures\?[^>]*>.*?</a>', "", top))
    assert [term for term in TERMS if term.lower() in unlinked.lower()] == []
    linked = re.findall(r'<a class="quiet-link" href="measures\?[^"]*measure=(\w+)"', top)
    assert linked == (["accuracy", "f"] if sample == "r8" else LEADING)
    assert set(linked) <= CATALOGUE.keys()
    prose = plain(" ".join(shown[start : end - 1]))
    assert grade(re.sub(r"“[^”]*”", "it", prose)) <= 8
    # in plain words, with the numbers shown, before the name of any measure
    if sample == "reuters":
        tp, fp, fn = PUBLISHED["svm"]["tp_fp_fn_test"]
        assert f"{tp:,} of {tp + fn:,} true classes; some missed in" in unlinked
        assert f"{tp:,} of {tp + fp:,} classes named; some wrong in" in unlinked
        assert unlinked.index(f"{tp:,} of {tp + fn:,}") < plain(top).index("recall")


def test_what_would_help_most_says_what_it_is_worth() -> None:
    first = be.check(be.sample("reuters"))[:3]
    text = text_of(open_page("summary", review="reuters"))
    assert len(first) == 3
    for finding in first:
        assert finding.title in text
        worth = worth_of(finding)
        assert not worth or plain(worth) in text
    assert any(worth_of(finding) for finding in first)
