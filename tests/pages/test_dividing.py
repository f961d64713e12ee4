"""The Classes page says whether a class is of two kinds by its words, once somebody asks."""

from __future__ import annotations

import breakeven as be
from breakeven.data.wording import percent
from tests.breakeven.analysis.class_structure.test_dividing import planted
from tests.pages.reading import healthy, html_of, open_page, table_with, text_of
from tests.pages.test_links import hold


def test_the_parts_stand_with_their_errors_words_and_documents() -> None:
    review = planted()
    division = be.evaluate(review).divided("a").to_dict()
    app = open_page("classes", review, **{"class": "a"})
    assert "fall into two parts" not in text_of(app)
    app.segmented_control(key="w_classes.part").set_value("two").run()
    text = text_of(healthy(app))
    assert "fall into two parts by their words" in text
    for part in division["parts"]:
        row = f"{part['documents']} {part['found']} {part['missed']} {part['wrongly_assigned']} "
        assert row + percent(part["share_of_errors"]) in text
    assert "refinery" in set(table_with(app, "in the larger part")["word"])
    assert "divided" not in html_of(open_page("classes", review, **{"class": "b"}))
    hold(app, review, 6)
