"""The filter of the page itself: one line of text, on top of the filter of every page."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.documents.facets import names_of
from breakeven.analysis.selection.completion import Completion, CompletionNames, completions
from breakeven.analysis.selection.errors import FilterError
from breakeven.analysis.selection.expression import Differs
from breakeven.analysis.selection.selection import Selection, system_of
from breakeven.analysis.selection.where import Where, all_of, check, terms_of, together, where_of
from breakeven.analysis.versions.earlier_version import baseline_of
from breakeven.data.records import Review
from breakeven.data.wording import count_of
from breakeven.ui.app.cache import cache, data
from breakeven.ui.app.header.help import WHERE_HELP
from breakeven.ui.app.session import state, widgets
from breakeven.ui.app.session.shortcuts import key_of
from breakeven.ui.components.html import bold, code, quiet, say
from breakeven.ui.components.markdown import code_label
from breakeven.ui.documents.shown_documents import WHERE, ShownDocuments, filtered_positions

# --- the page's own filter: one line of text, on top of the filter of every page


OFFERED = 6
# under which the session remembers the text of the filter that could be used last
LAST = "documents_where"


def choose_where(review: Review, selection: Selection) -> Where | None:
    """The filter line, and what it keeps; of one that cannot be used, what could be before."""
    truth = review.truth
    judged = truth.labels is not None and review.has_system
    example = {"wrong": judged, "length>500": truth.text_column is not None}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        typed = widgets.text(
            WHERE,
            "Documents where",
            icon=":material/search:",
            live="500ms",
            placeholder=" ".join(term for term, fits in example.items() if fits),
            help=WHERE_HELP,
        )
        st.button(
            "Remove last term",
            key="undo_term",
            icon=":material/undo:",
            type="tertiary",
            shortcut=key_of("undo_term"),
            disabled=not typed.strip(),
            on_click=_undo,
        )
    names = _names(review, selection)
    offered = completions(typed, names, OFFERED)
    # a line that is complete may go on with another term
    _show_offered(offered or completions(f"{typed} ", names, OFFERED))
    try:
        where = _checked(typed, review, selection)
    except FilterError as error:
        before = _before(review, selection)
        # what is wrong before the term that is being typed stays wrong, however it goes on
        begun = [
            error.position >= len(completion.text) - len(completion.term) for completion in offered
        ]
        _say_wrong(error, before, typing=any(begun))
        return before
    state.remember(LAST, "" if where is None else where.text)
    return where


def _checked(text: str, review: Review, selection: Selection) -> Where | None:
    """The filter of a text. FilterError where it is none, or does not fit what is looked at."""
    where = where_of(text)
    if where is not None:
        said = system_of(review, selection.system) if review.has_system else None
        check(where, review, said)
    return where


def _before(review: Review, selection: Selection) -> Where | None:
    """The filter that could be used last, where it fits what is looked at now."""
    try:
        return _checked(state.remembered(LAST, ""), review, selection)
    except FilterError:
        return None


def _undo() -> None:
    """Take the last term out of the filter line, or what makes that unreadable."""
    try:
        where = where_of(state.raw().get(WHERE, ""))
    except FilterError:
        state.share(WHERE, state.remembered(LAST, ""))
        return
    left = None if where is None else all_of(terms_of(where.expression)[:-1])
    state.share(WHERE, "" if left is None else left.text)


def _names(review: Review, selection: Selection) -> CompletionNames:
    """What the filter may ask for, with how many documents have it."""
    c = selection.class_index if review.truth.classes else None
    counted = cache.facets(review, selection.system, selection.documents, selection.cut, c)
    return names_of(review, counted, data.parted_columns_of(review))


def _show_offered(offered: tuple[Completion, ...]) -> None:
    """Buttons that complete the line, the first by a key too."""
    with st.container(horizontal=True, gap="small", key="completions"):
        for n, completion in enumerate(offered):
            count = "" if completion.count is None else f" {completion.count:,}"
            st.button(
                f"{code_label(completion.term)}{count}",
                key=f"completion_{n}",
                type="tertiary",
                shortcut=None if n else key_of("complete"),
                on_click=_complete,
                args=(completion.text,),
            )


def _complete(text: str) -> None:
    """Put a completion into the line."""
    state.share(WHERE, text)


def _say_wrong(error: FilterError, before: Where | None, *, typing: bool) -> None:
    """What is wrong with the line, unless it may go on; and what is listed meanwhile."""
    listed = (
        "every document" if before is None else Markup("what {} keeps").format(code(before.text))
    )
    if typing:
        say(quiet(Markup("This filter is not complete yet. Listed: {}.").format(listed)))
    else:
        say_unusable(error, listed)


def say_unusable(error: FilterError, listed: Markup | str = "every document") -> None:
    """What is wrong with the filter, and what is listed in its place; HTML."""
    say(Markup("This filter cannot be used. Listed: {}.").format(listed))
    st.code(f"{error.pointed}\n{error.what}", language=None)


def say_count(count: int, every: int | None) -> None:
    """How many documents are listed; of `every` without the page's own filter, None without one."""
    of_every = "" if every is None else f" of {every:,}"
    unit = "document" if count == 1 and every is None else "documents"
    say(Markup("{}{} {}").format(bold(f"{count:,}"), of_every, unit))


def say_empty(shown: ShownDocuments) -> None:
    """Which term left nothing of the documents."""
    both = together(shown.selection.where, shown.where)
    if both is None:
        st.info("There is no document here.")
        return
    every = replace(shown.selection, where=None)
    terms, before = terms_of(both.expression), len(shown.in_split.rows)
    for n, term in enumerate(terms, 1):
        here = len(filtered_positions(shown.review, every, all_of(terms[:n])))
        if here:
            before = here
            continue
        last = all_of((term,))
        assert last is not None
        alone = len(filtered_positions(shown.review, every, last))
        met = all_of(terms[: n - 1])
        sentence = Markup("No document is left: {} matches ").format(code(last.text))
        if met is None:
            say(Markup("{}none of {}.").format(sentence, count_of(before, "document")))
        else:
            say(
                Markup("{}none of the {} that {} matches; alone it matches {:,}.").format(
                    sentence, count_of(before, "document"), code(met.text), alone
                )
            )
        return


# --- Only the documents that were decided otherwise in the baseline


def choose_changed(review: Review, selection: Selection) -> None:
    """A box that puts the term for it into the filter line, where there is a baseline."""
    baseline = baseline_of(review, selection.system)
    if baseline is None:
        return
    term = Differs(baseline.system)
    try:
        where = where_of(state.raw().get(WHERE, ""))
    except FilterError:  # it is being typed
        return
    terms = () if where is None else terms_of(where.expression)

    def changed(on: bool) -> None:
        left = tuple(each for each in terms if each != term)
        filtered = all_of((*left, term) if on else left)
        state.share(WHERE, "" if filtered is None else filtered.text)

    only = all_of((term,))
    assert only is not None
    n = len(filtered_positions(review, selection, only))
    widgets.checkbox(
        "documents.changed",
        f"Only the {n:,} predicted differently in version {baseline.version}",
        term in terms,
        changed,
    )
