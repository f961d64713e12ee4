"""The same numbers on labels as they were loaded, and of every saved version of the review."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st
from markupsafe import Markup

from breakeven.analysis.selection.selection import Selection, selection_of, texts_of
from breakeven.data.records import Review
from breakeven.data.wording import f_name, figure_of, percent
from breakeven.results.variants import as_if_variants
from breakeven.ui.app.cache import cache
from breakeven.ui.app.page.page import Page
from breakeven.ui.app.page.verdict import average_heads
from breakeven.ui.app.store.baseline import version_of, versions_of
from breakeven.ui.components.html import grid, plain, say
from metrics.typing import DEFAULT_BETA

# --- on labels as they were loaded, beside those as if marks were carried out


def show_as_loaded(page: Page) -> None:
    """Both results beside each other, as loaded first; nothing where there is only that one."""
    done, selection, now = page.review.as_if, page.selection, page.evaluation
    if done is None:
        return
    loaded = cache.evaluation(done.original, selection.system, selection.documents, selection.cut)
    results = as_if_variants(done, loaded, now, selection.beta, selection.undefined)
    say(Markup("<small>▲</small> {}").format(plain(results.text, 800)))
    heads = average_heads(f_name(selection.beta), loaded.one_of and now.one_of)
    grid(
        ["", "Documents", *heads.values()],
        [
            [
                each.name,
                f"{each.documents:,}",
                *(Markup("<b>{}</b>").format(figure_of(each.f[a])) for a in heads),
            ]
            for each in results.variants
        ],
    )


# --- of every saved version, the oldest first


MOST_VERSIONS = 6
# a version of more documents takes too long to open for a line of a tile
MOST_DOCUMENTS = 100_000


@dataclass(frozen=True)
class HeadlineTrend:
    """Numbers of versions, and in their order `recall`, `precision` and `exact`, in [0, 1]."""

    versions: tuple[int, ...]
    values: Mapping[str, tuple[float, ...]]


NAMES = {"recall": "Found", "precision": "Right when predicted", "exact": "Completely right"}


def show_versions(page: Page) -> None:
    """What each saved version reached, a column each; nothing where there are not two."""
    trend = trend_of(page)
    if trend is None:
        return
    names = {"exact": "Accuracy"} if page.evaluation.one_of else NAMES
    st.header("In each version", anchor=False)
    grid(
        ["", *(f"Version {n}" for n in trend.versions)],
        [
            [name, *(percent(value, 1) for value in trend.values[key])]
            for key, name in names.items()
        ],
    )


def trend_of(page: Page) -> HeadlineTrend | None:
    """The last versions in which the system decided on the split; None where they are not two.

    Each as it decides there, by the rule that is chosen here if it can. None too where a filter
    holds, and for reviews of many documents.
    """
    review, selection = page.review, page.selection
    if selection.where is not None or review.truth.n > MOST_DOCUMENTS:
        return None
    versions = versions_of(review)
    measured: list[tuple[int, tuple[float, float, float]]] = []
    for n, fingerprint in sorted(versions.items())[-MOST_VERSIONS:]:
        values_now = _measured(review, selection, fingerprint)
        if values_now is not None:
            measured.append((n, values_now))
    if len(measured) < 2:
        return None
    columns = zip(*(values for _, values in measured), strict=True)
    named = dict(zip(("recall", "precision", "exact"), columns, strict=True))
    return HeadlineTrend(tuple(n for n, _ in measured), named)


def _measured(
    review: Review, selection: Selection, fingerprint: str
) -> tuple[float, float, float] | None:
    try:
        version = version_of(fingerprint)
    except LookupError:
        return None
    if version.truth.labels is None:
        return None
    there = selection_of(version, texts_of(selection, review.truth))
    if (there.system, there.split) != (selection.system, selection.split):
        return None
    evaluation = cache.evaluation(version, there.system, there.split, there.cut)
    micro = evaluation.micro(DEFAULT_BETA)
    return micro["recall"], micro["precision"], evaluation.exact_match
