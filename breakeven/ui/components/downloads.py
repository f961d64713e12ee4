"""Tables on pages, and taking them along."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from itertools import count
from typing import TYPE_CHECKING

import streamlit as st

from breakeven.reporting.formats import Format
from breakeven.reports.tables import csv_of
from breakeven.ui.app import state

if TYPE_CHECKING:  # every page opens through here, and the first one shows no table
    import pandas as pd


def guarded_csv(frame: pd.DataFrame) -> bytes:
    """`csv_of` as the bytes of a file."""
    return csv_of(frame).encode("utf-8")


def parquet(frame: pd.DataFrame) -> bytes:
    """The frame as Parquet: exact, nothing guarded."""
    buffer = io.BytesIO()
    frame.to_parquet(buffer, index=False)
    return buffer.getvalue()


# what is said of the numbers of a page: the first columns of every table taken from it
OF_THE_REVIEW = ("review",)
FACTS = (*OF_THE_REVIEW, "system", "split", "decisions", "where", "beta", "undefined_as")
IN_NAMES = ("review", "system", "split")
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
    return named(said_of(facts), name, ending)


def named(said: Mapping[str, str], name: str, ending: str) -> str:
    """A file's name: review, system, split, whether filtered, what it holds, the day."""
    words = [_in_a_name(said.get(fact, "")) for fact in IN_NAMES]
    filtered = "filtered" if said.get("where") else ""
    return f"{'_'.join(filter(None, [*words, filtered, name, said['taken']]))}.{ending}"


def _in_a_name(text: str, longest: int = 40) -> str:
    """Letters, figures and hyphens, which every file system takes."""
    return re.sub(r"[^\w.]+", "-", text)[:longest].strip("-.")


def said_of(facts: Sequence[str] = FACTS) -> dict[str, str]:
    """What is said of a table or text that is taken: the facts that there are, and the day."""
    known = _about()
    said = {fact: known[fact] for fact in (*facts, "beside", "level") if fact in known}
    return said | {"taken": date.today().isoformat(), "caution": known.get("caution", "")}


def headed(frame: pd.DataFrame, said: Mapping[str, str]) -> pd.DataFrame:
    """The frame as a file holds it: one style of columns, after those of what it is about.

    A column that the frame has itself is left as it is; a caution stands last.
    """
    own = _distinct([column_name(str(name)) for name in frame.columns])
    found = frame.set_axis(own, axis=1)
    first = {name: text for name, text in said.items() if name not in (*own, "caution")}
    for at, (name, text) in enumerate(first.items()):
        found.insert(at, name, text)
    return found.assign(caution=said["caution"]) if said.get("caution") else found


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


def downloads(make: Callable[[], pd.DataFrame], name: str, facts: Sequence[str] = FACTS) -> None:
    """Two buttons; table and file are made when one is pressed, not on every rerun.

    `facts`: which of `FACTS` the table is about.
    """
    said = said_of(facts)

    def made() -> pd.DataFrame:
        return headed(make(), said)

    with st.container(horizontal=True, horizontal_alignment="right"):
        _button(
            "CSV",
            lambda: guarded_csv(made()),
            file_name(name, "csv", facts),
            "text/csv",
            f"csv_{name}",
            help="Cells that a spreadsheet would run as a formula get a leading apostrophe.",
        )
        _button(
            "Parquet",
            lambda: parquet(made()),
            file_name(name, "parquet", facts),
            "application/vnd.apache.parquet",
            f"parquet_{name}",
        )


def texts(made: Mapping[str, tuple[str, Callable[[], str]]], name: str) -> None:
    """Buttons for texts to paste: label to ending and what makes it."""
    with st.container(horizontal=True, horizontal_alignment="right"):
        for label, (ending, make) in made.items():
            _button(label, make, file_name(name, ending), "text/plain", f"{ending}_{name}")


def whole(of: Format, make: Callable[[], bytes]) -> None:
    """A button for the report of the page in a format."""
    ending = of.endings[0]
    _button(of.label, make, file_name("report", ending), of.media, f"report_{ending}")


def _button(
    label: str,
    make: Callable[[], bytes | str],
    file: str,
    mime: str,
    key: str,
    *,
    help: str | None = None,
) -> None:
    st.download_button(
        label,
        make,
        file,
        mime,
        key=key,
        icon=":material/download:",
        type="tertiary",
        help=help,
        on_click="ignore",
    )
