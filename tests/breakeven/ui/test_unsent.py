"""A page that waits to be sent stays whole when a part of it is drawn again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

from breakeven.ui.server import keep_unsent


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    was = ForwardMsgQueue.clear
    yield
    ForwardMsgQueue.clear = was  # type: ignore[method-assign]


def places(queue: ForwardMsgQueue) -> list[int]:
    return [message.metadata.delta_path[-1] for message in queue._queue]


def waiting() -> ForwardMsgQueue:
    """A part of a page, at its third place, and what stands below it."""
    queue = ForwardMsgQueue()
    for place, part in ((3, "part"), (4, "")):
        message = ForwardMsg()
        message.metadata.delta_path[:] = [0, place]
        message.delta.fragment_id = part
        message.delta.add_block.allow_empty = True
        queue.enqueue(message)
    return queue


def test_a_place_that_waits_is_not_taken_away_from_what_comes_after_it() -> None:
    keep_unsent()
    queue = waiting()
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=["part"])
    assert places(queue) == [3, 4]


def test_a_page_that_is_drawn_anew_is_sent_from_its_beginning() -> None:
    keep_unsent()
    queue = waiting()
    queue.clear(retain_lifecycle_msgs=True)
    assert places(queue) == []
    queue = waiting()
    assert [m.metadata.delta_path[-1] for m in queue.flush()] == [3, 4]
    assert places(queue) == []
