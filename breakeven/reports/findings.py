"""Findings as plain data, the same for the command line and for downloads.

Undefined is None, so that JSON says null.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from breakeven.findings.finding import SEVERITIES, Finding
from breakeven.findings.needs import Missing
from breakeven.findings.review import Checked
from breakeven.findings.rule import CheckRule
from breakeven.records import Review, Truth
from breakeven.reports.cautions import order_cautions
from breakeven.reports.tables import in_markdown
from breakeven.reports.values import ids_of, plain
from breakeven.text import count_of, percent, quoted, signed

MOST_IN_MARKDOWN = 20
# a smaller gain is 0.000 in three digits
SHOWN = 0.0005


def of_finding(truth: Truth, finding: Finding) -> dict[str, Any]:
    """A finding with the names of its classes and the ids of its documents."""
    return {
        "code": finding.code,
        "severity": finding.severity,
        "title": finding.title,
        "what": finding.what,
        "action": finding.action,
        "classes": [truth.classes[c] for c in finding.classes],
        "documents": ids_of(truth, finding.documents),
        "evidence": {key: _value(value) for key, value in finding.evidence.items()},
        "pairs": [[truth.classes[i], truth.classes[j], value] for i, j, value in finding.pairs],
        "errors": plain(finding.errors),
        "error_share": plain(finding.error_share),
        "gain_macro": plain(finding.gain_macro),
        "gain_micro": plain(finding.gain_micro),
    }


def _value(value: Any) -> Any:
    if isinstance(value, str | int):
        return value
    return plain(value) if np.isfinite(value) else None


def of_checked(truth: Truth, checked: Checked) -> dict[str, Any]:
    """`findings` in their order, `clean`: the codes of checks that found nothing, and `unchecked`.

    The last says what is missing, what to add for it if anything can be, and for which checks.
    """
    return {
        "findings": [of_finding(truth, f) for f in checked.findings],
        "clean": [rule.code for rule in checked.clean],
        "unchecked": [
            {"what": why.what, "add": why.add, "checks": [rule.code for rule in rules]}
            for why, rules in checked.reasons
        ],
    }


def worth_of(finding: Finding) -> str:
    """The errors that a finding explains and what mending it would gain; empty without either."""
    said = []
    if finding.errors > 0:
        count = count_of(round(finding.errors, 2), "error")
        said.append(f"Behind {count}, {percent(finding.error_share, 1)} of all.")
    if any(gain >= SHOWN for gain in (finding.gain_macro, finding.gain_micro)):
        macro, micro = signed(finding.gain_macro), signed(finding.gain_micro)
        said.append(f"Would gain about {macro} macro F, {micro} micro F.")
    return " ".join(said)


def _pairs_in_markdown(truth: Truth, finding: Finding) -> str:
    shown = [
        in_markdown(f"{quoted(truth.classes[i])} and {quoted(truth.classes[j])} ({value:.2f})")
        for i, j, value in finding.pairs[:MOST_IN_MARKDOWN]
    ]
    more = len(finding.pairs) - len(shown)
    return "; ".join(shown) + (f" and {more:,} more" if more else "")


def how_many(checked: Checked) -> str:
    """How many checks found something, found nothing and could not be made; plain text."""
    found, clean, missing = len(checked.found), len(checked.clean), len(checked.unchecked)
    said = (
        f"Of {count_of(len(checked.rules), 'check')} {found:,} found something and {clean:,} "
        "found nothing"
    )
    return f"{said}; {missing:,} could not be made." if missing else f"{said}."


LEAKS = ("leak.same-id", "leak.same-text", "leak.copied-short-text", "leak.near-duplicate")


def verdict_on_splits(truth: Truth, checked: Checked) -> str:
    """What the checks of the data say of the splits as a whole; one or two plain sentences."""
    if not truth.splits:
        return "The splits cannot be judged: there are none."
    if any(finding.severity == "error" for finding in checked.findings):
        return "Mend the errors first: numbers on these splits promise too much."
    if all(code in checked.unchecked for code in LEAKS):
        return (
            "No error was found, but whether documents leak from one split into another could "
            "not be checked."
        )
    if checked.unchecked:
        return "No error was found by the checks that could be made."
    return "No error was found."


def why_not(missing: Missing, rules: Sequence[CheckRule]) -> str:
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
        out.append(f"   *Next:* {in_markdown(f.action)}")
        if worth := worth_of(f):
            out[-1] += "  "
            out.append(f"   {worth}")
        if f.pairs:
            out[-1] += "  "
            out.append(f"   Pairs: {_pairs_in_markdown(truth, f)}")
        if len(f.documents):
            ids = ids_of(truth, f.documents[:MOST_IN_MARKDOWN])
            more = len(f.documents) - len(ids)
            out[-1] += "  "
            listed = ", ".join(map(in_markdown, ids))
            out.append(f"   Documents: {listed}{f' and {more:,} more' if more else ''}")
    return "\n".join(out)


def as_markdown(review: Review, result: Checked, subject: dict[str, Any]) -> str:
    """The findings as a document to paste."""
    counts = ", ".join(
        count_of(sum(f.severity == severity for f in result.findings), severity)
        for severity in SEVERITIES
    )
    of = "no system, so the data alone is checked"
    if subject["system"]:
        split = subject["split"] or "all documents"
        of = f"decisions of {in_markdown(subject['system'])} on {in_markdown(split)}"
    out = [
        f"# {in_markdown(review.name)}: what to do next",
        "",
        f"{count_of(subject['documents'], 'document')}, "
        f"{count_of(subject['classes'], 'class', 'classes')}; {of}. {counts}.",
        *(line for said in order_cautions(review.truth) for line in ("", f"▲ {in_markdown(said)}")),
        "",
        findings_in_markdown(review.truth, result.findings),
    ]
    out += ["", how_many(result)]
    if result.clean:
        out += ["", f"Found nothing: {'; '.join(rule.title for rule in result.clean)}."]
    if result.unchecked:
        out += ["", "Could not be checked:", ""]
        for why, rules in result.reasons:
            add = f" To add: {why.add}" if why.add else ""
            out.append(f"- {in_markdown(why_not(why, rules) + add)}")
    return "\n".join(out)
