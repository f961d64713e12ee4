"""Truth and predictions are recognised by what people call their columns, and by what they hold."""

from __future__ import annotations

import pytest

from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import Proposal
from breakeven.readers.build import read_review
from breakeven.readers.columns.propose import propose
from breakeven.readers.opening import open_tables
from tests.breakeven.readers.reading import notes_text, proposal_of, review_of
from tests.made import not_none

# six documents, four of them right; truth first
TRUE = ("ham", "spam", "eggs", "ham", "spam", "eggs")
CALLED = ("ham", "spam", "ham", "ham", "eggs", "eggs")


def table(header: str, *columns: tuple[object, ...]) -> str:
    rows = [",".join(map(str, row)) for row in zip(*columns, strict=True)]
    return "\n".join([header, *rows, ""])


def test_what_no_header_tells_is_asked_and_not_guessed() -> None:
    text = table("text,eins,zwei", ("n1", "n2", "n3", "n4", "n5", "n6"), TRUE, CALLED)
    with pytest.raises(ReadError) as caught:
        review_of(f_csv=text)
    (problem,) = caught.value.problems
    assert problem.remedy == (
        "choose the column with the truth: “eins” and “zwei” hold the same values"
    )


def test_columns_that_hold_the_classes_of_the_truth_are_systems() -> None:
    review = review_of(f_csv=table("label,bert,svm2,lang", TRUE, CALLED, TRUE, ("en", "de") * 3))
    assert [p.system for p in review.predictions] == ["bert", "svm2"]
    assert list(review.truth.columns) == ["lang"]
    right = [(not_none(review.truth.labels).multiply(p.decisions)).nnz for p in review.predictions]
    assert right == [4, 6]
    assert (
        "“bert” and “svm2” are each read as a prediction: its values are those of “label”"
    ) in notes_text(review)


def test_systems_are_called_by_what_their_headers_add() -> None:
    text = table("id,true,pred_bert,pred_svm", tuple(range(6)), TRUE, CALLED, TRUE)
    assert [p.system for p in review_of(f_csv=text).predictions] == ["bert", "svm"]


def test_equal_numbers_are_a_prediction_only_where_they_agree() -> None:
    stars = (1, 2, 3, 4, 5, 5)
    near, images = (1, 2, 3, 4, 5, 4), (5, 1, 2, 2, 1, 3)
    file = proposal_of(f_csv=table("stars_true,images,mine", stars, images, near)).files[0]
    # the header says truth with a word of its own: nothing else is read of it
    assert file.columns["images"] != "predicted"
    file = proposal_of(f_csv=table("true,images,mine", stars, images, near)).files[0]
    assert file.columns == {"true": "truth", "images": "slice", "mine": "predicted"}
    file = proposal_of(f_csv=table("true,images", stars, images)).files[0]
    assert "images" in file.question
    assert file.columns["images"] == "slice"


def test_lists_in_cells_are_predictions() -> None:
    text = "labels,preds\n\"['a','b']\",\"['a']\"\n\"['b']\",\"['b']\"\n"
    review = review_of(f_csv=text)
    assert not_none(review.truth.labels).toarray().tolist() == [[True, True], [False, True]]
    assert not_none(review.predictions[0].decisions).toarray().tolist() == [
        [True, False],
        [False, True],
    ]


def test_a_second_file_is_recognised_by_the_classes_of_the_first() -> None:
    truth = table("id,label", tuple(range(6)), TRUE)
    other = table("id,bert", tuple(range(6)), CALLED)
    review = review_of(truth_csv=truth, out_csv=other)
    assert [p.system for p in review.predictions] == ["bert"]


FLAGS, SCORES = (1, 0, 1, 0, 1, 0), (0.9, 0.2, 0.4, 0.6, 0.8, 0.1)


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("label,probability", "1"),
        ("y_true,y_prob", "1"),
        ("y_true,y_score", "1"),
        ("is_spam,spam_score", "spam"),
        ("toxic,score", "toxic"),
        ("label,y_hat_proba", "1"),
        ("target,p", "1"),
    ],
)
def test_lone_scores_beside_1_and_0_are_those_of_the_positive_class(header: str, name: str) -> None:
    review = review_of(f_csv=table(header, FLAGS, SCORES))
    assert review.truth.classes == (name,)
    assert not_none(review.truth.labels).toarray().ravel().tolist() == [bool(f) for f in FLAGS]
    assert review.predictions[0].scores.tolist() == [list(SCORES)]
    assert review.predictions[0].probabilities == ("prob" in header)


