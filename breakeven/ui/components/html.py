"""Text on pages. Names from files reach the screen only through here, tables and figures."""

from __future__ import annotations

import base64
import html
from collections.abc import Sequence
from typing import Literal

import streamlit as st

from breakeven.analysis.evaluation.counts import NotCounted
from breakeven.data.wording import LEFTWARD, QUOTED, UNSEEN, moment_of, name_of, sign_of


def plain(name: object, longest: int = 80) -> str:
    """A name from a file for use in `say`: escaped, white space kept, cut when very long.

    One that reads from right to left turns nothing of the sentence around it.
    """
    text = str(name)
    shown = text if len(text) <= longest else text[: longest - 1] + "…"
    if not text or text.isspace():
        return aside(name_of(text))
    return f'<span style="white-space:pre-wrap;unicode-bidi:isolate">{html.escape(shown)}</span>'


def bold(name: object, longest: int = 80) -> str:
    """A foreign name in bold, escaped."""
    return f"<b>{plain(name, longest)}</b>"


def escaped(sentence: str) -> str:
    """A whole sentence of plain text for use in `say`: names in it are shown as written.

    A name in quotation marks that reads from right to left turns nothing of the sentence around it.
    """
    shown = html.escape(sentence)
    if LEFTWARD.search(shown):
        shown = QUOTED.sub(r'<span style="unicode-bidi:isolate">\g<0></span>', shown)
    return f'<span style="white-space:pre-wrap">{shown}</span>'


def styled(rules: str) -> None:
    """Our own rules of CSS for a part of a page."""
    st.html(f"<style>{rules}</style>")


def say(text: str) -> None:
    """A paragraph of our own HTML, in which every foreign name went through `plain`."""
    st.html(
        f"<p style='margin:0;line-height:1.5;max-width:75ch;overflow-wrap:break-word'>{text}</p>"
    )


def lead(text: str) -> None:
    """The sentence of a page that is read first; as `say`, and larger."""
    st.html(
        "<p style='margin:0;font-size:1.25rem;line-height:1.45;max-width:60ch;"
        f"overflow-wrap:break-word'>{text}</p>"
    )


