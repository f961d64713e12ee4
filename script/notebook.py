"""Runs the cells of docs/reuters.ipynb and writes what they show beside them.

`python script/notebook.py` is enough: no notebook server is needed. A test runs the cells too, and
compares the numbers.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOK = ROOT / "docs" / "reuters.ipynb"
PLOTLY = "application/vnd.plotly.v1+json"


def shown(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a cell with these names, and give its outputs: what it printed, and its last value."""
    *before, last = ast.parse(source).body
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(before, []), "cell", "exec"), names)  # noqa: S102 - our own cells
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307
        else:
            exec(compile(ast.Module([last], []), "cell", "exec"), names)  # noqa: S102
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        lines = printed.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines})
    if value is not None:
        outputs.append({"data": forms_of(value), "metadata": {}, "output_type": "display_data"})
    return outputs


def forms_of(value: Any) -> dict[str, Any]:
    """A value in the forms that a notebook keeps: text, and HTML or a figure where it has one."""
    if hasattr(value, "to_plotly_json"):
        text = f"{type(value).__name__} of {len(value.data)} traces"
        return {"text/plain": [text], PLOTLY: json.loads(value.to_json())}
    forms: dict[str, Any] = {"text/plain": repr(value).splitlines(keepends=True)}
    if hasattr(value, "_repr_html_"):
        forms["text/html"] = value._repr_html_().splitlines(keepends=True)
    return forms


def run() -> dict[str, Any]:
    """The notebook with the outputs of all its cells, run one after the other."""
    notebook: dict[str, Any] = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": "__main__"}
    number = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            cell["execution_count"] = number
            cell["outputs"] = shown("".join(cell["source"]), names)
    return notebook


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    NOTEBOOK.write_text(json.dumps(run(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