def test_one_score_beside_flags_of_two_classes_is_of_neither() -> None:
    # 1 and 0 of two classes: nobody knows which of them the fraction is of
    text = table("id,spam,urgent,score", tuple(range(6)), FLAGS, FLAGS[::-1], SCORES)
    (file,) = proposal_of(f_csv=text).files
    assert (file.columns["spam"], file.columns["urgent"]) == ("indicator", "indicator")
    assert file.columns["score"] == "confidence"
    assert file.classes == {"spam": "spam", "urgent": "urgent"}


def test_a_file_of_one_score_a_document_has_a_score_column_for_each_class() -> None:
    # its shape is what the page names and what is read again
    flags = proposal_of(
        truth_csv=table("id,y_true", tuple(range(6)), FLAGS),
        model_csv=table("id,y_score", tuple(range(6)), SCORES),
    )
    assert [file.shape for file in flags.files] == ["indicator", "wide scores"]
    words = proposal_of(
        truth_csv=table("id,label", tuple(range(6)), HAM),
        model_csv=table("id,prediction,score", tuple(range(6)), SPAM_CALLED, NUMBERS),
    )
    assert [file.shape for file in words.files] == ["labels", "wide scores"]


def test_a_system_that_nobody_named_is_not_called_as_the_class_is() -> None:
    text = table("is_spam,spam_score", FLAGS, SCORES)
    assert [p.system for p in review_of(spam_csv=text).predictions] == ["model"]
    assert [p.system for p in review_of(mails_csv=text).predictions] == ["mails"]


def test_decisions_beside_the_lone_scores_are_of_the_same_class() -> None:
    called = (1, 0, 0, 1, 1, 0)  # 0.5 and more
    text = table("y_true,y_pred,y_prob", FLAGS, called, SCORES)
    review = review_of(f_csv=text)
    assert review.truth.classes == ("1",)
    assert not_none(review.predictions[0].decisions).toarray().ravel().tolist() == [
        bool(c) for c in called
    ]
    assert review.predictions[0].probabilities
    # a confidence in what was called ranks nothing: two classes, as before
    sure = table("y_true,y_pred,confidence", FLAGS, called, (0.9, 0.8, 0.6, 0.6, 0.8, 0.9))
    review = review_of(f_csv=sure)
    assert review.truth.classes == ("0", "1")
    assert review.predictions[0].scores is None


def test_what_a_pipeline_called_with_its_score_stays_a_prediction() -> None:
    review = review_of(f_csv=table("label,score", FLAGS, (0.9, 0.6, 0.7, 0.8, 0.5, 0.6)))
    assert review.truth.labels is None
    assert review.predictions[0].decisions is not None


def test_several_lone_scores_are_several_systems() -> None:
    review = review_of(f_csv=table("y_true,lr_prob,rf_prob", FLAGS, SCORES, SCORES[::-1]))
    assert [p.system for p in review.predictions] == ["lr", "rf"]
    assert review.predictions[1].scores.tolist() == [list(SCORES[::-1])]


def test_scores_of_a_second_file_meet_truth_of_1_and_0() -> None:
    review = review_of(
        truth_csv=table("id,label", tuple(range(6)), FLAGS),
        model_csv=table("id,y_score", tuple(range(6)), SCORES),
    )
    assert review.truth.classes == ("1",)
    assert review.predictions[0].scores.tolist() == [list(SCORES)]


def test_flags_called_after_a_class_are_its_decisions() -> None:
    review = review_of(
        f_csv=table(
            "id,toxic,rude,pred_toxic,rude_pred", tuple(range(6)), FLAGS, FLAGS, FLAGS, FLAGS[::-1]
        )
    )
    assert review.truth.classes == ("rude", "toxic")
    (system,) = review.predictions
    assert not_none(system.decisions).toarray()[:, 1].tolist() == [bool(f) for f in FLAGS]
    assert not_none(system.decisions).toarray()[:, 0].tolist() == [bool(f) for f in FLAGS[::-1]]
    of_one_class = review_of(f_csv=table("toxic,pred_toxic", FLAGS, FLAGS))
    assert of_one_class.truth.classes == ("toxic",)
    assert of_one_class.predictions[0].decisions is not None


