"""The headline numbers as loaded, beside those as if marks were carried out."""

from __future__ import annotations

from breakeven.reports.as_if import AS_LOADED, sentence_of
from breakeven.reports.beside import headline
from breakeven.text import f_name, figure_of
from breakeven.ui.app.kept import cache
from breakeven.ui.app.shared.page import Page
from breakeven.ui.components.html import grid, plain, say


def show_as_loaded(page: Page) -> None:
    """Both results beside each other, as loaded first; nothing where there is only that one."""
    done, selection, now = page.review.as_if, page.selection, page.evaluation
    if done is None:
        return
    beta, undefined = selection.beta, selection.undefined
    loaded = cache.evaluation(done.original, selection.system, selection.documents, selection.cut)
    say(f"<small>▲</small> {plain(sentence_of(done), 800)}")
    f = f_name(beta)
    heads = {"micro": f"Micro {f}", "macro": f"Macro {f}", "per_document": f"{f} per document"}
    if loaded.one_of and now.one_of:  # micro and per document are one number there
        heads = {"micro": "Accuracy", "macro": f"Macro {f}"}
    sides = {AS_LOADED: loaded, "as if": now}
    values = {name: headline(side, beta, undefined) for name, side in sides.items()}
    grid(
        ["", "Documents", *heads.values()],
        [
            [name, f"{side.documents:,}", *(f"<b>{figure_of(values[name][a])}</b>" for a in heads)]
            for name, side in sides.items()
        ],
    )
