"""Files that make no review: what they come nearest to and miss, and which are left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from breakeven.data.records import Problem
from breakeven.data.wording import listed
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import OF_A_SYSTEM, OF_TRUTH, FileProposal
from breakeven.readers.columns.column_guess import NAMES, ColumnGuess
from breakeven.readers.files.arrow_types import is_list
from breakeven.readers.files.cells import encoded, is_nested, texts
from breakeven.readers.files.file_table import FileTable

# --- what a file without predictions comes nearest to, and what it misses


MOST_LISTED = 3
MOST_NUMBERS = 10  # that may be classes
LOOKS_LIKE = "this looks like"
CALLED_SO = "such as “predicted”, or score columns named “score:” and the class"


def ask_for_missing(guesses: list[ColumnGuess]) -> None:
    """Where nothing is predicted in any file: what each looks like, and what is missing.

    What is true, or what people said each, is looked at by itself, and so are texts with splits:
    that nobody predicted anything is said elsewhere, and is no question.
    """
    roles = (*OF_A_SYSTEM, *OF_TRUTH, "annotator", "count")
    texts_of_splits = all(any(guess.has(what) for guess in guesses) for what in ("text", "split"))
    if texts_of_splits or any(guess.has(*roles) for guess in guesses):
        for guess in guesses:
            if guess.has_known_format and guess.has(*OF_TRUTH):
                guess.question = ""  # what a format asks for was given
        return
    for guess in guesses:
        if not guess.question:
            guess.question = _nearest(guess)


def _nearest(guess: ColumnGuess) -> str:
    """The shape that a file looks like, and what it misses, in one sentence."""
    columns = guess.table.columns
    if guess.shape == "long":
        looks = "one row per document and class, and the truth"
        missing = "a column with the scores, or with 1 where the class is predicted"
    elif len(columns) == 1:
        looks = "a list with one value per line"
        missing = "a header and at least two columns, such as “true” and “predicted”"
    else:
        looks = "a table with one row per document"
        missing = f"a column with the true class and one with the predicted class, {CALLED_SO}"
        if candidates := [c for c in guess.free() if _may_be_classes(guess, c)]:
            missing += f" (or set what {listed(candidates, MOST_LISTED)} holds)"
    return f"{LOOKS_LIKE} {looks}, but lacks {missing}"


def _may_be_classes(guess: ColumnGuess, column: str) -> bool:
    """Whether few different values come again and again, as names of classes do."""
    kind = guess.table.type_of(column)
    other = {name for what in ("split", "text", "id") for name in NAMES[what]}
    if column.strip().lower() in other or is_nested(kind) or is_list(kind):
        return False
    if guess.is_score(column) or guess.is_of_the_sample(column):
        return False
    first = guess.table.first(column)
    held = [value for value in encoded(first)[1] if value]
    most = len(first) // 2
    return 1 < len(held) <= max(2, min(most, MOST_NUMBERS) if guess.is_numeric(column) else most)


# --- which of the files and tables that lie together belong to a review, and which are left out


NOTHING = "it holds neither truth nor predictions"
MATRIX = "it is a matrix of counts, and the other files hold documents"
OTHER_MATRIX = "it is another matrix of counts"
OTHER_TRUTH = "it holds the truth of other documents, or the predictions hold the truth themselves"
OTHERS = "its ids differ from those of the predictions"
# how many of the first ids of a file another has, for both to speak of the same documents
SHARED_IDS = 0.5


def unused_tables(
    tables: Sequence[FileTable], alone: Callable[[FileTable], FileProposal]
) -> Mapping[str, str]:
    """The tables that are left out, by name, with the reason.

    Only those that lie in one file or folder with others; where nothing would be left, none that
    can be read. `alone`: what a table is taken for by itself.
    """
    unused = {t.name: _problem_text(t.problem) for t in tables if t.problem is not None}
    tables = [table for table in tables if table.problem is None]
    if not any(table.optional for table in tables):
        return unused
    seen: dict[str, FileProposal] = {}
    for table in tables:
        try:
            seen[table.name] = alone(table)
        except ReadError as error:
            unused[table.name] = _problem_text(error.problems[0])
    read = [table for table in tables if table.name in seen]
    reasons = {
        table.name: reason
        for table in read
        if table.optional and (reason := _reason(table, read, seen))
    }
    return unused | (reasons if len(reasons) < len(read) else {})


def _problem_text(problem: Problem) -> str:
    return problem.what if problem.row is None else f"row {problem.row:,}: {problem.what}"


def left_out_proposal(table: FileTable, why: str) -> FileProposal:
    """A file that is left out, for a reason."""
    return FileProposal(
        name=table.name,
        role="left out",
        shape="labels",
        columns=dict.fromkeys(table.columns, "ignore"),
        why=why,
    )


def _reason(table: FileTable, tables: Sequence[FileTable], seen: Mapping[str, FileProposal]) -> str:
    """Why a table is left out; "" where it is not."""
    own = seen[table.name]
    matrices = [t for t in tables if seen[t.name].role == "matrix"]
    of_documents = [t for t in tables if seen[t.name].role != "matrix"]
    predicted = [t for t in of_documents if seen[t.name].having(*OF_A_SYSTEM)]
    labelled = [t for t in of_documents if seen[t.name].having(*OF_A_SYSTEM, *OF_TRUTH)]
    if own.role == "matrix":
        if labelled:
            return MATRIX
        return "" if table is matrices[0] else OTHER_MATRIX
    if own.having(*OF_A_SYSTEM):
        return ""
    others = [t for t in labelled if t is not table]
    if own.having(*OF_TRUTH):
        return "" if not predicted or _is_needed(table, labelled, seen) else OTHER_TRUTH
    if not own.having("id") or not own.having("split", "text"):
        return NOTHING
    return "" if any(_same_documents(table, t, seen) for t in others) else OTHERS


def _is_needed(
    truth: FileTable, labelled: Sequence[FileTable], seen: Mapping[str, FileProposal]
) -> bool:
    """Whether predictions without truth go with this one, and with no other better."""
    without = [t for t in labelled if not seen[t.name].having(*OF_TRUTH)]
    rivals = [t for t in labelled if t is not truth and t not in without]
    fits = any(_same_documents(truth, t, seen) for t in without)
    return bool(without) and (fits or not rivals)


def _same_documents(first: FileTable, second: FileTable, seen: Mapping[str, FileProposal]) -> bool:
    """Whether two files speak of the same documents: of the same ids, or as many without any."""
    ids = [_ids(table, seen[table.name]) for table in (first, second)]
    if ids[0] is None or ids[1] is None:
        return ids[0] is ids[1] and first.rows == second.rows
    shared = len(ids[0] & ids[1])
    return shared >= SHARED_IDS * min(len(ids[0]), len(ids[1]))


def _ids(table: FileTable, file: FileProposal) -> set[str] | None:
    column = file.only("id")
    if column is None or is_nested(kind := table.type_of(column)) or is_list(kind):
        return None
    return set(texts(table.column(column)))
