"""Ids taken apart into their form and their number."""

from __future__ import annotations

import numpy as np
from numpy.testing import assert_array_equal

from breakeven.data.ids import number_ids


def test_an_id_has_a_form_and_its_last_number() -> None:
    ids = ["nyt/a-017", "nyt/b-3", "nyt/a-2.txt", "plain", "", "2024/5", "７", "x" + "9" * 20]
    found = number_ids(np.array(ids, dtype=object))
    assert [found.forms[code] for code in found.form] == [
        *("nyt/a-#", "nyt/b-#", "nyt/a-#.txt", "plain", "", "#/#", "７", "x#"),
    ]
    # a number of 20 digits counts by its last 15
    assert_array_equal(found.number, [17, 3, 2, np.nan, np.nan, 5, np.nan, 999_999_999_999_999])


def test_no_ids_have_no_form() -> None:
    found = number_ids(np.array([], dtype=object))
    assert found.forms == ()
    assert len(found.form) == len(found.number) == 0
