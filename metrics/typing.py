"""What all arithmetic shares: the type of arrays, and when numbers are equal."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

Array = NDArray[Any]

# numbers closer than this are equal, a limit is passed only beyond it: 0.75 - 0.70 is not 0.05
EQUAL = 1e-12
