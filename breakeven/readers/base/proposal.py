"""What each file and column is taken for: proposed by `propose`, confirmed by the user."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, get_args

from breakeven.analysis.answers.answer_rules import AnswerRules, answer_rules
from breakeven.readers.base import validation
from breakeven.readers.base.header_words import person_of, system_names
from breakeven.readers.base.read_options import DecimalMark, ReadOptions, ReadOptionsByFile

# --- what each file and column is taken for: proposed by `propose`, confirmed by the user


# the shapes in which a cell may list classes
ONE_CELL = ("labels", "wide scores", "indicator")
FileRole = Literal["truth", "predictions", "both", "matrix", "left out"]
Shape = Literal["labels", "wide scores", "indicator", "long", "square matrix", "long matrix"]

# what a column can be, and what that means to the person who chooses
ROLES: Mapping[str, str] = {
    "id": "id of the document",
    "truth": "true class or classes (long shape: 1, 0, or -1 for not judged)",
    "grade": "how well a class fits, in a few words or numbers: 0 to 3, marginal, correct",
    "annotated": "labels of one person; several such columns are one person each",
    "annotator": "who labelled the row, if each document has a row per person",
    "predicted": "predicted class or classes (long shape: 1 or 0)",
    "score": "score of a class",
    "listed": "classes with a score, as a list; the scores are in another column",
    "scores": "scores of the listed classes, as a list in the same order",
    "indicator": "1 if a class is true, 0 if not, -1 or empty if not judged",
    "decision": "1 if a class is predicted, 0 if not",
    "class": "class of the row (long shape)",
    "slot": "slot of the class, or of what is true or predicted (long shape): slot=filler",
    "split": "split: train, dev, test or another name",
    "system": "system that predicted the row",
    "confidence": "confidence of the prediction (kept as a column)",
    "text": "text of the document",
    "answer": "the answers of a language model, as it came: classes are read from it",
    "failed": "why there is no answer: an error, or a refusal; empty where there is one",
    "repeat": "number of the repeat, if a document was asked about several times",
    "model": "model that answered; each model is a system",
    "prompt": "prompt, or its name; each prompt is a system",
    "temperature": "temperature of the model; each temperature is a system",
    "cost": "cost of the answer",
    "latency": "seconds until the answer",
    "count": "number of documents (matrix)",
    "weight": "sampling weight: how many documents this one stands for",
    "cluster": "group of documents that were drawn together: thread, author, day, near-duplicates",
    "slice": "other information about the document: language, date, source",
    "ignore": "left out",
}
# what the roles are called on screen and in messages; commands, Python and links say the keys
ROLE_NAMES: Mapping[str, str] = {role: role for role in ROLES} | {
    "truth": "true class",
    "annotated": "class by one person",
    "predicted": "predicted class",
    "answer": "answer of a model",
    "failed": "why there is no answer",
    "listed": "classes that have a score",
    "scores": "scores of listed classes",
    "indicator": "true 0/1 column",
    "decision": "predicted 0/1 column",
    "count": "number of documents",
    "slice": "other information",
    "ignore": "left out",
}
OF_A_CLASS = ("score", "indicator", "decision", "grade")
OF_A_SYSTEM = ("predicted", "score", "scores", "decision", "answer")
# columns whose cells are lists, beside each other
LISTED = ("listed", "scores")
# columns about an answer, beside what was answered
OF_AN_ANSWER = ("failed", "repeat", "model", "prompt", "temperature", "cost", "latency")
# columns that tell the rows of one document apart
APART = ("system", "annotator", "repeat", "model", "prompt", "temperature")
# columns whose cells name classes, outside the long shape
OF_CLASSES = ("truth", "annotated", "predicted")
# columns that say what is true, by whomever
OF_TRUTH = ("truth", "annotated", "indicator", "grade")
ONCE = (
    "id", "truth", "annotator", "predicted", "class", "slot", "split", "system", "text", "count",
    "weight", "cluster", "answer", *LISTED, *OF_AN_ANSWER,
)  # fmt: skip
SEPARATORS = (
    "none", "|", ";", ",", "list", "| ", "; ", ", ", " | ", " ; ", " , ", " "
)  # fmt: skip


def file_role(shape: str, roles: Iterable[str]) -> FileRole:
    """What a file brings follows from its shape and its columns' roles."""
    if shape in ("square matrix", "long matrix"):
        return "matrix"
    given = set(roles)
    if given <= {"ignore"}:
        return "left out"
    predicted = given & set(OF_A_SYSTEM)
    if not given & set(OF_TRUTH):
        return "predictions"
    return "both" if predicted else "truth"


