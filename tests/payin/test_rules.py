"""Rules for charges: written by one, agreed to by another, tried over the past; and where a charge goes when its bank is away."""

from collections import Counter as Times
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest

from bank import Bank, open_bank
from conftest import SECRET, Sql, as_app
from days import today
from people import Person
from recurrences.conftest import Desk
from retaguarda.app import App, build
from retaguarda.background import timed
from retaguarda.foundation.jobs import TryAgain
from retaguarda.payin.processors.connections import ensure_connection
from retaguarda.payin.rules.evaluate_charge import draw_processor
from retaguarda.payin.rules.model import RuleGroup, RuleShare
from retaguarda.settings import SANDBOX_CLIENT, SANDBOX_KEY, SANDBOX_SECRET, Settings
from retaguarda_demo.trial import SANDBOX_ACCOUNT
from retaguarda_sandbox.settings import SandboxSettings
from support.charges import Counter, offenders

PATH = "/v1/payin/rules"
CPF, CNPJ = "52998224725", "11222333000181"
BLOCK = {
    "name": "Sem pagador",
    "condition": 'payer == "none" && amount > 100000',
    "action": "block",
    "reason": "Informe quem paga",
}
REVIEW = {"name": "Valor alto", "condition": "amount >= 500000", "action": "review"}


class Towards(httpx.AsyncBaseTransport):
    """Two banks on one network; one that is away does not even answer the door."""

    def __init__(self, banks: dict[str, httpx.AsyncBaseTransport]) -> None:
        self.banks = banks
        self.away = set[str]()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.url.host in self.away:
            raise httpx.ConnectError("connection refused")
        return await self.banks[request.url.host].handle_async_request(request)


@pytest.fixture
async def bank_b(database_url: str) -> AsyncIterator[Bank]:
    """A second payment provider."""
    settings = SandboxSettings(database_url=database_url, client_id=SANDBOX_CLIENT, client_secret=SANDBOX_SECRET)
    async with open_bank(settings, "http://psp-b") as opened:
        yield opened


@pytest.fixture
def network(bank: Bank, bank_b: Bank) -> Towards:
    return Towards({"psp": bank.client._transport, "psp-b": bank_b.client._transport})


@pytest.fixture(scope="session")
def connected(peopled: str) -> str:
    """These tests connect their house themselves, to two banks."""
    return peopled


@pytest.fixture
async def app(peopled_url: str, network: Towards, tmp_path: Path) -> AsyncIterator[App]:
    """The application connected to two banks, the first one first."""
    settings = Settings(secret=SECRET, bot_check="none", web_dist=Path("/nonexistent"), data=tmp_path)
    built = build(settings, as_app(peopled_url), network)
    built.queue.add(timed(built)[0], [])
    async with built.opened():
        for name, host, key, priority in (("A", "psp", SANDBOX_KEY, 10), ("B", "psp-b", "b@retaguarda.example", 20)):
            await ensure_connection(
                built.database,
                built.keys,
                name=name,
                base_url=f"http://{host}/api/v2",
                token_url=f"http://{host}/oauth/token",
                client_id=SANDBOX_CLIENT,
                client_secret=SANDBOX_SECRET,
                pix_key=key,
                account=SANDBOX_ACCOUNT,
                priority=priority,
            )
        yield built


async def banks(diego: Person) -> dict[str, str]:
    return {row["name"]: row["id"] for row in (await diego.get("/v1/payin/processors")).json()}


def share(**percent: int) -> list[dict[str, Any]]:
    return [{"processor": processor, "percent": part} for processor, part in percent.items()]


async def in_force(diego: Person, eva: Person, *groups: dict[str, Any], name: str = "Regras") -> str:
    made = await diego.post(PATH, {"name": name, "groups": list(groups)})
    assert made.status_code == 201, made.text
    path = f"{PATH}/{made.json()['id']}"
    assert (await eva.post(f"{path}/approve")).status_code == 200
    said = await diego.post(f"{path}/activate")
    assert said.json()["status"] == "active", said.text
    return made.json()["id"]


