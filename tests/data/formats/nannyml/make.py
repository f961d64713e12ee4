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
here = Path(__file__).parent
several.to_csv(here / "cards.csv", index=False)
two.to_csv(here / "work.csv", index=False)
two.to_parquet(here / "work.parquet", index=False)
for name, said in (("cards.csv", of_several_classes(several)), ("work.csv", of_two_classes(two))):
    values = said.xs("value", axis=1, level=1).iloc[0]
    print(name, values.round(6).to_dict())
