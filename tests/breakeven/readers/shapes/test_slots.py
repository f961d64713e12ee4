"""Files of slots and their fillers, as at MUC-3: the class is slot=filler, without bounds."""

from __future__ import annotations

import math

import pytest

import breakeven as be
from breakeven.data.records import Review
from breakeven.readers.base.problems import ReadError
from breakeven.ui.home.what_was_read import taken_for
from tests.breakeven.readers.reading import proposal_of, review_of
from tests.tables import unbounded_table

# found: bank of a, mine of b; missed: 3 of a; produced beside them: car of a, mayor of b
CORRECT = {("a", "target", "bank"), ("a", "dead", "3"), ("b", "weapon", "mine")}
PRODUCED = {("a", "target", "bank"), ("a", "weapon", "car"), ("b", "weapon", "mine"),
            ("b", "target", "mayor")}  # fmt: skip
FLAGS = "id,slot,filler,true,predicted\n" + "".join(
    f"{d},{slot},{filler},{int((d, slot, filler) in CORRECT)},"
    f"{int((d, slot, filler) in PRODUCED)}\n"
    for d, slot, filler in sorted(CORRECT | PRODUCED)
)
HEADER = "id,slot,filler\n"
TRIPLES = "".join(",".join(triple) + "\n" for triple in sorted(CORRECT))
SAID = "".join(",".join(triple) + "\n" for triple in sorted(PRODUCED))


def cells_of(review: Review) -> tuple[float, ...]:
    table = be.evaluate(review, split="all").tables.pooled()
    return tuple(float(getattr(table, cell)) for cell in ("tp", "fp", "fn", "tn"))


@pytest.mark.parametrize(
    "files",
    [{"pairs_csv": FLAGS}, {"key_csv": HEADER + TRIPLES, "system_csv": HEADER + SAID},
     {"produced_csv": HEADER + SAID, "truth_csv": HEADER + TRIPLES}],
)  # fmt: skip
def test_triples_give_the_table_of_pairs_correct_and_produced(files: dict[str, str]) -> None:
    review = review_of(**files)
    assert review.truth.classes == (
        "dead=3", "target=bank", "target=mayor", "weapon=car", "weapon=mine"
    )  # fmt: skip
    table = unbounded_table(CORRECT, PRODUCED)
    *counts, tn = cells_of(review)
    assert counts == [float(table.tp), float(table.fp), float(table.fn)] == [2, 2, 1]
    assert math.isnan(tn)
    assert math.isnan(float(table.tn))


def test_that_there_are_no_bounds_is_said_and_can_be_taken_back() -> None:
    review = review_of(pairs_csv=FLAGS)
    assert [note.what for note in review.notes] == [
        (
            "a class is a slot and its filler, and fillers are open-ended, so there are no true "
            "negatives"
        )
    ]
    bounded = be.read(FLAGS.encode(), unbounded=False)
    # ten pairs of two documents and five classes, but for the five that are in one of the sets
    assert cells_of(bounded) == (2, 2, 1, 5)
    assert bounded.notes == ()


def test_what_was_taken_for_the_truth_of_two_lists_is_said() -> None:
    files = proposal_of(produced_csv=HEADER + SAID, truth_csv=HEADER + TRIPLES).files
    assert [taken_for(file) for file in files] == [
        "a row for each slot in “slot” and its filler in “filler”; each of them predicted.",
        "a row for each slot in “slot” and its filler in “filler”; each of them true.",
    ]
    assert files[1].reasons["filler"] == (
        "of the files that list fillers of slots its name says so"
    )


def test_columns_of_other_names_are_given_their_roles() -> None:
    text = FLAGS.replace("slot,filler", "Feld,Wert")
    roles = {"Feld": "slot", "Wert": "class"}
    assert cells_of(be.read(text.encode(), roles=roles, shape="long"))[:3] == (2, 2, 1)


def test_a_document_that_nothing_was_found_in_is_a_row_of_its_id() -> None:
    review = review_of(key_csv=f"{HEADER}{TRIPLES}c,,\n", system_csv=f"{HEADER}{SAID}c,dead,1\n")
    assert cells_of(review)[:3] == (2, 3, 1)


def test_slots_that_are_missing_or_could_be_read_in_two_ways_are_refused() -> None:
    with pytest.raises(ReadError) as refused:
        review_of(pairs_csv="id,slot,filler,true\n1,,bank,1\n2,a=b,c,1\n")
    assert [(p.row, p.column, p.what) for p in refused.value.problems] == [
        (2, "slot", "the slot is missing"),
        (3, "slot", "slot 'a=b' holds =, which separates slot and filler"),
    ]


def test_one_pair_a_document_is_no_single_label_task() -> None:
    text = b"id,slot,filler,true,predicted\n1,target,bank,1,1\n2,dead,3,1,0\n2,dead,4,0,1\n"
    found = be.evaluate(be.read(text), split="all").to_dict()
    assert found["task"] == "multi-label"
    assert found["micro"]["accuracy"] is None
    # one of the two pairs that are right is found, and one of the two produced is right
    assert (found["micro"]["precision"], found["micro"]["recall"]) == (0.5, 0.5)
    assert found["exact_match"] == 0.5
    bounded = be.evaluate(be.read(text, unbounded=False), split="all").to_dict()
    assert bounded["task"] == "single-label"
