"""Rules that are fixed before anything is looked at, as records. Tested in `test_rules_file`."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any, Literal, TypeAlias, get_args

from breakeven.analysis.findings.finding import Severity
from breakeven.data.own_measures import OwnMeasure
from breakeven.data.wording import exact_of, f_name, quoted
from metrics.averaging import Undefined
from metrics.expected.probability_losses import LossName
from metrics.measures import OF_TABLES
from metrics.typing import DEFAULT_BETA, AverageName

# what a rule asks of a value: not below, not above, or of its difference to the baseline
RuleAsks = Literal["min", "max", "not_worse", "better"]
MarginAsks = Literal["not_worse", "better"]
MARGINS: tuple[MarginAsks, ...] = get_args(MarginAsks)
RuleFamily = Literal["holm", "none"]
FAMILIES: tuple[RuleFamily, ...] = get_args(RuleFamily)
# of a difference, and of single classes too; exact_match is of documents, whatever they are
# averaged by
OF_CLASSES = ("f", *(key for key in OF_TABLES if key != "f"))
EXACT_MATCH = "exact_match"
# what those with a value over all classes at once, where each document has one, are asked as
ALL_CLASSES: Literal["all_classes"] = "all_classes"
RuleAverage: TypeAlias = AverageName | Literal["all_classes"]
OF_ALL_CLASSES = ("balanced_accuracy", "mcc", "kappa")
# of scores: of classes, of their mean, and of all pairs as one ranking; of no difference
ROC_AUC = "roc_auc"
OF_ROC: tuple[AverageName, ...] = ("micro", "macro")
# of probabilities, 0 at best: lower is better, and nothing bounds them but 0 from below
LOSSES: tuple[LossName, ...] = ("log_loss", "brier")
OF_LOSSES: tuple[AverageName, ...] = ("micro", "macro")
MEASURES = (*OF_CLASSES, ROC_AUC, *LOSSES, EXACT_MATCH)


@dataclass(frozen=True, kw_only=True)
class MeasureRule:
    """A limit for a measure. `number`: of the rule in its file, from 1.

    `classes`: names, each of which must keep the limit; `*` every class; None where the average is
    meant. `min_positives`: classes with fewer documents are left out. `limit`: for not_worse and
    better, the margin. `split`: None for the one that is looked at by default. `same_documents`:
    a margin is kept only where no document that the baseline decided is missing. `own`: the measure
    where it is one's own.
    """

    number: int
    measure: str
    asks: RuleAsks
    limit: float
    average: RuleAverage = "micro"
    classes: tuple[str, ...] | None = None
    min_positives: int = 0
    split: str | None = None
    beta: float = DEFAULT_BETA
    undefined: Undefined = "drop"
    same_documents: bool = True
    own: OwnMeasure | None = None

    @property
    def paired(self) -> bool:
        """Whether it is about the difference to a baseline."""
        return self.asks in MARGINS

    @property
    def bound(self) -> float:
        """What the value, or the difference, is held against."""
        return -self.limit if self.asks == "not_worse" else self.limit

    @property
    def measured(self) -> str:
        """What is measured: `micro F₁`, `recall`, `exact match`."""
        named = {"f": f_name(self.beta), "e": "E", "mcc": "MCC", "kappa": "κ with the truth",
                 ROC_AUC: "ROC AUC", "brier": "Brier score"}  # fmt: skip
        name = named.get(self.measure, self.measure.replace("_", " "))
        if self.own is not None:
            name = self.own.name
        if self.classes is not None or self.measure == EXACT_MATCH:
            return name
        if self.average == ALL_CLASSES:
            return f"{name} of all classes at once"
        return f"{self.average.replace('_', ' ')} {name}"

    @property
    def limit_text(self) -> str:
        """What is asked of it: `at least 0.85`."""
        limit = exact_of(self.limit)
        return {
            "min": f"at least {limit}",
            "max": f"at most {limit}",
            "not_worse": f"not worse than the baseline by {limit} or more",
            "better": f"better than the baseline by more than {limit}",
        }[self.asks]

    def title(self, class_name: str | None = None) -> str:
        """The rule in a few words, for one class where it is about classes."""
        of = self.measured if class_name is None else f"{self.measured} of {quoted(class_name)}"
        return f"{of}: {self.limit_text}"


@dataclass(frozen=True, kw_only=True)
class FindingsRule:
    """That there is no finding of this severity, or of a worse one."""

    number: int
    severity: Severity

    def title(self) -> str:
        """The rule in a few words."""
        worse = "" if self.severity == "error" else " or worse"
        return f"no finding of severity {self.severity}{worse}"


@dataclass(frozen=True, kw_only=True)
class SlicesRule:
    """That no slice of the documents is clearly weaker than the rest."""

    number: int
    split: str | None = None

    def title(self) -> str:
        """The rule in a few words."""
        return "no weak slice"


GateRule: TypeAlias = MeasureRule | FindingsRule | SlicesRule


@dataclass(frozen=True)
class GateRules:
    """All rules of a gate. `confidence`: of every verdict, one-sided, in (0.5, 1).

    `family` holm: the chance that any rule passes falsely is at most 1 - confidence, and so is the
    chance that any fails falsely; none: that of each rule.
    """

    rules: tuple[GateRule, ...]
    confidence: float = 0.95
    family: RuleFamily = "holm"

    @property
    def alpha(self) -> float:
        """The chance of a false verdict."""
        return round(1 - self.confidence, 12)

    @property
    def digest(self) -> str:
        """SHA-256 of what the rules mean, in hex: comments and the order of keys do not count."""
        meant = {**asdict(self), "rules": [[type(r).__name__, _meant(r)] for r in self.rules]}
        text = json.dumps(meant, sort_keys=True, ensure_ascii=True)
        return sha256(text.encode()).hexdigest()


def _meant(rule: GateRule) -> dict[str, Any]:
    """What a rule says; of a measure of one's own only where it is about one."""
    return {key: value for key, value in asdict(rule).items() if key != "own" or value is not None}


# of a target: its bounds are then the ends of a 95 % interval, as intervals are shown everywhere
TARGET_CONFIDENCE = 0.975


def target_rules(share: float) -> GateRules:
    """The rules of a target: at least this share of the documents is completely right."""
    rule = MeasureRule(number=1, measure=EXACT_MATCH, asks="min", limit=share)
    return GateRules((rule,), TARGET_CONFIDENCE)
