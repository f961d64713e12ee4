"""A table as NannyML monitors it: `y_true`, `y_pred`, `y_pred_proba_<class>`, `timestamp`.

Of two classes there is one `y_pred_proba`, of the class 1; the truth then often has a name of its
own, and is found by its values. Data of the time after the reference have no truth: the targets are
another table, joined by the id. Source: nannyml.readthedocs.io, data requirements.
"""

from __future__ import annotations

from breakeven.readers.base.header_words import says_predicted, says_truth
from breakeven.readers.columns.column_guess import NAMES
from breakeven.readers.files.content import Content
from breakeven.readers.files.drafts import Draft

KEY = "nannyml"
NAME = "a table of NannyML"
SCORE = "y_pred_proba"
OF_TIME = ("timestamp", "period")
IDS = (*NAMES["id"], "identifier")


def recognise(content: Content) -> str | None:
    """Columns of y_pred_proba, of a class each; or a single one beside a time."""
    header = content.header
    if len(_scores(header)) > 1:
        return f"several columns begin with {SCORE}_"
    time = next((name for name in OF_TIME if name in header), None)
    return f"{SCORE} is next to {time}" if SCORE in header and time is not None else None


def _scores(header: tuple[str, ...]) -> dict[str, str]:
    """The columns of scores, and their classes."""
    start = f"{SCORE}_"
    return {
        name: name.removeprefix(start)
        for name in header
        if name.startswith(start) and name != start
    }


def read(content: Content) -> Draft:
    """The roles that the headers tell; of two classes the columns are found by their values."""
    scores = _scores(content.header)
    if len(scores) < 2:
        return Draft()
    others = [name for name in content.header if name not in scores]
    columns = {
        "truth": next((name for name in others if says_truth(name)), None),
        "predicted": next((name for name in others if says_predicted(name)), None),
        "id": next((name for name in others if name.strip().lower() in IDS), None),
    }
    roles = {name: role for role, name in columns.items() if name is not None}
    return Draft(
        roles=roles | dict.fromkeys(scores, "score"),
        shape="wide scores",
        classes=scores,
        probabilities=True,
    )
