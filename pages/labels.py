"""Labels that are likely wrong: which, on what evidence, and how much of the list is right."""

from __future__ import annotations

from markupsafe import Markup

from breakeven.analysis.label_errors.label_evidence import NoEvidence
from breakeven.results.label_errors import CIRCULAR, ONE_BY_ONE, evidence_text, label_errors_text
from breakeven.ui.app.cache.searches import doubts_of
from breakeven.ui.app.session import widgets
from breakeven.ui.app.session.access import looks_only
from breakeven.ui.begin import begin
from breakeven.ui.components.html import escaped, framed, quiet, say
from breakeven.ui.labels.blind_queue import show_queue
from breakeven.ui.labels.doubts import (
    ShownDoubts,
    choose_evidence,
    refuse,
    show_classes,
    show_documents,
    show_pairs,
)

PARTS = {
    "labels": ("Labels in doubt", show_pairs),
    "classes": ("Class by class", show_classes),
    "documents": ("Document by document", show_documents),
    "queue": ("Judge blind", show_queue),
}

page = begin("labels", "Which labels are likely wrong?")
selection = page.selection
asked = choose_evidence(page)
found = doubts_of(page.review, selection.system, selection.split, asked)
if isinstance(found, NoEvidence):
    refuse(found)

say(escaped(label_errors_text(page.review.truth, found)))
say(quiet(escaped(f"{evidence_text(found)} {ONE_BY_ONE}")))
framed(Markup("<b>Look before you correct.</b> {}").format(CIRCULAR))
# judging sets marks
names = {key: name for key, (name, _) in PARTS.items() if key != "queue" or not looks_only()}
chosen = widgets.section("labels.part", "Part", names, label_visibility="collapsed")
PARTS[chosen][1](ShownDoubts(page, found))
