"""What tells the bytes of a file from all others: SHA-256, of a large file beside reading it."""

from __future__ import annotations

import hashlib
from pathlib import Path
from threading import Thread

# smaller files are done before a thread has started
LARGE = 16 << 20
PIECE = 1 << 20


class Digest:
    """SHA-256 of a file, never held as a whole. Its text, in hex, waits until it is known."""

    def __init__(self, path: Path) -> None:
        """Start at once. OSError where the file cannot be opened."""
        self._sha = hashlib.sha256()
        self._error: OSError | None = None
        self._file = path.open("rb", buffering=0)
        self._thread: Thread | None = None
        if path.stat().st_size >= LARGE:
            self._thread = Thread(target=self._read, daemon=True)
            self._thread.start()
        else:
            self._read()

    def _read(self) -> None:
        piece = memoryview(bytearray(PIECE))
        try:
            with self._file as file:
                while size := file.readinto(piece):
                    self._sha.update(piece[:size])
        except OSError as error:
            self._error = error

    def __str__(self) -> str:
        if self._thread is not None:
            self._thread.join()
        if self._error is not None:
            raise self._error
        return self._sha.hexdigest()
