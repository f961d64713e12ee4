"""Where a review comes from: samples, tables beyond memory, files of one's own.

And which of the files that were dropped are meant, and which were read last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import streamlit as st

from breakeven.data.installation import NO_SAMPLES
from breakeven.readers.samples import installed_samples
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
    "reuters": "12,902 news stories, 90 topics, six systems with scores.",
    "r8": "7,675 news stories, one of eight topics each, one system.",
}
ONE_FILE = (
    "One row per document, with the true and the predicted class. Separate several classes with "
    "`|`. Name a score column after its class. All other columns are shown with the documents."
)
EXAMPLE = (
    "id,true,predicted,split,score:grain,score:wheat\n"
    "1,grain|wheat,grain,test,0.91,0.44\n"
    "2,wheat,wheat,test,0.12,0.87\n"
    "3,,,test,0.05,0.02\n"
    "4,grain,grain|wheat,test,0.78,0.61"
)
SEVERAL = (
    "You need not rename anything: columns are recognised by their names, or by their values. "
    "Several systems: several files with a common column, several columns (`label, bert, svm`), or "
    "a `system` column. One score beside 1 and 0 (`y_true, y_prob`) is the score of 1. Also read: "
    "0/1 columns per class, one row per document and class (`id, class, truth, score`), "
    "predictions without labels, a confusion matrix alone, and JSON of pipelines, trainers and "
    "pandas. Several annotators: one row each with a column `annotator`, columns (`label_anna`, "
    "`label_ben`), a file each, or an export of Label Studio or doccano. A column `weight`: how "
    "many documents one stands for. A column `cluster`: which documents belong together (one "
    "thread, one author). You can choose other columns for both."
)
AS_THEY_ARE = (
    "Formats: CSV, JSON, Excel, `.gz`, `.zip` and `.tar.gz` archives, SQLite and DuckDB files, "
    "Parquet, Arrow and NumPy. A sheet or file without labels or predictions is left out, unless "
    "you choose it. Also files of other tools, recognised by their content: Azure, Amazon "
    "Comprehend, BigQuery ML, Vertex AI, Hugging Face, spaCy, fastText, Weka, TREC, MLflow, Annif, "
    "Prodigy, OpenAI batches, promptfoo, Inspect and more. Answers of language models "
    "(`id, true, answer`) are read by rules that you see first."
)
WHAT_IS_READ = "One file with labels and predictions, or the labels and one file per system"
FOLDER = "Choose a folder instead of files. Only files that are read are kept."
STORAGE_NOTICE = (
    "Files are saved on this server until the review is deleted. Without a login, everybody who "
    "can reach this server sees them."
)
TO_LOOK = "You can look at saved reviews. To add files you need the role reviewer: ask an admin."


def dropped_files() -> list[Any]:
    """The files that were dropped, of several under one name the newest; and what files may be."""
    st.header("Add files", anchor=False)
    sends = access.may_send()
    as_folder = st.toggle("Whole folder", key="whole_folder", help=FOLDER)
    dropped = st.file_uploader(
        "A folder with labels and predictions" if as_folder else WHAT_IS_READ,
        accept_multiple_files="directory" if as_folder else True,
        key="folder" if as_folder else "files",
        disabled=not sends,
    )
    if not sends:
        st.caption(TO_LOOK)
    uploaded = newest(dropped)
    if len(uploaded) < len(dropped):
        st.caption("A file was added twice: the newer one is read.")
    if not uploaded:
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
    if not installed_samples():
        return False
    return st.button("Show me round", key="try_it", icon=":material/flag:") or asked


def opened_sample(kind: Literal["primary", "secondary"]) -> str | None:
    """The sample that was chosen just now; `kind` of its button."""
    st.header("Samples", anchor=False)
    chosen = None
    there = installed_samples()
    if not there:
        st.caption(NO_SAMPLES.sentence)
    for key, name in there.items():
        with st.container(horizontal=True, vertical_alignment="center"):
            headed(name, SAMPLE_WORDS[key])
            # one clear way on
            own = kind if not chosen and key == next(iter(there)) else "secondary"
            if st.button("Open", key=f"open_{key}", type=own):
                chosen = key
    return chosen


def opened_table() -> str | None:
    """The address of the table beyond memory that was chosen just now; nothing where none is."""
    named, problems = engine_tables.offered()
    if not named and not problems:
        return None
    st.header("Large tables", anchor=False)
    if problems:
        engine_tables.say_problems(problems)
    chosen = None
    for table in named:
        with st.container(border=True):
            engine = "Spark" if table.spark else f"DuckDB within {table.memory_limit} of memory"
            headed(plain(table.title), f"Counted in place by {engine}.")
            if st.button("Open", key=f"open_table_{table.name}"):
                chosen = f"{engine_tables.PREFIX}{table.name}"
    return chosen
