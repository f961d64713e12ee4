"""What MkDocs does beside its own work: pages made from the code, and no script inside a page.

A page without a script of its own works under the server's policy, which lets none run.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import sys
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from script.docs_pages import FINDINGS, by_family, made_pages  # noqa: E402

# a report writes formulas in the same way
STYLES = ROOT / "breakeven" / "report" / "templates" / "report.css"
INLINE = re.compile(r"<script>(.*?)</script>", re.S)
SCRIPTS = "assets/inline"
# what nobody asks for: sources of minified files, other languages of the search, and what is for
# a site with an address of its own
UNUSED = ("assets/**/*.map", "assets/javascripts/lunr", "404.html", "sitemap.xml*")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what is made from the code, its places in the menu, and how formulas look."""
    for path, text in made_pages().items():
        files.append(File.generated(config, path, content=text))
    rules = STYLES.read_text(encoding="utf-8").splitlines()
    formulas = [rule for rule in rules if rule.startswith((".math", ".formula"))]
    files.append(File.generated(config, "formulas.css", content="\n".join(formulas)))
    _set_findings(config["nav"])
    return files


def _set_findings(nav: list[Any]) -> None:
    """Under “Findings” the list of all, and their pages by family."""
    (reference,) = (part["Reference"] for part in nav if "Reference" in part)
    place = next(part for part in reference if "Findings" in part)
    place["Findings"] = [
        f"{FINDINGS}/index.md",
        *(
            {title: [{rule.title: f"{FINDINGS}/{rule.code}.md"} for rule in rules]}
            for title, rules in by_family().items()
        ),
    ]


def on_post_page(output: str, page: object, config: MkDocsConfig) -> str:
    """Scripts that stand in a page become files of their own."""
    root = re.search(r'"base": "([^"]*)"', output)
    base = root[1] if root else "."
    return _moved(output, base, Path(config["site_dir"]))


def _moved(html: str, base: str, site: Path) -> str:
    def out(match: re.Match[str]) -> str:
        name = f"{hashlib.sha256(match[1].encode()).hexdigest()[:12]}.js"
        file = site / SCRIPTS / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(match[1], encoding="utf-8")
        return f'<script src="{base}/{SCRIPTS}/{name}"></script>'

    return INLINE.sub(out, html)


def on_post_build(config: MkDocsConfig) -> None:
    """Nothing is kept that no page asks for."""
    for pattern in UNUSED:
        for path in Path(config["site_dir"]).glob(pattern):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
