"""How far the people who labelled agree: the result, its plain data, tables and sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from breakeven.analysis.annotators.agreement import (
    AnnotatorAgreement,
    Person,
    agreement_of,
)
from breakeven.analysis.annotators.consistency import PairwiseLikeness, everyone, measure_likeness
from breakeven.analysis.annotators.copied_labels import CopiedLabels
from breakeven.analysis.selection.selected_evaluation import candidates_of_selection, lookups_of
from breakeven.analysis.selection.selection import Selection, splits_of
from breakeven.analysis.selection.where import FilteredDocuments, filter_documents
from breakeven.data.records import Annotator, Review, Truth
from breakeven.data.wording import (
    NOTHING,
    cell_of,
    count_of,
    figure_of,
    interval_text,
    p_of,
    percent,
    quoted,
)
from breakeven.results import values
from breakeven.results.arguments import require_documents, selection_of
from breakeven.results.ceiling import (
    ASSUMED,
    CeilingAssumptions,
    CeilingResult,
    ceiling_of_selection,
)
from breakeven.results.scope import of_class_map, of_where, under_title
from breakeven.results.table_formats import in_markdown, markdown_table, notes_in_markdown
from breakeven.results.values import document_ids, plain_count, plain_number
from metrics.annotators.agreement_intervals import REPLICATES
from metrics.annotators.pairwise_agreement import pairs_of
from metrics.catalogue import CATALOGUE
from metrics.typing import Array
from metrics.uncertainty.intervals import Interval

if TYPE_CHECKING:
    import pandas as pd

    from breakeven.results.arguments import AnyCut


# --- how far people agree, as plain data, tables and sentences, the same for all doors
#
# Undefined is None in the data.


# the measures over all classes, in the order of reading, by the entry that explains each
OVERALL = {
    "alpha": "set_alpha",
    "alpha_over_classes": "alpha_over_classes",
    "cohen_kappa": "cohen_kappa",
    "fleiss_kappa": "fleiss_kappa",
    "positive_agreement": "positive_agreement",
    "negative_agreement": "negative_agreement",
}
# of one class a document these say what another says, or nothing
NOT_OF_ONE_CLASS = ("alpha_over_classes", "negative_agreement")
HOW_MUCH = (
    "1 is full agreement, 0 what chance would give. How much is enough depends on what "
    "disagreement costs: Krippendorff (2004) himself would rely on data from .800 on, and draw "
    "tentative conclusions only between .667 and .800."
)


def shown_overall(of: AnnotatorAgreement) -> dict[str, Interval]:
    """The measures over all classes that say something of their own here."""
    hidden = NOT_OF_ONE_CLASS if of.single_label else ()
    return {key: of.overall[key] for key in OVERALL if key not in hidden}


def agreement_measure_name(key: str, of: AnnotatorAgreement) -> str:
    """What a measure over all classes is called for these annotators."""
    if key == "alpha" and of.single_label:
        return "Krippendorff’s α, nominal"
    if key == "positive_agreement":
        return "Positive agreement (pairwise F)"
    if key == "cohen_kappa":
        return "Cohen’s κ" + ("" if len(of.people) == 2 else ", mean of all twos")
    return CATALOGUE[OVERALL[key]].name.replace(" of a class", "")


def agreement_measure_meaning(key: str, of: AnnotatorAgreement) -> str:
    """What a measure over all classes says of these annotators, in a sentence."""
    if key == "alpha" and of.single_label:
        return "Alpha of the one class that each person gave a document: the same, or another."
    return CATALOGUE[OVERALL[key]].meaning


def agreement_text(of: AnnotatorAgreement) -> str:
    """How far people agree, in two sentences of plain text."""
    alpha = of.overall["alpha"]
    who = count_of(len(of.people), "annotator")
    what = "α" if of.single_label else "α of their sets of classes"
    if np.isnan(alpha.value):
        value = f"{what} is undefined, as everybody says the same of every document"
    else:
        told = interval_text(alpha.low, alpha.high, 2)
        ends = "" if np.isnan(alpha.low) else f" (95 %: {told})"
        value = f"{what} is {figure_of(alpha.value, 2)}{ends}"
    differ = int(of.documents_disputed.sum())
    return (
        f"{who}, {count_of(of.documents, 'document')} that at least two of them labelled: {value}. "
        f"They differ on {count_of(differ, 'document')} ({percent(differ / of.documents)})."
    )


def left_out_text(of: AnnotatorAgreement) -> str:
    """Which documents say nothing of agreement; "" where all do."""
    parts = [
        f"{count_of(n, 'document')} that {who}"
        for n, who in ((of.alone, "one person labelled"), (of.unlabelled, "nobody labelled"))
        if n
    ]
    return f"Left out: {' and '.join(parts)}." if parts else ""


def why_no_fleiss(of: AnnotatorAgreement) -> str:
    """Why Fleiss' kappa is not there; "" where it is."""
    if of.equal:
        return ""
    return "Fleiss’ κ asks for as many judgements of every document, and their numbers are unequal."


