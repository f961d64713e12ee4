"""Class names replaced in reading: several by one, or by nothing.

Names are replaced once, where a file's columns and cells have become named sets of classes, and
everything is counted from the documents afterwards. A document is in the new class if it is in
any of the old ones, in truth and in decisions alike. Where pairs are unjudged the rule is that
of "or" with an unknown: true if any of the old pairs is true; else unjudged if any is unjudged;
else false. A class that is mapped to nothing is left out of truth, decisions and scores; its
documents stay.

A merged class's score is the largest of the old ones'. Probabilities are added up where the
classes exclude one another; elsewhere the largest is taken, the least that the probability of
"any of them" can be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from scipy import sparse

from breakeven.data.records import Problem
from breakeven.data.wording import examples
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.shapes.file_content import (
    AnnotatorLabels,
    ClassSets,
    FileContent,
    SystemOutput,
)
from breakeven.readers.shapes.grades import best_of_merged
from metrics.typing import Array

# old name to new name; None: to no class
ClassMap = Mapping[str, str | None]
OLD_COLUMN, NEW_COLUMN = "old", "new"
# how far from 1 the probabilities of a document may add up to, as they come rounded
ROUNDING = 0.01


def check_class_map(
    old: Sequence[str], new: Sequence[str | None], lines: Array | None = None
) -> dict[str, str | None]:
    """Rows of old and new names as a map. Raises ReadError with every problem.

    `lines`: what each row is called in problems, shape (rows,); 1, 2, … without.
    """
    line = (np.arange(len(old)) + 1 if lines is None else lines).tolist()
    row_of: dict[str, int] = {}
    nameless, twice = [], []
    for row, (name, other) in enumerate(zip(old, new, strict=True)):
        if not name:
            nameless.append(row)
        elif new[row_of.setdefault(name, row)] != other:
            twice.append(row)

    def no_name(row: int) -> Problem:
        what, remedy = "the old name is empty", "name the class that is to be replaced"
        return Problem(row=line[row], column=OLD_COLUMN, what=what, remedy=remedy)

    def differs(row: int) -> Problem:
        what = f"{old[row]!r} has another new name in row {line[row_of[old[row]]]:,}"
        return Problem(
            row=line[row], column=OLD_COLUMN, what=what, remedy="keep one of the two rows"
        )

    class_map = {name: new[row] for name, row in row_of.items()}
    problems = first_problems(np.array(nameless, dtype=np.int64), no_name)
    problems += first_problems(np.array(twice, dtype=np.int64), differs)
    problems += [
        replace(_circle(names), row=line[row_of[names[0]]], column=OLD_COLUMN)
        for names in _followed(class_map)[1]
    ]
    if problems:
        raise ReadError(problems)
    return class_map


def resolve_class_map(class_map: ClassMap) -> dict[str, str | None]:
    """What each old name becomes in the end: a -> b and b -> c make a, too, into c.

    Names that stay are left out. Raises ReadError where names lead in a circle.
    """
    final, circles = _followed(class_map)
    if circles:
        raise ReadError(map(_circle, circles))
    return {old: new for old, new in final.items() if old != new}


def _followed(class_map: ClassMap) -> tuple[dict[str, str | None], list[list[str]]]:
    """Each old name's last name, and the names of every circle."""
    final: dict[str, str | None] = {}
    circles = []
    for start in class_map:
        path: dict[str, None] = {}
        name: str | None = start
        while name is not None and name not in final and class_map.get(name, name) != name:
            if name in path:
                circles.append(list(path)[list(path).index(name) :])
                break
            path[name] = None
            name = class_map[name]
        final |= dict.fromkeys(path, None if name is None else final.get(name, name))
    return final, circles


def _circle(names: list[str]) -> Problem:
    return Problem(
        what=f"the class map leads in a circle: {examples([*names, names[0]])}",
        remedy="map each name to one that stays",
    )


def replace_names(
    contents: list[FileContent], final: ClassMap, notes: list[Problem]
) -> dict[str, str | None]:
    """Replace the names in all files; the replacements of names that some file has.

    `final` comes from `resolve_class_map`. Raises ReadError where no class is left.
    """
    if not final:
        return {}
    names: set[str] = set()
    for content in contents:
        names |= content.named
        for sets in (
            content.truth,
            content.unjudged,
            *(output.decisions for output in content.outputs),
            *(person.sets for person in content.people),
        ):
            names |= set(sets.names if sets is not None else ())
        for output in content.outputs:
            names |= set(output.score_classes)
    single = all(
        bool((np.asarray(sets.has.astype(np.int64).sum(axis=1)) == 1).all())
        for content in contents
        for sets in (content.truth, *(person.sets for person in content.people))
        if sets is not None
    )
    for content in contents:
        content.outputs = [
            _of_system(content, output, final, single, notes) for output in content.outputs
        ]
        if content.grades is not None:
            content.grades = best_of_merged(content.grades, final)
        content.people = [_of_person(person, final) for person in content.people]
        if content.truth is not None:
            content.truth = merge_class_sets(content.truth, final)
            if content.unjudged is not None:
                content.unjudged = _but_not_true(
                    merge_class_sets(content.unjudged, final), content.truth
                )
    return replaced_classes(names, final, notes)


