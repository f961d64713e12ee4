"""What Annif (1.4.3) makes of eight short texts: python make.py, by a Python that has Annif.

A TF-IDF project is trained on a few texts and indexes others, whose subjects are known. Words are
split at blanks: Annif's own splitting needs data that it would fetch first.
"""

import csv
import subprocess
import sys
import tempfile
from pathlib import Path

SUBJECTS = {"cats": "Cats", "dogs": "Dogs", "food": "Food, canned", "ships": "Ships"}
TRAIN = [
    ("the cat sleeps and the kitten plays", "cats"),
    ("a cat caught a mouse, kitten watched", "cats"),
    ("the dog barks at the puppy", "dogs"),
    ("puppy training for a young dog", "dogs"),
    ("tinned soup and tinned beans for dinner", "food"),
    ("the ship sails to the harbour", "ships"),
    ("cargo is loaded on the ship in the harbour", "ships"),
]
TEST = [
    ("a1", "a kitten and a puppy play", "cats dogs"),
    ("a2", "tinned beans for a cat", "food cats"),
    ("a3", "the cargo ship left the harbour", "ships"),
    ("a4", "a dog on the ship", "dogs ships"),
    ("a5", "beans in the harbour", "food"),
    ("a6", "mouse", ""),
    ("a7", "dinner with the dog", "dogs food"),
    ("a8", "weather report", "ships"),
]
RUN = """from annif.analyzer.analyzer import Analyzer
from annif.cli import cli
Analyzer.tokenize_words = lambda self, text, filter=True: text.lower().split()
cli()
"""
PROJECT = """[tfidf-en]
name=TF-IDF
language=en
backend=tfidf
analyzer=simple
vocab=topics
limit=100
"""


def uri(name: str) -> str:
    """The address of a subject."""
    return f"http://example.org/{name}"


def corpus(path: Path, rows: list[tuple[str, str, str]]) -> Path:
    """A document corpus as CSV."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["document_id", "text", "subject_uris"])
        for name, text, subjects in rows:
            writer.writerow([name, text, " ".join(f"<{uri(s)}>" for s in subjects.split())])
    return path


here = Path(__file__).parent
with tempfile.TemporaryDirectory() as folder:
    place = Path(folder)

    def annif(*arguments: str) -> str:
        """What Annif prints."""
        command = [sys.executable, "-c", RUN, *arguments]
        done = subprocess.run(command, cwd=place, check=True, capture_output=True, text=True)
        return done.stdout

    (place / "projects.cfg").write_text(PROJECT)
    rows = "".join(f"<{uri(name)}>\t{label}\n" for name, label in SUBJECTS.items())
    (place / "topics.tsv").write_text(rows)
    corpus(place / "train.csv", [("", text, subjects) for text, subjects in TRAIN])
    corpus(place / "test.csv", TEST)
    annif("load-vocab", "topics", "topics.tsv", "--language", "en")
    annif("train", "tfidf-en", "train.csv")
    few = ("--limit", "2", "--threshold", "0.1")
    annif("index", "tfidf-en", "test.csv", *few, "--output", "index.jsonl")
    for name, text, _ in TEST[:3]:
        (place / f"{name}.txt").write_text(text)
    (here / "suggest.txt").write_text(annif("suggest", "tfidf-en", "a1.txt", "a2.txt", "a3.txt"))
    (place / "one").mkdir()
    (place / "one" / "a1.txt").write_text(TEST[0][1])
    annif("index", "tfidf-en", "one")
    (here / "a1.annif").write_text((place / "one" / "a1.annif").read_text())
    results = str(here / "results.tsv")
    print(annif("eval", "tfidf-en", "test.csv", *few, "--results-file", results))
    (here / "index.jsonl").write_text((place / "index.jsonl").read_text())
