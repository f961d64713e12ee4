"""Small reviews written as other tools write them: what reading must give back.

The writers share no code with the readers; they follow what the tools document.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

File = tuple[str, bytes]
CARRIED = ("truth", "calls", "scores")


@dataclass(frozen=True)
class Case:
    """Documents with what is true, called and scored, by class name; every class is true once."""

    classes: tuple[str, ...]
    ids: tuple[str, ...]
    truth: tuple[frozenset[str], ...]
    calls: tuple[frozenset[str], ...]
    scores: tuple[dict[str, float], ...]

    @property
    def n(self) -> int:
        return len(self.ids)

    def true(self, i: int) -> str:
        (name,) = self.truth[i]
        return name

    def called(self, i: int) -> str:
        (name,) = self.calls[i]
        return name


@dataclass(frozen=True)
class Written:
    """How a tool writes, and what of a review its files carry.

    `single`: whether a document has exactly one class. `lacks`: what is not in the files: truth
    (a plain file of it is then given beside), calls or scores. `spaces`: whether class names may
    hold blanks and signs, and `without` which: what a plain table takes for several classes, or
    parts its columns by. `ids`: whether documents keep their names.
    """

    write: Callable[[Case], list[File]]
    single: bool
    lacks: frozenset[str] = frozenset()
    spaces: bool = True
    without: str = ""
    ids: bool = True
    more: dict[str, Any] = field(default_factory=dict)


def lines(values: list[Any]) -> bytes:
    return "".join(json.dumps(value) + "\n" for value in values).encode()


def table(header: list[str], rows: list[list[Any]], delimiter: str = ",") -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows([header, *rows])
    return out.getvalue().encode()


def truth_file(case: Case) -> File:
    """Truth beside a file without: JSON lines, so that any class name can be written."""
    rows = [{"id": i, "true": sorted(t)} for i, t in zip(case.ids, case.truth, strict=True)]
    return "truth.jsonl", lines(rows)


def scikit_learn(case: Case) -> list[File]:
    header = ["y_true", "y_pred", *(f"proba_{name}" for name in sorted(case.classes))]
    rows = [
        [case.true(i), case.called(i), *(case.scores[i][c] for c in sorted(case.classes))]
        for i in range(case.n)
    ]
    return [("predictions.csv", table(header, rows))]


def all_scores(case: Case) -> list[File]:
    """Hugging Face's pipeline, asked for the scores of all classes: the best first."""
    found = [
        [{"label": c, "score": s} for c, s in sorted(row.items(), key=lambda pair: -pair[1])]
        for row in case.scores
    ]
    return [("output.json", json.dumps(found).encode()), by_row(case)]


def by_row(case: Case) -> File:
    rows = [{"true": sorted(t)} for t in case.truth]
    return "truth.jsonl", lines(rows)


def run_classification(case: Case) -> list[File]:
    rows = "".join(f"{i}\t{case.called(i)}\n" for i in range(case.n))
    return [("predict_results.txt", f"index\tprediction\n{rows}".encode()), by_row(case)]


def azure(case: Case) -> list[File]:
    """Labels file and predictions of a multi-label project."""
    documents = [
        {"location": i, "language": "en-us", "dataset": "Test"}
        | {"classes": [{"category": c} for c in sorted(t)]}
        for i, t in zip(case.ids, case.truth, strict=True)
    ]
    labels = {
        "projectFileVersion": "2022-05-01",
        "stringIndexType": "Utf16CodeUnit",
        "metadata": {"projectKind": "CustomMultiLabelClassification", "projectName": "p"},
        "assets": {
            "projectKind": "CustomMultiLabelClassification",
            "classes": [{"category": c} for c in case.classes],
            "documents": documents,
        },
    }
    results_of_documents = [
        {"id": i, "warnings": []}
        | {
            "classes": [
                {"category": c, "confidenceScore": case.scores[n][c]} for c in sorted(calls)
            ]
        }
        for n, (i, calls) in enumerate(zip(case.ids, case.calls, strict=True))
    ]
    item = {"kind": "CustomMultiLabelClassificationLROResults", "status": "succeeded"}
    results = {"results": {"documents": results_of_documents, "errors": [], "projectName": "p"}}
    predictions = {"status": "succeeded", "tasks": {"items": [item | results]}}
    return [
        ("labels.json", json.dumps(labels).encode()),
        ("predictions.json", json.dumps(predictions).encode()),
    ]


def comprehend(case: Case) -> list[File]:
    rows = [
        {"File": i, "Classes": [{"Name": c, "Score": s} for c, s in row.items()]}
        for i, row in zip(case.ids, case.scores, strict=True)
    ]
    return [("predictions.jsonl", lines(rows)), truth_file(case)]


