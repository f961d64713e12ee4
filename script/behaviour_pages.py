"""What the pages of the app show, and what each single choice on them changes, as text."""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any
from unittest import mock

from script.behaviour_texts import ROOT, as_text, content_of, plain

# Streamlit brings it, without types
message_to_dict = import_module("google.protobuf.json_format").MessageToDict
SECONDS = 300
MOST_CHOICES = 1  # of one widget that are tried out
NAMES = ("app", *sorted(path.stem for path in (ROOT / "pages").glob("*.py")))
KINDS = (
    *("button", "toggle", "checkbox", "selectbox", "button_group", "radio", "multiselect"),
    *("text_input", "number_input", "slider", "select_slider"),
)
OF_THE_HEAD = ("'System'", "'Split'", "'Decisions'")  # tried out on one page, for all


class Page:
    """A page as a visitor has it who comes by its address, with everything open that opens."""

    def __init__(self, name: str, review: Any, address: str) -> None:
        from streamlit.testing.v1 import AppTest

        self.taken: list[str] = []
        self.at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=SECONDS)
        self.at.session_state["review"] = review
        self.at.query_params["review"] = address
        if name != "app":
            self.at.switch_page(f"pages/{name}.py")
        self.run()
        for _ in range(2):  # what is open may hold what opens
            for key in self._opening():
                self.at.session_state[key] = True
            self.run()

    def run(self) -> None:
        """Draw the page, and make the files that it offers."""
        self.taken.clear()
        offered = "streamlit.runtime.media_file_manager.MediaFileManager.add_deferred"
        with mock.patch(offered, self._offer):
            self.at.run()

    def _offer(self, data: Any, *_: Any, **named: Any) -> str:
        if "report_" not in named.get("element_id", ""):  # the command line writes these
            made = data()
            made = made.encode() if isinstance(made, str) else made
            self.taken.append(f"--- file {named.get('file_name')}\n{content_of('', made)}")
        return "offered"

    def _opening(self) -> list[str]:
        ids = (node.proto.id for kind in ("popover", "expander") for node in self.at.get(kind))
        keys = (re.sub(r"^\$\$ID-[0-9a-f]+-", "", of) for of in ids)
        return [key for key in keys if key not in ("", "None", "menu")]

    def text(self) -> str:
        """Everything that is shown, in its order."""
        shown = [self._shown(node) for node in self.at]
        return "\n".join([*(text for text in shown if text), *self.taken, ""])

    def _shown(self, node: Any) -> str:
        proto: Any = getattr(node, "proto", None)
        if not hasattr(proto, "DESCRIPTOR"):
            return f"[{node.type}]"
        if node.type == "dataframe":
            return f"[dataframe]\n{node.value.to_csv()}{_lines(proto, 'arrow_data', 'data')}"
        if node.type == "plotly_chart":
            spec = json.dumps(json.loads(proto.spec), indent=1, ensure_ascii=False)
            return f"[plotly_chart]\n{spec}\n{_lines(proto, 'spec')}"
        if node.type in ("flex_container", "column", "tab"):
            return ""
        return f"[{node.type}]\n{_lines(proto)}"


def _lines(proto: Any, *but: str) -> str:
    fields = message_to_dict(proto, preserving_proto_field_name=True)
    left = {"page_script_hash", "deferred_file_id", "fragment_id", "active_script_hash", *but}
    return as_text({name: value for name, value in fields.items() if name not in left})


def choices_of(app: Any) -> Iterator[tuple[str, Callable[[Any], Any]]]:
    """Every choice that a page offers: in words, and how it is made on the page drawn anew."""
    for kind in KINDS:
        for place, widget in enumerate(app.get(kind)):
            if getattr(widget, "disabled", False):
                continue
            for words, value in itertools.islice(_values(kind, widget), MOST_CHOICES):
                choice = f"{kind} {place} {widget.label!r}: {words}"
                yield choice, partial(_chosen, kind, place, value)


def _chosen(kind: str, place: int, value: Any, app: Any) -> None:
    widget = app.get(kind)[place]
    widget.click() if kind == "button" else widget.set_value(value)


def _values(kind: str, widget: Any) -> Iterator[tuple[str, Any]]:
    if kind == "button":
        yield "pressed", None
    elif kind in ("toggle", "checkbox"):
        yield str(not widget.value), not widget.value
    elif kind in ("selectbox", "radio", "button_group", "select_slider"):
        now = widget.value if isinstance(widget.value, list) else [widget.value]
        options = [option for option in widget.options if option not in now]
        several = kind == "button_group" and isinstance(widget.value, list)
        yield from ((option, [option] if several else option) for option in options)
    elif kind == "multiselect":
        yield from ((option, [*widget.value, option]) for option in widget.options)
    elif kind == "text_input":
        yield "grain", "grain"
    elif kind == "number_input":
        yield "one step more", (widget.value or 0) + (widget.step or 1)
    elif not isinstance(widget.value, list | tuple):
        yield "the most", widget.max


def shown_of(review: Any, address: str) -> Iterator[tuple[str, str]]:
    """The name of every page, and what it shows of a review."""
    for name in NAMES:
        yield name, Page(name, review, address).text()


def steps_of(review: Any, address: str) -> Iterator[tuple[str, str]]:
    """The name of every page, and what each choice on it changes: the lines gone and new."""
    for name in NAMES:
        page = Page(name, review, address)
        before, texts = Counter(plain(page.text()).splitlines()), []
        for said, choose in choices_of(page.at):
            if name == "summary" or not any(of in said for of in OF_THE_HEAD):
                changed = _after(Page(name, review, address), choose, before)
                texts += [f"#### {said}", *changed, ""]
        yield name, "\n".join(texts)


def _after(page: Page, choose: Callable[[Any], Any], before: Counter[str]) -> Iterator[str]:
    try:
        choose(page.at)
        page.run()
    except Exception as error:  # what cannot be chosen is said
        yield f"{type(error).__name__}: {error}"
        return
    after = Counter(plain(page.text()).splitlines())
    yield from (f"- {line}" for line in (before - after).elements())
    yield from (f"+ {line}" for line in (after - before).elements())
