"""What is looked at.

One record with defaults, the same for app, command line and notebook, and the system before
anybody chooses one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

import numpy as np
from scipy import sparse

from breakeven.analysis.evaluation.cut import (
    Cut,
    cut_from_text,
    cut_to_text,
    natural_cut,
    rules_for,
)
from breakeven.analysis.evaluation.evaluation import evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.selection.errors import ChoiceError, NoSystemError, unknown
from breakeven.analysis.selection.where import Where, check, where_of
from breakeven.data.records import Predictions, Review, Truth
from breakeven.data.splits import default_split, role_of, spoken_splits, tuning_split
from metrics.averaging import UNDEFINED, Undefined
from metrics.typing import DEFAULT_BETA, F1_BETA

# --- the system that is looked at before anybody chooses one


@dataclass(frozen=True)
class DefaultSystem:
    """A system, and why this one: the best of so many on the split `dev`, else the first of them.

    `dev` None: there is no split that all of them can be compared on before the test.
    """

    system: str
    candidates: int
    dev: str | None = None

    def __str__(self) -> str:
        if self.candidates == 1:
            return "only system"
        if self.dev is None:
            return f"first of {self.candidates:,} systems"
        return f"best of {self.candidates:,} systems on {self.dev}"


def default_system(review: Review) -> DefaultSystem:
    """The system with the highest micro F1 on dev, each by its own default cut; else the first.

    They are compared only where each of them spoke of the same documents of dev, so that no test
    document is looked at for it. Of equals the first, and undefined values are below all others.
    NoSystemError where the review has none.
    """
    systems, candidates = review.own, len(review.own)
    if not systems:
        raise NoSystemError
    dev = _common_dev(review) if candidates > 1 else None
    if dev is None:
        return DefaultSystem(systems[0].system, candidates)
    values = [_micro_f(review, predictions, dev) for predictions in systems]
    best = int(np.argmax(np.nan_to_num(values, nan=-1.0)))
    return DefaultSystem(systems[best].system, candidates, dev)


def _common_dev(review: Review) -> str | None:
    """The dev split, where every system spoke of the same labelled documents of it."""
    truth, systems = review.truth, review.own
    dev = tuning_split(truth, systems[0])
    if truth.labels is None or dev is None or role_of(dev) != "dev":
        return None
    first, *others = [said.rows[said.positions_in(truth, dev)] for said in systems]
    return dev if all(np.array_equal(first, rows) for rows in others) else None


def _micro_f(review: Review, predictions: Predictions, split: str) -> float:
    truth = review.truth
    part = score_split(truth, predictions, split)
    cut = natural_cut(predictions, truth.task == "single-label")
    return evaluate(predictions, part, split, cut).micro(F1_BETA)["f"]


# --- what is looked at: one record with defaults, the same for app, command line and notebook


ALL = "all documents"


@dataclass(frozen=True)
class Selection:
    """The choices of a reviewer: what is looked at, and how it is decided and averaged.

    `system` is empty where the review has none, and `cut` then decides nothing. `split` None is all
    documents; `class_index` into the classes; `where` None keeps every document. As text:
    `texts_of` and `selection_of` or `select`, by the keys of `KEYS`. `marks`: the digest of the
    marks that a filter may ask about, so that what it keeps is not taken for what it kept before;
    empty where none may.
    """

    system: str
    split: str | None
    class_index: int
    beta: float
    undefined: Undefined
    cut: Cut
    where: Where | None = None
    marks: str = ""

    @property
    def documents(self) -> ChosenDocuments:
        """What is looked at: its split, or those documents of it that the filter keeps."""
        if self.where is None:
            return self.split
        return FilteredSplit(self.split, self.where, self.system, self.cut, self.marks)


@dataclass(frozen=True)
class FilteredSplit:
    """The documents of a split that a filter keeps; it asks about this system under this cut.

    `marks` as in Selection.
    """

    split: str | None
    where: Where
    system: str
    cut: Cut
    marks: str = ""


# a split, None for all documents, or some documents of either
ChosenDocuments: TypeAlias = str | FilteredSplit | None

KEYS = ("system", "split", "class", "beta", "undefined", "cut", "where")
T = TypeVar("T")


def texts_of(selection: Selection, truth: Truth) -> dict[str, str]:
    """The choices as text, by their keys: the address of a page, options, or arguments."""
    beta = f"{selection.beta:g}"
    cut = selection.cut
    texts = {
        "split": split_text(selection.split, truth.splits),
        "class": truth.classes[selection.class_index] if truth.classes else "",
        "beta": beta if float(beta) == selection.beta else repr(selection.beta),
        "undefined": selection.undefined,
    }
    if selection.system:
        # that nobody chose a threshold is said by leaving it out
        rule = cut.rule if cut.assumed else cut_to_text(cut)
        texts = {"system": selection.system, **texts, "cut": rule}
    return texts | ({} if selection.where is None else {"where": selection.where.text})


def select(review: Review, chosen: Mapping[str, str]) -> Selection:
    """The choices for a review, the default where nothing is chosen.

    ChoiceError, a ValueError, for the first choice that the review does not allow.
    """

    def refuse(error: ChoiceError) -> None:
        raise error

    return _selection(review, chosen, refuse)


def selection_of(
    review: Review, chosen: Mapping[str, str], refused: list[ChoiceError] | None = None
) -> Selection:
    """As `select`, but a choice that the review does not allow gives way to the default.

    So does a split that the system did not speak of. What is said against choices that gave way
    is added to `refused`.
    """
    against = refused if refused is not None else []
    selection = _selection(review, chosen, against.append)
    if not review.has_system:
        return selection
    predictions = system_of(review, selection.system)
    if selection.split in splits_of(review.truth, predictions):
        return selection
    return replace(selection, split=default_split(review.truth, predictions))


def _selection(
    review: Review, chosen: Mapping[str, str], refuse: Callable[[ChoiceError], None]
) -> Selection:
    # what is looked at before anybody chooses does not turn on labels that are as if corrected
    review = review.loaded
    truth = review.truth

    def read(key: str, read_text: Callable[[str], T], default: Callable[[], T]) -> T:
        if key in chosen:
            try:
                return read_text(chosen[key])
            except ChoiceError as error:
                refuse(error)
        return default()

    predictions = None
    if review.has_system:
        predictions = read(
            "system",
            lambda name: _named_system(review, name),
            lambda: system_of(review, default_system(review).system),
        )
    elif chosen.get("system") or chosen.get("cut"):
        refuse(NoSystemError())
    return Selection(
        system="" if predictions is None else predictions.system,
        split=read(
            "split",
            lambda name: split_of_text(name, truth.splits),
            # of data alone no split is the one that counts
            lambda: None if predictions is None else default_split(truth, predictions),
        ),
        class_index=read(
            "class", lambda name: _named_class(truth, name), lambda: class_index_of(review, None)
        ),
        beta=read("beta", _beta, lambda: DEFAULT_BETA),
        undefined=read("undefined", _undefined, lambda: UNDEFINED[0]),
        cut=Cut("given")
        if predictions is None
        else read(
            "cut",
            lambda text: cut_of(predictions, truth, text),
            lambda: default_cut(predictions, truth),
        ),
        where=read("where", lambda text: _where(text, review, predictions), lambda: None),
    )


def _named_system(review: Review, name: str) -> Predictions:
    by_name = {p.system: p for p in review.own}
    if name not in by_name:
        raise ChoiceError(f"there is no system {name!r}", f"choose one of {', '.join(by_name)}")
    return by_name[name]


def _named_class(truth: Truth, name: str) -> int:
    if name in truth.classes:
        return truth.classes.index(name)
    if not truth.classes and not name:
        return 0
    raise ChoiceError(unknown("class", name, truth.classes), "choose a class of the files")


def _beta(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not value >= 0:
        raise ChoiceError(f"β is {text!r}", "give a number from 0 on, or inf")
    return value


def _undefined(text: str) -> Undefined:
    for known in UNDEFINED:
        if known == text:
            return known
    raise ChoiceError(f"0/0 cannot count as {text!r}", f"choose one of {', '.join(UNDEFINED)}")


def _where(text: str, review: Review, predictions: Predictions | None) -> Where | None:
    where = where_of(text)
    if where is not None:
        check(where, review, predictions)
    return where


def system_of(review: Review, name: str | None) -> Predictions:
    """The predictions of a system by its name; the first where there is no such system.

    NoSystemError where the review has none.
    """
    if not review.has_system:
        raise NoSystemError
    by_name = {p.system: p for p in review.predictions}
    return by_name.get(name or "", review.predictions[0])


def system_place(review: Review, name: str) -> int:
    """Which of the review's systems has this name, from 0: it has the same colour on every page.

    One that is not there comes after them all.
    """
    names = [p.system for p in review.predictions]
    return names.index(name) if name in names else len(names)


def splits_of(truth: Truth, predictions: Predictions) -> list[str | None]:
    """The splits a system spoke of, None for all documents last."""
    return [*(truth.splits[s] for s in spoken_splits(truth, predictions)), None]


def split_text(split: str | None, splits: Sequence[str]) -> str:
    """A choice of split as one word: `all` for all documents, nothing where a split has that name.

    No split is called nothing.
    """
    if split is not None:
        return split
    return "" if "all" in splits else "all"


def split_of_text(text: str, splits: Sequence[str]) -> str | None:
    """The split of that name; None for all documents. ChoiceError for neither."""
    if text in splits:
        return text
    if text in ("all", ""):
        return None
    known = ", ".join(dict.fromkeys([*splits, "all"]))
    raise ChoiceError(f"there is no split {text!r}", f"choose one of {known}")


def default_cut(predictions: Predictions, truth: Truth) -> Cut:
    """How a system's scores are decided before anybody chooses."""
    return natural_cut(predictions, truth.task == "single-label")