async def test_a_version_goes_from_its_writer_through_another_person_into_force_and_back(
    diego: Person, eva: Person, counter: Counter
) -> None:
    body = {"name": "Primeira", "groups": [BLOCK]}
    twice = [await diego.post(PATH, body, key="one intent") for _ in range(2)]
    assert [said.status_code for said in twice] == [201, 201]
    first = twice[0].json()["id"]
    path = f"{PATH}/{first}"
    assert (await diego.post(f"{path}/activate")).json()["message"] == "rules_not_in_state"
    assert (await diego.post(f"{path}/approve")).json()["message"] == "own_rules"
    await diego.post(f"{path}/change", {"name": "Primeira", "groups": [BLOCK, REVIEW], "revision": 1})
    late = await diego.post(f"{path}/change", {"name": "Outra", "groups": [], "revision": 1})
    assert (late.status_code, late.json()["message"]) == (409, "changed_meanwhile")
    assert (await eva.post(f"{path}/approve")).json()["status"] == "approved"
    assert (await diego.post(f"{path}/change", body | {"revision": 2})).json()["message"] == "rules_not_in_state"
    assert (await diego.post(f"{path}/activate")).json()["status"] == "active"
    second = await in_force(diego, eva, REVIEW)
    states = {row["id"]: row["status"] for row in (await diego.get(PATH)).json()}
    assert states == {first: "retired", second: "active"}
    assert (await diego.post(f"{path}/activate")).json()["status"] == "active"
    assert len((await diego.get(PATH)).json()) == 2
    assert offenders(counter.url) == {}


async def test_what_was_agreed_on_stays_as_it_was(diego: Person, eva: Person, sql: Sql) -> None:
    await in_force(diego, eva, BLOCK)
    for change in ("groups = '[]'", "writers = array[gen_random_uuid()]", "approver = writers[1]"):
        with pytest.raises(Exception, match=r"it stays as it is|two_people"):
            sql(f"update payin_rule_version set {change}")


async def test_a_condition_that_no_charge_can_answer_is_named_before_it_refuses_them_all(diego: Person) -> None:
    senseless = (
        "amount > 'abc'",
        "amount + 1",
        "payer == 'cnpj' && amount > '1'",
        "kind == 'static' && first_seen > 1",
    )
    groups = [{"name": "Recusa", "condition": each, "action": "block", "reason": "Não"} for each in senseless]
    said = await diego.post(PATH, {"name": "Sem sentido", "groups": groups})
    assert said.json()["message"] == {f"groups[{place}].condition": ["condition_invalid"] for place in range(4)}
    asked = {"groups": groups, "amount": {"amount": 100}, "hour": 3, "merchant": 2}
    errors = [each["error"] for each in (await diego.post(f"{PATH}/try", asked)).json()["problems"]]
    assert "not defined for the given operand types" in errors[0]
    assert errors[1] == "a condition answers yes or no, this one answers int"


async def test_every_line_that_makes_no_sense_is_named(diego: Person, ana: Person, carla: Person) -> None:
    found = await banks(diego)
    groups = [
        {"name": "Um", "condition": "amoun > 1", "action": "share", "shares": share(**{found["A"]: 60})},
        {"name": "Dois", "condition": "amount >", "action": "block"},
        {"name": "Três", "action": "share"},
        {"name": "Quatro", "condition": "payer == 'a\x00'", "action": "block", "reason": "\x00"},
    ]
    said = await diego.post(PATH, {"name": "Erradas", "groups": groups})
    assert said.json()["message"] == {
        "groups[0].condition": ["condition_invalid"],
        "groups[0].shares": ["shares_not_100"],
        "groups[1].condition": ["condition_invalid"],
        "groups[1].reason": ["field_required"],
        "groups[2].shares": ["field_required"],
        "groups[3].condition": ["condition_invalid"],
        "groups[3].reason": ["invalid"],
    }
    asked = {"groups": groups, "amount": {"amount": 100}, "hour": 3, "merchant": 2}
    tried = (await diego.post(f"{PATH}/try", asked)).json()
    assert (tried["problems"][0]["group"], tried["problems"][0]["field"]) == (0, "condition")
    assert tried["group"] is None
    asked["groups"] = [BLOCK, REVIEW]
    asked["amount"] = {"amount": 600_000}
    assert (await diego.post(f"{PATH}/try", asked)).json()["group"] == 0
    assert (await diego.post(f"{PATH}/try", asked | {"payer": "cpf"})).json()["action"] == "review"
    for stranger in (ana, carla):
        assert (await stranger.get(PATH)).status_code == 403
        assert (await stranger.post(PATH, {"name": "Minhas", "groups": []})).status_code == 403


