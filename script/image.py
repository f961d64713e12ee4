"""Carries out the steps of the Dockerfile without Docker, and tries what comes of them.

As root on Linux: `python script/image.py`. The machine's own files stand under an overlay in place
of the base image; nothing of them changes. The app is then served as the image would serve it: by a
user without rights, all files read-only but `/data` and `/tmp`, on 127.0.0.1. What is tried, before
and after a restart: the health check, a review that is saved, the library verified, and a PDF.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OUTSIDE = "BREAKEVEN_OUTSIDE"
SECONDS = 120
CHROOT = shutil.which("chroot", path="/usr/sbin:/usr/bin:/sbin:/bin") or "chroot"
TEMPORARY = "/tmp"  # noqa: S108 - of the image, where it is its own
# the machine's own Python stands for that of the base image
PLAIN = {"PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"}
PLAIN |= {key: value for key, value in os.environ.items() if key.startswith("PIP_")}
# names in scripts for which the image has letters
ROWS = [
    f"{n},{name},{name},test"
    for n, name in enumerate(("体育", "スポーツ", "뉴스", "أخبار", "खेल") * 9)
]
TABLE = "\\n".join(["id,true,predicted,split", *ROWS])
TRIED = f"""
set -e
printf '{TABLE}\\n' > /tmp/names.csv
breakeven --version
breakeven library save /tmp/names.csv
breakeven library verify
breakeven report /tmp/names.csv --out /tmp/report.pdf
test -s /tmp/report.pdf
if touch /opt/breakeven/x 2>/dev/null; then echo "files can be written to"; exit 1; fi
test "$(id -u)" != 0
"""


def instructions(text: str) -> list[tuple[str, str]]:
    """The instructions of a Dockerfile in their order: the word in capitals, and what follows."""
    lines = re.sub(r"\\\n", " ", text).splitlines()
    said = [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
    return [(line.partition(" ")[0].upper(), line.partition(" ")[2].strip()) for line in said]


class Stage:
    """One image on its way: an overlay of this machine's files, and what was said so far."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.env: dict[str, str] = {}
        self.where = "/"
        self.user = "root"
        for name in ("upper", "work", "merged"):
            (folder / name).mkdir(parents=True)
        self.root = folder / "merged"
        layers = f"lowerdir=/,upperdir={folder / 'upper'},workdir={folder / 'work'}"
        run("mount", "-t", "overlay", "overlay", "-o", layers, str(self.root))
        for name in ("proc", "dev"):
            run("mount", "--rbind", f"/{name}", str(self.root / name))

    def inside(self, path: str) -> Path:
        """A path of the image as this machine sees it."""
        return self.root / str(Path(self.where, path)).lstrip("/")

    def chrooted(self, command: list[str]) -> list[str]:
        """What runs a command in the image."""
        user = [] if self.user == "root" else ["setpriv", f"--reuid={self.user}"]
        user += [] if not user else [f"--regid={self.user}", "--clear-groups", "--no-new-privs"]
        there = f"cd {shlex.quote(self.where)} && exec {shlex.join(command)}"
        return [CHROOT, str(self.root), *user, "/bin/sh", "-c", there]

    def read_only(self) -> None:
        """From now on /data and /tmp alone can be written to, as in the compose file."""
        data = self.folder / "data"
        shutil.copytree(self.inside("/data"), data)
        owner = self.inside("/data").stat()
        os.chown(data, owner.st_uid, owner.st_gid)
        run("mount", "-o", "remount,ro", str(self.root))
        run("mount", "--bind", str(data), str(self.inside("/data")))
        run("mount", "-t", "tmpfs", "tmpfs", str(self.inside(TEMPORARY)))


def run(*command: str, **more: object) -> None:
    """Run a command; what it says is seen."""
    subprocess.run(command, check=True, **more)  # type: ignore[call-overload]


