"""All pages, one record each: where a page is, what it is called, and what it needs of a review.

Nothing but Python itself is imported here: every page reads it, the first of a server too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import PurePosixPath
from typing import Literal, TypeAlias

PageKey: TypeAlias = Literal[
    "home",
    "summary",
    "compare",
    "curves",
    "classes",
    "confusions",
    "slices",
    "documents",
    "next_steps",
    "thresholds",
    "human_review",
    "splits",
    "labels",
    "unlabelled_data",
    "history",
]
PageGroup: TypeAlias = Literal["", "Result", "Errors", "Improve", "Data", "Record"]
# the groups that have a heading; above the others is a line
HEADED: frozenset[PageGroup] = frozenset({"Result", "Errors", "Improve", "Data"})
# what a page asks of a review, and cannot answer without. Where there is no system, only "system"
# counts: so what needs labels, but no system, is open before there is one. "labels or annotators":
# a system and labels to compare it with, or what several people labelled
PageNeed: TypeAlias = Literal[
    "system", "labels", "second system", "scores", "scores or confidence", "labels or annotators"
]


# the file that the server runs: its page has no name in addresses
HOME = "app.py"


@dataclass(frozen=True, kw_only=True)
class PageRecord:
    """A page of the app.

    `key`: what the page is called in code, and what its own choices in the address begin with.
    `path`: its file. `group`: under which heading of the menu. `needs`: of a review.
    `of_review`: whether it is about the review that is open. `for_visitors`: whether it is there
    for those who came by a share link. `why_no_table`: why it cannot answer anything of a table
    beyond memory, "" where it can. `shortcut`: the name of the key that turns to it, "" for none.
    """

    key: PageKey
    path: str
    title: str
    icon: str
    group: PageGroup
    needs: frozenset[PageNeed] = frozenset()
    of_review: bool = True
    for_visitors: bool = True
    why_no_table: str = ""
    shortcut: str = ""

    @property
    def name(self) -> str:
        """What it is called in addresses: the name of its file, or "home" of the first page."""
        return "home" if self.path == HOME else PurePosixPath(self.path).stem

    @property
    def place(self) -> str:
        """Where it is, relative to every other page."""
        return "./" if self.path == HOME else self.name


STAY = "the documents of a table stay where they are"
IN_MEMORY = f"This works on documents in memory; {STAY}."
JUDGED: frozenset[PageNeed] = frozenset({"system", "labels"})

# in the order of the menu: what is opened stands first; below it the pages by what they are for
_EVERY = (
    PageRecord(
        key="home",
        path=HOME,
        title="Home",
        icon=":material/home:",
        group="",
        of_review=False,
        for_visitors=False,
    ),
    PageRecord(
        key="summary",
        path="pages/summary.py",
        title="Summary",
        icon=":material/speed:",
        group="Result",
        needs=JUDGED,
    ),
    PageRecord(
        key="compare",
        path="pages/compare.py",
        title="Compare systems",
        icon=":material/compare_arrows:",
        group="Result",
        needs=JUDGED | {"second system"},
        why_no_table="Compare needs two systems; a table has one.",
    ),
    PageRecord(
        key="curves",
        path="pages/curves.py",
        title="Curves",
        icon=":material/show_chart:",
        group="Result",
        needs=JUDGED | {"scores"},
    ),
    PageRecord(
        key="classes",
        path="pages/classes.py",
        title="Classes",
        icon=":material/category:",
        group="Errors",
        needs=JUDGED,
    ),
    PageRecord(
        key="confusions",
        path="pages/confusions.py",
        title="Confusions",
        icon=":material/grid_on:",
        group="Errors",
        needs=JUDGED,
    ),
    PageRecord(
        key="slices",
        path="pages/slices.py",
        title="Slices",
        icon=":material/pie_chart:",
        group="Errors",
        needs=frozenset({"labels"}),
        why_no_table=f"Slices go by what is known of each document; {STAY}.",
    ),
    PageRecord(
        key="documents",
        path="pages/documents.py",
        title="Documents",
        icon=":material/article:",
        group="Errors",
        shortcut="documents",
    ),
    PageRecord(
        key="next_steps",
        path="pages/next_steps.py",
        title="Next steps",
        icon=":material/checklist:",
        group="Improve",
        needs=JUDGED,
        why_no_table=f"The checks read every document; {STAY}.",
    ),
    PageRecord(
        key="thresholds",
        path="pages/thresholds.py",
        title="Thresholds",
        icon=":material/tune:",
        group="Improve",
        needs=JUDGED,
    ),
    PageRecord(
        key="human_review",
        path="pages/human_review.py",
        title="Human review",
        icon=":material/work_history:",
        group="Improve",
        needs=JUDGED | {"scores or confidence"},
        why_no_table=IN_MEMORY,
    ),
    PageRecord(
        key="splits",
        path="pages/splits.py",
        title="Splits",
        icon=":material/call_split:",
        group="Data",
        needs=frozenset({"labels"}),
    ),
    PageRecord(
        key="labels",
        path="pages/labels.py",
        title="Labels",
        icon=":material/fact_check:",
        group="Data",
        needs=frozenset({"labels or annotators"}),
        why_no_table=f"Doubtful labels are looked for in memory; {STAY}.",
    ),
    PageRecord(
        key="unlabelled_data",
        path="pages/unlabelled_data.py",
        title="Unlabelled data",
        icon=":material/visibility_off:",
        group="Data",
        needs=frozenset({"system", "scores"}),
        why_no_table=IN_MEMORY,
    ),
    PageRecord(
        key="history",
        path="pages/history.py",
        title="History & sign-off",
        icon=":material/history:",
        group="Record",
        why_no_table="A table is not saved here, so it has no versions and no notes.",
    ),
)
PAGES: Mapping[PageKey, PageRecord] = {page.key: page for page in _EVERY}


def pages_by_group() -> Iterator[tuple[PageGroup, list[PageRecord]]]:
    """All pages under the headings of the menu, in its order."""
    for group, pages in groupby(PAGES.values(), lambda page: page.group):
        yield group, list(pages)


def pages_in_need(need: PageNeed) -> set[PageKey]:
    """The pages that cannot answer anything of a review without this."""
    return {page.key for page in PAGES.values() if need in page.needs}
