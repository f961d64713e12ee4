"""While files are read: what is being done, how much of it, since when, and a way to stop.

Whatever else is chosen on the page stops it too, as that makes the page run anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, monotonic_ns

import streamlit as st
from streamlit.runtime.scriptrunner_utils.exceptions import ScriptControlException

from breakeven.readers.base.progress import Progress, report_to
from breakeven.ui.app.session import state

STOP = "Stop reading"
STOPPED = "reading_stopped"
WAS_STOPPED = "Reading was stopped. What was open before is still open."
# seconds: what is read sooner needs no bar that comes and goes
SHOWN_AFTER = 0.5


@contextmanager
def waiting(task: str) -> Iterator[None]:
    """Show how far that is which reads within it; `task`: by which `stopped` is asked later."""
    place, start = st.empty(), monotonic()
    # what makes the page run anew starts before this run has noticed that it is to end: so it
    # counts as stopped until it is done
    state.remember(STOPPED, task)
    bars: list[st.delta_generator.DeltaGenerator] = []

    def tell(progress: Progress) -> None:
        seconds = monotonic() - start
        if seconds < SHOWN_AFTER:
            return
        if not bars:
            with place.container(border=True):
                bars.append(st.empty())
                # of a reading that was stopped nothing may be pressed again
                st.button(STOP, key=f"stop_{monotonic_ns()}", icon=":material/stop_circle:")
        share = progress.done / progress.total if progress.total else 0.0
        # a click on the button is met here, by what makes the page run anew
        bars[0].progress(min(share, 1.0), f"{progress} · {seconds:.0f} s")

    try:
        with report_to(tell):
            yield
    except ScriptControlException:
        raise
    except BaseException:
        _done(place)
        raise
    _done(place)


def _done(place: st.delta_generator.DeltaGenerator) -> None:
    state.forget(STOPPED)
    place.empty()


def stopped(task: str) -> bool:
    """Whether this was being read last, and was stopped."""
    return bool(state.remembered(STOPPED) == task)


def say_stopped(task: str, place: st.delta_generator.DeltaGenerator) -> None:
    """Say so in a place, where it was."""
    if stopped(task):
        place.info(WAS_STOPPED)


def may_start(task: str, label: str) -> bool:
    """Whether it may be read by itself; where it was stopped, that is said beside a way on."""
    if not stopped(task):
        return True
    st.info(WAS_STOPPED)
    st.button(label, key="start_again", on_click=state.forget, args=(STOPPED,))
    return False
