"""Prints every sentence that users can meet, by page, command or room, to be read as a text.

`python script/words.py` prints all; `--place NAME` one page, command, room or document, as the
headings name it (`--place confusion`, `--place "command gate"`, `--place docs/filter`);
`--places` the names alone. A sentence is a text with a space in it, or a label that a widget, a
column or an option is given. What is filled in stands in braces, under the name it has there.
Docstrings, keys, styles, queries and patterns are left out, and so is code in documents.
"""

from __future__ import annotations

import argparse
import ast
import html
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# in the order in which they are printed
SOURCES = (
    *("app.py", "pages/*.py", "breakeven/ui/**/*.py", "breakeven/results/**/*.py"),
    *("breakeven/analysis/**/*.py", "breakeven/figures/**/*.py", "breakeven/data/**/*.py"),
    *("metrics/**/*.py", "breakeven/readers/**/*.py", "breakeven/gate/**/*.py"),
    *("breakeven/store/**/*.py", "breakeven/engine/**/*.py", "breakeven/report/**/*.py"),
    *("breakeven/report/templates/*.html", "breakeven/api/**/*.py", "breakeven/commands/**/*.py"),
    *("cli.py", "breakeven/__init__.py", "README.md", "sample_data/README.md", "docs/**/*.md"),
)
# words that foreign files are recognised by, which nobody is shown
FOREIGN = ROOT / "breakeven/readers/base/header_words.py"
# a word alone is a label where it is capital, or given to one of these, or under such a keyword;
# our own widgets, the second list, are given a key first
WIDGETS = {
    *("button", "caption", "checkbox", "dialog", "download_button", "expander", "metric", "info"),
    *("file_uploader", "form_submit_button", "grid", "header", "heading", "headed", "lead"),
    *("link_button", "markdown", "multiselect", "number_input", "page_link", "pills", "popover"),
    *("prose", "quiet", "radio", "say", "segmented_control", "selectbox", "spinner"),
    *("success", "tabs", "text_area", "text_input", "Tile", "title", "toast", "warning", "write"),
}
KEYED = {"any_of", "chips", "line", "number", "section", "select", "several", "slider", "toggle"}
KEYWORDS = {
    *("action", "caption", "description", "epilog", "evidence", "heading", "help", "label"),
    *("labels", "message", "placeholder", "raised_by", "remedy", "title", "what", "why"),
    *("why_no_table", "xaxis_title", "yaxis_title"),
}
CAPITAL = re.compile(r"[A-Z][a-z]+(?:-[a-z]+)*…?")
KEY = re.compile(r"[a-z\d]*[._][\w.]*")
# what these are given is no text for people
SILENT_CALLS = {
    *("cast", "compile", "fullmatch", "getattr", "hasattr", "match", "query", "search", "setattr"),
    *("show_css", "sub", "sql", "TypeVar", "import_module", "exec_driver_sql"),
}
CODE = re.compile(
    r"\brm -rf\b|^SET \w+ =|\.tmpdir=|"
    r"\b(SELECT|FROM|WHERE|GROUP BY|ORDER BY|JOIN|INSERT|UPDATE|CREATE (TABLE|VIEW|INDEX)|"
    r"CAST|VALUES|HAVING|UNION|OVER \(|PARTITION BY|CASE WHEN|COALESCE|IS NOT NULL|"
    r"PRAGMA|ATTACH|DISTINCT|TRY_CAST|READ_ONLY)\b"
)
STYLE = re.compile(
    r"(?:^|[;{\"'])\s*[a-z-]+\s*:\s*[^;{}]+;|"
    r"^[.#@]?[\w.#>\s:*\[\]='\",-]+\{[^}]*:[^}]*\}|var\(--|\baddEventListener\b"
)
WORD = re.compile(r"[^\W\d_]{2,}")
TAG = re.compile(r"<(/?)([a-zA-Z][\w-]*)([^<>]*)>")
SPOKEN = re.compile(r"(?:aria-label|title|alt|placeholder)\s*=\s*(?:'([^']*)'|\"([^\"]*)\")")
SILENT_TAGS = re.compile(r"<(style|script|svg)\b.*?</\1>|<!--.*?-->", re.DOTALL)
BLOCKS = {
    *("body", "br", "caption", "dd", "details", "div", "dl", "dt", "figcaption", "figure", "h1"),
    *("h2", "h3", "h4", "head", "header", "html", "li", "main", "nav", "ol", "p", "section"),
    *("summary", "table", "tbody", "td", "th", "thead", "title", "tr", "ul", "footer"),
}
PLACE = "\0"  # stands between what is filled in and the text around it, while tags are taken out
LONGEST_PLACE = 40


