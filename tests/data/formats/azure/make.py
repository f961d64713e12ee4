"""The files of two small projects of Azure custom text classification. Run by hand.

The service needs an account, so the labels file, the evaluation and its summary are written here
as their schema says: learn.microsoft.com, "Accepted data formats" and the REST reference "Text
Analysis Authoring", 2023-04-01. The predictions are written by the service's own client, azure-ai-
textanalytics 5.4.0: `pip install azure-ai-textanalytics==5.4.0; python make.py`. The multi-label
project is the example of its page "Evaluation metrics": five documents of three classes.
"""

from __future__ import annotations

import json
import struct
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

from azure.ai.textanalytics import ClassificationCategory, ClassifyDocumentResult
from azure.ai.textanalytics._generated.v2023_04_01 import models

HERE = Path(__file__).parent
THEN = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
# location, dataset, language, true class, predicted class and its confidence (of test documents)
TRAINED = ["billing"] * 3 + ["login"] * 3 + ["outage"] * 2 + ["feedback"] * 2
TICKETS = [
    *[
        (f"tickets/00{n:02}.txt", "Train", "en-us", name, None, None)
        for n, name in enumerate(TRAINED, 1)
    ],
    ("tickets/0011.txt", "Test", "en-us", "billing", "billing", 0.97),
    ("tickets/0012.txt", "Test", "en-us", "billing", "billing", 0.88),
    ("tickets/0013.txt", "Test", "de", "billing", "login", 0.51),
    ("tickets/0014.txt", "Test", "en-us", "login", "login", 0.93),
    ("tickets/0015.txt", "Test", "en-us", "login", "login", 0.79),
    ("tickets/0016.txt", "Test", "de", "login", "billing", 0.46),
    ("tickets/0017.txt", "Test", "en-us", "outage", "outage", 0.99),
    ("tickets/0018.txt", "Test", "en-us", "outage", "outage", 0.84),
    ("tickets/0019.txt", "Test", "de", "outage", "login", 0.55),
    ("tickets/0020.txt", "Test", "en-us", "feedback", "billing", 0.42),
]
# location, dataset, true classes, predicted classes with their confidence
MOVIES = [
    ("train-1.txt", "Train", ["action"], None),
    ("train-2.txt", "Train", ["comedy"], None),
    ("train-3.txt", "Train", ["comedy", "romance"], None),
    ("train-4.txt", "Train", ["romance"], None),
    ("1.txt", "Test", ["action", "comedy"], {"comedy": 0.96}),
    ("2.txt", "Test", ["action"], {"action": 0.99}),
    ("3.txt", "Test", ["romance"], {"romance": 0.91}),
    ("4.txt", "Test", ["romance", "comedy"], {"romance": 0.73}),
    ("5.txt", "Test", ["comedy"], {"action": 0.58}),
]
SINGLE, MULTI = "CustomSingleLabelClassification", "CustomMultiLabelClassification"


def labels_file(kind: str, name: str, classes: list[str], documents: list[dict[str, Any]]) -> Any:
    return {
        "projectFileVersion": "2023-04-01",
        "stringIndexType": "Utf16CodeUnit",
        "metadata": {
            "projectKind": kind,
            "storageInputContainerName": "texts",
            "settings": {},
            "projectName": name,
            "multilingual": kind == SINGLE,
            "description": "",
            "language": "en-us",
        },
        "assets": {
            "projectKind": kind,
            "classes": [{"category": category} for category in classes],
            "documents": documents,
        },
    }


def predictions(kind: str, project: str, predicted: dict[str, dict[str, float]]) -> Any:
    """The answer of the service to a job, as its client keeps it."""
    documents = [
        models.CustomLabelClassificationResultDocumentsItem(
            id=document,
            warnings=[],
            class_property=[
                models.ClassificationResult(category=category, confidence_score=score)
                for category, score in classes.items()
            ],
        )
        for document, classes in predicted.items()
    ]
    results = models.CustomLabelClassificationResult(
        errors=[], project_name=project, deployment_name="production", documents=documents
    )
    lro = {
        SINGLE: models.CustomSingleLabelClassificationLROResult,
        MULTI: models.CustomMultiLabelClassificationLROResult,
    }[kind]
    state = models.AnalyzeTextJobState(
        display_name="review",
        created_date_time=THEN,
        expiration_date_time=THEN,
        job_id="0b5f5b1e-2f0a-4d52-8d4e-2c9a3f1d7a10",
        last_update_date_time=THEN,
        status="succeeded",
        tasks=models.TasksStateTasks(
            completed=1,
            failed=0,
            in_progress=0,
            total=1,
            items=[lro(last_update_date_time=THEN, status="succeeded", results=results)],
        ),
    )
    return state.serialize(keep_readonly=True)


