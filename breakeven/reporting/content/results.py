"""The numbers of a report: results with their intervals, names as in the files, sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from metrics.ranking.break_even import BreakEven
from metrics.typing import Array

NAN = float("nan")
Average = Literal["micro", "macro", "per_document"]


@dataclass(frozen=True, kw_only=True)
class Number:
    """A value with the ends of its 95 % interval, all NaN where undefined or not known."""

    value: float
    low: float = NAN
    high: float = NAN


@dataclass(frozen=True, kw_only=True)
class Averaged:
    """One way of averaging: its measures by the keys of the catalogue.

    `measures`: all that are averaged (precision, recall, f, …); those shown first on pages have an
    interval. `units` were averaged of `of` (decisions, classes or documents) for each measure, and
    `undefined` of them are 0/0, by measure.
    """

    kind: Average
    name: str
    weighs: str
    unit: str
    of: float
    measures: Mapping[str, Number]
    units: Mapping[str, float]
    undefined: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class Side:
    """F by its three averages on some of the documents, beside another result."""

    name: str
    documents: int
    f: Mapping[Average, float]


@dataclass(frozen=True, kw_only=True)
class Sides:
    """Two results beside each other, and the sentence why."""

    text: str
    sides: tuple[Side, ...]


@dataclass(frozen=True, kw_only=True)
class Fixed:
    """What an answer that never reads a document would reach; `name` holds a class's name."""

    name: str
    exact_match: float
    micro_f: float
    macro_f: float


@dataclass(frozen=True, kw_only=True)
class Headline:
    """How good it is.

    `shown`: keys of the measures in the tables of pages, with their `heads`. `exact`: the share of
    documents that are wholly right, called `exact_name`. `intervals_mean`: what intervals are, and
    what makes them rough. `people`: sentences on what people reach. `leaks`, `as_loaded`: the
    result with and without documents that leak, and on labels as they were loaded.
    """

    averages: tuple[Averaged, ...]
    shown: tuple[str, ...]
    heads: Mapping[str, str]
    exact: Number
    exact_name: str
    one_of_said: str
    intervals_mean: str
    fixed: tuple[Fixed, ...]
    people: tuple[str, ...]
    leaks: Sides | None
    as_loaded: Sides | None


@dataclass(frozen=True, kw_only=True)
class ClassThreshold:
    """The threshold of one class, and how it came about; infinite where it is never assigned."""

    name: str
    threshold: float
    how: str


@dataclass(frozen=True, kw_only=True)
class Threshold:
    """Where the decisions come from: sentences, and each class's own threshold where it has one.

    `tuned_on`: the split whose truth was looked at, None for none (`whole` for all documents).
    """

    said: tuple[str, ...]
    optimistic: bool
    tuned_on: str | None
    whole: bool
    thresholds: tuple[ClassThreshold, ...]


@dataclass(frozen=True, kw_only=True)
class ClassRow:
    """One class on the documents of the report; counts by their weights.

    `verdict`: where it stands, in words. `how`: how its break-even point was got. The last three
    are NaN, and `how` "", where there are no scores. `per_split`: documents of it in each split of
    the files, in the order of `Report.data.splits`.
    """

    name: str
    positives: float
    assigned: float
    tp: float
    fp: float
    fn: float
    tn: float
    precision: Number
    recall: Number
    f: Number
    verdict: str
    break_even: Number
    how: str
    eleven_point: float
    average_precision: Number
    per_split: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Example:
    """A document that is wrong: `kind` says how.

    `text` is None where texts were not chosen or there is none; `cut`: it goes on.
    """

    kind: Literal["missed", "wrongly assigned"]
    document: str
    true: tuple[str, ...]
    assigned: tuple[str, ...]
    text: str | None
    cut: bool


@dataclass(frozen=True, kw_only=True)
class WeakClass:
    """A class looked at closely: what is to be said of it, and what to do."""

    row: ClassRow
    verdict: str
    evidence: tuple[str, ...]
    next_step: str
    examples: tuple[Example, ...]


@dataclass(frozen=True, kw_only=True)
class Weakest:
    """The classes of the lowest F; `rule`: which, of how many, and which examples stand."""

    rule: str
    examples_rule: str
    classes: tuple[WeakClass, ...]
    without_documents: int


@dataclass(frozen=True, kw_only=True)
class Difference:
    """What another system has more than this one, in units of the measure, and what it means.

    `p` of randomisation, `holm` corrected over the systems; NaN where not tested. `claim` in words.
    `beyond`: more than chance, before correction.
    """

    points: Number
    p: float
    holm: float
    claim: str
    beyond: bool


@dataclass(frozen=True, kw_only=True)
class SystemRow:
    """One system beside the others; `f` by average.

    `best`: of micro, macro and per document; `perhaps`: it may be as good as the best, the best
    itself included. `micro`, `macro`: its difference to the system of the report, None for that.
    `better`, `worse`: classes on which it is so beyond chance, corrected for their number.
    """

    name: str
    decisions: str
    reported: bool
    f: Mapping[Average, Number]
    best: Mapping[Average, bool]
    perhaps: Mapping[Average, bool]
    micro: Difference | None
    macro: Difference | None
    better: int
    worse: int


@dataclass(frozen=True, kw_only=True)
class Compared:
    """All systems on the documents that each of them spoke of.

    `f_of_classes`: F, shape (classes, systems), in the order of `Report.classes` and `systems`.
    `left_out`: systems that spoke of no document here.
    """

    systems: tuple[SystemRow, ...]
    documents: int
    how: str
    care: tuple[str, ...]
    left_out: tuple[str, ...]
    f_of_classes: Array


@dataclass(frozen=True, kw_only=True, eq=False)
class Curve:
    """A ranking's points to draw, at most 2,000 of `points`; statistics are of all of them.

    `recall`, `precision`: shape (drawn,), by falling threshold. `levels`: precision at the eleven
    levels of recall, shape (11,). `now`: recall and precision of the decisions, NaN where 0/0.
    `prevalence`: the share of what is ranked that is true.
    """

    name: str
    recall: Array
    precision: Array
    points: int
    break_even: BreakEven
    levels: Array
    eleven_point: float
    average_precision: float
    now: tuple[float, float]
    prevalence: float
    positives: float


@dataclass(frozen=True, kw_only=True)
class ElevenRow:
    """The eleven-point average by one convention, over `units` rankings of `of`."""

    key: str
    name: str
    average: float
    levels: tuple[float, ...]
    units: int
    of: int


@dataclass(frozen=True, kw_only=True)
class BreakEvenRow:
    """The break-even point over all classes in one of its three ways; `how` "" for a mean."""

    name: str
    value: float
    how: str
    threshold: float


@dataclass(frozen=True, kw_only=True)
class Curves:
    """What rankings are worth whatever the threshold.

    `all`: every pair of a document and a class as one ranking, the report's system first, then the
    others on the documents that all share. `classes`: rankings of the classes of the lowest F.
    """

    all: tuple[Curve, ...]
    classes: tuple[Curve, ...]
    break_even: tuple[BreakEvenRow, ...]
    eleven: tuple[ElevenRow, ...]
    average_precision: float


@dataclass(frozen=True, kw_only=True)
class Confusions:
    """The classes most often taken for each other: their part of the confusion matrix.

    `cells`: counts, shape (classes, classes), true by row. `pairs`: the most frequent errors:
    truly the first, taken for the second, on so many documents. `rule`: which these are.
    """

    rule: str
    classes: tuple[str, ...]
    cells: Array
    pairs: tuple[tuple[str, str, float], ...]