@dataclass(frozen=True)
class Sentence:
    """A text that users can meet, where it stands, and on which page or in which room."""

    place: str
    file: str
    line: int
    text: str


# --- where a sentence is met


def place_of(path: str) -> str:
    """The page, command, room or document that a file speaks in."""
    parts = Path(path).with_suffix("").parts
    if parts[0] == "pages":
        return f"page {parts[-1]}"
    if path == "app.py":
        return "page home"
    if path.startswith("breakeven/ui/"):
        shared = parts[2] in ("app", "components") or len(parts) == 3
        return "every page" if shared else f"page {parts[2]}"
    if path.startswith("breakeven/commands/"):
        command = "def run(" in (ROOT / path).read_text(encoding="utf-8")
        return f"command {parts[-1].replace('_', '-')}" if command else "every command"
    if path.startswith(("breakeven/analysis/", "breakeven/readers/", "metrics/")):
        return "/".join(parts[parts[0] == "breakeven" : -1])
    if path.endswith(".md"):
        return "/".join(parts)
    return parts[1] if len(parts) > 2 else "python"


# --- sentences of Python


def _name(node: ast.expr) -> str:
    """How what is filled in is called: short, and as the code calls it."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Call):
        first = [_name(each) for each in node.args[:2]]
        return " ".join([_name(node.func), *first])[:LONGEST_PLACE]
    return " ".join(ast.unparse(node).split())[:LONGEST_PLACE]


def _place(node: ast.expr) -> str:
    return "{" + _name(node).translate(str.maketrans("", "", "{}<>:")) + "}"


def _is_text(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _is_text(node.left) or _is_text(node.right)
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _text(node: ast.expr) -> tuple[str, list[ast.expr]]:
    """A text with its named places, and the expressions that fill them."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value, []
    if isinstance(node, ast.JoinedStr):
        joined, inside = "", []
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                joined += _place(part.value)
                inside.append(part.value)
            else:
                joined += str(getattr(part, "value", ""))
        return joined, inside
    if isinstance(node, ast.BinOp) and _is_text(node):
        left, first = _text(node.left)
        right, second = _text(node.right)
        return left + right, [*first, *second]
    return _place(node), [node]


def _filled(text: str, call: ast.Call) -> str:
    """A text whose `format` is called, with the names of what fills it."""
    named = {each.arg: _place(each.value) for each in call.keywords if each.arg}
    waiting = [_place(each) for each in call.args]

    def fill(match: re.Match[str]) -> str:
        key = match[1]
        if key.isdigit():
            return waiting[int(key)] if int(key) < len(waiting) else match[0]
        return named.get(key, match[0]) if key else (waiting.pop(0) if waiting else match[0])

    return re.sub(r"\{(\w*)(?:[!:][^{}]*)?\}", fill, text)


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


