"""Lines of a return file that wait for a person: said whose they are, or left without effect."""

import asyncio
from datetime import datetime
from typing import Any

import httpx

from bank_files.test_return_files import FILES, LINES, apply, plan, send, title
from days import ZONE
from people import AURORA, Person
from retaguarda.foundation.request import PROVIDER
from retaguarda.providers.bankfiles.writer import cnab240
from support.approvals import Desk, standing_policy
from support.charges import Counter, offenders
from support.held_account import holding


async def line_of(desk: Person, file: dict[str, Any], effect: str) -> dict[str, Any]:
    return (await desk.get(LINES, file_id=file["id"], effect=effect)).json()[0]


async def decide(desk: Person, line: dict[str, Any], what: str, body: dict[str, Any], key: str = "") -> httpx.Response:
    return await desk.post(f"{FILES}/{line['file_id']}/lines/{line['number']}/{what}", body, key=key)


async def test_a_line_is_assigned_once_and_pays_its_charge(ana: Person, desk: Person, counter: Counter) -> None:
    charge = await counter.charge(ana, reference="BOL-1")
    lost = await counter.charge(ana, 3_800, reference="BOL-2")
    file = await send(desk, cnab240([title("BOL-9", fee=190), title("BOL-2")]))
    early = await decide(desk, await line_of(desk, file, "unknown"), "assign", {"charge": charge["id"]})
    assert (early.status_code, early.json()["message"]) == (409, "file_not_applied")
    file = await apply(desk, counter, file)
    line = await line_of(desk, file, "unknown")
    first, again = [
        await decide(desk, line, "assign", {"charge": charge["id"], "reason": "the payer called"}, "once")
        for _ in range(2)
    ]
    assert (first.status_code, again.json()) == (200, first.json()), first.text
    assert (first.json()["decision"], first.json()["effect"], first.json()["reference"]) == (
        "assigned",
        "settle",
        "BOL-1",
    )
    paid = await counter.read(ana, charge["id"])
    assert (paid["status"], paid["net"]["amount"]) == ("paid", 3_663)
    twice = await decide(desk, line, "assign", {"charge": charge["id"]})
    assert (twice.status_code, twice.json()["message"]) == (409, "line_decided")
    # Another amount than was asked for: a person may say that it is the payment all the same.
    other = await line_of(desk, file, "review")
    assert other["why"] == "amount_differs"
    assert (await decide(desk, other, "assign", {"charge": lost["id"]})).status_code == 200
    assert (await counter.read(ana, lost["id"]))["status"] == "paid"
    assert (await counter.balances(ana))["available"] == 2 * 3_663


async def test_a_line_is_dismissed_with_its_reason_and_its_tariff_is_posted(
    ana: Person, desk: Person, counter: Counter
) -> None:
    file = await apply(desk, counter, await send(desk, cnab240([title("BOL-9", fee=190)])))
    line = await line_of(desk, file, "unknown")
    empty = await decide(desk, line, "dismiss", {"reason": "   "})
    assert empty.json()["message"] == {"reason": ["field_required"]}
    for _ in range(2):
        said = await decide(desk, line, "dismiss", {"reason": "Paid to another company"}, "once")
        assert (said.status_code, said.json()["decision"]) == (200, "dismissed")
    line = await line_of(desk, file, "unknown")
    assert (line["decision"], line["decided_by"], line["note"]) == (
        "dismissed",
        "diego@retaguarda.example",
        "Paid to another company",
    )
    assert (await counter.balances(ana))["available"] == 0
    late = await decide(desk, line, "assign", {"charge": file["id"]})
    assert late.json()["message"] == "line_decided"


