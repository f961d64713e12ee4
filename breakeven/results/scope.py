"""What every result is about: filter, replaced class names, and why it may promise too much."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from typing import TypedDict

from breakeven.analysis.evaluation.counted import FilterCount, FilterCounts
from breakeven.analysis.selection.where import FilteredDocuments
from breakeven.analysis.validity.class_names import alike_names, listed_ways, shown_name
from breakeven.data.records import Review, Truth
from breakeven.data.splits import learnt_from
from breakeven.data.wording import LINE_END, count_of, guarded, listed
from breakeven.results.table_formats import in_markdown
from metrics.typing import Array

# --- the filter that a result was restricted to, in JSON and Markdown; nothing without one


BY_OUTCOME = (
    "the filter depends on the predictions of {system}: its numbers here hold for no other "
    "documents, and comparisons with other systems are not fair"
)


class FilterData(TypedDict, total=False):
    """The filter of a result and its counts, as JSON has them; empty without one."""

    where: FilterCounts


def filter_data(documents: FilteredDocuments | FilterCount | None) -> FilterData:
    """The filter that kept these documents, and its counts, ready for JSON."""
    return {} if documents is None else {"where": documents.as_json()}


def under_title(document: str, documents: FilteredDocuments | FilterCount | None) -> str:
    """The document with the filter in a line of its own below the title, shown literally."""
    if documents is None:
        return document
    title, _, rest = document.partition("\n\n")
    text = re.sub(r"\s", " ", str(documents))
    # a run of backticks longer than any inside
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    space = " " if "`" in text else ""
    return f"{title}\n\n{fence}{space}{text}{space}{fence}\n\n{rest}"


# --- the class map of a review: as a file, and said beside its results


HEADER = ("old", "new")


def class_map_csv(class_map: Mapping[str, str | None]) -> bytes:
    """CSV with the columns `old` and `new`, empty for no class; read back by `read_class_map`."""
    out = io.StringIO(newline="")
    rows = csv.writer(out, lineterminator=LINE_END)
    rows.writerow(HEADER)
    rows.writerows([guarded(old), guarded(new or "")] for old, new in class_map.items())
    return out.getvalue().encode()


class ClassMapData(TypedDict, total=False):
    """The names that were replaced in reading, old to new, as JSON has them; empty without any."""

    class_map: dict[str, str | None]


def class_map_data(review: Review) -> ClassMapData:
    """What to add to results as plain data: nothing where no name was replaced."""
    return {"class_map": dict(review.class_map)} if review.class_map else {}


def class_map_text(review: Review) -> str:
    """`class map: 3 names replaced`; "" where none was."""
    replaced = len(review.class_map)
    return f"class map: {count_of(replaced, 'name')} replaced" if replaced else ""


def class_map_in_markdown(review: Review) -> str:
    """Lines for the end of a document that say what was replaced; "" where nothing was."""
    if not review.class_map:
        return ""
    lines = [
        f"- {in_markdown(old)} → {'*no class*' if new is None else in_markdown(new)}"
        for old, new in review.class_map.items()
    ]
    return "\n".join(["", "", f"{class_map_text(review).capitalize()}:", "", *lines])


# --- what has to be said wherever a number that cannot be trusted is shown


OPTIMISTIC = "optimistic: tuned on the documents shown"
CROSS_FITTED_TEXT = (
    "cross-fitted: each document was decided by thresholds tuned on the others, so these numbers "
    "are not optimistic; a file of thresholds is tuned on all of them"
)
MOST_FILES = 3
TRUE_NUMBER = (
    "Every document gets exactly its true number of classes, though some are wrong. The "
    "predictions probably used the truth, which no system has in production."
)


def cautions(truth: Truth, rows: Array, *, optimistic: bool) -> list[str]:
    """Why the numbers of these documents may mislead, each in a sentence; none without."""
    learnt = learnt_from(truth, rows)
    sentences = order_cautions(truth) + name_cautions(truth) + tuned_cautions(optimistic)
    return sentences + ([] if learnt is None else [str(learnt)])


def order_cautions(truth: Truth) -> list[str]:
    """That files were joined by row order, where somebody said so; none elsewhere."""
    files = truth.joined_by_order
    if not files:
        return []
    names = listed(files, MOST_FILES)
    return [
        f"Joined by row order: no column links the rows of {names} to documents. If the order "
        "differs, every number here is wrong."
    ]


def name_cautions(truth: Truth) -> list[str]:
    """That classes are counted as several whose names are the same; none where none are."""
    alike = alike_names(truth)
    if alike is None:
        return []
    group = alike.groups[0]
    names = listed([shown_name(alike.names[c]) for c in group.classes])
    more = len(alike.groups) - 1
    others = f" and {count_of(more, 'more class', 'more classes')}" if more else ""
    return [
        f"{names}{others} are counted as different classes, though the names are the same but for "
        f"{listed_ways(group.ways)}. A class map gives each class one name."
    ]


class CautionsData(TypedDict, total=False):
    """Why numbers may mislead, as JSON has it; empty where there is no reason."""

    cautions: list[str]


def cautions_data(sentences: Sequence[str]) -> CautionsData:
    """Sentences as from `cautions` or `order_cautions`, ready for JSON; nothing without any."""
    return {"cautions": list(sentences)} if sentences else {}


def cautions_in_markdown(sentences: Sequence[str]) -> list[str]:
    """The same as lines of a document, each a paragraph after an empty line."""
    return [line for sentence in sentences for line in ("", f"▲ {in_markdown(sentence)}")]


def tuned_cautions(optimistic: bool) -> list[str]:
    """That the rule was fitted to what is shown, where it was."""
    return [f"{OPTIMISTIC[0].upper()}{OPTIMISTIC[1:]}."] if optimistic else []
