"""A clean review stays quiet; a fault planted in it is found, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

import breakeven as be
from benchmarks.split_checks import CODES
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.finding import SEVERITIES, Finding
from breakeven.analysis.selection.data_errors import data_errors
from breakeven.analysis.splitting.split_proposal import division_of
from tests.made import not_none
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
    # checks that compare with chance may not speak where there is nothing else, if only a notice;
    # benchmarks/split_checks.py counts their alarms over many more
    alarms = []
    for seed in range(24):
        made = clean(seed, classes=6, sizes=(180, 60, 120), multi=multi, words=25)
        said = made.findings()
        if any(f.severity in SERIOUS or f.code in CODES for f in said):
            alarms.append(seed)
    assert len(alarms) <= 2, alarms


def finding_with(made: Made, code: str) -> Finding:
    (finding,) = [f for f in made.findings() if f.code == code]
    return finding


def test_same_id(base: Made) -> None:
    ids = not_none(base.truth.documents).copy()
    train, test = base.rows("train")[:3], base.rows("test")[:3]
    ids[test] = ids[train]
    made = base.with_truth(ids=ids)
    assert made.codes() == ALWAYS | {"leak.same-id"}
    finding = finding_with(made, "leak.same-id")
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
    finding = finding_with(made, "leak.same-text")
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
    finding = finding_with(made, "leak.near-duplicate")
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
    assert set(finding_with(made, "labels.conflict").documents) == {a, b}


def test_short_texts_are_never_more_than_a_notice(base: Made) -> None:
    top = base.predictions[0].scores.argmax(axis=0)
    texts = np.array([f"SHIPS OF KIND{c} LOADING" for c in top], dtype=object)
    made = base.with_columns(text=texts)
    assert made.codes(*SERIOUS) == set()
    assert {"leak.same-short-text", "labels.short-conflict"} <= made.codes("notice")
    # the same texts, with a limit that calls three words enough to tell documents
    codes = {f.code for f in made.findings(Limits(min_words=3)) if f.severity == "error"}
    assert codes == {"leak.same-text"}


@pytest.mark.parametrize(("copies", "severity"), [(14, "error"), (0, None)])
def test_short_texts_that_were_copied(copies: int, severity: str | None) -> None:
    # ten words each, and none is twice within a split
    base = clean(3, sizes=(960, 240, 480), words=10)
    texts = base.column("text")
    train, test = base.rows("train")[:copies], base.rows("test")[:copies]
    texts[test] = [f" {text.upper()}" for text in texts[train]]
    made = base.with_columns(text=texts)
    serious = made.codes(*SERIOUS) - base.codes(*SERIOUS)
    assert serious == ({"leak.copied-short-text"} if copies else set())
    if copies:
        finding = finding_with(made, "leak.copied-short-text")
        assert finding.severity == severity
        assert set(finding.documents) == {*train, *test}
        assert finding.spoiled.tolist() == sorted(test)
        # 14 of 480
        assert "(14 in “test”, 2.9 % of it)" in finding.what
        assert (finding.evidence["documents"], finding.evidence["expected_by_chance"]) == (14, 0.0)
        now = division_of(made.truth, near=False)
        assert now.leaking.tolist() == [0, 0, 14]
        assert data_errors(made.truth).leaked.sum() == 14


def test_class_missing_from_test(base: Made) -> None:
    gone = base.rows("test", 5)
    made = base.without(gone)
    # a class without any test document is also smaller than an equal share there, and gone by then
    also = {"split.imbalance", "split.trend"}
    assert made.codes() == ALWAYS | also | {"split.absent-from-test"}
    assert finding_with(made, "split.absent-from-test").classes == (5,)
    assert made.codes(*SERIOUS) == {"split.absent-from-test"}


def test_too_few_training_documents(base: Made) -> None:
    made = base.without(base.rows("train", 7)[14:])
    assert made.codes(*SERIOUS) == {"split.few-training"}
    assert finding_with(made, "split.few-training").classes == (7,)
    assert set(finding_with(made, "split.few-training").documents) == set(made.rows("train", 7))
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
    # spread over the same time, as drawn at random: nobody meant a split by time
    assert base.with_columns(date=mixed).codes() == ALWAYS
    days[base.rows("test")[:20]] = days[0]
    made = base.with_columns(date=days)
    assert made.codes() == ALWAYS | {"split.time-overlap"}
    assert made.codes(*SERIOUS) == set()
    finding = finding_with(made, "split.time-overlap")
    assert set(finding.documents) == set(base.rows("test")[:20])
    # 20 of 480
    assert "4.2 % of “test” is dated before the last document of “dev”" in finding.what


def test_a_random_split_with_dates_and_uneven_classes_is_not_remarked_on() -> None:
    for seed in range(20):
        made = clean(seed, classes=4, sizes=(240, 80, 160), words=25)
        draw = np.random.default_rng(seed)
        days = draw.permutation(made.column("date"))
        # of the last class a quarter is left
        gone = [
            np.setdiff1d(rows, rows[:: c + 1])
            for c in range(4)
            for rows in (made.rows(split, c) for split in ("train", "dev", "test"))
        ]
        uneven = made.with_columns(date=days).without(np.concatenate(gone))
        assert not uneven.codes() & {"split.time-overlap", "split.imbalance"}


def test_a_class_a_tenth_as_large_as_the_others_is_remarked_on(base: Made) -> None:
    # 12 classes of 40 documents in training; of class 3 three are left, of 440 / 12 a tenth is 3.7
    made = base.without(base.rows("train", 3)[3:])
    finding = finding_with(made, "split.imbalance")
    assert finding.classes == (3,)
    assert "in “train” 0 and 1" in finding.what


def test_classes_with_one_vocabulary(base: Made) -> None:
    texts = base.column("text")
    for row in np.concatenate([base.rows(s, 3) for s in ("train", "dev", "test")]):
        # class 2 writes with the words from w450 on, class 3 with those from w600 on
        texts[row] = " ".join(
            f"w{int(w[1:]) - 150}" if int(w[1:]) >= 600 else w for w in texts[row].split()
        )
    made = base.with_columns(text=texts)
    assert made.codes() == ALWAYS | {"classes.alike"}
    finding = finding_with(made, "classes.alike")
    assert finding.classes == (2, 3)
    # of one pair none is more alike than others
    assert "most of all" not in finding.what


def test_classes_given_together() -> None:
    base = clean(2, multi=True)
    labels = not_none(base.truth.labels).toarray()
    labels[:, 4] = labels[:, 9]
    made = base.with_truth(labels=sparse.csc_array(labels))
    assert finding_with(made, "classes.together").classes == (4, 9)
    assert "classes.together" not in base.codes()


def test_errors_come_first_then_what_gains_most(base: Made) -> None:
    ids = not_none(base.truth.documents).copy()
    ids[base.rows("test")[:1]] = ids[base.rows("train")[:1]]
    made = base.with_truth(ids=ids).without(base.rows("train", 7)[5:])
    findings = made.findings()
    assert findings[0].code == "leak.same-id"
    gains = [f.gain_macro if f.gain_macro > 0 else 0.0 for f in findings if f.effect == "improves"]
    assert gains == sorted(gains, reverse=True)


def test_answers_that_say_no_class() -> None:
    # 2 of 60 refused and 2 of 60 outside: 6.7 %
    names = ["grain" if i % 2 else "ship" for i in range(60)]
    answers = list(names)
    answers[:4] = ["I cannot", "I am sorry", "barley", "oats"]
    rows = "".join(f"{i},{t},{a}\n" for i, (t, a) in enumerate(zip(names, answers, strict=True)))
    findings = be.check(
        be.read(f"id,truth,llm_answer\n{rows}".encode(), roles={"llm_answer": "answer"})
    )
    (finding,) = [f for f in findings if f.code == "answers.unusable"]
    assert finding.severity == "warning"
    assert set(finding.documents) == {0, 1, 2, 3}
    assert finding.error_share == 1
    assert "4 documents (6.7 %)" in finding.what
    assert "2 outside the classes, 2 refused or in error" in finding.what


def with_word(texts: np.ndarray, rows: np.ndarray, word: str) -> None:
    """One word of these texts becomes this one."""
    for row in rows:
        texts[row] = " ".join([word, *texts[row].split()[1:]])


def test_a_word_that_gives_test_away(base: Made) -> None:
    # on two of three documents of test and one of forty of training, in the same months
    texts, days = base.column("text"), np.random.default_rng(1).permutation(base.column("date"))
    with_word(texts, base.rows("test")[::3], "april")
    with_word(texts, base.rows("test")[1::3], "april")
    with_word(texts, base.rows("train")[::40], "april")
    made = base.with_columns(text=texts)
    assert made.codes() == ALWAYS | {"split.told-apart"}
    finding = finding_with(made, "split.told-apart")
    # test begins where training ends: some of this is to be expected
    assert finding.severity == "notice"
    assert "Test begins where training ends in time" in finding.what
    assert "What goes with “test”: “april”" in finding.what
    assert "not the mix of classes alone" in finding.what
    assert all("april" in texts[row] for row in finding.documents)
    assert set(finding.documents) <= set(base.rows("test"))
    mixed = finding_with(made.with_columns(text=texts, date=days), "split.told-apart")
    assert mixed.severity == "warning"


def test_another_mix_of_classes_is_told_from_other_documents() -> None:
    base = clean(1, classes=4)
    gone = [base.rows("test", c)[: 5 * len(base.rows("test", c)) // 6] for c in (0, 1)]
    made = base.without(np.concatenate(gone))
    finding = finding_with(made, "split.told-apart")
    assert finding.severity == "notice"
    assert "that may be the mix of classes alone" in finding.what
    assert finding_with(made, "split.label-shift").evidence["p"] == 1 / 1000


def test_longer_documents(base: Made) -> None:
    length = np.random.default_rng(0).poisson(np.where(base.truth.split_of == 2, 240, 200))
    made = base.with_columns(n_words=length)
    assert made.codes() == ALWAYS | {"split.length"}
    finding = finding_with(made, "split.length")
    at = length[np.setdiff1d(base.rows("test"), finding.documents)].max()
    assert (length[finding.documents] > at).all()
    assert f"a length of {at:,} or less (column “n_words”)" in finding.what
    shorter = np.random.default_rng(0).poisson(np.where(base.truth.split_of == 2, 203, 200))
    assert base.with_columns(n_words=shorter).codes() == ALWAYS


def test_words_that_training_never_saw(base: Made) -> None:
    # each of them is on one document alone, so nothing is learnt from it
    texts = base.column("text")
    for i, row in enumerate(base.rows("test")[::2]):
        with_word(texts, np.array([row]), f"new{i}")
    made = base.with_columns(text=texts)
    assert made.codes() == ALWAYS | {"split.vocabulary"}
    finding = finding_with(made, "split.vocabulary")
    # 240 new words among 480 times 40, beside few others: each alone is in test half of the time
    assert finding.evidence["share"] == pytest.approx(240 / 19_200, abs=0.004)
    assert sum("new" in texts[row] for row in finding.documents) >= 15
    assert set(finding.documents) <= set(base.rows("test"))


def test_a_mix_that_differs_in_every_class_by_little() -> None:
    # a quarter each; of two classes a third of the test documents are gone: .2 and .3 of the rest
    base = clean(3, classes=4, sizes=(960, 120, 960))
    base = base.with_truth(columns={"text": base.column("text")})
    gone = [base.rows("test", c)[::3] for c in (0, 1)]
    made = base.without(np.concatenate(gone))
    assert "split.label-shift" not in base.codes()
    assert made.codes() - base.codes() == {"split.label-shift"}
    finding = finding_with(made, "split.label-shift")
    assert finding.evidence["total_variation"] == pytest.approx(0.1, abs=0.03)


def test_a_class_that_comes(base: Made) -> None:
    # all splits are spread over the same days; class 5 is twice as frequent at the end as midway
    rng = np.random.default_rng(2)
    labels = not_none(base.truth.labels)[:, [5]].toarray().ravel()
    late = np.where(labels, rng.beta(2, 1, base.truth.n), rng.random(base.truth.n))
    days = np.sort(base.column("date"))[np.argsort(np.argsort(late))]
    made = base.with_columns(date=days)
    assert made.codes() == ALWAYS | {"split.trend"}
    assert finding_with(made, "split.trend").classes == (5,)


def with_ids(made: Made, ids: list[str]) -> Made:
    return made.with_truth(ids=np.array(ids, dtype=object))


def test_ids_that_tell_the_split(base: Made) -> None:
    rng = np.random.default_rng(3)
    n, test = base.truth.n, base.truth.split_of == 2
    # numbers of test lie higher by half of their range
    place = np.argsort(np.argsort(rng.random(n) + 0.5 * test))
    made = with_ids(base, [f"d{i}" for i in place])
    assert made.codes() == ALWAYS | {"split.by-id"}
    assert "is higher than that of “train”" in finding_with(made, "split.by-id").what
    # two sources in training, another in test
    sources = [("nyt", "ap")[i % 2] if s < 2 else "wsj" for i, s in enumerate(base.truth.split_of)]
    made = with_ids(base, [f"{source}{i}" for i, source in enumerate(sources)])
    assert made.codes() == ALWAYS | {"split.by-id"}
    assert "“nyt#”" in finding_with(made, "split.by-id").what


def test_ids_of_splits_that_are_numbered_apart_tell_nothing(base: Made) -> None:
    names = ("training", "dev", "test")
    for made in ([f"{names[s]}/{i}" for i, s in enumerate(base.truth.split_of)],
                 [f"{'ab'[s // 2]}{i}" for i, s in enumerate(base.truth.split_of)]):  # fmt: skip
        assert with_ids(base, made).codes() == ALWAYS


def test_ids_that_tell_the_class(base: Made) -> None:
    klass = not_none(base.truth.labels).toarray().argmax(axis=1)
    made = with_ids(base, [f"{chr(97 + c)}-{i}" for i, c in enumerate(klass)])
    assert made.codes() == ALWAYS | {"leak.id-class"}
    assert len(finding_with(made, "leak.id-class").classes) == 12
    # numbered class by class in each split: the twenty nearest are mostly of one class
    base = clean(3, classes=4, sizes=(480, 240, 480))
    klass = not_none(base.truth.labels).toarray().argmax(axis=1)
    order = np.argsort(np.lexsort((klass, base.truth.split_of)))
    made = with_ids(base, [f"d{i}" for i in order])
    assert made.codes() - base.codes() == {"leak.id-class"}
    assert finding_with(made, "leak.id-class").what.startswith("The order of the ids tells")


def test_columns_that_tell_the_class(base: Made) -> None:
    rng = np.random.default_rng(4)
    n = base.truth.n
    klass = not_none(base.truth.labels).toarray().argmax(axis=1)
    desk = np.array([f"desk {3 * c + rng.integers(3)}" for c in klass], dtype=object)
    desk[rng.random(n) < 0.03] = "desk 0"
    harmless = {"author": rng.integers(0, 40, n), "own": np.array([f"x{i}" for i in range(n)])}
    made = base.with_columns(desk=desk, code=klass + 100, price=rng.random(n), **harmless)
    assert made.codes() == ALWAYS | {"leak.column-class"}
    warning, notice = (f for f in made.findings() if f.code == "leak.column-class")
    assert (warning.severity, notice.severity) == ("warning", "notice")
    assert "“desk” tells" in warning.what
    assert "may be the truth in other words" in notice.what


def test_texts_that_a_split_has_several_times(base: Made) -> None:
    texts = base.column("text")
    rows = base.rows("train", 2)
    texts[rows[10:15]] = texts[rows[:5]]  # 5 of 480 are 1.04 %
    made = base.with_columns(text=texts)
    assert made.codes() == ALWAYS | {"split.repeated"}
    assert set(finding_with(made, "split.repeated").documents) == {*rows[:5], *rows[10:15]}
    texts[rows[10]] = base.column("text")[rows[10]]
    assert base.with_columns(text=texts).codes() == ALWAYS


def test_texts_that_a_split_has_nearly_several_times(base: Made) -> None:
    texts = base.column("text")
    rows, other = base.rows("train", 2)[:10], base.rows("train", 3)[0]
    for a, b in zip(rows[:5], [*rows[6:], other], strict=True):
        words = texts[a].split()
        words[20] = "changed"
        texts[b] = " ".join(words)
    made = base.with_columns(text=texts)
    assert made.codes() == ALWAYS | {"split.nearly-repeated"}
    finding = finding_with(made, "split.nearly-repeated")
    assert set(finding.documents) == {*rows[:5], *rows[6:], other}
    assert finding.what.endswith("1 set of them differ in their true classes.")
