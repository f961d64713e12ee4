"""The documents as a site: every link leads somewhere, and nothing is asked of another host.

`script/docs` builds it; `script/test` does so first.
"""

from __future__ import annotations

import os
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import breakeven as be
from breakeven.analysis.findings.check_rules import RULES
from breakeven.api.explained import explain
from breakeven.commands.main import COMMANDS
from metrics.catalogue import CATALOGUE
from script.docs_pages import by_family
from tests.paths import ROOT

SITE = ROOT / "site"
DOCS = ROOT / "docs"
# what a browser loads by itself; a link is followed by whoever clicks it
LOADED = {("script", "src"), ("img", "src"), ("link", "href"), ("source", "src"), ("iframe", "src")}
SHOWN_LINKS = re.compile(r"\]\(([^)\s]+)\)")


class Page(HTMLParser):
    """The links, ids and loaded files of a page, and the scripts that stand in it."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.ids: set[str] = set()
        self.inline: list[str] = []
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.ids |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        self.loaded += [given[name] for of, name in LOADED if of == tag and name in given]
        if tag == "script" and "src" not in given and given.get("type") != "application/json":
            self.inline.append(str(given))
        self.inline += [name for name in given if name.startswith("on")]


@pytest.fixture(scope="module")
def site() -> Path:
    if not (SITE / "index.html").is_file():
        missing = "the documents are not built: script/docs builds them"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    return SITE


@cache
def pages() -> dict[Path, Page]:
    return {file: Page(file) for file in sorted(SITE.rglob("*.html"))}


def leads_to(page: Path, link: str) -> tuple[Path, str]:
    """The file that a link of a page is about, and the place in it."""
    parts = urlsplit(link)
    file = page if not parts.path else (page.parent / unquote(parts.path)).resolve()
    return (file / "index.html" if file.is_dir() else file), unquote(parts.fragment)


def test_every_link_and_every_place_in_a_page_is_there(site: Path) -> None:
    dead = []
    for file, page in pages().items():
        for link in [*page.links, *page.loaded]:
            if urlsplit(link).scheme in ("http", "https", "mailto"):
                continue
            target, place = leads_to(file, link)
            places = pages()[target].ids | {"__"} if target in pages() else {place}
            # “__…” is where the theme's own switches are
            if not target.is_file() or (place and place not in places):
                dead.append(f"{file.relative_to(site)}: {link}")
    assert len(pages()) > 80
    assert not dead


def test_nothing_is_loaded_from_another_host(site: Path) -> None:
    for file, page in pages().items():
        foreign = [each for each in page.loaded if urlsplit(each).netloc]
        assert not foreign, f"{file}: {foreign}"
        assert "mermaid" not in file.read_text(encoding="utf-8")  # which Material fetches
    for style in site.rglob("*.css"):
        text = style.read_text(encoding="utf-8")
        addresses = re.findall(r"(?:url\(|@import\s*)[\"']?([^\"')]+)", text)
        assert not [each for each in addresses if each.startswith(("http", "//"))], style


def test_no_script_stands_in_a_page(site: Path) -> None:
    # the policy of the app's server lets none run
    assert {file.relative_to(site) for file, page in pages().items() if page.inline} == set()


def test_every_finding_has_a_page_with_its_data(site: Path) -> None:
    listed = {rule.code for rules in by_family().values() for rule in rules}
    assert listed == set(RULES)
    folder = site / "reference" / "findings"
    for code, rule in RULES.items():
        text = (folder / code / "index.html").read_text(encoding="utf-8")
        assert rule.title in text
        assert f"../{code}.csv" in pages()[folder / code / "index.html"].links
    code = "leak.same-id"
    assert (folder / f"{code}.csv").read_text(encoding="utf-8") == explain(code).to_csv()


def test_measures_commands_and_python_are_those_of_the_code(site: Path) -> None:
    reference = site / "reference"
    measures = pages()[reference / "measures" / "index.html"].ids
    assert {key.replace("_", "-") for key in CATALOGUE} <= measures
    assert set(COMMANDS) <= pages()[reference / "commands" / "index.html"].ids
    text = (reference / "commands" / "index.html").read_text(encoding="utf-8")
    for option in ("--tune-on", "--explain CODE", "--where FILTER", "--width"):
        assert option in text
    names = {name for name in dir(be) if not name.startswith("_")}
    assert names <= pages()[reference / "python" / "index.html"].ids


def test_the_site_stays_small(site: Path) -> None:
    # it goes along with the package
    assert sum(file.stat().st_size for file in site.rglob("*") if file.is_file()) < 16_000_000


# --- the documents as they stand


WRITTEN = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]


def made(target: Path) -> bool:
    """Whether a page is made from the code."""
    try:
        name = str(target.relative_to(DOCS / "reference"))
    except ValueError:
        return False
    codes = {f"findings/{code}.md" for code in RULES}
    return name in codes | {"findings/index.md", "measures.md", "commands.md", "python.md"}


@pytest.mark.parametrize("file", WRITTEN, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_link_of_a_document_leads_to_a_file(file: Path) -> None:
    for link in SHOWN_LINKS.findall(file.read_text(encoding="utf-8")):
        parts = urlsplit(link)
        if not parts.scheme and parts.path:
            target = (file.parent / unquote(parts.path)).resolve()
            assert target.exists() or made(target), link


def test_the_readme_is_read_in_five_minutes() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 130
