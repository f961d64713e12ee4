"""Every internal of Streamlit that is used is named, and one that has gone is one sentence."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from breakeven.data.installation import INTERNALS, missing_internals, why_not_to_start
from tests.paths import ROOT
from tests.ports import free_port

# what its makers do promise: the package itself, and how a page is tested
PROMISED = ("streamlit", "streamlit.testing.v1")
# only for types, which nothing asks when the app runs
TYPES = {"streamlit.elements.lib.mutable_popover_container:PopoverContainer"}
# a Streamlit in which this one has another name
GONE = "streamlit.runtime.forward_msg_queue:ForwardMsgQueue.clear"
WITHOUT = (
    "from streamlit.runtime.forward_msg_queue import ForwardMsgQueue\ndel ForwardMsgQueue.clear\n"
)


def used(file: Path) -> set[str]:
    """What a file imports from below `streamlit`."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "streamlit":
            found |= {f"{node.module}:{name.name}" for name in node.names}
        elif isinstance(node, ast.Import):
            found |= {f"{name.name}:" for name in node.names if name.name.startswith("streamlit.")}
    return {name for name in found if name.partition(":")[0] not in PROMISED}


def test_every_internal_that_is_imported_is_named() -> None:
    files = [ROOT / "app.py", *(ROOT / "pages").glob("*.py"), *(ROOT / "breakeven").rglob("*.py")]
    imported = set().union(*map(used, files)) - TYPES
    # `from streamlit import config` is a module of it, and `st.App` is used by its name
    imported = {
        name.replace("streamlit:config", "streamlit.config:get_option") for name in imported
    }
    named = {
        ":".join([(parts := name.split(":"))[0], parts[1].split(".")[0]]) for name in INTERNALS
    }
    assert named - {"streamlit:App", "streamlit.config:get_option"} == imported - {
        "streamlit.config:get_option"
    }


def test_nothing_is_missing_of_the_streamlit_that_is_installed() -> None:
    assert missing_internals() == []
    assert why_not_to_start() is None


def test_the_versions_that_are_offered_are_those_of_the_requirements() -> None:
    (line,) = re.findall(r"^streamlit.*$", (ROOT / "requirements.txt").read_text(), re.M)
    assert f"'{line}'" in (ROOT / "breakeven" / "data" / "installation.py").read_text()


@pytest.mark.parametrize("door", ["serve", "streamlit run"])
def test_a_streamlit_without_an_internal_is_refused_in_one_sentence(
    door: str, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(WITHOUT, encoding="utf-8")
    command = {
        "serve": ["cli.py", "serve"],
        "streamlit run": ["-m", "streamlit", "run", "app.py"],
    }[door]
    done = subprocess.run(
        [sys.executable, *command, "--server.port", str(free_port())],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode != 0
    output = done.stdout + done.stderr
    assert f"which lacks {GONE.replace(':', '.')}; install one that was tried" in output
    assert "Traceback" not in output
