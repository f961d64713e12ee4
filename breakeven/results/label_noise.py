"""What wrong labels may do to the numbers of a system: in words and as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

import numpy as np

from breakeven.analysis.label_errors.label_noise import LabelNoiseBand, NoisyTruth
from breakeven.data.gold import MAJORITY
from breakeven.data.wording import f_name, figure_of, percent, quoted
from breakeven.results.values import plain_number
from metrics.averaging import Undefined
from metrics.typing import AverageName

OVER: Mapping[AverageName, str] = {
    "micro": "over all labels (micro)",
    "macro": "as the mean over classes (macro)",
    "per_document": "as the mean over documents",
}


def noise_words(noisy: NoisyTruth, average: AverageName, beta: float, undefined: Undefined) -> str:
    """The band around a system's F against the truth, in a sentence; plain text."""
    band = noisy.average(average, beta, undefined)
    rates = f"{percent(noisy.wrong, 1)} of the labels wrong"
    rates += f", {percent(noisy.missing, 1)} of the true ones missing"
    if noisy.stated:
        often = f"If labels are wrong as stated ({rates})"
    else:
        often = f"If labels are wrong as often as one person differs from the others ({rates})"
    if np.isnan(band.value):
        return f"{f_name(beta)} of {quoted(noisy.evaluation.system)} is undefined, with any labels."
    return (
        f"{often}, {f_name(beta)} of {quoted(noisy.evaluation.system)} against the truth, "
        f"{figure_of(float(band.value))} {OVER[average]}, lies between "
        f"{figure_of(float(band.low))} and {figure_of(float(band.high))} if the errors coincide "
        "with what it got right, or with what it got wrong; "
        f"{_independent(noisy, average, beta, undefined)}."
    )


def noise_origin_text(gold: str) -> str:
    """How the rates at which people differ bear on the truth that there is; plain text."""
    if gold == MAJORITY:
        return (
            "The majority is wrong less often than one person, unless people make the same "
            "errors: so this is the widest range."
        )
    if gold:
        return "The truth here is the labels of one of them, so it is wrong about as often."
    return (
        "The truth here does not come from these people, so it may be wrong less or more often "
        "than they are."
    )


def _independent(noisy: NoisyTruth, average: AverageName, beta: float, undefined: Undefined) -> str:
    band = noisy.average(average, beta, undefined)
    if np.isnan(band.independent):
        return "if they are independent of it, there is no value, as such labels are random"
    most = ", the most that is possible," if band.independent >= band.high - 1e-9 else ""
    return f"{figure_of(float(band.independent))}{most} if they are independent of it"


class BandValues(TypedDict):
    """What wrong labels may do to a value, as JSON has it."""

    value: float | None
    low: float | None
    independent: float | None
    high: float | None


class NoiseBands(TypedDict):
    """What wrong labels may do to the numbers of a system, as JSON has it."""

    stated: bool
    wrong: float | None
    missing: float | None
    micro: BandValues
    macro: BandValues
    per_class: dict[str, BandValues]


def noise_bands(noisy: NoisyTruth, beta: float, undefined: Undefined) -> NoiseBands:
    """The bands of a system: micro, macro and of every class; undefined is None."""
    classes = noisy.per_class(beta)
    return {
        "stated": noisy.stated,
        "wrong": plain_number(noisy.wrong),
        "missing": plain_number(noisy.missing),
        "micro": _band_values(noisy.average("micro", beta, undefined)),
        "macro": _band_values(noisy.average("macro", beta, undefined)),
        "per_class": {
            name: {
                "value": plain_number(classes.value[c]),
                "low": plain_number(classes.low[c]),
                "independent": plain_number(classes.independent[c]),
                "high": plain_number(classes.high[c]),
            }
            for c, name in enumerate(noisy.evaluation.classes)
        },
    }


def _band_values(band: LabelNoiseBand) -> BandValues:
    return {
        "value": plain_number(band.value),
        "low": plain_number(band.low),
        "independent": plain_number(band.independent),
        "high": plain_number(band.high),
    }
