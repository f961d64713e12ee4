"""What commands print as Markdown is read as it was meant."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

from tests.breakeven.commands.running import run

ROWS = "id,label_anna,label_bob,label_cy,svm,knn,score:a,score:b,split,source\n" + "".join(
    f"{i},{'ab'[i % 2]},{'ab'[i % 2 if i % 5 else 0]},{'ab'[(i + i // 7) % 2]},"
    f"{'ab'[i % 2 if i % 3 else 1]},{'ab'[i % 2 if i % 4 else 0]},0.{i % 9}3,0.{8 - i % 9}4,"
    f"{'dev' if i % 3 else 'test'},{'xy'[i % 4 // 2]}\n"
    for i in range(60)
)
# nothing is assigned to b, nobody has c
UNDEFINED = "id,true,predicted\n1,a|b,a\n2,a,a\n3,b,\n4,,c\n"


def kind_of(line: str) -> str:
    """What a line begins, or goes on with, by the rules of Markdown with tables."""
    kinds = {"table": r"\|", "list": r"(- |\d+\. )", "goes on": "  ", "heading": "#"}
    found = (kind for kind, start in kinds.items() if re.match(start, line))
    return next(found, "paragraph")


@pytest.mark.parametrize(
    "command",
    [["evaluate"], ["compare", "svm", "knn", "--replicates", "100"], ["check"], ["agree"],
     ["groups"], ["slices", "--by", "source"], ["documents", "--where", "wrong", "--facets"]],
    ids=lambda command: command[0],
)  # fmt: skip
@pytest.mark.parametrize("text", [ROWS, UNDEFINED], ids=["people", "undefined"])
def test_a_table_and_a_list_end_at_an_empty_line(
    command: list[str], text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rows.csv"
    file.write_text(text)
    name, *more = command
    status, out, _ = run(capsys, name, str(file), *more)
    if status == 2:
        assert text == UNDEFINED  # has one system, nobody who labelled, and no other column
        return
    for before, after in itertools.pairwise(out.splitlines()):
        if before and after:
            kinds = kind_of(before), kind_of(after)
            of_a_list = set(kinds) <= {"list", "goes on"}
            assert of_a_list or kinds == ("table", "table"), (before, after)
