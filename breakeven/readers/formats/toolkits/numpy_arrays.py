"""Arrays saved with NumPy: a Trainer's predictions (.npz), one array of scores or classes."""

from __future__ import annotations

import io
import warnings
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from tokenize import TokenError

import numpy as np
import pyarrow as pa

from breakeven.data.records import Problem
from breakeven.readers.base.header_words import says_predicted, says_truth
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.columns.score_columns import ADD_UP
from breakeven.readers.files.content import ZIP, Content, stem_of
from breakeven.readers.files.drafts import Draft
from breakeven.readers.files.size_limits import MOST_UNPACKED
from metrics.typing import Array

# --- Arrays of NumPy as they are saved, .npy or several in .npz, without ever opening a pickle
#
# Source: numpy.org/doc/stable/reference/generated/numpy.lib.format.html.


NPY = b"\x93NUMPY"
ENDING = ".npy"
HEADERS = {
    (1, 0): np.lib.format.read_array_header_1_0,
    (2, 0): np.lib.format.read_array_header_2_0,
}
MOST_RATIO = 20  # of what is packed: logits hardly shrink
# what zipfile and the reading of a header raise
ARRAY_ERRORS = (
    ValueError, OSError, EOFError, zipfile.BadZipFile, zlib.error, RuntimeError, SyntaxError,
    TokenError,
)  # fmt: skip
BROKEN_ARRAYS = "the arrays are broken or cut short"
SAVE_AGAIN = "save them again with numpy.savez, or transfer the file again"


def holds_arrays(start: bytes) -> bool:
    """Whether a file is an array, or an archive of them, by its first bytes."""
    if start.startswith(NPY):
        return True
    if not start.startswith(ZIP) or len(start) < 30:
        return False
    length = int.from_bytes(start[26:28], "little")
    return start[30 : 30 + length].endswith(ENDING.encode())


def load_arrays(name: str, raw: bytes, alone: str) -> tuple[dict[str, Array], list[str]]:
    """The arrays by name, and the names of those that are pickled objects, which stay closed.

    `alone`: what the array of an .npy is called. Raises ReadError.
    """
    try:
        if raw.startswith(NPY):
            arrays = {alone: _array(raw)}
        else:
            with zipfile.ZipFile(io.BytesIO(raw)) as archive:
                _check_size(name, archive, len(raw))
                arrays = {
                    member.filename.removesuffix(ENDING): _array(archive.read(member))
                    for member in archive.infolist()
                    if member.filename.endswith(ENDING)
                }
    except ARRAY_ERRORS as error:
        raise ReadError([Problem(what=BROKEN_ARRAYS, remedy=SAVE_AGAIN, file=name)]) from error
    closed = [key for key, array in arrays.items() if array is None]
    return {key: array for key, array in arrays.items() if array is not None}, closed


def _check_size(name: str, archive: zipfile.ZipFile, packed: int) -> None:
    size = sum(member.file_size for member in archive.infolist())
    if size > max(MOST_UNPACKED, MOST_RATIO * packed):
        what = f"it unpacks to {size // 10**6:,} MB"
        raise ReadError([Problem(what=what, remedy="save it with numpy.savez", file=name)])


def _array(raw: bytes) -> Array | None:
    """One array; None where it holds objects. Raises ValueError where it is cut short."""
    stream = io.BytesIO(raw)
    version = np.lib.format.read_magic(stream)
    if version not in HEADERS:
        return None  # of named fields
    with warnings.catch_warnings(action="ignore"):  # of files of Python 2
        shape, by_column, kind = HEADERS[version](stream)
    if kind.hasobject or kind.names is not None:
        return None
    # the header may promise any shape: only what is there is taken
    flat = np.frombuffer(raw, kind, offset=stream.tell())
    if len(flat) != int(np.prod([int(size) for size in shape], dtype=object)):
        raise ValueError(BROKEN_ARRAYS)
    return flat.reshape(shape[::-1]).T if by_column else flat.reshape(shape)


