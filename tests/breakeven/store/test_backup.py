"""The steps of the document make a copy that is whole, while somebody goes on saving."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from breakeven.store.actors import LOCAL
from breakeven.store.library import open_library
from breakeven.store.reviews import open_review
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
