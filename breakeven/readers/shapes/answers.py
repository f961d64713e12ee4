"""Answers of language models: the rows that hold them, and what they come to, by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from breakeven.analysis.answers.answer_names import answer_names
from breakeven.analysis.answers.answer_rules import AnswerRules
from breakeven.analysis.answers.parsed_answers import ParsedAnswers, calls_of, parse_texts
from breakeven.data.records import CLASS, NONE, OUTSIDE, REFUSED, Answered, Problem
from breakeven.data.wording import count_of, examples, quoted
from breakeven.readers.base.header_words import words
from breakeven.readers.base.problems import ReadError
from breakeven.readers.base.proposal import FileProposal, Proposal
from breakeven.readers.files.cells import encoded, numbers, texts
from breakeven.readers.shapes.class_map import ClassMap, merge_class_sets
from breakeven.readers.shapes.file_content import (
    SETTINGS,
    AnswerRows,
    ClassSets,
    FileContent,
    SystemOutput,
    sets_of,
    systems_of,
)
from breakeven.readers.shapes.scores import wide_scores
from metrics.typing import Array

# cells of the column of failures that say that there was none
NO_FAILURE = ("", "false", "0", "none", "null", "nan", "no", "stop")
SEVERAL_VALUES = "several"


def answer_rows(
    content: FileContent, name: str, file: FileProposal, document: Array
) -> list[AnswerRows]:
    """The rows in which each system of a file answered, or its classes as they were read before.

    `document`: of each row of the file.
    """
    table = content.table
    column = file.only("answer")
    codes, given = (
        (np.full(table.rows, -1), list[str]()) if column is None else encoded(table.column(column))
    )
    codes, given = np.where(codes < 0, len(given), codes), [*given, ""]
    predicted = None if column is not None else sets_of(content, file, "predicted", "decision")
    scores, score_classes = wide_scores(table, file, content.problems)
    failed = _failed(content, file)
    repeat = file.only("repeat")
    repeats = np.full(table.rows, "", dtype=object)
    if repeat is not None:
        repeats = texts(table.column(repeat))
    cost, latency = (_amounts(content, file, role) for role in ("cost", "latency"))
    return [
        AnswerRows(
            system=system,
            file=file,
            documents=document[rows],
            texts=given,
            text_of=codes[rows],
            sets=None if predicted is None else predicted[0].rows(rows),
            failed=failed[rows],
            repeats=repeats[rows],
            score_classes=score_classes,
            scores=None if scores is None else scores[:, rows],
            cost=None if cost is None else cost[rows],
            latency=None if latency is None else latency[rows],
            settings=_settings_of(content, file, rows),
        )
        for system, rows in systems_of(content, name, document)
    ]


def _failed(content: FileContent, file: FileProposal) -> Array:
    column = file.only("failed")
    if column is None:
        return np.zeros(content.table.rows, dtype=bool)
    codes, said = encoded(content.table.column(column))
    return np.array([text.strip().lower() not in NO_FAILURE for text in said] + [False])[codes]


def _amounts(content: FileContent, file: FileProposal, role: str) -> Array | None:
    """Costs or seconds of each row; NaN where a cell is empty. Of a header in ms, thousandths."""
    column = file.only(role)
    if column is None:
        return None
    values = content.table.column(column)
    amounts = numbers(values, content.table.decimal_comma).astype(np.float64)
    codes, cell_texts = encoded(values)
    empty = np.array([not text.strip() for text in cell_texts] + [True])[codes]
    bad = np.flatnonzero(~empty & ~(np.isfinite(amounts) & (amounts >= 0)))
    content.report(bad, column, f"the {role} is {{}}", "give a number, 0 or more, or nothing")
    in_thousandths = {"ms", "millis", "milliseconds"} & set(words(column))
    return amounts / 1000 if role == "latency" and in_thousandths else amounts


def _settings_of(content: FileContent, file: FileProposal, rows: Array | slice) -> dict[str, str]:
    """What is known of how a system was asked, where it is one and the same."""
    settings = {}
    for role in SETTINGS:
        column = file.only(role)
        if column is not None:
            codes, cell_texts = encoded(content.table.column(column))
            there = np.unique(codes[rows])
            there = there[there >= 0]
            if len(there):
                settings[role] = cell_texts[there[0]] if len(there) == 1 else SEVERAL_VALUES
    return settings


@dataclass(frozen=True)
class ReadAnswers:
    """Answers of one system as they were read.

    `rows`: where they stand. `parsed`: the different texts, None where classes were given.
    `outcomes`, `classes`: of each answer, uint8 (a,) and boolean csr (a, names). `several`: whether
    a document may have several classes.
    """

    content: FileContent
    rows: AnswerRows
    parsed: ParsedAnswers | None
    names: list[str]
    outcomes: Array
    classes: sparse.csr_array
    several: bool


def read_answers(
    contents: Sequence[FileContent], proposal: Proposal, final: ClassMap
) -> list[ReadAnswers]:
    """The answers of all files, by the rules and the classes that the files know.

    `final`: the resolved class map. Raises ReadError where there are no rules, or no classes.
    """
    if not any(content.answer_rows for content in contents):
        return []
    try:
        rules = proposal.rules
    except ValueError as error:
        what, _, remedy = str(error).partition("; ")
        raise ReadError([Problem(what=what, remedy=remedy)]) from None
    classes, several = class_list(contents, rules)
    if not classes and proposal.has_answers:
        what = "the classes are not known, so answers cannot be read"
        remedy = "add a file with the truth, or name the classes in the rules (classes)"
        raise ReadError([Problem(what=what, remedy=remedy)])
    return [
        _read(content, rows, classes, rules, final, several)
        for content in contents
        for rows in content.answer_rows
    ]


def class_list(contents: Sequence[FileContent], rules: AnswerRules) -> tuple[list[str], bool]:
    """The classes that an answer may name, and whether it may name several, as the truth does."""
    true = [content.truth for content in contents if content.truth is not None]
    true += [said.sets for content in contents for said in content.people]
    true += [content.grades.codes for content in contents if content.grades is not None]
    names = {name for sets in true for name in sets.names} | set(rules.classes)
    number = [np.asarray(sets.has.astype(bool).astype(np.int64).sum(axis=1)) for sets in true]
    several = any(bool((counts != 1).any()) for counts in number)
    return sorted(names - {""}), several if rules.several is None else rules.several


def _read(
    content: FileContent,
    rows: AnswerRows,
    class_names: list[str],
    rules: AnswerRules,
    final: ClassMap,
    several: bool,
) -> ReadAnswers:
    parsed = None
    if rows.sets is not None:
        content.named |= set(rows.sets.names)
        sets = merge_class_sets(rows.sets, final)
        names, classes = sets.names, sets.has
        outcomes = np.where(np.diff(classes.indptr) > 0, CLASS, NONE).astype(np.uint8)
    else:
        known_names = answer_names(class_names, final)
        parsed = parse_texts(rows.texts, known_names, rules, several)
        content.named |= set(final)  # written for what answers say
        names, outcomes = list(parsed.names), parsed.outcomes[rows.text_of]
        classes = sparse.csr_array(parsed.classes[rows.text_of])
    if rows.failed.any():
        outcomes = np.where(rows.failed, np.uint8(REFUSED), outcomes)
        classes = sparse.csr_array(classes.multiply(~rows.failed[:, None]))
        classes.eliminate_zeros()
    return ReadAnswers(content, rows, parsed, names, outcomes, classes, several)


def take_answers(read: Sequence[ReadAnswers]) -> list[Problem]:
    """Put what systems answered among the outputs of their files: calls, and shares of votes.

    What was noticed in it.
    """
    notes: list[Problem] = []
    for one in read:
        one.content.outputs.append(_output(one))
        notes += _noticed(one)
    return notes


def _output(read: ReadAnswers) -> SystemOutput:
    import pandas as pd  # slow to import

    rows = read.rows
    documents, document = np.unique(rows.documents, return_inverse=True)
    run, runs = pd.factorize(rows.repeats)
    order = np.lexsort((run, document))
    m, k = len(documents), len(read.names)
    calls = calls_of(document, read.outcomes, read.classes, m, read.several)
    answer_texts = np.array(rows.texts, dtype=object)[rows.text_of]
    answered = Answered(
        document=document[order],
        run=run[order],
        runs=tuple(map(str, runs)),
        outcomes=read.outcomes[order],
        classes=sparse.csr_array(read.classes[order]),
        texts=answer_texts[order],
        outcome=calls.outcomes,
        cost=None if rows.cost is None else rows.cost[order],
        latency=None if rows.latency is None else rows.latency[order],
        asked=rows.settings,
    )
    scores, score_classes = rows.scores, rows.score_classes
    if answered.repeated:
        scores, score_classes = (calls.votes.toarray() / answered.times[:, None]).T, read.names
    elif scores is not None:
        scores = scores[:, np.argsort(document, kind="stable")]
    return SystemOutput(
        system=rows.system,
        documents=documents,
        score_classes=score_classes,
        scores=None if scores is None or not k else _contiguous(scores),
        decisions=ClassSets(calls.classes, read.names),
        probabilities=rows.file.probabilities and not answered.repeated,
        answered=answered,
    )


def _contiguous(scores: Array | sparse.csr_array) -> Array | sparse.csr_array:
    return np.ascontiguousarray(scores) if isinstance(scores, np.ndarray) else scores


def _noticed(read: ReadAnswers) -> list[Problem]:
    """Which answers named something that is no class."""
    if read.parsed is None:
        return []
    named, parsed = count_outside(read), read.parsed
    column, file = read.rows.file.only("answer"), read.content.table.name
    problems = []
    if named:
        of_system = f" of {quoted(read.rows.system)}" if read.rows.system else ""
        what = (
            f"names in answers{of_system} that are not classes: {len(named):,} ({examples(named)})"
        )
        remedy = "if they are other names of classes, map them with a class map"
        problems.append(Problem(column=column, what=what, remedy=remedy, file=file))
    is_partly_outside = (parsed.outcomes == CLASS) & (parsed.outside != "")
    partly = int(is_partly_outside[read.rows.text_of].sum())
    if partly:
        what = f"{count_of(partly, 'answer')} also named something that is not a class"
        remedy = "the classes count"
        problems.append(Problem(column=column, what=what, remedy=remedy, file=file))
    return problems


def count_outside(read: ReadAnswers) -> dict[str, int]:
    """The names that answers gave and that are no class, and in how many of them."""
    if read.parsed is None:
        return {}
    times = np.bincount(read.rows.text_of, minlength=len(read.parsed.outcomes))
    found: dict[str, int] = {}
    for i in np.flatnonzero(read.parsed.outcomes == OUTSIDE):
        name = str(read.parsed.outside[i])
        if times[i]:
            found[name] = found.get(name, 0) + int(times[i])
    return dict(sorted(found.items(), key=lambda each: (-each[1], each[0])))


def take_documents(
    answered: Answered, order: Array, names: Sequence[str], position: dict[str, int]
) -> Answered:
    """The answers on the documents at these positions, in this order, with all classes.

    `position`: of each class among all; `names`: of the columns of the answers' classes.
    """
    found = answered.take(order)
    pairs = found.classes.tocoo()
    columns = np.array([position[name] for name in names] or [-1])[pairs.col]
    shape = (pairs.shape[0], len(position))
    classes = sparse.csr_array((pairs.data, (pairs.row, columns)), shape=shape)
    return replace(found, classes=classes)
