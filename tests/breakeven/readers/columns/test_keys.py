"""What rows of several files have in common: ids by their values, texts, and no order of rows."""

from __future__ import annotations

import pytest

from breakeven.data.records import Review
from breakeven.readers.base.problems import ReadError
from breakeven.readers.columns import keys
from tests.breakeven.readers.reading import classes_of, notes_text, proposal_of, review_of
from tests.made import not_none

N = 12
CLASSES = [("spam", "ham", "news")[place % 3] for place in range(N)]
TEXTS = [f"the parcel number {place} never came to our door" for place in range(N)]
CODES = [f"T-{1000 + 3 * place}" for place in range(N)]
# an order that is none of the usual ones
OTHER = [5, 0, 11, 3, 8, 1, 10, 2, 7, 4, 9, 6]


def csv_of(columns: dict[str, list[str]], order: list[int] | None = None) -> str:
    """A file of these columns, its rows in this order."""
    rows = range(N) if order is None else order
    lines = [",".join(columns), *(",".join(v[row] for v in columns.values()) for row in rows)]
    return "\n".join(lines) + "\n"


def joined_right(review: Review) -> bool:
    """Whether the one system, which is always right, is so in what was read."""
    labels = classes_of(not_none(review.truth.labels), review.truth.classes)
    (system,) = review.predictions
    called = classes_of(not_none(system.decisions), review.truth.classes)
    return called == [labels[row] for row in system.rows] and all(called)


def refusal_of(**files: str) -> str:
    """What is said of files that are not read before the user says more."""
    with pytest.raises(ReadError) as caught:
        review_of(**files)
    assert any("row order" in problem.remedy for problem in caught.value.problems)
    return str(caught.value)


TRUE = {"label": CLASSES}
PREDICTED = {"predicted": CLASSES}


def test_a_perfect_system_in_another_order_is_perfect_whatever_the_id_is_called() -> None:
    split = ["test" if place % 2 else "dev" for place in range(N)]
    truth = {"ticket_id": CODES, "text": TEXTS, "split": split, "labels": CLASSES}
    review = review_of(
        truth_csv=csv_of(truth), pred_csv=csv_of({"ticket_id": CODES} | PREDICTED, OTHER)
    )
    assert joined_right(review)
    assert not_none(review.truth.documents).tolist() == CODES
    assert review.truth.joined_by_order == ()
    assert "read as the id: the other files have the same values" in notes_text(review)


def test_a_real_key_wins_over_numbers_that_count_the_rows() -> None:
    counted = [str(place) for place in range(N)]
    again = [str(OTHER.index(place)) for place in range(N)]  # in the order of the other file
    for header in ("Unnamed: 0", "index", "row"):
        truth = csv_of({header: counted, "Vorgang": CODES} | TRUE)
        other = csv_of({header: again, "Vorgang": CODES} | PREDICTED, OTHER)
        review = review_of(truth_csv=truth, pred_csv=other)
        assert joined_right(review), header
        assert not_none(review.truth.documents).tolist() == CODES


@pytest.mark.parametrize("header", ["Unnamed: 0", "", "index", "#"])
def test_numbers_that_only_count_the_rows_are_the_order_of_rows_and_asked_about(
    header: str,
) -> None:
    counted = [str(place) for place in range(N)]
    again = [str(OTHER.index(place)) for place in range(N)]
    truth, other = {header: counted} | TRUE, {header: again} | PREDICTED
    told = refusal_of(truth_csv=csv_of(truth), pred_csv=csv_of(other, OTHER))
    assert "only count the rows" in told
    same = refusal_of(truth_csv=csv_of(truth), pred_csv=csv_of({header: counted} | PREDICTED))
    assert "no column links its rows to the documents" in same


