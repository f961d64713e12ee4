"""A measure or average by any name that people know it by.

Tested in `tests/metrics/catalogue/test_names.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from metrics.catalogue import CATALOGUE
from metrics.typing import AVERAGES, F1_BETA

# of the names of F, those that mean β = 1
OF_F1 = ("f1", "dice_coefficient")


def plain_name(name: str) -> str:
    """The name in small letters, words parted by underscores: `Hamming loss` is `hamming_loss`."""
    return re.sub(r"[^\w@₁]+", "_", name.casefold().replace("’", "").replace("'", "")).strip("_")


@cache
def _keys() -> Mapping[str, str]:
    """The key of every entry by its key, its name and its aliases, each as `plain_name` has it."""
    named = {
        plain_name(name): key
        for key, entry in [*CATALOGUE.items()][::-1]
        for name in (entry.name, *entry.aliases)
    }
    return named | {key: key for key in CATALOGUE}


def key_of(name: str) -> str | None:
    """The key of the entry that is called so, with or without `score`; None where none is.

    >>> key_of("Sensitivity"), key_of("jaccard_score"), key_of("nonsense")
    ('recall', 'overlap', None)
    """
    # accuracy@1 is one of accuracy@k
    plain = re.sub(r"@[0-9]+$", "@k", plain_name(name))
    return _keys().get(plain) or _keys().get(plain.removesuffix("_score"))


def measure_of(name: str, choices: Sequence[str], beta: float = F1_BETA) -> str:
    """The one of `choices`, keys of measures, that is called so; the name itself where none is.

    ValueError where F₁ is asked for by name, and β is not 1.
    """
    key = name if name in choices else key_of(name)
    if key is None or key not in choices:
        return name
    if plain_name(name).removesuffix("_score") in OF_F1 and beta != F1_BETA:
        raise ValueError(f"{name} has β = 1, and β is {beta:g} here; ask for f")
    return key


def average_of(name: str) -> str:
    """The average that is called so, as `samples`; the name itself where none is."""
    keys = (key_of(called) for called in (name, f"{name} average"))
    return next((key for key in keys if key in AVERAGES), None) or name


def average_and_measure(
    name: str, averages: Sequence[str], choices: Sequence[str]
) -> tuple[str, str] | None:
    """`samples_jaccard` as the average and the measure that it names; None where it names none.

    `macro_average_precision` is no precision, also where average precision is none of `choices`.
    """
    for average, called in _partings(name, averages):
        measure = measure_of(called, choices)
        if measure in choices:
            return average, measure
        if key_of(called) is not None:
            return None
    return None


def meant_by(name: str, averages: Sequence[str] = ()) -> str | None:
    """The key of what a name means, with an average before it or without; None of nothing.

    >>> meant_by("hamming loss"), meant_by("macro_specificity", ["macro"])
    ('error_rate', 'specificity')
    """
    called = (name, *(measure for _, measure in _partings(name, averages)))
    return next((key for key in map(key_of, called) if key is not None), None)


def _partings(name: str, averages: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each way to part a name into an average and what it is of, the shortest average first."""
    words = plain_name(name).split("_")
    for parted in range(1, len(words)):
        average = average_of("_".join(words[:parted]))
        if average in averages:
            yield average, "_".join(words[parted:])
