"""The part of the page on splits that proposes a better one."""

from __future__ import annotations

import numpy as np
import pytest

import breakeven as be
from tests.pages.reading import open_page, table_with, tables_to_take, text_of

BETTER = {"review": "reuters", "splits.part": "better"}


def test_a_split_is_proposed_beside_the_present_one_as_python_proposes_it() -> None:
    app = open_page("splits", **BETTER)
    assert "Proposed" not in text_of(app)
    app.button(key="propose_split").click().run()
    text = text_of(app)
    proposal = be.propose_split(be.sample("reuters")).split
    # 70, 10 and 20 in 100 of 12,902 documents are 9,031.4, 1,290.2 and 2,580.4
    assert np.abs(proposal.after.documents - np.array([9031.4, 1290.2, 2580.4])).max() < 1
    for name, n, present in zip(
        proposal.after.parts, proposal.after.documents, proposal.after.present, strict=True
    ):
        assert f"{name} {n:,} {n / 12_902:.0%}".replace("%", " %") in text
        assert f"{present} of 90" in text
    assert len(table_with(app, "class")) == 90
    assert tables_to_take(app) >= {"split", "split_classes"}
    # of its 14 documents five have one title: a fifth are 2.8
    assert "1 class is a document or more off in some split" in text
    assert "“dmk” has 5 documents in “test”, and its share would be 2.8 of 14" in text


def test_a_kept_split_is_left_as_it_is() -> None:
    app = open_page("splits", **BETTER, **{"splits.keep": '["test"]'})
    app.button(key="propose_split").click().run()
    assert text_of(app).count("test 3,299 26 %") == 2


@pytest.mark.parametrize(
    ("parts", "problem"),
    [
        ("train=<b>,test=0.2", "'train=<b>' is no part"),
        ("train=0.9,test=0.3", "the parts add up to 1.2"),
        ("train=1", "'train' alone divides nothing"),
    ],
)
def test_parts_that_are_none_are_refused_in_words(parts: str, problem: str) -> None:
    app = open_page("splits", **BETTER, **{"splits.parts": parts})
    assert "No split is possible" in app.warning[0].value
    assert app.code[0].value.startswith(problem)
    assert not any(button.key == "propose_split" for button in app.button)
