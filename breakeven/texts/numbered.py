"""Ids taken apart: their form, which is all but the digits, and the last number in them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from metrics.typing import Array

# more digits than a float tells apart are no number
LAST_NUMBER = r"(?P<number>[0-9]{1,15})[^0-9]*$"


@dataclass(frozen=True)
class Numbered:
    """The form of each of n ids, `form` as a place in `forms`, and its number, NaN for none."""

    form: Array
    forms: tuple[str, ...]
    number: Array


def numbered(ids: Array) -> Numbered:
    """What ids have in common and what counts them: `nyt/a-017` is `nyt/a-#` and 17."""
    # slow to import, and few ask for it
    import pyarrow as pa
    from pyarrow import compute

    texts = pa.array(ids.astype(str) if ids.dtype != object else ids, pa.large_string())
    forms = compute.replace_substring_regex(texts, "[0-9]+", "#").dictionary_encode()
    found = compute.struct_field(compute.extract_regex(texts, LAST_NUMBER), "number")
    number = found.cast(pa.float64()).fill_null(np.nan).to_numpy(zero_copy_only=False)
    return Numbered(
        forms.indices.to_numpy(zero_copy_only=False),
        tuple(forms.dictionary.to_pylist()),
        np.asarray(number),
    )
