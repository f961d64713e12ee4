"""Every page of a review in which nothing is predicted: an answer, or what can be asked instead."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.results.values import document_ids
from breakeven.ui.app.header.menu import ASK_INSTEAD, NO_SYSTEM
from breakeven.ui.app.page.findings import keys_of
from breakeven.ui.app.page.links import home_of
from breakeven.ui.pages import PAGES
from tests.pages.reading import (
    badges_of,
    enter,
    go_to,
    healthy,
    html_of,
    open_page,
    open_people,
    read_here,
    table_with,
    text_of,
)
from tests.without_a_system import FILES, PEOPLE, PLAIN, SEVERAL, TEXTS

READ = {name: be.read(data) for name, data in FILES.items()}
# that say something of a review without a system, and those that are about no review
WITHOUT_A_SYSTEM = ("home", "documents", "splits", "slices", "history")
SPLITS = ("found", "mix", "time", "power", "better", "checks", "limits")


@pytest.mark.parametrize("review", READ.values(), ids=READ)
def test_every_page_opens_or_says_what_can_be_asked_instead(review: be.Review) -> None:
    app = enter(review)
    for page in [*PAGES][1:]:
        said = [one.value for one in go_to(app, page).info]
        refused = f"{NO_SYSTEM} {ASK_INSTEAD}" in said
        answers = page in WITHOUT_A_SYSTEM or (page == "labels" and review.truth.annotators)
        assert refused == (not answers), page
    go_to(app, "summary")
    healthy(app.button(key="missing").click().run())
    assert app.title[0].value in ("Can these splits be trusted?", "Can these labels be trusted?")


@pytest.mark.parametrize("review", READ.values(), ids=READ)
def test_every_part_of_splits_opens(review: be.Review) -> None:
    for part in SPLITS:
        open_page("splits", review, splits__part=part)


def test_pages_that_need_a_system_are_grey_with_the_reason() -> None:
    app = open_page("splits", READ["plain"])
    links = {link.proto.label: link.proto for link in app.get("page_link")}
    for key, page in PAGES.items():
        closed, label = key not in WITHOUT_A_SYSTEM, page.title
        assert links[label].disabled == closed, label
        assert (NO_SYSTEM in links[label].help) == closed, label


def test_the_head_speaks_of_no_system_and_of_no_rule() -> None:
    app = open_page("splits", READ["plain"])
    assert not [one for one in app.selectbox if one.key in ("w_system", "w_cut")]
    assert "5 documents" in text_of(app)
    assert "no system" in text_of(app)
    assert "may have learnt" not in text_of(app)
    assert any("1 of 5 documents leak" in badge for badge in badges_of(app))


@pytest.mark.parametrize(
    ("data", "home"),
    [(PLAIN, "splits"), (SEVERAL, "splits"), (TEXTS, "splits"), (PEOPLE, "labels")],
)
def test_files_are_read_after_it_is_said_that_nothing_is_predicted(
    load_page: AppTest, data: bytes, home: str
) -> None:
    app = load_page
    app.file_uploader(key="files").set_value([("it.csv", data, "text/csv")]).run()
    assert any(box.value.startswith("No predictions found.") for box in app.info)
    healthy(read_here(app))
    assert "no system." in html_of(app)
    link = app.query_params["review"]
    link = link if isinstance(link, str) else link[0]
    healthy(app.button(key="show_results").click().run())
    assert home_of(be.read(data)) == home
    asks = {"splits": "Can these splits be trusted?", "labels": "Can these labels be trusted?"}
    assert app.title[0].value == asks[home]
    # and once more from what was saved
    again = open_page("history", review=link)
    assert "Saved" in text_of(again) or "version 1" in text_of(again)
    assert "There are no numbers to sign: there are no predictions." in text_of(again)
    assert table_with(enter(), "systems")["systems"].tolist() == ["none"]


def test_the_leak_leads_to_its_document() -> None:
    app = open_page("splits", READ["plain"], splits__part="found")
    found = table_with(app, "finding")
    assert any("same text" in one.lower() for one in found["finding"])
    listed = open_page("documents", READ["plain"], documents__where="leaked")
    frame = table_with(listed, "document")
    # the text of 3 in test is that of 1 in train
    assert frame["document"].tolist() == ["3"]
    assert frame["true"].tolist() == ["w"]
    assert not {"missed", "extra", "called"} & set(frame.columns)


@pytest.mark.parametrize("split", ["train", ""])
def test_a_finding_leads_to_its_documents_whichever_split_is_looked_at(split: str) -> None:
    review = READ["plain"]
    (leak,) = [finding for finding in be.check(review) if finding.code == "leak.same-text"]
    app = open_page("splits", review, split=split, splits__open=keys_of([leak])[0])
    (query,) = [
        link.proto.query_string
        for link in app.get("page_link")
        if "documents.where" in link.proto.query_string
    ]
    choices = dict(parse_qsl(query, keep_blank_values=True))
    documents = open_page("documents", review, **choices)
    ids = set(document_ids(review.truth, leak.documents))
    assert set(table_with(documents, "document")["document"]) == ids


def test_documents_are_narrowed_by_what_is_known_and_not_by_what_is_predicted() -> None:
    app = open_page("documents", READ["plain"])
    offered = app.selectbox(key="w_documents.by").options
    assert "True class" in offered
    assert not {"Called class", "Outcome"} & set(offered)
    wrong = open_page("documents", READ["plain"], documents__where="wrong")
    assert "This filter cannot be used" in text_of(wrong)


def test_the_size_of_the_test_is_that_of_python_at_the_level_that_is_assumed() -> None:
    app = open_page("splits", READ["plain"], splits__part="power", splits__level="0.9")
    size = be.plan_test_size(READ["plain"], assume=0.9).size
    assert f"Then {size.of_class} documents of a class" in text_of(app)
    table = table_with(app, "can be judged")
    assert sorted(table["positives"]) == [0, 1, 1]


def test_people_agree_as_far_as_by_hand() -> None:
    app = open_people(READ["people"], labels__people="alike", labels__measure="kappa")
    # Anna and Ben: kappa 1/2
    assert "0.50" in text_of(app) or "0.5" in app.get("plotly_chart")[0].proto.alt
