"""Text on pages. Names from files reach the screen only through here, tables and figures.

HTML is `Markup`, whose `format` and `join` escape each text that is none. A text becomes HTML here
alone: `plain`, `escaped` and `literal` make it so, and all that shows HTML escapes a text.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import streamlit as st
from markupsafe import Markup, escape

from breakeven.data.wording import LEFTWARD, QUOTED, UNSEEN, moment_of, name_of, sign_of

if TYPE_CHECKING:  # what counts loads NumPy, which the first page does without
    from breakeven.analysis.evaluation.counts import NotCounted


def show_html(shown: Markup) -> None:
    """HTML as it is: nothing else on pages shows any, and a text alone is none."""
    st.html(str(shown))


def plain(name: object, longest: int = 80) -> Markup:
    """A name from a file for use in `say`: white space is kept, it is cut when very long.

    One that reads from right to left turns nothing of the sentence around it.
    """
    text = str(name)
    shown = text if len(text) <= longest else text[: longest - 1] + "…"
    if not text or text.isspace():
        return aside(name_of(text))
    return Markup('<span style="white-space:pre-wrap;unicode-bidi:isolate">{}</span>').format(shown)


def bold(name: object, longest: int = 80) -> Markup:
    """A foreign name in bold."""
    return Markup("<b>{}</b>").format(plain(name, longest))


def escaped(sentence: str) -> Markup:
    """A whole sentence of plain text for use in `say`: names in it are shown as written.

    A name in quotation marks that reads from right to left turns nothing of the sentence around it.
    """
    shown = str(escape(sentence))
    if LEFTWARD.search(shown):
        shown = QUOTED.sub(r'<span style="unicode-bidi:isolate">\g<0></span>', shown)
    inside = Markup(shown)  # noqa: S704 - escaped above, and what is put around names is our own
    return Markup('<span style="white-space:pre-wrap">{}</span>').format(inside)


def show_css(rules: str) -> None:
    """Our own rules of CSS for a part of a page."""
    show_html(Markup(f"<style>{rules}</style>"))  # noqa: S704 - no name from a file is a rule


def say(text: Markup | str) -> None:
    """A paragraph: our own HTML, or a text as it is."""
    show_html(
        Markup(
            "<p style='margin:0;line-height:1.5;max-width:75ch;overflow-wrap:break-word'>{}</p>"
        ).format(text)
    )


def lead(text: Markup | str) -> None:
    """The sentence of a page that is read first; as `say`, and larger."""
    show_html(
        Markup(
            "<p style='margin:0;font-size:1.25rem;line-height:1.45;max-width:60ch;"
            "overflow-wrap:break-word'>{}</p>"
        ).format(text)
    )


Cells = Sequence[Markup | str]


def prose(head: Cells, rows: Sequence[Cells]) -> None:
    """A small table of our own HTML whose cells are sentences: they wrap, nothing is cut."""

    def row(cells: Cells, tag: str) -> Markup:
        cell = Markup("<{0}>{1}</{0}>")
        return Markup("<tr>{}</tr>").format(Markup("").join(cell.format(tag, c) for c in cells))

    show_html(
        Markup(
            "<style>.prose{border-collapse:collapse;max-width:100%}"
            ".prose td,.prose th{padding:.3rem .9rem .3rem 0;text-align:left;vertical-align:top;"
            "overflow-wrap:anywhere;min-width:13ch;"
            "border-bottom:1px solid rgba(128,128,128,.3)}"
            ".prose thead th{font-weight:400;opacity:.75;overflow-wrap:normal}"
            "@media(max-width:640px){.prose{font-size:.85rem}"
            ".prose td,.prose th{padding-right:.5rem;min-width:9ch}}</style>"
            "<div tabindex='0' style='overflow-x:auto'><table class='prose'><thead>"
        )
        + row(head, "th")
        + Markup("</thead><tbody>")
        + Markup("").join(row(cells, "td") for cells in rows)
        + Markup("</tbody></table></div>")
    )


def grid(head: Cells, rows: Sequence[Cells]) -> None:
    """A small table of our own HTML: first column text, the others figures."""

    def row(cells: Cells, tag: str) -> Markup:
        first, *others = cells
        cell = Markup("<{0}>{1}</{0}>")
        return Markup("<tr><{0} style='text-align:left'>{1}</{0}>{2}</tr>").format(
            tag, first, Markup("").join(cell.format(tag, other) for other in others)
        )

    show_html(
        Markup(
            "<style>.grid{border-collapse:collapse;font-variant-numeric:tabular-nums}"
            ".grid td,.grid th{padding:.3rem .9rem .3rem 0;text-align:right;vertical-align:top;"
            "border-bottom:1px solid rgba(128,128,128,.3)}"
            ".grid thead th{font-weight:400;opacity:.75}.grid small{opacity:.75}"
            ".grid thead small{opacity:1!important}"
            # of a wide table the names stay; in the colours of the page
            ".grid tbody td:first-child{position:sticky;left:0;background:light-dark(#fff,#171614)}"
            "@media(max-width:640px){.grid{font-size:.85rem}"
            ".grid td,.grid th{padding-right:.5rem}}</style>"
            "<div tabindex='0' style='overflow-x:auto'><table class='grid'><thead>"
        )
        + row(head, "th")
        + Markup("</thead><tbody>")
        + Markup("").join(row(cells, "td") for cells in rows)
        + Markup("</tbody></table></div>")
    )


# parts of cells and sentences; what they hold is our own HTML, or a text as it is


def brand(name: str) -> Markup:
    """The product's name at the head of the menu, and how `linked` looks on every page."""
    return Markup(
        "<style>a.quiet-link{color:inherit!important;text-decoration:underline dotted 1px;"
        "text-underline-offset:.2em;padding:.3rem 0}"
        "a.quiet-link:hover,a.quiet-link:focus-visible{text-decoration:underline solid 2px}"
        "a.quiet-link:focus-visible{outline:2px solid;outline-offset:2px;border-radius:2px}"
        "</style>"
    ) + Markup("<b style='font-size:1.25rem'>{}</b>").format(name)


