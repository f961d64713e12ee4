"""Where a review comes from: samples, tables beyond memory, files of one's own.

And which of the files that were dropped are meant, and which were read last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import streamlit as st

from breakeven.readers.samples import SAMPLES
from breakeven.ui.app.cache.memo import digest
from breakeven.ui.app.session import access, state
from breakeven.ui.app.store import engine_tables
from breakeven.ui.components.html import headed, plain

# --- the files that the uploader holds: which are meant, and which were read last


def identity(uploads: Sequence[Any]) -> str:
    """What tells these uploads from any others, also of the same names."""
    return digest([upload.file_id for upload in uploads])[:12]


def newest(uploads: Sequence[Any]) -> list[Any]:
    """The uploads, of several under one name the one that was dropped last."""
    return list({upload.name: upload for upload in uploads}.values())


def just_read(uploads: Sequence[Any]) -> bool:
    """Whether the files that the uploader holds are the ones read last."""
    return bool(uploads) and state.remembered("read_uploads") == identity(uploads)


def just_read_are(uploads: Sequence[Any]) -> None:
    """Note which files were read last."""
    state.remember("read_uploads", identity(uploads))


# --- where a review comes from: the samples, and files of one's own


SAMPLE_WORDS = {
    "reuters": "12,902 newswire stories of 1987, 90 topics, any number to a story; six systems "
    "with scores, from naive Bayes to a linear SVM.",
    "r8": "7,675 stories with exactly one of eight topics, and one system's decisions.",
}
ONE_FILE = (
    "One row a document, with the true and the predicted class; several classes in a cell are "
    "separated by `|`. Score columns carry the name of their class. Any other column is kept and "
    "shown with the documents."
)
EXAMPLE = (
    "id,true,predicted,split,score:grain,score:wheat\n"
    "1,grain|wheat,grain,test,0.91,0.44\n"
    "2,wheat,wheat,test,0.12,0.87\n"
    "3,,,test,0.05,0.02\n"
    "4,grain,grain|wheat,test,0.78,0.61"
)
SEVERAL = (
    "Nothing has to be renamed: columns are known by what people call them, else by what they "
    "hold. Several systems are several files joined on the column that they share, several columns "
    "(`label, bert, svm`) or a `system` column. One score beside 1 and 0 (`y_true, y_prob`) is "
    "that of 1. Also read: 0/1 columns per class, one row a document/class pair "
    "(`id, class, truth, score`), "
    "predictions without truth, a confusion matrix alone, and the JSON of pipelines, trainers and "
    "pandas, nested or not. What several people said each is a row for each with a column "
    "`annotator`, columns (`label_anna`, `label_ben`), a file for each, or an export of Label "
    "Studio or doccano. A column `weight` says how many documents one stands for, a column "
    "`cluster` which documents were drawn together (one thread, one author); columns of other "
    "names can be chosen for it."
)
AS_THEY_ARE = (
    "Read as they are: Excel workbooks, `.gz`, `.zip` and `.tar.gz` archives, SQLite and DuckDB "
    "files, Parquet, Arrow and NumPy. A sheet or file among others that predicts nothing is left "
    "out, and can be chosen. So are the files of other tools, known by what is in them and not by "
    "their names: Azure, Amazon Comprehend, BigQuery ML, Vertex AI, Hugging Face, spaCy, fastText, "
    "Weka, TREC, MLflow, Annif, Prodigy, OpenAI batches, promptfoo, Inspect and more. Answers of "
    "language models (`id, true, answer`) are read by rules, which are shown first."
)
WHAT_IS_READ = (
    "Tables, workbooks, archives, databases and the files of other tools, as they are: one file, "
    "or the truth and one file per system"
)
FOLDER = "Choose a folder instead of files. Nothing of it is kept but what is read."
STORAGE_NOTICE = (
    "What is read is saved at once: the files as they were received stay on this server's disk, "
    "until somebody deletes the review on the Reviews page. Where nobody has to log in, all who "
    "can reach this server see what is saved."
)
TO_LOOK = "You may look at what is saved. To load files you need the role reviewer: ask an admin."


def dropped_files() -> list[Any]:
    """The files that were dropped, of several under one name the newest; and what files may be."""
    st.header("Your own files", anchor=False)
    sends = access.may_send()
    as_folder = st.toggle("A whole folder", key="whole_folder", help=FOLDER)
    dropped = st.file_uploader(
        "A folder: what is truth or prediction in it is read" if as_folder else WHAT_IS_READ,
        accept_multiple_files="directory" if as_folder else True,
        key="folder" if as_folder else "files",
        disabled=not sends,
    )
    if not sends:
        st.caption(TO_LOOK)
    uploaded = newest(dropped)
    if len(uploaded) < len(dropped):
        st.caption("A file was dropped again under its name: the newer one is read.")
    with st.expander("What a file looks like"):
        st.markdown(ONE_FILE)
        st.code(EXAMPLE, language=None)
        st.markdown(SEVERAL)
        st.markdown(AS_THEY_ARE)
    st.caption(STORAGE_NOTICE)
    return uploaded


def tried() -> bool:
    """Whether somebody wants to try the app: by a button, or by an address with `try`."""
    asked = state.raw().pop("try", None) is not None
    return st.button("Try it with four hints", key="try_it", icon=":material/flag:") or asked


def opened_sample(kind: Literal["primary", "secondary"]) -> str | None:
    """The sample that was chosen just now; `kind` of its button."""
    st.header("Try it with a sample", anchor=False)
    chosen = None
    for key, name in SAMPLES.items():
        with st.container(border=True):
            headed(name, SAMPLE_WORDS[key])
            if st.button("Open", key=f"open_{key}", type=kind):
                chosen = key
    return chosen


def opened_table() -> str | None:
    """The address of the table beyond memory that was chosen just now; nothing where none is."""
    named, problems = engine_tables.offered()
    if not named and not problems:
        return None
    st.header("Tables beyond memory", anchor=False)
    if problems:
        engine_tables.say_problems(problems)
    chosen = None
    for table in named:
        with st.container(border=True):
            engine = "Spark" if table.spark else f"DuckDB within {table.memory_limit} of memory"
            headed(plain(table.title), f"Counted where its rows are, by {engine}.")
            if st.button("Open", key=f"open_table_{table.name}"):
                chosen = f"{engine_tables.PREFIX}{table.name}"
    return chosen
