"""All formats, and which of them a file is in."""

from __future__ import annotations

from typing import Protocol

from breakeven.readers.files.content import Content
from breakeven.readers.formats.annotation import doccano, label_studio, prodigy
from breakeven.readers.formats.azure import evaluation as azure_evaluation
from breakeven.readers.formats.azure import labels as azure_labels
from breakeven.readers.formats.azure import predictions as azure_predictions
from breakeven.readers.formats.azure import summary as azure_summary
from breakeven.readers.formats.clouds import bigquery, comprehend, vertex
from breakeven.readers.formats.draft import Draft
from breakeven.readers.formats.language_models import (
    anthropic_batch,
    inspect_log,
    langfuse,
    openai_batch,
    phoenix,
    promptfoo,
    promptfoo_csv,
)
from breakeven.readers.formats.monitoring import evidently, nannyml
from breakeven.readers.formats.retrieval import annif, trec_qrels, trec_run
from breakeven.readers.formats.toolkits import (
    fasttext,
    hf_pipeline,
    hf_results,
    kaggle,
    mlflow,
    numpy_arrays,
    scikit_learn,
    spacy,
    weka_arff,
    weka_csv,
)


class Format(Protocol):
    """A module that reads the files of one tool.

    `KEY`: its name in options and saved reviews. `NAME`: on screen, a noun phrase that goes on
    after "taken for".
    """

    KEY: str
    NAME: str

    def recognise(self, content: Content) -> str | None:
        """Why a file is taken for one of this tool, in a clause; None where it is none.

        Looks at its shape, never at its name; is quick, and raises nothing.
        """

    def read(self, content: Content) -> Draft:
        """The file as a table. Raises ReadError with row, column, what and remedy."""


# a file that two of them know is a fault of one: tests hold each against every example
FORMATS: tuple[Format, ...] = (
    annif,
    anthropic_batch,
    azure_evaluation,
    azure_labels,
    azure_predictions,
    azure_summary,
    bigquery,
    comprehend,
    doccano,
    evidently,
    fasttext,
    hf_pipeline,
    hf_results,
    inspect_log,
    kaggle,
    label_studio,
    langfuse,
    mlflow,
    nannyml,
    numpy_arrays,
    openai_batch,
    phoenix,
    prodigy,
    promptfoo,
    promptfoo_csv,
    scikit_learn,
    spacy,
    trec_qrels,
    trec_run,
    vertex,
    weka_arff,
    weka_csv,
)
BY_KEY = {format.KEY: format for format in FORMATS}


# a format that a file is in, and why
Recognised = tuple[Format, str]


def recognised(content: Content) -> list[Recognised]:
    """The formats that a file may be in, and why; of a long one by its beginning first."""
    if content.beginning is not content and not recognised(content.beginning):
        return []
    found = ((format, format.recognise(content)) for format in FORMATS)
    return [(format, why) for format, why in found if why is not None]