def menu_heading(name: str) -> Markup:
    """What the pages below it in the menu are for."""
    return Markup(
        "<div style='font-size:.75rem;letter-spacing:.06em;text-transform:uppercase;opacity:.75;"
        "margin:.6rem 0 .15rem'>{}</div>"
    ).format(name)


def menu_line() -> Markup:
    """A line above the pages that stand apart."""
    return Markup("<div style='border-top:1px solid rgba(128,128,128,.3);margin:.4rem 0'></div>")


def menu_note(text: str) -> Markup:
    """Why a page cannot be turned to, below its name in the menu."""
    return Markup(
        "<div style='font-size:.75rem;line-height:1;opacity:.75;margin:-.35rem 0 .2rem 2rem'>"
        "{}</div>"
    ).format(text)


def lone_page(title: str, text: Markup | str, links: Sequence[tuple[str, str]]) -> Markup:
    """A page for a browser without the app: light or dark as the browser prefers.

    `links`: addresses, and what each is called.
    """
    style = Markup(
        "<style>:root{color-scheme:light dark}a{color:inherit}li{padding:.2rem 0}"
        "body{font-family:system-ui,sans-serif;line-height:1.5;max-width:40rem;"
        "margin:15vh auto;padding:0 1.5rem}</style>"
    )
    listed = Markup("").join(
        Markup('<li><a href="{}">{}</a></li>').format(url, name) for url, name in links
    )
    return Markup(
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<title>{0} · Breakeven</title>{1}</head>"
        "<body><main><h1>{0}</h1><p>{2}</p><ul>{3}</ul></main></body></html>"
    ).format(title, style, text, listed)


def large(text: Markup | str) -> Markup:
    """A number that stands alone, to be read from the other end of a room."""
    return Markup(
        "<div class='large' style='font-size:3.2rem;font-weight:700;line-height:1.15'>{}</div>"
    ).format(text)


