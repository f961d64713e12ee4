"""Every key that does something, what it does, and where: buttons ask here for theirs.

Streamlit keeps C and R for itself, and knows no punctuation. A key that many pages share means the
same on each of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from breakeven.ui.app.session import state
from breakeven.ui.pages import PAGES

EVERYWHERE, ONE_CLASS = "Everywhere", "On pages about one class"
ONE_THRESHOLD = "With one threshold for all classes"
DOCUMENTS = PAGES["documents"].title
SLIDES = f"{PAGES['summary'].title}, slides"
JUDGING = f"{PAGES['labels'].title}, judging blind"


@dataclass(frozen=True)
class Shortcut:
    """A key, as Streamlit spells it, what it does, and where."""

    key: str
    does: str
    where: str


SHORTCUTS: Mapping[str, Shortcut] = {
    "find": Shortcut("Ctrl+K", "Find a page, class, system, measure or action", EVERYWHERE),
    "list": Shortcut("H", "List these keys", EVERYWHERE),
    "documents": Shortcut("O", "Read the documents shown", EVERYWHERE),
    "next_class": Shortcut("J", "The next class", ONE_CLASS),
    "previous_class": Shortcut("K", "The previous class", ONE_CLASS),
    "threshold_up": Shortcut("Shift+Up", "A higher threshold", ONE_THRESHOLD),
    "threshold_down": Shortcut("Shift+Down", "A lower threshold", ONE_THRESHOLD),
    "next": Shortcut("N", "The next document", DOCUMENTS),
    "previous": Shortcut("P", "The previous document", DOCUMENTS),
    "label wrong": Shortcut("L", "Mark: the label is wrong", DOCUMENTS),
    "system wrong": Shortcut("S", "Mark: the system is wrong", DOCUMENTS),
    "unclear": Shortcut("U", "Mark: unclear", DOCUMENTS),
    "duplicate": Shortcut("D", "Mark: a duplicate", DOCUMENTS),
    "leave out": Shortcut("X", "Mark: to be left out", DOCUMENTS),
    "seen": Shortcut("E", "Mark: seen", DOCUMENTS),
    "as_called": Shortcut("A", "Accept the prediction as label", DOCUMENTS),
    "undo_mark": Shortcut("Z", "Undo the last mark", DOCUMENTS),
    "undo_term": Shortcut("Esc", "Remove the last term of the filter", DOCUMENTS),
    "complete": Shortcut("Ctrl+Space", "Complete the filter", DOCUMENTS),
    "yes": Shortcut("Y", "Yes", JUDGING),
    "no": Shortcut("N", "No", JUDGING),
    "cannot_say": Shortcut("U", "Unclear", JUDGING),
    "next_screen": Shortcut("Right", "The next slide", SLIDES),
    "previous_screen": Shortcut("Left", "The previous slide", SLIDES),
    "present": Shortcut("P", "Present", SLIDES),
    "leave": Shortcut("Esc", "Leave the presentation", SLIDES),
}


def key_of(name: str) -> str:
    """The key of something that a button does."""
    return SHORTCUTS[name].key


def by_place() -> dict[str, list[Shortcut]]:
    """All of them, by where they do something, in the order in which they are listed."""
    found: dict[str, list[Shortcut]] = {}
    for shortcut in SHORTCUTS.values():
        found.setdefault(shortcut.where, []).append(shortcut)
    return found


STEP = 0.05


# under which the session keeps what the page at hand calls the class that is looked at, and
# what Help is to be opened on: one of its views, or the key of a measure
CLASS_ON_PAGE, HELP_ON = "palette_class", "help_on"
MEASURES_HELP, KEYS_HELP = "measures", "keys"


def step_threshold(threshold: float, step: float) -> None:
    """Move a threshold by a step."""
    # no more digits than a step has: 0.1 + 0.2 is 0.3
    state.choose("cut", f"threshold:{round(threshold + step, 9)!r}")