@dataclass(frozen=True)
class FileProposal:
    """One file.

    `columns`: column to role (a key of ROLES). `classes`: column to class, for the columns
    whose role is score, indicator or decision, outside the long shape; of truth and predicted
    the only class that counts, where there is one. `separator`: what stands between the classes
    in a cell; "none" when a cell is one class, "list" for JSON and Python lists (list columns of
    Parquet and JSON need no separator). `system`: the name of what predicted, unless a column
    says. `probabilities`: the scores are probabilities.
    `systems`: column to the name of what predicted it, where a row holds what several said.
    `annotators`: column to the name of who gave its classes, of the role annotated.
    `reasons`: column to why it was taken so, where its name alone does not say it. `question`:
    what could not be told, and is to be asked where nothing can be read without it.
    `why_probabilities`: why scores are taken for probabilities, where their names do not say it.
    `format`: the key of the format that the file was read as, "" for a plain table; `taken_for`,
    `why`: its name, and the reason. `delimiter`, `quote`, `decimal`, `header`: as in
    `ReadOptions`, what was said of them. `joined_on`: the column of texts that rows go together by
    with other files, where these share no ids. `tried`: where nothing is shared, what was
    compared, in words.
    """

    name: str
    role: FileRole
    shape: Shape
    columns: Mapping[str, str]
    classes: Mapping[str, str] = field(default_factory=dict)
    separator: str = "none"
    system: str = ""
    probabilities: bool = False
    encoding: str = "utf-8"
    systems: Mapping[str, str] = field(default_factory=dict)
    annotators: Mapping[str, str] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict, compare=False)
    question: str = field(default="", compare=False)
    why_probabilities: str = field(default="", compare=False)
    format: str = ""
    taken_for: str = field(default="", compare=False)
    why: str = field(default="", compare=False)
    delimiter: str | None = None
    quote: str | None = None
    decimal: DecimalMark | None = None
    header: int | None = None
    joined_on: str = ""
    tried: str = field(default="", compare=False)

    def having(self, *roles: str) -> list[str]:
        """The columns that have one of these roles, in the file's order."""
        return [column for column, role in self.columns.items() if role in roles]

    def only(self, role: str) -> str | None:
        """The column that has this role, if one does."""
        return next(iter(self.having(role)), None)

    def column_named(self, name: str) -> str | None:
        """The column that is called so, or so after this file's name and a colon; else None."""
        if name in self.columns:
            return name
        column = name.removeprefix(f"{self.name}:")
        return column if column != name and column in self.columns else None

    def class_of_pairs(self) -> str | None:
        """The column of the long shape that holds the classes.

        Beside slots it may be what is true or predicted: each row then says yes.
        """
        column = self.only("class")
        if column is None and self.only("slot") is not None:
            column = self.only("truth") or self.only("predicted")
        return column

    def with_roles(
        self, roles: Mapping[str, str], alone: Collection[str] = ONCE, shape: Shape | None = None
    ) -> FileProposal:
        """The same file with these roles for those of the columns that it has.

        A column may be named with its file, "preds.csv:label".
        Columns take a role of `alone` from all others, which become slices. `score:grain` is
        the score of the class grain; without a class it is the one proposed, or the column's name.
        `truth:spam`: of the classes in the column spam alone counts. `annotated:anna`: who gave
        them. Several columns of truth are what a person each gave.
        """
        columns, classes, people = dict(self.columns), dict(self.classes), dict(self.annotators)
        named = {self.column_named(column_name): role for column_name, role in roles.items()}
        given = {
            column: role.partition(":") for column, role in named.items() if column is not None
        }
        taken = {role for role, _, _ in given.values() if role in alone}
        columns = {c: "slice" if r in taken else r for c, r in columns.items()}
        for column, (role, _, name) in given.items():
            columns[column] = role
            if role == "annotated":
                people[column] = name or people.get(column) or person_of(column)
            elif role in OF_A_CLASS:
                classes[column] = name or classes.get(column, column)
            elif name:
                classes[column] = name
            else:
                classes.pop(column, None)
        return self.changed(columns, classes, shape or self.shape, people)

    def changed(
        self,
        columns: Mapping[str, str],
        classes: Mapping[str, str],
        shape: Shape,
        people: Mapping[str, str] | None = None,
    ) -> FileProposal:
        """The same file with other roles, classes, shape and names of annotators.

        Reasons stay with roles that do. Where a row now holds several predictions, or scores of
        one class, each is a system; of several columns of truth each is what one person gave.
        """
        names = self.annotators if people is None else people
        true = [column for column, role in columns.items() if role == "truth"]
        if len(true) > 1 and shape in ONE_CELL:
            columns = {c: "annotated" if c in true else role for c, role in columns.items()}
        annotated = [column for column, role in columns.items() if role == "annotated"]
        if "annotator" in columns.values():
            annotated = []  # the rows say who it was
        same = {c for c, role in columns.items() if self.columns.get(c) == role}
        ids = [c for c, role in columns.items() if role == "id"]
        new = replace(
            self,
            # ids that somebody chose are those that files are joined on
            joined_on=self.joined_on if ids == self.having("id") else "",
            columns=columns,
            classes=classes,
            shape=shape,
            role=file_role(shape, columns.values()),
            systems={c: s for c, s in self.systems.items() if columns.get(c) in OF_A_SYSTEM},
            annotators={c: names.get(c) or person_of(c) for c in annotated},
            reasons={c: reason for c, reason in self.reasons.items() if c in same},
            question=self.question if len(same) == len(columns) else "",
        )
        rivals = new.rivals()
        return replace(new, systems={**new.systems, **system_names(rivals)}) if rivals else new

    def rivals(self) -> list[str]:
        """The columns that say what another one of the same system says too."""
        if self.role == "matrix" or self.shape == "long":
            return []
        held: dict[tuple[str, ...], list[str]] = {}
        for column in self.having(*OF_A_SYSTEM):
            role, system = self.columns[column], self.systems.get(column, self.system)
            class_name = self.classes.get(column, "") if role in OF_A_CLASS else ""
            # an answer and a prediction say the same
            meaning = "predicted" if role == "answer" else role
            held.setdefault((system, meaning, class_name), []).append(column)
        return [c for columns in held.values() if len(columns) > 1 for c in columns]

    @property
    def how(self) -> ReadOptions:
        """How the file was read, to read it so again."""
        return ReadOptions(
            encoding=self.encoding,
            format=self.format,
            delimiter=self.delimiter,
            quote=self.quote,
            decimal=self.decimal,
            header=self.header,
            take=self.role != "left out",
        )

    def parts(self) -> list[tuple[str, FileProposal]]:
        """Each system that a row speaks of, and the file without what the others said."""
        if not self.systems:
            return [(self.system, self)]
        of = {c: self.systems.get(c, self.system) for c in self.having(*OF_A_SYSTEM)}
        return [
            (system, replace(self, columns={c: r for c, r in self.columns.items()
                                            if of.get(c, system) == system}))
            for system in dict.fromkeys(of.values())
        ]  # fmt: skip


