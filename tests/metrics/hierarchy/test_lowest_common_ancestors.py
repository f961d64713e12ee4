"""Classes joined at their lowest common ancestors: by hand, by search, and against another tool."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from metrics.hierarchy import lowest_common_ancestors
from metrics.hierarchy.lowest_common_ancestors import (
    join_at_ancestors,
    lowest_common_tables,
    measure_ways_up,
)
from metrics.measures import precision, recall
from metrics.typing import Array

Above = dict[str, list[str]]
NEWS: Above = {
    "wheat": ["grain"],
    "corn": ["grain"],
    "gold": ["metal"],
    "grain": ["commodity"],
    "metal": ["commodity"],
    "trade": [],
    "commodity": [],
}
CLASSES = ["wheat", "corn", "gold", "grain", "trade"]


def matrices(nodes: list[str], above: Above) -> tuple[sparse.csr_array, Array]:
    parents = np.zeros((len(nodes), len(nodes)), dtype=bool)
    for child, of in above.items():
        for parent in of:
            parents[nodes.index(child), nodes.index(parent)] = True

    def level(name: str) -> int:
        return 1 + max((level(parent) for parent in above.get(name, ())), default=0)

    return sparse.csr_array(parents), np.array([level(name) for name in nodes])


def sets(documents: list[set[str]], classes: list[str]) -> sparse.csc_array:
    return sparse.csc_array(np.array([[c in one for c in classes] for one in documents]))


def names(pairs: sparse.csc_array, nodes: list[str]) -> list[set[str]]:
    return [{nodes[n] for n in np.flatnonzero(row)} for row in pairs.toarray()]


# true and called, and what they become: worked out on paper
BY_HAND = [
    ("corn", "corn", "corn", "corn"),
    # siblings meet one step up
    ("wheat", "corn", "wheat grain", "corn grain"),
    # a child for its parent: they meet at the parent
    ("grain", "wheat", "grain", "wheat grain"),
    ("gold", "wheat", "gold metal commodity", "wheat grain commodity"),
    # nothing in common but what is above everything
    ("trade", "gold", "trade", "gold metal commodity"),
    # wheat meets corn at grain, trade meets it nowhere; grain stands above corn, too
    ("wheat trade", "corn", "wheat grain trade", "corn grain"),
    # gold is as near to wheat as to nothing else: commodity is above wheat, and counts there
    ("wheat gold", "wheat", "wheat gold metal commodity", "wheat commodity"),
    # gold is four steps from corn by commodity and from trade by the top: the lower one holds
    ("corn trade", "corn gold", "corn commodity trade", "corn gold metal commodity"),
    ("wheat", "", "wheat", ""),
    ("", "", "", ""),
]


def test_worked_examples() -> None:
    nodes = [*CLASSES, "commodity", "metal"]
    ways = measure_ways_up(*matrices(nodes, NEWS))
    truth, called = (sets([set(row[i].split()) for row in BY_HAND], CLASSES) for i in (0, 1))
    joined = join_at_ancestors(truth, called, ways)
    for i, side in enumerate(joined):
        assert names(side, nodes) == [set(row[2 + i].split()) for row in BY_HAND]
    tables = lowest_common_tables(truth, called, ways)
    # of the calls corn and grain one is true of wheat: half; of the three of gold one
    assert_allclose(precision(tables)[1:4], [1 / 2, 1 / 2, 1 / 3])
    assert_allclose(recall(tables)[1:4], [1 / 2, 1, 1 / 3])
    assert np.isnan(precision(tables)[-1])


def test_one_class_a_document_is_as_another_tool_has_it() -> None:
    # lca_metrics 0.1.0, where classes meet below the root: precision and recall
    cases = [("wheat", "corn", 0.5, 0.5), ("corn", "corn", 1.0, 1.0), ("grain", "wheat", 0.5, 1.0),
             ("gold", "wheat", 0.3333333333333333, 0.3333333333333333)]  # fmt: skip
    ways = measure_ways_up(*matrices([*CLASSES, "commodity", "metal"], NEWS))
    tables = lowest_common_tables(
        sets([{true} for true, *_ in cases], CLASSES),
        sets([{called} for _, called, *_ in cases], CLASSES),
        ways,
    )
    assert_allclose(precision(tables), [case[2] for case in cases], rtol=1e-15)
    assert_allclose(recall(tables), [case[3] for case in cases], rtol=1e-15)


def up(name: str, above: Above) -> dict[str, int]:
    """Steps from a name to each of its ancestors, the root included."""
    steps, edge = {name: 0}, [name]
    while edge:
        here = edge.pop(0)
        for parent in above.get(here) or (["root"] if here != "root" else []):
            if parent not in steps:
                steps[parent] = steps[here] + 1
                edge.append(parent)
    return steps


def searched(true: set[str], called: set[str], nodes: list[str], above: Above) -> list[set[str]]:
    """Both sides of a document, by looking at every pair and every way."""
    _, levels = matrices(nodes, above)
    level = dict(zip(nodes, levels, strict=True)) | {"root": 0}
    place = {name: i for i, name in enumerate([*nodes, "root"])}

    def nearest(node: str, others: set[str]) -> str:
        meetings = []
        for other in others:
            mine, theirs = up(node, above), up(other, above)
            meet = min(
                (mine[n] + theirs[n], -level[n], place[n]) for n in mine.keys() & theirs.keys()
            )
            meetings.append(meet)
        return [*nodes, "root"][min(meetings)[2]]

    reached = set()
    if true and called:
        for node, others in [*product(true, [called]), *product(called, [true])]:
            top = nearest(node, others)
            mine = up(node, above)
            reached |= {
                n for n in mine if top in up(n, above) and mine[n] + up(n, above)[top] == mine[top]
            }
    return [
        (side | {n for n in reached if any(n in up(c, above) for c in side)}) - {"root"}
        for side in (true, called)
    ]


@pytest.mark.parametrize("at_once", [7, 2_000_000])
@pytest.mark.parametrize("seed", range(4))
def test_by_looking_at_every_pair_of_random_classes_with_several_parents(
    seed: int, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lowest_common_ancestors, "AT_ONCE", at_once)
    rng = np.random.default_rng(seed)
    nodes = [f"n{i}" for i in range(14)]
    # parents come later in the list, so that there is no circle
    above = {
        name: sorted({nodes[p] for p in rng.integers(i + 1, 14, rng.integers(0, 3))})
        for i, name in enumerate(nodes[:-1])
    }
    classes = nodes[:9]
    drawn = [[set(np.array(classes)[rng.random(9) < 0.2]) for _ in range(40)] for _ in range(2)]
    joined = join_at_ancestors(
        sets(drawn[0], classes), sets(drawn[1], classes), measure_ways_up(*matrices(nodes, above))
    )
    for d, (true, called) in enumerate(zip(*drawn, strict=True)):
        wanted = searched(true, called, nodes, above)
        assert [names(side, nodes)[d] for side in joined] == wanted


def test_without_a_hierarchy_classes_stay_themselves() -> None:
    rng = np.random.default_rng(0)
    truth, called = (sparse.csc_array(rng.random((50, 6)) < 0.3) for _ in range(2))
    ways = measure_ways_up(sparse.csr_array((6, 6), dtype=bool), np.ones(6, dtype=np.int64))
    for side, own in zip(join_at_ancestors(truth, called, ways), (truth, called), strict=True):
        assert (side != own).nnz == 0