async def test_a_rule_refuses_with_its_reason_and_another_lets_what_is_paid_wait(
    diego: Person, eva: Person, ana: Person, counter: Counter
) -> None:
    await in_force(diego, eva, BLOCK, REVIEW)
    for _ in range(2):
        said = await ana.post("/v1/payin/charges", {"amount": {"amount": 200_000}})
        assert (said.status_code, said.json()["message"], said.json()["error"]) == (
            409,
            "blocked_by_rule",
            "Informe quem paga",
        )
    charge = await counter.charge(ana, 600_000, payer={"name": "Caio", "document": CPF})
    assert charge["timeline"][0]["data"]["rule"] == "Valor alto"
    await counter.bank.pay(charge["br_code"])
    await counter.carry()
    charge = await counter.read(ana, charge["id"])
    assert (charge["status"], charge["payments"][0]["review_reason"]) == ("under_review", "rule")
    assert (await counter.balances(ana))["in_review"] == 600_000
    assert (await ana.post(f"/v1/payin/reviews/{charge['payments'][0]['end_to_end_id']}/accept")).status_code == 200
    assert (await counter.read(ana, charge["id"]))["status"] == "paid"
    assert offenders(counter.url) == {}


async def test_charges_are_shared_as_the_rule_says_and_follow_rules_at_once(
    diego: Person, eva: Person, ana: Person, counter: Counter
) -> None:
    found = await banks(diego)
    assert (await counter.charge(ana))["processor"] == "A"
    await in_force(diego, eva, {"name": "Tudo a B", "action": "share", "shares": share(**{found["B"]: 100})})
    charge = await counter.charge(ana)
    assert (charge["processor"], charge["status"]) == ("B", "pending")
    # A processor that gets no new charges gets none by rule either.
    await diego.post(f"/v1/payin/processors/{found['B']}/disable")
    assert (await counter.charge(ana))["processor"] == "A"


def test_the_draw_is_that_of_the_txid_and_near_the_shares() -> None:
    one, other = UUID(int=1), UUID(int=2)
    group = RuleGroup(name="Partes", action="share", shares=[RuleShare(one, 70), RuleShare(other, 30)])
    txids = [f"{number:032x}" for number in range(1_000)]
    chosen = [draw_processor(group, txid) for txid in txids]
    assert chosen == [draw_processor(group, txid) for txid in txids]
    assert Times(chosen) == {one: 705, other: 295}


async def test_a_draft_is_tried_over_the_past_beside_the_rules_in_force(
    diego: Person, eva: Person, ana: Person, counter: Counter
) -> None:
    found = await banks(diego)
    for amount in (1_000, 200_000, 600_000):
        await counter.charge(ana, amount)
    await counter.charge(ana, 700_000, payer={"name": "Caio", "document": CPF})
    await in_force(diego, eva, REVIEW)
    draft = {
        "name": "Nova",
        "groups": [BLOCK, {"name": "Resto", "action": "share", "shares": share(**{found["B"]: 100})}],
    }
    made = (await diego.post(PATH, draft)).json()
    said = (await diego.post(f"{PATH}/{made['id']}/simulate", {"days": 7})).json()
    assert (said["charges"], said["looked_at"], said["sampled"], said["changed"]) == (4, 4, False, 4)
    assert (said["these"]["blocked"], said["these"]["blocked_amount"]["amount"]) == (2, 800_000)
    assert [(each["name"], each["count"]) for each in said["these"]["processors"]] == [("B", 2)]
    assert [each["count"] for each in said["these"]["groups"]] == [2, 2]
    assert (said["active"]["reviewed"], said["active"]["unmatched"]) == (2, 2)
    assert [(each["name"], each["count"]) for each in said["active"]["processors"]] == [("A", 4)]


