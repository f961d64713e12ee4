"""Words that go with the mistakes on a class; why a document is one, they do not say."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

from breakeven.documents.words_with import Word, WordsWith, groups_of, words_between
from breakeven.evaluation.cut import Cut
from breakeven.records import Review
from breakeven.selection import Documents, Filtered
from breakeven.selection.expression import ClassTerms, HasWord
from breakeven.selection.terms import asks_for
from breakeven.text import count_of, quoted
from breakeven.ui.app.kept import cache
from breakeven.ui.app.kept.cached import cached
from breakeven.ui.app.session import widgets
from breakeven.ui.components.html import escaped, say
from breakeven.ui.components.tooltip import help_of
from breakeven.ui.documents.facets import toggle
from breakeven.ui.documents.looking import Looked

MISTAKE = "documents.mistake"
ANY = "wrong"
MISTAKES = {
    "missed": "missed against found",
    "extra": "extra against rightly rejected",
    ANY: "any mistake against none",
}
# what the two groups of documents are called
GROUPS = {"missed": ("missed", "found"), "extra": ("extra", "rejected"), ANY: ("wrong", "right")}
HIGH = 300


def show_words(looked: Looked) -> None:
    """The words of missed against found documents, once somebody asks."""
    truth = looked.review.truth
    if truth.text_column is None or truth.labels is None or not truth.classes:
        return
    if not looked.review.has_system:
        return
    asked = st.expander("Words that go with missed or extra", key="words", on_change="rerun")
    if asked.open:
        with asked:
            _show(looked)


def _show(looked: Looked) -> None:
    chosen = widgets.select(MISTAKE, "Words of", MISTAKES, help=help_of("words_apart"), width=300)
    of, classes = looked.selection, looked.review.truth.classes
    name = None if chosen == ANY else classes[of.class_index]
    found = words_of(looked.review, of.system, of.documents, of.cut, name, chosen)
    one, other = GROUPS[chosen]
    about = "" if name is None else f" of {quoted(name)}"
    groups = f"{count_of(found.of_one, 'document')} {one} against {found.of_other:,} {other}{about}"
    if not found.one and not found.other:
        say(
            escaped(
                f"{groups}: of {count_of(found.tested, 'word')} that could be tested none clearly "
                "goes with either."
            )
        )
        return
    say(
        escaped(
            f"{groups}. Of {count_of(found.tested, 'word')} tested, these go with either more than "
            "chance would have it. Why, they do not say. Choosing one puts it into the filter."
        )
    )
    left, right = st.columns(2, gap="medium")
    with left:
        _table(looked, found.one, f"with {one}", (one, other))
    with right:
        _table(looked, found.other, f"with {other}", (one, other))


def _table(looked: Looked, words: Sequence[Word], head: str, groups: tuple[str, str]) -> None:
    if not words:
        st.caption(f"No word clearly goes {head}.")
        return
    frame = pd.DataFrame(
        {
            f"word {head}": [word.word for word in words],
            groups[0]: [word.one for word in words],
            groups[1]: [word.other for word in words],
            "z": [word.z for word in words],
        }
    )
    terms = [HasWord(word.word) for word in words]
    widgets.ticks(
        f"words_{head.replace(' ', '_')}",
        frame,
        [row for row, term in enumerate(terms) if asks_for(looked.where, term)],
        lambda row: toggle(looked, terms[row]),
        HIGH,
        column_config={"z": st.column_config.NumberColumn(format="%.1f")},
    )


@cached(entries=32, spinner="Counting the words …")
def words_of(
    review: Review,
    system: str,
    documents: Documents,
    cut: Cut,
    class_name: str | None,
    mistake: str,
) -> WordsWith:
    """The words of the documents looked at with a mistake, against those without it."""
    split = documents.split if isinstance(documents, Filtered) else documents
    about = cache.asked(review, system, split, cut)
    positions = (
        cache.kept(review, documents).positions
        if isinstance(documents, Filtered)
        else np.arange(len(about.rows))
    )
    kind: ClassTerms = "extra" if mistake == "extra" else "missed"
    return words_between(about, positions, *groups_of(class_name, kind))
