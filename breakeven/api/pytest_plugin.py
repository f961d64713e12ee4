"""What `pytest` offers where Breakeven is installed: a fixture that opens a review.

Every run of pytest imports this, so nothing of Breakeven is imported before the fixture is used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from breakeven.api.measured_review import MeasuredReview


@pytest.fixture(scope="session")
def breakeven_review(pytestconfig: pytest.Config) -> Callable[..., MeasuredReview]:
    """Opens a review, to be measured: `breakeven_review("p.csv").f(split="test") >= 0.85`.

    Files, a packed review or a sample, and options, as `breakeven.read` takes them; paths start at
    the folder of the configuration (rootdir).
    """

    def opened(*files: Any, **reading: Any) -> MeasuredReview:
        # each run of pytest imports this module, few use the fixture
        from breakeven.api.measured_review import measured_review

        return measured_review(files, reading, pytestconfig.rootpath)

    return opened
