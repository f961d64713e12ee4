"""What the Compare page is about: all systems, and the two that face each other.

Also how these are chosen, and which filter keeps the documents on which they disagree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.comparison.caveats import Caveat, caveats
from breakeven.analysis.comparison.comparison import ComparedSystems, SystemPair
from breakeven.analysis.comparison.shared_documents import (
    OF_DECISIONS,
    ComparisonSettings,
    SharedDocuments,
)
from breakeven.analysis.documents.behind import all_of
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.expression import (
    AllOf,
    AnyOf,
    ClassTerm,
    ClassTermKind,
    Expression,
    HasOutcome,
    Judged,
    Leaf,
    Not,
    SystemTerm,
)
from breakeven.data.own_measures import OwnMeasure
from breakeven.data.wording import count_of, f_name, visible
from breakeven.ui.app.cache.cache import answered_by, facing, shared_of, side_of
from breakeven.ui.app.cache.memo import cached
from breakeven.ui.app.page.counts import in_sentence
from breakeven.ui.app.page.links import page_link, say_missing
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.page.visiting import visiting
from breakeven.ui.app.session import widgets
from breakeven.ui.app.store.baseline import against, difference_of, evaluation_before
from breakeven.ui.app.store.saved import saved_as
from breakeven.ui.components.html import bold, plain, say
from breakeven.ui.components.markdown import measure_label
from metrics.typing import Array
from metrics.uncertainty.significance import corrected

# --- what the compare page is about: all systems, and the two that face each other


LOSS_NAMES = {"log_loss": "Log loss", "brier": "Brier score"}


def measure_names(
    beta: float, ranked: bool, own: Sequence[OwnMeasure] = (), *, probable: bool = False
) -> dict[str, str]:
    """The measures to choose from; those of rankings only where every system has scores.

    Losses where all scores are probabilities (`probable`).
    `own`: those of one's own, by their names, last.
    """
    names = {key: measure_label(key, f_name(beta)) for key in OF_DECISIONS}
    if ranked:
        names |= {"break_even": "Break-even point", "eleven_point": "Eleven-point average",
                  "average_precision": "Average precision", "roc_auc": "ROC AUC"}  # fmt: skip
    if probable:
        names |= LOSS_NAMES
    return names | {measure.name: visible(measure.name) for measure in own}


@dataclass(frozen=True)
class PageComparison:
    """All systems, and the two that face each other: `old` and `new` are positions among them.

    `new` is the one that is ahead over all labels. `selected`: the system of every page, which
    terms of a filter are about where they name none.
    """

    side: ComparedSystems
    old: int
    new: int
    selected: str
    caveats: list[Caveat]

    @property
    def pair(self) -> SystemPair:
        """The two systems that face each other."""
        return facing(self.side, self.old, self.new)

    @property
    def before(self) -> Evaluation:
        """The evaluation of the system that is called old."""
        return self.side.common.evaluations[self.old]

    @property
    def after(self) -> Evaluation:
        """The evaluation of the system that is called new."""
        return self.side.common.evaluations[self.new]


def best_other(common: SharedDocuments, old: int, beta: float) -> int:
    """The system to compare `old` with until one is chosen: the best other by micro F."""
    others = [i for i in range(len(common.systems)) if i != old]
    return max(others, key=lambda i: (common.evaluations[i].micro(beta)["f"], -i))


def compared_systems(
    common: SharedDocuments, settings: ComparisonSettings, selected: int, other: int
) -> PageComparison:
    """Two systems among all that are compared, with what to keep in mind; the better one second."""
    side = side_of(common, settings)
    micro = settings.sign * side.average("micro")
    ahead, behind = (other, selected) if micro[other] > micro[selected] else (selected, other)
    name = common.systems[selected]
    return PageComparison(side, behind, ahead, name, caveats(common, settings))


@dataclass(frozen=True)
class AgainstAll:
    """One system against each other one, in their order: p by average, and by Holm."""

    pairs: list[SystemPair]
    p: dict[str, Array]
    holm: dict[str, Array]


# kept, as randomisation of every pair takes longer than the rest of the page
@cached(entries=24, spinner="Comparing each system with the others …")
def against_all(side: ComparedSystems, old: int) -> AgainstAll:
    """The system of every page against every other, by randomisation of micro and macro."""
    pairs = [facing(side, old, i) for i in range(len(side.systems)) if i != old]
    p = {
        average: np.array(
            [x.randomised.averages[average] if x.randomised else np.nan for x in pairs]
        )
        for average in ("micro", "macro")
    }
    return AgainstAll(pairs, p, {key: corrected(q, "holm") for key, q in p.items()})


# --- which filter keeps the documents on which two systems disagree


# what the two are on the documents of each outcome of a class: any of these pairs
OF_CLASS: dict[str, Sequence[tuple[ClassTermKind, ClassTermKind]]] = {
    "found_by_new": [("missed", "hit")],
    "found_by_old": [("hit", "missed")],
    "spared_by_new": [("extra", "rejected")],
    "spared_by_old": [("rejected", "extra")],
    "fixed": [("missed", "hit"), ("extra", "rejected")],
    "broken": [("hit", "missed"), ("rejected", "extra")],
    "right": [("hit", "hit")],
    "wrong": [("missed", "missed"), ("extra", "extra")],
}


def shared_terms(comparison: PageComparison) -> list[Expression]:
    """Terms that keep the documents with predictions and answers of all systems."""
    common = comparison.side.common
    fell_out = zip(common.systems, common.unanswered, strict=False)
    answered = [Not(_of(comparison, name, HasOutcome("unusable"))) for name, n in fell_out if n]
    return [*_spoken(comparison), *answered]


def _spoken(comparison: PageComparison) -> list[Expression]:
    common = comparison.side.common
    if not common.left_out[common.systems.index(comparison.selected)]:
        return []
    either = AnyOf((Judged("right"), Judged("wrong")))
    return [SystemTerm(name, either) for name in common.systems if name != comparison.selected]


def _of(comparison: PageComparison, system: str, term: Leaf) -> Expression:
    return term if system == comparison.selected else SystemTerm(system, term)


def right_of(comparison: PageComparison, system: str) -> Expression:
    """The documents that are compared on which one of the systems is right."""
    return all_of([_of(comparison, system, Judged("right")), *shared_terms(comparison)])


def of_class(comparison: PageComparison, name: str, outcome: str) -> Expression:
    """The documents on which the two disagree, or agree, over a class; `outcome` of `OF_CLASS`."""
    ways = [
        AllOf(
            (
                _of(comparison, comparison.before.system, ClassTerm(before, name)),
                _of(comparison, comparison.after.system, ClassTerm(after, name)),
            )
        )
        for before, after in OF_CLASS[outcome]
    ]
    either: Expression = ways[0] if len(ways) == 1 else AnyOf(tuple(ways))
    terms = [either, *shared_terms(comparison)]
    flat = [t for term in terms for t in (term.terms if isinstance(term, AllOf) else (term,))]
    return all_of(flat)


def show_caveats(page: Page, comparison: PageComparison) -> None:
    """What to keep in mind, folded; that thresholds were tuned here every page says in its head."""
    reasons = [caveat for caveat in comparison.caveats if caveat.kind != "tuned"]
    if reasons:
        with st.expander(f"Keep in mind ({len(reasons)})", icon=":material/info:"):
            for caveat in reasons:
                say(caveat_in_words(page, comparison, caveat))


def caveat_in_words(page: Page, comparison: PageComparison, caveat: Caveat) -> Markup:
    """What a caveat says, HTML; how many documents fell out are links to them."""
    sentence = plain(caveat.text, 600)
    if caveat.kind != "unanswered":
        return sentence
    counts = page.counts_in()
    for system, number in zip(caveat.systems, caveat.numbers, strict=True):
        words = f"{number:,}"
        terms = all_of([_of(comparison, system, HasOutcome("unusable")), *_spoken(comparison)])
        before = ": " if system == caveat.systems[0] else ", "
        link = counts.linked(number, terms, words)
        sentence = in_sentence(sentence, before, (words, link), f" of {system}")
    return sentence


def documents_compared(page: Page, comparison: PageComparison) -> Markup:
    """How many documents are compared, with a link to them; HTML."""
    common, terms = comparison.side.common.documents, shared_terms(comparison)
    words = count_of(common, "document")
    link = page.counts_in().linked(common, all_of(terms) if terms else None, words)
    return Markup("On the same {}.").format(link)


# --- what the chosen system is compared with: another, or itself in an earlier version


ONE_SYSTEM = (
    "Add a second system: a comparison needs two, and this review has one. Load its predictions "
    "for the same documents, as a second file with the same ids, or in one file with a column that "
    "names the system. The Reuters sample has six systems to try."
)


def choose_other(
    page: Page, systems: Sequence[Evaluation], before: Evaluation | None
) -> tuple[SharedDocuments, str]:
    """The systems that are compared, and the one that the selected system is compared with.

    An earlier version is compared by itself: it takes no document from the others, and is none of
    those that several tests are corrected for. Two evaluations at least, `before` among them.
    """
    selection = page.selection
    names = [evaluation.system for evaluation in systems]
    others = [name for name in names if name != selection.system]
    default = None
    if len(systems) > 1:
        common = answered_by(systems)
        default = names[best_other(common, names.index(selection.system), selection.beta)]
    if before is not None:
        others.append(before.system)
    other = widgets.select("compare.system", "Compare with", others, default=default)
    if before is not None and other == before.system:
        return answered_by([page.evaluation, before]), other
    return common, other


def nothing_shared(common: SharedDocuments) -> str:
    """Why nothing can be compared, where no document is left."""
    if common.unanswered:
        return (
            "Nothing can be compared: there is no document for which all systems gave an answer "
            "that can be counted."
        )
    return "Nothing can be compared: no document has predictions of all systems."


def say_alone(page: Page) -> None:
    """How a comparison comes about, where there is one system; of versions, where there are."""
    say_missing(ONE_SYSTEM, "home", "Load files, or open the Reuters sample")
    saved = None if visiting() else saved_as(page.review)
    if saved is not None and len(saved.review.versions) > 1:
        page_link("history", "Or compare with an earlier version")


def since(page: Page, before: Evaluation | None, settings: ComparisonSettings, title: str) -> None:
    """How far the selected system is from itself in the earlier version; nothing for rankings."""
    baseline = against(page.review, page.selection, page.evaluation)
    if before is None or baseline is None or not settings.of_decisions:
        return
    pair = baseline.pair(settings.measure, page.selection, settings.own)
    micro, macro = (difference_of(pair.averages[name]) for name in ("micro", "macro"))
    say(
        Markup(
            "<b>Since version {}</b>, {}: {} {} (micro), {} (macro), with the paired 95 % interval."
        ).format(baseline.n, bold(page.selection.system), title, micro, macro)
    )


def before_of(page: Page) -> Evaluation | None:
    """The selected system in an earlier version, where it has any of these documents."""
    before = evaluation_before(page.review, page.selection)
    if before is None or not shared_of([page.evaluation, before]).documents:
        return None
    return before
