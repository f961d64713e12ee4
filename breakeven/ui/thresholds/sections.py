"""What the rule does: tuning beside test, one class's threshold, all classes.

Follows a moved threshold apart from the page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from breakeven.analysis.evaluation.cut import (
    BEST,
    CROSS_FITTED,
    TUNED,
    WISHED,
    ClassCosts,
    Cut,
    FittedCut,
)
from breakeven.analysis.evaluation.fit import untunable
from breakeven.analysis.selection.expression import Judged
from breakeven.analysis.selection.selection import ALL, Selection, system_of
from breakeven.analysis.thresholds.threshold_stability import ThresholdStability
from breakeven.data.records import Review
from breakeven.data.wording import (
    amount_of,
    change_of,
    count_of,
    exact_of,
    f_name,
    figure_of,
    interval_text,
)
from breakeven.figures.alt_text import value_alt_text
from breakeven.figures.threshold_curve import RulePoint, rule_figure
from breakeven.results.promises import PromiseResult, wish_table
from breakeven.ui.app.cache import cache
from breakeven.ui.app.page.class_choice import MOST_LISTED, are_many
from breakeven.ui.app.page.page import EvaluatedPage, Page
from breakeven.ui.app.session import downloads, state, widgets
from breakeven.ui.app.session.charts import show_figure
from breakeven.ui.components.html import bold, bullets, grid, plain, say
from breakeven.ui.components.markdown import help_of
from breakeven.ui.components.tables import show_table
from breakeven.ui.thresholds.cache import (
    least_observed,
    pooled_curve,
    promise_shown,
    tables_of,
    tied_documents,
)
from breakeven.ui.thresholds.class_threshold import (
    ThresholdSides,
    one_class,
    pick_class,
    stable_of,
    words_changed,
)
from breakeven.ui.thresholds.costs import (
    EACH_PAIR,
    HINDSIGHT,
    choose_costs,
    expected_notes,
    expected_rows,
    named_costs,
    observed_rows,
    rule_sentence,
    show_rows,
)
from breakeven.ui.thresholds.rule import costs_now, present_cut, wish_of
from breakeven.ui.thresholds.thresholds_file import show_files
from metrics import measures
from metrics.averaging import macro, micro
from metrics.ranking.curves import F_LEVELS, iso_f
from metrics.tallies import ContingencyTable
from metrics.typing import CELLS, Array

NAMED = 12
LONGEST_SENTENCE = 600
ONE_BY_ONE = (
    "Kept: what is shown reaches the wish with 95 % confidence. Broken: it falls short with 95 % "
    "confidence. Each verdict is by itself."
)
FAILS = (
    "Where candidates fail, the worst served classes first. Offered: of the documents of the "
    "class, the share for which it is offered. Complete: the share for which all true ones are."
)
FAILS_IN_SLICES = (
    "The same by the number of true classes and by each column, the worst served first. At least "
    "and at most: bounds that each hold in 95 of 100 cases, for each slice alone."
)
NEEDS_MEMORY = (
    "Whether the wish is kept here, and what it costs, is told of a review in memory: an engine "
    "brings no single documents home. To know it, load the rows of these two splits as a file."
)
NOT_SEEN = "Show a split that the rule was not tuned on to see whether the wish is kept."
# positives below which a fitted threshold is mostly chance
FEW = 10


PARTS = {
    "main": "Result",
    "class": "One class",
    "all": "All classes",
    "costs": "Costs",
    "files": "Files",
}


@dataclass(frozen=True)
class RuleTrial:
    """The rule of a page, tried on what is shown and on the split beside it.

    `present`: what is decided where nobody chooses a rule, class by class; None where nobody did,
    or it was not counted. `probabilities`: whether scores are.
    """

    page: EvaluatedPage
    sides: ThresholdSides
    present: ContingencyTable | None
    probabilities: bool


@widgets.fragment
def threshold_view(page: Page, reference: str | None, part: str) -> None:
    """All that follows a moved threshold. `reference`: the split beside the one shown."""
    review = page.review
    selection = cache.selected(review)
    if state.forget("cut_words_changed"):
        st.rerun()  # the header says how many thresholds were set by hand
    cache.note_look(review.files, selection.system, selection.split, selection.cut)
    fitted = cache.fitted(review, selection.system, selection.cut)
    if part == "files":
        show_files(review, selection, fitted)
        return
    sides = ThresholdSides(
        fitted,
        tables_of(review, selection.system, selection.documents, fitted),
        tables_of(review, selection.system, reference, fitted),
        reference,
        reference == selection.documents,
    )
    if part == "class":
        c = pick_class(page.evaluation, selection, sides)
        one_class(review, page.evaluation, selection, sides, c)
        return
    probabilities = system_of(review, selection.system).probabilities
    present = _present(review, selection) if part == "main" else None
    show_trial(RuleTrial(replace(page, selection=selection), sides, present, probabilities), part)


def show_trial(trial: RuleTrial, part: str) -> None:
    """One part of what is shown of a rule, wherever the documents are."""
    if part == "main":
        _show_main(trial)
    elif part == "all":
        _show_classes(trial)
    else:
        _show_costs(trial)


def _show_main(trial: RuleTrial) -> None:
    """What the rule gives beside what is decided without it, and what must be known of that."""
    page, sides = trial.page, trial.sides
    selection = page.selection
    if selection.cut.rule in ("loss", "expected_loss"):
        _choose_costs(page)
    _say_answer(trial)
    if page.review is not None and selection.cut.rule in WISHED:
        _say_promise(page.review, selection)
    if page.review is None and selection.cut.rule in WISHED:
        st.caption(NEEDS_MEMORY)
    if page.review is not None and selection.cut.rule == "candidates":
        _say_not_offered(page, page.review, selection)
    left, right = st.columns([6, 5], gap="medium")
    with left:
        grid(*compared(selection, sides, trial.present))
        say_not_fitted(sides.fitted)
        if page.review is not None:
            _tied(page.review, selection)
            _balances(page.review, selection, sides)
        remarks(selection, sides)
        if page.review is not None:
            _ledger(page.review, selection)
    with right:
        _show_rule(trial)


def _show_rule(trial: RuleTrial) -> None:
    """Where the rule lies in the plane of precision and recall, beside what it is compared with."""
    page, sides, beta = trial.page, trial.sides, trial.page.selection.beta
    here = sides.shown.pooled()
    shown = ALL if page.selection.split is None else page.selection.split
    points = [RulePoint(f"this rule on {shown}", here)]
    if trial.present is not None:
        points.append(RulePoint("as it is", trial.present.pooled()))
    if not sides.same:
        beside = ALL if sides.reference_split is None else sides.reference_split
        points.append(RulePoint(f"this rule on {beside}", sides.reference.pooled()))
    if not any(point.table.assigned and point.table.positives for point in points):
        return
    lines = [iso_f(level, beta) for level in F_LEVELS]
    figure = rule_figure(pooled_curve(page.evaluation), points, lines, f_name(beta))
    p, r = (figure_of(float(measure(here))) for measure in (measures.precision, measures.recall))
    title = f"All classes under this rule: precision {p}, recall {r}"
    alt_text = "; ".join(
        f"{point.name}: precision {value_alt_text(float(measures.precision(point.table)))}, recall "
        f"{value_alt_text(float(measures.recall(point.table)))}"
        for point in points
    )
    show_figure(figure, "rule", title, alt_text)


def _balances(review: Review, selection: Selection, sides: ThresholdSides) -> None:
    """Why the best balance may give less in total than the least cost, where it does."""
    cut = selection.cut
    if wish_of(cut, present_cut(review, selection)) != "best" or cut.split is None:
        return
    costs = costs_now(selection)
    cheapest = Cut("loss", split=cut.split, costs=costs, cross_fitted=cut.cross_fitted)
    if system_of(review, selection.system).probabilities:
        cheapest = Cut("expected_loss", costs=costs)
    other = cache.evaluation(review, selection.system, selection.documents, cheapest).tables
    f = f_name(selection.beta)
    here, there = (micro(tables, selection.beta)["f"] for tables in (sides.shown, other))
    if here < there:
        say(
            f"▲ This balances each class, not the total: Least cost gives micro {f} "
            f"{figure_of(there)}, this {figure_of(here)}."
        )


def _present(review: Review, selection: Selection) -> ContingencyTable | None:
    """What is decided where nobody chooses a rule; None where nobody did."""
    present = present_cut(review, selection)
    if selection.cut == present:
        return None
    return cache.evaluation(review, selection.system, selection.documents, present).tables


def _choose_costs(page: EvaluatedPage) -> ClassCosts:
    changed = words_changed if page.table is None else None
    costs = choose_costs(page.selection, page.chosen_class, changed)
    named_costs(costs)
    return costs


def _show_costs(trial: RuleTrial) -> None:
    """What the decisions did cost, on both sides, and the least there could have been."""
    page, sides = trial.page, trial.sides
    evaluation, selection, rankings = page.evaluation, page.selection, page.evaluation.rankings
    costs = _choose_costs(page)
    by_class, c = costs.for_classes(evaluation.classes), selection.class_index
    if rankings is not None:
        say(rule_sentence(by_class[c], trial.probabilities))
    # thresholds between scores that stayed where they are could have had less
    there = rankings is not None and "tuned_rules" not in evaluation.not_counted
    least = least_observed(evaluation, tuple(by_class)) if there else None
    rows = observed_rows(sides.shown, by_class, c, page.chosen_class, least)
    notes = [EACH_PAIR]
    if page.review is not None and rankings is not None and trial.probabilities:
        rows += expected_rows(page.review, selection, sides.fitted, costs)
        notes += expected_notes(page.review, selection)
    shown = bold(selection.split) if selection.split is not None else "all documents"
    reference = None if sides.same else sides.reference
    show_rows(rows, by_class, c, reference, (sides.names[0], shown))
    if least is not None:
        notes.append(HINDSIGHT)
    st.caption(" ".join(notes), help=None if page.review is None else help_of("loss"))


def _say_answer(trial: RuleTrial) -> None:
    """The gain against the decisions without a rule, and what the rule does to every document."""
    page, sides = trial.page, trial.sides
    selection, documents = page.selection, page.evaluation.documents
    every = page.counts_in().linked(documents, None, count_of(documents, "document"))
    shown = bold(selection.split) if selection.split is not None else "all documents"
    pool = sides.shown.pooled()
    now = micro(sides.shown, selection.beta)
    if trial.present is not None:
        say(_gain(sides, trial.present, selection.beta))
    tp, assigned, true = (float(n) for n in (pool.tp, pool.assigned, pool.positives))
    rightly = f", {amount_of(tp)} right" if assigned else ""
    finds = f", of {amount_of(true)} true" if true else ", none true"
    say(
        Markup("On {}: {} for {}{}{}. Micro {} <b>{}</b>.").format(
            shown,
            count_of(assigned, "prediction"),
            every,
            rightly,
            finds,
            f_name(selection.beta),
            figure_of(now["f"]),
        )
    )
    if selection.cut.optimistic_on(selection.split):
        say(
            Markup(
                "▲ <b>Optimistic.</b> Look at another split: the rule was tuned on documents shown "
                "here, so expect less on new ones."
            )
        )
    if selection.cut.cross_fitted_on(selection.split):
        say(
            "Cross-fitted: each document was decided by thresholds tuned on the others, in five "
            "parts. Files has the thresholds tuned on all."
        )


def _gain(sides: ThresholdSides, was: ContingencyTable, beta: float) -> Markup:
    """What the rule finds and predicts wrongly more or less often than without it."""
    here, there = sides.shown.pooled(), was.pooled()
    if not any(np.any(getattr(sides.shown, c) != getattr(was, c)) for c in ("tp", "fp")):
        return Markup("No change: every class has as many right and wrong predictions as before.")

    def more(now: float, before: float) -> Markup:
        return Markup("<b>{} {}</b>").format(
            amount_of(abs(now - before)), "fewer" if now < before else "more"
        )

    return Markup(
        "This finds {} and makes {} false alarms than the predictions as they are: micro {} {} "
        "instead of {}."
    ).format(
        more(float(here.tp), float(there.tp)),
        more(float(here.fp), float(there.fp)),
        f_name(beta),
        figure_of(micro(sides.shown, beta)["f"]),
        figure_of(micro(was, beta)["f"]),
    )


def compared(
    selection: Selection, sides: ThresholdSides, was: ContingencyTable | None
) -> tuple[list[Markup | str], list[list[Markup | str]]]:
    """Head and rows: this rule on what is shown, the gain, and how it does on the split beside."""
    cut = selection.cut
    mark = ", tuned" if cut.rule in TUNED or cut.tuned else ""
    if cut.cross_fitted:
        mark = f", {CROSS_FITTED}"
    if cut.rule == "proportional" and cut.split == sides.reference_split:
        mark = ", shares"
    after = plain("all documents" if selection.split is None else selection.split, 30)

    def headed(name: str, where: str) -> Markup:
        return Markup("{}<br><small>{}</small>").format(name, where)

    head = ["", headed("Shown", Markup("{}{}").format(after, mark if sides.same else ""))]
    if was is not None:
        head += [headed("As it is", after), "Change"]
    if not sides.same:
        reference = sides.names[0]
        head += [
            headed("Also shown", Markup("{}{}").format(reference, mark)),
            headed("Change", Markup("{} → {}").format(reference, after)),
        ]
    rows = []
    for name, measure, digits in _rows(selection, sides):
        here, there = measure(sides.shown), measure(sides.reference)
        row = [name, Markup("<b>{}</b>").format(_shown(here, digits))]
        if was is not None:
            row += [_shown(measure(was), digits), change_of(measure(was), here, digits)]
        if not sides.same:
            # counts of splits of other sizes say nothing beside each other
            row += [_shown(there, digits), change_of(there, here, digits)] if digits else ["", ""]
        rows.append(row)
    return head, rows


def _shown(value: float, digits: int) -> str:
    return figure_of(value, digits) if digits else amount_of(value)


def _rows(
    selection: Selection, sides: ThresholdSides
) -> list[tuple[str, Callable[[ContingencyTable], float], int]]:
    """What is compared: its name, its value in tables of all classes, and digits after the dot."""
    beta, f = selection.beta, f_name(selection.beta)

    def pooled(measure: str) -> Callable[[ContingencyTable], float]:
        return lambda tables: float(micro(tables, beta)[measure])

    def count(cell: str) -> Callable[[ContingencyTable], float]:
        return lambda tables: float(getattr(tables.pooled(), cell))

    units = [macro(t, beta, selection.undefined)["f"].units for t in (sides.shown, sides.reference)]
    averaged = count_of(units[0], "class", "classes")
    if units[0] != units[1]:
        averaged = f"{units[0]:,} and {units[1]:,} classes"
    return [
        (f"Micro {f}", pooled("f"), 3),
        ("Micro precision", pooled("precision"), 3),
        ("Micro recall", pooled("recall"), 3),
        (
            Markup("Macro {} <small>({})</small>").format(f, averaged),
            lambda tables: float(macro(tables, beta, selection.undefined)["f"].value),
            3,
        ),
        (Markup("Found <small>TP</small>"), count("tp"), 0),
        (Markup("Missed <small>FN</small>"), count("fn"), 0),
        (Markup("False alarms <small>FP</small>"), count("fp"), 0),
    ]


def remarks(selection: Selection, sides: ThresholdSides) -> None:
    """What must be known to read the change from the split beside."""
    if sides.same:
        return
    if selection.where is not None:
        st.caption(
            "Only the split shown is filtered: a rule is tuned on all of the other. So the two "
            "also differ in their documents."
        )


def say_not_fitted(fitted: FittedCut) -> None:
    """How many classes could not be fitted."""
    if fitted.cut.rule in BEST and len(untunable(fitted)):
        number = count_of(len(untunable(fitted)), "class", "classes")
        say(f"{number} could not be tuned: All classes says why.")


def not_fitted(classes: Sequence[str], fitted: FittedCut, split: str | None) -> None:
    """Which classes could not be fitted, and what is done instead."""
    if fitted.cut.rule not in TUNED:
        return
    where = plain(split) if split is not None else "the documents"
    highest = "the threshold is just above its highest score there"
    guard = highest if fitted.cut.rule == "f" and fitted.cut.guard else "never predicted"
    reasons = {
        "no positives": Markup("no document of the class in {}; {}").format(where, guard),
        "guarded": f"best F there below 0.1; {highest}",
        "constant": "every score is the same, so it is predicted always or never",
        "unscored": "no score at all; never predicted",
        "not promised": "it cannot be promised with so few documents",
        "not reached": "no threshold reaches what is wished for",
    }
    how = np.array(fitted.how)
    parts = []
    for kind, reason in reasons.items():
        classes_of_kind = np.flatnonzero(how == kind)
        if len(classes_of_kind):
            listed = Markup(", ").join(bold(classes[c], 30) for c in classes_of_kind[:NAMED])
            more = (
                f" and {len(classes_of_kind) - NAMED:,} more"
                if len(classes_of_kind) > NAMED
                else ""
            )
            parts.append(
                Markup("{:,}: {} ({}{})").format(len(classes_of_kind), reason, listed, more)
            )
    if parts:
        number = count_of(len(untunable(fitted)), "class", "classes")
        say(Markup("<b>{} could not be tuned:</b>{}").format(number, bullets(parts)))


def _tied(review: Review, selection: Selection) -> None:
    if selection.cut.rule == "top_k":
        scored = cache.scored_of(review, selection.system, selection.documents)
        tied = tied_documents(scored, selection.cut)
        if tied:
            say(
                f"▲ On {count_of(tied, 'document')} the rule for equal scores decides, not the "
                "system."
            )


def _show_classes(trial: RuleTrial) -> None:
    """Every class under the rule; how stable its threshold is where documents are in memory."""
    page, sides, stable = trial.page, trial.sides, None
    selection, names = page.selection, page.evaluation.classes
    if isinstance(page, Page) and selection.cut.rule in WISHED:
        _show_wish_table(page.review, selection)
        return
    if isinstance(page, Page):
        stable = stable_of(page.review, page.evaluation, selection, sides)
        if stable is None and selection.cut.rule in BEST and page.evaluation.scored.has_scores:
            st.toggle("Resample the documents to see how stable each threshold is", key="w_stable")
    frame = class_frame(names, selection, sides, stable, MOST_LISTED)
    if are_many(names):
        st.caption(f"The {len(frame):,} largest of {len(names):,} classes.")
    # a fragment does not open the page, which would write the address
    keep = state.choose if page.review is None else state.share
    class_rows(frame, selection.class_index, lambda c: keep("class", names[c]))
    not_fitted(names, sides.fitted, sides.reference_split)
    if isinstance(page, Page) and selection.cut.rule in BEST:
        _say_few(sides, stable)
    downloads.also(beside=sides.reference_split or ALL)
    downloads.downloads(lambda: class_frame(names, selection, sides, stable), "thresholds_by_class")


def _promise(review: Review, selection: Selection) -> PromiseResult:
    shown = selection.documents
    return promise_shown(review, selection.system, shown, selection.split, selection.cut)


def _say_promise(review: Review, selection: Selection) -> None:
    """What is promised, what that costs, and whether it is kept here."""
    sentences = _promise(review, selection).sentences
    say(bullets([plain(sentence, LONGEST_SENTENCE) for sentence in sentences]))


def _say_not_offered(page: EvaluatedPage, review: Review, selection: Selection) -> None:
    """How many documents lack a true class among their candidates, as a link to them."""
    without = _promise(review, selection).without
    if without > 0:
        linked = page.counts_in().linked(without, Judged("missed"), count_of(without, "document"))
        say(Markup("{} lack a true class among the candidates.").format(linked))
    else:
        say("Every true class is among the candidates.")


def _show_wish_table(review: Review, selection: Selection) -> None:
    """Each class under a wish, or all together: what is promised, the price and the verdict."""
    result = _promise(review, selection)
    head, rows = wish_table(result.outcome)
    show_table(pd.DataFrame(rows[:MOST_LISTED], columns=head), "wishes", 600)
    if len(rows) > MOST_LISTED:
        st.caption(f"The {MOST_LISTED:,} largest of {len(rows):,} classes.")
    say(plain(ONE_BY_ONE if result.outcome.seen else NOT_SEEN, LONGEST_SENTENCE))
    if (classes := result.class_frame()) is not None:
        say(plain(FAILS, LONGEST_SENTENCE))
        show_table(classes.head(MOST_LISTED), "offered", 600)
        downloads.downloads(lambda: classes, "candidates_by_class")
        if (slices := result.slice_frame()) is not None and len(slices):
            say(plain(FAILS_IN_SLICES, LONGEST_SENTENCE))
            show_table(slices.drop(columns="where").head(MOST_LISTED), "offered_slices", 600)
            downloads.downloads(lambda: slices, "candidates_by_slice")
        return
    downloads.downloads(result.frame, "promises_by_class")


def _say_few(sides: ThresholdSides, stable: ThresholdStability | None) -> None:
    """How many classes have few documents to tune on, and what the intervals are."""
    few = int(np.sum((sides.reference.positives > 0) & (sides.reference.positives < FEW)))
    where = sides.names[0]
    say(
        Markup("<small>{} fewer than {} documents in {}: do not rely on their thresholds.").format(
            count_of(few, "class has", "classes have"), FEW, where
        )
        + (
            Markup(
                " Intervals: 95 %, from tuning again on {} resampled {:,} times; those of F are at "
                "least as wide as Wilson's interval. “never”: the class was not predicted at all."
            ).format(where, stable.replicates)
            if stable is not None
            else ""
        )
        + Markup("</small>")
    )


def class_rows(frame: pd.DataFrame, class_index: int, choose: Callable[[int], None]) -> None:
    """The table of `class_frame` with a class marked; another that is marked is chosen."""
    listed = frame.index.to_numpy()
    widgets.rows(
        "threshold_table",
        frame,
        np.flatnonzero(listed == class_index).tolist(),
        lambda row: choose(listed[row]),
        600,
        column_config={
            "class": st.column_config.Column(width="medium"),
            "F there": st.column_config.NumberColumn(format="%.3f"),
            "F here": st.column_config.NumberColumn(format="%.3f"),
            "change": st.column_config.NumberColumn(format="%+.3f"),
        },
    )


def class_frame(
    classes: Sequence[str],
    selection: Selection,
    sides: ThresholdSides,
    stable: ThresholdStability | None,
    most: int | None = None,
) -> pd.DataFrame:
    """One row per class, largest beside first: threshold, how it came about, both sides.

    `most`: only so many of them; the index is that of the classes.
    """
    first = np.argsort(-sides.reference.positives, kind="stable")[:most]
    there, here = sides.reference[first], sides.shown[first]
    f_there = measures.f_beta(there, selection.beta)
    f_here = measures.f_beta(here, selection.beta)
    columns: dict[str, object] = {"class": [classes[c] for c in first.tolist()]}
    if sides.fitted.thresholds is not None:
        columns["threshold"] = [_limit(t) for t in sides.fitted.thresholds[first]]
        columns["how"] = [sides.fitted.how[c] for c in first.tolist()]
    if stable is not None:
        columns["retuned from"] = [_limit(t) for t in stable.low[first]]
        columns["retuned to"] = [_limit(t) for t in stable.high[first]]
    columns["positives there"] = there.positives
    columns["F there"] = f_there
    if stable is not None:
        columns["its interval"] = _spans(stable.f_low[first], stable.f_high[first])
    columns["positives here"] = here.positives
    columns["F here"] = f_here
    if stable is not None:
        ends = stable.elsewhere_low[first], stable.elsewhere_high[first]
        columns["F here, retuned"] = _spans(*ends)
    columns["change"] = f_here - f_there
    for cell in CELLS[:3]:
        columns[f"{cell} here"] = getattr(here, cell)
    return pd.DataFrame(columns, index=first)


def _limit(value: float) -> str:
    # for downloads too: with a plain hyphen
    return "never" if value == np.inf else "always" if value == -np.inf else exact_of(value)


def _spans(low: Array, high: Array) -> list[str]:
    return [interval_text(float(a), float(b)) for a, b in zip(low, high, strict=True)]


def _ledger(review: Review, selection: Selection) -> None:
    looks = cache.looks_at(review.files, selection.split)
    if len(looks.rules) < 2:
        return
    shown = bold(selection.split) if selection.split is not None else "all documents"
    rules = count_of(len(looks.rules), "rule")
    say(
        Markup(
            "<small>You looked at {} <b>{}</b> with <b>{}</b>. Choose on dev and check test once: "
            "every extra look makes test look better than it is.</small>"
        ).format(shown, count_of(looks.times, "time"), rules)
    )
