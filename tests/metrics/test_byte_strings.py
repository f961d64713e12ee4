"""Whether texts are all different, beside a set of them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.byte_strings import LONGEST_IN_WORDS, all_different


def _all_different(texts: list[bytes], kind: type[np.signedinteger] = np.int64) -> bool:
    ends = np.cumsum([0, *map(len, texts)]).astype(kind)
    return all_different(np.frombuffer(b"".join(texts), np.uint8), ends)


@given(st.lists(st.text(alphabet="ab\0", max_size=20).map(str.encode), max_size=12))
def test_it_is_told_as_a_set_tells_it(texts: list[bytes]) -> None:
    # two of so few have one number once in some 10^17 times
    assert _all_different(texts) == (len(set(texts)) == len(texts))


@pytest.mark.parametrize("length", [1, 7, 8, 9, 16, 17, LONGEST_IN_WORDS, LONGEST_IN_WORDS + 1])
@pytest.mark.parametrize("kind", [np.int32, np.int64])
def test_one_byte_tells_texts_apart_wherever_it_stands(
    length: int, kind: type[np.signedinteger]
) -> None:
    one = b"x" * length
    others = [one[:at] + b"y" + one[at + 1 :] for at in range(length)]
    assert _all_different([one, *others], kind)
    assert not _all_different([one, *others, one], kind)


def test_what_follows_a_text_is_not_part_of_it() -> None:
    # both are "b", beside other bytes in the words that they are read in
    assert not _all_different([b"b", b"acac", b"b"])
    assert _all_different([b"b", b"b\0", b"", b"\0"])


def test_ids_that_count_are_different() -> None:
    ids = [f"doc-{row}".encode() for row in range(200_000)]
    assert _all_different(ids)
    assert not _all_different([*ids, b"doc-7"])
