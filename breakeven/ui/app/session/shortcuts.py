"""Every key that does something, what it does, and where: buttons ask here for theirs.

Streamlit keeps C and R for itself, and knows no punctuation. A key that many pages share means the
same on each of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from breakeven.ui.app.session import state
from breakeven.ui.pages import PAGES

EVERYWHERE, ONE_CLASS = "Everywhere", "Where one class is looked at"
ONE_THRESHOLD = "Where one threshold decides"
DOCUMENTS, STORY = PAGES["documents"].title, PAGES["story"].title
JUDGING = f"{PAGES['labels'].title}, judging blind"


@dataclass(frozen=True)
class Shortcut:
    """A key, as Streamlit spells it, what it does, and where."""

    key: str
    does: str
    where: str


SHORTCUTS: Mapping[str, Shortcut] = {
    "find": Shortcut("Ctrl+K", "Find a page, class, system, measure, or what to do", EVERYWHERE),
    "list": Shortcut("H", "List these keys", EVERYWHERE),
    "documents": Shortcut("O", "Read the documents that are looked at", EVERYWHERE),
    "next_class": Shortcut("J", "The next class", ONE_CLASS),
    "previous_class": Shortcut("K", "The class before", ONE_CLASS),
    "threshold_up": Shortcut("Shift+Up", "A higher threshold", ONE_THRESHOLD),
    "threshold_down": Shortcut("Shift+Down", "A lower threshold", ONE_THRESHOLD),
    "next": Shortcut("N", "The next document", DOCUMENTS),
    "previous": Shortcut("P", "The document before", DOCUMENTS),
    "label wrong": Shortcut("L", "Mark: the label is wrong", DOCUMENTS),
    "system wrong": Shortcut("S", "Mark: the system is wrong", DOCUMENTS),
    "unclear": Shortcut("U", "Mark: unclear", DOCUMENTS),
    "duplicate": Shortcut("D", "Mark: a duplicate", DOCUMENTS),
    "leave out": Shortcut("X", "Mark: to be left out", DOCUMENTS),
    "seen": Shortcut("E", "Mark: seen", DOCUMENTS),
    "as_called": Shortcut("A", "The right classes are those that the system called", DOCUMENTS),
    "undo_mark": Shortcut("Z", "Take the last mark back", DOCUMENTS),
    "undo_term": Shortcut("Esc", "Take the last term of the filter off", DOCUMENTS),
    "complete": Shortcut("Ctrl+Space", "Complete the filter", DOCUMENTS),
    "yes": Shortcut("Y", "Yes", JUDGING),
    "no": Shortcut("N", "No", JUDGING),
    "cannot_say": Shortcut("U", "Unclear", JUDGING),
    "next_screen": Shortcut("Right", "The next screen", STORY),
    "previous_screen": Shortcut("Left", "The screen before", STORY),
    "present": Shortcut("P", "Present", STORY),
    "leave": Shortcut("Esc", "Leave the presentation", STORY),
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
# whether all keys are to be listed
CLASS_ON_PAGE, KEYS_LISTED = "palette_class", "palette_listed"


def step_threshold(threshold: float, step: float) -> None:
    """Move a threshold by a step."""
    # no more digits than a step has: 0.1 + 0.2 is 0.3
    state.choose("cut", f"threshold:{round(threshold + step, 9)!r}")
