"""Labels that are likely wrong: the result, in sentences, as tables and as a document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from breakeven.analysis.label_errors.label_evidence import EvidenceOptions, NoEvidence
from breakeven.analysis.label_errors.suspected_labels import FEW, Doubts, doubts_of
from breakeven.analysis.selection.errors import NoSystemError
from breakeven.analysis.selection.selected_evaluation import output_of_selection
from breakeven.analysis.selection.selection import Selection
from breakeven.analysis.selection.where import FilteredDocuments
from breakeven.data.records import Review, Truth
from breakeven.data.wording import cell_of, count_of, listed, quoted
from breakeven.results import values
from breakeven.results.arguments import require_documents, selection_of
from breakeven.results.scope import class_map_data, filter_data, under_title
from breakeven.results.table_formats import in_markdown, markdown_table, notes_in_markdown
from breakeven.results.values import PlainRow, document_ids, plain_number
from metrics.typing import Array

# --- Labels that are likely wrong, in sentences, as tables and as a document


DIRECTION = {True: "missing", False: "wrong"}
MOST_LISTED = 50
MOST_DIRECTIONS = 3
CIRCULAR = "The model also doubts right labels: judge a sample blind before you correct any."
ONE_BY_ONE = "Each class is checked by itself, against all others."


def label_errors_text(truth: Truth, doubts: Doubts) -> str:
    """What is found, of how many labels, and how many classes are too small."""
    texts = (
        suspects_text(doubts),
        *direction_texts(truth, doubts),
        small_classes_text(truth, doubts),
    )
    return " ".join(filter(None, texts))


def suspects_text(doubts: Doubts) -> str:
    """How many labels look wrong or missing, and of how many."""
    documents = count_of(len(doubts.rows), "document")
    if not len(doubts):
        return f"No label of {documents} looks wrong or missing."
    missing = int(doubts.missing.sum())
    wrong, given = len(doubts) - missing, int(doubts.classes.positives.sum())
    return (
        f"{count_of(wrong, 'label')} {'looks' if wrong == 1 else 'look'} wrong, {missing:,} "
        f"{'looks' if missing == 1 else 'look'} missing (of {given:,} on {documents})."
    )


def direction_texts(truth: Truth, doubts: Doubts) -> list[str]:
    """Where one confusion prevails among the labels in doubt, in sentences; a few at most."""
    directions = doubts.directions()
    texts = [
        f"{quoted(truth.classes[direction.given])} → {quoted(truth.classes[direction.instead])}, "
        f"{direction.documents:,} of {count_of(direction.of_documents, 'document')}"
        for direction in directions[:MOST_DIRECTIONS]
    ]
    more = len(directions) - len(texts)
    if not texts:
        return []
    return [
        "Of the documents on which one label may be wrong and another missing, most ask for one "
        f"class: {'; '.join(texts)}{f'; and {more:,} more such classes' if more else ''}. Read a "
        "few of each first: one rule may settle them all."
    ]


def small_classes_text(truth: Truth, doubts: Doubts) -> str:
    """How many classes are too small to say anything of; "" for none."""
    few = int(doubts.classes.few.sum())
    if not few:
        return ""
    return (
        f"{few:,} of {count_of(len(truth.classes), 'class', 'classes')} cannot be checked: fewer "
        f"than {FEW} documents have the class, or lack it."
    )


def evidence_text(doubts: Doubts) -> str:
    """Whose probabilities speak, how they came about, and of which documents they do not."""
    if doubts.options.others:
        by = (
            f"By the mean probability of {listed(doubts.judges)}, without {quoted(doubts.system)}, "
            "which is under review"
        )
    else:
        by = f"By the probabilities of {quoted(doubts.system)}"
    if doubts.fitted_on is not None:
        which = "where scores are not probabilities, fitted" if len(doubts.judges) > 1 else "fitted"
        by += f", {which} to the labels of {quoted(doubts.fitted_on)}"
    texts = [f"{by}."]
    if doubts.left_out:
        why = "they are for training"
        if doubts.fitted_on is not None:
            why += f", or those of {quoted(doubts.fitted_on)}"
        texts.append(f"{count_of(doubts.left_out, 'document')} left out: {why}.")
    if doubts.options.cross_validated:
        texts.append("The scores of training documents are cross-validated, as stated.")
    return " ".join(texts)


def pairs_frame(truth: Truth, doubts: Doubts, shown: Array | None = None) -> pd.DataFrame:
    """One row for each label in doubt, the most doubtful first.

    `shown`: which of the pairs, boolean (pairs,) or their places in order.
    """
    places = np.arange(len(doubts))[slice(None) if shown is None else shown]
    document = doubts.document[places]
    splits = np.array([*truth.splits, ""], dtype=object)
    return pd.DataFrame(
        {
            "document": pd.Series(document_ids(truth, document), dtype=object),
            "split": splits[truth.split_of[document]],
            "class": np.array([*truth.classes, ""], dtype=object)[doubts.class_index[places]],
            "label_is": np.where(doubts.missing[places], DIRECTION[True], DIRECTION[False]),
            "p": doubts.p[places],
            "threshold": doubts.threshold[places],
            "margin": doubts.margin[places],
            "doubt": doubts.doubt[places],
            "agree": doubts.agree[places],
            "asked": doubts.others_asked[places],
            "document_quality": doubts.quality(document),
        }
    )


def classes_frame(truth: Truth, doubts: Doubts) -> pd.DataFrame:
    """One row for each class, the most doubtful labels first; NaN where there is nothing to say."""
    evidence = doubts.classes
    wrong, missing = doubts.per_class(False), doubts.per_class(True)
    decided = np.where(evidence.few, np.nan, 1.0)
    frame = pd.DataFrame(
        {
            "class": np.array(truth.classes, dtype=object),
            "judged": evidence.judged,
            "labelled": evidence.positives,
            "wrong": wrong * decided,
            "missing": missing * decided,
            "p_of_labelled": np.where(evidence.inside > 1, np.nan, evidence.inside),
            "p_of_others": np.where(evidence.outside > 1, np.nan, 1 - evidence.outside),
            "too_few": evidence.few,
        }
    )
    return frame.iloc[np.argsort(-(wrong + missing), kind="stable")].reset_index(drop=True)


def quality_frame(truth: Truth, doubts: Doubts, rows: Array | None = None) -> pd.DataFrame:
    """One row for each document looked at, the least quality of its labels first.

    `rows`: those of them to list, ascending; all for None.
    """
    rows = doubts.rows if rows is None else rows
    quality = doubts.quality(rows)
    order = np.argsort(quality, kind="stable")
    names = pd.Series(document_ids(truth, rows[order]), dtype=object)
    return pd.DataFrame({"document": names, "quality": quality[order]})


CLASS_HEAD = ("class", "labelled", "wrong", "missing", "p of labelled", "p of others")
CLASS_COLUMNS = ("class", "labelled", "wrong", "missing", "p_of_labelled", "p_of_others")
PAIR_HEAD = ("document", "class", "label is", "p", "threshold", "doubt", "other systems agree")
PAIR_COLUMNS = ("document", "class", "label_is", "p", "threshold", "doubt", "agree", "asked")


def class_cells(frame: pd.DataFrame) -> list[list[str]]:
    """The cells below `CLASS_HEAD`, of `classes_frame`."""
    return [
        [
            in_markdown(name),
            f"{labelled:,}",
            *(f"{int(number):,}" for number in (wrong, missing)),
            *map(cell_of, means),
        ]
        for name, labelled, wrong, missing, *means in frame[[*CLASS_COLUMNS]].itertuples(
            index=False
        )
    ]


def pair_cells(frame: pd.DataFrame) -> list[list[str]]:
    """The cells below `PAIR_HEAD`, of `pairs_frame`."""
    return [
        [
            *map(in_markdown, (document, name)),
            label,
            *map(cell_of, evidence),
            f"{agree} of {others}",
        ]
        for document, name, label, *evidence, agree, others in frame[[*PAIR_COLUMNS]].itertuples(
            index=False
        )
    ]


def _plain_rows(frame: pd.DataFrame) -> list[PlainRow]:
    """As `plain_rows`, but counts stay whole numbers."""
    return [
        {
            str(name): value
            if isinstance(value, str | bool | int)
            else bool(value)
            if isinstance(value, np.bool_)
            else plain_number(value)
            for name, value in row.items()
        }
        for row in frame.to_dict("records")
    ]


# --- Labels that are likely wrong: a result that shows itself


@dataclass(frozen=True, repr=False, eq=False)
class LabelErrors:
    """Pairs of a document and a class whose label is likely wrong, the most doubtful first."""

    review: Review
    doubts: Doubts
    filtered: FilteredDocuments | None = None

    @property
    def _shown(self) -> Array | None:
        return None if self.filtered is None else self.doubts.of_documents(self.filtered.rows)

    def frame(self) -> pd.DataFrame:
        """One row for each pair: document, class, whether the label is missing or wrong, evidence.

        `p` is the probability of the class; `threshold` what it speaks against the label from
        there on; `margin` in (0, 1]; `doubt` up to 1, by which pairs are ordered: two thirds
        the margin, one third how far p lies beyond the threshold; `agree` of the `asked` other
        systems suspect it too.
        """
        return pairs_frame(self.review.truth, self.doubts, self._shown)

    def classes(self) -> pd.DataFrame:
        """One row for each class; NaN where it has too few documents to say anything."""
        return classes_frame(self.review.truth, self.doubts)

    def documents(self) -> pd.DataFrame:
        """The quality of each document's labels, in [0, 1], the worst first."""
        return quality_frame(self.review.truth, self.doubts)

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven label-errors --format json` prints; undefined is None."""
        truth, doubts = self.review.truth, self.doubts
        missing = doubts.missing if self._shown is None else doubts.missing[self._shown]
        return {
            "review": self.review.name,
            **filter_data(self.filtered),
            "system": doubts.system,
            "split": doubts.split,
            "documents": len(doubts.rows),
            "left_out": doubts.left_out,
            "by": list(doubts.judges),
            "fitted_on": doubts.fitted_on,
            "cross_validated": doubts.options.cross_validated,
            "suspected": len(missing),
            "wrong": int((~missing).sum()),
            "missing": int(missing.sum()),
            "per_class": {row.pop("class"): row for row in _plain_rows(self.classes())},
            "pairs": _plain_rows(self.frame()),
            "directions": [
                {
                    "given": truth.classes[direction.given],
                    "asked_for": truth.classes[direction.instead],
                    "documents": direction.documents,
                    "of": direction.of_documents,
                }
                for direction in doubts.directions()
            ],
            "caution": CIRCULAR,
            **class_map_data(self.review),
        }

    def to_markdown(self) -> str:
        """What `breakeven label-errors` prints."""
        truth, doubts = self.review.truth, self.doubts
        classes = self.classes()
        classes = classes[classes["wrong"] + classes["missing"] > 0]
        pairs = self.frame()
        left = len(pairs) - MOST_LISTED
        lines = [
            f"# {in_markdown(f'{self.review.name}, {doubts.system}')}: labels in doubt",
            "",
            in_markdown(label_errors_text(truth, doubts)),
            "",
            in_markdown(evidence_text(doubts)),
            "",
            f"**{CIRCULAR}** {ONE_BY_ONE}",
            "",
            "## Classes",
            "",
            markdown_table(CLASS_HEAD, class_cells(classes)),
            "",
            "## Labels, the most doubtful first",
            "",
            markdown_table(PAIR_HEAD, pair_cells(pairs.head(MOST_LISTED))),
            *([f"\n{left:,} more are in the JSON."] if left > 0 else []),
            *notes_in_markdown([str(note) for note in self.review.notes]),
        ]
        return under_title("\n".join(lines), self.filtered)

    def __len__(self) -> int:
        return len(self.frame())

    def __repr__(self) -> str:
        return f"<LabelErrors: {label_errors_text(self.review.truth, self.doubts)}>"

    def _repr_html_(self) -> str:
        frame = self.frame()
        rows = [
            [v if isinstance(v, str) else cell_of(v) for v in row]
            for row in frame.iloc[: values.MOST_HTML_ROWS].itertuples(index=False)
        ]
        text = label_errors_text(self.review.truth, self.doubts)
        title = values.html_paragraph(f"{text} {evidence_text(self.doubts)}")
        return title + values.html_table(list(frame.columns), rows, len(frame))


def label_errors(
    review: Review,
    system: str | None = None,
    split: str | None = None,
    *,
    where: str | None = None,
    cross_validated: bool = False,
    calibrate: bool = False,
    others: bool = False,
) -> LabelErrors:
    """The labels that are likely wrong, by probabilities of documents not learnt from.

    `system`, `split`, `where`: as for `evaluate`; the filter shows fewer of them and changes
    nothing. `cross_validated`: scores of training documents come from models that had not seen
    them. `calibrate`: make probabilities of the scores on dev, even where they are said to be
    some; other scores always are. `others`: ask the other systems, without the one under review.
    ValueError where nobody has labelled, and where no such probabilities can be had.

    >>> import breakeven as be
    >>> result = be.label_errors(be.sample("reuters"), "logreg")
    >>> result.frame()["label_is"].value_counts().to_dict()
    {'missing': 133, 'wrong': 13}
    """
    selection = selection_of(review, system, split, where)
    result = label_errors_of(review, selection, EvidenceOptions(cross_validated, calibrate, others))
    if isinstance(result, NoEvidence):
        raise ValueError(str(result))
    require_documents(result.filtered)
    return result


def label_errors_of(
    review: Review, selection: Selection, options: EvidenceOptions
) -> LabelErrors | NoEvidence:
    """What a selection names; or why nobody can say. NoSystemError without a system."""
    if not review.has_system:
        raise NoSystemError
    doubts = doubts_of(review, selection.system, selection.split, options)
    if isinstance(doubts, NoEvidence):
        return doubts
    filtered = output_of_selection(review, selection)[2] if selection.where is not None else None
    return LabelErrors(review, doubts, filtered)
