"""A Spark cluster on this machine: the programs that PySpark's package holds, started and ended."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

# many programs share the processors, and each lives for seconds: what starts quickly is quick
IN_A_HURRY = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
PATIENCE = 300


def missing() -> None:
    """Skip where there is no Java; with CI=true fail."""
    if shutil.which("java") is None:
        what = "Spark needs Java, which is not here"
        if os.environ.get("CI") == "true":
            pytest.fail(f"tests on Spark must run here, but {what}")
        pytest.skip(what)


def surroundings(folder: Path) -> dict[str, str]:
    """The environment of a program that reaches Spark on this machine, and writes in a folder."""
    return os.environ | {
        "TMPDIR": str(folder),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYSPARK_SUBMIT_ARGS": f"--driver-java-options '{IN_A_HURRY}' "
        f"--conf 'spark.executor.extraJavaOptions={IN_A_HURRY}' "
        "--conf spark.sql.codegen.wholeStage=false "
        # a task for each of 200 parts of a few hundred rows only starts and ends
        "--conf spark.sql.shuffle.partitions=2 pyspark-shell",
    }


@contextmanager
def standalone(folder: Path) -> Iterator[str]:
    """A master and one worker of it; the address of the master."""
    local = ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
    deploy = "org.apache.spark.deploy"
    with running("master", folder, ["spark-class", f"{deploy}.master.Master", *local]) as log:
        (url,) = wait_for_output(log, r"Starting Spark master at (spark://\S+)")
        worker = ["spark-class", f"{deploy}.worker.Worker", *local]
        worker += ["--cores", "2", "--memory", "1g", url]
        with running("worker", folder, worker) as registered:
            wait_for_output(registered, "Successfully registered with master")
            yield url


@contextmanager
def connect(folder: Path) -> Iterator[str]:
    """A server of Spark Connect with a Spark of its own; its address."""
    settings = {
        "spark.connect.grpc.binding.address": "127.0.0.1",
        "spark.connect.grpc.binding.port": "0",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.codegen.wholeStage": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.ui.enabled": "false",
    }
    given = [part for key, value in settings.items() for part in ("--conf", f"{key}={value}")]
    server = "org.apache.spark.sql.connect.service.SparkConnectServer"
    command = ["spark-submit", "--master", "local[2]", *given, "--class", server, "spark-internal"]
    with running("connect", folder, command, SPARK_DAEMON_MEMORY="1g") as log:
        (port,) = wait_for_output(log, r"Spark Connect server started at: \S+:(\d+)")
        yield f"sc://127.0.0.1:{port}"


@contextmanager
def running(name: str, folder: Path, command: list[str], **more: str) -> Iterator[Path]:
    """A program of Spark's while this is entered; what it writes."""
    spec = find_spec("pyspark")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    home = Path(spec.submodule_search_locations[0])
    log = folder / f"{name}.log"
    own = {
        "SPARK_HOME": str(home),
        "SPARK_LOCAL_DIRS": str(folder),
        "SPARK_WORKER_DIR": str(folder / "work"),
        "SPARK_DAEMON_MEMORY": "512m",
        "SPARK_DAEMON_JAVA_OPTS": IN_A_HURRY,
        "SPARK_MASTER_OPTS": "-Dspark.master.rest.enabled=false",
    }
    with log.open("wb") as out:
        # the script becomes the Java that it starts, so its number is that of the process
        process = subprocess.Popen(
            [str(home / "bin" / command[0]), *command[1:]],
            env=surroundings(folder) | own | more,
            stdout=out,
            stderr=out,
        )
    try:
        yield log
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_for_output(log: Path, pattern: str) -> tuple[str, ...]:
    """What a program has said, as soon as it has."""
    until = time.monotonic() + PATIENCE
    while (found := re.search(pattern, log.read_text(errors="replace"))) is None:
        if time.monotonic() > until:
            pytest.fail(f"never said {pattern}: {log.read_text(errors='replace')[-2000:]}")
        time.sleep(0.05)
    return found.groups()


def children(process: int) -> Mapping[int, str]:
    """The processes that a process has started and that still run, and what they are called."""
    names = {}
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            lines = dict(
                line.split(":\t", 1) for line in status.read_text().splitlines() if ":\t" in line
            )
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(lines["PPid"]) == process:
            names[int(lines["Pid"])] = lines["Name"]
    return names


def runs(process: int) -> bool:
    """Whether a process is there and has not ended."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"
