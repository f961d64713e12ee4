"""Weka's predictions of a few messages: python make.py WEKA_JAR (3.9.7), run in this folder.

Weka trains a classifier on ten messages and is asked of twelve others, one without a class.
What it prints of itself is kept in `printed.txt`.
"""

import subprocess
import sys
from pathlib import Path

CLASSES = ("ham", "spam", "new offer")
TRAIN = [
    ("ham", "see you at lunch tomorrow"),
    ("ham", "the minutes of the meeting are below"),
    ("ham", "lunch is moved to the later meeting"),
    ("spam", "win money now with one click"),
    ("spam", "money for you now click here"),
    ("spam", "you win a prize click here now"),
    ("new offer", "our new shoes are half price"),
    ("new offer", "half price on coats this week"),
    ("new offer", "this week only new coats and shoes"),
    ("ham", "are you at the meeting this week"),
]
TEST = [
    ("d01", "ham", "lunch at the meeting"),
    ("d02", "spam", "click now to win money"),
    ("d03", "new offer", "coats at half price"),
    ("d04", "spam", "new shoes for you this week"),
    ("d05", "ham", "the meeting is tomorrow"),
    ("d06", "new offer", "a prize week click here"),
    ("d07", "?", "money for lunch"),
    ("d08", "ham", "see you this week"),
    ("d09", "spam", "you win shoes, now"),
    ("d10", "new offer", "this week half price, only this week"),
    ("d11", "ham", "you're late for lunch"),
    ("d12", "spam", "one click and the money is here"),
]


def arff(rows: list[tuple[str, str, str]]) -> str:
    """Messages as Weka reads them."""
    names = ",".join(f"'{name}'" for name in CLASSES)
    head = f"@relation messages\n@attribute id string\n@attribute text string\n"
    lines = [
        "'{}','{}',{}".format(i, t.replace("'", "\\'"), "?" if c == "?" else f"'{c}'")
        for i, c, t in rows
    ]
    return f"{head}@attribute kind {{{names}}}\n@data\n" + "\n".join(lines) + "\n"


def weka(*arguments: str) -> str:
    """What Weka prints."""
    command = ["java", "-cp", sys.argv[1], *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


Path("train.arff").write_text(arff([(f"t{i}", c, t) for i, (c, t) in enumerate(TRAIN)]))
Path("test.arff").write_text(arff(TEST))
VECTORS = "weka.filters.unsupervised.attribute.StringToWordVector -R 2"
FILTERS = f'weka.filters.MultiFilter -F "weka.filters.unsupervised.attribute.Remove -R 1" -F "{VECTORS.replace("-R 2", "-R 1")}"'
OUTPUT = "weka.classifiers.evaluation.output.prediction"
run = (
    "weka.classifiers.meta.FilteredClassifier", "-F", FILTERS,
    "-t", "train.arff", "-T", "test.arff", "-c", "last", "-W", "weka.classifiers.bayes.NaiveBayesMultinomial",
)
printed = ""
for name, kind, options in (
    ("predictions.csv", "CSV", "-p 1"),
    ("distribution.csv", "CSV", "-distribution -p 1"),
    ("plain.txt", "PlainText", "-distribution"),
):
    to = f"{OUTPUT}.{kind} {options} -file {name} -suppress"
    weka(*run, "-classifications", to)
printed = weka(*run, "-o", "-v")
print(weka(*run))
