"""What tests need of the operating system that not every one has."""

from __future__ import annotations

import sys
from contextlib import suppress

import pytest

from breakeven.readers.worker.connection import HAS_WORKER

HAS_LIMITS = False
with suppress(ImportError):
    import resource  # noqa: F401 - only whether it is there

    HAS_LIMITS = True

needs_limits = pytest.mark.skipif(not HAS_LIMITS, reason="this system limits no process")
needs_memory_limits = pytest.mark.skipif(
    not HAS_LIMITS or sys.platform != "linux", reason="other systems do not keep this limit"
)
needs_worker = pytest.mark.skipif(not HAS_WORKER, reason="this system reads in the same process")
