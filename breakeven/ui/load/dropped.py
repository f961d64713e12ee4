"""The files that the uploader holds: which are meant, and which were read last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from breakeven.ui.app.kept.cached import digest
from breakeven.ui.app.session import state


def identity(uploads: Sequence[Any]) -> str:
    """What tells these uploads from any others, also of the same names."""
    return digest([upload.file_id for upload in uploads])[:12]


def newest(uploads: Sequence[Any]) -> list[Any]:
    """The uploads, of several under one name the one that was dropped last."""
    return list({upload.name: upload for upload in uploads}.values())


def just_read(uploads: Sequence[Any]) -> bool:
    """Whether the files that the uploader holds are the ones read last."""
    return bool(uploads) and state.remembered("read_uploads") == identity(uploads)


def just_read_are(uploads: Sequence[Any]) -> None:
    """Note which files were read last."""
    state.remember("read_uploads", identity(uploads))
