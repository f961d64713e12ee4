"""Two classifiers of scikit-learn, and their predictions as its users write them to CSV.

Run by hand: python tests/data/formats/scikit_learn/make.py
"""

from pathlib import Path

import pandas as pd
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, f1_score, log_loss
from sklearn.multiclass import OneVsRestClassifier
from sklearn.preprocessing import MultiLabelBinarizer

HERE = Path(__file__).parent
documents = pd.read_csv(HERE.parent / "documents.csv", keep_default_na=False)
train, test = (documents[documents["split"] == split] for split in ("train", "test"))
words = CountVectorizer().fit(train["text"])
seen, unseen = words.transform(train["text"]), words.transform(test["text"])

single = LogisticRegression().fit(seen, train["label"])
called, proba = single.predict(unseen), single.predict_proba(unseen)
frame = pd.DataFrame({"y_true": test["label"].to_numpy(), "y_pred": called})
for place, name in enumerate(single.classes_):
    frame[f"proba_{name}"] = proba[:, place]
frame.to_csv(HERE / "single.csv", index=False)
print("accuracy", accuracy_score(test["label"], called))
print("macro F1", f1_score(test["label"], called, average="macro"))
print("log loss", log_loss(test["label"], proba, labels=single.classes_))

binarizer = MultiLabelBinarizer()
topics = [list(filter(None, cell.split("|"))) for cell in documents["topics"]]
truth = binarizer.fit_transform(topics)
several = OneVsRestClassifier(LogisticRegression()).fit(seen, truth[: len(train)])
found, proba, true = several.predict(unseen), several.predict_proba(unseen), truth[len(train) :]
frame = pd.DataFrame(
    {
        "y_true": [list(map(str, row)) for row in binarizer.inverse_transform(true)],
        "y_pred": [list(map(str, row)) for row in binarizer.inverse_transform(found)],
    }
)
for place, name in enumerate(binarizer.classes_):
    frame[f"proba_{name}"] = proba[:, place]
frame.to_csv(HERE / "multi.csv", index=False)
print("micro F1", f1_score(true, found, average="micro"))
