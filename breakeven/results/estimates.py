"""What to expect where nobody has labelled: of F and of how many, as data and Markdown.

Tested in `test_expected`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from breakeven.analysis.estimation.estimates import (
    ClassEstimate,
    Estimates,
    ExpectedMeasures,
    c_f_of,
    estimate,
)
from breakeven.analysis.estimation.expected_measures import EveryMeasure, every_measure
from breakeven.analysis.estimation.losses import all_members
from breakeven.analysis.estimation.probabilities import (
    ClassProbabilities,
    class_probabilities,
    why_not_probabilities,
)
from breakeven.analysis.selection.selected_evaluation import output_of_selection
from breakeven.analysis.selection.selection import Selection
from breakeven.analysis.selection.where import FilteredDocuments
from breakeven.data.records import Predictions, Review, Truth
from breakeven.data.wording import cell_of, count_of
from breakeven.results import values
from breakeven.results.arguments import require_documents, selection_of, system_of
from breakeven.results.scope import of_class_map, of_where, under_title
from breakeven.results.table_formats import in_markdown, markdown_table, notes_in_markdown
from breakeven.results.values import plain_count, plain_number
from metrics.averaging import OF_DOCUMENTS, PER_CLASS, Undefined
from metrics.catalogue import entries_shown
from metrics.expected.prediction import (
    Prediction,
    best_counts,
    expected_count,
    expected_squared_error_in_counting,
)
from metrics.incidence import weigh_per_class
from metrics.thresholds.costs import ERROR_RATE
from metrics.typing import DEFAULT_BETA, Array

if TYPE_CHECKING:
    import pandas as pd


# --- Estimates as plain data, the same for the command line and for downloads
#
# Undefined is None, so that JSON says null.


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
        "expected": plain_number(value.expected),
        "low_95": plain_number(value.low),
        "high_95": plain_number(value.high),
    }


def _count(number: float) -> float | int | None:
    return None if math.isnan(number) else plain_count(number)


def of_expected(value: ExpectedMeasures) -> dict[str, Any]:
    """What to expect of one set of decisions."""
    return {
        "assigned": _count(value.assigned),
        "expected_precision": plain_number(value.precision),
        "expected_recall": plain_number(value.recall),
        "expected_f": plain_number(value.f),
        "approximation": plain_number(value.approximation),
        "bound": plain_number(value.bound),
        "low": plain_number(value.low),
        "high": plain_number(value.high),
        "expected_loss": of_prediction(value.loss),
    }


def of_estimate(value: ClassEstimate) -> dict[str, Any]:
    """What to expect of a class: its members, the decisions in use, and the best ones."""
    return {
        "members": of_prediction(value.members),
        "in_use": of_expected(value.now),
        "best": of_expected(value.best) | {"least_probability": plain_number(value.least)},
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
    return {
        f"expected_{key}": plain_number(value)
        for key, value in measures.items()
        if key not in known
    }


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
        assigned = int(np.sum(calls)) if own is None else plain_count(np.sum(own[calls]))
        expected = members.expected
        out[name] = of_prediction(members) | {
            "best_numbers": None if own is not None else best_counts(p),
            "assigned": assigned,
            "expected_squared_error_of_assigned": float(
                expected_squared_error_in_counting(members, assigned)
            ),
        }
        if positives is not None:
            true = None if np.isnan(positives[c]) else plain_count(positives[c])
            out[name] |= {
                "true": true,
                "squared_error_of_expected": None if true is None else (expected - true) ** 2,
                "squared_error_of_assigned": None if true is None else (assigned - true) ** 2,
            }
    total = of_prediction(all_members(probabilities, each))
    total["assigned"] = plain_count(sum(of["assigned"] for of in out.values()))
    if positives is not None:
        total["true"] = None if np.isnan(positives).any() else plain_count(positives.sum())
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


def estimates_in_markdown(result: dict[str, Any], name: str) -> str:
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
    return "\n".join(out + notes_in_markdown(result["notes"]))


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


# --- Expected counts as a document


def counts_in_markdown(result: dict[str, Any], name: str) -> str:
    """The counts as a document to paste."""
    split = result["split"] or "all documents"
    per_class = result["per_class"]
    labelled = any("true" in of for of in per_class.values())
    head = ["class", "expected", "95 % from", "to", "assigned"]
    head += ["true", "squared error, expected", "squared error, assigned"] if labelled else []
    total = result["all_classes"]
    first = [
        "*all classes*",
        *(cell_of(total[key], 1) for key in ("expected", "low_95", "high_95")),
        cell_of(total["assigned"]),
        *([cell_of(total["true"]), "", ""] if labelled else []),
    ]
    rows = [
        [
            in_markdown(c),
            *(cell_of(of[key], 1) for key in ("expected", "low_95", "high_95")),
            cell_of(of["assigned"]),
            *(
                [
                    cell_of(of["true"]),
                    cell_of(of["squared_error_of_expected"], 1),
                    cell_of(of["squared_error_of_assigned"]),
                ]
                if labelled
                else []
            ),
        ]
        for c, of in per_class.items()
    ]
    out = [
        f"# {in_markdown(name)}: {in_markdown(result['system'])} on {in_markdown(split)}, counted",
        "",
        ESTIMATES,
        "",
        f"{count_of(result['documents'], 'document')}. Assigned: "
        f"{in_markdown(result['decisions'])}. The intervals are for the number "
        "that will turn out, and are not cut to what is possible.",
        "",
        markdown_table(head, [first, *rows] if len(rows) > 1 else rows),
    ]
    return "\n".join(out + notes_in_markdown(result["notes"]))


# --- what to expect where nobody has labelled: estimates that show themselves


@dataclass(frozen=True, repr=False, eq=False)
class EstimateResult:
    """Estimates of every class from probabilities; nothing in them was compared with labels."""

    result: dict[str, Any]
    review: Review
    columns: Callable[[dict[str, Any]], dict[str, Any]]
    document: Callable[[dict[str, Any], str], str]
    kept: FilteredDocuments | None = None

    def to_dict(self) -> dict[str, Any]:
        """What the command of the same name prints with `--format json`; undefined is None."""
        return {"review": self.review.name} | self.result | of_class_map(self.review)

    def to_markdown(self) -> str:
        """What the command of the same name prints."""
        return under_title(self.document(self.result, self.review.name), self.kept)

    def frame(self) -> pd.DataFrame:
        """One row per class; undefined is NaN."""
        import pandas as pd

        rows = self.result["per_class"].items()
        return pd.DataFrame([{"class": c, **self.columns(of)} for c, of in rows])

    def __repr__(self) -> str:
        system, documents = self.result["system"], self.result["documents"]
        return f"<Estimates for {system}, {documents:,} documents, not compared with labels>"

    def _repr_html_(self) -> str:
        frame = self.frame()
        rows = [
            [v if isinstance(v, str) else cell_of(v) for v in row]
            for row in frame.iloc[: values.MOST_HTML_ROWS].itertuples(index=False)
        ]
        title = values.html_paragraph(f"{self.review.name}: {self.result['system']}. {ESTIMATES}")
        return title + values.html_table(list(frame.columns), rows, len(frame))


@dataclass(frozen=True)
class Estimating:
    """A system's documents with their probabilities, and what a filter keeps of them."""

    review: Review
    selection: Selection
    predictions: Predictions
    of: ClassProbabilities
    kept: FilteredDocuments | None

    @property
    def subject(self) -> dict[str, Any]:
        """What the estimates are of, ready for JSON."""
        return {
            "estimates": ESTIMATES,
            "documents": self.of.documents,
            "classes": len(self.of.classes),
            "system": self.selection.system,
            "split": self.selection.split,
            "decisions": str(self.selection.cut),
            **of_where(self.kept),
        }

    @property
    def notes(self) -> list[str]:
        """What reading left out, and the documents without any probability."""
        unlisted = [UNLISTED.format(self.of.unlisted)] if self.of.unlisted else []
        unlisted += [NO_WEIGHTED_F] if self.of.weights is not None else []
        unlisted += [CLUSTERS_ALIKE] if self.of.clusters is not None else []
        unlisted += [EXCLUSIVE] if self.of.exclusive else []
        return unlisted + [str(note) for note in self.review.notes]


