"""The commands that do what an advice says, and print the value that its trial states.

Tested in `test_trial_commands`.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from breakeven.analysis.evaluation.cut import natural_cut
from breakeven.analysis.evaluation.evaluation import Evaluation
from breakeven.analysis.findings.check_limits import Limits
from breakeven.data.records import Predictions, Review
from breakeven.data.splits import default_split
from breakeven.data.wording import exact_of
from metrics.typing import DEFAULT_BETA

THRESHOLDS, NAMES = "thresholds.csv", "names.csv"
FILE_NAME = "FILE"


@dataclass(frozen=True, kw_only=True)
class TrialCommands:
    """What commands need beside the file to look at what is under review.

    `system`, `split`, `beta_option`: options, "" where the command line takes the same by itself.
    `natural`: whether it decides by the same rule by itself; `unfiltered`: whether all documents of
    the split are looked at, so that no filter must be given; `usual`: whether documents leak by the
    limits that a filter has. `chosen`: the name of the system.
    """

    system: str = ""
    split: str = ""
    beta_option: str = ""
    natural: bool = True
    unfiltered: bool = True
    usual: bool = True
    chosen: str = ""

    def evaluated(self, *options: str, decides: bool = False) -> tuple[str, ...]:
        """`evaluate` with these options; none where it would print another value.

        `decides`: whether the options say how it is decided.
        """
        return self._of("evaluate", *options, decides=decides)

    def without_leaks(self, where: str) -> tuple[str, ...]:
        """The value without documents that leak, by this filter."""
        return self.evaluated(f"--where={where}") if self.usual else ()

    def refitted(self, split: str) -> tuple[str, ...]:
        """Thresholds of every class fitted on a split, then the value with them."""
        last = self.evaluated(f"--thresholds {THRESHOLDS}", decides=True)
        first = _line(
            "thresholds",
            option("--tune-on", split),
            f"--out {THRESHOLDS}",
            self.system,
            self.beta_option,
        )
        return (first, *last) if last else ()

    def renamed(self) -> tuple[str, ...]:
        """A class map that gives each class one name, then the value with it."""
        last = self.evaluated(f"--class-map {NAMES}")
        return (_line("check", f"--names {NAMES}"), *last) if last else ()

    def with_threshold(self, threshold: float) -> tuple[str, ...]:
        """One threshold for all classes."""
        return self.evaluated(option("--threshold", exact_of(threshold)), decides=True)

    def merged(self, names: list[str]) -> tuple[str, ...]:
        """These classes as one."""
        return self._of("merge", *(option("--classes", name) for name in names))

    def compared(self, other: str) -> tuple[str, ...]:
        """Another system beside the one under review, on the documents of both."""
        if not (self.natural and self.unfiltered and self.chosen):
            return ()
        if any(name.startswith("-") for name in (self.chosen, other)):
            return ()
        named = (shlex.quote(self.chosen), shlex.quote(other))
        return (_line("compare", *named, self.split, self.beta_option),)

    def _of(self, command: str, *options: str, decides: bool = False) -> tuple[str, ...]:
        if not (self.unfiltered and (self.natural or decides)):
            return ()
        return (_line(command, *options, self.system, self.split, self.beta_option),)


def option(name: str, value: str) -> str:
    """An option with its value, as a shell takes it; one that begins with a minus too."""
    return f"{name}{'=' if value.startswith('-') else ' '}{shlex.quote(value)}"


def _line(command: str, *options: str) -> str:
    return " ".join(["breakeven", command, FILE_NAME, *(text for text in options if text)])


def commands_for(
    review: Review, mine: Predictions, evaluation: Evaluation, limits: Limits, beta: float
) -> TrialCommands:
    """The commands for what is under review: documents and decisions of the system `mine`."""
    truth, split = review.truth, evaluation.split
    usual = Limits()
    return TrialCommands(
        system=option("--system", mine.system) if len(review.predictions) > 1 else "",
        split=""
        if split == default_split(truth, mine)
        else option("--split", "all" if split is None else split),
        beta_option="" if beta == DEFAULT_BETA else option("--beta", f"{beta:.17g}"),
        natural=evaluation.cut == natural_cut(mine, truth.task == "single-label"),
        unfiltered=evaluation.documents == len(mine.positions_in(truth, split)),
        usual=(limits.min_words, limits.similarity) == (usual.min_words, usual.similarity),
        chosen=mine.system,
    )
