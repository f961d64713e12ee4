"""The whole report as Markdown, as small as a comment on GitHub must be.

Its sections come in parts that may be cut; the pictures of a story are drawn with signs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from breakeven.analysis.class_structure.hierarchical_measures import HierarchicalMeasures
from breakeven.analysis.story.screen_parts import (
    ClassFlow,
    DecisionWays,
    FewDocuments,
    Hundred,
    LargestClasses,
    Picture,
)
from breakeven.analysis.story.verdict import VerdictAnswer
from breakeven.data.wording import amount_of, count_of, name_of, quoted, visible
from breakeven.report import report_tables
from breakeven.report.method import Method
from breakeven.report.record import Identity, Report, ReportSubject
from breakeven.report.report_tables import ReportTable, shown_in_cell
from breakeven.results.findings import Findings, NamedFinding, way_to_explanation
from breakeven.results.hierarchy import SHUFFLED, TREE, path_texts
from breakeven.results.story import StoryPage
from breakeven.results.systems import SystemComparison
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.results.target_verdict import SIGNS, TargetVerdict
from breakeven.results.weakest_classes import WeakClass, WrongDocument
from metrics.catalogue.entry import Entry

# --- the screens of a story in Markdown, their pictures drawn with signs


SIDE = 10
RIGHT, WRONG, OPEN = "■", "□", "▨"


def story_parts(page: StoryPage) -> list[str | ReportTable]:
    """A screen: its title, its number, its sentences, its pictures."""
    parts: list[str | ReportTable] = [f"### {_literal(page.title)}", f"**{_literal(page.number)}**"]
    parts += [_literal(each) for each in page.sentences]
    if page.author:
        parts.append(_literal(page.author))
    if page.counted_now:
        parts.append("▲ The numbers have changed since these words were written. Now:")
        parts += [_literal(each) for each in page.counted_now]
    for picture in page.pictures:
        parts += _picture(picture)
    for shown in page.documents:
        text = "" if shown.text is None else f": “{shown.text}”"
        sentence = f"{shown.document}, true: {shown.true}; predicted: {shown.called}{text}"
        parts.append(_literal(f"{shown.why} {sentence}"))
    return parts


def _literal(text: str) -> str:
    return in_markdown(visible(text))


def _picture(picture: Picture) -> list[str | ReportTable]:
    match picture:
        case Hundred():
            return [_hundred(picture)]
        case FewDocuments():
            signs = [RIGHT if right else WRONG for right in picture.right]
            few = tuple(zip(picture.names, picture.true, picture.called, signs, strict=True))
            return [
                ReportTable(
                    "story-documents",
                    "The documents",
                    ("document", "true", "predicted", "right"),
                    few,
                )
            ]
        case ClassFlow():
            parts = (picture.missed, picture.found, picture.rest, picture.extra)
            go = count_of(sum(parts), "document goes", "documents go")
            caption = f"Where {go}: {quoted(picture.name)}"
            head = ("missed", "found", "rightly not predicted", "false alarms")
            return [ReportTable("story-flow", caption, head, (tuple(map(amount_of, parts)),))]
        case LargestClasses():
            sizes = zip(picture.names, map(amount_of, picture.documents), strict=True)
            caption = "The largest classes, in documents"
            return [ReportTable("story-sizes", caption, ("class", "documents"), tuple(sizes))]
        case DecisionWays():
            ways = tuple(zip(picture.names, picture.right_texts, strict=True))
            return [
                ReportTable(
                    "story-ways",
                    f"Right, of {picture.of} {picture.what}",
                    ("who decides", "right"),
                    ways,
                )
            ]


def _hundred(picture: Hundred) -> str:
    """A sign for each of a hundred, in columns; misses come first, on the left."""
    left = picture.wrong == "missed"
    signs = []
    for i in range(SIDE * SIDE):
        place = SIDE * SIDE - 1 - i if left else i
        sure = not picture.low <= place < picture.high
        signs.append((RIGHT if place < picture.right else WRONG) if sure else OPEN)
    rows = ["".join(signs[row::SIDE]) for row in range(SIDE)]
    kinds = f"{RIGHT} {picture.right} {picture.yes}, {WRONG} {100 - picture.right} {picture.no}"
    within = f", {OPEN} uncertain" if picture.low < picture.high else ""
    return "\n".join(
        [f"{picture.name}: {kinds}{within}; counted: {picture.counted}", "", "```", *rows, "```"]
    )


# --- the sections of a report in Markdown, in parts that may be cut


# a sentence, which may hold names and texts from files
LONGEST = 1_500
# findings that are named at the top, and classes of a report without its appendix
FIRST, MOST_WEAKEST = 3, 8
VERDICT, HEADLINE, IDENTITY = "", "How good", "Which data, which code"
STORY_TITLE = "In plain words"
# answers that stand among what is to be kept in mind, below the verdict
AMONG_CONDITIONS = ("mind", "checks")


@dataclass(frozen=True)
class CuttableList:
    """Ready Markdown that may be cut after any of its items; `kind`: what these are.

    `between`: an empty line, or a line's end where they are the items of one list.
    """

    kind: str
    items: tuple[str, ...]
    between: str = "\n\n"


MarkdownPart = str | ReportTable | CuttableList


@dataclass(frozen=True)
class MarkdownSection:
    """Some parts under a title, "" without one."""

    title: str
    parts: tuple[MarkdownPart, ...]


def literal(text: str) -> str:
    """A sentence as Markdown shows it literally, cut when very long; what is unseen is a sign."""
    return in_markdown(visible(text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"))


def markdown_sections(report: Report) -> list[MarkdownSection]:
    """All sections, in the order of every form of the report; the last is an appendix."""
    f, compared, curves = report.subject.f, report.comparison, report.curves
    conditions = CuttableList("reasons", tuple(f"▲ {literal(text)}" for text in report.conditions))
    sections: list[tuple[str, Iterable[MarkdownPart]]] = [
        (
            VERDICT,
            [
                *_target(report.target_verdict),
                *_verdict(report.verdict),
                conditions,
                *_first(report.findings),
            ],
        ),
        (STORY_TITLE, [part for page in report.story for part in story_parts(page)]),
    ]
    if not report.appendix:
        sections += _glance(report)
        return _with_content(sections)
    sections += [
        (HEADLINE, _headline(report)),
        ("What was left out", _left_out(report)),
        ("Where the predictions come from", _decisions(report)),
        ("Classes with the lowest F", _weakest(report)),
    ]
    if compared is not None:
        sections.append(("Systems compared", _compared(compared, f, report.subject.system)))
    sections.append(("Splits and findings", _data(report.findings, report_tables.splits(report))))
    if report.confusions is not None:
        sections.append(("Which classes get confused", [report_tables.confused(report)]))
    if report.hierarchy is not None:
        sections.append((TREE, _tree(report.hierarchy)))
    if curves is not None:
        of_all = [
            report_tables.rankings(curves.averages),
            report_tables.levels(curves.averages),
            report_tables.net_benefit(report),
        ]
        sections.append(("Whatever the threshold", of_all))
    every: list[MarkdownPart] = [report_tables.classes(report)]
    every += [] if curves is None else [report_tables.class_rankings(report)]
    every += [] if compared is None else [report_tables.f_of_classes(report, compared)]
    sections += [
        ("Method", _method(report.method)),
        (IDENTITY, [_identity(report.identity)]),
        ("Every class", every),
    ]
    return _with_content(sections)


def _with_content(sections: Iterable[tuple[str, Iterable[MarkdownPart]]]) -> list[MarkdownSection]:
    every = [
        MarkdownSection(title, tuple(filter(_has_content, parts))) for title, parts in sections
    ]
    return [section for section in every if section.parts or section.title != STORY_TITLE]


def _glance(report: Report) -> list[tuple[str, Iterable[MarkdownPart]]]:
    """The numbers behind the verdict, where the appendix was not asked for."""
    of_one = report_tables.two_by_two(report), report_tables.yes_or_no(report)
    numbers: list[MarkdownPart] = [table for table in of_one if table is not None]
    if not numbers:
        weakest = report_tables.weakest(report)
        few = replace(weakest, rows=weakest.rows[:MOST_WEAKEST])
        rough = report.headline.averages.rough
        remarks = [literal(rough)] if rough else []
        numbers = [report_tables.headline(report.headline), *remarks, few]
    numbers += _own(report)[:1]
    if report.comparison is not None:
        numbers.append(report_tables.systems(report.comparison, report.subject.f))
    if report.curves is not None:
        numbers.append(report_tables.rankings(report.curves.averages))
    return [(HEADLINE, numbers), (IDENTITY, [_identity(report.identity)])]


def _has_content(part: MarkdownPart) -> bool:
    """Whether there is anything in it."""
    if isinstance(part, ReportTable):
        return bool(part.rows)
    return bool(part.items if isinstance(part, CuttableList) else part)


def _bullets(texts: tuple[str, ...], items: str = "sentences") -> CuttableList:
    return CuttableList(items, tuple(f"- {literal(text)}" for text in texts), "\n")


def _target(verdict: TargetVerdict) -> list[MarkdownPart]:
    """Whether the target is reached, and what stands beside it; nothing without a target."""
    if verdict.rules is None:
        return []
    texts = (*(doubt.text for doubt in verdict.doubts), *verdict.sentences)
    lines = tuple(f"- {SIGNS[line.sign]} {literal(line.text)}" for line in verdict.all_lines)
    return [
        f"**{verdict.head}**: {' '.join(map(literal, texts))}",
        CuttableList("lines", lines, "\n"),
    ]


def _verdict(answers: tuple[VerdictAnswer, ...]) -> list[MarkdownPart]:
    """The answers but for what is to be kept in mind: that stands below as the conditions."""
    below = ("mind", "checks")
    return [f"**{of.question}** {literal(of.said)}" for of in answers if of.key not in below]


def _first(findings: Findings) -> list[MarkdownPart]:
    """What to do first: the most urgent findings."""
    urgent = [
        f"{n}. **{literal(finding.title)}.** {literal(f'{finding.what} {finding.action}')}"
        for n, finding in enumerate((each.finding for each in findings.first[:FIRST]), 1)
    ]
    return ["What to do first:", CuttableList("findings", tuple(urgent), "\n")] if urgent else []


def _headline(report: Report) -> list[MarkdownPart]:
    headline, f = report.headline, report.subject.f
    sentences = (
        headline.averages.all_classes_text,
        headline.one_of_text,
        headline.weighted_text,
        headline.averages.intervals_text,
    )
    return [
        literal(report.summary),
        report_tables.headline(headline),
        report_tables.all_averages(headline),
        "" if report.mix is None else literal(report.mix.text),
        *_losses(report),
        *_own(report),
        literal(" ".join(filter(None, sentences))),
        CuttableList("sentences", tuple(map(literal, headline.people))),
        report_tables.fixed(headline, f),
        *report_tables.variants(headline, f),
    ]


def _losses(report: Report) -> list[MarkdownPart]:
    """Log loss and Brier score; nothing where the scores are no probabilities."""
    if report.losses is None:
        return []
    remarks = CuttableList("sentences", tuple(map(literal, report.losses.remarks)))
    return [report_tables.probability_losses(report.losses), remarks]


def _own(report: Report) -> list[MarkdownPart]:
    """The measures of one's own: averages, what to know of them, classes; nothing without any."""
    if report.own is None:
        return []
    remarks = CuttableList("sentences", tuple(map(literal, report.own.remarks)))
    averages, classes = report_tables.own_measures(report.own)
    return [averages, remarks, classes]


