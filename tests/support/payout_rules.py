"""Payment rules for tests: written, backtested, and brought into force by two people."""

from typing import Any

from people import Person
from support.charges import Counter

RULES = "/v1/payouts/rules"


async def written(diego: Person, *groups: dict[str, Any]) -> dict[str, Any]:
    made = await diego.post(RULES, {"name": "Noite", "groups": list(groups)})
    assert made.status_code == 201, made.text
    return made.json()


async def backtested(diego: Person, counter: Counter, version: str) -> dict[str, Any]:
    """The report of a backtest of a version as it is now."""
    asked = await diego.post(f"{RULES}/{version}/backtest", key=None)
    assert asked.status_code == 200, asked.text
    await counter.work()
    await counter.run_job("payouts.run_backtest", asked.json()["id"])
    told = (await diego.get(f"{RULES}/{version}")).json()["backtest"]
    assert told["status"] == "done"
    return told


async def in_force(diego: Person, eva: Person, counter: Counter, *groups: dict[str, Any]) -> str:
    version = (await written(diego, *groups))["id"]
    await backtested(diego, counter, version)
    for person, act in ((eva, "approve"), (diego, "activate")):
        said = await person.post(f"{RULES}/{version}/{act}", key=None)
        assert said.status_code == 200, said.text
    return version
