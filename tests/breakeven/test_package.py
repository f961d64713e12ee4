"""Importing `breakeven` and `metrics`: light, complete, and not another's `metrics`."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import breakeven as be
import metrics
from tests.paths import ROOT


def python(code: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """A Python of its own, with the checkout on its path after the folder it runs in."""
    start = f"import sys; sys.path[:1] = ['', {str(ROOT)!r}]\n{code}"
    return subprocess.run(
        [sys.executable, "-c", start], capture_output=True, text=True, cwd=cwd, check=False
    )


def test_importing_loads_nothing_else() -> None:
    done = python(
        "import breakeven, metrics\n"
        "print({n.partition('.')[0] for n in sys.modules} - sys.stdlib_module_names)\n"
        "print({n for n in sys.modules if n.startswith(('breakeven.', 'metrics.'))})"
    )
    beside, inside = done.stdout.splitlines()
    assert not {"numpy", "scipy", "pandas", "streamlit", "plotly"} & set(eval(beside))
    assert inside == "set()"


def test_every_public_name_is_there_and_is_what_it_says() -> None:
    assert dir(be) == be.__all__ == sorted(be.__all__)
    for name in be.__all__:
        assert getattr(be, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'evalute'"):
        be.evalute  # noqa: B018


def test_a_folder_that_is_imported_hides_no_function_of_its_name() -> None:
    folders = {path.parent.name for path in (ROOT / "breakeven").glob("*/__init__.py")}
    assert folders & set(be.__all__) == {"gate", "report"}
    for name in ("gate", "report"):
        assert import_module(f"breakeven.{name}").__name__ == f"breakeven.{name}"
        assert getattr(be, name) is getattr(import_module(f"breakeven.api.{name}"), name)


def test_the_arithmetic_alone_comes_from_metrics() -> None:
    from metrics import count, macro

    assert dir(metrics) == metrics.__all__
    for name in metrics.__all__:
        assert getattr(metrics, name).__name__ == name
        with pytest.raises(ModuleNotFoundError):  # a module would hide the function
            import_module(f"metrics.{name}")
    # classes 0 and 1: F 2*1/(2+1) and 2*2/(4+1), worked by hand
    assert macro(count([0, 0, 1, 1], [0, 1, 1, 1]))["f"].value == pytest.approx((2 / 3 + 4 / 5) / 2)


def test_a_metrics_of_the_users_own_is_named(tmp_path: Path) -> None:
    theirs = tmp_path / "metrics.py"
    theirs.write_text("raise SystemExit('their code must not run')\n")
    done = python("import breakeven", cwd=tmp_path)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: breakeven needs its own package `metrics`")
    assert f"{theirs} hides it; rename that file" in last


def test_a_metrics_that_is_already_imported_is_named(tmp_path: Path) -> None:
    theirs = tmp_path / "metrics.py"
    theirs.write_text("")
    done = python("import metrics; import breakeven", cwd=tmp_path)
    assert f"{theirs} hides it" in done.stderr.splitlines()[-1]
