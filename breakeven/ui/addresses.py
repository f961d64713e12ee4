"""Addresses that are no page's: where those of earlier pages lead, and what is said of others.

A link that somebody wrote down leads on, with all that it chose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, quote, urlencode

from markupsafe import Markup

from breakeven.ui.components.html import lone_page
from breakeven.ui.pages import PAGES, PageKey

LONGEST_NAME = 200
# what a path of one word may be that is no page: what other parts of the server answer
OTHERS = frozenset({"docs", "static", "media", "component", "auth", "oauth2callback"})


@dataclass(frozen=True)
class EarlierPage:
    """Where the address of an earlier page leads.

    `page`: to which page. `choices`: what its address then says besides. `renamed`: choices of the
    earlier page that are called otherwise than by the name of the page, by what they were.
    """

    page: PageKey
    choices: Mapping[str, str] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)


EARLIER: Mapping[str, EarlierPage] = {
    "load": EarlierPage("home"),
    "reviews": EarlierPage("home"),
    "overview": EarlierPage("summary"),
    "story": EarlierPage("summary", choices={"summary.part": "slides"}),
    "confusion": EarlierPage("confusions"),
    "guidance": EarlierPage("next_steps"),
    "workload": EarlierPage("human_review"),
    "unlabelled": EarlierPage("unlabelled_data"),
    "agreement": EarlierPage(
        "labels", {"labels.part": "annotators"}, {"agreement.part": "labels.people"}
    ),
    "measures": EarlierPage("home", {"help": "measures"}),
}


def leads_to(name: str, query: str) -> str | None:
    """Where an earlier address leads, relative to it; None of one that did not lead to a page.

    `name`: the last part of its path. `query`: what it chose.
    """
    chosen = [(_name_now(key), value) for key, value in parse_qsl(query, keep_blank_values=True)]
    earlier = EARLIER.get(name)
    if earlier is None:
        if name not in _names() or chosen == parse_qsl(query, keep_blank_values=True):
            return None
        # a page of now, with choices of one that was called otherwise
        return _address(name, chosen)
    others = [(key, value) for key, value in chosen if key not in earlier.choices]
    return _address(PAGES[earlier.page].place, [*earlier.choices.items(), *others])


def _name_now(key: str) -> str:
    """What a choice of a page is called now."""
    page, dot, of = key.partition(".")
    earlier = EARLIER.get(page) if dot else None
    if earlier is None:
        return key
    return earlier.renamed.get(key, f"{PAGES[earlier.page].name}.{of}")


def _address(place: str, chosen: Iterable[tuple[str, str]]) -> str:
    query = urlencode([*chosen], quote_via=quote, safe="")
    return f"{place}?{query}" if query else place


def _names() -> frozenset[str]:
    return frozenset(page.name for page in PAGES.values())


def is_unknown(path: str) -> bool:
    """Whether a path looks like that of a page, and there is none."""
    name = path.strip("/")
    if not name or name.startswith("_") or any(sign in name for sign in "/."):
        return False
    return name not in _names() and name not in EARLIER and name not in OTHERS


def no_such_page(path: str) -> Markup:
    """What is said of an address that no page has, with the pages that need no review."""
    said = Markup("No page of Breakeven is called “{}”.").format(path.strip("/")[:LONGEST_NAME])
    ways = [(page.place, page.title) for page in PAGES.values() if not page.of_review]
    return lone_page("No such page", said, ways)
