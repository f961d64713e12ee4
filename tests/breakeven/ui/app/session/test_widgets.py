"""A choice: shown, kept while its page is closed, and named in the address."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from breakeven.ui.app.session.charts import show_figure
from breakeven.ui.components.tables import height_of


def drawn(script: Callable[[], None], **address: str) -> AppTest:
    app = AppTest.from_function(script, default_timeout=120)
    for key, value in address.items():
        app.query_params[key] = value
    return app.run()


def page() -> None:
    """A page with one widget of each kind, which can be left for another."""
    import streamlit as st

    from breakeven.ui.app.session import state, widgets

    state.adopt_address()
    if "elsewhere" not in st.session_state:
        kinds = {"first": "First", "second": "Second"}
        chosen = {
            "kind": widgets.select("demo.kind", "Kind", kinds, default="second"),
            "part": widgets.section("demo.part", "Part", kinds),
            "names": widgets.several("demo.names", "Names", ["a", "b", "c"], 2),
            "line": widgets.text("demo.line", "Line", "usual"),
            "on": widgets.toggle("demo.on", "On"),
            "size": widgets.number(
                "demo.size", "Size", int(state.raw().get("demo.size", "3")), step=1
            ),
        }
        st.json(chosen)
    state.write_address(state.own_to("demo"))


def inside() -> None:
    """A fragment, on a page that writes no address by itself."""
    from breakeven.ui.app.session import state, widgets

    @widgets.fragment
    def part() -> None:
        widgets.select("demo.kind", "Kind", ["first", "second"])

    state.adopt_address()
    part()
    widgets.select("demo.other", "Other", ["first", "second"])


def owned() -> None:
    """A widget whose value belongs to something else."""
    import streamlit as st

    from breakeven.ui.app.session import state, widgets

    state.raw()
    widgets.number("mine", "Mine", 5, step=1, changed=lambda value: state.remember("told", value))
    st.text(str(state.remembered("told")))


def chosen_on(app: AppTest) -> dict[str, Any]:
    import json

    assert not app.exception
    values: dict[str, Any] = json.loads(app.json[0].value)
    return values


def address_of(app: AppTest) -> dict[str, str]:
    """Each key as a string: AppTest gives what the script wrote, or a list of what was sent."""
    params = {key: app.query_params[key] for key in app.query_params}
    return {key: v if isinstance(v, str) else v[-1] for key, v in params.items()}


USUAL = {"kind": "second", "part": "first", "names": [], "line": "usual", "on": False, "size": 3}


def test_until_something_is_chosen_the_defaults_hold_and_the_address_is_empty() -> None:
    app = drawn(page)
    assert chosen_on(app) == USUAL
    assert not app.query_params


def test_what_is_chosen_holds_at_once_and_stands_in_the_address() -> None:
    app = drawn(page)
    app.selectbox(key="w_demo.kind").set_value("first")
    app.segmented_control(key="w_demo.part").set_value("second")
    app.multiselect(key="w_demo.names").set_value(["c", "a"])
    app.text_input(key="w_demo.line").set_value("typed")
    app.toggle(key="w_demo.on").set_value(True)
    app.number_input(key="w_demo.size").set_value(7).run()
    chosen = {"kind": "first", "part": "second", "names": ["c", "a"], "line": "typed"}
    assert chosen_on(app) == chosen | {"on": True, "size": 7}
    address = address_of(app)
    assert address == {
        "demo.kind": "first",
        "demo.part": "second",
        "demo.names": '["c", "a"]',
        "demo.line": "typed",
        "demo.on": "on",
        "demo.size": "7",
    }
    assert chosen_on(drawn(page, **address)) == chosen_on(app)


@pytest.mark.parametrize(
    "address",
    [
        {"demo.kind": "third", "demo.part": "", "demo.names": "[1, {}, null]", "demo.on": "yes"},
        {"demo.names": "not json"},
        {"demo.names": '{"a": 1}'},
        {"demo.names": '"ab"'},
    ],
)
def test_an_address_that_makes_no_sense_is_passed_over(address: dict[str, str]) -> None:
    assert chosen_on(drawn(page, **address)) == USUAL


def test_names_beyond_the_most_are_left_out() -> None:
    assert chosen_on(drawn(page, **{"demo.names": '["c", "x", "b", "a"]'}))["names"] == ["c", "b"]


def test_a_choice_outlives_its_widget() -> None:
    app = drawn(page)
    app.selectbox(key="w_demo.kind").set_value("first").run()
    app.session_state["elsewhere"] = True
    app.run()
    assert not app.selectbox
    del app.session_state["elsewhere"]
    assert chosen_on(app.run())["kind"] == "first"


def test_in_a_fragment_the_address_follows_at_once_and_elsewhere_the_page_writes_it() -> None:
    app = drawn(inside)
    app.selectbox(key="w_demo.other").set_value("second").run()
    assert not app.query_params
    app.selectbox(key="w_demo.kind").set_value("second").run()
    assert address_of(app) == {"demo.kind": "second"}
    assert app.selectbox(key="w_demo.other").value == "second"


def test_a_value_owned_elsewhere_is_handed_on_and_not_kept_as_a_choice() -> None:
    app = drawn(owned)
    app.number_input(key="w_mine").set_value(8).run()
    assert app.text[0].value == "8"
    assert app.session_state["choices"] == {}
    assert app.number_input(key="w_mine").value == 5  # what its owner says


def test_a_figure_without_words_for_those_who_cannot_see_it_is_refused() -> None:
    with pytest.raises(ValueError, match="ranking"):
        show_figure({}, "ranking", "Ranking", " ")


def test_a_table_is_as_high_as_its_rows_up_to_a_limit() -> None:
    # a head of 36 pixels, and 33 for each row; an empty table has room for one
    assert [height_of(n, 420) for n in (0, 1, 2, 1000)] == [69, 69, 102, 420]