def big_query(case: Case) -> list[File]:
    rows = [
        {"id": case.ids[i], "topic": case.true(i), "predicted_topic": case.called(i)}
        | {"predicted_topic_probs": [{"label": c, "prob": s} for c, s in case.scores[i].items()]}
        for i in range(case.n)
    ]
    out = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(rows), out)
    return [("bq.parquet", out.getvalue())]


def spacy(case: Case) -> list[File]:
    """Gold `cats` and those of a model, each in a file of its own."""
    gold = [
        {"id": i, "text": "t", "cats": {c: float(c in t) for c in case.classes}}
        for i, t in zip(case.ids, case.truth, strict=True)
    ]
    found = [
        {"id": i, "text": "t", "cats": row} for i, row in zip(case.ids, case.scores, strict=True)
    ]
    return [("gold.jsonl", lines(gold)), ("model.jsonl", lines(found))]


def fast_text(case: Case) -> list[File]:
    gold = "".join(
        " ".join([*(f"__label__{c}" for c in sorted(t)), f"words of {i}"]) + "\n"
        for i, t in zip(case.ids, case.truth, strict=True)
    )
    found = "".join(
        " ".join(f"__label__{c} {s}" for c, s in sorted(row.items(), key=lambda p: -p[1])) + "\n"
        for row in case.scores
    )
    return [("train.txt", gold.encode()), ("probs.txt", found.encode())]


def weka(case: Case) -> list[File]:
    """The name of the true class is quoted as in ARFF, that of the predicted one never is."""
    quoted = {c: f"'{c}'" if set(c) & set(" ,{}%") else c for c in case.classes}
    number = {c: n for n, c in enumerate(case.classes, 1)}
    rows = "".join(
        f"{i + 1},{number[case.true(i)]}:{quoted[case.true(i)]},"
        f"{number[case.called(i)]}:{case.called(i)},"
        f"{'' if case.true(i) == case.called(i) else '+'},{case.scores[i][case.called(i)]:g}\n"
        for i in range(case.n)
    )
    return [("weka.csv", f"inst#,actual,predicted,error,prediction\n{rows}\n".encode())]


def trec(case: Case) -> list[File]:
    qrels = "".join(
        f"{c} 0 {i} {int(c in t)}\n"
        for c in case.classes
        for i, t in zip(case.ids, case.truth, strict=True)
    )
    run = []
    for c in case.classes:
        ranked = sorted(range(case.n), key=lambda i: -case.scores[i][c])
        run += [f"{c} Q0 {case.ids[i]} {r} {case.scores[i][c]} tag\n" for r, i in enumerate(ranked)]
    return [("qrels.txt", qrels.encode()), ("run.txt", "".join(run).encode())]


def kaggle(case: Case) -> list[File]:
    gold = [
        [i, *(int(c in t) for c in case.classes)] for i, t in zip(case.ids, case.truth, strict=True)
    ]
    found = [
        [i, *(row[c] for c in case.classes)] for i, row in zip(case.ids, case.scores, strict=True)
    ]
    header = ["id", *case.classes]
    return [("test_labels.csv", table(header, gold)), ("submission.csv", table(header, found))]


def mlflow(case: Case) -> list[File]:
    rows = [[f"text {i}", case.true(i), case.called(i)] for i in range(case.n)]
    content = {"columns": ["inputs", "target", "prediction"], "data": rows}
    return [("eval_results_table.json", json.dumps(content).encode())]


def nanny_ml(case: Case) -> list[File]:
    header = ["timestamp", "y_true", "y_pred", *(f"y_pred_proba_{c}" for c in case.classes)]
    rows = [
        [f"2026-01-0{1 + i}", case.true(i), case.called(i)]
        + [case.scores[i][c] for c in case.classes]
        for i in range(case.n)
    ]
    return [("analysis.csv", table(header, rows))]


def evidently(case: Case) -> list[File]:
    header = ["target", "prediction", *case.classes]
    rows = [
        [case.true(i), case.called(i), *(case.scores[i][c] for c in case.classes)]
        for i in range(case.n)
    ]
    return [("current.csv", table(header, rows))]


def arrays(case: Case) -> list[File]:
    """Trainer's output of a model with several classes, as NumPy saves it; classes are numbers."""
    out = io.BytesIO()
    order = sorted(case.classes)
    np.savez(
        out,
        predictions=np.array([[row[c] for c in order] for row in case.scores]),
        label_ids=np.array([[float(c in t) for c in order] for t in case.truth]),
    )
    return [("output.npz", out.getvalue())]


def vertex(case: Case) -> list[File]:
    rows = []
    for i, row in zip(case.ids, case.scores, strict=True):
        said = {"ids": [str(n) for n in range(len(row))], "displayNames": list(row)}
        instance = {"content": f"gs://bucket/{i}", "mimeType": "text/plain"}
        rows.append({"instance": instance, "prediction": said | {"confidences": [*row.values()]}})
    truth = [
        {"id": f"gs://bucket/{i}", "true": sorted(t)}
        for i, t in zip(case.ids, case.truth, strict=True)
    ]
    return [("predictions.jsonl", lines(rows)), ("truth.jsonl", lines(truth))]


