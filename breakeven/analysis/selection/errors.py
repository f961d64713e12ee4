"""What is said of a choice that a review does not allow."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class ChoiceError(ValueError):
    """A choice that a review does not allow: what is wrong with it, and what to do. Plain text."""

    def __init__(self, what: str, remedy: str) -> None:
        self.what, self.remedy = what, remedy
        super().__init__(f"{what}; {remedy}")


# what is said wherever a system is asked for, and there is none
NO_SYSTEM = "Nothing is predicted in these files, and this needs predictions"
# and what can be asked all the same: the pages, the commands, and the functions of that name
WITHOUT_A_SYSTEM = (
    "add a file with what a system predicts, or ask what needs none: check, split, test-size, "
    "slices (class_shares in Python), documents (find in Python), agree"
)


class NoSystemError(ChoiceError):
    """A review without a system was asked for what one says of the documents."""

    def __init__(self) -> None:
        super().__init__(NO_SYSTEM, WITHOUT_A_SYSTEM)


class FilterError(ChoiceError):
    """A filter that cannot be read or does not fit the review.

    `at` is the position in `text` of the character where it went wrong, from 0.
    """

    def __init__(self, what: str, text: str, position: int) -> None:
        self.text, self.position = text, position
        super().__init__(f"character {position + 1}: {what}", "fix the filter there")

    @property
    def pointed(self) -> str:
        """Two lines: the filter, and a mark below the character."""
        shown = "".join(c if c.isprintable() else " " for c in self.text)
        return f"{shown}\n{' ' * self.position}^"


def unknown(what: str, name: str, names: Iterable[str]) -> str:
    """That there is no such class, column or split, with the names most like it."""
    by_folded_name = {k.casefold(): k for k in names}
    like = [
        by_folded_name[k]
        for k in get_close_matches(name.casefold(), by_folded_name, n=3, cutoff=0.6)
    ]
    missing = f"there is no {what} {_written(name)}"
    return f"{missing} (like it: {', '.join(map(_written, like))})" if like else missing


def _written(name: str, longest: int = 60) -> str:
    return repr(name if len(name) <= longest else name[: longest - 1] + "…")


class MisfitError(Exception):
    """A term that does not fit the documents: what is wrong, and where in the filter's text."""

    def __init__(self, what: str, position: int) -> None:
        self.what, self.position = what, position
        super().__init__(what)


def index_of(what: str, name: str, names: tuple[str, ...], position: int) -> int:
    """Where a name stands among those known. MisfitError where it does not."""
    if name not in names:
        raise MisfitError(unknown(what, name, names), position)
    return names.index(name)
