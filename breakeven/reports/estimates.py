"""Estimates as plain data, the same for the command line and for downloads.

Undefined is None, so that JSON says null.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from breakeven.estimation.estimates import ClassEstimate, Estimates, ExpectedMeasures
from breakeven.estimation.every_measure import EveryMeasure
from breakeven.estimation.losses import all_members
from breakeven.estimation.probabilities import ClassProbabilities
from breakeven.records import Predictions, Truth
from breakeven.reports.tables import in_markdown, markdown_table, noticed
from breakeven.reports.values import plain, whole
from breakeven.text import cell_of, count_of
from metrics.averaging import OF_DOCUMENTS, PER_CLASS
from metrics.catalogue.shown import entries_shown
from metrics.expected.counting import (
    best_counts,
    expected_count,
    expected_squared_error_in_counting,
)
from metrics.expected.prediction import Prediction
from metrics.incidence import weigh_per_class
from metrics.typing import Array

ESTIMATES = (
    "Estimates: nothing here was compared with labels. They hold if the probabilities are right "
    "and the documents independent."
)
NO_WEIGHTED_F = (
    "Documents count by their weights. The expected F, its bound, recall, and the best decisions "
    "for F have no form with weights and are not shown; the approximation, F of the expected "
    "table, has."
)
CLUSTERS_ALIKE = (
    "The documents of one cluster are taken to turn out alike, as copies do, so these intervals "
    "hold at least 95 %. The exact expected F takes all documents as independent."
)
EXCLUSIVE = (
    "Each document has exactly one class: in all there are as many true class assignments as "
    "documents, and the interval of the loss over all classes counts documents, not decisions."
)
UNLISTED = "{:,} document/class pairs have no score and count as probability 0."

OF_BEST = ("size", "expected F", "approximation", "± bound", "least probability")


def of_prediction(value: Prediction) -> dict[str, Any]:
    """An expectation with its 95 % prediction interval."""
    return {
        "expected": plain(value.expected),
        "low_95": plain(value.low),
        "high_95": plain(value.high),
    }


def _count(number: float) -> float | int | None:
    return None if math.isnan(number) else whole(number)


def of_expected(value: ExpectedMeasures) -> dict[str, Any]:
    """What to expect of one set of decisions."""
    return {
        "assigned": _count(value.assigned),
        "expected_precision": plain(value.precision),
        "expected_recall": plain(value.recall),
        "expected_f": plain(value.f),
        "approximation": plain(value.approximation),
        "bound": plain(value.bound),
        "low": plain(value.low),
        "high": plain(value.high),
        "expected_loss": of_prediction(value.loss),
    }


def of_estimate(value: ClassEstimate) -> dict[str, Any]:
    """What to expect of a class: its members, the decisions in use, and the best ones."""
    return {
        "members": of_prediction(value.members),
        "in_use": of_expected(value.now),
        "best": of_expected(value.best) | {"least_probability": plain(value.least)},
    }


def of_estimates(
    classes: tuple[str, ...], estimates: Estimates, every: EveryMeasure | None
) -> dict[str, Any]:
    """Every class, their mean, and all pairs as one problem (None where they are too many).

    `every`: what to expect of the further measures of the decisions in use, if anything.
    """
    macro = {
        "in_use": of_expected(estimates.macro_now),
        "best": of_expected(estimates.macro_best),
    }
    micro = of_estimate(estimates.pooled) if estimates.pooled is not None else None
    per_class = {
        name: of_estimate(estimate)
        for name, estimate in zip(classes, estimates.classes, strict=True)
    }
    if every is not None:
        macro["in_use"] |= _further(every.macro)
        for of, measures in zip(per_class.values(), every.classes, strict=True):
            of["in_use"] |= _further(measures)
        if micro is not None and every.pooled is not None:
            micro["in_use"] |= _further(every.pooled)
    return {"micro": micro, "macro": macro, "per_class": per_class}


def _further(measures: Mapping[str, float]) -> dict[str, float | None]:
    """The measures that the estimates do not have already."""
    known = ("precision", "recall", "f")
    return {f"expected_{key}": plain(value) for key, value in measures.items() if key not in known}


def true_counts(truth: Truth, predictions: Predictions) -> Array | None:
    """How many of these documents each class truly has, shape (classes,); None without truth.

    NaN for a class of which some document was not judged.
    """
    if truth.labels is None:
        return None
    own = np.ones(predictions.m) if truth.weights is None else truth.weights[predictions.rows]
    positives = weigh_per_class(truth.labels[predictions.rows], own)
    if truth.unjudged is not None:
        unjudged = truth.unjudged[predictions.rows].astype(np.int64).sum(axis=0)
        positives[np.asarray(unjudged) > 0] = np.nan
    return positives


def of_counts(
    probabilities: ClassProbabilities, positives: Array | None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """How many members to expect and how many were assigned: per class, and in all.

    `positives`, shape (classes,): the true numbers, NaN where unknown; None without truth. With
    them come both estimates' squared errors in counting.
    """
    out: dict[str, Any] = {}
    each: list[Prediction] = []
    for c, name in enumerate(probabilities.classes):
        p, calls = probabilities.of_class(c)
        own = probabilities.weights_of(c)
        members = expected_count(p, own, probabilities.clusters_of(c))
        each.append(members)
        assigned = int(np.sum(calls)) if own is None else whole(np.sum(own[calls]))
        expected = members.expected
        out[name] = of_prediction(members) | {
            "best_numbers": None if own is not None else best_counts(p),
            "assigned": assigned,
            "expected_squared_error_of_assigned": float(
                expected_squared_error_in_counting(members, assigned)
            ),
        }
        if positives is not None:
            true = None if np.isnan(positives[c]) else whole(positives[c])
            out[name] |= {
                "true": true,
                "squared_error_of_expected": None if true is None else (expected - true) ** 2,
                "squared_error_of_assigned": None if true is None else (assigned - true) ** 2,
            }
    total = of_prediction(all_members(probabilities, each))
    total["assigned"] = whole(sum(of["assigned"] for of in out.values()))
    if positives is not None:
        total["true"] = None if np.isnan(positives).any() else whole(positives.sum())
    return out, total


def _measures_table(result: dict[str, Any]) -> list[str]:
    """The further measures of the decisions in use; nothing where they have no form."""
    rows = []
    if result["classes"] > 1:
        if result["micro"] is not None:
            rows.append(("*all pairs as one problem (micro)*", result["micro"]))
        rows.append(("*mean over classes (macro)*", result["macro"]))
    rows += [(in_markdown(name), of) for name, of in result["per_class"].items()]
    of_classes = [of["in_use"] for of in result["per_class"].values()]
    keys = [
        entry.key
        for entry in entries_shown("average")
        if any(f"expected_{entry.key}" in of for of in of_classes)
    ]
    if "accuracy" not in keys:
        return []
    cells = [
        [name, *(cell_of(of["in_use"].get(f"expected_{key}")) for key in keys)] for name, of in rows
    ]
    title = "Expected of the decisions in use, measure by measure:"
    per_class = [
        f"{key}{PER_CLASS} {cell_of(result['macro']['in_use'][name])}"
        for key in OF_DOCUMENTS
        if (name := f"expected_{key}{PER_CLASS}") in result["macro"]["in_use"]
    ]
    # as `evaluate` has it: a share of documents, and apart from it the mean of the classes' own
    more = ["", f"Per class, averaged: {', '.join(per_class)}."] if per_class else []
    return ["", title, "", markdown_table(["class", *keys], cells), *more]


def as_markdown(result: dict[str, Any], name: str) -> str:
    """The estimates as a document to paste."""
    split = result["split"] or "all documents"
    rows = [
        [in_markdown(name), *_cells(estimate)] for name, estimate in result["per_class"].items()
    ]
    micro = result["micro"]
    several = result["classes"] > 1  # a single class has no averages
    first = [["*all pairs as one problem (micro)*", *_cells(micro)]] if micro and several else []
    macro = result["macro"]
    first += (
        []
        if not several
        else [
            [
                "*mean over classes (macro)*",
                cell_of(macro["in_use"]["assigned"]),
                cell_of(macro["in_use"]["expected_f"]),
                cell_of(macro["best"]["assigned"]),
                *_of_best(macro["best"]),
                "",
            ]
        ]
    )
    out = [
        f"# {in_markdown(name)}: {in_markdown(result['system'])} on {in_markdown(split)}, expected",
        "",
        ESTIMATES,
        "",
        f"{count_of(result['documents'], 'document')}, "
        f"{count_of(result['classes'], 'class', 'classes')}. Decisions in use: "
        f"{in_markdown(result['decisions'])}. β = {result['beta']}; F is {result['c_f']:g} where "
        "nothing is assigned and nothing true.",
        "",
        markdown_table(["class", "in use", "expected F", *(f"best: {h}" for h in OF_BEST)],
                       first + rows),
        *_measures_table(result),
    ]  # fmt: skip
    return "\n".join(out + noticed(result["notes"]))


def _cells(estimate: dict[str, Any]) -> list[str]:
    best = estimate["best"]
    return [
        cell_of(estimate["in_use"]["assigned"]),
        cell_of(estimate["in_use"]["expected_f"]),
        cell_of(best["assigned"]),
        *_of_best(best),
        cell_of(best["least_probability"]),
    ]


def _of_best(best: dict[str, Any]) -> list[str]:
    return [cell_of(best["expected_f"]), cell_of(best["approximation"]), cell_of(best["bound"], 4)]