def people_remarks(of: AnnotatorAgreement) -> list[str]:
    """What stands out of single people, in plain sentences; names as they are written."""
    found = [_copied(copy) for copy in of.copies]
    return found + [_by_chance(person, of) for person in of.people if person.by_chance]


def _copied(copy: CopiedLabels) -> str:
    return (
        f"{quoted(copy.name)} labels as {quoted(copy.system)} decides: F of the two is "
        f"{figure_of(copy.f, 2)}, but {figure_of(copy.with_others, 2)} with the other people, and "
        f"{figure_of(copy.others_with_system, 2)} between these and the system; if each erred "
        f"alone, {figure_of(copy.expected, 2)} was to be expected (p {p_of(copy.p)}, corrected "
        "over people and systems). Either the labels were copied, or the system was trained on "
        "this person’s."
    )


def _by_chance(person: Person, of: AnnotatorAgreement) -> str:
    return (
        f"{quoted(person.name)} agrees with the others no more than chance would: κ "
        f"{figure_of(person.kappa.value, 2)} "
        f"(95 %: {interval_text(person.kappa.low, person.kappa.high, 2)})"
        f". Without this person α rises from {figure_of(of.overall['alpha'].value, 2)} to "
        f"{figure_of(person.alpha_without, 2)}."
    )


def remark_on(person: Person, of: AnnotatorAgreement) -> str:
    """The remark on a person in a few words; "" without one."""
    copied = [f"as {quoted(copy.system)} decides" for copy in of.copies if copy.name == person.name]
    return "; ".join(copied + (["no more than chance"] if person.by_chance else []))


def of_agreement(of: AnnotatorAgreement | None) -> dict[str, Any] | None:
    """How far people agree; None where no two labelled the same document."""
    if of is None:
        return None
    each = of.per_class
    return {
        "annotators": len(of.people),
        "documents": of.documents,
        "labelled_by_one": of.alone,
        "labelled_by_nobody": of.unlabelled,
        "documents_that_differ": int(of.documents_disputed.sum()),
        "task": "single-label" if of.single_label else "multi-label",
        "distinct_sets": of.distinct_sets,
        "replicates": of.replicates,
        "seed": of.seed,
        "overall": {key: _of_measured(value) for key, value in of.overall.items()},
        "per_class": {
            name: {
                "alpha": plain_number(each.alpha[c]),
                "low": plain_number(each.low[c]),
                "high": plain_number(each.high[c]),
                "positive_agreement": plain_number(each.positive[c]),
                "negative_agreement": plain_number(each.negative[c]),
                "cohen_kappa": plain_number(each.cohen[c]),
                "fleiss_kappa": plain_number(each.fleiss[c]),
                "share_of_yes": plain_number(each.yes[c]),
                "judgements": plain_count(each.judgements[c]),
                "documents_that_differ": int(each.disputed[c]),
            }
            for c, name in enumerate(of.classes)
        },
        "pairs": [
            {
                "a": two.first,
                "b": two.second,
                "documents": two.documents,
                "f": _of_measured(two.f),
                "cohen_kappa": _of_measured(two.kappa),
            }
            for two in of.twos
        ],
        "people": [_of_person(person, of) for person in of.people],
        "copies": [
            {
                "annotator": copy.name,
                "system": copy.system,
                "f": plain_number(copy.f),
                "f_with_others": plain_number(copy.with_others),
                "f_of_others_with_system": plain_number(copy.others_with_system),
                "f_expected": plain_number(copy.expected),
                "p": plain_number(copy.p),
            }
            for copy in of.copies
        ],
        "remarks": people_remarks(of),
    }


