"""All formats, and which of them a file is in."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Protocol, cast

from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft


class FileFormat(Protocol):
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


# Modules of the formats that names of columns tell, in any kind of file. They are imported when a
# file is opened: a table of Parquet is in none of the others.
OF_COLUMNS = (
    "retrieval.annif",
    "clouds.bigquery",
    "annotation.doccano",
    "annotation.label_studio",
    "language_models.langfuse",
    "toolkits.nannyml",
    "language_models.phoenix",
    "toolkits.scikit_learn",
)
# and of those that are told by what stands in text or in other files
OF_CONTENT = (
    "language_models.anthropic_batch",
    "azure.evaluation",
    "azure.labels",
    "azure.predictions",
    "azure.summary",
    "clouds.comprehend",
    "toolkits.evidently",
    "toolkits.fasttext",
    "toolkits.hf_pipeline",
    "toolkits.hf_results",
    "language_models.inspect_log",
    "toolkits.kaggle",
    "toolkits.mlflow",
    "toolkits.numpy_arrays",
    "language_models.openai_batch",
    "annotation.prodigy",
    "language_models.promptfoo",
    "language_models.promptfoo_csv",
    "toolkits.spacy",
    "retrieval.trec_qrels",
    "retrieval.trec_run",
    "clouds.vertex",
    "toolkits.weka_arff",
    "toolkits.weka_csv",
)


@cache
def _formats(modules: tuple[str, ...]) -> tuple[FileFormat, ...]:
    # a module with these names is one
    found = (import_module(f"breakeven.readers.formats.{module}") for module in modules)
    return tuple(cast("FileFormat", module) for module in found)


def formats() -> tuple[FileFormat, ...]:
    """All formats. A file that two of them know is a fault of one: tests hold each against all."""
    return _formats(OF_COLUMNS + OF_CONTENT)


# a format that a file is in, and why
Recognised = tuple[FileFormat, str]


def recognise_formats(content: Content) -> list[Recognised]:
    """The formats that a file may be in, and why; of a long one by its beginning first."""
    if content.beginning is not content and not recognise_formats(content.beginning):
        return []
    asked = _formats(OF_COLUMNS) if content.kind == "parquet" else formats()
    found = ((format, format.recognise(content)) for format in asked)
    return [(format, why) for format, why in found if why is not None]
