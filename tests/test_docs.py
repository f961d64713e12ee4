"""What the documents for Python users show is what the code gives."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path
from typing import Any

import pytest
from numpy.testing import assert_allclose

import breakeven as be
from breakeven.analysis.findings.check_rules import OF_THE_DATA
from breakeven.commands.main import main
from script import notebook
from tests.paths import ROOT, TESTS

NUMBER = re.compile(r"-?\d[\d,]*\.?\d*(?:e-?\d+)?")


def test_every_block_of_the_document_on_python_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```pycon\n(.*?)^```$", text, re.M | re.S)
    assert text.count("```") == 2 * len(blocks), "a block is not run"
    monkeypatch.chdir(tmp_path)
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "python.md", None, 0)
    wrong: list[str] = []
    doctest.DocTestRunner().run(session, out=wrong.append)
    assert not wrong, "".join(wrong)


def test_every_shape_in_the_document_on_annotators_is_read(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "annotators.md").read_text(encoding="utf-8")
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
    text = (ROOT / "docs" / "language-models.md").read_text(encoding="utf-8")
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


def test_the_document_on_checks_names_each_check_of_the_data() -> None:
    text = (ROOT / "docs" / "checks.md").read_text(encoding="utf-8")
    table = text.partition("## ")[0]
    assert set(re.findall(r"`([a-z]+\.[a-z-]+)`", table)) - {"be.check"} == set(OF_THE_DATA)


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
    text = (ROOT / "docs" / "from-azure.md").read_text(encoding="utf-8")
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
    text = (ROOT / "docs" / "hierarchy.md").read_text(encoding="utf-8")
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
