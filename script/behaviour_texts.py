"""What the product says, as text that is the same in every run and in every folder."""

from __future__ import annotations

import dataclasses
import datetime
import hashlib
import io
import json
import os
import re
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
# what is said is said in folders of it; forks of a process have its own
WORK = Path(tempfile.gettempdir()) / f"breakeven-behaviour-{os.getpid()}"
DAY = datetime.datetime.now(datetime.UTC).date()


def plain(text: str) -> str:
    """A text without what differs from run to run, and from folder to folder."""
    text = text.replace(str(Path.cwd()), "<folder>").replace(str(WORK), "<work>")
    text = text.replace(str(ROOT), "<root>")
    days = "|".join(str(DAY + datetime.timedelta(days)) for days in (0, 1))
    text = re.sub(rf"({days})[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|\+00:00)?", "<now>", text)
    text = re.sub(days, "<today>", text)
    text = re.sub(r"\$\$ID-[0-9a-f]{32}", "$$ID", text)
    text = re.sub(r"\b[0-9a-f]{32}\b", "<id>", text)
    # compressed with the time and ids in it, the same review has another size
    text = re.sub(r"(?<=\.breakeven: )(.*), [\d,]+ bytes$", r"\1, <size>", text, flags=re.M)
    # events are chained by digests of what holds the time
    text = re.sub(r'("hash"|"<id>"): "[0-9a-f]{64}"', r'\1: "<digest>"', text)
    text = re.sub(r"\bbreakeven(\.\w+)+(?=\.[A-Z])", "breakeven", text)
    return re.sub(r" at 0x[0-9a-f]+", "", text)


def content_of(name: str, content: bytes) -> str:
    """What a file holds: its text, its members, or a digest of it."""
    if zipfile.is_zipfile(io.BytesIO(content)):
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            members = {member: packed.read(member) for member in packed.namelist()}
        return "\n".join(
            f"== {inner}\n{content_of(inner, data)}" for inner, data in members.items()
        )
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return f"{len(content)} bytes, sha256 {hashlib.sha256(content).hexdigest()}"


def written(value: Any) -> Any:
    """A value as JSON can hold it: records by their fields, tables as CSV."""
    if value is None or isinstance(value, str | bool | int | float):
        return value
    if isinstance(value, Mapping):
        return {str(key): written(part) for key, part in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(str(part) for part in value)
    if hasattr(value, "iloc"):
        return value.to_csv()
    if hasattr(value, "tolist"):
        return value.tolist()
    if hasattr(value, "tocoo"):
        return {"sparse": list(value.shape), "where": [p.tolist() for p in value.tocoo().coords]}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        if hasattr(value, "to_dict"):
            return written(value.to_dict())
        named = dataclasses.fields(value)
        return {
            field.name: written(getattr(value, field.name))
            for field in named
            if field.name != "review"
        }
    if isinstance(value, list | tuple):
        return [written(part) for part in value]
    return str(value)


def as_text(value: Any) -> str:
    """A value in lines, so that a difference is seen where it is."""
    text = json.dumps(written(value), indent=1, ensure_ascii=False, default=str)
    return text.replace("\\r\\n", "\\n").replace("\\n", "\n")


def save(out: Path, name: str, text: str) -> None:
    """Write a text below the folder of all."""
    target = out / f"{name}.txt"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(plain(text), encoding="utf-8")
