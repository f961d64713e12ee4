"""Answers of language models before they are accepted: what the rules make of them, to change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.answers.answer_rules import AnswerRules
from breakeven.data.wording import count_of, listed, name_of, visible
from breakeven.readers.answers_preview import AnswersPreview
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import Proposal
from breakeven.readers.shapes.class_map import ClassMap
from breakeven.readers.worker.client import WorkerReading
from breakeven.results.answers import OUTCOME_NAMES
from breakeven.ui.app.cache.memo import digest
from breakeven.ui.app.page.links import show_problems
from breakeven.ui.app.session import state
from breakeven.ui.components.html import escaped, grid, plain, say
from breakeven.ui.components.tables import height_of, show_table

MOST_HIGH = 740
MOST_LISTED = 12
WHAT = (
    "Rules find the class in each answer; nothing is guessed. Answers that name no class, or "
    "several "
    "where one is wanted, are counted separately. Check the examples before you accept them."
)
LISTS: Mapping[str, tuple[str, str]] = {
    "fields": ("Fields of JSON, and tags, that hold the class", "The first of these counts."),
    "prefixes": ("Words before a colon", "As in “label: x”; the last such line counts."),
    "none": ("Answers that mean no class", "A class of the same name goes first."),
    "refusals": ("Words of refusals and errors", "Used if nothing else names a class."),
    "classes": ("More classes", "Besides those among the labels."),
}
SEVERAL = {"": "like the labels", "one": "one class", "several": "several classes"}
SEVERAL_MEANS = {"": None, "one": False, "several": True}


def choose_answers(
    reading: WorkerReading, proposal: Proposal, key: str, folded: bool = False
) -> tuple[dict[str, Any], dict[str, str | None]]:
    """The rules by which answers are read, and names in them that were confirmed as classes.

    Neither where no column holds answers. What the rules make of the files is shown beside them.
    `folded`: it stands in what folds.
    """
    if not proposal.has_answers:
        return {}, {}
    with st.container(border=True):
        say(Markup("<b>Answers of a language model</b>"))
        st.caption(WHAT)
        above = st.container()
        with st.container() if folded else st.expander("Change the rules"):
            rules = _rules(key)
        proposal = replace(proposal, answers={} if rules == AnswerRules() else rules.as_data())
        try:
            accepted = _accepted(_previewed(reading, proposal), key)
            final = replace(proposal, class_map={**accepted, **proposal.class_map})
            with above:
                _show(_previewed(reading, final), key)
        except ReadError as error:
            with above:
                show_problems(error.problems, f"answers_{key}")
            return dict(proposal.answers), {}
    return dict(proposal.answers), dict(accepted)


def _previewed(reading: WorkerReading, proposal: Proposal) -> AnswersPreview:
    """What answers come to, worked out once and not on every rerun. ReadError."""
    kept = state.remembered_or("answers_preview", dict[str, AnswersPreview])
    asked = digest(id(reading), proposal.to_json())
    if asked not in kept:
        if len(kept) > 8:
            kept.clear()
        with st.spinner("Reading the answers …", show_time=True):
            kept[asked] = reading.answers(proposal)
    return kept[asked]


def _show(preview: AnswersPreview, key: str) -> None:
    grid(
        ["Answers", *OUTCOME_NAMES.values()],
        [
            [plain(system, 40), *(f"{count:,}" for count in counts)]
            for system, counts in preview.counts.items()
        ],
    )
    allowed = "any number" if preview.several else "one"
    classes = listed(preview.classes, MOST_LISTED)
    number = count_of(len(preview.classes), "class", "classes")
    say(escaped(f"An answer may name {allowed} of {number}: {classes}."))
    examples = pd.DataFrame(
        {
            "document": [visible(example.document) for example in preview.examples],
            "answer": [visible(example.answer) for example in preview.examples],
            "is read as": [OUTCOME_NAMES[example.outcome] for example in preview.examples],
            "classes": [", ".join(map(name_of, example.classes)) for example in preview.examples],
            "by": [example.how for example in preview.examples],
        }
    )
    if len(preview.counts) > 1:
        examples.insert(0, "system", [example.system for example in preview.examples])
    show_table(
        examples,
        f"answers_shown_{key}",
        MOST_HIGH,
        column_config={"answer": st.column_config.TextColumn(width="large")},
    )


def _rules(key: str) -> AnswerRules:
    usual = AnswerRules()
    lists: dict[str, Any] = {}
    for name, (label, help_) in LISTS.items():
        given = st.text_area(
            f"{label}, one in a line",
            "\n".join(getattr(usual, name)),
            height=100,
            key=f"answers_{name}_{key}",
            help=help_,
        )
        lists[name] = tuple(dict.fromkeys(line for line in given.split("\n") if line.strip()))
    several = st.selectbox(
        "How many classes an answer may name",
        list(SEVERAL),
        format_func=SEVERAL.__getitem__,
        key=f"answers_several_{key}",
    )
    prose = st.checkbox(
        "Look for a class in sentences",
        usual.prose,
        key=f"answers_prose_{key}",
        help="A sentence counts if it names exactly one class.",
    )
    return replace(usual, **lists, several=SEVERAL_MEANS[several], prose=prose)


def _accepted(preview: AnswersPreview, key: str) -> ClassMap:
    """The names that were confirmed to stand for classes."""
    if not preview.likely:
        return {}
    st.caption(
        "These names are no class; beside each is the most similar class. Tick those that mean it: "
        "each becomes a row of the class map."
    )
    frame = pd.DataFrame(
        {
            "same": [False] * len(preview.likely),
            "in answers": [match.name for match in preview.likely],
            "answers": [match.answers for match in preview.likely],
            "class": [match.like for match in preview.likely],
            "alike": [match.alike for match in preview.likely],
        }
    )
    edited = st.data_editor(
        frame,
        hide_index=True,
        disabled=["in answers", "answers", "alike"],
        column_config={
            "same": st.column_config.CheckboxColumn("Same?"),
            "class": st.column_config.SelectboxColumn(options=list(preview.classes), required=True),
            "alike": st.column_config.NumberColumn(format="%.0f %%"),
        },
        height=height_of(len(frame), 300),
        key=f"answers_likely_{key}_{digest([match.name for match in preview.likely])[:12]}",
    )
    ticked = edited[edited["same"]]
    return dict(zip(ticked["in answers"], ticked["class"], strict=True))
