"""Which labels are likely wrong, and judging a sample of them blind."""

from __future__ import annotations

import re
import warnings
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.data.records import Predictions, Review
from breakeven.ui.app.store.memory import mark_memory
from breakeven.ui.labels.blind_queue import SIZES
from metrics.typing import Array
from tests.made import truth_of
from tests.pages.reading import go_to, healthy, html_of, open_page, table_with, text_of

N = 40


def right() -> Array:
    return (np.arange(N)[:, None] + np.arange(2)) % 4 == 0


def made(**more: Any) -> Review:
    """Of forty documents 0 lacks the class a, and 6 has b by mistake; one system sees both."""
    given = right()
    given[0, 0], given[6, 1] = False, True
    texts = np.array([f"number {i} is {right()[i].tolist()}" for i in range(N)], dtype=object)
    fields: dict[str, Any] = {"columns": {"text": texts}, "text_column": "text"} | more
    truth = truth_of(given, **fields)
    p = np.where(right(), 0.9, 0.1).T.copy()
    said = Predictions("seer", np.arange(N), p, probabilities=True)
    return Review("made", truth, (said,), (), f"made of {sorted(more)}")


@pytest.fixture(scope="module")
def reuters() -> Review:
    """Reuters with the one system that gives probabilities."""
    sample = be.sample("reuters")
    (logreg,) = (said for said in sample.predictions if said.system == "logreg")
    return replace(sample, predictions=(logreg,), fingerprint="reuters-logreg")


def test_reuters_shows_what_cleanlab_finds(reuters: Review) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from cleanlab.multilabel_classification.filter import find_multilabel_issues_per_class

        truth, predictions = reuters.truth, reuters.predictions[0]
        at_test = predictions.positions_in(truth, "test")
        assert truth.labels is not None
        labels = truth.labels.toarray()[predictions.rows[at_test]]
        listed = [np.flatnonzero(row).tolist() for row in labels]
        p = predictions.scores.T[at_test].astype(float)
        issues = find_multilabel_issues_per_class(listed, p, n_jobs=1)
    # it says something of classes with fewer than five documents too
    issues[:, labels.sum(axis=0) < 5] = False
    app = open_page("labels", reuters)
    shown = table_with(app, "label_is")
    assert truth.documents is not None
    ids = truth.documents[predictions.rows[at_test]]
    wanted = {
        (ids[i], truth.classes[c], "wrong" if labels[i, c] else "missing")
        for i, c in zip(*np.nonzero(issues), strict=True)
    }
    assert {*zip(shown["document"], shown["class"], shown["label_is"], strict=True)} == wanted
    wrong, missing = (int(issues[labels == given].sum()) for given in (True, False))
    assert (
        f"{wrong:,} labels look wrong, {missing:,} look missing (of {labels.sum():,} on 3,299 "
        "documents)."
    ) in text_of(app)
    # the first is a report of a fourth quarter that was labelled as an acquisition
    assert "Labelled acq, predicted earn" in text_of(app)

    app.segmented_control(key="w_labels.by").set_value("classes").run()
    classes = table_with(healthy(app), "p_of_labelled").set_index("class")
    c = truth.classes.index("money-fx")
    assert classes.loc["money-fx", "missing"] == issues[~labels[:, c], c].sum()
    assert classes.loc["money-fx", "p_of_labelled"] == pytest.approx(p[labels[:, c], c].mean())
    assert classes["missing"].isna()["castor-oil"]
    app.segmented_control(key="w_labels.by").set_value("documents").run()
    quality = table_with(healthy(app), "quality")["quality"]
    assert quality.is_monotonic_increasing
    assert len(quality) == 1_000


def test_a_filter_shows_fewer_of_them() -> None:
    app = open_page("labels", made(), where="true:b")
    assert table_with(app, "label_is")["document"].tolist() == ["d6"]
    # there is no other system that could agree
    (listed,) = (table for table in app.dataframe if "label_is" in table.value)
    assert "agree" not in listed.proto.column_order


