"""All formats, and which of them a file is in."""

from __future__ import annotations

import logging
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
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


# entry points of other packages: each is a module with the four names of a `FileFormat`
GROUP = "breakeven.formats"
NAMES = ("KEY", "NAME", "recognise", "read")
LOG = logging.getLogger(__name__)


@cache
def _formats(modules: tuple[str, ...]) -> tuple[FileFormat, ...]:
    # a module with these names is one
    found = (import_module(f"breakeven.readers.formats.{module}") for module in modules)
    return tuple(cast("FileFormat", module) for module in found)


@cache
def _installed() -> tuple[FileFormat, ...]:
    """Formats of other packages, by name; one that cannot be used is passed over, and logged."""
    entries = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    if not entries:  # ours are loaded when a file asks for them
        return ()
    by_key = {format.KEY: format for format in _formats(OF_COLUMNS + OF_CONTENT)}
    ours = len(by_key)
    for entry in entries:
        try:
            format = cast("FileFormat", entry.load())
            if missing := [name for name in NAMES if not hasattr(format, name)]:
                raise ValueError(f"it lacks {', '.join(missing)}")
            if by_key.setdefault(format.KEY, format) is not format:
                raise ValueError(f"there is another format {format.KEY!r}")
        except Exception:  # the package is somebody else's
            LOG.exception("The format %s is not used", entry.value)
    return tuple(by_key.values())[ours:]


def formats() -> tuple[FileFormat, ...]:
    """All formats. A file that two of them know is a fault of one: tests hold each against all.

    Those of other packages come last, so that they take no file from ours.
    """
    return (*_formats(OF_COLUMNS + OF_CONTENT), *_installed())


# a format that a file is in, and why
Recognised = tuple[FileFormat, str]


def recognise_formats(content: Content) -> list[Recognised]:
    """The formats that a file may be in, and why; of a long one by its beginning first."""
    if content.beginning is not content and not recognise_formats(content.beginning):
        return []
    asked = (*_formats(OF_COLUMNS), *_installed()) if content.kind == "parquet" else formats()
    found = ((format, format.recognise(content)) for format in asked)
    return [(format, why) for format, why in found if why is not None]
