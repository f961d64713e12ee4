"""Texts folded and their words counted by DuckDB, beside `str.casefold` and the words of memory."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from breakeven.data.corpus import word_counts
from breakeven.engine.engines import duckdb_engine
from breakeven.engine.leaks import fold_text, number_of_words
from tests.engine_tables import TEXTS


def test_every_sign_is_folded_as_python_folds_it() -> None:
    signs = (chr(point) for point in range(1, 0x110000) if not 0xD800 <= point < 0xE000)
    every = [sign for sign in signs if sign.casefold() != sign or sign.isspace()]
    assert len(every) > 1_500
    between = [f"A{sign}b  {sign} \n{sign}" for sign in every]
    texts = [*between, "".join(every), *(text for pair in TEXTS for text in pair), "", "Plain"]
    with duckdb_engine() as engine:
        rows = engine.put(pa.table({"at": np.arange(len(texts)), "text": texts}))
        found = engine.run(rows.select("at", folded=fold_text(rows.text))).sort_by("at")
    said = found["folded"].to_pylist()
    assert said == [" ".join(text.split()).casefold() for text in texts]


def test_words_are_counted_as_in_memory() -> None:
    texts = [*(text for pair in TEXTS for text in pair), "don't stop_1 — caf\u00e9 cafe\u0301s"]
    texts += ["漢字\uf900か\u3099き\u309aあ\u3099 ab", "", " . ", "а́б В\u0301 \U0002f800x"]
    with duckdb_engine() as engine:
        rows = engine.put(pa.table({"at": np.arange(len(texts)), "text": texts}))
        found = engine.run(rows.select("at", words=number_of_words(rows.text))).sort_by("at")
    known = word_counts(np.array(texts, dtype=object)).tolist()
    assert len(set(known)) > 5
    assert found["words"].to_pylist() == known
