"""A comparison as plain data, the same for the command line and for downloads.

Undefined is None, so that JSON says null. Differences are in points, hundredths of a measure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from breakeven.comparison.bootstrap import LEVEL, Difference
from breakeven.comparison.caveats import Caveat
from breakeven.comparison.common import AVERAGES
from breakeven.comparison.comparison import Pair, SideBySide
from breakeven.report.tables import in_markdown, markdown_table
from breakeven.report.values import plain, whole
from breakeven.text import cell_of, p_of
from metrics.catalogue import TESTS

NAMES = {
    "micro": "micro",
    "macro": "macro",
    "per_document": "per document",
}


def points(share: Any) -> float | None:
    """A difference of a measure in points."""
    value = plain(share)
    return None if value is None else 100 * value


def of_difference(d: Difference) -> dict[str, Any]:
    """A difference in points with its interval; `relative` is a share of the first system's."""
    return {
        "points": points(d.points),
        "low": points(d.low),
        "high": points(d.high),
        "relative": plain(d.relative),
        "beyond_chance": None if plain(d.low) is None else bool(d.real),
        "smallest_detectable": points(d.detectable),
    }


def of_comparison(
    side: SideBySide, pair: Pair, average: str, found: Sequence[Caveat]
) -> dict[str, Any]:
    """Two systems on one average, and on all others; differences are `b` minus `a`."""
    e = pair.old
    settings = side.settings
    swapped = pair.randomised
    averages = {}
    for name in AVERAGES:
        averages[name] = {
            "a": plain(pair.old_values.averages[name]),
            "b": plain(pair.new_values.averages[name]),
            "difference": of_difference(pair.averages[name])
            | {"p": None if swapped is None else plain(swapped.averages[name])},
        }
    return {
        "a": {"system": pair.old.system, "decisions": str(pair.old.cut)},
        "b": {"system": pair.new.system, "decisions": str(pair.new.cut)},
        "documents": side.common.documents,
        "classes": len(e.classes),
        "task": "single-label" if e.single_label else "multi-label",
        "split": e.split,
        "metric": f"{average}_{settings.measure}",
        "beta": settings.beta if math.isfinite(settings.beta) else "inf",
        "undefined": settings.undefined,
        "level": LEVEL,
        "replicates": 0 if side.replicates is None else side.replicates.number,
        "seed": side.seed,
        "value": {key: averages[average][key] for key in ("a", "b")},
        "difference": averages[average]["difference"],
        "averages": averages,
        "top_classes": [e.classes[c] for c in settings.top],
        "tests": [
            {
                "test": outcome.key,
                "name": TESTS[outcome.key].name,
                "p": plain(outcome.p),
                "p_b_better": plain(outcome.p_new_better),
                "statistic": plain(outcome.statistic),
                "trials": outcome.trials,
                "for_b": None if plain(outcome.in_favour) is None else whole(outcome.in_favour),
                "of": TESTS[outcome.key].trials,
                "asks": TESTS[outcome.key].asks,
                "assumes": TESTS[outcome.key].assumes,
                "not_for": TESTS[outcome.key].not_for,
            }
            for outcome in pair.tests
        ],
        "per_class": {name: of_class(pair, c) for c, name in enumerate(e.classes)},
        "care": [
            {
                "kind": o.kind,
                "systems": list(o.systems),
                "numbers": list(o.numbers),
                "text": o.text,
            }
            for o in found
        ],
    }


def of_class(pair: Pair, c: int) -> dict[str, Any]:
    """One class of two systems; `better` is None where the difference may be chance."""
    d = pair.per_class
    better = None
    if pair.real_classes[c]:
        better = (pair.new if d.points[c] > 0 else pair.old).system
    p = None if pair.randomised is None else plain(pair.randomised.per_class[c])
    return {
        "positives": whole(pair.old.tables.positives[c]),
        "a": plain(pair.old_values.per_class[c]),
        "b": plain(pair.new_values.per_class[c]),
        "points": points(d.points[c]),
        "low": points(d.low[c]),
        "high": points(d.high[c]),
        "relative": plain(d.relative[c]),
        "differing_documents": int(pair.differing[c]),
        "enough_to_tell": bool(pair.enough[c]),
        "p": p,
        "p_holm": plain(pair.holm[c]),
        "p_bh": plain(pair.bh[c]),
        "better": better,
    }


