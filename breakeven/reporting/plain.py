"""The whole report as plain data, for JSON: undefined is null, infinite is text."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from breakeven.reporting.content.record import Report


def plain_of(value: Any) -> Any:
    """Dataclasses as dictionaries, arrays and tuples as lists, NaN as None, ∞ as `inf`, `-inf`.

    What computes a measure is left out.
    """
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else str(value)
    if is_dataclass(value) and not isinstance(value, type):
        named = {field.name: getattr(value, field.name) for field in fields(value)}
        return {key: plain_of(of) for key, of in named.items() if key != "function"}
    if isinstance(value, Mapping):
        return {str(key): plain_of(of) for key, of in value.items()}
    if isinstance(value, list | tuple):
        return [plain_of(of) for of in value]
    return value


def as_json(report: Report) -> str:
    """The report as the text of a file."""
    return in_json(plain_of(report))


def in_json(data: Any) -> str:
    """JSON with names as written. ValueError where a number is NaN or infinite."""
    text = json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False)
    # halves of signs, which no file can hold, by JSON's own escapes
    return re.sub("[\ud800-\udfff]", lambda found: f"\\u{ord(found[0]):04x}", text)
