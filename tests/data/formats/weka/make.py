"""Weka's predictions of a few messages: python make.py WEKA_JAR (3.9.7).

Weka trains a classifier on ten messages and is asked of twelve others, one without a class. What
it prints of itself goes to the screen.
"""

import subprocess
import sys
import tempfile
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
    head = "@relation messages\n@attribute id string\n@attribute text string\n"
    lines = [
        "'{}','{}',{}".format(i, t.replace("'", "\\'"), "?" if c == "?" else f"'{c}'")
        for i, c, t in rows
    ]
    return f"{head}@attribute kind {{{names}}}\n@data\n" + "\n".join(lines) + "\n"


def weka(*arguments: str) -> str:
    """What Weka prints."""
    opened = ["--add-opens", "java.base/java.lang=ALL-UNNAMED"]
    command = ["java", *opened, "-cp", sys.argv[1], *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


WORDS = "weka.filters.unsupervised.attribute.StringToWordVector"
BAYES = "weka.classifiers.bayes.NaiveBayesMultinomial"
FILTERED = "weka.classifiers.meta.FilteredClassifier"
FILTERS = (
    'weka.filters.MultiFilter -F "weka.filters.unsupervised.attribute.Remove -R 1" '
    f'-F "{WORDS} -R 1"'
)
OUTPUT = "weka.classifiers.evaluation.output.prediction.CSV"
ADD = "weka.filters.supervised.attribute.AddClassification"
here = Path(__file__).parent
with tempfile.TemporaryDirectory() as folder:
    train, test, commas = (f"{folder}/{name}.arff" for name in ("train", "test", "commas"))
    Path(train).write_text(arff([(f"t{i}", c, t) for i, (c, t) in enumerate(TRAIN)]))
    Path(test).write_text(arff(TEST))
    Path(commas).write_text(Path(train).read_text().replace("new offer", "new, offer"))
    rule = ("-F", FILTERS, "-c", "last", "-W", BAYES)
    on_test = (FILTERED, *rule, "-t", train, "-T", test)
    across = (FILTERED, *rule, "-t", commas, "-x", "3")
    for name, run, options in (
        ("predictions.csv", on_test, "-p 1-2"),
        ("distribution.csv", on_test, "-distribution -p 1"),
        ("folds.csv", across, "-distribution -p 1"),
        ("folds.tsv", across, "-distribution -use-tab"),
    ):
        print(weka(*run, "-classifications", f"{OUTPUT} {options} -file {here / name} -suppress"))
    print(weka(*on_test, "-o", "-v"), weka(*across, "-o", "-v"))
    quoted = FILTERS.replace('"', '\\"')
    said = ("-classification", "-distribution", "-error")
    both = ("-b", "-i", train, "-r", test, "-o", f"{folder}/out.arff")
    by = f'{FILTERED} -F "{quoted}" -W {BAYES}'
    weka(ADD, *both, "-s", str(here / "predictions.arff"), "-c", "last", *said, "-W", by)
    # as vectors of words rows are sparse, and the class comes first
    a, b, c, d, e = (f"{folder}/{name}.arff" for name in "abcde")
    without = "weka.filters.unsupervised.attribute.Remove"
    weka(without, "-b", "-R", "1", "-i", train, "-r", test, "-o", a, "-s", b)
    weka(WORDS, "-b", "-R", "1", "-i", a, "-r", b, "-o", c, "-s", d)
    sparse = str(here / "sparse.arff")
    weka(ADD, "-b", "-i", c, "-r", d, "-o", e, "-s", sparse, "-c", "first", *said, "-W", BAYES)
    (here / "data.arff").write_text(Path(test).read_text())