def replaced_classes(
    names: Iterable[str], final: ClassMap, notes: list[Problem]
) -> dict[str, str | None]:
    """The replacements of names that there are, with notes on these and on any others.

    Raises ReadError where no class is left.
    """
    there = set(names) - {""}
    replacements = {old: new for old, new in final.items() if old in there}
    if there and all(name in replacements and replacements[name] is None for name in there):
        what = "the class map removes every class"
        raise ReadError([Problem(what=what, remedy="map one of them to a name")])
    if replacements:
        shown = examples(
            f"{old} → {'no class' if new is None else new}" for old, new in replacements.items()
        )
        what = f"class names replaced: {len(replacements):,} ({shown})"
        notes.append(Problem(what=what, remedy="from the class map"))
    unknown = [old for old in final if old not in there and old not in final.values()]
    if unknown:
        what = f"names in the class map that are in no file: {len(unknown):,} ({examples(unknown)})"
        notes.append(Problem(what=what, remedy="check the spelling if they should be classes"))
    return replacements


def merge_class_sets(sets: ClassSets, final: ClassMap) -> ClassSets:
    """Sets of the new classes: a row has one if it has any of the old ones."""
    new = [final.get(name, name) for name in sets.names]
    names = list(dict.fromkeys(name for name in new if name is not None))
    place = {name: column for column, name in enumerate(names)}
    pairs = sets.has.tocoo()
    columns = np.array([-1 if name is None else place[name] for name in new] or [-1])[pairs.col]
    rows, columns = pairs.row[columns >= 0], columns[columns >= 0]
    # summing equal pairs of booleans is "or"
    data = np.ones(len(rows), dtype=bool)
    shape = (sets.has.shape[0], len(names))
    return ClassSets(sparse.csr_array((data, (rows, columns)), shape=shape), names)


def _but_not_true(unjudged: ClassSets, truth: ClassSets) -> ClassSets:
    """Unjudged pairs of merged classes without those that one of the old ones makes true."""
    place = {name: column for column, name in enumerate(unjudged.names)}
    true = truth.has.tocoo()
    columns = np.array([place.get(name, -1) for name in truth.names] or [-1])[true.col]
    rows, columns = true.row[columns >= 0], columns[columns >= 0]
    shape = unjudged.has.shape
    known = sparse.csr_array((np.ones(len(rows), dtype=bool), (rows, columns)), shape=shape)
    return ClassSets(sparse.csr_array(unjudged.has > known), unjudged.names)


def _of_person(labels: AnnotatorLabels, final: ClassMap) -> AnnotatorLabels:
    sets = merge_class_sets(labels.sets, final)
    off = None
    if labels.unjudged is not None:
        off = _but_not_true(merge_class_sets(labels.unjudged, final), sets)
    return replace(labels, sets=sets, unjudged=off)


def _of_system(
    content: FileContent, output: SystemOutput, final: ClassMap, single: bool, notes: list[Problem]
) -> SystemOutput:
    decisions = None if output.decisions is None else merge_class_sets(output.decisions, final)
    if output.scores is None or not any(name in final for name in output.score_classes):
        return replace(output, decisions=decisions)
    of_new: dict[str, list[int]] = {}
    for row, name in enumerate(output.score_classes):
        new = final.get(name, name)
        if new is not None:
            of_new.setdefault(new, []).append(row)
    add = output.probabilities and single and _add_up_to_one(output.scores)
    merged = sorted(new for new, rows in of_new.items() if len(rows) > 1)
    if merged:
        kind = "probability" if output.probabilities else "score"
        how = f"the {'sum' if add else 'largest'} of the old ones'"
        remedy = "give scores of the merged classes if you have them"
        if output.probabilities:
            remedy = "the classes exclude one another" if add else f"it is at least that; {remedy}"
        what = (
            f"system {output.system!r}: the {kind} of a merged class is {how} ({examples(merged)})"
        )
        notes.append(Problem(what=what, remedy=remedy, file=content.table.name))
    names = sorted(of_new)
    scores = merge_class_scores(output.scores, [of_new[name] for name in names], add)
    return replace(output, decisions=decisions, scores=scores, score_classes=names)


def _add_up_to_one(scores: Array | sparse.csr_array) -> bool:
    sums = np.asarray(scores.sum(axis=0, dtype=np.float64))
    return bool((np.abs(sums - 1) <= ROUNDING).all())


def merge_class_scores(
    scores: Array | sparse.csr_array, rows_of: list[list[int]], add: bool
) -> Array | sparse.csr_array:
    """Scores (new classes, m) of scores (old classes, m): the largest listed, or the sum.

    `rows_of`: the rows of the old classes that make up each new one. A sum is at most 1.
    """
    if isinstance(scores, np.ndarray):
        out = np.empty((len(rows_of), scores.shape[1]), dtype=scores.dtype)
        for values, rows in zip(out, rows_of, strict=True):
            if add and len(rows) > 1:
                np.minimum(scores[rows].sum(axis=0), 1, out=values)
            else:
                scores[rows].max(axis=0, out=values)
        return out
    shape = (len(rows_of), scores.shape[1])
    place = np.full(scores.shape[0], -1)
    for new, rows in enumerate(rows_of):
        place[rows] = new
    pairs = scores.tocoo()
    pair_rows = np.flatnonzero(place[pairs.row] >= 0)
    key = place[pairs.row[pair_rows]] * shape[1] + pairs.col[pair_rows]
    order = np.argsort(key, kind="stable")
    key, values = key[order], pairs.data[pair_rows][order]
    starts = np.flatnonzero(np.diff(key, prepend=-1))
    if len(starts):
        together = np.minimum(np.add.reduceat(values, starts), 1) if add else None
        values = np.maximum.reduceat(values, starts) if together is None else together
    key = key[starts]
    return sparse.csr_array((values, (key // shape[1], key % shape[1])), shape=shape)
