"""Options of commands that measure."""

from __future__ import annotations

import pytest

from breakeven.commands.main import main


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("compare", "reuters", "svm", "knn", "--replicates", "5"), "5 replicates are too few"),
        (("changes", "r8", "--baseline", "r8", "--replicates", "99"), "give at least 100"),
        (("evaluate", "r8", "--beta", "-1"), "β is a number from 0 on, or inf"),
        (("evaluate", "r8", "--beta", "nan"), "β is a number from 0 on, or inf"),
        (("gate", "r8", "--threshold", "high"), "invalid threshold value"),
    ],
)
def test_numbers_that_mean_nothing_are_refused_before_anything_is_read(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    out, err = capsys.readouterr()
    assert (end.value.code, out) == (2, "")
    assert message in err