def as_markdown(result: dict[str, Any], name: str) -> str:
    """The comparison as a document to paste: the answer, averages, tests, classes."""
    a, b = (in_markdown(result[key]["system"]) for key in ("a", "b"))
    names = NAMES | {"micro_top": f"micro, {len(result['top_classes'])} largest classes"}
    averages = [(names[n], of) for n, of in result["averages"].items()]
    out = [
        f"# {in_markdown(name)}: {b} against {a}",
        "",
        f"{result['documents']:,} documents of {in_markdown(result['split'] or 'all splits')}, "
        f"{result['classes']:,} classes, {result['task']}. Metric: {result['metric']}, "
        f"β = {result['beta']}, 0/0 in averages: {result['undefined']}. "
        f"{result['replicates']:,} replicates, seed {result['seed']}.",
        "",
        _answer(result, a, b),
        "",
        markdown_table(
            ["average", a, b, "points", "95 % interval", "relative", "p", "detectable"],
            [[what, cell_of(of["a"]), cell_of(of["b"]), *_difference(of)] for what, of in averages],
        ),
        "",
        f"Points are {b} minus {a}, in hundredths; the interval is of the paired difference; p by "
        "approximate randomisation; detectable: the smallest true difference found in 80 of 100 "
        "such test sets.",
        "",
        markdown_table(
            ["test", "p", f"for {b}", "of", "asks", "assumes", "not for"],
            [
                [
                    t["name"],
                    p_of(t["p"]),
                    cell_of(t["for_b"]),
                    f"{t['trials']:,} {t['of']}",
                    *(t[key] for key in ("asks", "assumes", "not_for")),
                ]
                for t in result["tests"]
            ],
        ),
    ]
    if result["care"]:
        out += ["", "Take care:", "", *(f"- {in_markdown(o['text'])}" for o in result["care"])]
    rows = [
        [
            in_markdown(c),
            cell_of(of["positives"]),
            cell_of(of["a"]),
            cell_of(of["b"]),
            cell_of(of["points"], 1),
            _span(of),
            cell_of(of["differing_documents"]),
            p_of(of["p"]),
            p_of(of["p_holm"]),
            p_of(of["p_bh"]),
            in_markdown(of["better"]) if of["better"] is not None else "—",
        ]
        for c, of in result["per_class"].items()
    ]
    head = ["class", "positives", a, b, "points", "95 % interval", "documents that differ"]
    return "\n".join([*out, "", markdown_table([*head, "p", "p Holm", "p BH", "better"], rows)])


def _answer(result: dict[str, Any], a: str, b: str) -> str:
    d = result["difference"]
    if d["points"] is None:
        return f"**{result['metric']} is undefined for one of the two: nothing to compare.**"
    gap = f"{b} is {abs(d['points']):.1f} points {'above' if d['points'] >= 0 else 'below'} {a}"
    if d["beyond_chance"] is None:
        return f"**{gap}**; how sure that is was not measured."
    p = "" if d["p"] is None else f"; p {p_of(d['p'])}"
    real = "more than chance" if d["beyond_chance"] else "which may be chance"
    return f"**{gap}, {real}** (95 %: {_span(d)}{p})."


def _difference(of: dict[str, Any]) -> list[str]:
    d = of["difference"]
    relative = "—" if d["relative"] is None else f"{100 * d['relative']:+.1f} %"
    return [
        cell_of(d["points"], 1),
        _span(d),
        relative,
        p_of(d["p"]),
        cell_of(d["smallest_detectable"], 1),
    ]


def _span(of: dict[str, Any]) -> str:
    return "—" if of["low"] is None else f"{of['low']:.1f} to {of['high']:.1f}"
