"""Labels that are likely wrong: which, on what evidence, and how much of the list is right."""

from __future__ import annotations

from breakeven.labels.evidence import NoEvidence
from breakeven.reports.label_errors import (
    CIRCULAR,
    ONE_BY_ONE,
    evidence_in_words,
    found_in_words,
)
from breakeven.ui.app.kept.doubts import doubts_of
from breakeven.ui.app.library.saved import looks_only
from breakeven.ui.app.session import widgets
from breakeven.ui.app.shared.page import begin
from breakeven.ui.components.html import dashed_box, escaped, quiet, say
from breakeven.ui.labels.asked import choose_asked, refuse
from breakeven.ui.labels.looking import Looked
from breakeven.ui.labels.pairs import show_pairs
from breakeven.ui.labels.queue import show_queue
from breakeven.ui.labels.tables import show_classes, show_documents

PARTS = {
    "labels": ("Labels in doubt", show_pairs),
    "classes": ("Class by class", show_classes),
    "documents": ("Document by document", show_documents),
    "queue": ("Judge blind", show_queue),
}

page = begin("Labels", "Which labels are likely wrong?")
selection = page.selection
asked = choose_asked(page)
found = doubts_of(page.review, selection.system, selection.split, asked)
if isinstance(found, NoEvidence):
    refuse(found)

say(escaped(found_in_words(page.review.truth, found)))
say(quiet(escaped(f"{evidence_in_words(found)} {ONE_BY_ONE}")))
dashed_box(f"<b>Look before you correct.</b> {CIRCULAR}")
# judging sets marks
names = {key: name for key, (name, _) in PARTS.items() if key != "queue" or not looks_only()}
chosen = widgets.section("labels.part", "Part", names, label_visibility="collapsed")
PARTS[chosen][1](Looked(page, found))
