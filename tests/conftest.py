"""What all tests share."""

from __future__ import annotations

import os
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import settings

# how long an example takes says how busy the machine is, not whether the code is right; with
# CI=true every run tries the same examples, elsewhere new ones are found
settings.register_profile("untimed", deadline=None, derandomize=os.environ.get("CI") == "true")
settings.load_profile("untimed")

# what tests save is not in the checkout, and goes when they end
HOME = TemporaryDirectory(prefix="breakeven-tests-", ignore_cleanup_errors=True)
os.environ["BREAKEVEN_HOME"] = HOME.name
os.environ.pop("BREAKEVEN_DATABASE_URL", None)

# Chromium and Spark each take all processors: one after another in one worker, and from the start,
# or a worker is left alone with them in the end
HEAVY = (
    "tests/breakeven/engine/test_spark_clusters.py",
    "tests/breakeven/engine/test_spark.py",
    "tests/browser/",
)
# two servers of a database would only slow each other
LIBRARY = "tests/breakeven/store/"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Tests of a file share a worker, and with it what is set up; so do `HEAVY`, and `LIBRARY`."""
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            if nodeid.startswith(HEAVY):
                return HEAVY[0]
            return LIBRARY if nodeid.startswith(LIBRARY) else nodeid.partition("::")[0]

        def _assign_work_unit(self, node: Any) -> None:
            if HEAVY[0] in self.workqueue:
                self.workqueue.move_to_end(HEAVY[0], last=False)
            super()._assign_work_unit(node)

    return ByFile(config, log)
