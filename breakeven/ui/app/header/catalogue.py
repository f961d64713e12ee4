"""What Help says of measures: the catalogue to read and search, with misprints and sources.

Each measure also in the numbers of the review that is open.

Tested in `test_help_drawer`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import partial

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.data.records import Review
from breakeven.data.wording import amount_of, count_of, figure_of, name_of
from breakeven.ui.app.cache import cache
from breakeven.ui.app.session import state
from breakeven.ui.app.store.reviews import review_of
from breakeven.ui.components.html import bold, plain, say
from breakeven.ui.components.markdown import misprint_text
from metrics import measures
from metrics.catalogue import CATALOGUE
from metrics.catalogue.entry import Entry, Misprint
from metrics.catalogue.misprints import CHECKED_AND_RIGHT, MISPRINTS
from metrics.catalogue.names import plain_name
from metrics.catalogue.sources import BIBLIOGRAPHY
from metrics.measures import Measure
from metrics.typing import F1_BETA

# --- a measure in the numbers of the review that is open: what it comes to for all its decisions


# by entry of the catalogue: the measure, and in words how it comes about
EXAMPLES: Mapping[str, tuple[Measure, str]] = {
    "precision": (measures.precision, "of {assigned} predicted, {tp} are right"),
    "recall": (measures.recall, "of {positives} that are true, {tp} were found"),
    "f": (
        partial(measures.f_beta, beta=F1_BETA),
        "2 × {tp} found, of 2 × {tp} + {fp} false alarms + {fn} missed",
    ),
    "e": (
        partial(measures.e_beta, beta=F1_BETA),
        "{fp} false alarms + {fn} missed, of 2 × {tp} + {fp} + {fn}",
    ),
    "accuracy": (measures.accuracy, "of {total} yes/no predictions, {right} are right"),
    "error_rate": (measures.error_rate, "of {total} yes/no predictions, {wrong} are wrong"),
    "fallout": (measures.fallout, "of {negatives} that are not true, {fp} were predicted"),
    "specificity": (
        measures.specificity,
        "of {negatives} that are not true, {tn} were not predicted",
    ),
    "overlap": (measures.overlap, "of {either} that are predicted or true, {tp} are both"),
    "balanced_accuracy": (
        measures.balanced_accuracy,
        "half of {tp} of {positives} and {tn} of {negatives}",
    ),
    "negative_predictive_value": (
        measures.negative_predictive_value,
        "of {left} not predicted, {tn} are not true",
    ),
    "prevalence": (
        measures.prevalence,
        "of {total} pairs of document and class, {positives} are true",
    ),
}


def example_of(key: str) -> Markup | None:
    """The measure of all decisions looked at, with what it is worked out from; HTML.

    None where no review with labels is open, the measure has no such example, or is undefined.
    """
    review = review_of(state.raw().get("review", "")) if key in EXAMPLES else None
    if review is None or review.truth.labels is None:
        return None
    selection = cache.selected(review)
    evaluation = cache.evaluation(review, selection.system, selection.documents, selection.cut)
    cache.note_look(review.files, selection.system, selection.split, selection.cut)
    return _example_text(key, review, evaluation, selection.split)


def _example_text(
    key: str, review: Review, evaluation: Evaluation, split: str | None
) -> Markup | None:
    measure, words = EXAMPLES[key]
    table = evaluation.tables.pooled()
    value = float(measure(table))
    if math.isnan(value):
        return None
    tp, fp, fn, tn = (float(cell) for cell in table.cells)
    counts = {
        "tp": tp, "fp": fp, "fn": fn, "tn": tn, "assigned": tp + fp, "positives": tp + fn,
        "negatives": fp + tn, "total": tp + fp + fn + tn, "right": tp + tn, "wrong": fp + fn,
        "either": tp + fp + fn, "left": fn + tn,
    }  # fmt: skip
    on = Markup(" on {}").format(plain(name_of(split))) if split is not None else ""
    worked = words.format_map({name: amount_of(count) for name, count in counts.items()})
    return Markup("<b>In {}</b>, {}{}, all classes together: {}: <b>{}</b>.").format(
        plain(review.name), bold(evaluation.system), on, worked, figure_of(value)
    )


# --- the catalogue to read and search: measures, misprints, sources


READABLE = 760  # pixels: longer lines are hard to follow
EVERY_GROUP = "All groups"
LETTERS = (
    "For one class: **tp** predicted and true, **fp** predicted and not true, **fn** true and not "
    "predicted, **tn** neither. P precision, R recall, n documents, C classes, r positives, k "
    "predicted, p probability, s prediction (1: yes)."
)


def holds(search: str, *texts: str) -> bool:
    """Every word that was typed occurs somewhere, upper and lower case alike."""
    words = " ".join(texts).casefold()
    return all(word in words for word in search.casefold().split())


def finds_entry(search: str, entry: Entry) -> bool:
    """Whether a search finds an entry in any of its texts."""
    texts = (
        entry.key,
        entry.name,
        entry.group,
        entry.meaning,
        entry.formula,
        entry.undefined,
        entry.note,
        entry.source_text,
        entry.aliases_text,
        *map(plain_name, entry.aliases),
    )
    return holds(search, *texts)


def finds_misprint(search: str, m: Misprint) -> bool:
    """Whether a search finds a misprint in any of its texts."""
    return holds(search, m.id, m.source, m.where, m.printed, m.correct, m.evidence)


def choose_entry(search: str, group: str) -> Entry | None:
    """One of the entries of a group, while searching of all groups: the first until one is chosen.

    None where there is none.
    """
    entries = [entry for entry in CATALOGUE.values() if finds_entry(search, entry)]
    if search:
        st.caption(f"{count_of(len(entries), 'measure')} in all groups.")
    elif group != EVERY_GROUP:
        entries = [entry for entry in entries if entry.group == group]
    keys = [entry.key for entry in entries]
    if not keys:
        return None
    if state.remembered("measures_entry") not in keys:
        state.remember("measures_entry", keys[0])

    chosen = st.pills(
        "Measure",
        keys,
        format_func=lambda key: CATALOGUE[key].name,
        key="measures_entry",
        required=True,
        label_visibility="collapsed",
    )
    return CATALOGUE[chosen] if chosen else None


def show_entry(entry: Entry) -> None:
    """A measure: what it means, in the numbers of the review that is open, its formula, facts."""
    st.header(entry.name, anchor=False, help=LETTERS)
    st.markdown(entry.meaning)
    if example := example_of(entry.key):
        say(example)
    parts = (rf"$\displaystyle {entry.formula}$", entry.note)
    st.markdown("\n\n".join(filter(None, parts)))
    best = f", best: {entry.best_text}" if entry.best_text else ""
    misprinted = count_of(len(entry.misprints), "place")
    pairs = {
        "Also called": entry.aliases_text,
        "Range": f"{entry.range_text}{best}" if entry.range_text else "",
        "0/0": entry.undefined,
        "Source": entry.source_text,
        "Misprinted": f"in {misprinted}: see Misprints of books" if entry.misprints else "",
    }
    st.markdown("\n\n".join(f":gray[{name}] {text}" for name, text in pairs.items() if text))


def show_misprints(search: str) -> None:
    """The misprints of a source; while searching, those of all that it finds."""
    misprints = [m for m in MISPRINTS.values() if finds_misprint(search, m)]
    sources = list(dict.fromkeys(m.source for m in MISPRINTS.values()))
    source = st.selectbox("Source", sources, key="measures_source", disabled=bool(search))
    st.caption("Each was found by working out both versions. Breakeven uses the correct one.")
    for name in dict.fromkeys(m.source for m in misprints) if search else [source]:
        st.header(name, divider="gray", anchor=False)
        if name in CHECKED_AND_RIGHT and not search:
            st.markdown(CHECKED_AND_RIGHT[name])
        for m in misprints:
            if m.source == name:
                st.markdown(misprint_text(m, m.where[0].upper() + m.where[1:]), width=READABLE)
    if not misprints:
        st.info("No misprint contains these words.")


def show_sources() -> None:
    """The works that the catalogue names, in full."""
    st.markdown("\n".join(f"- **{short}.** {full}" for short, full in BIBLIOGRAPHY.items()))
