"""All rules of a target: added to, changed and removed one by one, or read from a gate.toml."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.findings.finding import SEVERITIES
from breakeven.data.records import Review
from breakeven.data.wording import f_name, name_of, visible
from breakeven.gate.gate_rules import (
    EXACT_MATCH,
    LOSSES,
    OF_LOSSES,
    OF_ROC,
    ROC_AUC,
    GateRules,
    target_rules,
)
from breakeven.gate.rules_file import read_rules, rules_data, rules_from
from breakeven.readers.base.problems import ReadError
from breakeven.readers.measures_file import MEASURE
from breakeven.ui.app.page.links import show_problems
from breakeven.ui.app.session import access, state
from breakeven.ui.app.store import target as targets
from breakeven.ui.components.html import escaped, quiet, say
from metrics.typing import DEFAULT_BETA

EDITED, DRAFT, TAKEN = "target_edited", "target_draft", "target_taken"
FINDINGS, SLICES = "findings", "weak_slices"
KINDS: Mapping[str, str] = {
    EXACT_MATCH: "Documents completely right",
    "f": f_name(DEFAULT_BETA),
    "precision": "Precision",
    "recall": "Recall",
    "overlap": "Overlap",
    "fallout": "Fallout",
    "balanced_accuracy": "Balanced accuracy",
    "mcc": "MCC",
    "kappa": "κ with the truth",
    "negative_predictive_value": "Negative predictive value",
    ROC_AUC: "ROC AUC",
    "log_loss": "Log loss",
    "brier": "Brier score",
    FINDINGS: "No finding",
    SLICES: "No weak slice",
}
# what is asked for in per cent
SHARES = tuple(kind for kind in KINDS if kind not in LOSSES)
AVERAGE_NAMES: Mapping[str, str] = {
    "micro": "over all labels (micro)",
    "macro": "averaged over classes (macro)",
    "weighted": "averaged over classes, by their positives (weighted)",
    "per_document": "averaged over documents",
}
EVERY_CLASS = "of every class"
ASKS: Mapping[str, str] = {
    "min": "at least",
    "max": "at most",
    "not_worse": "not worse than the baseline by",
    "better": "better than the baseline by",
}
WORST: Mapping[str, str] = {
    "error": "that is an error",
    "warning": "that is an error or a warning",
    "notice": "of any kind",
}
# what a row shows; all other keys of a rule stay as they are
SHOWN = {"measure", "average", "class", "min", "max", "margin", "side", FINDINGS, SLICES}
USUAL_LIMIT = 0.8
USUAL_LOSS = 0.5
# what is asked for most, beside documents that are completely right
ANOTHER: Mapping[str, Any] = {"measure": "f", "min": USUAL_LIMIT}


def edit_rules(review: Review, rules: GateRules | None) -> None:
    """The rules as rows, and what is wrong with them; nothing is set before it is kept."""
    draft = _draft(review, rules)
    with st.container(border=True, key="target_rules"):
        st.markdown("**Rules of the target**")
        rows = [_row(review, draft, i) for i in range(len(draft["rule"]))]
        with st.container(horizontal=True, gap="small"):
            if st.button("Add a rule", key="target_add", icon=":material/add:"):
                _redraw(review, draft | {"rule": [*rows, dict(ANOTHER)]})
            keep = st.button("Save", key="target_keep", type="primary")
            if st.button("Cancel", key="target_cancel", type="tertiary"):
                _close()
            if rules is not None and st.button(
                "Remove the target", key="target_remove", type="tertiary"
            ):
                targets.take_back(review)
                _close()
        _upload(review)
        if keep:
            _keep(review, draft | {"rule": rows})


def _draft(review: Review, rules: GateRules | None) -> dict[str, Any]:
    """What is edited: what stands, until something was changed."""
    known: dict[str, Any] | None = state.remembered(DRAFT)
    if known is None or known["review"] != review.files:
        data = rules_data(target_rules(USUAL_LIMIT) if rules is None else rules)
        data[MEASURE] = _measures(review, data)
        known = {"review": review.files, "version": 0, "data": data}
        state.remember(DRAFT, known)
    data = known["data"]
    return {**data, "version": known["version"]}


def _measures(review: Review, data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The measures of one's own that rules may be about: those they name, and the review's."""
    given: list[dict[str, Any]] = [*data.get(MEASURE, [])]
    names = {own["name"] for own in given}
    return [*given, *(own.to_dict() for own in review.measures if own.name not in names)]


