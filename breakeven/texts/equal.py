"""Which texts are equal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from breakeven.records import Ids, PackedTexts
from metrics.distinct import surely_different
from metrics.typing import Array

if TYPE_CHECKING:
    import pyarrow as pa

# of ASCII, what parts words
BLANK = "[\t-\r\x1c- ]"


def text_codes(texts: Ids) -> Array:
    """Equal numbers for texts equal but for case and spacing, shape (n,); -1 for empty ones."""
    # takes long to import, and the first page looks at no text
    import pyarrow.compute as pc

    from breakeven.arrow import array_of_texts, bytes_of, numbers_in, text_as

    given = _as_arrow(texts)
    if given is None:
        seen: dict[str, int] = {"": -1}
        found = (seen.setdefault(_folded(text), len(seen)) for text in texts.tolist())
        return np.fromiter(found, dtype=np.int64, count=len(texts))
    equal = pc.ascii_lower(given)
    # ids have no blanks as a rule. Where one has, or another script, only Python folds it
    if not _plain(given):
        odd = pc.or_(pc.match_substring_regex(given, BLANK), pc.invert(pc.string_is_ascii(given)))
        folded = [_folded(text) for text in given.filter(odd).to_pylist()]
        equal = pc.replace_with_mask(equal, odd, array_of_texts(folded))
    held, ends = bytes_of(equal)
    if surely_different(held, ends):
        return np.where(np.diff(ends) > 0, np.arange(len(equal)), -1)
    parts = equal.dictionary_encode()
    codes = numbers_in(parts.indices).astype(np.int64)
    empty = pc.index(parts.dictionary, text_as("", parts.dictionary.type)).as_py()
    return codes if empty < 0 else np.where(codes == empty, -1, codes)


def _plain(texts: pa.LargeStringArray) -> bool:
    """Whether there is no blank in any, and nothing beyond ASCII."""
    signs = np.frombuffer(texts.buffers()[2] or b"", dtype=np.uint8)
    return bool(np.all((signs > ord(" ")) & (signs < 128)))


def _as_arrow(texts: Ids) -> pa.LargeStringArray | None:
    """The texts; None where any is none, or holds half a sign."""
    from breakeven.arrow import array_of_packed, array_of_texts

    if isinstance(texts, PackedTexts):
        return array_of_packed(texts.held, texts.ends)
    try:
        return array_of_texts(texts.tolist())
    except (TypeError, ValueError):
        return None


def _folded(text: object) -> str:
    return " ".join(str(text).split()).casefold()
