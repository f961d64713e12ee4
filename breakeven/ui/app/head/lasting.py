"""What of a page stays on screen when another one is turned to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from streamlit.runtime.scriptrunner import get_script_run_ctx


@contextmanager
def lasting() -> Iterator[None]:
    """What is drawn here is the same on every page: the browser keeps it and is told what changed.

    All else it takes away when another page is turned to, and draws anew. To Streamlit what lasts
    is of the app itself, not of one of its pages: so its widgets keep what they say.
    """
    context = get_script_run_ctx()
    if context is None:
        yield
        return
    with context.run_with_active_hash(context.pages_manager.main_script_hash):
        yield
