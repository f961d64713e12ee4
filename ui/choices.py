"""What is being looked at: one record, kept across pages and mirrored in the address."""

from __future__ import annotations

import hashlib
import json
import math
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, replace

import numpy as np
import streamlit as st

from metrics import cut_text
from metrics.averaging import UNDEFINED, Undefined
from metrics.cuts import Cut, natural_cut, rules_for
from metrics.records import Predictions, Truth
from readers.review import Review

ALL = "all documents"
WRITTEN_KEPT = 20
# choices that some pages share: part of the address once they are made
OF_SOME_PAGES = ("quadrants", "limits")


@dataclass(frozen=True)
class View:
    """The choices of a reviewer. `split` None is all documents; `class_index` into the classes."""

    system: str
    split: str | None
    class_index: int
    beta: float
    undefined: Undefined
    cut: Cut


def raw() -> dict[str, str]:
    """The choices as text, by the keys of the address; survives a change of page."""
    if "choices" not in st.session_state:
        st.session_state["choices"] = {}
        st.session_state["written"] = deque(maxlen=WRITTEN_KEPT)
    return st.session_state["choices"]


def adopt_address() -> None:
    """Take choices from the address when it was opened or edited, not when we wrote it.

    After quick changes the browser may still send an address of a moment ago: one of those
    we wrote, which must not undo the choices made since.
    """
    choices = raw()
    address = {k: v for k, v in st.query_params.to_dict().items() if isinstance(v, str)}
    if address and address not in st.session_state["written"]:
        choices.update(address)


def write_address(parameters: dict[str, str]) -> None:
    """Mirror the choices in the address."""
    if st.query_params.to_dict() != parameters:
        st.query_params.from_dict(parameters)
    written = st.session_state["written"]
    if parameters not in written:
        written.append(parameters)


def choose(key: str, value: str) -> None:
    raw()[key] = value


def one_of(key: str, options: Iterable[str], default: str | None = None) -> str:
    """The choice where it is an option; else the default where that is one; else the first."""
    known = list(options)
    return next(o for o in (raw().get(key), default, *known) if o is not None and o in known)


def own_to(page: str) -> dict[str, str]:
    """The choices that only one page has, by keys like `curves.systems`; they too are in its
    address, so that a copied link shows the same page."""
    return {key: value for key, value in raw().items() if key.startswith(f"{page}.")}


def share(key: str, value: str) -> None:
    """Choose, and put it in the address at once: for fragments, which do not open the page."""
    choose(key, value)
    write_address(st.query_params.to_dict() | {key: value})


def share_widget(key: str) -> Callable[[], None]:
    """As `adopt_widget`, for widgets in a fragment."""
    return lambda: share(key, str(st.session_state[f"w_{key}"]))


def open_review(key: str) -> None:
    """Turn to another review; what was chosen for the last one does not carry over."""
    choices = raw()
    choices.clear()
    choices["review"] = key


def adopt_widget(key: str, to_text: Callable[..., str] = str) -> Callable[[], None]:
    """A callback for a widget whose own key is `w_<key>`: its value becomes the choice.

    A widget forgets its value when its page closes; the choice does not.
    """

    def callback() -> None:
        choose(key, to_text(st.session_state[f"w_{key}"]))

    return callback


def system_of(review: Review, name: str | None) -> Predictions:
    by_name = {p.system: p for p in review.predictions}
    return by_name.get(name or "", review.predictions[0])


def splits_of(truth: Truth, predictions: Predictions) -> list[str | None]:
    """The splits a system spoke of, None for all documents last; only None without splits."""
    spoken = set((np.flatnonzero(np.bincount(truth.split_of[predictions.rows] + 1)) - 1).tolist())
    named: list[str | None] = [s for i, s in enumerate(truth.splits) if i in spoken]
    return [*named, None] if len(named) != 1 or -1 in spoken else named


def view_of(review: Review) -> View:
    """The choices for a review: what was chosen where that exists in it, else the default."""
    chosen = raw()
    truth = review.truth
    predictions = system_of(review, chosen.get("system"))
    splits = splits_of(truth, predictions)
    named = {s if s is not None else ALL: s for s in splits}
    default = "test" if "test" in named else next(iter(named))
    split = named[chosen["split"]] if chosen.get("split") in named else named[default]
    undefined: Undefined = next(
        (u for u in UNDEFINED if u == chosen.get("undefined")), UNDEFINED[0]
    )
    return View(
        predictions.system,
        split,
        class_index_of(truth, chosen.get("class")),
        number(chosen.get("beta"), 1.0, 0.0, math.inf),
        undefined,
        cut_of(predictions, truth, chosen.get("cut")),
    )


def class_index_of(truth: Truth, name: str | None) -> int:
    """Where a class stands; the one with most documents for an unknown name."""
    if name is not None and name in truth.classes:
        return truth.classes.index(name)
    if truth.labels is None or not truth.classes:
        return 0
    return int(truth.positives_per_class.argmax())


def number(text: str | None, default: float, low: float, high: float) -> float:
    try:
        value = float(text) if text is not None else default
    except ValueError:
        return default
    return value if low <= value <= high else default


def cut_of(predictions: Predictions, truth: Truth, text: str | None) -> Cut:
    """The chosen cut where this system allows it, else its natural one.

    Thresholds set by hand are for the scores of one system: another gets the rule without them.
    """
    simple = {cut.rule: cut for cut in cuts_for(predictions, truth)}
    if text in simple:
        return simple[text]
    cut = cut_text.from_text(text) if text else None
    allowed = rules_for(predictions, truth.labels is not None)
    if (
        cut is None
        or cut.rule not in allowed
        or (cut.rule == "largest" and "largest" not in simple)
    ):
        return natural_cut(predictions, truth.task == "single-label")
    if cut.fitted_to_truth and cut.split not in tuning_splits(truth, predictions, cut.rule):
        return natural_cut(predictions, truth.task == "single-label")
    if cut.own and cut.system not in (None, predictions.system):
        if cut.rule == "per_class":
            return natural_cut(predictions, truth.task == "single-label")
        return replace(cut, own=(), system=None)
    return cut


def tuning_splits(truth: Truth, predictions: Predictions, rule: str) -> list[str | None]:
    """Where a rule can be fitted: shares where there is truth, thresholds where scores are too."""
    if rule == "proportional":
        return [*truth.splits, None]
    return [*(s for s in splits_of(truth, predictions) if s is not None), None]


def cuts_for(predictions: Predictions, truth: Truth) -> list[Cut]:
    """The simple rules that this system's file allows; the Thresholds page has all of them."""
    cuts = []
    if predictions.decisions is not None:
        cuts.append(Cut("given"))
    if predictions.scores is not None:
        if truth.task == "single-label":
            cuts.append(Cut("largest"))
        natural = natural_cut(predictions, truth.task == "single-label")
        cuts.append(natural if natural.rule == "threshold" else Cut("threshold", 0.5))
    return cuts


def parameters_of(key: str, view: View, truth: Truth) -> dict[str, str]:
    """The address of a view."""
    return {
        "review": key,
        "system": view.system,
        "split": view.split if view.split is not None else ALL,
        "class": truth.classes[view.class_index] if truth.classes else "",
        "beta": f"{view.beta:g}",
        "undefined": view.undefined,
        "cut": cut_text.to_text(view.cut),
    } | {key: raw()[key] for key in OF_SOME_PAGES if key in raw()}


def digest(*parts: object) -> str:
    """One hex digest of anything JSON can hold: the only argument caches are keyed on."""
    return hashlib.sha256(json.dumps(parts, default=asdict, sort_keys=True).encode()).hexdigest()
