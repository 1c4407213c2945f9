"""A bank's return file: seen before anything happens, applied once, and never without its plan."""

import asyncio
from dataclasses import replace
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from conftest import Sql
from days import ZONE, today
from people import Person
from retaguarda import app as application
from retaguarda.bank_files import jobs
from retaguarda.bank_files.commands import COLLECTION
from retaguarda.bank_files.model import PIECE
from retaguarda.providers.bankfiles.writer import cnab240, cnab400
from support.approvals import Desk, standing_policy
from support.charges import Counter
from support.held_account import holding

FILES, LINES = "/v1/payin/return-files", "/v1/payin/return-lines"
TODAY = today()


async def put(person: Person, file: str, number: int, piece: bytes) -> httpx.Response:
    return await person.client.put(f"{FILES}/{file}/pieces/{number}", content=piece, headers=person._headers())


async def send(person: Person, data: bytes, name: str = "CB2011.RET") -> dict[str, Any]:
    """The file as it was answered: read at once, or waiting for a worker."""
    key = f"new {hash(data)} {name}"
    first, made = [await person.post(FILES, {"name": name, "size": len(data)}, key=key) for _ in range(2)]
    assert (made.status_code, made.json()) == (201, first.json())
    file = made.json()["id"]
    for number in range(-(-len(data) // PIECE)):
        for _ in range(2):
            said = await put(person, file, number, data[number * PIECE : (number + 1) * PIECE])
            assert said.status_code == 200, said.text
    said = await person.post(f"{FILES}/{file}/finish", {})
    assert said.status_code == 200, said.text
    return said.json()


async def plan(person: Person, file: dict[str, Any]) -> dict[tuple[str, str | None], tuple[int, int]]:
    record = (await person.get(f"{FILES}/{file['id']}")).json()
    return {(each["effect"], each["why"]): (each["count"], each["done"]) for each in record["effects"]}


async def apply(person: Person, counter: Counter, file: dict[str, Any]) -> dict[str, Any]:
    """Applied, as far as the worker got."""
    for _ in range(2):
        said = await person.post(
            f"{FILES}/{file['id']}/apply", {"plan": file["plan_hash"]}, key=f"go {file['id']} {file['plan_hash']}"
        )
        assert said.status_code == 200, said.text
    await counter.work()
    return (await person.get(f"{FILES}/{file['id']}")).json()


def title(reference: str, **more: Any) -> dict[str, Any]:
    return {"company_use": reference, "bank_ref": reference[-8:], "occurrence_date": TODAY, **more}


async def test_a_preview_changes_nothing_and_the_live_run_does_what_it_said_once(
    ana: Person, carla: Person, desk: Person, counter: Counter
) -> None:
    paid = await counter.charge(ana, reference="BOL-1")
    other = await counter.charge(ana, reference="BOL-2")
    hers = await counter.charge(carla, 5_000, reference="BOL-3")
    data = cnab240(
        [
            title("BOL-1", fee=190),
            title("BOL-2", paid_amount=3_800),
            title("BOL-3", title_amount=5_000, paid_amount=5_000),
            title("BOL-9"),
            title("BOL-1", bank_ref="again"),
            title("BOL-2", movement_code="02", paid_amount=0),
            title("BOL-2", movement_code="03", paid_amount=0),
            title("", movement_code="28", paid_amount=0, title_amount=0, fee=350),
        ]
    )
    file = await send(desk, data)
    assert (file["status"], file["bank"], file["layout"], file["entries"], file["sequence"]) == (
        *("parsed", "341", "cnab240", 8, 7),
    )
    assert await plan(desk, file) == {
        ("settle", None): (2, 0),
        ("fee", None): (1, 0),
        ("review", "amount_differs"): (1, 0),
        ("review", "duplicate"): (1, 0),
        ("unknown", None): (1, 0),
        ("rejected", None): (1, 0),
        ("information", None): (1, 0),
    }
    assert (await counter.read(ana, paid["id"]))["status"] == "pending"
    assert (await counter.balances(ana))["available"] == 0

    done = await apply(desk, counter, file)
    assert (done["status"], done["applied_by"]) == ("applied", "diego@retaguarda.example")
    assert (await plan(desk, file))[("settle", None)] == (2, 2)
    settled = await counter.read(ana, paid["id"])
    # 0,99 % of 37,00 is the merchant's fee; the tariff of the bank is the provider's.
    assert (settled["status"], settled["net"]["amount"]) == ("paid", 3_663)
    assert {entry["account"] for entry in settled["entries"]} == {"boleto_clearing", "available", "pix_fees"}
    assert (await counter.read(ana, other["id"]))["status"] == "pending"
    assert (await counter.read(carla, hers["id"]))["status"] == "paid"
    assert (await counter.balances(ana))["available"] == 3_663

    again = await send(desk, data, "the same under another name.ret")
    assert (again["id"], again["status"]) == (file["id"], "applied")
    refused = await desk.post(f"{FILES}/{file['id']}/apply", {"plan": done["plan_hash"]})
    assert (refused.status_code, refused.json()["message"]) == (409, "file_not_open")
    # Another file of the bank tells of the same payment.
    twice = await send(desk, cnab240([title("BOL-1", fee=190)], file_seq=8))
    assert await plan(desk, twice) == {("already", None): (1, 0)}


@pytest.mark.parametrize(
    ("sample", "number", "name"),
    [
        ("sample-cnab400-cobranca-retorno-sicredi.ret", "748", "BCO COOPERATIVO SICREDI S.A."),
        ("sample-cnab400-cobranca-retorno-santander-pix.ret", "033", "BCO SANTANDER (BRASIL) S.A."),
    ],
)
async def test_a_title_that_is_merely_registered_is_no_payment_and_its_bank_has_its_name(
    desk: Person, sample: str, number: str, name: str
) -> None:
    file = await send(desk, (Path(__file__).parents[1] / "data" / "cnab" / sample).read_bytes())
    assert (file["bank"], file["bank_name"]) == (number, name)
    assert (file["entries"], file["paid"]["amount"], file["amount"]["amount"] > 0) == (1, 0, True)
    record = (await desk.get(f"{FILES}/{file['id']}")).json()
    (effect,) = record["effects"]
    assert (effect["effect"], effect["meaning"], effect["paid"]["amount"]) == ("information", "entry_confirmed", 0)
    (line,) = (await desk.get(LINES, file_id=file["id"])).json()
    assert (line["meaning"], line["paid"]["amount"], line["amount"]) == ("entry_confirmed", 0, file["amount"])
    (listed,) = (await desk.get(FILES)).json()
    assert (listed["bank_name"], listed["paid"]["amount"]) == (name, 0)


async def test_what_is_only_told_is_summed_by_what_it_tells(desk: Person) -> None:
    codes = ("02", "02", "14", "09")
    file = await send(desk, cnab400([title(f"N-{n}", movement_code=code) for n, code in enumerate(codes)]))
    record = (await desk.get(f"{FILES}/{file['id']}")).json()
    assert [(each["effect"], each["meaning"], each["count"]) for each in record["effects"]] == [
        ("information", "entry_confirmed", 2),
        ("information", "due_date_changed", 1),
        ("information", "written_off", 1),
    ]


async def test_a_payment_whose_money_may_not_have_come_waits_for_a_person(
    ana: Person, desk: Person, counter: Counter
) -> None:
    charge = await counter.charge(ana, reference="BOL-1")
    # Caixa's code 35 is a payment by one source and a change of portfolio by another.
    told = title("BOL-1", movement_code="35", bank_ref="14000000000000001")
    file = await send(desk, cnab400([told, told | {"company_use": "NOBODY"}], bank="104"))
    assert await plan(desk, file) == {("review", "unclear"): (1, 0), ("unknown", None): (1, 0)}
    assert file["paid"]["amount"] == 0
    await apply(desk, counter, file)
    assert (await counter.read(ana, charge["id"]))["status"] == "pending"
    line = (await desk.get(LINES, file_id=file["id"], effect="review")).json()[0]
    path = f"{FILES}/{file['id']}/lines/{line['number']}/assign"
    for _ in range(2):
        said = await desk.post(path, {"charge": charge["id"], "reason": "The bank's statement shows it"}, key="once")
        assert said.status_code == 200, said.text
    assert (await counter.read(ana, charge["id"]))["status"] == "paid"
    assert (await counter.balances(ana))["available"] == 3_663


async def test_a_plan_that_became_another_is_not_applied_and_says_so(
    ana: Person, desk: Person, counter: Counter
) -> None:
    charge = await counter.charge(ana, reference="BOL-1")
    file = await send(desk, cnab400([title("BOL-1")]))
    await counter.bank.pay(charge["br_code"])
    await counter.carry()
    before = await counter.balances(ana)
    stopped = await apply(desk, counter, file)
    assert (stopped["status"], stopped["plan_changed"]) == ("parsed", True)
    assert await plan(desk, file) == {("review", "duplicate"): (1, 0)}
    assert await counter.balances(ana) == before
    old = await desk.post(f"{FILES}/{file['id']}/apply", {"plan": file["plan_hash"]})
    assert (old.status_code, old.json()["message"]) == (409, "plan_changed")
    assert (await apply(desk, counter, stopped))["status"] == "applied"
    assert await counter.balances(ana) == before


async def test_a_crash_between_two_batches_loses_nothing_and_doubles_nothing(
    ana: Person, desk: Person, counter: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("retaguarda.bank_files.apply_plan.BATCH", 1)
    charges = [await counter.charge(ana, reference=f"BOL-{n}") for n in range(3)]
    file = await send(desk, cnab240([title(f"BOL-{n}") for n in range(3)]))
    said = await desk.post(f"{FILES}/{file['id']}/apply", {"plan": file["plan_hash"]})
    assert said.status_code == 200
    real, calls = COLLECTION.apply_batch, []

    async def dying(*given: Any) -> bool:
        calls.append(given)
        if len(calls) == 2:
            raise ConnectionError("the worker died")
        return await real(*given)

    monkeypatch.setitem(
        cast("dict[str, Any]", application.FAMILIES.by_name), "collection", replace(COLLECTION, apply_batch=dying)
    )
    with pytest.raises(ConnectionError):
        await counter.run_job(jobs.APPLY, 1, file["id"])
    assert (await plan(desk, file))[("settle", None)] == (3, 1)
    await counter.run_job(jobs.APPLY, 1, file["id"])
    await counter.run_job(jobs.APPLY, 1, file["id"])
    assert (await plan(desk, file))[("settle", None)] == (3, 3)
    assert {(await counter.read(ana, charge["id"]))["status"] for charge in charges} == {"paid"}
    assert (await counter.balances(ana))["available"] == 3 * 3_663


async def test_a_title_is_paid_in_time_by_the_day_the_bank_tells_and_late_after_it(
    ana: Person, desk: Person, counter: Counter, sql: Sql
) -> None:
    for reference in ("IN-TIME", "LATE"):
        await counter.charge(ana, reference=reference)
    last, after = TODAY - timedelta(days=2), TODAY - timedelta(days=1)
    # In UTC it is the day after already.
    sql("update charge set expires_at = %s", datetime.combine(last, time(23, 59), ZONE))
    await counter.run_job("payin.expire")
    file = await send(desk, cnab240([title("IN-TIME", occurrence_date=last), title("LATE", occurrence_date=after)]))
    assert await plan(desk, file) == {("settle", None): (1, 0), ("review", "late"): (1, 0)}


async def test_a_long_file_is_read_by_a_worker_and_any_of_its_lines_can_be_looked_at(
    desk: Person, counter: Counter
) -> None:
    data = cnab240([title(f"P-{n}", movement_code="02", paid_amount=0) for n in range(1_200)])
    assert len(data) > PIECE
    file = await send(desk, data)
    assert file["status"] == "received"
    await counter.work()
    record = (await desk.get(f"{FILES}/{file['id']}")).json()
    assert (record["status"], record["lines"], record["lines_said"]) == ("parsed", 2_404, 2_404)
    assert [(each["occurrence"], each["meaning"], each["count"]) for each in record["occurrences"]] == [
        ("02", "entry_confirmed", 1_200)
    ]
    whole = data.decode("latin-1").split("\r\n")
    for first in (1, 2_160, 2_170, 2_404):
        seen = (await desk.get(f"{FILES}/{file['id']}/lines", line=first, count=20)).json()
        assert seen["total"] == 2_404
        assert [line["text"] for line in seen["lines"]] == whole[first - 1 : min(first + 19, 2_404)]
    assert (await desk.get(f"{FILES}/{file['id']}/lines", line=2_405)).status_code == 404
    assert (await desk.get(f"{FILES}/{file['id']}/lines", count=101)).json()["message"] == {"count": ["invalid"]}
    rows = await desk.get(LINES, file_id=file["id"], effect="information", per_page=10)
    assert (rows.headers["X-Total"], rows.json()[0]["number"]) == ("1200", 2_401)


async def test_a_damaged_file_is_refused_with_its_place_and_can_be_looked_at(desk: Person) -> None:
    data = cnab240([title("BOL-1"), title("BOL-2")])
    data = data[: 242 * 3 + 77] + b"12E4" + data[242 * 3 + 81 :]
    file = await send(desk, data)
    assert (file["status"], file["error"]) == (
        "rejected",
        {"code": "not_a_number", "line": 4, "column": 80, "detail": "paid_amount"},
    )
    seen = (await desk.get(f"{FILES}/{file['id']}/lines", line=4, count=1)).json()["lines"][0]
    assert [field["value"] for field in seen["fields"] if field["name"] == "paid_amount"] == [None]
    refused = await desk.post(f"{FILES}/{file['id']}/apply", {"plan": "0" * 64})
    assert (refused.status_code, refused.json()["message"]) == (409, "file_not_open")


async def test_pieces_have_their_size_and_a_file_is_whole_before_it_is_read(desk: Person) -> None:
    data = cnab240([title("BOL-1")])
    for size in (0, 200_000_001):
        assert (await desk.post(FILES, {"name": "x.ret", "size": size})).json()["message"] == {
            "size": ["field_invalid"]
        }
    assert (await desk.post(FILES, {"name": " \t", "size": 1})).json()["message"] == {"name": ["field_invalid"]}
    file = (await desk.post(FILES, {"name": "x.ret", "size": len(data)})).json()["id"]
    for number, piece in ((0, data[1:]), (1, data), (0, b"")):
        assert (await put(desk, file, number, piece)).json()["message"] == {"number": ["invalid"]}
    assert (await desk.post(f"{FILES}/{file}/finish", {})).json()["message"] == "file_incomplete"
    assert (await put(desk, file, 0, data)).status_code == 200
    for _ in range(2):
        assert (await desk.post(f"{FILES}/{file}/finish", {})).json()["status"] == "parsed"
    assert (await put(desk, file, 0, data)).json()["message"] == "file_complete"
    assert [row["id"] for row in (await desk.get(FILES)).json()] == [file]


async def test_a_file_of_one_merchant_is_about_its_charges_alone_and_merchants_never_see_any(
    ana: Person, carla: Person, desk: Person, counter: Counter
) -> None:
    hers = await counter.charge(carla, reference="BOL-1")
    desk.account = "2"
    file = await send(desk, cnab240([title("BOL-1")]))
    assert (file["company_id"], await plan(desk, file)) == (2, {("unknown", None): (1, 0)})
    assert (await counter.read(carla, hers["id"]))["status"] == "pending"
    for person in (ana, carla):
        for path in (FILES, LINES, f"{FILES}/{file['id']}", f"{FILES}/{file['id']}/lines"):
            assert (await person.get(path)).status_code in (403, 404)
        assert (await person.post(FILES, {"name": "x.ret", "size": 3})).status_code == 403
        assert (await put(person, file["id"], 0, b"x")).status_code in (403, 404)
        assert (await person.post(f"{FILES}/{file['id']}/apply", {"plan": "0" * 64})).status_code in (403, 404)


async def test_a_second_person_agrees_before_a_file_comes_true(
    ana: Person, eva: Person, desk: Person, counter: Counter, sql: Sql
) -> None:
    charge = await counter.charge(ana, reference="BOL-1")
    file = await send(desk, cnab240([title("BOL-1")]))
    # What will be settled is weighed, although nothing moves before the worker is there.
    amount = title("BOL-1").get("paid", charge["amount"]["amount"])
    standing_policy(sql, "returns:file:apply", condition=f"amount == {amount} && today == {amount}")
    said = await desk.post(f"{FILES}/{file['id']}/apply", {"plan": file["plan_hash"]})
    assert said.status_code == 202, said.text
    request = said.json()["request"]["id"]
    assert (await eva.get(f"/v1/approvals/{request}")).json()["plan"]["about"] == "CB2011.RET"
    await counter.work()
    assert (await counter.read(ana, charge["id"]))["status"] == "pending"
    agreed = await Desk(sql).approve(eva, request)
    assert agreed.status_code == 200, agreed.text
    await counter.work()
    assert (await counter.read(ana, charge["id"]))["status"] == "paid"


async def test_a_split_charge_that_a_file_pays_is_split(
    desk: Person, ana: Person, bruno: Person, counter: Counter
) -> None:
    body = {"name": "Ateliê Luz", "document": "52998224725", "key": {"kind": "cpf", "value": "52998224725"}}
    luz = (await bruno.post("/v1/payin/recipients", body)).json()["id"]
    split = {"parts": [{"kind": "percent", "value": 6_000, "recipient": luz}]}
    charge = await counter.charge(ana, reference="BOL-1", split=split)
    await apply(desk, counter, await send(desk, cnab400([title("BOL-1")])))
    paid = await counter.read(ana, charge["id"])
    assert {each["name"]: each["amount"]["amount"] for each in paid["shares"]} == {"Ateliê Luz": 2_220, None: 1_480}
    assert (await bruno.get(f"/v1/payin/recipients/{luz}")).json()["balance"]["amount"] == 2_220


async def test_a_name_that_a_merchant_gave_its_charge_takes_no_line_from_the_merchant_whom_another_name_means(
    ana: Person, carla: Person, desk: Person, counter: Counter
) -> None:
    hers, thief = await counter.charge(ana, reference="BOL-7"), await counter.charge(carla, reference="PEDIDO-7")
    file = await send(desk, cnab240([title("PEDIDO-7", document_number="BOL-7")]))
    assert await plan(desk, file) == {("review", "ambiguous"): (1, 0)}
    await apply(desk, counter, file)
    assert (await counter.read(carla, thief["id"]))["status"] == "pending"
    assert (await counter.read(ana, hers["id"]))["status"] == "pending"


async def test_a_file_and_many_pix_take_their_merchants_in_one_order(
    ana: Person, carla: Person, desk: Person, counter: Counter, sql: Sql, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "retaguarda")
    hers, his = await counter.charge(carla, reference="ORD-1"), await counter.charge(ana, reference="ORD-2")
    file = await send(desk, cnab240([title("ORD-1"), title("ORD-2")]))
    told = list[dict[str, Any]]()
    for person in (ana, carla):
        await counter.bank.pay((await counter.charge(person))["br_code"])
        _, body = await counter.bank.next_notice()
        told += body["pix"]
    ((connection,),) = sql("select distinct connection_id::text from charge")
    told.sort(key=lambda each: each["horario"])
    since, until = (told[at]["horario"].replace("Z", "+00:00") for at in (0, -1))
    said = await desk.post(f"{FILES}/{file['id']}/apply", {"plan": file["plan_hash"]})
    assert said.status_code == 200, said.text
    async with holding(counter) as account:
        # Ana's account comes first of both, and the file names Carla first.
        numbers = [each["endToEndId"] for each in told]
        pix = asyncio.create_task(counter.run_job("payin.read_back_many", connection, numbers, since, until))
        await account.until_waiting(1)
        lines = asyncio.create_task(counter.run_job("returns.apply", 1, file["id"]))
        await account.until_waiting(2)
        await account.let_go()
        assert await asyncio.gather(pix, lines, return_exceptions=True) == [None, None]
    assert (await counter.read(carla, hers["id"]))["status"] == (await counter.read(ana, his["id"]))["status"] == "paid"
    assert sql("select count(*) from pix_payment where status = 'settled'") == [(2,)]
    assert "one by one" not in caplog.text
