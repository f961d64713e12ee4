"""The steps of the document make a copy that is whole, while somebody goes on saving."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from breakeven.data.installation import PASSWORD_FILE
from breakeven.store.actors import LOCAL
from breakeven.store.database import engine_of
from breakeven.store.errors import LibraryError
from breakeven.store.library import open_library
from breakeven.store.reviews import open_review
from tests.breakeven.store.postgresql import FOUND, Server
from tests.breakeven.store.saving import CALLS, saved
from tests.paths import ROOT


@pytest.mark.slow
def test_the_copy_of_a_library_in_use_is_whole_and_takes_its_place(tmp_path: Path) -> None:
    (steps,) = re.findall(
        r"^```bash\n(.*?)^```$",
        (ROOT / "docs" / "how-to" / "library.md").read_text("utf-8"),
        re.M | re.S,
    )
    library = open_library(tmp_path / "data")
    first = saved(library, "a")
    # not on its way into the database's own file yet
    second = saved(library, "b", CALLS + b"3,corn,corn,test\n")
    steps = f"set -e\n{steps}".replace("breakeven library", f"python {ROOT / 'cli.py'} library")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(
        ["bash", "-c", steps],
        check=False,
        cwd=tmp_path,
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "Checked 2 reviews" in run.stdout
    assert "Nothing is damaged." in run.stdout
    saved(library, "c", CALLS + b"4,corn,corn,test\n")
    library.engine.dispose()
    copy = open_library(tmp_path / "backup")
    assert {review.title for review in copy.reviews(LOCAL)} == {"a", "b"}
    for fingerprint in (first, second):
        assert open_review(copy, LOCAL, fingerprint).fingerprint == fingerprint
    copy.engine.dispose()


@pytest.mark.slow
def test_the_backup_of_a_team_restores_what_was_saved(server: Server, tmp_path: Path) -> None:
    # what the service `backup` of compose.yaml runs, on a database of PostgreSQL
    data, copies = tmp_path / "data", tmp_path / "backup"
    url = server.database("team")
    library = open_library(data, url)
    first = saved(library, "a")
    password = tmp_path / "password"
    password.write_text("not asked here\n")
    parts = urlsplit(url)
    surroundings = os.environ | {
        "PGHOST": str(parts.hostname), "PGPORT": str(parts.port), "PGUSER": str(parts.username),
        "PGDATABASE": "team", "PASSWORD_FILE": str(password),
        "PATH": f"{FOUND[-1].parent}{os.pathsep}{os.environ['PATH']}",
    }  # fmt: skip
    command = ["sh", str(ROOT / "script" / "backup"), str(data), str(copies)]
    for _ in range(2):  # files that are kept already stay
        done = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=True)
        assert done.stdout.startswith("Backup: ")
    saved(library, "b", CALLS + b"3,corn,corn,test\n")
    library.engine.dispose()
    (dump, *_) = sorted(copies.glob("library-*.sql"))
    assert not [*copies.rglob("*.part")]
    again = server.database("again")
    restore = ["psql", "--quiet", "-v", "ON_ERROR_STOP=1", "-f", str(dump)]
    subprocess.run(
        restore, env=surroundings | {"PGDATABASE": "again"}, check=True, capture_output=True
    )
    copy = open_library(copies, again)
    assert [review.title for review in copy.reviews(LOCAL)] == ["a"]
    assert open_review(copy, LOCAL, first).fingerprint == first
    copy.engine.dispose()


def test_a_password_is_read_from_the_file_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("a b@c/d\n")
    monkeypatch.setenv(PASSWORD_FILE, str(secret))
    url = "postgresql://breakeven@127.0.0.1:1/none"
    assert engine_of(url).url.password == "a b@c/d"
    # what the URL says itself goes first, and a file needs none
    assert engine_of("postgresql://breakeven:x@127.0.0.1:1/none").url.password == "x"
    assert engine_of(f"sqlite:///{tmp_path / 'l.sqlite'}").url.password is None
    monkeypatch.setenv(PASSWORD_FILE, str(tmp_path / "none"))
    with pytest.raises(LibraryError, match="cannot be read"):
        engine_of(url)
