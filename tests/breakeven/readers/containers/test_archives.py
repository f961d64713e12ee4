"""What is made to harm is refused with a message, within 512 MB and without going on and on."""

from __future__ import annotations

import gzip
import io
import json
import stat
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from pyarrow import feather

from tests.breakeven.readers.containers.making import (
    BOTH,
    CALLS,
    sqlite_file,
    tarred,
    unzipped,
    workbook,
    written,
    zipped,
)
from tests.paths import ROOT

MEGABYTE = 1 << 20
# of the processor; each takes less than two on an idle machine, and this is no measure of speed
SECONDS = 30
MEMORY = 512 * MEGABYTE
# reads each file of a folder in a process of its own, and prints what comes of it
CHILD = f"""
import json, os, sys, time
from pathlib import Path
from breakeven.readers.base.memory import Allowance, limit_process
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables
from breakeven.readers.base.problems import ReadError
for path in sorted(Path(sys.argv[1]).iterdir()):
    if os.fork() == 0:
        limit_process(Allowance({MEMORY}, 0))
        start = time.process_time()
        try:
            propose(open_tables([(path.name, path.read_bytes())]))
            said = ""
        except ReadError as error:
            said = str(error)
        print(json.dumps([path.name, time.process_time() - start, said]), flush=True)
        os._exit(0)
    os.wait()
"""


def renamed(data: bytes, old: bytes, new: bytes) -> bytes:
    assert len(old) == len(new)
    return data.replace(old, new)


def lying(size: int) -> bytes:
    """A zip archive whose list says another size of its file."""
    data = bytearray(zipped({"a.csv": BOTH * 1_000}))
    at = data.index(b"PK\x01\x02")
    data[at + 24 : at + 28] = size.to_bytes(4, "little")
    return bytes(data)


def with_link(target: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        info = zipfile.ZipInfo("a.csv")
        info.create_system = 3
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, target)
    return out.getvalue()


def tar_of(**about: object) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        member = tarfile.TarInfo("a.csv")
        for key, value in about.items():
            setattr(member, key, value)
        archive.addfile(member, io.BytesIO(BOTH))
    return out.getvalue()


def encrypted() -> bytes:
    data = bytearray(zipped({"a.csv": BOTH}))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


def arrow_bomb() -> bytes:
    out = io.BytesIO()
    zeros = pa.chunked_array([pa.array(memoryview(bytes(8 * 2_000_000)).cast("q"))] * 20)
    feather.write_feather(pa.table({"true": zeros}), out, "zstd", chunksize=2_000_000)
    return out.getvalue()


X = '<row r="1"><c r="A1" t="inlineStr"><is><t>x</t></is></c></row>'
ENTITIES = (
    '<!DOCTYPE x [<!ENTITY a "' + "a" * 100 + '">'
    + "".join(f'<!ENTITY {chr(98 + i)} "{f"&{chr(97 + i)};" * 100}">' for i in range(6))
    + "]>"
)  # fmt: skip
MILLION = "<row><c/></row>" * 999_999


