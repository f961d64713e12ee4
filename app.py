"""Where the app starts: run as a page it is Home, imported by the server it is what is served."""

from __future__ import annotations

import sys

import streamlit as st

if __name__ == "__main__":
    from breakeven.ui.home.page import show_home

    show_home()
else:
    from breakeven.data.installation import why_not_to_start

    if why := why_not_to_start():
        sys.exit(why)
    from breakeven.ui.server import MIDDLEWARE, lifespan

    app = st.App(__file__, middleware=MIDDLEWARE, lifespan=lifespan)
