"""What is being looked at: one record, kept across pages and mirrored in the address.

Tested in `test_links` and `test_widgets`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

if TYPE_CHECKING:  # where nothing is chosen yet, nothing is needed that counts
    from breakeven.analysis.selection.selection import Selection
    from breakeven.data.records import Truth

T = TypeVar("T")
Option = TypeVar("Option", bound=str)

# the addresses of a page's links, and those written lately
MOST_WRITTEN = 100
# choices that some pages share: part of the address once they are made
OF_SOME_PAGES = (
    *("quadrants", "limits", "marks", "as_if", "gold", "share", "beside"),
    *("level", "unfold", "folded"),
    *(
        f"human_review.{of}"
        for of in ("send", "volume", "minutes", "review", "miss", "false_alarm", "currency")
    ),
)


def raw() -> dict[str, str]:
    """The choices as text, by the keys of the address; survives a change of page."""
    if "choices" not in st.session_state:
        st.session_state["choices"] = {}
        st.session_state["written"] = deque(maxlen=MOST_WRITTEN)
    return st.session_state["choices"]


def texts() -> dict[str, str]:
    """What is chosen to look at, as text: the parts of a selection."""
    # loads NumPy
    from breakeven.analysis.selection.selection import KEYS

    return {key: value for key, value in raw().items() if key in KEYS}


def filters() -> list[str]:
    """Every filter of documents that is chosen, of all pages and of one."""
    return [text for key, text in raw().items() if key.rpartition(".")[2] == "where"]


def of_every_page() -> dict[str, str]:
    """What is chosen that no page has alone."""
    choices = raw()
    if not choices:
        return {}
    # loads NumPy
    from breakeven.analysis.selection.selection import KEYS

    return {key: choices[key] for key in ("review", *KEYS, *OF_SOME_PAGES) if key in choices}


def adopt_address(page: str = "") -> None:
    """Take choices from the address when it was opened or edited, not when we wrote it.

    After quick changes the browser may still send an address of a moment ago: one of those
    we wrote, which must not undo the choices made since. But one that the visitor went back
    or forward to holds as it is: what `page` would write and it does not name is not chosen.
    """
    choices = raw()
    address = {k: v for k, v in st.query_params.to_dict().items() if isinstance(v, str)}
    if not address:
        return
    if went_through_history():
        of_page = [key for key in choices if "." not in key or key.startswith(f"{page}.")]
        another = address.get("review") != choices.get("review")
        for key in list(choices) if another else of_page:
            del choices[key]
        choices.update(address)
    elif address not in st.session_state["written"]:
        # an address without a filter asks for every document, and for labels as loaded
        for key in ("where", "as_if"):
            choices.pop(key, None)
        # and one that names choices of the page's own names all of them
        own = f"{page}."
        if page and any(key.startswith(own) for key in address):
            for key in [key for key in choices if key.startswith(own)]:
                del choices[key]
        choices.update(address)


def went_through_history() -> bool:
    """Whether the visitor came here by the browser's Back or Forward: Streamlit's client says."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def write_address(parameters: dict[str, str]) -> None:
    """Mirror the choices in the address."""
    if st.query_params.to_dict() != parameters:
        st.query_params.from_dict(parameters)
    ours(parameters)


def ours(parameters: dict[str, str]) -> None:
    """Note an address as one of ours: where it comes back, the choices made since hold."""
    written = st.session_state["written"]
    if parameters not in written:
        written.append(parameters)


def not_ours(parameters: dict[str, str]) -> None:
    """Note an address as a visitor's own: it holds as it is, whatever was chosen since."""
    written = st.session_state["written"]
    while parameters in written:
        written.remove(parameters)


def address() -> dict[str, str]:
    """The address as it is now, whoever wrote it."""
    return st.query_params.to_dict()


def address_value(key: str) -> str | None:
    """What the address says of a key now, whoever wrote it."""
    return st.query_params.get(key)


def names_more_than(*keys: str) -> bool:
    """Whether the address says anything but these."""
    return not set(keys) >= set(st.query_params.to_dict())


def withdraw(key: str) -> None:
    """Take a key out of the address."""
    st.query_params.pop(key, None)


def choose(key: str, value: str) -> None:
    """Keep a choice for this session."""
    raw()[key] = value


def drop(key: str) -> None:
    """Take a choice back, where it was made."""
    raw().pop(key, None)


def one_of(key: str, options: Iterable[Option], default: str | None = None) -> Option:
    """The choice where it is an option; else the default where that is one; else the first."""
    known = list(options)
    wanted = (raw().get(key), default, *known)
    return next(o for of in wanted for o in known if o == of)


def own_to(page: str) -> dict[str, str]:
    """The choices that only one page has, by keys like `curves.systems`.

    They too are in its address, so that a copied link shows the same page.
    """
    return {key: value for key, value in raw().items() if key.startswith(f"{page}.")}


def share(key: str, value: str) -> None:
    """Choose, and put it in the address at once: for fragments, which do not open the page."""
    choose(key, value)
    write_address(st.query_params.to_dict() | {key: value})


def unshare(key: str) -> None:
    """Take a choice back, also out of the address; as `share`."""
    drop(key)
    write_address({name: text for name, text in st.query_params.to_dict().items() if name != key})


def open_review(key: str) -> None:
    """Turn to a review; what was chosen for another one does not carry over.

    What a link chose of this one does: its files may have been gone until now.
    """
    if raw().get("review") != key:
        start_over(key)


def start_over(key: str) -> None:
    """Turn to a review with nothing chosen of it; whoever came by a share link stays behind it."""
    kept = {name: value for name, value in raw().items() if name == "share"}
    raw().clear()
    raw().update(kept, review=key)


@contextmanager
def instead(choices: Mapping[str, str]) -> Iterator[None]:
    """For a while, other choices than those made: to see what another address shows."""
    made = dict(raw())
    raw().clear()
    raw().update(choices)
    try:
        yield
    finally:
        raw().clear()
        raw().update(made)


def close_review() -> None:
    """Look at no review any more."""
    raw().clear()


def parameters_of(key: str, selection: Selection, truth: Truth) -> dict[str, str]:
    """The address of a selection."""
    # loads NumPy
    from breakeven.analysis.selection.selection import texts_of

    return {"review": key, **texts_of(selection, truth)} | {
        key: raw()[key] for key in OF_SOME_PAGES if key in raw()
    }


def remember(key: str, value: Any) -> None:
    """Keep something for this session that is no choice: it is in no address."""
    st.session_state[key] = value


def remembered(key: str, default: Any = None) -> Any:
    """What the session remembers under a key, widgets of this key included."""
    return st.session_state.get(key, default)


def remembered_or(key: str, make: Callable[[], T]) -> T:
    """As `remembered`; what is not there yet is made, to be changed by whoever asked."""
    value: T = st.session_state.setdefault(key, make())
    return value


def forget(key: str) -> Any:
    """Take something out of the session's memory; None where there was nothing."""
    return st.session_state.pop(key, None)
