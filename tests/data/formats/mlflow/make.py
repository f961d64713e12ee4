"""The table that MLflow's `evaluate` logs for each row, of a model and of predictions at hand.

Run by hand: python tests/data/formats/mlflow/make.py
"""

import shutil
import tempfile
from pathlib import Path
from typing import Any

import mlflow
import pandas as pd
from mlflow.metrics import MetricValue, make_metric
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

HERE = Path(__file__).parent
documents = pd.read_csv(HERE.parent / "documents.csv", keep_default_na=False)
train, test = (documents[documents["split"] == split] for split in ("train", "test"))
fitted = make_pipeline(CountVectorizer(), LogisticRegression()).fit(train["text"], train["label"])


def right(predictions: pd.Series, targets: pd.Series, metrics: Any = None) -> MetricValue:
    """MLflow logs its table where a metric has a value for each row."""
    scores = [int(one == other) for one, other in zip(predictions, targets, strict=True)]
    return MetricValue(scores=scores, aggregate_results={"mean": sum(scores) / len(scores)})


def logged(name: str, **options: Any) -> None:
    with mlflow.start_run() as run:
        metric = make_metric(eval_fn=right, greater_is_better=True, name="right", version="v1")
        result = mlflow.models.evaluate(extra_metrics=[metric], **options)
        wanted = ("accuracy_score", "f1_score", "right/v1/mean")
        print(name, {key: result.metrics[key] for key in wanted if key in result.metrics})
        table = mlflow.artifacts.download_artifacts(
            run_id=run.info.run_id, artifact_path="eval_results_table.json"
        )
        shutil.copy(table, HERE / name)


with tempfile.TemporaryDirectory() as directory:
    mlflow.set_tracking_uri(f"sqlite:///{directory}/mlflow.db")
    mlflow.create_experiment("documents", artifact_location=f"file://{directory}/artifacts")
    mlflow.set_experiment("documents")
    frame = pd.DataFrame({"text": test["text"], "target": test["label"]}).reset_index(drop=True)
    # no type of model: the table calls what a function answers "outputs"
    logged(
        "eval_results_table.json",
        model=lambda given: fitted.predict(given["text"]),
        data=frame,
        targets="target",
    )
    frame["prediction"] = fitted.predict(frame["text"])
    frame["language"] = ["en", "en", "fr", "en", "en", "fr", "en", "fr"]
    logged(
        "static.eval_results_table.json",
        data=frame,
        targets="target",
        predictions="prediction",
        model_type="classifier",
    )
