"""What should be done next: the findings of a review, as plain data, table and Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypedDict, overload

import numpy as np

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.check_rules import RULES
from breakeven.analysis.findings.checks import CheckResults, check_data, search_near
from breakeven.analysis.findings.finding import SEVERITIES, Finding, FindingOrder, in_order
from breakeven.analysis.findings.needs import MissingNeed
from breakeven.analysis.findings.rule import CheckRule
from breakeven.analysis.selection.selected_evaluation import check_evaluated
from breakeven.analysis.selection.where import FilteredDocuments
from breakeven.data.records import Review, Truth
from breakeven.data.wording import count_of, percent, quoted, signed
from breakeven.results import scope, values
from breakeven.results.arguments import selection_of
from breakeven.results.evaluation import evaluate
from breakeven.results.scope import filter_data, order_cautions, under_title
from breakeven.results.table_formats import in_markdown
from breakeven.results.values import document_ids, plain_number
from metrics.typing import DEFAULT_BETA

if TYPE_CHECKING:
    import pandas as pd

    from breakeven.results.arguments import AnyCut


# --- Findings as plain data, the same for the command line and for downloads
#
# Undefined is None, so that JSON says null.


MOST_IN_MARKDOWN = 20
# a smaller gain is 0.000 in three digits
SHOWN = 0.0005


class FindingValues(TypedDict):
    """A finding with the names of its classes and the ids of its documents, as JSON has it."""

    code: str
    severity: str
    effect: str
    title: str
    what: str
    action: str
    classes: list[str]
    documents: list[str]
    evidence: dict[str, str | float | None]
    pairs: list[list[str | float]]
    errors: float | None
    error_share: float | None
    gain_macro: float | None
    gain_micro: float | None


def finding_values(truth: Truth, finding: Finding) -> FindingValues:
    """A finding as plain data; undefined is None."""
    classes = truth.classes
    return {
        "code": finding.code,
        "severity": finding.severity,
        "effect": finding.effect,
        "title": finding.title,
        "what": finding.what,
        "action": finding.action,
        "classes": [classes[c] for c in finding.classes],
        "documents": document_ids(truth, finding.documents),
        "evidence": {key: _value(value) for key, value in finding.evidence.items()},
        "pairs": [[classes[i], classes[j], value] for i, j, value in finding.pairs],
        "errors": plain_number(finding.errors),
        "error_share": plain_number(finding.error_share),
        "gain_macro": plain_number(finding.gain_macro),
        "gain_micro": plain_number(finding.gain_micro),
    }


def _value(value: str | float) -> str | float | None:
    if isinstance(value, str | int):
        return value
    return plain_number(value) if np.isfinite(value) else None


def worth_of(finding: Finding) -> str:
    """The errors that a finding explains and what fixing it would gain; empty without either."""
    texts = []
    if finding.errors > 0:
        count = count_of(round(finding.errors, 2), "error")
        texts.append(f"Causes {count} ({percent(finding.error_share)} of all).")
    if any(gain >= SHOWN for gain in (finding.gain_macro, finding.gain_micro)):
        macro, micro = signed(finding.gain_macro), signed(finding.gain_micro)
        texts.append(f"Fixing it: about {micro} micro F, {macro} macro F.")
    return " ".join(texts)


def way_to_explanation(code: str) -> str:
    """The command that prints the page on a finding."""
    return f"breakeven check --explain {code}"


def _pairs_in_markdown(truth: Truth, finding: Finding) -> str:
    shown = [
        in_markdown(f"{quoted(truth.classes[i])} and {quoted(truth.classes[j])} ({value:.2f})")
        for i, j, value in finding.pairs[:MOST_IN_MARKDOWN]
    ]
    more = len(finding.pairs) - len(shown)
    return "; ".join(shown) + (f" and {more:,} more" if more else "")


def checks_text(checked: CheckResults) -> str:
    """How many checks found something, found nothing and could not be made; plain text."""
    reported, clean, missing = len(checked.raised_rules), len(checked.clean), len(checked.unchecked)
    text = (
        f"Of {count_of(len(checked.rules), 'check')} {reported:,} found something and {clean:,} "
        "found nothing"
    )
    return f"{text}; {missing:,} could not be made." if missing else f"{text}."


LEAKS = ("leak.same-id", "leak.same-text", "leak.copied-short-text", "leak.near-duplicate")


def verdict_on_splits(truth: Truth, checked: CheckResults) -> str:
    """What the checks of the data say of the splits as a whole; one or two plain sentences."""
    if not truth.splits:
        return "The splits cannot be judged: there are none."
    if any(finding.severity == "error" for finding in checked.findings):
        return "Fix the errors first: numbers on these splits promise too much."
    if all(code in checked.unchecked for code in LEAKS):
        return (
            "No error was found, but whether documents leak from one split into another could "
            "not be checked."
        )
    if checked.unchecked:
        return "No error was found by the checks that could be made."
    return "No error was found."


def why_not(missing: MissingNeed, rules: Sequence[CheckRule]) -> str:
    """The checks that could not be made for one reason, without what to add; plain text."""
    return f"{missing.what} Not checked: {'; '.join(rule.title for rule in rules)}."


def findings_in_markdown(truth: Truth, findings: Sequence[Finding]) -> str:
    """The list as a document to paste, in its order."""
    if not findings:
        return "No findings."
    out = []
    for number, f in enumerate(findings, 1):
        out.append(f"{number}. **{f.severity}: {in_markdown(f.title)}** ({in_markdown(f.code)})  ")
        out.append(f"   {in_markdown(f.what)}  ")
        out.append(f"   *Next:* {in_markdown(f.action)}  ")
        out.append(f"   *More:* `{way_to_explanation(f.code)}`")
        if worth := worth_of(f):
            out[-1] += "  "
            out.append(f"   {worth}")
        if f.pairs:
            out[-1] += "  "
            out.append(f"   Pairs: {_pairs_in_markdown(truth, f)}")
        if len(f.documents):
            ids = document_ids(truth, f.documents[:MOST_IN_MARKDOWN])
            more = len(f.documents) - len(ids)
            out[-1] += "  "
            listed = ", ".join(map(in_markdown, ids))
            out.append(f"   Documents: {listed}{f' and {more:,} more' if more else ''}")
    return "\n".join(out)


# --- what should be done next: findings that show themselves


# ids of documents that a finding names
MOST_NAMED = 10


@dataclass(frozen=True, kw_only=True)
class NamedFinding:
    """A finding with the names of its classes and the ids of the first of its documents.

    `worth`: the errors that it explains and what mending it would gain, "" without either.
    """

    finding: Finding
    classes: tuple[str, ...]
    documents: tuple[str, ...]
    worth: str

    @property
    def more_documents(self) -> int:
        """How many of its documents are not named."""
        return len(self.finding.documents) - len(self.documents)


def named_finding(truth: Truth, finding: Finding) -> NamedFinding:
    """A finding with names for numbers."""
    return NamedFinding(
        finding=finding,
        classes=tuple(truth.classes[c] for c in finding.classes),
        documents=tuple(document_ids(truth, finding.documents[:MOST_NAMED])),
        worth=worth_of(finding),
    )


@dataclass(frozen=True, repr=False, eq=False)
class Findings(Sequence[Finding]):
    """The findings of a review, most urgent first.

    `checked` also holds which checks found nothing, and which could not be made and why. `system`
    is empty where the review has none.
    """

    checked: CheckResults
    review: Review
    system: str
    split: str | None
    limits: Limits
    filtered: FilteredDocuments | None = None

    @overload
    def __getitem__(self, index: int) -> Finding: ...
    @overload
    def __getitem__(self, index: slice) -> list[Finding]: ...
    def __getitem__(self, index: int | slice) -> Finding | list[Finding]:
        return self.checked.findings[index]

    def __len__(self) -> int:
        return len(self.checked.findings)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.checked.findings)

    @cached_property
    def named(self) -> tuple[NamedFinding, ...]:
        """Each with names for numbers, in their order."""
        return tuple(named_finding(self.review.truth, finding) for finding in self)

    @property
    def verdict(self) -> str:
        """What the checks say of the splits as a whole."""
        return verdict_on_splits(self.review.truth, self.checked)

    @property
    def counts_text(self) -> str:
        """How many checks found something, found nothing and could not be made."""
        return checks_text(self.checked)

    @property
    def clean_titles(self) -> tuple[str, ...]:
        """The checks that found nothing."""
        return tuple(rule.title for rule in self.checked.clean)

    @property
    def unchecked_texts(self) -> tuple[str, ...]:
        """Why other checks could not be made, which, and what to add for them."""
        return tuple(
            why_not(need, rules) + (f" To add: {need.add}" if need.add else "")
            for need, rules in self.checked.reasons
        )

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven check --format json` prints.

        `clean`: the codes of checks that found nothing. `unchecked`: what is missing, what to add
        for it if anything can be, and for which checks.
        """
        truth, checked = self.review.truth, self.checked
        return {
            "review": self.review.name,
            "documents": truth.n,
            "classes": len(truth.classes),
            "system": self.system or None,
            "split": self.split,
            **filter_data(self.filtered),
            "limits": asdict(self.limits),
            **scope.cautions_data(order_cautions(truth)),
            "findings": [finding_values(truth, finding) for finding in checked.findings],
            "clean": [rule.code for rule in checked.clean],
            "unchecked": [
                {"what": need.what, "add": need.add, "checks": [rule.code for rule in rules]}
                for need, rules in checked.reasons
            ],
            **scope.class_map_data(self.review),
        }

    def to_markdown(self) -> str:
        """What `breakeven check` prints."""
        truth, checked = self.review.truth, self.checked
        lines = [
            f"# {in_markdown(self.review.name)}: what to do next",
            "",
            self._subject_in_markdown(),
            *scope.cautions_in_markdown(order_cautions(truth)),
            "",
            findings_in_markdown(truth, checked.findings),
            "",
            self.counts_text,
        ]
        if self.clean_titles:
            lines += ["", f"Found nothing: {'; '.join(self.clean_titles)}."]
        if checked.unchecked:
            lines += ["", "Could not be checked:", ""]
            lines += [f"- {in_markdown(text)}" for text in self.unchecked_texts]
        document = under_title("\n".join(lines), self.filtered)
        return document + scope.class_map_in_markdown(self.review)

    def _subject_in_markdown(self) -> str:
        truth = self.review.truth
        counts = ", ".join(
            count_of(sum(finding.severity == severity for finding in self), severity)
            for severity in SEVERITIES
        )
        decisions = "no system, so the data alone is checked"
        if self.system:
            split = self.split or "all documents"
            decisions = f"predictions of {in_markdown(self.system)} on {in_markdown(split)}"
        return (
            f"{count_of(truth.n, 'document')}, "
            f"{count_of(len(truth.classes), 'class', 'classes')}; {decisions}. {counts}."
        )

    def frame(self) -> pd.DataFrame:
        """One row per finding."""
        import pandas as pd

        columns = ("severity", "code", "title", "what", "action", "errors", "error_share",
                   "gain_macro", "gain_micro")  # fmt: skip
        rows = [[getattr(finding, name) for name in columns] for finding in self]
        return pd.DataFrame(rows, columns=list(columns))

    def __repr__(self) -> str:
        subject = self.system or "the data"
        return f"<{count_of(len(self), 'finding')} on {self.review.name}: {subject}>"

    def _repr_html_(self) -> str:
        rows = [[f.severity, f.title, f.what, f.action] for f in self]
        head = ["severity", "finding", "what", "next"]
        return values.html_paragraph(repr(self)[1:-1]) + values.html_table(
            head, rows[: values.MOST_HTML_ROWS], len(rows), longest=500
        )


