"""The record of a report: every number as it is, every name as in the files, every sentence.

HTML, PDF, Markdown, LaTeX and model cards are written from this record alone. Names of classes,
systems, splits, files and documents, and the sentences that hold them, are raw and hostile: whoever
writes them escapes them. An undefined number is NaN, in every form of the report.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from breakeven.findings.finding import Severity
from breakeven.findings.limits import Limits
from breakeven.hierarchy.measured import Hierarchical
from breakeven.reporting.content.results import (
    ClassRow,
    Compared,
    Confusions,
    Curves,
    Headline,
    Threshold,
    Weakest,
)
from breakeven.reporting.content.story import StoryChoices, StoryPage
from breakeven.story.verdict import Answer
from metrics.catalogue.entry import Entry


@dataclass(frozen=True, kw_only=True)
class Options:
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
class Subject:
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
class Found:
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
class Data:
    """The splits, and what the checks found.

    `clean`: titles of checks that found nothing; `unchecked`: why others could not be made.
    """

    verdict: str
    splits: tuple[SplitRow, ...]
    findings: tuple[Found, ...]
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

    subject: Subject
    verdict: tuple[Answer, ...]
    summary: str
    conditions: tuple[str, ...]
    headline: Headline
    left_out: tuple[str, ...]
    threshold: Threshold
    weakest: Weakest
    comparison: Compared | None
    data: Data
    confusions: Confusions | None
    hierarchy: Hierarchical | None
    curves: Curves | None
    method: Method
    identity: Identity
    classes: tuple[ClassRow, ...]
    limits: Limits
    story: tuple[StoryPage, ...] = ()