def test_what_is_no_evidence_is_said_with_the_way_on() -> None:
    app = open_page("labels", review="r8")
    assert "These labels cannot be checked." in app.info[0].value
    assert "Give a probability for every class" in text_of(app)
    assert "Add a file with probabilities" in {w.proto.label for w in app.get("page_link")}


def test_training_documents_are_asked_about() -> None:
    split = {"splits": ("train",), "split_of": np.zeros(N, dtype=np.int64)}
    app = open_page("labels", made(**split))
    assert "These are training documents" in text_of(app)
    app.toggle(key="w_labels.cross_validated").set_value(True).run()
    assert " on 40 documents)" in text_of(healthy(app))
    assert app.query_params["labels.cross_validated"] == "on"


def test_without_texts_nothing_is_judged() -> None:
    app = open_page("labels", made(columns={}, text_column=None), labels__part="queue")
    assert "no text column" in app.info[0].value
    assert not [b for b in app.button if str(b.key).startswith("answer")]


def judge(app: AppTest, times: int) -> list[bool]:
    """Answer as the texts say; whether each pair was in doubt."""
    doubted = []
    for _ in range(times):
        said = text_of(app)
        c = {"a": 0, "b": 1}[said.partition("Does this document belong to ")[2][0]]
        row = int(said.partition("number ")[2].partition(" ")[0])
        doubted.append((row, c) in ((0, 0), (6, 1)))
        answer = "yes" if right()[row, c] else "no"
        healthy(app.button(key=f"answer_{answer}").click().run())
    return doubted


@pytest.mark.parametrize("taken_back", [False, True])
def test_a_blind_sample_says_what_the_list_is_worth(taken_back: bool) -> None:
    review = made()
    app = open_page("labels", review, labels__part="queue")
    shown = text_of(app)
    assert "Does this document belong to" in shown
    assert re.search(r'href="documents\?[^"]*">Documents</a>', html_of(app))
    # neither what is labelled, nor what is called, nor which of the two it is
    assert not any(word in shown for word in ("Labelled", "predicted earn", "may lack"))
    assert app.get("progress")[0].proto.text == "0 of 4 judged"
    if taken_back:
        app.button(key="answer_unclear").click().run()
        app.button(key="take_back").click().run()
        assert app.get("progress")[0].proto.text == "0 of 4 judged"
    assert sorted(judge(app, 4)) == [False, False, True, True]
    text = text_of(app)
    assert "100 % of the doubtful labels are wrong (95 % interval 100 % to 100 %): 2 of 2" in text
    assert "Of 2 other labels judged, 0 are wrong" in text
    # 19 of 20 labels are hits, and 20 of 20 if both are mended
    assert "seer 0.950 1.000" in " ".join(text.split())
    assert "With wrong labels corrected" in text
    captions = " ".join(caption.value for caption in app.caption)
    assert (
        "A true class that nobody proposed is not counted, so the true F may be lower" in captions
    )
    marks = mark_memory.find(app.query_params["marks"])
    assert marks is not None
    judged = [e for e in marks.marks.events if e.note == "judged blind"]
    assert len([e for e in judged if e.kind in ("in the class", "not in the class")]) == 4
    # who comes back finds what was judged
    assert "100 % of the doubtful labels" in text_of(go_to(go_to(app, "summary"), "labels"))


def test_as_many_are_judged_as_the_choice_says() -> None:
    assert {name: str(size) for name, size in SIZES.items()} == {name: name for name in SIZES}


def test_few_answers_say_nothing_of_f() -> None:
    app = open_page("labels", made(), labels__part="queue")
    judge(app, 3)
    app.button(key="result_so_far").click().run()
    said = text_of(app)
    assert "of the doubtful labels are wrong" in said
    # 2 are in doubt, 19 others given, and nothing else is assigned: 2 and 5 are enough, 3 judged
    assert "At least 4 more answers." in said
    assert "To see F with wrong labels corrected, judge 5 of each kind" in said


def test_labels_as_if_corrected_are_not_judged() -> None:
    app = open_page("labels", made(), labels__part="queue")
    judge(app, 4)
    app.selectbox(key="w_as_if").set_value("corrected").run()
    assert "judges labels as loaded" in healthy(app).info[0].value
