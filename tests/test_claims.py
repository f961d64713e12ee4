"""Every sentence that compares, or is certain, is listed with its owner and its test."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from benchmarks.claims import CLAIMS, FACTS, HERE, NO_CLAIMS
from benchmarks.false_alarms import WORLDS, World, claims_in
from breakeven.analysis.findings.check_rules import RULES

ROOT = Path(__file__).resolve().parents[1]
COMPARES = re.compile(
    r"\b(surely|clearly|weak(er|est)?|stronge(r|st)|better|worse|chance|likely|drift\w*|"
    r"differs? (from|clearly|by)|(over|under)-confident|confused|taken for each other|told apart|"
    r"too (often|seldom|sure)|often (missed|wrong)|stands? out|out of the usual|moved|alarms?|"
    r"no sign of|wrong in at most|with 95 % confidence|hold in 95 of 100)\b",
    re.IGNORECASE,
)
# what is wrong with a file, options, and what measures mean: no sentence about a result. The words
# of findings are those of their rules, which are listed by their codes
ELSEWHERE = (
    "breakeven/readers/", "breakeven/commands/", "breakeven/store/", "breakeven/engine/",
    "breakeven/analysis/findings/check_rules.py", "breakeven/analysis/findings/data_check_rules.py",
    "breakeven/analysis/findings/needs.py", "breakeven/analysis/findings/validity_rules.py",
)  # fmt: skip


def _spoken(path: Path) -> Iterator[str]:
    """The texts of a module but its docstrings; what is put into one stands as {}."""
    tree = ast.parse(path.read_text())
    silent = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            silent |= {id(part) for part in node.values}
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
            silent.add(id(body[0].value))
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values
            )
        elif isinstance(node, ast.Constant) and id(node) not in silent:
            yield str(node.value)


@cache
def comparing() -> tuple[tuple[str, str], ...]:
    """Texts with a word that compares, and the module of each."""
    found = []
    for path in sorted([*ROOT.glob("breakeven/**/*.py"), *ROOT.glob("pages/*.py")]):
        name = str(path.relative_to(ROOT))
        if not name.startswith(ELSEWHERE):
            found += [(name, t) for t in _spoken(path) if " " in t and COMPARES.search(t)]
    return tuple(found)


def test_a_sentence_that_compares_is_listed_or_has_a_reason_why_it_claims_nothing() -> None:
    known = [claim.words for claim in CLAIMS if claim.words] + list(NO_CLAIMS)
    left = [
        f"{name}: {text}"
        for name, text in comparing()
        if not any(re.search(words, text) for words in known)
    ]
    assert not left, "list it in benchmarks/claims.py, with its test:\n" + "\n".join(left)


@pytest.mark.parametrize("words", [*(c.words for c in CLAIMS if c.words), *NO_CLAIMS])
def test_what_is_listed_is_said_somewhere(words: str) -> None:
    assert any(re.search(words, text) for _, text in comparing())


def test_every_finding_is_a_claim_or_a_fact() -> None:
    listed = [claim.key for claim in CLAIMS if claim.key in RULES]
    assert sorted([*listed, *FACTS]) == sorted(RULES)


@pytest.mark.parametrize("owner", sorted({claim.owner for claim in CLAIMS}))
def test_the_owner_of_a_claim_is_there(owner: str) -> None:
    module, _, name = owner.rpartition(".")
    assert hasattr(import_module(module), name)


def test_the_benchmark_of_a_claim_is_there() -> None:
    for claim in CLAIMS:
        assert (ROOT / "benchmarks" / f"{claim.measured}.py").is_file()
        assert claim.test
        assert claim.corrected


@pytest.mark.parametrize("world", ["half right", "weak class"])
def test_what_is_said_of_a_world_is_listed(world: str) -> None:
    here = {claim.key for claim in CLAIMS if claim.measured in (HERE, "split_checks")}
    of = WORLDS[world]
    small = World(of.classes, 150, of.right, of.kind, of.plant)
    said = claims_in(small, np.random.default_rng(0))
    assert said
    assert said <= here
