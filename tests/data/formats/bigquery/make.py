"""What `ML.PREDICT` gives, in the schema that BigQuery documents: python make.py (no BigQuery)."""

import json
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

ROWS = [
    ("t1", "refund my order", "billing", [("billing", 0.8125), ("bug", 0.125), ("praise", 0.0625)]),
    ("t2", "it crashes at start", "bug", [("bug", 0.75), ("billing", 0.1875), ("praise", 0.0625)]),
    ("t3", "well done", "praise", [("praise", 0.5), ("bug", 0.3125), ("billing", 0.1875)]),
    ("t4", "a bill, again", "billing", [("bug", 0.5), ("billing", 0.4375), ("praise", 0.0625)]),
    ("t5", "thank you", "praise", [("praise", 0.9375), ("billing", 0.0625), ("bug", 0.0)]),
]  # fmt: skip

records = [
    {
        "predicted_topic": probs[0][0],
        "predicted_topic_probs": [{"label": name, "prob": prob} for name, prob in probs],
        "ticket": ticket,
        "content": content,
        "topic": topic,
    }
    for ticket, content, topic, probs in ROWS
]
here = Path(__file__).parent
lines = "".join(json.dumps(record, separators=(",", ":")) + "\n" for record in records)
(here / "predictions.jsonl").write_text(lines)
pq.write_table(pa.Table.from_pylist(records), here / "predictions.parquet")
as_text = pd.DataFrame(records)
as_text["predicted_topic_probs"] = as_text["predicted_topic_probs"].map(json.dumps)
as_text.to_csv(here / "predictions.csv", index=False)
# `client.query(…).to_dataframe().to_csv(…)`: the arrays are NumPy's
pq.read_table(here / "predictions.parquet").to_pandas().to_csv(here / "pandas.csv", index=False)
