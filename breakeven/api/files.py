"""Reviews from files, open or on disk, from frames, with marks, and the samples.

A frame of any library becomes the bytes of a file, and is read further as every other file is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO
from numbers import Number
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from uuid import UUID

from breakeven.data.marks import add_marks, no_marks
from breakeven.data.records import Problem, Review
from breakeven.data.wording import examples
from breakeven.readers.base.problems import ReadError, reason_of
from breakeven.readers.base.proposal import ROLES, FileProposal, Proposal, Shape
from breakeven.readers.base.read_options import TEXT_OPTIONS, ReadOptions, parse_read_options
from breakeven.readers.containers.members import Files, files_holding, with_folders
from breakeven.readers.hierarchy import ParentsGiven, hierarchy_options
from breakeven.readers.marks_file import read_marks as read_file
from breakeven.readers.samples import SAMPLES, load_sample
from breakeven.readers.worker.local_files import OwnFiles, open_own_files
from breakeven.store.review_file import is_packed, read_packed, write_packed

if TYPE_CHECKING:
    from breakeven.readers.answers_preview import AnswersPreview
    from breakeven.store.review_file import PackedReview


# --- Files of the user's own: opened, and read once it is said what they are


NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class ReadFiles:
    """A review, and what it was read from: files by their names, and the proposal as JSON."""

    review: Review
    files: Files
    options: str


@dataclass(frozen=True)
class OpenedFiles:
    """Opened files, those of a folder by their names in it (`among`), and what they are."""

    files: Files
    among: frozenset[str]
    own: OwnFiles

    @property
    def used(self) -> list[FileProposal]:
        """What the files and tables are taken for that are read."""
        return [file for file in self.own.proposal.files if file.role != "left out"]

    @property
    def left_out(self) -> list[FileProposal]:
        """Those that are not read, with the reason."""
        return [file for file in self.own.proposal.files if file.role == "left out"]

    def proposal(
        self,
        edited: Iterable[FileProposal],
        class_map: Mapping[str, str | None] = NO_OPTIONS,
        gold: str = "",
        unbounded: bool | None = None,
        answers: Mapping[str, Any] = NO_OPTIONS,
        hierarchy: Mapping[str, Any] = NO_OPTIONS,
        *,
        join_by_row_order: bool = False,
    ) -> Proposal:
        """What is read, where the files are what was `edited`.

        What is left out of an archive is said, so that it is left out again; of a folder nothing
        is kept but what is read.
        """
        by_name = {file.name: file for file in edited}
        used = files_holding(self.files, by_name, self.among)
        files = tuple(
            by_name.get(file.name, file)
            for file in self.own.proposal.files
            if any(file.name == name or file.name.startswith(f"{name}/") for name, _ in used)
        )
        options = dict(class_map), gold, unbounded, dict(answers), dict(hierarchy)
        return Proposal(files, *options, join_by_row_order=join_by_row_order)

    def read(self, proposal: Proposal, name: str = "") -> ReadFiles:
        """The review. Raises ReadError."""
        try:
            review = self.own.build(proposal, name)
        finally:
            self.own.end()
        used = [file.name for file in proposal.files if file.role != "left out"]
        return ReadFiles(review, files_holding(self.files, used, self.among), proposal.to_json())

    def answers(self, proposal: Proposal) -> AnswersPreview:
        """What the answers of language models in the files come to. Raises ReadError."""
        try:
            return self.own.answers(proposal)
        finally:
            self.own.end()


def open_files(
    named: Files, how: ReadOptions, shape: Shape | None = None, only: Sequence[str] = ()
) -> OpenedFiles:
    """Files, and folders of files, opened. Raises ReadError."""
    files, among = with_folders(named)
    hows = {name: replace(how, among=name in among) for name, _ in files}
    return OpenedFiles(files, among, open_own_files(files, hows, shape, only))


# --- Reviews from files, open or on disk, from frames, and the samples


def sample(
    name: str,
    class_map: Mapping[str, str | None] | None = None,
    hierarchy: ParentsGiven | None = None,
) -> Review:
    """A sample that comes with the package: `reuters` or `r8`. ValueError for another.

    `class_map`: class names to replace in reading, old to new, None for no class. `hierarchy` as
    for `read`.

    >>> import breakeven as be
    >>> be.sample("r8").truth.n
    7675
    """
    if name not in SAMPLES:
        raise ValueError(f"there is no sample {name!r}; choose one of {examples(SAMPLES)}")
    return load_sample(name, class_map, hierarchy_options(hierarchy))


def read(  # noqa: PLR0913 - an option for each choice of reading
    *files: Any,
    roles: Mapping[str, str] | None = None,
    shape: Shape | None = None,
    separator: str | None = None,
    probabilities: bool | None = None,
    encoding: str | None = None,
    delimiter: str | None = None,
    quote: str | None = None,
    decimal: str | None = None,
    header: str | int | None = None,
    tables: str | Sequence[str] = (),
    class_map: Mapping[str, str | None] | None = None,
    gold: str = "",
    unbounded: bool | None = None,
    answers: Mapping[str, Any] | None = None,
    hierarchy: ParentsGiven | None = None,
    hierarchy_separator: str = "",
    join_by_row_order: bool = False,
    name: str = "",
) -> Review:
    r"""The review of files: one, or the truth and one per system, joined on their ids.

    The ids of several files are the column whose values they share, whatever its header.

    A file is a path, an open file, bytes, or a frame (pandas, or any with the Arrow interface), or
    alone a `.breakeven` file, which says how it is read. Of a folder, an archive, a workbook or a
    database whatever is truth or prediction is read, or the `tables` that are named;
    what each column means is proposed as in the app. Where a guess is wrong: `roles`, column to
    role (id, truth, predicted, score:grain, split, text, ...; several columns that are predicted
    are a system each, several of truth what one person each said; truth:spam counts spam alone;
    a column of one of several files is "preds.csv:label");
    `shape` of every file; `separator` between the classes of a cell, "none" for one class;
    `probabilities`, whether the scores are. Of text: `encoding`; `delimiter`, a character, or
    "tab", "space", ...; `quote`, a character, or "none"; `decimal`, "point" or "comma"; `header`,
    the line with the names of columns, or "none", and they are called 1, 2, ... `class_map`:
    class names to replace, old to new, None for no class. `gold`: where annotators are known,
    what the truth is, "majority", or "one:NAME" for what one of them said; by default the truth
    that the files give, else the majority; of graded truth "grades:2|3", the ones that count as
    correct. `unbounded`: whether the set of classes has no bounds, so that there are no true
    negatives; by default it has none where a column gives slots and another their fillers.
    `answers`: rules by which answers of language models are read, those that are to be others than
    the usual ones, such as {"none": ["nothing"]}. `hierarchy`: which classes stand above which,
    each class's parent or parents, or a CSV with the columns parent and child; or
    `hierarchy_separator`, where names say it, as a/b/c does. `join_by_row_order`: files that share
    no column are joined by the order of their rows; what is shown then says so.

    ReadError lists everything that is wrong, with row, column and remedy; ValueError for a role
    or column that does not exist.

    >>> import breakeven as be
    >>> review = be.read(b"id,true,predicted\n1,wheat,wheat\n2,corn,wheat\n")
    >>> review.truth.classes
    ('corn', 'wheat')
    """
    options = {
        "roles": roles,
        "shape": shape,
        "separator": separator,
        "probabilities": probabilities,
        "encoding": encoding,
        "delimiter": delimiter,
        "quote": quote,
        "decimal": decimal,
        "header": header,
        "tables": tables,
        "class_map": class_map,
        "gold": gold,
        "unbounded": unbounded,
        "answers": answers,
        "hierarchy": hierarchy,
        "hierarchy_separator": hierarchy_separator,
        "join_by_row_order": join_by_row_order or None,
        "name": name,
    }
    given = {key: value for key, value in options.items() if value not in (None, "", ())}
    return read_files(files, given).review


def pack(out: str | Path, *files: Any, **options: Any) -> None:
    r"""Write files, and how they are read, as one `.breakeven` file, which `read` takes like any.

    So a result can be compared with later. `options` are those of `read`. ReadError, ValueError;
    OSError where it cannot be written.

    >>> import breakeven as be
    >>> from pathlib import Path
    >>> from tempfile import mkdtemp
    >>> main = Path(mkdtemp()) / "main.breakeven"
    >>> be.pack(main, b"id,true,predicted\n1,wheat,wheat\n2,corn,wheat\n", name="crops")
    >>> be.read(main)
    <Review crops: documents 2, classes 2, of file 1>
    """
    write_pack(read_files(files, options), Path(out))


def write_pack(done: ReadFiles, out: Path) -> None:
    """Write what was read as one file. OSError where that cannot be."""
    # loads SQLAlchemy
    from breakeven.store.exchange import packed_alone

    packed = packed_alone(done.review, done.files, done.options)
    with out.open("wb") as sink:
        write_packed(packed, sink)


def packed_review_in(file: bytes | Path) -> PackedReview | None:
    """The packed review that a file is; None where it is another. ReadError."""
    if isinstance(file, bytes):
        return read_packed(file) if is_packed(file) else None
    try:
        with file.open("rb") as opened:
            start = opened.read(100)
    except OSError:  # whoever reads files says so
        return None
    return read_packed(file) if is_packed(start) else None


def unpack_review(packed: PackedReview) -> ReadFiles:
    """The newest version of a packed review, from its files. ReadError."""
    version = packed.review.versions[-1]
    files = [(file.name, packed.contents[file.sha256]) for file in version.files]
    return ReadFiles(packed.read(), files, version.options)


def read_files(files: Sequence[Any], options: Mapping[str, Any]) -> ReadFiles:
    """Read files by the options of `read`, those that are given."""
    unknown = set(options) - set(read.__kwdefaults__ or {})
    if unknown:
        raise TypeError(f"there is no option {min(unknown)!r}")
    if not files:
        raise ValueError("no file is given; give at least one")
    named = with_distinct_names([named_file(file, i) for i, file in enumerate(files, 1)])
    packed = packed_review_in(named[0][1]) if len(named) == 1 else None
    if packed is not None:
        if options:
            raise ValueError(f"a packed review holds how it is read; leave {min(options)} out")
        return unpack_review(packed)
    given, proposal = propose_files(named, options)
    return given.read(proposal, options.get("name", ""))


def propose_files(
    named: Sequence[tuple[str, bytes | Path]], options: Mapping[str, Any]
) -> tuple[OpenedFiles, Proposal]:
    """Opened files, and what each is taken for, as the options of `read` have it. ReadError."""
    roles, shape = options.get("roles", {}), options.get("shape")
    how = parse_read_options(
        **{option: options[option] for option in TEXT_OPTIONS if option in options}
    )
    tables = options.get("tables", ())
    given = open_files(named, how, shape, [tables] if isinstance(tables, str) else tables)
    for column, role in roles.items():
        if all(file.column_named(column) is None for file in given.used):
            columns = {column for file in given.used for column in file.columns}
            raise ValueError(f"no file has a column {column!r}; there are {examples(columns)}")
        if role.partition(":")[0] not in ROLES:
            raise ValueError(f"there is no role {role!r}; choose one of {', '.join(ROLES)}")
    changes = {key: options[key] for key in OF_A_FILE if key in options}
    edited = [replace(f.with_roles(roles, shape=shape), **changes) for f in given.used]
    others = {key: options[key] for key in OF_A_REVIEW if key in options}
    above = hierarchy_options(options.get("hierarchy"), options.get("hierarchy_separator", ""))
    return given, given.proposal(edited, **others, hierarchy=above)


OF_A_REVIEW = ("class_map", "gold", "unbounded", "answers", "join_by_row_order")
OF_A_FILE = ("separator", "probabilities", "encoding")


def named_file(file: Any, number: int) -> tuple[str, bytes | Path]:
    """A file with a name whose ending says what it holds."""
    if isinstance(file, str | Path):
        return Path(file).name, Path(file)
    if isinstance(file, bytes):
        return f"file {number}{ending_of(file)}", file
    if hasattr(file, "read"):
        data = file.read()
        raw = data.encode() if isinstance(data, str) else bytes(data)
        own = Path(str(getattr(file, "name", ""))).name
        return (own if Path(own).suffix else f"file {number}{ending_of(raw)}"), raw
    if hasattr(file, "__arrow_c_stream__") or hasattr(file, "__dataframe__"):
        return frame_file(file, number)
    raise ValueError(f"{type(file).__name__} is not a file; give a path, an open file or a frame")


def ending_of(raw: bytes) -> str:
    """The ending that a file's name would have by what it holds: .parquet, .jsonl or .csv."""
    if raw.startswith(b"PAR1"):
        return ".parquet"
    return ".jsonl" if raw.lstrip().startswith(b"{") else ".csv"


