"""Which classes stand above which is said on the Load page, and stays with the review."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from breakeven.ui.app.store.memory import review_memory
from breakeven.ui.home.class_options import NOT_YET
from tests.pages.reading import enter, healthy, html_of, read_here, text_of

SHOP = b"""id,true,predicted
1,garden/tools/spade,garden/tools/rake
2,garden/plants,garden/tools/rake
3,books/poetry,books/prose
"""
ABOVE = b"parent,child\nspades,garden/tools/spade\nspades,garden/tools/rake\nx,garden/plants\n"


def again(app: AppTest) -> AppTest:
    return healthy(app.button(key="read_with_hierarchy").click().run())


def test_a_hierarchy_is_proposed_read_kept_changed_and_taken_back(load_page: AppTest) -> None:
    app = load_page
    app.file_uploader(key="files").set_value([("shop.csv", SHOP, "text/csv")]).run()
    # before anything is read, a way without its answer says that it does nothing
    (way,) = [r for r in app.radio if "hierarchy_way" in str(r.key)]
    way = way.set_value("from a file").run().radio(key=str(way.key))
    assert NOT_YET in [c.value for c in app.caption]
    app = way.set_value("from class names").run()
    (separator,) = [t for t in app.text_input if "hierarchy_separator" in str(t.key)]
    assert separator.value == "/"
    app = app.radio(key=str(way.key)).set_value("no hierarchy").run()
    healthy(read_here(app))
    before = app.query_params["review"]
    assert "Class hierarchy · names look like paths" in [e.label for e in app.expander]
    (separator,) = [t for t in app.text_input if "hierarchy_separator" in str(t.key)]
    assert separator.value == "/"
    app = again(app)
    # garden and books above, tools between, two kinds of tool below
    assert "Hierarchy 3 levels" in text_of(app)
    assert "3 levels, below 3 names that are not classes" in html_of(app)
    assert app.query_params["review"] != before
    # other class names leave it as it is
    (maps,) = [uploader for uploader in app.file_uploader if "class_map_file" in str(uploader.key)]
    maps.set_value(("m.csv", b"old,new\ngarden/plants,garden/trees\n", "text/csv")).run()
    healthy(app.button(key="read_again").click().run())
    assert "Hierarchy 3 levels" in text_of(app)
    # so does opening it again from where it is saved
    review_memory.clear()
    app = enter(review=app.query_params["review"])
    assert "Hierarchy 3 levels" in text_of(app)
    way = next(r for r in app.radio if "hierarchy_way" in str(r.key))
    assert way.value == "unchanged"
    assert app.button(key="read_with_hierarchy").disabled
    app = healthy(way.set_value("from a file").run())
    (file,) = [uploader for uploader in app.file_uploader if "hierarchy_file" in str(uploader.key)]
    app = again(file.set_value(("h.csv", ABOVE, "text/csv")).run())
    assert "Hierarchy 2 levels" in text_of(app)
    way = next(r for r in app.radio if "hierarchy_way" in str(r.key))
    app = again(way.set_value("no hierarchy").run())
    assert "Hierarchy" not in text_of(app)
