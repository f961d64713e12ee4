"""What cleanlab, deepchecks, evidently and skore raise of sets of documents, by their own defaults.

`python benchmarks/peer_issues.py PEER FOLDER FILE...` is run by `planted_peers` with the Python of
the peer's environment, so nothing of Breakeven is imported. It reads each file in `FOLDER/sets` and
writes into `FOLDER/PEER`, under the same name, the fields of an `Answer` there: `issues` and
`hints` with the number of documents each is about (1 where it is about none), `seconds` of
processor time, `applies`, which is false where the peer has nothing for the task, and `stopped`,
the error that it ended with.

Each is called as its documents have it for texts with stored predictions and probabilities. Where
one wants features of a text, it gets 50 components of its weighted words (TF-IDF).
"""

from __future__ import annotations

import json
import re
import sys
import time
import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd

COMPONENTS = 50
NUMBER = re.compile(r"[-+]?\d[\d.e-]*%?")
Set = dict[str, Any]
Raised = dict[str, int]


class NotForTaskError(Exception):
    """The peer has nothing for this task."""


def embedded(texts: list[str]) -> Any:
    """Components of weighted words, (n, `COMPONENTS`)."""
    from sklearn.decomposition import TruncatedSVD
    from sklearn.feature_extraction.text import TfidfVectorizer

    words = TfidfVectorizer(sublinear_tf=True).fit_transform(texts)
    return TruncatedSVD(COMPONENTS, random_state=0).fit_transform(words)


def class_names(given: Set) -> list[str]:
    """All classes of truth and predictions, sorted."""
    return sorted({name for side in ("true", "predicted") for held in given[side] for name in held})


def binary(labels: list[list[str]], names: list[str]) -> Any:
    """Whether each document has each class, 0 or 1, (n, k)."""
    return np.array([[int(name in held) for name in names] for held in labels])


def columns_of(given: Set) -> pd.DataFrame:
    """Text and further columns, dates as such."""
    table = pd.DataFrame({"text": given["text"], **given["columns"]})
    return table.assign(date=pd.to_datetime(table["date"]))


# --- cleanlab: Datalab on all documents


def cleanlab(given: Set) -> tuple[Raised, Raised]:
    """Types of issue, for so many documents each."""
    from cleanlab import Datalab

    several = given["task"] == "several"
    labels: list[Any] = [held[0] for held in given["true"]] if not several else []
    if several:
        # a label that no score is called by comes behind them
        names = dict.fromkeys([*sorted(given["scores"] or []), *class_names(given)])
        number = {name: c for c, name in enumerate(names)}
        labels = [[number[name] for name in held] for held in given["true"]]
    scores = given["scores"]
    # its columns stand in the order of the sorted names
    p = None if scores is None else np.column_stack([scores[name] for name in sorted(scores)])
    lab = Datalab(
        {"label": labels},
        label_name="label",
        task="multilabel" if several else "classification",
        verbosity=0,
    )
    lab.find_issues(pred_probs=p, features=embedded(given["text"]))
    summary = lab.get_issue_summary()
    numbers = zip(summary["issue_type"], summary["num_issues"], strict=True)
    return {str(issue): int(number) for issue, number in numbers if number}, {}


# --- evidently: drift of columns from train to test, quality from dev to test


def evidently(given: Set) -> tuple[Raised, Raised]:
    """Tests that fail, by their names without numbers."""
    from evidently import Dataset, Report
    from evidently.descriptors import TextLength, WordCount
    from evidently.metrics import ValueDrift
    from evidently.presets import ClassificationPreset, DataDriftPreset

    table, definition, measured = evidently_table(given)
    split = np.array(given["split"])
    train, dev, test = (
        Dataset.from_pandas(
            table[split == part].reset_index(drop=True),
            data_definition=definition,
            descriptors=[TextLength("text", alias="length"), WordCount("text", alias="words")],
        )
        for part in ("train", "dev", "test")
    )
    # the preset tests each text three times, the figures included, which takes most of the time
    plain = [*measured, *given["columns"], "length", "words"]
    plain = [name for name in plain if name != "date"]
    drift = [DataDriftPreset(columns=plain), ValueDrift(column="text")]
    quality = [
        ClassificationPreset(classification_name=task.name) for task in definition.classification
    ]
    failed = {}
    for metrics, reference in ((drift, train), (quality, dev)):
        snapshot = Report(metrics, include_tests=True).run(test, reference)
        for tested in snapshot.dict()["tests"]:
            # of several tasks the name does not say which
            task = tested["metric_config"]["params"].get("classification_name", "")
            if tested["status"] not in ("SUCCESS", "TestStatus.SUCCESS"):
                failed[f"{NUMBER.sub('#', tested['name'])} {task}".strip()] = 1
    return failed, {}