def linked(text: Markup | str, url: str) -> Markup:
    """A quiet link to documents."""
    return Markup('<a class="quiet-link of-documents" href="{}">{}</a>').format(url, text)


def to_page(text: Markup | str, url: str) -> Markup:
    """A quiet link to another page of ours."""
    return Markup('<a class="quiet-link" href="{}">{}</a>').format(url, text)


def linked_page(text: Markup | str, url: str) -> Markup:
    """A quiet link to a page of ours that says more of it."""
    return Markup(
        '<a href="{}" style="color:inherit;text-decoration:underline dotted 1px;'
        'text-underline-offset:.2em">{}</a>'
    ).format(url, text)


def keys(named: str) -> Markup:
    """Keys to press at once, like `Ctrl+K`."""
    return Markup("+").join(Markup("<kbd>{}</kbd>").format(key) for key in named.split("+"))


def aside(text: Markup | str) -> Markup:
    """In italics: our own word where a name from a file could stand."""
    return Markup("<i>{}</i>").format(text)


def passage(paragraphs: Sequence[str]) -> None:
    """What somebody wrote, shown literally, apart from what was counted."""
    paragraph = Markup("<p style='margin:0 0 .5rem'>{}</p>")
    show_html(
        Markup(
            "<div style='border-left:3px solid rgba(128,128,128,.5);padding-left:.9rem;"
            "max-width:75ch;overflow-wrap:anywhere'>{}</div>"
        ).format(Markup("").join(paragraph.format(escaped(each)) for each in paragraphs))
    )


def picture(drawn: str, says: str) -> None:
    """A drawing of our own, SVG, with the sentence that it shows."""
    data = base64.b64encode(drawn.encode("utf-8", "replace")).decode()
    show_html(
        Markup(
            '<img src="data:image/svg+xml;base64,{}" alt="{}" '
            'style="display:block;width:100%;max-width:640px;height:auto">'
        ).format(data, says)
    )


def headed(head: Markup | str, text: Markup | str) -> None:
    """A bold line, and what is said under it."""
    show_html(Markup("<b>{}</b><br>{}").format(head, text))


def heading(head: Markup | str) -> None:
    """A bold line above a part of a page."""
    show_html(Markup("<b>{}</b>").format(head))


def quiet(text: Markup | str) -> Markup:
    """Small and paler: an aside."""
    return Markup("<small style='opacity:.75'>{}</small>").format(text)


def coloured(text: Markup | str, colour: str) -> Markup:
    """Our own words in a colour of CSS."""
    return Markup("<span style='color:{}'>{}</span>").format(colour, text)


def unbroken(text: Markup | str) -> Markup:
    """On one line: a narrow screen scrolls the table sideways rather than break figures."""
    return Markup("<span style='white-space:nowrap'>{}</span>").format(text)


def moment(time: str) -> Markup:
    """A moment as it is stored, of which neither the day nor the time is broken."""
    return Markup(" ").join(unbroken(part) for part in moment_of(time).split(" ", 1))


def titled(text: str, says: str) -> Markup:
    """A few words that say more when they are pointed at."""
    return Markup("<span title='{}'>{}</span>").format(says, text)


def sign_box(sign: Markup | str) -> Markup:
    """A sign, or space for one, so that figures stay under each other."""
    return Markup("<span style='display:inline-block;width:1em'>{}</span>").format(sign)


def row_head(name: Markup | str) -> Markup:
    """The bold name of a row, which does not break after every word."""
    return Markup("<div style='min-width:8rem'><b>{}</b></div>").format(name)


def left_aligned(text: Markup | str) -> Markup:
    """A head in a column of figures that holds sentences."""
    return Markup("<div style='text-align:left'>{}</div>").format(text)


def sentence_cell(text: Markup | str) -> Markup:
    """A sentence in a column of figures: it wraps, and starts at the left."""
    return Markup(
        "<div style='text-align:left;max-width:40ch;overflow-wrap:anywhere'>{}</div>"
    ).format(text)


