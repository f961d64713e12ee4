"""The record of a report: numbers with their intervals, names as in the files, sentences.

Tested in `test_gather`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from breakeven.analysis.class_structure.hierarchical_measures import HierarchicalMeasures
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.finding import Severity
from breakeven.analysis.story.verdict import VerdictAnswer
from breakeven.report.content.story import StoryChoices, StoryPage
from breakeven.results.columns import columns
from breakeven.results.systems import SystemComparison
from metrics.catalogue.entry import Entry
from metrics.ranking.break_even import BreakEven
from metrics.typing import Array, AverageName
from metrics.uncertainty.intervals import Interval, without_ends

# --- the numbers of a report: results with their intervals, names as in the files, sentences


NAN = float("nan")


@dataclass(frozen=True, kw_only=True)
class Averaged:
    """One way of averaging: its measures by the keys of the catalogue.

    `measures`: all that are averaged (precision, recall, f, …); those shown first on pages have an
    interval. `units` were averaged of `of` (decisions, classes or documents) for each measure, and
    `undefined` of them are 0/0, by measure.
    """

    kind: AverageName
    name: str
    weighs: str
    unit: str
    of: float
    measures: Mapping[str, Interval]
    units: Mapping[str, float]
    undefined: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class ReportSide:
    """F by its three averages on some of the documents, beside another result."""

    name: str
    documents: int
    f: Mapping[AverageName, float]


@dataclass(frozen=True, kw_only=True)
class ReportSides:
    """Two results beside each other, and the sentence why."""

    text: str
    sides: tuple[ReportSide, ...]


@dataclass(frozen=True, kw_only=True)
class FixedAnswerRow:
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
    exact: Interval
    exact_name: str
    one_of_said: str
    intervals_mean: str
    fixed: tuple[FixedAnswerRow, ...]
    people: tuple[str, ...]
    leaks: ReportSides | None
    as_loaded: ReportSides | None


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

    `numbers`: counts and measures by the keys of `breakeven.results.columns`, plain ones where a
    column has no intervals; those of scores are NaN, and `how` "", where there are none.
    `verdict`: where it stands, in words. `how`: how its break-even point was got. `per_split`:
    documents of it in each split of the files, in the order of `Report.data.splits`.
    """

    name: str
    numbers: Mapping[str, Interval | float]
    verdict: str
    how: str
    per_split: tuple[int, ...]

    def number(self, key: str) -> Interval:
        """The number of a column, without ends where it has no interval."""
        number = self.numbers[key]
        return number if isinstance(number, Interval) else without_ends(number)

    @property
    def positives(self) -> float:
        """How many documents are truly in it."""
        return self.number("positives").value

    @property
    def precision(self) -> Interval:
        """Of those assigned to it, the share that is right."""
        return self.number("precision")

    @property
    def recall(self) -> Interval:
        """Of those that are truly in it, the share that was found."""
        return self.number("recall")

    @property
    def f(self) -> Interval:
        """Both in one number, at the beta of the report."""
        return self.number("f")

    def as_data(self) -> dict[str, Any]:
        """Column by column for JSON."""
        words = {"class": self.name, "reading": self.verdict, "break_even_how": self.how}
        names = {"class": "name", "reading": "verdict", "break_even_how": "how"}
        values: dict[str, Any] = {}
        for column in columns("record"):
            key = column.key
            values[names.get(key, key)] = words[key] if key in words else self.numbers[key]
        return values | {"per_split": self.per_split}


@dataclass(frozen=True, kw_only=True)
class WrongDocument:
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
    examples: tuple[WrongDocument, ...]


@dataclass(frozen=True, kw_only=True)
class Weakest:
    """The classes of the lowest F; `rule`: which, of how many, and which examples stand."""

    rule: str
    examples_rule: str
    classes: tuple[WeakClass, ...]
    without_documents: int


@dataclass(frozen=True, kw_only=True, eq=False)
class RankingCurve:
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
class RankingCurves:
    """What rankings are worth whatever the threshold.

    `all`: every pair of a document and a class as one ranking, the report's system first, then the
    others on the documents that all share. `classes`: rankings of the classes of the lowest F.
    """

    all: tuple[RankingCurve, ...]
    classes: tuple[RankingCurve, ...]
    break_even: tuple[BreakEvenRow, ...]
    eleven: tuple[ElevenRow, ...]
    average_precision: float


@dataclass(frozen=True, kw_only=True)
class MostConfused:
    """The classes most often taken for each other: their part of the confusion matrix.

    `cells`: counts, shape (classes, classes), true by row. `pairs`: the most frequent errors:
    truly the first, taken for the second, on so many documents. `rule`: which these are.
    """

    rule: str
    classes: tuple[str, ...]
    cells: Array
    pairs: tuple[tuple[str, str, float], ...]


