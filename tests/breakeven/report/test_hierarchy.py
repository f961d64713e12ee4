"""A report on classes in a tree says what the command does, in every form."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path

from breakeven.commands.main import main
from tests.taken import Html, latex_tables, markdown_tables

FILE = "id,true,predicted\n1,wheat,corn\n2,corn,corn\n3,gold,wheat\n4,trade,gold\n5,wheat,wheat\n"
ABOVE = "parent,child\ngrain,wheat\ngrain,corn\nmetal,gold\ncommodity,grain\ncommodity,metal\n"


def test_every_form_of_the_report_has_the_numbers_of_the_command(tmp_path: Path) -> None:
    (tmp_path / "f.csv").write_text(FILE)
    (tmp_path / "h.csv").write_text(ABOVE)
    given = [str(tmp_path / "f.csv"), "--hierarchy", str(tmp_path / "h.csv")]
    made = {ending: tmp_path / f"r.{ending}" for ending in ("md", "tex", "html", "json")}
    assert main(["report", *given, "--appendix", *(f"--out={path}" for path in made.values())]) == 0
    texts = {ending: path.read_text("utf-8") for ending, path in made.items()}
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert main(["hierarchy", *given]) == 0
    command = out.getvalue()
    blocks = [block for block in command.split("\n\n") if block.startswith("|")]
    wanted = [
        [[cell.strip() for cell in line.strip("|").split("|")] for line in block.splitlines()[2:]]
        for block in blocks
    ]
    captions = ("With the classes above", "At each level of classes")
    for tables in (markdown_tables(texts["md"]), latex_tables(texts["tex"])):
        assert [tables[caption][1:] for caption in captions] == wanted
    html = Html(texts["html"])
    assert [table[1:] for table in html.tables["tree"]] == wanted
    (sentence,) = (line for line in command.splitlines() if line.startswith("The whole path"))
    assert sentence in html.texts["tree"]
    assert sentence in texts["md"]
    hierarchy = json.loads(texts["json"])["hierarchy"]
    assert [f"{row['f']:.3f}" for row in hierarchy["counted"]] == [row[4] for row in wanted[0]]
    assert "Hierarchical precision, recall and F" in texts["md"]


def test_without_a_hierarchy_there_is_no_such_section(tmp_path: Path) -> None:
    (tmp_path / "f.csv").write_text(FILE)
    made = tmp_path / "r.md"
    assert main(["report", str(tmp_path / "f.csv"), "--appendix", f"--out={made}"]) == 0
    assert "Classes in a tree" not in made.read_text("utf-8")
