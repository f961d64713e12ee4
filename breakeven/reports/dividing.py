"""A class in two parts by its words: in words, as a table, as plain data and as a document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from breakeven.documents.words_with import Word
from breakeven.merging.divided import LEAST_AGREEMENT, LEVEL, Divided
from breakeven.records import Truth
from breakeven.reports.tables import in_markdown, markdown_table
from breakeven.reports.values import ends_of, ids_of, plain
from breakeven.text import NOTHING, count_of, figure_of, p_of, percent, quoted
from metrics.typing import Array

HEADS = ("Part", "Documents", "Found", "Missed", "Wrongly assigned", "Share of errors", "95 %")
NAMES = ("The larger", "The smaller")
EXPLAINED = (
    "The documents truly in the class or assigned to it, divided by their words alone (two means "
    "on tf-idf). To tell it from chance they are divided twice more, by one half of the words and "
    f"by the other: parts are shown where these agree more than chance has it (p at most {LEVEL}, "
    f"among documents of like length) and clearly (κ at least {LEAST_AGREEMENT}). Of classes of "
    "one kind of text fewer than one in twenty are shown as two."
)
# so many documents of a part are named, errors first
EXAMPLES = 5


def verdict_of(found: Divided, name: str) -> str:
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
    if found.p_wrong <= LEVEL:
        more = "smaller" if second.wrong > first.wrong else "larger"
        return (
            f"{said}Errors are more frequent in the {more} one (p {p_of(found.p_wrong)}): consider "
            "two classes, or label more documents of that part."
        )
    return (
        f"{said}Errors are about as frequent in both (p {p_of(found.p_wrong)}): dividing the class "
        "is a question of what it is for, and will hardly mend them."
    )


def part_rows(found: Divided) -> list[list[str]]:
    """One row a part, below `HEADS`."""
    rows = []
    for name, part in zip(NAMES, found.parts, strict=True):
        cells = (part.documents, part.found, part.missed, part.extra)
        ends = f"{percent(part.interval.low)} to {percent(part.interval.high)}"
        rows.append([name, *(f"{len(cell):,}" for cell in cells), percent(part.wrong), ends])
    return rows


def of_divided(
    found: Divided, truth: Truth, rows: Array, words: tuple[Sequence[Word], Sequence[Word]]
) -> dict[str, Any]:
    """All of it as plain data; `rows` of the documents evaluated; `words` of each part."""
    return {
        "class": truth.classes[found.class_index],
        "apart": found.apart,
        "agreement": plain(found.agreement),
        "p": plain(found.p),
        "p_errors": plain(found.p_wrong),
        "parts": [
            {
                "documents": len(part.documents),
                "found": len(part.found),
                "missed": len(part.missed),
                "wrongly_assigned": len(part.extra),
                "share_of_errors": plain(part.wrong),
                "interval_95": ends_of(part.interval),
                "words": [one.word for one in of],
                "examples": ids_of(truth, rows[part.documents[:EXAMPLES]]),
            }
            for part, of in zip(found.parts, words, strict=True)
        ],
    }


def divided_in_markdown(result: dict[str, Any], found: Divided) -> str:
    """What `of_divided` says, as a document without its title."""
    lines = [in_markdown(verdict_of(found, result["class"]))]
    if found.apart:
        lines += ["", markdown_table(HEADS, part_rows(found)), ""]
        for name, part in zip(NAMES, result["parts"], strict=True):
            named = (", ".join(map(in_markdown, part[key])) or NOTHING
                     for key in ("words", "examples"))  # fmt: skip
            lines += [f"- {name}: words {next(named)}; documents {next(named)}"]
    return "\n".join([*lines, "", EXPLAINED])
