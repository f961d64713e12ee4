"""Every number in the sentences of every page, for files that tempt it to say what is not so."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.commands import options
from breakeven.data.records import Review
from breakeven.results.findings import checks_text
from breakeven.ui.app.page.counts import counts_in
from breakeven.ui.next_steps.finding import finding_html
from tests.adversarial_files import ADVERSARIAL
from tests.pages.claims import Claims, Seen, unexplained
from tests.pages.facts import read
from tests.pages.prose import blocks_of
from tests.pages.reading import enter, go_to, healthy
from tests.pages.said import (
    agreement,
    classes,
    compare,
    confusion,
    conventions,
    curves,
    documents,
    guidance,
    labels,
    overview,
    slices,
    splits,
    thresholds,
    unlabelled,
    verdict,
    workload,
)

# a page, and its part where that is not the one it opens on
PAGES = (
    "summary", "classes", "classes numbers", "curves", "curves numbers", "curves conventions",
    "confusions", "thresholds", "compare", "splits", "next_steps", "unlabelled_data", "documents",
    "labels annotators", "labels", "slices", "human_review",
)  # fmt: skip
# the part of a page that says most
PART = {"splits": "power"}
# and parts that say more
OTHER = {"confusions": ("pairs", "classes")}
# the first that matches is held to; conventions come last
CLAIMS: Claims = [
    found
    for page in (
        verdict,
        labels,
        overview,
        curves,
        confusion,
        compare,
        thresholds,
        classes,
        splits,
        guidance,
        documents,
        agreement,
        slices,
        unlabelled,
        workload,
        conventions,
    )
    for found in page.CLAIMS
]


@pytest.fixture
def review(request: pytest.FixtureRequest, tmp_path: Path) -> Review:
    """An adversarial file as the command line reads it."""
    path = tmp_path / f"{request.param.replace(' ', '_')}.csv"
    path.write_bytes(ADVERSARIAL[request.param])
    parser = argparse.ArgumentParser()
    options.add_arguments(parser)
    return options.review_from(parser.parse_args([str(path)]))


def keys_of(app: AppTest) -> set[str | None]:
    """Which choices are there."""
    return {control.key for control in app.segmented_control}


def in_verdict(review: Review) -> list[str]:
    """What every door says first of how good a system is."""
    if review.truth.labels is None:
        return []
    return [answer.said for answer in be.evaluate(review).verdict().answers]


def in_findings(review: Review) -> list[str]:
    """What Guidance shows of each finding once its line is opened, and of the checks."""
    found = be.check(review)
    links = counts_in(review.truth, None)
    return [checks_text(found.checked), *(finding_html(finding, links) for finding in found)]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("review", ADVERSARIAL, indirect=True)
def test_every_number_in_a_sentence_is_what_counting_gives(review: Review, page: str) -> None:
    name = review.name
    systems = read(ADVERSARIAL[name.replace("_", " ")])
    page, _, part = page.partition(" ")
    part = part or PART.get(page, "")
    choices = {f"{page}__part": part} if part else {}
    # what labels that are wrong do to each class, where nobody says who labelled
    choices |= {"labels__people": "noise"} if part == "annotators" else {}
    app = go_to(enter(review, **choices), page)
    also = {"summary": in_verdict, "next_steps": in_findings}.get(page, lambda _: [])(review)
    blocks = blocks_of(app, *also)
    # a yes-or-no task has no parts
    for other in OTHER.get(page, ()) if f"w_{page}.part" in keys_of(app) else ():
        app.segmented_control(key=f"w_{page}.part").set_value(other).run()
        blocks += blocks_of(healthy(app))
    blocks = [block.replace(name, "FILE") for block in blocks]
    boxes = {box.label: str(box.value) for box in app.selectbox}
    facts = systems.get(boxes.get("System", ""), next(iter(systems.values())))
    seen = Seen(facts, systems, boxes.get("Class") or next(iter(facts.tables), ""))
    left = [text for block in blocks if (text := unexplained(block, CLAIMS, seen))]
    assert not left, "no claim explains a number in:\n" + "\n".join(left)