def _redraw(review: Review, draft: Mapping[str, Any]) -> None:
    """Show other rows: with keys of their own, so that each shows what it is now."""
    data = {key: value for key, value in draft.items() if key != "version"}
    known = {"review": review.files, "version": draft["version"] + 1, "data": data}
    state.remember(DRAFT, known)
    st.rerun()


def _close() -> None:
    state.forget(EDITED)
    state.forget(DRAFT)
    st.rerun()


def _keep(review: Review, draft: Mapping[str, Any]) -> None:
    """Set the target, or say what is wrong with it in the words of the gate."""
    data = {key: value for key, value in draft.items() if key != "version"}
    try:
        rules = rules_from(data, "the target")
    except ReadError as error:
        say(Markup("<b>Nothing was saved.</b>"))
        show_problems(error.problems, "target_rules")
        return
    if targets.set_rules(review, rules):
        _close()


def _row(review: Review, draft: Mapping[str, Any], i: int) -> dict[str, Any]:
    """One rule as fields, and what they say now."""
    rule: dict[str, Any] = draft["rule"][i]
    key = f"target_{draft['version']}_{i}"
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        kind = FINDINGS if FINDINGS in rule else SLICES if SLICES in rule else rule["measure"]
        own_names = {own["name"]: visible(own["name"]) for own in draft[MEASURE]}
        kinds = {**KINDS, **own_names}
        chosen = st.selectbox(
            f"Rule {i + 1}",
            [*kinds],
            [*kinds].index(kind),
            kinds.__getitem__,
            key=f"{key}_kind",
            width=220,
        )
        made = _of_kind(review, rule, chosen, key, any_number=chosen not in SHARES)
        remove = st.button(
            f"Remove rule {i + 1}", key=f"{key}_remove", type="tertiary", icon=":material/delete:"
        )
    others = {name: value for name, value in rule.items() if name not in SHOWN}
    if chosen != kind:
        # what was said of another kind of rule may not go with this one
        others = {name: value for name, value in others.items() if name == "split"}
    for name, needed in (("min_positives", "class"), ("same_documents", "margin")):
        if needed not in made:
            others.pop(name, None)
    if chosen == FINDINGS:
        others = {}
    if others:
        also = ", ".join(f"{name} = {value}" for name, value in others.items())
        say(quiet(escaped(f"Rule {i + 1} also says: {also}")))
    if remove:
        rest = [each for place, each in enumerate(draft["rule"]) if place != i]
        _redraw(review, {**draft, "rule": rest})
    return made | others


def _of_kind(
    review: Review, rule: Mapping[str, Any], kind: str, key: str, *, any_number: bool
) -> dict[str, Any]:
    """The fields of a kind of rule, and what they say. `any_number`: it need not be of a share."""
    if kind == SLICES:
        return {SLICES: "none"}
    if kind == FINDINGS:
        worst = st.selectbox(
            "Severity",
            SEVERITIES,
            SEVERITIES.index(rule.get(FINDINGS, "error")),
            WORST.__getitem__,
            key=f"{key}_{kind}",
            width=240,
        )
        return {FINDINGS: worst}
    fields: dict[str, Any] = {"measure": kind}
    if kind != EXACT_MATCH:
        fields |= _subject(review, rule, kind, key)
    return fields | (_number_limit if any_number else _limit)(rule, kind, key)