async def test_a_first_seen_payer_is_met_once(diego: Person, eva: Person, ana: Person, counter: Counter) -> None:
    new = {"name": "Novo", "condition": "first_seen && payer == 'cnpj'", "action": "block", "reason": "Pagador novo"}
    await counter.charge(ana, payer={"name": "Loja", "document": CNPJ})
    await in_force(diego, eva, new)
    assert (await counter.charge(ana, payer={"name": "Loja", "document": CNPJ}))["status"] == "pending"
    other = {"amount": {"amount": 100}, "payer": {"name": "Outra", "document": "12ABC34501DE35"}}
    assert (await ana.post("/v1/payin/charges", other)).json()["message"] == "blocked_by_rule"


@pytest.mark.parametrize("how", ["away", "busy", "unknown"])
async def test_a_bank_that_surely_has_nothing_of_it_is_passed_over_at_once(
    diego: Person, ana: Person, counter: Counter, network: Towards, sql: Sql, how: str
) -> None:
    if how == "away":
        network.away.add("psp")
    elif how == "busy":
        await counter.bank.fault(effect="status", status=429, route="PUT /cob", times=1)
    else:
        await counter.bank.fault(effect="status", status=403, route="PUT /cob", times=1)
    charge = await counter.charge(ana)
    assert (charge["status"], charge["processor"]) == ("pending", "B")
    moved = next(moment for moment in charge["timeline"] if moment["kind"] == "payin:charge:rerouted")
    assert (moved["data"]["left"], moved["data"]["processor"]) == ("A", "B")
    assert sql("select count(*) from charge_leftover") == [(0,)]
    assert offenders(counter.url) == {}


async def test_a_charge_that_may_stand_at_both_is_withdrawn_at_the_first(
    ana: Person, counter: Counter, bank_b: Bank, sql: Sql
) -> None:
    """Its first bank makes it and does not say so, twice."""
    await counter.bank.fault(effect="status", status=500, route="PUT /cob", times=2, after_work=True)
    charge = await counter.charge(ana)
    # Where the machine is slow the queue itself has tried again by now.
    await counter.run_job("payin.register_charge", 2, charge["id"])
    charge = await counter.read(ana, charge["id"])
    assert (charge["status"], charge["processor"]) == ("pending", "B")
    assert sql("select count(*) from charge_leftover where done_at is null") == [(1,)]
    await counter.bank.fault(effect="status", status=503, route="GET /cob", times=1)
    for _ in range(3):
        await counter.run_job("payin.withdraw_left_behind")
    assert sql("select outcome, last_error from charge_leftover") == [("removida_pelo_usuario_recebedor", None)]
    kinds = [moment["kind"] for moment in (await counter.read(ana, charge["id"]))["timeline"]]
    assert kinds.count("payin:charge:left_behind") == 1
    await bank_b.pay(charge["br_code"])
    await counter.run_job("payin.reconcile")
    assert (await counter.read(ana, charge["id"]))["status"] == "paid"
    assert offenders(counter.url) == {}


