"""PLD rules, alerts and cases as the people of compliance bring them about, through the API."""

from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from conftest import Work
from people import Person
from support.charges import Counter, offenders
from support.movements import Mover

RULES, BACKTESTS = "/v1/pld-engine/rules", "/v1/pld-engine/backtests"
ALERTS = "/v1/pld-engine/alerts"
PASS_THROUGH = {
    "name": "Many origins, passed on at once",
    "conditions": ["payers_30d >= 3", "in_sum_30d >= 300000"],
    "target": "merchant",
    "severity": "high",
    "typologies": ["1058", "1074"],
}
CASES, CLOCKS = "/v1/pld-engine/cases", "/v1/pld-engine/clocks"
LONG = "Conferido com o contrato social e as notas fiscais do mês."
DOSSIER = {
    "facts": "Sete pagadores em 30 dias, valores repassados no mesmo dia.",
    "capacity": "Faturamento declarado de R$ 60.000 por mês.",
    "origin": "Pessoas físicas de SP; saída para duas empresas.",
    "grounds": "Movimentação incompatível com a capacidade financeira.",
    "typologies": ["1058", "1074"],
}


def days_ago(days: float) -> datetime:
    return datetime.now(UTC) - timedelta(days=days)


def broken(url: str) -> dict[str, int]:
    """Of the rules alone: what a test books by hand is in no ledger."""
    return {name: number for name, number in offenders(url).items() if name.startswith(("pld_", "case_", "coaf_"))}


async def written(person: Person, **other: Any) -> dict[str, Any]:
    said = await person.post(RULES, PASS_THROUGH | other)
    assert said.status_code == 201, said.text
    return said.json()


async def decided(person: Person, rule: dict[str, Any], choice: str) -> dict[str, Any]:
    given = {"choice": choice} | ({"reason": "Outra regra procura o mesmo"} if choice == "retire" else {})
    said = await person.post(f"/v1/pld-engine/versions/{rule['version']['id']}/decide", given)
    assert said.status_code == 200, said.text
    return said.json()


async def backtested(person: Person, work: Work, rule: dict[str, Any]) -> dict[str, Any]:
    said = await person.post(BACKTESTS, {"version": rule["version"]["id"]})
    assert said.status_code == 201, said.text
    await work()
    found = (await person.get(f"{BACKTESTS}/{said.json()['id']}")).json()
    assert found["status"] == "done", found
    return found


async def in_force(diego: Person, eva: Person, work: Work, **other: Any) -> dict[str, Any]:
    rule = await written(diego, **other)
    await decided(eva, rule, "approve")
    await backtested(diego, work, rule)
    return await decided(diego, rule, "activate")


async def raised(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter, **other: Any
) -> dict[str, Any]:
    """An alert of the rule in force, over three payers of this day."""
    await in_force(diego, eva, work, **other)
    for number in range(3):
        mover.book(datetime.now(UTC) - timedelta(minutes=30 - number), 120_000, document=f"{52998224725 + number}")
    await counter.run_job("pld.watch")
    (alert,) = (await diego.get(ALERTS)).json()
    return alert


async def done(person: Person, path: str, body: Any = None) -> dict[str, Any]:
    said = await person.post(path, body)
    assert said.status_code == 200, said.text
    return said.json()


async def decided_case(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter, proposal: Literal["archive", "communicate"]
) -> str:
    """A case on which two people decided what one of them proposed; returns its id."""
    alert = await raised(diego, eva, work, mover, counter)
    return await decided_on(diego, eva, alert, proposal)


async def decided_on(
    diego: Person, eva: Person, alert: dict[str, Any], proposal: Literal["archive", "communicate"]
) -> str:
    case: str = (await done(diego, f"{ALERTS}/{alert['id']}/escalate"))["case_id"]
    path = f"{CASES}/{case}"
    await done(diego, f"{path}/move", {"choice": "investigate"})
    await done(diego, f"{path}/dossier", DOSSIER)
    await done(diego, f"{path}/propose", {"proposal": proposal})
    await done(eva, f"{path}/decide", {"agree": True, "text": "De acordo"})
    return case
