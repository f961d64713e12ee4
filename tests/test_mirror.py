"""The tree of tests is the tree of the product: where a module is tested need not be searched."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.paths import ROOT, TESTS

WINGS = ("metrics", "breakeven")
FOLDERS = [
    folder.relative_to(TESTS)
    for wing in WINGS
    for folder in sorted({file.parent for file in (TESTS / wing).rglob("test_*.py")})
]


@pytest.mark.parametrize("folder", FOLDERS, ids=str)
def test_every_folder_of_tests_stands_beside_one_of_the_product(folder: Path) -> None:
    assert list((ROOT / folder).glob("*.py")), f"the product has no folder {folder}"
