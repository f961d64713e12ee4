"""What annotators said of a document stands beside what systems said of it."""

from __future__ import annotations

import breakeven as be
from tests.pages.reading import enter, go_to, text_of

FILE = b"""id,annotator,labels,predicted
1,anna,wheat,wheat
1,ben,wheat|corn,wheat
1,<b>cora,,wheat
2,anna,,
2,ben,,
"""


def test_who_gave_a_class_stands_beside_it() -> None:
    app = go_to(enter(be.read(FILE)), "documents")
    said = text_of(app)
    # two of three gave wheat, and one alone corn, which no system called
    assert "wheat ✓ 2 of 3 anna, ben found" in said
    assert "corn 1 of 3 ben" in said
    app.button(key="next").click().run()
    assert "Annotators" not in text_of(app)
