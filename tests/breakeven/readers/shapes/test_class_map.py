"""A class map: which names it makes of which, what is refused, and what it does to a review."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from breakeven.data.records import Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import Proposal
from breakeven.readers.build import build_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables
from breakeven.readers.samples import load_sample
from tests.made import not_none

Map = dict[str, str | None]


def small(text: str, class_map: Map, **changes: Any) -> Review:
    tables = open_tables([("f.csv", text.encode())])
    proposal = propose(tables)
    files = tuple(replace(file, **changes) for file in proposal.files)
    return build_review(tables, Proposal(files, class_map))


EXCLUSIVE = "id,true,prob_a,prob_b,prob_c\n1,a,.25,.5,.25\n2,b,.125,.125,.75\n"


def test_probabilities_of_classes_that_exclude_one_another_are_added_up() -> None:
    review = small(EXCLUSIVE, {"a": "ab", "b": "ab"})
    assert review.truth.classes == ("ab", "c")
    assert review.truth.task == "single-label"
    assert review.predictions[0].scores.tolist() == [[0.75, 0.25], [0.25, 0.75]]
    assert any("the probability of a merged class is the sum" in n.what for n in review.notes)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (EXCLUSIVE.replace(".25,.5,.25", ".25,.5,.5"), "probability"),  # 1.25 in all
        (EXCLUSIVE.replace("1,a", "1,a|b"), "probability"),  # two classes on one document
        (EXCLUSIVE.replace("prob_", "score_").replace(",.75", ",.875"), "score"),  # 1.125 in all
    ],
)
def test_other_scores_of_merged_classes_are_the_largest(text: str, kind: str) -> None:
    review = small(text, {"a": "ab", "b": "ab"})
    merged = review.predictions[0].scores[review.truth.classes.index("ab")]
    assert merged.tolist() == [0.5, 0.125]
    assert any(f"the {kind} of a merged class is the largest" in n.what for n in review.notes)


def test_an_unjudged_pair_stays_so_only_where_none_of_the_old_ones_is_true() -> None:
    # a, b: true and open; open and open; open and false; false and false
    rows = ["1,1,-1,0", "2,-1,-1,1", "3,-1,0,1", "4,0,0,0"]
    text = "\n".join(["id,a,b,c,score_a,score_b,score_c", *(f"{row},1,2,3" for row in rows)])
    review = small(text, {"b": "a"})
    assert review.truth.classes == ("a", "c")
    assert not_none(review.truth.labels).toarray()[:, 0].tolist() == [True, False, False, False]
    assert not_none(review.truth.unjudged).toarray()[:, 0].tolist() == [False, True, True, False]


def test_dropping_a_class_leaves_its_documents_and_says_so_by_the_task() -> None:
    review = small("id,true,predicted\n1,a,a\n2,b,a\n3,c,b\n", {"c": None})
    assert review.truth.classes == ("a", "b")
    assert not_none(review.truth.labels).toarray().tolist() == [[1, 0], [0, 1], [0, 0]]
    assert review.truth.task == "multi-label"
    assert review.class_map == {"c": None}


def test_the_notes_are_those_of_the_new_names() -> None:
    text = "id,true,predicted\n1,wheat,Wheat\n2,corn,maize\n"
    before = " ".join(str(n) for n in small(text, {}).notes)
    assert "predicted classes that are never true: 2" in before
    assert "look alike: 'wheat', 'Wheat'" in before or "look alike: 'Wheat', 'wheat'" in before
    assert "map one to the other" in before
    review = small(text, {"Wheat": "wheat", "maize": "corn", "rye": "wheat"})
    after = " ".join(str(n) for n in review.notes)
    assert "never true" not in after
    assert "look alike" not in after
    assert "class names replaced: 2 ('Wheat → wheat', 'maize → corn')" in after
    assert "names in the class map that are in no file: 1 ('rye')" in after
    assert review.class_map == {"Wheat": "wheat", "maize": "corn"}


def test_the_map_is_part_of_the_fingerprint_and_none_changes_nothing() -> None:
    text = "id,true,predicted\n1,a,b\n2,b,a\n"
    plain = small(text, {})
    tables = open_tables([("f.csv", text.encode())])
    assert "class_map" not in propose(tables).to_json()
    assert len({plain.fingerprint, *(small(text, {"a": n}).fingerprint for n in "bx")}) == 3
    proposal = replace(propose(tables), class_map={"a": "=x", "b": None})
    assert Proposal.from_json(proposal.to_json()) == proposal


def test_a_sample_is_read_by_a_map_too() -> None:
    plain = load_sample("r8")
    merged = load_sample("r8", {"grain": "crude", "ship": None})
    assert merged.truth.classes == tuple(
        c for c in plain.truth.classes if c not in ("grain", "ship")
    )
    position = {name: c for c, name in enumerate(plain.truth.classes)}
    before, after = not_none(plain.truth.labels), not_none(merged.truth.labels)
    union = before[:, [position["grain"]]] + before[:, [position["crude"]]]
    crude = merged.truth.classes.index("crude")
    assert (after[:, [crude]] != union).nnz == 0
    assert merged.fingerprint != plain.fingerprint


def test_a_map_that_drops_every_class_is_refused() -> None:
    with pytest.raises(ReadError, match="removes every class"):
        small("id,true,predicted\n1,a,b\n2,b,a\n", {"a": None, "b": None})
    with pytest.raises(ReadError, match="removes every class"):
        small("true,a,b\na,1,2\nb,3,4\n", {"a": None, "b": None})
