"""Planted faults: what cleanlab, deepchecks, evidently and skore say of the same sets as `check`.

`python benchmarks/planted_peers.py [--peers cleanlab skore] [--sizes small] [--kind WORDS]
[--times N] [--draw N] [--clean N] [--environments FOLDER] [--kept FOLDER]`
plants each kind of fault as `planted_faults` does, or only `--draw` sets of them, drawn at random,
writes each set into a file, and lets every peer judge it by its own defaults, as `peer_issues`
says. Each runs in an environment of its own, for their requirements clash. `REQUIREMENTS` has what
each wants; of cleanlab, for instance:

    python -m venv environments/cleanlab
    environments/cleanlab/bin/pip install "cleanlab[datalab]==2.9.0"

What was answered is kept in the folder `--kept`, and not asked again.

A fault is noticed where a peer raises an issue that it does not raise on the same set without the
fault, or raises it for at least twice as many documents and five more. Nobody asks whether it is
about the fault. A warning of deepchecks, a tip of skore and a notice of `check` is a hint, not an
issue, and counted by itself. The same rule between two clean sets gives what is noticed by chance.
Clean are those that faults were planted in, and N more of each task and size. Of `check` it is
also counted how often it names the fault.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import breakeven as be
from benchmarks.planted_data import SIZES, TASKS, Made, clean
from benchmarks.planted_kinds import KINDS

REQUIREMENTS: Mapping[str, Sequence[str]] = {
    "cleanlab": ("cleanlab[datalab]==2.9.0",),
    # older than what they build on, which has moved on
    "deepchecks": (
        *("deepchecks==0.19.1", "numpy==1.26.4", "pandas==2.1.4", "scikit-learn==1.4.2"),
        *("scipy==1.12.0", "category-encoders==2.6.4", "setuptools<80", "umap-learn==0.5.7"),
        *("transformers==4.46.3", "nltk", "textblob", "seqeval", "torch"),
    ),
    "evidently": ("evidently==0.7.23", "pandas==2.3.3"),
    "skore": ("skore==0.28.0",),
}
OURS = "check"
# as in `planted_faults`: sets with a fault begin here, clean ones at 0
FIRST_SEED = 1_000
TIMES, FURTHER = 2, 5
# a peer that runs long enough is begun anew: some keep what they have seen
AT_ONCE = 50
LISTED = 40
HEAD = (
    "peer        noticed: by an issue, by chance; or a hint, by chance; not for the task; stopped; "
    "clean sets: issues, hints, sets with an issue; seconds"
)
CLEAN = "clean"


@dataclass(frozen=True)
class Case:
    """A set: its task, size and seed, and the fault in it or `CLEAN`."""

    task: str
    size: str
    seed: int
    kind: str = CLEAN

    @property
    def file(self) -> str:
        """What its files are called."""
        return f"{self.task}, {self.size}, {self.seed}, {self.kind}.json"

    def alike(self, other: Case) -> bool:
        """Whether the other is of the same task and size."""
        return (self.task, self.size) == (other.task, other.size)

    @property
    def without(self) -> Case:
        """The same set without the fault."""
        return Case(self.task, self.size, self.seed)

    def made(self) -> Made:
        """Its data."""
        made = clean(self.task, self.size, self.seed)
        if self.kind == CLEAN:
            return made
        return KINDS[self.kind].plant(made, np.random.default_rng(self.seed - FIRST_SEED))


@dataclass(frozen=True)
class Answer:
    """What a peer says of a set.

    `issues` and `hints`: what it raises, and for how many documents; 1 where it is not about
    documents. `seconds`: of processor time. `applies`: whether it has anything for this task.
    `stopped`: the error that it ended with, which is an issue too.
    """

    issues: Mapping[str, int] = field(default_factory=dict)
    hints: Mapping[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    applies: bool = True
    stopped: str = ""

    @property
    def raised(self) -> dict[str, int]:
        """Issues and hints."""
        return {**self.hints, **self.issues}


def new_issues(raised: Mapping[str, int], without: Mapping[str, int]) -> list[str]:
    """What is raised and was not without the fault, or now is for many more documents."""
    return [
        issue
        for issue, number in raised.items()
        if issue not in without
        or number >= max(TIMES * without[issue], without[issue] + FURTHER)
    ]  # fmt: skip


def cases_of(
    sizes: Sequence[str], words: str, times: int, draw: int, further: int
) -> tuple[list[Case], list[Case]]:
    """The sets with a fault, all or so many of them; and the clean ones."""
    faults = [
        Case(task, size, FIRST_SEED + seed, name)
        for name, kind in KINDS.items()
        if words in name
        for task in kind.tasks
        for size in sizes
        for seed in range(times)
    ]
    if draw:
        chosen = np.random.default_rng(0).permutation(len(faults))[:draw]
        faults = [faults[i] for i in chosen]
    quiet = [case.without for case in faults]
    quiet += [Case(t, size, seed) for t in TASKS for size in sizes for seed in range(further)]
    return faults, sorted(set(quiet), key=lambda case: (case.task, case.size, case.seed))


def written(case: Case) -> dict[str, Any]:
    """A set as peers read it: plain lists."""
    made = case.made()
    scores = {name: made.p[:, c].tolist() for c, name in enumerate(made.score_names())}
    return {
        "task": made.task,
        "id": made.ids.tolist(),
        "split": made.split.tolist(),
        "text": made.text.tolist(),
        "true": _names(made.true, made.true_names),
        "predicted": _names(made.predicted, made.predicted_names),
        "scores": scores if made.scored else None,
        "columns": {name: values.tolist() for name, values in made.columns.items()},
    }


def _names(held: Any, names: Any) -> list[list[str]]:
    return [[str(n) for n in of[has]] for has, of in zip(held, names, strict=True)]


def by_check(case: Case) -> Answer:
    """What `check` says: code and classes of each finding."""
    review = case.made().review()
    began = time.process_time()
    findings = be.check(review)
    seconds = time.process_time() - began
    issues: dict[str, int] = {}
    hints: dict[str, int] = {}
    for finding in findings:
        classes = [str(review.truth.classes[c]) for c in finding.classes]
        raised = hints if finding.severity == "notice" else issues
        raised[" ".join((finding.code, *classes))] = 1
    return Answer(issues, hints, seconds)


# --- asking


def write(folder: Path, cases: Sequence[Case]) -> None:
    """Write the sets that are not there yet."""
    (folder / "sets").mkdir(parents=True, exist_ok=True)
    for case in cases:
        file = folder / "sets" / case.file
        if not file.exists():
            file.write_text(json.dumps(written(case)), encoding="utf-8")


def ask(peer: str, folder: Path, environments: Path, cases: Sequence[Case]) -> None:
    """Let a peer, or `check`, judge every set that it has not judged yet."""
    (folder / peer).mkdir(exist_ok=True)
    left = [case.file for case in cases if not (folder / peer / case.file).exists()]
    if peer == OURS:
        for case in cases:
            if case.file in left:
                answer = json.dumps(asdict(by_check(case)))
                (folder / peer / case.file).write_text(answer, encoding="utf-8")
        return
    python = environments / peer / "bin" / "python"
    if left and not python.exists():
        wanted = " ".join(f'"{each}"' for each in REQUIREMENTS[peer])
        sys.exit(f"no {python}: make the environment, and let its pip install {wanted}")
    program = Path(__file__).with_name("peer_issues.py")
    # one core each, so that processor time means the same for all; -P: a module beside the program
    # is none of the peer's
    one_core = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
    for start in range(0, len(left), AT_ONCE):
        files = left[start : start + AT_ONCE]
        subprocess.run(
            [str(python), "-P", str(program), peer, str(folder), *files],
            check=True,
            env={**os.environ, **one_core, "DO_NOT_TRACK": "1"},
        )


def answers(peer: str, folder: Path, cases: Sequence[Case]) -> dict[Case, Answer]:
    """What was said of each set."""
    return {
        case: Answer(**json.loads((folder / peer / case.file).read_text(encoding="utf-8")))
        for case in cases
    }


# --- counting


def by_chance(replies: Sequence[tuple[Case, Mapping[str, int]]]) -> str:
    """Clean sets in which something is new beside another of their kind, of all such pairs."""
    pairs = [(a, b) for (one, a), (other, b) in pairwise(replies) if one.alike(other)]
    return f"{sum(bool(new_issues(b, a)) for a, b in pairs):3d} of {len(pairs):3d}"


def named(case: Case, answer: Answer) -> bool:
    """Whether `check` names the fault, as `planted_faults` counts."""
    return any(issue.split()[0] in KINDS[case.kind].codes for issue in answer.raised)


def summary(
    peer: str, replies: Mapping[Case, Answer], faults: Sequence[Case], quiet: Sequence[Case]
) -> str:
    """One line of the first table."""
    judged = [case for case in faults if replies[case].applies]
    controls = [case for case in quiet if replies[case].applies]
    issue = sum(bool(new_issues(replies[c].issues, replies[c.without].issues)) for c in judged)
    raised = sum(bool(new_issues(replies[c].raised, replies[c.without].raised)) for c in judged)
    cells = [
        f"{peer:12}{issue:4d} of {len(judged):3d}",
        by_chance([(case, replies[case].issues) for case in controls]),
        f"{raised:4d}",
        by_chance([(case, replies[case].raised) for case in controls]),
        f"{len(faults) - len(judged):4d}",
        f"{sum(bool(replies[c].stopped) for c in judged):4d}",
        f"{sum(len(replies[case].issues) for case in controls) / max(1, len(controls)):6.2f}",
        f"{sum(len(replies[case].hints) for case in controls) / max(1, len(controls)):6.2f}",
        f"{sum(bool(replies[case].issues) for case in controls):4d} of {len(controls):3d}",
        f"{np.median([answer.seconds for answer in replies.values() if answer.applies]):7.2f}",
    ]
    return "  ".join(cells)


def main() -> None:
    """Ask all, and print the tables."""
    every = (OURS, *REQUIREMENTS)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", nargs="*", default=list(every), choices=every)
    parser.add_argument("--sizes", nargs="*", default=["small"], choices=list(SIZES))
    parser.add_argument("--kind", default="")
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--draw", type=int, default=0)
    parser.add_argument("--clean", type=int, default=4)
    parser.add_argument("--environments", type=Path, default=Path("environments"))
    parser.add_argument("--kept", type=Path)
    given = parser.parse_args()
    faults, quiet = cases_of(given.sizes, given.kind, given.times, given.draw, given.clean)
    cases = [*quiet, *faults]
    with TemporaryDirectory() as temporary:
        folder = given.kept or Path(temporary)
        write(folder, cases)
        replies = {}
        for peer in given.peers:
            ask(peer, folder, given.environments, cases)
            replies[peer] = answers(peer, folder, cases)
    print_tables(replies, faults, quiet)


def print_tables(
    replies: Mapping[str, Mapping[Case, Answer]], faults: Sequence[Case], quiet: Sequence[Case]
) -> None:
    """Each peer; each kind of fault; what clean sets have; what is new with each fault."""
    print(HEAD)
    for peer, answer in replies.items():
        print(summary(peer, answer, faults, quiet))
    if OURS in replies:
        print(f"check names {sum(named(c, replies[OURS][c]) for c in faults)} of {len(faults)}")
    print(f"\n{'noticed':42}" + "".join(f"{peer:>12}" for peer in replies))
    for kind in dict.fromkeys(case.kind for case in faults):
        print(f"{kind:42}" + "".join(f"{cell:>12}" for cell in kind_cells(kind, replies, faults)))
    for peer, answer in replies.items():
        counts = Counter(issue for case in quiet for issue in answer[case].raised)
        print(f"\n{peer}: in how many of {len(quiet)} clean sets")
        for issue, number in counts.most_common(LISTED):
            print(f"  {number:4d} {issue}")
    print("\nwhat is new")
    for case in faults:
        for peer, answer in replies.items():
            new = new_issues(answer[case].raised, answer[case.without].raised)
            print(f"{case.kind}, {case.task}, {case.size}, {peer}: {'; '.join(new) or '–'}")


def kind_cells(
    kind: str, replies: Mapping[str, Mapping[Case, Answer]], faults: Sequence[Case]
) -> Iterator[str]:
    """How often each peer noticed a kind; of `check`, how often it named it too."""
    for peer, answer in replies.items():
        mine = [case for case in faults if case.kind == kind and answer[case].applies]
        new = sum(bool(new_issues(answer[c].raised, answer[c.without].raised)) for c in mine)
        also = f" ({sum(named(c, answer[c]) for c in mine)})" if peer == OURS else ""
        yield f"{new}{also} of {len(mine)}" if mine else "–"


if __name__ == "__main__":
    main()
