"""The best fixed answer: the same classes for every document, without a look at any.

One rule says which answer that is, for every sentence that speaks of it. Where a document has one
class, or the task is to say yes or no to a single one, the answer is right for most documents;
where a document may have several, it has the highest F over all decisions. Shuffled decisions are a
mixture of fixed answers, so they are expected to do no better.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from breakeven.evaluation.counted import AnyEvaluation
from breakeven.text import listed, quoted
from metrics.baselines import best_fixed

# of the classes of an answer
NAMED = 3


def yes_or_no(evaluation: AnyEvaluation) -> bool:
    """Whether there is one class, and it is known of which documents it is not true."""
    tables = evaluation.tables
    return len(tables) == 1 and not bool(np.isnan(tables.total).any())


def by_documents(evaluation: AnyEvaluation) -> bool:
    """Whether answers are set side by side by the documents that are right."""
    return evaluation.one_of or yes_or_no(evaluation)


def best_answer(evaluation: AnyEvaluation) -> tuple[int, ...]:
    """The classes that the best fixed answer gives to every document, ascending.

    Of an evaluation in which something is true.
    """
    tables = evaluation.tables
    if yes_or_no(evaluation):
        return (0,) if tables.positives[0] > tables.negatives[0] else ()
    if evaluation.single_label:
        return (int(np.argmax(tables.positives)),)
    return best_fixed(tables)


def fixed_name(names: Sequence[str], classes: tuple[int, ...]) -> str:
    """What an answer is called: `never “spam”`, `no class`, `every class`, `always “a” and “b”`."""
    if not classes:
        return f"never {quoted(names[0])}" if len(names) == 1 else "no class"
    if 1 < len(names) == len(classes):
        return "every class"
    return f"always {listed([names[c] for c in classes], NAMED)}"
