"""Results that last as long as the records that they were made of.

Pages, commands and Python ask several times for what takes a while: which texts are nearly equal,
or what makes scores probabilities.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

Made = TypeVar("Made")
Places = tuple[int, ...]
References = tuple[weakref.ref[Any], ...]


class RecordCache(Generic[Made]):
    """What was made of records, each result once, however many doors ask for it.

    Records are told apart by identity, as they never change, and what was made of one that is gone
    is dropped: a cache is no reason for a review to stay in memory. Of the same records the last
    `most` results stay. Two threads that ask at once may both make a result; the last one stays.
    """

    def __init__(self, most: int) -> None:
        """Nothing was made yet."""
        self._most = most
        self._of: dict[Places, tuple[References, dict[Hashable, Made]]] = {}

    def result_of(
        self, records: tuple[object, ...], key: Hashable, make: Callable[[], Made]
    ) -> Made:
        """What was made of these records under a key, made now where it was not yet.

        What `make` raises is raised, and nothing stays.
        """
        results = self._results(records)
        if key in results:
            return results[key]
        made = make()
        results[key] = made
        for old in list(results)[: -self._most]:
            results.pop(old, None)
        return made

    def _results(self, records: tuple[object, ...]) -> dict[Hashable, Made]:
        places = tuple(map(id, records))
        entry = self._of.get(places)
        # the place in memory of what is gone is taken again
        if entry is None or any(
            ref() is not record for ref, record in zip(entry[0], records, strict=True)
        ):
            refs = tuple(weakref.ref(each, lambda _: self._forget(places)) for each in records)
            entry = self._of[places] = (refs, {})
        return entry[1]

    def _forget(self, places: Places) -> None:
        entry = self._of.get(places)
        if entry is not None and any(ref() is None for ref in entry[0]):
            self._of.pop(places, None)
