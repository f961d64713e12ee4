"""What keyboards and screen readers meet: no serious finding, a whole review without a mouse."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, ViewportSize

from breakeven.ui.app.menu import PAGES
from tests.browser.app_server import AppServer
from tests.browser.driving import PATIENCE, TRIES, settle

# axe-core 4.14, whose licence lies beside it
AXE = (Path(__file__).parent / "axe" / "axe.min.js").read_text(encoding="utf-8")
SERIOUS = """async () => {
    const found = await axe.run(document, { resultTypes: ['violations'] })
    return found.violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 200))])
}"""
# pages are seen in turn as on a desk by day and on a phone by night: they share their parts
SEEN: tuple[tuple[Literal["light", "dark"], ViewportSize], ...] = (
    ("light", {"width": 1280, "height": 900}),
    ("dark", {"width": 420, "height": 900}),
)


def test_axe_finds_nothing_serious_on_any_page(browser: Browser, server: AppServer) -> None:
    tabs = []
    for scheme, size in SEEN:
        # the checker is code from elsewhere, which the pages' own policy would refuse
        context = browser.new_context(color_scheme=scheme, viewport=size, bypass_csp=True)
        context.add_init_script(AXE)
        context.set_default_timeout(PATIENCE)
        tabs.append(context.new_page())
    found: dict[str, Any] = {}
    for i, (path, name, _) in enumerate(PAGES):
        tab = tabs[i % len(tabs)]
        tab.goto(f"{server.url}/{Path(path).stem if 'pages/' in path else ''}?review=reuters")
        tab.locator("h1").first.wait_for()
        for _ in range(TRIES):  # a page that is still being drawn has parts without content
            settle(tab)
            found[name] = tab.evaluate(SERIOUS)
            if not found[name]:
                break
    for tab in tabs:
        tab.context.close()
    assert {name: serious for name, serious in found.items() if serious} == {}
