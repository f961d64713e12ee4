"""Where parts of a page stand, by the room there is for them."""

from __future__ import annotations

from breakeven.ui.components.html import styled


def beside(key: str) -> None:
    """Columns in a container of this key stand below each other where they would be too narrow."""
    styled(
        f".st-key-{key} > * > [data-testid=stHorizontalBlock] > [data-testid=stColumn]"
        "{min-width:min(16rem,100%)}"
    )


def first_when_narrow(key: str) -> None:
    """Where columns stand below each other, that with the container of this key comes first."""
    styled(f"@media(max-width:640px){{[data-testid=stColumn]:has(.st-key-{key}){{order:-1}}}}")


def resized(key: str, high: int, numbers_from: int) -> None:
    """A square figure by its key, in a container `<key>_place`: no higher than it is wide.

    `high`: its height in pixels where there is room; below `numbers_from` it has no numbers.
    """
    styled(
        f".st-key-{key}_place{{container-type:inline-size}}"
        f".st-key-{key}{{max-height:min({high}px,calc(100cqw + 8px));overflow:hidden}}"
        f"@container (max-width:{numbers_from}px){{.st-key-{key} :is(.annotation,.textpoint)"
        "{display:none}}"
    )


def stage(key: str) -> None:
    """The container of this key alone on the page, as wide as the window, to be read from afar."""
    main = "[data-testid=stMainBlockContainer]"
    rules = (
        "[data-testid=stSidebar],[data-testid=stHeader],[data-testid=stExpandSidebarButton]"
        "{display:none!important}"
        f"{main}{{max-width:100%!important;padding:2.5vh 4vw!important}}"
        f"{main}>[data-testid=stVerticalBlock]>:not(:has(.st-key-{key})):not(.st-key-{key})"
        "{display:none!important}"
        f".st-key-{key} h1{{font-size:clamp(2rem,4.2vw,4.5rem)!important}}"
        f".st-key-{key} p,.st-key-{key} .text{{font-size:clamp(1.1rem,1.75vw,2rem);"
        "margin-bottom:.6rem!important}"
        f".st-key-{key} .large{{font-size:clamp(3rem,6.5vw,7rem)!important}}"
        f".st-key-{key} img{{max-width:100%!important;max-height:68vh;object-fit:contain}}"
        f".st-key-{key} button p{{font-size:1rem;margin:0!important}}"
    )
    styled(rules)
