"""Tar archives: files are taken out of memory one after the other, and counted."""

from __future__ import annotations

import io
import tarfile

from breakeven.readers.containers.limits import MOST_MEMBERS, Budget, refusal, too_many
from breakeven.readers.containers.names import check_names

MARK, MARK_AT = b"ustar", 257
BLOCK = 512
AGAIN = "pack or transfer it again"


def is_tar(data: bytes) -> bool:
    """Whether this is a tar archive, by the mark in its first block."""
    return data[MARK_AT : MARK_AT + len(MARK)] == MARK


def untarred(name: str, data: bytes, budget: Budget) -> dict[str, bytes | str]:
    """Each file of an archive by its name: its content, or why it is not taken.

    Raises ReadError for what the archive lists, and where it is broken or cut short.
    """
    found: dict[str, bytes | str] = {}
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
                found[member.name] = _content(archive, member, budget)
    except (tarfile.TarError, EOFError, OSError, ValueError) as error:
        what = f"the tar archive is broken or cut short ({error})"
        raise refusal(name, what, AGAIN) from error
    return found


def _content(archive: tarfile.TarFile, member: tarfile.TarInfo, budget: Budget) -> bytes | str:
    if member.issym() or member.islnk():
        return "it is a link, and links are not followed"
    # a sparse file may say that it has terabytes of zeros
    if not member.isfile() or member.issparse():
        return "it is no ordinary file"
    budget.take(member.size)
    opened = archive.extractfile(member)
    assert opened is not None
    content = opened.read()
    if len(content) < member.size:
        raise tarfile.ReadError("it ends too early")
    return content
