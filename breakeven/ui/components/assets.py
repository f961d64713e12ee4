"""Our own styles and scripts: what pages look like, and what the browser does.

And where parts of a page stand by the room there is. None has a word of any review.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st
from markupsafe import Markup
from streamlit.delta_generator import DeltaGenerator

from breakeven.ui.components.html import show_css

if TYPE_CHECKING:  # Plotly is slow to import, and the first page shows no figure
    pass

# --- where parts of a page stand, by the room there is for them


def stack_when_narrow(key: str) -> None:
    """Columns in a container of this key stand below each other where they would be too narrow."""
    show_css(
        f".st-key-{key} > * > [data-testid=stHorizontalBlock] > [data-testid=stColumn]"
        "{min-width:min(16rem,100%)}"
    )


def first_when_narrow(key: str) -> None:
    """Where columns stand below each other, that with the container of this key comes first."""
    show_css(f"@media(max-width:640px){{[data-testid=stColumn]:has(.st-key-{key}){{order:-1}}}}")


def resized(key: str, high: int, least: int) -> None:
    """A square figure by its key, in a container `<key>_place`: no higher than it is wide.

    `high`: its height in pixels where there is room; `least`: its width where there is less, where
    it is scrolled sideways within its container.
    """
    show_css(
        f".st-key-{key}_place{{container-type:inline-size;overflow-x:auto}}"
        f".st-key-{key}{{min-width:{least}px;overflow:hidden;"
        f"max-height:min({high}px,calc(max(100cqw,{least}px) + 8px))}}"
    )


def first_screen(key: str) -> DeltaGenerator:
    """A container that is as high as what is seen first of it, so that the rest begins below."""
    show_css(
        f"@media(min-width:641px){{.st-key-{key}{{min-height:min(calc(100vh - 9rem),47rem)}}}}"
    )
    return st.container(key=key)


def stick_to_the_foot(key: str) -> None:
    """The container of this key stays in sight at the foot of the window until it is reached."""
    show_css(
        f"[data-testid=stLayoutWrapper]:has(>.st-key-{key})"
        "{position:sticky;bottom:0;z-index:10}"
        f".st-key-{key}{{padding:.6rem .75rem;border-top:1px solid rgba(128,128,128,.35);"
        "backdrop-filter:blur(12px);background:rgba(128,128,128,.12)}"
    )


def stage(key: str, ways: str) -> None:
    """The container of this key alone on the page, as large as the window, to be read from afar.

    `ways`: the key of the container in it that stays at the foot, faint until it is used.
    """
    main = "[data-testid=stMainBlockContainer]"
    rules = (
        "[data-testid=stSidebar],[data-testid=stHeader],[data-testid=stExpandSidebarButton]"
        "{display:none!important}"
        f"{main}{{max-width:100%!important;padding:4vh 4vw 4.5rem!important}}"
        f"{main}>[data-testid=stVerticalBlock]>:not(:has(.st-key-{key})):not(.st-key-{key})"
        "{display:none!important}"
        f".st-key-{key}{{min-height:calc(96vh - 4.5rem);justify-content:flex-start}}"
        f".st-key-{key} h1{{font-size:clamp(2rem,4.2vw,5rem)!important}}"
        f".st-key-{key} p,.st-key-{key} .text{{font-size:clamp(1.1rem,1.9vw,2.3rem);"
        "margin-bottom:1.2vh!important}"
        f".st-key-{key} .large{{font-size:clamp(3rem,8vw,9rem)!important}}"
        f".st-key-{key} [data-testid=stHorizontalBlock]:has(>[data-testid=stColumn])"
        "{min-height:calc(78vh - 4.5rem);align-items:center}"
        f".st-key-{key} img{{max-width:100%!important;width:100%!important;max-height:74vh;"
        "object-fit:contain}"
        f".st-key-{ways}{{position:fixed;left:0;right:0;bottom:0;height:4rem;padding:0 4vw;"
        "min-height:0!important;z-index:2;opacity:.55}"
        f".st-key-{ways}:is(:hover,:focus-within){{opacity:1}}"
        f".st-key-{ways} p,.st-key-{key} :is(button,label) p"
        "{font-size:1rem!important;margin:0!important}"
        "@media(max-width:640px){"
        f".st-key-{key},.st-key-{key} [data-testid=stHorizontalBlock]{{min-height:0!important}}"
        # here a slide goes on below them
        f".st-key-{ways}{{opacity:1;backdrop-filter:blur(12px);background:rgba(128,128,128,.12)}}}}"
    )
    show_css(rules)


# --- a frame over a figure, which is moved without drawing the figure anew


def frame_cell(key: str, cell: tuple[int, int] | None, n: int, side: float) -> None:
    """A frame around a cell of the figure of this key, which is not drawn anew for another one.

    `cell`: row and column of n by n, whose whole is the first shape of the figure; `side`: pixels
    that a cell is wide where there is room. None: no cell has a frame.
    """
    row, column = cell or (0, 0)
    half, name = 1.5 / side, f"{key}_frame"
    ends = [((place - half) / n, (place + 1 + half) / n) for place in (column, row)]
    inner = [((place + half) / n, (place + 1 - half) / n) for place in (column, row)]
    d = "".join(
        f"M{x0:.5f} {y0:.5f}H{x1:.5f}V{y1:.5f}H{x0:.5f}z" for (x0, x1), (y0, y1) in (ends, inner)
    )
    # `st.html` would clean the picture away
    drawn = Markup(
        "<svg width='0' height='0' aria-hidden='true'>"
        "<pattern id='{}' width='1' height='1' patternContentUnits='objectBoundingBox'>"
        "<path fill='currentColor' fill-rule='evenodd' d='{}'/></pattern></svg>"
    ).format(name, d if cell else "")
    st.markdown(str(drawn), unsafe_allow_html=True)
    show_css(
        f".st-key-{key} .shapelayer [data-index='0']"
        f"{{fill:url(#{name})!important;fill-opacity:1!important}}"
        f"[data-testid=stElementContainer]:has(> * #{name}){{position:absolute;width:0}}"
    )


# --- what all pages look like; a page's own parts style themselves


# how wide they are, the toolbars of tables and figures, and the line of choices; a figure whose
# width is no whole number of pixels would be drawn twice, the second time a thousandth wider
PAGE_STYLE = """[data-testid=stMainBlockContainer]{
  max-width:calc(1480px + 6rem);margin:0 auto;padding:3.25rem 3rem 4rem;position:relative}
