"""Tables on pages, and taking them along."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import count
from typing import TYPE_CHECKING

import streamlit as st

from breakeven.results.table_formats import (
    commented_latex,
    commented_markdown,
    csv_of,
    frame_in_latex,
    frame_in_markdown,
)
from breakeven.ui.app.session import state

if TYPE_CHECKING:  # every page opens through here, and the first one shows no table
    import pandas as pd
    from streamlit.elements.lib.mutable_popover_container import PopoverContainer

    from breakeven.report.formats import ReportFormat


def guarded_csv(frame: pd.DataFrame) -> bytes:
    """`csv_of` as the bytes of a file."""
    return csv_of(frame).encode("utf-8")


def parquet(frame: pd.DataFrame) -> bytes:
    """The frame as Parquet: exact, nothing guarded."""
    buffer = io.BytesIO()
    frame.to_parquet(buffer, index=False)
    return buffer.getvalue()


# what the button under every table and figure is called
TAKE_TABLE, TAKE_PICTURE = "Download table", "Download picture"
# what is said of the numbers of a page: the first columns of every table taken from it
OF_THE_REVIEW = ("review",)
FACTS = (*OF_THE_REVIEW, "system", "split", "decisions", "where", "beta", "undefined_as")
IN_NAMES = ("review", "system", "split")
# what a picture says of itself, by what stands before it
IN_PICTURES = {
    "review": "",
    "system": "system ",
    "split": "",
    "documents": "",
    "decisions": "",
    "where": "filter ",
    "level": "",
    "beside": "beside ",
    "taken": "",
}
# the ends of an interval are called alike in every file
ENDS = {
    f"{of}{end}": f"{of}{end}_95"
    for of in ("", "members_", "loss_", "share_")
    for end in ("low", "high")
}


def about(**facts: str) -> None:
    """What the page that is open is about, by `FACTS`, and a `caution`; it replaces all before."""
    state.remember("about", facts)


def also(**facts: str) -> None:
    """Some of it said otherwise from here on: by a page about more than one system, or split."""
    state.remember("about", _about() | facts)


def _about() -> dict[str, str]:
    return state.remembered("about", {})


def file_name(name: str, ending: str, facts: Sequence[str] = FACTS) -> str:
    """What a file from the page that is open is called."""
    return named(page_facts(facts), name, ending)


def named(facts: Mapping[str, str], name: str, ending: str) -> str:
    """A file's name: review, system, split, whether filtered, what it holds, the day."""
    words = [_in_a_name(facts.get(fact, "")) for fact in IN_NAMES]
    filtered = "filtered" if facts.get("where") else ""
    return f"{'_'.join(filter(None, [*words, filtered, name, facts['taken']]))}.{ending}"


def _in_a_name(text: str, longest: int = 40) -> str:
    """Letters, figures and hyphens, which every file system takes."""
    return re.sub(r"[^\w.]+", "-", text)[:longest].strip("-.")


def page_facts(facts: Sequence[str] = FACTS) -> dict[str, str]:
    """What is said of a table or text that is taken: the facts that there are, and the day."""
    known = _about()
    present = {fact: known[fact] for fact in (*facts, "beside", "level") if fact in known}
    return present | {"taken": date.today().isoformat(), "caution": known.get("caution", "")}


def facts_lines(facts: Mapping[str, str]) -> list[str]:
    """What is said of a picture, as lines: what it is about, and the caution if there is one."""
    fragments = (
        f"{before}{facts[fact]}" for fact, before in IN_PICTURES.items() if facts.get(fact)
    )
    return [line for line in (" · ".join(fragments), facts.get("caution", "")) if line]


def headed(frame: pd.DataFrame, facts: Mapping[str, str]) -> pd.DataFrame:
    """The frame as a file holds it: one style of columns, after those of what it is about.

    A column that the frame has itself is left as it is; a caution stands last.
    """
    own = _distinct([column_name(str(name)) for name in frame.columns])
    filled = frame.set_axis(own, axis=1)
    first = {name: text for name, text in facts.items() if name not in (*own, "caution")}
    for place, (name, text) in enumerate(first.items()):
        filled.insert(place, name, text)
    return filled.assign(caution=facts["caution"]) if facts.get("caution") else filled


def column_name(head: str) -> str:
    """The head of a table as the column of a file: `F₁ beside` is `f_beside`, `low 95 %` `low_95`.

    Names from files in it stay, but for their spaces.
    """
    plain = re.sub(r"^F(?= |$)|\bF[₀-₉∞][₀-₉∞.]*", "f", head).replace("±", "half_width")
    plain = re.sub(r"[\s,:%]+", "_", plain).strip("_")
    return ENDS.get(plain, plain)


