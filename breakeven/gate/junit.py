"""Verdicts as JUnit XML, as Jenkins, GitLab and others read it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from io import BytesIO

from junitparser import Failure, Skipped, TestCase, TestSuite

from breakeven.gate.gate_verdict import GateVerdict

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
