"""A comparison as plain data, the same for the command line and for downloads.

Undefined is None, so that JSON says null. Differences are in points, hundredths of a measure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from breakeven.comparison.bootstrap import LEVEL, Difference
from breakeven.comparison.caveats import Caveat
from breakeven.comparison.claims import WORDS, Claim
from breakeven.comparison.common import AVERAGES
from breakeven.comparison.comparison import Pair, SideBySide
from breakeven.reports.as_if import as_if_of_two_in_markdown
from breakeven.reports.leaks import leaks_of_two_in_markdown
from breakeven.reports.spending import spending_in_markdown
from breakeven.reports.tables import in_markdown, markdown_table
from breakeven.reports.values import plain, whole
from breakeven.text import NOTHING, cell_of, count_of, p_of
from metrics.catalogue import TESTS
from metrics.significance import Outcome

NAMES = {
    "micro": "micro",
    "macro": "macro",
    "per_document": "per document",
}


def points(share: Any) -> float | None:
    """A difference of a measure in points."""
    value = plain(share)
    return None if value is None else 100 * value


def of_difference(difference: Difference, claim: Claim) -> dict[str, Any]:
    """A difference in points with its interval; `relative` is a share of the first system's.

    `beyond_chance` is None where nothing was tested.
    """
    untested = claim in ("untested", "undefined")
    return {
        "points": points(difference.points),
        "low": points(difference.low),
        "high": points(difference.high),
        "relative": plain(difference.relative),
        "beyond_chance": None if untested else claim == "beyond",
        "claim": WORDS[claim],
        "smallest_detectable": points(difference.detectable),
    }


def of_comparison(
    side: SideBySide, pair: Pair, average: str, found: Sequence[Caveat]
) -> dict[str, Any]:
    """Two systems on one average, and on all others; differences are `b` minus `a`."""
    first, settings = pair.old, side.settings
    averages = {name: _of_average(pair, name) for name in AVERAGES}
    return {
        "a": {"system": pair.old.system, "decisions": str(pair.old.cut)},
        "b": {"system": pair.new.system, "decisions": str(pair.new.cut)},
        "documents": side.common.documents,
        "classes": len(first.classes),
        "task": "single-label" if first.single_label else "multi-label",
        "split": first.split,
        "metric": f"{average}_{settings.measure}",
        "beta": settings.beta if math.isfinite(settings.beta) else "inf",
        "undefined": settings.undefined,
        "level": LEVEL,
        "replicates": 0 if side.replicates is None else side.replicates.number,
        "seed": side.seed,
        "value": {key: averages[average][key] for key in ("a", "b")},
        "difference": averages[average]["difference"],
        "averages": averages,
        "top_classes": [first.classes[c] for c in settings.top],
        "tests": [_of_test(outcome) for outcome in pair.tests],
        "per_class": {name: of_class(pair, c) for c, name in enumerate(first.classes)},
        "care": [_of_caveat(caveat) for caveat in found],
    }


def _of_average(pair: Pair, name: str) -> dict[str, Any]:
    return {
        "a": plain(pair.old_values.averages[name]),
        "b": plain(pair.new_values.averages[name]),
        "difference": of_difference(pair.averages[name], pair.claim(name))
        | {"p": plain(pair.p_of(name)), "documents_that_tell": pair.telling[name]},
    }


def _of_test(outcome: Outcome) -> dict[str, Any]:
    facts = TESTS[outcome.key]
    return {
        "test": outcome.key,
        "name": facts.name,
        "p": plain(outcome.p),
        "p_b_better": plain(outcome.p_new_better),
        "statistic": plain(outcome.statistic),
        "trials": outcome.trials,
        "for_b": None if plain(outcome.in_favour) is None else whole(outcome.in_favour),
        "of": facts.trials,
        "asks": facts.asks,
        "assumes": facts.assumes,
        "not_for": facts.not_for,
    }


def _of_caveat(caveat: Caveat) -> dict[str, Any]:
    return {
        "kind": caveat.kind,
        "systems": list(caveat.systems),
        "numbers": list(caveat.numbers),
        "text": caveat.text,
    }


def of_class(pair: Pair, class_index: int) -> dict[str, Any]:
    """One class of two systems; `better` is None where the difference may be chance."""
    difference = pair.per_class
    better = None
    if pair.real_classes[class_index]:
        better = (pair.new if difference.points[class_index] > 0 else pair.old).system
    p = None if pair.randomised is None else plain(pair.randomised.per_class[class_index])
    return {
        "positives": whole(pair.old.tables.positives[class_index]),
        "a": plain(pair.old_values.per_class[class_index]),
        "b": plain(pair.new_values.per_class[class_index]),
        "points": points(difference.points[class_index]),
        "low": points(difference.low[class_index]),
        "high": points(difference.high[class_index]),
        "relative": plain(difference.relative[class_index]),
        "differing_documents": int(pair.differing[class_index]),
        "enough_to_tell": bool(pair.enough[class_index]),
        "p": p,
        "p_holm": plain(pair.holm[class_index]),
        "p_bh": plain(pair.bh[class_index]),
        "better": better,
    }


def as_markdown(result: dict[str, Any], name: str) -> str:
    """The comparison as a document to paste: the answer, averages, tests, classes."""
    a, b = (in_markdown(result[key]["system"]) for key in ("a", "b"))
    care = [f"- {in_markdown(caveat['text'])}" for caveat in result["care"]]
    return "\n".join(
        [
            f"# {in_markdown(name)}: {b} against {a}",
            "",
            f"{count_of(result['documents'], 'document')} of "
            f"{in_markdown(result['split'] or 'all splits')}, "
            f"{count_of(result['classes'], 'class', 'classes')}, {result['task']}. "
            f"Metric: {result['metric']}, β = {result['beta']}, "
            f"0/0 in averages: {result['undefined']}. "
            f"{result['replicates']:,} replicates, seed {result['seed']}.",
            "",
            _answer(result, a, b),
            *as_if_of_two_in_markdown(result.get("as_if"), a, b),
            *leaks_of_two_in_markdown(result.get("leaks"), a, b),
            "",
            _averages_table(result, a, b),
            "",
            f"Points are {b} minus {a}, in hundredths; the interval is of the paired difference; p "
            "by approximate randomisation; detectable: the smallest true difference found in 80 of "
            "100 such test sets.",
            *spending_in_markdown(result.get("spending")),
            "",
            _tests_table(result, b),
            *(["", "Take care:", "", *care] if care else []),
            "",
            _classes_table(result, a, b),
        ]
    )


def _answer(result: dict[str, Any], a: str, b: str) -> str:
    difference = result["difference"]
    gap = difference["points"]
    if gap is None:
        return f"**{result['metric']} is undefined for one of the two: nothing to compare.**"
    if gap == 0:
        sentence = f"{b} and {a} are equal"
    else:
        by = "less than 0.1" if abs(gap) < 0.05 else f"{abs(gap):.1f}"
        sentence = f"{b} is {by} points {'above' if gap > 0 else 'below'} {a}"
    if difference["beyond_chance"] is None:
        return f"**{sentence}**; {difference['claim']}."
    evidence = [] if difference["low"] is None else [f"95 %: {_span(difference)}"]
    evidence += [] if difference["p"] is None else [f"p {p_of(difference['p'])}"]
    shown = f" ({'; '.join(evidence)})" if evidence else ""
    claim = "" if gap == 0 else f", {difference['claim']}"
    return f"**{sentence}{claim}**{shown}."


def _averages_table(result: dict[str, Any], a: str, b: str) -> str:
    names = NAMES | {"micro_top": f"micro, {len(result['top_classes'])} largest classes"}
    rows = []
    for name, average in result["averages"].items():
        difference = average["difference"]
        relative = difference["relative"]
        rows.append(
            [
                names[name],
                cell_of(average["a"]),
                cell_of(average["b"]),
                cell_of(difference["points"], 1),
                _span(difference),
                NOTHING if relative is None else f"{100 * relative:+.1f} %",
                p_of(difference["p"]),
                cell_of(difference["smallest_detectable"], 1),
            ]
        )
    head = ["average", a, b, "points", "95 % interval", "relative", "p", "detectable"]
    return markdown_table(head, rows)


def _tests_table(result: dict[str, Any], b: str) -> str:
    rows = [
        [
            test["name"],
            p_of(test["p"]),
            cell_of(test["for_b"]),
            f"{test['trials']:,} {test['of']}",
            *(test[key] for key in ("asks", "assumes", "not_for")),
        ]
        for test in result["tests"]
    ]
    return markdown_table(["test", "p", f"for {b}", "of", "asks", "assumes", "not for"], rows)


def _classes_table(result: dict[str, Any], a: str, b: str) -> str:
    rows = [
        [
            in_markdown(name),
            cell_of(values["positives"]),
            cell_of(values["a"]),
            cell_of(values["b"]),
            cell_of(values["points"], 1),
            _span(values),
            cell_of(values["differing_documents"]),
            *(p_of(values[key]) for key in ("p", "p_holm", "p_bh")),
            NOTHING if values["better"] is None else in_markdown(values["better"]),
        ]
        for name, values in result["per_class"].items()
    ]
    head = ["class", "positives", a, b, "points", "95 % interval", "documents that differ"]
    return markdown_table([*head, "p", "p Holm", "p BH", "better"], rows)


def _span(ends: dict[str, Any]) -> str:
    return NOTHING if ends["low"] is None else f"{ends['low']:.1f} to {ends['high']:.1f}"
