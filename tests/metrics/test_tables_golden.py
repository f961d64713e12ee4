"""Golden values of everything that is a function of contingency tables."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from metrics import averaging, measures
from metrics.averaging import Undefined
from metrics.confusion import ambiguous_pairs
from metrics.measures import averaged_measures
from metrics.tallies import ContingencyTable, count_confusion, count_decisions
from tests.golden_cases import cases, check, counts, incidence, number, table, tables
from tests.tables import between_classes

SIX = ("precision", "recall", "f", "fallout", "accuracy", "overlap")
THREE = ("precision", "recall", "f")
POLICIES: tuple[Undefined, ...] = ("drop", "zero", "one")


def macros(
    table: ContingencyTable, beta: float, names: tuple[str, ...], prefix: str = "macro"
) -> dict[str, dict[str, float]]:
    return {
        f"{prefix}_{policy}": {
            name: averaging.macro(table, beta, policy)[name].value for name in names
        }
        for policy in POLICIES
    }


def classes_of(table: ContingencyTable, names: list[str]) -> dict[str, dict[str, Any]]:
    three = {name: averaged_measures(1.0)[name](table) for name in THREE}
    return {
        c: {k: v[i] for k, v in {**counts(table), **three}.items()} for i, c in enumerate(names)
    }


@pytest.mark.parametrize(
    "case",
    cases("table_13_8", "table", "beta", "c_f") + cases("zero_division", "table", "beta", "c_f"),
)
def test_measures_of_one_table(case: dict[str, Any]) -> None:
    given = case["input"]
    t = table(given["table"])
    got: dict[str, Any] = {
        name: measure(t) for name, measure in averaged_measures(given["beta"]).items()
    }
    got["e"] = measures.e_beta(t, given["beta"])
    if np.isnan(got["f"]):
        # C_F is a policy for 0/0, not part of F
        got["f"] = number(given["c_f"])
        got["e"] = 1 - got["f"]
    check(got, case)


@pytest.mark.parametrize("case", cases("f_and_e", "table", "beta", "c_f"))
def test_f_and_e(case: dict[str, Any]) -> None:
    t, beta = table(case["input"]["table"]), number(case["input"]["beta"])
    check({"f": measures.f_beta(t, beta), "e": measures.e_beta(t, beta)}, case)


@pytest.mark.parametrize("case", cases("f_and_e", "betas"))
def test_alpha(case: dict[str, Any]) -> None:
    check({"alpha": [measures.alpha_of(beta) for beta in case["input"]["betas"]]}, case)


@pytest.mark.parametrize("case", cases("f_and_e", "table"))
def test_e_is_non_overlap(case: dict[str, Any]) -> None:
    t = table(case["input"]["table"])
    # |A - B| + |B - A| over |A| + |B|, as sets of documents
    apart = (t.fp + t.fn) / (t.assigned + t.positives)
    check({"e": measures.e_beta(t), "symmetric_difference_over_sizes": apart}, case)


@pytest.mark.parametrize(
    "case",
    [
        case
        for file in ("table_13_8", "zero_division", "averaging")
        for case in cases(file, "tables", "beta")
    ],
)
def test_averages(case: dict[str, Any]) -> None:
    of, beta = tables(case["input"]["tables"]), case["input"]["beta"]
    got = {
        "pooled": counts(of.pooled()),
        "micro": averaging.micro(of, beta),
        **macros(of, beta, SIX),
    }
    check(got, case)


@pytest.mark.parametrize("case", cases("zero_division", "tables", "measures"))
def test_partition(case: dict[str, Any]) -> None:
    of = tables(case["input"]["tables"])
    means = averaging.macro(of, undefined="partition")
    got = {
        "kept": np.flatnonzero(averaging.anomaly_free(of)),
        "macro": {name: means[name].value for name in case["input"]["measures"]},
    }
    check(got, case)


@pytest.mark.parametrize(
    "case", cases("averaging", "categories", "tables", "train_counts", "edges")
)
def test_averages_by_training_frequency(case: dict[str, Any]) -> None:
    given = case["input"]
    table = tables(given["tables"])
    group = averaging.frequency_groups(np.array(given["train_counts"]), given["edges"])
    got = {}
    for g in range(len(given["edges"]) + 1):
        members = np.flatnonzero(group == g)
        got[f"group_{g}"] = {
            "members": [given["categories"][i] for i in members],
            "micro": averaging.micro(table[members]),
            "macro_drop": {n: averaging.macro(table[members])[n].value for n in THREE},
        }
    check(got, case)


@pytest.mark.parametrize("case", cases("averaging", "tables"))
def test_what_micro_weighs_by(case: dict[str, Any]) -> None:
    table = tables(case["input"]["tables"])
    mean = {name: a.value for name, a in averaging.macro(table).items()}
    micro = averaging.micro(table)
    weights = {
        "precision": table.assigned,
        "recall": table.positives,
        "f": table.assigned + table.positives,
    }
    for name, weight in weights.items():
        each = averaged_measures()[name](table)
        assert np.nansum(weight * each) / weight.sum() == pytest.approx(micro[name], abs=1e-12)
    got = {
        "micro_precision": micro["precision"],
        "precision_weights": weights["precision"],
        "micro_recall": micro["recall"],
        "recall_weights": weights["recall"],
        "micro_f1": micro["f"],
        "f1_weights": weights["f"],
        "accuracy_micro": micro["accuracy"],
        "accuracy_macro": mean["accuracy"],
        "mean_of_f": mean["f"],
        "f_of_mean_p_and_r": measures.f_of(mean["precision"], mean["recall"]),
    }
    check(got, case)


@pytest.mark.parametrize("case", cases("microsoft_five_documents"))
def test_microsoft_example(case: dict[str, Any]) -> None:
    given = case["input"]
    truth, call = (incidence(given[side], given["classes"]) for side in ("truth", "call"))
    per_class = count_decisions(truth, call)
    per_document = count_decisions(truth, call, unit="document")
    got = {
        "classes": classes_of(per_class, given["classes"]),
        "pooled": counts(per_class.pooled()),
        "micro": averaging.micro(per_class),
        **macros(per_class, given["beta"], SIX),
        **macros(per_document, given["beta"], THREE, "per_document"),
    }
    check(got, case)


@pytest.mark.parametrize("case", cases("confusion"))
def test_confusion(case: dict[str, Any]) -> None:
    given = case["input"]
    names = given["classes"]
    truth, call = (incidence([[c] for c in given[side]], names) for side in ("truth", "call"))
    matrix = count_confusion(truth, call)
    table = matrix.table(len(given["truth"]))
    micro = averaging.micro(table)
    pairs = ambiguous_pairs(matrix)
    got = {
        "matrix_rows_truth": between_classes(matrix),
        "classes": classes_of(table, names),
        "total_fp": table.fp.sum(),
        "total_fn": table.fn.sum(),
        "accuracy": np.trace(between_classes(matrix)) / len(given["truth"]),
        "micro_precision": micro["precision"],
        "micro_recall": micro["recall"],
        "micro_f1": micro["f"],
        "macro_f1_drop": averaging.macro(table)["f"].value,
        "macro_f1_zero": averaging.macro(table, undefined="zero")["f"].value,
        "mean_binary_accuracy": averaging.macro(table)["accuracy"].value,
        "ambiguous_pairs": [
            {
                "classes": [names[pairs.first[i]], names[pairs.second[i]]],
                "first_called_second": pairs.first_as_second[i],
                "second_called_first": pairs.second_as_first[i],
                "total": pairs.total[i],
                "rate": pairs.rate[i],
            }
            for i in range(len(pairs))
        ],
    }
    check(got, case)
    # counting the pairs directly, or through the matrix, gives the same tables
    assert all(
        np.array_equal(counts(table)[c], counts(count_decisions(truth, call))[c])
        for c in counts(table)
    )
