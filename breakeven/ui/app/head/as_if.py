"""The numbers as if what was marked were mended: chosen in the settings, and said in the head."""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st

from breakeven.marks.as_if import BY_CONSTRUCTION, title_of, unknown_in_words
from breakeven.records import Review
from breakeven.selection import Selection
from breakeven.text import f_name, figure_of
from breakeven.ui.app.kept import cache
from breakeven.ui.app.library import marks
from breakeven.ui.app.session import widgets
from breakeven.ui.components.badges import Badge

WORDS = {
    marks.AS_LOADED: "as they were loaded",
    "corrected": "as if corrected where marked",
    "left-out": "as if left out where marked",
    "both": "as if corrected, else left out",
}


def choose_as_if(review: Review) -> None:
    """A choice of labels for every page, where marks would change any."""
    if marks.can_be_as_if(review) or review.as_if is not None:
        widgets.select(
            "as_if",
            "Labels",
            WORDS,
            help="As if what you marked were carried out: every page then says so, and has the "
            f"number as loaded beside it. {BY_CONSTRUCTION}",
        )


def say_trouble() -> None:
    """Why marks are not as the address or a reviewer wants them."""
    said = marks.trouble()
    if said is not None:
        st.warning(said)


def badges_of(review: Review, selection: Selection) -> Iterator[Badge]:
    """That numbers are as if, with the number as loaded."""
    done = review.as_if
    if done is None:
        return
    more = f"{unknown_in_words(done)}{BY_CONSTRUCTION}"
    if not review.has_system:
        yield Badge("orange", "rule", title_of(done), "pages/documents.py", more)
        return
    before = cache.evaluation(done.original, selection.system, selection.documents, selection.cut)
    name = "accuracy" if before.one_of else f"micro {f_name(selection.beta)}"
    value = before.exact_match if before.one_of else before.micro(selection.beta)["f"]
    yield Badge(
        "orange",
        "rule",
        f"{title_of(done)}: {name} {figure_of(value)} as loaded",
        "pages/documents.py",
        more,
    )
