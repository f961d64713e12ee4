"""What is counted as a word of the first screen, and how many each page has at most there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.app_server import AppServer
from tests.browser.first_screen import first_screen_words

PAGE = """
<nav>Menu of pages</nav>
<main data-testid="stMain" style="margin:0">
  <p>Two words, 85 %</p>
  <p style="display:none">gone</p>
  <p style="visibility:hidden">unseen</p>
  <p style="position:absolute;clip-path:inset(50%)">only spoken</p>
  <span data-testid="stIconMaterial">arrow_forward</span>
  <div class="js-plotly-plot">
    <svg width="90" height="20"><title>spoken too</title><text y="15">axis</text></svg>
  </div>
  <details><summary>More</summary><p>folded <b>too</b></p></details>
  <p style="margin-top:1000px">below the fold</p>
</main>
"""


def test_only_what_can_be_read_before_scrolling_is_counted(page: Page) -> None:
    page.set_content(PAGE)
    # a lone sign is no word; a chart's labels are
    assert first_screen_words(page) == ["Two", "words,", "85", "axis", "More"]
    assert first_screen_words(page, charts=False) == ["Two", "words,", "85", "More"]


LATE = """
<main data-testid="stMain"><p>First</p></main>
<script>
  for (const [i, word] of ["second", "third"].entries())
    setTimeout(() => { document.querySelector("p").append(" " + word) }, 400 * (i + 1))
</script>
"""


def test_what_comes_late_is_waited_for(page: Page) -> None:
    page.set_content(LATE)
    assert first_screen_words(page) == ["First", "second", "third"]


# the others have tests of their own, which also look for what there is to do
@pytest.mark.parametrize(
    "name",
    [
        "",
        "confusions",
        "slices",
        "documents",
        "splits",
        "labels",
        "unlabelled_data",
        "history",
    ],
)
def test_a_page_opens_with_120_words_at_most(page: Page, server: AppServer, name: str) -> None:
    page.goto(f"{server.url}/{name}" + ("?review=reuters" if name else ""))
    # a chart's names at axes and numbers in cells are not read one by one
    words = first_screen_words(page, charts=False)
    assert 20 < len(words) <= 120, " ".join(words)
