"""Measures of one's own in a file: tables [[measure]] of TOML, by themselves or beside rules.

So a file of rules for a gate is one of measures too.

Tested in `tests/breakeven/api/test_own_measures.py`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from breakeven.data.own_measures import OwnMeasure, own_measures
from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError

MEASURE = "measure"
# more text than any measures take: their number is bounded, and so is each
MOST_BYTES = 200_000


def toml_of(name: str, data: bytes) -> tuple[dict[str, Any], str]:
    """What a file in TOML says, and its text. ReadError where it is none."""
    try:
        text = data.decode("utf-8-sig")
        return tomllib.loads(text), text
    except UnicodeDecodeError:
        raise ReadError(
            [Problem(what="is not UTF-8", remedy="save it as UTF-8", file=name)]
        ) from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        what = f"is not TOML: {error}"
        raise ReadError([Problem(what=what, remedy="fix it there", file=name)]) from None


def measures_in(
    given: Mapping[str, Any], name: str
) -> tuple[tuple[OwnMeasure, ...], list[Problem]]:
    """The measures that a file says, and what is wrong with them. `name`: of the file."""
    tables = given.get(MEASURE, [])
    if not isinstance(tables, list):
        remedy = "head every measure with [[measure]]"
        return (), [Problem(what="measure is not a list of tables", remedy=remedy, file=name)]
    measures, refused = own_measures(tables)
    return measures, [Problem(what=what, remedy=remedy, file=name) for what, remedy in refused]


def read_measures(name: str, data: bytes) -> tuple[OwnMeasure, ...]:
    """The measures of a file. ReadError with all that is wrong, and where there is none."""
    if len(data) > MOST_BYTES:
        what = f"has more than {MOST_BYTES:,} bytes"
        raise ReadError([Problem(what=what, remedy="leave measures out", file=name)])
    given, _ = toml_of(name, data)
    measures, problems = measures_in(given, name)
    if not measures and not problems:
        remedy = 'write [[measure]], and below it name = "cost" and formula = "(5*fn + fp)/n"'
        problems = [Problem(what="has no measure", remedy=remedy, file=name)]
    if problems:
        raise ReadError(problems)
    return measures
