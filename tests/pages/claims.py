"""How a page's sentences are held to independent arithmetic.

A claim is a pattern with a check: `#` stands for a number, `@` for a class. Every number in the
prose of a page must belong to a claim, and its check compares it with counts made without the
product.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from tests.adversarial_files import CLASSES
from tests.pages.facts import Cells, Facts

NUMBER = r"([−+-]?\d{1,3}(?:,\d{3})+|[−+-]?\d+(?:\.\d+)?|—)"
CLASS = rf"“?({'|'.join(CLASSES)})”?"


@dataclass(frozen=True)
class Seen:
    """What a page is about: the facts of the system shown, of all systems, the chosen class."""

    facts: Facts
    systems: dict[str, Facts]
    chosen: str

    @property
    def cells(self) -> Cells:
        """Of the chosen class."""
        return self.facts.tables[self.chosen]


Check = Callable[..., None]
Claims = list[tuple[re.Pattern[str], Check]]


def claim(claims: Claims, *patterns: str) -> Callable[[Check], Check]:
    """Adds patterns with their check: called with what is seen, then the text of every group."""

    def add(check: Check) -> Check:
        for pattern in patterns:
            made = pattern.replace("#", NUMBER).replace("@", CLASS)
            claims.append((re.compile(made), check))
        return check

    return add


def unexplained(text: str, claims: Claims, seen: Seen) -> str:
    """A text after its claims were checked, the first claim first: "" where they explain all.

    Else what still has numbers, with `…` in place of what was explained. AssertionError where a
    claim is not so.
    """
    for pattern, check in claims:
        while match := pattern.search(text):
            try:
                check(seen, *match.groups())
            except AssertionError as error:
                raise AssertionError(f"{match[0]!r} in {text!r}: {error}") from None
            text = f"{text[: match.start()]}…{text[match.end() :]}"
    return text if re.search(r"\d", text) else ""


def same(shown: str, exact: Any) -> None:
    """A number shown is this one to the digits shown; — is undefined."""
    if shown == "—" or exact is None:
        assert (shown == "—") == (exact is None), f"shown {shown}, counted {exact}"
        return
    given = Decimal(shown.replace("−", "-").replace(",", ""))
    places = max(0, -int(given.as_tuple().exponent))
    half = Fraction(1, 2 * 10**places) + Fraction(1, 10**9)
    value = exact if isinstance(exact, Fraction) else Fraction(exact)
    assert abs(Fraction(given) - value) <= half, f"shown {shown}, counted {float(exact)}"


def all_same(shown: tuple[str, ...], exact: tuple[Any, ...]) -> None:
    assert len(shown) == len(exact)
    for a, b in zip(shown, exact, strict=True):
        same(a, b)
