"""The reviews of which is written down what the product says: samples, and small files."""

from __future__ import annotations

import itertools
import shlex
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from script.behaviour_texts import ROOT

# what commands need beside the files of any review
BESIDE = {
    "tree.csv": "parent,child\ncrops,corn\ncrops,grain\ngrain,oats\ngrain,wheat\n",
    "marks.csv": 'id,mark,class,right classes\nd02,label wrong,,"[""grain""]"\nd05,unclear,,\n'
    "d07,leave out,,\nd09,in the class,corn,\nd11,tag:later,,\n",
    "rules.toml": '[[rule]]\nmeasure = "f"\nmin = 0.6\n[[rule]]\nmeasure = "recall"\nclass = "*"\n'
    'min_positives = 3\nmin = 0.4\n[[rule]]\nfindings = "error"\n',
    "margin.toml": '[[rule]]\nmeasure = "f"\naverage = "macro"\nmargin = 0.1\n',
}
PEOPLE = "id,annotator,labels,predicted\n" + "".join(
    f"{i},{who},{'|'.join(sorted(said))},{'grain|wheat' if i % 3 else 'corn'}\n"
    for i in range(1, 25)
    for who, said in (("anna", {"grain", "wheat"} if i % 4 else {"corn"}),
                      ("ben", {"grain"} if i % 5 else {"corn", "wheat"}),
                      ("carla", {"wheat", "grain"} if i % 2 else set()))
)  # fmt: skip
SAID = ("corn", "Class: wheat", '{"class": "grain"}', "It depends", "wheat or corn", "")
ANSWERS = "id,text,true,answer,repeat\n" + "".join(
    f'{i},text {i} of it,{("corn", "wheat", "grain")[i % 3]},"{said}",{repeat}\n'
    for i in range(1, 19)
    for repeat in (1, 2)
    for said in [SAID[(i * repeat) % len(SAID)].replace('"', '""')]
)


class Case(NamedTuple):
    """A review: its files, what is said to read it, and what commands may be asked about it."""

    name: str
    files: Mapping[str, bytes]
    arguments: tuple[str, ...] = ()
    truth: str | None = None
    systems: tuple[str, ...] = ()
    sample: bool = False

    def line(self, folder: str = "") -> list[str]:
        """The arguments that name the files, in a folder."""
        if self.sample:
            return [self.name]
        truth = [] if self.truth is None else ["--truth", folder + self.truth]
        named = [folder + name for name in self.files if name != self.truth]
        return [*truth, *self.arguments, *named]

    def write(self) -> None:
        """Write the files, an earlier version of them, and what commands need beside them."""
        Path("earlier").mkdir()
        for name, content in self.files.items():
            Path(name).write_bytes(content)
            text = not name.endswith(".parquet")
            cut = b"".join(content.splitlines(keepends=True)[:-3]) if text else content
            Path("earlier", name).write_bytes(cut)
        for name, said in BESIDE.items():
            Path(name).write_text(said, encoding="utf-8")

    def fields(self) -> dict[str, str]:
        """What stands for the fields of `RUNS`."""
        earlier = [f"earlier/{name}" for name in self.files if name != self.truth]
        two = self.systems[:2] if len(self.systems) > 1 else ()
        trained = [f"--trained-on={name}={100 * 2**i}" for i, name in enumerate(self.systems)]
        return {
            "files": shlex.join(self.line()),
            "earlier": self.name if self.sample else shlex.join(earlier),
            "two": shlex.join(two),
            "baseline": shlex.quote((self.systems or self.line()[-1:])[-1]),
            "trained": shlex.join(trained),
            "class": "grain",
            "tree": str(ROOT / "sample_data/topics_tree.csv") if self.sample else "tree.csv",
        }

    def review(self) -> Any:
        """The review in Python."""
        import breakeven as be

        if self.sample:
            return be.sample(self.name)
        words = dict(itertools.pairwise(["", *self.arguments]))
        options: dict[str, Any] = {"probabilities": True} if "--probabilities" in words else {}
        if "--encoding" in words:
            roles = {words[f"--{role}-column"]: role for role in ("truth", "predicted", "split")}
            options = {"encoding": words["--encoding"], "roles": roles}
        return be.read(*(Path(name) for name in self.files), **options)


@cache
def cases() -> dict[str, Case]:
    """All reviews by name."""
    from tests.small_files import SMALL_FILES

    small = [Case(f.name, f.files, f.arguments, f.truth, f.systems) for f in SMALL_FILES.values()]
    six = ("nb", "rocchio", "knn", "tree", "svm", "logreg")
    own = {"people": {"people.csv": PEOPLE.encode()}, "answers": {"answers.csv": ANSWERS.encode()}}
    made = [Case(name, files) for name, files in own.items()]
    samples = [Case("reuters", {}, systems=six, sample=True), Case("r8", {}, sample=True)]
    return {case.name: case for case in (*samples, *made, *small)}