def hostile() -> dict[str, tuple[bytes, str]]:
    """Files by their names, and what the refusal of each says."""
    nested = {f"{i}.csv": bytes(9 * 10**6) for i in range(2)}
    return {
        # archives that explode
        "ratio.zip": (zipped({"a.csv": bytes(11 * 10**6)}), "bytes unpack to more than"),
        "sum.zip": (zipped({f"{i}.csv": bytes(9 * 10**6) for i in range(12)}), "more than 100 MB"),
        "nested.zip": (zipped({"b.zip": zipped({"c.zip": zipped(nested)})}), "archive"),
        "many.zip": (zipped({f"{i}.csv": b"" for i in range(1_001)}), "1,001 files"),
        "bomb.csv.gz": (gzip.compress(bytes(11 * 10**6)), "unpack to more than"),
        "bomb.tar.gz": (tarred({"a.csv": bytes(11 * 10**6)}), "unpack to more than"),
        "says_more.zip": (lying(0xFFFFFFF0), "unpack to more than"),
        "says_less.zip": (lying(10), "broken or cut short"),
        "bomb.feather": (arrow_bomb(), "more than 100 MB"),
        # path tricks
        "up.zip": (zipped({"../../a.csv": BOTH}), "leads out of the archive"),
        "root.zip": (zipped({"/etc/a.csv": BOTH}), "leads out of the archive"),
        "drive.zip": (zipped({"C:a.csv": BOTH}), "leads out of the archive"),
        "nul.zip": (renamed(zipped({"aXb.csv": BOTH}), b"aXb", b"a\0b"), "leads out"),
        "up.tar": (tar_of(name="x/../../a.csv", size=len(BOTH)), "leads out of the archive"),
        "twice.zip": (renamed(zipped({"a.csv": BOTH, "b.csv": BOTH}), b"b.csv", b"a.csv"), "twice"),
        "link.zip": (with_link("/etc/passwd"), "it is a link"),
        "link.tar": (tar_of(type=tarfile.SYMTYPE, linkname="/etc/passwd"), "it is a link"),
        "hard.tar": (tar_of(type=tarfile.LNKTYPE, linkname="a.csv"), "it is a link"),
        "device.tar": (tar_of(type=tarfile.CHRTYPE), "not an ordinary file"),
        "locked.zip": (encrypted(), "encrypted"),
        # workbooks
        "million.xlsx": (written(X + MILLION), "unpack to more than"),
        "far.xlsx": (written(X + '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'), "empty"),
        "beyond.xlsx": (written(X + '<row r="9999999"><c r="A9999999"><v>1</v></c></row>'), "an"),
        "letters.xlsx": (written('<row><c r="AAAAAAAAA9"><v>1</v></c></row>'), "invalid"),
        "signs.xlsx": (written('<row><c r="&#65;1"><v>1</v></c></row>'), "invalid"),
        "entities.xlsx": (written(X.replace("x</t>", "&g;</t>"), head=ENTITIES), "plain XML"),
        "shared.xlsx": (
            zipped(unzipped(workbook({"S": CALLS})) | {
                "xl/sharedStrings.xml": b"<sst>" + b"<si><t>x</t></si>" * 2_000_000 + b"</sst>"
            }), "unpack to more than"),
        # JSON
        "deep.json": (b'{"a":' * 1_000 + b"1" + b"}" * 1_000, "nested too deeply"),
        "deep.jsonl": (b'{"true":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested too deeply"),
        "deeper.zip": (zipped({"a.json": b"[" * 10**6}), "a.json"),
        # texts that a pattern could go over again and again; "" is read
        "tags.xlsx": (written(X + '<c r="A1" ' + '<c t="e' * 10**5), "broken"),
        "tag.xlsx": (written(X + '<row><c r="A1" ' + 't="n" ' * 30_000), "broken"),
        "blanks.xlsx": (written(X + '<row><c r="A1"><f>1</f>' + " " * 10**5), "broken"),
        "blanks.arff": (b"@relation x\n@attribute c {a,b}\n@data\na" + b" " * 10**5 + b"x", "row"),
        "attributes.arff": (
            b"@relation x\n" + b"@attribute a numeric\n" * 300_000 + b"@data\n1\n", "300,000 attr"),
        "numbers.csv": (b"id,true,predicted,x\n1,a,b,[" + b"1.1" * 33_000 + b"x\n2,b,a,1\n", ""),
        "header.csv": (b"id,true,predicted," + b"1a" * 10**5 + b"\n1,a,b,1\n2,b,a,2\n", ""),
        "report.json": (b'{"a":' + b'"precision":' * 10**5, "JSON"),
    }  # fmt: skip


def intact_archives() -> Iterator[tuple[str, bytes]]:
    rows = [("id", "true", "predicted"), *((i, "a", "b") for i in range(300))]
    yield "a.zip", zipped({"a.csv": BOTH * 99, "b.csv": BOTH})
    yield "a.tar", gzip.decompress(tarred({"a.csv": BOTH * 999}))
    yield "a.tar.gz", tarred({"a.csv": BOTH * 99})
    yield "a.xlsx", workbook({"S": rows})
    calls = "CREATE TABLE t(id, true); INSERT INTO t VALUES " + ",".join(["(1, 'a')"] * 3_000)
    yield "a.db", sqlite_file(calls)
    table = pa.table({"id": range(9_999), "true": ["a"] * 9_999})
    file, stream = io.BytesIO(), io.BytesIO()
    feather.write_feather(table, file)
    with pa.ipc.new_stream(stream, table.schema) as sink:
        sink.write_table(table)
    yield "a.feather", file.getvalue()
    yield "a.arrows", stream.getvalue()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not keep this limit")
def test_what_is_made_to_harm_is_refused_in_little_time_and_memory(tmp_path: Path) -> None:
    folder = tmp_path / "hostile"
    folder.mkdir()
    expected = {}
    for name, (data, what) in hostile().items():
        (folder / name).write_bytes(data)
        expected[name] = what
    for name, data in intact_archives():
        # behind the files of a tar archive nothing stands that would be missed
        for part in (0.02, 0.5) if name == "a.tar" else (0.02, 0.5, 0.98):
            cut = f"cut {part} {name}"
            (folder / cut).write_bytes(data[: int(part * len(data))])
            expected[cut] = "cut "
    with duckdb.connect(str(tmp_path / "a.duckdb")) as db:
        db.execute("CREATE TABLE t AS SELECT range AS id FROM range(9)")
    (folder / "cut a.duckdb").write_bytes((tmp_path / "a.duckdb").read_bytes()[:9_000])
    expected["cut a.duckdb"] = "cut short"
    command = [sys.executable, "-c", CHILD, str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2_000:]
    answers = {
        name: (took, answer) for name, took, answer in map(json.loads, done.stdout.splitlines())
    }
    assert set(answers) == set(expected)
    wrong = {name: answers[name] for name, what in expected.items() if what not in answers[name][1]}
    assert not wrong
    slow = {name: took for name, (took, _) in answers.items() if took > SECONDS}
    assert not slow
