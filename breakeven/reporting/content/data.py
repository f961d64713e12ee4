"""The splits, and what the checks of data and decisions found."""

from __future__ import annotations

from breakeven.findings.finding import Finding
from breakeven.findings.review import Checked
from breakeven.records import Review, Truth
from breakeven.reporting.content.record import Data, Found, SplitRow
from breakeven.reports.findings import how_many, verdict_on_splits, why_not, worth_of
from breakeven.reports.values import ids_of
from breakeven.splits import date_column, lengths, role_of, summaries

# ids of documents that a finding names
MOST_NAMED = 10


def data_of(review: Review, checked: Checked) -> Data:
    """The splits of the files, and every finding in its order."""
    truth = review.truth
    long, dated = lengths(truth), date_column(truth)
    return Data(
        verdict=verdict_on_splits(truth, checked),
        splits=tuple(
            SplitRow(
                name=of.name,
                role=role_of(of.name) or "",
                documents=of.documents,
                labels=of.labels,
                labels_per_document=of.labels_per_document,
                classes=of.classes_present,
                words=of.words,
                first=of.first or "",
                last=of.last or "",
            )
            for of in summaries(truth, long[0] if long else None, dated[0] if dated else None)
        ),
        findings=tuple(_found(truth, finding) for finding in checked.findings),
        how_many=how_many(checked),
        clean=tuple(rule.title for rule in checked.clean),
        unchecked=tuple(
            why_not(why, rules) + (f" To add: {why.add}" if why.add else "")
            for why, rules in checked.reasons
        ),
    )


def _found(truth: Truth, finding: Finding) -> Found:
    return Found(
        code=finding.code,
        severity=finding.severity,
        title=finding.title,
        what=finding.what,
        action=finding.action,
        worth=worth_of(finding),
        classes=tuple(truth.classes[c] for c in finding.classes),
        documents=tuple(ids_of(truth, finding.documents[:MOST_NAMED])),
        of_documents=len(finding.documents),
        errors=finding.errors,
        error_share=finding.error_share,
        gain_macro=finding.gain_macro,
        gain_micro=finding.gain_micro,
    )
