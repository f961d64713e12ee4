"""Which documents a filter keeps, against sets of documents written by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse

from breakeven.analysis.evaluation.cut import Cut
from breakeven.analysis.evaluation.evaluation import Evaluation, evaluate
from breakeven.analysis.evaluation.scored import score_split
from breakeven.analysis.selection.candidates import CandidateDocuments, candidates_of_system
from breakeven.analysis.selection.candidates import candidates_of_evaluation as asked_of
from breakeven.analysis.selection.errors import FilterError, unknown
from breakeven.analysis.selection.selected_evaluation import lookups_of
from breakeven.analysis.selection.selection import select
from breakeven.analysis.selection.where import (
    check,
    filter_documents,
    mask,
    restricted_to,
    where_of,
)
from breakeven.data.records import Predictions, Review, Truth
from breakeven.readers.samples import load_sample
from tests.golden_cases import incidence
from tests.hanging import ends
from tests.made import not_none

# document:  0     1    2     3    4     5
TRUE = ["a", "ab", "", "b", "a", "c"]
CALLED = ["a", "a", "b", "b", "", "b"]
NAMES = ("a", "b", "c")


def truth() -> Truth:
    unjudged = np.zeros((6, 3), dtype=bool)
    unjudged[5, 1] = True  # called b, which nobody judged
    texts = ["Oil up", "oil DOWN", "Äpfel", "", "a.b", "crude oil"]
    return Truth(
        ids=np.array([f"d{i}" for i in range(6)]),
        classes=NAMES,
        labels=incidence(TRUE, "abc"),
        splits=("train", "test"),
        split_of=np.array([0, 0, 1, 1, 1, -1]),
        unjudged=sparse.csc_array(unjudged),
        columns={
            "text": np.array(texts, dtype=object),
            "n_words": np.array([2, 2, 1, 0, 1, 2]),
            "price": np.array([1.5, np.nan, 2.5, 3.0, np.nan, 1e6]),
            "source": np.array(["x", "y z", "", "x", "007", "7"], dtype=object),
            "date": np.array(
                ["2024-01-30", "2024-01-31 10:00", "", "2024-02-01", "2024-02-29", "2024-03-01"],
                dtype=object,
            ),
            "day": np.array(["2024-01-30", "NaT", "2024-02-01"] * 2, dtype="datetime64[D]"),
            "true": np.array(["yes", "no"] * 3, dtype=object),
        },
        text_column="text",
    )


def predictions() -> Predictions:
    scores = np.array(
        [[0.9, 0.8, 0.1, 0.3, 0.5, 0.2], [0.0, 0.4, 0.6, 0.7, 0.1, 0.9], [0.1] * 5 + [0.3]]
    )
    return Predictions("s", np.arange(6), scores, incidence(CALLED, "abc"))


def evaluation(split: str | None = None) -> Evaluation:
    return evaluate(predictions(), score_split(truth(), predictions(), split), split, Cut("given"))


def review_of(about: Truth, *systems: Predictions) -> Review:
    return Review("r", about, systems or (predictions(),), (), "0" * 64)


def documents_of(about: Truth, evaluated: Evaluation) -> CandidateDocuments:
    review = review_of(about)
    return asked_of(review, evaluated, lookups_of(review, select(review, {})))


def rows_where(
    text: str, evaluated: Evaluation | None = None, about: Truth | None = None
) -> list[int]:
    about = about or truth()
    where = where_of(text)
    assert where is not None
    return filter_documents(where, documents_of(about, evaluated or evaluation())).rows.tolist()


@pytest.mark.parametrize(
    ("text", "documents"),
    [
        ("true:a", [0, 1, 4]),
        ("called:b", [2, 3, 5]),
        ("missed:a", [4]),
        ("missed:b", [1]),
        ("extra:b", [2]),  # not 5, where nobody judged it
        ("-true:a", [2, 3, 5]),
        ("wrong", [1, 2, 4, 5]),
        ("right", [0, 3]),
        ("wrong -missed:a", [1, 2, 5]),
        ("true:a OR called:b", [0, 1, 2, 3, 4, 5]),
        ("true:a (called:b OR wrong)", [1, 4]),
        ("-(true:a OR called:b)", []),
        ("split:test", [2, 3, 4]),
        ("-split:test", [0, 1, 5]),
        ("score(a):0.3..0.5", [3, 4]),
        ("score(a)>0.8", [0]),
        ("score(a)>=0.8", [0, 1]),
        ("score(a):..0.2", [2, 5]),
        ("score(b)=0.9", [5]),
        ("n_words=2", [0, 1, 5]),
        ("n_words:0..1", [2, 3, 4]),
        ("n_words<1", [3]),
        ("n_words in (0, 1)", [2, 3, 4]),
        ("price>=2.5", [2, 3, 5]),
        ("-price>=2.5", [0, 1, 4]),  # an unknown price lies in no range
        ("price=1e6", [5]),
        ("source=x", [0, 3]),
        ('source="y z"', [1]),
        ('source=""', [2]),
        ("source=7", [5]),
        ('source in (x, "y z")', [0, 1, 3]),
        ('"true"=yes', [0, 2, 4]),
        ("date>2024-01-31", [3, 4, 5]),
        ("date:2024-01-31..2024-02-29", [1, 3, 4]),
        ("date=2024-01-31", [1]),
        # Tuesday, Wednesday, none, Thursday, Thursday, Friday
        ("weekday(date):Thursday", [3, 4]),
        ("weekday(day):tuesday", [0, 3]),
        ("date in (2024-01-30, 2024-03-01)", [0, 5]),
        ("day>=2024-02-01", [2, 5]),
        ("day=2024-01-30", [0, 3]),
        ("oil", [0, 1, 5]),
        ("OIL down", [1]),
        ('"crude oil"', [5]),
        ("äPFEL", [2]),
        ("a.b", [4]),
        ("-oil", [2, 3, 4]),
        ("hit:a", [0, 1]),
        ("rejected:a", [2, 3, 5]),
        ("rejected:b", [0, 4]),  # neither 5, where nobody judged it
        ("unjudged:b", [5]),
        ("unjudged:a", []),
        ("missed", [1, 4, 5]),
        ("extra", [2]),
        ("more:missed", [1, 4, 5]),
        ("more:extra", [2]),
        ("id:d3", [3]),
        ("id in (d0, d5)", [0, 5]),
        ("length>6", [1, 5]),
        ("length=0", [3]),
        ("labels=0", [2]),
        ("labels:1..2", [0, 1, 3, 4, 5]),
        ("calls=0", [4]),
        ("word:oil", [0, 1, 5]),
        ("word:oi", []),
        ("word:äpfel", [2]),
        ("word:b", [4]),
        ('text:"l d"', [1]),
        ('matches:"^[a-z]"', [1, 4, 5]),
        ('matches:"(?i)^(oil|äp)"', [0, 1, 2]),
        ('matches:"^$"', [3]),
    ],
)
def test_a_filter_keeps_the_documents_that_it_names(text: str, documents: list[int]) -> None:
    assert rows_where(text) == documents


@pytest.mark.parametrize(
    "text",
    ["oil", "word:oil", 'matches:"^o"', "like:d0", "alike", "length>6", "n_words=2", "wrong"],
)
def test_of_no_documents_none_is_kept(text: str) -> None:
    whole = documents_of(truth(), evaluation())
    nobody = replace(
        whole,
        rows=whole.rows[:0],
        labels=not_none(whole.labels)[:0],
        unjudged=not_none(whole.unjudged)[:0],
        scores=not_none(whole.scores)[:, :0],
        decide=lambda: sparse.csc_array((0, 3), dtype=bool),
    )
    assert mask(not_none(where_of(text)), nobody).shape == (0,)


def test_a_filter_asks_about_the_documents_of_the_split_alone() -> None:
    assert rows_where("wrong", evaluation("test")) == [2, 4]
    assert rows_where("split:train", evaluation("test")) == []


@pytest.mark.parametrize(
    ("text", "position", "what"),
    [
        ("true:A", 5, "there is no class 'A' (like it: 'a')"),
        ("wrong  missed:zzz", 14, "there is no class 'zzz'"),
        ("score(q)>1", 6, "there is no class 'q'"),
        ("score(a)>2024-01-31", 9, "scores are numbers"),
        ("split:tset", 6, "there is no split 'tset' (like it: 'test'"),
        ("n_word>3", 0, "there is no column 'n_word' (like it: 'n_words')"),
        ("wrong sources=x", 6, "there is no column 'sources' (like it: 'source')"),
        ("n_words=many", 8, "holds numbers"),
        ("n_words>2024-01-31", 8, "holds numbers"),
        ("source>3", 0, "holds text"),
        ("date>3", 5, "holds days"),
        ("day=x", 4, "holds days"),
        ("hit:q", 4, "there is no class 'q'"),
        ("right system(t):wrong", 13, "there is no system 't'"),
        ("system(s):true:q", 15, "there is no class 'q'"),
        ("differs:S", 8, "there is no system 'S' (like it: 's')"),
        ("id>3", 0, "holds text"),
        ("length=long", 7, "holds numbers"),
        ("lenght=3", 0, "there is no column 'lenght' (like it: 'length')"),
        ('word:"crude oil"', 5, "one word"),
        ("weekday(source):Monday", 8, "the column 'source' holds no days"),
        ("oil like:d6", 9, "there is no document 'd6'"),
        ('oil matches:"a("', 12, "this is no pattern: missing ): a("),
        ('matches:"(?=a)"', 8, "this is no pattern"),
        (f"matches:{'a' * 1_001}", 8, "at most 1,000 characters"),
    ],
)
def test_what_does_not_fit_the_review_is_pointed_at(text: str, position: int, what: str) -> None:
    where = where_of(text)
    assert where is not None
    for ask in (
        lambda: rows_where(text),
        lambda: check(where, review_of(truth()), predictions()),
    ):
        with pytest.raises(FilterError) as caught:
            ask()
        assert what in caught.value.what
        assert (caught.value.position, caught.value.text) == (position, text)


def test_words_need_a_column_of_texts_scores_a_system_with_scores() -> None:
    with pytest.raises(FilterError, match="character 1: there is no column of texts"):
        rows_where("oil", about=replace(truth(), text_column=None))
    scoreless = replace(predictions(), scores=None)
    e = evaluate(scoreless, score_split(truth(), scoreless, None), None, Cut("given"))
    with pytest.raises(FilterError, match="character 7: the system has no scores"):
        rows_where("score(a)>1", e)


def test_without_labels_only_what_was_said_can_be_asked() -> None:
    unlabelled = replace(truth(), labels=None, unjudged=None)
    system = predictions()
    assert system.decisions is not None
    review = review_of(unlabelled)
    documents = candidates_of_system(
        review,
        system,
        lambda: incidence(CALLED, "abc"),
        lookups_of(review, select(review, {})),
    )

    def rows(text: str) -> list[int]:
        where = where_of(text)
        assert where is not None
        return np.flatnonzero(mask(where, documents)).tolist()

    assert rows("called:b oil") == [5]
    for text in ("true:a", "missed:a", "extra:a", "wrong", "-right"):
        with pytest.raises(FilterError, match="nobody has labelled"):
            rows(text)


def test_decisions_are_asked_for_only_where_a_term_needs_them() -> None:
    def never() -> sparse.csc_array:
        raise AssertionError("no decision is needed")

    where = where_of("true:a n_words>1 score(a)>0.1")
    assert where is not None
    review = review_of(truth())
    documents = candidates_of_system(
        review, predictions(), never, lookups_of(review, select(review, {}))
    )
    assert np.flatnonzero(mask(where, documents)).tolist() == [0, 1]


def test_pairs_without_a_score_lie_in_no_range() -> None:
    listed = sparse.csr_array(([0.0, 0.7], ([0, 0], [1, 2])), shape=(3, 6))
    sparsely = replace(predictions(), scores=listed)
    e = evaluate(sparsely, score_split(truth(), sparsely, None), None, Cut("given"))
    assert rows_where("score(a)<=0.5", e) == [1]
    assert rows_where("score(a)<=1 OR score(b)<=1", e) == [1, 2]


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("true:a n_words>1 oil score(a)>0", False),
        ("called:a", True),
        ("-(oil -wrong)", True),
        ("oil OR missed:b", True),
        ("hit:a", True),
        ("unjudged:a OR labels=1", False),
        ("more:extra", True),
        ("calls>1", True),
        ("system(s):true:a", False),
        ("system(s):called:a", True),
        ("differs:s", True),
    ],
)
def test_a_filter_by_outcome_is_known(text: str, asks: bool) -> None:
    where = where_of(text)
    assert where is not None
    assert filter_documents(where, documents_of(truth(), evaluation())).by_outcome == asks


def test_a_kept_column_stands_before_what_is_known_of_any_document() -> None:
    columns = {**truth().columns, "calls": np.arange(6), "id": np.array(["x"] * 6, dtype=object)}
    about = replace(truth(), columns=columns)
    assert rows_where("calls>3", about=about) == [4, 5]
    assert rows_where("id=x", about=about) == [0, 1, 2, 3, 4, 5]
    where = where_of("calls>3")
    assert where is not None
    assert not filter_documents(where, documents_of(about, evaluation())).by_outcome


def test_documents_like_one_have_nearly_its_text() -> None:
    long = "the price of crude oil rose by two dollars a barrel on the exchange"
    texts = [long, long.upper() + ".", f"{long} today", "", "crude oil", ""]
    about = replace(truth(), columns={"text": np.array(texts, dtype=object)})
    assert rows_where("like:d1", about=about) == [0, 1, 2]
    assert rows_where("like:d4", about=about) == [4]
    assert rows_where("like:d3", about=about) == [3]
    assert rows_where("alike", about=about) == [0, 1, 2]
    assert rows_where("-alike oil", about=about) == [4]
    twice = replace(about, ids=np.array(["d0", "d0", "d2", "d3", "d0", "d5"]))
    assert rows_where("like:d0", about=twice) == [0, 1, 2, 4]


def test_what_is_not_there_is_said() -> None:
    with pytest.raises(FilterError, match="character 1: these documents have no ids"):
        rows_where("id=d1", about=replace(truth(), ids=None))
    with pytest.raises(FilterError, match="character 1: there is no column of texts"):
        rows_where("length>3", about=replace(truth(), text_column=None))


def by_two(text: str) -> list[int]:
    """Asked about the system s of a review where t spoke of documents 1 to 5 alone."""
    # document:                             1    2    3     4    5
    other = Predictions("t", np.arange(1, 6), None, incidence(["ab", "", "b", "a", "b"], "abc"))
    review = review_of(truth(), predictions(), other)
    where = where_of(text)
    assert where is not None
    selection = select(review, {"system": "s", "split": "all", "cut": "given"})
    return filter_documents(
        where, asked_of(review, evaluation(), lookups_of(review, selection))
    ).rows.tolist()


@pytest.mark.parametrize(
    ("text", "documents"),
    [
        ("wrong", [1, 2, 4, 5]),
        ("system(t):wrong", [5]),
        ("system(t):right", [1, 2, 3, 4]),
        ("-system(t):wrong", [0, 1, 2, 3, 4]),
        ("wrong system(t):right", [1, 2, 4]),
        ("wrong system(t):(right true:a)", [1, 4]),
        ("system(t):-called:b", [2, 4]),
        ("called:b -system(t):called:b", [2]),
        ("differs:t", [1, 2, 4]),
        ("differs:s", []),
        ("system(t):differs:s", [1, 2, 4]),
        ("system(t):system(s):wrong", [1, 2, 4, 5]),
    ],
)
def test_a_term_can_be_about_another_system(text: str, documents: list[int]) -> None:
    assert by_two(text) == documents


def test_a_pattern_of_a_user_cannot_hang_the_search() -> None:
    # where patterns go back, this takes longer than the world is old
    about = replace(truth(), columns={"text": np.array(["a" * 50_000 + "b"] * 6, dtype=object)})
    with ends("a search"):
        assert rows_where('matches:"^(a+)+$"', about=about) == []


def test_an_empty_filter_is_none() -> None:
    assert where_of(" \n ") is None


def test_a_restricted_evaluation_is_that_of_its_documents_alone() -> None:
    whole = evaluation()
    part = restricted_to(whole, np.array([1, 2, 5]))
    assert part.rows.tolist() == [1, 2, 5]
    # of document 1: a right, b missed; of 2: b extra; of 5: c missed, b not judged
    assert part.tables.tp.tolist() == [1, 0, 0]
    assert part.tables.fp.tolist() == [0, 1, 0]
    assert part.tables.fn.tolist() == [0, 1, 1]
    assert_array_equal(part.scored.scores, predictions().scores[:, [1, 2, 5]])
    assert restricted_to(whole, np.arange(6)) is whole
    assert restricted_to(whole, np.zeros(0, dtype=np.int64)).documents == 0


@pytest.mark.parametrize("text", ["true:grain", "called:wheat", "wrong", "n_words>200", "oil"])
def test_a_filter_and_its_opposite_part_the_documents(text: str) -> None:
    review = load_sample("reuters")
    system = review.predictions[0]
    part = score_split(review.truth, system, "test")
    documents = documents_of(review.truth, evaluate(system, part, "test", Cut("given")))
    one, other = (where_of(t) for t in (text, f"-{text}"))
    assert one is not None
    assert other is not None
    assert_array_equal(mask(one, documents), ~mask(other, documents))
    assert 0 < mask(one, documents).sum() < len(documents.rows)


def test_terms_of_a_class_are_those_of_its_columns_on_a_large_collection() -> None:
    n, k = 781_265, 100
    rng = np.random.default_rng(0)
    labels = sparse.random_array((n, k), density=0.03, format="csc", rng=rng).astype(bool)
    large = Truth(None, tuple(f"c{c}" for c in range(k)), labels, (), np.full(n, -1))
    system = Predictions("s", np.arange(n), decisions=sparse.csc_array(labels))
    e = evaluate(system, score_split(large, system, None), None, Cut("given"))
    where = where_of("true:c1 -missed:c2 (called:c3 OR extra:c4)")
    assert where is not None
    held = labels.toarray()
    # calls are the truth: nothing is missed, nothing extra
    own = np.flatnonzero(held[:, 1] & held[:, 3])
    assert_array_equal(filter_documents(where, documents_of(large, e)).positions, own)


def test_of_a_long_name_that_is_not_there_the_first_sixty_characters_are_said() -> None:
    assert unknown("class", "x" * 60, []) == f"there is no class '{'x' * 60}'"
    assert unknown("class", "x" * 61, []) == f"there is no class '{'x' * 59}…'"
    like = "there is no class 'grian' (like it: 'grain')"
    assert unknown("class", "grian", ["grain", "ship"]) == like
