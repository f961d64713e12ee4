"""What helps on every page: hints of a first visit, and what may be typed into the filter.

There are four hints for whoever tries the app with a sample, one at a time, beside what they are
about. They are of the session that began them, and gone once they are read or skipped.
"""

from __future__ import annotations

import streamlit as st
from markupsafe import Markup

from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.session.shortcuts import key_of
from breakeven.ui.components.html import keys, say
from breakeven.ui.pages import PAGES

# --- Four hints for whoever tries the app with a sample: one at a time, beside what they are about
#
# They are of the session that began them, and gone once they are read or skipped.


SAMPLE = "reuters"
HINTS = (
    "The line at the top says what all numbers are about. Click a word of it to choose another: "
    "try the system.",
    "A number that counts documents is a link to them. Click it to read what went wrong.",
    f"{PAGES['next_steps'].title}, in the menu, lists what to do, with the largest gain first.",
    Markup(
        "<b>Find</b>, at the top, finds any page, class or measure<span class='key-hint'> ({}; {} "
        "lists all keys)</span>. {}, in the menu, opens your own files."
    ).format(keys(key_of("find")), keys(key_of("list")), PAGES["home"].title),
)
# under which the session keeps which hint is next
NEXT = "next_hint"


def begin_hints() -> None:
    """Show them from the first one on."""
    state.remember(NEXT, 0)


@widgets.fragment
def show_hint() -> None:
    """The hint that is next; nothing where none was asked for, or all are read."""
    index = state.remembered(NEXT)
    if index is None:
        return
    last = index + 1 == len(HINTS)
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="hint"):
        say(Markup("<b>{} of {}</b> {}").format(index + 1, len(HINTS), HINTS[index]))
        st.button(
            "Done" if last else "Next",
            key="hint_next",
            type="primary",
            on_click=_end if last else _go_on,
            args=() if last else (index + 1,),
        )
        if not last:
            st.button("Skip", key="hint_skip", type="tertiary", on_click=_end)


def _go_on(n: int) -> None:
    """Go on with the n-th, counted from 0."""
    state.remember(NEXT, n)


def _end() -> None:
    state.forget(NEXT)


# --- what may be typed to show only some documents, beside the box it is typed in


WHERE_HELP = "\n\n".join(
    (
        "**A class:** `true:grain` `called:grain` `hit:grain` `missed:grain` `extra:grain` "
        "`rejected:grain` `unjudged:grain` `score(grain):0.3..0.5`",
        "**Any class:** `wrong` `right` `missed` `extra` `labels=0` true, `calls:2..` predicted",
        "**Classes in a tree:** folded `level(1):missed:grain`, `hierarchy:inconsistent` "
        "`hierarchy:full-path`",
        "**Another system:** `system(B):wrong` `differs:B`",
        "**A document:** `split:test` `leaked` `id=7` `source=a` `source in (a, b)` `n_words>200` "
        "`date:2024-01-01..2024-01-31` `weekday(date):Monday`",
        'Words of its **text**, `word:oil` a whole one, `matches:"oi?l"` a pattern, `length>500` '
        "characters, `like:7` nearly the text of 7, `alike` of any other",
        "**Marks:** `mark:unclear` `tag:later` `seen` `noted`",
        "**Labels:** `doubtful` `doubtful:grain` likely wrong, `disputed` `disputed:grain` "
        "annotators differ",
        "**Answers** of language models: `outcome:refused` `outcome:unusable`",
        "**Several terms** must all hold. `OR` and brackets for either, `-` before a term for not. "
        "Put names of several words in quotation marks. A threshold stays tuned on all documents.",
    )
)

# of a table that stays in its engine
TABLE_WHERE_HELP = (
    "What an engine can ask: `true:grain` `called:grain` `hit:grain` `missed:grain` `extra:grain` "
    "`rejected:grain` · `wrong` `right` `missed` `extra` · `labels=0` `calls:2..` · "
    "`score(grain):0.3..0.5` · `split:test` · `leaked` · `id=7` · a column, `source=a` "
    "`n_words>200` · `OR`, brackets, and `-` before a term for not."
)
