"""Graded truth: which grades count as correct, and what is plausible. Lewis (1991)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from scipy import sparse

from breakeven.records import Grades, Truth
from breakeven.text import listed

GRADES = "grades:"
BETWEEN = "|"
# words for grades, the worst first; from MARGINAL on they count as correct unless said otherwise
WORDS = (
    ("incorrect", "wrong", "irrelevant", "not relevant", "nonrelevant", "non-relevant", "no",
     "none", "bad", "false"),
    ("ineffective", "poor", "unlikely"),
    ("marginal", "marginally relevant", "partial", "partially relevant", "partly", "partially",
     "fair", "acceptable", "borderline", "somewhat relevant", "maybe"),
    ("good", "relevant", "likely"),
    ("correct", "right", "yes", "true", "highly relevant", "very relevant"),
    ("excellent", "perfect", "exact", "perfectly relevant"),
)  # fmt: skip
MARGINAL = 2


def rank_of(name: str) -> float | None:
    """How good a grade is: its number, or the place of its word; None for any other word."""
    plain = " ".join(name.strip().casefold().replace("_", " ").split())
    try:
        value = float(plain)
    except ValueError:
        return next((i for i, words in enumerate(WORDS) if plain in words), None)
    return value if np.isfinite(value) else None


def are_numbers(names: Iterable[str]) -> bool:
    """Whether grades are numbers."""
    return all(name.strip().lstrip("+-").replace(".", "", 1).isdecimal() for name in names)


def in_order(names: Iterable[str]) -> tuple[str, ...]:
    """Grades, the worst first; as they come where it is not known which is better."""
    given = list(dict.fromkeys(names))
    ranks = {name: rank_of(name) for name in given}
    known = {name: rank for name, rank in ranks.items() if rank is not None}
    mixed = any(are_numbers([name]) for name in given) and not are_numbers(given)
    if len(known) < len(given) or mixed:
        return tuple(given)
    return tuple(sorted(given, key=known.__getitem__))


def usual(names: tuple[str, ...]) -> str | None:
    """The gold before anybody chooses: numbers above 0, words from marginal on.

    None where words are not known, or no grade would count as correct. Sources: Lewis (1991),
    Partitioning of Results; of numbers as qrels are read.
    """
    ranks = [rank_of(name) for name in names]
    if any(rank is None for rank in ranks) or not names:
        return None
    least = 0 if are_numbers(names) else MARGINAL - 1
    accepted = [
        n for n, rank in zip(names, ranks, strict=True) if rank is not None and rank > least
    ]
    return gold_of_grades(accepted) if accepted else None


def gold_of_grades(accepted: Iterable[str]) -> str:
    """How a gold is spelled under which these grades count as correct."""
    return GRADES + BETWEEN.join(accepted)


def partitions_of(grades: Grades) -> list[str]:
    """Plausible golds: the best grade alone counts as correct, then the next as well, and so on."""
    names = grades.names
    return [gold_of_grades(names[start:]) for start in range(len(names) - 1, 0, -1)]


def accepted_by(how: str, grades: Grades) -> list[str]:
    """The grades that a gold accepts. ValueError for a grade that there is not."""
    accepted = how.removeprefix(GRADES).split(BETWEEN)
    unknown = [name for name in accepted if name not in grades.names]
    if unknown:
        raise ValueError(
            f"there is no grade {listed(unknown)}; choose of {listed(grades.names, 20)}"
        )
    return accepted


def labels_of(
    truth: Truth, grades: Grades, how: str
) -> tuple[sparse.csc_array, sparse.csc_array | None]:
    """The pairs whose grade is accepted, and the pairs that were left open; ValueError as above.

    A pair without a grade is not true, as one that is not listed; what the files leave open stays.
    """
    codes = [grades.names.index(name) + 1 for name in accepted_by(how, grades)]
    given = grades.codes.tocoo()
    kept = np.isin(given.data, codes)
    data = np.ones(int(kept.sum()), dtype=bool)
    pairs = (data, (given.row[kept], given.col[kept]))
    return sparse.csc_array(pairs, shape=grades.codes.shape), truth.unjudged


def in_words(how: str, grades: Grades) -> str:
    """Which grades count as correct, to stand after "truth:"."""
    accepted = accepted_by(how, grades)
    others = [name for name in grades.names if name not in accepted]
    said = f"the {'grade' if len(accepted) == 1 else 'grades'} {listed(accepted, 20)}"
    return f"{said}, not {listed(others, 20)}" if others else said
