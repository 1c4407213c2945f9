"""Attacks on payouts that no other file tries: formulas in what people download, entities in spreadsheets, limits cut into pieces,
keys looked up by the hundred, sessions that were stolen, money that comes back and is asked for again."""

import asyncio
import io
import zipfile
from typing import Any

import pytest

from conftest import Sql
from people import AURORA, Person
from retaguarda_demo.rules import STARTER
from spreadsheet import formulas
from support.batches import BATCHES, line, planned, read, submit, table
from support.charges import Counter
from support.payees import Book
from support.payments import PAYMENTS, pay
from support.payments import read as read_payment
from support.payout_rules import in_force
from support.withdrawals import settle

pytestmark = pytest.mark.usefixtures("every_invariant_holds_afterwards")

#: How each begins, and how it is hidden from a program that looks at the first character alone.
_BODIES = ("cmd|' /C calc'!A0", 'HYPERLINK("https://evil.example","x")', "SUM(1)*1", "1+1")
_SIGNS = ("=", "+", "-", "@", "＝", "＋", "－", "＠", " =", '"=')
PAYLOADS = [sign + body for sign in _SIGNS for body in _BODIES]


async def test_forty_formulas_come_back_as_text_in_every_file(bruno: Person, counter: Counter) -> None:
    assert len(PAYLOADS) == 40
    cells = ['"' + each.replace('"', '""') + '"' for each in PAYLOADS]
    batch = await planned(bruno, counter, table(*(f"{each};x;y@example.com;1,00;{each};{each}" for each in cells)))
    assert batch["lines"] == len(PAYLOADS)
    for kind in ("result", "errors"):
        for locale in ("pt", "en"):
            told = await bruno.get(f"{BATCHES}/{batch['id']}/file", kind=kind, locale=locale)
            assert formulas(told.content.decode()) == []


def _entities() -> bytes:
    """A spreadsheet whose one cell is three lols to the power of nine, and one that reads a file of the machine."""
    levels = ["<!ENTITY a0 'lol'>", *(f"<!ENTITY a{n + 1} '{f'&a{n};' * 10}'>" for n in range(9))]
    bomb = f"<!DOCTYPE x [{''.join(levels)}<!ENTITY file SYSTEM 'file:///etc/passwd'>]>"
    rows = "<row r='1'><c r='A1' t='inlineStr'><is><t>&a9;&file;</t></is></c></row>"
    space = "xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'"
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    sheet = "<sheets><sheet name='a' sheetId='1' r:id='r1'/></sheets>"
    part = f"<Relationship Id='r1' Type='{relations}/worksheet' Target='worksheets/sheet1.xml'/>"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", f"<workbook {space} xmlns:r='{relations}'>{sheet}</workbook>")
        packed.writestr(
            "xl/_rels/workbook.xml.rels",
            f"<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>{part}</Relationships>",
        )
        packed.writestr(
            "xl/worksheets/sheet1.xml", f"{bomb}<worksheet {space}><sheetData>{rows}</sheetData></worksheet>"
        )
    return out.getvalue()


async def test_entities_in_a_spreadsheet_are_not_expanded_and_read_no_file(bruno: Person, counter: Counter) -> None:
    content = _entities()
    made = await bruno.post(BATCHES, {"name": "x.xlsx", "size": len(content)})
    batch = made.json()["id"]
    await bruno.client.put(f"{BATCHES}/{batch}/pieces/0", content=content, headers=bruno._headers())
    await bruno.post(f"{BATCHES}/{batch}/finish", key=None)
    await counter.work()
    found = await read(bruno, batch)
    assert (found["status"], found["lines"]) == ("unreadable", 0)
    assert "root:" not in str(found)


async def test_a_limit_holds_however_a_sum_is_cut_and_through_whichever_door(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 500_000)
    sql(
        "insert into payout_setting_version (company_id, version, currency, methods, day_most, queue, queue_days, queue_skips,"
        " hold_ends, duplicates, external_id_needed, valid_from, actor)"
        " values (%s, 1, 'BRL', '{pix}', 10000, false, 30, true, 'refuse', 'off', false, now() - interval '1 minute', 'a test')",
        AURORA,
    )
    whole = await pay(bruno, 10_001)
    assert whole.json()["message"] == {"amount": ["transfer_day_limit"]}
    cut = await planned(bruno, counter, table(*(line(number, "20,00") for number in range(5)), line(9, "0,01")))
    assert (await submit(bruno, cut)).json()["message"] == {"amount": ["transfer_day_limit"]}
    # Half through one door; what is left is all that the other lets through, in pieces or at once.
    half = await planned(bruno, counter, table(line(0, "30,00"), line(1, "20,00")))
    assert (await submit(bruno, half)).status_code == 200
    for amount, status in ((5_001, 400), (2_000, 201), (3_001, 400), (3_000, 201), (1, 400)):
        assert (await pay(bruno, amount)).status_code == status, amount


SHOWN = "/v1/payouts/payment-destination"
NAMED = {"holder_name": "João Pedro da Silva", "holder_document": "123.456.789-09"}


