"""What is taken as the truth where several people labelled, or graded.

Their majority, one of them, or some of the grades.

A review under another gold is another review: the same documents and systems, other labels.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from breakeven.data.records import Annotator, Grades, Problem, Review, Truth
from breakeven.data.wording import count_of, listed, quoted
from metrics.incidence import count_per_document
from metrics.typing import Array

# --- Graded truth: which grades count as correct, and what is plausible. Lewis (1991)


GRADES = "grades:"
BETWEEN = "|"
# words for grades, the worst first; from MARGINAL on they count as correct unless said otherwise
USUAL_ORDER = (
    ("incorrect", "wrong", "irrelevant", "not relevant", "nonrelevant", "non-relevant", "no",
     "none", "bad", "false"),
    ("ineffective", "poor", "unlikely"),
    ("marginal", "marginally relevant", "partial", "partially relevant", "partly", "partially",
     "fair", "acceptable", "borderline", "somewhat relevant", "maybe"),
    ("good", "relevant", "likely"),
    ("correct", "right", "yes", "true", "highly relevant", "very relevant"),
    ("excellent", "perfect", "exact", "perfectly relevant"),
)  # fmt: skip
MARGINAL = 2


def rank_of(name: str) -> float | None:
    """How good a grade is: its number, or the place of its word; None for any other word."""
    plain = " ".join(name.strip().casefold().replace("_", " ").split())
    try:
        value = float(plain)
    except ValueError:
        return next((i for i, words in enumerate(USUAL_ORDER) if plain in words), None)
    return value if np.isfinite(value) else None


def are_numbers(names: Iterable[str]) -> bool:
    """Whether grades are numbers."""
    return all(name.strip().lstrip("+-").replace(".", "", 1).isdecimal() for name in names)


def order_grades(names: Iterable[str]) -> tuple[str, ...]:
    """Grades, the worst first; as they come where it is not known which is better."""
    given = list(dict.fromkeys(names))
    ranks = {name: rank_of(name) for name in given}
    known = {name: rank for name, rank in ranks.items() if rank is not None}
    mixed = any(are_numbers([name]) for name in given) and not are_numbers(given)
    if len(known) < len(given) or mixed:
        return tuple(given)
    return tuple(sorted(given, key=known.__getitem__))


def usual_grades(names: tuple[str, ...]) -> str | None:
    """The gold before anybody chooses: numbers above 0, words from marginal on.

    None where words are not known, or no grade would count as correct. Sources: Lewis (1991),
    Partitioning of Results; of numbers as qrels are read.
    """
    ranks = [rank_of(name) for name in names]
    if any(rank is None for rank in ranks) or not names:
        return None
    least = 0 if are_numbers(names) else MARGINAL - 1
    accepted = [
        n for n, rank in zip(names, ranks, strict=True) if rank is not None and rank > least
    ]
    return gold_of_grades(accepted) if accepted else None


def gold_of_grades(accepted: Iterable[str]) -> str:
    """How a gold is spelled under which these grades count as correct."""
    return GRADES + BETWEEN.join(accepted)


def partitions_of(grades: Grades) -> list[str]:
    """Plausible golds: the best grade alone counts as correct, then the next as well, and so on."""
    names = grades.names
    return [gold_of_grades(names[start:]) for start in range(len(names) - 1, 0, -1)]


def accepted_by(how: str, grades: Grades) -> list[str]:
    """The grades that a gold accepts. ValueError for a grade that there is not."""
    accepted = how.removeprefix(GRADES).split(BETWEEN)
    unknown = [name for name in accepted if name not in grades.names]
    if unknown:
        raise ValueError(
            f"there is no grade {listed(unknown)}; choose one of {listed(grades.names, 20)}"
        )
    return accepted


def labels_of_grades(
    truth: Truth, grades: Grades, how: str
) -> tuple[sparse.csc_array, sparse.csc_array | None]:
    """The pairs whose grade is accepted, and the pairs that were left open; ValueError as above.

    A pair without a grade is not true, as one that is not listed; what the files leave open stays.
    """
    codes = [grades.names.index(name) + 1 for name in accepted_by(how, grades)]
    given = grades.codes.tocoo()
    kept = np.isin(given.data, codes)
    data = np.ones(int(kept.sum()), dtype=bool)
    pairs = (data, (given.row[kept], given.col[kept]))
    return sparse.csc_array(pairs, shape=grades.codes.shape), truth.unjudged


def grades_text(how: str, grades: Grades) -> str:
    """Which grades count as correct, to stand after "truth:"."""
    accepted = accepted_by(how, grades)
    others = [name for name in grades.names if name not in accepted]
    said = f"the {'grade' if len(accepted) == 1 else 'grades'} {listed(accepted, 20)}"
    return f"{said}, not {listed(others, 20)}" if others else said


# --- what is taken as the truth where several people labelled: their majority, or one of them
#
# A review under another gold is another review: the same documents and systems, other labels.


MAJORITY = "majority"
ONE = "one:"


@dataclass(frozen=True)
class AnnotatorVotes:
    """What all annotators said of n documents and k classes, put together.

    `yes`: csr (n, k), how many gave the class. `unjudged`: csr (n, k), how many labelled the
    document and left the pair open. `people`: shape (n,), how many labelled the document.
    """

    yes: sparse.csr_array
    unjudged: sparse.csr_array
    people: Array


@dataclass(frozen=True)
class Gold:
    """Labels made of what annotators said.

    `labels`, `unjudged`: as in `Truth`. `tied`: undecided documents where everybody gives one
    class a document (`one_each`), else undecided pairs. `nobody`: documents that none of those
    asked labelled.
    """

    labels: sparse.csc_array
    unjudged: sparse.csc_array | None
    one_each: bool
    tied: int
    nobody: int


def votes_of(truth: Truth) -> AnnotatorVotes:
    """How many annotators gave each class to each document, and how many judged it."""
    shape = (truth.n, len(truth.classes))
    people = np.zeros(truth.n, dtype=np.int64)
    for annotator in truth.annotators:
        people[annotator.rows] += 1
    yes = _sum([_placed(a, a.labels) for a in truth.annotators], shape)
    return AnnotatorVotes(
        yes, _sum([_placed(a, a.unjudged) for a in truth.annotators], shape), people
    )


def gives_one_each(truth: Truth) -> bool:
    """Whether every annotator gave exactly one class to every document that he or she labelled."""
    return bool(truth.annotators) and all(
        a.unjudged is None and bool(np.all(count_per_document(a.labels) == 1))
        for a in truth.annotators
    )


def gold_of(truth: Truth, how: str) -> Gold:
    """The labels by `how`: "majority", "one:NAME" for those of one annotator, or "grades:A|B".

    Grades: a pair is true where its grade is one of those named.

    Majority: a pair is true where more than half of those who judged it say so; where exactly
    half do, and where nobody judged, it is unjudged. Where everybody gives one class a document
    it is the class that most gave (plurality); a document on which several classes tie has no
    gold: all its pairs are unjudged, so it counts nowhere and the others still have one class
    each. ValueError where nobody is named as an annotator, or no one of that name.
    """
    if how.startswith(GRADES) and truth.grades is not None:
        labels, unjudged = labels_of_grades(truth, truth.grades, how)
        return Gold(labels, unjudged, one_each=False, tied=0, nobody=0)
    if not truth.annotators and not truth.grades:
        raise ValueError("the annotators are not known; give files that name them")
    if how == MAJORITY:
        return _plurality(truth) if gives_one_each(truth) else _majority(truth)
    named = {ONE + annotator.name: annotator for annotator in truth.annotators}
    if how not in named:
        raise ValueError(f"there is no gold {how!r}; choose one of {', '.join(golds_of(truth))}")
    by_annotator = replace(truth, annotators=(named[how],))
    return _plurality(by_annotator) if gives_one_each(by_annotator) else _majority(by_annotator)


def golds_of(truth: Truth) -> list[str]:
    """The golds to choose of: the majority and each annotator, and plausible sets of grades.

    None where neither annotators nor grades are known.
    """
    graded = [] if truth.grades is None else partitions_of(truth.grades)
    if not truth.annotators:
        return graded
    return [MAJORITY, *(ONE + annotator.name for annotator in truth.annotators), *graded]


def is_gold_of(truth: Truth, how: str) -> bool:
    """Whether `gold_of` takes this; of grades any set of those that there are."""
    if how.startswith(GRADES) and truth.grades is not None:
        return set(how.removeprefix(GRADES).split(BETWEEN)) <= set(truth.grades.names)
    return how in golds_of(truth)


def gold_source(how: str, truth: Truth) -> str:
    """Whose labels the truth is, to stand after "truth:"."""
    if how.startswith(GRADES) and truth.grades is not None:
        return grades_text(how, truth.grades)
    if how == MAJORITY:
        return f"the majority of {count_of(len(truth.annotators), 'annotator')}"
    return f"the labels of {quoted(how.removeprefix(ONE))}"


def with_gold(truth: Truth, how: str) -> Truth:
    """The same truth with the labels of `gold_of`. ValueError as there."""
    gold = gold_of(truth, how)
    return replace(truth, labels=gold.labels, unjudged=gold.unjudged, gold=how)


def review_with_gold(review: Review, how: str) -> Review:
    """The same review under another gold, said in its name and notes; ValueError as `gold_of`.

    Its fingerprint is made of the one that was read and of `how`. A review whose gold this is
    already stays as it is.
    """
    if review.truth.gold == how:
        return review
    gold = gold_of(review.truth, how)
    old, before = review.truth, []
    if old.gold:
        before = gold_notes(gold_of(old, old.gold), old.gold, old)
    truth = replace(old, labels=gold.labels, unjudged=gold.unjudged, gold=how)
    notes = [note for note in review.notes if note not in before]
    source = f"{review.files}\ngold {how}{review.baseline_fingerprint}"
    return replace(
        review,
        name=f"{review.name}, truth: {gold_source(how, truth)}",
        truth=truth,
        notes=(*notes, *gold_notes(gold, how, truth)),
        fingerprint=hashlib.sha256(source.encode()).hexdigest(),
        read_as=review.files,
    )


def gold_notes(gold: Gold, how: str, truth: Truth) -> list[Problem]:
    """Whose labels the truth is, what has none, and why."""
    what = f"the truth is {gold_source(how, truth)}"
    notes = [Problem(what=what, remedy="choose another gold to see its numbers")]
    if gold.tied:
        unit = "document" if gold.one_each else "pair of document and class"
        units = "documents" if gold.one_each else "pairs of document and class"
        what = f"annotators tie on {count_of(gold.tied, unit, units)}"
        remedy = "without a majority there is no gold, so they are not counted"
        notes.append(Problem(what=what, remedy=remedy))
    if gold.nobody:
        what = f"documents that no annotator labelled: {gold.nobody:,}"
        if how != MAJORITY:
            who = quoted(how.removeprefix(ONE))
            what = f"documents that {who} did not label: {gold.nobody:,}"
        notes.append(Problem(what=what, remedy="they have no gold, so they are not counted"))
    return notes


def _majority(truth: Truth) -> Gold:
    votes = votes_of(truth)
    yes = votes.yes.tocoo()
    judged = votes.people[yes.row] - _at(votes.unjudged, yes.row, yes.col)
    tied = 2 * yes.data == judged
    nobody = votes.people == 0
    left = votes.unjudged.tocoo()
    open_ = left.data == votes.people[left.row]
    labels = _pairs(yes, 2 * yes.data > judged, truth)
    unjudged = _pairs(yes, tied, truth) + _pairs(left, open_, truth) + _rows(nobody, truth)
    return Gold(labels, _some(unjudged), False, int(tied.sum()), int(nobody.sum()))


def _plurality(truth: Truth) -> Gold:
    votes = votes_of(truth)
    yes = votes.yes.tocoo()
    most = np.zeros(truth.n, dtype=np.int64)
    np.maximum.at(most, yes.row, yes.data)
    first = yes.data == most[yes.row]
    tied = np.bincount(yes.row[first], minlength=truth.n) > 1
    nobody = votes.people == 0
    labels = _pairs(yes, first & ~tied[yes.row], truth)
    unjudged = _rows(tied | nobody, truth)
    return Gold(labels, _some(unjudged), True, int(tied.sum()), int(nobody.sum()))


def _placed(annotator: Annotator, pairs: sparse.csc_array | None) -> tuple[Array, Array]:
    """The pairs among all documents: their rows and columns."""
    if pairs is None:
        return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    found = pairs.tocoo()
    return annotator.rows[found.row], found.col


def _sum(placed: list[tuple[Array, Array]], shape: tuple[int, int]) -> sparse.csr_array:
    rows, columns = (np.concatenate([part[i] for part in placed]) for i in (0, 1))
    return sparse.csr_array((np.ones(len(rows), dtype=np.int64), (rows, columns)), shape=shape)


def _at(matrix: sparse.csr_array, rows: Array, columns: Array) -> Array:
    if not matrix.nnz:
        return np.zeros(len(rows), dtype=np.int64)
    return np.asarray(matrix[rows, columns]).ravel()


def _pairs(entries: sparse.coo_array, which: Array, truth: Truth) -> sparse.csc_array:
    data = np.ones(int(which.sum()), dtype=bool)
    shape = (truth.n, len(truth.classes))
    return sparse.csc_array((data, (entries.row[which], entries.col[which])), shape=shape)


def _rows(which: Array, truth: Truth) -> sparse.csc_array:
    """Every pair of these documents."""
    rows, k = np.flatnonzero(which), len(truth.classes)
    data = np.ones(len(rows) * k, dtype=bool)
    indptr = np.arange(k + 1) * len(rows)
    return sparse.csc_array((data, np.tile(rows, k), indptr), shape=(truth.n, k))


def _some(pairs: sparse.csc_array) -> sparse.csc_array | None:
    return sparse.csc_array(pairs, dtype=bool) if pairs.nnz else None
