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

# one worker each: two servers and two Chromiums, or two of a database, only slow each other
TOGETHER = ("tests/browser/", "tests/breakeven/library/")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Tests of a file, or of a folder of `TOGETHER`, share a worker, and with it what is set up."""
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.partition("::")[0]
            return next((folder for folder in TOGETHER if file.startswith(folder)), file)

    return ByFile(config, log)