def _left_out(report: Report) -> list[MarkdownPart]:
    return [_bullets(report.left_out or ("Nothing.",)), report_tables.undefined(report.headline)]


def _decisions(report: Report) -> list[MarkdownPart]:
    return [*map(literal, report.decisions.sentences), report_tables.thresholds(report)]


def _weakest(report: Report) -> list[MarkdownPart]:
    of = report.weakest
    return [
        literal(of.rule),
        report_tables.weakest(report),
        literal(of.examples_rule) if of.examples_rule else "",
        CuttableList("classes", tuple(map(_weak_class, of.classes))),
    ]


def _weak_class(weak: WeakClass) -> str:
    text = " ".join((*weak.evidence, weak.next_step))
    lines = [f"**{literal(weak.verdict)}.** {literal(text)}", ""]
    lines += [f"- {_example(example)}" for example in weak.examples]
    return "\n".join(lines).rstrip()


def _example(example: WrongDocument) -> str:
    true, called = (
        ", ".join(map(name_of, names)) or "nothing" for names in (example.true, example.assigned)
    )
    sentence = f"{example.kind}: document {example.document}, truly {true}, predicted {called}"
    text = "" if example.text is None else f": “{example.text}{'…' if example.cut else ''}”"
    return literal(sentence + text)


def _compared(comparison: SystemComparison, f: str, system: str) -> list[MarkdownPart]:
    left_out = f"No predictions for these documents: {', '.join(comparison.left_out)}."
    return [
        report_tables.systems(comparison, f),
        report_tables.differences(comparison, f, system),
        literal(comparison.how),
        _bullets(comparison.care),
        literal(left_out) if comparison.left_out else "",
    ]


