"""Which classes stand above which: read from a file, stated in Python, or told by their names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from breakeven.data.hierarchy import Hierarchy
from breakeven.data.records import Problem
from breakeven.data.wording import count_of, examples, shorten
from breakeven.readers.base.problems import MOST_OF_A_KIND, ReadError, first_problems
from breakeven.readers.pairs_file import read_pairs_file
from breakeven.readers.shapes.class_map import ClassMap
from metrics.typing import Array

# --- which classes stand above which: read from a file of parents and children, or from names
#
# What somebody says of a hierarchy is plain data that survives JSON, as all of a proposal:
# nothing, `{"separator": "/"}` where names say where classes stand (`a/b` is below `a`), or
# `{"parents": {"wheat": ["grain"]}}`. It becomes a `Hierarchy` once the classes are known, after a
# class map has replaced names; names of the hierarchy are replaced by the same map.


# see above
Stated = Mapping[str, Any]
# each name's parents
Parents = Mapping[str, Sequence[str]]
PARENT_COLUMN, CHILD_COLUMN = "parent", "child"
# what may part the names of levels in the name of a class, the more telling first
SEPARATORS = (" > ", " / ", "::", "/", ">", "\\", "|", ":")
# deeper is no hierarchy of classes, and all ancestors of all would not fit into memory
MOST_LEVELS = 100


def read_hierarchy(name: str, data: bytes | Path) -> dict[str, Any]:
    """A file with the columns `parent` and `child`, a row for each parent of a name.

    An empty parent says that the child stands at the top. Names are taken exactly as written, but
    for the apostrophe of the formula guard. Raises ReadError with every problem.
    """
    return {"parents": read_pairs_file(name, data, (PARENT_COLUMN, CHILD_COLUMN), check_parents)}


def check_parents(
    above: Sequence[str], below: Sequence[str], lines: Array | None = None
) -> dict[str, list[str]]:
    """Rows of parents and children as each child's parents. Raises ReadError with every problem.

    `lines`: what each row is called in problems, shape (rows,); 1, 2, … without.
    """
    line = (np.arange(len(below)) + 1 if lines is None else lines).tolist()
    parents: dict[str, list[str]] = {}
    row_of: dict[tuple[str, str], int] = {}
    nameless = []
    for row, (parent, child) in enumerate(zip(above, below, strict=True)):
        if not child:
            nameless.append(row)
        else:
            own_parents = parents.setdefault(child, [])
            if parent and (parent, child) not in row_of:
                row_of[parent, child] = row
                own_parents.append(parent)

    def no_name(row: int) -> Problem:
        what, remedy = "the name of the child is empty", "name the class below"
        return Problem(row=line[row], column=CHILD_COLUMN, what=what, remedy=remedy)

    problems = first_problems(np.array(nameless, dtype=np.int64), no_name)
    problems += [
        replace(_circle(path), row=line[row_of[path[0], path[1]]], column=CHILD_COLUMN)
        for path in _circles(parents)
    ]
    if not problems and not row_of:
        what, remedy = "no row names a parent and a child", "write a row for each parent of a class"
        problems.append(Problem(what=what, remedy=remedy))
    if problems:
        raise ReadError(problems)
    return parents


def parents_by_names(names: Iterable[str], separator: str) -> dict[str, list[str]]:
    """Each name's parent as the name says: `a/b/c` is below `a/b`, and that below `a`.

    Blanks before a separator belong to it, and separators at the end of a name part nothing.
    Raises ReadError for names of too many levels.
    """
    parents: dict[str, list[str]] = {}
    too_deep = []
    for name in names:
        if name.count(separator) >= MOST_LEVELS:
            too_deep.append(name)
            continue
        child, end = name, len(_trimmed(name, separator))
        while (end := name.rfind(separator, 0, end)) >= 0:
            parent = _trimmed(name[:end], separator)
            if not parent:
                break
            parents[child] = [parent]
            child, end = parent, len(parent)
    if too_deep:
        what = f"names of more than {MOST_LEVELS} levels: {examples(too_deep)}"
        raise ReadError([Problem(what=what, remedy="give another separator")])
    return parents


def _trimmed(name: str, separator: str) -> str:
    """A name without the blanks and separators at its end."""
    found = name.rstrip()
    while separator.strip() and found.endswith(separator.strip()):
        found = found.removesuffix(separator.strip()).rstrip()
    return found


def proposed_separator(classes: Sequence[str]) -> str | None:
    """What parts levels in the names of classes, where most are made so; else None.

    At least half of the classes are then below a name that another class is below or has.
    """
    for separator in SEPARATORS:
        if sum(separator in name for name in classes) * 2 < max(2, len(classes)):
            continue
        try:
            parents = parents_by_names(classes, separator)
        except ReadError:
            continue
        tops = {_top(name, parents) for name in classes}
        if len(tops) < len(classes) / 2 + 1 and (len(tops) > 1 or _levels(parents) > 2):
            return separator
    return None


def _top(name: str, parents: Parents) -> str:
    while parents.get(name):
        name = parents[name][0]
    return name


def build_hierarchy(
    classes: Sequence[str], stated: Stated, final: ClassMap, notes: list[Problem]
) -> Hierarchy | None:
    """The hierarchy of a review's classes, with notes on what it leaves open; None for nothing.

    `final`: what names were replaced by, from `resolve_class_map`. What stands above no class is
    left out, and so is a name that is no class and above everything else. Raises ReadError for a
    circle, for a separator that no name has, and where no class is named.
    """
    if not stated:
        return None
    if "separator" in stated:
        parents: Parents = parents_by_names(classes, stated["separator"])
        if not parents:
            what = f"no class has the separator {stated['separator']!r} in its name"
            remedy = f"give the sign that separates the levels in {examples(classes, 3)}"
            raise ReadError([Problem(what=what, remedy=remedy)])
    else:
        parents = _replaced(stated["parents"], final)
    problems = [_circle(path) for path in _circles(parents)]
    if not problems and _levels(parents) > MOST_LEVELS:
        what = f"the hierarchy has more than {MOST_LEVELS} levels"
        problems.append(Problem(what=what, remedy="remove the levels between"))
    named = {*parents, *(parent for above in parents.values() for parent in above)}
    if not named & set(classes):
        what = f"the hierarchy names none of the classes ({examples(classes)})"
        problems.append(Problem(what=what, remedy="write class names as they are in the files"))
    if problems:
        raise ReadError(problems)
    if "separator" not in stated:
        _say_unknown(classes, parents, named, notes)
    return _gathered(classes, parents, notes)


def _replaced(parents: Parents, final: ClassMap) -> dict[str, list[str]]:
    """The same with other names; a class that becomes none keeps its own, above what it was."""
    found: dict[str, list[str]] = {}
    for child, above in parents.items():
        new = final.get(child) or child
        of = found.setdefault(new, [])
        # classes that are one now do not stand below each other
        of += [p for p in (final.get(parent) or parent for parent in above) if p != new]
    return {child: list(dict.fromkeys(of)) for child, of in found.items()}


def _say_unknown(
    classes: Sequence[str], parents: Parents, named: Collection[str], notes: list[Problem]
) -> None:
    above = _all_above(classes, parents)
    unknown = sorted(set(named) - above - set(classes))
    if unknown:
        what = f"names in the hierarchy that are neither a class nor above one: {len(unknown):,}"
        remedy = "check the spelling if they should be classes"
        notes.append(Problem(what=f"{what} ({examples(unknown)})", remedy=remedy))
    missing = [name for name in classes if name not in named]
    if missing:
        what = f"classes that the hierarchy does not name: {len(missing):,} ({examples(missing)})"
        notes.append(Problem(what=what, remedy="they are put at the top"))


def _all_above(names: Iterable[str], parents: Parents) -> set[str]:
    """What stands above these names, at whatever distance."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        for parent in parents.get(waiting.pop(), ()):
            if parent not in found:
                found.add(parent)
                waiting.append(parent)
    return found


