"""The network goes away, an answer is lost, the provider is down: a person sees it, and nothing happens twice."""

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Request, Route, expect

from charging import LIST, a_reference, create, fill_charge, open_new_charge, status, total
from house import RunningHouse
from pages import OpenAs
from person import ANA


@pytest.fixture
def sandbox(app: RunningHouse) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=app.sandbox) as client:
        yield client
        client.delete("/sandbox/faults").raise_for_status()


def test_a_charge_whose_answers_are_lost_is_created_once(open_as: OpenAs) -> None:
    page = open_as(ANA, may_say=r"net::ERR_(INTERNET_DISCONNECTED|CONNECTION_RESET)")
    page.goto(LIST)
    keys = list[str]()

    def note(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/v1/payin/charges"):
            keys.append(request.headers["idempotency-key"])

    page.on("request", note)
    dialog = open_new_charge(page)
    reference = a_reference()
    fill_charge(dialog, "31.00", reference)

    page.context.set_offline(True)
    expect(page.get_by_text("No connection. What you see stays as it was")).to_be_visible()
    create(dialog)
    expect(dialog.get_by_role("alert")).to_contain_text("No connection to the server")
    expect(dialog.get_by_role("alert")).to_contain_text("it will happen only once")
    page.context.set_offline(False)
    expect(page.get_by_text("No connection. What you see stays as it was")).to_have_count(0)

    # This time it arrives and is done; only the answer is lost.
    def lose(route: Route) -> None:
        assert route.fetch().status == 201
        route.abort("connectionreset")

    page.route("**/v1/payin/charges", lose, times=1)
    create(dialog)
    expect(dialog.get_by_role("button", name="Create charge")).to_be_enabled()
    expect(dialog.get_by_role("alert")).to_contain_text("No connection to the server")

    create(dialog)
    expect(status(page, "Pending")).to_be_visible()
    assert len(keys) == 3
    assert len(set(keys)) == 1, "a retry was sent as something new"
    page.goto(f"{LIST}?search={reference}")
    expect(total(page)).to_contain_text("1 in the last 30 days")
    expect(page.get_by_role("row")).to_have_count(2)


def test_a_provider_that_is_down_is_named_and_the_charge_comes_when_it_is_back(
    open_as: OpenAs, sandbox: httpx.Client
) -> None:
    page = open_as(ANA)
    fault = {"effect": "status", "status": 503, "route": "PUT /cob"}
    sandbox.post("/sandbox/faults", json={"faults": [fault]}).raise_for_status()
    page.goto(LIST)
    dialog = open_new_charge(page)
    fill_charge(dialog, "44.00", a_reference())
    create(dialog)
    expect(page.get_by_text("The provider has not accepted this yet")).to_be_visible()
    expect(status(page, "Registering")).to_be_visible()
    expect(page.get_by_text("answered 503")).to_be_visible()

    sandbox.delete("/sandbox/faults").raise_for_status()
    expect(status(page, "Pending")).to_be_visible()
    expect(page.get_by_text("The provider has not accepted this yet")).to_have_count(0)
    expect(page.get_by_role("img", name="QR code of this charge")).to_be_visible()
