"""What the files of a review hold, joined on the documents' ids."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np
from scipy import sparse

from breakeven.data.gold import MAJORITY, gold_notes, gold_of
from breakeven.data.records import Answered, Predictions, Problem, Truth
from breakeven.data.wording import examples
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.shapes.annotators import join_annotators
from breakeven.readers.shapes.answers import take_documents
from breakeven.readers.shapes.document_columns import (
    join_clusters,
    join_columns,
    join_splits,
    join_weights,
    texts_of,
)
from breakeven.readers.shapes.documents import DocumentIndex, index_documents
from breakeven.readers.shapes.file_content import ClassSets, FileContent, SystemOutput
from breakeven.readers.shapes.grades import gold_of_files, join_grades
from metrics.incidence import Scores, index_kind
from metrics.typing import Array

# --- Documents of which systems say nothing, in one note for all that are silent on the same ones


# so many systems are named in one note
DOCUMENTS_NAMED = 12


def note_silence(
    predicted: Iterable[tuple[FileContent, Predictions]], truth: Truth, notes: list[Problem]
) -> None:
    """Note what systems leave out: a note for each set of documents, however many systems."""
    alike: dict[bytes, list[tuple[FileContent, Predictions]]] = {}
    for content, predictions in predicted:
        silent = np.ones(truth.n, dtype=bool)
        silent[predictions.rows] = False
        if silent.any():
            alike.setdefault(np.packbits(silent).tobytes(), []).append((content, predictions))
    for of_these in alike.values():
        silent = np.ones(truth.n, dtype=bool)
        silent[of_these[0][1].rows] = False
        systems = examples((predictions.system for _, predictions in of_these), DOCUMENTS_NAMED)
        is_alone = len(of_these) == 1
        who = f"system {systems} says" if is_alone else f"{len(of_these)} systems ({systems}) say"
        content = of_these[0][0]
        notes.append(
            Problem(
                column=content.file.only("id") if is_alone else None,
                what=f"documents of which {who} nothing: {_which(silent, truth)}",
                remedy=f"they are not counted for {'it' if is_alone else 'them'}",
                file=content.table.name if is_alone else None,
            )
        )


def _which(silent: Array, truth: Truth) -> str:
    """How many, and whether they are whole splits; else the first ones by their ids."""
    number = f"{int(silent.sum()):,}"
    held = np.unique(truth.split_of[silent])
    if truth.splits and held[0] >= 0 and np.array_equal(silent, np.isin(truth.split_of, held)):
        return f"{number}, all of {examples(truth.splits[s] for s in held)}"
    assert truth.ids is not None
    return f"{number} ({examples(truth.ids[silent])})"


# --- one system whose documents several files hold, as the answers to many requests do


def merge_batches(
    predicted: Sequence[tuple[FileContent, Predictions]],
) -> list[tuple[FileContent, Predictions]]:
    """What each system said in all of its files, with the first of them.

    Raises ReadError where two files speak of one document, or of different things.
    """
    by_system: dict[str, list[tuple[FileContent, Predictions]]] = {}
    for content, predictions in predicted:
        by_system.setdefault(predictions.system, []).append((content, predictions))
    problems = []
    merged = []
    for system, parts in by_system.items():
        (first, _), *others = parts
        every = [predictions for _, predictions in parts]
        if len(parts) > 1 and not _are_parts(every):
            what = f"system {system!r} is also in {first.table.name}"
            remedy = "give the system of each file its own name"
            problems += [Problem(what=what, remedy=remedy, file=c.table.name) for c, _ in others]
        else:
            merged.append((first, _together(every)))
    if problems:
        raise ReadError(problems)
    return merged


def _are_parts(every: Sequence[Predictions]) -> bool:
    """Whether they are of other documents each, and of the same kind.

    Where nothing but failures came back there are no votes, and so no scores.
    """
    rows = np.concatenate([said.rows for said in every])
    came = [said for said in every if not _failed(said)]
    kinds = {(s.decisions is None, s.probabilities, s.answered is None) for s in every}
    scored = {s.scores is None for s in came}
    return len(np.unique(rows)) == len(rows) and len(kinds) == 1 and len(scored) < 2


def _failed(predictions: Predictions) -> bool:
    return predictions.answered is not None and not predictions.answered.usable.any()


def _with_no_votes(every: Sequence[Predictions]) -> list[Predictions]:
    """Of a part where all failed no class has a vote, where others have votes for scores."""
    scores = next((said.scores for said in every if said.scores is not None), None)
    if not isinstance(scores, np.ndarray):
        return [*every]
    return [
        said if said.scores is not None else replace(said, scores=np.zeros((len(scores), said.m)))
        for said in every
    ]


def _together(parts: Sequence[Predictions]) -> Predictions:
    if len(parts) == 1:
        return parts[0]
    every = _with_no_votes(parts)
    rows = np.concatenate([part.rows for part in every])
    order = np.argsort(rows)
    scores = [part.scores for part in every if part.scores is not None]
    decisions = [part.decisions for part in every if part.decisions is not None]
    together: Scores = None
    if scores and all(isinstance(held, np.ndarray) for held in scores):
        together = np.concatenate(scores, axis=1)[:, order]
    elif scores:
        together = sparse.csr_array(sparse.hstack(scores, format="csc")[:, order])
    chosen = sparse.vstack(decisions, format="csr")[order] if decisions else None
    return replace(
        every[0],
        rows=rows[order],
        scores=together,
        decisions=None if chosen is None else sparse.csc_array(chosen),
        answered=_answered([part.answered for part in every if part.answered], order),
    )


def _answered(parts: Sequence[Answered], order: Array) -> Answered | None:
    """The answers of all parts; `order`: which of the documents, a part after another, comes when.

    What was asked is said where all parts that say it say the same.
    """
    if not parts:
        return None
    runs = tuple(dict.fromkeys(name for part in parts for name in part.runs))
    starts = np.cumsum([0, *(part.m for part in parts)])
    place = np.argsort(order)
    document = place[
        np.concatenate([part.document + start for part, start in zip(parts, starts, strict=False)])
    ]
    run = np.concatenate(
        [np.array([runs.index(name) for name in part.runs])[part.run] for part in parts]
    )
    by = np.lexsort((run, document))
    settings = [set(part.asked.items()) for part in parts if part.asked] or [set()]
    return Answered(
        document=document[by],
        run=run[by],
        runs=runs,
        outcomes=np.concatenate([part.outcomes for part in parts])[by],
        classes=sparse.csr_array(sparse.vstack([part.classes for part in parts], format="csr")[by]),
        texts=np.concatenate([part.texts for part in parts])[by],
        outcome=np.concatenate([part.outcome for part in parts])[order],
        cost=_joined_values(parts, "cost", by),
        latency=_joined_values(parts, "latency", by),
        asked=dict(sorted(set.intersection(*settings))),
    )


def _joined_values(parts: Sequence[Answered], name: str, by: Array) -> Array | None:
    """A number of each answer, NaN where a part has none of it; None where all have none."""
    given = [getattr(part, name) for part in parts]
    if all(values is None for values in given):
        return None
    filled = [
        np.full(len(part.document), np.nan) if values is None else values
        for part, values in zip(parts, given, strict=True)
    ]
    return np.asarray(np.concatenate(filled)[by])


# --- what the files of a review hold, joined on the documents' ids


TO_ADD = (
    "add a column, or another file, with predictions; or with the truth, to review the documents "
    "alone"
)


def join_files(
    contents: list[FileContent],
    notes: list[Problem],
    gold: str = "",
    by_row_order: bool | None = False,
) -> tuple[Truth, tuple[Predictions, ...]]:
    """Truth and predictions of all files, joined on the ids; ReadError where they disagree.

    No predictions where no file has any, but says what is true, or holds the texts of splits.

    `gold`: what the truth is where annotators are known, `by_row_order`: whether files without
    ids are joined by the order of their rows, as in `Proposal`.
    """
    problems: list[Problem] = []
    judging = [content for content in contents if content.truth is not None]
    describing = [c for c in contents if c.truth is not None or c.people] or contents
    documents = _documents(contents, describing, notes, by_row_order)
    n = len(documents.ids)
    place_of = {
        id(content): place for content, place in zip(contents, documents.places, strict=True)
    }
    classes = _classes(contents, judging, notes)
    position = {name: place for place, name in enumerate(classes)}

    labels, unjudged = _labels(judging, place_of, position, n) if judging else (None, None)
    annotators = join_annotators(contents, place_of, position, n, problems)
    if problems:
        raise ReadError(problems)
    # a file that brings splits and neither truth nor predictions is there for them
    dividing = [content for content in contents if content.truth is None and not content.outputs]
    # and one that holds a system beside the truth knows what it was tested on
    dividing += [content for content in judging if content.outputs]
    grades = join_grades(contents, place_of, position, n)
    splits, split_of = join_splits([*dividing, *describing, *contents], place_of, n, notes)
    weights, weight_column = join_weights(contents, place_of, documents.ids, notes)
    clusters, cluster_column = join_clusters(contents, place_of, n, notes)
    truth = Truth(
        ids=documents.ids,
        classes=classes,
        labels=labels,
        splits=splits,
        split_of=split_of,
        unjudged=unjudged,
        columns=join_columns(contents, describing, place_of, n, notes),
        text_column=next((p.text_column for p in texts_of(contents, describing)), None),
        weights=weights,
        weight_column=weight_column,
        clusters=clusters,
        cluster_column=cluster_column,
        annotators=annotators,
        grades=grades,
        joined_by_order=documents.by_order,
    )
    if grades is not None:
        truth = _with_gold(truth, gold or gold_of_files(grades), notes)
    elif gold or (annotators and not judging):
        truth = _with_gold(truth, gold or MAJORITY, notes)
    predicted = [
        (content, _predictions(content, output, place_of[id(content)], position, notes))
        for content in contents
        for output in content.outputs
    ]
    together = merge_batches(predicted)
    _refuse_empty_splits(contents, truth, bool(together))
    note_silence(together, truth, notes)
    return truth, tuple(predictions for _, predictions in together)


def _documents(
    contents: list[FileContent],
    describing: list[FileContent],
    notes: list[Problem],
    by_row_order: bool | None,
) -> DocumentIndex:
    """As `index_documents`; it is also said where nothing is predicted."""
    problems = _system_problems(contents)
    try:
        documents = index_documents(contents, describing, notes, by_row_order)
    except ReadError as error:
        raise ReadError([*problems, *error.problems]) from None
    if problems:
        raise ReadError(problems)
    return documents


def _with_gold(truth: Truth, how: str, notes: list[Problem]) -> Truth:
    try:
        gold = gold_of(truth, how)
    except ValueError as error:
        what, _, remedy = str(error).partition("; ")
        raise ReadError([Problem(what=what, remedy=remedy)]) from None
    notes += gold_notes(gold, how, truth)
    return replace(truth, labels=gold.labels, unjudged=gold.unjudged, gold=how)


def _system_problems(contents: list[FileContent]) -> list[Problem]:
    """Where nothing is predicted: whether there is something else to look at, or to be asked."""
    if any(content.outputs for content in contents):
        return []
    question = next((content.file.question for content in contents if content.file.question), "")
    if question or not _holds_data(contents):
        return [_nothing_predicted(contents, question or TO_ADD)]
    return []


def _refuse_empty_splits(contents: list[FileContent], truth: Truth, predicted: bool) -> None:
    """ReadError where nothing is there but a column of splits in which no row names one."""
    if not (predicted or truth.labels is not None or truth.annotators or truth.splits):
        raise ReadError([_nothing_predicted(contents, TO_ADD)])


def _nothing_predicted(contents: list[FileContent], remedy: str) -> Problem:
    return Problem(what="there are no predictions", remedy=remedy, file=contents[0].table.name)


def _holds_data(contents: list[FileContent]) -> bool:
    """Whether files without predictions say what is true, by whomever, or hold texts of splits."""
    if any(content.truth is not None or content.people or content.grades for content in contents):
        return True
    split, text = (any(c.file.only(role) for c in contents) for role in ("split", "text"))
    return split and text


def _classes(
    contents: list[FileContent], judging: list[FileContent], notes: list[Problem]
) -> tuple[str, ...]:
    true = {
        name for content in judging if content.truth is not None for name in content.truth.names
    }
    true |= {
        name for content in contents for person in content.people for name in person.sets.names
    }
    every = set(true)
    for content in contents:
        called = {name for output in content.outputs for name in output.score_classes if name}
        called |= {
            n for output in content.outputs if output.decisions for n in output.decisions.names
        }
        unknown = sorted(called - true)
        if (judging or any(person.people for person in contents)) and unknown:
            what = f"predicted classes that are never true: {len(unknown):,} ({examples(unknown)})"
            content.note(None, what, "they are kept; check the spelling if they should be known")
            notes.append(content.notes[-1])
        every |= called
    return tuple(sorted(every - {""}))


def align(sets: ClassSets, rows: Array, position: dict[str, int], n: int) -> sparse.csc_array:
    """The sets as (n, classes), row i of them in row rows[i]; rows of -1 are dropped."""
    pairs, kind = sets.has.tocoo(), index_kind(n, len(position), sets.has.nnz)
    places = np.array([position.get(name, -1) for name in sets.names] or [-1], dtype=kind)
    columns, rows = places[pairs.col], rows.astype(kind)[pairs.row]
    kept = (rows >= 0) & (columns >= 0)
    if not kept.all():
        rows, columns = rows[kept], columns[kept]
    data = np.ones(len(rows), dtype=bool)
    return sparse.csc_array((data, (rows, columns)), shape=(n, len(position)))


def _labels(
    judging: list[FileContent], place_of: dict[int, Array], position: dict[str, int], n: int
) -> tuple[sparse.csc_array, sparse.csc_array | None]:
    labels: sparse.csc_array | None = None
    unjudged = sparse.csc_array((n, len(position)), dtype=bool)
    has_truth = np.zeros(n, dtype=bool)
    problems: list[Problem] = []
    for content in judging:
        assert content.truth is not None
        place = place_of[id(content)]
        labels_here = align(content.truth, place, position, n)
        if labels is not None and has_truth[place].any():
            differs = np.asarray((labels != labels_here).sum(axis=1))[place] > 0
            again = np.flatnonzero(has_truth[place] & differs)
            problems += first_problems(again, partial(_contradiction, content))
        labels = labels_here if labels is None else sparse.csc_array(labels + labels_here)
        if content.unjudged is not None:
            unjudged = sparse.csc_array(unjudged + align(content.unjudged, place, position, n))
        has_truth[place] = True
    if problems:
        raise ReadError(problems)
    assert labels is not None
    return labels, unjudged if unjudged.nnz else None


def _contradiction(content: FileContent, document: int) -> Problem:
    of = "" if content.ids is None else f" of {content.ids[document]!r}"
    what = f"the truth{of} differs from another file's"
    remedy = "give each document one truth"
    return Problem(
        row=int(content.lines[document]),
        column=content.file.only("truth"),
        what=what,
        remedy=remedy,
        file=content.table.name,
    )


def _predictions(
    content: FileContent,
    output: SystemOutput,
    place: Array,
    position: dict[str, int],
    notes: list[Problem],
) -> Predictions:
    """One system, its documents in the truth's order; those the truth lacks are left out."""
    where = place[output.documents]
    joined = np.flatnonzero(where >= 0)
    order = joined[np.argsort(where[joined], kind="stable")]
    rows = where[order]

    def note(what: str, remedy: str) -> None:
        notes.append(
            Problem(
                column=content.file.only("id"), what=what, remedy=remedy, file=content.table.name
            )
        )

    if len(joined) < len(where) and content.ids is not None:
        extra = content.ids[output.documents[where < 0]]
        note(f"documents without truth: {len(extra):,} ({examples(extra)})", "they are left out")
    unmoved = len(order) == len(where) and bool((order == np.arange(len(order))).all())
    decisions = None
    if output.decisions is not None:
        back = np.full(len(where), -1)
        back[order] = np.arange(len(order))
        decisions = align(output.decisions, back, position, len(rows))
    scores = output.scores
    if scores is not None:
        if not unmoved:
            scores = scores[:, order]
        scores = _on_all_classes(scores, output.score_classes, position)
        # a long file names no classes but those that it scores
        by_column = content.file.shape != "long" and not sparse.issparse(output.scores)
        if by_column and not isinstance(scores, np.ndarray):
            unscored = sorted(set(position) - set(output.score_classes))
            what = f"classes that system {output.system!r} does not score: {len(unscored):,}"
            note(f"{what} ({examples(unscored)})", "it can never predict them by score")
    answered = None
    if output.answered is not None:
        answered = take_documents(output.answered, order, _decided(output), position)
    return Predictions(output.system, rows, scores, decisions, output.probabilities, answered)


