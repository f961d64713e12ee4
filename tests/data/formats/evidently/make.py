"""A table as Evidently (0.7) keeps it, with descriptors, and what its report says of it.

python make.py, by a Python that has evidently and scikit-learn.
"""

import json
from pathlib import Path

import pandas as pd
from evidently import DataDefinition, Dataset, MulticlassClassification, Report
from evidently.descriptors import TextLength
from evidently.presets import ClassificationPreset
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

TRAIN = [
    ("billing", "why was I charged twice this month"),
    ("billing", "the invoice shows a wrong amount"),
    ("billing", "I want my money back for the invoice"),
    ("bug", "the app crashes when I log in"),
    ("bug", "the page shows an error after the update"),
    ("bug", "the update crashes my phone"),
    ("praise", "love the new update, thank you"),
    ("praise", "great app, thank you"),
    ("praise", "what a great new page"),
]
TEST = [
    ("billing", "I was charged for a wrong amount"),
    ("bug", "an error after I log in"),
    ("praise", "thank you for the great update"),
    ("bug", "the new app crashes"),
    ("billing", "the page shows a wrong amount"),
    ("praise", "what a page"),
    ("praise", "my phone and I love the app"),
    ("bug", "charged twice after an error"),
    ("billing", "money back please"),
    ("bug", "the app crashes"),
]

words = TfidfVectorizer()
model = LogisticRegression(C=10).fit(
    words.fit_transform([t for _, t in TRAIN]), [c for c, _ in TRAIN]
)
data = pd.DataFrame(TEST, columns=["target", "message"])
scores = model.predict_proba(words.transform(data["message"])).round(4)
data["prediction"] = model.classes_[scores.argmax(axis=1)]
data[list(model.classes_)] = scores
kind = MulticlassClassification(
    target="target", prediction_labels="prediction", prediction_probas=list(model.classes_)
)
dataset = Dataset.from_pandas(
    data,
    DataDefinition(classification=[kind], text_columns=["message"]),
    descriptors=[TextLength("message", alias="length")],
)
dataset.as_dataframe().to_csv(Path(__file__).parent / "dataset.csv", index=False)
said = json.loads(Report([ClassificationPreset()]).run(dataset, None).json())
for one in said["metrics"]:
    print(one["metric_name"], one["value"])
