"""A courier that speaks to the servers of a test."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from people import Person
from retaguarda.app import App
from retaguarda.foundation.outbound_http import OutboundClient
from retaguarda.webhooks.sender import SenderServices, WebhookSender
from servers import Servers
from webhooks import contract


@pytest.fixture
def servers() -> Iterator[Servers]:
    """Whatever arrives at one is as the contract says."""
    made = Servers()
    yield made
    for each in made.arrived:
        contract.check(each.body)


@pytest.fixture
def courier(app: App, servers: Servers) -> WebhookSender:
    """Gives up after the third try."""
    caller = OutboundClient(private=False, transport=servers, lookup=servers.lookup)
    return WebhookSender(SenderServices(app.database, app.keys, caller, (10, 60)))


@pytest.fixture
def endpoint() -> Callable[..., Any]:
    """``await endpoint(gil, "https://shop.example/hooks")``: made, with its secret."""

    async def make(person: Person, url: str = "https://shop.example/hooks", *events: str) -> dict[str, Any]:
        said = await person.post(
            "/v1/payin/webhooks", {"url": url, "events": list(events) or ["charge.created", "charge.paid"]}
        )
        assert said.status_code == 201, said.text
        return said.json()

    return make
