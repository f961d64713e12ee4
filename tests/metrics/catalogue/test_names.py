"""Measures and averages are found by the names that people know them by."""

from __future__ import annotations

import pytest

from metrics.catalogue import CATALOGUE
from metrics.catalogue.names import (
    average_and_measure,
    average_of,
    key_of,
    meant_by,
    measure_of,
    plain_name,
)
from metrics.typing import AVERAGES

MEASURES = ("f", "recall", "overlap", "mcc", "break_even")


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("hamming loss", "error_rate"),
        ("hamming_loss", "error_rate"),
        ("Subset accuracy", "exact_match"),
        ("sensitivity", "recall"),
        ("true positive rate", "recall"),
        ("TPR", "recall"),
        ("positive predictive value", "precision"),
        ("specificity", "specificity"),
        ("true-negative-rate", "specificity"),
        ("Jaccard", "overlap"),
        ("jaccard_score", "overlap"),
        ("F-score", "f"),
        ("f1_score", "f"),
        ("NPV", "negative_predictive_value"),
        ("Matthews correlation coefficient", "mcc"),
        ("accuracy@k", "recall_at_k"),
        ("accuracy@1", "recall_at_k"),
        ("P@10", "precision_at_k"),
        ("AUPRC", "average_precision"),
        ("Cohen's kappa of system and truth", "kappa"),
        ("nothing of the kind", None),
    ],
)
def test_a_measure_is_found_by_other_names(name: str, key: str | None) -> None:
    assert key_of(name) == key


def test_no_name_means_two_measures() -> None:
    named: dict[str, str] = {}
    for key, entry in CATALOGUE.items():
        for name in {plain_name(each) for each in (key, *entry.aliases)}:
            assert named.setdefault(name, key) == key, name


def test_a_measure_that_is_not_offered_stays_as_it_was_written() -> None:
    assert measure_of("hamming loss", MEASURES) == "hamming loss"
    assert measure_of("jaccard", MEASURES) == "overlap"


def test_f1_is_not_another_f() -> None:
    assert measure_of("F1", MEASURES) == measure_of("f-score", MEASURES, 2.0) == "f"
    with pytest.raises(ValueError, match="F1 has β = 1, and β is 2 here; ask for f"):
        measure_of("F1", MEASURES, 2.0)


def test_an_average_and_a_measure_in_one_name() -> None:
    assert average_of("samples") == "per_document"
    assert average_and_measure("samples_jaccard", AVERAGES, MEASURES) == ("per_document", "overlap")
    assert average_and_measure("weighted F1-score", AVERAGES, MEASURES) == ("weighted", "f")
    assert average_and_measure("macro_break_even", AVERAGES, MEASURES) == ("macro", "break_even")
    assert average_and_measure("macro_nonsense", AVERAGES, MEASURES) is None


def test_average_precision_is_no_precision() -> None:
    offered = ("precision", "recall")
    for name in ("macro_average_precision", "samples_average_precision", "weighted AUPRC"):
        assert average_and_measure(name, AVERAGES, offered) is None
        assert meant_by(name, AVERAGES) == "average_precision"
    both = (*offered, "average_precision")
    named = average_and_measure("macro_average_precision", AVERAGES, both)
    assert named == ("macro", "average_precision")
    assert average_and_measure("macro average recall", AVERAGES, offered) == ("macro", "recall")
