"""How much of what is wrong is said, and that nothing else escapes."""

from __future__ import annotations

import numpy as np
import pytest

from breakeven.data.records import Problem
from breakeven.readers.base.problems import (
    ReadError,
    UnexpectedError,
    first_problems,
    within_limits,
)


def test_of_many_problems_of_a_kind_the_first_twenty_are_told() -> None:
    def problem(row: int) -> Problem:
        return Problem(row=row, what=f"wrong {row}", remedy="mend it", file="f")

    assert [p.row for p in first_problems(np.arange(20), problem)] == list(range(20))
    told = first_problems(np.arange(5, 27), problem)
    assert [p.row for p in told[:20]] == list(range(5, 25))
    assert (told[20].row, told[20].what, told[20].file) == (None, "and 2 more of this kind", "f")
    assert len(told) == 21
    assert first_problems(np.arange(0), problem) == []


@pytest.mark.parametrize(
    ("error", "what"), [(MemoryError, "more memory"), (RecursionError, "nested too deeply")]
)
def test_what_is_too_much_is_a_problem_of_the_file(error: type[Exception], what: str) -> None:
    with pytest.raises(ReadError, match=what) as raised, within_limits("f.csv"):
        raise error
    assert raised.value.problems[0].file == "f.csv"
    # what nobody thought of is told apart from it, with its cause
    said = r"not because of its size.*KeyError"
    with pytest.raises(UnexpectedError, match=said) as other, within_limits("f.csv"):
        raise KeyError
    assert isinstance(other.value.__cause__, KeyError)
