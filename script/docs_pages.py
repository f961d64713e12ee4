"""Pages of the documents that are made from the code: measures, commands, Python, findings."""

from __future__ import annotations

import argparse
import dataclasses
import doctest
import inspect
import os
import re
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from itertools import groupby

import breakeven as be
from breakeven.analysis.findings.check_rules import RULES
from breakeven.analysis.findings.rule import CheckRule
from breakeven.api.explained import explain
from breakeven.commands.main import COMMANDS
from breakeven.report.formulas import formula_html
from breakeven.results.table_formats import in_markdown
from metrics.catalogue import BIBLIOGRAPHY, CATALOGUE, GROUPS, MISPRINTS
from metrics.catalogue.entry import Entry

FINDINGS = "reference/findings"
MADE = "made from the code by `script/docs`"
# what the first word of a code means
FAMILIES: Mapping[str, str] = {
    "leak": "Leaks",
    "labels": "Labels",
    "split": "Splits",
    "classes": "Classes in the data",
    "system": "Systems",
    "answers": "Answers of language models",
    "scores": "Scores",
    "class": "Single classes",
    "pair": "Pairs of classes",
    "threshold": "Thresholds",
    "calibration": "Probabilities",
    "slices": "Slices",
}


def made_pages() -> dict[str, str]:
    """Every page and file that is made, by its path in the documents."""
    pages = {
        "reference/measures.md": "\n".join(_measures()),
        "reference/commands.md": "\n".join(_commands()),
        "reference/python.md": "\n".join(_python()),
        f"{FINDINGS}/index.md": "\n".join(_finding_list()),
    }
    for code in RULES:
        page = explain(code)
        pages[f"{FINDINGS}/{code}.md"] = page.to_markdown(page.file_name)
        pages[f"{FINDINGS}/{page.file_name}"] = page.to_csv()
    return pages


def by_family() -> dict[str, list[CheckRule]]:
    """The rules under the headings of their list."""
    return {
        title: [rule for rule in RULES.values() if rule.code.partition(".")[0] == family]
        for family, title in FAMILIES.items()
    }


# --- findings


def _finding_list() -> Iterator[str]:
    yield "# Findings"
    yield ""
    yield (
        f"What [Next steps](../../how-to/trust-splits.md), `breakeven check` and `be.check` may "
        f"find: {len(RULES)} findings, each with a page of how it is detected, why it matters, "
        "what to do, and made data that raise it. `breakeven check --explain CODE` prints the same "
        "page."
    )
    yield ""
    yield (
        "An *error* makes numbers promise too much: mend it before you believe any of them. A "
        "*warning* asks for work; a *notice* is worth knowing."
    )
    for title, rules in by_family().items():
        yield from ("", f"## {title}", "", "| finding | code | usually |", "| --- | --- | --- |")
        for rule in rules:
            link = f"[{in_markdown(rule.title)}]({rule.code}.md)"
            yield f"| {link} | `{rule.code}` | {rule.severity} |"


# --- measures


def _measures() -> Iterator[str]:
    yield "# Measures"
    yield ""
    yield (
        f"{len(CATALOGUE)} measures and procedures, {MADE}: what each means, its range, what "
        "happens at 0/0, and its source. In the app they open from every “?”."
    )
    yield ""
    yield (
        "Of one class: **tp** predicted and true, **fp** predicted and not true (a false alarm), "
        "**fn** true and not predicted (missed), **tn** neither. P is precision, R recall, n the "
        "number of documents, C of classes, r of true documents, p a probability."
    )
    entries = sorted(CATALOGUE.values(), key=lambda entry: GROUPS.index(entry.group))
    for group, those in groupby(entries, lambda entry: entry.group):
        yield from ("", f"## {group}")
        for entry in those:
            yield from _measure(entry)
    yield from ("", "## Misprints in the sources", "")
    yield "What is printed in books and papers, what is right, and numbers that show it."
    yield from ("", "| source | printed | right | shown by |", "| --- | --- | --- | --- |")
    for misprint in MISPRINTS.values():
        cells = (f"{misprint.source}, {misprint.where}", misprint.printed, misprint.correct,
                 misprint.evidence)  # fmt: skip
        yield "| " + " | ".join(_typeset(cell).replace("|", "\\|") for cell in cells) + " |"
    yield from ("", "## Sources", "")
    for name, text in BIBLIOGRAPHY.items():
        yield f"- **{name}**: {_typeset(text)}"


