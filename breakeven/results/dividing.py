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
from breakeven.data.records import Review
from breakeven.data.wording import NOTHING, count_of, figure_of, p_of, percent, quoted
from breakeven.results import values
from breakeven.results.arguments import class_positions
from breakeven.results.evaluated_review import EvaluatedReview
from breakeven.results.scope import class_map_data, class_map_in_markdown, filter_data, under_title
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.values import document_ids, plain_ends, plain_number

# --- a class in two parts by its words: in words, as a table, as plain data and as a document


PART_HEADS = ("Part", "Documents", "Found", "Missed", "False alarms", "Share of errors", "95 %")
PART_NAMES = ("The larger", "The smaller")
EXPLAINED = (
    "The documents truly in the class or predicted to be in it, divided by their words alone (two "
    "means on tf-idf). As a check they are divided twice more, by one half of the words and by "
    f"the other: parts are shown if these divisions clearly agree (p at most {DIVIDING_LEVEL}, "
    f"among documents of like length and κ at least {LEAST_AGREEMENT}). Fewer than one in twenty "
    "classes with one kind of text are shown as two."
)
# so many documents of a part are named, errors first
EXAMPLES = 5


def division_text(divided: DividedClass, name: str) -> str:
    """Whether the class falls into two parts, and whether that is where its errors are."""
    n = sum(len(part.documents) for part in divided.parts)
    agreement = figure_of(divided.agreement, 2)
    if not divided.apart:
        why = (
            "there are too few documents or words to tell"
            if divided.p != divided.p
            else f"two divisions by different words agree with κ {agreement}, p {p_of(divided.p)}"
        )
        do = "does" if n == 1 else "do"
        return (
            f"The {count_of(n, 'document')} of {quoted(name)} {do} not fall into two parts by "
            f"their words: {why}."
        )
    text = (
        f"The {count_of(n, 'document')} of {quoted(name)} fall into two parts by their words: "
        f"divisions by different words agree with κ {agreement}, p {p_of(divided.p)}. "
    )
    first, second = divided.parts
    p = p_of(divided.p_wrong)
    if divided.p_wrong <= DIVIDING_LEVEL:
        more = "smaller" if second.wrong > first.wrong else "larger"
        return (
            f"{text}Errors are more frequent in the {more} one (p {p}): consider "
            "two classes, or label more documents of that part."
        )
    return (
        f"{text}Errors are about as frequent in both (p {p}): dividing the class depends on its "
        "purpose, and will hardly reduce them."
    )


def part_rows(divided: DividedClass) -> list[list[str]]:
    """One row a part, below `PART_HEADS`."""
    rows = []
    for name, part in zip(PART_NAMES, divided.parts, strict=True):
        cells = (part.documents, part.hits, part.missed, part.extra)
        ends = f"{percent(part.interval.low)} to {percent(part.interval.high)}"
        rows.append([name, *(f"{len(cell):,}" for cell in cells), percent(part.wrong), ends])
    return rows


# --- a class in two parts by the words of its documents, and in which part its errors are


@dataclass(frozen=True, repr=False, eq=False)
class DividedResult:
    """A class of an evaluation in two parts; `divided.apart` says whether there are two."""

    review: Review
    evaluation: Evaluation
    divided: DividedClass
    words: tuple[Sequence[Word], Sequence[Word]]
    filtered: FilteredDocuments | None = None

    @property
    def class_name(self) -> str:
        """The class that is divided."""
        return self.evaluation.classes[self.divided.class_index]

    @cached_property
    def part_words(self) -> tuple[list[str], ...]:
        """The words that go with each part."""
        return tuple([word.word for word in words] for words in self.words)

    @cached_property
    def part_examples(self) -> tuple[list[str], ...]:
        """The first documents of each part, errors first."""
        truth, rows = self.review.truth, self.evaluation.rows
        return tuple(
            document_ids(truth, rows[part.documents[:EXAMPLES]]) for part in self.divided.parts
        )

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven merge --divide --format json` prints; undefined is None."""
        divided = self.divided
        return {
            "review": self.review.name,
            "system": self.evaluation.system,
            "class": self.class_name,
            "apart": divided.apart,
            "agreement": plain_number(divided.agreement),
            "p": plain_number(divided.p),
            "p_errors": plain_number(divided.p_wrong),
            "parts": [
                {
                    "documents": len(part.documents),
                    "found": len(part.hits),
                    "missed": len(part.missed),
                    "wrongly_assigned": len(part.extra),
                    "share_of_errors": plain_number(part.wrong),
                    "interval_95": plain_ends(part.interval),
                    "words": words,
                    "examples": examples,
                }
                for part, words, examples in zip(
                    divided.parts, self.part_words, self.part_examples, strict=True
                )
            ],
            **filter_data(self.filtered),
            **class_map_data(self.review),
        }

    def to_markdown(self) -> str:
        """What `breakeven merge --divide` prints."""
        name, system = in_markdown(self.review.name), in_markdown(self.evaluation.system)
        lines = [f"# {name}: {system}, one class divided", ""]
        lines += [in_markdown(division_text(self.divided, self.class_name))]
        if self.divided.apart:
            lines += ["", markdown_table(PART_HEADS, part_rows(self.divided)), ""]
            parts = zip(PART_NAMES, self.part_words, self.part_examples, strict=True)
            for part, *lists in parts:
                words, examples = (", ".join(map(in_markdown, row)) or NOTHING for row in lists)
                lines += [f"- {part}: words {words}; documents {examples}"]
        lines += ["", EXPLAINED]
        document = under_title("\n".join(lines), self.filtered)
        return document + class_map_in_markdown(self.review)

    def __repr__(self) -> str:
        return f"<{division_text(self.divided, self.class_name)}>"

    def _repr_html_(self) -> str:
        rows = part_rows(self.divided) if self.divided.apart else []
        text = values.html_paragraph(division_text(self.divided, self.class_name))
        return text + (values.html_table(PART_HEADS, rows) if rows else "")


def divided_of(result: EvaluatedReview, class_name: str) -> DividedResult:
    """A class in two parts. ValueError as `EvaluationResult.divided`."""
    (c,) = class_positions([class_name], result.classes)
    words = Texts(result.review.truth).words
    divided = divide_class(result.evaluation, words, c)
    first, second = (result.rows[part.documents] for part in divided.parts)
    apart = words_with(words, first, second)
    return DividedResult(
        result.review, result.evaluation, divided, (apart.first, apart.second), result.filtered
    )