async def test_a_line_becomes_a_deposit_of_the_merchant_it_is_said_to_be_of_once(
    ana: Person, desk: Person, eva: Person, counter: Counter, sql: Any
) -> None:
    file = await apply(desk, counter, await send(desk, cnab240([title("BOL-9", fee=190)])))
    line = await line_of(desk, file, "unknown")
    body = {"merchant": AURORA, "reason": "Contract 12 names this title"}
    for wrong in (PROVIDER, 999):
        said = await decide(desk, line, "credit", body | {"merchant": wrong})
        assert (said.status_code, said.json()["message"]) == (400, {"merchant": ["not_found"]})
    # What moves on the merchant's account is weighed, although the line is the provider's.
    standing_policy(sql, "returns:line:credit", condition=f"amount == {line['paid']['amount']}")
    held = (await decide(desk, line, "credit", body)).json()["request"]["id"]
    shown = (await eva.get(f"/v1/approvals/{held}")).json()["plan"]["facts"]
    assert {fact["field"]: fact["value"] for fact in shown}["merchant"] == "Loja Aurora"
    assert (await Desk(sql).approve(eva, held)).json()["status"] == "executed"
    for what, more in (("credit", body), ("dismiss", {"reason": "twice"})):
        again = await decide(desk, line, what, more)
        assert again.json()["message"] == "line_decided", again.text
    assert (await line_of(desk, file, "unknown"))["decision"] == "credited"
    # It is there, and tells where it came from; there is no Pix to send back.
    (row,) = (await ana.get("/v1/account/deposits")).json()
    assert (row["method"], row["status"], row["amount"]["amount"], row["bank_ref"]) == (
        "boleto", "claimed", line["paid"]["amount"], line["bank_ref"],
    )  # fmt: skip
    assert (await counter.balances(ana))["available"] == line["paid"]["amount"]
    hers, ours = [(await principal.get(f"/v1/account/deposits/{row['id']}")).json() for principal in (ana, desk)]
    assert (hers["file_id"], ours["file_id"], ours["line"]) == (None, file["id"], line["number"])
    assert [(side["account"], side["kind"]) for side in hers["entries"] if side["credit"]] == [
        ("available", "deposit.credited")
    ]
    back = await desk.post(f"/v1/account/deposits/{row['id']}/return", {"reason": "back"})
    assert (back.status_code, back.json()["message"]) == (409, "deposit_not_pix")
    named = (await ana.get("/v1/account/transactions", kind="deposit.credited")).json()
    assert [(each["origin"], each["origin_id"]) for each in named] == [("deposit", row["id"])]


async def test_a_payment_that_two_files_bring_is_somebodys_once(
    ana: Person, desk: Person, counter: Counter, sql: Any
) -> None:
    charge = await counter.charge(ana, reference="BOL-1")
    data = cnab240([title("BOL-8", fee=190), title("BOL-9")])
    # The same titles in other bytes, read and applied before anybody decides; and titles of another agreement that are called the same.
    first = await apply(desk, counter, await send(desk, data))
    second = await apply(desk, counter, await send(desk, data.replace(b"\r\n", b"\n")))
    third = await apply(desk, counter, await send(desk, cnab240([title("BOL-8")], agreement="ANOTHER")))
    body = {"merchant": AURORA, "reason": "Contract 12 names this title"}
    said = (await desk.get(LINES, file_id=first["id"], effect="unknown", sort="asc", order_by="number")).json()
    assert (await decide(desk, said[0], "credit", body)).status_code == 200
    assert (await decide(desk, said[1], "assign", {"charge": charge["id"]})).status_code == 200
    costs = "select -posted from ledger_account where code = 'bank_costs'"
    taken, balance = sql(costs), (await counter.balances(ana))["available"]
    # It says who brought it already, and so does what is read from now on.
    told = (await desk.get(LINES, file_id=second["id"], effect="unknown", sort="asc", order_by="number")).json()
    assert [(line["brought_file"], line["brought_name"], line["brought_line"]) for line in told] == [
        (first["id"], first["name"], line["number"]) for line in said
    ]
    late = await send(desk, data + b"\x1a")
    assert await plan(desk, late) == {("already", None): (2, 0)}
    assert (await line_of(desk, late, "already"))["brought_file"] == first["id"]
    for line in said:
        line = line | {"file_id": second["id"]}
        for what, given in (("credit", body), ("assign", {"charge": charge["id"]})):
            again = await decide(desk, line, what, given)
            assert (again.status_code, again.json()["message"]) == (409, "line_brought"), again.text
        assert (await decide(desk, line, "dismiss", {"reason": "twice"})).status_code == 200
    # Nor did the bank take its tariff twice.
    assert (sql(costs), (await counter.balances(ana))["available"]) == (taken, balance)
    waiting = await line_of(desk, third, "unknown")
    assert waiting["brought_file"] is None
    assert (await decide(desk, waiting, "credit", body)).status_code == 200
    # What was credited twice before this was known, the check of the books finds.
    sql("update return_file set agreement = %s where id = %s", first["agreement"], third["id"])
    assert offenders(counter.url) == {"titles_are_somebodys_once": 1}
    sql("update return_file set agreement = 'ANOTHER' where id = %s", third["id"])


