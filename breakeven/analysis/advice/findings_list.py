"""The one list of findings: one line for one cause, what follows from it beneath, and the order."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from breakeven.analysis.advice.consequences import related
from breakeven.analysis.findings.check_rules import MOVE, RULES
from breakeven.analysis.findings.finding import (
    SEVERITIES,
    Finding,
    FindingOrder,
    GainBaseline,
    Gains,
    in_order,
)
from breakeven.analysis.findings.rule import CheckRule, worded
from breakeven.data.wording import count_of
from metrics.incidence import united
from metrics.measures import ratio
from metrics.typing import CELLS

# so many of one rule stand in lines of their own; beneath a cause, none but one
ALONE, ALONE_BENEATH = 3, 1
# evidence that adds up over classes or pairs
ADDED = (*CELLS[:3], "documents")


def arrange_findings(
    findings: Iterable[Finding],
    classes: Sequence[str],
    standing: GainBaseline | None = None,
    fitted_on: GainBaseline | None = None,
) -> list[Finding]:
    """Findings as every list has them: in order, each followed by those that follow from it.

    More than `ALONE` of a rule are one finding, about all their classes and documents. `classes`:
    their names; `standing`: the tables beside which gains are reckoned, None without decisions, and
    `fitted_on` those beside which thresholds are.
    Of findings that were put together before, those that they stand for are taken.
    """
    single = [each for finding in findings for each in finding.members or (finding,)]
    beneath: dict[int, list[Finding]] = {}
    tops: list[Finding] = []
    for finding, cause in related(in_order(single)):
        if cause is None:
            tops.append(finding)
        else:
            beneath.setdefault(id(cause), []).append(finding)
    put = _ManyAsOne(classes, standing, fitted_on or standing)
    lines = []
    for alike in put.gathered(tops, ALONE):
        below = [each for top in alike for each in beneath.get(id(top), ())]
        folded = [put.as_one(parts) for parts in put.gathered(below, ALONE_BENEATH)]
        lines.append(FindingLine(put.as_one(alike), tuple(folded)))
    return _ordered(lines, "errors")


def ordered_list(findings: Iterable[Finding], by: FindingOrder) -> list[Finding]:
    """An arranged list in another order; what follows from a finding stays beneath it."""
    return _ordered(lines_of(findings), by)


def _ordered(lines: Sequence[FindingLine], by: FindingOrder) -> list[Finding]:
    line_of = {id(line.first): line for line in lines}
    tops = in_order([line.first for line in lines], by)
    return [each for top in tops for each in (top, *in_order(line_of[id(top)].beneath, by))]


def on_top(findings: Iterable[Finding]) -> list[Finding]:
    """Those that follow from no other, in their order."""
    return [finding for finding in findings if not finding.because_of]


def first_steps(findings: Iterable[Finding]) -> list[Finding]:
    """What to do first, in their order: what only makes numbers uncertain asks for no step.

    But where the advice of others waits for it. All that follow from no other, where nothing else
    was found.
    """
    listed = list(findings)
    awaited = {finding.because_of for finding in listed if finding.withheld}
    tops = on_top(listed)
    return [f for f in tops if f.effect != "uncertain" or f.code in awaited] or tops


@dataclass(frozen=True)
class FindingLine:
    """What stands in one line of a list: a finding, and beneath it those that follow from it."""

    first: Finding
    beneath: tuple[Finding, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All of them, the first on top."""
        return self.first, *self.beneath


def lines_of(findings: Iterable[Finding]) -> list[FindingLine]:
    """Findings, in the order of `arrange_findings`, as lines.

    What follows from a finding that is not here, as a filter left it out, has a line of its own.
    """
    lines: list[FindingLine] = []
    for finding in findings:
        last = lines[-1] if lines else None
        if last is not None and finding.because_of and finding.because_of == last.first.code:
            lines[-1] = replace(last, beneath=(*last.beneath, finding))
        else:
            lines.append(FindingLine(finding))
    return lines


# --- many findings of a rule as one


