"""The data of a review by themselves: their texts and columns, and what is wrong with them.

What is wrong is counted before it is said, by the rule of every door; where that takes longer than
a page may wait, nothing is said until somebody opened a page that checks the data.
"""

from __future__ import annotations

from breakeven.analysis.documents.facets import PartedColumn, parted_columns
from breakeven.analysis.findings.duplicates import search_near
from breakeven.analysis.selection.data_errors import (
    USUAL,
    DataErrors,
    data_errors,
    with_near_copies,
)
from breakeven.analysis.selection.expression import Leaked
from breakeven.data.corpus import Texts
from breakeven.data.records import Review
from breakeven.ui.app.cache.memo import cached, digest, stands_for
from metrics.dataset.near_duplicates import NearDuplicates

# so many characters of text, and documents, are compared within a second
MOST_CHARACTERS, MOST_DOCUMENTS = 20_000_000, 300_000


@cached(entries=16)
def searched(review: Review, min_words: int, similarity: float) -> dict[str, NearDuplicates | None]:
    """Where the search of one review and limits for nearly equal texts leaves what it `found`.

    The search itself is not cached: of many texts it is made only when somebody asks.
    """
    return {}


@cached(entries=16)
def _visited(review: Review) -> set[str]:
    """Whether somebody has opened a page that checks the data, however long that takes."""
    return set()


def note_visit(review: Review) -> None:
    """A page that checks the data was opened: from then on every page says what is wrong."""
    _visited(review).add("checked")


@cached(entries=16)
def quick(review: Review) -> bool:
    """Whether documents are compared, and nearly equal texts found, without a wait."""
    truth = review.truth
    if truth.n > MOST_DOCUMENTS:
        return False
    texts = () if truth.text_column is None else truth.columns[truth.text_column]
    return sum(len(str(text)) for text in texts) <= MOST_CHARACTERS


@cached(entries=16, spinner="Comparing the documents …")
def _errors(review: Review, near: NearDuplicates | None) -> DataErrors:
    return data_errors(review.truth, near)


def errors_of(review: Review, near: bool) -> DataErrors:
    """What is wrong by the usual limits; where `near`, nearly equal texts are searched for."""
    kept = searched(review, USUAL.min_words, USUAL.similarity)
    if near and "found" not in kept:
        keep_search(review, USUAL.min_words, USUAL.similarity, search_near(review.truth, USUAL))
    return _errors(review, kept["found"] if near else None)


def keep_search(
    review: Review, min_words: int, similarity: float, near: NearDuplicates | None
) -> None:
    """Keep what a search for nearly equal texts found, for all pages."""
    searched(review, min_words, similarity)["found"] = near
    stands_for(near, digest("near", review, min_words, similarity))


def ready_errors(review: Review, leaked: Leaked | None = None) -> DataErrors | None:
    """What is wrong, as every door counts it; None where that takes a wait that nobody asked for.

    `leaked`: the term by which the filter leaves out what leaks.
    """
    near = with_near_copies(review.truth, leaked)
    if len(review.truth.splits) < 2 or not (leaked or quick(review) or _checked(review, near)):
        return None
    return errors_of(review, near)


def _checked(review: Review, near: bool) -> bool:
    """Whether a page that checks the data has compared the documents already."""
    kept = searched(review, USUAL.min_words, USUAL.similarity)
    return bool(_visited(review)) and (not near or "found" in kept)


@cached(entries=4, spinner="Reading the texts …")
def texts_of(review: Review) -> Texts:
    """The texts, made ready once for all who search in them."""
    return Texts(review.truth)


@cached(entries=4, spinner="Reading the columns …")
def parted_columns_of(review: Review) -> tuple[PartedColumn, ...]:
    """The kept columns cut into the values and ranges that documents are counted by."""
    texts = None if review.truth.text_column is None else texts_of(review)
    return parted_columns(review.truth, texts)
