"""Where commands print to and read from: any encoding, a full disk, a pipe, the user's Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.breakeven.commands.running import run
from tests.paths import ROOT

NAMES = "id,true,predicted\n1,é,é\n2,β,é\n3,😀,😀\n"


def command(*arguments: str) -> list[str]:
    return [sys.executable, str(ROOT / "cli.py"), *arguments]


def ended(
    *arguments: str,
    to: int = subprocess.PIPE,
    surroundings: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command(*arguments),
        stdout=to,
        stderr=subprocess.PIPE,
        env=os.environ | (surroundings or {}),
        check=False,
    )


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_any_encoding_of_the_output_will_do(encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "names.csv"
    file.write_text(NAMES, encoding="utf-8")
    narrow = {"PYTHONIOENCODING": encoding}
    text = ended("evaluate", str(file), surroundings=narrow)
    assert (text.returncode, text.stderr) == (0, b"")
    assert "| \\u03b2 |" in text.stdout.decode(encoding)
    data = ended("evaluate", str(file), "--format", "json", surroundings=narrow)
    assert (data.returncode, data.stderr) == (0, b"")
    assert set(json.loads(data.stdout.decode(encoding))["per_class"]) == {"é", "β", "😀"}


def test_help_is_shown_in_any_encoding() -> None:
    done = ended("thresholds", "--help", surroundings={"PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert "\\u201call\\u201d" in done.stdout.decode("ascii")


def test_an_empty_separator_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "names.csv"
    file.write_text(NAMES, encoding="utf-8")
    status, out, err = run(capsys, "evaluate", str(file), "--separator", "")
    assert (status, out) == (2, "")
    assert "the separator between the classes of a cell is empty" in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device here is always full")
def test_a_full_disk_is_said_in_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        done = ended("evaluate", "r8", to=full.fileno())
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [
        "The result cannot be printed: No space left on device."
    ]


def test_a_closed_output_is_said_in_one_line() -> None:
    # Python has no stdout at all where it was closed before the start
    script = 'exec "$0" "$@" >&-'
    done = subprocess.run(
        ["/bin/sh", "-c", script, *command("evaluate", "r8")], capture_output=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [
        "The result cannot be printed: standard output is closed."
    ]


def test_warnings_do_not_come_among_results_where_their_place_is_closed() -> None:
    script = 'exec "$0" "$@" 2>&-'
    several = command("evaluate", "reuters", "--format", "json")
    done = subprocess.run(["/bin/sh", "-c", script, *several], capture_output=True, check=False)
    assert done.returncode == 0
    assert json.loads(done.stdout)["system"] == "svm"


def test_a_file_that_cannot_be_written_is_a_problem_like_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, nowhere = tmp_path / "scores.csv", tmp_path / "no" / "t.csv"
    file.write_text("id,true,score:a,score:b\n1,a,0.9,0.2\n2,b,0.3,0.8\n")
    status, out, err = run(capsys, "thresholds", str(file), "--out", str(nowhere))
    assert (status, out) == (2, "")
    assert "cannot be written: No such file or directory; check --out" in err


def test_control_c_stops_in_one_line() -> None:
    running = subprocess.Popen(
        command("evaluate", "-"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdin is not None
    # more than a pipe holds: once it is written, the command is reading and waits for more
    running.stdin.write(b" " * 2_000_000)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=300)
    assert (running.returncode, out, err) == (130, b"", b"Stopped.\n")


def parquet() -> bytes:
    out = BytesIO()
    pq.write_table(pa.table({"id": ["1", "2"], "true": ["a", "b"], "predicted": ["a", "a"]}), out)
    return out.getvalue()


Given = Callable[[bytes], None]


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> Given:
    """Puts bytes into standard input."""
    return lambda data: monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(data)))


@pytest.mark.parametrize(
    "data",
    [
        b"id,true,predicted\n1,a,a\n2,b,a\n",
        b'{"id": 1, "true": "a", "predicted": "a"}\n{"id": 2, "true": "b", "predicted": "a"}\n',
        parquet(),
    ],
    ids=["CSV", "JSON lines", "Parquet"],
)
def test_a_dash_is_standard_input_whatever_it_holds(
    data: bytes, given: Given, capsys: pytest.CaptureFixture[str]
) -> None:
    given(data)
    status, out, _ = run(capsys, "evaluate", "-", "--format", "json")
    tally = json.loads(out)["per_class"]["a"]
    assert (status, tally["tp"], tally["fp"]) == (0, 1, 1)


def test_a_dash_may_stand_beside_files_and_for_the_truth(
    tmp_path: Path, given: Given, capsys: pytest.CaptureFixture[str]
) -> None:
    file, other = tmp_path / "mine.csv", tmp_path / "both.csv"
    file.write_text("id,predicted\n1,a\n2,a\n")
    other.write_text("id,true,predicted\n1,a,a\n2,b,b\n")
    given(b"id,true\n1,a\n2,b\n")
    _, out, _ = run(capsys, "evaluate", "--truth", "-", str(file), "--format", "json")
    assert json.loads(out)["documents"] == 2
    given(file.read_bytes())
    _, out, _ = run(capsys, "compare", str(other), "-", "--format", "json")
    assert json.loads(out)["b"]["system"] == "standard input"
    status, out, err = run(capsys, "compare", "-", "-")
    assert (status, out) == (2, "")
    assert "standard input is given twice" in err
