"""Who labelled what."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from breakeven.records import Truth
from breakeven.text import count_of
from breakeven.ui.components import downloads
from breakeven.ui.components.html import say
from breakeven.ui.components.tables import show_table
from metrics.incidence import count_per_document


def show_annotators(truth: Truth) -> None:
    """A row for each person who labelled."""
    frame = pd.DataFrame(
        [
            {
                "annotator": person.name,
                "documents": len(person.rows),
                "classes a document": count_per_document(person.labels).mean()
                if len(person.rows)
                else float("nan"),
            }
            for person in truth.annotators
        ]
    )
    say(f"{count_of(len(frame), 'annotator')} labelled these documents.")
    st.subheader("Annotators", anchor=False)
    config = {"classes a document": st.column_config.NumberColumn(format="%.2f")}
    show_table(frame, "annotators", column_config=config)
    downloads.downloads(lambda: frame, "annotators", downloads.OF_THE_REVIEW)