def _of_measured(of: Interval) -> dict[str, Any]:
    return {
        "value": plain_number(of.value),
        "low": plain_number(of.low),
        "high": plain_number(of.high),
    }


def _of_person(person: Person, of: AnnotatorAgreement) -> dict[str, Any]:
    return {
        "annotator": person.name,
        "documents": person.documents,
        "shared": person.shared,
        "classes_each": plain_number(person.classes_each),
        "f": _of_measured(person.f),
        "cohen_kappa": _of_measured(person.kappa),
        "alpha_without": plain_number(person.alpha_without),
        "rise": _of_measured(person.rise),
        "by_chance": person.by_chance,
        "remark": remark_on(person, of),
    }


def of_alike(of: PairwiseLikeness) -> list[dict[str, Any]]:
    """Every two of people, systems and the truth."""
    return [
        {
            "a": of.names[i],
            "b": of.names[j],
            "documents": int(of.documents[i, j]),
            "f": plain_number(of.f[i, j]),
            "cohen_kappa": plain_number(of.kappa[i, j]),
            "overlap": plain_number(of.overlap[i, j]),
            "overlap_per_document": plain_number(of.per_document[i, j]),
        }
        for i, j in pairs_of(len(of.names))
    ]


def classes_frame(of: AnnotatorAgreement) -> pd.DataFrame:
    """One row for each class."""
    import pandas as pd

    each = of.per_class
    return pd.DataFrame(
        {
            "class": of.classes,
            "alpha": each.alpha,
            "low": each.low,
            "high": each.high,
            "agree on yes": each.positive,
            "agree on no": each.negative,
            "cohen_kappa": each.cohen,
            "fleiss_kappa": each.fleiss,
            "share of yes": each.yes,
            "judgements": each.judgements,
            "documents that differ": each.disputed,
        }
    )


def people_frame(of: AnnotatorAgreement) -> pd.DataFrame:
    """One row for each annotator."""
    import pandas as pd

    return pd.DataFrame(
        [
            {
                "annotator": person.name,
                "documents": person.documents,
                "shared": person.shared,
                "classes a document": person.classes_each,
                "f with the others": person.f.value,
                "f_low": person.f.low,
                "f_high": person.f.high,
                "kappa with the others": person.kappa.value,
                "kappa_low": person.kappa.low,
                "kappa_high": person.kappa.high,
                "alpha without": person.alpha_without,
                "rise of alpha": person.rise.value,
                "rise_low": person.rise.low,
                "rise_high": person.rise.high,
                "remark": remark_on(person, of),
            }
            for person in of.people
        ]
    )


def alike_frame(of: PairwiseLikeness) -> pd.DataFrame:
    """One row for every two."""
    import pandas as pd

    columns = ["a", "b", "documents", "f", "cohen_kappa", "overlap", "overlap_per_document"]
    found = [[np.nan if row[c] is None else row[c] for c in columns] for row in of_alike(of)]
    return pd.DataFrame(found, columns=columns)


def disputed_frame(truth: Truth, of: AnnotatorAgreement, at: Array) -> pd.DataFrame:
    """Documents, positions into the agreement's, by what each set of classes was given by whom."""
    import pandas as pd

    rows = of.rows[at]
    given: list[dict[str, list[str]]] = [{} for _ in rows]
    place = {int(row): i for i, row in enumerate(rows)}
    for person in truth.annotators:
        labels = person.labels.tocsr()
        for m in np.flatnonzero(np.isin(person.rows, rows)).tolist():
            members = labels.indices[labels.indptr[m] : labels.indptr[m + 1]]
            said = " | ".join(of.classes[c] for c in sorted(members)) or "(nothing)"
            given[place[int(person.rows[m])]].setdefault(said, []).append(person.name)
    words = ["; ".join(f"{said}: {', '.join(who)}" for said, who in one.items()) for one in given]
    columns = {"document": document_ids(truth, rows), "said by": words}
    frame = pd.DataFrame(columns | {"classes that differ": np.diff(of.disputed.indptr)[at]})
    if (text := truth.text_column) is not None:
        frame[text if text not in frame else f"{text} (file)"] = truth.columns[text][rows]
    return frame