def _data(findings: Findings, splits: ReportTable) -> list[MarkdownPart]:
    return [
        literal(findings.verdict),
        splits,
        literal(findings.counts_text),
        CuttableList("findings", tuple(map(_finding, findings.named))),
        literal(f"Found nothing: {'; '.join(findings.clean_titles)}.")
        if findings.clean_titles
        else "",
        "Could not be checked:" if findings.unchecked_texts else "",
        _bullets(findings.unchecked_texts, "reasons"),
    ]


def _finding(named: NamedFinding) -> str:
    finding, more = named.finding, named.more_documents
    lines = [
        f"**{finding.severity}: {literal(finding.title)}** ({literal(finding.code)})",
        literal(finding.what),
        f"*Next:* {literal(finding.action)}",
        f"*More:* `{way_to_explanation(finding.code)}`",
    ]
    if named.worth:
        lines.append(literal(named.worth))
    if named.documents:
        documents = ", ".join(named.documents) + (f" and {more:,} more" if more else "")
        lines.append(f"Documents: {literal(documents)}")
    # two spaces and a line's end break the line
    return "  \n".join(lines)


def _tree(measures: HierarchicalMeasures) -> list[MarkdownPart]:
    return [SHUFFLED, *report_tables.tree(measures), *map(literal, path_texts(measures))]