def estimating(review: Review, selection: Selection) -> Estimating:
    """What a selection names; its scores must be probabilities (`why_not_probabilities`)."""
    part, assigned, kept = output_of_selection(review, selection)
    of = class_probabilities(review.truth, part, assigned)
    return Estimating(review, selection, part, of, kept)


def _estimating_from(
    review: Review, system: str | None, split: str | None, where: str | None
) -> Estimating:
    selection = selection_of(review, system, split, where)
    reason = why_not_probabilities(system_of(review, system))
    if reason is not None:
        raise ValueError(f"{reason}; give probabilities, and say that they are")
    given = estimating(review, selection)
    require_documents(given.kept)
    return given


def expected(
    review: Review,
    system: str | None = None,
    split: str | None = None,
    beta: float = DEFAULT_BETA,
    undefined: Undefined = "drop",
    *,
    where: str | None = None,
) -> EstimateResult:
    """What F to expect of documents that nobody has labelled, and the best decisions.

    `system`, `split`, `where`: as for `evaluate`. `undefined`: F where nothing is assigned and
    nothing true, 0 with `zero`, else 1. ValueError where the scores are no probabilities.

    >>> import breakeven as be
    >>> review = be.from_arrays(None, y_score=[0.9, 0.2], classes=["a"], probabilities=True)
    >>> be.expected(review).frame()["assigned"].tolist()
    [1]
    """
    return expected_of(_estimating_from(review, system, split, where), float(beta), undefined)


