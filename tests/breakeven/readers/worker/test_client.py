"""Files read in a process of their own: the same review, the same problems, and no way back."""

from __future__ import annotations

import gc
from collections.abc import Callable

import pytest

from breakeven.readers.base.problems import ReadError
from breakeven.readers.build import read_review
from breakeven.readers.worker import connection
from breakeven.readers.worker.client import (
    MOST_WAITING,
    LocalReading,
    WorkerReading,
    open_in_worker,
)
from tests.system import needs_worker

FILE = ("f.csv", b"id,true,predicted,score:a\n1,a,a,0.5\n2,b,a,0.25\n")

pytestmark = needs_worker


@pytest.mark.parametrize("kind", [WorkerReading, LocalReading])
def test_files_are_opened_shown_and_read(kind: Callable[..., WorkerReading]) -> None:
    reading = kind([FILE])
    (opened,) = reading.tables
    assert (opened.name, opened.stem, opened.rows) == ("f.csv", "f", 2)
    assert opened.columns == ("id", "true", "predicted", "score:a")
    assert opened.first[1] == {"id": "2", "true": "b", "predicted": "a", "score:a": "0.25"}
    found, here = reading.build(reading.proposal, "mine"), read_review([FILE], name="mine")
    assert found.fingerprint == here.fingerprint
    assert found.truth.labels is not None
    assert found.truth.labels.toarray().tolist() == [[True, False], [False, True]]
    assert repr(found) == repr(here) == repr(reading.build(reading.proposal, "mine"))


@pytest.mark.parametrize("kind", [WorkerReading, LocalReading])
def test_problems_are_told_as_they_are_here(kind: Callable[..., WorkerReading]) -> None:
    ragged = ("f.csv", b"id,true\n1,a\n1\n")
    with pytest.raises(ReadError) as here:
        read_review([ragged])
    with pytest.raises(ReadError) as apart:
        kind([ragged])
    assert apart.value.problems == here.value.problems
    reading = kind([("f.csv", b"id,true,predicted\n1,a,a\n1,b,b\n")])
    for _ in range(2):  # it can be asked again
        with pytest.raises(ReadError) as building:
            reading.build(reading.proposal)
        assert building.value.problems[0].row == 3


def test_a_reader_that_breaks_down_is_a_problem_and_the_next_one_reads() -> None:
    reading = open_in_worker([FILE])
    with pytest.raises(ReadError, match="not because of its size"):
        reading._ask({"do": "build", "proposal": "no JSON", "name": ""})
    assert reading.build(reading.proposal).truth.n == 2


def test_a_reader_that_nobody_asked_for_long_has_ended_and_is_started_again() -> None:
    reading = open_in_worker([FILE])
    reading.end()
    assert reading.build(reading.proposal).truth.n == 2


def test_when_many_wait_those_asked_longest_ago_end() -> None:
    many = [open_in_worker([FILE]) for _ in range(MOST_WAITING + 1)]
    assert [reading._has_ended() for reading in many] == [True] + [False] * MOST_WAITING
    assert many[0].build(many[0].proposal).truth.n == 2


def test_a_reader_that_is_started_again_is_asked_latest() -> None:
    many = [open_in_worker([FILE]) for _ in range(MOST_WAITING)]
    many[0].end()
    assert many[0].build(many[0].proposal).truth.n == 2
    many.append(open_in_worker([FILE]))
    ended = [reading._has_ended() for reading in many]
    assert ended == [False, True] + [False] * (MOST_WAITING - 1)


def test_a_reader_ends_with_whoever_asked() -> None:
    reading = open_in_worker([FILE])
    connection = reading._connection
    assert connection is not None
    del reading
    gc.collect()
    assert connection.fileno() == -1


def test_what_reads_is_started_again_when_it_has_ended() -> None:
    open_in_worker([FILE])
    _, process = connection._CONTROL[0]
    process.kill()
    process.wait()
    assert open_in_worker([FILE]).tables[0].rows == 2
