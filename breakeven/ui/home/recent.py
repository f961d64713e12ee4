"""The reviews that were opened last: a name that leads to its results, and when that was.

No review is read for it: its row in the library says what it opens on.

Tested in `tests/pages/test_reviews.py`.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import streamlit as st
from markupsafe import Markup

from breakeven.data.installation import is_begun
from breakeven.data.wording import count_of, moment_of, time_ago
from breakeven.ui.app.page import links
from breakeven.ui.app.session import access
from breakeven.ui.components.html import linked_page, plain, quiet, say, titled
from breakeven.ui.pages import PageKey

if TYPE_CHECKING:  # what is not saved needs no database
    from breakeven.store.saved_review import ListedReview

FEW = 6


def show_recent() -> bool:
    """The few that were opened last, each a link; whether anything is saved."""
    if not is_begun():
        return False
    reviews = access.ask_library(lambda library: library.listed(access.actor()))
    if reviews is None:
        st.warning(access.library_trouble())
        return False
    active = [review for review in reviews if not review.archived]
    if active:
        st.header("Saved reviews", anchor=False)
        latest = sorted(active, key=lambda review: review.opened, reverse=True)[:FEW]
        for review in latest:
            say(_line(review))
    return bool(reviews)


def _line(review: ListedReview) -> Markup:
    name = linked_page(plain(review.title, 60), review_url(review))
    documents = count_of(review.about["documents"], "document")
    when = titled(time_ago(review.opened, datetime.now(UTC)), moment_of(review.opened))
    return Markup("{}<br>{}").format(name, quiet(Markup("{} · {}").format(documents, when)))


def review_url(review: ListedReview) -> str:
    """A link to what a review opens on."""
    return links.url_of(home_of_listed(review), {"review": review.fingerprint})


def home_of_listed(review: ListedReview) -> PageKey:
    """Where it opens, as far as its row tells: it is not read for that."""
    about = review.about
    return links.home_for(bool(about["systems"]), labelled=True, people=not about["splits"])
