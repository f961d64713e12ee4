"""The scripts of our own, which the server has as files: none has a word of any review."""

from __future__ import annotations

import streamlit as st

# Streamlit leaves the keys that are typed to the page behind a dialog
FOCUS = """\
(function focus(left) {
  const box = document.querySelector('[role="dialog"] input[role="combobox"]');
  if (box) box.focus();
  // the dialog takes the focus itself once more when it has opened
  if (left) setTimeout(focus, 100, left - 1);
})(5);
"""
# Streamlit says that a choice is closed after it has asked for the page that the click is for: that
# word is of the page before, which is then drawn in place of the other
TURNING = """\
if (!window.turning) {
  window.turning = true;
  const OPEN = '[data-testid="stPopoverBody"]';
  let passing = false;
  document.addEventListener('click', (event) => {
    const way = event.target.closest('[data-testid="stPageLink-NavLink"]');
    const open = document.querySelector(OPEN);
    const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (passing || !plain || !way || !open || open.contains(way)) return;
    event.preventDefault();
    event.stopPropagation();
    document.body.click();
    const to = way.href;
    (function follow(left) {
      if (left && document.querySelector(OPEN)) return void setTimeout(follow, 20, left - 1);
      // the menu may have been drawn anew
      const there = way.isConnected ? way : [...document.links].find((link) => link.href === to);
      passing = true;
      if (there) there.click();
      passing = false;
    })(25);
  }, true);
}
"""
SCRIPTS = {"focus.js": FOCUS, "turning.js": TURNING}


def focus_the_box() -> None:
    """What is typed goes into the box of the dialog that this stands in, as soon as it opens."""
    _run("focus.js")


def close_before_turning() -> None:
    """A choice that is open is closed before a link leads to another page."""
    _run("turning.js")


def _run(name: str) -> None:
    st.html(f"<script src='{name}'></script>", unsafe_allow_javascript=True)
