"""A competition's test labels and a submission to it, in the columns of the Jigsaw challenge.

Run by hand: python tests/data/formats/kaggle/make.py
The competition's own files are not free: these have its header (id, comment_text, six classes), its
1 and 0, its -1 where the organisers did not score, and a submission's probabilities.
"""

import csv
from pathlib import Path

HERE = Path(__file__).parent
CLASSES = ("toxic", "severe_toxic", "obscene", "threat", "insult", "identity_hate")
TEXTS = ("you are a fool", "thank you for the edit", "I will find you", "see the talk page",
         "what a stupid idea", "please add a source", "get lost, all of you", "no comment")  # fmt: skip
# of documents 4 and 8 nothing was scored, as of most of the competition's test set
TRUTH = ("1 0 0 0 1 0", "0 0 0 0 0 0", "1 0 0 1 0 0", None, "1 0 1 0 1 0", "0 0 0 0 0 0",
         "1 1 0 0 1 1", None)  # fmt: skip
SCORES = (".9 .1 .2 .05 .8 .1", ".1 0 .05 0 .1 0", ".4 .1 .1 .7 .85 .1", ".6 .2 .3 .1 .3 .1",
          ".95 .3 .4 .1 .9 .2", ".2 0 .1 0 .05 0", ".8 .2 .3 .1 .4 .6", ".3 .1 .1 .1 .1 .1")  # fmt: skip

ids = [f"{number * 2654435761 % 2**64:016x}" for number in range(1, len(TEXTS) + 1)]
with (HERE / "test_labels.csv").open("w", newline="") as file:
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(["id", *CLASSES])
    for name, truth in zip(ids, TRUTH, strict=True):
        rows.writerow([name, *(truth.split() if truth else ["-1"] * len(CLASSES))])
with (HERE / "train.csv").open("w", newline="") as file:
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(["id", "comment_text", *CLASSES])
    for name, text, truth in zip(ids, TEXTS, TRUTH, strict=True):
        if truth:
            rows.writerow([name, text, *truth.split()])
with (HERE / "submission.csv").open("w", newline="") as file:
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(["id", *CLASSES])
    for name, scores in zip(ids, SCORES, strict=True):
        rows.writerow([name, *scores.split()])
