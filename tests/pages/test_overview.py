"""The overview shows the evaluation's own numbers, with what was undefined."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.reading import html_of, open_page
from tests.published import PUBLISHED


@pytest.mark.parametrize("system", ["nb", "svm"])
def test_averages_are_those_published_with_the_sample(system: str) -> None:
    text = html_of(open_page("overview", review="reuters", system=system, undefined="zero"))
    assert f"<b>{PUBLISHED[system]['micro_f1_test']:.3f}</b>" in text
    assert f"<b>{PUBLISHED[system]['macro_f1_test']:.3f}</b>" in text
    tp, _, fn = PUBLISHED[system]["tp_fp_fn_test"]
    assert f"{tp:,} of the {tp + fn:,} true ones" in text


def test_what_was_left_out_is_said_and_follows_the_choice() -> None:
    # the sample's README: 280 test documents have no topic, so recall is 0/0 on them
    assert "R 3,019 of 3,299" in html_of(open_page("overview", review="reuters", system="svm"))
    zero = html_of(open_page("overview", review="reuters", system="svm", undefined="zero"))
    assert "0/0 counted as 0" in zero
    assert "R 280" in zero


def test_single_label_data_explains_why_the_micro_averages_agree() -> None:
    text = html_of(open_page("overview", review="r8"))
    accuracy = PUBLISHED["single_label"]["accuracy_test"]
    assert f"{100 * accuracy:.1f} %" in text
    assert text.count(f"<b>{accuracy:.3f}</b>") >= 3
    assert "are the same number" in text


def test_a_control_changes_the_numbers() -> None:
    at = open_page("overview", review="reuters", system="nb")
    at.selectbox(key="w_system").select("svm").run()
    assert not at.exception
    assert f"<b>{PUBLISHED['svm']['micro_f1_test']:.3f}</b>" in html_of(at)


def test_without_anything_loaded_the_page_says_what_to_do() -> None:
    at = open_page("overview")
    assert "Nothing is loaded yet" in at.info[0].value
    at.button(key="open_r8").click().run()
    assert not at.exception
    assert "2,190 documents" in html_of(at)


def test_figures_are_small() -> None:
    for chart in open_page("overview", review="reuters").get("plotly_chart"):
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
    open_page("overview", **address)


def test_decisions_of_exactly_the_true_number_of_classes_are_suspect(load_page: AppTest) -> None:
    data = b"id,true,predicted\n1,a|b,a|b\n2,a,b\n3,,\n"
    load_page.file_uploader(key="files").set_value([("oracle.csv", data, "text/csv")]).run()
    load_page.button(key="read").click().run()
    load_page.switch_page("pages/overview.py").run()
    assert not load_page.exception
    assert "exactly the true number" in load_page.warning[0].value
