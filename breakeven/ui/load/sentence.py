"""What files hold in one sentence: as they are taken before reading, and as they were read."""

from __future__ import annotations

from breakeven.labels.gold import gold_in_words
from breakeven.readers.proposal import FileProposal
from breakeven.records import Predictions, Review, Truth
from breakeven.text import count_of, listed


def sentence_of(review: Review) -> str:
    """How many documents, classes and systems were read, as plain text."""
    truth = review.truth
    classes = count_of(len(truth.classes), "class", "classes")
    said = f"{count_of(truth.n, 'document')}, {classes}, {_labels(truth)}; "
    systems = review.own
    if not systems:
        return f"{said}no system."
    if len(systems) == 1:
        return f"{said}one system with {_kinds(systems[0])}."
    kinds = {_kinds(system) for system in systems}
    kind = kinds.pop() if len(kinds) == 1 else "scores or decisions"
    return f"{said}{len(systems):,} systems with {kind}."


def _labels(truth: Truth) -> str:
    if truth.labels is None:
        return "nobody has labelled them"
    of = f", {gold_in_words(truth.gold, truth)}" if truth.gold else ""
    if truth.task == "single-label":
        return f"one class each{of}"
    if len(truth.classes) == 1:
        return f"{int(truth.labels_per_document.sum()):,} in it"
    mean = truth.labels_per_document.mean() if truth.n else 0
    return f"any number of classes each ({mean:.1f} on average)"


def _kinds(system: Predictions) -> str:
    if system.scores is None:
        return "decisions"
    scores = "probabilities" if system.probabilities else "scores"
    return scores if system.decisions is None else f"{scores} and decisions"


def taken_for(file: FileProposal) -> str:
    """What the columns of a file are taken for, in one sentence of plain text.

    "" of a matrix, whose shape says it all.
    """
    if file.role == "left out":
        return "left out."
    if file.role == "matrix":
        return ""
    if file.shape == "long":
        of, slot = file.class_of_pairs(), file.only("slot")
        said: list[str] = []
        if slot is not None and of is not None:
            said = [f"a row for each slot in {listed([slot])} and its filler in {listed([of])}"]
        for role, what in LONG:
            if columns := file.having(role):
                fills = slot is not None and columns == [of]
                said.append(LISTED[role] if fills else f"{what} in {listed(columns)}")
        if who := file.only("annotator"):
            said.append(f"who judged them in {listed([who])}")
        return "; ".join(said) + "." if said else ""
    return "; ".join([_truth(file), *_predictions(file), *_ids_and_text(file)]) + "."


def _ids_and_text(file: FileProposal) -> list[str]:
    """Where the id and the text of documents are; that rows have no id."""
    said = [f"the id in {listed(file.having('id'))}" if file.having("id") else "no id"]
    if file.joined_on:
        said = [
            *said[: bool(file.having("id"))],
            f"joined by the text in {listed([file.joined_on])}",
        ]
    elif file.having("text"):
        said.append(f"the text in {listed(file.having('text'))}")
    return said


LONG = (
    ("truth", "the truth as 1 and 0"),
    ("grade", "grades"),
    ("predicted", "decisions"),
    ("score", "scores"),
)
# what rows say that give nothing but a filler
LISTED = {"truth": "each of them true", "predicted": "each of them predicted"}


def _truth(file: FileProposal) -> str:
    people = _people(file)
    given = file.having("truth", "indicator")
    if people and (not given or (file.only("annotator") and not file.having("annotated"))):
        return people
    return f"{people}; {_one_truth(file)}" if people else _one_truth(file)


def _people(file: FileProposal) -> str:
    """What several people said, where columns or rows are theirs."""
    who, columns = file.only("annotator"), file.having("annotated")
    if who is None:
        several = count_of(len(columns), "person", "people")
        return f"what {several} said, in {listed(columns)}" if columns else ""
    said = columns or file.having("truth") or file.having("indicator")
    where = listed(said) if len(said) == 1 else f"{len(said):,} columns of 1 and 0"
    return f"what the people named in {listed([who])} said, in {where}"


def _one_truth(file: FileProposal) -> str:
    column, flags = file.only("truth"), file.having("indicator")
    if column is not None:
        only = file.classes.get(column)
        return f"the truth in {listed([column])}" + (
            "" if only is None else f", of the class {listed([only])} alone"
        )
    if file.having("grade"):
        return f"grades in {count_of(len(file.having('grade')), 'column')}, each of a class"
    if len(flags) == 1:
        return f"the truth in {listed(flags)}, 1 for the class {listed([file.classes[flags[0]]])}"
    if flags:
        return f"the truth in {len(flags):,} columns of 1 and 0, each of a class"
    return "no truth"


def _predictions(file: FileProposal) -> list[str]:
    predicted, flags, scores = (file.having(role) for role in ("predicted", "decision", "score"))
    systems = len(file.parts())
    each = ", each of a system" if systems > 1 else ""
    said = []
    if answers := file.having("answer"):
        asked = ", several to a document" if file.only("repeat") else ""
        said.append(f"answers of a language model in {listed(answers)}{asked}{each}")
    if predicted:
        kind = "the prediction" if len(predicted) == 1 else "predictions"
        said.append(f"{kind} in {listed(predicted)}{each}")
    if flags:
        where = listed(flags) if len(flags) == 1 else f"{len(flags):,} columns"
        said.append(f"decisions of 1 and 0 in {where}")
    if listed_here := file.only("scores"):
        kind = "probabilities" if file.probabilities else "scores"
        classes = file.having("listed")
        said.append(f"{kind} in {listed([listed_here])} of the classes in {listed(classes)}")
    if scores:
        of = count_of(len({file.classes.get(c) for c in scores}), "class", "classes")
        kind = "probabilities" if file.probabilities else "scores"
        where = f" in {listed(scores)}{each}" if len(scores) == 1 or systems > 1 else ""
        said.append(f"{kind} of {of}{where}")
    return said or ["nothing predicted"]