async def test_a_bank_that_was_silent_once_and_has_the_charge_keeps_it(ana: Person, counter: Counter, sql: Sql) -> None:
    await counter.bank.fault(effect="status", status=500, route="PUT /cob", times=1, after_work=True)
    charge = await counter.charge(ana)
    await counter.run_job("payin.register_charge", 2, charge["id"])
    charge = await counter.read(ana, charge["id"])
    assert (charge["status"], charge["processor"]) == ("pending", "A")
    await counter.run_job("payin.withdraw_left_behind")
    assert sql("select outcome from charge_leftover") == [("taken",)]
    await counter.bank.pay(charge["br_code"])
    await counter.run_job("payin.reconcile")
    assert (await counter.read(ana, charge["id"]))["status"] == "paid"
    assert offenders(counter.url) == {}


async def test_a_charge_that_is_wrong_itself_is_carried_nowhere(ana: Person, counter: Counter) -> None:
    await counter.bank.fault(effect="status", status=400, route="PUT /cob", times=1)
    charge = await counter.charge(ana)
    assert (charge["status"], charge["processor"]) == ("failed", "A")


async def test_when_all_banks_are_away_a_charge_waits_and_goes_to_the_one_that_is_back(
    ana: Person, counter: Counter, network: Towards
) -> None:
    network.away |= {"psp", "psp-b"}
    charge = await counter.charge(ana)
    assert charge["status"] == "created"
    assert "no answer" in charge["last_error"]
    for _ in range(4):
        with pytest.raises(TryAgain):
            await counter.run_job("payin.register_charge", 2, charge["id"])
    network.away.remove("psp-b")
    await counter.run_job("payin.register_charge", 2, charge["id"])
    charge = await counter.read(ana, charge["id"])
    assert (charge["status"], charge["processor"]) == ("pending", "B")
    assert offenders(counter.url) == {}


async def test_the_lines_of_a_batch_meet_the_rules_each_by_itself(
    diego: Person, eva: Person, ana: Person, carla: Person, counter: Counter, sql: Sql
) -> None:
    shares = share(**dict.fromkeys((await banks(diego)).values(), 50))
    due = {"name": "Vencimento", "condition": 'kind == "due"'}
    await in_force(
        diego,
        eva,
        due | {"condition": "amount > 900000", "action": "block", "reason": "Alto demais"},
        due | {"condition": "amount == 4000", "action": "review", "shares": shares},
        due | {"action": "share", "shares": shares},
    )
    day = f"{today(20):%d/%m/%Y}"
    head = "Nome;Documento;Valor;Vencimento"

    def table(*amounts: str) -> str:
        return "\n".join([head, *(f"Aluno;{CPF};{amount};{day}" for amount in amounts)])

    wrong = await ana.post("/v1/payin/batches/check", {"text": table("40,00", "9.000,01")})
    assert [each["problems"] for each in wrong.json()["lines"]] == [[], [{"column": None, "key": "blocked_by_rule"}]]
    body = {"description": "Turma", "text": table(*["40,00"] * 2, *[f"{number},00" for number in range(50, 62)])}
    first, again = [await ana.post("/v1/payin/batches", body, key="one intent") for _ in range(2)]
    assert (first.status_code, again.content) == (201, first.content), first.text
    batch = first.json()["id"]
    await counter.work()
    await counter.run_job("payin.send_batch", 2, batch)
    said = (await ana.get(f"/v1/payin/batches/{batch}")).json()
    assert (said["status"], said["made"], said["denied"]) == ("done", 14, 0)
    rows = sql("select processor, amount, held from charge where batch = %s and status = 'pending'", batch)
    assert set(Times(row[0] for row in rows)) == {"A", "B"}, "each bank has lines"
    assert {(row[1], row[2]) for row in rows if row[2]} == {(4_000, True)}
    assert (await carla.get(f"/v1/payin/batches/{batch}")).status_code == 404


