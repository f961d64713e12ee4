"""Exports of doccano, by its own formatters and writers.

They ask for nothing of its data base but the name of a column, so they run without one:
`pip install --no-deps doccano pandas`, then run this.
"""

import sys
from pathlib import Path
from types import ModuleType

import pandas as pd

models = ModuleType("data_export.models")
models.DATA = "data"
sys.modules["data_export"] = ModuleType("data_export")
sys.path.append(str(Path(pd.__file__).parents[1] / "backend"))
sys.modules["data_export"].__path__ = [str(Path(pd.__file__).parents[1] / "backend/data_export")]
sys.modules["data_export.models"] = models

from data_export.pipeline import formatters, writers  # noqa: E402

HERE = Path(__file__).parent
SAID = {
    "anna": (["grain"], ["trade", "ship"], [], ["grain", "trade"]),
    "bob": (["grain"], ["trade"], ["ship"], ["grain", "trade"]),
}
TEXTS = ("Wheat harvest rises", "Tariffs on freight", "Ferry delayed", "Corn exports grow")


class Label(str):
    def to_string(self) -> str:
        return str(self)


def dataset(who: str) -> pd.DataFrame:
    rows = [
        {"id": n, "data": text, "categories": [Label(label) for label in said], "Comments": []}
        for n, (text, said) in enumerate(zip(TEXTS, SAID[who], strict=True), 1)
    ]
    return pd.DataFrame(rows)


if __name__ == "__main__":
    for who in SAID:
        for kind, ending, writer in (
            (formatters.ListedCategoryFormatter, "jsonl", writers.JsonlWriter),
            (formatters.ListedCategoryFormatter, "json", writers.JsonWriter),
            (formatters.JoinedCategoryFormatter, "csv", writers.CsvWriter),
        ):
            data = dataset(who)
            for formatter in (
                kind("categories"),
                kind("Comments"),
                formatters.RenameFormatter(data="text", categories="label"),
            ):
                data = formatter.format(data)
            writer.write(HERE / f"{who}.{ending}", data)
