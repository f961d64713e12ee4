"""A measure or average by any name that people know it by.

Tested in `tests/metrics/catalogue/test_names.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
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
    plain = plain_name(name)
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
    """`samples_jaccard` as the average and the measure that it names; None where it names none."""
    words = plain_name(name).split("_")
    for parted in range(len(words) - 1, 0, -1):
        average = average_of("_".join(words[:parted]))
        measure = measure_of("_".join(words[parted:]), choices)
        if average in averages and measure in choices:
            return average, measure
    return None
