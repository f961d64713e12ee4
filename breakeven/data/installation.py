"""What is installed: which version, where files and data are, what is missing of others.

Tested in `test_extras`, `test_installation` and `test_internals`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, NamedTuple

# of this program: in what is saved, signed and reported, and in the name of its package
CODE_VERSION = "0.1.0"

HERE = Path(__file__).resolve().parents[1]
# an installed package brings a copy; in a checkout the files stand at the top
SHIPPED = HERE / "_app"


# of the environment: where data are kept, and in which database
HOME, DATABASE_URL = "BREAKEVEN_HOME", "BREAKEVEN_DATABASE_URL"
# a file with the password of that database, which then stands in no environment
PASSWORD_FILE = "BREAKEVEN_DATABASE_PASSWORD_FILE"  # noqa: S105 - the name of a variable
LIBRARY_FILE = "library.sqlite"


def home() -> Path:
    """The folder that holds `app.py`, `pages/`, `sample_data/` and `.streamlit/`."""
    return SHIPPED if SHIPPED.is_dir() else HERE.parent


def folder() -> Path:
    """The folder of data: BREAKEVEN_HOME, else `data/` beside the app; at home once installed."""
    chosen = os.environ.get(HOME)
    if chosen:
        return Path(chosen).expanduser()
    return Path.home() / ".breakeven" if home() == SHIPPED else HERE.parent / "data"


def is_begun() -> bool:
    """Whether there may be a library: seen without the database, which is slow to import."""
    return bool(os.environ.get(DATABASE_URL)) or (folder() / LIBRARY_FILE).exists()


def sample_folder() -> Path | None:
    """The folder with the samples; None where their package is not installed."""
    beside = home() / "sample_data"
    if beside.is_dir():
        return beside
    package = find_spec("breakeven_samples")
    places = None if package is None else package.submodule_search_locations
    return Path(next(iter(places))) if places else None


def docs_site() -> Path | None:
    """The folder with these documents as a site; None where `script/docs` has not built it."""
    folder = home() / "site"
    return folder if (folder / "index.html").is_file() else None


# --- extras: what `pip install breakeven` leaves out, as requirements.txt lists it by section

ExtraPackage = Literal[
    "weasyprint", "docx", "resvg_py", "authlib", "psycopg", "duckdb", "ibis", "pyspark"
]
# of each package, by the name that is imported: what needs it, and the extra that brings it
NEEDS: Mapping[ExtraPackage, tuple[str, str]] = {
    "weasyprint": ("a PDF needs WeasyPrint", "report"),
    "docx": ("a Word document needs python-docx", "report"),
    "resvg_py": ("the pictures of a Word document need resvg", "report"),
    "authlib": ("signing in needs Authlib", "team"),
    "psycopg": ("PostgreSQL needs psycopg", "team"),
    "duckdb": ("a DuckDB file needs DuckDB", "engine"),
    "ibis": ("a table beyond memory needs Ibis", "engine"),
    "pyspark": ("Spark needs PySpark", "spark"),
}


class MissingExtra(NamedTuple):
    """What cannot be done without an extra, and how to install it."""

    what: str
    remedy: str

    @property
    def sentence(self) -> str:
        """Both, as a page says it."""
        return " ".join(f"{part[0].upper()}{part[1:]}." for part in self)


def missing_extra(package: ExtraPackage) -> MissingExtra | None:
    """What to say where a package of an extra is not installed; None where it is."""
    if find_spec(package) is not None:
        return None
    need, extra = NEEDS[package]
    remedy = f"install it: pip install 'breakeven[{extra}]'"
    return MissingExtra(f"{need}, which is not installed", remedy)


# they are not under the licence of the program: sample_data/README.md
NO_SAMPLES = MissingExtra(
    "the samples are for research only, so they are a package of their own, which is not installed",
    "install it: pip install breakeven-samples",
)


# --- what is used of Streamlit that its makers do not promise; a later one may call it otherwise

# module and name: everything that is imported from below `streamlit`, and the attributes used
INTERNALS = (
    "streamlit:App",
    "streamlit.config:get_option",
    "streamlit.delta_generator:DeltaGenerator",
    "streamlit.runtime:exists",
    "streamlit.runtime:get_instance",
    # messages that were not sent yet
    "streamlit.runtime.forward_msg_queue:ForwardMsgQueue.clear",
    # who is here, and for which page a run is
    "streamlit.runtime.scriptrunner:get_script_run_ctx",
    # what ends a run, which no page may catch
    "streamlit.runtime.scriptrunner_utils.exceptions:ScriptControlException",
    "streamlit.web.server.starlette.starlette_websocket:is_host_allowed",
)


def missing_internals() -> list[str]:
    """Those that are not there, as they are written above."""
    return [name for name in INTERNALS if not _is_there(name)]


def _is_there(internal: str) -> bool:
    module, _, path = internal.partition(":")
    try:
        place = import_module(module)
        for name in path.split("."):
            place = getattr(place, name)
    except (ImportError, AttributeError):
        return False
    return True


def why_not_to_start() -> str | None:
    """Why the app cannot run on this Streamlit, and what to do; None where it can."""
    missing = missing_internals()
    if not missing:
        return None
    try:
        installed = version("streamlit")
    except PackageNotFoundError:
        installed = "that is installed"
    names = ", ".join(name.replace(":", ".") for name in missing)
    return (
        f"Breakeven does not run on Streamlit {installed}, which lacks {names}; "
        "install one that was tried: pip install 'streamlit>=1.67,<1.68'"
    )
