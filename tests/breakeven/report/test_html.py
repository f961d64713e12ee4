from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest

import breakeven as be
from breakeven.analysis.selection.selection import select
from breakeven.data.wording import NOTHING, UNSEEN, amount_of, figure_of, p_of, visible
from breakeven.report import report_tables
from breakeven.report.gather import report_of
from breakeven.report.html import (
    html_of,
    html_sections,
    points_interval_text,
    threshold_text,
)
from breakeven.report.markdown import report_in_markdown
from breakeven.report.pdf import pages_of
from breakeven.report.plain_data import plain_of
from breakeven.report.record import Report, ReportOptions
from breakeven.report.svg.draw import typeface_address
from metrics.uncertainty.intervals import Interval
from tests.breakeven.report.reported import large_report, report, small_report
from tests.made import not_none

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
VOID = {"meta", "br"}
ELEMENTS = (
    "html head meta title style body header nav main section article div p span h1 h2 h3 h4 ol ul "
    "li a dl dt dd table caption thead tbody tr th td b br bdi small em i sub sup code blockquote "
    "figure figcaption svg desc line text path circle rect"
)


class Read(HTMLParser):
    """What a browser sees: elements with their attributes, and the text outside of them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.text: list[tuple[tuple[str, ...], str]] = []
        self.open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {key: value or "" for key, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append((tuple(self.open), data))

    def attributes_of(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.elements if name == tag]

    def prose(self) -> str:
        """Everything that is read, but for drawings and formulas."""
        return " ".join(data for places, data in self.text if not {"svg", "style"} & {*places})


@pytest.fixture(scope="module")
def html() -> str:
    return html_of(large_report())


@pytest.fixture(scope="module")
def read(html: str) -> Read:
    return Read(html)


def test_ninety_classes_of_six_systems_with_texts_stay_far_below_three_megabytes(
    html: str,
) -> None:
    assert len(html.encode("utf-8")) < 1_000_000


def test_nothing_in_the_file_runs_or_loads_anything(read: Read) -> None:
    assert {"http-equiv": "Content-Security-Policy", "content": POLICY} in read.attributes_of(
        "meta"
    )
    allowed = {*ELEMENTS.split()}
    assert {tag for tag, _ in read.elements} <= allowed
    for _, attributes in read.elements:
        assert not {"src", "srcset", "data", "action", "poster", "style"} & set(attributes)
        assert not [key for key in attributes if key.startswith("on") or "href" in key[1:]]
        assert attributes.get("href", "#").startswith("#")
    (sheet,) = [data for places, data in read.text if places[-1:] == ("style",)]
    # the typeface is in its own address
    assert re.findall(r"url\(([^)]*)\)", sheet) == [typeface_address()]
    assert "@import" not in sheet


def test_names_and_texts_are_read_as_they_are_written(html: str, read: Read) -> None:
    prose = read.prose()
    for name in (
        "<script>alert(1)</script>",
        "</style><img src=x onerror=alert(1)>",
        "{{ 7 * 7 }}{% raw %}",
        "&amp;&lt;",
        "⟨RLO⟩gnp.exe⟨PDF⟩",
        "a⟨␀⟩b",
        "(3 spaces)",
        "⟨D800⟩half",
        "x" * 79 + "…",
        "<b>Eve</b>⟨RLO⟩",
        "I </dd> agree.",
        "</title><script>bad()</script> ⟨RLO⟩ evil",
    ):
        assert name in prose, name
    # nothing that cannot be seen is left, but for what keeps labels of drawings apart
    assert {*UNSEEN.findall(html)} <= {"\u2068", "\u2069"}
    assert html.count("\u2068") == html.count("\u2069")


def test_headings_tables_and_drawings_can_be_read_aloud(read: Read) -> None:
    levels = [int(tag[1]) for tag, _ in read.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert all(attributes.get("scope") in ("row", "col") for attributes in read.attributes_of("th"))
    ids = [attributes["id"] for _, attributes in read.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert {attributes["href"][1:] for attributes in read.attributes_of("a")} <= set(ids)
    drawings = read.attributes_of("svg")
    assert len(drawings) == 9
    texts = [data for places, data in read.text if {*places[-1:]} & {"title", "desc"}]
    assert len(texts) == 1 + 2 * len(drawings)
    for attributes in drawings:
        assert attributes["role"] == "img"
        assert set(attributes["aria-labelledby"].split()) <= set(ids)


def test_texts_stand_in_the_file_only_where_they_were_chosen() -> None:
    assert "the text of" not in html_of(small_report())
    assert "the text of 5" in html_of(small_report(texts=True))


@pytest.mark.parametrize("report", [large_report(), small_report()], ids=["large", "small"])
def test_every_number_that_is_read_is_one_of_the_record(report: Report) -> None:
    # its data holds what results say, and not what they are counted from
    known = {token for value in _values(plain_of(report)) for token in _tokens(value)}
    # levels of intervals and of recall, what 0/0 is, and numbers of sections
    known |= {"95", "10", *(f"0.{tenth}" for tenth in range(10)), "1.0"}
    known |= {str(n) for n in range(11)}
    # SHA-256, and an index of a formula
    known |= {"256", "−1"}
    unknown = {token for token in _tokens(Read(html_of(report)).prose()) if token not in known}
    assert not unknown


def _tokens(text: str) -> list[str]:
    return re.findall(r"[−+]?\d[\d,]*(?:\.\d+)?", str(text).replace("-", " "))


def _values(value: Any) -> Iterator[str]:
    """Every text that a part of the record may be printed as."""
    if isinstance(value, str):
        # a name may have a million signs, of which no more are shown
        yield visible(value[:5_000])
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield from _printed(float(value))
    elif dataclasses.is_dataclass(value):
        yield from _of_all(getattr(value, field.name) for field in dataclasses.fields(value))
    elif isinstance(value, Mapping):
        yield from _of_all([*value, *value.values()])
    elif isinstance(value, tuple | list | np.ndarray):
        yield str(len(value))
        yield from _of_all(value)


def _of_all(values: Iterable[Any]) -> Iterator[str]:
    for value in values:
        yield from _values(value)


def _printed(number: float) -> Iterator[str]:
    yield from (figure_of(number), figure_of(number, 2), p_of(number))
    if not math.isinf(number):
        sign = "+" if number > 0 else ""
        yield from (amount_of(number), f"{sign}{figure_of(100 * number, 1)}")
    if not math.isnan(number):
        yield threshold_text(number)


ODD: dict[str, dict[str, Any]] = {
    "one document, wrong": {"y_true": ["a"], "y_pred": ["b"]},
    "one class": {"y_true": [[1], [0], [1]], "y_score": [[0.9], [0.2], [0.4]], "classes": ["x"]},
    "nothing true": {"y_true": np.zeros((4, 2), int), "y_score": np.eye(4)[:, :2]},
    "nothing judged of a class": {"y_true": [[np.nan, 1], [np.nan, 0]], "y_pred": [[1, 1], [0, 1]]},
    "weights": {"y_true": [[1, 0], [0, 1]], "y_pred": [[1, 1], [0, 1]], "sample_weight": [0.5, 2]},
    "one cluster": {"y_true": ["a", "b"], "y_pred": ["a", "a"], "groups": ["g", "g"]},
    "no bounds": {"y_true": [["a"], ["b"]], "y_pred": [["a"], []], "unbounded": True},
    "equal scores": {"y_true": [[1, 0], [0, 1]], "y_score": [[0.5, 0.5], [0.5, 0.5]]},
}


@pytest.mark.parametrize("case", ODD)
@pytest.mark.parametrize("chosen", [{}, {"undefined": "partition", "beta": "2"}])
def test_whatever_is_undefined_is_a_dash_and_never_stops_a_report(
    case: str, chosen: dict[str, str]
) -> None:
    review = be.from_arrays(**ODD[case])
    read = Read(html_of(report_of(review, select(review, chosen), near=None)))
    assert not re.search(r"\bnan\b", read.prose())
    assert not {"None", "inf", "-inf"} & {data.strip() for _, data in read.text}


def test_a_report_without_scores_systems_or_splits_says_so_and_leaves_their_parts_out() -> None:
    read = Read(html_of(small_report()))
    heads = [data for places, data in read.text if places[-1:] == ("h2",)]
    assert " Curves, break-even and eleven points" not in heads
    assert " Compared with other systems" not in heads
    assert [h.strip() for h in heads if h.strip()][:3] == [
        "Contents",
        "Verdict",
        "The numbers behind it",
    ]
    prose = read.prose()
    assert "The files have no splits" in prose
    assert "not signed" in prose


def test_the_report_is_two_pages_and_the_rest_its_appendix() -> None:
    pytest.importorskip("weasyprint")
    for sample in ("r8", "reuters"):
        assert len(pages_of(be.report(be.sample(sample)).to_html()).pages) == 2
    long = large_report()
    short = dataclasses.replace(long, appendix=False)
    keys = [section.key for section in html_sections(short)]
    assert keys == ["verdict", "glance"]
    more = list(html_sections(long))
    assert [section.key for section in more][:2] == keys
    assert all(section.appendix for section in more[2:])
    # curve, eleven points and break-even are on the two pages
    assert "eleven interpolated points" in html_of(short)
    assert "break-even" in html_of(short)


def test_a_task_of_one_class_is_told_by_what_is_caught_and_by_its_four_counts() -> None:
    # of 10 documents 4 are spam; 3 of these are caught, with 1 false alarm: 1 missed, 5 left alone
    true, called = [1] * 4 + [0] * 6, [1] * 3 + [0] + [1] + [0] * 5
    review = be.from_arrays(
        np.array(true)[:, None], np.array(called)[:, None], classes=["spam"], system="rules"
    )
    made = report(review, ReportOptions())
    shares = {each.name: each.share.value for each in report_tables.yes_or_no_shares(made)}
    assert shares == {"Caught": 3 / 4, "False alarms": 1 / 4, "Others hit": 1 / 6}
    # Wilson's interval of 1 in 6, as SciPy has it
    hit = report_tables.yes_or_no_shares(made)[2].share
    ends = binomtest(1, 6).proportion_ci(method="wilson")
    assert (hit.low, hit.high) == pytest.approx((ends.low, ends.high))
    table = not_none(report_tables.two_by_two(made))
    assert [row[1:] for row in table.rows] == [("3", "1"), ("1", "5")]
    page = html_of(made)
    for words in ("Caught", "Others hit", "predicted not “spam”", "truly “spam”"):
        assert words in page
    # of a single class no average says anything else
    for words in ("Macro", "Per document", "Classes with the lowest", "For which classes"):
        assert words not in page
    short = report_in_markdown(made)
    assert "| truly “spam” | 3 | 1 |" in short
    assert "macro" not in short.split("Whatever the threshold")[0].lower()


def test_the_ends_of_a_difference_are_points_with_their_signs() -> None:
    # hundredths of the measure
    assert points_interval_text(Interval(-0.025, 0.1)) == "−2.5 to +10.0"
    assert points_interval_text(Interval(math.nan, math.nan)) == NOTHING
