"""What stands around every screen, in the measures and the places of the specification."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, Locator, Page, ViewportSize, expect

from axe import faults_of
from charging import LIST
from pages import NARROW, WIDE, OpenAs
from person import ANA

KIT = "/dashboard/kit"
SIZES = Path(__file__).parents[1] / "web" / "scripts" / "size.mjs"


def box(element: Locator) -> FloatRect:
    found = element.bounding_box()
    assert found is not None
    return found


def open_kit(open_as: OpenAs, viewport: ViewportSize = WIDE) -> Page:
    page = open_as(ANA, viewport)
    page.goto(KIT)
    expect(page.get_by_role("heading", name="Kit", level=1)).to_be_visible()
    return page


def test_bar_and_menu_have_their_measures_and_the_menu_becomes_a_drawer_below_768(open_as: OpenAs) -> None:
    page = open_as(ANA)
    page.goto(LIST)
    menu = page.get_by_role("complementary")
    assert box(page.get_by_role("banner"))["height"] == 64
    assert box(menu)["width"] == 270
    page.set_viewport_size({"width": 768, "height": 900})
    expect(menu).to_be_visible()
    page.set_viewport_size({"width": 767, "height": 900})
    expect(menu).to_be_hidden()
    expect(page.get_by_role("button", name="Open the menu")).to_be_visible()


def test_the_panel_of_notifications_is_390_wide_and_at_most_440_high(open_as: OpenAs) -> None:
    page = open_as(ANA)
    page.goto(LIST)
    page.get_by_role("button", name=re.compile("Notifications")).click()
    panel = page.get_by_role("dialog")
    expect(panel).to_be_visible()
    assert box(panel)["width"] == 390
    assert 0 < box(panel)["height"] <= 440


@pytest.mark.parametrize("viewport", [WIDE, NARROW])
def test_the_demo_has_pages_of_help_privacy_and_terms(open_as: OpenAs, viewport: ViewportSize) -> None:
    page = open_as(None, viewport)
    page.goto("/")
    page.get_by_role("button", name="Português").click()
    for path, title in (
        ("/help", "Central de ajuda"),
        ("/privacy", "Política de privacidade"),
        ("/terms", "Termos de uso"),
    ):
        page.goto(path)
        expect(page.get_by_role("heading", name=title, level=1)).to_be_visible()
        assert faults_of(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]


@pytest.mark.parametrize("viewport", [WIDE, NARROW])
def test_the_cookie_banner_hides_nothing_and_is_gone_for_good_once_accepted(
    open_as: OpenAs, viewport: ViewportSize
) -> None:
    page = open_as(None, viewport, accepted=False)
    page.goto("/")
    banner = page.get_by_role("region", name="Cookies")
    expect(banner).to_be_visible()
    assert faults_of(page) == []
    page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
    sign_in = page.get_by_role("button", name="Sign in", exact=True)
    sign_in.scroll_into_view_if_needed()
    assert box(sign_in)["y"] + box(sign_in)["height"] <= box(banner)["y"]
    assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
    banner.get_by_role("button", name="Accept").click()
    expect(banner).to_have_count(0)
    page.reload()
    expect(sign_in).to_be_visible()
    expect(banner).to_have_count(0)


def test_a_new_version_is_offered_at_the_bottom_left_and_taken(open_as: OpenAs) -> None:
    page = open_as(ANA)
    page.clock.install()
    asked = list[dict[str, str]]()
    page.on("request", lambda sent: asked.append(sent.headers) if sent.url.endswith("/asset-manifest.json") else None)
    with page.expect_response("**/asset-manifest.json"):
        page.goto(LIST)
    page.route("**/asset-manifest.json", lambda route: route.fulfill(json={"files": {"a": "/newer.js"}}))
    page.clock.run_for(61_000)
    upgrade = page.get_by_role("button", name="Upgrade now")
    expect(upgrade).to_be_visible()
    assert box(upgrade)["x"] < 400
    assert box(upgrade)["y"] > 800
    assert faults_of(page) == []
    with page.expect_navigation():
        upgrade.click()
    expect(page.get_by_role("heading", name="Payins")).to_be_visible()
    assert len(asked) >= 2
    assert not any("authorization" in headers or "cookie" in headers for headers in asked)


def test_a_toast_stands_top_right_and_a_click_elsewhere_leaves_it(open_as: OpenAs) -> None:
    page = open_kit(open_as)
    page.get_by_role("button", name="Toast of several lines").click()
    toast = page.get_by_role("region", name="Messages")
    expect(toast.get_by_role("paragraph")).to_have_count(3)
    place = box(toast)
    assert place["y"] < 40
    assert place["x"] + place["width"] > 1400
    page.mouse.click(720, 300)
    expect(toast.get_by_role("paragraph")).to_have_count(3)
    toast.get_by_role("button", name="Close").click()
    expect(toast.get_by_role("paragraph")).to_have_count(0)


def test_windows_are_as_wide_and_as_high_as_they_may_be(open_as: OpenAs) -> None:
    page = open_kit(open_as)
    for name, width in (("large", 910), ("sensitive", 1320)):
        page.get_by_role("button", name=f"Window: {name}").click()
        window = page.get_by_role("dialog")
        expect(window).to_be_visible()
        assert box(window)["width"] == width
        page.set_viewport_size({"width": 1440, "height": 200})
        assert box(window)["height"] <= 160.5
        page.set_viewport_size(WIDE)
        page.keyboard.press("Escape")
        expect(window).to_have_count(0)


def test_the_modal_asks_before_it_deletes_and_before_it_loses_what_was_typed(open_as: OpenAs) -> None:
    page = open_kit(open_as)
    opener = page.get_by_role("button", name="Modal with everything")
    opener.click()
    modal = page.get_by_role("dialog", name="Rule 7")
    modal.get_by_label("Note").fill("something")
    expect(modal.get_by_text("changes not saved")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Stay here").click()
    modal.get_by_role("button", name="Save").click()
    expect(modal.get_by_text("changes saved")).to_be_visible()
    modal.get_by_role("button", name="Copy the link").click()
    assert page.evaluate("navigator.clipboard.readText()").endswith(KIT)
    modal.get_by_role("button", name="Delete").click()
    expect(modal.get_by_role("button", name="No")).to_be_focused()
    assert faults_of(page) == []
    modal.get_by_role("button", name="Yes").click()
    expect(modal.get_by_text("Deleting")).to_be_visible()
    page.keyboard.press("Escape")
    expect(modal).to_be_visible()
    expect(modal).to_have_count(0)
    expect(opener).to_be_focused()


def test_a_dangerous_screen_warns_and_asks_before_it_is_left(open_as: OpenAs) -> None:
    page = open_kit(open_as)
    page.get_by_label("Dangerous screen").check()
    expect(page.get_by_text("Careful: what is done here takes effect at once")).to_be_visible()
    assert faults_of(page) == []
    page.get_by_role("link", name="Overview", exact=True).click()
    page.get_by_role("button", name="Stay here").click()
    expect(page.get_by_role("heading", name="Kit", level=1)).to_be_visible()
    page.get_by_role("link", name="Overview", exact=True).click()
    page.get_by_role("button", name="Leave", exact=True).click()
    page.wait_for_url("**/dashboard")


@pytest.mark.parametrize("viewport", [WIDE, NARROW])
def test_the_page_of_the_kit_stays_in_its_width_and_axe_finds_nothing(open_as: OpenAs, viewport: ViewportSize) -> None:
    page = open_kit(open_as, viewport)
    assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
    assert faults_of(page) == []


def test_pages_weigh_no_more_than_their_budgets() -> None:
    said = subprocess.run([Path(sys.executable).with_name("node"), SIZES], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout + said.stderr
