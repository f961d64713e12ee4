"""Only the documents that were decided otherwise in the baseline."""

from __future__ import annotations

from breakeven.records import Review
from breakeven.selection import FilterError, Selection
from breakeven.selection.expression import Differs
from breakeven.selection.terms import all_of, terms_of
from breakeven.selection.where import where_of
from breakeven.ui.app.session import state, widgets
from breakeven.ui.documents.looking import WHERE, documents_kept
from breakeven.versions.beside import baseline_of


def choose_changed(review: Review, selection: Selection) -> None:
    """A box that puts the term for it into the filter line, where there is a baseline."""
    said = baseline_of(review, selection.system)
    if said is None:
        return
    term = Differs(said.system)
    try:
        where = where_of(state.raw().get(WHERE, ""))
    except FilterError:  # it is being typed
        return
    terms = () if where is None else terms_of(where.expression)

    def changed(on: bool) -> None:
        left = tuple(one for one in terms if one != term)
        found = all_of((*left, term) if on else left)
        state.share(WHERE, "" if found is None else found.text)

    only = all_of((term,))
    assert only is not None
    n = len(documents_kept(review, selection, only))
    widgets.checkbox(
        "documents.changed",
        f"Only what changed: the {n:,} decided otherwise in version {said.version}",
        term in terms,
        changed,
    )
