"""Keeping results between reruns: the key is made from the arguments, so none is forgotten."""

from __future__ import annotations

import hashlib
import inspect
import json
import weakref
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import wraps
from time import monotonic
from typing import Any, ParamSpec, TypeVar

import streamlit as st

P = ParamSpec("P")
R = TypeVar("R")

# what JSON keeps apart by itself
AS_THEY_ARE = {int, str, bool}
# how to drop what each function keeps, by its name
_KEPT: dict[str, Callable[..., None]] = {}
# when each of its results was asked for last, by its name and their key
_ASKED: dict[str, dict[str, float]] = {}
# what a kept result stands for, by its place in memory, for as long as it lives
_MADE: dict[int, tuple[weakref.ref[Any], str]] = {}


def digest(*parts: object) -> str:
    """One hex digest of plain values, reviews and kept results.

    Two lists of parts that differ anywhere have different digests. A review stands for its
    fingerprint, a result of a `cached` function for the call that made it, another dataclass
    for its fields. TypeError for anything else: nothing is sampled or passed over.
    """
    return hashlib.sha256(json.dumps([_plain(part) for part in parts]).encode()).hexdigest()


def _plain(value: object) -> object:
    """The value as JSON in which different values stay different."""
    if value is None or type(value) in (bool, int, str):
        return value
    # the first page keeps nothing that was counted, and opens without what counts
    import numpy as np

    # loads SciPy
    from breakeven.data.records import Review

    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return ["float", repr(value)]
    if isinstance(value, tuple | list):
        # many numbers are looked at together
        return ["items", *(value if set(map(type, value)) <= AS_THEY_ARE else map(_plain, value))]
    if isinstance(value, Mapping):
        return ["map", *([_plain(k), _plain(v)] for k, v in value.items())]
    if isinstance(value, Review):
        # the fingerprint does not change with measures of one's own
        return ["review", value.fingerprint, *map(_plain, value.measures)]
    made = _MADE.get(id(value))
    if made is not None and made[0]() is value:
        return ["made", made[1]]
    if is_dataclass(value) and not isinstance(value, type):
        parts = [[f.name, _plain(getattr(value, f.name))] for f in fields(value)]
        return [f"{type(value).__module__}.{type(value).__qualname__}", *parts]
    raise TypeError(f"a {type(value).__name__} says nothing of what it was made from")


def stands_for(value: object, key: str) -> None:
    """Note the digest of what a value was made from; where there are two, the first counts.

    `cached` does so for all results; this is for what is made and kept otherwise.
    """
    place = id(value)
    try:
        made = weakref.ref(value, lambda _: _MADE.pop(place, None))
    except TypeError:  # plain values stand for themselves
        return
    earlier = _MADE.get(place)
    if earlier is None or earlier[0]() is not value:
        _MADE[place] = (made, key)


def cached(entries: int, spinner: str | bool = False) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep the last `entries` results of a function, by a digest of all its arguments.

    Results are shared by all sessions and not copied: they are read, never changed. `spinner`:
    what is shown while one is made. Calling raises TypeError where an argument has no `digest`.
    """

    def decorated(function: Callable[P, R]) -> Callable[P, R]:
        signature = inspect.signature(function)
        name = f"{function.__module__}.{function.__qualname__}"

        def result_of(key: str, _make: Callable[[], R]) -> R:
            return _make()

        # Streamlit tells functions apart by module, name and source
        result_of.__module__, result_of.__qualname__ = function.__module__, function.__qualname__
        # one digest as the only argument: Streamlit samples large ones and can mix up several
        cached_result = st.cache_resource(max_entries=entries, show_spinner=spinner)(result_of)

        _KEPT[name] = cached_result.clear
        times = _ASKED[name] = {}

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            key = digest(name, bound.arguments)
            result = cached_result(key, lambda: function(*args, **kwargs))
            times[key] = monotonic()
            stands_for(result, key)
            return result

        return call

    return decorated


def forget_idle(seconds: float) -> None:
    """Forget the results that nobody has asked for since so long."""
    since = monotonic() - seconds
    for name, asked in _ASKED.items():
        for key in [key for key, last in list(asked.items()) if last < since]:
            asked.pop(key, None)
            _KEPT[name](key)
