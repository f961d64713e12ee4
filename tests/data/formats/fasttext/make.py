"""fastText's training and test files, its program's predictions, and what it prints of a test.

Run by hand, with the program on the path: python tests/data/formats/fasttext/make.py
"""

import csv
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
SMALL = {"epoch": 100, "lr": 0.2, "dim": 10, "minCount": 1, "thread": 1, "verbose": 0, "bucket": 0}
OPTIONS = [word for key, value in SMALL.items() for word in (f"-{key}", str(value))]
with (HERE.parent / "documents.csv").open() as file:
    documents = list(csv.DictReader(file))


def written(path: Path, split: str, column: str) -> str:
    with path.open("w") as file:
        for row in documents:
            if row["split"] == split:
                labels = [f"__label__{label}" for label in row[column].split("|") if label]
                file.write(" ".join([*labels, row["text"]]) + "\n")
    return str(path)


def printed(*arguments: str) -> str:
    done = subprocess.run(["fasttext", *arguments], check=True, capture_output=True, text=True)
    return done.stdout


for name, column, loss, k in (("single", "label", "softmax", "1"), ("multi", "topics", "ova", "2")):
    with tempfile.TemporaryDirectory() as directory:
        model = f"{directory}/model"
        train = written(Path(directory) / "train.txt", "train", column)
        test = written(HERE / f"{name}.test.txt", "test", column)
        printed("supervised", "-input", train, "-output", model, "-loss", loss, *OPTIONS)
        predict = printed("predict", f"{model}.bin", test, k)
        (HERE / f"{name}.predict.txt").write_text(predict)
        top = printed("predict-prob", f"{model}.bin", test, k)
        (HERE / f"{name}.top.txt").write_text(top)
        scores = printed("predict-prob", f"{model}.bin", test, "-1")
        (HERE / f"{name}.predict-prob.txt").write_text(scores)
        print(name, printed("test", f"{model}.bin", test, k))