def explained(text: Markup | str) -> Markup:
    """Several sentences in the first column of a table, no wider than is good to read."""
    return Markup("<div style='max-width:65ch'>{}</div>").format(text)


def block(text: Markup | str) -> Markup:
    """Several lines that belong together."""
    return Markup("<div style='line-height:1.45;max-width:90ch'>{}</div>").format(text)


def bullets(items: Cells, tag: Literal["ul", "ol"] = "ul") -> Markup:
    """A list that follows a line of text; `ol` where the order says something."""
    return Markup("<{0} style='margin:0'>{1}</{0}>").format(tag, _list_items(items))


def _list_items(items: Cells) -> Markup:
    return Markup("").join(Markup("<li>{}</li>").format(item) for item in items)


def framed(text: Markup | str) -> None:
    """A paragraph set apart by a frame: what follows is of another kind."""
    show_html(
        Markup(
            "<div style='border:1px solid rgba(128,128,128,.35);border-radius:8px;"
            "padding:.5rem .9rem;max-width:75ch'>{}</div>"
        ).format(text)
    )


def verdict(head: Markup | str, evidence: Cells, end: Markup | str, further: Cells = ()) -> Markup:
    """A bold line, its reasons as a list, and a last line; `further` reasons are folded."""
    reasons = Markup("<ul style='margin:0 0 .4rem;padding-left:1.1rem;line-height:1.45'>{}</ul>")
    folded = Markup("<details style='margin:0 0 .4rem'><summary>More</summary>{}</details>")
    return Markup("<p style='margin:0 0 .4rem'><b>{}</b></p>{}{}<p style='margin:0'>{}</p>").format(
        head,
        reasons.format(_list_items(evidence)),
        folded.format(reasons.format(_list_items(further))) if further else "",
        end,
    )


VerdictKind = Literal["ready", "not-yet", "cannot-tell", "in-doubt", "no-target"]
# a colour that white letters stand out on, and the sign before the words
VERDICT_LOOKS: dict[VerdictKind, tuple[str, str]] = {
    "ready": ("#1a7f37", "✓"),
    "not-yet": ("#b3261e", "✗"),
    "cannot-tell": ("#8a5a00", "?"),
    "in-doubt": ("#57606a", "!"),
    "no-target": ("#57606a", "◎"),
}


def verdict_card(
    kind: VerdictKind, head: str, sentences: Cells, lines: Sequence[tuple[str, str, Markup | str]]
) -> None:
    """A verdict in a few words, its sentences, and what stands beside it.

    `lines`: a sign, what it says to those who cannot see it, and the line. Colour, sign and words
    all say the same.
    """
    colour, sign = VERDICT_LOOKS[kind]
    item = Markup(
        "<li><span role='img' aria-label='{1}' class='sign'>{0}</span><span>{2}</span></li>"
    )
    show_html(
        Markup(
            "<style>.verdict{border:1px solid rgba(128,128,128,.35);border-left-width:6px;"
            "border-radius:8px;padding:.8rem 1rem;background:rgba(128,128,128,.06)}"
            ".verdict h2{display:inline-block;font-size:1rem;font-weight:700;letter-spacing:.03em;"
            "line-height:1.3;margin:0 0 .5rem;padding:.15rem .6rem;border-radius:4px;color:#fff}"
            ".verdict p{margin:0 0 .35rem;font-size:1.05rem;line-height:1.45;"
            "overflow-wrap:anywhere}"
            ".verdict ul{list-style:none;margin:.2rem 0 0;padding:0;line-height:1.5;"
            "overflow-wrap:anywhere}.verdict li{display:flex;gap:.5rem;margin:0}"
            ".verdict .sign{flex:none;width:1rem;text-align:center;font-weight:700}</style>"
        )
        + Markup(
            "<section class='verdict' aria-label='Verdict' style='border-left-color:{0}'>"
            "<h2 style='background:{0}'>"
            "<span aria-hidden='true'>{1}</span> {2}</h2>{3}<ul>{4}</ul></section>"
        ).format(
            colour,
            sign,
            head,
            Markup("").join(Markup("<p>{}</p>").format(sentence) for sentence in sentences),
            Markup("").join(item.format(*line) for line in lines),
        )
    )


