"""What all tests share."""

from __future__ import annotations

import os
from tempfile import TemporaryDirectory

from hypothesis import settings

# how long an example takes says how busy the machine is, not whether the code is right; with
# CI=true every run tries the same examples, elsewhere new ones are found
settings.register_profile("untimed", deadline=None, derandomize=os.environ.get("CI") == "true")
settings.load_profile("untimed")

# what tests save is not in the checkout, and goes when they end
HOME = TemporaryDirectory(prefix="breakeven-tests-", ignore_cleanup_errors=True)
os.environ["BREAKEVEN_HOME"] = HOME.name
os.environ.pop("BREAKEVEN_DATABASE_URL", None)
