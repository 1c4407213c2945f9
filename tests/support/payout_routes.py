"""Routes of payouts in tests: a second processor, and versions that two people bring into force."""

from typing import Any

from people import Person
from retaguarda.settings import SANDBOX_CLIENT, SANDBOX_SECRET
from support.charges import Counter

ROUTES, PROCESSORS = "/v1/payouts/routes", "/v1/payouts/processors"
BANK_B: dict[str, Any] = {
    "name": "Banco B",
    "ispb": "87654321",
    "priority": 150,
    "base_url": "http://psp/api/v2",
    "token_url": "http://psp/oauth/token",
    "client_id": SANDBOX_CLIENT,
    "client_secret": SANDBOX_SECRET,
    "pix_key": "banco-b@retaguarda.example",
}


async def two_processors(diego: Person, counter: Counter) -> tuple[str, str]:
    """The processor of the settings, and a second one that comes after it."""
    made = (await diego.post(PROCESSORS, BANK_B)).json()["id"]
    await counter.work()
    assert (await diego.post(f"{PROCESSORS}/{made}/enable")).status_code == 200
    first = next(row for row in (await diego.get(PROCESSORS)).json() if row["name"] == "Sandbox")
    return first["id"], made


def group(*choices: tuple[str, int, int], name: str = "Todos", condition: str = "") -> dict[str, Any]:
    """A group that names processors, each with its priority and weight."""
    named = [{"processor": each, "priority": priority, "weight": weight} for each, priority, weight in choices]
    return {"name": name, "condition": condition, "choices": named}


async def written(diego: Person, *groups: dict[str, Any]) -> dict[str, Any]:
    made = await diego.post(ROUTES, {"name": "Rotas", "groups": list(groups)})
    assert made.status_code == 201, made.text
    return made.json()


async def simulated(diego: Person, counter: Counter, version: str) -> dict[str, Any]:
    """The simulation of a version as it is now."""
    asked = await diego.post(f"{ROUTES}/{version}/simulate", key=None)
    assert asked.status_code == 200, asked.text
    await counter.work()
    await counter.run_job("payouts.run_simulation", asked.json()["id"])
    told = (await diego.get(f"{ROUTES}/{version}")).json()["simulation"]
    assert told["status"] == "done"
    return told


async def in_force(diego: Person, eva: Person, counter: Counter, *groups: dict[str, Any]) -> str:
    version = (await written(diego, *groups))["id"]
    await simulated(diego, counter, version)
    for person, act in ((eva, "approve"), (diego, "activate")):
        said = await person.post(f"{ROUTES}/{version}/{act}", key=None)
        assert said.status_code == 200, said.text
    return version