def by_reason(
    files: Iterable[FileProposal],
) -> dict[tuple[str, str], list[tuple[FileProposal, str]]]:
    """The columns that were taken for one role for one reason, with their files."""
    found: dict[tuple[str, str], list[tuple[FileProposal, str]]] = {}
    for file in files:
        for column, reason in file.reasons.items():
            found.setdefault((file.columns[column], reason), []).append((file, column))
    return found


OPTIONS = ("class_map", "gold", "unbounded", "answers", "hierarchy", "join_by_row_order")
# what is mentioned only where somebody said it
TEXT_FORM = ("delimiter", "quote", "decimal", "header")
# why something was proposed is no part of what was confirmed
REASONS = ("reasons", "question", "why_probabilities", "taken_for", "why", "tried")


@dataclass(frozen=True)
class Proposal:
    """All files of a review; plain values throughout, so it survives JSON.

    `class_map`: class names to replace in reading, old to new; None: by no class.
    `gold`: what the truth is where annotators or grades are known: "majority", "one:NAME",
    "grades:A|B", or "" for the truth that the files give, and where they give none the majority,
    and of grades the usual ones. `unbounded`: whether the set of classes has
    no bounds (MUC-3); None: it has none where files have slots. `answers`: the rules by which
    answers of language models are read, as plain data; empty for the usual ones. `hierarchy`:
    which classes stand above which, as `breakeven.readers.hierarchy` has it.
    `join_by_row_order`: whether files that share no column are joined by the order of their rows,
    as somebody said; None: they were read before that was asked, and are joined so again.
    """

    files: tuple[FileProposal, ...]
    class_map: Mapping[str, str | None] = field(default_factory=dict)
    gold: str = ""
    unbounded: bool | None = None
    answers: Mapping[str, Any] = field(default_factory=dict)
    hierarchy: Mapping[str, Any] = field(default_factory=dict)
    join_by_row_order: bool | None = False

    @property
    def without_key(self) -> list[FileProposal]:
        """Of several files of documents those whose rows no column ties to the others'."""
        files = [file for file in self.files if file.role not in ("left out", "matrix")]
        if len(files) < 2:
            return []
        on_texts = sum(bool(file.joined_on) for file in files) > 1
        return [f for f in files if not f.having("id") and not (on_texts and f.joined_on)]

    @property
    def has_answers(self) -> bool:
        """Whether classes are to be read from answers."""
        return any(file.having("answer") for file in self.files)

    @property
    def rules(self) -> AnswerRules:
        """The rules by which answers are read. ValueError, in words, where they are none."""
        return answer_rules(self.answers)

    @property
    def hows(self) -> ReadOptionsByFile:
        """How each file was read, by its name."""
        return {file.name: file.how for file in self.files}

    def without_bounds(self) -> bool:
        """Whether the set of classes has no bounds: as was said, else where files have slots."""
        slots = any(file.only("slot") is not None for file in self.files)
        return slots if self.unbounded is None else self.unbounded

    def to_json(self) -> str:
        """Canonical: equal proposals give equal text. What is not used is not mentioned."""
        content = asdict(self)
        # all of the rules, so that it reads the same when others are usual
        content["answers"] = self.rules.as_data() if self.has_answers else {}
        for option in OPTIONS:
            if content[option] in ({}, "", None):
                del content[option]
        if not self.join_by_row_order:
            content.pop("join_by_row_order", None)
        for file in content["files"]:
            for key in REASONS:
                del file[key]
            for option in ("systems", "annotators", "format", "joined_on"):
                if not file[option]:
                    del file[option]
            for option in TEXT_FORM:
                if file[option] is None:
                    del file[option]
        return json.dumps(content, sort_keys=True, ensure_ascii=True)

    @staticmethod
    def from_json(text: str) -> Proposal:
        """The proposal that `to_json` wrote."""
        content = json.loads(text)
        files = tuple(FileProposal(**_plain(file)) for file in content["files"])
        options = {key: content[key] for key in OPTIONS if key in content}
        return Proposal(files, **options)

    @staticmethod
    def from_saved(text: str) -> Proposal:
        """The proposal of a saved review, which may have been read before row order was asked."""
        found = Proposal.from_json(text)
        return found if found.join_by_row_order else replace(found, join_by_row_order=None)