# --- Arrays saved with NumPy: a Trainer's predictions (.npz), one array of scores or classes
# (.npy)
#
# `np.savez(path, predictions=…, label_ids=…)` of a Trainer's `PredictionOutput`, or all its
# fields: `predictions` are logits, shape (documents, classes); `label_ids` are the numbers of the
# true classes, shape (documents,), or 1 and 0 for several labels, shape (documents, classes). A
# third array may name the classes in their order; without it a class is called by its number.
# Arrays of one value a document, such as y_true and y_pred, are columns. Source:
# huggingface.co/docs/transformers/main_classes/trainer.


KEY = "numpy"
NAME = "arrays of NumPy"
NAMES = ("classes", "class_names", "label_names", "target_names", "labels", "names")
# what `np.savez(path, *output)` calls the fields of a Trainer's output
UNNAMED = {"arr_0": "predictions", "arr_1": "label_ids"}
LABEL_IDS = ("label_ids", "labels")
NO_LABEL = (-100, -1)  # of a document that nobody labelled
PREFIX = {"score": "score:", "indicator": "true:", "decision": "predicted:"}
ROUNDED = 0.01  # of what a row adds up to, in half precision


def recognise(content: Content) -> str | None:
    """The first bytes of an array, or of an archive of arrays."""
    return "its first bytes are those of an array" if holds_arrays(content.start) else None


def read(content: Content) -> Draft:
    """A row a document. Raises ReadError."""
    named_arrays, closed = load_arrays(content.name, content.raw, stem_of(content.name))
    if "predictions" not in named_arrays:
        named_arrays = {UNNAMED.get(key, key): array for key, array in named_arrays.items()}
    if not named_arrays or "predictions" in closed:
        held = ", ".join(closed) or "nothing"
        what = f"it holds {held} as pickled objects, which are never opened"
        remedy = "save arrays of numbers; of a tuple of outputs, save the first: predictions[0]"
        raise ReadError([Problem(what=what, remedy=remedy, file=content.name)])
    names, rest = _class_names(named_arrays)
    arrays = _Arrays(content.name, rest, names)
    return arrays.draft()


def _class_names(arrays: Mapping[str, Array]) -> tuple[list[str] | None, dict[str, Array]]:
    """The names of the classes, where an array holds them, and the other arrays."""
    for key in NAMES:
        array = arrays.get(key)
        if array is not None and array.ndim == 1 and array.dtype.kind in "US":
            rest = {other: held for other, held in arrays.items() if other != key}
            if any(held.ndim == 2 for held in rest.values()):
                return [str(name) for name in array.astype(str)], rest
    return None, dict(arrays)


