"""The app as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from tests.paths import ROOT
from tests.ports import free_port

START_SECONDS = 240  # nobody waits so long but where every processor is taken


class AppServer:
    """The app on a free port of 127.0.0.1, started and stopped through its own handle."""

    def __init__(self, log: Path, **surroundings: str) -> None:
        """`surroundings`: what the process has in its environment beside what this one has."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = log
        # what is saved is this server's alone
        self.surroundings = {"BREAKEVEN_HOME": str(log.parent / "home")} | surroundings
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> AppServer:
        command = [sys.executable, "-m", "streamlit", "run", "app.py"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--server.port", str(self.port)],
                cwd=ROOT,
                env=os.environ | self.surroundings,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise RuntimeError(self.log.read_text())
            try:
                with urllib.request.urlopen(self.url + "/_stcore/health", timeout=10):
                    return self
            except OSError:
                time.sleep(0.05)
        raise TimeoutError(self.log.read_text())

    def stop(self, hard: bool = False) -> None:
        if self.process is not None and self.process.poll() is None:
            (self.process.kill if hard else self.process.terminate)()
            self.process.wait(60)
