"""How well the classes of documents are ranked, as a table and as a document."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pandas as pd

from breakeven.analysis.evaluation.label_ranking import RankedLabels
from breakeven.data.wording import cell_of, count_of, listed
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import plain_number
from metrics.catalogue import CATALOGUE
from metrics.uncertainty.intervals import Interval

COLUMNS = ("measure", "k", "value", "low_95", "high_95")


def ranked_frame(found: RankedLabels) -> pd.DataFrame:
    """One row a measure and k; k is missing of what looks at the whole ranking."""
    rows = [
        (m.key, m.k, m.value, float(m.interval.low), float(m.interval.high)) for m in found.measures
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS)).astype({"k": "Int64"})


def of_ranked(found: RankedLabels) -> dict[str, Any]:
    """The same as plain data; undefined is None."""
    return {
        "documents": found.documents,
        "documents_without_a_class": found.without,
        "rare_by": list(found.learnt),
        "measures": [
            {"measure": m.key, "k": m.k, "value": plain_number(m.value)}
            | {"low_95": plain_number(m.interval.low), "high_95": plain_number(m.interval.high)}
            for m in found.measures
        ],
    }


def measure_name_at(key: str, k: int | None) -> str:
    """What a measure is called, with its k."""
    name = CATALOGUE[key].name
    return name if k is None else name.replace("@k", f"@{k}")


def ranked_text(found: RankedLabels) -> str:
    """Of which documents it is, and what says how rare classes are, in plain text."""
    left = f"; {count_of(found.without, 'other has', 'others have')} none" if found.without else ""
    rare = listed(found.learnt) if found.learnt else "the documents shown"
    return (
        f"The mean over {count_of(found.documents, 'document')} with a true class{left}. How rare "
        f"a class is: by {rare}."
    )


def ranked_in_markdown(found: RankedLabels) -> str:
    """The measures as a table to paste."""
    rows: list[Sequence[str]] = [
        (
            measure_name_at(m.key, m.k),
            cell_of(m.value),
            _ends(m.interval),
        )
        for m in found.measures
    ]
    table = markdown_table(["measure", "mean", "95 % interval"], rows)
    return f"{table}\n\n{in_markdown(ranked_text(found))}"


def _ends(interval: Interval) -> str:
    low, high = float(interval.low), float(interval.high)
    return cell_of(low) if math.isnan(low) else f"{cell_of(low)} to {cell_of(high)}"