def _gathered(classes: Sequence[str], parents: Parents, notes: list[Problem]) -> Hierarchy:
    used = set(classes) | _all_above(classes, parents)
    while True:
        tops = [name for name in used if not parents.get(name)]
        if len(tops) > 1 or not tops or tops[0] in classes:
            break
        used.remove(tops[0])
        parents = {c: [p for p in above if p != tops[0]] for c, above in parents.items()}
    order = [*classes, *sorted(used - set(classes))]
    place = {name: n for n, name in enumerate(order)}
    edges = [(place[c], place[p]) for c in order for p in parents.get(c, ())]
    rows, columns = np.array(edges, dtype=np.int64).reshape(-1, 2).T
    pairs = (np.ones(len(edges), dtype=bool), (rows, columns))
    matrix = sparse.csr_array(pairs, shape=(len(order), len(order)))
    hierarchy = Hierarchy(tuple(order), matrix, len(classes))
    above = count_of(
        len(order) - len(classes), "name that is not a class", "names that are not classes"
    )
    what = f"the classes form a hierarchy of {count_of(hierarchy.depth, 'level')}, below {above}"
    remedy = "from the hierarchy" if edges else "the hierarchy has no levels below the top"
    notes.append(Problem(what=what, remedy=remedy))
    return hierarchy