async def test_a_bank_that_refuses_its_part_of_a_batch_takes_nothing_from_the_other(
    diego: Person, eva: Person, ana: Person, counter: Counter
) -> None:
    found = await banks(diego)
    await in_force(
        diego,
        eva,
        {"name": "B", "condition": "amount == 5000", "action": "share", "shares": share(**{found["B"]: 100})},
    )
    await counter.bank.fault(effect="status", status=400, route="PUT /lotecobv", times=1)
    day = f"{today(20):%d/%m/%Y}"
    text = f"Nome;Documento;Valor;Vencimento\nUm;{CPF};40,00;{day}\nDois;{CPF};50,00;{day}"
    made = await ana.post("/v1/payin/batches", {"description": "Turma", "text": text})
    await counter.work()
    await counter.run_job("payin.send_batch", 2, made.json()["id"])
    said = (await ana.get(f"/v1/payin/batches/{made.json()['id']}")).json()
    assert (said["status"], said["made"], said["denied"]) == ("done", 1, 1)
    assert [each["amount"]["amount"] for each in said["denied_lines"]] == [4_000]


async def test_a_static_code_and_a_recurrence_go_where_the_rules_say_and_wait_where_they_say(
    diego: Person, eva: Person, ana: Person, counter: Counter, bank_b: Bank
) -> None:
    at_b = replace(counter, bank=bank_b)
    to_b = share(**{(await banks(diego))["B"]: 100})
    await in_force(
        diego,
        eva,
        {"name": "Alto", "condition": "amount > 90000", "action": "block", "reason": "Alto demais"},
        {"name": "Código", "condition": 'kind == "static" && amount >= 2000', "action": "review", "shares": to_b},
        {"name": "Código B", "condition": 'kind == "static"', "action": "share", "shares": to_b},
        {"name": "Recorrente", "condition": 'kind == "automatic"', "action": "review", "shares": to_b},
    )
    refused = await ana.post("/v1/payin/codes", {"name": "Caixa", "amount": {"amount": 90_001}})
    assert (refused.status_code, refused.json()["message"]) == (409, "blocked_by_rule")
    code = (
        await ana.get(f"/v1/payin/codes/{(await ana.post('/v1/payin/codes', {'name': 'Caixa'})).json()['id']}")
    ).json()
    assert "b@retaguarda.example" in code["br_code"]
    for amount in ("10.00", "20.00", "901.00"):
        await at_b.bank.pay(code["br_code"], amount=amount)
        await at_b.carry(times=2)
    code = (await ana.get(f"/v1/payin/codes/{code['id']}")).json()
    assert {(each["amount"]["amount"], each["status"], each["processor"]) for each in code["charges"]} == {
        (1_000, "paid", "B"),
        (2_000, "under_review", "B"),
        (90_100, "under_review", "B"),
    }
    desk = Desk(at_b)
    charge = await desk.charged(ana, await desk.agreed(ana))
    await desk.payer(f"cobr/{charge['txid']}/settle")
    await desk.told()
    assert (await desk.read_charge(ana, charge["id"]))["status"] == "active"
    (review,) = (await ana.get("/v1/payin/reviews", txid=charge["txid"])).json()
    assert review["review_reason"] == "rule"
    for _ in range(2):
        await ana.post(f"/v1/payin/reviews/{review['end_to_end_id']}/accept")
    charge = await desk.read_charge(ana, charge["id"])
    assert (charge["status"], charge["paid"]["amount"], charge["fee"]["amount"]) == ("paid", 3_500, 35)


async def test_an_agreement_that_a_rule_refuses_does_not_come_about(
    diego: Person, eva: Person, ana: Person, counter: Counter
) -> None:
    desk = Desk(counter)
    recurrence = await desk.agreed(ana)
    await in_force(
        diego, eva, {"name": "Não", "condition": 'kind == "automatic"', "action": "block", "reason": "Suspenso"}
    )
    path = f"/v1/payin/recurrences/{recurrence['id']}/charges"
    for refused in (
        await ana.post(path, {"due_on": recurrence["starts_on"]}),
        await ana.post("/v1/payin/recurrences", desk.body(contract="Outro")),
    ):
        assert (refused.status_code, refused.json()["error"]) == (409, "Suspenso")
