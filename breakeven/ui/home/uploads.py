"""The way from files to a review: what was proposed, what the user changed, what was read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import pandas as pd
import streamlit as st
from markupsafe import Markup
from streamlit.delta_generator import DeltaGenerator

from breakeven.data.gold import BETWEEN, gold_of_grades
from breakeven.data.wording import count_of
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import (
    OF_A_CLASS,
    OF_A_SYSTEM,
    OF_TRUTH,
    ROLE_NAMES,
    ROLES,
    SEPARATORS,
    FileProposal,
    Proposal,
    Shape,
    by_reason,
    recognition_text,
)
from breakeven.readers.columns.incomplete_files import LOOKS_LIKE
from breakeven.readers.shapes.class_map import ClassMap
from breakeven.readers.worker.client import OpenedFile, WorkerReading, open_in_worker
from breakeven.ui.app.cache.memo import digest
from breakeven.ui.app.page.links import show_problems
from breakeven.ui.app.session import state
from breakeven.ui.app.session.waiting import may_start, say_stopped, waiting
from breakeven.ui.app.store.read_again import (
    hierarchy_of_files,
    map_of_files,
    read_files,
)
from breakeven.ui.components.assets import stick_to_the_foot
from breakeven.ui.components.html import bold, escaped, plain, say
from breakeven.ui.components.tables import height_of
from breakeven.ui.home.answers import choose_answers
from breakeven.ui.home.class_options import choose_hierarchy, choose_map
from breakeven.ui.home.exported import is_exported, offer_import
from breakeven.ui.home.files import (
    INSIDE,
    ask_row_order,
    choose_tables,
    chosen_reading,
    chosen_tables,
    has_options,
    how_chosen,
    offer_all,
    offer_back,
    offer_readings,
    opening_options,
    proposal_chosen,
    show_first,
    show_join,
    text_options,
)
from breakeven.ui.home.sources import identity, just_read, just_read_are
from breakeven.ui.home.what_was_read import taken_for

SHAPES: Mapping[Shape, str] = {
    "labels": "labels: classes in the cells",
    "wide scores": "wide: a score column per class",
    "indicator": "indicator: a 0/1 column per class",
    "long": "long: a row per document and class",
    "square matrix": "matrix: rows true, columns predicted",
    "long matrix": "matrix: true, predicted, count",
}
SEPARATOR_WORDS = {
    "none": "none: a cell is one class",
    "list": 'a list: ["a", "b"]',
} | {s: f"“{s}”" for s in SEPARATORS if s not in ("none", "list")}
NO_CLASS = ""
MISSING = "This file lacks something:"
REFUSED = "These files could not be read. Fix this and add them again:"
NOTHING_PREDICTED = (
    "No predictions found. You can still check splits, documents and labels. To see how good a "
    "system is, add a file of predictions."
)
# columns taken alike, by name
MOST_LISTED = 20


def edit_file(
    table: OpenedFile, proposed: FileProposal, key: str, of_all: str, folded: bool = False
) -> FileProposal:
    """What a file is taken for, and why, with widgets to change it; returns it as the user has it.

    The widgets are open where something is to be asked; `folded`: they stand in what folds.
    `of_all`: the key of all files, under which it is kept how their texts are parted.
    """
    rows = count_of(table.rows, "row")
    say(Markup("{} · {} · {}").format(bold(proposed.name), rows, escaped(_in_a_sentence(proposed))))
    for (role, reason), matches in by_reason([proposed]).items():
        columns = Markup(", ").join(bold(column) for _, column in matches[:MOST_LISTED])
        more = f" and {len(matches) - MOST_LISTED:,} more" if len(matches) > MOST_LISTED else ""
        say(
            Markup("{}{}: {}, because {}").format(
                columns, more, plain(ROLE_NAMES[role]), escaped(reason)
            )
        )
    if proposed.why_probabilities:
        say(f"Scores read as probabilities: {proposed.why_probabilities}.")
    if proposed.question:
        missing = proposed.question.startswith(LOOKS_LIKE)
        st.warning(MISSING if missing else "This file leaves a question open:")
        say(escaped(_sentence(proposed.question)))
    if folded:
        return _edited(table, proposed, key, of_all)
    changed = has_options(of_all, table.name)
    with st.expander("Change columns", expanded=changed or _is_doubtful(proposed)):
        return _edited(table, proposed, key, of_all)


def _in_a_sentence(file: FileProposal) -> str:
    """What the file was recognised as and why, and what its columns then are."""
    return " ".join(_sentence(text) for text in (recognition_text(file), taken_for(file)) if text)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}."


def _is_doubtful(file: FileProposal) -> bool:
    """Whether nothing can be read of a file before somebody says what it holds."""
    texts_of_splits = file.only("text") and file.only("split")
    told = file.having(*OF_TRUTH, "class", *OF_A_SYSTEM) or texts_of_splits
    return bool(file.question) or not told


def _edited(table: OpenedFile, proposed: FileProposal, key: str, of_all: str) -> FileProposal:
    shape, separator = _shape_and_separator(proposed, key)
    given = _edited_columns(table, proposed, key)
    roles = dict(zip(given["column"], given["role"], strict=True))
    classes = {
        column: name
        for column, name, role in zip(given["column"], given["class"], given["role"], strict=True)
        if shape != "long" and (role in OF_A_CLASS or (name and role in ("truth", "predicted")))
    }
    changed = proposed.changed(roles, classes, shape)
    edited = _of_the_system(replace(changed, separator=separator), key)
    text_options(of_all, table.name, table.kind)
    return edited


def _shape_and_separator(proposed: FileProposal, key: str) -> tuple[Shape, str]:
    with st.container(horizontal=True):
        shape = st.selectbox(
            "Shape",
            list(SHAPES),
            index=list(SHAPES).index(proposed.shape),
            format_func=SHAPES.__getitem__,
            key=f"shape_{key}",
        )
        separator = st.selectbox(
            "Separator of classes in a cell",
            SEPARATORS,
            index=SEPARATORS.index(proposed.separator),
            format_func=SEPARATOR_WORDS.__getitem__,
            key=f"separator_{key}",
            help="What stands between two classes when a document has several.",
        )
    return shape, separator


def _edited_columns(table: OpenedFile, proposed: FileProposal, key: str) -> pd.DataFrame:
    return st.data_editor(
        _columns_frame(table, proposed),
        hide_index=True,
        disabled=["column", "first values"],
        column_config={
            "role": st.column_config.SelectboxColumn(
                "is",
                options=[*ROLES],
                format_func=_role_name,
                required=True,
                help=_roles_help(),
                width="medium",
            ),
            "class": st.column_config.TextColumn(
                "of class",
                help="Of scores and 0/1 columns: the name of the class. Of true and predicted "
                "classes: the only class that counts, if there is one.",
            ),
            "first values": st.column_config.TextColumn(width="large"),
        },
        height=height_of(len(table.columns), 360),
        key=f"columns_{key}",
    )


def _of_the_system(file: FileProposal, key: str) -> FileProposal:
    """The file with the name of its system, and whether its scores are probabilities."""
    system, probabilities = file.system, file.probabilities
    if file.having(*OF_A_SYSTEM) and file.only("system") is None and not file.systems:
        system = st.text_input(
            "System",
            file.system,
            key=f"system_{key}",
            help="The name of the system in this review.",
        )
    if file.having("score"):
        # scores may lie in [0, 1] and still be no probabilities: only the user can say
        probabilities = st.checkbox(
            "The scores are probabilities",
            file.probabilities,
            key=f"probabilities_{key}",
            help="Only probabilities can be added up and have a natural threshold of 0.5. All "
            "scores must then be between 0 and 1.",
        )
    return replace(file, system=system, probabilities=probabilities)


def _role_name(role: object) -> str:
    return ROLE_NAMES[str(role)]


def _roles_help() -> str:
    return "\n".join(f"- **{ROLE_NAMES[role]}**: {meaning}" for role, meaning in ROLES.items())


def _columns_frame(table: OpenedFile, proposed: FileProposal) -> pd.DataFrame:
    first = table.first
    return pd.DataFrame(
        {
            "column": list(table.columns),
            "role": [proposed.columns[c] for c in table.columns],
            "class": [proposed.classes.get(c, NO_CLASS) for c in table.columns],
            "first values": [
                " · ".join(_short(row.get(c)) for row in first) for c in table.columns
            ],
        }
    )


def _short(value: object) -> str:
    text = "" if value is None else str(value)
    return text if len(text) <= 30 else text[:29] + "…"


def file_names(opened: Sequence[OpenedFile]) -> str:
    """The name of a review made of these files."""
    names = [table.stem for table in opened]
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def from_uploads(uploads: list[Any]) -> str | None:
    """Propose, let the user confirm or change, read; what to open, once it is read."""
    if any(map(is_exported, uploads)):
        return offer_import(uploads)
    key = identity(uploads)
    if not may_start(f"opening {key}", "Open these files"):
        return None
    opened = _opened(uploads)
    if isinstance(opened, ReadError):
        st.error(REFUSED)
        show_problems(opened.problems, "unreadable")
        for name in dict.fromkeys(p.file for p in opened.problems if p.file and p.row):
            with st.container(border=True):
                say(bold(name))
                text_options(key, name)
        offer_all(key)
        offer_back(key)
        return None
    # folded once read, so that what was read comes into view
    done = just_read(uploads)
    with st.expander("Change how these files were read") if done else st.container():
        return _confirmed(uploads, opened)


def _confirmed(uploads: list[Any], reading: WorkerReading) -> str | None:
    """What every column was taken for, to change; what to open, once it is read."""
    edited, done = [], just_read(uploads)
    key = identity(uploads)
    files = proposal_chosen(reading, key).files
    choose_tables(files, key)
    for i, (table, proposed) in enumerate(zip(reading.tables, files, strict=True)):
        if proposed.role == "left out" and INSIDE in proposed.name:
            edited.append(proposed)
            continue
        with st.container(border=True):
            widgets = f"{key}_{chosen_reading(key)}_{i}"
            edited.append(edit_file(table, proposed, widgets, key, done))
    below_files = st.container()
    offer_readings(reading, key)
    class_map: ClassMap | None = map_of_files()
    above = hierarchy_of_files()
    if not done:  # once read, names are changed beside what was read
        with st.expander("Rename or merge classes"):
            class_map = choose_map({}, (), identity(uploads))
        with st.expander("Class hierarchy"):
            above = choose_hierarchy(None, (), identity(uploads)) or {}
    unread = Proposal(tuple(edited), class_map or {})
    rules, confirmed = choose_answers(reading, unread, identity(uploads), done)
    gold = _accepted(edited, identity(uploads))
    names = {**confirmed, **(class_map or {})}
    planned = Proposal(tuple(edited), names, gold, None, rules)
    with below_files:
        planned, questions = _preview(reading, planned, key, done)
    by_files = Proposal(tuple(edited)).without_bounds()
    unbounded = st.checkbox(
        "Open-ended classes (slots)",
        by_files,
        key=f"unbounded_{identity(uploads)}_{by_files}",
        help="For slots and fillers, as in MUC-3. There are no true negatives, so fallout, "
        "specificity, accuracy and error rate are undefined.",
    )
    name = st.text_input(
        "Name of this review", file_names(_used(reading, edited)), key="review_name"
    )
    words = "Read again" if done else f"Use these files{' anyway' * questions}"
    rows = _rows_text(_used(reading, edited))
    way_on, wanted = _ask_to_read(rows, words, first=not done, ready=class_map is not None)
    if not wanted:
        say_stopped(f"reading {key}", way_on)
        return None
    try:
        with way_on, waiting(f"reading {key}"):
            unbounded_set = None if unbounded == by_files else unbounded
            proposal = replace(planned, unbounded=unbounded_set, hierarchy=above)
            made = read_files(uploads, reading, proposal, name)
            just_read_are(uploads)
            return made
    except ReadError as error:
        with way_on:
            st.error(REFUSED)
            show_problems(error.problems, "problems")
        return None


def _ask_to_read(rows: str, words: str, *, first: bool, ready: bool) -> tuple[DeltaGenerator, bool]:
    """What stays in sight at the foot: how many rows there are, and the way on; whether pressed."""
    way_on = st.container(key="use_files")
    with way_on, st.container(horizontal=True, vertical_alignment="center"):
        say(Markup("<b>{}</b>").format(rows))
        kind: Literal["primary", "secondary"] = "primary" if first else "secondary"
        wanted = st.button(words, type=kind, key="read", disabled=not ready)
    stick_to_the_foot("use_files")
    return way_on, wanted


def _rows_text(tables: Sequence[OpenedFile]) -> str:
    rows = count_of(sum(table.rows for table in tables), "row")
    return rows if len(tables) == 1 else f"{rows} in {len(tables):,} files"


def _preview(
    reading: WorkerReading, planned: Proposal, key: str, done: bool
) -> tuple[Proposal, bool]:
    """What is planned, with what the user says of row order; and whether more is to be said.

    The first documents are shown, and what files do not share, unless they were read already.
    """
    used = [file for file in planned.files if file.role != "left out"]
    if not used or any(map(_is_doubtful, used)):
        return planned, True
    by_order = ask_row_order(reading, planned.files, key)
    planned = replace(planned, join_by_row_order=bool(by_order))
    if done or by_order is False:
        return planned, by_order is False
    fine = _shown_first(reading, planned, key)
    show_join(reading, planned)
    return planned, not fine


def _accepted(files: Sequence[FileProposal], key: str) -> str:
    """The gold under which the grades named by the user count as correct; "" for the usual ones."""
    if not any(file.having("grade") for file in files):
        return ""
    given = st.text_input(
        f"Grades that count as correct, separated by {BETWEEN}",
        key=f"accepted_{key}",
        placeholder="numbers above 0; words from marginal up",
        help="You can choose other grades later, in Settings.",
    )
    return gold_of_grades(given.split(BETWEEN)) if given else ""


def _shown_first(reading: WorkerReading, planned: Proposal, key: str) -> bool:
    """Show the first documents, and that nothing is predicted; whether they could be shown."""
    found = show_first(reading, planned, key)
    if not any(file.role == "matrix" or file.having(*OF_A_SYSTEM) for file in planned.files):
        st.info(NOTHING_PREDICTED, icon=":material/info:")
    return found


def _used(reading: WorkerReading, files: Sequence[FileProposal]) -> list[OpenedFile]:
    """The opened files that are read."""
    names = {file.name for file in files if file.role != "left out"}
    return [table for table in reading.tables if table.name in names] or list(reading.tables)


def _opened(uploads: list[Any]) -> WorkerReading | ReadError:
    """These uploads on their way to a review, opened once and not on every rerun."""
    own = identity(uploads)
    only, options = chosen_tables(own), opening_options(own, [upload.name for upload in uploads])
    hows = {name: how_chosen(how, own) for name, how in options.items()}
    for upload in uploads:
        if INSIDE in upload.name:  # of a folder
            hows[upload.name] = replace(hows[upload.name], among=True)
    key = digest(own, repr(hows), repr(only))
    held = state.remembered("opened")
    if held is not None and held[0] == key:
        return held[1]
    result: WorkerReading | ReadError
    try:
        with waiting(f"opening {own}"):
            result = open_in_worker([(u.name, u.getvalue()) for u in uploads], hows, only)
    except ReadError as error:
        result = error
    state.remember("opened", (key, result))
    return result
