"""A review that was exported elsewhere, dropped among files: imported, and opened.

It comes alone, from whoever may import one; what is wrong with it is said, and nothing is kept.

Tested in `tests/pages/test_reviews.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from breakeven.readers.base.problems import ReadError
from breakeven.store.actors import NotAllowedError, is_allowed
from breakeven.store.errors import LibraryError
from breakeven.store.exchange import take_in
from breakeven.store.review_file import ENDING, read_packed
from breakeven.ui.app.page.links import show_problems
from breakeven.ui.app.session import access
from breakeven.ui.components.html import bold, say

WHAT_IT_IS = "An exported review, with all its versions, marks and notes."
NO_IMPORT = "To import a review you need the role approver: ask an admin."
ONE_AT_A_TIME = "Add an exported review on its own, without other files."


def is_exported(upload: Any) -> bool:
    """Whether a file is a whole review, by its ending."""
    return str(upload.name).lower().endswith(ENDING)


def offer_import(uploads: Sequence[Any]) -> str | None:
    """Import one review; what to open, once that is done."""
    if len(uploads) > 1:
        st.info(ONE_AT_A_TIME)
        return None
    (upload,) = uploads
    say(bold(upload.name, 200))
    st.caption(WHAT_IT_IS)
    if not is_allowed(access.role(), "import"):
        st.info(NO_IMPORT)
        return None
    if not st.button("Import", key="review_import_now", type="primary"):
        return None
    library = access.library()
    if library is None:
        st.warning(access.library_trouble())
        return None
    try:
        with st.spinner("Importing …", show_time=True):
            review = take_in(library, access.actor(), read_packed(upload.getvalue(), upload.name))
    except ReadError as error:
        st.error("This file could not be imported:")
        show_problems(error.problems, "import")
    except (LibraryError, NotAllowedError) as error:
        st.error(str(error))
    else:
        return review.versions[-1].fingerprint
    return None
