"""Choosing the rule of the review, and what it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import streamlit as st

from breakeven.analysis.evaluation.class_thresholds import MOST_CLASSES, per_class
from breakeven.analysis.evaluation.cut import (
    BEST,
    RULE_ENTRIES,
    RULE_MEANINGS,
    RULE_NAMES,
    THRESHOLDS,
    TUNED,
    WISHED,
    ZERO_ONE,
    ClassCosts,
    Cut,
    CutRule,
    WishAverage,
    cut_from_text,
    cut_to_text,
    natural_cut,
    rules_for,
)
from breakeven.analysis.selection.selection import (
    ALL,
    Selection,
    split_text,
    system_of,
    tuning_splits,
)
from breakeven.data.records import Predictions, Review
from breakeven.data.splits import roles_of
from breakeven.ui.app.cache import cache
from breakeven.ui.app.session import state, widgets
from breakeven.ui.components.markdown import help_of
from metrics.thresholds.strategies import Ties
from metrics.typing import F1_BETA

# what somebody may wish for, and how much recall weighs in the F that is made best for it
WISHES = {
    "misses": "Fewer misses",
    "alarms": "Fewer false alarms",
    "best": "Best balance (F₁)",
    "cost": "Least cost",
    "recall": "Enough recall",
    "precision": "Enough precision",
    "candidates": "Candidates",
}
BETAS = {"misses": 2.0, "alarms": 0.5, "best": F1_BETA}
OTHER = "other"
# of candidates the share of documents to begin with
MOST_COMPLETE = 0.95


def set_cut(cut: Cut) -> None:
    """Keep the cut for every page."""
    state.choose("cut", cut_to_text(cut))


@dataclass(frozen=True)
class RuleOffer:
    """The rules that may be chosen, of documents in memory or of a table.

    `present`: what is decided where nobody chooses; `threshold`: by one for all classes. `names`:
    of the splits there are. `wishes`: those that a rule is for. `splits`: where a rule can be
    fitted, and `reference`: where it is before anybody chooses; None is all documents. `frozen`:
    the thresholds in use as thresholds of their own. `levels`: how many levels of a wish like this
    were looked at in this session, with it. `crossed`: whether a rule tuned on this split is
    cross-fitted, as it would otherwise be tuned on what is shown.
    """

    rules: list[CutRule]
    present: Cut
    threshold: Callable[[], Cut]
    crossed: Callable[[CutRule, str | None], bool]
    names: tuple[str, ...]
    wishes: Mapping[str, str]
    splits: Callable[[CutRule], list[str | None]]
    reference: Callable[[CutRule], str | None]
    frozen: Callable[[], Cut]
    levels: Callable[[Cut], int]


def levels_tried(files: str, selection: Selection, cut: Cut) -> int:
    """How many levels of a wish were promised in this session where these documents were shown.

    With that of `cut`. Going back to a level that was tried is no further try.
    """
    levels = {cut.least}
    for system, text in cache.looks_at(files, selection.split).rules:
        seen = cut_from_text(text)
        if seen is None or system != selection.system or not seen.promise:
            continue
        if (seen.rule, seen.average, seen.split) == (cut.rule, cut.average, cut.split):
            levels.add(seen.least)
    return len(levels)


def offer_of(review: Review, selection: Selection) -> RuleOffer:
    """What may be chosen of a review."""
    truth = review.truth
    predictions = system_of(review, selection.system)
    rules = [
        rule
        for rule in rules_for(predictions, truth.labels is not None)
        if rule != "largest" or truth.task == "single-label"
    ]

    def reference(rule: CutRule) -> str | None:
        train = roles_of(truth).train
        if rule == "proportional" and train is not None:
            return truth.splits[train]
        # what a model learnt from is a poor place to tune, the documents shown are a worse one
        options = tuning_splits(truth, predictions, rule)
        others = [s for s in options if s is not None and s != selection.split]
        free = cache.tuning_split_of(review, selection.system)
        if free is None and rule in BEST:
            return selection.split
        return free or next(iter(others), None)

    return RuleOffer(
        rules=rules,
        present=present_cut(review, selection),
        threshold=partial(threshold_of, predictions),
        crossed=lambda rule, split: rule in BEST and split in (None, selection.split),
        names=truth.splits,
        wishes=WISHES if "f" in rules else {},
        splits=partial(tuning_splits, truth, predictions),
        reference=reference,
        frozen=partial(_frozen, review, selection),
        levels=partial(levels_tried, review.files, selection),
    )


def reference_split(offer: RuleOffer, cut: Cut, rule: CutRule) -> str | None:
    """Where the rule is tuned or shares are taken, and what is shown beside; None is all."""
    if cut.rule == rule and cut.fitted_to_truth:
        return cut.split
    by_text = {split_text(s, offer.names): s for s in offer.splits(rule)}
    chosen = state.raw().get("thresholds.tune")
    return by_text[chosen] if chosen in by_text else offer.reference(rule)


def costs_now(selection: Selection) -> ClassCosts:
    """The costs of the rule, else those last entered on this page."""
    if selection.cut.rule in ("loss", "expected_loss"):
        return selection.cut.costs
    kept = cut_from_text(state.raw().get("thresholds.costs", ""))
    return kept.costs if kept is not None else ZERO_ONE


def _start(rule: CutRule, offer: RuleOffer, selection: Selection) -> Cut:
    """A rule as it is when it is first chosen."""
    split = reference_split(offer, selection.cut, rule)
    crossed = offer.crossed(rule, split)
    match rule:
        case "threshold":
            return offer.threshold()
        case "per_class":
            return offer.frozen()
        case "top_k":
            return Cut("top_k", k=1)
        case "f":
            return Cut("f", beta=selection.beta, split=split, cross_fitted=crossed)
        case "break_even" | "proportional" | "recall" | "precision":
            return Cut(rule, split=split, cross_fitted=crossed)
        case "loss":
            return Cut("loss", split=split, cross_fitted=crossed, costs=costs_now(selection))
        case "candidates":
            return Cut("candidates", least=MOST_COMPLETE, promise=True, split=split)
        case "expected_loss":
            return Cut("expected_loss", costs=costs_now(selection))
        case "expected_f":
            return Cut("expected_f", beta=selection.beta)
    return Cut(rule)


def threshold_of(predictions: Predictions) -> Cut:
    """One threshold for all classes, as it is when it is first chosen."""
    natural = natural_cut(replace(predictions, decisions=None), False)
    return replace(natural, assumed=False)


def _frozen(review: Review, selection: Selection) -> Cut:
    """The thresholds in use as thresholds of their own, or such as decide most like now."""
    cut, classes = selection.cut, review.truth.classes
    if len(classes) > MOST_CLASSES:
        predictions = system_of(review, selection.system)
        natural = natural_cut(replace(predictions, decisions=None), False)
        return Cut("per_class", natural.threshold, system=selection.system)
    now, tuned = cache.thresholds_now(review, selection.system, cut), cut.fitted_to_truth
    split = cut.split if tuned else None
    return per_class(classes, now, {}, selection.system, split=split, tuned=tuned)


def choose_rule(offer: RuleOffer, selection: Selection) -> str | None:
    """Draw the choices that are offered; returns the split that the rule is set beside."""
    cut = selection.cut
    reference = reference_split(offer, cut, cut.rule)
    _choose_wish(offer, selection)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        with st.popover("Rule", icon=":material/tune:"):
            widgets.select(
                "rule",
                "Rule",
                {rule: RULE_NAMES[rule] for rule in offer.rules},
                cut.rule,
                changed=lambda rule: set_cut(_start(rule, offer, selection)),
                help=help_of(RULE_ENTRIES[cut.rule]),
            )
            _parameters(cut)
        if cut.rule in WISHED:
            _choose_wished(cut, offer.levels)
        _choose_split(offer, cut, reference)
    scored = any(rule in THRESHOLDS for rule in offer.rules)
    no_scores = " It has no scores, so there is no threshold to choose."
    meaning = f"{RULE_NAMES[cut.rule]}. {RULE_MEANINGS[cut.rule]}".rstrip()
    st.caption(meaning if scored else meaning + no_scores)
    return reference


def choose_rule_of_review(review: Review, selection: Selection) -> str | None:
    """The same of a review; returns the split that is shown beside, None for all documents."""
    offer = offer_of(review, selection)
    reference = choose_rule(offer, selection)
    if selection.cut.rule == "per_class":
        st.caption("Open “One class” to move a threshold, or “Files” to load some.")
    if reference is not None and reference not in offer.splits("threshold"):
        # shares come from a split that the system did not speak of
        reference = reference_split(offer, selection.cut, "threshold")
    return reference


def present_cut(review: Review, selection: Selection) -> Cut:
    """What is decided where nobody chooses a rule: what every other one is measured against."""
    predictions = system_of(review, selection.system)
    return natural_cut(predictions, review.truth.task == "single-label")


def _choose_wish(offer: RuleOffer, selection: Selection) -> None:
    """What the decisions are to be good at; the rule for it follows. Nothing without a choice."""
    cut = selection.cut
    wishes = {"present": "As it is", **offer.wishes}
    now = wish_of(cut, offer.present)
    if now == OTHER:
        wishes[OTHER] = "Another rule"
    if len(wishes) < 2:
        return

    def changed(wish: str) -> None:
        if wish == "present":
            set_cut(offer.present)
        elif wish == "cost":
            probabilities = "expected_loss" in offer.rules
            set_cut(_start("expected_loss" if probabilities else "loss", offer, selection))
        elif wish in BETAS:
            split = reference_split(offer, cut, "f")
            crossed = offer.crossed("f", split)
            set_cut(Cut("f", beta=BETAS[wish], split=split, cross_fitted=crossed))
        elif wish in WISHED:
            set_cut(_start(wish, offer, selection))

    widgets.section("thresholds.wish", "What matters most?", wishes, now, changed=changed)


def wish_of(cut: Cut, present: Cut) -> str:
    """The wish that a rule is for."""
    if cut == present:
        return "present"
    if cut.rule in ("loss", "expected_loss"):
        return "cost"
    if cut.rule in WISHED:
        return cut.rule
    if cut.rule == "f":
        return "best" if cut.beta == F1_BETA else "misses" if cut.beta > F1_BETA else "alarms"
    return OTHER


def _choose_split(offer: RuleOffer, cut: Cut, now: str | None) -> None:
    label = "Also show split"
    if cut.rule in TUNED:
        label = "Tuned on"
    elif cut.rule == "proportional":
        label = "Class shares from"
    if cut.tuned:
        st.caption("These thresholds were tuned before they were loaded: Settings say where.")
        return
    options = {split_text(s, offer.names): s for s in offer.splits(cut.rule)}

    def changed(text: str) -> None:
        state.choose("thresholds.tune", text)
        if cut.fitted_to_truth:
            split = options[text]
            crossed = offer.crossed(cut.rule, split)
            set_cut(replace(cut, split=split, cross_fitted=crossed, own=(), system=None))

    widgets.select(
        "thresholds.tune",
        label,
        list(options),
        split_text(now, offer.names),
        show=lambda text: options[text] or ALL,
        changed=changed,
        width=260,
        help="A rule looks better than it is on the documents it was tuned on. Tune on one split, "
        "look at another.",
    )


def _parameters(cut: Cut) -> None:
    """The numbers and options that the rule has."""
    with st.container(horizontal=True, vertical_alignment="center"):
        match cut.rule:
            case "threshold":
                _number(cut, "threshold", "Threshold", None, 0.05)
            case "top_k":
                _number(cut, "k", "Classes per document", 0, 1)
                _ties(cut)
            case "proportional":
                _number(cut, "factor", "Multiply the share by", 0.0, 0.1)
                _ties(cut)
            case "f":
                _beta(cut)
                _box(cut, "guard", "Never predict classes that cannot be ranked", GUARDED)
                _box(cut, "between", "Round thresholds", BETWEEN)
            case "recall" | "precision":
                _average(cut)
                _box(cut, "between", "Round thresholds", BETWEEN)
            case "break_even" | "loss" | "candidates":
                _box(cut, "between", "Round thresholds", BETWEEN)
            case "expected_f":
                _beta(cut)


GUARDED = (
    "Where the best F stays below 0.1, or no document of the class is there, the threshold is "
    "just above the highest score. Otherwise such a class may be predicted for every document."
)
BETWEEN = (
    "All thresholds between two scores give the same predictions. Ticked: a short number near "
    "the middle. Otherwise: the higher of the two scores."
)


PROMISE = (
    "Ticked: the threshold is chosen so that other documents like these also reach it, in 95 of "
    "100 cases. That costs some of the other measure, more so with few documents."
)
REACHED: dict[WishAverage, str] = {
    "class": "in each class",
    "micro": "over all classes",
    "per_document": "on average per document",
}


def _choose_wished(cut: Cut, levels: Callable[[Cut], int]) -> None:
    """What is to be reached, and whether it is promised; `levels` as in `RuleOffer`."""

    def change(**fields: Any) -> None:
        wished = replace(cut, **fields, own=(), system=None)
        set_cut(replace(wished, tries=levels(wished) if wished.promise else 1))

    widgets.number(
        "wish_least",
        "Share of documents" if cut.rule == "candidates" else f"{cut.rule.capitalize()} at least",
        cut.least,
        changed=lambda value: change(least=float(value)),
        min_value=0.01,
        max_value=0.999,
        step=0.01,
        width=160,
    )
    label = "Promise it" if cut.rule == "candidates" else "Promise it (95 of 100)"
    widgets.checkbox(
        "wish_promise", label, cut.promise, lambda value: change(promise=value), help=PROMISE
    )


def _average(cut: Cut) -> None:
    """Of what the recall or precision is."""
    change = _change(cut, "average")
    shown = {k: v for k, v in REACHED.items() if cut.rule == "recall" or k != "per_document"}
    widgets.select("wish_average", "Reach it", shown, cut.average, changed=change, width=240)


def _change(cut: Cut, name: str) -> Callable[[Any], None]:
    """A changed parameter is a new rule: what was set by hand above the old one goes."""
    return lambda value: set_cut(replace(cut, **{name: value}, own=(), system=None))


def _number(cut: Cut, name: str, label: str, low: float | None, step: float) -> None:
    widgets.number(
        f"rule_{name}",
        label,
        getattr(cut, name),
        changed=_change(cut, name),
        min_value=low,
        step=step,
        width=180,
    )


def _beta(cut: Cut) -> None:
    change = _change(cut, "beta")
    widgets.select(
        "rule_beta",
        "β of F",
        [f"{b:g}" for b in sorted({0.5, 1.0, 2.0, cut.beta})],
        f"{cut.beta:g}",
        show=lambda b: b.replace("inf", "∞"),
        changed=lambda text: change(float(text)),
        width=140,
    )


def _ties(cut: Cut) -> None:
    label, change = "Of equal scores at the limit, predict", _change(cut, "ties")
    words: dict[Ties, str] = {"order": "the earlier ones only", "include": "all of them"}
    widgets.select("rule_ties", label, words, cut.ties, changed=change, width=240)


def _box(cut: Cut, name: str, label: str, explanation: str) -> None:
    value, change = getattr(cut, name), _change(cut, name)
    widgets.checkbox(f"rule_{name}", label, value, change, help=explanation)
