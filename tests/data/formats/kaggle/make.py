"""A competition's test labels and a submission to it, in the columns of the Jigsaw challenge.

Run by hand: python tests/data/formats/kaggle/make.py
The competition's own files are not free: these have its header (id, comment_text, six classes), its
1 and 0, its -1 where the organisers did not score, and a submission's probabilities.
"""

import csv
from pathlib import Path

HERE = Path(__file__).parent
CLASSES = ("toxic", "severe_toxic", "obscene", "threat", "insult", "identity_hate")
# of documents 4 and 8 nothing was scored, as of most of the competition's test set
DOCUMENTS = (
    ("you are a fool", "1 0 0 0 1 0", ".9 .1 .2 .05 .8 .1"),
    ("thank you for the edit", "0 0 0 0 0 0", ".1 0 .05 0 .1 0"),
    ("I will find you", "1 0 0 1 0 0", ".4 .1 .1 .7 .85 .1"),
    ("see the talk page", "-1 -1 -1 -1 -1 -1", ".6 .2 .3 .1 .3 .1"),
    ("what a stupid idea", "1 0 1 0 1 0", ".95 .3 .4 .1 .9 .2"),
    ("please add a source", "0 0 0 0 0 0", ".2 0 .1 0 .05 0"),
    ("get lost, all of you", "1 1 0 0 1 1", ".8 .2 .3 .1 .4 .6"),
    ("no comment", "-1 -1 -1 -1 -1 -1", ".3 .1 .1 .1 .1 .1"),
)

ids = [f"{number * 2654435761 % 2**64:016x}" for number in range(1, len(DOCUMENTS) + 1)]


def written(name: str, header: list[str], rows: list[list[str]]) -> None:
    with (HERE / name).open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*header, *CLASSES])
        writer.writerows(rows)


each = list(zip(ids, DOCUMENTS, strict=True))
written("test_labels.csv", ["id"], [[i, *truth.split()] for i, (_, truth, _) in each])
judged = [[i, text, *truth.split()] for i, (text, truth, _) in each if "-1" not in truth]
written("train.csv", ["id", "comment_text"], judged)
written("submission.csv", ["id"], [[i, *scores.split()] for i, (_, _, scores) in each])
