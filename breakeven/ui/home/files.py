"""Files before they are read: how each is opened, and what is in them.

Which parts and other readings there are, the first documents, and how several files go together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import streamlit as st
from markupsafe import Markup

from breakeven.data.wording import NOTHING, about, count_of, listed
from breakeven.readers.base.preview import FirstDocument, OtherReading, SystemLabels
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import FileProposal, Proposal
from breakeven.readers.base.read_options import (
    TEXT_OPTIONS,
    ReadOptions,
    ReadOptionsByFile,
    parse_read_options,
)
from breakeven.readers.worker.client import WorkerReading
from breakeven.ui.app.cache.memo import digest
from breakeven.ui.app.page.links import show_problems
from breakeven.ui.app.session import state
from breakeven.ui.components.html import aside, escaped, plain, prose, quiet, say
from breakeven.ui.components.markdown import code_label

# --- how the text of a file is parted into cells, to be said where it is not as it seems


AS_IT_SEEMS = ""
ENCODINGS = (AS_IT_SEEMS, "utf-8", "latin-1", "cp1252", "utf-16")
DELIMITERS = (AS_IT_SEEMS, "comma", "semicolon", "tab", "bar", "space")
QUOTES = (AS_IT_SEEMS, "double", "single", "none")
DECIMALS = (AS_IT_SEEMS, "point", "comma")
CHOICES = {
    "encoding": ("Encoding", ENCODINGS),
    "delimiter": ("Delimiter", DELIMITERS),
    "quote": ("Quote character", QUOTES),
    "decimal": ("Decimal mark", DECIMALS),
}
WORKBOOK = ".xlsx"
WIDTH = 160
WORDS = {
    "comma": "comma ,", "semicolon": "semicolon ;", "tab": "tab", "bar": "bar |", "space": "space",
    "double": "double “\"”", "single": "single “'”", "point": "point .",
}  # fmt: skip


def opening_options(key: str, names: Iterable[str]) -> ReadOptionsByFile:
    """What was said so far of these files, and of files and sheets in them. `key`: of them all."""
    known = dict.fromkeys([*names, *state.remembered(f"texts_{key}", ())])
    return {name: _options_typed(key, name) for name in known}


def has_options(key: str, name: str) -> bool:
    """Whether anything was said of a file."""
    return any(_typed(key, name).values())


def _options_typed(key: str, name: str) -> ReadOptions:
    try:
        return parse_read_options(**_typed(key, name))
    except ValueError:  # said where it was typed
        return ReadOptions()


def _typed(key: str, name: str) -> dict[str, str | None]:
    return {what: state.remembered(_widget(what, key, name)) or None for what in TEXT_OPTIONS}


def _widget(what: str, key: str, name: str) -> str:
    return f"{what}_{digest(key, name)[:12]}"


def text_options(key: str, name: str, kind: str = "delimited") -> None:
    """Widgets for how a file is read, as far as it can be read otherwise; `kind`: of its table."""
    offered = _offered(name, kind)
    if not offered:
        return
    drawn = state.remembered(f"texts_{key}", ())
    if name not in drawn:
        state.remember(f"texts_{key}", (*drawn, name))
    st.caption("If it was not read correctly:")
    with st.container(horizontal=True):
        for what in offered:
            if what in CHOICES:
                _choose(what, *CHOICES[what], _widget(what, key, name))
            else:
                st.text_input(
                    "Header row" if kind == "table" else "Header line",
                    key=_widget(what, key, name),
                    placeholder="Automatic",
                    help="Counted from 1. Type “none” if there is none: columns are then called "
                    "1, 2, …",
                    width=WIDTH,
                )
    try:
        parse_read_options(**_typed(key, name))
    except ValueError as error:
        st.warning(f"{str(error).capitalize()}.")


def _offered(name: str, kind: str) -> tuple[str, ...]:
    if kind == "delimited":
        return TEXT_OPTIONS
    if kind == "json lines":
        return ("encoding",)
    return ("header",) if kind == "table" and WORKBOOK in name.lower() else ()


def _choose(what: str, label: str, options: tuple[str, ...], widget: str) -> None:
    st.selectbox(
        label,
        options,
        format_func=lambda value: WORDS.get(value, value) or "Automatic",
        key=widget,
        accept_new_options=what in ("encoding", "delimiter", "quote"),
        width=WIDTH,
    )


# --- which of the files, sheets and tables that lie together are read


INSIDE = "/"
MOST_LEFT_OUT_SHOWN = 30


def chosen_tables(key: str) -> list[str]:
    """Those that the user chose; none where whatever is of use is read. `key`: of the files."""
    return list(state.remembered(f"tables_{key}") or ())


def choose_tables(files: Sequence[FileProposal], key: str) -> None:
    """A choice among what lies in archives, workbooks, databases and folders; nothing elsewhere."""
    inside = [file for file in files if INSIDE in file.name]
    if not inside:
        return
    st.multiselect(
        "Files, sheets and tables to read",
        [file.name for file in inside],
        [file.name for file in inside if file.role != "left out"],
        key=f"tables_{key}",
        placeholder="all with labels or predictions",
    )
    out = [file for file in inside if file.role == "left out"]
    if not out:
        return
    with st.expander(f"Left out: {len(out):,}"):
        prose(
            ["name", "why"],
            [[plain(f.name, 200), plain(f.why, 300)] for f in out[:MOST_LEFT_OUT_SHOWN]],
        )
        if len(out) > MOST_LEFT_OUT_SHOWN:
            st.caption(f"and {len(out) - MOST_LEFT_OUT_SHOWN:,} more")


def offer_all(key: str) -> None:
    """The way back from a choice that cannot be read."""
    if chosen_tables(key):
        # drawn no more, the choice is forgotten
        st.button("Choose other tables", key=f"again_{key}", icon=":material/undo:")


# --- what else files may be, each a click away; and the way back to what was proposed first


PLAIN_TABLE = "plain"


def chosen_reading(key: str) -> str:
    """Which reading of these files was chosen: "" for the one proposed first."""
    return str(state.remembered(f"reading_{key}", ""))


def how_chosen(how: ReadOptions, key: str) -> ReadOptions:
    """How a file is opened: as a plain table where that was chosen."""
    return replace(how, format="") if chosen_reading(key) == PLAIN_TABLE else how


def proposal_chosen(reading: WorkerReading, key: str) -> Proposal:
    """What was proposed of the files, in the reading that was chosen."""
    chosen = chosen_reading(key)
    for other in reading.others:
        if other.proposal is not None and chosen == f"{other.kind} {other.name}":
            return other.proposal
    return reading.proposal


def offer_readings(reading: WorkerReading, key: str) -> None:
    """A button for each other reading that is likely; nothing where none is."""
    offered = {
        (PLAIN_TABLE if other.kind == PLAIN_TABLE else f"{other.kind} {other.name}"): _label(other)
        for other in reading.others
    }
    offered.pop(chosen_reading(key), None)
    _offer(offered, key)


def offer_back(key: str) -> None:
    """The way back from a reading in which the files cannot be opened."""
    _offer({}, key)


def _offer(readings: dict[str, str], key: str) -> None:
    offered = ({"": "As first recognised"} if chosen_reading(key) else {}) | readings
    if not offered:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption("Something else? Read it:", width="content")
        for name, label in offered.items():
            icon = ":material/undo:" if not name else ":material/sync_alt:"
            if st.button(label, key=f"as_{name}_{key}", type="tertiary", icon=icon):
                state.remember(f"reading_{key}", name)
                st.rerun()


def _label(other: OtherReading) -> str:
    if other.kind == "plain":
        return "As a plain table"
    if other.kind == "swapped":
        return f"With {code_label(other.name)} as the labels"
    return f"As {other.name}"


# --- the first documents as they will be read, on screen before anything is read


PREVIEWED = 3
MOST_SYSTEMS = 3
LONGEST = 90


def show_first(reading: WorkerReading, proposal: Proposal, key: str) -> bool:
    """The first documents as this proposal has them read, or what is wrong in their rows.

    Whether nothing was wrong.
    """
    try:
        documents = _first(reading, proposal)
    except ReadError as error:
        say("The first rows cannot be read this way:")
        show_problems(error.problems, f"first_{key}")
        return False
    if documents:
        say(Markup("<b>The first documents</b>"))
        _show(documents[:PREVIEWED])
    return True


def _first(reading: WorkerReading, proposal: Proposal) -> list[FirstDocument]:
    """Asked once for each proposal, and not on every rerun. Raises ReadError."""
    cache = state.remembered("first_documents")
    if cache is None or cache[0] is not reading:
        cache = (reading, {})
        state.remember("first_documents", cache)
    key = proposal.to_json()
    if key not in cache[1]:
        try:
            cache[1][key] = reading.first(proposal)
        except ReadError as error:
            cache[1][key] = error
    documents = cache[1][key]
    if isinstance(documents, ReadError):
        raise documents
    return list(documents)


def _show(documents: Sequence[FirstDocument]) -> None:
    systems = list(
        dict.fromkeys(labels.system for document in documents for labels in document.called)
    )
    shown = systems[:MOST_SYSTEMS]
    texts = any(document.text for document in documents)
    head = ["Document", *(["Text"] if texts else []), "True"]
    decided = any(
        labels.classes is not None for document in documents for labels in document.called
    )
    alone = "Predicted" if decided else "Highest scores"
    head += [plain(name, 30) if len(systems) > 1 else alone for name in shown]
    rows: list[list[Markup | str]] = []
    for document in documents:
        labels = {called.system: called for called in document.called}
        cells: list[Markup | str] = [
            plain(document.document, 30),
            *([plain(document.text, LONGEST)] if texts else []),
        ]
        cells.append(_true(document))
        rows.append([*cells, *(_called(labels.get(name)) for name in shown)])
    prose(head, rows)
    more = len(systems) - len(shown)
    if more:
        st.caption(f"{count_of(more, 'more system')} not shown.")


def _true(document: FirstDocument) -> Markup | str:
    return NOTHING if document.true is None else _names(document.true)


def _names(names: Sequence[str]) -> Markup:
    """The classes of a document; a comma in a name is told from one between two of them."""
    if not names:
        return aside("no class")
    return Markup(", ").join(
        Markup("“{}”").format(plain(n, 40)) if "," in n else plain(n, 40) for n in names
    )


def _called(labels: SystemLabels | None) -> Markup | str:
    """The classes that a system predicts, and its highest scores."""
    if labels is None:
        return NOTHING
    scores = Markup(" · ").join(
        Markup("{} {}").format(plain(name, 30), about(score)) for name, score in labels.scores
    )
    if labels.classes is None:
        return scores or NOTHING
    return _names(labels.classes) + (Markup("<br>{}").format(quiet(scores)) if scores else "")


# --- how several files go together: what they do not share, and whether rows come in one order


QUESTION = "Join by row order? Rows are assumed to be in the same order."
NOTHING_SHARED = "No column says which document a row of {} is about"
ROW_ORDER_HELP = (
    "The first row of each file is then the first document, and so on. If one file has another "
    "order, every number is wrong. Every page will say that rows were joined this way."
)
MOST_FILES = 3


def ask_row_order(reading: WorkerReading, files: Sequence[FileProposal], key: str) -> bool | None:
    """Whether the user says that rows come in the same order; None where nothing is to be asked.

    It is asked where files share no column, or too few values of it.
    """
    proposal = Proposal(tuple(files))
    loose = proposal.without_key
    if loose:
        tried = next((f": {file.tried}" for file in loose if file.tried), "")
        names = listed([file.name for file in loose], MOST_FILES)
        say(Markup("▲ {}.").format(escaped(NOTHING_SHARED.format(names) + tried)))
    else:
        joined = join_text(reading, proposal)
        if not isinstance(joined, ReadError):
            return None
        for problem in joined.problems[:MOST_FILES]:
            say(Markup("▲ {}.").format(escaped(f"{problem.file}: {problem.what}")))
    return st.checkbox(QUESTION, key=f"row_order_{key}", help=ROW_ORDER_HELP)


def show_join(reading: WorkerReading, proposal: Proposal) -> None:
    """What is to be known of the join before files are read; nothing of one file."""
    said = join_text(reading, proposal)
    if not isinstance(said, ReadError):
        for sentence in said:
            say(Markup("▲ {}").format(escaped(sentence)))


def join_text(reading: WorkerReading, proposal: Proposal) -> list[str] | ReadError:
    """How files go together, in sentences, or why they do not; asked once for each proposal."""
    if sum(file.role not in ("left out", "matrix") for file in proposal.files) < 2:
        return []
    cache = state.remembered("joined_documents")
    if cache is None or cache[0] is not reading:
        cache = (reading, {})
        state.remember("joined_documents", cache)
    key = proposal.to_json()
    if key not in cache[1]:
        try:
            cache[1][key] = reading.joined(proposal)
        except ReadError as error:
            cache[1][key] = error
    joined: list[str] | ReadError = cache[1][key]
    return joined
