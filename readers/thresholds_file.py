"""Thresholds taken along: as CSV, JSON or a Python dict, and read back."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import numpy as np

from metrics.cut_text import from_text, to_text
from metrics.cuts import Cut, Fitted
from readers.review import Problem, ReadError, Review, few

# a spreadsheet would run a cell that starts so; the apostrophe itself, so that it comes back
GUARDED = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "'")
COLUMNS = ("class", "threshold", "how", "rule", "system", "tuned_on", "beta", "fingerprint", "date")
KINDS = ("csv", "json", "py")
NUMBER = "give a number; inf means: never assigned"


@dataclass(frozen=True)
class SavedThresholds:
    """One threshold per class, +inf for never, and where they come from.

    `cut`: the rule that gave them, None when the file does not say; `fingerprint` of the review
    they were found in and `saved` the date (YYYY-MM-DD), empty when it does not.
    """

    thresholds: Mapping[str, float]
    how: Mapping[str, str]
    cut: Cut | None
    system: str
    fingerprint: str
    saved: str


def to_save(review: Review, system: str, fitted: Fitted) -> SavedThresholds:
    """The thresholds of a fitted cut. ValueError where its rule does not give a `>=` for each."""
    if fitted.thresholds is None or (fitted.below is not None and fitted.below.any()):
        raise ValueError("this rule does not assign by a least score per class")
    classes = review.truth.classes
    return SavedThresholds(
        dict(zip(classes, fitted.thresholds.tolist(), strict=True)),
        dict(zip(classes, fitted.how, strict=True)),
        fitted.cut,
        system,
        review.fingerprint,
        date.today().isoformat(),
    )


def cut_from(saved: SavedThresholds, review: Review, system: str) -> Cut:
    """The saved thresholds as a cut of a system; classes they do not name are never assigned.

    It counts as tuned on a split only where it was fitted in this very review: elsewhere the
    split of that name holds other documents.
    """
    at_home = saved.fingerprint == review.fingerprint
    known = set(review.truth.classes)
    tuned = at_home and saved.cut is not None and saved.cut.fitted_to_truth
    return Cut(
        "per_class",
        math.inf,
        own=tuple((name, t) for name, t in saved.thresholds.items() if name in known),
        split=saved.cut.split if saved.cut is not None and tuned else None,
        tuned=tuned,
        system=system,
    )


def _facts(saved: SavedThresholds) -> dict[str, Any]:
    cut = saved.cut
    tuned_on = ""
    if cut is not None and cut.fitted_to_truth:
        tuned_on = "all documents" if cut.split is None else cut.split
    return {
        "rule": "" if cut is None else to_text(replace(cut, own=(), system=None)),
        "system": saved.system,
        "tuned_on": tuned_on,
        "beta": "" if cut is None else _text_of(cut.beta),
        "fingerprint": saved.fingerprint,
        "date": saved.saved,
    }


def written(saved: SavedThresholds, kind: str) -> bytes:
    """The file's bytes; `kind` is one of KINDS."""
    return {"csv": _csv, "json": _json, "py": _python}[kind](saved).encode()


def _csv(saved: SavedThresholds) -> str:
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(COLUMNS)
    facts = [_guarded(str(value)) for value in _facts(saved).values()]
    for name, threshold in saved.thresholds.items():
        rows.writerow([_guarded(name), _text_of(threshold), saved.how.get(name, ""), *facts])
    return out.getvalue()


def _json(saved: SavedThresholds) -> str:
    facts = _facts(saved)
    if saved.cut is not None:
        facts["decisions"] = str(saved.cut)
    values = {
        name: threshold if math.isfinite(threshold) else _text_of(threshold)
        for name, threshold in saved.thresholds.items()
    }
    return json.dumps(facts | {"thresholds": values}, indent=2, ensure_ascii=False) + "\n"


def _python(saved: SavedThresholds) -> str:
    """Assign a class where its score >= its threshold; infinity is never."""
    lines = ["# assign a class where its score >= its threshold", "ABOUT = {"]
    lines += [f"    {key!r}: {value!r}," for key, value in _facts(saved).items()]
    lines += ["}", "THRESHOLDS = {"]
    for name, threshold in saved.thresholds.items():
        value = repr(threshold) if math.isfinite(threshold) else f"float({_text_of(threshold)!r})"
        lines.append(f"    {name!r}: {value},")
    return "\n".join([*lines, "}", ""])


