"""Measures of one's own: made in Python or read from a file, and said of a review."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from breakeven.data.own_measures import OwnMeasure, own_measures
from breakeven.data.records import Problem, Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.measures_file import read_measures
from metrics.formulas import Direction


def measure(
    name: str,
    formula: str,
    better: Direction = "higher",
    range: tuple[float, float] | None = None,
) -> OwnMeasure:
    """A measure of one's own: arithmetic of tp, fp, fn, tn and n, never run as code.

    `n` is the number of judged decisions, of one class its documents. Numbers, brackets, + - * /
    and powers up to 4 (`**0.5` is a root). `better`: whether `higher` or `lower` is better;
    `range`: its least and highest value, where it has such. It is undefined where something is
    divided by 0. ReadError, with the column and all that is wrong, for anything else.

    >>> import breakeven as be
    >>> cost = be.measure("cost", "(5*fn + fp)/n", better="lower")
    >>> review = be.from_arrays(["a", "b", "b", "a"], ["a", "b", "a", "a"])
    >>> be.evaluate(be.with_measures(review, cost)).own_measures().to_dict()["cost"]["micro"]
    {'value': 0.75, 'low_95': 0.0, 'high_95': 2.25}
    """
    entry = {"name": name, "formula": formula, "better": better, "range": range}
    measures, refused = own_measures([entry], "the measure")
    if refused:
        raise ReadError([Problem(what=what, remedy=remedy) for what, remedy in refused])
    return measures[0]


def with_measures(review: Review, *measures: OwnMeasure | str | Path) -> Review:
    """The review with measures of one's own, beside those that it has.

    `measures`: as `measure` makes them, or files in TOML with tables [[measure]], of which a
    `gate.toml` may be one. `evaluate`, `compare`, `report`, `pack` and the rules of a target show
    them. ReadError for wrong ones, and where two have one name.

    >>> import breakeven as be
    >>> cost = be.measure("cost", "(5*fn + fp)/n", better="lower")
    >>> review = be.from_arrays(["a", "b"], ["a", "a"])
    >>> [measure.name for measure in be.with_measures(review, cost).measures]
    ['cost']
    """
    return replace(review, measures=checked_measures(*review.measures, *measures))


def checked_measures(*measures: OwnMeasure | str | Path) -> tuple[OwnMeasure, ...]:
    """Measures of one's own, each as itself or of a file of them. ReadError as `with_measures`."""
    every: list[OwnMeasure] = []
    for given in measures:
        every += [given] if isinstance(given, OwnMeasure) else _measures_of(Path(given))
    # what is said again in the same words is the same measure
    checked, refused = own_measures([each.to_dict() for each in dict.fromkeys(every)])
    if refused:
        raise ReadError([Problem(what=what, remedy=remedy) for what, remedy in refused])
    return checked


def _measures_of(file: Path) -> tuple[OwnMeasure, ...]:
    """The measures of the file at a place. ReadError, also where it cannot be opened."""
    try:
        data = file.read_bytes()
    except OSError as error:
        what = f"the measures cannot be read: {error.strerror or error}"
        remedy = "name the file that holds them"
        raise ReadError([Problem(what=what, remedy=remedy, file=str(file))]) from None
    return read_measures(file.name, data)
