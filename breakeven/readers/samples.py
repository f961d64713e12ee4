"""The samples: in a checkout, or in a package of their own.

Small, and a module of its own: pages name samples when they first open, and `sample_files` brings
all that reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from breakeven.data.installation import sample_folder

if TYPE_CHECKING:
    from breakeven.data.records import Review

SAMPLES: Mapping[str, str] = {"reuters": "Reuters-21578, ModApte", "r8": "R8"}


def installed_samples() -> Mapping[str, str]:
    """Those that can be opened here: all, or none where their package is not installed."""
    return {} if sample_folder() is None else SAMPLES


def load_sample(
    key: str,
    class_map: Mapping[str, str | None] | None = None,
    hierarchy: Mapping[str, Any] | None = None,
) -> Review:
    """The review of a sample; keys are those of SAMPLES. Raises KeyError for any other.

    `class_map`: class names to replace in reading, old to new; None: by no class. `hierarchy`:
    which classes stand above which, as `breakeven.readers.hierarchy` has it. Raises ReadError
    where either does not go with the sample, or the samples are not installed.
    """
    title = SAMPLES[key]
    # what reads files is imported when one is read: the app's first page needs none of it
    from breakeven.readers.sample_files import r8, reuters

    return {"r8": r8, "reuters": reuters}[key](title, class_map or {}, hierarchy or {})
