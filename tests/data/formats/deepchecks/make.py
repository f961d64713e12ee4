"""A table that Deepchecks (0.19) is given, and what it prints of it: python make.py.

Deepchecks has no file of its own: it takes a table with the label, the predictions, and the
probabilities in the order of the sorted classes.
"""

from pathlib import Path

import numpy as np
import pandas as pd
from deepchecks.tabular import Dataset
from deepchecks.tabular.checks import SingleDatasetPerformance

CLASSES = ["billing", "bug", "praise"]
LABELS = ["billing", "bug", "praise", "bug", "billing", "praise", "praise", "bug", "billing", "bug"]
draw = np.random.default_rng(3)
scores = draw.dirichlet(np.ones(3), len(LABELS))
scores[np.arange(len(LABELS)), [CLASSES.index(label) for label in LABELS]] += 0.6
scores = (scores / scores.sum(axis=1, keepdims=True)).round(3)
data = pd.DataFrame({"length": draw.integers(5, 90, len(LABELS)), "label": LABELS})
predicted = np.array(CLASSES)[scores.argmax(axis=1)]
found = SingleDatasetPerformance(scorers=["accuracy", "f1_per_class", "recall_per_class"]).run(
    Dataset(data, label="label", cat_features=[]),
    y_pred_train=predicted,
    y_proba_train=scores,
)
print(found.value)
data["prediction"] = predicted
data[CLASSES] = scores
data.to_csv(Path(__file__).parent / "table.csv", index=False)
