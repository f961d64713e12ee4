"""A number that is a link leads to exactly as many documents: a law of every page."""

from __future__ import annotations

import html
import re
from collections import Counter
from dataclasses import replace
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from scipy import sparse
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.analysis.selection.selection import FilteredSplit, select
from breakeven.analysis.selection.where import Where, where_of
from breakeven.data.records import Predictions, Review
from breakeven.readers.samples import load_sample
from breakeven.ui.app.cache import cache
from breakeven.ui.app.page.findings import keys_of
from tests.answering import two_versions
from tests.made import matrix_of, noisy, truth_of
from tests.pages.reading import enter, html_of, open_page

LINK = re.compile(r'<a class="quiet-link of-documents" href="([^"]*)">(.*?)</a>', re.S)


class Link(NamedTuple):
    """What a link says, and the parameters of its address."""

    words: str
    asks: dict[str, str]

    @property
    def number(self) -> int:
        found = re.search(r"\d[\d,]*", self.words)
        assert found, self.words
        return int(found[0].replace(",", ""))


def parameters_of(query: str) -> dict[str, str]:
    return {k: v for k, (v,) in parse_qs(query, keep_blank_values=True).items()}


def links_of(app: AppTest) -> list[Link]:
    """Every link of a page to documents, in sentences, tables and on lines of their own."""
    links = []
    for url, words in LINK.findall(html_of(app)):
        parts = urlsplit(html.unescape(url))
        assert parts.path == "documents"
        links.append(Link(html.unescape(re.sub(r"<[^>]+>", "", words)), parameters_of(parts.query)))
    return links + [
        Link(link.proto.label, parameters_of(link.proto.query_string))
        for link in app.get("page_link")
        if "documents.where" in link.proto.query_string
    ]


def documents_asked(review: Review, asks: dict[str, str]) -> int:
    """How many documents the Documents page keeps at an address."""
    selection = select(review, asks)
    own = where_of(asks["documents.where"])
    for where in (selection.where, own):
        assert where is None or isinstance(where, Where)
    if own is None:
        return len(cache.predictions_of(review, selection.system, selection.documents).rows)
    unfiltered = replace(selection, where=None)
    rows = [
        set(
            cache.filter_result(
                review, FilteredSplit(unfiltered.split, where, unfiltered.system, unfiltered.cut)
            ).rows.tolist()
        )
        for where in (selection.where, own)
        if where is not None
    ]
    return len(set.intersection(*rows))


def hold(app: AppTest, review: Review, least: int) -> list[Link]:
    """The law: each link of a page counts what it says, and there are at least so many."""
    found = links_of(app)
    assert len(found) >= least, [link.words for link in found]
    for link in found:
        assert documents_asked(review, link.asks) == link.number, link
    return found


# a page of a sample, what is chosen there, and how many of its counts are links at least
FILTER = {"where": "true:earn OR wrong"}
CASES: list[tuple[str, str, dict[str, str], int]] = [
    ("summary", "reuters", {"class": "grain"}, 9),
    ("summary", "r8", FILTER, 2),
    ("summary", "reuters", {"summary.part": "averages"}, 8),
    ("summary", "r8", {"summary.part": "averages", **FILTER}, 6),
    ("classes", "reuters", {"class": "grain"}, 8),
    ("classes", "reuters", {"class": "grain", "classes.part": "numbers"}, 9),
    ("classes", "r8", {"classes.group": '["grain", "ship"]'}, 9),
    ("slices", "reuters", {"slices.by": "=n_words", **FILTER}, 6),
    ("slices", "r8", {"slices.by": "=weekday of date"}, 7),
    ("slices", "reuters", {"slices.part": "search", **FILTER}, 1),
    ("classes", "reuters", FILTER, 9),
    ("confusions", "reuters", {"confusions.merge_best": "2", "confusions.part": "merge"}, 3),
    ("confusions", "r8", {"confusions.part": "pairs", **FILTER}, 15),
    ("confusions", "r8", FILTER, 6),
    ("curves", "reuters", {}, 9),
    ("thresholds", "reuters", {"thresholds.part": "class"}, 6),
    ("splits", "reuters", {"splits.part": "power"}, 29),
    ("unlabelled_data", "reuters", {}, 1),
]
# of documents with pairs that nobody judged
ALSO = [
    *[(page, {}) for page in ("summary", "classes", "splits")],
    ("confusions", {"confusions.merge": '["-d", "e:f", "a b"]', "confusions.part": "merge"}),
    ("confusions", {"confusions.part": "pairs"}),
    ("compare", {"compare.part": "disagreement"}),
]