def _distinct(names: list[str]) -> list[str]:
    found: list[str] = []
    for name in names:
        again = (f"{name}_{n}" for n in count(2))
        found.append(name if name not in found else next(n for n in again if n not in found))
    return found


# what is written out to be copied in one go
MOST_COPIED = 1_000


def downloads(
    make: Callable[[], pd.DataFrame],
    name: str,
    facts: Sequence[str] = FACTS,
    written: Mapping[str, Callable[[], str]] | None = None,
) -> None:
    """The toolbar of a table, below it; nothing is made before somebody asks for it.

    `facts`: which of `FACTS` the table is about. `written`: Markdown or LaTeX that is set
    otherwise than cell by cell, by what it is called.
    """
    _toolbar(TakenTable(make, name, page_facts(facts), written or {}))


@dataclass(frozen=True)
class TakenTable:
    """A table to take along: what makes it, its name, what is said of it, and own texts of it."""

    make: Callable[[], pd.DataFrame]
    name: str
    facts: Mapping[str, str]
    written: Mapping[str, Callable[[], str]]

    def headed(self) -> pd.DataFrame:
        """As a file holds it."""
        return headed(self.make(), self.facts)

    def markdown(self) -> str:
        """To paste where Markdown is read."""
        own = self.written.get("Markdown")
        return commented_markdown(self.facts, own() if own else frame_in_markdown(self.make()))

    def latex(self) -> str:
        """To paste into a paper."""
        own = self.written.get("LaTeX")
        return commented_latex(self.facts, own() if own else frame_in_latex(self.make()))


@st.fragment
def _toolbar(table: TakenTable) -> None:
    """A quiet button; what it opens is drawn when it is open, without the rest of the page."""
    opened = toolbar(table.name, TAKE_TABLE)
    if opened.open:
        with opened:
            _forms(table)


def toolbar(name: str, label: str) -> PopoverContainer:
    """The button below a table or figure that opens what can be downloaded; for a fragment."""
    return st.popover(
        label, icon=":material/download:", type="tertiary", key=f"toolbar_{name}", on_change="rerun"
    )


def _forms(table: TakenTable) -> None:
    forms: dict[str, tuple[str, str, Callable[[], bytes | str]]] = {
        "CSV": ("csv", "text/csv", lambda: guarded_csv(table.headed())),
        "Parquet": ("parquet", "application/vnd.apache.parquet", lambda: parquet(table.headed())),
        "Markdown": ("md", "text/markdown", table.markdown),
        "LaTeX": ("tex", "application/x-tex", table.latex),
    }
    with st.container(horizontal=True):
        for label, (ending, mime, made) in forms.items():
            file = named(table.facts, table.name, ending)
            button(label, made, file, mime, f"{ending}_{table.name}")
    rows = len(table.make())
    if rows > MOST_COPIED:
        st.caption(f"{rows:,} rows are too many to copy here. Download a file instead.")
        return
    st.caption(
        "To copy, as Markdown. In CSV, an apostrophe stops a spreadsheet from running a cell."
    )
    st.code(table.markdown(), language=None, height=160)


@st.fragment
def copied(name: str, label: str, make: Callable[[], str]) -> None:
    """A button that opens a text to copy, which is made when somebody opens it."""
    opened = st.popover(
        label,
        icon=":material/content_copy:",
        type="tertiary",
        key=f"copy_{name}",
        on_change="rerun",
    )
    if opened.open:
        with opened:
            st.code(make(), language=None, height=320)


def texts(made: Mapping[str, tuple[str, Callable[[], str]]], name: str) -> None:
    """Buttons for texts to take along: label to ending and what makes it."""
    with st.container(horizontal=True):
        for label, (ending, make) in made.items():
            button(label, make, file_name(name, ending), "text/plain", f"{ending}_{name}")


def report_file(report_format: ReportFormat, make: Callable[[], bytes]) -> None:
    """A button for the report of the page in a format."""
    ending = report_format.endings[0]
    button(
        report_format.label,
        make,
        file_name("report", ending),
        report_format.media,
        f"report_{ending}",
    )


def button(
    label: str,
    make: Callable[[], bytes | str],
    file: str,
    mime: str,
    key: str,
) -> None:
    """A button for a file that is made when it is pressed."""
    st.download_button(
        label,
        make,
        file,
        mime,
        key=key,
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
    )
