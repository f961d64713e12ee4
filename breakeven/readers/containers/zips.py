"""Zip archives: what they list is checked, and each file is unpacked into memory and counted."""

from __future__ import annotations

import io
import stat
import zipfile
import zlib

from breakeven.readers.containers.limits import (
    MOST_MEMBERS,
    PIECE,
    Budget,
    refusal,
    too_many,
)
from breakeven.readers.containers.names import check_names

ZIP = (b"PK\x03\x04", b"PK\x05\x06")
ENTRY = b"PK\x01\x02"
WORKBOOKS = (".xlsx", ".xlsm", ".xlsb", ".ods")  # zips, to the program that opens them
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ENCRYPTED = 0x1
BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    ValueError,
    NotImplementedError,
    RuntimeError,
    IndexError,
)
AGAIN = "pack or transfer it again"


def open_zip(name: str, data: bytes) -> tuple[zipfile.ZipFile, dict[str, zipfile.ZipInfo]]:
    """The archive, and its files by name, no folders. Raises ReadError for what it lists."""
    # counted before the list is read, which takes a kilobyte of memory for each
    listed = data.count(ENTRY)
    if listed > 10 * MOST_MEMBERS:
        raise too_many(name, listed, MOST_MEMBERS, "files")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except BROKEN as error:
        raise _broken(name, error) from error
    files = [info for info in archive.infolist() if not info.is_dir()]
    check_names(name, [info.orig_filename for info in files])
    return archive, {info.filename: info for info in files}


def why_not(info: zipfile.ZipInfo) -> str:
    """Why a file of an archive is not unpacked; "" where it is."""
    if stat.S_ISLNK(info.external_attr >> 16):
        return "it is a link, and links are not followed"
    if info.flag_bits & ENCRYPTED:
        return "it is encrypted: unpack it with its password first"
    if info.compress_type not in METHODS:
        return "it is packed by a method that is not read: pack it as an ordinary zip archive"
    return ""


def unzipped(name: str, archive: zipfile.ZipFile, info: zipfile.ZipInfo, budget: Budget) -> bytes:
    """The content of one file. Raises ReadError where it is broken, or too large.

    What the archive says of sizes is not believed: what comes out is counted.
    """
    out = bytearray()
    own = f"{name}/{info.filename}"
    budget.take_packed(own, info.file_size, info.compress_size)
    try:
        with archive.open(info) as packed:
            while piece := packed.read(PIECE):
                out += piece
                budget.take(len(piece))
                budget.take_packed(own, len(out), info.compress_size)
    except BROKEN as error:
        raise _broken(own, error) from error
    return bytes(out)


def _broken(name: str, error: Exception) -> Exception:
    kind = "workbook" if name.lower().endswith(WORKBOOKS) else "zip archive"
    what = f"the {kind} is broken or cut short ({error or type(error).__name__})"
    return refusal(name, what, AGAIN)