@pytest.fixture(scope="module")
def several() -> Review:
    """Documents of several classes, some pairs not judged, two systems, one of them of a part."""
    rng = np.random.default_rng(3)
    unjudged = rng.random((90, 5)) < 0.15
    labels = (rng.random((90, 5)) < 0.3) & ~unjudged
    names = ("a b", 'say "c"', "-d", "e:f", "<i>")
    more: dict[str, Any] = {
        "splits": ("train", "test"),
        "split_of": np.arange(90) % 2,
        "classes": names,
        "columns": {"calls": np.arange(90) % 4},
    }
    predictions = [
        Predictions(name, rows, None, sparse.csc_array(noisy(labels, 0.3, 0.1, rng)[rows]))
        for name, rows in (("one", np.arange(90)), ("other", np.arange(5, 85)))
    ]
    return Review("several", truth_of(labels, unjudged, **more), tuple(predictions), (), "several")


@pytest.mark.parametrize(("page", "sample", "choices", "least"), CASES)
def test_links_of_the_samples_count_what_they_say(
    page: str, sample: str, choices: dict[str, str], least: int
) -> None:
    app = open_page(page, review=sample, **choices)
    hold(app, load_sample(sample), least)


@pytest.mark.parametrize(("page", "choices"), ALSO)
def test_links_count_what_they_say_where_pairs_are_not_judged(
    page: str, choices: dict[str, str], several: Review
) -> None:
    hold(open_page(page, several, **choices), several, 2)


@pytest.mark.parametrize("sample", ["reuters", "several"])
def test_links_of_findings_count_what_they_say(sample: str, several: Review) -> None:
    review = several if sample == "several" else load_sample(sample)
    read, choices = ([review], {}) if review is several else ([], {"review": sample})
    with_documents = [f for f in be.check(review) if len(f.documents)]
    found = [f for f in with_documents if f.about == "class"] or with_documents
    for finding in (found[0], found[-1]):
        opened = keys_of([finding])[0]
        hold(open_page("next_steps", *read, **choices, next_steps__open=opened), review, 2)


def test_a_document_that_nobody_judged_is_not_among_those_named_rightly() -> None:
    # a, b, a called b, and one of which nothing is known
    labels, called = matrix_of(["a", "b", "a", ""], 2), matrix_of(["a", "b", "b", "a"], 2)
    unjudged = np.arange(8).reshape(4, 2) > 5
    said = Predictions("s", np.arange(4), None, sparse.csc_array(called))
    review = Review("unknown", truth_of(labels, unjudged), (said,), (), "unknown")
    hold(open_page("summary", review, summary__part="averages"), review, 4)


def test_what_was_read_leads_to_its_documents(several: Review) -> None:
    found = hold(enter(several), several, 6)
    assert {link.asks["split"] for link in found} == {"all", "train", "test"}


def test_counts_by_weight_lead_nowhere() -> None:
    truth = truth_of(np.eye(6, 2, dtype=bool), weights=np.arange(6.0))
    said = Predictions("s", np.arange(6), None, sparse.csc_array(np.ones((6, 2), dtype=bool)))
    app = open_page("classes", Review("weighted", truth, (said,), (), "weighted"))
    # the documents of the page, and those that are listed, which have no weight
    assert len(links_of(app)) == 2


def test_counts_of_versions_that_did_not_answer_everything_are_links_to_what_is_compared() -> None:
    review = two_versions()
    found = hold(open_page("compare", review, compare__part="disagreement"), review, 5)
    # three are compared, and one fell out of each
    assert Counter(link.number for link in found)[3] >= 2
    where = [link.asks["documents.where"] for link in found if link.number == 1]
    assert {"outcome:unusable", "system(two):outcome:unusable"} <= set(where)


def test_a_weak_slice_leads_to_what_is_wrong_in_it_and_not_to_the_rest() -> None:
    review = be.sample("reuters")
    found = be.check(review)
    weak = next(finding for finding in found if finding.code == "slices.weak")
    address = {"next_steps__open": keys_of([weak])[0]}
    app = open_page("next_steps", review="reuters", **address)
    (link,) = (link for link in links_of(app) if link.words.startswith("Open its"))
    wrong = round(weak.evidence["wrong"] * len(weak.documents))
    assert link.words == f"Open its {wrong} wrong documents"
    assert documents_asked(review, link.asks) == wrong
    assert 0 < wrong < len(weak.documents)
