"""The filter that keeps the documents behind a number: the same documents, counted anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.selection.expression import (
    AlikeTerm,
    AllOf,
    AnyOf,
    Between,
    ClassTerm,
    Column,
    Expression,
    HasWord,
    LevelTerm,
    More,
    Not,
    OneOf,
    Score,
    WeekdayTerm,
    to_text,
)
from breakeven.analysis.slices import slice_conditions
from breakeven.data.records import Truth
from metrics.typing import Array, Cell

# the cells of a contingency table, and its sums
CellOrSum = Literal[Cell, "positives", "negatives", "assigned", "unassigned", "total"]

ERRORS: tuple[Literal["missed"], Literal["extra"]] = ("missed", "extra")

# an address may hold several thousand characters, and everything else that is chosen
MOST_CHARACTERS = 3_000


def of_cell(truth: Truth, name: str, cell: CellOrSum) -> Expression | None:
    """The documents of a cell or sum of a class's 2 x 2 table, by the class's name.

    None: every document, which is what the sum of all holds where everything was judged.
    """
    hit, extra, missed, rejected = (
        ClassTerm("hit", name),
        ClassTerm("extra", name),
        ClassTerm("missed", name),
        ClassTerm("rejected", name),
    )
    judged = truth.unjudged is None
    match cell:
        case "tp":
            return hit
        case "fp":
            return extra
        case "fn":
            return missed
        case "tn":
            return rejected
        case "positives":
            return ClassTerm("true", name)
        case "negatives":
            return Not(ClassTerm("true", name)) if judged else AnyOf((extra, rejected))
        case "assigned":
            return ClassTerm("called", name) if judged else AnyOf((hit, extra))
        case "unassigned":
            return Not(ClassTerm("called", name)) if judged else AnyOf((missed, rejected))
        case "total":
            return None if judged else Not(ClassTerm("unjudged", name))


def of_classes(names: Sequence[str]) -> Expression | None:
    """The documents truly in any of these classes, or assigned it; at least one class.

    Precision, recall and F of each of the classes are the same on these documents as on all.
    None where the filter is too long for an address.
    """
    kinds: tuple[Literal["true", "called"], ...] = ("true", "called")
    term = AnyOf(tuple(ClassTerm(kind, name) for name in names for kind in kinds))
    return term if len(to_text(term)) <= MOST_CHARACTERS else None


def of_cell_at(truth: Truth, name: str, threshold: float, cell: CellOrSum) -> Expression:
    """The documents of `tp`, `fp`, `fn` or `tn` of a class if it was assigned from a score on."""
    true, called = ClassTerm("true", name), Between(Score(name), low=threshold)
    terms: list[Expression] = [true if cell in ("tp", "fn") else Not(true)]
    terms.append(called if cell in ("tp", "fp") else Not(called))
    if truth.unjudged is not None and cell in ("fp", "tn"):
        terms.append(Not(ClassTerm("unjudged", name)))
    return AllOf(tuple(terms))


def of_confusion(true: str | None, assigned: str | None) -> Expression:
    """The documents behind a cell of the confusion matrix, as `Evaluation.documents_with`.

    None is *nothing*: more classes missed than extra, or the reverse; not both are None.
    """
    if true is not None and true == assigned:
        return ClassTerm("hit", true)
    missed = More("extra") if true is None else ClassTerm("missed", true)
    extra = More("missed") if assigned is None else ClassTerm("extra", assigned)
    return AllOf((extra, missed) if true is None else (missed, extra))


def of_condition(
    met: slice_conditions.Condition, quantity: Column | Score | None = None
) -> Expression:
    """The documents that meet a condition; `quantity`: of a range that is no column's."""
    match met.what:
        case slice_conditions.HasValue(name, value):
            return OneOf(Column(name), (value,))
        case slice_conditions.InRange(name, low, high, is_open):
            return _in_range(quantity or Column(name), low, high, is_open)
        case slice_conditions.NoValue(name, smallest):
            return Not(Between(Column(name), low=smallest))
        case slice_conditions.IsWeekday(name, day):
            return WeekdayTerm(Column(name), day)
        case slice_conditions.WithWord(word):
            return HasWord(word)
        case slice_conditions.NearlyEqual(yes):
            return AlikeTerm() if yes else Not(AlikeTerm())


def of_conditions(met: Sequence[slice_conditions.Condition]) -> Expression:
    """The documents that meet all of these conditions; at least one condition."""
    return all_of([of_condition(one) for one in met])


def _in_range(
    quantity: Column | Score,
    low: slice_conditions.ConditionBound | None,
    high: slice_conditions.ConditionBound | None,
    is_open: bool,
) -> Expression:
    if low is None or high is None or not is_open:
        return Between(quantity, low, high, high_open=is_open)
    # a range of two ends is written with both of them inside
    return AllOf((Between(quantity, low=low), Between(quantity, high=high, high_open=True)))


def repeated_ids(truth: Truth) -> frozenset[str]:
    """The ids that more than one document has: they tell no document."""
    if truth.documents is None:
        return frozenset()
    ids = truth.documents.tolist()
    if len(set(ids)) == len(ids):
        return frozenset()
    counts = Counter(ids)
    return frozenset(str(one) for one, count in counts.items() if count > 1)


def of_rows(truth: Truth, rows: Array, repeated: frozenset[str]) -> Expression | None:
    """These documents of the truth by their ids. `repeated`: as `repeated_ids` gives it.

    None where ids do not tell them, or make a filter that is too long for an address.
    """
    if truth.documents is None or "id" in truth.columns or not 0 < len(rows) < MOST_CHARACTERS:
        return None
    ids = tuple(str(found) for found in truth.documents[rows])
    term = OneOf(Column("id"), ids)
    told = repeated.isdisjoint(ids) and len(to_text(term)) <= MOST_CHARACTERS
    return term if told else None


def as_folded(evaluation: Evaluation, term: Expression) -> Expression:
    """A term about the classes of an evaluation, as it is asked about those of the truth."""
    return term if evaluation.fold is None else LevelTerm(evaluation.fold, term)


def all_of(terms: Sequence[Expression]) -> Expression:
    """The documents that all of these terms keep; at least one term."""
    return terms[0] if len(terms) == 1 else AllOf(tuple(terms))


def of_all_right_within(groups: Sequence[Sequence[str]]) -> Expression | None:
    """Documents with exactly the right ones of the classes of any group.

    None where the filter is too long for an address; so below.
    """
    return _any_group(
        AllOf(
            (
                AnyOf(tuple(ClassTerm("hit", name) for name in names)),
                *(Not(ClassTerm(kind, name)) for kind in ERRORS for name in names),
            )
        )
        for names in groups
    )


def of_confused_within(groups: Sequence[Sequence[str]]) -> Expression | None:
    """Documents with one class of a group missed, and another wrongly assigned."""
    return _any_group(
        AllOf(tuple(AnyOf(tuple(ClassTerm(kind, name) for name in names)) for kind in ERRORS))
        for names in groups
    )


def _any_group(terms: Iterable[Expression]) -> Expression | None:
    every = tuple(terms)
    term = every[0] if len(every) == 1 else AnyOf(every)
    return term if len(to_text(term)) <= MOST_CHARACTERS else None
