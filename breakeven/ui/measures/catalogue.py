"""The catalogue to read and search: measures, misprints, sources."""

from __future__ import annotations

import streamlit as st

from breakeven.text import count_of
from breakeven.ui.components.misprints import told
from metrics.catalogue import BIBLIOGRAPHY, CATALOGUE, CHECKED_AND_RIGHT, MISPRINTS, Entry, Misprint

READABLE = 760  # pixels: longer lines are hard to follow
EVERY_GROUP = "All groups"


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
    )
    return holds(search, *texts)


def finds_misprint(search: str, m: Misprint) -> bool:
    """Whether a search finds a misprint in any of its texts."""
    return holds(search, m.id, m.source, m.where, m.printed, m.correct, m.evidence)


def show_entry(entry: Entry, linked: bool) -> None:
    """A measure with its formula, facts and misprints, these open where `linked`."""
    st.subheader(entry.name, anchor=entry.key)
    explained, facts = st.columns([5, 3], gap="medium")
    explained.markdown(
        "\n\n".join(filter(None, (entry.meaning, rf"$\displaystyle {entry.formula}$", entry.note)))
    )
    if entry.misprints:
        places = count_of(len(entry.misprints), "place")
        label = f"Books and papers misprint this in {places}; what stands here is right"
        with explained.expander(label, expanded=linked, icon=":material/menu_book:"):
            for m in (MISPRINTS[i] for i in entry.misprints):
                st.markdown(told(m, f"{m.source}, {m.where}"))
    best = f", best: {entry.best_text}" if entry.best_text else ""
    pairs = {
        "Range": f"{entry.range_text}{best}" if entry.range_text else "",
        "0/0": entry.undefined,
        "Source": entry.source_text,
        "Link": f"[to this entry](?measure={entry.key})",
    }
    facts.markdown("\n\n".join(f":gray[{name}] {text}" for name, text in pairs.items() if text))


def show_measures(search: str, group: str, linked: str | None) -> None:
    """The linked entry first, then those of the group; while searching, those of all groups."""
    found = [entry for entry in CATALOGUE.values() if finds_entry(search, entry)]
    if search:
        st.caption(f"{count_of(len(found), 'measure')} in all groups.")
    elif group != EVERY_GROUP:
        found = [entry for entry in found if entry.group == group]
    found.sort(key=lambda entry: entry.key != linked)
    st.markdown(" · ".join(f"[{entry.name}](#{entry.key})" for entry in found))
    above = None
    for entry in found:
        if entry.group != above and (search or group == EVERY_GROUP):
            st.header(entry.group, divider="gray", anchor=False)
        above = entry.group
        with st.container(border=entry.key == linked):
            show_entry(entry, entry.key == linked)


def show_misprints(search: str) -> None:
    """The misprints that a search finds, source by source."""
    st.caption(
        "The documents that define these measures contain errors. Each was found by computing "
        "both sides; this product follows what is right."
    )
    found = [m for m in MISPRINTS.values() if finds_misprint(search, m)]
    for source in dict.fromkeys(m.source for m in found):
        st.subheader(source, divider="gray", anchor=False)
        if source in CHECKED_AND_RIGHT and not search:
            st.markdown(CHECKED_AND_RIGHT[source])
        for m in found:
            if m.source == source:
                st.markdown(told(m, m.where[0].upper() + m.where[1:]), width=READABLE)
    if not found:
        st.info("No misprint holds these words.")


def show_sources() -> None:
    """The works that the catalogue names, in full."""
    st.markdown("\n".join(f"- **{short}.** {full}" for short, full in BIBLIOGRAPHY.items()))
