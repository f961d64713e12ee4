"""What became of classes since the baseline."""

from __future__ import annotations

import numpy as np

from breakeven.text import count_of, f_name
from breakeven.ui.app.head.baseline import Against, difference_of, flipped
from breakeven.ui.app.session import widgets
from breakeven.ui.app.shared.counted import Counts
from breakeven.ui.app.shared.page import Page
from breakeven.ui.components.html import escaped
from metrics.typing import Array

ONLY_CHANGED = "classes.changed"


def class_since(page: Page, of: Against, c: int, counts: Counts) -> str:
    """A class's differences to the earlier version, and its decisions that flipped; HTML."""
    flips, name = of.flips, page.chosen_class
    said = [
        f"{title} {difference_of(of.pair(measure, page.selection).per_class, c)}"
        for measure, title in (
            ("f", f_name(page.selection.beta)),
            ("precision", "precision"),
            ("recall", "recall"),
        )
    ]
    right, wrong = int(flips.by_class.fixed[c]), int(flips.by_class.broken[c])
    turned = (
        f"{counts.of(right, flipped(of.system, name, toward_right=True))} toward right, "
        f"{counts.of(wrong, flipped(of.system, name, toward_right=False))} toward wrong"
    )
    few = "" if of.pair("f", page.selection).enough[c] else " Too few to tell from chance."
    return (
        f"<b>Since version {of.n}</b>: {'; '.join(map(escaped, said))} (95 %). "
        f"{count_of(right + wrong, 'decision')} flipped: {turned}.{few}"
    )


def only_changed(of: Against | None, listed: Array) -> Array:
    """Of the classes listed, those of which a decision flipped, where that is asked for."""
    if of is None:
        return listed
    changed = of.flips.of_classes > 0
    wanted = widgets.toggle(
        ONLY_CHANGED,
        f"Only what changed: the {count_of(int(changed.sum()), 'class', 'classes')} with "
        f"decisions other than in version {of.n}",
    )
    return listed[np.asarray(changed)[listed]] if wanted else listed
