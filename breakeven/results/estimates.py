"""What to expect where nobody has labelled: of F and of how many, as data and Markdown.

Tested in `test_expected`.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypedDict

from breakeven.analysis.estimation.estimates import (
    ClassEstimate,
    ExpectedMeasures,
    c_f_of,
    estimate,
)
from breakeven.analysis.estimation.expected_measures import every_measure, expected_complete
from breakeven.analysis.estimation.probabilities import (
    ClassProbabilities,
    class_probabilities,
    why_not_probabilities,
)
from breakeven.analysis.selection.selected_evaluation import output_of_selection
from breakeven.analysis.selection.selection import Selection
from breakeven.analysis.selection.where import FilteredDocuments
from breakeven.data.records import Predictions, Review
from breakeven.data.wording import cell_of, count_of, percent
from breakeven.results import values
from breakeven.results.arguments import AnyCut, require_documents, selection_of, system_of
from breakeven.results.scope import class_map_data, filter_data, under_title
from breakeven.results.table_formats import in_markdown, markdown_table, notes_in_markdown
from breakeven.results.values import plain_count, plain_number
from metrics.averaging import OF_DOCUMENTS, PER_CLASS, Undefined
from metrics.catalogue import entries_shown
from metrics.expected.prediction import (
    Prediction,
)
from metrics.thresholds.costs import ERROR_RATE
from metrics.typing import DEFAULT_BETA

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
    "Documents count by their weights. The expected F, its bound, recall, and the best predictions "
    "for F cannot be weighted and are not shown; the approximation, F of the expected table, can."
)
CLUSTERS_ALIKE = (
    "These intervals assume that all documents of a cluster turn out alike, as copies do, so they "
    "are rather too wide. The exact expected F assumes independent documents."
)
EXCLUSIVE = (
    "Each document has exactly one class, so there are as many true labels as documents, and the "
    "interval of the loss over all classes counts documents, not pairs of document and class."
)
UNLISTED = "{:,} document/class pairs have no score and count as probability 0."

ESTIMATE_HEAD = (
    *("class", "in use", "expected F"),
    *(
        f"best: {name}"
        for name in ("size", "expected F", "approximation", "± bound", "least probability")
    ),
)
MICRO_ROW = "*all pairs as one problem (micro)*"
MACRO_ROW = "*mean over classes (macro)*"


class PredictionValues(TypedDict):
    """An expectation with its 95 % prediction interval, as JSON has it."""

    expected: float | None
    low_95: float | None
    high_95: float | None


def prediction_values(prediction: Prediction) -> PredictionValues:
    """An expectation with its 95 % prediction interval, as plain data."""
    return {
        "expected": plain_number(prediction.expected),
        "low_95": plain_number(prediction.low),
        "high_95": plain_number(prediction.high),
    }


def _count(number: float) -> float | int | None:
    return None if math.isnan(number) else plain_count(number)


@dataclass(frozen=True)
class DecisionsEstimate:
    """What to expect of one set of decisions; `further`: other measures than F, by their keys."""

    expected: ExpectedMeasures
    further: Mapping[str, float] = field(default_factory=dict)

    @property
    def assigned(self) -> float | None:
        """How many classes are assigned; None where nobody can say."""
        return _count(self.expected.assigned)

    @property
    def measures(self) -> dict[str, float | None]:
        """Every measure by its key."""
        own = {
            "precision": self.expected.precision,
            "recall": self.expected.recall,
            "f": self.expected.f,
        }
        return {key: plain_number(value) for key, value in {**self.further, **own}.items()}

    def to_dict(self) -> dict[str, Any]:
        """All of it by name; undefined is None."""
        value = self.expected
        return {
            "assigned": self.assigned,
            "expected_precision": plain_number(value.precision),
            "expected_recall": plain_number(value.recall),
            "expected_f": plain_number(value.f),
            "approximation": plain_number(value.approximation),
            "bound": plain_number(value.bound),
            "low": plain_number(value.low),
            "high": plain_number(value.high),
            "expected_loss": prediction_values(value.loss),
            # the estimates have some of them already
            **{
                f"expected_{key}": plain_number(further)
                for key, further in self.further.items()
                if key not in ("precision", "recall", "f")
            },
        }


@dataclass(frozen=True)
class SubjectEstimate:
    """What to expect of a class, or of all pairs: its members, the decisions in use, the best.

    `least`: the least probability that the best decisions assign.
    """

    members: Prediction
    in_use: DecisionsEstimate
    best: DecisionsEstimate
    least: float

    def to_dict(self) -> dict[str, Any]:
        """All of it by name; undefined is None."""
        return {
            "members": prediction_values(self.members),
            "in_use": self.in_use.to_dict(),
            "best": self.best.to_dict() | {"least_probability": plain_number(self.least)},
        }

    def cells(self) -> list[str]:
        """The cells below `ESTIMATE_HEAD`."""
        return [
            cell_of(self.in_use.assigned),
            cell_of(self.in_use.measures["f"]),
            cell_of(self.best.assigned),
            *best_cells(self.best),
            cell_of(plain_number(self.least)),
        ]


def best_cells(best: DecisionsEstimate) -> list[str]:
    """The cells of the best decisions below `ESTIMATE_HEAD`, from their F to their bound."""
    value = best.expected
    return [
        *(cell_of(plain_number(number)) for number in (value.f, value.approximation)),
        cell_of(plain_number(value.bound), 4),
    ]


def subject_estimate(value: ClassEstimate, further: Mapping[str, float] | None) -> SubjectEstimate:
    """What to expect of a class, or of all pairs."""
    in_use = DecisionsEstimate(value.now, further or {})
    return SubjectEstimate(value.members, in_use, DecisionsEstimate(value.best), value.least)


# --- what to expect where nobody has labelled: estimates that show themselves


@dataclass(frozen=True)
class EstimatedDocuments:
    """A system's documents with their probabilities, and what a filter keeps of them."""

    review: Review
    selection: Selection
    predictions: Predictions
    probabilities: ClassProbabilities
    filtered: FilteredDocuments | None

    def to_dict(self) -> dict[str, Any]:
        """What the estimates are of."""
        return {
            "estimates": ESTIMATES,
            "documents": self.probabilities.documents,
            "classes": len(self.probabilities.classes),
            "system": self.selection.system,
            "split": self.selection.split,
            "decisions": str(self.selection.cut),
            **filter_data(self.filtered),
        }

    @property
    def title(self) -> str:
        """Review, system and split, in Markdown."""
        names = (self.review.name, self.selection.system, self.selection.split or "all documents")
        review, system, split = map(in_markdown, names)
        return f"{review}: {system} on {split}"

    @property
    def notes(self) -> list[str]:
        """What reading left out, and the documents without any probability."""
        probabilities = self.probabilities
        unlisted = [UNLISTED.format(probabilities.unlisted)] if probabilities.unlisted else []
        unlisted += [NO_WEIGHTED_F] if probabilities.weights is not None else []
        unlisted += [CLUSTERS_ALIKE] if probabilities.clusters is not None else []
        unlisted += [EXCLUSIVE] if probabilities.exclusive else []
        return unlisted + [str(note) for note in self.review.notes]