def _levels(parents: Parents) -> int:
    """How many levels names without circles stand in."""
    level: dict[str, int] = {}
    for name in TopologicalSorter(parents).static_order():
        level[name] = 1 + max((level[parent] for parent in parents.get(name, ())), default=0)
    return max(level.values(), default=0)


def _circles(parents: Parents) -> list[list[str]]:
    """The path of each circle, from above to below, its first name again at the end.

    At most so many as are said of one kind of problem.
    """
    left = {child: list(above) for child, above in parents.items()}
    paths: list[list[str]] = []
    while len(paths) < MOST_OF_A_KIND:
        try:
            TopologicalSorter(left).prepare()
        except CycleError as error:
            path = list(error.args[1])
            paths.append(path)
            left[path[1]].remove(path[0])
        else:
            break
    return paths


def _circle(path: Sequence[str]) -> Problem:
    shown = [*path[:MOST_OF_A_KIND], *(["…", path[-1]] if len(path) > MOST_OF_A_KIND else [])]
    way = " > ".join(repr(shorten(name)) for name in shown)
    return Problem(
        what=f"the hierarchy leads in a circle: {way}",
        remedy="remove one of these, so that no class is above itself",
    )


# --- which classes stand above which, as Python says it


# each class's parent or parents, or a file of them
ParentsGiven = Mapping[str, str | Sequence[str]] | str | Path


def hierarchy_options(hierarchy: ParentsGiven | None, separator: str = "") -> dict[str, Any]:
    """What a review's options hold of it, see `breakeven.readers.hierarchy`; empty for nothing.

    Raises ReadError with everything that is wrong; ValueError where both are given.
    """
    if hierarchy is not None and separator:
        raise ValueError("hierarchy and hierarchy_separator do the same; give one of them")
    if separator:
        return {"separator": separator}
    if hierarchy is None:
        return {}
    if not isinstance(hierarchy, Mapping):
        return read_hierarchy(Path(hierarchy).name, Path(hierarchy))
    pairs = [
        (str(parent), str(child))
        for child, above in hierarchy.items()
        for parent in ([above] if isinstance(above, str) else above)
    ]
    if not pairs:
        return {}
    return {"parents": check_parents([above for above, _ in pairs], [below for _, below in pairs])}


def hierarchy_from_arrays(
    classes: Sequence[str], stated: Mapping[str, Any], notes: list[Problem]
) -> Hierarchy | None:
    """The hierarchy of classes that came in memory. ValueError where there is none."""
    try:
        return build_hierarchy(classes, stated, {}, notes)
    except ReadError as error:
        raise ValueError(str(error)) from None