def _identity(identity: Identity) -> str:
    facts = {
        "Fingerprint": identity.fingerprint,
        "Files": identity.files,
        "Choices": "; ".join(f"{key}={value}" for key, value in identity.state.items()),
        "Version": identity.version,
        "Breakeven": identity.code_version,
        "Date": identity.date,
        "Signed by": identity.signer,
        "Signed on": identity.signed_on,
        "Not signed": identity.unsigned,
        "Statement": identity.statement,
    }
    return "\n".join(f"- {key}: {literal(text)}" for key, text in facts.items() if text)


def _method(method: Method) -> list[MarkdownPart]:
    settings = [f"- {literal(key)}: {literal(value)}" for key, value in method.settings]
    # what the catalogue says is Markdown itself
    sources = "\n".join(f"- {short}: {full}" for short, full in method.sources.items())
    measures = CuttableList("measures", tuple(map(_entry, method.entries)), "\n")
    return ["\n".join(settings), "The measures:", measures, "Sources:", sources]


def _entry(entry: Entry) -> str:
    formula = f" ${entry.formula}$" if entry.formula else ""
    text = " ".join(filter(None, (entry.meaning, entry.undefined)))
    return f"- **{entry.name}**:{formula} {text} ({'; '.join(entry.source)})"


# --- the whole report as Markdown, as small as a comment on GitHub must be
#
# A comment there holds 65,536 characters. What is too long is cut by one rule, which the text
# says: each table and list to its first so many rows, as many as fit.


