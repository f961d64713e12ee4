"""How many documents systems learnt from: read from their names, or as somebody says it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

# a number that is no part of another one, of a share or of a word that goes on; 1k is 1,000
NUMBER = re.compile(r"(?<![\d.,])(\d{1,3}(?:,\d{3})+|\d+)([km]?)(?![\da-z%]|[.,]\d| ?%)", re.I)
TIMES = {"": 1, "k": 1_000, "m": 1_000_000}
# nobody trains on fewer; smaller numbers in names are versions
LEAST = 10
LARGEST = 10**12
# what stands before a number and belongs to it: "svm n=500" is of "svm"
BEFORE = re.compile(
    r"(?:(?:^|[\s_\-(\[@:/])(?:n|size|train|trained on|docs)[\s_\-=:]*|[\s_\-(\[@:/=]+)$"
)


def sizes_in_names(names: Sequence[str]) -> dict[str, int]:
    """Systems whose names give a training size, such as "svm-1000" or "svm n=500".

    Only of learners with two different sizes or more: one number in one name says nothing.
    """
    found = {name: size for name in names if (size := _read(name)[1]) is not None}
    of: dict[str, set[int]] = defaultdict(set)
    for name, size in found.items():
        of[learner_of(name)].add(size)
    return {name: size for name, size in found.items() if len(of[learner_of(name)]) > 1}


def learner_of(name: str) -> str:
    """What a system's name says beside a training size; "" where there is none in it."""
    return _read(name)[0]


def _read(name: str) -> tuple[str, int | None]:
    """The name without the last number that can be a training size, and that number."""
    for match in reversed(list(NUMBER.finditer(name))):
        size = int(match[1].replace(",", "")) * TIMES[match[2].lower()]
        if LEAST <= size <= LARGEST:
            rest = BEFORE.sub("", name[: match.start()]) + name[match.end() :].lstrip(")]")
            return rest.strip(), size
    return "", None


def checked_sizes(sizes: Mapping[str, int], known: Iterable[str]) -> dict[str, int]:
    """The training sizes of these systems; ValueError for one that is unknown or no size."""
    names = list(known)
    for name, size in sizes.items():
        if name not in names:
            raise ValueError(f"there is no system {name!r}; choose of {', '.join(names)}")
        if not 1 <= size <= LARGEST or size != int(size):
            raise ValueError(
                f"{size!r} documents is no training size; give a whole number from 1 to {LARGEST:,}"
            )
    return {name: int(size) for name, size in sizes.items()}


def size_of_text(text: str) -> tuple[str, int]:
    """The system and its training size of a text like `svm-large=10000`; ValueError for others."""
    name, _, number = (piece.strip() for piece in text.rpartition("="))
    match = NUMBER.fullmatch(number)
    if not name or match is None:
        raise ValueError(f"{text!r} gives no training size; write SYSTEM=1000")
    return name, int(match[1].replace(",", "")) * TIMES[match[2].lower()]
