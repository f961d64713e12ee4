"""A class in two parts by the words of its documents, and in which part its errors are.

Tested in `test_dividing`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from breakeven.analysis.class_structure.dividing import (
    DIVIDING_LEVEL,
    LEAST_AGREEMENT,
    DividedClass,
    divide_class,
)
from breakeven.analysis.documents.words_with import Word, words_with
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.where import FilteredDocuments
from breakeven.data.corpus import Texts
from breakeven.data.records import Review, Truth
from breakeven.data.wording import NOTHING, count_of, figure_of, p_of, percent, quoted
from breakeven.results import values
from breakeven.results.arguments import class_positions
from breakeven.results.evaluated_review import EvaluatedReview
from breakeven.results.scope import class_map_in_markdown, of_class_map, of_where, under_title
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import document_ids, plain_ends, plain_number
from metrics.typing import Array

# --- a class in two parts by its words: in words, as a table, as plain data and as a document


PART_HEADS = ("Part", "Documents", "Found", "Missed", "Wrongly assigned", "Share of errors", "95 %")
PART_NAMES = ("The larger", "The smaller")
EXPLAINED = (
    "The documents truly in the class or assigned to it, divided by their words alone (two means "
    "on tf-idf). To tell it from chance they are divided twice more, by one half of the words and "
    "by the other: parts are shown where these agree more than chance has it "
    f"(p at most {DIVIDING_LEVEL}, among documents of like length) and clearly "
    f"(κ at least {LEAST_AGREEMENT}). Of classes of "
    "one kind of text fewer than one in twenty are shown as two."
)
# so many documents of a part are named, errors first
EXAMPLES = 5


def division_text(found: DividedClass, name: str) -> str:
    """Whether the class falls into two parts, and whether that is where its errors are."""
    n = sum(len(part.documents) for part in found.parts)
    if not found.apart:
        why = (
            "there are too few documents or words to tell"
            if found.p != found.p
            else f"two divisions by different words agree with κ {figure_of(found.agreement, 2)}, "
            f"p {p_of(found.p)}"
        )
        do = "does" if n == 1 else "do"
        return (
            f"The {count_of(n, 'document')} of {quoted(name)} {do} not fall into two parts by "
            f"their words: {why}."
        )
    said = (
        f"The {count_of(n, 'document')} of {quoted(name)} fall into two parts by their words: "
        f"divisions by different words agree with κ {figure_of(found.agreement, 2)}, "
        f"p {p_of(found.p)}. "
    )
    first, second = found.parts
    if found.p_wrong <= DIVIDING_LEVEL:
        more = "smaller" if second.wrong > first.wrong else "larger"
        return (
            f"{said}Errors are more frequent in the {more} one (p {p_of(found.p_wrong)}): consider "
            "two classes, or label more documents of that part."
        )
    return (
        f"{said}Errors are about as frequent in both (p {p_of(found.p_wrong)}): dividing the class "
        "is a question of what it is for, and will hardly mend them."
    )


def part_rows(found: DividedClass) -> list[list[str]]:
    """One row a part, below `PART_HEADS`."""
    rows = []
    for name, part in zip(PART_NAMES, found.parts, strict=True):
        cells = (part.documents, part.found, part.missed, part.extra)
        ends = f"{percent(part.interval.low)} to {percent(part.interval.high)}"
        rows.append([name, *(f"{len(cell):,}" for cell in cells), percent(part.wrong), ends])
    return rows


def of_divided(
    found: DividedClass, truth: Truth, rows: Array, words: tuple[Sequence[Word], Sequence[Word]]
) -> dict[str, Any]:
    """All of it as plain data; `rows` of the documents evaluated; `words` of each part."""
    return {
        "class": truth.classes[found.class_index],
        "apart": found.apart,
        "agreement": plain_number(found.agreement),
        "p": plain_number(found.p),
        "p_errors": plain_number(found.p_wrong),
        "parts": [
            {
                "documents": len(part.documents),
                "found": len(part.found),
                "missed": len(part.missed),
                "wrongly_assigned": len(part.extra),
                "share_of_errors": plain_number(part.wrong),
                "interval_95": plain_ends(part.interval),
                "words": [one.word for one in of],
                "examples": document_ids(truth, rows[part.documents[:EXAMPLES]]),
            }
            for part, of in zip(found.parts, words, strict=True)
        ],
    }


def divided_in_markdown(result: dict[str, Any], found: DividedClass) -> str:
    """What `of_divided` says, as a document without its title."""
    lines = [in_markdown(division_text(found, result["class"]))]
    if found.apart:
        lines += ["", markdown_table(PART_HEADS, part_rows(found)), ""]
        for name, part in zip(PART_NAMES, result["parts"], strict=True):
            named = (", ".join(map(in_markdown, part[key])) or NOTHING
                     for key in ("words", "examples"))  # fmt: skip
            lines += [f"- {name}: words {next(named)}; documents {next(named)}"]
    return "\n".join([*lines, "", EXPLAINED])


# --- a class in two parts by the words of its documents, and in which part its errors are


@dataclass(frozen=True, repr=False, eq=False)
class DividedResult:
    """A class of an evaluation in two parts; `divided.apart` says whether there are two."""

    review: Review
    evaluation: Evaluation
    divided: DividedClass
    words: tuple[Sequence[Word], Sequence[Word]]
    kept: FilteredDocuments | None = None

    @property
    def class_name(self) -> str:
        """The class that is divided."""
        return self.evaluation.classes[self.divided.class_index]

    @cached_property
    def _result(self) -> dict[str, Any]:
        truth, rows = self.review.truth, self.evaluation.rows
        return of_divided(self.divided, truth, rows, self.words)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven merge --divide --format json` prints; undefined is None."""
        subject = {"review": self.review.name, "system": self.evaluation.system}
        return subject | self._result | of_where(self.kept) | of_class_map(self.review)

    def to_markdown(self) -> str:
        """What `breakeven merge --divide` prints."""
        name, system = in_markdown(self.review.name), in_markdown(self.evaluation.system)
        said = divided_in_markdown(self._result, self.divided)
        document = f"# {name}: {system}, one class divided\n\n{said}"
        return under_title(document, self.kept) + class_map_in_markdown(self.review)

    def __repr__(self) -> str:
        return f"<{division_text(self.divided, self.class_name)}>"

    def _repr_html_(self) -> str:
        rows = part_rows(self.divided) if self.divided.apart else []
        said = values.html_paragraph(division_text(self.divided, self.class_name))
        return said + (values.html_table(PART_HEADS, rows) if rows else "")


def divided_of(result: EvaluatedReview, class_name: str) -> DividedResult:
    """A class in two parts. ValueError as `EvaluationResult.divided`."""
    (c,) = class_positions([class_name], result.classes)
    words = Texts(result.review.truth).words
    found = divide_class(result.evaluation, words, c)
    one, other = (result.rows[part.documents] for part in found.parts)
    apart = words_with(words, one, other)
    return DividedResult(
        result.review, result.evaluation, found, (apart.one, apart.other), result.kept
    )