def evidently_table(given: Set) -> tuple[pd.DataFrame, Any, list[str]]:
    """The table, what its columns are, and those with truth, predictions and scores."""
    from evidently import BinaryClassification, DataDefinition, MulticlassClassification

    table, names, scores = columns_of(given), class_names(given), given["scores"] or {}
    if given["task"] == "several":
        columns = {f"p of {name}": scores[name] for name in scores}
        for side in ("true", "predicted"):
            held = binary(given[side], names)
            columns |= {f"{side} {name}": held[:, c] for c, name in enumerate(names)}
        tasks: list[Any] = [
            BinaryClassification(
                name=name,
                target=f"true {name}",
                prediction_labels=f"predicted {name}",
                prediction_probas=f"p of {name}" if name in scores else None,
                pos_label=1,
            )
            for name in names
        ]
    else:
        # a column of probabilities is called as its class
        columns = {name: scores[name] for name in scores}
        columns |= {side: [held[0] for held in given[side]] for side in ("true", "predicted")}
        sides = {"target": "true", "prediction_labels": "predicted"}
        tasks = [MulticlassClassification(**sides, prediction_probas=list(scores) or None)]
        if given["task"] == "two":
            first = min(names)
            tasks = [
                BinaryClassification(
                    name="default",
                    **sides,
                    prediction_probas=first if scores else None,
                    pos_label=first,
                )
            ]
    table = table.join(pd.DataFrame(columns))
    probabilities = list(columns)[: len(scores)]
    others = [name for name in given["columns"] if name != "date"]
    numbers = [name for name in others if pd.api.types.is_numeric_dtype(table[name])]
    definition = DataDefinition(
        text_columns=["text"],
        datetime_columns=["date"],
        numerical_columns=[*numbers, *probabilities],
        categorical_columns=[
            *(name for name in others if name not in numbers),
            *list(columns)[len(scores) :],
        ],
        classification=tasks,
    )
    return table, definition, list(columns)


# --- deepchecks: its full suite for texts, and that for tables where there is one class each


def deepchecks(given: Set) -> tuple[Raised, Raised]:
    """Conditions that fail, and those that warn."""
    from deepchecks.nlp import TextData
    from deepchecks.nlp.suites import full_suite

    several = given["task"] == "several"
    names, table = class_names(given), columns_of(given).drop(columns="text")
    components = embedded(given["text"])
    length = pd.Series([len(text) for text in given["text"]])
    properties = pd.DataFrame(
        {
            "Text Length": length,
            "Average Word Length": [
                np.mean([len(word) for word in text.split()]) for text in given["text"]
            ],
            "Max Word Length": [max(map(len, text.split())) for text in given["text"]],
        }
    )
    true, predicted, p = deepchecks_labels(given, names)
    metadata = table.assign(date=table["date"].astype("int64") / 8.64e13)
    sides = {}
    for part in ("train", "test"):
        rows = np.flatnonzero(np.array(given["split"]) == part)
        sides[part] = {
            "dataset": TextData(
                [given["text"][row] for row in rows],
                label=[true[row] for row in rows],
                task_type="text_classification",
                metadata=metadata.iloc[rows].reset_index(drop=True),
                properties=properties.iloc[rows].reset_index(drop=True),
                embeddings=components[rows],
            ),
            "predictions": [predicted[row] for row in rows],
            "probabilities": None if p is None else p[rows],
        }
    # by default it fetches a model's words, which say nothing of words that are made
    every_word = SimpleNamespace(
        tokenize=str.split, convert_tokens_to_ids=len, unk_token_id=-1, is_fast=False
    )
    # stop words it would fetch too
    suite = full_suite(tokenizer=every_word, remove_stopwords=False)
    fetched = [i for i, check in suite.checks.items() if check.name() == "Unknown Tokens"]
    for index in fetched:
        suite.remove(index)
    result = suite.run(
        with_display=False,
        model_classes=None if several else names,
        **{f"{part}_{what}": value for part, side in sides.items() for what, value in side.items()},
    )
    by_category: dict[str, Raised] = {"FAIL": {}, "WARN": {}}
    for check in result.get_not_passed_checks():
        for condition in check.conditions_results:
            raised = by_category.get(condition.category.name, {})
            raised[f"{check.header}: {NUMBER.sub('#', condition.name)}"] = 1
    return by_category["FAIL"], by_category["WARN"]