def with_distinct_names(files: list[tuple[str, bytes | Path]]) -> list[tuple[str, bytes | Path]]:
    """Names as they are, with the folder or a number where two are the same."""
    names = [name for name, _ in files]
    out = []
    for number, (name, data) in enumerate(files, 1):
        if names.count(name) == 1:
            out.append((name, data))
        else:
            out.append((str(data) if isinstance(data, Path) else f"{number} {name}", data))
    return out


# --- what reviewers marked: read from files, and the numbers as if it were carried out


def read_marks(review: Review, *files: Any) -> Review:
    r"""The review with the marks of files: filters ask for them, and `as_if` carries them out.

    A file is a path, an open file, bytes or a frame, as the documents page gives it; needed are
    the columns `id` and `mark`. Of several the later holds. Marks whose document, text or class
    is not there any more are left out: `notes` of the review say which. ReadError, with every
    problem, where a row is no mark, or where none fits.

    >>> import breakeven as be
    >>> review = be.from_arrays(["a", "b", "b"], ["a", "a", "b"], ids=["1", "2", "3"])
    >>> review = be.read_marks(review, b"id,mark,right classes\n2,label wrong,a\n")
    >>> be.evaluate(review, where='mark:"label wrong"').documents
    1
    """
    marks = no_marks(review.truth.n) if review.marks is None else review.marks
    notes = list(review.notes)
    for number, file in enumerate(files, 1):
        events, left_out = read_file(*named_file(file, number), review.truth)
        marks = add_marks(marks, *events)
        notes += left_out
    return replace(review, marks=marks, notes=tuple(notes))


