"""(g) From the sandbox's payment of a code to the change on the screen that is open before somebody who waits for it.

The whole product runs as ``make run`` starts it, and a person has the charge open in Chromium. A screen asks every two seconds what
has become of a charge that is not final; a payment comes at any moment between two of its questions.
"""

import random
import time
from collections.abc import Iterator
from statistics import quantiles

import httpx
from e2e.api import Api
from e2e.house import RunningHouse, running
from e2e.person import ANA, sign_in
from playwright.sync_api import Page

from bench import browser
from bench.plan import Plan
from bench.postgres import Server
from bench.report import Row, figure

#: Milliseconds: RECORD_POLL of web/src/kit/record/useRecord.ts, and half a second for all the rest.
POLL_MS, LEFT_MS = 2_000, 500
#: Payments for each round of the others.
PAYMENTS = 6
#: Noted by the page itself, so that nobody asks it while it works.
_CHANGED = """
new MutationObserver((_, watching) => {
  if (!/\\bPaid\\b/.test(document.querySelector('main')?.innerText ?? '')) return
  watching.disconnect()
  requestAnimationFrame(() => { window.changedAt = Date.now() })
}).observe(document, { childList: true, subtree: true, characterData: true })
"""


def measure(server: Server, plan: Plan) -> Iterator[Row]:
    with running(RETAGUARDA_BOT_CHECK="none", RETAGUARDA_DEMO_PAYINS="2000") as app, browser.running() as chromium:
        context = chromium.new_context(viewport=browser.VIEWPORT, base_url=app.address)
        page = context.new_page()
        sign_in(page, ANA)
        api, taken = Api.sign_in(app.address, ANA), list[float]()
        rng = random.Random(1)
        for number in range(PAYMENTS * plan.rounds):
            taken.append(_one(page, api, app, number, rng.uniform(0, POLL_MS)))
        context.close()
    name = f"(g) from the payment to the change on the open screen, p95 of {len(taken)}"
    yield figure(name, quantiles(taken, n=20)[-1], "ms", POLL_MS + LEFT_MS)


def _one(page: Page, api: Api, app: RunningHouse, number: int, later_ms: float) -> float:
    """Milliseconds."""
    body = {"amount": {"amount": 1_000 + number}, "reference": f"SCREEN-{number}"}
    made = api.post("/v1/payin/charges", body, f"screen {number}").raise_for_status().json()
    charge = api.wait_for(f"/v1/payin/charges/{made['id']}", "pending")
    page.goto(f"/dashboard/payin/payments/{made['id']}")
    page.locator("main").get_by_text("Pending").first.wait_for()
    page.evaluate(f"() => {{ {_CHANGED} }}")
    page.wait_for_timeout(later_ms)
    paid_at = time.time() * 1_000
    httpx.post(f"{app.sandbox}/sandbox/pay", json={"code": charge["br_code"]}).raise_for_status()
    page.wait_for_function("() => window.changedAt")
    return page.evaluate("() => window.changedAt") - paid_at
