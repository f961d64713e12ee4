"""The file of rules: checked at the door, everything that is wrong at once; and written again."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

from breakeven.analysis.findings.finding import SEVERITIES
from breakeven.data.own_measures import OwnMeasure
from breakeven.data.records import Problem
from breakeven.data.wording import shorten
from breakeven.gate.gate_rules import (
    ALL_CLASSES,
    EXACT_MATCH,
    FAMILIES,
    LOSSES,
    MARGINS,
    MEASURES,
    OF_ALL_CLASSES,
    OF_CLASSES,
    OF_LOSSES,
    OF_ROC,
    ROC_AUC,
    FindingsRule,
    GateRule,
    GateRules,
    MeasureRule,
    SlicesRule,
)
from breakeven.readers.base.problems import ReadError
from breakeven.readers.measures_file import MEASURE, measures_in, toml_of
from metrics.averaging import UNDEFINED
from metrics.catalogue.names import average_of, meant_by, measure_of
from metrics.typing import AVERAGES, DEFAULT_BETA

LIMITS = ("min", "max", "margin")
TOP = ("confidence", "family", "split", MEASURE, "rule")
OF_RULES = ("measure", "average", "class", "min_positives", "split", "beta", "undefined", "side",
            "same_documents", *LIMITS, "findings", "weak_slices")  # fmt: skip
HEADER = re.compile(r"\s*\[\[\s*rule\s*\]\]")
KEY = re.compile(r"\s*([\w-]+)\s*=")


def read_rules(name: str, data: bytes) -> GateRules:
    """The rules of a file in TOML. ReadError lists all that is wrong, with line or rule."""
    given, text = toml_of(name, data)
    return rules_from(given, name, _lines(text, given.get("rule")))


def checked_rules(rules: str | Path | Mapping[str, Any]) -> GateRules:
    """Rules of a file or dictionary. ReadError with all that is wrong, also without the file."""
    if isinstance(rules, Mapping):
        return rules_from(rules)
    file = Path(rules)
    try:
        return read_rules(file.name, file.read_bytes())
    except OSError as error:
        what = f"the rules cannot be read: {error.strerror or error}"
        remedy = "name the file that holds them"
        raise ReadError([Problem(what=what, remedy=remedy, file=str(rules))]) from None


def rules_from(
    given: Mapping[str, Any],
    name: str = "the rules",
    lines: Mapping[tuple[int, str], int] | None = None,
) -> GateRules:
    """The rules as TOML or a dictionary gives them. ReadError lists all that is wrong.

    `lines`: where in the file each key stands, by the number of its rule (0 outside) and its name.
    """
    checker = _RulesChecker(name, dict(lines or {}))
    checker.refuse_unknown(0, given, TOP)
    confidence = checker.number(0, given, "confidence", 0.95)
    if confidence is not None and not 0.5 < confidence < 1:
        checker.wrong(
            0,
            "confidence",
            f"is {confidence:g}",
            "give a share above 0.5 and below 1, such as 0.95",
        )
    family = checker.choice(0, given, "family", FAMILIES, "holm")
    split = checker.text(0, given, "split")
    checker.own = {own.name: own for own in checker.measures(given)}
    tables = given.get("rule", [])
    if not isinstance(tables, list) or not all(
        isinstance(given_rule, Mapping) for given_rule in tables
    ):
        checker.wrong(0, "rule", "is not a list of tables", "begin every rule with [[rule]]")
        tables = []
    elif not tables:
        checker.wrong(
            0, None, "has no rule", 'write one below [[rule]], such as measure = "f", min = 0.85'
        )
    rules = [
        _rule(checker, number, given_rule, split) for number, given_rule in enumerate(tables, 1)
    ]
    if checker.problems:
        raise ReadError(checker.problems)
    return GateRules(tuple(rule for rule in rules if rule), confidence, family)


# --- rules written as a file says them


def rules_data(rules: GateRules) -> dict[str, Any]:
    """What a file of these rules says: `rules_from` of it gives them again."""
    owns = dict.fromkeys(
        rule.own for rule in rules.rules if isinstance(rule, MeasureRule) and rule.own is not None
    )
    return {
        "confidence": rules.confidence,
        "family": rules.family,
        **({MEASURE: [own.to_dict() for own in owns]} if owns else {}),
        "rule": [_rule_data(rule) for rule in rules.rules],
    }


def rules_text(rules: GateRules) -> str:
    """The file of these rules, in TOML: read again, it has the same digest."""
    data = rules_data(rules)
    top = [f"{key} = {_toml(data[key])}" for key in ("confidence", "family")]
    tables = [
        "\n".join([f"[[{kind}]]", *(f"{key} = {_toml(value)}" for key, value in table.items())])
        for kind in (MEASURE, "rule")
        for table in data.get(kind, [])
    ]
    return "\n\n".join(["\n".join(top), *tables]) + "\n"


def _rule_data(rule: GateRule) -> dict[str, Any]:
    """The keys of a rule, without those that say what holds anyway."""
    if isinstance(rule, FindingsRule):
        return {"findings": rule.severity}
    split = {} if rule.split is None else {"split": rule.split}
    if isinstance(rule, SlicesRule):
        return {"weak_slices": "none", **split}
    data: dict[str, Any] = {"measure": rule.measure}
    if rule.classes is not None:
        data["class"] = rule.classes[0] if len(rule.classes) == 1 else list(rule.classes)
    elif rule.average != MeasureRule.average:
        data["average"] = rule.average
    data["margin" if rule.paired else rule.asks] = rule.limit
    if rule.asks == "better":
        data["side"] = rule.asks
    usual = {"min_positives": 0, "beta": DEFAULT_BETA, "undefined": "drop", "same_documents": True}
    unusual = {key: value for key in usual if (value := getattr(rule, key)) != usual[key]}
    return data | split | unusual


def _toml(value: Any) -> str:
    """A value as TOML has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # a string of JSON is one of TOML, but for a sign that JSON leaves as it is
        kept = value.encode("utf-8", "replace").decode()
        return json.dumps(kept, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return repr(value)


# --- what is wrong with a file


@dataclass
class _RulesChecker:
    """What is wrong so far, and where each key stands."""

    file: str
    lines: Mapping[tuple[int, str], int]
    problems: list[Problem] = field(default_factory=list)
    own: Mapping[str, OwnMeasure] = field(default_factory=dict)

    def measures(self, given: Mapping[str, Any]) -> tuple[OwnMeasure, ...]:
        """The measures of one's own that rules may be about."""
        measures, problems = measures_in(given, self.file)
        self.problems += problems
        return measures

    def wrong(self, rule: int, key: str | None, what: str, remedy: str) -> None:
        row = self.lines.get((rule, key or ""), self.lines.get((rule, "")))
        where = f"rule {rule}: " if rule else ""
        said = what if key is None else f"{shorten(key)} {what}"
        self.problems.append(Problem(what=where + said, remedy=remedy, row=row, file=self.file))

    def refuse_unknown(self, rule: int, given: Mapping[str, Any], keys: Iterable[str]) -> None:
        for key in given:
            if key not in keys:
                near = get_close_matches(key, list(keys), 1)
                remedy = f"did you mean {near[0]}?" if near else f"choose one of {', '.join(keys)}"
                self.wrong(rule, key, "is unknown", remedy)

    def text(self, rule: int, given: Mapping[str, Any], key: str) -> str | None:
        value = given.get(key)
        if value is None or isinstance(value, str):
            return value
        self.wrong(rule, key, f"is {shorten(repr(value))}", "give a text in quotes")
        return None

    def choice(
        self, rule: int, given: Mapping[str, Any], key: str, choices: tuple[Any, ...], default: Any
    ) -> Any:
        value = given.get(key, default)
        if value in choices:
            return value
        near = get_close_matches(str(value), choices, 1)
        remedy = f"did you mean {near[0]!r}?" if near else f"choose one of {', '.join(choices)}"
        self.wrong(rule, key, f"is {shorten(repr(value))}", remedy)
        return default

    def flag(self, rule: int, given: Mapping[str, Any], key: str, default: bool) -> bool:
        value = given.get(key, default)
        if isinstance(value, bool):
            return value
        self.wrong(rule, key, f"is {shorten(repr(value))}", "give true or false")
        return default

    def number(self, rule: int, given: Mapping[str, Any], key: str, default: Any = None) -> Any:
        value = given.get(key, default)
        if value is default:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
            self.wrong(rule, key, f"is {shorten(repr(value))}", "give a number")
            return default
        return float(value)


def _rule(
    checker: _RulesChecker, number: int, given: Mapping[str, Any], split: str | None
) -> GateRule | None:
    checker.refuse_unknown(number, given, OF_RULES)
    if "findings" in given:
        return _of_findings(checker, number, given)
    if "weak_slices" in given:
        return _of_slices(checker, number, given, split)
    if "measure" not in given:
        checker.wrong(number, None, "has neither measure nor findings", "add what must be reached")
        return None
    given = _by_key(checker, number, given)
    measure = _measure(checker, number, given)
    own_measure = checker.own.get(measure)
    classes = _classes(checker, number, given, measure)
    if classes is None and "min_positives" in given:
        checker.wrong(number, "min_positives", "is only for rules about classes", 'add class = "*"')
    bounded = own_measure is None and measure not in LOSSES
    limit = _limit(checker, number, given, measure, bounded=bounded)
    beta = checker.number(number, given, "beta", DEFAULT_BETA)
    if not beta >= 0:
        checker.wrong(number, "beta", f"is {beta:g}", "give a number from 0 on, or inf")
    positives = checker.number(number, given, "min_positives", 0.0)
    if positives < 0 or positives % 1:
        checker.wrong(number, "min_positives", f"is {positives:g}", "give a whole number from 0 on")
        positives = 0
    average = _average(checker, number, given, measure)
    undefined = checker.choice(number, given, "undefined", UNDEFINED, "drop")
    own = checker.text(number, given, "split")
    same = checker.flag(number, given, "same_documents", default=True)
    if limit is None:
        return None
    return MeasureRule(
        number=number, measure=measure, asks=limit[0], limit=limit[1], average=average,
        classes=classes, min_positives=int(positives), split=split if own is None else own,
        beta=beta, undefined=undefined, same_documents=same, own=own_measure,
    )  # fmt: skip


def _average(checker: _RulesChecker, number: int, given: Mapping[str, Any], measure: str) -> Any:
    """The average of a rule, one that goes with its measure and with what is asked."""
    average = checker.choice(number, given, "average", (*AVERAGES, ALL_CLASSES), "micro")
    few = OF_ROC if measure == ROC_AUC else OF_LOSSES if measure in LOSSES else AVERAGES
    at_once = average == ALL_CLASSES and measure in OF_ALL_CLASSES
    if average not in few and not at_once:
        remedy = f"choose {' or '.join(few)}"
        if few is AVERAGES:
            remedy = (
                f"it goes with {', '.join(OF_ALL_CLASSES)}; else choose one of {', '.join(few)}"
            )
        checker.wrong(number, "average", f"{average} does not go with {measure}", remedy)
    elif at_once and "margin" in given:
        checker.wrong(number, "margin", f"does not go with {average}", "give min or max")
    return average


def _measure(checker: _RulesChecker, number: int, given: Mapping[str, Any]) -> Any:
    """The measure that a rule is about; of one that no rule is about, what its name means."""
    choices, name = (*MEASURES, *checker.own), given["measure"]
    meant = meant_by(name) if isinstance(name, str) and name not in choices else None
    if meant is None or meant in choices:
        return checker.choice(number, given, "measure", choices, "f")
    what = f"is {shorten(repr(name))}, which means {meant}: of that there are no rules"
    checker.wrong(number, "measure", what, f"choose one of {', '.join(choices)}")
    return "f"


def _by_key(checker: _RulesChecker, number: int, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The rule with measure and average by their keys, whatever names it has for them."""
    named = dict(given)
    if isinstance(average := given.get("average"), str):
        named["average"] = average_of(average)
    if isinstance(measure := given.get("measure"), str) and measure not in checker.own:
        beta = given.get("beta", DEFAULT_BETA)
        try:
            named["measure"] = measure_of(
                measure, MEASURES, beta if isinstance(beta, int | float) else DEFAULT_BETA
            )
        except ValueError as error:
            what, _, remedy = str(error).partition("; ")
            checker.wrong(number, "measure", what, remedy)
    return named


def _of_findings(checker: _RulesChecker, number: int, given: Mapping[str, Any]) -> FindingsRule:
    for key in given:
        if key in OF_RULES and key != "findings":
            checker.wrong(number, key, "does not go with findings", "make a rule of its own of it")
    severity = checker.choice(number, given, "findings", SEVERITIES, "error")
    return FindingsRule(number=number, severity=severity)


def _of_slices(
    checker: _RulesChecker, number: int, given: Mapping[str, Any], split: str | None
) -> SlicesRule:
    for key in given:
        if key in OF_RULES and key not in ("weak_slices", "split"):
            checker.wrong(
                number, key, "does not go with weak_slices", "make a rule of its own of it"
            )
    checker.choice(number, given, "weak_slices", ("none",), "none")
    own = checker.text(number, given, "split")
    return SlicesRule(number=number, split=split if own is None else own)


def _classes(
    checker: _RulesChecker, number: int, given: Mapping[str, Any], measure: str
) -> tuple[str, ...] | None:
    """The classes that a rule names; None where it names none."""
    if "class" not in given:
        return None
    if "average" in given:
        checker.wrong(number, "class", "and average are both given", "leave one of them out")
    if measure == EXACT_MATCH:
        checker.wrong(
            number,
            "class",
            f"does not go with {measure}",
            f"choose one of {', '.join(OF_CLASSES)}",
        )
    named = given["class"]
    listed = named if isinstance(named, list) else [named]
    if not listed or not all(isinstance(name, str) for name in listed):
        checker.wrong(
            number, "class", f"is {shorten(repr(named))}", 'give a name, a list of names, or "*"'
        )
        return ()
    return tuple(dict.fromkeys(listed))


def _limit(
    checker: _RulesChecker, number: int, given: Mapping[str, Any], measure: str, *, bounded: bool
) -> tuple[Any, float] | None:
    """What is asked, and the limit; None where that is not said. `bounded`: it is a share."""
    named = [key for key in LIMITS if key in given]
    for of_margins in ("side", "same_documents"):
        if of_margins in given and "margin" not in given:
            remedy = "add margin, such as margin = 0.01"
            checker.wrong(number, of_margins, "is only for rules with a margin", remedy)
    if len(named) != 1:
        what = f"has {' and '.join(named)}" if named else "has no target"
        checker.wrong(number, None, what, f"give one of {', '.join(LIMITS)}")
        return None
    (key,) = named
    limit = checker.number(number, given, key)
    if limit is None:
        return None
    if not math.isfinite(limit) or (not bounded and key == "margin" and limit < 0):
        checker.wrong(number, key, f"is {limit:g}", "give a number; of a margin one from 0 on")
    if bounded and not 0 <= limit <= 1:
        checker.wrong(number, key, f"is {limit:g}", "give a share from 0 to 1, not a percentage")
    asks: Literal["min", "max", "not_worse", "better"] = "max" if key == "max" else "min"
    if key == "margin":
        asks = checker.choice(number, given, "side", MARGINS, "not_worse")
        if measure in (EXACT_MATCH, ROC_AUC):
            remedy = f"choose one of {', '.join(OF_CLASSES)}; {measure} takes min"
            checker.wrong(number, "margin", f"does not go with {measure}", remedy)
    return asks, limit


def _lines(text: str, rules: Any) -> dict[tuple[int, str], int]:
    """Where each key stands, as far as that can be told from the beginnings of lines."""
    line_of: dict[tuple[int, str], int] = {}
    rule = 0
    for number, line in enumerate(text.splitlines(), 1):
        if HEADER.match(line):
            rule += 1
            line_of[rule, ""] = number
        elif key := KEY.match(line):
            line_of.setdefault((rule, key[1]), number)
    # rules written in another way: then no line is said rather than a wrong one
    return line_of if rule == (len(rules) if isinstance(rules, list) else 0) else {}