async def look_up(person: Person, key: str) -> Any:
    return await person.post(SHOWN, {"key": {"kind": "email", "value": key}, **NAMED}, key=None)


async def test_whoever_looks_up_a_hundred_keys_without_paying_is_stopped_and_told_about(
    bruno: Person, ana: Person, gil: Person, counter: Counter, book: Book, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    key = {"kind": "email", "value": "n0@loja.example"}
    for number in range(101):
        await book.owner(f"n{number}@loja.example", "João Pedro da Silva", "12345678909")
    answers = [await look_up(bruno, f"n{number}@loja.example") for number in range(101)]
    assert [each.status_code for each in answers] == [200] * 100 + [429]
    said = answers[-1]
    assert said.json()["message"] == "look_ups_unpaid"
    assert 86_000 < int(said.headers["retry-after"]) <= 86_400
    assert (await look_up(bruno, "n101@loja.example")).status_code == 429
    told = "select actor, data ->> 'keys' from event where name = 'payouts:look_up:exceeded'"
    assert sql(told) == [(bruno.email, "100")]
    await counter.work()
    kinds = [each["kind"] for each in (await gil.get("/v1/notifications")).json()["notifications"]]
    assert kinds.count("payout_look_ups") == 1
    # Paying is not looking: it goes on, and gives its look-up back.
    paid = await pay(bruno, 1_000, key=key)
    assert paid.status_code == 201, paid.text
    assert (await look_up(bruno, "n102@loja.example")).status_code == 200
    assert (await look_up(bruno, "n103@loja.example")).status_code == 429
    # It is this person's count; a day later it begins anew.
    sql("alter table payout_look_up disable trigger user")
    sql("update payout_look_up set asked_at = asked_at - interval '1 day'")
    sql("alter table payout_look_up enable trigger user")
    assert (await look_up(bruno, "n103@loja.example")).status_code == 200


async def test_keys_that_nobody_has_are_guessed_twenty_times_and_no_more(bruno: Person, counter: Counter) -> None:
    problems = list[str]()
    for number in range(21):
        said = await look_up(bruno, f"guess{number}@ninguem.example")
        problems.append(said.json()["confirmation"]["problem"] if said.status_code == 200 else said.json()["message"])
    assert problems == ["key_unknown"] * 20 + ["look_ups_unpaid"]


async def test_of_many_look_ups_at_once_no_more_pass_than_one_after_another(
    bruno: Person, counter: Counter, sql: Sql
) -> None:
    sql(
        "insert into payout_look_up (company_id, id, person_id, destination, asked_at) select %s, gen_random_uuid(), p.id,"
        " sha256(n::text::bytea), now() - interval '1 hour' from person p, generate_series(1, 99) n where p.email = %s",
        AURORA,
        bruno.email,
    )
    answers = await asyncio.gather(*(look_up(bruno, f"all{number}@ninguem.example") for number in range(8)))
    assert sorted(each.status_code for each in answers) == [200] + [429] * 7
    assert {each.json()["message"] for each in answers if each.status_code == 429} == {"look_ups_unpaid"}
    assert sql("select count(*) from payout_confirmation") == [(1,)]


async def test_what_the_directory_has_not_answered_yet_may_be_a_key_that_nobody_has(
    bruno: Person, counter: Counter, sql: Sql
) -> None:
    for number in range(15):
        assert (await look_up(bruno, f"guess{number}@ninguem.example")).status_code == 200
    answers = await asyncio.gather(*(look_up(bruno, f"all{number}@ninguem.example") for number in range(12)))
    refused = [each for each in answers if each.status_code == 429]
    assert sql("select count(*) from payout_confirmation") == [(20,)]
    assert len(refused) == 7
    assert {each.json()["message"] for each in refused} <= {"look_ups_at_once", "look_ups_unpaid"}


async def test_by_night_a_stolen_session_lets_no_money_leave_and_its_owner_signs_in_again(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    batch = await planned(bruno, counter, table(line(0), line(1)))
    older = "update session set created_at = now() - %s::interval where person_id = (select id from person where email = %s)"
    sql(older, "61 minutes", bruno.email)
    by_day, by_night = "null::date", "p_local::date"
    for when, said in ((by_night, (403, "second_factor_stale")), (by_day, (201, None))):
        sql(
            "create or replace function payout_night(p_local timestamp) returns date language sql immutable parallel safe"
            f" as $$ select {when} $$"
        )
        made = await pay(bruno, 1_000)
        assert (made.status_code, made.json().get("message")) == said, made.text
    sql(
        "create or replace function payout_night(p_local timestamp) returns date language sql immutable parallel safe"
        f" as $$ select {by_night} $$"
    )
    for refused in (await pay(bruno, 2_000), await submit(bruno, batch)):
        assert (refused.status_code, refused.json()["message"]) == (403, "second_factor_stale"), refused.text
    # What leaves on another day is no matter of this night.
    day = sql("select (now() at time zone 'America/Sao_Paulo')::date + 5")[0][0]
    assert (await pay(bruno, 3_000, scheduled_for=str(day))).status_code == 201
    sql("update person set totp_last_step = 0 where email = %s", bruno.email)
    await bruno.sign_in()
    assert (await pay(bruno, 2_000)).status_code == 201
    assert (await submit(bruno, batch)).status_code == 200


async def test_a_payment_to_somebody_new_from_a_device_never_seen_is_held_by_its_rule(
    bruno: Person, ana: Person, diego: Person, eva: Person, counter: Counter, sql: Sql
) -> None:
    (rule,) = [each for each in STARTER if "session_new_device" in each["condition"]]
    await in_force(diego, eva, counter, rule)
    await counter.paid(ana, 100_000)
    assert (await pay(bruno, 1_000)).json()["status"] == "pending"
    bruno.client.headers["User-Agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
    sql("update person set totp_last_step = 0 where email = %s", bruno.email)
    await bruno.sign_in()
    held = (await pay(bruno, 2_000)).json()
    assert (held["status"], held["hold_reason"]) == ("on_hold", "rule")
    # A day later the device is known.
    sql("alter table event disable trigger user")
    sql("update event set at = at - interval '25 hours' where name = 'identity:session:new_device'")
    sql("alter table event enable trigger user")
    assert (await pay(bruno, 3_000)).json()["status"] == "pending"


async def test_what_came_back_is_neither_asked_back_nor_paid_again_a_second_time(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    before = (await counter.balances(ana))["available"]
    made = (await pay(bruno, 5_000)).json()["id"]
    await settle(counter, made)
    e2e = (await read_payment(bruno, made))["end_to_end_id"]
    why = {"reason": "fraud", "details": "Golpe do falso fornecedor"}

    async def back(amount: str, **more: Any) -> None:
        body = {"endToEndId": e2e, "valor": amount, **more}
        said = await counter.bank.client.post("/sandbox/payouts/returns", json=body)
        assert said.status_code == 201, said.text
        for _ in range(2):
            await counter.run_job("payouts.take_back", 2, made)

    await back("20.00")
    beyond = await bruno.post(f"{PAYMENTS}/{made}/claims", why | {"amount": {"amount": 3_001}})
    assert (beyond.status_code, beyond.json()["message"]) == (400, {"amount": ["claim_exceeds_sent"]})
    assert (await bruno.post(f"{PAYMENTS}/{made}/retry")).json()["message"] == "payment_not_repeatable"
    await back("30.00")
    again = await bruno.post(f"{PAYMENTS}/{made}/claims", why)
    assert (again.status_code, again.json()["message"]) == (400, {"amount": ["claim_exceeds_sent"]})
    assert (await counter.balances(ana))["available"] == before
    retried = await bruno.post(f"{PAYMENTS}/{made}/retry")
    assert retried.status_code == 201, retried.text
    twice = await bruno.post(f"{PAYMENTS}/{made}/retry")
    assert (twice.status_code, twice.json()["message"]) == (409, "payment_replaced")
    await settle(counter, retried.json()["id"])
    # The first comes back once more, whole: the merchant gets nothing of it, a case waits on suspense.
    await back("50.00", beyond=True)
    assert (await counter.balances(ana))["available"] == before - 5_000
    told = await read_payment(bruno, made)
    assert (told["returned"]["amount"], [each["kind"] for each in told["cases"]]) == (5_000, ["return_unmatched"])
    assert sql("select count(*) from ledger_journal where key like 'return:%%' and kind = 'payouts.returned'") == [(2,)]


async def test_a_payment_that_was_repeated_and_then_carried_out_after_all_costs_its_merchant_nothing_silently(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    nobody = {"ispb": "18236120", "account_type": "TRAN", "branch": "9903", "number": "4455667", "digit": "8"}
    first = (await pay(bruno, 4_000, key=None, account=nobody)).json()["id"]
    await settle(counter, first)
    assert (await read_payment(bruno, first))["status"] == "failed"
    second = await bruno.post(f"{PAYMENTS}/{first}/retry")
    assert second.status_code == 201, second.text
    before = (await counter.balances(ana))["available"]
    (e2e,) = sql("select end_to_end_id from payout_order where payout_id = %s", first)[0]
    assert (await counter.bank.client.post("/sandbox/payouts/late", json={"endToEndId": e2e})).status_code == 201
    for _ in range(2):
        await counter.run_job("payouts.take_back", 2, first)
    told = await read_payment(bruno, first)
    assert (told["status"], [(each["kind"], each["status"]) for each in told["cases"]]) == (
        "failed",
        [("paid_after_failed", "open")],
    )
    assert (await counter.balances(ana))["available"] == before
    claimed = await bruno.post(f"{PAYMENTS}/{first}/claims", {"reason": "fraud", "details": "Golpe"})
    assert claimed.json()["message"] == "transfer_not_done"
    assert (await bruno.post(f"{PAYMENTS}/{first}/retry")).status_code == 409
