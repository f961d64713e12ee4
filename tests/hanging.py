"""What must end, does: no measure of speed, which a busy machine makes slow.

Each task here takes less than a second on any machine, and for ever where it goes over the same
again and again.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

MOST_SECONDS = 60.0  # of the processor


@contextmanager
def ends(what: object = "") -> Iterator[None]:
    """Fails where what is done inside has taken a minute of the processor; `what` is named then."""
    start = time.process_time()
    yield
    took = time.process_time() - start
    assert took < MOST_SECONDS, f"{what} took {took:.0f} seconds of the processor"
