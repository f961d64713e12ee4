"""A rule of the checks.

What it needs, what raises it, and what a finding then says, in sentences with places for values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from string import Formatter
from typing import Any, Literal

from breakeven.analysis.findings.check_limits import Limits
from breakeven.analysis.findings.finding import NO_GAIN, Effect, Finding, Gains, Severity
from breakeven.data.wording import amount_of, count_of, listed, percent, quoted, threshold_of
from metrics.typing import Array

# --- Sentences with places for values: `{n:class has|classes have} no document in {split:name}`


class _Sentence(Formatter):
    """Beside Python's own: amounts, thresholds, `one|many` counts, `.1%`, `name`, `names 3`."""

    def format_field(self, value: Any, spec: str) -> Any:
        if "|" in spec:
            return count_of(value, *spec.split("|"))
        if spec == "amount":
            return amount_of(value)
        if spec == "threshold":
            return threshold_of(value)
        if spec == "name":
            return quoted(value)
        if (share := re.fullmatch(r"\.(\d)%", spec)) is not None:
            return percent(value, int(share[1]))
        if (several := re.fullmatch(r"names ?(\d*)", spec)) is not None:
            return listed(value, int(several[1] or 5))
        return super().format_field(value, spec)


_SENTENCE = _Sentence()


def worded(template: str, words: Mapping[str, Any]) -> str:
    """The template with its places filled; plain text. KeyError for a word that is missing."""
    return _SENTENCE.vformat(template, (), words)


# --- a rule of the checks: what it needs, what raises it, and what a finding then says


FIELDS = {each.name for each in fields(Finding)}

# what a check may need of the data: see `needs`
Need = Literal[
    "labels",
    "a split",
    "splits",
    "train",
    "test",
    "ids",
    "texts",
    "whole texts",
    "near search",
    "lengths",
    "two sides",
    "two texts",
    "columns",
    "dates",
    "periods",
    "classes",
    "third class",
    "large classes",
    "several classes",
    "two systems",
    "three systems",
    "decisions",
    "true here",
    "predicted here",
    "clear agreement",
    "scores",
    "probabilities",
    "own thresholds",
    "slice search",
    "second split",
    "label evidence",
    "annotators",
]


@dataclass(frozen=True, kw_only=True)
class CheckRule:
    """What a code stands for, and the words of its findings; all text is plain.

    `needs`: what the check cannot do without, the most telling first. `why`: why it matters, to
    somebody who never met it. `raised_by` is a sentence with the fields of Limits in braces. `what`
    and `action` are templates of `wording`, filled by whoever finds; `clauses` are parts of them
    that not every finding has, and `many` and `many_action` are what is said of many findings of a
    rule as one, with the words of `findings_list`. `severity` is the usual one. `effect`: whether a
    finding voids the numbers (they do not mean what they seem), makes them uncertain or about
    something else, or says how to improve the system; every list is in this order.
    """

    code: str
    severity: Severity
    effect: Effect
    title: str
    needs: tuple[Need, ...]
    why: str
    raised_by: str
    what: str
    action: str
    clauses: Mapping[str, str] = field(default_factory=dict)

    def raised_text(self, limits: Limits) -> str:
        """What raises a finding, under these limits."""
        return self.raised_by.format(**asdict(limits))

    def clause(self, name: str, **words: object) -> str:
        """A part of the words with its places filled; KeyError for one there is not."""
        return worded(self.clauses[name], words)

    def finding(
        self,
        *,
        classes: Array | tuple[int, ...] = (),
        pairs: Iterable[tuple[int, int, float]] = (),
        documents: Array | None = None,
        spoiled: Array | None = None,
        evidence: Mapping[str, object] | None = None,
        explains: tuple[float, float] = (0.0, 0.0),
        gains: Gains = NO_GAIN,
        severity: Severity | None = None,
        **words: object,
    ) -> Finding:
        """A finding with its words in place; KeyError where a word is missing.

        `explains`: so many wrong decisions, of so many in all. TypeError where a word has the name
        of something else that a finding has: nobody would see it.
        """
        if taken := sorted(words.keys() & FIELDS):
            raise TypeError(f"no words of a finding: {', '.join(taken)}")
        errors, of_all = explains
        rows = {"documents": documents, "spoiled": spoiled}
        given: dict[str, Any] = {name: which for name, which in rows.items() if which is not None}
        return Finding(
            code=self.code,
            severity=severity or self.severity,
            effect=self.effect,
            title=self.title,
            what=worded(self.what, words),
            action=worded(self.action, words),
            classes=tuple(int(c) for c in classes),
            pairs=tuple((int(i), int(j), float(value)) for i, j, value in pairs),
            evidence=evidence or {},
            errors=float(errors),
            error_share=float(errors) / of_all if of_all else 0.0,
            gain_macro=gains[0],
            gain_micro=gains[1],
            **given,
        )