class _Reader(ast.NodeVisitor):
    """Collects the texts of a module with the lines where they begin."""

    def __init__(self, has_widgets: bool) -> None:
        self.has_widgets = has_widgets
        self.texts: list[tuple[int, str, bool]] = []
        self.label = False

    def _add(self, node: ast.expr, call: ast.Call | None = None) -> None:
        text, inside = _text(node)
        self.texts.append((node.lineno, _filled(text, call) if call else text, self.label))
        self._each(inside, label=False)

    def _each(self, nodes: Sequence[ast.AST], label: bool) -> None:
        before, self.label = self.label, label
        for node in nodes:
            self.visit(node)
        self.label = before

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self._add(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self._add(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Add) and _is_text(node):
            self._add(node)
        else:
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = _called(node)
        if name in SILENT_CALLS:
            return
        if isinstance(node.func, ast.Attribute):
            owner = node.func.value
            text = owner.args[0] if isinstance(owner, ast.Call) and owner.args else owner
            if name == "format" and _is_text(text):
                self._add(text, node)
            else:
                self._each([owner], label=False)
        is_widget = self.has_widgets and name in WIDGETS
        keyed = self.has_widgets and name in KEYED and isinstance(node.func, ast.Attribute)
        self._each(node.args[:1], label=is_widget)
        self._each(node.args[1:], label=is_widget or keyed)
        for keyword in node.keywords:
            self._each([keyword.value], label=keyword.arg in KEYWORDS)

    def visit_Dict(self, node: ast.Dict) -> None:
        # names of Python, and the modules they are in
        if not all(isinstance(v, ast.Constant) and KEY.search(str(v.value)) for v in node.values):
            self._each([key for key in node.keys if key], label=False)
        self._each(node.values, label=self.label)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.visit(node.value)
        if not isinstance(node.slice, ast.Constant) and getattr(node.value, "id", "") != "Literal":
            self._each([node.slice], label=False)

    def visit_Compare(self, node: ast.Compare) -> None:
        self._each([n for n in (node.left, *node.comparators) if not _is_text(n)], label=False)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self._each([node.value], label=False)

    def visit_Assign(self, node: ast.Assign) -> None:
        if ast.unparse(node.targets[0]) == "__all__":
            return
        # parser.description = "…"
        names = [t.attr for t in node.targets if isinstance(t, ast.Attribute)]
        self._each([node.value], label=bool(KEYWORDS & set(names)))

    def visit_MatchValue(self, node: ast.MatchValue) -> None:
        pass

    def _body(self, node: ast.Module | ast.ClassDef | ast.FunctionDef) -> None:
        body = node.body
        if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            body = body[1:]
        self._each(body, label=False)

    def visit_Module(self, node: ast.Module) -> None:
        self._body(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._body(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        defaults = [*node.args.defaults, *(d for d in node.args.kw_defaults if d)]
        self._each([*node.decorator_list, *defaults], label=False)
        self._body(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.generic_visit(node)


def spoken_texts(text: str) -> list[str]:
    """The texts that HTML shows or has read aloud, one a block; tags, styles and scripts gone."""
    if not TAG.search(text):
        return [text]
    text = SILENT_TAGS.sub(" ", text)
    aloud = [a or b for tag in TAG.finditer(text) for a, b in SPOKEN.findall(tag[3])]
    shown = TAG.sub(lambda tag: PLACE if tag[2].lower() in BLOCKS else "", text)
    return [*shown.split(PLACE), *aloud]


def is_sentence(text: str, label: bool = False) -> bool:
    """Whether people read this: words with a space between them, or a label."""
    filled = re.sub(r"\{[^{}]*\}", "0", text).strip()
    if not WORD.search(filled) or CODE.search(filled) or STYLE.search(text):
        return False
    return " " in filled or bool(CAPITAL.fullmatch(filled)) or (label and not KEY.fullmatch(filled))


def _tidy(text: str) -> str:
    """One line without icons; a break is a space."""
    return " ".join(html.unescape(re.sub(r":material/\w+:", " ", text)).split())


def sentences_of_python(source: str, has_widgets: bool = True) -> Iterator[tuple[int, str]]:
    """The line and text of each sentence of a module; its docstring where `__doc__` is shown.

    `has_widgets`: whether what is called like a widget is one.
    """
    tree = ast.parse(source)
    if re.search(r"\b__doc__\b", source) and (docstring := ast.get_docstring(tree)):
        yield 1, _tidy(docstring)
    reader = _Reader(has_widgets)
    reader.visit(tree)
    for line, text, label in reader.texts:
        for part in spoken_texts(text):
            if is_sentence(part, label):
                yield line, _tidy(part)


# --- sentences of templates and documents


def sentences_of_template(source: str) -> Iterator[tuple[int, str]]:
    """The blocks of a template, and by themselves the texts in its braces."""
    source = SILENT_TAGS.sub(lambda found: "\n" * found[0].count("\n"), source)
    source = re.sub(r"\{#.*?#\}", "", source, flags=re.DOTALL)
    for n, line in enumerate(source.splitlines(), 1):
        for code in re.findall(r"\{[{%](.*?)[%}]\}", line):
            for text in re.findall(r'"([^"]*)"', code):
                if is_sentence(text, label=text[:1].isupper()):
                    yield n, _tidy(text)
        plain = re.sub(r"\{%.*?%\}", "", line)
        plain = re.sub(
            r"\{\{\s*(.*?)\s*\}\}", lambda m: "{" + m[1].split("|")[0].strip() + "}", plain
        )
        for part in spoken_texts(plain):
            if is_sentence(part, label=True):
                yield n, _tidy(part)


def sentences_of_document(source: str) -> Iterator[tuple[int, str]]:
    """Paragraphs, headings, points and rows of Markdown, without what stands in fences."""
    block: list[str] = []
    start, fenced = 1, False
    for n, line in enumerate([*source.splitlines(), ""], 1):
        bare = line.strip()
        if bare.startswith("```"):
            fenced, bare = not fenced, ""
        elif fenced:
            continue
        begins = re.match(r"(#|[-*] |\d+\. |\||>)", bare)
        if block and (not bare or begins):
            yield start, _tidy(" ".join(block))
            block = []
        if bare and not re.fullmatch(r"[|:\s-]+", bare):
            start = start if block else n
            block.append(bare)


def _sentences_in(path: Path) -> Iterator[Sentence]:
    name = str(path.relative_to(ROOT))
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        found = sentences_of_python(source, name.startswith(("app.py", "pages/", "breakeven/ui/")))
    elif path.suffix == ".md":
        found = sentences_of_document(source)
    else:
        found = sentences_of_template(source)
    for line, text in found:
        yield Sentence(place_of(name), name, line, text)


def sentences() -> list[Sentence]:
    """All of them, places in the order of `SOURCES`, each in the order of its files and lines."""
    files = dict.fromkeys(f for pattern in SOURCES for f in sorted(ROOT.glob(pattern)))
    files.pop(FOREIGN)
    found = [each for file in files for each in _sentences_in(file)]
    order = {place: n for n, place in enumerate(dict.fromkeys(each.place for each in found))}
    return sorted(found, key=lambda each: order[each.place])


def main() -> int:
    """Print them; exit status 1 where no place is called so."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--place", metavar="NAME", help="one page, command, room or document")
    parser.add_argument("--places", action="store_true", help="the names of all places")
    args = parser.parse_args()
    shown = sentences()
    places = list(dict.fromkeys(each.place for each in shown))
    if args.places:
        print("\n".join(places))
        return 0
    if args.place:
        wanted = {args.place, f"page {args.place}", f"command {args.place}"}
        shown = [
            each
            for each in shown
            if each.place in wanted or each.place.startswith(f"{args.place}/")
        ]
        if not shown:
            print(f"no place is called {args.place}; --places names them", file=sys.stderr)
            return 1
    # what takes the first lines alone, such as `head`, stops this too
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    place = ""
    for each in shown:
        if each.place != place:
            print(f"\n# {each.place}\n")
        place = each.place
        print(f"{each.file}:{each.line}  {each.text}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