def test_rows_that_add_up_to_one_are_proposed_as_probabilities() -> None:
    text = "id,true,cat,dog\n1,cat,0.7,0.3\n2,dog,0.334,0.667\n"
    file = proposal_of(f_csv=text).files[0]
    assert file.probabilities
    review = review_of(f_csv=text)
    assert review.predictions[0].probabilities
    assert "read as probabilities: in every row the scores add up to 1" in notes_text(review)
    assert not proposal_of(f_csv=text.replace("0.7,", "0.6,")).files[0].probabilities
    assert not proposal_of(f_csv=text.replace("0.7,0.3", "1.3,-0.3")).files[0].probabilities


def test_a_reason_goes_with_the_role_it_was_for() -> None:
    text = table("label,bert,svm", TRUE, CALLED, TRUE)
    file = proposal_of(f_csv=text).files[0]
    assert set(file.reasons) == {"bert", "svm"}
    changed = file.with_roles({"svm": "slice"})
    assert set(changed.reasons) == {"bert"}
    assert changed.systems == {"bert": "bert"}


def test_columns_taken_for_predictions_by_hand_are_a_system_each() -> None:
    text = table("a,b,c", TRUE, CALLED, TRUE)
    file = proposal_of(f_csv=text).files[0]
    changed = file.with_roles({"a": "truth", "b": "predicted", "c": "predicted"})
    assert changed.systems == {"b": "b", "c": "c"}


@pytest.mark.parametrize(
    "text",
    [
        "id,score:spam\n1,0.25\n2,0.75\n",
        "id,true,score:spam\n1,,0.25\n2,,0.75\n",
        "id,proba_spam\n1,0.25\n2,0.75\n",
    ],
)
def test_one_class_is_read_unlabelled_and_without_positives(text: str) -> None:
    review = read_review([("f.csv", text.encode())])
    assert review.truth.classes == ("spam",)
    assert review.predictions[0].scores.tolist() == [[0.25, 0.75]]
    if "true" in text:
        assert not_none(review.truth.labels).nnz == 0
    else:
        assert review.truth.labels is None


@pytest.mark.parametrize("text", ["score_a,score_b", "score a,score b", "A score,B Score"])
def test_a_blank_in_a_header_is_as_good_as_an_underscore(text: str) -> None:
    review = review_of(f_csv=f"id,true,{text}\n1,a,0.9,0.2\n2,b,0.3,0.8\n")
    assert review.truth.classes == ("a", "b")
    assert review.predictions[0].scores.tolist() == [[0.9, 0.3], [0.2, 0.8]]


def test_a_document_is_its_id_where_its_cells_are_no_sentences() -> None:
    review = review_of(f_csv="document,true,predicted\na/7,a,a\nb/9,b,b\n")
    assert not_none(review.truth.documents).tolist() == ["a/7", "b/9"]
    review = review_of(f_csv="document,true,predicted\nships leave,a,a\nrain,b,b\n")
    assert review.truth.text_column == "document"


def test_names_equal_as_numbers_are_said() -> None:
    review = review_of(f_csv="true,predicted\n1,1.0\n0,0\n")
    assert "look alike: '1', '1.0'" in notes_text(review)


def test_a_column_n_is_a_count_only_where_no_pair_comes_twice() -> None:
    once, twice = "true,predicted,n\na,a,3\na,b,1\n", "true,predicted,n\na,a,3\na,a,1\n"
    assert proposal_of(f_csv=once).files[0].shape == "long matrix"
    assert proposal_of(f_csv=twice).files[0].shape == "labels"


HAM, NUMBERS = ("spam", "ham", "spam", "ham", "spam", "ham"), (0.9, 0.2, 0.4, 0.6, 0.8, 0.1)
SPAM_CALLED = ("spam", "ham", "ham", "spam", "spam", "ham")  # 0.5 and more


@pytest.mark.parametrize(
    ("header", "columns"),
    [
        ("label,p_spam", (HAM, NUMBERS)),
        ("label,spam_score", (HAM, NUMBERS)),
        ("label,prediction,score", (HAM, SPAM_CALLED, NUMBERS)),
        ("label,prediction,spam_prob", (HAM, SPAM_CALLED, NUMBERS)),
    ],
)
def test_lone_scores_beside_two_names_are_of_one_of_them(
    header: str, columns: tuple[tuple[object, ...], ...]
) -> None:
    review = review_of(f_csv=table(header, *columns))
    assert review.truth.classes == ("spam",)
    (system,) = review.predictions
    assert not_none(review.truth.labels).toarray().ravel().tolist() == [n == "spam" for n in HAM]
    assert system.scores.tolist() == [list(NUMBERS)]
    if len(columns) == 3:
        called = not_none(system.decisions).toarray().ravel().tolist()
        assert called == [name == "spam" for name in SPAM_CALLED]