def test_times_scores_and_classes_are_no_keys() -> None:
    times = [f"2024-05-{place + 1:02d} 10:00" for place in range(N)]
    seconds = [str(1_700_000_000 + 60 * place) for place in range(N)]
    scores = [f"0.{place + 10}" for place in range(N)]
    for name, values in (("sent", times), ("at", seconds), ("score", scores), ("p", scores)):
        refusal_of(
            truth_csv=csv_of({name: values} | TRUE),
            pred_csv=csv_of({name: values[::-1]} | PREDICTED),
        )
    split = ["dev", "test"] * (N // 2)
    refusal_of(
        truth_csv=csv_of({"split": split, "kind": CLASSES, "label": CLASSES}),
        pred_csv=csv_of({"split": split, "kind": CLASSES, "predicted": CLASSES}, OTHER),
    )


@pytest.mark.parametrize("unit", [1, 1000])
def test_numbers_are_times_where_all_are_of_this_century(unit: int) -> None:
    # 2001-09-09 01:46:40 is the billionth second since 1970, 2033-05-18 03:33:20 the two billionth
    first, last = 10**9 * unit, 2 * 10**9 * unit
    assert keys._in_times([first, last])
    assert not keys._in_times([first - 1, last])
    assert not keys._in_times([first, last + 1])
    assert not keys._in_times([])


def test_ranks_are_no_key_of_numbered_documents() -> None:
    ranks = [str(OTHER.index(place) + 1) for place in range(N)]
    refusal_of(
        truth_csv=csv_of({"id": [str(place + 1) for place in range(N)]} | TRUE),
        pred_csv=csv_of({"rank": ranks} | PREDICTED),
    )


def test_of_two_shared_columns_the_one_that_is_another_in_every_row_is_the_key() -> None:
    customers = [f"C-{place // 2}" for place in range(N)]
    columns = {"customer_id": customers, "ticket_id": CODES}
    review = review_of(
        truth_csv=csv_of(columns | TRUE), pred_csv=csv_of(columns | PREDICTED, OTHER)
    )
    assert joined_right(review)
    assert not_none(review.truth.documents).tolist() == CODES


def test_of_two_keys_alike_the_one_with_the_same_header_is_the_id() -> None:
    other_codes = [f"K-{5000 + 7 * place}" for place in range(N)]
    truth = {"erste": CODES, "zweite": other_codes} | TRUE
    # what stands first has another header in each file
    called = {"dritte": CODES, "zweite": other_codes} | PREDICTED
    review = review_of(truth_csv=csv_of(truth), pred_csv=csv_of(called, OTHER))
    assert joined_right(review)
    assert not_none(review.truth.documents).tolist() == other_codes


def test_two_keys_that_contradict_each_other_are_asked_about() -> None:
    cases = [f"C-{200 + place}" for place in range(N)]
    told = refusal_of(
        truth_csv=csv_of({"case": cases, "ticket": CODES} | TRUE),
        pred_csv=csv_of({"case": cases[::-1], "ticket": CODES} | PREDICTED),
    )
    assert "its rows match other documents than by" in told


def test_documents_that_were_numbered_anew_are_joined_by_their_texts() -> None:
    numbers = [str(place + 1) for place in range(N)]
    anew = [str(OTHER.index(place) + 1) for place in range(N)]
    review = review_of(
        truth_csv=csv_of({"id": numbers, "text": TEXTS} | TRUE),
        pred_csv=csv_of({"id": anew, "text": TEXTS} | PREDICTED, OTHER),
    )
    assert joined_right(review)
    assert "rows are joined by their texts" in notes_text(review)
    # where texts come twice they join nothing, but still tell that numbers do not
    twice = ["the same parcel came twice to our door", *TEXTS[1:-1], TEXTS[1]]
    refusal_of(
        truth_csv=csv_of({"id": numbers, "text": twice} | TRUE),
        pred_csv=csv_of({"id": anew, "text": twice} | PREDICTED, OTHER),
    )


def test_texts_alone_join_rows_where_all_are_different_and_it_is_said() -> None:
    review = review_of(
        truth_csv=csv_of({"ticket": CODES, "message": TEXTS} | TRUE),
        pred_csv=csv_of({"message": TEXTS} | PREDICTED, OTHER),
    )
    assert joined_right(review)
    assert not_none(review.truth.documents).tolist() == CODES
    assert review.truth.text_column == "message"
    assert "joined by their texts, those of “message” of truth.csv" in notes_text(review)
    once = [TEXTS[0], *TEXTS[:-1]]
    refusal_of(
        truth_csv=csv_of({"m": once} | TRUE), pred_csv=csv_of({"m": once} | PREDICTED, OTHER)
    )


@pytest.mark.parametrize(
    ("first", "second"), [("id", "doc_id"), ("Beleg", "Akte"), ("a", "チケット番号")]
)
def test_headers_of_a_key_may_differ(first: str, second: str) -> None:
    review = review_of(
        truth_csv=csv_of({first: CODES} | TRUE), pred_csv=csv_of({second: CODES} | PREDICTED, OTHER)
    )
    assert joined_right(review)


def test_truth_and_systems_in_files_of_their_splits_go_together() -> None:
    dev, test = list(range(6)), list(range(6, N))
    columns = {"Vorgang": CODES, "Anliegen": TEXTS} | TRUE
    review = review_of(
        dev_csv=csv_of(columns, dev),
        test_csv=csv_of(columns, test),
        one_csv=csv_of({"Vorgang": CODES} | PREDICTED, OTHER),
        two_csv=csv_of({"Vorgang": CODES} | PREDICTED, test[::-1]),
    )
    assert not_none(review.truth.documents).tolist() == CODES
    labels = classes_of(not_none(review.truth.labels), review.truth.classes)
    for system in review.predictions:
        called = classes_of(not_none(system.decisions), review.truth.classes)
        assert called == [labels[row] for row in system.rows]
    assert [len(system.rows) for system in review.predictions] == [N, 6]


def test_rows_of_people_and_of_pairs_go_with_documents_by_an_unknown_header() -> None:
    who = "\n".join(f"{code},{by},spam" for code in CODES[::-1] for by in ("anna", "ben"))
    review = review_of(
        truth_csv=csv_of({"Vorgang": CODES} | TRUE | PREDICTED),
        people_csv=f"Vorgang,annotator,labels\n{who}\n",
    )
    assert [annotator.name for annotator in review.truth.annotators] == ["anna", "ben"]
    assert [len(annotator.rows) for annotator in review.truth.annotators] == [N, N]
    alone = proposal_of(people_csv=f"Vorgang,annotator,labels\n{who}\n").files[0]
    assert alone.columns["Vorgang"] == "id"
    pairs = "\n".join(f"{code},{name},0.5" for code in CODES for name in ("spam", "ham", "news"))
    scored = review_of(
        truth_csv=csv_of({"Vorgang": CODES} | TRUE), run_csv=f"Vorgang,class,score\n{pairs}\n"
    )
    assert not_none(scored.predictions[0].scores).shape == (3, N)


def test_ids_that_look_alike_are_told_apart_where_both_are_there() -> None:
    ids = ["7", "007", *CODES[2:]]
    review = review_of(
        truth_csv=csv_of({"nr": ids} | TRUE), pred_csv=csv_of({"nr": ids} | PREDICTED, OTHER)
    )
    assert joined_right(review)
    assert "written otherwise" not in notes_text(review)
    # 07 may be either: it is nobody's
    other = ["07", *ids[1:]]
    some = review_of(
        truth_csv=csv_of({"nr": ids} | TRUE), pred_csv=csv_of({"nr": other} | PREDICTED)
    )
    assert joined_right(some)
    assert len(some.predictions[0].rows) == N - 1
    assert "documents without truth: 1 ('07')" in notes_text(some)


def test_leading_zeros_that_a_spreadsheet_dropped_are_found_and_said() -> None:
    ids = [f"{7 + 5 * place:05d}" for place in range(N)]
    short = [text.lstrip("0") for text in ids]
    review = review_of(
        truth_csv=csv_of({"nr": ids} | TRUE), pred_csv=csv_of({"nr": short} | PREDICTED, OTHER)
    )
    assert joined_right(review)
    assert not_none(review.truth.documents).tolist() == ids
    assert f"read as the same: {N} ('32' is '00032')" in notes_text(review)


def test_rows_counted_from_0_are_not_those_counted_from_1() -> None:
    told = refusal_of(
        truth_csv=csv_of({"id": [str(place + 1) for place in range(N)]} | TRUE),
        pred_csv=csv_of({"id": [str(place) for place in range(N)]} | PREDICTED),
    )
    assert "one counts from 0, the other from 1" in told


def test_a_join_of_less_than_half_is_refused_with_what_was_tried_and_how_much_is_shared() -> None:
    others = [*CODES[:3], *(f"X-{place}" for place in range(9))]
    told = refusal_of(
        truth_csv=csv_of({"id": CODES} | TRUE), pred_csv=csv_of({"id": others} | PREDICTED)
    )
    assert "only 3 values of 12 in “id” have their like in “id” of truth.csv" in told
    named = refusal_of(
        truth_csv=csv_of({"ticket": CODES} | TRUE), pred_csv=csv_of({"case": others} | PREDICTED)
    )
    assert "“case” and “ticket” of truth.csv share 3 values of 12" in named


def test_ids_missing_on_either_side_are_counted_and_named() -> None:
    review = review_of(
        truth_csv=csv_of({"nr": CODES} | TRUE, list(range(10))),
        pred_csv=csv_of({"nr": CODES} | PREDICTED, list(range(3, N))),
    )
    assert joined_right(review)
    assert f"documents without truth: 2 ({CODES[10]!r}, {CODES[11]!r})" in notes_text(review)
    assert f"says nothing: 3 ({CODES[0]!r}, {CODES[1]!r}, {CODES[2]!r})" in notes_text(review)


def test_rows_are_joined_by_their_order_by_the_users_word_alone_and_it_is_said() -> None:
    truth, other = csv_of({"ticket": CODES} | TRUE), csv_of(PREDICTED)
    refusal_of(truth_csv=truth, pred_csv=other)
    review = review_of(by_row_order=True, truth_csv=truth, pred_csv=other)
    assert joined_right(review)
    assert not_none(review.truth.documents).tolist() == CODES
    assert review.truth.joined_by_order == ("pred.csv",)
    assert "joined by row order, as chosen:" in notes_text(review)
    with pytest.raises(ReadError, match="no other file has as many"):
        review_of(by_row_order=True, truth_csv=truth, pred_csv=csv_of(PREDICTED, [0, 1]))
    # what has a key is joined by it, whatever is said
    keyed = csv_of({"ticket": CODES} | PREDICTED, OTHER)
    assert review_of(by_row_order=True, truth_csv=truth, p_csv=keyed).truth.joined_by_order == ()


def test_a_file_without_a_key_beside_two_that_share_texts_is_named() -> None:
    files = {
        "truth_csv": csv_of({"text": TEXTS} | TRUE),
        "pred_csv": csv_of({"text": TEXTS} | PREDICTED, OTHER),
        "late_csv": csv_of({"late": CLASSES}),
    }
    assert refusal_of(**files).startswith("late.csv: no column links its rows")
    review = review_of(**files, by_row_order=True)
    by_name = {system.system: system for system in review.predictions}
    assert set(by_name) == {"pred", "late"}
    for system in by_name.values():
        called = classes_of(not_none(system.decisions), review.truth.classes)
        labels = classes_of(not_none(review.truth.labels), review.truth.classes)
        assert called == [labels[row] for row in system.rows]


def test_the_id_of_one_file_is_what_looks_like_one() -> None:
    def roles(**columns: list[str]) -> dict[str, str]:
        return dict(proposal_of(f_csv=csv_of(columns | TRUE | PREDICTED)).files[0].columns)

    counted = [str(place + 1) for place in range(N)]
    words = [
        "anna",
        "ben",
        "cleo",
        "dora",
        "emil",
        "fritz",
        "gerd",
        "hans",
        "ida",
        "jan",
        "kai",
        "lea",
    ]
    days = [f"2024-05-{place + 1:02d}" for place in range(N)]
    sizes = [str(90 + 7 * place) for place in range(N)]
    ids = [f"{place:08x}-aaaa-4bbb-8ccc-{place:012x}" for place in range(N)]
    guessed = roles(size=sizes, day=days, who=words, message=TEXTS, Vorgang=CODES)
    assert [column for column, role in guessed.items() if role == "id"] == ["Vorgang"]
    assert guessed["size"] == guessed["day"] == guessed["who"] == "slice"
    assert roles(n=sizes, z=ids)["z"] == "id"
    assert roles(lfd=counted, n=sizes)["lfd"] == "id"
    index = roles(**{"Unnamed: 0": counted, "k": CODES})
    assert (index["Unnamed: 0"], index["k"]) == ("ignore", "id")
    assert "id" not in roles(size=sizes, p=[f"0.{n}" for n in sizes], day=days, m=TEXTS).values()


@pytest.mark.parametrize("header", ["message", "review", "Anliegen", "本文", "x"])
def test_the_text_is_the_longest_free_text_whatever_its_header(header: str) -> None:
    titles = [f"a title of five words {place}" for place in range(N)]
    few = [("short note", "none")[place % 2] for place in range(N)]
    file = proposal_of(
        f_csv=csv_of({"title": titles, header: TEXTS, "note": few} | TRUE | PREDICTED)
    ).files[0]
    assert [column for column, role in file.columns.items() if role == "text"] == [header]
    assert file.reasons[header] == "it is the longest free text"
    review = review_of(f_csv=csv_of({header: TEXTS} | TRUE | PREDICTED))
    assert not_none(review.truth.columns[not_none(review.truth.text_column)])[0] == TEXTS[0]


def test_texts_that_only_the_file_with_the_predictions_has_are_those_of_the_documents() -> None:
    review = review_of(
        truth_csv=csv_of({"k": CODES} | TRUE),
        pred_csv=csv_of({"k": CODES, "Anliegen": TEXTS} | PREDICTED, OTHER),
    )
    assert review.truth.text_column == "Anliegen"
    assert review.truth.columns["Anliegen"].tolist() == TEXTS


def test_codes_that_come_back_once_for_each_person_are_the_id_beside_a_number_of_the_row() -> None:
    rows = [
        f"{2 * place + turn + 1},{CODES[place]},{who},{CLASSES[place]}"
        for place in range(N)
        for turn, who in enumerate(("anna", "ben"))
    ]
    file = "\n".join(["n,ticket,annotator,label", *rows]) + "\n"
    (proposal,) = proposal_of(f_csv=file).files
    assert proposal.only("id") == "ticket"
    assert "repeats for each annotator" in proposal.reasons["ticket"]
