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
import pyarrow.compute as pc

from breakeven.data.records import Problem
from breakeven.readers.base.problems import ReadError, first_problems
from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft
from breakeven.readers.formats.class_scores import classes_of, columns_by_class, columns_with_gaps
from metrics.typing import Array

KEY = "fasttext"
NAME = "a file of fastText"
FIRST = 50  # lines that tell what a file is
PREFIX = re.compile(r"(__[^\W_]+(?:[-_][^\W_]+)*__)[^\s_]")  # __label__, or another word
NUMBER = r"[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?"
BLANKS = " \t\f\r\n"  # what \s is to Arrow; others belong to a word
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
    begin = "each line begins" if _all_begin(lines, prefix) else "most lines begin"
    return f"{begin} with {prefix}"


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
    lines = _lines(content.text)
    first = [line for line in lines.slice(0, FIRST).to_pylist() if line]
    prefix = _prefix_of(first)
    if prefix is None:
        what = "the lines do not begin with labels that share a prefix, such as __label__"
        raise ReadError([Problem(what=what, remedy="read it as a table", file=content.name)])
    label = rf"{re.escape(prefix)}\S+"
    if pc.all(pc.match_substring_regex(lines, rf"^(?:{label}\s*)*$")).as_py():
        labels = _labels(*_words(lines), prefix)
        return _drafted({"predicted": labels}, len(lines), {"predicted": "predicted"})
    scored = re.compile(rf"(?:{label}\s+{NUMBER}(?:\s+|$))*")
    if 2 * sum(bool(scored.fullmatch(line)) for line in first) >= len(first):
        return _scored(content.name, lines, prefix, scored.pattern)
    parts = pc.extract_regex(lines, rf"^(?P<labels>(?:{label}\s*)*)(?P<text>.*)$")
    before, text = parts.field("labels"), parts.field("text")
    if pc.any(pc.match_substring_regex(text, rf"(?:^|\s){label}")).as_py():
        before, text = _from_anywhere(lines, label)
    columns = {
        "true": _labels(*_words(pc.utf8_trim(before, BLANKS)), prefix),
        "text": text.cast(pa.string()),
    }
    return _drafted(columns, len(lines), {"true": "truth", "text": "text"})


def _lines(text: str) -> pa.Array:
    """The lines, without blanks around them."""
    whole = pa.array([text.rstrip("\r\n")], pa.large_string())
    return pc.utf8_trim(pc.list_flatten(pc.split_pattern(whole, "\n")), BLANKS)


def _words(lines: pa.Array) -> tuple[Array, pa.Array]:
    """How many words each line has, shape (lines,), and the words."""
    words = pc.split_pattern_regex(lines, r"\s+")
    sizes = pc.list_value_length(words).to_numpy(zero_copy_only=False).astype(np.int64)
    flat = pc.list_flatten(words)
    blank = pc.equal(lines, "").to_numpy(zero_copy_only=False)
    if blank.any():
        sizes[blank] = 0
        flat = flat.filter(pc.not_equal(flat, ""))
    return sizes, flat


def _labels(sizes: Array, words: pa.Array, prefix: str) -> pa.Array:
    """The labels of each row: names where each row has one, else lists."""
    names = pc.utf8_slice_codeunits(words, len(prefix)).cast(pa.string())
    if (sizes == 1).all():
        return names
    ends = np.concatenate([[0], np.cumsum(sizes)])
    return pa.ListArray.from_arrays(pa.array(ends, pa.int32()), names)


def _from_anywhere(lines: pa.Array, label: str) -> tuple[pa.Array, pa.Array]:
    """The labels of lines in which some stand behind the text, and the text without them."""
    found = re.compile(rf"(?<!\S){label}\s*", re.ASCII)
    texts = lines.to_pylist()
    labels = [" ".join(found.findall(line)) for line in texts]
    return pa.array(labels), pa.array([found.sub("", line).strip(BLANKS) for line in texts])


def _scored(name: str, lines: pa.Array, prefix: str, pattern: str) -> Draft:
    """Labels with their probabilities: of one label a line what was called, else scores."""
    fit = pc.match_substring_regex(lines, f"^{pattern}$").to_numpy(zero_copy_only=False)
    sizes, words = _words(lines)
    scores, above = np.zeros(0), np.zeros(0, dtype=np.int64)
    if fit.all():
        scores = words[1::2].cast(pa.float64()).to_numpy()
        above = np.repeat(np.arange(len(lines)), sizes // 2)[scores > ROUNDED]
    odd = np.union1d(np.flatnonzero(~fit), above)

    def problem(row: int) -> Problem:
        what = f"no labels with {prefix}, each followed by its probability"
        return Problem(row=row + 1, what=what, remedy="predict again", file=name)

    if len(odd):
        raise ReadError(first_problems(odd, problem))
    labels = pc.utf8_slice_codeunits(words[::2], len(prefix)).cast(pa.string())
    shares = pa.array(np.minimum(scores, 1))
    if (sizes == 2).all():
        columns = {"predicted": labels, "score": shares}
        return _drafted(columns, len(lines), {"predicted": "predicted", "score": "confidence"})
    columns = columns_by_class(name, sizes // 2, labels, shares, range(1, len(lines) + 1))
    return _drafted(columns, len(lines), dict.fromkeys(columns, "score"))


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
        gaps=columns_with_gaps({name: columns[name] for name in scores}),
    )
