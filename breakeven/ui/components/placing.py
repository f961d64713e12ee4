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
        f"@container (max-width:{numbers_from}px){{.st-key-{key} .annotation{{display:none}}}}"
    )
