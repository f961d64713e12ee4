"""Splits described and compared; likeness of classes; what a test set can tell."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose
from numpy.typing import ArrayLike
from scipy import sparse, stats

from breakeven.data.records import Predictions, Truth
from breakeven.data.splits import (
    SPLIT_NAMES,
    class_counts,
    class_drift,
    date_column,
    dates_of,
    default_split,
    name_as_read,
    role_of,
    roles_of,
    split_summaries,
    text_lengths,
    tuning_split,
)
from metrics.dataset.data_checks import class_similarity, mix_p_values
from metrics.tallies import ContingencyTable
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval, f_interval
from metrics.uncertainty.power import detectable, required_sample
from tests.golden_cases import incidence
from tests.made import not_none, truth_of


def truth(**columns: Any) -> Truth:
    return Truth(
        ids=np.array(list("12345"), dtype=object),
        classes=("a", "b"),
        labels=incidence(["a", "ab", "", "b", "a"], "ab"),
        splits=("Training", "test"),
        split_of=np.array([0, 0, 0, 1, -1]),
        columns=columns,
        text_column="text" if "text" in columns else None,
    )


def test_summary_of_a_split() -> None:
    days = dates_of(np.array(["2024-02-01", "2024-01-31 10:00", "", "2024/03/01", "x"], object))
    assert days is None  # 3 of 4 filled cells are dates: nine in ten must be
    days = dates_of(np.array(["2024-02-01", "2024-01-31 10:00", "", "2024/03/01", ""], object))
    t = truth(text=np.array(["one two", "one", "a b c", "", "x"], dtype=object))
    first, second = split_summaries(t, not_none(text_lengths(t))[0], days)
    assert (first.documents, first.labels, first.without_class, first.classes_present) == (
        3,
        3,
        1,
        2,
    )
    assert (first.labels_per_document, first.words) == (1.0, 2.0)
    assert (first.first, first.last) == ("2024-01-31", "2024-02-01")
    assert (second.documents, second.labels, second.classes_present) == (1, 1, 1)
    assert class_counts(t).tolist() == [[2, 1], [0, 1]]


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("train", "train"),
        (" Training ", "train"),
        ("dev", "dev"),
        ("VALID", "dev"),
        ("tuning", "dev"),
        ("test", "test"),
        ("held-out", "test"),
        ("HoldOut", "test"),
        ("heldout", "test"),
        ("june", None),
        ("", None),
        ("test set", None),
    ],
)
def test_the_role_of_a_split_goes_by_its_name(name: str, role: str | None) -> None:
    assert role_of(name) == role


def test_no_name_stands_for_two_roles() -> None:
    names = [name for names in SPLIT_NAMES.values() for name in names]
    assert len(names) == len(set(names))
    assert [role_of(role) for role in SPLIT_NAMES] == list(SPLIT_NAMES)


@pytest.mark.parametrize(
    "name", [*(n for names in SPLIT_NAMES.values() for n in names), "june", " X "]
)
def test_reading_respells_a_name_and_keeps_its_role(name: str) -> None:
    assert role_of(name_as_read(name.upper())) == role_of(name)
    assert name_as_read(name_as_read(name)) == name_as_read(name)


def test_reading_keeps_the_spelling_of_the_less_usual_names() -> None:
    assert [name_as_read(n) for n in (" Val", "Validation", "TEST", "Train")] == [
        *("dev", "dev", "test", "train"),
    ]
    assert [name_as_read(n) for n in ("Development", "Holdout", "TRAINING", " x ")] == [
        *("Development", "Holdout", "TRAINING", " x "),
    ]


def spoken(names: str, silent: str = "") -> tuple[Truth, Predictions]:
    """A document in each of these splits, and a system that is silent on some of them."""
    splits = tuple(names.split())
    t = truth_of(np.ones((len(splits), 1), bool), splits=splits, split_of=np.arange(len(splits)))
    rows = [i for i, name in enumerate(splits) if name not in silent.split()]
    return t, Predictions("s", np.array(rows, dtype=np.int64))


@pytest.mark.parametrize(
    ("splits", "silent", "default"),
    [
        ("train dev test", "", "test"),
        ("train Holdout", "", "Holdout"),
        ("training holdout", "", "holdout"),
        ("Training validation Holdout", "", "Holdout"),
        ("learn testing", "", "testing"),
        ("fit eval", "", "eval"),
        ("eval test", "", "test"),  # the more usual name
        ("eval test", "test", "eval"),
        ("train dev", "", None),
        ("train test", "test", None),
        ("june", "", None),
        ("", "", None),
    ],
)
def test_the_test_split_is_shown_first_else_all_documents(
    splits: str, silent: str, default: str | None
) -> None:
    assert default_split(*spoken(splits, silent)) == default


@pytest.mark.parametrize(
    ("splits", "silent", "named", "split"),
    [
        ("train dev test", "", {}, "dev"),
        ("train june Validation test", "", {}, "Validation"),
        ("train june validation test", "validation", {}, "june"),
        ("train held-out", "", {}, None),
        ("train holdout test", "", {}, None),
        ("train", "", {}, None),
        ("june july", "", {}, "june"),
        ("june july", "", {"train": "june"}, "july"),
        ("june july", "", {"train": "june", "test": "july"}, None),
        ("train dev test", "", {"test": "dev"}, "test"),
        ("train dev test", "", {"test": "no such"}, "dev"),
        ("", "", {}, None),
    ],
)
def test_settings_are_tuned_on_dev_or_what_is_neither_train_nor_test(
    splits: str, silent: str, named: dict[str, str], split: str | None
) -> None:
    truth, said = spoken(splits, silent)
    assert tuning_split(truth, said, **named) == split


def test_nothing_is_tuned_where_nobody_judged() -> None:
    t, said = spoken("new old test")
    unjudged = sparse.csc_array(np.array([[True], [False], [False]]))
    judged = replace(t, unjudged=unjudged)
    assert tuning_split(t, said) == "new"
    assert tuning_split(judged, said) == "old"


def test_roles_go_by_name_or_choice() -> None:
    t = truth()
    assert (roles_of(t).train, roles_of(t).test) == (0, 1)
    assert (roles_of(t, "test", "Training").train, roles_of(t, "test", "Training").test) == (1, 0)
    assert roles_of(t, "no such").train == 0


def test_a_column_of_lengths_is_preferred() -> None:
    t = truth(text=np.array(["a b"] * 5, dtype=object), n_words=np.arange(5))
    assert not_none(text_lengths(t))[1] == "n_words"
    assert text_lengths(truth(passwords=np.arange(5))) is None


def test_dates_are_found_by_what_they_hold() -> None:
    t = truth(code=np.array(["2024-13-45"] * 5, object), day=np.array(["1987-04-08"] * 5, object))
    assert not_none(date_column(t))[1] == "day"
    assert dates_of(np.array([1987, 1988])) is None


def test_chi_square_of_the_mix() -> None:
    # 40 of 100 against 30 of 200: all expected counts are above 5
    expected = stats.chi2_contingency([[40, 60], [30, 170]], correction=False).pvalue
    assert_allclose(mix_p_values(np.array([40]), 100, np.array([30]), 200), [expected])


def test_exact_test_of_the_mix() -> None:
    # 3 of 4 against 0 of 4: of the 8!/(4!4!) = 70 ways 4 have all 3 in the first: 4/56 of the
    # C(8,3) = 56 places of three; twice that is 1/7
    assert_allclose(mix_p_values(np.array([3]), 4, np.array([0]), 4), [2 * 4 / 56])
    assert np.isnan(mix_p_values(np.array([0]), 4, np.array([0]), 4)).all()
    assert np.isnan(mix_p_values(np.array([1]), 4, np.array([0]), 0)).all()


def test_drift_by_hand() -> None:
    days = np.array(["2024-01-01"] * 2 + ["2024-01-02"] * 2 + ["NaT"], dtype="datetime64[D]")
    found = class_drift(truth(), days, np.array([0, 1]), periods=2)
    assert not_none(found).documents.tolist() == [2, 2]
    assert not_none(found).middle.astype(str).tolist() == ["2024-01-01", "2024-01-02"]
    # a, ab | none, b
    assert_allclose(not_none(found).share, [[1.0, 0.0], [0.5, 0.5]])


def test_classes_alike_by_hand() -> None:
    # class a: (1,0), (1,0), class b: (1,0), (0,1), class c: (0,1), (0,1)
    # different documents: a.a = 1, c.c = 1, b.b = 0: b is like nothing; a.c = 0
    features = sparse.csr_array(np.array([[1.0, 0]] * 3 + [[0, 1.0]] * 3))
    labels = incidence(list("aabbcc"), "abc")
    assert len(class_similarity(features, labels, -1.0).value) == 1
    # b with a third document (1,0): b.b = 1/3, a.b = 2/3, so 2/3 / sqrt(1/3) = 1.15
    features = sparse.csr_array(np.array([[1.0, 0]] * 4 + [[0, 1.0]]))
    found = class_similarity(features, incidence(list("aabbb"), "ab"), 0.9)
    assert_allclose(found.value, [(2 / 3) / np.sqrt(1 / 3)])


def test_halves_of_one_class_have_a_cosine_of_one() -> None:
    rng = np.random.default_rng(0)
    values = []
    for _ in range(200):
        x = sparse.csr_array(rng.random((60, 8)) < 0.3, dtype=float)
        x = x.multiply(1 / np.maximum(1e-9, np.sqrt(x.sum(axis=1)))[:, None]).tocsr()
        values += class_similarity(x, incidence(["a", "b"] * 30, "ab"), 0).value.tolist()
    # 200 draws with a spread of about .03 each
    assert np.mean(values) == pytest.approx(1, abs=0.01)


def table(tp: ArrayLike, fp: ArrayLike, fn: ArrayLike, tn: int = 1000) -> ContingencyTable:
    cells = (np.atleast_1d(np.asarray(v)) for v in (tp, fp, fn, tn))
    return ContingencyTable(*np.broadcast_arrays(*cells))


def test_more_documents_make_the_interval_as_narrow_as_wanted() -> None:
    cells = table([9, 40, 2, 0, 0, 5000], [3, 10, 0, 0, 4, 10], [3, 20, 0, 6, 0, 20])
    needed = required_sample(cells, 0.05)
    assert_allclose(needed.half_width[:4], _half(cells)[:4])
    # never assigned with positives: asked for; without positives, or narrow already: nothing
    assert np.isnan(needed.factor[4])
    assert needed.factor[5] == 1
    assert needed.more_positives[5] == 0
    # where so many times the documents hold as few of the class, or taken for it, as in 5 of 100
    # draws, the interval is at most .05 to each side, whatever F in the present interval is the
    # true one; with 2 % fewer it is not, for the worst of them
    for c in range(4):
        ends = f_interval(cells[c])
        drawn = (cells.tp + cells.fp + cells.fn)[c] * needed.factor[c]
        few = needed.factor[c] * (1 - stats.norm.ppf(0.95) / np.sqrt(drawn))
        worst = [
            _half(_with_f(cells[c], f, few * x)).item()
            for x in (1.001, 0.98)
            for f in [*np.linspace(ends.low, ends.high, 60)]
        ]
        assert max(worst[:60]) <= 0.05
        assert max(worst[60:]) > 0.0495


def _half(cells: ContingencyTable) -> Array:
    ends = f_interval(cells)
    return (ends.high - ends.low) / 2


def _with_f(cells: ContingencyTable, f: float, factor: float) -> ContingencyTable:
    """A table of as many documents on which either says yes, times a factor, and with this F."""
    either = factor * (cells.tp + cells.fp + cells.fn)
    tp = either * f / (2 - f)
    return table(tp, (either - tp) / 2, (either - tp) / 2)


def test_two_documents_found_do_not_show_that_two_are_enough() -> None:
    needed = required_sample(table([2], [0], [0]), 0.05)
    assert needed.more_positives[0] > 100


def test_detectable_difference_of_a_textbook() -> None:
    # 392 in each group tell .5 from .6 or .4 with a power of 80 % at 5 %, by the normal
    # approximation with equal variances: (1.960 + .842)^2 x 2 x .25 / .01 = 392.4
    error = np.sqrt(0.25 / 392.4)
    found = detectable(Interval(0.5 - 1.959964 * error, 0.5 + 1.959964 * error))
    assert found == pytest.approx(0.1, abs=1e-4)
