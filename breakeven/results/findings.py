"""What should be done next: the findings of a review, as plain data, table and Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypedDict, overload

import numpy as np

from breakeven.analysis.advice.checks import CheckResults, check_data
from breakeven.analysis.advice.findings_list import lines_of, ordered_list
from breakeven.analysis.advice.trials import trial_text
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.check_rules import RULES
from breakeven.analysis.findings.duplicates import search_near
from breakeven.analysis.findings.finding import SEVERITIES, Finding, FindingOrder, Trial
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
    class_map: dict[str, str]
    pairs: list[list[str | float]]
    errors: float | None
    error_share: float | None
    gain_macro: float | None
    gain_micro: float | None
    because_of: str | None
    withheld: bool
    trial: dict[str, str | float | list[str] | None] | None
    members: list[dict[str, Any]]


def finding_values(truth: Truth, finding: Finding) -> FindingValues:
    """A finding as plain data; undefined is None.

    `because_of`: the code of the finding before it that it follows from. `members`: the findings
    that it stands for, each with its classes, errors and advice.
    """
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
        "class_map": dict(finding.class_map),
        "pairs": [[classes[i], classes[j], value] for i, j, value in finding.pairs],
        "errors": plain_number(finding.errors),
        "error_share": plain_number(finding.error_share),
        "gain_macro": plain_number(finding.gain_macro),
        "gain_micro": plain_number(finding.gain_micro),
        "because_of": finding.because_of or None,
        "withheld": finding.withheld,
        "trial": None if finding.trial is None else _trial_values(finding.trial),
        "members": [
            {
                "what": member.what,
                "action": member.action,
                "classes": [classes[c] for c in member.classes],
                "errors": plain_number(member.errors),
                "error_share": plain_number(member.error_share),
            }
            for member in finding.members
        ],
    }


def _trial_values(trial: Trial) -> dict[str, str | float | list[str] | None]:
    """What came of an advice as plain data, with its sentence; undefined is None."""
    numbers = {
        key: plain_number(value) if isinstance(value, int | float) else value or None
        for key, value in asdict(trial).items()
    }
    numbers["where"] = trial.where.strip() or None
    return {"text": trial_text(trial), **numbers, "commands": list(trial.commands)}


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
    gains = {"micro": finding.gain_micro, "macro": finding.gain_macro}
    if any(gain >= SHOWN for gain in gains.values()):
        parts = [f"{signed(gain)} {kind} F" for kind, gain in gains.items() if not np.isnan(gain)]
        texts.append(f"Fixing it: about {', '.join(parts)}.")
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
        return f"No error was found; {count_of(len(checked.unchecked), 'check')} could not be made."
    return "No error was found."


def why_not(missing: MissingNeed, rules: Sequence[CheckRule]) -> str:
    """The checks that could not be made for one reason, without what to add; plain text."""
    return f"{missing.what} Not checked: {'; '.join(rule.title for rule in rules)}."


def findings_in_markdown(truth: Truth, findings: Sequence[Finding]) -> str:
    """The list as a document to paste, in its order; what follows from a finding is beneath it."""
    if not findings:
        return "No findings."
    out = []
    for number, line in enumerate(lines_of(findings), 1):
        out += _in_markdown(truth, line.first, f"{number}. ", "   ")
        for finding in line.beneath:
            out += _in_markdown(truth, finding, "   - Because of this, ", "     ")
    return "\n".join(out)


def _in_markdown(truth: Truth, f: Finding, bullet: str, indent: str) -> list[str]:
    """A finding as an item of a list, its lines behind one another."""
    lines = [
        f"{bullet}**{f.severity}: {in_markdown(f.title)}** ({in_markdown(f.code)})",
        in_markdown(f.what),
        f"*Next:* {in_markdown(f.action)}",
    ]
    if f.trial is not None:
        text = in_markdown(trial_text(f.trial))
        if f.trial.not_tried:
            lines[-1] += f" ({text})"
        else:
            lines.append(text)
        if f.trial.commands:
            lines.append(f"*To do it:* {', then '.join(f'`{each}`' for each in f.trial.commands)}")
    lines.append(f"*More:* `{way_to_explanation(f.code)}`")
    if worth := worth_of(f):
        lines.append(worth)
    if f.members:
        lines.append(f"Each of them: {_members_in_markdown(truth, f)}")
    if f.pairs:
        lines.append(f"Pairs: {_pairs_in_markdown(truth, f)}")
    if len(f.documents):
        ids = document_ids(truth, f.documents[:MOST_IN_MARKDOWN])
        more = len(f.documents) - len(ids)
        named = ", ".join(map(in_markdown, ids))
        lines.append(f"Documents: {named}{f' and {more:,} more' if more else ''}")
    return [f"{text}  " for text in (lines[0], *(indent + line for line in lines[1:-1]))] + [
        indent + lines[-1]
    ]


def _members_in_markdown(truth: Truth, finding: Finding) -> str:
    """The findings that one stands for: of which classes, and how many errors each explains."""
    parts = []
    for member in finding.members[:MOST_IN_MARKDOWN]:
        names = " and ".join(quoted(truth.classes[c]) for c in member.classes) or member.what
        errors = f" ({count_of(round(member.errors, 2), 'error')})" if member.errors > 0 else ""
        parts.append(in_markdown(f"{names}{errors}"))
    more = len(finding.members) - len(parts)
    return "; ".join(parts) + (f" and {more:,} more" if more else "")


# --- what should be done next: findings that show themselves


# ids of documents that a finding names
MOST_NAMED = 10


@dataclass(frozen=True, kw_only=True)
class NamedFinding:
    """A finding with the names of its classes and the ids of the first of its documents.

    `worth`: the errors that it explains and what mending it would gain, "" without either.
    `tried`: what came of its advice, "" where it has none. `because_of`: the title of the finding
    that it follows from, "" for none.
    """

    finding: Finding
    classes: tuple[str, ...]
    documents: tuple[str, ...]
    worth: str
    tried: str = ""
    because_of: str = ""

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
        tried="" if finding.trial is None else trial_text(finding.trial),
        because_of=RULES[finding.because_of].title if finding.because_of else "",
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
    def first(self) -> tuple[NamedFinding, ...]:
        """Those that follow from no other, in their order."""
        return tuple(named for named in self.named if not named.because_of)

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

        columns = ("severity", "effect", "code", "because_of", "title", "what", "action",
                   "errors", "error_share",
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
    ordered = replace(checked, findings=ordered_list(checked.findings, sort))
    return Findings(ordered, review, system, shown, limits, filtered)
