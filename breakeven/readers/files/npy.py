"""Arrays of NumPy as they are saved, .npy or several in .npz, without ever opening a pickle.

Source: numpy.org/doc/stable/reference/generated/numpy.lib.format.html.
"""

from __future__ import annotations

import io
import warnings
import zipfile
import zlib
from tokenize import TokenError

import numpy as np

from breakeven.readers.containers.limits import MOST_UNPACKED
from breakeven.readers.files.foreign import ZIP
from breakeven.readers.problems import ReadError
from breakeven.records import Problem
from metrics.typing import Array

NPY = b"\x93NUMPY"
ENDING = ".npy"
HEADERS = {
    (1, 0): np.lib.format.read_array_header_1_0,
    (2, 0): np.lib.format.read_array_header_2_0,
}
MOST_RATIO = 20  # of what is packed: logits hardly shrink
# what zipfile and the reading of a header raise
BROKEN_BY = (
    ValueError, OSError, EOFError, zipfile.BadZipFile, zlib.error, RuntimeError, SyntaxError,
    TokenError,
)  # fmt: skip
BROKEN = "the arrays are broken or cut short"
SAVE_AGAIN = "save them again with numpy.savez, or transfer the file again"


def holds_arrays(start: bytes) -> bool:
    """Whether a file is an array, or an archive of them, by its first bytes."""
    if start.startswith(NPY):
        return True
    if not start.startswith(ZIP) or len(start) < 30:
        return False
    length = int.from_bytes(start[26:28], "little")
    return start[30 : 30 + length].endswith(ENDING.encode())


def arrays_of(name: str, raw: bytes, alone: str) -> tuple[dict[str, Array], list[str]]:
    """The arrays by name, and the names of those that are pickled objects, which stay closed.

    `alone`: what the array of an .npy is called. Raises ReadError.
    """
    try:
        if raw.startswith(NPY):
            found = {alone: _array(raw)}
        else:
            with zipfile.ZipFile(io.BytesIO(raw)) as archive:
                _check_size(name, archive, len(raw))
                found = {
                    member.filename.removesuffix(ENDING): _array(archive.read(member))
                    for member in archive.infolist()
                    if member.filename.endswith(ENDING)
                }
    except BROKEN_BY as error:
        raise ReadError([Problem(what=BROKEN, remedy=SAVE_AGAIN, file=name)]) from error
    closed = [key for key, array in found.items() if array is None]
    return {key: array for key, array in found.items() if array is not None}, closed


def _check_size(name: str, archive: zipfile.ZipFile, packed: int) -> None:
    size = sum(member.file_size for member in archive.infolist())
    if size > max(MOST_UNPACKED, MOST_RATIO * packed):
        what = f"it unpacks to {size // 10**6:,} MB"
        raise ReadError([Problem(what=what, remedy="save it with numpy.savez", file=name)])


def _array(raw: bytes) -> Array | None:
    """One array; None where it holds objects. Raises ValueError where it is cut short."""
    stream = io.BytesIO(raw)
    version = np.lib.format.read_magic(stream)
    if version not in HEADERS:
        return None  # of named fields
    with warnings.catch_warnings(action="ignore"):  # of files of Python 2
        shape, by_column, kind = HEADERS[version](stream)
    if kind.hasobject or kind.names is not None:
        return None
    # the header may promise any shape: only what is there is taken
    flat = np.frombuffer(raw, kind, offset=stream.tell())
    if len(flat) != int(np.prod([int(size) for size in shape], dtype=object)):
        raise ValueError(BROKEN)
    return flat.reshape(shape[::-1]).T if by_column else flat.reshape(shape)
