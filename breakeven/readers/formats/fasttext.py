"""What fastText reads and writes: labels before their text, and what `predict` prints.

`__label__a __label__b text` is a line of a training or test file: labels are the words with the
prefix, wherever they stand. `predict` prints the labels alone, `predict-prob` each with its
probability, which rounding may leave a little above 1. Each line is a document, a blank one too,
so that files of the same documents go together by their lines. Source: fasttext.cc/docs/en,
supervised tutorial and cheatsheet; github.com/facebookresearch/fastText, src/main.cc.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from breakeven.readers.files.content import Content
from breakeven.readers.formats.class_scores import classes_of, score_columns, with_gaps
from breakeven.readers.formats.draft import Draft
from breakeven.readers.problems import ReadError, first_problems
from breakeven.records import Problem

KEY = "fasttext"
NAME = "a file of fastText"
FIRST = 50  # lines that tell what a file is
PREFIX = re.compile(r"(__[^\W_]+(?:[-_][^\W_]+)*__)[^\s_]")  # __label__, or another word
NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?")
ROUNDED = 1.001  # what its rounding makes of 1, at most


def recognise(content: Content) -> str | None:
    """Lines that begin with labels, which share a prefix; a few may have none."""
    lines = [line for line in content.head[:FIRST] if line.strip()]
    prefix = _prefix_of(lines)
    if prefix is None:
        return None
    if not lines[0].startswith(prefix):
        widths = {len(row) for row in content.first_rows}
        if len(widths) == 1 and widths != {1}:
            return None  # a table with a header, of which the first column holds such labels
    several = "each line begins" if _all_begin(lines, prefix) else "most lines begin"
    return f"{several} with {prefix}"


def _prefix_of(lines: Sequence[str]) -> str | None:
    """What at least half of the lines begin with; None where it is no prefix of labels."""
    found = [match.group(1) for match in map(PREFIX.match, lines) if match]
    if not found or 2 * found.count(found[0]) < len(lines):
        return None
    return found[0]


def _all_begin(lines: Sequence[str], prefix: str) -> bool:
    return all(line.startswith(prefix) for line in lines)


def read(content: Content) -> Draft:
    """A row a line. Raises ReadError."""
    lines = content.text.rstrip("\r\n").split("\n")
    prefix = _prefix_of([line for line in lines[:FIRST] if line.strip()])
    if prefix is None:
        what = "the lines do not begin with labels that share a prefix, such as __label__"
        raise ReadError([Problem(what=what, remedy="read it as a table", file=content.name)])
    words = [line.split() for line in lines]
    if all(_are_labels(row, prefix) for row in words):
        labels = [[word.removeprefix(prefix) for word in row] for row in words]
        return _drafted({"predicted": _labels(labels)}, len(lines), {"predicted": "predicted"})
    first = [row for row in words[:FIRST] if row]
    if 2 * sum(_are_scored(row, prefix) for row in first) >= len(first):
        return _scored(content.name, words, prefix)
    label = re.compile(rf"(?<!\S){re.escape(prefix)}(\S+)\s*")
    columns = {
        "true": _labels([label.findall(line) for line in lines]),
        "text": pa.array([label.sub("", line).strip() for line in lines], pa.string()),
    }
    return _drafted(columns, len(lines), {"true": "truth", "text": "text"})


def _are_labels(words: Sequence[str], prefix: str) -> bool:
    return all(word.startswith(prefix) for word in words)


def _are_scored(words: Sequence[str], prefix: str) -> bool:
    """Whether labels and numbers take turns."""
    return (
        len(words) % 2 == 0
        and _are_labels(words[::2], prefix)
        and all(map(NUMBER.fullmatch, words[1::2]))
    )


def _scored(name: str, words: Sequence[Sequence[str]], prefix: str) -> Draft:
    """Labels with their probabilities: of one label a line what was called, else scores."""
    odd = [
        place
        for place, row in enumerate(words)
        if not _are_scored(row, prefix) or any(float(score) > ROUNDED for score in row[1::2])
    ]

    def problem(at: int) -> Problem:
        what = f"no labels with {prefix}, each followed by its probability"
        return Problem(row=odd[at] + 1, what=what, remedy="predict again", file=name)

    if odd:
        raise ReadError(first_problems(np.arange(len(odd)), problem))
    pairs = [
        [
            (label.removeprefix(prefix), min(1.0, float(score)))
            for label, score in zip(row[::2], row[1::2], strict=True)
        ]
        for row in words
    ]
    if all(len(row) == 1 for row in pairs):
        labels, scores = zip(*(row[0] for row in pairs), strict=True)
        columns = {"predicted": pa.array(labels, pa.string()), "score": pa.array(scores)}
        return _drafted(columns, len(words), {"predicted": "predicted", "score": "confidence"})
    columns = score_columns(name, pairs, range(1, len(words) + 1))
    return _drafted(columns, len(words), dict.fromkeys(columns, "score"))


def _labels(rows: Sequence[Sequence[str]]) -> pa.Array:
    """The labels of each row: names where each row has one, else lists."""
    if all(len(row) == 1 for row in rows):
        return pa.array([row[0] for row in rows], pa.string())
    return pa.array(rows, pa.list_(pa.string()))


def _drafted(columns: dict[str, pa.Array], rows: int, roles: dict[str, str]) -> Draft:
    scores = classes_of(columns)
    return Draft(
        columns=pa.table(columns),
        lines=np.arange(1, rows + 1),
        roles=roles,
        shape="wide scores" if scores else "labels",
        classes=scores,
        probabilities=bool(scores),
        why_probabilities="predict-prob prints softmax or sigmoid" if scores else "",
        gaps=with_gaps({name: columns[name] for name in scores}),
    )
