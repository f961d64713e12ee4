"""What Prodigy exports (`db-out`): JSON lines of tasks that a person answered.

`answer` is accept, reject or ignore. With `options` the classes are in `accept`, and a task that
was not accepted is not judged. Without them `label` is the one class that was asked about: accept
says yes, reject no, ignore nothing, and a class that was not asked about is not judged.
`_annotator_id`, else `_session_id`, names the person; `_input_hash` is the document where it has no
id of its own. Source: prodi.gy/docs/api-interfaces.
"""

from __future__ import annotations

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError
from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft
from breakeven.readers.formats.language_models.calls import FIRST, CallRow

KEY = "prodigy"
NAME = "annotations of Prodigy"
ANSWERS = {"accept": "1", "reject": "0", "ignore": "-1"}
HASHES = ("_input_hash", "_task_hash")
NOBODY = "annotator"  # where no name is given
MOST_PAIRS = 10_000_000
OTHER = "no task with an answer and options, or a label"


def recognise(content: Content) -> str | None:
    """Tasks with an answer, and options or a label."""
    first = content.records[:FIRST]
    if not first or not all(map(_is_task, first)):
        return None
    return "each task has Prodigy's hashes, and the answer accept, reject or ignore"


def _is_task(record: CallRow) -> bool:
    asked = isinstance(record.get("options"), list) or isinstance(record.get("label"), str)
    hashed = any(key in record for key in HASHES)
    return hashed and asked and record.get("answer") in tuple(ANSWERS)


def read(content: Content) -> Draft:
    """A row for each task, or for each pair of document and class. Raises ReadError."""
    bad = [
        line
        for record, line in zip(content.records, content.places, strict=True)
        if not _is_task(record)
    ]
    if bad:
        problem = Problem(row=bad[0], what=OTHER, remedy="export it again", file=content.name)
        raise ReadError([problem])
    chosen = [isinstance(record.get("options"), list) for record in content.records]
    if any(chosen) and not all(chosen):
        line = content.places[chosen.index(False)]
        what, remedy = "a task without options among tasks with them", "export each by itself"
        raise ReadError([Problem(row=line, what=what, remedy=remedy, file=content.name)])
    return _of_choices(content) if all(chosen) else _of_pairs(content)


def _of_choices(content: Content) -> Draft:
    rows = []
    for record in content.records:
        accepted = record.get("accept")
        given = [str(one) for one in accepted] if isinstance(accepted, list) else []
        said = given if record["answer"] == "accept" else None
        rows.append(_shared(record) | {"annotator": _who(record), "annotated": said})
    table, lines, gaps = content.table_of(rows, content.places)
    return Draft(
        columns=table, lines=lines, gaps=gaps, shape="labels", roles=_roles(table.column_names)
    )


def _of_pairs(content: Content) -> Draft:
    classes = list(dict.fromkeys(record["label"] for record in content.records))
    answers: dict[tuple[str, str], dict[str, tuple[str, int]]] = {}
    shared: dict[str, CallRow] = {}
    for record, line in zip(content.records, content.places, strict=True):
        columns = _shared(record)
        shared.setdefault(columns["id"], columns)
        # the last answer to a task holds
        answers.setdefault((columns["id"], _who(record)), {})[record["label"]] = (
            ANSWERS[record["answer"]],
            line,
        )
    if len(answers) * len(classes) > MOST_PAIRS:
        what = f"{len(answers):,} documents and {len(classes):,} classes make too many pairs"
        raise ReadError([Problem(what=what, remedy="export fewer", file=content.name)])
    rows: list[CallRow] = []
    lines: list[int] = []
    for (document, who), answers_of_task in answers.items():
        first = min(line for _, line in answers_of_task.values())
        for name in classes:
            truth, line = answers_of_task.get(name, (ANSWERS["ignore"], first))
            rows.append(shared[document] | {"annotator": who, "class": name, "truth": truth})
            lines.append(line)
    table, places, gaps = content.table_of(rows, lines)
    return Draft(
        columns=table, lines=places, gaps=gaps, shape="long", roles=_roles(table.column_names)
    )


def _shared(record: CallRow) -> CallRow:
    """What is known of the document."""
    meta = record.get("meta")
    meta = meta if isinstance(meta, dict) else {}
    own = (record.get("id"), meta.get("id"), record.get("_input_hash"), record.get("_task_hash"))
    more = {f"meta.{k}": v for k, v in meta.items() if k != "id" and not isinstance(v, dict | list)}
    return {
        "id": str(next(one for one in own if one is not None)),
        "text": record.get("text"),
    } | more


def _who(record: CallRow) -> str:
    return str(record.get("_annotator_id") or record.get("_session_id") or NOBODY)


def _roles(columns: list[str]) -> dict[str, str]:
    named = ("id", "text", "annotator", "annotated", "class", "truth")
    return {column: column for column in columns if column in named}