def positive_class(review: Review) -> str | None:
    """The class that a binary task is about: its names say which, else which one has scores.

    None where there are more than two, or neither says it.
    """
    classes = review.truth.classes
    if review.truth.positive is not None or len(classes) != 2:
        return review.truth.positive
    scored = {c for said in review.own for c in _scored(said, len(classes))}
    return classes[scored.pop()] if len(scored) == 1 else None


def _scored(predictions: Predictions, classes: int) -> list[int]:
    """The classes that have any score."""
    if predictions.scores is None:
        return []
    if not sparse.issparse(predictions.scores):
        return list(range(classes))
    return np.flatnonzero(np.diff(sparse.csr_array(predictions.scores).indptr)).tolist()


def class_index_of(review: Review, name: str | None) -> int:
    """Where a class stands; for an unknown name the positive one, else that with most documents."""
    truth = review.truth
    if name is not None and name in truth.classes:
        return truth.classes.index(name)
    if (positive := positive_class(review)) is not None:
        return truth.classes.index(positive)
    if truth.labels is None or not truth.classes:
        return 0
    return int(truth.positives_per_class.argmax())


def number(text: str | None, default: float, low: float, high: float) -> float:
    """A number within limits; the default where the text is none or beyond them."""
    try:
        value = float(text) if text is not None else default
    except ValueError:
        return default
    return value if low <= value <= high else default


