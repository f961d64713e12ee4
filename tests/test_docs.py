"""What the documents for Python users show is what the code gives."""

from __future__ import annotations

import argparse
import doctest
import json
import re
import shlex
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from numpy.testing import assert_allclose

import breakeven as be
from breakeven.commands.main import main
from script import notebook
from tests.paths import ROOT, TESTS

NUMBER = re.compile(r"-?\d[\d,]*\.?\d*(?:e-?\d+)?")


def test_every_block_of_the_document_on_python_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "docs" / "how-to" / "python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```pycon\n(.*?)^```$", text, re.M | re.S)
    assert text.count("```") == 2 * len(blocks), "a block is not run"
    monkeypatch.chdir(tmp_path)
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "python.md", None, 0)
    wrong: list[str] = []
    doctest.DocTestRunner().run(session, out=wrong.append)
    assert not wrong, "".join(wrong)


# pages of one task or one idea each, whose numbers are of the samples
SHORT = (
    "how-to/compare.md",
    "how-to/from-scikit-learn.md",
    "how-to/thresholds.md",
    "how-to/wrong-labels.md",
    "explanation/break-even.md",
    "explanation/eleven-points.md",
    "explanation/micro-macro.md",
)


@pytest.mark.parametrize("name", SHORT)
def test_what_a_short_page_shows_is_what_the_code_gives(name: str) -> None:
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    blocks = re.findall(r"^```pycon\n(.*?)^```$", text, re.M | re.S)
    assert blocks
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, name, None, 0)
    wrong: list[str] = []
    doctest.DocTestRunner().run(session, out=wrong.append)
    assert not wrong, "".join(wrong)


# pages that there once were; a document that sends anybody there sends them astray. Azure has pages
# of these names too, and tables of what a page once was are not a way to it
EARLIER_PAGES = re.compile(
    r"\*\*?(Load|Reviews|Story|Overview|Confusion|Guidance|Workload|Unlabelled|Agreement|Measures)"
    r"\*|\b(the page |on (the )?)(Load|Reviews|Story|Overview|Guidance|Workload|Unlabelled)\b|"
    r"\bthe (Load|Reviews|Story|Overview|Guidance|Workload|Agreement|Measures|History) page\b"
)
WRITTEN = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("file", WRITTEN, ids=lambda file: file.stem)
def test_no_document_leads_to_a_page_that_is_called_otherwise_now(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert [found.group() for found in EARLIER_PAGES.finditer(text)] == []


def test_what_is_quoted_of_intervals_and_speed_stands_in_the_tables_of_what_was_measured() -> None:
    measured = (ROOT / "docs" / "explanation" / "measured.md").read_text(encoding="utf-8")
    held = measured.split("| 95 % interval of |")[1].split("\n\n")[0]
    rows = [[float(n) for n in re.findall(r"\d+(?:\.\d+)?(?= \|)", row)[-3:]]
            for row in held.splitlines()[2:]]  # fmt: skip
    means = [round(mean) for mean, _, _ in rows]
    quoted = f"in {min(means)} to {max(means)} %"
    (faster,) = re.findall(r"time of scikit-learn for a class.*\| (\d+) \|", measured)
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert f"95 % intervals hold {quoted} of simulations on average" in readme
    assert f"{faster} times faster than scikit-learn" in readme
    page = (ROOT / "docs" / "explanation" / "intervals.md").read_text(encoding="utf-8")
    page = " ".join(page.split())
    assert f"intervals of each kind hold {quoted} of the test sets" in page
    assert f"in the hardest single case, in {min(low for _, low, _ in rows):.0f} %" in page


def test_every_command_that_a_document_shows_has_these_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = [
        line.removeprefix("breakeven ")
        for file in sorted((ROOT / "docs").rglob("*.md"))
        for block in re.findall(r"^```(?:sh)?\n(.*?)^```$", file.read_text("utf-8"), re.M | re.S)
        for line in block.splitlines()
        if line.startswith("breakeven ") and not line.startswith("breakeven serve")
    ]
    assert len(lines) > 10
    for line in lines:
        given = shlex.split(line, comments=True)
        command = given[0]
        parser = argparse.ArgumentParser(prog=command)
        import_module(f"breakeven.commands.{command.replace('-', '_')}").add(parser)
        try:
            parser.parse_args(given[1:])
        except SystemExit:
            pytest.fail(f"{line}: {capsys.readouterr().err}")


def test_the_example_of_the_first_page_is_read_as_it_says() -> None:
    text = (ROOT / "docs" / "start" / "own-file.md").read_text(encoding="utf-8")
    (content,) = re.findall(r"^```csv\n(.*?)^```$", text, re.M | re.S)
    review = be.read(content.encode())
    # of the three documents two are predicted rightly
    assert be.evaluate(review).micro()["f"] == pytest.approx(2 / 3)
    assert review.truth.text_column == "text"


def test_every_shape_in_the_document_on_annotators_is_read(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "how-to" / "annotators.md").read_text(encoding="utf-8")
    shapes = 0
    for section in text.split("\n## "):
        files = re.findall(r"^`([\w.]+)`:\n\n```\w+\n(.*?)^```$", section, re.M | re.S)
        if files:
            folder = tmp_path / str(shapes)
            folder.mkdir()
            for name, content in files:
                (folder / name).write_text(content, encoding="utf-8")
            review = be.read(*(folder / name for name, _ in files))
            assert [annotator.name for annotator in review.truth.annotators] == ["anna", "ben"], (
                section
            )
            shapes += 1
    assert shapes == 7


def test_the_document_on_language_models_holds_from_file_to_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "docs" / "how-to" / "language-models.md").read_text(encoding="utf-8")
    files = re.findall(r"^`([\w.]+)`:\n\n```\w+\n(.*?)^```$", text, re.M | re.S)
    blocks = re.findall(r"^```pycon\n(.*?)^```$", text, re.M | re.S)
    assert text.count("```") == 2 * (len(files) + len(blocks)), "a block is not used"
    for name, content in files:
        (tmp_path / name).write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "models.md", None, 0)
    wrong: list[str] = []
    doctest.DocTestRunner().run(session, out=wrong.append)
    assert not wrong, "".join(wrong)


