"""What plain values from elsewhere have to look like, asked before anything of them is used.

A form takes a value and where it stands, and raises `ValidationError` in words where it is another.
Forms are put together of others, so that each kind of value is described once, beside what reads
it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

Validator = Callable[[Any, str], None]

# what the databases keep as a whole number
MOST = 2**31 - 1
LARGEST = 10**300
DIGEST = re.compile("[0-9a-f]{64}")
MOMENT = re.compile(r"\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ")
HALVES = re.compile("[\ud800-\udfff]")
NOTHING: Mapping[str, Validator] = MappingProxyType({})


class ValidationError(ValueError):
    """A value is not of the form that it should have: where, and what is wrong."""


def text(value: Any, location: str) -> None:
    """A text without halves of characters, which no file and no page can hold."""
    if not isinstance(value, str):
        raise ValidationError(f"{location} is not text")
    if HALVES.search(value):
        raise ValidationError(f"{location} holds half a character")


def stored_text(value: Any, location: str) -> None:
    """A text as a database keeps it."""
    text(value, location)
    if "\0" in value:
        raise ValidationError(f"{location} holds a character that databases cannot keep")


def non_negative(value: Any, location: str) -> None:
    """A whole number from 0 on, not larger than databases keep."""
    integer(value, location)
    if value < 0:
        raise ValidationError(f"{location} is less than 0")


def count(value: Any, location: str) -> None:
    """A whole number from 1 on."""
    non_negative(value, location)
    if not value:
        raise ValidationError(f"{location} is 0")


def integer(value: Any, location: str) -> None:
    """A whole number that databases keep."""
    if type(value) is not int or abs(value) > MOST:
        raise ValidationError(f"{location} is not a whole number")


def number(value: Any, location: str) -> None:
    """A number that can be counted with."""
    if type(value) not in (int, float) or not abs(value) < LARGEST:
        raise ValidationError(f"{location} is not a number")


def yes_or_no(value: Any, location: str) -> None:
    """True or false."""
    if type(value) is not bool:
        raise ValidationError(f"{location} is neither true nor false")


def digest(value: Any, location: str) -> None:
    """A SHA-256, in hex."""
    text(value, location)
    if DIGEST.fullmatch(value) is None:
        raise ValidationError(f"{location} is not a digest")


def moment(value: Any, location: str) -> None:
    """A time as events hold it: 2024-01-31T12:00:00Z."""
    text(value, location)
    if MOMENT.fullmatch(value) is None:
        raise ValidationError(f"{location} is not a time")


def one_of(*allowed: Any) -> Validator:
    """One of some values, of the same type too."""

    def check(value: Any, location: str) -> None:
        if not any(type(value) is type(each) and value == each for each in allowed):
            raise ValidationError(f"{location} is none of {', '.join(map(repr, allowed))}")

    return check


def maybe(form: Validator) -> Validator:
    """Nothing, or a value of a form."""

    def check(value: Any, location: str) -> None:
        if value is not None:
            form(value, location)

    return check


def either(*forms: Validator) -> Validator:
    """A value of any of some forms; what is wrong is said by the last."""

    def check(value: Any, location: str) -> None:
        for form in forms[:-1]:
            try:
                return form(value, location)
            except ValidationError:
                pass
        return forms[-1](value, location)

    return check


def listed(form: Validator, exactly: int | None = None) -> Validator:
    """A list of values of one form, of any length or of one."""

    def check(value: Any, location: str) -> None:
        if not isinstance(value, list):
            raise ValidationError(f"{location} is not a list")
        if form is integer and set(map(type, value)) <= {int} and _within(value):
            return  # rows of marks may be many
        if exactly is not None and len(value) != exactly:
            raise ValidationError(f"{location} has {len(value)} values instead of {exactly}")
        for place, each in enumerate(value, 1):
            form(each, f"{location}, value {place}")

    return check


def _within(values: list[int]) -> bool:
    return not values or (min(values) >= -MOST and max(values) <= MOST)


def keyed(form: Validator) -> Validator:
    """An object with any names, all texts, and values of one form."""

    def check(value: Any, location: str) -> None:
        if not isinstance(value, dict):
            raise ValidationError(f"{location} is not an object")
        for name, each in value.items():
            text(name, f"a name in {location}")
            form(each, f"{location}: {name[:80]!r}")

    return check


def record(needed: Mapping[str, Validator], others: Mapping[str, Validator] = NOTHING) -> Validator:
    """An object that has all names that are needed, maybe some others, and none beside these."""
    validators = {**needed, **others}

    def check(value: Any, location: str) -> None:
        if not isinstance(value, dict):
            raise ValidationError(f"{location} is not an object")
        for name in needed:
            if name not in value:
                raise ValidationError(f"{location} lacks {name!r}")
        for name, each in value.items():
            if name not in validators:
                raise ValidationError(f"{location} has an unknown name, {str(name)[:80]!r:.100}")
            validators[name](each, f"{location}: {name}")

    return check


def plain(value: Any, location: str) -> None:
    """Anything that JSON can say, without halves of characters."""
    if isinstance(value, str):
        text(value, location)
    elif isinstance(value, dict):
        keyed(plain)(value, location)
    elif isinstance(value, list):
        listed(plain)(value, location)
    elif value is not None and type(value) is not bool:
        number(value, location)


def why_invalid(form: Validator, value: Any, location: str) -> str | None:
    """What is wrong with a value, in words; None where it is of the form."""
    try:
        form(value, location)
    except ValidationError as error:
        # the value may be a text that no page can show
        return HALVES.sub("�", str(error))
    return None
