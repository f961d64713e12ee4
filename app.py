"""Load: choose a sample or files, confirm the columns, see what was read."""

from __future__ import annotations

import streamlit as st

from breakeven.readers.samples import SAMPLES
from breakeven.ui.app import cache, links, state
from breakeven.ui.app.page import open_page
from breakeven.ui.components.html import headed
from breakeven.ui.load.read_again import just_read

SAMPLE_WORDS = {
    "reuters": "12,902 newswire stories of 1987, 90 topics, any number to a story; six systems "
    "with scores, from naive Bayes to a linear SVM.",
    "r8": "7,675 stories with exactly one of eight topics, and one system's decisions.",
}

open_page("Load")
st.title("What shall we review?", anchor=False)

current = cache.review_of(state.raw().get("review"))
above = st.container()

st.subheader("A sample", anchor=False)
for column, (key, name) in zip(st.columns(2), SAMPLES.items(), strict=True):
    with column.container(border=True, height="stretch"):
        headed(name, SAMPLE_WORDS[key])
        if st.button("Open", key=f"open_{key}", type="primary"):
            state.open_review(key)
            links.turn_to("pages/overview.py")

st.subheader("Your own files", anchor=False)
uploaded = st.file_uploader(
    "CSV, TSV, JSON or Parquet: one file, or the truth and one file per system",
    accept_multiple_files=True,
    key="files",
)
with st.expander("What a file looks like"):
    st.markdown(
        "One row a document, with the true and the predicted class; several classes in a cell "
        "are separated by `|`. Score columns carry the name of their class. Any other column "
        "is kept and shown with the documents."
    )
    st.code(
        "id,true,predicted,split,score:grain,score:wheat\n"
        "1,grain|wheat,grain,test,0.91,0.44\n"
        "2,wheat,wheat,test,0.12,0.87\n"
        "3,,,test,0.05,0.02\n"
        "4,grain,grain|wheat,test,0.78,0.61",
        language=None,
    )
    st.markdown(
        "Also read: 0/1 columns per class, one row a document/class pair (`id, class, truth, "
        "score`), a `system` column, predictions without truth, and a confusion matrix alone. "
        "A column `weight` says how many documents one stands for, a column `cluster` which "
        "documents were drawn together (one thread, one author); columns of other names can be "
        "chosen for it."
    )
below = st.container()
chosen = None
if uploaded:
    # here and below: what reads and shows files is imported when it is needed, so that the
    # first page of a fresh server comes sooner
    from breakeven.ui.load.uploads import from_uploads

    chosen = from_uploads(uploaded)
if current is not None and chosen is None:
    from breakeven.ui.load.class_names import class_names
    from breakeven.ui.load.summary import show_loaded

    state.write_address(links.address_of("app.py"))
    # files just read: where the reader is looking, under their names
    with below if just_read(uploaded) else above:
        show_loaded(current)
        chosen = class_names(state.raw()["review"], current)
if chosen is not None:
    state.open_review(chosen)
    st.rerun()
