"""The first rows of NannyML's own data sets, and what it reports of them: python make.py."""

from pathlib import Path

import nannyml
import pandas as pd

ROWS = 20


def of_several_classes(data: pd.DataFrame) -> pd.DataFrame:
    """What is reported of a model of credit cards."""
    cards = ("prepaid_card", "highstreet_card", "upmarket_card")
    calculator = nannyml.PerformanceCalculator(
        y_true="y_true",
        y_pred="y_pred",
        y_pred_proba={card: f"y_pred_proba_{card}" for card in cards},
        timestamp_column_name="timestamp",
        problem_type="classification_multiclass",
        metrics=["accuracy", "f1", "precision", "recall", "roc_auc"],
        chunk_size=ROWS,
    )
    return calculator.fit(data).calculate(data).filter(period="analysis").to_df()


def of_two_classes(data: pd.DataFrame) -> pd.DataFrame:
    """What is reported of a model of people at work or at home."""
    calculator = nannyml.PerformanceCalculator(
        y_true="work_home_actual",
        y_pred="y_pred",
        y_pred_proba="y_pred_proba",
        timestamp_column_name="timestamp",
        problem_type="classification_binary",
        metrics=["accuracy", "f1", "precision", "recall", "roc_auc"],
        chunk_size=ROWS,
    )
    return calculator.fit(data).calculate(data).filter(period="analysis").to_df()


several = nannyml.load_synthetic_multiclass_classification_dataset()[0].head(ROWS)
two = nannyml.load_synthetic_binary_classification_dataset()[0].head(ROWS)
several.to_csv("cards.csv", index=False)
two.to_csv("work.csv", index=False)
two.to_parquet("work.parquet", index=False)
lines = []
for name, said in (("cards.csv", of_several_classes(several)), ("work.csv", of_two_classes(two))):
    values = said.xs("value", axis=1, level=1).iloc[0]
    lines += [f"{name} {metric} {value:.6f}" for metric, value in values.items()]
Path("printed.txt").write_text("\n".join(lines) + "\n")
