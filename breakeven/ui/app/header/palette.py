"""Whatever there is, found by typing: pages, classes, systems, measures, and things to do.

Tested in `test_shell`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import streamlit as st

from breakeven.analysis.selection.selection import (
    Selection,
    cuts_for,
    split_text,
    splits_of,
    system_of,
)
from breakeven.data.records import Review
from breakeven.data.wording import name_of
from breakeven.ui.app.cache import cache
from breakeven.ui.app.header import choices
from breakeven.ui.app.header.menu import cannot_answer
from breakeven.ui.app.page import links, visiting
from breakeven.ui.app.page.class_choice import are_many, best_matches
from breakeven.ui.app.session import access, state
from breakeven.ui.app.session.shortcuts import (
    CLASS_ON_PAGE,
    HELP_ON,
    KEYS_HELP,
    STEP,
    step_threshold,
)
from breakeven.ui.app.store.marks import with_marks
from breakeven.ui.app.store.reviews import review_of
from breakeven.ui.components.assets import focus_the_box
from breakeven.ui.components.markdown import code_label
from breakeven.ui.pages import PAGES

MOST_MATCHES = 20
# under which the session keeps what was chosen here and is to be done
PENDING = "palette_asked"
CHOSEN = "find_chosen"

PaletteAction = Callable[[], None]


@st.dialog("Find")
def find() -> None:
    """The box to type in, and what is done with what was chosen."""
    access.still_in()
    pending = state.forget(PENDING)
    review, offered = _offered()
    if pending in offered:
        _, act = offered[pending]
        act()
        st.rerun()
    classes = review.truth.classes if review is not None else ()
    many = are_many(classes)
    typed = st.selectbox(
        "Find",
        offered,
        None,
        format_func=lambda key: offered[key][0] if key in offered else str(key),
        key=CHOSEN,
        placeholder="A page, class, system, measure or action",
        label_visibility="collapsed",
        accept_new_options=True,
        on_change=lambda: state.remember(PENDING, state.remembered(CHOSEN)),
    )
    focus_the_box()
    if many:
        st.caption("There are many classes: type part of a name and press Enter.")
    if typed is not None:
        words = str(typed)
        matches = {key: offered[key] for key in matching(offered, words)}
        if many and review is not None:
            sizes = review.truth.positives_per_class
            for c in best_matches(classes, words, sizes, MOST_MATCHES).tolist():
                act = partial(_look_at, classes[c])
                matches[f"class:{classes[c]}"] = f"Class: {name_of(classes[c])}", act
        if len(matches) == 1:
            ((_, act),) = matches.values()
            act()
            st.rerun()
        _show_matches(matches)


def _show_matches(matches: Mapping[str, tuple[str, PaletteAction]]) -> None:
    """What holds the words that were typed, each a button."""
    if not matches:
        st.info("Nothing found. Try another word.")
    for key, (words, act) in list(matches.items())[:MOST_MATCHES]:
        if st.button(code_label(words), key=f"found_{key}", type="tertiary"):
            act()
            st.rerun()


# other words that people look for, by what they mean here
SYNONYMS: Mapping[str, str] = {
    "page:home": "load upload open import file reviews saved sample start",
    "page:summary": "overview result ship ready target verdict accuracy quality how good gate "
    "slides story present presentation",
    "page:compare": "models versions versus better difference significance test",
    "page:curves": "precision recall break-even eleven points roc pr",
    "page:classes": "per class weak labels categories f1",
    "page:confusions": "confusion matrix heatmap mixed up",
    "page:slices": "subgroups fairness segments bias",
    "page:documents": "texts errors examples read mark",
    "page:next_steps": "guidance findings what to do improve fix recommendations",
    "page:thresholds": "cutoff tune operating point",
    "page:human_review": "workload cost costs price money month budget people triage",
    "page:splits": "leak leaks leakage duplicates train test dev contamination",
    "page:labels": "agreement annotators kappa alpha noise wrong labels blind gold",
    "page:unlabelled_data": "unlabelled expected estimate drift monitoring production",
    "page:history": "versions sign-off approve share link notes log",
    "keys": "shortcuts keyboard help",
    "report": "export pdf download word",
}


def matching(offered: Mapping[str, tuple[str, PaletteAction]], typed: str) -> list[str]:
    """The keys of what holds every word that was typed, in any order, names before synonyms."""
    words = typed.casefold().split()

    def holds(text: str) -> bool:
        return all(word in text.casefold() for word in words)

    named = [key for key, (label, _) in offered.items() if holds(label)]
    meant = [
        key
        for key, (label, _) in offered.items()
        if key not in named and holds(f"{label} {SYNONYMS.get(key, '')}")
    ]
    return named + meant


def _offered() -> tuple[Review | None, dict[str, tuple[str, PaletteAction]]]:
    """What can be found, by keys of our own: the words shown, and what choosing them does."""
    loaded = review_of(state.raw().get("review"))
    greyed = cannot_answer()
    actions: dict[str, tuple[str, PaletteAction]] = {
        f"page:{page.key}": (f"Page: {page.title}", partial(links.turn_to, page.key))
        for page in visiting.pages_offered(PAGES.values())
        if page.key not in greyed
    }
    actions["keys"] = "Do: list all keys", partial(state.remember, HELP_ON, KEYS_HELP)
    review = None
    if loaded is not None:
        review = with_marks(loaded)
        actions |= _of_review(review, cache.selected(review))
    return review, actions | _measures()


def _of_review(review: Review, selection: Selection) -> dict[str, tuple[str, PaletteAction]]:
    truth = review.truth
    actions: dict[str, tuple[str, PaletteAction]] = {}
    for name, words in (
        ("where", "Do: filter the documents"),
        ("share", "Do: share what is shown"),
    ):
        actions[name] = words, partial(_open, name)
    actions["over"] = "Do: start over", partial(state.start_over, state.raw()["review"])
    if review.has_system:
        actions |= _of_systems(review, selection)
    else:
        for split in (*truth.splits, None):
            actions |= _split(split, truth.splits)
    if not are_many(truth.classes):
        for name in truth.classes:
            actions[f"class:{name}"] = f"Class: {name_of(name)}", partial(_look_at, name)
    return actions


def _of_systems(review: Review, selection: Selection) -> dict[str, tuple[str, PaletteAction]]:
    truth = review.truth
    actions: dict[str, tuple[str, PaletteAction]] = {
        "report": ("Do: download a report", partial(_open, "report"))
    }
    if selection.cut.rule == "threshold" and not selection.cut.own:
        threshold = selection.cut.threshold
        actions["up"] = "Do: a higher threshold", partial(step_threshold, threshold, STEP)
        actions["down"] = "Do: a lower threshold", partial(step_threshold, threshold, -STEP)
    for own in review.own:
        choose = partial(state.choose, "system", own.system)
        actions[f"system:{own.system}"] = f"System: {name_of(own.system)}", choose
    predictions = system_of(review, selection.system)
    for split in splits_of(truth, predictions):
        actions |= _split(split, truth.splits)
    for cut in cuts_for(predictions, truth):
        words = f"Predictions: {choices.rule_text(cut)}"
        actions[f"cut:{cut.rule}"] = words, partial(state.choose, "cut", cut.rule)
    return actions


def _split(split: str | None, splits: Sequence[str]) -> dict[str, tuple[str, PaletteAction]]:
    text = split_text(split, splits)
    words = "all documents" if split is None else name_of(split)
    return {f"split:{text}": (f"Split: {words}", partial(state.choose, "split", text))}


def _measures() -> dict[str, tuple[str, PaletteAction]]:
    # every page opens through here, and few look a measure up
    from metrics.catalogue import CATALOGUE

    return {
        f"measure:{key}": (
            f"Measure: {', '.join((entry.name, *entry.aliases))}",
            partial(state.remember, HELP_ON, key),
        )
        for key, entry in CATALOGUE.items()
    }


def _look_at(name: str) -> None:
    """Look at a class: on this page where it has a choice of one, else on the page of classes."""
    state.choose("class", name)
    if state.remembered(CLASS_ON_PAGE) != "class":
        links.turn_to("classes")


def _open(name: str) -> None:
    """Open a choice in the head of the page."""
    state.remember(choices.key_of(name), True)
