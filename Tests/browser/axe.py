"""What axe finds in a person's page."""

from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe

SCRIPT = Axe().axe_script


def broken(page):
    """The rules that the page breaks, as axe describes them."""
    # Half a megabyte: once a page.
    if not page.page.evaluate("'axe' in window"):
        page.page.evaluate(SCRIPT)
    return AxeResults(page.page.evaluate("axe.run({ resultTypes: ['violations'] })"))


def check(page):
    found = broken(page)
    assert found.violations_count == 0, found.generate_report()