def _text_of(value: float) -> str:
    return f"{value:g}" if math.isinf(value) else repr(value)


def _guarded(text: str) -> str:
    return f"'{text}" if text.startswith(GUARDED) else text


def read_thresholds(name: str, data: bytes, classes: tuple[str, ...]) -> SavedThresholds:
    """Thresholds from CSV or JSON. Raises ReadError with every problem.

    A CSV needs the columns `class` and `threshold`; classes that the review does not know are
    kept, and it is a problem only when it knows none.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ReadError([Problem(None, None, f"{error}", "save it as UTF-8", name)]) from None
    saved = (
        _from_json(name, text) if text.lstrip().startswith("{") else _from_csv(name, text, classes)
    )
    if not any(c in saved.thresholds for c in classes):
        what = "none of its classes is a class here"
        raise ReadError([Problem(None, "class", what, "load the file that it was made for", name)])
    return saved


def _from_json(name: str, text: str) -> SavedThresholds:
    try:
        content = json.loads(text)
    except ValueError as error:
        raise ReadError(
            [Problem(None, None, f"no JSON: {error}", "export it again", name)]
        ) from None
    listed = content.get("thresholds")
    if not isinstance(listed, dict) or not listed:
        what = "there is no object “thresholds”"
        raise ReadError([Problem(None, "thresholds", what, "give class and number pairs", name)])
    values = {c: _number(v) for c, v in listed.items()}
    bad = [c for c, v in values.items() if v is None]
    if bad:
        raise ReadError(
            Problem(None, c, f"threshold is {listed[c]!r}", NUMBER, name) for c in bad[:20]
        )
    known = {key: value for key, value in content.items() if isinstance(value, str)}
    return _saved({c: v for c, v in values.items() if v is not None}, {}, known)


def _from_csv(name: str, text: str, classes: tuple[str, ...]) -> SavedThresholds:
    try:
        rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    except csv.Error as error:
        raise ReadError(
            [Problem(None, None, f"no CSV: {error}", "export it again", name)]
        ) from None
    missing = [c for c in ("class", "threshold") if not rows or c not in rows[0]]
    if missing:
        raise ReadError(
            Problem(1, c, "this column is missing", "name it in the header", name) for c in missing
        )
    known = set(classes)
    values: dict[str, float] = {}
    how: dict[str, str] = {}
    bad: list[int] = []
    twice: list[int] = []
    for i, row in enumerate(rows):
        written_name = row["class"] or ""
        class_name = _unguarded(written_name, known)
        value = _number(row["threshold"])
        if value is None:
            bad.append(i)
        elif class_name in values:
            twice.append(i)
        else:
            values[class_name] = value
            how[class_name] = row.get("how") or ""

    def no_number(i: int) -> Problem:
        return Problem(i + 2, "threshold", f"{rows[i]['threshold']!r} is no number", NUMBER, name)

    def again(i: int) -> Problem:
        what = f"class {rows[i]['class']!r} occurred before"
        return Problem(i + 2, "class", what, "keep one row for each", name)

    problems = [*few(np.array(bad, dtype=int), no_number), *few(np.array(twice, dtype=int), again)]
    if problems:
        raise ReadError(problems)
    facts = {c: _unguarded(rows[0].get(c) or "", set()) for c in COLUMNS[3:]}
    return _saved(values, how, facts)


def _unguarded(text: str, known: set[str]) -> str:
    bare = text[1:]
    if text.startswith("'") and (bare in known or bare.startswith(GUARDED)):
        return bare
    return text


def _saved(
    values: dict[str, float], how: dict[str, str], facts: Mapping[str, str]
) -> SavedThresholds:
    return SavedThresholds(
        values,
        how,
        from_text(facts.get("rule", "")),
        facts.get("system", ""),
        facts.get("fingerprint", ""),
        facts.get("date", ""),
    )


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    return None if math.isnan(number) else number
