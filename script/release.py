"""Makes a release in dist/: builds, installs, tries and lists it, and prints what is new.

`script/release` runs it. The package is built twice, and both must be the same to the byte. The
wheel and the source are each installed into an empty environment by the versions of
`requirements.lock`; from an empty folder a table is then served, sent in a browser, counted, gated
and reported. A list of what is installed goes along (CycloneDX). Tested in `test_release`.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from breakeven.data.installation import CODE_VERSION  # noqa: E402

DIST = ROOT / "dist"
TOOLS = ROOT / ".venv-release" / "bin" / "python"
SBOM = f"breakeven-{CODE_VERSION}.cdx.json"
SECONDS = 120
# two of three right, so micro F is 2/3
ROWS = [f"{n},{'abb'[n % 3]},{'aab'[n % 3]},test\n" for n in range(300)]
TABLE = "id,true,predicted,split\n" + "".join(ROWS)
RULES = '[[rule]]\nmeasure = "f"\nmin = 0.5\n'


def run(*command: str | Path, **more: object) -> subprocess.CompletedProcess[str]:
    """Run a command that must end well; what it prints."""
    done = subprocess.run(  # type: ignore[call-overload]
        [*map(str, command)], check=False, capture_output=True, text=True, **more
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done


def notes(changelog: str, version: str) -> str:
    """What the changelog says of one version; ValueError where it says nothing."""
    part = rf"^## {re.escape(version)}(?= |\n)[^\n]*\n(.*?)(?=^## |\Z)"
    found = re.search(part, changelog, re.M | re.S)
    if found is None or not found[1].strip():
        raise ValueError(f"CHANGELOG.md says nothing of {version}")
    return found[1].strip()


def digest(file: Path) -> str:
    """SHA-256 of a file."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def build(folder: Path) -> list[Path]:
    """The wheel and the source of the package, and the wheel of the samples."""
    # the same time in every file of an archive: that of the last commit
    when = run("git", "log", "-1", "--format=%ct", cwd=ROOT).stdout.strip()
    env = os.environ | {"SOURCE_DATE_EPOCH": when}
    run(TOOLS, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, env=env)
    samples = ROOT / "sample_data"
    run(TOOLS, "-m", "build", "--no-isolation", "--wheel", "--outdir", folder, samples, env=env)
    return sorted(folder.iterdir())


def installed(package: Path, folder: Path) -> Path:
    """An empty environment with this package, by the locked versions; its folder of programs."""
    environment = folder / "environment"
    run(TOOLS, "-m", "uv", "venv", "--quiet", environment)
    names = ROOT / "requirements.lock"
    programs = environment / "bin"
    python = programs / "python"
    run(TOOLS, "-m", "uv", "pip", "install", "--quiet", "--python", python, package, "-c", names)
    return programs


def listed(programs: Path, file: Path) -> int:
    """Write the list of what is installed there; how many packages it has. It is validated."""
    make = ("-m", "cyclonedx_py", "environment", "--output-reproducible", "--validate")
    run(TOOLS, *make, "--output-file", file, programs / "python")
    found = json.loads(file.read_text(encoding="utf-8"))
    names = {component["name"] for component in found["components"]}
    if found["bomFormat"] != "CycloneDX" or not {"breakeven", "numpy", "streamlit"} <= names:
        raise SystemExit(f"{file} does not list what is installed: {sorted(names)}")
    return len(names)


def tried(programs: Path, folder: Path) -> None:
    """The main job with what is installed there and nothing else, from an empty folder."""
    work = folder / "work"
    work.mkdir()
    (work / "table.csv").write_text(TABLE, encoding="utf-8")
    (work / "gate.toml").write_text(RULES, encoding="utf-8")
    env = {"PATH": "/usr/bin:/bin", "HOME": str(work), "BREAKEVEN_HOME": str(work / "home")}
    command = programs / "breakeven"

    def say(*given: str) -> str:
        return run(command, *given, cwd=work, env=env).stdout

    if say("--version") != f"Breakeven {CODE_VERSION}\n":
        raise SystemExit("--version says another version")
    counted = json.loads(say("evaluate", "table.csv", "--format", "json"))
    if f'"f": {2 / 3}'[:12] not in json.dumps(counted):
        raise SystemExit("evaluate does not say that two of three are right")
    say("gate", "table.csv", "--rules", "gate.toml")
    say("report", "table.csv", "--out", "report.html")
    if CODE_VERSION not in (work / "report.html").read_text(encoding="utf-8"):
        raise SystemExit("the report does not name its version")
    served(command, work, env)


def served(command: Path, work: Path, env: dict[str, str]) -> None:
    """Serve the app, and send the table as a visitor does."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    address = f"http://127.0.0.1:{port}"
    server = subprocess.Popen([command, "serve", "--server.port", port], cwd=work, env=env)
    try:
        healthy(f"{address}/_stcore/health")
        with sync_playwright() as driver:
            chromium = shutil.which("chromium") or shutil.which("chromium-browser")
            browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            page = browser.new_page()
            page.set_default_timeout(SECONDS * 1000)
            page.goto(address)
            page.locator("input[type=file]").first.set_input_files(work / "table.csv")
            page.get_by_role("button", name="Use these files").click()
            # the sum by hand, on the first page of the review
            expect(page.get_by_text("0.667").first).to_be_visible(timeout=SECONDS * 1000)
            browser.close()
    finally:
        server.terminate()
        server.wait(60)


def healthy(address: str) -> None:
    """Wait until the app says that it is well."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(address, timeout=10):
                return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("the app that was installed does not start")


def main() -> None:
    """Make it all; whatever goes wrong ends it with a sentence."""
    text = notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), CODE_VERSION)
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    made = build(DIST)
    with tempfile.TemporaryDirectory(prefix="release-") as again:
        for first, second in zip(made, build(Path(again)), strict=True):
            if digest(first) != digest(second):
                raise SystemExit(f"{first.name} is another one when it is built again")
    print("built twice, the same to the byte:", *(file.name for file in made), flush=True)
    packages = [file for file in made if file.name.startswith(f"breakeven-{CODE_VERSION}")]
    for package in packages:
        with tempfile.TemporaryDirectory(prefix="release-") as name:
            folder = Path(name)
            start = time.monotonic()
            programs = installed(package, folder)
            seconds = time.monotonic() - start
            size = sum(f.lstat().st_size for f in (folder / "environment").rglob("*")) / 1e6
            print(f"{package.name}: installed in {seconds:.0f} s, {size:,.0f} MB", flush=True)
            tried(programs, folder)
            print(f"{package.name}: served, sent, counted, gated and reported", flush=True)
            count = listed(programs, DIST / SBOM)
    print(f"{SBOM}: {count} packages, valid")
    sums = "".join(f"{digest(f)}  {f.name}\n" for f in sorted(DIST.iterdir()))
    (DIST / "SHA256SUMS").write_text(sums, encoding="utf-8")
    print(f"\nBreakeven {CODE_VERSION}\n\n{text}")


if __name__ == "__main__":
    main()