# bytes, of which there are as many as characters or more
MOST = 65_536
# so many rows of each table and items of each list are tried, one after the other
ROWS = (10_000, 300, 100, 75, 50, 35, 25, 12, 6, 3, 1)
# what every report has, however long
ALWAYS = (VERDICT, HEADLINE, IDENTITY)


def report_in_markdown(report: Report) -> str:
    """The report in the order of all its forms, at most 65,536 bytes of UTF-8.

    Rows are left out first, then whole sections, the last ones first; either is said at the top.
    """
    sections = markdown_sections(report)
    for rows in ROWS:
        text = _written(report, sections, rows, [])
        if len(text.encode()) <= MOST:
            return text
    dropped: list[str] = []
    for section in [each for each in reversed(sections) if each.title not in ALWAYS]:
        sections.remove(section)
        dropped.insert(0, section.title)
        text = _written(report, sections, ROWS[-1], dropped)
        if len(text.encode()) <= MOST:
            break
    return text


def _written(
    report: Report, sections: Sequence[MarkdownSection], rows: int, dropped: list[str]
) -> str:
    cut = any(_length(part) > rows for section in sections for part in section.parts)
    out = [f"# {literal(report.subject.title)}", _subject(report.subject)]
    if cut or dropped:
        out.append(_cut_text(rows, dropped))
    for section in sections:
        out += [f"## {section.title}"] if section.title else []
        out += [_part(part, rows) for part in section.parts]
    return "\n\n".join(out) + "\n"


def _length(part: MarkdownPart) -> int:
    if isinstance(part, str):
        return 0
    return len(part.items if isinstance(part, CuttableList) else part.rows)


def _cut_text(rows: int, dropped: list[str]) -> str:
    text = f"*Shortened to {MOST // 1024} KB: of every table and list the first {rows:,} at most."
    if dropped:
        text += f" Left out: {'; '.join(dropped)}."
    return f"{text} The other formats of this report have everything.*"


def _part(part: MarkdownPart, rows: int) -> str:
    if isinstance(part, str):
        return part
    more = _length(part) - rows
    if isinstance(part, CuttableList):
        shown = part.between.join(part.items[:rows])
        return f"{shown}\n\n… and {more:,} more {part.kind}" if more > 0 else shown
    head = [_cell(cell) for cell in part.head]
    table = markdown_table(head, [[_cell(cell) for cell in row] for row in part.rows[:rows]])
    rest = f"\n\n… and {more:,} more of {len(part.rows):,}" if more > 0 else ""
    return f"**{literal(part.caption)}**\n\n{table}{rest}"


def _cell(text: str) -> str:
    return in_markdown(shown_in_cell(text)) if text else ""


def _subject(subject: ReportSubject) -> str:
    split = "all documents" if subject.split is None else subject.split
    only = f" of {subject.of_documents:,}, where {subject.where}" if subject.where else ""
    positive = "" if subject.positive is None else f", positive class {name_of(subject.positive)}"
    return literal(
        f"{subject.review}: {subject.system} on {split}, "
        f"{count_of(subject.documents, 'document')}{only}; "
        f"{count_of(subject.classes, 'class', 'classes')}, {subject.task}{positive}. Predictions: "
        f"{subject.decisions}. β = {subject.beta:g}."
    )