def agreement_in_markdown(result: dict[str, Any], of: AnnotatorAgreement | None, name: str) -> str:
    """The agreement as a document to paste; `result` as the JSON has it."""
    lines = [f"# {in_markdown(name)}: how far people agree", ""]
    if of is None:
        lines.append(
            "No two people labelled the same document: the files do not say who labelled what."
            if not result["annotators"]
            else "No two people labelled the same document, so nothing can be said of agreement."
        )
    else:
        lines += [
            f"**{in_markdown(agreement_text(of))}** {in_markdown(left_out_text(of))}".rstrip(),
            "",
        ]
        lines += [f"- {in_markdown(remark)}" for remark in people_remarks(of)]
        lines += ["", _overall_table(of), "", HOW_MUCH, why_no_fleiss(of), ""]
        lines += [_people_table(of), "", _classes_table(of)]
    if len(result["alike"]) > 0:
        lines += ["", "How alike all label, by twos; nobody is held to be right:", ""]
        lines.append(_alike_table(result["alike"]))
    return "\n".join(lines)


def _with_ends(of: Interval, digits: int = 3) -> list[str]:
    told = NOTHING if np.isnan(of.low) else f"{of.low:.{digits}f} to {of.high:.{digits}f}"
    return [cell_of(plain_number(of.value), digits), told]


def _overall_table(of: AnnotatorAgreement) -> str:
    rows = [
        [agreement_measure_name(key, of), *_with_ends(value)]
        for key, value in shown_overall(of).items()
    ]
    return markdown_table(["measure", "value", "95 % interval"], rows)


def _people_table(of: AnnotatorAgreement) -> str:
    rows = [
        [
            in_markdown(person.name),
            f"{person.documents:,}",
            *_with_ends(person.f),
            *_with_ends(person.kappa),
            cell_of(plain_number(person.alpha_without)),
            in_markdown(remark_on(person, of)) if remark_on(person, of) else "",
        ]
        for person in of.people
    ]
    head = ["annotator", "documents", "F with the others", "95 %", "κ", "95 %", "α without"]
    return markdown_table([*head, "remark"], rows)


def _classes_table(of: AnnotatorAgreement) -> str:
    each = of.per_class
    rows = [
        [
            in_markdown(name),
            *_with_ends(Interval(each.low[c], each.high[c], value=each.alpha[c])),
            *(
                cell_of(plain_number(values[c]))
                for values in (each.positive, each.negative, each.cohen)
            ),
            cell_of(plain_number(each.fleiss[c])),
            cell_of(plain_number(each.yes[c])),
            f"{each.disputed[c]:,}",
        ]
        for c, name in enumerate(of.classes)
    ]
    head = ["class", "α", "95 %", "agree on yes", "agree on no", "Cohen’s κ", "Fleiss’ κ"]
    return markdown_table([*head, "share of yes", "documents that differ"], rows)


def _alike_table(pairs: list[dict[str, Any]]) -> str:
    rows = [
        [
            f"{in_markdown(pair['a'])} / {in_markdown(pair['b'])}",
            f"{pair['documents']:,}",
            *(
                cell_of(pair[key])
                for key in ("f", "cohen_kappa", "overlap", "overlap_per_document")
            ),
        ]
        for pair in pairs
    ]
    head = ["two", "documents", "F", "Cohen’s κ", "overlap", "overlap per document"]
    return markdown_table(head, rows)


# --- how far people agree: a result that shows itself


