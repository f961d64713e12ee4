"""How much there is to read before anybody scrolls: the words of a page's first screen."""

from __future__ import annotations

from playwright.sync_api import Page

# where one screen ends
WIDE, HIGH = 1280, 900

# each word is found where it stands: what is hidden, clipped for screen readers, or further down
# is none; of a word at the lower edge the middle decides. The menu beside a page is not of it.
_WORDS = """([width, height]) => {
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


def first_screen_words(page: Page) -> list[str]:
    """The words that can be read on a page as it opens, in the order of the page.

    A word has a letter or a digit. Head and charts count, the menu beside the page does not.
    """
    page.set_viewport_size({"width": WIDE, "height": HIGH})
    return list(page.evaluate(_WORDS, [WIDE, HIGH]))
