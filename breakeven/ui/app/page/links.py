"""Ways from page to page: each carries the address that the page would write.

So a change of page is one step of the browser's history, and a link opened in another tab shows
what is chosen here. And what a page says that has nothing to show, or files that do not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode, urljoin

import streamlit as st
from markupsafe import Markup

from breakeven.data.installation import docs_site
from breakeven.data.wording import NOTHING
from breakeven.ui.app.session import downloads, state
from breakeven.ui.app.session.shortcuts import HELP_ON, MEASURES_HELP
from breakeven.ui.components.html import linked_page, plain, prose
from breakeven.ui.pages import PAGES, PageKey

if TYPE_CHECKING:
    import pandas as pd

    from breakeven.analysis.selection.expression import Expression
    from breakeven.data.records import Problem, Review


# --- Ways from page to page: each carries the address that the page would write
#
# So a change of page is one step of the browser's history, and a link opened in another tab shows
# what is chosen here.


def common() -> dict[str, str]:
    """What the address of every page says: the review, and what is chosen of it."""
    chosen = state.of_every_page()
    earlier = state.remembered("common")
    # a filter may ask about the version that stands beside
    basis = chosen, state.remembered("beside")
    if earlier is not None and earlier[0] == basis:
        return dict(earlier[1])
    key = chosen.get("review")
    if key is None:
        return chosen
    # loads NumPy
    from breakeven.ui.app.cache import cache
    from breakeven.ui.app.store.reviews import review_of

    review = review_of(key)
    if review is None:  # as it was asked for, until the files are there
        return chosen
    parameters = state.parameters_of(key, cache.selected(review), review.truth)
    state.remember("common", ((chosen, state.remembered("beside")), parameters))
    return dict(parameters)


def address_of(page: PageKey, shared: dict[str, str] | None = None) -> dict[str, str]:
    """The address of a page of ours: what all pages say, and its own choices."""
    return (common() if shared is None else shared) | state.own_to(PAGES[page].name)


def home_of(review: Review) -> PageKey:
    """The page that a review opens on: by what there is to be asked of it first."""
    people = review.truth.annotators and (review.truth.gold or review.truth.labels is None)
    return home_for(review.has_system, review.truth.labels is not None, people=bool(people))


def home_for(has_system: bool, labelled: bool, *, people: bool) -> PageKey:
    """As `home_of`, by what is known of a review. `people`: their labels are what to ask about."""
    if has_system:
        return "summary" if labelled else "unlabelled_data"
    return "labels" if people else "splits"


def page_link(
    page: PageKey,
    label: str,
    icon: str | None = None,
    shared: dict[str, str] | None = None,
    *,
    help: str | None = None,
    closed: bool = False,
) -> None:
    """A link to a page of ours, greyed where `closed`; `shared`: `common()`, if it is at hand.

    `icon`: None for the page's own, "" for none.
    """
    record, address = PAGES[page], address_of(page, shared)
    icon = record.icon if icon is None else icon
    state.ours(address)
    st.page_link(
        record.path, label=label, icon=icon, help=help, disabled=closed, query_params=address
    )


def choosing_link(page: PageKey, choices: Mapping[str, str], label: str, icon: str) -> None:
    """A link to a page of ours on which these of its choices are made; `label` is our own text."""
    address = address_of(page) | dict(choices)
    state.not_ours(address)
    st.page_link(PAGES[page].path, label=label, icon=icon, query_params=address)


def help_url(measure: str) -> str:
    """A link for our own HTML to what a measure means, beside the page that is shown."""
    return f"?{urlencode({**state.address(), 'measure': measure}, quote_via=quote, safe='')}"


def offer_help(label: str, key: str) -> None:
    """A button that opens Help on measures; `label` is our own text."""
    if st.button(label, key=key, icon=":material/help:", type="tertiary"):
        state.remember(HELP_ON, MEASURES_HELP)
        st.rerun()


def docs_link(label: str, path: str = "") -> None:
    """A link to a page of the documents, in a tab of its own; none where they are not built."""
    if docs_site() is not None:
        # pages stand beside it, below whatever the app is served at
        address = f"docs/{path}"
        st.link_button(label, address, icon=":material/menu_book:", type="tertiary")


def turn_to(page: PageKey, also: Mapping[str, str] | None = None) -> None:
    """Leave for a page of ours. `also`: what its address says besides."""
    address = address_of(page) | dict(also or {})
    state.ours(address)
    st.switch_page(PAGES[page].path, query_params=address)


def documents_address(
    term: Expression | None, instead: Mapping[str, str | None] | None = None, opened: str = ""
) -> dict[str, str]:
    """The address of the documents that a filter keeps of what is looked at.

    The filter of every page stays; `term` is the page's own, None for every document. `instead`:
    parameters of the address other than those chosen here, None to leave one out. `opened`: the
    id of the document that is open.
    """
    address = {k: v for k, v in (common() | dict(instead or {})).items() if v is not None}
    address["documents.where"] = _text_of(term)
    return address | ({"documents.open": opened} if opened else {})


def documents_url(
    term: Expression | None, instead: Mapping[str, str | None] | None = None, opened: str = ""
) -> str:
    """A link for our own HTML to `documents_address`, relative to any page of ours."""
    return url_of("documents", documents_address(term, instead, opened))


def documents_urls(
    instead: Mapping[str, str | None] | None = None,
) -> Callable[[Expression | None], str]:
    """As `documents_url`, for many links: what their addresses share is made once."""
    start = documents_url(None, instead)
    return lambda term: start + quote(_text_of(term), safe="")


def _text_of(term: Expression | None) -> str:
    # loads NumPy
    from breakeven.analysis.selection.expression import to_text

    return "" if term is None else to_text(term)


def url_of(page: PageKey, address: Mapping[str, str]) -> str:
    """A page of ours at an address, relative to any other of them."""
    return f"{PAGES[page].place}?{urlencode(address, quote_via=quote, safe='')}"


def to_page(text: str, page: PageKey, address: Mapping[str, str]) -> Markup:
    """Our own HTML as a quiet link to a page of ours at an address."""
    return linked_page(text, url_of(page, address))


def here(relative: str) -> str:
    """A link of ours in full, for another browser; as it is where nobody says where we are."""
    return urljoin(st.context.url or "", relative)


def of_this_view() -> str | None:
    """A link in full to the page that is shown, as it is; None where nobody says where we are."""
    where = st.context.url
    query = urlencode(state.address(), quote_via=quote, safe="")
    return urljoin(where, f"?{query}") if where else None


def open_document(
    term: Expression | None, opened: str, instead: Mapping[str, str | None] | None = None
) -> None:
    """Leave for a document, by its id, among those that a filter keeps."""
    address = documents_address(term, instead, opened)
    state.not_ours(address)
    st.switch_page(PAGES["documents"].path, query_params=address)


def documents_link(
    term: Expression | None,
    label: str,
    instead: Mapping[str, str | None] | None = None,
    *,
    help: str | None = None,
) -> None:
    """A link to `documents_address` on a line of its own; `label` is our own text."""
    address = documents_address(term, instead)
    # the visitor may have been there and chosen otherwise since: what the link says holds
    state.not_ours(address)
    page = PAGES["documents"]
    st.page_link(page.path, label=label, icon=page.icon, help=help, query_params=address)


# --- what a page says that has nothing to show: what is missing, and one button that leads to it


def say_missing(what: str, page: PageKey, way: str) -> None:
    """`what` is missing, in our own words; `way` is the button, which opens the page."""
    st.info(what, icon=":material/inbox:")
    if st.button(way, key="missing", icon=PAGES[page].icon, type="primary"):
        turn_to(page)


# --- what a page says that files do not fit


# more can be downloaded; and so many are shown
FEW_PROBLEMS, MOST_PROBLEMS = 10, 50


def show_problems(problems: tuple[Problem, ...], key: str) -> None:
    """What is wrong or was noticed, one row each, names literally; the first of very many."""
    fields = ("file", "row", "column", "what", "remedy")
    shown = problems[:MOST_PROBLEMS]
    told = [f for f in fields if any(getattr(p, f) is not None for p in shown)]
    prose(told, [[_problem_cell(getattr(p, field)) for field in told] for p in shown])
    if len(problems) > FEW_PROBLEMS:
        more = len(problems) - len(shown)
        if more:
            st.caption(f"The first {len(shown):,}; {more:,} more are in the files below.")
        downloads.downloads(lambda: _problems_frame(problems, fields), key)


def _problems_frame(problems: tuple[Problem, ...], fields: Sequence[str]) -> pd.DataFrame:
    # the first page opens without it
    import pandas as pd

    rows = [{f: getattr(p, f) for f in fields} for p in problems]
    return pd.DataFrame(rows).astype({"row": "Int64"})


def _problem_cell(value: object) -> Markup | str:
    if value is None:
        return NOTHING
    return Markup("{:,}").format(value) if isinstance(value, int) else plain(value, 400)