def _measure(entry: Entry) -> Iterator[str]:
    yield from ("", f"### {entry.name} {{ #{entry.key.replace('_', '-')} }}", "")
    yield _typeset(entry.meaning)
    if entry.formula:
        yield from ("", f'<p class="math">{formula_html(entry.formula)}</p>')
    facts = {
        "Also called": entry.aliases_text,
        "Range": entry.range_text,
        "Best": entry.best_text,
        "0/0": entry.undefined,
        "Note": entry.note,
        "Source": entry.source_text,
    }
    yield ""
    for name, text in facts.items():
        if text:
            yield f"- {name}: {_typeset(text)}"
    if entry.function is not None:
        yield f"- In Python: `{_dotted(entry.function)}`"


def _dotted(function: Callable[..., object] | str) -> str:
    if isinstance(function, str):
        return function
    return f"{function.__module__}.{getattr(function, '__name__', '')}"


def _typeset(text: str) -> str:
    """A text of the catalogue, its formulas as HTML."""
    parts = re.split(r"\$([^$]+)\$", text)
    return "".join(
        str(formula_html(part)) if i % 2 else part.replace("<", "&lt;")
        for i, part in enumerate(parts)
    ).replace("\n", " ")


# --- commands


def _commands() -> Iterator[str]:
    yield "# Commands"
    yield ""
    yield (
        f"Every command with its options, {MADE}. In a checkout, `python cli.py` stands for "
        "`breakeven`. Exit codes: 0 done, 1 a finding of severity error or a gate that failed, 2 "
        "bad input or unprintable result, 130 interrupted."
    )
    yield from ("", "| command | what it says |", "| --- | --- |")
    for command, what in COMMANDS.items():
        yield f"| [`{command}`](#{command}) | {in_markdown(what)} |"
    for command in COMMANDS:
        yield from _command(command)


def _command(name: str) -> Iterator[str]:
    os.environ["COLUMNS"] = "92"  # how wide argparse writes
    parser = argparse.ArgumentParser(prog=f"breakeven {name}", add_help=False)
    import_module(f"breakeven.commands.{name.replace('-', '_')}").add(parser)
    yield from ("", f"## {name} {{ #{name} }}", "")
    yield _argparse_text(parser.description or "")
    usage = parser.format_usage().removeprefix("usage: ").rstrip()
    yield from ("", "```", re.sub(r"\n {7}", "\n", usage), "```")
    for group in parser._action_groups:
        yield from _options(parser, group)


def _options(parser: argparse.ArgumentParser, group: argparse._ArgumentGroup) -> Iterator[str]:
    formatter = parser._get_formatter()
    rows = []
    for action in group._group_actions:
        if action.help is argparse.SUPPRESS:
            continue
        invocation = formatter._format_action_invocation(action)
        shown = formatter._expand_help(action) if action.help else ""
        rows.append(f"| `{invocation.replace('|', '&#124;')}` | {_argparse_text(shown)} |")
    sub = next((a for a in group._group_actions if isinstance(a, argparse._SubParsersAction)), None)
    if not rows:
        return
    title = {"positional arguments": "", "options": ""}.get(group.title or "", group.title or "")
    if title:
        yield from ("", f"**{title[0].upper()}{title[1:]}**{_after(group.description)}")
    yield from ("", "| option | meaning |", "| --- | --- |", *rows)
    if sub is not None:
        for choice, own in sub.choices.items():
            yield from ("", f"**`{choice}`**")
            for inner in own._action_groups:
                yield from _options(own, inner)


