"""Pages of one document, of one class, and of a filter that keeps nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

import breakeven as be
from breakeven.data.records import Review
from tests.grammar import TINY, wrong_in
from tests.pages.prose import blocks_of
from tests.pages.reading import enter, go_to, open_page

PAGES = (
    *("summary", "classes", "slices", "curves", "confusions", "documents", "next_steps"),
    *("thresholds", "human_review", "unlabelled_data", "compare", "history", "splits", "labels"),
)


def tiny(folder: Path, name: str) -> Review:
    file = folder / "tiny.csv"
    file.write_text(TINY[name])
    return be.read(file, probabilities=True) if "score:" in TINY[name] else be.read(file)


@pytest.mark.parametrize("choices", [{"where": "id:nope"}, {"split": "test", "where": "id:1"}])
def test_every_page_opens_where_a_filter_keeps_nothing(
    choices: dict[str, str], tmp_path: Path
) -> None:
    app = enter(tiny(tmp_path, "a document a split"), **choices)
    for page in PAGES:
        assert "nan" not in " ".join(blocks_of(go_to(app, page))).split(), page


def test_nobody_can_look_at_documents_that_are_not_there() -> None:
    app = open_page("human_review", review="r8", where="id:nope")
    assert [element.value for element in app.info] == ["There are no documents here to review."]


@pytest.mark.parametrize("name", ["one class, one missed", "one document, wrong"])
def test_one_is_never_spoken_of_as_several(name: str, tmp_path: Path) -> None:
    app = enter(tiny(tmp_path, name))
    for page in ("summary", "confusions", "classes", "next_steps", "human_review"):
        assert wrong_in("\n".join(blocks_of(go_to(app, page)))) == [], page
