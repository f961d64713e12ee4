"""Which texts are equal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from metrics.typing import Array

if TYPE_CHECKING:
    import pyarrow as pa

# of ASCII, what parts words
BLANK = "[\t-\r\x1c- ]"


def text_codes(texts: Array) -> Array:
    """Equal numbers for texts equal but for case and spacing, shape (n,); -1 for empty ones."""
    # takes long to import, and the first page looks at no text
    import pyarrow as pa
    import pyarrow.compute as pc

    given = _as_arrow(texts)
    if given is None:
        seen: dict[str, int] = {"": -1}
        found = (seen.setdefault(_folded(text), len(seen)) for text in texts)
        return np.fromiter(found, dtype=np.int64, count=len(texts))
    equal = pc.ascii_lower(given)
    # ids have no blanks as a rule. Where one has, or another script, only Python folds it
    if not _plain(given):
        odd = pc.or_(pc.match_substring_regex(given, BLANK), pc.invert(pc.string_is_ascii(given)))
        folded = [_folded(text) for text in given.filter(odd).to_pylist()]
        equal = pc.replace_with_mask(equal, odd, pa.array(folded, pa.large_string()))
    parts = equal.dictionary_encode()
    codes = parts.indices.to_numpy().astype(np.int64)
    empty = pc.index(parts.dictionary, "").as_py()
    return codes if empty < 0 else np.where(codes == empty, -1, codes)


def _plain(texts: pa.LargeStringArray) -> bool:
    """Whether there is no blank in any, and nothing beyond ASCII."""
    signs = np.frombuffer(texts.buffers()[2] or b"", dtype=np.uint8)
    return bool(np.all((signs > ord(" ")) & (signs < 128)))


def _as_arrow(texts: Array) -> pa.LargeStringArray | None:
    """The texts; None where any is none, or holds half a sign."""
    import pyarrow as pa

    try:
        given = pa.array(texts, pa.large_string())
    except (pa.ArrowException, ValueError):
        return None
    return None if given.null_count else given


def _folded(text: object) -> str:
    return " ".join(str(text).split()).casefold()
