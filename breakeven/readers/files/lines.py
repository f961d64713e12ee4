"""On which lines rows stand, where none has to be remembered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from metrics.typing import Array

# no header stands above them, so the first is what every other tool calls the first
FIRST = 1


@dataclass(frozen=True)
class OneLineEach:
    """The lines of so many rows that follow each other, as an array of them has it.

    Hundreds of millions of rows would take more memory than what is read of them.
    """

    rows: int

    def __len__(self) -> int:
        """How many rows there are."""
        return self.rows

    def __getitem__(self, rows: Any) -> Any:
        """The line of a row, or those of an array or slice of rows, none counted from the end."""
        if isinstance(rows, slice):
            rows = np.arange(*rows.indices(self.rows))
        return rows + FIRST

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        """The lines of all rows, shape (rows,)."""
        return np.arange(FIRST, self.rows + FIRST, dtype=dtype)

    def tolist(self) -> list[int]:
        """The lines of all rows."""
        return list(range(FIRST, self.rows + FIRST))
