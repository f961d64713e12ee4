"""The sections of a report in Markdown, in parts that may be cut."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from breakeven.hierarchy.measured import Hierarchical
from breakeven.reporting import tabulated
from breakeven.reporting.content.record import Data, Found, Identity, Method, Report
from breakeven.reporting.content.results import Compared, Example, WeakClass
from breakeven.reporting.markdown_story import story_parts
from breakeven.reporting.tabulated import Table
from breakeven.reports.hierarchy import SHUFFLED, TREE, shares_said
from breakeven.reports.tables import in_markdown
from breakeven.story.verdict import Answer
from breakeven.text import name_of, visible
from metrics.catalogue.entry import Entry

# a sentence, which may hold names and texts from files
LONGEST = 1_500
# findings that are named at the top
FIRST = 3
VERDICT, HEADLINE, IDENTITY = "", "How good", "Which data, which code"
STORY = "In plain words"


@dataclass(frozen=True)
class Listed:
    """Ready Markdown that may be cut after any of its items; `of`: what these are.

    `between`: an empty line, or a line's end where they are the items of one list.
    """

    of: str
    items: tuple[str, ...]
    between: str = "\n\n"


Part = str | Table | Listed


@dataclass(frozen=True)
class Section:
    """Some parts under a title, "" without one."""

    title: str
    parts: tuple[Part, ...]


def literal(text: str) -> str:
    """A sentence as Markdown shows it literally, cut when very long; what is unseen is a sign."""
    return in_markdown(visible(text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"))


def sections_of(report: Report) -> list[Section]:
    """All sections, in the order of every form of the report; the last is an appendix."""
    f, compared, curves = report.subject.f, report.comparison, report.curves
    conditions = Listed("reasons", tuple(f"▲ {literal(text)}" for text in report.conditions))
    found: list[tuple[str, Iterable[Part]]] = [
        (VERDICT, [*_verdict(report.verdict), conditions, *_first(report.data)]),
        (STORY, [part for page in report.story for part in story_parts(page)]),
        (HEADLINE, _headline(report)),
        ("What was left out", _left_out(report)),
        ("Where the decisions come from", _decisions(report)),
        ("Classes of the lowest F", _weakest(report)),
    ]
    if compared is not None:
        found.append(("Systems compared", _compared(compared, f, report.subject.system)))
    found.append(("Splits and findings", _data(report.data, tabulated.splits(report))))
    if report.confusions is not None:
        found.append(("What is taken for what", [tabulated.confused(report)]))
    if report.hierarchy is not None:
        found.append((TREE, _tree(report.hierarchy)))
    if curves is not None:
        of_all = [tabulated.rankings(curves), tabulated.levels(curves)]
        found.append(("Whatever the threshold", of_all))
    every: list[Part] = [tabulated.classes(report)]
    every += [] if curves is None else [tabulated.class_rankings(report)]
    every += [] if compared is None else [tabulated.f_of_classes(report, compared)]
    found += [
        ("Method", _method(report.method)),
        (IDENTITY, [_identity(report.identity)]),
        ("Every class", every),
    ]
    every_section = [Section(title, tuple(filter(_said, parts))) for title, parts in found]
    return [section for section in every_section if section.parts or section.title != STORY]


def _said(part: Part) -> bool:
    """Whether there is anything in it."""
    if isinstance(part, Table):
        return bool(part.rows)
    return bool(part.items if isinstance(part, Listed) else part)


def _bullets(said: tuple[str, ...], of: str = "sentences") -> Listed:
    return Listed(of, tuple(f"- {literal(text)}" for text in said), "\n")


def _verdict(answers: tuple[Answer, ...]) -> list[Part]:
    """The answers but for what is to be kept in mind: that stands below as the conditions."""
    return [f"**{of.question}** {literal(of.said)}" for of in answers if of.key != "mind"]


def _first(of: Data) -> list[Part]:
    """What to do first: the most urgent findings."""
    urgent = [
        f"{n}. **{literal(found.title)}.** {literal(f'{found.what} {found.action}')}"
        for n, found in enumerate(of.findings[:FIRST], 1)
    ]
    return ["What to do first:", Listed("findings", tuple(urgent), "\n")] if urgent else []


def _headline(report: Report) -> list[Part]:
    of, f = report.headline, report.subject.f
    return [
        literal(report.summary),
        tabulated.headline(of),
        tabulated.all_averages(of),
        literal(" ".join(filter(None, (of.one_of_said, of.intervals_mean)))),
        Listed("sentences", tuple(map(literal, of.people))),
        tabulated.fixed(of, f),
        *tabulated.sides(of, f),
    ]


def _left_out(report: Report) -> list[Part]:
    return [_bullets(report.left_out or ("Nothing.",)), tabulated.undefined(report.headline)]


def _decisions(report: Report) -> list[Part]:
    return [*map(literal, report.threshold.said), tabulated.thresholds(report)]


def _weakest(report: Report) -> list[Part]:
    of = report.weakest
    return [
        literal(of.rule),
        tabulated.weakest(report),
        literal(of.examples_rule) if of.examples_rule else "",
        Listed("classes", tuple(map(_weak_class, of.classes))),
    ]


def _weak_class(of: WeakClass) -> str:
    said = " ".join((*of.evidence, of.next_step))
    lines = [f"**{literal(of.verdict)}.** {literal(said)}", ""]
    lines += [f"- {_example(example)}" for example in of.examples]
    return "\n".join(lines).rstrip()


def _example(of: Example) -> str:
    true, called = (", ".join(map(name_of, names)) or "nothing" for names in (of.true, of.assigned))
    said = f"{of.kind}: document {of.document}, truly {true}, assigned {called}"
    text = "" if of.text is None else f": “{of.text}{'…' if of.cut else ''}”"
    return literal(said + text)


def _compared(of: Compared, f: str, system: str) -> list[Part]:
    left_out = f"Spoke of no document here: {', '.join(of.left_out)}."
    return [
        tabulated.systems(of, f),
        tabulated.differences(of, f, system),
        literal(of.how),
        _bullets(of.care),
        literal(left_out) if of.left_out else "",
    ]


def _data(of: Data, splits: Table) -> list[Part]:
    return [
        literal(of.verdict),
        splits,
        literal(of.how_many),
        Listed("findings", tuple(map(_finding, of.findings))),
        literal(f"Found nothing: {'; '.join(of.clean)}.") if of.clean else "",
        "Could not be checked:" if of.unchecked else "",
        _bullets(of.unchecked, "reasons"),
    ]


def _finding(of: Found) -> str:
    lines = [
        f"**{of.severity}: {literal(of.title)}** ({literal(of.code)})",
        literal(of.what),
        f"*Next:* {literal(of.action)}",
    ]
    if of.worth:
        lines.append(literal(of.worth))
    if of.documents:
        more = of.of_documents - len(of.documents)
        said = ", ".join(of.documents) + (f" and {more:,} more" if more else "")
        lines.append(f"Documents: {literal(said)}")
    # two spaces and a line's end break the line
    return "  \n".join(lines)


def _tree(of: Hierarchical) -> list[Part]:
    return [SHUFFLED, *tabulated.tree(of), *map(literal, shares_said(of))]


def _identity(of: Identity) -> str:
    known = {
        "Fingerprint": of.fingerprint,
        "Files": of.files,
        "Choices": "; ".join(f"{key}={value}" for key, value in of.state.items()),
        "Version": of.version,
        "Breakeven": of.code_version,
        "Date": of.date,
        "Signed by": of.signer,
        "Signed on": of.signed_on,
        "Not signed": of.unsigned,
        "Statement": of.statement,
    }
    return "\n".join(f"- {key}: {literal(text)}" for key, text in known.items() if text)


def _method(of: Method) -> list[Part]:
    settings = [f"- {literal(key)}: {literal(value)}" for key, value in of.settings]
    # what the catalogue says is Markdown itself
    sources = "\n".join(f"- {short}: {full}" for short, full in of.sources.items())
    measures = Listed("measures", tuple(map(_entry, of.entries)), "\n")
    return ["\n".join(settings), "The measures:", measures, "Sources:", sources]


def _entry(of: Entry) -> str:
    formula = f" ${of.formula}$" if of.formula else ""
    said = " ".join(filter(None, (of.meaning, of.undefined)))
    return f"- **{of.name}**:{formula} {said} ({'; '.join(of.source)})"
