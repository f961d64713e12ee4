"""How well the classes of documents are ranked, as a table and as a document."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import pandas as pd

from breakeven.analysis.evaluation.label_ranking import RankedLabels
from breakeven.analysis.selection.where import FilteredDocuments
from breakeven.data.records import Review
from breakeven.data.wording import cell_of, count_of, listed
from breakeven.results.scope import class_map_data, class_map_in_markdown, filter_data, under_title
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import plain_number
from metrics.catalogue import CATALOGUE
from metrics.uncertainty.intervals import Interval

RANKING_COLUMNS = ("measure", "k", "value", "low_95", "high_95")


def ranked_frame(ranked: RankedLabels) -> pd.DataFrame:
    """One row a measure and k; k is missing of what looks at the whole ranking."""
    rows = [
        (m.key, m.k, m.value, float(m.interval.low), float(m.interval.high))
        for m in ranked.measures
    ]
    return pd.DataFrame(rows, columns=list(RANKING_COLUMNS)).astype({"k": "Int64"})


def measure_name_at(key: str, k: int | None) -> str:
    """What a measure is called, with its k."""
    name = CATALOGUE[key].name
    return name if k is None else name.replace("@k", f"@{k}")


def ranked_text(ranked: RankedLabels) -> str:
    """Of which documents it is, and what says how rare classes are, in plain text."""
    left = (
        f"; {count_of(ranked.without, 'other has', 'others have')} none" if ranked.without else ""
    )
    rare = listed(ranked.learnt) if ranked.learnt else "the documents shown"
    return (
        f"The mean over {count_of(ranked.documents, 'document')} with a true class{left}. Rarity "
        f"of classes: by {rare}."
    )


def _ends(interval: Interval) -> str:
    low, high = float(interval.low), float(interval.high)
    return cell_of(low) if math.isnan(low) else f"{cell_of(low)} to {cell_of(high)}"


# --- how well an evaluation ranks the classes of documents: a result


@dataclass(frozen=True, repr=False, eq=False)
class LabelRankingResult:
    """How well a system ranks the classes of each document, measure by measure."""

    review: Review
    system: str
    ranked: RankedLabels
    filtered: FilteredDocuments | None = None

    def frame(self) -> pd.DataFrame:
        """One row a measure and k; k is missing of what looks at the whole ranking."""
        return ranked_frame(self.ranked)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven ranked --format json` prints; undefined is None."""
        return {
            "review": self.review.name,
            "system": self.system,
            "documents": self.ranked.documents,
            "documents_without_a_class": self.ranked.without,
            "rare_by": list(self.ranked.learnt),
            "measures": [
                {
                    "measure": measure.key,
                    "k": measure.k,
                    "value": plain_number(measure.value),
                    "low_95": plain_number(measure.interval.low),
                    "high_95": plain_number(measure.interval.high),
                }
                for measure in self.ranked.measures
            ],
            **filter_data(self.filtered),
            **class_map_data(self.review),
        }

    def to_markdown(self) -> str:
        """What `breakeven ranked` prints."""
        rows = [
            (
                measure_name_at(measure.key, measure.k),
                cell_of(measure.value),
                _ends(measure.interval),
            )
            for measure in self.ranked.measures
        ]
        parts = (
            f"# {in_markdown(self.review.name)}: {in_markdown(self.system)}, ranked classes",
            markdown_table(["measure", "mean", "95 % interval"], rows),
            in_markdown(ranked_text(self.ranked)),
        )
        document = under_title("\n\n".join(parts), self.filtered)
        return document + class_map_in_markdown(self.review)