def prose(head: list[str], rows: list[list[str]]) -> None:
    """A small table of our own HTML whose cells are sentences: they wrap, nothing is cut."""

    def row(cells: list[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in cells) + "</tr>"

    st.html(
        "<style>.prose{border-collapse:collapse;max-width:100%}"
        ".prose td,.prose th{padding:.3rem .9rem .3rem 0;text-align:left;vertical-align:top;"
        "overflow-wrap:anywhere;min-width:13ch;"
        "border-bottom:1px solid rgba(128,128,128,.3)}"
        ".prose th{font-weight:600;overflow-wrap:normal}"
        "@media(max-width:640px){.prose{font-size:.85rem}.prose td,.prose th{padding-right:.5rem;"
        "min-width:9ch}}</style>"
        "<div tabindex='0' style='overflow-x:auto'><table class='prose'><thead>"
        + row(head, "th")
        + "</thead><tbody>"
        + "".join(row(cells, "td") for cells in rows)
        + "</tbody></table></div>"
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
        "<div tabindex='0' style='overflow-x:auto'><table class='grid'><thead>"
        + row(head, "th")
        + "</thead><tbody>"
        + "".join(row(cells, "td") for cells in rows)
        + "</tbody></table></div>"
    )


# parts of cells and sentences; what they hold is our own HTML


def brand(name: str) -> str:
    """The product's name at the head of the menu, and how `linked` looks on every page."""
    return (
        "<style>a.quiet-link{color:inherit!important;text-decoration:underline dotted 1px;"
        "text-underline-offset:.2em}"
        "a.quiet-link:hover,a.quiet-link:focus-visible{text-decoration:underline solid 2px}"
        "a.quiet-link:focus-visible{outline:2px solid;outline-offset:2px;border-radius:2px}"
        "</style>"
        f"<b style='font-size:1.25rem'>{name}</b>"
    )


def menu_heading(name: str) -> str:
    """What the pages below it in the menu are for."""
    return (
        "<div style='font-size:.75rem;letter-spacing:.06em;text-transform:uppercase;opacity:.75;"
        f"margin:.5rem 0 -.75rem'>{name}</div>"
    )


def large(text: str) -> str:
    """A number that stands alone, to be read from the other end of a room."""
    return (
        f"<div class='large' style='font-size:3.2rem;font-weight:700;line-height:1.15'>{text}</div>"
    )


def linked(text: str, url: str) -> str:
    """Our own HTML as a quiet link to documents."""
    return f'<a class="quiet-link of-documents" href="{html.escape(url)}">{text}</a>'


def to_page(text: str, url: str) -> str:
    """Our own HTML as a quiet link to another page of ours."""
    return f'<a class="quiet-link" href="{html.escape(url)}">{text}</a>'


def linked_page(text: str, url: str) -> str:
    """Our own HTML as a quiet link to a page of ours that says more of it."""
    return (
        f'<a href="{html.escape(url)}" style="color:inherit;text-decoration:underline dotted 1px;'
        f'text-underline-offset:.2em">{text}</a>'
    )


def keys(named: str) -> str:
    """Keys to press at once, like `Ctrl+K`."""
    return "+".join(f"<kbd>{key}</kbd>" for key in named.split("+"))


def aside(text: str) -> str:
    """In italics: our own word where a name from a file could stand."""
    return f"<i>{text}</i>"


def passage(paragraphs: Sequence[str]) -> None:
    """What somebody wrote, shown literally, apart from what was counted."""
    inside = "".join(f"<p style='margin:0 0 .5rem'>{escaped(each)}</p>" for each in paragraphs)
    st.html(
        "<div style='border-left:3px solid rgba(128,128,128,.5);padding-left:.9rem;max-width:75ch;"
        f"overflow-wrap:anywhere'>{inside}</div>"
    )


def picture(drawn: str, says: str) -> None:
    """A drawing of our own, SVG, with the sentence that it shows."""
    data = base64.b64encode(drawn.encode("utf-8", "replace")).decode()
    st.html(
        f'<img src="data:image/svg+xml;base64,{data}" alt="{html.escape(says)}" '
        'style="display:block;width:100%;max-width:640px;height:auto">'
    )


def headed(head: str, text: str) -> None:
    """A bold line, and our own text under it."""
    st.html(f"<b>{head}</b><br>{text}")


def quiet(text: str) -> str:
    """Small and paler: an aside."""
    return f"<small style='opacity:.75'>{text}</small>"


def coloured(text: str, colour: str) -> str:
    """Our own words in a colour of CSS."""
    return f"<span style='color:{colour}'>{text}</span>"


def unbroken(text: str) -> str:
    """On one line: a narrow screen scrolls the table sideways rather than break figures."""
    return f"<span style='white-space:nowrap'>{text}</span>"


def moment(at: str) -> str:
    """A moment as it is stored, of which neither the day nor the time is broken."""
    return " ".join(unbroken(html.escape(part)) for part in moment_of(at).split(" ", 1))


def as_wide_as_a_sign(sign: str) -> str:
    """A sign, or space for one, so that figures stay under each other."""
    return f"<span style='display:inline-block;width:1em'>{sign}</span>"


def row_head(name: str) -> str:
    """The bold name of a row, which does not break after every word."""
    return f"<div style='min-width:8rem'><b>{name}</b></div>"


def to_the_left(text: str) -> str:
    """A head in a column of figures that holds sentences."""
    return f"<div style='text-align:left'>{text}</div>"


def sentence_cell(text: str) -> str:
    """A sentence in a column of figures: it wraps, and starts at the left."""
    return f"<div style='text-align:left;max-width:40ch;overflow-wrap:anywhere'>{text}</div>"


def explained(text: str) -> str:
    """Several sentences in the first column of a table, no wider than is good to read."""
    return f"<div style='max-width:65ch'>{text}</div>"


def block(text: str) -> str:
    """Several lines that belong together."""
    return f"<div style='line-height:1.45;max-width:90ch'>{text}</div>"


def bullets(items: list[str], tag: Literal["ul", "ol"] = "ul") -> str:
    """A list that follows a line of text; `ol` where the order says something."""
    return f"<{tag} style='margin:0'>{''.join(f'<li>{item}</li>' for item in items)}</{tag}>"


def dashed_box(text: str) -> None:
    """A paragraph set apart by a frame: what follows is of another kind."""
    st.html(
        "<div style='border:2px dashed #e69f00;border-radius:6px;padding:.5rem .9rem;"
        f"max-width:75ch'>{text}</div>"
    )


def verdict(head: str, evidence: list[str], end: str) -> str:
    """A bold line, its reasons as a list, and a last line."""
    items = "".join(f"<li>{sentence}</li>" for sentence in evidence)
    return (
        f"<p style='margin:0 0 .4rem'><b>{head}</b></p>"
        f"<ul style='margin:0 0 .4rem;padding-left:1.1rem;line-height:1.45'>{items}</ul>"
        f"<p style='margin:0;line-height:1.45'>{end}</p>"
    )


def worked_table(rows: list[tuple[str, str]]) -> str:
    """Names, and beside each how it is worked out."""
    cells = "".join(f"<tr><td>{name}</td><td>{working}</td></tr>" for name, working in rows)
    return (
        "<style>.worked{border-collapse:collapse;font-variant-numeric:tabular-nums}"
        ".worked td{padding:.3rem 1.2rem .3rem 0;vertical-align:top;"
        "border-bottom:1px solid rgba(128,128,128,.3)}"
        ".worked td:first-child{white-space:nowrap}.worked small{opacity:.75}</style>"
        "<div tabindex='0' style='overflow-x:auto'><table class='worked'>"
        f"<tbody>{cells}</tbody></table></div>"
    )


RIGHT, WRONG = "rgba(0,114,178,.16)", "rgba(213,94,0,.16)"
PLAIN = "rgba(128,128,128,.16)"


def code(text: str, longest: int = 300) -> str:
    """A foreign piece of a filter in a sentence, escaped."""
    return (
        f"<code style='white-space:pre-wrap;overflow-wrap:anywhere'>{plain(text, longest)}</code>"
    )


def outcome(words: str, kind: Literal["right", "wrong", "plain"]) -> str:
    """Our own words for what became of a decision, on the colour of right or wrong."""
    behind = {"right": RIGHT, "wrong": WRONG, "plain": PLAIN}[kind]
    return (
        f"<span style='background:{behind};border-radius:4px;padding:.05rem .4rem'>{words}</span>"
    )


def ring_over(share: float, top: float, inset: tuple[int, int], colour: str) -> None:
    """A ring over the picture that follows, which is not drawn anew when the ring is moved.

    `share`: of the width between what is left and right of it (`inset`, in pixels); `top`: pixels
    below the top of the picture.
    """
    left, right = inset
    place = f"left:calc({left}px + (100% - {left + right}px) * {share:.5f});top:{top:.1f}px"
    st.html(
        "<div style='position:relative;height:0'><div class='ring' style='position:absolute;"
        f"{place};width:17px;height:17px;margin:-11px 0 0 -11px;box-sizing:content-box;"
        f"border:2px solid {colour};border-radius:50%;pointer-events:none;z-index:1'></div></div>"
    )


def score_bar(share: float, mark: float | None, full: bool) -> str:
    """A bar over this share of its width; `mark`: where the decision turns; paler if not `full`."""
    at, turn = (100 * min(max(x, 0.0), 1.0) for x in (share, mark or 0.0))
    shown = (
        f"<div style='position:absolute;left:{turn:.1f}%;top:-2px;height:8px;width:2px;"
        "background:currentColor'></div>"
    )
    return (
        "<div style='position:relative;height:4px;min-width:4.5rem;margin:.3rem 0 .15rem;"
        "background:rgba(128,128,128,.2)'>"
        f"<div style='width:{at:.1f}%;height:4px;background:#0072b2;opacity:{1 if full else 0.45}'>"
        f"</div>{'' if mark is None else shown}</div>"
    )


def two_by_two(
    heads: tuple[str, str], sides: tuple[str, str], cells: list[list[str]], sums: list[list[str]]
) -> str:
    """A 2 x 2 table with its sums: what agrees stands on the diagonal, in another colour.

    `cells`: two rows of two; `sums`: those of the rows, then those of the columns and of all.
    """
    of_all = "<th style='white-space:nowrap'>Sum</th>"

    def cell(text: str, agrees: bool) -> str:
        return f"<td style='background:{RIGHT if agrees else WRONG}'>{text}</td>"

    body = "".join(
        f"<tr><th>{sides[i]}</th>"
        + "".join(cell(text, i == j) for j, text in enumerate(cells[i]))
        + f"<td>{sums[0][i]}</td></tr>"
        for i in range(2)
    )
    return (
        "<style>.two{border-collapse:collapse;font-variant-numeric:tabular-nums}"
        ".two td{padding:.45rem .9rem;text-align:right;border:1px solid rgba(128,128,128,.3)}"
        ".two th{padding:.3rem .7rem;font-weight:400;text-align:left;min-width:9ch;"
        "overflow-wrap:anywhere}"
        ".two thead th{text-align:right}.two small{opacity:.75}</style>"
        "<div tabindex='0' style='overflow-x:auto'><table class='two'>"
        f"<thead><tr><th></th><th>{heads[0]}</th><th>{heads[1]}</th>{of_all}</tr></thead><tbody>"
        f"{body}<tr>{of_all}{''.join(f'<td>{total}</td>' for total in sums[1])}</tr>"
        "</tbody></table></div>"
    )


TEXT = (
    "<style>.text{white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext;"
    "line-height:1.55;max-width:75ch;overflow:hidden;padding:.1rem 0}"
    ".text i{font:.7em monospace;padding:0 .25em;border:1px solid;border-radius:3px;opacity:.7}"
    ".text mark{background:#f0e442;color:#111;border-radius:2px}"
    ".text summary{cursor:pointer;opacity:.75;font-size:.875rem;padding:.3rem 0}</style>"
)


def literal(text: str, spans: Sequence[tuple[int, int]] = ()) -> str:
    """A foreign text as it is, escaped; what cannot be seen is a sign; `spans` are highlighted.

    `spans`: starts and ends in the text, in any order; what lies beyond it is passed over.
    """
    parts, at = [], 0
    for first, last in sorted(spans):
        start, end = max(first, at), min(last, len(text))
        if start < end:
            parts += [_signed(text[at:start]), f"<mark>{_signed(text[start:end])}</mark>"]
            at = end
    return "".join([*parts, _signed(text[at:])])


def _signed(text: str) -> str:
    # every sign is made of our own characters, and escaping leaves what is replaced as it is
    plain_ends = html.escape(text.replace("\r\n", "\n"))
    return UNSEEN.sub(lambda found: f"<i>{sign_of(found[0])}</i>", plain_ends)


def text_block(beginning: str, rest: str = "", more: str = "", *, opened: bool = False) -> None:
    """A foreign text, made by `literal`, to read in its own direction; `rest` is folded.

    `more`: our own words that unfold it.
    """
    folded = f"<details{' open' * opened}><summary>{more}</summary>" if rest else ""
    body = f"<div class='text' dir='auto'>{beginning}</div>"
    if rest:
        body += (
            f"<div class='text'>{folded}<div class='text' dir='auto'>{rest}</div></details></div>"
        )
    st.html(TEXT + body)


# --- what nobody counted


def show_absence(
    absence: NotCounted | None, look: Literal["instead", "below", "line", "remark"] = "below"
) -> None:
    """Why something is not here: instead of it, or by what is here; nothing for None."""
    if absence is None:
        return
    if look == "instead":
        st.info(absence.sentence)
    elif look == "below":
        st.caption(absence.sentence)
    elif look == "line":
        say(html.escape(absence.sentence))
    else:
        say(f"<small>▲ {html.escape(absence.sentence)}</small>")