def client_result(predicted: dict[str, dict[str, float]]) -> Any:
    """What its client hands to Python, as lists and objects."""
    given = [
        ClassifyDocumentResult(
            id=document,
            classifications=[
                ClassificationCategory(category=category, confidence_score=score)
                for category, score in classes.items()
            ],
        )
        for document, classes in predicted.items()
    ]
    return json.loads(json.dumps(given, default=lambda held: dict(held.items())))


def single(value: Fraction | float) -> float:
    """A number as the service gives it: in single precision."""
    return float(struct.unpack("f", struct.pack("f", float(value)))[0])


def over(top: int, bottom: int) -> Fraction:
    """0/0 is 0, as in the example of its reference."""
    return Fraction(top, bottom) if bottom else Fraction(0)


def summary(kind: str, pairs: list[tuple[set[str], set[str]]]) -> Any:
    """Counts and measures of true and predicted classes; of classes that occur in either."""
    classes = sorted({name for true, called in pairs for name in true | called})
    counts = {
        name: (
            sum(name in t and name in c for t, c in pairs),
            sum(name not in t and name in c for t, c in pairs),
            sum(name in t and name not in c for t, c in pairs),
        )
        for name in classes
    }
    of_class = {
        name: (over(tp, tp + fp), over(tp, tp + fn), over(2 * tp, 2 * tp + fp + fn))
        for name, (tp, fp, fn) in counts.items()
    }
    tp, fp, fn = (sum(held[i] for held in counts.values()) for i in range(3))
    body: dict[str, Any] = {}
    if kind == SINGLE:
        cells = {name: {} for name in classes}
        for (true,), (called,) in pairs:
            cells[true][called] = cells[true].get(called, 0) + 1
        body["confusionMatrix"] = {
            true: {
                called: {
                    "normalizedValue": single(Fraction(100 * n, sum(row.values()))),
                    "rawValue": float(n),
                }
                for called, n in row.items()
            }
            for true, row in cells.items()
        }
    body["classes"] = {
        name: {
            "f1": single(of_class[name][2]),
            "precision": single(of_class[name][0]),
            "recall": single(of_class[name][1]),
            "truePositiveCount": counts[name][0],
            "trueNegativeCount": len(pairs) - sum(counts[name]),
            "falsePositiveCount": counts[name][1],
            "falseNegativeCount": counts[name][2],
        }
        for name in classes
    }
    body |= {
        "microF1": single(over(2 * tp, 2 * tp + fp + fn)),
        "microPrecision": single(over(tp, tp + fp)),
        "microRecall": single(over(tp, tp + fn)),
    }
    for place, measure in enumerate(("Precision", "Recall", "F1")):
        mean = sum((held[place] for held in of_class.values()), Fraction(0)) / len(classes)
        body[f"macro{measure}"] = single(mean)
    return {
        "projectKind": kind,
        f"c{kind[1:]}Evaluation": body,
        "evaluationOptions": {"kind": "manual"},
    }


def write(name: str, content: Any) -> None:
    (HERE / f"{name}.json").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    tested = [ticket for ticket in TICKETS if ticket[4]]
    documents = [
        {"location": name, "language": language, "dataset": split, "class": {"category": true}}
        for name, split, language, true, _, _ in TICKETS
    ]
    classes = ["billing", "login", "outage", "feedback"]
    write("single-labels", labels_file(SINGLE, "tickets", classes, documents))
    # asked for by the name of the file, without its folder
    predicted = {name.rpartition("/")[2]: {called: score} for name, *_, called, score in tested}
    write("single-predictions", predictions(SINGLE, "tickets", predicted))
    write("single-client", client_result(predicted))
    evaluated = [
        {
            "location": name,
            "language": language,
            "projectKind": SINGLE,
            "customSingleLabelClassificationResult": {
                "expectedClass": true,
                "predictedClass": called,
            },
        }
        for name, _, language, true, called, _ in tested
    ]
    write("single-evaluation", {"value": evaluated})
    write("single-summary", summary(SINGLE, [({t}, {c}) for *_, t, c, _ in tested]))

    shown = [movie for movie in MOVIES if movie[3]]
    documents = [
        {
            "location": name,
            "language": "en-us",
            "dataset": split,
            "classes": [{"category": name} for name in true],
        }
        for name, split, true, _ in MOVIES
    ]
    classes = ["action", "comedy", "romance"]
    write("multi-labels", labels_file(MULTI, "movies", classes, documents))
    predicted = {name: called for name, _, _, called in shown}
    write("multi-predictions", predictions(MULTI, "movies", predicted))
    evaluated = [
        {
            "location": name,
            "language": "en-us",
            "projectKind": MULTI,
            "customMultiLabelClassificationResult": {
                "expectedClasses": true,
                "predictedClasses": list(called),
            },
        }
        for name, _, true, called in shown
    ]
    write("multi-evaluation", {"value": evaluated})
    write("multi-summary", summary(MULTI, [(set(t), set(c)) for _, _, t, c in shown]))


if __name__ == "__main__":
    main()
