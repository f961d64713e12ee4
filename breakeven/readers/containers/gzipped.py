"""One file packed by gzip."""

from __future__ import annotations

import gzip
import io
import zlib

from breakeven.readers.containers.limits import PIECE, Budget, refusal

GZIP = b"\x1f\x8b"
AGAIN = "pack or transfer it again"


def unpacked(name: str, data: bytes, budget: Budget) -> bytes:
    """What a gzip file holds, its parts joined. ReadError where it is broken or too large."""
    out = bytearray()
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as packed:
            while piece := packed.read(PIECE):
                out += piece
                budget.take(len(piece))
                budget.take_packed(name, len(out), len(data))
    except (OSError, EOFError, zlib.error) as error:
        what = f"the gzip file is broken or cut short ({error})"
        raise refusal(name, what, AGAIN) from error
    return bytes(out)
