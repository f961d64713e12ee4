"""Guess what each column is, so that nobody has to rename one first.

What the format of a file says comes first, then headers, and then what columns hold.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import pyarrow as pa
import pyarrow.compute as pc

from breakeven.data.gold import BETWEEN, are_numbers, rank_of
from breakeven.data.wording import quoted
from breakeven.readers.base.header_words import (
    hints_predicted,
    hints_truth,
    says_either,
    says_score,
    says_truth,
)
from breakeven.readers.base.problems import ReadError, within_limits
from breakeven.readers.base.proposal import (
    OF_A_SYSTEM,
    OF_CLASSES,
    OF_TRUTH,
    FileProposal,
    Proposal,
    Shape,
    file_role,
)
from breakeven.readers.columns.annotator_columns import (
    find_annotator_files,
    find_annotators,
    finish_annotators,
    take_annotator,
)
from breakeven.readers.columns.answer_columns import find_answers
from breakeven.readers.columns.class_columns import find_class_columns
from breakeven.readers.columns.column_content import OWN_COLUMNS, find_text, why_no_names
from breakeven.readers.columns.column_guess import NAMES, ColumnGuess
from breakeven.readers.columns.incomplete_files import (
    ask_for_missing,
    left_out_proposal,
    unused_tables,
)
from breakeven.readers.columns.keys import find_keys, find_own_id, is_counter, same_documents
from breakeven.readers.columns.label_columns import (
    ask_which_is_truth,
    find_by_values,
    take_expected_and_actual,
    take_truth_across_files,
    take_truth_of_models,
    take_truth_of_predicted,
)
from breakeven.readers.columns.score_columns import (
    are_probabilities,
    find_binary_scores,
    find_score_lists,
    scores_of_positives,
)
from breakeven.readers.files.arrow_types import is_list
from breakeven.readers.files.cells import encoded, is_nested, texts
from breakeven.readers.files.file_table import FileTable

# --- Columns that say how right a class is, in more than yes and no


MOST_GRADES = 10
GRADE_PREFIXES = ("grade:", "grade_")


def grade_column(guess: ColumnGuess) -> str | None:
    """The free column of the long shape that holds grades, by its name and by what it holds."""
    named = [c for c in guess.free() if c.strip().lower() in (*NAMES["grade"], *NAMES["truth"])]
    return next((column for column in named if are_grades(guess, column)), None)


def are_grades(guess: ColumnGuess, column: str) -> bool:
    """Whether a column holds a few whole numbers from 0 on, or known words for grades.

    Where its name says no more than truth the numbers go up without a gap, for 7 beside 0 and 1
    is a mistake.
    """
    kind = guess.table.type_of(column)
    if is_nested(kind) or is_list(kind) or guess.are_flags([column]):
        return False
    names = [name for name in guess.distinct(column) if name.strip()]
    if not 1 < len(names) <= MOST_GRADES or any(BETWEEN in name for name in names):
        return False
    ranks = [rank for name in names if (rank := rank_of(name)) is not None]
    if len(ranks) < len(names):
        return False
    if are_numbers(names):
        if min(ranks) < 0 or max(ranks) > MOST_GRADES or any(rank % 1 for rank in ranks):
            return False
        called_so = column.strip().lower() in NAMES["grade"]
        return called_so or max(ranks) - min(ranks) + 1 == len(set(ranks))
    return not any(are_numbers([name]) for name in names)


def find_grades(guess: ColumnGuess) -> None:
    """Columns of grades that are called so, each of a class: `grade:grain`."""
    if guess.shape == "long" or guess.has("truth", "indicator", "annotated"):
        return
    for column in guess.free():
        name = column.strip()
        prefix = next((p for p in GRADE_PREFIXES if name.lower().startswith(p)), None)
        if prefix is not None and len(name) > len(prefix):
            kind = guess.table.type_of(column)
            if not is_nested(kind) and not is_list(kind):
                guess.roles[column] = "grade"
                guess.classes[column] = name[len(prefix) :]


# --- what the format of a file says of its columns, as a guess


def take_draft(guess: ColumnGuess) -> None:
    """Give the columns of a file the roles that its format knows; all others are information."""
    draft = guess.table.draft
    assert draft is not None
    for column in guess.table.columns:
        kind = guess.table.type_of(column)
        readable = not is_nested(kind) and not is_list(kind)
        guess.roles[column] = draft.roles.get(column, "slice" if readable else "ignore")
    guess.shape = draft.shape or "labels"
    guess.classes = dict(draft.classes)
    guess.separator = draft.separator
    guess.probabilities = draft.probabilities
    guess.why_probabilities = draft.why_probabilities
    guess.system = draft.system
    guess.systems = dict(draft.systems)
    guess.people = dict(draft.annotators)
    guess.reasons = dict(draft.reasons)
    guess.question = draft.question


def name_batches(guesses: Sequence[ColumnGuess]) -> None:
    """Files of one system keep its name where each has other documents, as batches of it have.

    Else each is called after its file. A file of nothing but failures, which says no system, is
    of the only one of its format.
    """
    formatted = [
        guess for guess in guesses if guess.has_known_format and guess.only("id") is not None
    ]
    for guess in formatted:
        of_format = {g.system for g in formatted if g.table.format == guess.table.format} - {""}
        if not guess.system and len(of_format) == 1 and _failed_throughout(guess):
            guess.system = of_format.pop()
    by_system: dict[str, list[ColumnGuess]] = {}
    for guess in formatted:
        if guess.system:
            by_system.setdefault(guess.system, []).append(guess)
    for batches in by_system.values():
        if len(batches) == 1:
            continue
        ids = [pc.unique(guess.table.column(guess.only("id") or "")) for guess in batches]
        every = pa.concat_arrays([column.cast(pa.string()) for column in ids])
        if len(every.unique()) < len(every):
            for guess in batches:
                guess.system = ""


def _failed_throughout(guess: ColumnGuess) -> bool:
    """Whether no row of a file of answers has one."""
    answer = guess.only("answer")
    if answer is None or guess.only("failed") is None:
        return False
    given = guess.table.column(answer)
    return not pc.any(pc.not_equal(pc.fill_null(given, ""), "")).as_py()


# --- Guess what each column is, so that nobody has to rename one first
#
# Score columns meet their classes by name, never by order. A guess is a proposal: the user sees it
# and may change it.


MOST_SPLITS = 20
CODE = re.compile(r"[!-~]{1,80}")  # no sentence: an id
MATRICES = (None, "square matrix", "long matrix")


@within_limits()
def propose(tables: Sequence[FileTable], shape: Shape | None = None) -> Proposal:
    """What every file and column most likely is; of a shape where the user says which.

    Of files and tables that lie together those that are of no use are left out.
    Raises ReadError for broken Parquet.
    """
    unused = unused_tables(tables, lambda table: _proposed([table], shape).files[0])
    read_tables = [table for table in tables if table.name not in unused]
    by_name = {
        file.name: file for file in (_proposed(read_tables, shape).files if read_tables else ())
    }
    return Proposal(
        tuple(by_name.get(t.name) or left_out_proposal(t, unused.get(t.name, "")) for t in tables)
    )


def _proposed(tables: Sequence[FileTable], shape: Shape | None) -> Proposal:
    guesses = [ColumnGuess(table, wanted=shape) for table in tables]
    if len(guesses) == 1 and shape in MATRICES and _is_matrix(guesses[0]):
        _check_room(guesses[0])
        return Proposal((_finished(guesses[0], guesses[0].table.stem),))
    # of those in a format that says what its columns are, nothing is guessed
    plain = [guess for guess in guesses if not guess.has_known_format]
    find_keys(guesses)
    if len(guesses) == 1:
        find_own_id(guesses[0])
    for guess in guesses:
        if guess.has_known_format:
            take_draft(guess)
        else:
            _by_name(guess)
        _check_room(guess)
    take_truth_across_files(plain)
    name_batches(guesses)
    has_truth = any(guess.has_known_format and guess.has(*OF_TRUTH) for guess in guesses)
    _one_truth(plain, has_truth)
    _one_list(plain)
    find_by_values(guesses)
    find_answers(guesses)
    for guess in plain:
        if guess.shape != "long":
            guess.separator = _separator(guess)
    find_class_columns(guesses)
    find_binary_scores(plain)
    find_annotator_files(guesses)
    ask_which_is_truth(guesses)
    stems = [guess.table.stem for guess in guesses]
    systems = [
        stem if stem not in stems[:i] else f"{stem} ({stems[:i].count(stem) + 1})"
        for i, stem in enumerate(stems)
    ]
    describing = [guess for guess in guesses if guess.has(*OF_TRUTH)] or guesses
    for guess in plain:
        _settle(guess)
        if (guess.keyless or guess.joined_on) and guess in describing:
            find_own_id(guess)
    ask_for_missing(guesses)
    for guess in plain:
        _last(guess, guess in describing)
    return Proposal(tuple(map(_finished, guesses, systems)))


def _check_room(guess: ColumnGuess) -> None:
    """Raises ReadError where rows are too many for documents, and are no pairs of them."""
    if guess.table.room is not None and guess.shape != "long":
        raise ReadError([guess.table.room.refusal])


def _settle(guess: ColumnGuess) -> None:
    """What follows from all columns of truth and predictions together."""
    finish_annotators(guess)
    guess.probabilities = are_probabilities(guess)
    if not guess.question and not guess.has(*OF_A_SYSTEM):
        guess.question = _unnamed(guess)


def _last(guess: ColumnGuess, describing: bool) -> None:
    """What is left when the columns of truth and predictions are found."""
    find_text(guess)
    if describing:
        _by_sample(guess)
    _as_confidence(guess)
    for column in guess.free():
        kept = describing and column.strip().lower() not in NAMES["id"]
        nested = is_nested(guess.table.type_of(column)) or is_list(guess.table.type_of(column))
        guess.roles[column] = "slice" if kept and not nested else "ignore"


def _unnamed(guess: ColumnGuess) -> str:
    """The way out where predictions seem to be there, but without the names of classes.

    Beside the truth a column seems to hold some where its header says so: else it tells something
    else of the documents, such as where they are from.
    """
    columns = guess.free()
    if guess.has(*OF_TRUTH):
        columns = [c for c in columns if says_score(c) or hints_predicted(c)]
    problems = ((column, why_no_names(guess.table, column)) for column in columns)
    return next(
        (f"{what} (column {quoted(column)}): {OWN_COLUMNS}" for column, what in problems if what),
        "",
    )


# what a system is called that nobody named
UNNAMED = "model"


def _finished(guess: ColumnGuess, system: str) -> FileProposal:
    table = guess.table
    # "spam finds 8 of 10 spam" would be a riddle
    if system.casefold() in {name.casefold() for name in guess.classes.values()}:
        system = UNNAMED
    return FileProposal(
        name=table.name,
        role=file_role(guess.shape, guess.roles.values()),
        shape=guess.shape,
        columns={column: guess.roles[column] for column in table.columns},
        classes={
            column: guess.classes[column] for column in table.columns if column in guess.classes
        },
        separator=guess.separator,
        system=guess.system or system,
        probabilities=guess.probabilities,
        encoding=table.encoding,
        systems={
            column: guess.systems[column] for column in table.columns if column in guess.systems
        },
        annotators={
            column: guess.people[column] for column in table.columns if column in guess.people
        },
        reasons={
            column: guess.reasons[column] for column in table.columns if column in guess.reasons
        },
        why_probabilities=guess.why_probabilities,
        question=guess.question,
        joined_on=guess.joined_on,
        tried=guess.tried,
        format=table.format,
        taken_for=table.taken_for,
        why=table.why,
        delimiter=table.how.delimiter,
        quote=table.how.quote,
        decimal=table.how.decimal,
        header=table.how.header,
    )


def _by_name(guess: ColumnGuess) -> None:
    table = guess.table

    def take(what: str, column: str | None) -> None:
        # truth of a type that cannot be read is said to be so, not passed over
        if column is not None and (
            what in ("truth", "predicted") or not is_nested(table.type_of(column))
        ):
            guess.roles[column] = what

    if not guess.has("id") and not guess.unclear:
        take("id", _named_id(guess) or _id_among_texts(guess))
    identity = guess.only("id")
    repeated = identity is not None and guess.repeats(identity)
    take("system", guess.named("system") if repeated else None)
    take_annotator(guess, repeated)
    find_score_lists(guess)
    take("predicted", guess.named("predicted"))
    _as_long(guess, repeated)
    if guess.shape != "long":
        _by_pairs(guess)
    take("truth", guess.named("truth") if not guess.has("truth", "class") else None)
    split = guess.named("split")
    take("split", split if split and len(guess.distinct(split)) <= MOST_SPLITS else None)
    if guess.shape != "long":
        confidence = guess.named("confidence")
        take("confidence", confidence if confidence and guess.is_numeric(confidence) else None)
    text = guess.named("text")
    # a class may be called so, too
    take("text", text if text is not None and not guess.are_flags([text]) else None)
    find_grades(guess)
    find_annotators(guess)


def _named_id(guess: ColumnGuess) -> str | None:
    """The column with a usual header of ids; beside other files none that only counts rows."""
    column = guess.named("id")
    return None if column is not None and guess.keyless and is_counter(column) else column


def _id_among_texts(guess: ColumnGuess) -> str | None:
    """A column called "document" whose cells are no sentences: numbers, codes or locations."""
    column = next((c for c in guess.free() if c.strip().lower() == "document"), None)
    if column is None or is_nested(kind := guess.table.type_of(column)) or is_list(kind):
        return None
    cells = encoded(guess.table.first(column))[1]
    return column if cells and all(map(CODE.fullmatch, cells)) else None


def _by_pairs(guess: ColumnGuess) -> None:
    """Headers that say what they are beside each other, before any that may be either."""
    if guess.has("predicted"):
        return
    take_expected_and_actual(guess)
    truth = guess.named("truth")
    if not guess.has("truth") and (truth is None or says_either(truth)):
        take_truth_of_predicted(guess)
        truth = truth or guess.named("truth")
    if not guess.has("truth") and truth is None:
        take_truth_of_models(guess)


def _by_sample(guess: ColumnGuess) -> None:
    """Weights and clusters, by clear names only: numbers would change by a wrong guess."""
    for role in ("weight", "cluster"):
        by_name = {column.strip().lower(): column for column in reversed(guess.free())}
        column = next((by_name[name] for name in NAMES[role] if name in by_name), None)
        if column is None or is_nested(kind := guess.table.type_of(column)) or is_list(kind):
            continue
        if role == "cluster" or guess.is_numeric(column):
            guess.roles[column] = role


def _as_confidence(guess: ColumnGuess) -> None:
    """What says score beside one prediction, and is of no class, is the confidence in it."""
    predicted = [column for column, role in guess.roles.items() if role == "predicted"]
    if len(predicted) != 1 or guess.has("confidence", "score") or guess.shape == "long":
        return
    for column in guess.free():
        kind = guess.table.type_of(column)
        if says_score(column) and not is_nested(kind) and guess.is_numeric(column):
            guess.roles[column] = "confidence"
            return


def _as_long(guess: ColumnGuess, repeated: bool) -> None:
    """One row a document/class pair: a class column beside flags or a score."""
    slot = guess.named("slot")
    filler = guess.named("filler") if slot is not None else None
    which = filler or guess.named("class")
    if which is None or guess.only("id") is None or guess.wanted not in (None, "long"):
        return
    predicted = guess.only("predicted")
    if predicted is not None and not guess.are_flags([predicted]):
        return
    roles = {which: "class"}
    if slot is not None and filler is not None:
        roles[slot] = "slot"
    grade = grade_column(guess) if repeated and not guess.are_flags([which]) else None
    truth = next((c for c in guess.free() if c != which and _may_be_truth(c)), None)
    if grade is not None:
        roles[truth := grade] = "grade"
        guess.reasons[grade] = "its few values grade how well the class fits"
    elif truth is not None:
        # with ids repeated over several classes, an odd cell is a mistake and not a class
        sure = guess.are_flags([truth]) or (repeated and guess.are_mostly_flags(truth))
        if not sure or guess.are_flags([which]):
            return
        roles[truth] = "truth"
    score = next((c for c in guess.free() if c.strip().lower() in NAMES["confidence"]), None)
    if score is not None:
        roles[score] = "score"
    if truth is None and not (repeated and (score is not None or predicted is not None)):
        if filler is None:
            return
        roles[filler] = "truth"  # until other files are looked at
    guess.roles |= roles
    guess.shape = "long"


def _may_be_truth(header: str) -> bool:
    return header.strip().lower() in NAMES["truth"] or says_truth(header) or says_either(header)


def _one_truth(guesses: list[ColumnGuess], has_truth: bool) -> None:
    """A column named `label` may be what a classifier called: decide by what stands beside it.

    `has_truth`: the format of another file says that it holds the truth.
    """
    alone = []
    for guess in guesses:
        truth = guess.only("truth")
        if truth is None or guess.shape == "long" or guess.has("predicted", "annotator"):
            continue
        confidence = guess.only("confidence")
        if (
            says_either(truth)
            and confidence is not None
            and not scores_of_positives(guess, truth, confidence)
        ):
            guess.roles[truth] = "predicted"
        else:
            alone.append((says_either(truth), guess, truth))
    given = [guess for guess in guesses if guess.has("truth") and guess.has("predicted")]
    first = min((weak for weak, _, _ in alone), default=False)
    for weak, guess, truth in alone:
        if weak and (has_truth or given or not first):
            # of documents that no file with the truth has, it is the truth
            if not given or any(same_documents(guess, other) for other in given):
                guess.roles[truth] = "predicted"
            else:
                given.append(guess)
        elif weak == first:
            given.append(guess)  # of several weak names the first file's is the truth


def _one_list(guesses: list[ColumnGuess]) -> None:
    """Of files that list slots and fillers one is the truth: by its name, else the first."""
    lists = [guess for guess in guesses if guess.has("slot") and not guess.has("class")]
    others = any(guess.has(*OF_TRUTH) for guess in guesses if guess not in lists)
    called = [guess for guess in lists if hints_truth(guess.table.stem)]
    true = None if others or not lists else (called or lists)[0]
    for guess in lists:
        filler = guess.only("truth")
        assert filler is not None
        if guess is not true:
            guess.roles[filler] = "predicted"
            guess.reasons[filler] = "it lists fillers of slots, and another file gives the truth"
        elif len(lists) > 1:
            how = "its name says so" if called else "it is the first"
            guess.reasons[filler] = f"of the files that list fillers of slots {how}"


def _separator(guess: ColumnGuess) -> str:
    columns = (column for column, role in guess.roles.items() if role in OF_CLASSES)
    return guess.separator_of(*(c for c in columns if not is_list(guess.table.type_of(c))))


def _is_matrix(guess: ColumnGuess) -> bool:
    """Counts of true x predicted, and nothing else: square, or one row a pair."""
    table = guess.table
    truth, predicted, count = (guess.named(what) for what in ("truth", "predicted", "count"))
    if (
        truth
        and predicted
        and count
        and len(table.columns) == 3
        and guess.is_numeric(count)
        # n may be anything
        and (count.strip().lower() != "n" or _are_distinct(guess, truth, predicted))
    ):
        guess.roles = {truth: "truth", predicted: "predicted", count: "count"}
        guess.shape = "long matrix"
        return True
    first, *others = table.columns
    if not others or table.rows > len(table.columns) * 2 or is_nested(table.type_of(first)):
        return False
    if is_list(table.type_of(first)) or not all(guess.is_numeric(c) for c in others):
        return False
    names = guess.distinct(first)
    shared = len(set(names) & set(others))
    if len(names) < table.rows or 2 * shared < max(len(names), len(others)):
        return False
    guess.roles = {first: "class"} | dict.fromkeys(others, "count")
    guess.classes = {column: column for column in others}
    guess.shape = "square matrix"
    return True


def _are_distinct(guess: ColumnGuess, left: str, right: str) -> bool:
    """Whether no two rows hold the same pair, as in a matrix; documents soon do."""
    import pandas as pd  # slow to import

    columns = [guess.table.first(column) for column in (left, right)]
    if any(is_nested(column.type) or is_list(column.type) for column in columns):
        return False
    return not pd.DataFrame(dict(enumerate(map(texts, columns)))).duplicated().any()