def test_a_number_that_ranks_neither_of_two_names_is_kept_as_it_is() -> None:
    sure = (0.9, 0.8, 0.6, 0.6, 0.8, 0.9)
    for header, columns in (
        ("label,prediction,confidence", (HAM, SPAM_CALLED, sure)),
        ("label,prediction,length", (HAM, SPAM_CALLED, (0.5, 12.25, 3, 8, 1, 0.25))),
    ):
        review = review_of(f_csv=table(header, *columns))
        assert review.truth.classes == ("ham", "spam")
        assert review.predictions[0].scores is None


def test_a_fraction_beside_the_truth_is_a_property_where_another_file_predicts() -> None:
    ids = tuple(range(6))
    review = review_of(
        truth_csv=table("id,label,difficulty", ids, FLAGS, NUMBERS),
        model_csv=table("id,prediction", ids, FLAGS),
    )
    assert review.truth.classes == ("0", "1")
    assert list(review.truth.columns) == ["difficulty"]


def test_only_one_class_of_a_column_counts_where_it_is_said() -> None:
    file = proposal_of(f_csv=table("true,predicted", TRUE, CALLED)).files[0]
    changed = file.with_roles({"true": "truth:spam", "predicted": "predicted:spam"})
    data = table("true,predicted", TRUE, CALLED).encode()
    review = read_review([("f.csv", data)], Proposal((changed,)))
    assert review.truth.classes == ("spam",)
    assert not_none(review.truth.labels).toarray().ravel().tolist() == [n == "spam" for n in TRUE]


def test_without_scores_there_are_no_probabilities() -> None:
    (file,) = proposal_of(f_csv="id,true,predicted\n1,a,a\n2,b,a\n").files
    assert file.probabilities is False


def test_numbers_with_gaps_in_them_that_are_equal_by_chance_alone_are_another_thing() -> None:
    # `code` holds the numbers that the classes have, at random, and nothing in half of the rows
    rows = [f"{i},{i % 2},{(i // 2) % 2},{'' if i % 3 else (i // 4) % 2}" for i in range(24)]
    (file,) = proposal_of(f_csv="\n".join(["id,true,predicted,code", *rows])).files
    assert file.columns["code"] == "slice"


def test_a_question_is_asked_only_where_nothing_else_was_found() -> None:
    text = table("id,fraud,fraud_pred,fraud_score", tuple(range(6)), FLAGS, FLAGS, SCORES)
    assert proposal_of(f_csv=text).files[0].question == ""
    several = table("y,lr,rf", FLAGS, SCORES, SCORES[::-1])
    assert proposal_of(f_csv=several).files[0].question == (
        "choose whether the scores of “1” are in “lr” and “rf”"
    )


def test_what_people_said_and_what_documents_are_is_no_prediction() -> None:
    file = proposal_of(
        f_csv=table("gold,annotator_1,bert,is_long", FLAGS, FLAGS, FLAGS, FLAGS)
    ).files[0]
    assert file.having("predicted") == ["bert"]
    assert file.having("slice") == ["annotator_1", "is_long"]


def test_a_shape_that_is_said_is_what_columns_are_taken_for() -> None:
    tables = open_tables([("f.csv", b"id,p_spam\n1,0.25\n2,0.75\n")])
    # p_value would be no class
    assert propose(tables).files[0].having("score") == []
    file = propose(tables, "wide scores").files[0]
    assert (file.having("score"), file.classes) == (["p_spam"], {"p_spam": "spam"})


def test_one_pair_of_flags_is_a_class_of_its_name_unless_that_says_class() -> None:
    rows = "".join(f"{i},{i % 2},{i // 2 % 2}\n" for i in range(12))
    assert review_of(f_csv=f"id,toxic,pred_toxic\n{rows}").truth.classes == ("toxic",)
    assert review_of(f_csv=f"id,label,pred_label\n{rows}").truth.classes == ("0", "1")
