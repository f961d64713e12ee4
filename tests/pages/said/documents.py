"""What is said on the Documents page."""

from __future__ import annotations

from functools import partial

from tests.pages.claims import Claims, Seen, all_same, claim

CLAIMS: Claims = []
says = partial(claim, CLAIMS)


@says(r"^# documents?$")
def _(seen: Seen, n: str) -> None:
    all_same((n,), (seen.facts.n,))


@says(r"^# of #$")
def _(seen: Seen, place: str, n: str) -> None:
    all_same((place, n), (1, seen.facts.n))


@says(r"^# to # of # documents?$")
def _(seen: Seen, first: str, last: str, n: str) -> None:
    all_same((first, last, n), (1, min(15, seen.facts.n), seen.facts.n))


@says(r"^Document d0\b")
def _(_: Seen) -> None:
    """Its id: nothing counted."""
