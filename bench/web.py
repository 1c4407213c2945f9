"""(f) The web: its weight, Lighthouse, and what a person waits for, beside a small react-admin application on the same API.

Both are loaded in turn by the same browser, with nothing cached, so that each sees the same moments of a noisy machine.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page

from bench import browser, lighthouse, servers, sets, sizes, vitals, web_peer
from bench.lists import DATABASE, database
from bench.people import sign_in
from bench.plan import Plan
from bench.postgres import Server
from bench.report import Row, at_most, figure

PAINT_GOAL, BLOCKED_GOAL = 0.75, 0.4
#: Milliseconds of the largest paint and of blocked time.
LIMITS = {"sign-in": (1_100, 150), "the pay-in list": (1_400, 350)}
TOUCH_LIMIT_MS = 60
TICKS = 3
SEARCHED = "ORDER-12"


@dataclass(frozen=True, slots=True)
class Site:
    """The pages of an application by name: what they are opened as, and a selector of what stands once they can be used."""

    address: str
    pages: Mapping[str, tuple[str, str]]
    #: What the browser of a person who has signed in keeps.
    signed_in: Any

    def visit(self, chromium: Browser, name: str) -> vitals.Visit:
        path, stands = self.pages[name]
        with vitals.slow_page(chromium, None if name == "sign-in" else self.signed_in) as page:
            vitals.open_page(page, self.address + path, stands)
            return vitals.seen(page)


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    database(server)
    web_peer.install()
    yield from sizes.rows()
    app_url = server.app_url(DATABASE)
    with servers.ours(app_url, "ours-web", bot_check="altcha") as port, servers.react_admin(app_url) as peer_port:
        with browser.running() as chromium:
            ours, peer = _ours(chromium, port), _peer(peer_port)
            yield from _waits(chromium, ours, peer, plan)
            # An access token lives for ten minutes; each part begins with a new one.
            yield from _touches(chromium, _ours(chromium, port), plan)
            signed_in = browser.signed_in(chromium, ours.address)
        yield from lighthouse.rows(ours.address, signed_in)


def _ours(chromium: Browser, port: int) -> Site:
    address = f"http://localhost:{port}"
    pages = {"sign-in": ("/", "input[type=password]"), "the pay-in list": (browser.LIST, "tbody a")}
    return Site(address, pages, browser.signed_in(chromium, address))


def _peer(port: int) -> Site:
    address, account = f"http://localhost:{port}", str(sets.FIRST_MERCHANT)
    headers = sign_in(port, sets.email(sets.FIRST_MERCHANT), account)
    kept = {"token": headers["Authorization"].removeprefix("Bearer "), "account": account}
    items = [{"name": name, "value": value} for name, value in kept.items()]
    return Site(
        address,
        {"sign-in": ("/#/login", "input[type=password]"), "the pay-in list": ("/#/payments", "td.column-created_at")},
        {"cookies": [], "origins": [{"origin": address, "localStorage": items}]},
    )


def _waits(chromium: Browser, ours: Site, peer: Site, plan: Plan) -> Iterator[Row]:
    visits: dict[str, tuple[list[vitals.Visit], list[vitals.Visit]]] = {name: ([], []) for name in LIMITS}
    for _ in range(plan.rounds):
        for name, (own, theirs) in visits.items():
            own.append(ours.visit(chromium, name))
            theirs.append(peer.visit(chromium, name))
    for name, (own, theirs) in visits.items():
        paint_limit, blocked_limit = LIMITS[name]
        paint, peer_paint = (median(visit.paint for visit in each) for each in (own, theirs))
        blocked = median(visit.blocked for visit in own)
        # The peer shows nothing until most of its work is done, so beside it all work counts.
        in_all, peer_in_all = (median(visit.blocked_in_all for visit in each) for each in (own, theirs))
        yield figure(f"(f) {name}: largest paint", paint, "ms", paint_limit)
        yield at_most(f"(f) {name}: largest paint beside react-admin", paint, peer_paint, "ms", PAINT_GOAL)
        yield figure(f"(f) {name}: blocked after the first paint", blocked, "ms", blocked_limit)
        yield at_most(f"(f) {name}: blocked in all beside react-admin", in_all, peer_in_all, "ms", BLOCKED_GOAL)
        # In thousandths, because a row keeps two decimals; the worst, because none may shift.
        yield figure(f"(f) {name}: layout shift", 1_000 * max(visit.shift for visit in own), "‰", 0)


def _touches(chromium: Browser, ours: Site, plan: Plan) -> Iterator[Row]:
    taken: dict[str, list[float]] = {}
    path, stands = ours.pages["the pay-in list"]
    for _ in range(plan.rounds):
        with vitals.slow_page(chromium, ours.signed_in) as page:
            vitals.open_page(page, ours.address + path, stands)
            for name, milliseconds in _touched(page):
                taken.setdefault(name, []).append(milliseconds)
    for name, found in taken.items():
        yield figure(f"(f) to the next frame: {name}", median(found), "ms", TOUCH_LIMIT_MS)


def _touched(page: Page) -> Iterator[tuple[str, float]]:
    """Of each the worst of its events."""
    ticks = page.locator("tbody input[type=checkbox]")
    yield "ticking a row", max(vitals.press(page, ticks.nth(row)) for row in range(TICKS))
    search = page.get_by_role("searchbox")
    search.click()
    yield "typing in the search", vitals.answer(page, lambda: page.keyboard.type(SEARCHED, delay=vitals.KEY_MS))
    yield (
        "opening a dialog",
        vitals.press(page, page.get_by_role("button", name="New charge"), shows="[data-base-ui-portal] h2"),
    )
