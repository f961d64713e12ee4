"""Elements of HTML and SVG, in which everything that is no markup of ours is escaped."""

from __future__ import annotations

from markupsafe import Markup, escape


def tag(name: str, *inside: object, **attributes: object) -> Markup:
    """An element. `class_` is the attribute `class`, `font_size` has a dash; None is left out."""
    said = Markup("").join(
        Markup(' {}="{}"').format(key.rstrip("_").replace("_", "-"), number_of(value))
        for key, value in attributes.items()
        if value is not None
    )
    content = Markup("").join(escape(part) for part in inside)
    return Markup("<{0}{1}>{2}</{0}>").format(name, said, content)


def number_of(value: object) -> str:
    """A length to a tenth, anything else as it is."""
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)