@dataclass(frozen=True)
class _ManyAsOne:
    """Puts findings of a rule together. As in `arrange_findings`."""

    classes: Sequence[str]
    standing: GainBaseline | None
    fitted_on: GainBaseline | None

    @staticmethod
    def gathered(findings: Sequence[Finding], alone: int) -> Iterator[list[Finding]]:
        """Findings in their order, more than `alone` of a rule together, the rest one by one."""
        by_code: dict[str, list[Finding]] = {}
        for finding in findings:
            by_code.setdefault(finding.code, []).append(finding)
        for finding in findings:
            alike = by_code[finding.code]
            if len(alike) <= alone:
                yield [finding]
            elif finding is alike[0]:
                yield alike

    def as_one(self, alike: Sequence[Finding]) -> Finding:
        """One finding about all classes and documents of these; the one itself where it is one."""
        if len(alike) == 1:
            return alike[0]
        first, rule = alike[0], RULES[alike[0].code]
        errors, share = _explained(alike)
        macro, micro = self._gained(alike)
        added = {
            key: sum(each.evidence[key] for each in alike)
            for key in ADDED
            if all(key in each.evidence for each in alike)
        }
        words = self._words(alike, added, share)
        named = {each.severity for each in alike}
        return replace(
            first,
            severity=next(severity for severity in SEVERITIES if severity in named),
            what=self._what(rule, alike, words),
            action=first.action if first.withheld else _action(rule, first, words),
            classes=tuple(dict.fromkeys(c for each in alike for c in each.classes)),
            pairs=tuple(pair for each in alike for pair in each.pairs),
            documents=united([each.documents for each in alike]),
            spoiled=united([each.spoiled for each in alike]),
            evidence={"findings": len(alike), **added},
            errors=errors,
            error_share=share,
            gain_macro=macro,
            gain_micro=micro,
            met=(),
            members=tuple(alike),
        )

    def _what(self, rule: CheckRule, alike: Sequence[Finding], words: Mapping[str, object]) -> str:
        if "many" in rule.clauses:
            return worded(rule.clauses["many"], words)
        return f"{count_of(len(alike), 'finding')} of this kind. The first: {alike[0].what}"

    def _words(
        self, alike: Sequence[Finding], added: Mapping[str, float], share: float
    ) -> dict[str, object]:
        """What the sentences about many may name."""
        named = [self.classes[c] for each in alike for c in each.classes]
        tp, fp, fn = (float(added.get(key, 0.0)) for key in CELLS[:3])
        there = len(self.classes)
        if self.standing is not None:
            there = int(np.sum(self.standing.tables.positives > 0))
        all_of_them = len(alike) == there and there > 1
        return {
            **{key: value for key, value in alike[0].evidence.items() if key not in added},
            **added,
            "n": len(alike),
            "subject": _subject(len(alike), all_of_them),
            "classes_named": list(dict.fromkeys(named)),
            "first": named[0] if named else "",
            "second": named[1] if len(named) > 1 else "",
            "positives": tp + fn,
            "assigned": tp + fp,
            "precision": float(ratio(tp, tp + fp)),
            "recall": float(ratio(tp, tp + fn)),
            "share": share,
            "step": alike[0].action,
            "values": [
                value
                for each in alike
                for key in ("column", "slice")
                if isinstance(value := each.evidence.get(key), str)
            ],
        }

    def _gained(self, alike: Sequence[Finding]) -> Gains:
        """What mending all of them would gain; the most of one where nobody can add them up."""
        if self.standing is not None and all(
            each.about == "class" and len(each.classes) == 1 for each in alike
        ):
            return self.standing.if_median(
                np.array([each.classes[0] for each in alike], dtype=np.int64)
            )
        standing = self.fitted_on if alike[0].code == MOVE.code else self.standing
        if standing is not None and all(each.change for each in alike):
            return standing.changed(part for each in alike for part in each.change)
        gains = [(each.gain_macro, each.gain_micro) for each in alike]
        return max(gains, key=lambda gain: -math.inf if math.isnan(gain[1]) else gain[1])


def _subject(n: int, all_of_them: bool) -> str:
    """So many classes at the beginning of a sentence."""
    if all_of_them and n == 2:
        return "Both classes"
    return f"{'All ' if all_of_them else ''}{n:,} classes"


def _action(rule: CheckRule, first: Finding, words: Mapping[str, object]) -> str:
    many = rule.clauses.get("many_action")
    return first.action if many is None else worded(many, words)


def _explained(alike: Sequence[Finding]) -> tuple[float, float]:
    """The errors that they explain, and their share of all, in [0, 1].

    Together where each is about other classes, or another pair, as then none is counted twice; else
    of the one that explains most.
    """
    about = [each.classes for each in alike]
    apart = (
        all(about)
        and len(set(about)) == len(about)
        and len({len(classes) for classes in about}) == 1
    )
    if apart and len(about[0]) <= 2:
        return sum(each.errors for each in alike), sum(each.error_share for each in alike)
    most = max(alike, key=lambda each: each.error_share)
    return most.errors, most.error_share
