"""Thresholds as a file: CSV, JSON or Python."""

from __future__ import annotations

import csv
import io
import json
import math
from dataclasses import replace
from typing import Any

from breakeven.evaluation.cut_text import to_text
from breakeven.evaluation.saved_thresholds import COLUMNS, SavedThresholds
from breakeven.text import LINE_END, guarded


def _facts(saved: SavedThresholds) -> dict[str, Any]:
    cut = saved.cut
    tuned_on = ""
    if cut is not None and cut.fitted_to_truth:
        tuned_on = "all documents" if cut.split is None else cut.split
    return {
        "rule": "" if cut is None else to_text(replace(cut, own=(), system=None)),
        "review": saved.review,
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
    rows = csv.writer(out, lineterminator=LINE_END)
    rows.writerow(COLUMNS)
    facts = [guarded(str(value)) for value in _facts(saved).values()]
    for name, threshold in saved.thresholds.items():
        rows.writerow([guarded(name), _text_of(threshold), saved.how.get(name, ""), *facts])
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
