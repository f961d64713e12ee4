"""What is used of Streamlit that its makers do not promise, and what to say where it has gone.

A later Streamlit may call it otherwise. Then the app does not start, and one sentence says what is
missing: `requirements.txt` keeps to the versions that were tried. Tested in `test_internals`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

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
