"""Slices of a labelled collection without a system are the same in app, commands and Python."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import breakeven as be
from breakeven.data.wording import percent
from breakeven.results.values import plain_rows
from tests.breakeven.commands.running import run
from tests.pages.reading import healthy, open_page, text_of

# of 120 documents by mail 80 are bills, of 80 by chat 20; every second one came early
ROWS = [
    (f"d{i}", "mail" if i < 120 else "chat", "bill" if i < 80 or 120 <= i < 140 else "lost")
    for i in range(200)
]
FILE = "id,source,label,came\n" + "".join(
    f"{name},{source},{label},{'early' if i % 2 else 'late'}\n"
    for i, (name, source, label) in enumerate(ROWS)
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tickets.csv"
    path.write_text(FILE)
    return path


def test_shares_by_a_column_are_the_same(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    review = be.read(file)
    assert not review.has_system
    status, out, _ = run(capsys, "slices", str(file), "--by", "source", "--format", "json")
    assert status == 0
    printed = json.loads(out)
    assert (printed["system"], printed["by"], printed["untested"]) == (None, "source", None)
    result = be.class_shares(review, "source")
    assert printed["shares"] == plain_rows(result.frame())
    by_hand = {
        ("mail", "bill"): (80, 80 / 120, 20 / 80),
        ("mail", "lost"): (40, 40 / 120, 60 / 80),
        ("chat", "bill"): (20, 20 / 80, 80 / 120),
        ("chat", "lost"): (60, 60 / 80, 40 / 120),
    }
    for row in printed["shares"]:
        values = row["positives"], row["share_in_slice"], row["share_in_rest"]
        assert values == pytest.approx(by_hand[row["slice"], row["class"]])
        assert row["p_holm"] < 0.001
        assert row["filter"] == f"source={row['slice']}"
    status, out, _ = run(capsys, "slices", str(file), "--by", "source")
    assert "| mail | 120 | 60 % | 80 (67 %) | 40 (33 %) |" in out or (
        "| mail | 120 | 60 % | 40 (33 %) | 80 (67 %) |" in out
    )
    assert "4 shares clearly differ from the rest." in out
    page = open_page("slices", review, slices__by="=source")
    assert "4 shares clearly differ from the rest." in text_of(page)
    for (name, _), (positives, share, _) in by_hand.items():
        assert name in text_of(page)
        assert f"{percent(share)} {positives}" in text_of(page)
    assert (
        repr(result) == "<Classes in 2 slices of tickets: 4 shares clearly differ from the rest.>"
    )


def test_what_is_no_matter_does_not_differ(file: Path) -> None:
    result = be.class_shares(be.read(file), "came")
    assert result.shared.clear == []
    assert "No class’s share clearly differs" in repr(result)


def test_own_filters_are_slices_and_one_by_labels_is_not_tested(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    review = be.read(file)
    named = {"by mail": "source=mail", "bills": "true:bill"}
    frame = be.class_shares(review, named=named).frame().set_index(["slice", "class"])
    assert frame.loc[("by mail", "bill"), "positives"] == 80
    assert frame.loc[("bills", "bill"), "share_in_slice"] == 1
    assert frame.xs("by mail")["p_holm"].notna().all()
    assert frame.xs("bills")["p_holm"].isna().all()
    options = [part for name, where in named.items() for part in ("--slice", name, where)]
    _, out, _ = run(capsys, "slices", str(file), *options, "--format", "json")
    assert [row["p_holm"] for row in json.loads(out)["shares"]] == [
        None if np.isnan(p) else p for p in frame["p_holm"]
    ]
    own = json.dumps([*named.items()])
    page = open_page("slices", review, slices__by="filters", slices__own=own)
    assert "by mail" in text_of(page)
    assert "2 shares clearly differ from the rest." in text_of(page)


def test_a_filter_leaves_documents_out_on_both_sides(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["slices", str(file), "--by", "source", "--where", "true:lost"]
    _, out, _ = run(capsys, *command, "--format", "json")
    printed = json.loads(out)
    assert {(row["slice"], row["documents"]) for row in printed["shares"]} == {
        ("mail", 40),
        ("chat", 60),
    }
    assert printed["where"]["documents"] == 100


def test_without_a_column_it_is_by_the_number_of_classes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "several.csv"
    path.write_text("id,labels\n1,a|b\n2,a\n3,b\n4,\n")
    _, out, _ = run(capsys, "slices", str(path), "--format", "json")
    printed = json.loads(out)
    assert printed["by"] == "number of true classes"
    numbers = {row["slice"]: row["documents"] for row in printed["shares"]}
    assert numbers == {"0 classes": 1, "1 class": 2, "2 classes": 1}
    _, out, _ = run(capsys, "slices", str(path))
    assert "chosen by the labels" in out
    page = open_page("slices", be.read(path), slices__by="number")
    assert "chosen by the labels" in text_of(page)


def test_a_search_needs_a_system(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for option in (("--search",), ("--average", "macro")):
        status, out, errors = run(capsys, "slices", str(file), *option)
        assert (status, out) == (2, "")
        assert "this needs predictions" in errors


def test_the_page_leads_to_the_documents_of_a_slice(file: Path) -> None:
    page = healthy(open_page("slices", be.read(file), slices__by="=source"))
    assert page.title[0].value == "Is every part of the data alike?"
    assert not page.exception


def test_where_each_document_has_one_class_the_number_of_classes_makes_one_slice() -> None:
    result = be.class_shares(be.from_arrays(["a", "b"] * 10))
    assert repr(result) == "<Classes in 0 slices of arrays: All documents are in one slice.>"