def check(
    review: Review,
    system: str | None = None,
    split: str | None = None,
    cut: AnyCut | None = None,
    limits: Limits | None = None,
    beta: float = DEFAULT_BETA,
    *,
    sort: FindingOrder = "errors",
    where: str | None = None,
) -> Findings:
    """Whether the splits are fit to judge by, and what should be done next, with the evidence.

    `system`, `split`, `cut`, `where`: as for `evaluate`; they are about what decisions show. Where
    nobody has labelled, or nothing is predicted, the data alone is checked.
    `limits`: what is still accepted. `sort`: by the errors that a finding explains, or
    by what mending it would gain in macro or micro F.

    >>> import breakeven as be
    >>> findings = be.check(be.from_arrays(["a", "a", "b"], ["a", "b", "b"]))
    >>> {finding.severity for finding in findings} <= {"error", "warning", "notice"}
    True
    """
    if (reason := why_data_alone(review)) is not None:
        if where is not None:
            raise ValueError(f"{reason}; leave where out")
        name, evaluated = selection_of(review, system, split, cut=cut).system, None
    else:
        evaluation = evaluate(review, system, split, cut, beta, where=where)
        name, evaluated = evaluation.system, (evaluation.evaluation, evaluation.filtered)
    return findings_of(review, name, evaluated, limits or Limits(), beta, sort)


def why_data_alone(review: Review) -> str | None:
    """Why the data alone can be checked and no decisions, in a clause; None where both can."""
    if not review.has_system:
        return "there are no predictions, so only the documents are checked"
    return "nobody has labelled these documents" if review.truth.labels is None else None


def findings_of(
    review: Review,
    system: str,
    evaluated: tuple[Evaluation, FilteredDocuments | None] | None,
    limits: Limits,
    beta: float,
    sort: FindingOrder,
) -> Findings:
    """Every finding, in order. `evaluated`: the system's decisions, and what a filter keeps.

    It is None where nobody has labelled, or there is no system.
    """
    truth = review.truth
    near = search_near(truth, limits)
    if evaluated is None:
        shown, filtered = None, None
        checked = check_data(truth, limits, near, RULES, len(review.own))
    else:
        evaluation, filtered = evaluated
        shown = evaluation.split
        checked = check_evaluated(review, evaluation, filtered, limits, beta, near)
    ordered = replace(checked, findings=in_order(checked.findings, sort))
    return Findings(ordered, review, system, shown, limits, filtered)
