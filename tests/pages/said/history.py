"""What the History page says of a sign-off, worked out in plain Python."""

from __future__ import annotations

from functools import partial

from tests.pages.claims import Claims, Seen, claim, same

CLAIMS: Claims = []
says = partial(claim, CLAIMS)


@says(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", r"Digest(?: of the numbers)? [0-9a-f]{12}",
      r"Breakeven \d+\.\d+\.\d+", r"[Vv]ersion 1\b", r"system file 1")  # fmt: skip
def _(_: Seen) -> None:
    """Moments, digests and versions: nothing counted from the file."""


@says(r"# documents, micro F #, macro F #, and # numbers in all")
def _(seen: Seen, documents: str, micro: str, macro: str, numbers: str) -> None:
    assert seen.facts.scores is None
    same(documents, seen.facts.n)
    same(micro, seen.facts.pooled.f)
    same(macro, seen.facts.macro("f"))
    # in single-label data: two counts; eight measures pooled; the same over classes and over
    # documents, each with how many it averages; exact match
    same(numbers, 2 + 8 + 2 * 8 + 2 * 8 + 1)


@says(r"# documents · # classes")
def _(seen: Seen, documents: str, classes: str) -> None:
    same(documents, seen.facts.n)
    same(classes, len(seen.facts.classes))
