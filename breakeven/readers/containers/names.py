"""What the files in an archive are called: names that are shown, and never become paths."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np

from breakeven.readers.containers.limits import MOST_MEMBERS, too_many
from breakeven.readers.problems import ReadError, first_problems, shorten
from breakeven.records import Problem

OUTSIDE = re.compile(r"^[/\\]|^[A-Za-z]:|(^|[/\\])\.\.([/\\]|$)|[\0-\x1f]")
# what systems and editors leave behind
HIDDEN = re.compile(r"(^|/)(\.|__MACOSX(/|$)|Thumbs\.db$|desktop\.ini$|~\$)")
LONGEST = 1_000
CAREFUL = "do not unpack it; ask where it comes from"


def check_names(archive: str, names: Sequence[str]) -> None:
    """Raises ReadError for too many files, two of one name, and names that lead elsewhere."""
    if len(names) > MOST_MEMBERS:
        raise too_many(archive, len(names), MOST_MEMBERS, "files")
    bad = [name for name in names if OUTSIDE.search(name) or len(name) > LONGEST]
    problems = _problems(archive, bad, "leads out of the archive, or is no name of a file", CAREFUL)
    twice = [name for name, times in Counter(names).items() if times > 1]
    problems += _problems(archive, twice, "is there twice", "pack it again, each file once")
    if problems:
        raise ReadError(problems)


def _problems(archive: str, names: Sequence[str], what: str, remedy: str) -> list[Problem]:
    return first_problems(
        np.arange(len(names)),
        lambda i: Problem(what=f"{shorten(names[i])!r} {what}", remedy=remedy, file=archive),
    )


def is_hidden(name: str) -> bool:
    """Whether a system or an editor left this in an archive or folder: nobody means to give it."""
    return HIDDEN.search(name) is not None