# values of Python that a text says as well as they do
PLAIN = (str, bool, Number, Decimal, date, datetime, UUID)


def frame_file(frame: Any, number: int) -> tuple[str, bytes]:
    """A frame as a file with a name: Parquet, or a stream of Arrow of what Parquet cannot hold.

    Raises ReadError where a column is made of what no file holds.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    name = f"frame {number}"
    table = _table_of(name, frame)
    for columns in (table, _in_types_read(table)):
        out = BytesIO()
        try:
            pq.write_table(columns, out)
        except (pa.ArrowException, OSError):
            continue
        return f"{name}.parquet", out.getvalue()
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return f"{name}.arrow", sink.getvalue().to_pybytes()


def _table_of(name: str, frame: Any) -> Any:
    import pandas as pd
    import pyarrow as pa

    try:
        if isinstance(frame, pd.DataFrame):
            return _of_pandas(name, frame)
        if hasattr(frame, "__arrow_c_stream__"):
            return pa.table(frame)
        from pyarrow.interchange import from_dataframe

        return from_dataframe(frame)
    except (pa.ArrowException, TypeError, ValueError, NotImplementedError) as error:
        what = f"the frame cannot be converted to Arrow ({reason_of(error)})"
        remedy = "give its columns as text, numbers, or lists of these"
        raise ReadError([Problem(what=what, remedy=remedy, file=name)]) from error


def _of_pandas(name: str, frame: Any) -> Any:
    """A frame of pandas as Arrow; columns that Arrow cannot hold as the text of their values."""
    import pandas as pd
    import pyarrow as pa

    parts = [_plain(frame.iloc[:, place]) for place in range(frame.shape[1])]
    try:
        return pa.Table.from_pandas(
            pd.concat(parts, axis=1) if parts else frame, preserve_index=False
        )
    except (pa.ArrowException, TypeError, ValueError):
        arrays = [_column(name, str(part.name), part) for part in parts]
        return pa.Table.from_arrays(arrays, names=[str(part.name) for part in parts])


def _plain(column: Any) -> Any:
    """A column without what only pandas knows: sparse ones, periods, intervals."""
    import pandas as pd

    kind = column.dtype
    if isinstance(kind, pd.SparseDtype):
        return column.sparse.to_dense()
    if isinstance(kind, pd.CategoricalDtype):
        words = _plain(pd.Series(kind.categories))
        return column if words.dtype == kind.categories.dtype else _plain(column.astype(object))
    if isinstance(kind, pd.PeriodDtype | pd.IntervalDtype):
        return column.astype("string")
    if pd.api.types.is_object_dtype(kind) and column.map(type).isin([pd.Period, pd.Interval]).any():
        return column.astype("string")
    return column


def _column(name: str, column: str, values: Any) -> Any:
    import pyarrow as pa

    try:
        return pa.array(values, from_pandas=True)
    except (pa.ArrowException, TypeError, ValueError) as error:
        given = [None if _is_missing(value) else value for value in values]
        if all(value is None or isinstance(value, PLAIN) for value in given):
            return pa.array([None if v is None else _text(v) for v in given], pa.string())
        what = f"the values cannot be converted to Arrow ({reason_of(error)})"
        remedy = "give text, numbers, or lists of these, or leave the column out"
        raise ReadError([Problem(column=column, what=what, remedy=remedy, file=name)]) from error


def _is_missing(value: Any) -> bool:
    import pandas as pd

    return bool(pd.api.types.is_scalar(value) and pd.isna(value))


def _text(value: Any) -> str:
    """A value as text: as a file would say it, U+FFFD for half a character."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _in_types_read(table: Any) -> Any:
    """The same with the columns in the types that they are read as, where these can be."""
    import pyarrow as pa

    # loads PyArrow
    from breakeven.readers.files.arrow_types import as_plain

    columns = []
    for column in table.columns:
        try:
            columns.append(as_plain(column))
        except pa.ArrowException:
            columns.append(column)
    return pa.Table.from_arrays(columns, names=table.column_names)
