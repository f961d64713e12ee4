"""What must hold of every page at every size: read from the page as it is drawn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import ConsoleMessage, Page

from tests.browser.driving import TRIES, settle

# axe-core 4.14, whose licence lies beside it
AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text(encoding="utf-8")
SERIOUS = """async () => {
    const found = await axe.run(document, { resultTypes: ['violations'] })
    return found.violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 200))])
}"""
# of the page, not of what scrolls in a frame of its own
FAULTS = """() => {
    const faults = []
    const main = document.querySelector('[data-testid="stMain"]')
    for (const it of [document.documentElement, main])
        if (it.scrollWidth > it.clientWidth + 1)
            faults.push(`scrolls sideways by ${it.scrollWidth - it.clientWidth} pixels`)
    const levels = [...main.querySelectorAll('h1,h2,h3,h4,h5,h6')]
        .filter((it) => it.checkVisibility())
        .map((it) => Number(it.tagName[1]))
    if (levels.filter((level) => level === 1).length !== 1)
        faults.push(`headings of the first level: ${levels}`)
    if (levels.some((level, i) => i && level > levels[i - 1] + 1))
        faults.push(`a level of headings is left out: ${levels}`)
    const head = main.querySelector('.st-key-choices')
    if (head && head.checkVisibility()) {
        const tops = new Set([...head.children].map((it) =>
            Math.round(it.getBoundingClientRect().top / 8)))
        const high = Math.round(head.getBoundingClientRect().height)
        if (tops.size > 1 || high > 40) faults.push(`the head is ${high} pixels high`)
    }
    for (const it of main.querySelectorAll('[data-testid="stButtonGroup"] > div'))
        if (it.checkVisibility() && it.scrollWidth > it.clientWidth + 1)
            faults.push(`a choice is cut: ${it.innerText.replaceAll('\\n', ' ')}`)
    for (const it of main.querySelectorAll('a.quiet-link'))
        if (it.checkVisibility() && it.getClientRects()[0].height < 24)
            faults.push(`a link is less than 24 pixels high: ${it.innerText}`)
    return faults
}"""


def faults_of(page: Page) -> list[Any]:
    """What is wrong with a page as it is seen now; once more where it is still being drawn."""
    faults: list[Any] = []
    for _ in range(TRIES):
        settle(page)
        faults = [*page.evaluate(FAULTS), *page.evaluate(SERIOUS)]
        if not faults:
            break
    return faults


def is_fault(message: ConsoleMessage) -> bool:
    """Whether the console tells of an error, but for what Streamlit asks under a page's path."""
    return message.type == "error" and "_stcore" not in str(message.location.get("url"))
