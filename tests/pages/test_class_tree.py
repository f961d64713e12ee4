"""Which classes stand above which is said on the Load page, and stays with the review."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from breakeven.ui.app.store.memory import review_memory
from breakeven.ui.load.class_options import NOT_YET
from tests.pages.reading import enter, healthy, html_of, text_of

SHOP = b"""id,true,predicted
1,garden/tools/spade,garden/tools/rake
2,garden/plants,garden/tools/rake
3,books/poetry,books/prose
"""
ABOVE = b"parent,child\nspades,garden/tools/spade\nspades,garden/tools/rake\nx,garden/plants\n"


def again(at: AppTest) -> AppTest:
    return healthy(at.button(key="read_with_hierarchy").click().run())


def test_a_hierarchy_is_proposed_read_kept_changed_and_taken_back(load_page: AppTest) -> None:
    at = load_page
    at.file_uploader(key="files").set_value([("shop.csv", SHOP, "text/csv")]).run()
    # before anything is read, a way without its answer says that it does nothing
    (way,) = [r for r in at.radio if "hierarchy_way" in str(r.key)]
    way = way.set_value("as a file says").run().radio(key=str(way.key))
    assert NOT_YET in [c.value for c in at.caption]
    at = way.set_value("as their names say").run()
    (separator,) = [t for t in at.text_input if "hierarchy_separator" in str(t.key)]
    assert separator.value == "/"
    at = at.radio(key=str(way.key)).set_value("no hierarchy").run()
    healthy(at.button(key="read").click().run())
    before = at.query_params["review"]
    assert "Classes in a tree · names look like paths" in [e.label for e in at.expander]
    (separator,) = [t for t in at.text_input if "hierarchy_separator" in str(t.key)]
    assert separator.value == "/"
    at = again(at)
    # garden and books above, tools between, two kinds of tool below
    assert "Hierarchy 3 levels" in text_of(at)
    assert "3 levels, below 3 names that are no classes" in html_of(at)
    assert at.query_params["review"] != before
    # other class names leave it as it is
    (maps,) = [one for one in at.file_uploader if "class_map_file" in str(one.key)]
    maps.set_value(("m.csv", b"old,new\ngarden/plants,garden/trees\n", "text/csv")).run()
    healthy(at.button(key="read_again").click().run())
    assert "Hierarchy 3 levels" in text_of(at)
    # so does opening it again from where it is saved
    review_memory.clear()
    at = enter(review=at.query_params["review"])
    assert "Hierarchy 3 levels" in text_of(at)
    way = next(r for r in at.radio if "hierarchy_way" in str(r.key))
    assert way.value == "as it is"
    assert at.button(key="read_with_hierarchy").disabled
    at = healthy(way.set_value("as a file says").run())
    (file,) = [one for one in at.file_uploader if "hierarchy_file" in str(one.key)]
    at = again(file.set_value(("h.csv", ABOVE, "text/csv")).run())
    assert "Hierarchy 2 levels" in text_of(at)
    way = next(r for r in at.radio if "hierarchy_way" in str(r.key))
    at = again(way.set_value("no hierarchy").run())
    assert "Hierarchy" not in text_of(at)
