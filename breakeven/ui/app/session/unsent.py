"""What a page has not sent to the browser yet when a part of it is drawn again."""

from __future__ import annotations

from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

_clear = ForwardMsgQueue.clear


def keep_unsent() -> None:
    """Send a part that is drawn again after the page that it is of, and that page whole.

    Streamlit takes what it has not sent yet of such a part out of the page, with the place that it
    stands at: what comes after it in the page then finds no place in a browser, which stops there.
    """
    ForwardMsgQueue.clear = _kept  # type: ignore[method-assign, assignment]


def _kept(
    queue: ForwardMsgQueue,
    retain_lifecycle_msgs: bool = False,
    fragment_ids_this_run: list[str] | None = None,
) -> None:
    if fragment_ids_this_run is None:
        _clear(queue, retain_lifecycle_msgs)
    else:
        # what is drawn again comes behind, and takes the place of nothing that waits
        queue._delta_index_map = {}
