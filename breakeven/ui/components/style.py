"""What all pages look like; a page's own parts style themselves."""

from __future__ import annotations

from breakeven.ui.components.html import styled

# how wide they are, the toolbars of tables and figures, and the line of choices; a figure whose
# width is no whole number of pixels would be drawn twice, the second time a thousandth wider
PAGE = """[data-testid=stMainBlockContainer]{
  max-width:calc(1200px + 6rem);margin:0 auto;padding:3rem 3rem 4rem}
@media(max-width:640px){[data-testid=stMainBlockContainer]{padding:3.5rem 1rem 3rem}}
[class*=st-key-toolbar_]{margin-top:-.75rem}
[class*=st-key-toolbar_] button{min-height:1.5rem;padding:0 .25rem}
[class*=st-key-toolbar_] button p{font-size:.85rem}
[data-testid=stPopoverBody][aria-label=Download]{min-height:18rem}
[class*=st-key-picture_]{overflow-x:auto}
[data-testid=stFullScreenFrame]:has(>.stPlotlyChart){width:round(down,100%,1px)}
[class*=st-key-picture_] .modebar-btn{font-size:22px!important;height:30px!important}
[data-testid=stPageLink-NavLink][disabled] *{color:#5f6066!important}
.st-key-choices{gap:.25rem .5rem}
.st-key-choices [data-testid=stPopoverButton]{
  min-height:1.9rem;padding:.1rem .5rem;border:1px solid rgba(128,128,128,.35)}
.st-key-find{position:fixed;top:.55rem;right:4rem;z-index:999991;width:auto}
.st-key-find button{min-height:1.9rem;padding:.1rem .5rem}
[class*=st-key-keys]{display:none}
[data-testid=stLayoutWrapper]:has(>[class*=st-key-keys]),
[data-testid=stMainBlockContainer]>div>[data-testid=stLayoutWrapper]:has(.st-key-find),
[data-testid=stMainBlockContainer]>div>[data-testid=stLayoutWrapper]:has(.st-key-phone_menu){
  position:absolute}
.st-key-phone_menu{display:none}
@media(max-width:768px){
  .st-key-phone_menu{display:flex;position:fixed;top:.55rem;left:.75rem;z-index:999991;width:auto}
  .st-key-phone_menu button{min-height:1.9rem;padding:.1rem .5rem}
  [data-testid=stSidebar],[data-testid=stExpandSidebarButton]{display:none}}
"""
# Streamlit writes white on the colour of the theme, which in the dark is a light one
PAGE_IN_DARK = (
    "[data-testid^=stBaseButton-primary]{color:#171614!important}"
    "[data-testid=stPageLink-NavLink][disabled] *{color:#a3a19c!important}"
)


def show_style(dark: bool) -> None:
    """Give the page its style."""
    styled(PAGE + PAGE_IN_DARK * dark)
