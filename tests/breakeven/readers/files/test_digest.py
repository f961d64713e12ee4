"""A file's digest is that of its bytes, however large it is, and whenever it is asked for."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from breakeven.readers.files.content import DIGEST_PIECE, LARGE_FILE, Digest


@pytest.mark.parametrize(
    "size", [0, 1, DIGEST_PIECE, DIGEST_PIECE + 1, LARGE_FILE - 1, LARGE_FILE + DIGEST_PIECE // 2]
)
def test_of_small_and_large_files_it_is_the_hash_of_all_bytes(tmp_path: Path, size: int) -> None:
    file = tmp_path / "file"
    file.write_bytes((b"0123456789abcde" * (size // 15 + 1))[:size])
    digest = Digest(file)
    assert str(digest) == str(digest) == hashlib.sha256(file.read_bytes()).hexdigest()