def annif(case: Case) -> list[File]:
    """`annif index`: subjects are true, results are suggested with a score."""
    rows = [
        {
            "document_id": case.ids[i],
            "text": "t",
            "subjects": [{"uri": f"http://x/{c}", "label": c} for c in sorted(case.truth[i])],
            "results": [
                {"uri": f"http://x/{c}", "label": c, "notation": None, "score": case.scores[i][c]}
                for c in sorted(case.calls[i])
            ],
        }
        for i in range(case.n)
    ]
    return [("index.jsonl", lines(rows))]


def arff(case: Case) -> list[File]:
    def quoted(name: str) -> str:
        return "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"

    values = ",".join(map(quoted, case.classes))
    head = [
        "@relation 'p'",
        f"@attribute topic {{{values}}}",
        f"@attribute classification {{{values}}}",
    ]
    head += [f"@attribute {quoted('distribution_' + c)} numeric" for c in case.classes]
    rows = [
        ",".join(
            [
                quoted(case.true(i)),
                quoted(case.called(i)),
                *(str(case.scores[i][c]) for c in case.classes),
            ]
        )
        for i in range(case.n)
    ]
    return [("p.arff", "\n".join([*head, "@data", *rows, ""]).encode())]


def azure_evaluation(case: Case) -> list[File]:
    """Document by document, of a single-label project."""
    rows = [
        {"location": case.ids[i], "language": "en-us"}
        | {
            "customSingleLabelClassificationResult": {
                "expectedClass": case.true(i),
                "predictedClass": case.called(i),
            }
        }
        for i in range(case.n)
    ]
    return [("evaluation.json", json.dumps({"value": rows}).encode())]


def openai(case: Case) -> list[File]:
    """A batch of chat completions whose whole answer is the class."""
    rows = [
        {"id": f"r{n}", "custom_id": case.ids[n], "error": None}
        | {
            "response": {
                "status_code": 200,
                "body": {
                    "object": "chat.completion",
                    "model": "m",
                    "choices": [
                        {
                            "index": 0,
                            "finish_reason": "stop",
                            "message": {"role": "assistant", "content": case.called(n)},
                        }
                    ],
                },
            }
        }
        for n in range(case.n)
    ]
    return [("output.jsonl", lines(rows)), truth_file(case)]


def anthropic(case: Case) -> list[File]:
    rows = [
        {
            "custom_id": case.ids[n],
            "result": {
                "type": "succeeded",
                "message": {
                    "type": "message",
                    "model": "m",
                    "stop_reason": "end_turn",
                    "content": [{"type": "text", "text": case.called(n)}],
                },
            },
        }
        for n in range(case.n)
    ]
    return [("results.jsonl", lines(rows)), truth_file(case)]


NO_CALLS, NO_SCORES = frozenset({"calls"}), frozenset({"scores"})
WRITTEN = {
    "scikit-learn script": Written(scikit_learn, single=True, without="|", ids=False),
    "Hugging Face pipeline": Written(all_scores, single=True, lacks=NO_CALLS, ids=False),
    "Hugging Face run_classification": Written(
        run_classification, single=True, lacks=NO_SCORES, ids=False
    ),
    "Hugging Face Trainer": Written(
        arrays, single=False, lacks=NO_CALLS, ids=False, more={"numbered": True}
    ),
    "Azure": Written(azure, single=False, more={"listed": True}),
    "Comprehend": Written(comprehend, single=True, lacks=NO_CALLS),
    "BigQuery ML": Written(big_query, single=True),
    "spaCy": Written(spacy, single=False, lacks=NO_CALLS),
    "fastText": Written(fast_text, single=False, lacks=NO_CALLS, spaces=False, ids=False),
    "Weka": Written(weka, single=True, lacks=NO_SCORES, ids=False),
    "TREC": Written(trec, single=False, lacks=NO_CALLS, spaces=False),
    "Kaggle": Written(kaggle, single=False, lacks=NO_CALLS),
    "MLflow": Written(mlflow, single=True, lacks=NO_SCORES, without="|", ids=False),
    "NannyML": Written(nanny_ml, single=True, ids=False),
    "Vertex": Written(vertex, single=True, lacks=NO_CALLS, ids=False),
    "Annif": Written(annif, single=False, more={"listed": True}),
    "Weka ARFF": Written(arff, single=True, ids=False),
    "Azure evaluation": Written(azure_evaluation, single=True, lacks=NO_SCORES),
    "OpenAI batch": Written(openai, single=True, lacks=NO_SCORES),
    "Anthropic batch": Written(anthropic, single=True, lacks=NO_SCORES),
    "Evidently": Written(evidently, single=True, without="|", ids=False),
}
