"""One kind of finding for the whole review, the rules that make one, and their order."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, get_args

import numpy as np

from metrics.limits import Limits
from metrics.tallies import Array

Severity = Literal["error", "warning", "notice"]
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
Gain = Literal["macro", "micro"]


@dataclass(frozen=True)
class Rule:
    """What a code stands for; `rule` is a sentence with the fields of Limits in braces."""

    code: str
    title: str
    rule: str

    def said(self, limits: Limits) -> str:
        return self.rule.format(**asdict(limits))


@dataclass(frozen=True)
class Finding:
    """Something to act on, with its evidence. All text is plain: names appear as written.

    `code` is stable, a key of RULES. `classes` are indices into the truth's classes,
    `documents` rows of the truth. `gain_macro` and `gain_micro`: by how much F would rise if
    this was mended, as `metrics.gains` reckons; NaN where nothing can be said.
    """

    code: str
    severity: Severity
    what: str
    action: str
    classes: tuple[int, ...] = ()
    documents: Array = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    evidence: Mapping[str, Any] = field(default_factory=dict)
    gain_macro: float = math.nan
    gain_micro: float = math.nan

    @property
    def about(self) -> str:
        """The family of the code: split, leak, labels, class, pair, threshold, calibration."""
        return self.code.partition(".")[0]

    @property
    def title(self) -> str:
        return RULES[self.code].title


RULES: Mapping[str, Rule] = {
    rule.code: rule
    for rule in (
        Rule(
            "leak.same-id",
            "The same document id in two splits",
            "An id stands for one document, so it belongs to one split.",
        ),
        Rule(
            "leak.same-text",
            "The same text in two splits",
            "Texts of {min_words} words or more that are equal but for case and spacing. An error "
            "from {leak_share:.1%} of a split on, a warning below.",
        ),
        Rule(
            "leak.same-short-text",
            "The same short text in two splits",
            "Equal texts of fewer than {min_words} words. Headlines and stock phrases repeat "
            "without being the same document, so this is never more than a notice.",
        ),
        Rule(
            "leak.near-duplicate",
            "Nearly the same text in two splits",
            "Texts of {min_words} words or more that share {similarity:.0%} of their runs of three "
            "words. An error from {leak_share:.1%} of a split on, a warning below.",
        ),
        Rule(
            "labels.conflict",
            "The same text with different classes",
            "Equal texts of {min_words} words or more that differ in their true classes.",
        ),
        Rule(
            "labels.short-conflict",
            "The same short text with different classes",
            "Equal texts of fewer than {min_words} words that differ in their true classes.",
        ),
        Rule(
            "labels.disputed",
            "All systems agree against the truth",
            "Three systems or more, all that there are, assign a class that the truth denies.",
        ),
        Rule(
            "split.few-training",
            "Too few training documents",
            "A class has fewer than {min_train} labelled training documents.",
        ),
        Rule(
            "split.absent-from-test",
            "Absent from the test split",
            "A class has no labelled test document, so its recall is undefined.",
        ),
        Rule(
            "split.imbalance",
            "Unbalanced within a split",
            "A class has more than {balance:g} times an equal share of the labels, or less than "
            "an equal share divided by {balance:g}.",
        ),
        Rule(
            "split.mix",
            "Another mix of classes",
            "A class’s share of the labels differs by more than {share_difference:g} between two "
            "splits, and its frequency by more than chance (1 %, corrected for the number of "
            "classes and splits).",
        ),
        Rule(
            "split.time-overlap",
            "Splits overlap in time",
            "Documents of a later split are dated before the last one of an earlier split.",
        ),
        Rule(
            "split.small-test",
            "Too few test documents",
            "The 95 % interval of a class’s F reaches further than ±{half_width:g}.",
        ),
        Rule(
            "classes.alike",
            "Classes alike in their texts",
            "Texts of two classes are more than {alike:.0%} as alike as texts of one class (cosine "
            "of the mean texts by tf-idf, freed of chance); both have {min_train} training "
            "documents or more.",
        ),
        Rule(
            "classes.together",
            "Classes given together",
            "Two classes share more than {together:.0%} of the documents that have either. A "
            "proxy: it does not say that their texts are alike.",
        ),
        Rule(
            "class.low-recall",
            "Often missed",
            "Recall is below {cut:g} with its whole 95 % interval.",
        ),
        Rule(
            "class.low-precision",
            "Often wrong when called",
            "Precision is below {cut:g} with its whole 95 % interval.",
        ),
        Rule(
            "class.low-both",
            "Seldom found, and often wrong when called",
            "Precision and recall are below {cut:g} with their whole 95 % intervals.",
        ),
        Rule(
            "class.too-few",
            "Too few documents to say",
            "The 95 % interval of precision or recall holds the cut {cut:g}.",
        ),
        Rule(
            "pair.confused",
            "Taken for each other",
            "Of the documents of two classes surely more than {confused:.0%} (lower end of the "
            "95 % interval) get the other class instead of their own. A proxy: it shows what "
            "this system confuses, not that the classes are alike.",
        ),
        Rule(
            "threshold.move",
            "Another threshold would do better",
            "A threshold fitted on one half of the documents has an F on the other half that is "
            "higher by {threshold_gain:g} or more, and by more than chance (1 %).",
        ),
        Rule(
            "calibration.off",
            "Probabilities do not mean what they say",
            "The probabilities of a region add up to 10 % more or fewer documents than there "
            "are, by more than chance (three standard errors). A warning from 25 % on.",
        ),
    )
}


def in_order(findings: Iterable[Finding], by: Gain = "macro") -> list[Finding]:
    """Errors first: with them no number can be trusted. Then by what mending would gain."""

    def key(finding: Finding) -> tuple[bool, float, int]:
        gain = finding.gain_macro if by == "macro" else finding.gain_micro
        return (
            finding.severity != "error",
            -gain if gain > 0 else 0.0,
            SEVERITIES.index(finding.severity),
        )

    return sorted(findings, key=key)


def quoted(name: object, longest: int = 60) -> str:
    """A name in a sentence, as written but for its length."""
    text = str(name)
    return f"“{text if len(text) <= longest else text[: longest - 1] + '…'}”"


def listed(names: Sequence[object] | Array, most: int = 5) -> str:
    """Names in a sentence: all of a few, else the first and how many more."""
    shown = [quoted(name) for name in names[:most]]
    more = len(names) - len(shown)
    if more:
        return f"{', '.join(shown)} and {more:,} more"
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def count_of(n: int, one: str, many: str | None = None) -> str:
    """`1 document`, `2,000 documents`."""
    return f"{n:,} {one if n == 1 else many or one + 's'}"
