"""How often a test set was used before, also where several processes ask at once."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from breakeven.gate.ledger import LedgerLooks, LedgerQuestion, question_of, record_look
from breakeven.readers.base.problems import ReadError
from tests.made import evaluation_of, matrix_of, truth_of
from tests.paths import ROOT


def question(answers: str = "a", rules: str = "r", test_set: str = "t") -> LedgerQuestion:
    """What is asked, by one letter each."""
    return LedgerQuestion(test_set=test_set, rules=rules, answers=answers)


def test_other_decisions_and_other_rules_count_and_equal_reruns_do_not(tmp_path: Path) -> None:
    file = tmp_path / "ledger.jsonl"
    assert str(record_look(file, question("a"))) == "This test set was not used before."
    assert record_look(file, question("a")) == LedgerLooks(0, 0)
    assert record_look(file, question("b")) == LedgerLooks(1, 0)
    assert record_look(file, question("b", "s")) == LedgerLooks(2, 1)
    assert record_look(file, question("a", "r", "another")) == LedgerLooks(0, 0)
    looks = record_look(file, question("c", "r"))
    assert looks == LedgerLooks(3, 2)
    assert str(looks) == "This test set was used 3 times before; the rules changed 2 times."
    # asked again it is what it was
    assert record_look(file, question("b")) == LedgerLooks(1, 0)
    assert len(file.read_text().splitlines()) == 5


def test_a_line_that_was_cut_short_is_said_and_spoils_no_other(tmp_path: Path) -> None:
    file = tmp_path / "ledger.jsonl"
    record_look(file, question("a"))
    file.write_text(file.read_text() + '{"test_set": "t", "ru')
    found = record_look(file, question("b"))
    assert found == LedgerLooks(1, 0, 1)
    assert str(found).endswith("1 line of the ledger cannot be read, and may hold more.")
    assert json.loads(file.read_text().splitlines()[-1])["answers"] == "b"
    for other in ("[]", "3", '{"test_set": 1, "rules": "r", "answers": "a"}', "\xff"):
        file.write_bytes(file.read_bytes() + other.encode("latin-1") + b"\n")
    assert record_look(file, question("c")).unreadable == 5


def test_a_file_that_is_something_else_is_not_written_to(tmp_path: Path) -> None:
    for content in ("id,true\n1,a\n", '{"id": 1}\n', "\x00"):
        file = tmp_path / "predictions.csv"
        file.write_text(content)
        with pytest.raises(ReadError, match="this is not a ledger, so it was not changed"):
            record_look(file, question())
        assert file.read_text() == content
    # the first line of one, cut short
    file.write_text('{"test_set": "t", "ru')
    assert record_look(file, question()) == LedgerLooks(0, 0, 1)


def test_processes_that_ask_at_once_are_all_counted(tmp_path: Path) -> None:
    file = tmp_path / "ledger.jsonl"
    code = (
        "import sys\nfrom pathlib import Path\n"
        "from breakeven.gate.ledger import LedgerQuestion, record_look\n"
        "for i in range(25):\n"
        "    one = LedgerQuestion(test_set='t', rules='r', answers=f'{sys.argv[2]} {i}')\n"
        "    record_look(Path(sys.argv[1]), one)\n"
    )
    asking = [
        subprocess.Popen([sys.executable, "-c", code, str(file), str(n)], cwd=ROOT)
        for n in range(2)
    ]
    assert [process.wait() for process in asking] == [0, 0]
    assert record_look(file, question("last")) == LedgerLooks(50, 0)


def test_a_test_set_is_its_documents_and_their_truth_in_any_order() -> None:
    sets, called = ["a", "b", "ab", ""], ["a", "a", "b", ""]
    ids = np.array([f"d{i}" for i in range(4)])

    def question_for(
        order: list[int], sets: list[str], called: list[str], names: str = "ab"
    ) -> LedgerQuestion:
        place = [names.index(name) for name in sorted(names)]
        truth = truth_of(
            matrix_of([sets[i] for i in order], 2)[:, [place.index(c) for c in range(2)]],
            ids=ids[order],
            classes=tuple(names),
        )
        assigned = matrix_of([called[i] for i in order], 2)[:, [place.index(c) for c in range(2)]]
        return question_of(truth, [evaluation_of(truth, assigned)], "r")

    first = question_for([0, 1, 2, 3], sets, called)
    assert question_for([2, 0, 3, 1], sets, called) == first
    assert question_for([2, 0, 3, 1], sets, called, "ba") == first
    other = question_for([0, 1, 2, 3], sets, ["a", "b", "b", ""])
    assert (other.test_set, other.answers == first.answers) == (first.test_set, False)
    assert question_for([0, 1, 2, 3], ["a", "b", "ab", "b"], called).test_set != first.test_set
    assert question_for([0, 1, 2], sets, called).test_set != first.test_set


def test_a_class_that_no_document_has_does_not_make_another_test_set() -> None:
    few, many = (truth_of(matrix_of(["a", "b"], k)) for k in (2, 3))
    asked = [
        question_of(truth, [evaluation_of(truth, matrix_of(["a", "b"], k))], "r")
        for truth, k in ((few, 2), (many, 3))
    ]
    assert asked[0] == asked[1]
