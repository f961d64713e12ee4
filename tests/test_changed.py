"""What was changed is tested by what is nearest to it."""

from __future__ import annotations

from script.changed import HOUSE, files_to_run

# beside it; importing it; of its page
TESTS = (
    *("tests/metrics/ranking/test_trec_eval.py", "tests/metrics/test_laws.py"),
    *("tests/pages/test_splits.py", "tests/pages/test_history.py"),
    "tests/test_docs.py",
)


def test_the_tests_beside_a_module_are_run_and_those_that_import_it_are_not() -> None:
    assert files_to_run(["metrics/ranking/trec_eval.py"], TESTS) == [*HOUSE, TESTS[0]]


def test_a_module_without_tests_beside_it_is_tested_by_what_imports_it() -> None:
    assert files_to_run(["metrics/measures.py"], TESTS) == [*HOUSE, TESTS[1]]


def test_a_page_and_its_parts_are_tested_by_the_tests_of_the_page() -> None:
    changed = ["pages/splits.py", "breakeven/ui/splits/test_size.py"]
    assert files_to_run(changed, TESTS) == [*HOUSE, TESTS[2]]


def test_changed_tests_are_run_and_what_is_no_code_is_passed_over() -> None:
    assert files_to_run(["tests/test_docs.py", "docs/how-to/python.md"], TESTS) == [
        *HOUSE,
        TESTS[4],
    ]
