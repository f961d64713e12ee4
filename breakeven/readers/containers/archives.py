"""Zip, tar and gzip: what they list is checked, each file is unpacked into memory and counted."""

from __future__ import annotations

import gzip
import io
import re
import stat
import tarfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Sequence

import numpy as np

from breakeven.data.records import Problem
from breakeven.data.wording import shorten
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.files.size_limits import MOST_MEMBERS, PIECE, Budget, refusal, too_many

# --- what the files in an archive are called: names that are shown, and never become paths


OUTSIDE_NAME = re.compile(r"^[/\\]|^[A-Za-z]:|(^|[/\\])\.\.([/\\]|$)|[\0-\x1f]")
# what systems and editors leave behind
HIDDEN_NAME = re.compile(r"(^|/)(\.|__MACOSX(/|$)|Thumbs\.db$|desktop\.ini$|~\$)")
LONGEST_NAME = 1_000
CAREFUL = "do not unpack it; check where it comes from"


def check_names(archive: str, names: Sequence[str]) -> None:
    """Raises ReadError for too many files, two of one name, and names that lead elsewhere."""
    if len(names) > MOST_MEMBERS:
        raise too_many(archive, len(names), MOST_MEMBERS, "files")
    bad = [name for name in names if OUTSIDE_NAME.search(name) or len(name) > LONGEST_NAME]
    problems = _problems(archive, bad, "leads out of the archive, or is not a file name", CAREFUL)
    twice = [name for name, times in Counter(names).items() if times > 1]
    problems += _problems(archive, twice, "is in it twice", "pack it again, each file once")
    if problems:
        raise ReadError(problems)


def _problems(archive: str, names: Sequence[str], what: str, remedy: str) -> list[Problem]:
    return first_problems(
        np.arange(len(names)),
        lambda i: Problem(what=f"{shorten(names[i])!r} {what}", remedy=remedy, file=archive),
    )


def is_hidden(name: str) -> bool:
    """Whether a system or an editor left this in an archive or folder: nobody means to give it."""
    return HIDDEN_NAME.search(name) is not None


# --- one file packed by gzip


GZIP = b"\x1f\x8b"
AGAIN = "pack or copy it again"


def gunzipped(name: str, data: bytes, budget: Budget) -> bytes:
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


# --- Tar archives: files are taken out of memory one after the other, and counted


TAR_MARK, TAR_MARK_AT = b"ustar", 257
TAR_BLOCK = 512


def is_tar(data: bytes) -> bool:
    """Whether this is a tar archive, by the mark in its first block."""
    return data[TAR_MARK_AT : TAR_MARK_AT + len(TAR_MARK)] == TAR_MARK


def untarred(name: str, data: bytes, budget: Budget) -> dict[str, bytes | str]:
    """Each file of an archive by its name: its content, or why it is not taken.

    Raises ReadError for what the archive lists, and where it is broken or cut short.
    """
    contents: dict[str, bytes | str] = {}
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
            members = []
            for member in archive:
                members.append(member)
                if len(members) > MOST_MEMBERS:
                    raise too_many(name, len(members), MOST_MEMBERS, "files and folders")
            members = [member for member in members if not member.isdir()]
            check_names(name, [member.name for member in members])
            for member in members:
                contents[member.name] = _content(archive, member, budget)
    except (tarfile.TarError, EOFError, OSError, ValueError) as error:
        what = f"the tar archive is broken or cut short ({error})"
        raise refusal(name, what, AGAIN) from error
    return contents


def _content(archive: tarfile.TarFile, member: tarfile.TarInfo, budget: Budget) -> bytes | str:
    if member.issym() or member.islnk():
        return "it is a link, and links are not followed"
    # a sparse file may say that it has terabytes of zeros
    if not member.isfile() or member.issparse():
        return "it is not an ordinary file"
    budget.take(member.size)
    opened = archive.extractfile(member)
    assert opened is not None
    content = opened.read()
    if len(content) < member.size:
        raise tarfile.ReadError("it ends too early")
    return content


# --- Zip archives: what they list is checked, and each file is unpacked into memory and counted


ZIP = (b"PK\x03\x04", b"PK\x05\x06")
ZIP_ENTRY = b"PK\x01\x02"
WORKBOOKS = (".xlsx", ".xlsm", ".xlsb", ".ods")  # zips, to the program that opens them
ZIP_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ZIP_ENCRYPTED = 0x1
BROKEN_ZIP = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    ValueError,
    NotImplementedError,
    RuntimeError,
    IndexError,
)


def open_zip(name: str, data: bytes) -> tuple[zipfile.ZipFile, dict[str, zipfile.ZipInfo]]:
    """The archive, and its files by name, no folders. Raises ReadError for what it lists."""
    # counted before the list is read, which takes a kilobyte of memory for each
    listed = data.count(ZIP_ENTRY)
    if listed > 10 * MOST_MEMBERS:
        raise too_many(name, listed, MOST_MEMBERS, "files")
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except BROKEN_ZIP as error:
        raise _broken(name, error) from error
    files = [info for info in archive.infolist() if not info.is_dir()]
    check_names(name, [info.orig_filename for info in files])
    return archive, {info.filename: info for info in files}


def why_not_unzipped(info: zipfile.ZipInfo) -> str:
    """Why a file of an archive is not unpacked; "" where it is."""
    if stat.S_ISLNK(info.external_attr >> 16):
        return "it is a link, and links are not followed"
    if info.flag_bits & ZIP_ENCRYPTED:
        return "it is encrypted: unpack it with its password first"
    if info.compress_type not in ZIP_METHODS:
        return "it is packed by an unknown method: pack it as an ordinary zip archive"
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
    except BROKEN_ZIP as error:
        raise _broken(own, error) from error
    return bytes(out)


def _broken(name: str, error: Exception) -> Exception:
    kind = "workbook" if name.lower().endswith(WORKBOOKS) else "zip archive"
    what = f"the {kind} is broken or cut short ({error or type(error).__name__})"
    return refusal(name, what, AGAIN)
