"""How far people agree, as plain data: what JSON has of classes, pairs and people."""

from __future__ import annotations

from typing import TypedDict

from breakeven.analysis.annotators.agreement import AnnotatorAgreement, AnnotatorPair
from breakeven.analysis.annotators.copied_labels import CopiedLabels
from breakeven.analysis.annotators.equal_annotators import EqualAnnotators
from breakeven.results.values import plain_count, plain_number
from metrics.uncertainty.intervals import Interval


class PairValues(TypedDict):
    """How far two people agree, in JSON."""

    a: str
    b: str
    documents: int
    f: ValueWithEnds
    cohen_kappa: ValueWithEnds


class ClassValues(TypedDict):
    """How far people agree on one class, in JSON."""

    alpha: float | None
    low: float | None
    high: float | None
    positive_agreement: float | None
    negative_agreement: float | None
    cohen_kappa: float | None
    fleiss_kappa: float | None
    share_of_yes: float | None
    judgements: float
    documents_that_differ: int


class CopyValues(TypedDict):
    """Whose labels are those of a system, in JSON."""

    annotator: str
    system: str
    f: float | None
    f_with_others: float | None
    f_of_others_with_system: float | None
    f_expected: float | None
    p: float | None


class EqualValues(TypedDict):
    """Two people with the same labels, in JSON."""

    a: str
    b: str
    documents: int
    differ: int
    differ_from_others: float | None
    errors_of_both: int


class ValueWithEnds(TypedDict):
    """A value with its interval, as JSON has it."""

    value: float | None
    low: float | None
    high: float | None


def with_ends(interval: Interval) -> ValueWithEnds:
    """A value and the ends of its interval; undefined is None."""
    return {
        "value": plain_number(interval.value),
        "low": plain_number(interval.low),
        "high": plain_number(interval.high),
    }


def pair_values(pair: AnnotatorPair) -> PairValues:
    """Of two people."""
    return {
        "a": pair.first,
        "b": pair.second,
        "documents": pair.documents,
        "f": with_ends(pair.f),
        "cohen_kappa": with_ends(pair.kappa),
    }


def class_values(agreement: AnnotatorAgreement) -> dict[str, ClassValues]:
    """Of each class, by its name."""
    each = agreement.per_class
    return {
        name: {
            "alpha": plain_number(each.alpha[c]),
            "low": plain_number(each.low[c]),
            "high": plain_number(each.high[c]),
            "positive_agreement": plain_number(each.positive[c]),
            "negative_agreement": plain_number(each.negative[c]),
            "cohen_kappa": plain_number(each.cohen[c]),
            "fleiss_kappa": plain_number(each.fleiss[c]),
            "share_of_yes": plain_number(each.yes[c]),
            "judgements": plain_count(each.judgements[c]),
            "documents_that_differ": int(each.disputed[c]),
        }
        for c, name in enumerate(agreement.classes)
    }


def copy_values(copy: CopiedLabels) -> CopyValues:
    """Of a person who copies a system."""
    return {
        "annotator": copy.name,
        "system": copy.system,
        "f": plain_number(copy.f),
        "f_with_others": plain_number(copy.with_others),
        "f_of_others_with_system": plain_number(copy.others_with_system),
        "f_expected": plain_number(copy.expected),
        "p": plain_number(copy.p),
    }


def equal_values(pair: EqualAnnotators) -> EqualValues:
    """Of two people with the same labels."""
    return {
        "a": pair.first,
        "b": pair.second,
        "documents": pair.documents,
        "differ": pair.differ,
        "differ_from_others": plain_number(pair.with_others),
        "errors_of_both": pair.impossible,
    }
