"""How long every page is, and what axe finds there: the four examples, on a desk and on a phone, light and dark.

    .venv/bin/python -m benchmarks.length [key of an example ...] [--without-axe]

Words: the visible text of the page, the labels inside its figures too, with every expander closed. Heights in px, at
1440 and at 390. A number beyond what is meant has an asterisk; axe counts what is serious or critical. Ends with 1
where any page is too long or not accessible.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.start import FLAGS, PATIENCE, chromium, server, wait_for
from predictions.demo import EXAMPLES

MOST_WORDS, MOST_PX = 450, 1900  # at 1440
ENDLESS = {"Definitions"}
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
COMPLETE = """() => document.querySelector('[data-testid=stApp]')?.dataset.testScriptState === 'notRunning'
    && !document.querySelector('[data-testid=stSkeleton], [data-stale=true]')"""
# An animation that is paused never ends, so the wait does.
STILL = """() => Promise.race([new Promise(done => setTimeout(done, 3000)), new Promise(requestAnimationFrame)
    .then(() => Promise.all(document.getAnimations()
        .filter(each => each.effect.getComputedTiming().endTime !== Infinity)
        .map(each => each.finished.catch(() => null))))]).then(() => null)"""
FOLD = "() => document.querySelectorAll('details[open] > summary').forEach(each => each.click())"
# A component keeps its text in a shadow tree of its own.
WORDS = r"""() => {
    const main = document.querySelector('[data-testid=stMain]');
    const shadows = [...main.querySelectorAll('*')].flatMap(each => [...(each.shadowRoot?.children ?? [])]);
    const text = [main, ...shadows].map(each => each.innerText ?? '').join(' ');
    return text.split(/\s+/).filter(each => /[\p{L}\p{N}]/u.test(each)).length;
}"""
HEIGHT = "() => document.querySelector('[data-testid=stMain]').scrollHeight"
ADDRESSES = """() => [...document.querySelectorAll('[data-testid=stTopNavLink]')].map(each => [
    each.innerText.trim(), new URL(each.href).pathname])"""


@dataclass
class Length:
    """words, height: at 1440. violations: (scheme, width, what axe says)."""

    words: int = 0
    height: int = 0
    phone: int = 0
    violations: list[str] = field(default_factory=list)

    def is_too_long(self, title: str) -> bool:
        return title not in ENDLESS and (self.words > MOST_WORDS or self.height > MOST_PX)


def complete(page: Page) -> Page:
    """At rest: the script has run, nothing fades, every expander is closed."""
    page.get_by_role("heading", level=2).first.wait_for(timeout=1000 * PATIENCE)
    page.wait_for_function(COMPLETE, timeout=1000 * PATIENCE)
    page.evaluate(FOLD)
    page.wait_for_function(COMPLETE, timeout=1000 * PATIENCE)
    page.evaluate(STILL)
    page.wait_for_timeout(300)
    return page


def found_by_axe(page: Page) -> list[str]:
    violations: list[dict[str, Any]] = Axe().run(page).response["violations"]
    grave = [each for each in violations if each["impact"] in ("serious", "critical")]
    return [f"{each['id']} at {node['html'][:120]}" for each in grave for node in each["nodes"]]


def measured(browser: Browser, address: str, with_axe: bool) -> Length:
    found = Length()
    for screen in (DESK, PHONE):
        page = browser.new_page(viewport=screen, color_scheme="light")
        page.goto(address)
        complete(page)
        if screen is DESK:
            found.words, found.height = page.evaluate(WORDS), page.evaluate(HEIGHT)
        else:
            found.phone = page.evaluate(HEIGHT)
        for scheme in ("light", "dark") if with_axe else ():
            page.emulate_media(color_scheme=scheme)
            said = found_by_axe(complete(page))
            found.violations += [f"{scheme} {screen['width']}: {each}" for each in said]
        page.close()
    return found


def addresses(browser: Browser, study: str) -> list[tuple[str, str]]:
    """(title, address) of every page that the menu lists for an example."""
    page = browser.new_page(viewport=DESK | {"width": 2400})
    page.goto(f"{study.replace('?', 'overview?')}")
    complete(page)
    found = [(title, path) for title, path in page.evaluate(ADDRESSES)]
    page.close()
    return found


def said(title: str, found: Length) -> str:
    words = f"{found.words}{'*' if title not in ENDLESS and found.words > MOST_WORDS else ' '}"
    height = f"{found.height}{'*' if title not in ENDLESS and found.height > MOST_PX else ' '}"
    return f"  {title:<20}{words:>8}{height:>8}{found.phone:>8}{len(found.violations):>6}"


def main() -> None:
    chosen = [each for each in sys.argv[1:] if not each.startswith("--")] or [each.key for each in EXAMPLES]
    with_axe, failed = "--without-axe" not in sys.argv, False
    with sync_playwright() as playwright, server() as address:
        wait_for(address)
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS.split())
        for key in chosen:
            print(f"{key}\n  {'page':<20}{'words':>7}{'px':>8}{'phone':>9}{'axe':>6}")
            for title, path in addresses(browser, f"{address}/?study={key}"):
                found = measured(browser, f"{address}{path}?study={key}", with_axe)
                failed |= bool(found.violations) or found.is_too_long(title)
                print(said(title, found), flush=True)
                for each in found.violations:
                    print(f"      {each}")
        browser.close()
    sys.exit(failed)


if __name__ == "__main__":
    main()
