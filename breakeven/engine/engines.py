"""Engines that count: DuckDB on this machine, Spark on a cluster. Only sums come back."""

from __future__ import annotations

import itertools
import re
import shutil
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import ibis
import pyarrow as pa
from ibis import BaseBackend
from ibis.expr import types as ir

from breakeven.data.installation import missing_extra
from breakeven.data.records import Problem
from breakeven.engine.named_tables import DEFAULT_MEMORY_LIMIT, MEMORY_LIMIT, MEMORY_LIMIT_FORMAT
from breakeven.engine.score_parts import BITS
from breakeven.readers.base.problems import ReadError

EngineName = Literal["duckdb", "spark"]
PREFIX = "breakeven-spill-"
# bytes that a process holds beside DuckDB's own: Python with its libraries, and sums that came home
RESERVED_BYTES = 800e6
# waits until the process that started it is gone, however it ended, and ends the process whose
# number it was told; what still writes is behind it
WATCH = """
own=
while read -r told; do own=$told; done
[ -z "$own" ] || kill "$own"
for again in 1 2 3; do rm -rf -- "$1"; sleep 1; done
[ -z "$own" ] || kill -9 "$own"
rm -rf -- "$1"
"""
# of a Java of our own, which counts a few times and ends. Each count is a new program, and to make
# all of it as quick as can be takes Java longer than to count a million rows: what goes through the
# rows still is, as all is that is called ten times as often as Java asks by itself
JAVA = " ".join(
    [
        "-XX:Tier4InvocationThreshold=50000",
        "-XX:Tier4MinInvocationThreshold=6000",
        "-XX:Tier4CompileThreshold=150000",
        "-XX:Tier4BackEdgeThreshold=400000",
    ]
)
# putting selections that follow each other into one takes Ibis as long as all else that it does to
# make SQL of an expression, and the engines do it again themselves
ibis.options.sql.fuse_selects = False
NO_SPARK = Problem(
    what="PySpark needs Java, which was not found",
    remedy="install Java 17 or later, and set JAVA_HOME",
)


@dataclass(frozen=True)
class Engine:
    """Where rows are counted. `description`: what it is, and what it may take, in words."""

    name: EngineName
    backend: BaseBackend
    description: str
    numbers: Iterator[int] = field(default_factory=itertools.count)

    def run(self, counted: ir.Table) -> pa.Table:
        """What an expression comes to. ReadError where the engine cannot count it, as below."""
        with self.raising_read_errors():
            if self.name == "duckdb":
                return counted.to_pyarrow()
            # by way of pandas whole numbers could become floats
            return self._session.sql(self.backend.compile(counted)).toArrow()

    def put(self, rows: pa.Table) -> ir.Table:
        """A small table of ours, to be joined there."""
        name = f"breakeven_{next(self.numbers)}"
        with self.raising_read_errors():
            if self.name == "duckdb":
                self.backend.con.register(name, rows)
            else:
                self._session.createDataFrame(rows).createOrReplaceTempView(name)
            return self.backend.table(name)

    def keep(self, rows: ir.Table) -> ir.Table:
        """Rows worked out once, which the engine keeps as long as it runs, to be asked again."""
        name = f"breakeven_{next(self.numbers)}"
        with self.raising_read_errors():
            if self.name == "duckdb":
                return self.backend.create_table(name, rows, temp=True)
            self._session.sql(self.backend.compile(rows)).cache().createOrReplaceTempView(name)
            return self.backend.table(name)

    def run_doubting(self, counted: ir.Table) -> pa.Table:
        """As `run`, of values that may be NaN.

        By what Parquet says of its lowest and highest values, which passes over NaN, DuckDB takes
        for granted that there is none, and does not look.
        """
        if self.name == "spark":
            return self.run(counted)
        self.backend.raw_sql("SET disabled_optimizers = 'statistics_propagation'")
        try:
            return self.run(counted)
        finally:
            self.backend.raw_sql("SET disabled_optimizers = ''")

    @contextmanager
    def raising_read_errors(self) -> Iterator[None]:
        """What the engine says against something is said as any problem of a file."""
        with _quiet():
            try:
                yield
            except Exception as error:
                raise engine_error(self.name, error) from error

    @property
    def _session(self) -> Any:
        return getattr(self.backend, "_session")  # noqa: B009 - no name that Ibis promises


def engine_error(engine: str, error: Exception) -> ReadError:
    """That an engine could not do it, in the words of a reader of files."""
    said = re.sub(r"\s+", " ", str(error)).strip()[:300] or type(error).__name__
    called = {"duckdb": "DuckDB", "spark": "Spark"}[engine]
    remedy = "check the table"
    if "memory" in said.lower() or isinstance(error, MemoryError):
        remedy = "raise --memory-limit"
    return ReadError([Problem(what=f"{called} could not count: {said}", remedy=remedy)])


