"""Next steps says what came of advice that was tried, and leads to where it is done."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import numpy as np

import breakeven as be
from benchmarks.planted_data import clean
from benchmarks.planted_kinds import KINDS
from breakeven.analysis.advice.trials import trial_text
from breakeven.analysis.findings.examples.data_examples import EXAMPLES
from breakeven.data.marks import MarkEvent, replay_marks
from breakeven.ui.app.page.findings import keys_of
from breakeven.ui.app.store.memory import mark_memory
from tests.made import not_none
from tests.pages.reading import healthy, open_page, text_of


def test_recalibration_that_was_tried_leads_to_the_fitted_probabilities() -> None:
    made = KINDS["too sure"].plant(clean("several", "small", 5), np.random.default_rng(0))
    review = made.review()
    finding = next(each for each in be.check(review) if each.code == "calibration.off")
    trial = not_none(finding.trial)
    assert trial.better == "lower"
    app = open_page("next_steps", review, next_steps__open=keys_of([finding])[0])
    assert trial_text(trial) in text_of(app)
    (link,) = (
        each.proto
        for each in app.get("page_link")
        if each.proto.label == "Look at the fitted probabilities"
    )
    address = parse_qs(link.query_string or urlsplit(link.page).query)
    assert address["unlabelled_data.probabilities"] == ["fitted"]
    shown = open_page(
        "unlabelled_data",
        review,
        unlabelled_data__probabilities="fitted",
        unlabelled_data__subject="calibration",
    )
    assert "Fitted: a logistic function of their log-odds for each class" in text_of(shown)


def test_marks_that_come_later_change_what_came_of_the_advice() -> None:
    columns = EXAMPLES["labels.doubted"]().columns
    lines = zip(*columns.values(), strict=True)
    review = be.read(
        "\n".join(",".join(map(str, line)) for line in (tuple(columns), *lines)).encode()
    )
    finding = next(each for each in be.check(review) if each.code == "labels.doubted")
    opened = {"next_steps.open": keys_of([finding])[0]}
    app = open_page("next_steps", review, **opened)
    assert "Not tried: it needs people who judge the labels anew." in text_of(app)
    row = int(finding.documents[0])
    event = MarkEvent(
        rows=np.array([row]),
        kind="in the class",
        class_index=review.truth.classes.index(str(columns["predicted"][row])),
        who="ann",
    )
    token = mark_memory.start(review.files, replay_marks(review.truth.n, [event]))
    app = healthy(open_page("next_steps", review, marks=token, **opened))
    assert f"1 person gave 1 of the {len(finding.documents)} doubted documents" in text_of(app)
