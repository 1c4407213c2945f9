"""What a person does to come in and to leave, what their browser keeps of it, and the codes of their authenticator."""

import re
import time

from playwright.sync_api import Page, expect

from retaguarda.identity.totp import STEP_SECONDS, WINDOW, code_at
from retaguarda_demo.people import PASSWORD, TOTP_SECRET

ANA = "ana@merchant.example"
BRUNO = "bruno@merchant.example"
GIL = "gil@merchant.example"
FABIO = "fabio@merchant.example"
CARLA = "carla@outra.example"
DIEGO = "diego@retaguarda.example"
EVA = "eva@retaguarda.example"

_last_step = dict[str, int]()


def unused_code(email: str) -> str:
    """A code that is right now and that this person has not used: each is taken once."""
    now = time.time() / STEP_SECONDS
    # The code of the step before is still taken, but not for long when this step is nearly over.
    earliest = int(now) - (WINDOW if now % 1 < 0.5 else 0)
    step = max(earliest, _last_step.get(email, 0) + 1)
    assert step <= int(now) + WINDOW, f"{email} has signed in too often for one minute"
    _last_step[email] = step
    return code_at(TOTP_SECRET, step)


def present_code(secret: str) -> str:
    """What an authenticator with this secret shows now."""
    return code_at(secret, int(time.time()) // STEP_SECONDS)


def wrong_code(secret: str = TOTP_SECRET) -> str:
    """Six digits that no step near now stands for."""
    now = int(time.time()) // STEP_SECONDS
    right = {code_at(secret, step) for step in range(now - 3, now + 4)}
    return next(code for code in ("000000", "111111", "222222", "333333") if code not in right)


def give_password(page: Page, email: str, password: str = PASSWORD) -> None:
    page.get_by_label("E-mail").fill(email)
    page.get_by_role("textbox", name="Password").fill(password)
    page.keyboard.press("Enter")


def give_code(page: Page, code: str) -> None:
    page.get_by_label("Code").fill(code)
    page.keyboard.press("Enter")


def sign_in(page: Page, email: str) -> None:
    """Ends on the dashboard, whatever it shows."""
    page.goto("/")
    give_password(page, email)
    code = page.get_by_label("Code")
    code.or_(page.get_by_role("navigation")).or_(page.get_by_role("heading", name="not authorised")).first.wait_for()
    # On the dashboard a field of that name belongs to somebody who sets a second factor up.
    if code.is_visible() and "/dashboard" not in page.url:
        give_code(page, unused_code(email))
    page.wait_for_url("**/dashboard**")


def sign_out(page: Page) -> None:
    page.get_by_role("button", name=re.compile("Profile menu")).click()
    page.get_by_role("menuitem", name="Exit dashboard").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def stored(page: Page, name: str) -> str | None:
    return page.evaluate("(name) => localStorage.getItem(name)", name)