@contextmanager
def duckdb_engine(
    memory_limit: str = DEFAULT_MEMORY_LIMIT, spill: Path | None = None
) -> Iterator[Engine]:
    """DuckDB in this process, which as a whole holds such as 2GB; what is beyond it goes to disk.

    DuckDB has what `RESERVED_BYTES` leaves of the limit, and at least half of it. `spill`: the
    folder for what goes to disk, the system's own for temporary files by default. What is put there
    is gone afterwards, also where this process is killed. ReadError for a limit that is none.
    """
    limit = _bytes_of(memory_limit)
    own = max(limit - RESERVED_BYTES, limit / 2)
    with spill_folder(spill) as spilled:
        backend = ibis.duckdb.connect(
            temp_directory=str(spilled.folder),
            memory_limit=f"{own / 1e6:.0f}MB",
            autoinstall_known_extensions="false",
            autoload_known_extensions="false",
            # groups may come in any order; keeping that of the rows takes memory
            preserve_insertion_order="false",
        )
        backend.raw_sql("SET enable_progress_bar = false")
        backend.raw_sql(BITS)
        try:
            yield Engine("duckdb", backend, f"DuckDB, in {memory_limit} of memory")
        finally:
            backend.disconnect()


def _bytes_of(limit: str) -> float:
    """A limit such as 2GB or 500MiB in bytes. ReadError for one that is none."""
    said = MEMORY_LIMIT.fullmatch(limit)
    if said is None:
        what = f"{limit!r} is not an amount of memory"
        raise ReadError([Problem(what=what, remedy=MEMORY_LIMIT_FORMAT)])
    number, unit, binary = said.groups()
    return float(number) * (1024 if binary else 1000) ** ("KMGT".index(unit) + 1)


@contextmanager
def spark_engine(
    url: str, spill: Path | None = None, memory_limit: str = DEFAULT_MEMORY_LIMIT
) -> Iterator[Engine]:
    """Spark at an address: spark://…, sc://… (Connect), or local[2] in this machine's own Java.

    `memory_limit`: of what rows take in this machine's Java; a cluster has its own. ReadError where
    PySpark or Java is missing, or nobody answers there.
    """
    heap = f"{_bytes_of(memory_limit) / 2**20:.0f}m"
    with spill_folder(spill) as spilled, _quiet():
        if extra := missing_extra("pyspark"):
            raise ReadError([Problem(what=extra.what, remedy=extra.remedy)])
        from pyspark.sql import SparkSession  # slow to import, and few have it

        builder = SparkSession.builder.appName("breakeven")
        builder = builder.remote(url) if url.startswith("sc://") else builder.master(url)
        settings = {
            "spark.sql.caseSensitive": "true",  # classes may differ by case alone
            "spark.sql.maxPlanStringLength": "1000000",  # of which it warns else
            "spark.sql.debug.maxToStringFields": "10000",
        }
        if not url.startswith("sc://"):  # a server has set the rest for itself
            settings |= {
                "spark.ui.showConsoleProgress": "false",
                "spark.ui.enabled": "false",
                "spark.local.dir": str(spilled.folder),
            }
        if url.startswith("local"):
            settings |= {
                "spark.sql.shuffle.partitions": "4",
                "spark.driver.host": "127.0.0.1",
                "spark.driver.memory": heap,
                # what Java leaves where it is ended goes with the folder
                "spark.driver.defaultJavaOptions": f'"-Djava.io.tmpdir={spilled.folder}" {JAVA}',
            }
        for key, value in settings.items():
            builder = builder.config(key, value)
        try:
            session = builder.getOrCreate()
            backend = ibis.pyspark.connect(session)
        except Exception as error:
            if "JAVA" in str(error).upper():
                raise ReadError([NO_SPARK]) from error
            raise engine_error("spark", error) from error
        if (java := _java()) is not None:
            spilled.end_too(java)
        try:
            yield Engine("spark", backend, f"Spark at {url}")
        finally:
            session.stop()


def _java() -> int | None:
    """The number of the Java process that PySpark started for this one; None without any."""
    from pyspark import SparkContext  # it is asked for where Spark runs

    gateway = getattr(SparkContext, "_gateway")  # noqa: B009 - no name that PySpark promises
    process = getattr(gateway, "proc", None)
    return None if process is None else int(process.pid)


@contextmanager
def _quiet() -> Iterator[None]:
    """Ibis and PySpark warn of versions of what they use, through which nothing goes here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        warnings.simplefilter("ignore", DeprecationWarning)
        warnings.simplefilter("ignore", ResourceWarning)
        yield


@dataclass(frozen=True)
class Spill:
    """A folder for what memory does not hold, and what watches it; None where there is no shell."""

    folder: Path
    watch: subprocess.Popen[bytes] | None

    def end_too(self, process: int) -> None:
        """Have a process that we started ended as well, by its number, where ours is killed."""
        if self.watch is not None and self.watch.stdin is not None:
            self.watch.stdin.write(b"%d\n" % process)
            self.watch.stdin.flush()


@contextmanager
def spill_folder(within: Path | None = None) -> Iterator[Spill]:
    """A folder for what memory does not hold, which is gone afterwards, however that comes."""
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=within))
    watch = None
    with suppress(OSError):  # without a shell it goes where this process ends by itself
        watch = subprocess.Popen(  # noqa: S603 - our own words
            ["/bin/sh", "-c", WATCH, "sh", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    try:
        yield Spill(folder, watch)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if watch is not None:
            watch.kill()
            watch.communicate()