[data-testid=stMainBlockContainer]:has(.st-key-choices){padding-top:.6rem}
[data-testid=stHeading] h1{padding:.15rem 0}
[class*=st-key-toolbar_]{margin-top:-.75rem}
[class*=st-key-toolbar_] button{min-height:1.5rem;padding:0 .25rem;position:relative;left:-.25rem}
[class*=st-key-toolbar_] button p{font-size:.85rem}
[data-testid=stPopoverBody][aria-label^=Download]{min-height:18rem}
[class*=st-key-picture_]{overflow-x:auto}
[data-testid=stFullScreenFrame]:has(>.stPlotlyChart){width:round(down,100%,1px)}
[class*=st-key-picture_] .modebar-btn{font-size:22px!important;height:30px!important}
[data-testid=stButtonGroup]>div{flex-wrap:wrap;overflow-x:visible}
[data-testid=stPageLink-NavLink][disabled] *{color:#5f6066!important}
[data-testid=stSidebarHeader]{height:2rem;margin-bottom:0;padding-top:.25rem;padding-bottom:0}
[data-testid=stSidebarUserContent]{padding-bottom:.5rem}
[data-testid=stSidebarUserContent] [data-testid=stVerticalBlock]{gap:0}
[data-testid=stSidebarUserContent] [data-testid=stPageLink-NavLink]{min-height:1.75rem}
[data-testid=stSidebarUserContent] [data-testid=stElementContainer]{margin:0}
.st-key-menu_help button{min-height:1.75rem;padding:0 .5rem;font-weight:400}
[data-testid=stMain] [data-testid=stPageLink-NavLink]{position:relative;left:-.5rem}
[data-testid=stCaptionContainer]{color:inherit!important;opacity:.75}
[class*=st-key-keys]{display:none}
[data-testid=stLayoutWrapper]:has(>[class*=st-key-keys]),
[data-testid=stMainBlockContainer]>div>[data-testid=stLayoutWrapper]:has(.st-key-phone_menu){
  position:absolute}
.st-key-phone_menu{display:none}
@media(pointer:coarse){button kbd,.key-hint{display:none!important}}
"""
# the head in one line: what is looked at at the left, what is done with it at the right, and Find
# beside it. Names share the room that there is. Streamlit's own bar lies over it
HEAD_STYLE = """@media(min-width:769px){
  [data-testid=stHeader]{background:transparent}
  header[data-testid=stHeader],header[data-testid=stHeader] *{pointer-events:none}
  header[data-testid=stHeader] :is(button,a){pointer-events:auto}}
[data-testid=stMainBlockContainer]>div>[data-testid=stLayoutWrapper]:has(.st-key-find){
  position:absolute;top:.6rem;right:3rem;width:auto;z-index:999991}
.st-key-find button{min-height:1.9rem;padding:.1rem .5rem}
.st-key-choices{flex-wrap:nowrap;gap:.4rem;padding-right:8.5rem;min-height:1.9rem}
.st-key-choices>*{min-width:0;flex:0 1 auto}
.st-key-choices>:is(.st-key-choose_share,.st-key-choose_report){flex:none}
.st-key-choices>:is(.st-key-choose_settings,.st-key-choose_where){flex-shrink:1000}
.st-key-choices .st-key-choose_share{margin-left:auto}
.st-key-choices [data-testid=stPopover],.st-key-choices [data-testid=stPopover] *{min-width:0}
.st-key-choices [data-testid=stPopoverButton] [aria-hidden=true]{flex:none}
.st-key-choices [data-testid=stPopoverButton]{max-width:100%}
.st-key-choices [data-testid=stPopoverButton] p{
  overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.st-key-choices [data-testid=stPopoverButton]{
  min-height:1.9rem;padding:.1rem .5rem;border:1px solid rgba(128,128,128,.35)}
:is(.st-key-choose_review,.st-key-choose_system,.st-key-choose_split) [data-testid=stPopoverButton]{
  border-color:transparent;padding:.1rem .25rem;font-weight:600}
.st-key-choices>:is(.st-key-choose_system,.st-key-choose_split){
  flex-direction:row;align-items:center}
:is(.st-key-choose_system,.st-key-choose_split)::before{
  content:"/"/"";opacity:.6;margin-right:.4rem}
.st-key-choices>.st-key-choose_review{position:relative;left:-.35rem}
.st-key-choices_here{display:none}
[data-testid=stLayoutWrapper]:has(>.st-key-choices_here){position:absolute}
.st-key-facts{gap:.25rem .75rem}
.st-key-facts>[data-testid=stElementContainer]:has(>.stHtml){width:auto!important;flex:0 1 auto}
@media(max-width:768px){
  .st-key-phone_menu{display:flex;position:fixed;top:.55rem;left:.75rem;z-index:999991;width:auto}
  .st-key-phone_menu button{min-height:1.9rem;padding:.1rem .5rem}
  [data-testid=stSidebar],[data-testid=stExpandSidebarButton]{display:none}
  [data-testid=stMainBlockContainer],[data-testid=stMainBlockContainer]:has(.st-key-choices){
    padding:3.5rem 1rem 3rem}
  [data-testid=stMainBlockContainer]>div>[data-testid=stLayoutWrapper]:has(.st-key-find){
    position:fixed;top:.55rem;right:3.5rem}
  .st-key-choices{display:none}
  .st-key-facts{flex-wrap:wrap}
  .st-key-facts>[data-testid=stElementContainer]:has(>.stHtml){flex-basis:100%}
  .st-key-choices_here{display:flex;position:fixed;top:.55rem;left:6.6rem;right:8.6rem;
    z-index:999991;width:auto;align-items:center}
  .st-key-choices_here *{min-width:0}
  .st-key-choices_here>*{max-width:100%}
  .st-key-choices_here button{min-height:1.9rem;padding:.1rem .5rem}
  .st-key-choices_here button p{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}}
"""
# Streamlit writes white on the colour of the theme, which in the dark is a light one
PAGE_STYLE_IN_DARK = (
    "[data-testid^=stBaseButton-primary]{color:#171614!important}"
    "[data-testid=stPageLink-NavLink][disabled] *{color:#a3a19c!important}"
)


def show_style(dark: bool) -> None:
    """Give the page its style."""
    show_css(PAGE_STYLE + HEAD_STYLE + PAGE_STYLE_IN_DARK * dark)


# --- the scripts of our own, which the server has as files: none has a word of any review


# Streamlit leaves the keys that are typed to the page behind a dialog
FOCUS = """\
(function focus(left) {
  const box = document.querySelector('[role="dialog"] input[role="combobox"]');
  if (box) box.focus();
  // the dialog takes the focus itself once more when it has opened
  if (left) setTimeout(focus, 100, left - 1);
})(5);
"""
# With Ctrl, Shift or ⌘ a link opens as links do in any browser. And what a page writes into the
# address by itself, before anybody did anything on it, is no step of the history: Back goes back.
#
# Streamlit says that a choice is closed after it has asked for the page that the click is for: that
# word is of the page before, which is then drawn in place of the other
TURNING = """\
if (!window.turning) {
  window.turning = true;
  const OPEN = '[data-testid="stPopoverBody"]';
  let passing = false;
  document.addEventListener('click', (event) => {
    const way = event.target.closest('[data-testid="stPageLink-NavLink"]');
    const open = document.querySelector(OPEN);
    const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (way && !plain) return void event.stopPropagation();
    if (passing || !plain || !way || !open || open.contains(way)) return;
    event.preventDefault();
    event.stopPropagation();
    document.body.click();
    const to = way.href;
    (function follow(left) {
      if (left && document.querySelector(OPEN)) return void setTimeout(follow, 20, left - 1);
      // the menu may have been drawn anew
      const there = way.isConnected ? way : [...document.links].find((link) => link.href === to);
      passing = true;
      if (there) there.click();
      passing = false;
    })(25);
  }, true);
  let path = location.pathname;
  let acted = false;
  for (const act of ['pointerdown', 'keydown', 'input', 'change'])
    addEventListener(act, () => { acted = true; }, true);
  addEventListener('popstate', () => { path = location.pathname; acted = false; }, true);
  const push = history.pushState;
  history.pushState = function (data, unused, url) {
    const to = new URL(url, location.href).pathname;
    if (to === path && !acted) return history.replaceState(data, unused, url);
    if (to !== path) acted = false;
    path = to;
    return push.call(history, data, unused, url);
  };
}
"""
SCRIPTS = {"focus.js": FOCUS, "turning.js": TURNING}


def focus_the_box() -> None:
    """What is typed goes into the box of the dialog that this stands in, as soon as it opens."""
    _run("focus.js")


def close_before_turning() -> None:
    """A choice that is open is closed before a link leads to another page."""
    _run("turning.js")


def _run(name: str) -> None:
    script = Markup("<script src='{}'></script>").format(name)
    st.html(str(script), unsafe_allow_javascript=True)


def is_dark() -> bool:
    """Whether the page is seen light on dark."""
    return st.context.theme.type == "dark"
