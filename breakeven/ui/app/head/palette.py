"""Whatever there is, found by typing: pages, classes, systems, measures, and things to do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from breakeven.records import Review
from breakeven.selection import Selection, cuts_for, split_text, splits_of, system_of
from breakeven.text import name_of
from breakeven.ui.app.head import choices
from breakeven.ui.app.head.keys import CLASS, LISTED, STEP, step_threshold
from breakeven.ui.app.head.menu import PAGES, cannot_answer
from breakeven.ui.app.kept import cache
from breakeven.ui.app.library.marks import shown
from breakeven.ui.app.library.opening import review_of
from breakeven.ui.app.session import links, login, state, visiting
from breakeven.ui.app.shared.many_classes import are_many, best
from breakeven.ui.components.scripts import focus_the_box

FOUND = 20
# under which the session keeps what was chosen here and is to be done
ASKED = "palette_asked"
CHOSEN = "find_chosen"

Action = Callable[[], None]


@st.dialog("Find")
def find() -> None:
    """The box to type in, and what is done with what was chosen."""
    login.still_in()
    asked = state.forget(ASKED)
    review, offered = _offered()
    if asked in offered:
        _, act = offered[asked]
        act()
        st.rerun()
    many = review is not None and are_many(review.truth.classes)
    typed = st.selectbox(
        "Find",
        offered,
        None,
        format_func=lambda key: offered[key][0] if key in offered else str(key),
        key=CHOSEN,
        placeholder="A page, class, system, measure, or what to do",
        label_visibility="collapsed",
        accept_new_options=many,
        on_change=lambda: state.remember(ASKED, state.remembered(CHOSEN)),
    )
    focus_the_box()
    if many and review is not None:
        st.caption("Classes are many here: type part of a name, and press Enter.")
        if typed is not None:
            _found(review, str(typed))


def _found(review: Review, typed: str) -> None:
    """The classes whose name holds what was typed, each to be chosen."""
    classes, sizes = review.truth.classes, review.truth.positives_per_class
    found = [classes[c] for c in best(classes, typed, sizes, FOUND).tolist()]
    if not found:
        st.info("No class is called so.")
        return
    chosen = st.selectbox(
        "Class", found, None, format_func=name_of, placeholder="Choose one of these", key="find_in"
    )
    if chosen is not None:
        _look_at(chosen)
        st.rerun()


def _offered() -> tuple[Review | None, dict[str, tuple[str, Action]]]:
    """What can be found, by keys of our own: the words shown, and what choosing them does."""
    loaded = review_of(state.raw().get("review"))
    greyed = cannot_answer()
    found: dict[str, tuple[str, Action]] = {
        f"page:{path}": (f"Page: {name}", partial(links.turn_to, path))
        for path, name, _ in visiting.offered(PAGES)
        if links.name_of(path) not in greyed
    }
    found["keys"] = "Do: list all keys", partial(state.remember, LISTED, True)
    review = None
    if loaded is not None:
        review = shown(loaded)
        found |= _of_review(review, cache.selected(review))
    return review, found | _measures()


def _of_review(review: Review, selection: Selection) -> dict[str, tuple[str, Action]]:
    truth = review.truth
    found: dict[str, tuple[str, Action]] = {}
    for name, words in (
        ("where", "Do: filter the documents"),
        ("settings", "Do: copy a link to what is shown"),
    ):
        found[name] = words, partial(_open, name)
    found["over"] = "Do: start over", partial(state.start_over, state.raw()["review"])
    if review.has_system:
        found |= _of_systems(review, selection)
    else:
        for split in (*truth.splits, None):
            found |= _split(split, truth.splits)
    if not are_many(truth.classes):
        for name in truth.classes:
            found[f"class:{name}"] = f"Class: {name_of(name)}", partial(_look_at, name)
    return found


def _of_systems(review: Review, selection: Selection) -> dict[str, tuple[str, Action]]:
    truth = review.truth
    found: dict[str, tuple[str, Action]] = {
        "report": ("Do: take a report along", partial(links.turn_to, "pages/overview.py"))
    }
    if selection.cut.rule == "threshold" and not selection.cut.own:
        at = selection.cut.threshold
        found["up"] = "Do: a higher threshold", partial(step_threshold, at, STEP)
        found["down"] = "Do: a lower threshold", partial(step_threshold, at, -STEP)
    for said in review.own:
        choose = partial(state.choose, "system", said.system)
        found[f"system:{said.system}"] = f"System: {name_of(said.system)}", choose
    predictions = system_of(review, selection.system)
    for split in splits_of(truth, predictions):
        found |= _split(split, truth.splits)
    for cut in cuts_for(predictions, truth):
        words = f"Decisions: {choices.rule_text(cut)}"
        found[f"cut:{cut.rule}"] = words, partial(state.choose, "cut", cut.rule)
    return found


def _split(split: str | None, splits: Sequence[str]) -> dict[str, tuple[str, Action]]:
    text = split_text(split, splits)
    words = "all documents" if split is None else name_of(split)
    return {f"split:{text}": (f"Split: {words}", partial(state.choose, "split", text))}


def _measures() -> dict[str, tuple[str, Action]]:
    # every page opens through here, and few look a measure up
    from metrics.catalogue import CATALOGUE

    return {
        f"measure:{key}": (f"Measure: {entry.name}", partial(_explain, key))
        for key, entry in CATALOGUE.items()
    }


def _explain(key: str) -> None:
    links.turn_to("pages/measures.py", {"measure": key})


def _look_at(name: str) -> None:
    """Look at a class: on this page where it has a choice of one, else on the page of classes."""
    state.choose("class", name)
    if state.remembered(CLASS) != "class":
        links.turn_to("pages/classes.py")


def _open(name: str) -> None:
    """Open a choice in the head of the page."""
    state.remember(choices.key_of(name), True)
