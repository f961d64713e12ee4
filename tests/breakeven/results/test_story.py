"""The story as first pages of a report: the words of the page, whatever is in names and words."""

from __future__ import annotations

from dataclasses import replace

import pytest

import breakeven as be
from breakeven.analysis.selection.selection import select
from breakeven.analysis.story.screen_parts import ScreenWords
from breakeven.analysis.workload.costs import Prices
from breakeven.data.wording import visible
from breakeven.report.formats import report_bytes
from breakeven.report.gather import report_of
from breakeven.report.record import ReportOptions
from breakeven.results.story import StoryChoices
from tests.breakeven.report.reported import hostile_review, plain_review
from tests.taken import Html

WORDS = ScreenWords(
    screen="good", system="svm", split="all", title="<b>Good?</b>", text="Nearly.\n<script>x",
    number="6 of 10", counted="as it was", who="Eve", at="2024-01-31T12:00:00",
)  # fmt: skip


def test_its_screens_come_first_with_their_pictures_and_somebodys_words() -> None:
    review = plain_review()
    choices = StoryChoices(prices=Prices(miss=5), words=(WORDS,))
    report = report_of(
        review, select(review, {}), ReportOptions(story=choices, texts=True), near=None
    )
    what, good, fails, _, people, _ = report.story
    assert what.number == "10 documents"
    # what was counted is another than what the words were written beside
    assert (good.title, good.sentences) == ("<b>Good?</b>", ("Nearly.", "<script>x"))
    assert good.author.startswith("In the words of Eve, 2024-01-31")
    # a first four right, b second and third, c first: of ten
    assert good.number == "5 of 10"
    assert good.counted_now[0] == "So many documents are completely right."
    # 11 true, 6 hit, 9 called: 5 misses of 5 and 3 false alarms of 1, on ten documents
    assert "Mistakes cost about 2,800 a month" in " ".join(people.sentences)
    assert [len(each.documents) for each in (what, fails)] == [1, 2]
    assert fails.documents[0].text is not None
    html = report_bytes(report, "html").decode()
    assert html.index('id="story"') < html.index('id="verdict"')
    assert "&lt;b&gt;Good?&lt;/b&gt;" in html
    assert "<script" not in html
    # of each picture the drawing, with what it shows
    assert html.count("<svg") - report_bytes(replace(report, story=()), "html").decode().count(
        "<svg"
    ) == sum(len(each.pictures) for each in report.story)
    markdown = report_bytes(report, "markdown").decode()
    assert "## In plain words" in markdown
    assert "\\<b\\>Good?\\</b\\>" in markdown
    assert report_bytes(report, "json")
    assert not be.report(review).content.story


@pytest.mark.parametrize("ending", ["html", "markdown"])
def test_names_that_mean_harm_are_shown_as_they_are(ending: str) -> None:
    review = hostile_review()
    report = report_of(review, select(review, {}), ReportOptions(story=StoryChoices()), near=None)
    only = replace(report, classes=(), weakest=replace(report.weakest, classes=()))
    text = report_bytes(only, ending).decode()
    if ending == "html":
        assert "<script" not in text
        # the class with most mistakes stands in the story as it is written
        assert visible(report.story[2].number) in Html(text).texts["story"]
    else:
        # a grid of ten by ten signs for each hundred
        grids = [line for line in text.splitlines() if line and not set(line) - {*"■□▨"}]
        assert grids
        assert {len(line) for line in grids} == {10}
        assert len(grids) % 10 == 0