def numbers_in(outputs: list[dict[str, Any]]) -> list[float]:
    """Every number of the plain text of a cell's outputs."""
    texts = ["".join(o["text"] if "text" in o else o["data"]["text/plain"]) for o in outputs]
    return [float(n.replace(",", "")) for text in texts for n in NUMBER.findall(text)]


def test_the_notebook_shows_what_its_cells_give() -> None:
    raw = notebook.NOTEBOOK.read_text(encoding="utf-8")
    assert len(raw.encode()) < 300_000
    assert "<script" not in raw
    committed = [c for c in json.loads(raw)["cells"] if c["cell_type"] == "code"]
    fresh = [c for c in notebook.run()["cells"] if c["cell_type"] == "code"]
    assert sum(len(numbers_in(cell["outputs"])) for cell in committed) > 100
    for before, now in zip(committed, fresh, strict=True):
        assert [sorted(o.get("data", o)) for o in before["outputs"]] == [
            sorted(o.get("data", o)) for o in now["outputs"]
        ]
        assert_allclose(numbers_in(now["outputs"]), numbers_in(before["outputs"]), rtol=1e-6)


def test_the_steps_from_azure_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "docs" / "how-to" / "from-azure.md").read_text(encoding="utf-8")
    assert len(re.findall(r"^## \d\. ", text, re.M)) == 5
    samples = dict.fromkeys(("labels", "evaluation", "predictions"), "multi")
    for name, kind in (samples | {"summary": "single"}).items():
        sample = TESTS / "data" / "formats" / "azure" / f"{kind}-{name}.json"
        (tmp_path / f"{name}.json").write_bytes(sample.read_bytes())
    monkeypatch.chdir(tmp_path)
    (commands,) = re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S)
    printed = []
    for line in commands.splitlines():
        program, *given = line.split()
        assert program == "breakeven"
        assert main(given) == 0, line
        printed.append(capsys.readouterr().out)
    assert "| micro | 0.800 | 0.571 | 0.667 |" in printed[0]
    assert "| micro | 0.800 | 0.571 | 0.667 |" in printed[1]
    assert "evaluation: 3 documents" in printed[3]
    assert "Accuracy 0.600" in printed[4]
    (session,) = re.findall(r"^```pycon\n(.*?)^```$", text, re.M | re.S)
    wrong: list[str] = []
    example = doctest.DocTestParser().get_doctest(session, {}, "from-azure.md", None, 0)
    doctest.DocTestRunner().run(example, out=wrong.append)
    assert not wrong, "".join(wrong)


def test_the_document_on_classes_in_a_tree_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "docs" / "how-to" / "hierarchy.md").read_text(encoding="utf-8")
    files = re.findall(r"^`([\w.]+)`:\n\n```\w+\n(.*?)^```$", text, re.M | re.S)
    sessions = re.findall(r"^```pycon\n(.*?)^```$", text, re.M | re.S)
    assert text.count("```") == 2 * (len(files) + len(sessions)), "a block is not used"
    for name, content in files:
        (tmp_path / name).write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    wrong: list[str] = []
    example = doctest.DocTestParser().get_doctest("\n".join(sessions), {}, "hierarchy.md", None, 0)
    doctest.DocTestRunner().run(example, out=wrong.append)
    assert not wrong, "".join(wrong)
    (command,) = re.findall(r"`breakeven (hierarchy [^`]*)`", text)
    assert main(command.split()) == 0
    assert "| with all ancestors | all pairs | 0.500 | 0.533 | 0.516 |" in capsys.readouterr().out
