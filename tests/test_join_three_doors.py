"""Two files are joined alike by app, command line and Python; and by row order only by a word."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

import breakeven as be
from breakeven.commands.main import main
from breakeven.readers.base.problems import ReadError
from breakeven.results.table_formats import in_markdown
from tests.pages.reading import badges_of, enter, go_to, html_of, read_here, text_of

N = 30
CLASSES = [("billing", "login", "parts")[place % 3] for place in range(N)]
IDS = [f"T-{10_000 + 7 * place}" for place in range(N)]
# each document once, in an order in which hardly a class stays where it was
OTHER = sorted(range(N), key=lambda place: (place * 11 + 4) % N)
TRUTH = "ticket_id,text,split,labels\n" + "".join(
    f"{IDS[i]},the {CLASSES[i]} desk was asked for help {i} times,test,{CLASSES[i]}\n"
    for i in range(N)
)
KEYED = "ticket_id,predicted\n" + "".join(f"{IDS[i]},{CLASSES[i]}\n" for i in OTHER)
ALONE = "predicted\n" + "".join(f"{CLASSES[i]}\n" for i in OTHER)
BY_ORDER = "Joined by row order: no column links the rows of"


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    """The truth, and a perfect system in another order, with the ids and without."""
    held = {"truth.csv": TRUTH, "pred.csv": KEYED, "alone.csv": ALONE}
    for name, text in held.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return {name: str(tmp_path / name) for name in held}


def uploaded(*names_and_texts: tuple[str, str]) -> AppTest:
    """The Load page with these files dropped."""
    at = enter()
    given = [(name, text.encode(), "text/csv") for name, text in names_and_texts]
    at.file_uploader(key="files").set_value(given).run()
    assert not at.exception
    return at


def test_a_perfect_system_in_another_order_gets_f_1_at_every_door(
    files: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    by_python = be.evaluate(be.read(files["truth.csv"], files["pred.csv"]))
    assert by_python.micro()["f"] == 1
    assert main(["evaluate", files["truth.csv"], files["pred.csv"], "--format", "json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["micro"]["f"] == 1
    assert any("read as the id" in note for note in printed["notes"])
    opened = uploaded(("truth.csv", TRUTH), ("pred.csv", KEYED))
    page_text = text_of(opened)
    assert "the id in “ticket_id”; the text in “text”" in page_text
    assert "the id in “ticket_id”." in page_text
    # the first documents stand beside their own predictions
    assert "T-10000" in page_text
    read_here(opened)
    assert "Open:" in html_of(opened)
    page = go_to(opened, "summary")
    assert f"Accuracy 100 % {N} documents" in text_of(page)
    assert not [badge for badge in badges_of(page) if "row order" in badge]


def test_files_without_a_key_are_refused_until_somebody_says_that_they_are_in_order(
    files: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ReadError, match="no column links its rows"):
        be.read(files["truth.csv"], files["alone.csv"])
    review = be.read(files["truth.csv"], files["alone.csv"], join_by_row_order=True)
    assert review.truth.joined_by_order == ("alone.csv",)
    data = be.evaluate(review).to_dict()
    assert data["cautions"][0].startswith(BY_ORDER)
    both = [files["truth.csv"], files["alone.csv"]]
    assert main(["evaluate", *both]) == 2
    assert "--join-by-row-order" in capsys.readouterr().err
    for command in ("evaluate", "check", "confusion", "slices", "documents"):
        status = main([command, *both, "--join-by-row-order"])
        shown = capsys.readouterr()
        assert status == 0, command
        assert BY_ORDER in shown.err, command
        assert "row order" in shown.out, command


def test_what_would_come_of_a_bad_join_names_it_first(files: dict[str, str]) -> None:
    review = be.read(files["truth.csv"], files["alone.csv"], join_by_row_order=True)
    (finding,) = [one for one in be.check(review) if one.code == "system.baseline"]
    assert finding.action.startswith("Check first that the files hold the same documents in the")
    assert finding.what.startswith("The files were joined by row order")
    plain = be.read(files["truth.csv"], files["pred.csv"])
    assert all("row order" not in one.action for one in be.check(plain))


def test_a_report_says_that_rows_were_joined_by_their_order(files: dict[str, str]) -> None:
    review = be.read(files["truth.csv"], files["alone.csv"], join_by_row_order=True)
    assert BY_ORDER in be.report(review).to_markdown()


def test_the_app_asks_before_it_joins_rows_by_their_order_and_says_it_on_every_page() -> None:
    opened = uploaded(("truth.csv", TRUTH), ("alone.csv", ALONE))
    (question,) = [box for box in opened.checkbox if "Join by row order?" in box.label]
    assert "No column says which document a row of “alone.csv” is about" in text_of(opened)
    assert opened.button(key="read").label == "Use these files anyway"
    read_here(opened)
    assert opened.error
    assert "Open:" not in html_of(opened)
    question = next(box for box in opened.checkbox if "Join by row order?" in box.label)
    question.check().run()
    read_here(opened)
    assert "Open:" in html_of(opened)
    for page in ("summary", "classes", "documents", "next_steps", "confusions"):
        opened = go_to(opened, page)
        assert any("joined by row order" in badge for badge in badges_of(opened)), page


def test_ids_that_only_one_file_has_are_counted_and_named_before_files_are_read() -> None:
    truth = "".join(TRUTH.splitlines(keepends=True)[:-2])
    other = KEYED.replace(f"{IDS[3]},{CLASSES[3]}\n", "")
    at = uploaded(("truth.csv", truth), ("pred.csv", other))
    said = text_of(at)
    extra = ", ".join(f"'{IDS[i]}'" for i in OTHER if i >= N - 2)
    assert f"2 of 29 documents in pred.csv are not in truth.csv ({extra}). They are left" in said
    assert f"1 of 28 documents in truth.csv have no row in pred.csv ('{IDS[3]}')" in said
    assert "Open:" not in html_of(at)


def test_what_is_printed_of_files_in_row_order_says_so_as_data_and_as_text(
    files: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    in_order = [files["truth.csv"], files["alone.csv"], "--join-by-row-order"]
    keyed = [files["truth.csv"], files["pred.csv"]]
    for command in ("evaluate", "check", "confusion", "slices"):
        assert main([command, *in_order, "--format", "json"]) == 0
        (caution,) = json.loads(capsys.readouterr().out)["cautions"]
        assert caution.startswith(BY_ORDER), command
        assert main([command, *in_order]) == 0
        paragraphs = capsys.readouterr().out.split("\n\n")
        assert f"▲ {in_markdown(caution)}" in paragraphs, command
        assert main([command, *keyed, "--format", "json"]) == 0
        assert "cautions" not in json.loads(capsys.readouterr().out), command
        assert main([command, *keyed]) == 0
        printed = capsys.readouterr().out
        assert "▲" not in printed, command
        assert "\n\n\n" not in printed, command