def deepchecks_labels(given: Set, names: list[str]) -> tuple[list[Any], list[Any], Any]:
    """Truth, predictions and probabilities as it wants them."""
    scores = given["scores"]
    p = None if scores is None else np.column_stack([scores[name] for name in sorted(scores)])
    if given["task"] == "several":
        sides = [binary(given[side], names).tolist() for side in ("true", "predicted")]
    else:
        sides = [[held[0] for held in given[side]] for side in ("true", "predicted")]
        # of one class each they must add up to 1, which rounded ones do not
        p = None if p is None else p / p.sum(axis=1, keepdims=True)
    return sides[0], sides[1], p


# --- skore: a report on an estimator that answers what is stored


def skore(given: Set) -> tuple[Raised, Raised]:
    """Issues and tips of its checks, without numbers; no slow ones, which fit models of their own.

    Those ask what follows from which column, and of what is stored nothing follows from columns.
    """
    if given["task"] == "several":
        raise NotForTaskError
    from skore import EstimatorReport

    table = columns_of(given)
    true = np.array([held[0] for held in given["true"]])
    train, test = (np.flatnonzero(np.array(given["split"]) == part) for part in ("train", "test"))
    report = EstimatorReport(
        stored_estimator(given),
        X_train=table.iloc[train],
        y_train=true[train],
        X_test=table.iloc[test],
        y_test=true[test],
    )
    summary = report.checks.summarize(fast_mode=True)
    raised = []
    for section in ("issue", "tip"):
        frame = summary.frame(section=section)
        pairs = zip(frame["code"], frame["explanation"], strict=True)
        raised.append({f"{code} {NUMBER.sub('#', text)}": 1 for code, text in pairs})
    return raised[0], raised[1]


def stored_estimator(given: Set) -> Any:
    """An estimator that knows its answers by the index of a row."""
    from sklearn.base import BaseEstimator, ClassifierMixin

    names, scores = class_names(given), given["scores"]
    predicted = np.array([held[0] for held in given["predicted"]])

    class Stored(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
        """Answers what is stored."""

        def fit(self, X: pd.DataFrame, y: Any = None) -> Stored:  # noqa: N803
            self.classes_ = np.array(names)
            return self

        def predict(self, X: pd.DataFrame) -> Any:  # noqa: N803
            return predicted[X.index]

        if scores is not None:

            def predict_proba(self, X: pd.DataFrame) -> Any:  # noqa: N803
                none = [0.0] * len(predicted)
                p = np.column_stack([scores.get(name, none) for name in names])[X.index]
                return p / p.sum(axis=1, keepdims=True)

    return Stored()


def main() -> None:
    """Judge each file."""
    warnings.filterwarnings("ignore")
    peer, folder = sys.argv[1], Path(sys.argv[2])
    for name in sys.argv[3:]:
        given = json.loads((folder / "sets" / name).read_text(encoding="utf-8"))
        answer: dict[str, Any] = {"issues": {}, "hints": {}, "applies": True, "stopped": ""}
        began = time.process_time()
        try:
            answer["issues"], answer["hints"] = PEERS[peer](given)
        except NotForTaskError:
            answer["applies"] = False
        except Exception as error:
            answer["stopped"] = f"{type(error).__name__}: {error}"[:300]
            answer["issues"] = {f"stops: {type(error).__name__}": 1}
        answer["seconds"] = time.process_time() - began
        (folder / peer / name).write_text(json.dumps(answer), encoding="utf-8")


PEERS = {"cleanlab": cleanlab, "deepchecks": deepchecks, "evidently": evidently, "skore": skore}

if __name__ == "__main__":
    main()
