"""The licence of every package that Breakeven needs when it runs: docs/reference/licences.md.

`python script/licences.py` writes it anew from what is installed here; `requirements-dev.txt` has
all of it. A licence that nobody has looked at stops the script: see `ALLOWED`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from email.message import Message
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
WRITTEN = ROOT / "docs" / "reference" / "licences.md"
SECTION = re.compile(r"# \[(\w+)\] ")
# a requirement, also of an extra that is not installed from the file
REQUIREMENT = re.compile(r"(?:# )?([A-Za-z][\w.-]*(?:\[[\w,]+\])?[<>=]\S*)")
# as packages say it: the name of SPDX
SPDX = {
    "3-Clause BSD License": "BSD-3-Clause",
    "2-clause BSD": "BSD-2-Clause",
    "BSD": "BSD-3-Clause",
    "BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
    "Apache License 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
# packages whose description names none or several: as the licence file in them has it
LOOKED_AT = {
    "pyphen": "GPL-2.0-or-later OR LGPL-2.1-or-later OR MPL-1.1",
    "resvg-py": "MIT",
}
# what may be used beside Apache-2.0: of the last three only where the package stays as it is
ALLOWED = {
    *("Apache-2.0", "MIT", "MIT-0", "MIT-CMU", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "ISC"),
    *("Zlib", "PSF-2.0", "CC0-1.0", "Unlicense", "HPND"),
    *("MPL-2.0", "MPL-1.1", "LGPL-3.0-only"),
}
HEAD = """# Licences

Breakeven is under Apache-2.0: `LICENSE` and `NOTICE`. What it needs when it runs is installed
beside it, by pip, and is under licences of its own. `script/licences.py` writes this table from
what packages say of themselves, and stops at a licence that may not be used beside Apache-2.0.

"""
TAIL = """
psycopg (LGPL-3.0) and certifi (MPL-2.0) are used as they come. Pyphen is taken under MPL-1.1.

Inside the package itself are: the typeface of drawings, made of Source Sans 3 (SIL Open Font
License 1.1), and, where the documents were built, the style and search of Material for MkDocs
(MIT).

**The samples are not open.** Reuters-21578 and R8 may be passed on for research only, so the
package of Breakeven does not have them. They are a package of their own, `breakeven-samples`, whose
terms are in `sample_data/README.md`.
"""


def sections(text: str) -> dict[str, list[Requirement]]:
    """The requirements of each extra by its name; under no name those of everybody."""
    listed: dict[str, list[Requirement]] = {"": []}
    name = ""
    for line in text.splitlines():
        if begins := SECTION.match(line):
            name = begins[1]
            listed[name] = []
        elif requirement := REQUIREMENT.fullmatch(line):
            listed[name].append(Requirement(requirement[1]))
    return listed


def needed(requirements: list[Requirement]) -> Iterator[str]:
    """The names of these packages and of all that they need in turn, on this system."""
    waiting, seen = list(requirements), set[tuple[str, frozenset[str]]]()
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        if (key := (name, frozenset(requirement.extras))) in seen:
            continue
        seen.add(key)
        yield name
        for line in metadata.requires(name) or ():
            further = Requirement(line)
            extras = [{"extra": extra} for extra in requirement.extras or {""}]
            if further.marker is None or any(further.marker.evaluate(each) for each in extras):
                waiting.append(further)


def licence_of(package: str) -> str:
    """The licence of an installed package, as SPDX writes it. ValueError where none is allowed."""
    about: Message = metadata.metadata(package)  # type: ignore[assignment]
    classified = [
        line.rpartition(" :: ")[2]
        for line in about.get_all("Classifier") or ()
        if line.startswith("License :: ")
    ]
    free = (about.get("License") or "").strip()
    named = LOOKED_AT.get(package) or about.get("License-Expression")
    if named is None:
        short = free if free and "\n" not in free and len(free) < 40 else ""
        named = short or (classified[0] if len(classified) == 1 else "")
        named = SPDX.get(named, named)
    choices = [set(re.split(r" AND |[()]", choice)) - {""} for choice in named.split(" OR ")]
    if not any(choice <= ALLOWED and choice for choice in choices):
        raise ValueError(
            f"{package} is under {named or 'no licence that it names'}: may it be used?"
        )
    return named


def table(text: str) -> str:
    """The document: of each package its licence, and what is installed with it."""
    extras: dict[str, list[str]] = {}
    for extra, requirements in sections(text).items():
        for package in set(needed(requirements)):
            extras.setdefault(package, []).append(extra)
    rows = [
        f"| {name} | {licence_of(name)} | {'' if '' in by else ', '.join(f'`{e}`' for e in by)} |\n"
        for name, by in sorted(extras.items())
    ]
    return f"{HEAD}| package | licence | only with |\n| --- | --- | --- |\n{''.join(rows)}{TAIL}"


def licences(rows: str) -> Mapping[str, str]:
    """Of a document its packages, each with its licence."""
    return dict(re.findall(r"^\| ([\w.-]+) \| (.+?) \|", rows, re.M)[1:])


if __name__ == "__main__":
    try:
        WRITTEN.write_text(table((ROOT / "requirements.txt").read_text("utf-8")), encoding="utf-8")
    except ValueError as error:
        sys.exit(str(error))
