"""A cut as one line of text, for addresses and files, and back.

`given`, `threshold:0.5`, `f:split=dev&beta=2`: the rule, then what differs from its defaults.
"""

from __future__ import annotations

import base64
import json
import math
import zlib
from dataclasses import fields
from typing import Any
from urllib.parse import parse_qsl, urlencode

from breakeven.analysis.evaluation.cut import RULES, ClassCosts, Cut, CutRule
from metrics.thresholds.costs import CostMatrix

# unpacked text beyond this is no list of thresholds
LONGEST = 20_000_000

# as in the address; `own` and costs by class are packed
PLAIN = ("threshold", "k", "ties", "factor", "beta", "guard", "between", "split", "tuned", "system")
DEFAULTS: dict[str, Any] = {f.name: f.default for f in fields(Cut)}


def cut_to_text(cut: Cut) -> str:
    """The cut as text; `assumed` is left out, being no choice."""
    if cut == Cut("threshold", cut.threshold, cut.assumed):
        return f"threshold:{cut.threshold!r}"
    said: dict[str, str] = {}
    for name in PLAIN:
        value = getattr(cut, name)
        if value != DEFAULTS[name]:
            said[name] = str(int(value)) if isinstance(value, bool) else str(value)
    if cut.costs.everywhere != DEFAULTS["costs"].everywhere:
        said["costs"] = costs_text(cut.costs.everywhere)
    if cut.costs.own:
        said["own_costs"] = _packed([[name, costs_text(costs)] for name, costs in cut.costs.own])
    if cut.own:
        said["own"] = _packed([[name, repr(value)] for name, value in cut.own])
    return cut.rule + (":" + urlencode(said) if said else "")


def cut_from_text(text: str) -> Cut | None:
    """The cut that a text stands for, None where it stands for none."""
    rule, _, rest = text.partition(":")
    if rule not in RULES:
        return None
    try:
        if rule == "threshold" and rest and "=" not in rest:
            return Cut("threshold", _number(rest))
        said = dict(parse_qsl(rest, keep_blank_values=True, strict_parsing=bool(rest)))
        return _cut(rule, said)
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError, zlib.error):
        return None


def _cut(rule: CutRule, said: dict[str, str]) -> Cut:
    choices: dict[str, Any] = {n: said[n] for n in ("split", "system") if n in said}
    for name in ("threshold", "factor", "beta"):
        if name in said:
            choices[name] = _number(said[name])
    for name in ("guard", "between", "tuned"):
        if name in said:
            choices[name] = said[name] == "1"
    if "k" in said:
        choices["k"] = int(said["k"])
    if said.get("ties", "order") in ("order", "include"):
        choices["ties"] = said.get("ties", "order")
    own_costs = [(str(n), costs_of(str(c))) for n, c in _unpacked(said.get("own_costs"))]
    everywhere = costs_of(said["costs"]) if "costs" in said else CostMatrix()
    own = tuple((str(n), _number(v)) for n, v in _unpacked(said.get("own")))
    cut = Cut(rule, **choices, costs=ClassCosts(everywhere, tuple(own_costs)), own=own)
    if cut.k < 0 or not 0 <= cut.factor < math.inf or not cut.beta >= 0:
        raise ValueError("a parameter is out of its range")
    return cut


def costs_text(costs: CostMatrix) -> str:
    """`0,1,5,0`: the cost of a true positive, false positive, false negative, true negative."""
    return ",".join(f"{value!r}" for value in costs.cells)


def costs_of(text: str) -> CostMatrix:
    """ValueError where the text is not four finite numbers."""
    values = [float(part) for part in text.split(",")]
    if len(values) != 4 or not all(math.isfinite(v) for v in values):
        raise ValueError(f"{text!r} is not four numbers")
    return CostMatrix(*values)


def _number(text: object) -> float:
    value = float(str(text))
    if math.isnan(value):
        raise ValueError("a number is wanted")
    return value


def _packed(pairs: list[list[str]]) -> str:
    data = zlib.compress(json.dumps(pairs, ensure_ascii=False, separators=(",", ":")).encode(), 9)
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _unpacked(text: str | None) -> list[tuple[Any, Any]]:
    if not text:
        return []
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    pairs = json.loads(zlib.decompressobj().decompress(data, LONGEST))
    return [(name, value) for name, value in pairs]
