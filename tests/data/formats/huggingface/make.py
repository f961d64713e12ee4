"""What transformers writes of a tiny classifier that it trains itself: pipelines and Trainer.

Run by hand: python tests/data/formats/huggingface/make.py
`predict_results.txt` has the lines that the example script run_classification.py writes; the script
itself fetches its metric, so its last lines stand here.
"""

import csv
import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import torch
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    BertTokenizerFast,
    Trainer,
    TrainingArguments,
    ZeroShotClassificationPipeline,
    pipeline,
    set_seed,
)
from transformers.trainer_utils import PredictionOutput

HERE = Path(__file__).parent
CLASSES = ["money", "sport", "weather"]
with (HERE.parent / "documents.csv").open() as file:
    documents = list(csv.DictReader(file))
texts = [row["text"] for row in documents if row["split"] == "test"]


def tokenizer_of(directory: str) -> BertTokenizerFast:
    known = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    known += sorted({word for row in documents for word in row["text"].split()})
    vocabulary = Path(directory) / "vocab.txt"
    vocabulary.write_text("\n".join(known) + "\n")
    return BertTokenizerFast(vocab=str(vocabulary))


def model_of(size: int, classes: list[str], **options: Any) -> BertForSequenceClassification:
    config = BertConfig(
        vocab_size=size, hidden_size=16, num_hidden_layers=1, num_attention_heads=2,
        intermediate_size=16, max_position_embeddings=32, hidden_dropout_prob=0.0,
        id2label=dict(enumerate(classes)),
        label2id={name: place for place, name in enumerate(classes)}, **options,
    )  # fmt: skip
    return BertForSequenceClassification(config)


def rows_of(tokenizer: BertTokenizerFast, split: str, column: str) -> list[dict[str, Any]]:
    rows = []
    for row in documents:
        if row["split"] == split:
            has = [float(name in row[column].split("|")) for name in CLASSES]
            label = CLASSES.index(row[column]) if column == "label" else has
            rows.append({**tokenizer(row["text"]), "label": label})
    return rows


def trainer_of(directory: str, column: str) -> Trainer:
    set_seed(1)
    tokenizer = tokenizer_of(directory)
    options = {"problem_type": "multi_label_classification"} if column == "topics" else {}
    return Trainer(
        model=model_of(len(tokenizer), CLASSES, **options),
        args=TrainingArguments(
            output_dir=directory, num_train_epochs=20, learning_rate=1e-2, report_to=[],
            per_device_train_batch_size=5, use_cpu=True, save_strategy="no",
            remove_unused_columns=False, disable_tqdm=True, logging_strategy="no",
        ),
        train_dataset=rows_of(tokenizer, "train", column),
        processing_class=tokenizer,
        compute_metrics=lambda p: (
            {"accuracy": float((p.predictions.argmax(axis=1) == p.label_ids).mean())}
            if column == "label"
            else {"exact": float(((p.predictions > 0) == p.label_ids).all(axis=1).mean())}
        ),
    )  # fmt: skip


def predict_results(name: str, output: PredictionOutput) -> None:
    """The file that run_classification.py leaves in its output directory."""
    with (HERE / name).open("w") as file:
        file.write("index\tprediction\n")
        for index, scores in enumerate(np.asarray(output.predictions)):
            if np.ndim(output.label_ids) == 2:
                item: Any = [name for name, score in zip(CLASSES, scores, strict=True) if score > 0]
            else:
                item = CLASSES[int(scores.argmax())]
            file.write(f"{index}\t{item}\n")


with tempfile.TemporaryDirectory() as directory:
    single = trainer_of(directory, "label")
    single.train()
    output = single.predict(rows_of(single.processing_class, "test", "label"))
    print(output.metrics)
    np.savez(HERE / "single.npz", predictions=output.predictions, label_ids=output.label_ids)
    # all three fields: `metrics` is a dictionary, which NumPy pickles
    np.savez(HERE / "single.metrics.npz", **output._asdict(), classes=np.array(CLASSES))
    np.save(HERE / "single.npy", output.predictions)
    predict_results("single.predict_results.txt", output)

    pipe = pipeline("text-classification", model=single.model, tokenizer=single.processing_class)
    (HERE / "pipeline.top.json").write_text(json.dumps(pipe(texts)))
    (HERE / "pipeline.all.json").write_text(json.dumps(pipe(texts, top_k=None)))
    with (HERE / "pipeline.all.jsonl").open("w") as file:
        for text in texts:
            file.write(json.dumps(pipe(text, top_k=None)) + "\n")

    several = trainer_of(directory, "topics")
    several.train()
    output = several.predict(rows_of(several.processing_class, "test", "topics"))
    print(output.metrics)
    names = np.array(CLASSES)
    np.savez_compressed(
        HERE / "multi.npz",
        predictions=output.predictions,
        label_ids=output.label_ids,
        classes=names,
    )
    predict_results("multi.predict_results.txt", output)
    pipe = pipeline("text-classification", model=several.model, tokenizer=several.processing_class)
    (HERE / "pipeline.multi.json").write_text(json.dumps(pipe(texts, top_k=None)))

    set_seed(1)
    tokenizer = single.processing_class
    three = ["contradiction", "neutral", "entailment"]
    entails = model_of(len(tokenizer), three, initializer_range=1.0)
    with torch.no_grad():
        zero_shot = ZeroShotClassificationPipeline(model=entails.eval(), tokenizer=tokenizer)
        (HERE / "zero_shot.json").write_text(json.dumps(zero_shot(texts, CLASSES)))
