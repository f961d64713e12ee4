"""Columns that hold what a language model answered, rather than classes, and what goes with them.

An answer speaks of a class in other words than its name: in JSON, behind a prefix, in a sentence.
Where a header says that a model answered, other case or punctuation is enough. Names that merely
differ stay predictions: a note says which classes look alike.
"""

from __future__ import annotations

import numpy as np

from breakeven.analysis.answers.answer_names import answer_names
from breakeven.analysis.answers.answer_rules import AnswerRules
from breakeven.analysis.answers.parsed_answers import ENTIRE, LIST, parse_texts
from breakeven.data.records import AMBIGUOUS, CLASS, NONE, REFUSED
from breakeven.readers.base.header_words import system_names, words
from breakeven.readers.columns.column_content import why_no_names
from breakeven.readers.columns.column_guess import ColumnGuess, separator_of
from breakeven.readers.files.arrow_types import is_list
from breakeven.readers.files.cells import encoded, is_nested, split_cell

MODEL_WORDS = frozenset((
    "answer", "answers", "llm", "gpt", "chatgpt", "claude", "gemini", "llama", "mistral", "qwen",
    "response", "responses", "output", "outputs", "completion", "completions", "generation",
    "generated", "reply", "raw", "ai", "model", "antwort",
))  # fmt: skip
# of the rows of answers, so many name a class or none, and of those so many otherwise than exactly
LEAST_READ = 0.5
LEAST_OTHERWISE = 0.1
ALONE = {
    "repeat": ("repeat", "repeat_id", "repetition", "run", "trial", "epoch", "attempt", "iteration",
               "sample_index", "replicate"),
    "failed": ("error", "refusal", "error_message", "exception"),
    "model": ("model", "model_name", "llm"),
    "prompt": ("prompt", "prompt_id", "prompt_name", "prompt_version", "template"),
    "temperature": ("temperature",),
    "cost": ("cost", "cost_usd", "total_cost", "price", "usd"),
    "latency": ("latency", "latency_s", "latency_seconds", "latency_ms", "duration", "elapsed",
                "response_time"),
}  # fmt: skip


def find_answers(guesses: list[ColumnGuess]) -> None:
    """Give columns of answers their role, and those beside them theirs."""
    rows = [
        g
        for g in guesses
        if g.shape != "long" and not g.has_known_format and not g.has("annotator")
    ]
    for guess in rows:
        source = guess if guess.has("truth") else next((g for g in rows if g.has("truth")), None)
        classes = [] if source is None else source.classes_in(source.only("truth") or "")
        if classes:
            for column in _candidates(guess):
                _as_answer(guess, column, classes)
            answers = [column for column, role in guess.roles.items() if role == "answer"]
            if len(answers) > 1 and not guess.systems:
                guess.systems = system_names(answers)
    for guess in rows:
        if guess.has("answer", "predicted"):
            _find_call_columns(guess)


def _candidates(guess: ColumnGuess) -> list[str]:
    """Predictions; where there is none, columns that a model's answers are called after."""
    found = [column for column, role in guess.roles.items() if role == "predicted"]
    if not found and not guess.has("score", "decision"):
        found = [column for column in guess.free() if MODEL_WORDS & set(words(column))]
    kinds = {column: guess.table.type_of(column) for column in found}
    return [c for c in found if not is_list(kinds[c]) and not is_nested(kinds[c])]


def _as_answer(guess: ColumnGuess, column: str, classes: list[str]) -> None:
    codes, cells = encoded(guess.table.first(column))
    rows = np.bincount(codes[codes >= 0], minlength=len(cells))
    if not rows.sum():
        return
    names = answer_names(classes, {})
    parsed = parse_texts(cells, names, AnswerRules(), several=True)
    is_clear = np.isin(parsed.outcomes, (CLASS, NONE))
    separator = separator_of(cells)
    exact = [all(part in names.exact for part in split_cell(c, separator) or ()) for c in cells]
    otherwise = is_clear & ~np.array(exact)
    by_model = bool(MODEL_WORDS & set(words(column)))
    if not by_model and why_no_names(guess.table, column) is not None:
        return  # JSON that a program wrote
    if not by_model:  # other case alone is no answer, nor is a list with a class that is never true
        otherwise &= ~np.isin(parsed.how, (ENTIRE, LIST))
    spoken = np.isin(parsed.outcomes, (CLASS, NONE, AMBIGUOUS, REFUSED))
    share = float(rows[spoken].sum() / rows.sum())
    other = float(rows[otherwise].sum() / rows.sum())
    if share >= LEAST_READ and other >= LEAST_OTHERWISE:
        guess.roles[column] = "answer"
        guess.reasons[column] = "its cells name classes within other words, as language models do"


def _find_call_columns(guess: ColumnGuess) -> None:
    """What is known of answers: which repeat, why there is none, how it was asked, what it cost."""
    answers = guess.has("answer")
    identity = guess.only("id")
    repeated = identity is not None and guess.repeats(identity)
    for role, names in ALONE.items():
        if not (repeated if role == "repeat" else answers):
            continue
        by_name = {column.strip().lower(): column for column in reversed(guess.free())}
        column = next((by_name[name] for name in names if name in by_name), None)
        if column is None or is_list(guess.table.type_of(column)):
            continue
        if is_nested(guess.table.type_of(column)):
            continue
        if role not in ("cost", "latency") or guess.is_numeric(column):
            guess.roles[column] = role
