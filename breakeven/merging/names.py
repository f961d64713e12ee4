"""What a class is called that is made of others."""

from __future__ import annotations

from collections.abc import Collection, Sequence

JOIN = " + "
# of more members the first are named, and how many follow
NAMED = 3


def merged_name(members: Sequence[str], taken: Collection[str]) -> str:
    """The names of the members, as no class is called that is `taken`."""
    named = list(members) if len(members) <= NAMED else list(members[: NAMED - 1])
    more = len(members) - len(named)
    name = JOIN.join([*named, *([f"{more} more"] if more else [])])
    while name in taken:
        name += " merged"
    return name