def _decided(output: SystemOutput) -> list[str]:
    """The classes of a system's decisions."""
    return [] if output.decisions is None else output.decisions.names


def _on_all_classes(
    scores: Array | sparse.csr_array, names: list[str], position: dict[str, int]
) -> Array | sparse.csr_array:
    """Scores with a row for every class: dense if every pair has a score, else csr."""
    k, m = len(position), scores.shape[1]
    place = np.array([position.get(name, -1) for name in names], dtype=np.int64)
    if isinstance(scores, np.ndarray):
        if np.array_equal(place, np.arange(k)):
            return np.ascontiguousarray(scores)
        columns = np.tile(np.arange(m, dtype=np.int32), len(names))
        height = np.zeros(k, dtype=np.int64)
        height[place] = m
        indptr = np.concatenate([[0], np.cumsum(height)])
        # rows are in the order of the sorted class names, as the classes are
        return sparse.csr_array((scores.ravel(), columns, indptr), shape=(k, m))
    listed_rows = np.flatnonzero(place >= 0)
    rows = listed_rows[np.argsort(place[listed_rows])]
    out = scores
    if not np.array_equal(place, np.arange(k)):
        height = np.zeros(k, dtype=scores.indptr.dtype)
        out = scores[rows]
        height[place[rows]] = np.diff(out.indptr)
        ends = np.concatenate([[0], np.cumsum(height)])
        out = sparse.csr_array((out.data, out.indices, ends), shape=(k, m))
    out.sum_duplicates()
    return out.data.reshape(k, m) if out.nnz == k * m else out