async def test_a_payment_that_became_a_deposit_pays_no_charge_that_another_file_names_for_it(
    ana: Person, desk: Person, counter: Counter
) -> None:
    first = await apply(desk, counter, await send(desk, cnab240([title("BOL-8", fee=190), title("BOL-9", fee=190)])))
    said = (await desk.get(LINES, file_id=first["id"], effect="unknown", sort="asc", order_by="number")).json()
    body = {"merchant": AURORA, "reason": "Contract 12 names this title"}
    charges = [await counter.charge(ana, reference=reference) for reference in ("BOL-8", "BOL-9")]
    # A merchant's own file is another company's than the bank's to the provider.
    desk.account = str(AURORA)
    second = await send(desk, cnab240([title("BOL-8", fee=190), title("BOL-9", fee=190)], file_seq=8))
    assert await plan(desk, second) == {("settle", None): (2, 0)}
    desk.account = "all"
    assert (await decide(desk, said[0], "credit", body)).status_code == 200
    stopped = await apply(desk, counter, second)
    assert (stopped["status"], stopped["plan_changed"]) == ("parsed", True)
    assert await plan(desk, second) == {("settle", None): (1, 0), ("already", None): (1, 0)}
    desk.account = str(AURORA)
    assert (await line_of(desk, second, "already"))["brought_file"] == first["id"]
    # And who credits the other one while the file is being applied comes before or after it, not beside it.
    desk.account = "all"
    agreed = await desk.post(f"{FILES}/{second['id']}/apply", {"plan": stopped["plan_hash"]})
    assert agreed.status_code == 200, agreed.text
    async with holding(counter) as account:
        credit = asyncio.create_task(decide(desk, said[1], "credit", body))
        await account.until_waiting(1)
        applying = asyncio.create_task(counter.run_job("returns.apply", AURORA, second["id"]))
        await account.until_waiting(2)
        await account.let_go()
        assert (await credit).status_code == 200
        await applying
    assert await plan(desk, second) == {("already", None): (2, 0)}
    assert {(await counter.read(ana, charge["id"]))["status"] for charge in charges} == {"pending"}
    assert (await counter.balances(ana))["available"] == sum(line["paid"]["amount"] for line in said)


async def test_money_of_which_the_file_tells_no_day_came_on_the_day_it_was_received_in_brasilia(
    ana: Person, desk: Person, counter: Counter, sql: Any
) -> None:
    file = await apply(desk, counter, await send(desk, cnab240([title("BOL-9", occurrence_date=0)])))
    # In UTC it is the 22nd already.
    sql("update return_file set created_at = '2026-11-21T23:30:00-03:00'")
    body = {"merchant": AURORA, "reason": "Contract 12 names this title"}
    said = await decide(desk, await line_of(desk, file, "unknown"), "credit", body)
    assert said.status_code == 200, said.text
    (row,) = (await ana.get("/v1/account/deposits")).json()
    deposit = (await ana.get(f"/v1/account/deposits/{row['id']}")).json()
    assert datetime.fromisoformat(deposit["paid_at"]) == datetime(2026, 11, 21, 12, tzinfo=ZONE)


async def test_what_a_line_cannot_pay_is_refused(ana: Person, carla: Person, desk: Person, counter: Counter) -> None:
    given_back = await counter.paid(ana)
    await ana.post(f"/v1/payin/charges/{given_back['id']}/refunds", {"amount": {"amount": 3_000}})
    await counter.work()
    await counter.carry()
    file = await apply(desk, counter, await send(desk, cnab240([title("BOL-9")])))
    line = await line_of(desk, file, "unknown")
    said = await decide(desk, line, "assign", {"charge": given_back["id"]})
    assert (said.status_code, said.json()["message"]) == (409, "charge_not_payable")
    said = await decide(desk, line, "assign", {"charge": file["id"]})
    assert (said.status_code, said.json()["message"]) == (400, {"charge": ["not_found"]})
    assert (await decide(desk, line | {"number": 999}, "dismiss", {"reason": "no such line"})).status_code == 404
    for what, body in (("assign", {"charge": given_back["id"]}), ("dismiss", {"reason": "not hers"})):
        assert (await decide(carla, line, what, body)).status_code in (403, 404)
