"""Text on pages. Names from files reach the screen only through here, tables and figures."""

from __future__ import annotations

import html

import streamlit as st


def plain(name: object, longest: int = 80) -> str:
    """A name from a file for use in `say`: escaped, white space kept, cut when very long."""
    text = str(name)
    shown = text if len(text) <= longest else text[: longest - 1] + "…"
    if not text:
        return "<i>(empty name)</i>"
    return f'<span style="white-space:pre-wrap">{html.escape(shown)}</span>'


def bold(name: object, longest: int = 80) -> str:
    return f"<b>{plain(name, longest)}</b>"


def escaped(sentence: str) -> str:
    """A whole sentence of plain text for use in `say`: names in it are shown as written."""
    return f'<span style="white-space:pre-wrap">{html.escape(sentence)}</span>'


def say(text: str) -> None:
    """A paragraph of our own HTML, in which every foreign name went through `plain`."""
    st.html(f"<p style='margin:0;line-height:1.5;max-width:75ch'>{text}</p>")


def prose(head: list[str], rows: list[list[str]]) -> None:
    """A small table of our own HTML whose cells are sentences: they wrap, nothing is cut."""

    def row(cells: list[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in cells) + "</tr>"

    st.html(
        "<style>.prose{border-collapse:collapse;max-width:100%}"
        ".prose td,.prose th{padding:.3rem .9rem .3rem 0;text-align:left;vertical-align:top;"
        "overflow-wrap:anywhere;min-width:9ch;border-bottom:1px solid rgba(128,128,128,.3)}"
        ".prose th{font-weight:600;overflow-wrap:normal}</style>"
        "<table class='prose'><thead>"
        + row(head, "th")
        + "</thead><tbody>"
        + "".join(row(cells, "td") for cells in rows)
        + "</tbody></table>"
    )


def grid(head: list[str], rows: list[list[str]]) -> None:
    """A small table of our own HTML: first column text, the others figures."""

    def row(cells: list[str], tag: str) -> str:
        first, *rest = cells
        return (
            f"<tr><{tag} style='text-align:left'>{first}</{tag}>"
            + "".join(f"<{tag}>{c}</{tag}>" for c in rest)
            + "</tr>"
        )

    st.html(
        "<style>.grid{border-collapse:collapse;font-variant-numeric:tabular-nums}"
        ".grid td,.grid th{padding:.3rem .9rem .3rem 0;text-align:right;vertical-align:top;"
        "border-bottom:1px solid rgba(128,128,128,.3)}"
        ".grid th{font-weight:600}.grid small{opacity:.75}"
        "@media(max-width:640px){.grid{font-size:.85rem}.grid td,.grid th{padding-right:.5rem}}"
        "</style>"
        "<div style='overflow-x:auto'><table class='grid'><thead>"
        + row(head, "th")
        + "</thead><tbody>"
        + "".join(row(cells, "td") for cells in rows)
        + "</tbody></table></div>"
    )
