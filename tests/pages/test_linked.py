"""What is selected on a page becomes the filter of every page, and one click takes it back."""

from __future__ import annotations

import json

from breakeven.readers.samples import load_sample
from tests.made import not_none
from tests.pages.reading import go_to, healthy, open_page, table_with, text_of

GROUP = json.dumps(["grain", "wheat"])


def test_classes_chosen_together_are_shown_alone_everywhere_until_that_is_taken_back() -> None:
    app = open_page(
        "classes",
        review="reuters",
        system="svm",
        where="n_words>50",
        classes__part="all",
        classes__group=GROUP,
    )
    before = table_with(app, "reading").set_index("class")
    assert list(before.index[:2]) == ["grain", "wheat"]
    # looking at both changes nothing; showing them alone does
    assert app.query_params["where"] in ("n_words>50", ["n_words>50"])
    app.button(key="only_classes").click().run()
    after = table_with(healthy(app), "reading").set_index("class")
    assert "n_words>50 (true:grain OR called:grain OR true:wheat OR called:wheat)" in text_of(app)
    for measure in ("tp", "fp", "fn", "f", "precision", "recall"):
        assert (before.loc[["grain", "wheat"], measure] == after.loc[
            ["grain", "wheat"], measure
        ]).all()  # fmt: skip
    assert after["tn"].sum() < before["tn"].sum()
    assert "only_classes" not in [button.key for button in app.button]
    # every page has the way back, which leaves what was asked before
    app = go_to(app, "documents")
    app.button(key="take_back").click().run()
    assert app.query_params["where"] in ("n_words>50", ["n_words>50"])
    app.button(key="take_back").click().run()
    assert "where" not in healthy(app).query_params
    assert "take_back" not in [button.key for button in app.button]
    review = load_sample("reuters")
    test = review.truth.in_split("test")
    assert f"{not_none(review.truth.labels)[test].shape[0]:,} documents" in text_of(app)


def test_a_group_of_the_address_is_named_and_left() -> None:
    app = open_page("classes", review="r8", classes__group='["ship", "no such class"]')
    assert "1 class chosen: ship" in text_of(app)
    app.button(key="none_classes").click().run()
    assert "chosen" not in text_of(healthy(app))
    assert "classes.group" not in app.query_params