@dataclass(frozen=True, repr=False, eq=False)
class EstimateResult(ABC):
    """Estimates of every class from probabilities; nothing in them was compared with labels."""

    subject: EstimatedDocuments

    @property
    def review(self) -> Review:
        """The review whose documents are estimated."""
        return self.subject.review

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """What the command of the same name prints with `--format json`; undefined is None."""

    @abstractmethod
    def to_markdown(self) -> str:
        """What the command of the same name prints."""

    @abstractmethod
    def frame(self) -> pd.DataFrame:
        """One row per class; undefined is NaN."""

    def __repr__(self) -> str:
        system, documents = self.subject.selection.system, self.subject.probabilities.documents
        return f"<Estimates for {system}, {documents:,} documents, not compared with labels>"

    def _repr_html_(self) -> str:
        frame = self.frame()
        rows = [
            [v if isinstance(v, str) else cell_of(v) for v in row]
            for row in frame.iloc[: values.MOST_HTML_ROWS].itertuples(index=False)
        ]
        system = self.subject.selection.system
        title = values.html_paragraph(f"{self.review.name}: {system}. {ESTIMATES}")
        return title + values.html_table(list(frame.columns), rows, len(frame))


@dataclass(frozen=True, repr=False, eq=False)
class ExpectedResult(EstimateResult):
    """What F to expect of each class, of their mean, and of all pairs as one problem.

    `micro` is None where the pairs are too many. `c_f`: F where nothing is assigned and nothing
    true. `complete`: as `expected_complete`.
    """

    beta: float
    c_f: float
    micro: SubjectEstimate | None
    macro_in_use: DecisionsEstimate
    macro_best: DecisionsEstimate
    per_class: Mapping[str, SubjectEstimate]
    complete: float = math.nan

    @property
    def _beta(self) -> float | str:
        return self.beta if math.isfinite(self.beta) else "inf"

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven expected --format json` prints; undefined is None."""
        return {
            "review": self.review.name,
            **self.subject.to_dict(),
            "beta": self._beta,
            "c_f": self.c_f,
            "micro": None if self.micro is None else self.micro.to_dict(),
            "macro": {"in_use": self.macro_in_use.to_dict(), "best": self.macro_best.to_dict()},
            "per_class": {name: value.to_dict() for name, value in self.per_class.items()},
            "complete": plain_number(self.complete),
            "notes": self.subject.notes,
            **class_map_data(self.review),
        }

    def to_markdown(self) -> str:
        """What `breakeven expected` prints."""
        rows = [[in_markdown(name), *value.cells()] for name, value in self.per_class.items()]
        documents = self.subject.probabilities.documents
        lines = [
            f"# {self.subject.title}, expected",
            "",
            ESTIMATES,
            "",
            f"{count_of(documents, 'document')}, "
            f"{count_of(len(self.per_class), 'class', 'classes')}. Predictions: "
            f"{in_markdown(str(self.subject.selection.cut))}. β = {self._beta}; F is {self.c_f:g} "
            "where nothing is predicted and nothing is true.",
            "",
            markdown_table(ESTIMATE_HEAD, self._average_rows() + rows),
            *([] if math.isnan(self.complete) else ["", complete_sentence(self.complete)]),
            *self._measures_table(),
            *notes_in_markdown(self.subject.notes),
        ]
        return under_title("\n".join(lines), self.subject.filtered)

    def _average_rows(self) -> list[list[str]]:
        """The averages below `ESTIMATE_HEAD`; a single class has none."""
        if len(self.per_class) < 2:
            return []
        micro = [] if self.micro is None else [[MICRO_ROW, *self.micro.cells()]]
        macro = [
            MACRO_ROW,
            cell_of(self.macro_in_use.assigned),
            cell_of(self.macro_in_use.measures["f"]),
            cell_of(self.macro_best.assigned),
            *best_cells(self.macro_best),
            "",
        ]
        return [*micro, macro]

    def _measures_table(self) -> list[str]:
        """The further measures of the decisions in use; nothing where they have no form."""
        rows = [(in_markdown(name), value.in_use) for name, value in self.per_class.items()]
        keys = [
            entry.key
            for entry in entries_shown("average")
            if any(entry.key in decisions.measures for _, decisions in rows)
        ]
        if "accuracy" not in keys:
            return []
        if len(rows) > 1:
            rows.insert(0, (MACRO_ROW, self.macro_in_use))
            if self.micro is not None:
                rows.insert(0, (MICRO_ROW, self.micro.in_use))
        cells = [
            [name, *(cell_of(decisions.measures.get(key)) for key in keys)]
            for name, decisions in rows
        ]
        title = "What to expect of the predictions, measure by measure:"
        macro = self.macro_in_use.measures
        per_class = [
            f"{key}{PER_CLASS} {cell_of(macro[name])}"
            for key in OF_DOCUMENTS
            if (name := f"{key}{PER_CLASS}") in macro
        ]
        # as `evaluate` has it: a share of documents, and apart from it the mean of the classes' own
        more = ["", f"Per class, averaged: {', '.join(per_class)}."] if per_class else []
        return ["", title, "", markdown_table(["class", *keys], cells), *more]

    def frame(self) -> pd.DataFrame:
        """One row per class; undefined is NaN."""
        import pandas as pd

        rows = []
        for name, value in self.per_class.items():
            in_use, best = value.in_use.to_dict(), value.best
            del in_use["expected_loss"]
            rows.append(
                {"class": name, "members": plain_number(value.members.expected)}
                | in_use
                | {"best_assigned": best.assigned, "best_expected_f": best.measures["f"]}
            )
        return pd.DataFrame(rows)


def complete_sentence(share: float) -> str:
    """For how many documents all true classes are expected among those predicted, or offered."""
    return (
        "Of the documents with a true class, all true ones are among those predicted for "
        f"{percent(share, 1)}, as the probabilities say."
    )


def estimated_documents(review: Review, selection: Selection) -> EstimatedDocuments:
    """What a selection names; its scores must be probabilities (`why_not_probabilities`)."""
    part, assigned, filtered = output_of_selection(review, selection)
    probabilities = class_probabilities(review.truth, part, assigned)
    return EstimatedDocuments(review, selection, part, probabilities, filtered)


def probable_documents(
    review: Review,
    system: str | None,
    split: str | None,
    where: str | None,
    cut: AnyCut | None = None,
) -> EstimatedDocuments:
    """What the arguments choose. ValueError where the scores are no probabilities."""
    selection = selection_of(review, system, split, where, cut)
    reason = why_not_probabilities(system_of(review, system))
    if reason is not None:
        raise ValueError(f"{reason}; give probabilities, and say that they are")
    documents = estimated_documents(review, selection)
    require_documents(documents.filtered)
    return documents


def expected(
    review: Review,
    system: str | None = None,
    split: str | None = None,
    beta: float = DEFAULT_BETA,
    undefined: Undefined = "drop",
    *,
    where: str | None = None,
    cut: AnyCut | None = None,
) -> EstimateResult:
    """What F to expect of documents that nobody has labelled, and the best decisions.

    `system`, `split`, `where`, `cut`: as for `evaluate`. `undefined`: F where nothing is assigned
    and nothing true, 0 with `zero`, else 1. ValueError where the scores are no probabilities.

    >>> import breakeven as be
    >>> review = be.from_arrays(None, y_score=[0.9, 0.2], classes=["a"], probabilities=True)
    >>> be.expected(review).frame()["assigned"].tolist()
    [1]
    """
    documents = probable_documents(review, system, split, where, cut)
    return expected_of_documents(documents, float(beta), undefined)


def expected_of_documents(
    documents: EstimatedDocuments, beta: float, undefined: Undefined
) -> ExpectedResult:
    """What F to expect of these documents."""
    probabilities = documents.probabilities
    costs = [ERROR_RATE] * len(probabilities.classes)
    every = every_measure(probabilities, beta, undefined)
    estimates = estimate(probabilities, beta, undefined, costs)
    further = [None] * len(estimates.classes) if every is None else every.classes
    micro = estimates.pooled
    return ExpectedResult(
        subject=documents,
        beta=beta,
        c_f=c_f_of(undefined),
        micro=None
        if micro is None
        else subject_estimate(micro, None if every is None else every.pooled),
        macro_in_use=DecisionsEstimate(estimates.macro_now, {} if every is None else every.macro),
        macro_best=DecisionsEstimate(estimates.macro_best),
        per_class={
            name: subject_estimate(value, measures)
            for name, value, measures in zip(
                probabilities.classes, estimates.classes, further, strict=True
            )
        },
        complete=expected_complete(probabilities),
    )