def worked_table(rows: Sequence[tuple[Markup | str, Markup | str]]) -> Markup:
    """Names, and beside each how it is worked out."""
    row = Markup("<tr><td>{}</td><td>{}</td></tr>")
    return Markup(
        "<style>.worked{border-collapse:collapse;font-variant-numeric:tabular-nums}"
        ".worked td{padding:.3rem 1.2rem .3rem 0;vertical-align:top;"
        "border-bottom:1px solid rgba(128,128,128,.3)}"
        ".worked td:first-child{white-space:nowrap}.worked small{opacity:.75}</style>"
    ) + Markup(
        "<div tabindex='0' style='overflow-x:auto'><table class='worked'>"
        "<tbody>{}</tbody></table></div>"
    ).format(Markup("").join(row.format(*cells) for cells in rows))


RIGHT, WRONG = "rgba(0,143,105,.16)", "rgba(213,94,0,.16)"
PLAIN = "rgba(128,128,128,.16)"


def code(text: str, longest: int = 300) -> Markup:
    """A foreign piece of a filter in a sentence."""
    return Markup("<code style='white-space:pre-wrap;overflow-wrap:anywhere'>{}</code>").format(
        plain(text, longest)
    )


def outcome(words: Markup | str, kind: Literal["right", "wrong", "plain"]) -> Markup:
    """Our own words for what became of a decision, on the colour of right or wrong."""
    behind = {"right": RIGHT, "wrong": WRONG, "plain": PLAIN}[kind]
    return Markup(
        "<span style='background:{};border-radius:4px;padding:.05rem .4rem'>{}</span>"
    ).format(behind, words)


TEXT = Markup(
    "<style>.text{white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext;"
    "line-height:1.55;max-width:75ch;overflow:hidden;padding:.1rem 0}"
    ".text i{font:.7em monospace;padding:0 .25em;border:1px solid;border-radius:3px;opacity:.7}"
    ".text mark{background:#f0e442;color:#111;border-radius:2px}"
    ".text summary{cursor:pointer;opacity:.75;font-size:.875rem;padding:.3rem 0}</style>"
)


def literal(text: str, spans: Sequence[tuple[int, int]] = ()) -> Markup:
    """A foreign text as it is; what cannot be seen is a sign; `spans` are highlighted.

    `spans`: starts and ends in the text, in any order; what lies beyond it is passed over.
    """
    parts, position = [], 0
    for first, last in sorted(spans):
        start, end = max(first, position), min(last, len(text))
        if start < end:
            marked = Markup("<mark>{}</mark>").format(_signed(text[start:end]))
            parts += [_signed(text[position:start]), marked]
            position = end
    return Markup("").join([*parts, _signed(text[position:])])


def _signed(text: str) -> Markup:
    # every sign is made of our own characters, and escaping leaves what is replaced as it is
    unsigned = str(escape(text.replace("\r\n", "\n")))
    signed = UNSEEN.sub(lambda unseen: f"<i>{sign_of(unseen[0])}</i>", unsigned)
    return Markup(signed)  # noqa: S704 - escaped above


def text_block(
    beginning: Markup, rest: Markup | str = "", more: Markup | str = "", *, opened: bool = False
) -> None:
    """A foreign text, made by `literal`, to read in its own direction; `rest` is folded.

    `more`: our own words that unfold it.
    """
    block = Markup("<div class='text' dir='auto'>{}</div>")
    body = block.format(beginning)
    if rest:
        body += Markup(
            "<div class='text'><details{}><summary>{}</summary>{}</details></div>"
        ).format(" open" * opened, more, block.format(rest))
    show_html(TEXT + body)


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
        say(absence.sentence)
    else:
        say(Markup("<small>▲ {}</small>").format(absence.sentence))
