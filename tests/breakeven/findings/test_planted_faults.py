"""A clean review stays quiet; a fault planted in it is found, and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import sparse

import breakeven as be
from breakeven.findings.finding import SEVERITIES, Finding
from breakeven.findings.limits import Limits
from tests.made import known
from tests.planted import Made, clean

SERIOUS = SEVERITIES[:2]
# true of any review of this size, and said as notices: 40 test documents a class
ALWAYS = {"split.small-test"}


@pytest.fixture(scope="module")
def base() -> Made:
    made = clean(3, sizes=(480, 240, 480))
    assert made.codes() == ALWAYS
    return made


@pytest.mark.parametrize("multi", [False, True])
def test_clean_reviews_raise_no_alarm(multi: bool) -> None:
    def made(seed: Any) -> Any:
        return clean(seed, classes=6, sizes=(180, 60, 120), multi=multi, words=25)

    alarms = [seed for seed in range(100) if made(seed).codes(*SERIOUS)]
    assert len(alarms) <= 5, alarms


def found(made: Made, code: str) -> Finding:
    (finding,) = [f for f in made.findings() if f.code == code]
    return finding


def test_same_id(base: Made) -> None:
    ids = known(base.truth.documents).copy()
    train, test = base.rows("train")[:3], base.rows("test")[:3]
    ids[test] = ids[train]
    made = base.with_truth(documents=ids)
    assert made.codes() == ALWAYS | {"leak.same-id"}
    finding = found(made, "leak.same-id")
    assert finding.severity == "error"
    assert set(finding.documents) == {*train, *test}


@pytest.mark.parametrize(("copies", "severity"), [(2, "warning"), (5, "error")])
def test_same_text(base: Made, copies: int, severity: str) -> None:
    # of 480 test documents 2 are .4 %, 5 are 1.04 %: an error from 1 % on
    texts = base.column("text")
    train, test = base.rows("train", 0)[:copies], base.rows("test", 0)[:copies]
    texts[test] = [f" {t.upper()}  " for t in texts[train]]
    made = base.with_columns(text=texts)
    assert made.codes() == ALWAYS | {"leak.same-text"}
    finding = found(made, "leak.same-text")
    assert (finding.severity, finding.evidence["documents"]) == (severity, copies)
    assert set(finding.documents) == {*train, *test}


def test_near_duplicate(base: Made) -> None:
    # one word of 40 changed: 3 of 38 runs of three words differ, 35 / 41 = .85 in common
    texts = base.column("text")
    train, test = base.rows("train", 1)[:4], base.rows("test", 1)[:4]
    for a, b in zip(train, test, strict=True):
        words = texts[a].split()
        words[20] = "changed"
        texts[b] = " ".join(words)
    made = base.with_columns(text=texts)
    assert made.codes() == ALWAYS | {"leak.near-duplicate"}
    finding = found(made, "leak.near-duplicate")
    assert set(finding.documents) == {*train, *test}
    assert finding.evidence["lowest_similarity"] == pytest.approx(35 / 41)
    assert made.with_columns(text=texts).findings(Limits(similarity=0.9))[0].code not in {
        "leak.near-duplicate"
    }


def test_conflicting_labels(base: Made) -> None:
    texts = base.column("text")
    a, b = base.rows("train", 0)[0], base.rows("train", 1)[0]
    texts[b] = texts[a]
    made = base.with_columns(text=texts)
    assert made.codes() == ALWAYS | {"labels.conflict"}
    assert set(found(made, "labels.conflict").documents) == {a, b}


def test_short_texts_are_never_more_than_a_notice(base: Made) -> None:
    top = base.predictions[0].scores.argmax(axis=0)
    texts = np.array([f"SHIPS OF KIND{c} LOADING" for c in top], dtype=object)
    made = base.with_columns(text=texts)
    assert made.codes(*SERIOUS) == set()
    assert {"leak.same-short-text", "labels.short-conflict"} <= made.codes("notice")
    # the same texts, with a limit that calls three words enough to tell documents
    codes = {f.code for f in made.findings(Limits(min_words=3)) if f.severity == "error"}
    assert codes == {"leak.same-text"}


def test_class_missing_from_test(base: Made) -> None:
    gone = base.rows("test", 5)
    made = base.without(gone)
    # a class without any test document is also smaller than an equal share there, and gone by then
    also = {"split.imbalance", "split.trend"}
    assert made.codes() == ALWAYS | also | {"split.absent-from-test"}
    assert found(made, "split.absent-from-test").classes == (5,)
    assert made.codes(*SERIOUS) == {"split.absent-from-test"}


def test_too_few_training_documents(base: Made) -> None:
    made = base.without(base.rows("train", 7)[14:])
    assert made.codes(*SERIOUS) == {"split.few-training"}
    assert found(made, "split.few-training").classes == (7,)
    assert set(found(made, "split.few-training").documents) == set(made.rows("train", 7))
    # 15 are enough
    assert base.without(base.rows("train", 7)[15:]).codes(*SERIOUS) == set()


def test_shifted_mix() -> None:
    # four classes at a quarter each, 60 of 240; two thirds of two of them leave the test split:
    # of about 160 the other two have 60 each, .375 and so .125 more
    base = clean(1, classes=4)
    assert base.codes(*SERIOUS) == set()
    gone = [base.rows("test", c)[: 2 * len(base.rows("test", c)) // 3] for c in (0, 1)]
    made = base.without(np.concatenate(gone))
    assert made.codes(*SERIOUS) == {"split.mix"}
    wider = {f.code for f in made.findings(Limits(share_difference=0.3)) if f.severity in SERIOUS}
    assert wider == set()


def test_a_small_test_split_differs_by_chance() -> None:
    # 8 test documents of four classes: shares differ by more than .10, as they may
    base = clean(1, classes=4)
    made = base.without(base.rows("test")[8:])
    counts = [len(made.rows("test", c)) for c in range(4)]
    assert max(counts) / 8 - 0.25 > 0.1
    assert "split.mix" not in made.codes()


def test_time_overlap(base: Made) -> None:
    days = base.column("date")
    # the splits meet on one day: no overlap
    edge = days[base.rows("dev")[-1]]
    days[base.rows("test")[:5]] = edge
    assert base.with_columns(date=days).codes() == ALWAYS
    mixed = np.random.default_rng(0).permutation(days)
    made = base.with_columns(date=mixed)
    assert made.codes() == ALWAYS | {"split.time-overlap"}
    assert made.codes(*SERIOUS) == set()


def test_classes_with_one_vocabulary(base: Made) -> None:
    texts = base.column("text")
    for row in np.concatenate([base.rows(s, 3) for s in ("train", "dev", "test")]):
        # class 2 writes with the words from w450 on, class 3 with those from w600 on
        texts[row] = " ".join(
            f"w{int(w[1:]) - 150}" if int(w[1:]) >= 600 else w for w in texts[row].split()
        )
    made = base.with_columns(text=texts)
    assert made.codes() == ALWAYS | {"classes.alike"}
    assert found(made, "classes.alike").classes == (2, 3)


def test_classes_given_together() -> None:
    base = clean(2, multi=True)
    labels = known(base.truth.labels).toarray()
    labels[:, 4] = labels[:, 9]
    made = base.with_truth(labels=sparse.csc_array(labels))
    assert found(made, "classes.together").classes == (4, 9)
    assert "classes.together" not in base.codes()


def test_errors_come_first_then_what_gains_most(base: Made) -> None:
    ids = known(base.truth.documents).copy()
    ids[base.rows("test")[:1]] = ids[base.rows("train")[:1]]
    made = base.with_truth(documents=ids).without(base.rows("train", 7)[5:])
    findings = made.findings()
    assert findings[0].code == "leak.same-id"
    gains = [f.gain_macro if f.gain_macro > 0 else 0.0 for f in findings[1:]]
    assert gains == sorted(gains, reverse=True)


def test_answers_that_say_no_class() -> None:
    # 2 of 60 refused and 2 of 60 outside: 6.7 %
    said = ["grain" if i % 2 else "ship" for i in range(60)]
    answers = list(said)
    answers[:4] = ["I cannot", "I am sorry", "barley", "oats"]
    rows = "".join(f"{i},{t},{a}\n" for i, (t, a) in enumerate(zip(said, answers, strict=True)))
    one = be.check(be.read(f"id,truth,llm_answer\n{rows}".encode(), roles={"llm_answer": "answer"}))
    (finding,) = [f for f in one if f.code == "answers.unusable"]
    assert finding.severity == "warning"
    assert set(finding.documents) == {0, 1, 2, 3}
    assert finding.error_share == 1
    assert "4 documents (6.7 %)" in finding.what
    assert "2 outside the classes, 2 refused or in error" in finding.what