# what the fields of both are in JSON, by their types, where these do not say all
BY_TYPE: Mapping[str, validation.Validator] = {
    "str": validation.text,
    "str | None": validation.text,
    "bool": validation.yes_or_no,
    "bool | None": validation.yes_or_no,
    "int | None": validation.non_negative,
    "Mapping[str, str]": validation.keyed(validation.text),
    "Mapping[str, str | None]": validation.keyed(validation.maybe(validation.text)),
    "FileRole": validation.one_of(*get_args(FileRole)),
    "Shape": validation.one_of(*get_args(Shape)),
    "DecimalMark | None": validation.one_of(*get_args(DecimalMark)),
}
CLASS_MAP = BY_TYPE["Mapping[str, str | None]"]
# what is said of which classes stand above which
HIERARCHY = validation.record(
    {},
    {"separator": validation.text, "parents": validation.keyed(validation.listed(validation.text))},
)
BY_NAME: Mapping[str, validation.Validator] = {
    "columns": validation.keyed(validation.one_of(*ROLES)),
    "hierarchy": HIERARCHY,
}


def _form_of(
    kind: type, needed: Collection[str], left_out: Collection[str]
) -> validation.Validator:
    known = {
        name: BY_NAME.get(name) or BY_TYPE.get(said, validation.plain)
        for name, said in kind.__annotations__.items()
        if name not in left_out
    }
    return validation.record({name: known.pop(name) for name in needed}, known)


_FILE = _form_of(FileProposal, ("name", "role", "shape", "columns"), REASONS)
BY_NAME = {**BY_NAME, "files": validation.listed(_FILE)}
# how files were read, as `to_json` writes it
CONFIRMED = _form_of(Proposal, ("files",), ())


def _plain(file: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in file.items() if key in FileProposal.__annotations__}


# --- what a file was recognised as, in one sentence with the reason; the same on every door


SHAPE_TEXT: dict[Shape, str] = {
    "labels": "one row per document, its classes in one cell",
    "wide scores": "one row per document, one score column per class",
    "indicator": "one row per document, one column of 1 and 0 per class",
    "long": "one row per document and class",
    "square matrix": "a matrix of counts, one row per true class",
    "long matrix": "a matrix of counts, one row per pair of classes",
}
BY_HEADERS = "from the headers"
BY_VALUES = "from the headers and values"
BY_NAMES = "rows and columns have the same names"


def recognition_text(file: FileProposal) -> str:
    """What a file is taken for, and because of what; "" where nothing of it was recognised."""
    if file.format:
        return f"read as {file.taken_for} ({file.why})"
    if not file.having("class", "count", *OF_TRUTH, *OF_A_SYSTEM, "annotated"):
        return ""
    why = BY_VALUES if file.reasons or file.why_probabilities else BY_HEADERS
    if file.shape == "square matrix":
        why = BY_NAMES
    return f"read as {SHAPE_TEXT[file.shape]} ({why})"
