"""spaCy's text categorizers: gold and predicted `cats` as JSON, JSON lines and DocBin.

Run by hand: python tests/data/formats/spacy/make.py
"""

import csv
import json
from pathlib import Path

import spacy
from spacy.scorer import Scorer
from spacy.tokens import Doc, DocBin
from spacy.training import Example
from spacy.util import fix_random_seed

HERE = Path(__file__).parent
CLASSES = ("money", "sport", "weather")
with (HERE.parent / "documents.csv").open() as file:
    documents = list(csv.DictReader(file))


def gold(row: dict[str, str], column: str) -> dict[str, float]:
    """Of several classes, the first document was not judged as to sport."""
    unjudged = "sport" if column == "topics" and row["text"].startswith("the match") else None
    return {name: float(name in row[column].split("|")) for name in CLASSES if name != unjudged}


def trained(name: str, column: str) -> spacy.Language:
    fix_random_seed(1)
    nlp = spacy.blank("en")
    model = {"@architectures": "spacy.TextCatBOW.v3", "ngram_size": 1, "length": 1024,
             "exclusive_classes": name == "textcat", "no_output_layer": False}  # fmt: skip
    nlp.add_pipe(name, config={"model": model})
    examples = [
        Example.from_dict(nlp.make_doc(row["text"]), {"cats": gold(row, column)})
        for row in documents
        if row["split"] == "train"
    ]
    nlp.initialize(lambda: examples)
    for _ in range(20):
        nlp.update(examples)
    return nlp


def predicted_docs(nlp: spacy.Language, column: str, threshold: float | None) -> list[Doc]:
    """Documents as predicted; what spaCy's scorer says of them is printed."""
    predicted = [nlp(row["text"]) for row in documents if row["split"] == "test"]
    rows = [row for row in documents if row["split"] == "test"]
    examples = [
        Example(
            doc, Example.from_dict(nlp.make_doc(doc.text), {"cats": gold(row, column)}).reference
        )
        for doc, row in zip(predicted, rows, strict=True)
    ]
    scores = Scorer.score_cats(
        examples, "cats", labels=CLASSES, multi_label=threshold is not None, threshold=threshold
    )
    print({key: value for key, value in scores.items() if isinstance(value, float)})
    print(scores["cats_f_per_type"])
    return predicted


def saved(name: str, docs: list[Doc]) -> None:
    DocBin(docs=docs, store_user_data=True).to_disk(HERE / f"{name}.spacy")


single = predicted_docs(trained("textcat", "label"), "label", None)
saved("single.predicted", single)
(HERE / "single.predicted.json").write_text(json.dumps([doc.to_json() for doc in single]))
several = predicted_docs(trained("textcat_multilabel", "topics"), "topics", 0.5)
saved("multi.predicted", several)
with (HERE / "multi.predicted.jsonl").open("w") as file:
    for doc in several:
        file.write(json.dumps({"text": doc.text, "cats": doc.cats}) + "\n")

blank = spacy.blank("en")
for column, name in (("label", "single"), ("topics", "multi")):
    true = []
    for row in documents:
        if row["split"] == "test":
            doc = blank.make_doc(row["text"])
            doc.cats = gold(row, column)
            true.append(doc)
    saved(f"{name}.gold", true)
    with (HERE / f"{name}.gold.jsonl").open("w") as file:
        for doc in true:
            file.write(json.dumps({"text": doc.text, "cats": doc.cats}) + "\n")
