"""History: the versions of a review, and what was said and done about it."""

from __future__ import annotations

from breakeven.ui.app.page.visiting import visiting
from breakeven.ui.app.store.reviews import offer_saving, say_not_saved
from breakeven.ui.app.store.saved import saved_as
from breakeven.ui.begin import begin_data
from breakeven.ui.history.notes import show_all_notes, show_events
from breakeven.ui.history.sign_off import show_sign_off, show_visit
from breakeven.ui.history.versions import choose_baseline, show_changes, show_versions

page = begin_data("history", "History and sign-off")
saved, share = saved_as(page.review), visiting()
if saved is None:
    say_not_saved()
    offer_saving(page.review, primary=True)
elif share is not None:
    show_visit(share, saved, page.review, page.selection)
else:
    show_versions(saved)
    choose_baseline(saved)
    show_changes(saved)
    show_sign_off(saved, page.review, page.selection)
    show_all_notes(page.review)
    show_events(saved)
