"""What the cache keeps of a session: how often a split was looked at, and by which rules."""

from __future__ import annotations

import json

from tests.breakeven.ui.app.session.test_widgets import drawn


def looks() -> None:
    """Looks at two splits and at all documents, and how many there are of each."""
    import streamlit as st

    from breakeven.analysis.evaluation.cut import Cut
    from breakeven.ui.app.cache import cache

    best, given = Cut("f", split="dev"), Cut("given")
    for split, cut in (
        ("test", best),
        ("test", best),
        ("dev", given),
        (None, best),
        ("test", given),
    ):
        cache.note_look("files", "svm", split, cut)
    splits = ("test", "dev", "train", None)
    st.json(
        [[cache.looks_at("files", s).times, len(cache.looks_at("files", s).rules)] for s in splits]
    )


def test_all_documents_show_a_split_and_each_split_is_a_part_of_them() -> None:
    # of test, once more for the same look at once; dev by one rule; of all by the first
    assert json.loads(drawn(looks).json[0].value) == [[3, 2], [2, 2], [1, 1], [4, 2]]
