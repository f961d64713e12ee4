"""A PostgreSQL of Debian's package, started on a free port of this machine, and stopped again."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import quote

import psycopg
import pytest

from tests.ports import free_port

FOUND = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
PATIENCE = 60
# it holds what a test made, and nobody needs it after a power cut
IN_A_HURRY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


def missing() -> None:
    """Skip where there is no PostgreSQL; with CI=true fail."""
    if not FOUND:
        what = "PostgreSQL is not installed"
        if os.environ.get("CI") == "true":
            pytest.fail(f"tests on PostgreSQL must run here, but {what}")
        pytest.skip(what)


class Server:
    """It runs while this is entered."""

    def __enter__(self) -> Server:
        self.folder = Path(tempfile.mkdtemp(prefix="breakeven-postgresql-"))
        # it refuses to be run by root
        who: dict[str, Any] = {}
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
            who = {"user": "postgres", "group": "postgres", "extra_groups": []}
        programs, data = FOUND[-1].parent, self.folder / "data"
        log = (self.folder / "log").open("wb")
        quiet: dict[str, Any] = {"stdout": log, "stderr": log, "cwd": self.folder} | who
        made = [str(programs / "initdb"), f"--pgdata={data}", "-Ubreakeven", "--auth=trust"]
        made += ["--no-sync", "--encoding=UTF8", "--locale=C"]
        subprocess.run(made, check=True, **quiet)
        port = free_port()
        options = [f"-c{option}" for option in IN_A_HURRY]
        options += ["-clisten_addresses=127.0.0.1", "-cunix_socket_directories="]
        self.process = subprocess.Popen(
            [str(programs / "postgres"), f"-D{data}", f"-p{port}", *options], **quiet
        )
        log.close()
        self.url = f"postgresql://breakeven@127.0.0.1:{port}/postgres"
        self._wait()
        return self

    def _wait(self) -> None:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.url).close()
            except psycopg.OperationalError:
                if time.monotonic() > until or self.process.poll() is not None:
                    raise
                time.sleep(0.05)
            else:
                return

    def database(self, name: str) -> str:
        """The URL of a database that is made now."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"create database {name}")
        return self.url.replace("/postgres", f"/{name}")

    def schema(self, name: str) -> str:
        """The URL of a schema that is made now, and used where none is named."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"create schema {name}")
        return f"{self.url}?options={quote(f'-csearch_path={name}')}"

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        # it waits for nobody who is still connected
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
