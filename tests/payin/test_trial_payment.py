"""In development the sandbox bank pays a charge at the press of a button; nowhere else is there such an address."""

from typing import Any

import pytest

from people import Person
from retaguarda.app import build, routes
from retaguarda.settings import Settings
from support.charges import Counter


async def test_the_sandbox_bank_pays_a_pending_charge_once_and_nobody_elses(
    ana: Person, carla: Person, counter: Counter
) -> None:
    charge = await counter.charge(ana, 4_321)
    path = f"/v1/payin/charges/{charge['id']}/trial-payment"
    assert (await carla.post(path)).status_code == 404
    assert (await ana.post(path)).json() == {"id": charge["id"]}
    again = await ana.post(path)
    assert (again.status_code, again.json()["message"]) in ((409, "trial_not_paid"), (409, "charge_not_pending"))
    await counter.carry()
    paid = await counter.read(ana, charge["id"])
    assert (paid["status"], len(paid["payments"])) == ("paid", 1)


@pytest.mark.parametrize("environment", ["sandbox", "stage", "staging", "production"])
def test_outside_of_development_there_is_no_such_address(environment: Any) -> None:
    built = build(Settings(secret="x" * 32, environment=environment, bot_check="none"), "postgresql://")
    assert [route.path for route in routes(built) if route.path.endswith("/trial-payment")] == []
