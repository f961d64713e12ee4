"""Which texts are equal."""

from __future__ import annotations

import numpy as np

from metrics.typing import Array


def text_codes(texts: Array) -> Array:
    """Equal numbers for texts equal but for case and spacing, shape (n,); -1 for empty ones."""
    # text by text: only Python folds the case of every script, and Arrow takes as long for ASCII
    seen: dict[str, int] = {"": -1}
    return np.fromiter(
        (seen.setdefault(" ".join(str(t).split()).casefold(), len(seen)) for t in texts),
        dtype=np.int64,
        count=len(texts),
    )