def _after(description: str | None) -> str:
    return f": {_argparse_text(description)}" if description else ""


def _argparse_text(text: str) -> str:
    """What argparse prints, as Markdown; what is code in it stays code."""
    parts = re.split(r"(`[^`]*`)", " ".join(text.split()))
    return "".join(
        part if part.startswith("`") else in_markdown(part) if part else "" for part in parts
    )


# --- Python


def _python() -> Iterator[str]:
    public = [(name, getattr(be, name)) for name in dir(be) if not name.startswith("_")]
    functions = [(name, each) for name, each in public if inspect.isfunction(each)]
    classes = [(name, each) for name, each in public if inspect.isclass(each)]
    yield "# Python"
    yield ""
    yield (
        f"Everything that `import breakeven as be` offers, {MADE}. "
        "[A whole review in Python](../how-to/python.md) shows how it goes together."
    )
    yield from ("", "## Functions")
    for name, function in functions:
        yield from ("", f"### {name} {{ #{name} }}", "", "```python")
        yield f"be.{name}{_signature(function)}"
        yield from ("```", "", *_docstring(function.__doc__))
    yield from ("", "## Records")
    for name, record in classes:
        yield from ("", f"### {name} {{ #{name} }}", "", *_docstring(record.__doc__), "")
        yield from _members(record)


def _signature(function: object) -> str:
    """One argument a line where there are many."""
    text = str(inspect.signature(function))  # type: ignore[arg-type]
    text = re.sub(r"'([\w.\[\], |]+)'", r"\1", text)
    if len(text) < 76:
        return text
    inner, _, after = text[1:].rpartition(")")
    parts = re.split(r", (?=[*\w]+(?::|=|,|$))", inner)
    return "(\n" + "".join(f"    {part},\n" for part in parts) + f"){after}"


def _members(record: type) -> Iterator[str]:
    fields = (
        [f.name for f in dataclasses.fields(record)] if dataclasses.is_dataclass(record) else []
    )
    rows = []
    for name, member in inspect.getmembers(record):
        if name.startswith("_") or name in fields:
            continue
        summary = (inspect.getdoc(member) or "").split("\n\n")[0]
        module = inspect.getmodule(member)
        # what it has of Python's own types says nothing of ours
        if not summary or (module is not None and "breakeven" not in module.__name__):
            continue
        shown = f"{name}()" if callable(member) else name
        rows.append(f"| `{shown}` | {_argparse_text(summary)} |")
    if fields:
        yield f"Fields: {', '.join(f'`{name}`' for name in fields if not name.startswith('_'))}."
    if rows:
        yield from ("", "| | |", "| --- | --- |", *rows)


def _docstring(text: str | None) -> Iterator[str]:
    """A docstring as Markdown; its examples as code."""
    parts = doctest.DocTestParser().parse(inspect.cleandoc(text or ""))
    for is_code, those in groupby(filter(_says_something, parts), _is_example):
        if is_code:
            yield from ("", "```pycon")
            for part in those:
                yield from _example(part)
            yield "```"
        else:
            yield from ("", *(_escaped(str(part).strip("\n")) for part in those))


def _is_example(part: object) -> bool:
    return isinstance(part, doctest.Example)


def _says_something(part: object) -> bool:
    return _is_example(part) or bool(str(part).strip())


def _example(part: object) -> Iterator[str]:
    """What was typed, and what came of it."""
    assert isinstance(part, doctest.Example)
    for i, line in enumerate(part.source.rstrip("\n").split("\n")):
        yield f"{'...' if i else '>>>'} {line}".rstrip()
    if part.want:
        yield from part.want.rstrip("\n").split("\n")


def _escaped(text: str) -> str:
    """A text of a docstring: what is between backticks is code, all else is literal."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(
        part if part.startswith("`") else re.sub(r"([*_<\[])", r"\\\1", part) for part in parts
    )
