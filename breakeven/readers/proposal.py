"""What each file and column is taken for: proposed by `propose`, confirmed by the user."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from breakeven.readers.columns.names import systems_of

FileRole = Literal["truth", "predictions", "both", "matrix"]
Shape = Literal["labels", "wide scores", "indicator", "long", "square matrix", "long matrix"]

# what a column can be, and what that means to the person who chooses
ROLES: Mapping[str, str] = {
    "id": "id of the document",
    "truth": "true class or classes (long shape: 1, 0, or -1 for not judged)",
    "predicted": "predicted class or classes (long shape: 1 or 0)",
    "score": "score of a class",
    "indicator": "1 where a class is true, 0 where not, -1 or empty where not judged",
    "decision": "1 where a class is assigned, 0 where not",
    "class": "class of the row (long shape)",
    "split": "split: train, dev, test or another name",
    "system": "system that predicted the row",
    "confidence": "confidence of the prediction (kept as a column)",
    "text": "text of the document, to show",
    "count": "number of documents (matrix)",
    "weight": "sampling weight of the document: how many documents it stands for",
    "cluster": "group that documents were drawn in: thread, author, day, near-duplicates",
    "slice": "anything else that is known of the document: language, date, source",
    "ignore": "left out",
}
# what the roles are called on screen and in messages; commands, Python and links say the keys
ROLE_NAMES: Mapping[str, str] = {role: role for role in ROLES} | {
    "truth": "true class",
    "predicted": "predicted class",
    "indicator": "true 0/1 column",
    "decision": "predicted 0/1 column",
    "count": "number of documents",
    "slice": "other information",
    "ignore": "left out",
}
OF_A_CLASS = ("score", "indicator", "decision")
OF_A_SYSTEM = ("predicted", "score", "decision")
ONCE = (
    "id", "truth", "predicted", "class", "split", "system", "text", "count", "weight", "cluster"
)  # fmt: skip
SEPARATORS = (
    "none", "|", ";", ",", "list", "| ", "; ", ", ", " | ", " ; ", " , ", " "
)  # fmt: skip


def file_role(shape: str, roles: Iterable[str]) -> FileRole:
    """What a file brings follows from its shape and its columns' roles."""
    if shape in ("square matrix", "long matrix"):
        return "matrix"
    given = set(roles)
    predicted = given & {"predicted", "score", "decision"}
    if not given & {"truth", "indicator"}:
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
    `reasons`: column to why it was taken so, where its name alone does not say it. `question`:
    what could not be told, and is to be asked where nothing can be read without it.
    `why_probabilities`: why scores are taken for probabilities, where their names do not say it.
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
    reasons: Mapping[str, str] = field(default_factory=dict, compare=False)
    question: str = field(default="", compare=False)
    why_probabilities: str = field(default="", compare=False)

    def having(self, *roles: str) -> list[str]:
        """The columns that have one of these roles, in the file's order."""
        return [column for column, role in self.columns.items() if role in roles]

    def only(self, role: str) -> str | None:
        """The column that has this role, if one does."""
        return next(iter(self.having(role)), None)

    def with_roles(
        self, roles: Mapping[str, str], alone: Collection[str] = ONCE, shape: Shape | None = None
    ) -> FileProposal:
        """The same file with these roles for those of the columns that it has.

        Columns take a role of `alone` from all others, which become slices. `score:grain` is
        the score of the class grain; without a class it is the one proposed, or the column's name.
        `truth:spam`: of the classes in the column spam alone counts.
        """
        columns, classes = dict(self.columns), dict(self.classes)
        given = {column: role.partition(":") for column, role in roles.items() if column in columns}
        taken = {role for role, _, _ in given.values() if role in alone}
        columns = {c: "slice" if r in taken else r for c, r in columns.items()}
        for column, (role, _, name) in given.items():
            columns[column] = role
            if role in OF_A_CLASS:
                classes[column] = name or classes.get(column, column)
            elif name:
                classes[column] = name
            else:
                classes.pop(column, None)
        return self.changed(columns, classes, shape or self.shape)

    def changed(
        self, columns: Mapping[str, str], classes: Mapping[str, str], shape: Shape
    ) -> FileProposal:
        """The same file with other roles, classes and shape; reasons stay with roles that do.

        Where a row now holds several predictions, or scores of one class, each is a system.
        """
        same = {c for c, role in columns.items() if self.columns.get(c) == role}
        new = replace(
            self,
            columns=columns,
            classes=classes,
            shape=shape,
            role=file_role(shape, columns.values()),
            systems={c: s for c, s in self.systems.items() if columns.get(c) in OF_A_SYSTEM},
            reasons={c: reason for c, reason in self.reasons.items() if c in same},
            question=self.question if len(same) == len(columns) else "",
        )
        rivals = new.rivals()
        return replace(new, systems={**new.systems, **systems_of(rivals)}) if rivals else new

    def rivals(self) -> list[str]:
        """The columns that say what another one of the same system says too."""
        if self.role == "matrix" or self.shape == "long":
            return []
        held: dict[tuple[str, ...], list[str]] = {}
        for column in self.having(*OF_A_SYSTEM):
            role, system = self.columns[column], self.systems.get(column, self.system)
            of = self.classes.get(column, "") if role in OF_A_CLASS else ""
            held.setdefault((system, role, of), []).append(column)
        return [c for columns in held.values() if len(columns) > 1 for c in columns]

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


@dataclass(frozen=True)
class Proposal:
    """All files of a review; plain values throughout, so it survives JSON.

    `class_map`: class names to replace in reading, old to new; None: by no class.
    """

    files: tuple[FileProposal, ...]
    class_map: Mapping[str, str | None] = field(default_factory=dict)

    def to_json(self) -> str:
        """Canonical: equal proposals give equal text. Without a class map it is not mentioned."""
        content = asdict(self)
        if not self.class_map:
            del content["class_map"]
        for file in content["files"]:
            # why it was proposed is no part of what was confirmed
            del file["reasons"], file["question"], file["why_probabilities"]
            if not file["systems"]:
                del file["systems"]
        return json.dumps(content, sort_keys=True, ensure_ascii=True)

    @staticmethod
    def from_json(text: str) -> Proposal:
        """The proposal that `to_json` wrote."""
        content = json.loads(text)
        files = tuple(FileProposal(**_plain(file)) for file in content["files"])
        return Proposal(files, content.get("class_map", {}))


def _plain(file: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in file.items() if key in FileProposal.__annotations__}
