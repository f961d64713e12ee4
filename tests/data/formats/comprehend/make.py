"""The archive that Comprehend puts its results into: python make.py (no Comprehend).

It holds one file, `predictions.jsonl`, as the Developer Guide says of asynchronous jobs.
"""

import gzip
import io
import tarfile
from pathlib import Path

here = Path(__file__).parent
data = (here / "multi_class.jsonl").read_bytes()
held = io.BytesIO()
with tarfile.open(fileobj=held, mode="w", format=tarfile.USTAR_FORMAT) as archive:
    member = tarfile.TarInfo("predictions.jsonl")
    member.size = len(data)
    archive.addfile(member, io.BytesIO(data))
(here / "output.tar.gz").write_bytes(gzip.compress(held.getvalue(), mtime=0))
