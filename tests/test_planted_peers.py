"""When a peer has noticed a planted fault, and which sets it is given, by hand."""

from __future__ import annotations

from benchmarks.planted_peers import Answer, Case, cases_of, named, new_issues, summary

QUIET = [Case("two", "small", seed) for seed in (0, 1000)]
COPIED = Case("two", "small", 1000, "texts copied")


def test_an_issue_is_new_where_nothing_raised_it_without_the_fault() -> None:
    assert new_issues({"label": 3, "outlier": 1}, {"label": 3}) == ["outlier"]
    assert new_issues({"label": 3}, {"label": 3, "outlier": 1}) == []


def test_an_issue_is_new_where_it_is_about_twice_as_many_documents_and_five_more() -> None:
    # twice as many and only four more; fourteen more and not twice as many; both
    assert new_issues({"a": 8, "b": 29, "c": 10}, {"a": 4, "b": 15, "c": 5}) == ["c"]


def test_every_set_with_a_fault_has_the_same_without_it_among_the_clean_ones() -> None:
    faults, quiet = cases_of(["small"], "texts copied", times=1, draw=2, further=1)
    assert len(faults) == 2
    assert {fault.without for fault in faults} <= set(quiet)
    # one more of each of three tasks
    assert len(quiet) == len({fault.task for fault in faults}) + 3


def test_a_line_counts_what_is_noticed_by_issues_and_hints_apart_and_beside_chance() -> None:
    replies = {
        QUIET[0]: Answer({}, {"short": 1}, 2.0),
        QUIET[1]: Answer({"drift": 1}, {}, 2.0),
        # the hint is new, the issue was raised without the fault too
        COPIED: Answer({"drift": 1}, {"copies": 1}, 2.0),
    }
    line = summary("other", replies, [COPIED], QUIET)
    # none of one by an issue, one of one pair by chance; one with hints, one of one pair by chance
    assert line.split()[1:11] == ["0", "of", "1", "1", "of", "1", "1", "1", "of", "1"]


def test_check_names_a_fault_by_any_of_its_codes() -> None:
    assert named(COPIED, Answer({"leak.same-text billing": 1}))
    assert not named(COPIED, Answer({"slices.weak": 1}))
