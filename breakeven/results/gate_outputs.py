"""Verdicts as Markdown, as JUnit XML for Jenkins and GitLab, and as GitHub Actions shows them."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from junitparser import Failure, Skipped, TestCase, TestSuite

from breakeven.data.wording import count_of, shorten
from breakeven.gate.gate_verdict import GATE_OUTCOMES, GateOutcome, GateVerdict, overall_outcome
from breakeven.results.table_formats import in_markdown

# GitHub takes 1 MiB of a summary: so many rows of long names stay below that
MOST_ROWS = 500
LONGEST = 200
SIGNS: Mapping[GateOutcome, str] = {"passed": "✅", "failed": "❌", "cannot tell": "❔"}
# what needs attention comes first
ORDER: tuple[GateOutcome, ...] = ("failed", "cannot tell", "passed")


def gate_markdown(result: Mapping[str, Any], verdicts: Sequence[GateVerdict]) -> str:
    """A title with the outcome, what it is about, a table of the verdicts, and what to know.

    `result`: the result as plain data.
    """
    outcome = overall_outcome(verdicts)
    about = [
        f"Review {_plain(result['review'])}, system {_plain(result['system'])}"
        + (f", baseline {_plain(result['baseline'])}" if result["baseline"] else "")
        + ".",
        f"{_counted(verdicts)}. {_promise(result)}",
        f"Rules: SHA-256 `{result['rules_digest']}`. {result['asked'] or ''}".strip(),
    ]
    ordered = sorted(verdicts, key=lambda verdict: ORDER.index(verdict.outcome))
    rows = [_row(verdict) for verdict in ordered[:MOST_ROWS]]
    table = ["| rule | required | verdict | found |", "| --: | --- | --- | --- |", *rows]
    if more := len(ordered) - len(rows):
        table.append(f"| | and {more:,} more | | |")
    cautions = [f"- Keep in mind: {in_markdown(caution)}" for caution in result["cautions"]]
    return "\n\n".join(
        [f"# {SIGNS[outcome]} Gate: {outcome}", *about, "\n".join(table)]
        + (["\n".join(cautions)] if cautions else [])
    )


def _plain(name: object) -> str:
    return in_markdown(shorten(str(name), LONGEST))


def _row(verdict: GateVerdict) -> str:
    asked = _plain(verdict.name)
    found = in_markdown(shorten(verdict.sentence, 2 * LONGEST))
    sign = SIGNS[verdict.outcome]
    return f"| {verdict.rule} | {asked} | {sign} {verdict.outcome} | {found} |"


def _counted(verdicts: Sequence[GateVerdict]) -> str:
    counts = {one: sum(v.outcome == one for v in verdicts) for one in GATE_OUTCOMES}
    listed = ", ".join(f"{number:,} {one}" for one, number in counts.items() if number)
    return f"{count_of(len(verdicts), 'verdict')}: {listed}"


def _promise(result: Mapping[str, Any]) -> str:
    chance = f"{100 * (1 - result['confidence']):.3g} in 100"
    if result["family"] == "holm":
        return f"Chance that any passed falsely, or that any failed falsely: at most {chance} each."
    return f"Chance that one of them is false: at most {chance}, each by itself."


# what XML 1.0 cannot hold, not even escaped
FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
NUMBERS = ("value", "baseline", "difference", "low", "high", "limit", "documents", "needed",
           "missing", "relabelled")  # fmt: skip


def in_xml(text: object) -> str:
    r"""Text that XML can hold: other signs by their numbers, as `\x00`."""
    return FORBIDDEN.sub(lambda sign: ascii(sign[0])[1:-1], str(text))


def as_junit(review: str, verdicts: Sequence[GateVerdict], properties: Mapping[str, object]) -> str:
    """One test suite: a case for each verdict, cannot tell as skipped, numbers as its output.

    `properties` are of the suite; the format has none of cases.
    """
    suite = TestSuite(in_xml(f"breakeven gate: {review}"))
    for key, value in properties.items():
        suite.add_property(key, in_xml(value))
    suite.add_testcases([_case(verdict) for verdict in verdicts])
    out = BytesIO()
    suite.write(out)
    return out.getvalue().decode("utf-8")


def _case(verdict: GateVerdict) -> TestCase:
    case = TestCase(in_xml(verdict.name), f"rule {verdict.rule}", 0.0)
    if verdict.outcome == "failed":
        case.result = [Failure(in_xml(verdict.sentence), "failed")]
    elif verdict.outcome == "cannot tell":
        case.result = [Skipped(in_xml(verdict.sentence), "cannot tell")]
    known = {name: getattr(verdict, name) for name in NUMBERS}
    case.system_out = "\n".join(f"{k}={v!r}" for k, v in known.items() if v is not None)
    return case


# GitHub shows so many of a kind for each step, and drops the others without a word
MOST_OF_A_KIND = 10
KINDS = {"failed": "error", "cannot tell": "warning"}


def annotation_lines(verdicts: Sequence[GateVerdict]) -> list[str]:
    """A line for each rule that failed, as an error, or cannot be told, as a warning.

    Of more than ten of a kind, the first nine and how many more.
    """
    lines = []
    for outcome, kind in KINDS.items():
        of_outcome = [verdict for verdict in verdicts if verdict.outcome == outcome]
        shown = (
            of_outcome if len(of_outcome) <= MOST_OF_A_KIND else of_outcome[: MOST_OF_A_KIND - 1]
        )
        lines += [_line(kind, f"{outcome}: {each.name}", each.sentence) for each in shown]
        if more := len(of_outcome) - len(shown):
            lines.append(_line(kind, f"{outcome}: {more:,} more", "The summary has all of them."))
    return lines


def _line(kind: str, title: str, message: str) -> str:
    return f"::{kind} title={_escaped(title, ':,')}::{_escaped(message)}"


def _escaped(text: str, more: str = "") -> str:
    """Text in a command of GitHub's; in a property the signs of `more` would end it."""
    for sign in f"%\r\n{more}":
        text = text.replace(sign, f"%{ord(sign):02X}")
    return text


def step_summary(environment: Mapping[str, str] | None = None) -> Path | None:
    """The file of the step's summary; None outside of GitHub Actions."""
    known = os.environ if environment is None else environment
    given = known.get("GITHUB_STEP_SUMMARY", "")
    return Path(given) if given and known.get("GITHUB_ACTIONS") == "true" else None