def built(folder: Path) -> tuple[Stage, list[str], list[str]]:
    """Carry out the Dockerfile; the last stage, its health check and its command."""
    stages: dict[str, Stage] = {}
    settings: dict[str, str] = {}
    stage: Stage | None = None
    for word, rest in instructions((ROOT / "Dockerfile").read_text(encoding="utf-8")):
        print(f"-- {word} {rest[:100]}", flush=True)
        if word == "FROM":
            name = rest.partition(" AS ")[2] or str(len(stages))
            stage = stages[name] = Stage(folder / name)
        elif word == "COPY" and stage is not None:
            copied(stage, stages, shlex.split(rest))
        elif word in STEPS and stage is not None:
            STEPS[word](stage, rest)
        elif word in ("HEALTHCHECK", "CMD", "VOLUME", "EXPOSE"):
            settings[word] = rest
        else:
            raise ValueError(f"this script knows no {word} here")
    assert stage is not None, "an image begins with FROM"
    health = settings["HEALTHCHECK"].partition("CMD ")[2]
    return stage, json.loads(health), json.loads(settings["CMD"])


def ran(stage: Stage, command: str) -> None:
    """RUN."""
    run(*stage.chrooted(["/bin/sh", "-c", command]), env=PLAIN | stage.env)


def set_env(stage: Stage, assignment: str) -> None:
    """ENV."""
    name, _, value = assignment.partition("=")
    stage.env[name] = value


def went(stage: Stage, folder: str) -> None:
    """WORKDIR."""
    stage.where = folder
    stage.inside(".").mkdir(parents=True, exist_ok=True)


def became(stage: Stage, user: str) -> None:
    """USER."""
    stage.user = user


STEPS = {"RUN": ran, "ENV": set_env, "WORKDIR": went, "USER": became}


def copied(stage: Stage, stages: dict[str, Stage], arguments: list[str]) -> None:
    """COPY: from the checkout as it is committed, or from another stage."""
    source = ROOT
    if arguments[0].startswith("--from="):
        source = stages[arguments[0].partition("=")[2]].root
        arguments = arguments[1:]
    *sources, target = arguments
    for name in sources:
        place = source / name.lstrip("/")
        to = stage.inside(target)
        into = to / place.name if target.endswith("/") else to
        into.parent.mkdir(parents=True, exist_ok=True)
        if place.is_dir():
            skipped = shutil.ignore_patterns("__pycache__")
            shutil.copytree(place, into, symlinks=True, ignore=skipped, dirs_exist_ok=True)
        else:
            shutil.copy2(place, into)


def tried(stage: Stage, health: list[str], command: list[str]) -> None:
    """Serve, ask for health, save, start again, and look at what was written."""
    stage.read_only()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    env = stage.env | {"STREAMLIT_SERVER_ADDRESS": "127.0.0.1", "STREAMLIT_SERVER_PORT": port}
    for _ in range(2):
        server = subprocess.Popen(stage.chrooted(command), env=env, start_new_session=True)
        try:
            healthy(stage, health, env)
            run(*stage.chrooted(["/bin/sh", "-c", TRIED]), env=env)
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(60)
    written = sorted(path.name for path in (stage.folder / "data").iterdir())
    print(f"/data holds {', '.join(written)}")


def healthy(stage: Stage, health: list[str], env: dict[str, str]) -> None:
    """Wait until the health check is content."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        asked = subprocess.run(
            stage.chrooted(health), env=env, check=False, stderr=subprocess.DEVNULL
        )
        if asked.returncode == 0:
            return
        time.sleep(0.5)
    raise TimeoutError("the health check is not content")


def main() -> None:
    """Begin anew with mounts of our own, so that none is left behind."""
    if OUTSIDE not in os.environ:
        with tempfile.TemporaryDirectory(prefix="image-") as empty:
            again = ["unshare", "--mount", sys.executable, __file__]
            done = subprocess.run(again, env=os.environ | {OUTSIDE: empty}, check=False)
        raise SystemExit(done.returncode)
    folder = Path(os.environ[OUTSIDE])
    # an overlay cannot have its layers in an overlay
    run("mount", "-t", "tmpfs", "tmpfs", str(folder))
    stage, health, command = built(folder)
    size = sum(file.lstat().st_size for file in (stage.folder / "upper").rglob("*"))
    tried(stage, health, command)
    print(f"The image works; it adds {size / 1e6:,.0f} MB to its base.")


if __name__ == "__main__":
    main()