@dataclass(frozen=True, repr=False, eq=False)
class AgreementResult:
    """How far the people who labelled agree, and how alike they, the systems and the truth label.

    `people` is None where no two people labelled the same document. `ceiling`: what people reach
    and systems beside them; None where no two people and all systems judged the same document.
    """

    review: Review
    split: str | None
    documents: int
    people: AnnotatorAgreement | None
    alike: PairwiseLikeness
    kept: FilteredDocuments | None = None
    ceiling: CeilingResult | None = None

    def to_dict(self) -> dict[str, Any]:
        """What `breakeven agree --format json` prints; undefined is None."""
        return (
            {
                "review": self.review.name,
                "split": self.split,
                "documents": self.documents,
                "annotators": [person.name for person in self.review.truth.annotators],
                "people": of_agreement(self.people),
                "alike": of_alike(self.alike),
                "ceiling": None if self.ceiling is None else self.ceiling.to_dict(),
            }
            | of_where(self.kept)
            | {"notes": [str(note) for note in self.review.notes]}
            | of_class_map(self.review)
        )

    def to_markdown(self) -> str:
        """What `breakeven agree` prints."""
        found = self.to_dict()
        document = agreement_in_markdown(found, self.people, self.review.name)
        beside = [] if self.ceiling is None else ["", "## People and systems", ""]
        beside += [] if self.ceiling is None else [self.ceiling.to_markdown()]
        return "\n".join(
            [under_title(document, self.kept), *beside, *notes_in_markdown(found["notes"])]
        )

    def frame(self) -> pd.DataFrame:
        """One row for each class; without annotators, for every two of systems and the truth."""
        return alike_frame(self.alike) if self.people is None else classes_frame(self.people)

    def annotators(self) -> pd.DataFrame:
        """One row for each annotator. ValueError where no two labelled the same document."""
        if self.people is None:
            raise ValueError("no two people labelled the same document")
        return people_frame(self.people)

    def twos(self) -> pd.DataFrame:
        """One row for every two of people, systems and the truth."""
        return alike_frame(self.alike)

    def __repr__(self) -> str:
        if self.people is None:
            return f"<Agreement on {self.review.name}: no two people labelled the same document>"
        return f"<Agreement on {self.review.name}: {agreement_text(self.people)}>"

    def _repr_html_(self) -> str:
        frame = self.frame()
        cells = [[_cell(value) for value in row] for row in frame.to_numpy().tolist()]
        said = [] if self.people is None else people_remarks(self.people)
        return "".join(
            [
                values.html_paragraph(repr(self)[1:-1]),
                *(values.html_paragraph(remark) for remark in said),
                values.html_table(list(frame.columns), cells[: values.MOST_HTML_ROWS], len(cells)),
            ]
        )


def _cell(value: Any) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def agree(
    review: Review,
    split: str | None = None,
    *,
    system: str | None = None,
    cut: AnyCut | None = None,
    where: str | None = None,
    replicates: int = REPLICATES,
    seed: int = 0,
) -> AgreementResult:
    """How far the people who labelled agree, per class, by twos and each with the others.

    `split`, `where`: which documents, as for `evaluate`; the filter asks about `system` under
    `cut`, which also decide the systems beside people. `replicates`: draws for intervals.
    ValueError for what there is not, and below 100 draws.

    >>> import breakeven as be
    >>> result = be.agree(be.sample("r8"))
    >>> result.people is None
    True
    """
    if replicates < 100:
        raise ValueError(f"{replicates} replicates tell nothing; take at least 100")
    selection = selection_of(review, system, split, where, cut)
    found = agreement_of_selection(review, selection, replicates=replicates, seed=seed)
    require_documents(found.kept)
    return found


def agreement_of_selection(
    review: Review,
    selection: Selection,
    assumed: CeilingAssumptions = ASSUMED,
    *,
    replicates: int = REPLICATES,
    seed: int = 0,
) -> AgreementResult:
    """Of the documents that a selection shows; all systems decide as they do beside its own.

    `assumed`: of people, for the ceiling. ValueError as `ceiling_of_selection`.
    """
    truth = review.truth
    kept: FilteredDocuments | None = None
    rows: Array = truth.in_split(selection.split)
    if selection.where is not None:
        kept = filter_documents(selection.where, candidates_of_selection(review, selection))
        rows = kept.rows
    said = lookups_of(review, selection).said
    systems = tuple(
        Annotator(one.system, part.rows, assigned)
        for one in review.own
        if selection.split in splits_of(truth, one)
        for part, assigned in [said(one.system)]
    )
    return AgreementResult(
        review,
        selection.split,
        len(rows),
        agreement_of(truth, rows, systems, replicates, seed),
        measure_likeness(truth, everyone(truth, systems), rows),
        kept,
        ceiling_of_selection(review, selection, assumed)
        if len(rows) and review.has_system
        else None,
    )
