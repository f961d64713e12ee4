"""One word for one thing, in every sentence that users can meet; and what counts as a sentence.

`script/words.py` finds the sentences. A place that is not mended yet stands in `LEFT`, by folder.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath

import pytest

from script.words import (
    Sentence,
    is_sentence,
    place_of,
    sentences,
    sentences_of_document,
    sentences_of_python,
    sentences_of_template,
)

# folders and documents with words that are to go; whoever mends one strikes it
LEFT = (
    "breakeven/ui/thresholds",
    "sample_data/README.md",
)


@dataclass(frozen=True)
class Banned:
    """Words that no sentence has, what stands instead, and where they mean something else."""

    words: str
    instead: str
    other: str = ""

    def matches(self, text: str) -> bool:
        """Whether a text has them, but for where they mean something else."""
        rest = re.sub(self.other, " ", text, flags=re.IGNORECASE) if self.other else text
        return bool(re.search(self.words, rest, re.IGNORECASE))


CLEARLY = "clearly; no clear difference"
# in `other`: a term of the field, or the same word for another thing
BANNED = (
    # what a test bears
    Banned(r"\bsurely\b", CLEARLY),
    Banned(r"\bbeyond chance\b|\b(more|less|better|worse) than chance\b", CLEARLY),
    Banned(r"\bclear of zero\b|\bedge of chance\b|\btold apart\b", CLEARLY),
    # a prediction
    Banned(
        r"\bassign(s|ed|ing|ment|ments)?\b",
        "predicted",
        # of a role to a column, of documents to splits; and as books print it
        r"assign(ed|s)? (to|a) (splits?|role)|assigned at random|assign iff p|"
        r"a system that assigns nothing has perfect precision|two K-category assignments",
    ),
    Banned(
        r"\bdecisions?\b", "prediction", r"decision (theory|rule|tree|curve)s?|sign-off decision"
    ),
    Banned(
        r"\b(right|wrong|rightly|wrongly|often|never|not) (when )?(named|called)\b|"
        r"\bit (names|calls) (it|no|the (right|wrong))\b|\bwhat was called\b",
        "predicted",
    ),
    # a false positive, a false negative
    Banned(r"\bextra\b", "false alarm", r"\bthe extra\b|\bextra (package|install|of the package)"),
    Banned(r"\bwrongly (assigned|predicted)\b", "false alarm"),
    Banned(r"\boften missed\b", "missed"),
    # a limit of scores, of goals
    Banned(
        r"\b(the|a|an|its|this|that|another|each|no|every|one) cuts?\b|^cuts?\b|\bcuts?$",
        "threshold, or rule",
        # the class of Python
        # and what is incomplete, or fewer than before
        r"give a Cut\b|\bCut \||\bcut short\b|\bcuts wrong documents\b",
    ),
    Banned(r"\b(above|below|over|under|reach(es)?) (the|a|its|this|that|your) line\b", "target"),
    Banned(r"\bcounts? as (good|high|low|weak|few|many)\b", "threshold, or target"),
    Banned(
        r"\blimits?\b",
        "threshold, or target",
        r"(memory|time|size|upload|safety|confidence|rate)[- ]limits?|"
        # as titles print it
        r"(fiducial|tolerance) limits|"
        r"limits? (of|on|for) (memory|time|size|rows|words)|within limits|--\w+-limit",
    ),
    # a group of documents
    Banned(r"\bearlier parts?\b|\b(this|that) part of the (data|review)\b", "split"),
    Banned(r"\bdocuments given\b|\blabels given\b", "split; labels"),
    # all right
    Banned(r"\bwholly\b|\bexactly right\b", "completely"),
    # questions and labels that nobody would say
    Banned(r"\btaken for (what|each other|one another)\b", "confused"),
    Banned(r"\bset against (it|this)\b|\bshown beside\b|\bless the rest\b|\bmix apart\b", "see ux"),
    Banned(r"\btwo by two\b|\ball twos\b", "pairwise; over pairs"),
    Banned(r"\bof 100\b.*\bof 100\b", "per cent"),
)


# what others called their papers
TITLES = "metrics/catalogue/sources.py"


@cache
def all_sentences() -> tuple[Sentence, ...]:
    return tuple(sentences())


def without_code(text: str) -> str:
    """A sentence without what is code in it, or filled in."""
    return re.sub(r"`[^`]*`|\{[^{}]*\}|\]\([^)]*\)|\$[^$]+\$", " ", text)


def folder_of(file: str) -> str:
    """The folder of a module, or a document itself."""
    path = PurePosixPath(file)
    return file if path.suffix == ".md" else str(path.parent)


@cache
def offenders() -> dict[str, tuple[str, ...]]:
    """By folder, the sentences with a banned word and what should stand there."""
    by_folder: dict[str, list[str]] = {}
    for each in all_sentences():
        if each.file == TITLES:
            continue
        for banned in BANNED:
            if banned.matches(without_code(each.text)):
                line = f"{each.file}:{each.line} ({banned.instead}): {each.text}"
                by_folder.setdefault(folder_of(each.file), []).append(line)
    return {folder: tuple(lines) for folder, lines in by_folder.items()}


def test_one_word_stands_for_one_thing() -> None:
    new = [line for folder, lines in offenders().items() if folder not in LEFT for line in lines]
    assert not new, "\n".join(["say it in the words of tests/test_words.py:", *new])


def test_what_is_mended_is_left_no_longer() -> None:
    assert not [folder for folder in LEFT if folder not in offenders()], "strike it from LEFT"


@pytest.mark.parametrize(
    ("text", "matches"),
    [
        ("12 classes are surely weak", True),
        ("12 classes are clearly weak", False),
        ("the classes assigned to a document", True),
        ("30 documents are assigned to splits", False),
        ("It finds 85 of 100, and 80 of 100 are right", True),
        ("Of 100 documents 80 are right", False),
        ("the limit of memory", False),
        ("above the limit", True),
    ],
)
def test_a_banned_word_is_found_but_where_it_means_something_else(text: str, matches: bool) -> None:
    assert any(banned.matches(text) for banned in BANNED) == matches


# --- what counts as a sentence


@pytest.mark.parametrize(
    ("text", "label", "counts"),
    [
        ("There is no document here.", False, True),
        ("{n} documents", False, True),
        ("Find", False, True),
        ("name", False, False),
        ("by", True, True),
        ("confusion.order", True, False),
        ("{n} {m}", False, False),
        ("breakeven_{n}", False, False),
        ("SELECT name FROM documents", False, False),
        ("margin:0;line-height:1.5", False, False),
        ("Files: those that name people. As CSV: a table; else all pairwise.", False, True),
        (".prose td{padding:.3rem .9rem}", False, False),
        ("95 %", False, False),
    ],
)
def test_a_sentence_has_words_and_a_space_or_is_a_label(
    text: str, label: bool, counts: bool
) -> None:
    assert is_sentence(text, label) == counts


MODULE = '''
"""What this module is for."""

PATTERN = re.compile("a word and more")
TEXTS = {"the key of it": "by name"}


def show(page: Page, kind: "a kind of it") -> None:
    """What this does."""
    if kind == "another kind of it":
        st.button("Open", help="Opens it.")
    widgets.select("page.order", "Order", {"size": "largest"})
    say(Markup("<p style='margin:0'>{} of <b>{}</b></p><p>It is {}.</p>").format(
        count_of(n, "class"), page.name, "here" if n else "not here"))
    raise ValueError(f"no class is called {name!r}, " + "choose another")
'''


def test_sentences_of_a_module_have_named_places_and_leave_out_what_is_code() -> None:
    assert [text for _, text in sentences_of_python(MODULE)] == [
        "the key of it",
        "by name",
        "Open",
        "Opens it.",
        "Order",
        "largest",
        "{count_of n class} of {name}",
        "It is {'here' if n else 'not here'}.",
        "not here",
        "no class is called {name}, choose another",
    ]


def test_a_sentence_stands_on_the_line_where_it_begins() -> None:
    lines = MODULE.splitlines()
    for line, text in sentences_of_python(MODULE):
        assert text.split()[0].strip("{}")[:4] in "".join(lines[line - 1 : line + 1])


def test_a_docstring_that_is_shown_is_a_sentence() -> None:
    shown = '"""`gate`: holds a review to rules."""\n\nparser.description = __doc__\n'
    assert list(sentences_of_python(shown)) == [(1, "`gate`: holds a review to rules.")]


def test_html_is_read_without_its_tags_but_with_what_is_read_aloud() -> None:
    module = (
        """show('<style>a{b:c}</style><nav aria-label="All pages"><i class="x y">Find</i></nav>')"""
    )
    assert [text for _, text in sentences_of_python(module)] == ["Find", "All pages"]


def test_a_template_is_read_by_blocks() -> None:
    template = (
        "{# why it is so #}\n<style>p { margin: 0 }</style>\n"
        '<p>Holds for <b>{{ n | count("document") }}</b>{% if x %} of it{% endif %}</p>'
        '<dt>Seed</dt>{{ tile("Micro " ~ f) }}'
    )
    assert list(sentences_of_template(template)) == [
        (3, "Micro"),
        (3, "Holds for {n} of it"),
        (3, "Seed"),
    ]


def test_a_document_is_read_by_paragraphs_and_points_without_fences() -> None:
    document = "# Title\n\nOne sentence\nover two lines.\n\n```\ncode here\n```\n- a point\n- two\n"
    assert list(sentences_of_document(document)) == [
        (1, "# Title"),
        (3, "One sentence over two lines."),
        (9, "- a point"),
        (10, "- two"),
    ]


@pytest.mark.parametrize(
    ("file", "place"),
    [
        ("pages/classes.py", "page classes"),
        ("breakeven/ui/classes/class_table.py", "page classes"),
        ("breakeven/ui/app/page/links.py", "every page"),
        ("breakeven/commands/gate.py", "command gate"),
        ("breakeven/commands/options.py", "every command"),
        ("breakeven/analysis/advice/checks.py", "analysis/advice"),
        ("breakeven/store/library.py", "store"),
        ("metrics/catalogue/costs.py", "metrics/catalogue"),
        ("docs/reference/filter.md", "docs/reference/filter"),
    ],
)
def test_a_sentence_is_met_on_a_page_by_a_command_or_in_a_room(file: str, place: str) -> None:
    assert place_of(file) == place


def test_every_place_of_the_product_speaks() -> None:
    places = {each.place for each in all_sentences()}
    assert {"page classes", "command gate", "every command", "results", "README"} <= places
