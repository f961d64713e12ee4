"""How much there is to read before anybody scrolls: the words of a page's first screen."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.driving import PATIENCE

# where one screen ends
WIDE, HIGH = 1280, 900

# whether the app has stopped, and for a second nothing came, went or moved
_IS_STILL = """() => {
    const app = document.querySelector('[data-testid="stApp"]')
    const states = app ? [app.dataset.testConnectionState, app.dataset.testScriptState] : []
    const main = document.querySelector('[data-testid="stMain"]')
    const drawn = main ? main.querySelectorAll('svg text').length : 0
    const seen = [states, main?.innerText, main?.firstElementChild?.scrollHeight, drawn].join()
    if (window.seenLast !== seen) [window.seenLast, window.seenSince] = [seen, performance.now()]
    const stopped = !app || states.join() === 'CONNECTED,notRunning'
    return main !== null && stopped && performance.now() - window.seenSince > 1000
}"""

# each word is found where it stands: what is hidden, clipped for screen readers, or further down
# is none; of a word at the lower edge the middle decides. The menu beside a page is not of it.
_WORDS = """([width, height, charts]) => {
    const words = []
    const main = document.querySelector('[data-testid="stMain"]')
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const shown = new Map()
    const isShown = (element) => {
        if (!shown.has(element)) {
            const style = getComputedStyle(element)
            const clipped = style.position === 'absolute' &&
                (style.clip.startsWith('rect') || style.clipPath !== 'none')
            shown.set(element, !(
                ['STYLE', 'SCRIPT', 'NOSCRIPT', 'TITLE', 'DESC'].includes(element.tagName) ||
                style.display === 'none' || style.visibility === 'hidden' ||
                style.opacity === '0' || style.fontSize === '0px' || clipped ||
                !element.checkVisibility() ||
                element.dataset.testid === 'stIconMaterial' ||
                (!charts && element.matches('.js-plotly-plot svg')) ||
                (element !== main && !isShown(element.parentElement))
            ))
        }
        return shown.get(element)
    }
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!isShown(node.parentElement)) continue
        for (const found of node.data.matchAll(/[^\\s]*[\\p{L}\\p{N}][^\\s]*/gu)) {
            range.setStart(node, found.index)
            range.setEnd(node, found.index + found[0].length)
            const box = range.getBoundingClientRect()
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
            if (box.width > 1 && box.height > 1 && x > 0 && x < width && y > 0 && y < height)
                words.push(found[0])
        }
    }
    return words
}"""


def first_screen_words(page: Page, *, charts: bool = True) -> list[str]:
    """The words that can be read on a page as it opens, in the order of the page.

    A word has a letter or a digit. The head counts, and `charts` with names at axes and numbers in
    cells; the menu beside the page does not, nor what is folded. They are counted once the app has
    stopped and the page has stood still for a second.
    """
    page.set_viewport_size({"width": WIDE, "height": HIGH})
    page.wait_for_function(_IS_STILL, polling=100, timeout=PATIENCE)
    return list(page.evaluate(_WORDS, [WIDE, HIGH, charts]))
