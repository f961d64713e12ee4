"""The part of the page on splits about what more training documents would give."""

from __future__ import annotations

import html

from breakeven.data.records import Review
from tests import made
from tests.made import matrix_of, truth_of
from tests.pages.reading import figures_of, open_page, text_of

HOSTILE = "<img src=x onerror=alert(1)>"


def review_of(names: tuple[str, str, str]) -> Review:
    """Systems that get 50, 70 and 80 % of 400 documents right."""
    said = {
        name: matrix_of([("ab" if i < right else "ba")[i % 2] for i in range(400)], 2)
        for name, right in zip(names, (200, 280, 320), strict=True)
    }
    return made.review_of(truth_of(matrix_of(["a", "b"] * 200, 2)), **said)


def test_sizes_in_names_are_proposed_and_taken_at_one_click() -> None:
    app = open_page("splits", review_of(("svm-100", "svm-400", "svm-1600")), splits__part="size")
    assert "Training sizes in the names: svm-100 100, svm-400 400, svm-1600 1,600." in text_of(app)
    assert "approaches" not in text_of(app)
    app.button(key="take_sizes").click().run()
    text = text_of(app)
    # 0.9 - 4 / sqrt(n) passes through all three; at 3,200 it is 0.829
    assert "twice as many training documents, 3,200: about 0.829" in text
    assert "it approaches 0.900" in text
    assert len(figures_of(app)) == 1
    on = "On the 400 documents that all these systems predicted."
    assert any(caption.value.startswith(on) for caption in app.caption)
    app.segmented_control(key="w_splits.curve").set_value("error").run()
    assert "about 0.171" in text_of(app)
    # what is taken to be known can be changed: without one there are two sizes
    app.number_input(key="w_splits.size.1").set_value(0).run()
    assert "takes 3 different training sizes, not 2" in text_of(app)
    assert '"svm-400"' not in str(app.query_params["splits.trained_on"])


def test_sizes_are_typed_where_names_say_none_and_names_are_literal() -> None:
    review = review_of((HOSTILE, "**b**", "c"))
    app = open_page("splits", review, splits__part="size", splits__trained_on="[1]")
    assert "The names give" not in text_of(app)
    for field, size in enumerate((100, 400, 1_600)):
        app.number_input(key=f"w_splits.size.{field}").set_value(size).run()
    assert "3,200: about 0.829" in text_of(app)
    bodies = " ".join(e.proto.body for e in app.get("html"))
    assert html.escape(HOSTILE) in bodies
    assert HOSTILE not in bodies
    assert all(HOSTILE not in spec.proto.spec for spec in app.get("plotly_chart"))


def test_one_system_makes_no_curve() -> None:
    app = open_page("splits", review="r8", splits__part="size")
    assert any("Load three systems" in info.value for info in app.info)