def _subject(review: Review, rule: Mapping[str, Any], kind: str, key: str) -> dict[str, Any]:
    """Which average, or which classes, as the file has it."""
    few = OF_ROC if kind == ROC_AUC else OF_LOSSES if kind in LOSSES else None
    averages = tuple(AVERAGE_NAMES) if few is None else few
    options: list[tuple[str, Any]] = [("average", average) for average in averages]
    if kind != EXACT_MATCH:
        options += [("class", "*"), *(("class", name) for name in review.truth.classes)]
    now = ("class", rule["class"]) if "class" in rule else ("average", rule.get("average", "micro"))
    if now not in options:
        options = [now, *options] if kind != EXACT_MATCH else options
    what, value = st.selectbox(
        "Of what",
        options,
        options.index(now) if now in options else 0,
        _subject_name,
        key=f"{key}_{kind}_of",
        width=240,
    )
    return {what: value}


def _subject_name(option: tuple[str, Any]) -> str:
    what, value = option
    if what == "average":
        return AVERAGE_NAMES[value]
    if value == "*":
        return EVERY_CLASS
    names = value if isinstance(value, list) else [value]
    return f"of {', '.join(map(name_of, names))}"


def _limit(rule: Mapping[str, Any], kind: str, key: str) -> dict[str, Any]:
    """What is asked, and how much, in per cent."""
    now = next((ask for ask in ("min", "max") if ask in rule), rule.get("side", "not_worse"))
    limit = rule.get(now, rule.get("margin", USUAL_LIMIT))
    asks = _choose_ask(now, kind, key)
    percent = st.number_input(
        "%", 0.0, 100.0, round(100 * limit, 6), 1.0, format="%g", key=f"{key}_{kind}_limit",
        width=130,
    )  # fmt: skip
    # what was not touched stays to the last digit
    share = limit if percent == round(100 * limit, 6) else round(percent / 100, 8)
    if asks in ("min", "max"):
        return {asks: share}
    return {"margin": share} | ({"side": asks} if asks == "better" else {})


def _choose_ask(now: str, kind: str, key: str) -> str:
    """What is asked of a value: not less, not more, or of its difference to the baseline."""
    options = ["min", "max"] if kind in (EXACT_MATCH, ROC_AUC) else [*ASKS]
    asks: str = st.selectbox(
        "Must be",
        options,
        options.index(now) if now in options else 0,
        ASKS.__getitem__,
        key=f"{key}_{kind}_asks",
        width=200,
    )
    return asks


def _number_limit(rule: Mapping[str, Any], kind: str, key: str) -> dict[str, Any]:
    """The same of a loss, and of a measure of one's own, which need not be a share."""
    now = next((ask for ask in ("min", "max") if ask in rule), rule.get("side", "not_worse"))
    limit = 0.0
    if rule.get("measure") == kind:
        limit = float(rule.get(now, rule.get("margin", 0.0)))
    elif kind in LOSSES:
        now, limit = "max", USUAL_LOSS
    asks = _choose_ask(now, kind, key)
    value = float(
        st.number_input("Value", value=limit, format="%g", key=f"{key}_{kind}_limit", width=130)
    )
    if asks in ("min", "max"):
        return {asks: value}
    return {"margin": value} | ({"side": asks} if asks == "better" else {})


def _upload(review: Review) -> None:
    """Rules of a file in place of these, to be looked at before they are kept."""
    uploaded = st.file_uploader(
        "Or load the rules of a gate.toml",
        type=["toml"],
        key="target_upload",
        disabled=not access.may_send(),
    )
    if uploaded is None or state.remembered(TAKEN) == uploaded.file_id:
        return
    try:
        rules = read_rules(uploaded.name, uploaded.getvalue())
    except ReadError as error:
        say(Markup("<b>No rules were loaded.</b>"))
        show_problems(error.problems, "target_upload")
        return
    # the file stays in its widget: take it once, so that it can be changed afterwards
    state.remember(TAKEN, uploaded.file_id)
    draft = state.remembered(DRAFT)
    data = rules_data(rules)
    _redraw(review, {**data, MEASURE: _measures(review, data), "version": draft["version"]})