def cut_of(predictions: Predictions, truth: Truth, text: str) -> Cut:
    """The cut that a text stands for; ChoiceError where this system does not allow it.

    Thresholds set by hand are for the scores of one system: another gets the rule without them.
    """
    simple = {cut.rule: cut for cut in cuts_for(predictions, truth)}
    if text in simple:
        return simple[text]
    cut = cut_from_text(text)
    if cut is None:
        raise ChoiceError(f"there is no rule {text!r} to decide by", "choose another")
    allowed = cut.rule in rules_for(predictions, truth.labels is not None)
    if not allowed or (cut.rule == "largest" and "largest" not in simple):
        raise ChoiceError(
            f"{predictions.system} does not allow the rule {cut.rule!r}", "choose another"
        )
    if cut.fitted_to_truth and cut.split not in tuning_splits(truth, predictions, cut.rule):
        raise ChoiceError(
            f"{predictions.system} has no predictions for a split {cut.split!r} to fit on",
            "choose another",
        )
    if cut.own and cut.system not in (None, predictions.system):
        if cut.rule == "per_class":
            raise ChoiceError(f"the thresholds were made for {cut.system!r}", "choose another rule")
        return replace(cut, own=(), system=None)
    return cut


def cut_for(review: Review, selection: Selection, predictions: Predictions) -> Cut:
    """How another system is decided beside the selected one: by the same rule where it allows it.

    Where the selected system goes by its default, or the rule is not for the other, it is by the
    other's own default: the command line compares systems in the same way.
    """
    return cut_by_same_rule(review, selection.system, selection.cut, predictions)


def cut_by_same_rule(review: Review, system: str, cut: Cut, predictions: Predictions) -> Cut:
    """As `cut_for`, beside this system under this cut."""
    truth = review.truth
    if cut != default_cut(system_of(review, system), truth):
        try:
            return cut_of(predictions, truth, cut_to_text(cut))
        except ChoiceError:
            pass
    return default_cut(predictions, truth)


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
        natural = default_cut(predictions, truth)
        cuts.append(natural if natural.rule == "threshold" else Cut("threshold", 0.5))
    return cuts
