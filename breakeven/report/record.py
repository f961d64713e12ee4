"""A report: the results that it holds, its options, and which data and code it is of.

HTML, PDF, Markdown, LaTeX and model cards are written from this record alone. Names of classes,
systems, splits, files and documents, and the sentences that hold them, are raw and hostile: each
format escapes them.

Tested in `test_gather`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from breakeven.analysis.class_structure.hierarchical_measures import HierarchicalMeasures
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.story.verdict import VerdictAnswer
from breakeven.data.splits import SplitSummary
from breakeven.gate.gate_rules import GateRules
from breakeven.report.method import Method
from breakeven.results.class_distribution import ClassDistribution
from breakeven.results.class_rows import ClassRow
from breakeven.results.confusion import MostConfused
from breakeven.results.decision_origin import DecisionOrigin
from breakeven.results.findings import Findings
from breakeven.results.headline import Headline
from breakeven.results.own_measures import OwnMeasures
from breakeven.results.probability_losses import ProbabilityLosses
from breakeven.results.rankings import RankingCurves
from breakeven.results.story import StoryChoices, StoryPage
from breakeven.results.systems import SystemComparison
from breakeven.results.target_verdict import TargetVerdict
from breakeven.results.weakest_classes import WeakestClasses


@dataclass(frozen=True, kw_only=True)
class ReportOptions:
    """What is chosen for a report, and what only the caller knows; all may be left out.

    `texts`: whether examples show the documents' texts. `weakest`: how many classes are looked at
    closely; `examples`: so many documents of each kind of error of each. `limits` as for the
    checks. `title` instead of the review's name; `version` of the review, as `version 3`;
    `date` as 2024-01-31; `code_version` of Breakeven; `signer`, when and with which `statement`;
    `unsigned`: a sentence on a signature that is there, but not for what is reported. `story`: how
    the story is told that stands before all else; None for a report without. `target`: the rules
    that must be kept; None without a target. `appendix`: whether everything else follows behind
    the first two pages.
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
    target: GateRules | None = None
    appendix: bool = False


@dataclass(frozen=True, kw_only=True)
class ReportSubject:
    """What the report is about.

    `split` None is all documents; `where`: the filter's text, "" without one, which keeps
    `documents` of `of_documents`. `classes`: how many. `task` in words. `positive`: the class that
    a binary task is about. `decisions`: the cut in words. `undefined`: what 0/0 counts as in
    averages (drop, zero, one, partition). `f`: F with its β, as `F₁`. `one_of`: each document has
    one class and gets one, so that micro precision, recall and F are all its accuracy.
    `single_label`: each has one. `sampled`: documents have weights, or were drawn in clusters.
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
    sampled: bool


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
    """The results of a report, in the order in which it is read.

    `target_verdict`: whether the target is reached; `verdict`: plain answers on how good it is, and
    `summary` the same in measures; `conditions`: every reason not to take the numbers as they
    stand, the gravest first. `left_out`: what the numbers do not cover. `classes`: every class, in
    the order of the files. `comparison`, `curves`, `confusions`: None where there is one system, no
    score, nothing confused. `hierarchy`: None where nobody said which classes stand above which.
    `limits`: what the checks still accept. `story`: its pages, where it was asked for. `appendix`:
    whether the pages for readers have everything behind the first two; data formats always do.
    `own`: the measures of one's own; None without any. `losses`: of the probabilities; None where
    the scores are none. `mix`: of true and predicted classes.
    """

    subject: ReportSubject
    target_verdict: TargetVerdict
    verdict: tuple[VerdictAnswer, ...]
    summary: str
    conditions: tuple[str, ...]
    headline: Headline
    left_out: tuple[str, ...]
    decisions: DecisionOrigin
    weakest: WeakestClasses
    comparison: SystemComparison | None
    splits: tuple[SplitSummary, ...]
    findings: Findings
    confusions: MostConfused | None
    hierarchy: HierarchicalMeasures | None
    curves: RankingCurves | None
    method: Method
    identity: Identity
    classes: tuple[ClassRow, ...]
    limits: Limits
    story: tuple[StoryPage, ...] = ()
    appendix: bool = False
    own: OwnMeasures | None = None
    losses: ProbabilityLosses | None = None
    mix: ClassDistribution | None = None