@dataclass(frozen=True)
class _Arrays:
    """The arrays of one file, and its classes' names."""

    name: str
    arrays: Mapping[str, Array]
    names: list[str] | None

    def draft(self) -> Draft:
        """A column for each class of an array of two dimensions, one for an array of one."""
        arrays = self._of_one_height()
        columns: dict[str, pa.Array] = {}
        roles: dict[str, str] = {}
        classes: dict[str, str] = {}
        why = ""
        wide = any(array.ndim == 2 for array in arrays.values())
        for key, array in arrays.items():
            if array.ndim == 1:
                truth = key in LABEL_IDS or says_truth(key)
                column = self._of_labels(key, array, truth) if wide else _plain(array)
                if column is not None:
                    columns[key] = column
                    if wide and (truth or says_predicted(key)):
                        roles[key] = "truth" if truth else "predicted"
                continue
            role = _role_of(key, array)
            for place, name in enumerate(self._names(key, array)):
                column = f"{PREFIX[role]}{name}"
                columns[column] = pa.array(np.ascontiguousarray(array[:, place]))
                roles[column], classes[column] = role, name
            if role == "score" and _add_up(array):
                why = ADD_UP
        used = set(roles.values())
        return Draft(
            columns=pa.table(columns),
            lines=np.arange(1, len(next(iter(arrays.values()))) + 1),
            roles=roles,
            shape=("indicator" if "indicator" in used else "wide scores") if wide else None,
            classes=classes,
            probabilities=bool(why),
            why_probabilities=why,
        )

    def _of_one_height(self) -> dict[str, Array]:
        """Raises ReadError where arrays cannot be of the same documents."""
        arrays = {key: array for key, array in self.arrays.items() if array.ndim and array.size}
        wide = [key for key, array in arrays.items() if array.ndim == 2]
        problems = []
        first = next(iter(wide or arrays), "")
        for key, array in arrays.items():
            shape = " × ".join(f"{size:,}" for size in array.shape)
            if array.ndim > 2 or array.dtype.kind not in "biufUS":
                what = f"{key} is an array of {shape} {array.dtype} values"
                remedy = "save scores as documents × classes, and labels as one per document"
                problems.append(Problem(what=what, remedy=remedy, file=self.name))
            elif len(array) != len(arrays[first]):
                what = f"{key} has {len(array):,} rows and {first} has {len(arrays[first]):,}"
                remedy = "save arrays of the same documents"
                problems.append(Problem(what=what, remedy=remedy, file=self.name))
        roles = [_role_of(key, arrays[key]) for key in wide if arrays[key].ndim == 2]
        if len(set(roles)) < len(roles):
            what = f"several arrays hold scores of each class: {', '.join(wide)}"
            remedy = "save one of them, or each in a file of its own"
            problems.append(Problem(what=what, remedy=remedy, file=self.name))
        if not arrays:
            what, remedy = "the arrays are empty", "save the predictions"
            problems.append(Problem(what=what, remedy=remedy, file=self.name))
        if problems:
            raise ReadError(problems)
        return arrays

    def _names(self, key: str, array: Array) -> Sequence[str]:
        if self.names is None:
            return [str(number) for number in range(array.shape[1])]
        if len(self.names) != array.shape[1]:
            what = f"{key} is of {array.shape[1]:,} classes, and {len(self.names):,} are named"
            remedy = "name each class once, in the order of the columns"
            raise ReadError([Problem(what=what, remedy=remedy, file=self.name)])
        return self.names

    def _of_labels(self, key: str, array: Array, truth: bool) -> pa.Array | None:
        """Numbers of classes as their names; None where no document has a label."""
        if array.dtype.kind in "US" or not np.equal(array % 1, 0).all():
            return _plain(array)
        numbers = array.astype(np.int64)
        unlabelled = np.isin(numbers, NO_LABEL)
        if truth and unlabelled.all():
            return None
        most = np.inf if self.names is None else len(self.names)
        odd = np.flatnonzero((numbers < 0) | (numbers >= most))

        def problem(index: int) -> Problem:
            what = f"{numbers[odd[index]]} is not the number of a class"
            remedy = "leave out documents that have no label, and name all classes"
            return Problem(
                row=int(odd[index]) + 1, column=key, what=what, remedy=remedy, file=self.name
            )

        if len(odd) and (truth or self.names is not None):
            raise ReadError(first_problems(np.arange(len(odd)), problem))
        if self.names is None:
            return pa.array(numbers.astype(str))
        return pa.array(np.array(self.names, dtype=object)[numbers])


def _plain(array: Array) -> pa.Array:
    return pa.array(array.astype(str) if array.dtype.kind == "S" else array)


def _role_of(key: str, array: Array) -> str:
    """What an array of documents × classes says of each pair."""
    flags = bool(np.isin(array, (0, 1, *NO_LABEL)).all()) if array.dtype.kind in "biuf" else False
    if key in LABEL_IDS or says_truth(key):
        return "indicator"
    return "score" if not flags else "decision" if says_predicted(key) else "indicator"


def _add_up(scores: Array) -> bool:
    """Whether each row holds shares of 1."""
    inside = bool(((scores >= 0) & (scores <= 1)).all())
    return inside and bool((np.abs(scores.sum(axis=1, dtype=np.float64) - 1) <= ROUNDED).all())
