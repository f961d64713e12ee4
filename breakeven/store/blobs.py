"""Files by their content: named by their SHA-256, never changed, on the disk before they count."""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from breakeven.data.system import keep_folder, rename_over
from breakeven.store.errors import DamagedError

PART = 1 << 20


@dataclass(frozen=True)
class Blobs:
    """A folder of them."""

    folder: Path

    def put(self, content: bytes | Path) -> tuple[str, int]:
        """Keep a content; its SHA-256 and size. It is on the disk when this returns. OSError."""
        self.folder.mkdir(parents=True, exist_ok=True)
        temporary = self.folder / f"{secrets.token_hex(8)}.part"
        digest, size = hashlib.sha256(), 0
        try:
            with temporary.open("wb") as out:
                for part in _parts(content):
                    digest.update(part)
                    size += len(part)
                    out.write(part)
                out.flush()
                os.fsync(out.fileno())
            place = self.path(digest.hexdigest())
            if not place.parent.exists():
                place.parent.mkdir(exist_ok=True)
                keep_folder(self.folder)
            rename_over(temporary, place)
            keep_folder(place.parent)
        finally:
            temporary.unlink(missing_ok=True)
        return digest.hexdigest(), size

    def path(self, sha256: str) -> Path:
        """Where a content is, or would be."""
        return self.folder / sha256[:2] / sha256

    def get(self, sha256: str) -> bytes:
        """A content. DamagedError where it is not there, or is not what was kept."""
        try:
            content = self.path(sha256).read_bytes()
        except OSError:
            content = b""
        if hashlib.sha256(content).hexdigest() != sha256:
            raise DamagedError(
                "A file of this review is damaged or missing.",
                "load the same file again, or restore the data folder from a backup; “breakeven "
                "library verify” lists everything that is damaged",
            )
        return content

    def is_intact(self, sha256: str) -> bool:
        """Whether a content is there as it was kept; read in parts, however large."""
        found = hashlib.sha256()
        try:
            for part in _parts(self.path(sha256)):
                found.update(part)
        except OSError:
            return False
        return found.hexdigest() == sha256

    def there(self, sha256: str) -> bool:
        """Whether there is a content of this name, damaged or not."""
        return self.path(sha256).is_file()

    def drop(self, sha256: str) -> None:
        """Let go of a content, where it is there."""
        self.path(sha256).unlink(missing_ok=True)

    def all(self) -> Iterator[Path]:
        """The contents there are, by place; their names are their SHA-256."""
        return (file for file in self.folder.glob("??/*") if file.is_file())

    def unfinished(self) -> Iterator[Path]:
        """What is being written, and what was when a process ended."""
        return self.folder.glob("*.part")


def _parts(content: bytes | Path) -> Iterator[bytes]:
    if isinstance(content, bytes):
        yield content
        return
    with content.open("rb") as file:
        while part := file.read(PART):
            yield part
