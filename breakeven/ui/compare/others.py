"""What the system that is looked at is set against: another, or itself in an earlier version."""

from __future__ import annotations

from collections.abc import Sequence

from breakeven.comparison.common import OF_DECISIONS, SharedDocuments
from breakeven.evaluation.evaluation import Evaluation
from breakeven.ui.app.head.baseline import HISTORY, against, difference_of, evaluation_before
from breakeven.ui.app.kept.systems import answered_by, shared_of
from breakeven.ui.app.library.saved import saved_as
from breakeven.ui.app.session import widgets
from breakeven.ui.app.session.links import page_link
from breakeven.ui.app.session.visiting import visiting
from breakeven.ui.app.shared.missing import say_missing
from breakeven.ui.app.shared.page import Page
from breakeven.ui.compare.comparison import best_other
from breakeven.ui.components.html import bold, say

ONE_SYSTEM = (
    "There is one system here, and a comparison needs two. Load this file again together with "
    "another system’s predictions for the same documents: one file per system, joined on the id "
    "column, or one file with a column that names the system. The Reuters sample has six systems "
    "to try this page with."
)


def choose_other(
    page: Page, found: Sequence[Evaluation], before: Evaluation | None
) -> tuple[SharedDocuments, str]:
    """The systems that are compared, and the one to set the selected system against.

    An earlier version is compared by itself: it takes no document from the others, and is none of
    those that several tests are corrected for. Two evaluations at least, `before` among them.
    """
    selection = page.selection
    names = [evaluation.system for evaluation in found]
    others = [name for name in names if name != selection.system]
    default = None
    if len(found) > 1:
        common = answered_by(found)
        default = names[best_other(common, names.index(selection.system), selection.beta)]
    if before is not None:
        others.append(before.system)
    other = widgets.select("compare.system", "Set against it", others, default=default)
    if before is not None and other == before.system:
        return answered_by([page.evaluation, before]), other
    return common, other


def nothing_shared(common: SharedDocuments) -> str:
    """Why nothing can be compared, where no document is left."""
    if common.unanswered:
        return (
            "There is no document on which all systems gave an answer that can be counted, so "
            "nothing can be compared."
        )
    return "No document was given to all systems, so nothing can be compared."


def say_alone(page: Page) -> None:
    """How a comparison comes about, where there is one system; of versions, where there are."""
    say_missing(
        ONE_SYSTEM, "app.py", "Load files, or open the Reuters sample", ":material/upload_file:"
    )
    saved = None if visiting() else saved_as(page.review)
    if saved is not None and len(saved.review.versions) > 1:
        page_link(HISTORY, "Or pin another version as the baseline", ":material/history:")


def since(page: Page, before: Evaluation | None, measure: str, title: str) -> None:
    """How far the selected system is from itself in the earlier version; nothing for rankings."""
    of = against(page.review, page.selection, page.evaluation)
    if before is None or of is None or measure not in OF_DECISIONS:
        return
    pair = of.pair(measure, page.selection)
    micro, macro = (difference_of(pair.averages[name]) for name in ("micro", "macro"))
    say(
        f"<b>Since version {of.n}</b>, {bold(page.selection.system)}: {title} {micro} (micro), "
        f"{macro} (macro), with the paired 95 % interval."
    )


def before_of(page: Page) -> Evaluation | None:
    """The selected system in an earlier version, where it has any of these documents."""
    before = evaluation_before(page.review, page.selection)
    if before is None or not shared_of([page.evaluation, before]).documents:
        return None
    return before