# --- the record of a report: every number as it is, every name as in the files, every sentence
#
# HTML, PDF, Markdown, LaTeX and model cards are written from this record alone. Names of classes,
# systems, splits, files and documents, and the sentences that hold them, are raw and hostile:
# whoever writes them escapes them. An undefined number is NaN, in every form of the report.


@dataclass(frozen=True, kw_only=True)
class ReportOptions:
    """What is chosen for a report, and what only the caller knows; all may be left out.

    `texts`: whether examples show the documents' texts. `weakest`: how many classes are looked at
    closely; `examples`: so many documents of each kind of error of each. `limits` as for the
    checks. `title` instead of the review's name; `version` of the review, as `version 3`;
    `date` as 2024-01-31; `code_version` of Breakeven; `signer`, when and with which `statement`;
    `unsigned`: a sentence on a signature that is there, but not for what is reported. `story`: how
    the story is told that stands before all else; None for a report without.
    """

    texts: bool = False
    weakest: int = 12
    examples: int = 2
    limits: Limits = field(default_factory=Limits)
    title: str = ""
    version: str = ""
    date: str = ""
    code_version: str = ""
    signer: str = ""
    signed_on: str = ""
    statement: str = ""
    unsigned: str = ""
    story: StoryChoices | None = None


@dataclass(frozen=True, kw_only=True)
class ReportSubject:
    """What the report is about.

    `split` None is all documents; `where`: the filter's text, "" without one, which keeps
    `documents` of `of_documents`. `classes`: how many. `task` in words. `positive`: the class that
    a binary task is about. `decisions`: the cut in words. `undefined`: what 0/0 counts as in
    averages (drop, zero, one, partition). `f`: F with its β, as `F₁`. `one_of`: each document has
    one class and gets one, so that micro precision, recall and F are all its accuracy.
    `single_label`: each has one.
    """

    title: str
    review: str
    system: str
    split: str | None
    where: str
    documents: int
    of_documents: int
    classes: int
    task: str
    positive: str | None
    decisions: str
    beta: float
    undefined: str
    f: str
    one_of: bool
    single_label: bool


@dataclass(frozen=True, kw_only=True)
class SplitRow:
    """One split of the files; `words`: median length, NaN where unknown. `role`: if it has one."""

    name: str
    role: str
    documents: int
    labels: int
    labels_per_document: float
    classes: int
    words: float
    first: str
    last: str


@dataclass(frozen=True, kw_only=True)
class ReportFinding:
    """A finding; `documents`: the ids of the first of `of_documents`. `worth`: what it explains."""

    code: str
    severity: Severity
    title: str
    what: str
    action: str
    worth: str
    classes: tuple[str, ...]
    documents: tuple[str, ...]
    of_documents: int
    errors: float
    error_share: float
    gain_macro: float
    gain_micro: float


@dataclass(frozen=True, kw_only=True)
class ReportData:
    """The splits, and what the checks found.

    `clean`: titles of checks that found nothing; `unchecked`: why others could not be made.
    """

    verdict: str
    splits: tuple[SplitRow, ...]
    findings: tuple[ReportFinding, ...]
    how_many: str
    clean: tuple[str, ...]
    unchecked: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Method:
    """Every measure that the report uses, from the catalogue, and the works it cites in full."""

    settings: tuple[tuple[str, str], ...]
    entries: tuple[Entry, ...]
    sources: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Identity:
    """Which data, which choices, which code, and who answers for it; "" where not known.

    `fingerprint`: SHA-256 of the files and the confirmed options; `files`: of what was read, where
    the truth is another. `state`: the choices by the keys of a page's address.
    """

    fingerprint: str
    files: str
    state: Mapping[str, str]
    version: str
    code_version: str
    date: str
    signer: str
    signed_on: str
    statement: str
    unsigned: str


@dataclass(frozen=True, kw_only=True)
class Report:
    """A whole report, in the order in which it is read.

    `verdict`: plain answers on how good it is, and `summary` the same in measures; `conditions`:
    every reason not to take the numbers as they stand, the gravest first. `left_out`: what the
    numbers do not cover. `classes`: every class, in the order of the files. `comparison`, `curves`,
    `confusions`: None where there is one system, no score, nothing confused. `hierarchy`: None
    where nobody said which classes stand above which. `limits`: what the checks still accept.
    `story`: its pages, where it was asked for.
    """

    subject: ReportSubject
    verdict: tuple[VerdictAnswer, ...]
    summary: str
    conditions: tuple[str, ...]
    headline: Headline
    left_out: tuple[str, ...]
    threshold: Threshold
    weakest: Weakest
    comparison: SystemComparison | None
    data: ReportData
    confusions: MostConfused | None
    hierarchy: HierarchicalMeasures | None
    curves: RankingCurves | None
    method: Method
    identity: Identity
    classes: tuple[ClassRow, ...]
    limits: Limits
    story: tuple[StoryPage, ...] = ()