def expected_of(given: Estimating, beta: float, undefined: Undefined) -> EstimateResult:
    """What F to expect of these documents."""
    c_f = c_f_of(undefined)
    costs = [ERROR_RATE] * len(given.of.classes)
    every = every_measure(given.of, beta, undefined)
    found = of_estimates(given.of.classes, estimate(given.of, beta, undefined, costs), every)
    shown = beta if math.isfinite(beta) else "inf"
    result = {**given.subject, "beta": shown, "c_f": c_f, **found, "notes": given.notes}
    return EstimateResult(result, given.review, _in_use, estimates_in_markdown, given.kept)


def _in_use(of: dict[str, Any]) -> dict[str, Any]:
    best = {f"best_{name}": of["best"][name] for name in ("assigned", "expected_f")}
    in_use = {k: v for k, v in of["in_use"].items() if k != "expected_loss"}
    return {"members": of["members"]["expected"], **in_use, **best}


def count(
    review: Review,
    system: str | None = None,
    split: str | None = None,
    *,
    where: str | None = None,
) -> EstimateResult:
    """How many documents of each class to expect, with intervals, labelled or not.

    `system`, `split`, `where`: as for `evaluate`. ValueError where the scores are no probabilities.

    >>> import breakeven as be
    >>> review = be.from_arrays(None, y_score=[0.5, 0.25], classes=["a"], probabilities=True)
    >>> be.count(review).frame()["expected"].tolist()
    [0.75]
    """
    return count_of_estimating(_estimating_from(review, system, split, where))


def count_of_estimating(given: Estimating) -> EstimateResult:
    """How many of these documents to expect in each class."""
    true = true_counts(given.review.truth, given.predictions)
    found, total = of_counts(given.of, true)
    result = {**given.subject, "all_classes": total, "per_class": found, "notes": given.notes}
    return EstimateResult(result, given.review, _counts, counts_in_markdown, given.kept)


def _counts(of: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in of.items() if name != "best_numbers"}
