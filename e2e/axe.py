"""What axe finds wrong on a page for people who see, hear or type it in another way."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SCRIPT = Path(__file__).parents[1] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def faults_of(page: Page) -> list[str]:
    """One line for every element that breaks a rule of WCAG 2.2, levels A and AA."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(SCRIPT.read_text())
    found: list[dict[str, Any]] = page.evaluate(
        "async (rules) => (await axe.run({runOnly: rules, resultTypes: ['violations']})).violations", RULES
    )
    return [f"{each['id']} at {node['target']}: {node['failureSummary']}" for each in found for node in each["nodes"]]
