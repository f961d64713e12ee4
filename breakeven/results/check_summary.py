"""What the checks of a review say: a verdict on its splits, every finding, and what is unchecked.

Tested in `tests/breakeven/report/test_gather.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from breakeven.analysis.findings.checks import CheckResults
from breakeven.analysis.findings.finding import Finding
from breakeven.data.records import Truth
from breakeven.results.findings import checks_text, verdict_on_splits, why_not, worth_of
from breakeven.results.values import document_ids

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


@dataclass(frozen=True, kw_only=True)
class CheckSummary:
    """What the checks found, in words and in the order of what is most urgent.

    `verdict`: on the splits. `counts`: how many checks found something. `clean`: titles of checks
    that found nothing; `unchecked`: why others could not be made, and what to add for them.
    """

    verdict: str
    counts: str
    findings: tuple[NamedFinding, ...]
    clean: tuple[str, ...]
    unchecked: tuple[str, ...]


def check_summary(truth: Truth, checked: CheckResults) -> CheckSummary:
    """Of the checks of a review."""
    return CheckSummary(
        verdict=verdict_on_splits(truth, checked),
        counts=checks_text(checked),
        findings=tuple(_named(truth, finding) for finding in checked.findings),
        clean=tuple(rule.title for rule in checked.clean),
        unchecked=tuple(
            why_not(why, rules) + (f" To add: {why.add}" if why.add else "")
            for why, rules in checked.reasons
        ),
    )


def _named(truth: Truth, finding: Finding) -> NamedFinding:
    return NamedFinding(
        finding=finding,
        classes=tuple(truth.classes[c] for c in finding.classes),
        documents=tuple(document_ids(truth, finding.documents[:MOST_NAMED])),
        worth=worth_of(finding),
    )
