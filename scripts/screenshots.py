"""Takes the README's pictures anew: the overview, the list of pay-ins and one of them, as a merchant sees them with the demo's data."""

import sys
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
LARGEST = 300_000
DEMO_PAYINS = "20000"

# The house, the browser and the person of the journeys.
sys.path.insert(0, str(ROOT / "e2e"))

from browser import find  # noqa: E402
from house import running  # noqa: E402
from pages import WIDE  # noqa: E402
from person import ANA, sign_in  # noqa: E402


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with running(RETAGUARDA_DEMO_PAYINS=DEMO_PAYINS) as house, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find(), args=["--no-sandbox", "--disable-gpu"])
        page = chromium.new_page(
            viewport=WIDE,
            base_url=house.address,
            reduced_motion="reduce",
            locale="en-GB",
            timezone_id="America/Sao_Paulo",
        )
        sign_in(page, ANA)
        page.get_by_role("button", name="Accept").click()
        take(page, "/dashboard", "overview", "Received")
        take(page, "/dashboard/payin/payments/list", "payins", "Paid")
        paid = page.locator("tr[data-row]").filter(has_text="Paid").get_by_role("link").first.get_attribute("href")
        assert paid
        take(page, paid, "payin", "Timeline")
        chromium.close()


def take(page: Page, path: str, name: str, shows: str) -> None:
    page.goto(path)
    expect(page.get_by_role("button", name="Profile menu")).to_contain_text("Ana Souza")
    expect(page.get_by_role("main").get_by_text(shows, exact=True).first).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    page.evaluate("document.fonts.ready")
    picture = PICTURES / f"{name}.png"
    page.screenshot(path=picture)
    size = picture.stat().st_size
    if size > LARGEST:
        raise SystemExit(f"{picture.relative_to(ROOT)} has {size} bytes, more than {LARGEST}")
    print(f"{picture.relative_to(ROOT)}: {size // 1000} kB")


if __name__ == "__main__":
    main()
