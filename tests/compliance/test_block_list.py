"""The block list: an entry binds the next statement that writes a payment, two people decide, and merchants hear a neutral word."""

import asyncio
import base64
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from conftest import Sql
from people import Person
from support.charges import Counter, offenders
from support.payments import JOAO, PAYMENTS, pay, read
from support.withdrawals import settle

LIST, REFUSALS, UPLOADS = "/v1/compliance/block-list", "/v1/compliance/block-refusals", "/v1/compliance/block-uploads"
CHARGES = "/v1/payin/charges"
CPF = "123.456.789-09"
ENTRY: dict[str, Any] = {
    "lane": "fraud",
    "kind": "pix_key",
    "value": CPF,
    "effect": "refuse",
    "direction": "out",
    "cause": "mule_account",
    "reason": "Relato de infração aceito pelo banco",
}


async def added(person: Person, **more: Any) -> dict[str, Any]:
    made = await person.post(LIST, ENTRY | more)
    assert made.status_code == 201, made.text
    return made.json()


async def test_an_entry_refuses_the_next_payment_and_the_refusal_is_kept(
    diego: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    planned = (await diego.post(f"{LIST}/plan", ENTRY)).json()
    assert planned["facts"][0] == {"field": "value", "value": "***.456.789-**"}
    key = str(uuid4())
    first, second = [await diego.post(LIST, ENTRY, key=key) for _ in range(2)]
    assert (first.status_code, second.content) == (201, first.content), first.text
    assert (first.json()["shown"], first.json()["status"]) == ("***.456.789-**", "active")
    known = await diego.post(LIST, ENTRY)
    assert (known.status_code, known.json()["message"]) == (409, "block_entry_known")
    refused = await pay(bruno)
    assert (refused.status_code, refused.json()["message"]) == (409, "payment_refused_security"), refused.text
    assert "mule" not in refused.text
    assert "Relato" not in refused.text
    assert sql("select count(*) from payout") == [(0,)]
    (kept,) = (await diego.get(REFUSALS)).json()
    assert (kept["flow"], kept["state"], kept["amount"]["amount"], kept["merchant_id"]) == (
        "payout",
        "refused",
        5_000,
        2,
    )
    assert kept["entry_id"] == first.json()["id"]
    assert (await diego.get(f"{LIST}/{kept['entry_id']}")).json()["hits"] == 1
    # Another direction, another merchant, an end in the past: nothing stands against it.
    assert offenders(counter.url) == {}


@pytest.mark.parametrize(
    ("kind", "value"),
    [("document", CPF), ("pix_key", "12345678909")],
)
async def test_a_party_is_known_by_each_of_its_words(
    diego: Person, bruno: Person, ana: Person, counter: Counter, kind: str, value: str
) -> None:
    await counter.paid(ana, 20_000)
    await added(diego, kind=kind, value=value, direction="both")
    assert (await pay(bruno)).status_code == 409


async def test_an_entry_of_another_merchant_direction_or_time_binds_nothing(
    diego: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    await added(diego, merchant=3)
    await added(diego, direction="in")
    await added(diego, effect="alert")
    await added(diego, lane="pld", until="2999-01-01")
    sql("alter table block_entry disable trigger user")
    sql(
        "update block_entry set starts_at = now() - interval '2 days', until = now() - interval '1 day' where lane = 'pld'"
    )
    sql("alter table block_entry enable trigger user")
    assert (await pay(bruno)).status_code == 201


async def test_a_hold_waits_for_a_person_of_the_provider_and_says_only_that(
    diego: Person, eva: Person, bruno: Person, ana: Person, counter: Counter
) -> None:
    await counter.paid(ana, 20_000)
    await added(diego, effect="hold", lane="pld")
    made = await pay(bruno)
    assert (made.status_code, made.json()["status"], made.json()["hold_reason"]) == (201, "on_hold", "under_review")
    payment = made.json()["id"]
    await counter.work()
    assert (await read(bruno, payment))["orders"] == []
    assert (await bruno.post(f"{PAYMENTS}/{payment}/release", {"reason": "é meu"}, key=None)).status_code == 403
    (kept,) = (await diego.get(REFUSALS)).json()
    assert (kept["state"], kept["subject"]) == ("held", payment)
    assert offenders(counter.url) == {}
    released = await diego.post(f"{PAYMENTS}/{payment}/release", {"reason": "conferido com o cliente"}, key=None)
    assert released.status_code == 200, released.text
    await settle(counter, payment)
    assert (await read(bruno, payment))["status"] == "done"
    assert (await diego.get(REFUSALS)).json()[0]["state"] == "released"
    assert offenders(counter.url) == {}


async def test_what_was_asked_for_before_is_looked_at_again_when_it_leaves(
    diego: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    payment = (await pay(bruno)).json()["id"]
    await added(diego)
    await counter.work()
    seen = await read(bruno, payment)
    assert (seen["status"], seen["hold_reason"], seen["orders"]) == ("on_hold", "under_review", [])
    # A refusal stands until its entry ends: letting the payment go does not carry it past.
    await diego.post(f"{PAYMENTS}/{payment}/release", {"reason": "deixa passar"}, key=None)
    await counter.work()
    assert (await read(bruno, payment))["status"] == "on_hold"


async def test_who_is_refused_when_the_form_asks_what_would_happen_is_kept_as_a_refusal_too(
    diego: Person, bruno: Person, ana: Person, counter: Counter
) -> None:
    await counter.paid(ana, 20_000)
    entry = await added(diego)
    planned = await bruno.post(f"{PAYMENTS}/plan", {"amount": {"amount": 5_000}, **JOAO})
    assert (planned.status_code, planned.json()["message"]) == (409, "payment_refused_security"), planned.text
    (kept,) = (await diego.get(REFUSALS)).json()
    assert (kept["flow"], kept["state"], kept["amount"]["amount"], kept["entry_id"]) == (
        "payout",
        "refused",
        5_000,
        entry["id"],
    )


async def test_a_charge_of_a_refused_payer_is_not_written(
    diego: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await added(
        diego, kind="document", value="529.982.247-25", direction="in", lane="sanctions", cause="sanctions_list"
    )
    body = {"amount": {"amount": 5_000}, "payer": {"name": "Fulano", "document": "52998224725"}}
    said = await ana.post(CHARGES, body)
    assert (said.status_code, said.json()["message"]) == (409, "under_review"), said.text
    assert sql("select count(*) from charge") == [(0,)]
    assert sql("select flow, effect, amount from block_refusal") == [("charge", "refuse", 5_000)]
    other = await ana.post(CHARGES, body | {"payer": {"name": "Outro", "document": "12345678909"}})
    assert other.status_code == 201


async def test_no_payment_settles_after_an_entry_while_fifty_run(
    diego: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)

    async def blocked() -> None:
        await asyncio.sleep(0.05)
        await added(diego)

    answers = await asyncio.gather(blocked(), *(pay(bruno, 100 + number) for number in range(50)))
    statuses = [said.status_code for said in answers[1:]]  # pyright: ignore[reportOptionalMemberAccess]
    assert set(statuses) <= {201, 409}
    late = await asyncio.gather(*(pay(bruno, 900 + number) for number in range(10)))
    assert {said.status_code for said in late} == {409}
    [(refused,)] = sql("select count(*) from block_refusal where effect = 'refuse'")
    assert refused == statuses.count(409) + 10
    await counter.work()
    # What was written before the entry has not left after it.
    assert sql("""
        select count(*) from payout_order o, block_entry e where o.created_at > e.added_at and o.payout_id is not null
    """) == [(0,)]


async def test_who_added_an_entry_neither_confirms_nor_ends_it_not_even_in_the_database(
    diego: Person, eva: Person, sql: Sql
) -> None:
    entry = (await added(diego, lane="sanctions", cause="sanctions_list"))["id"]
    assert (await diego.get(f"{LIST}/{entry}")).json()["status"] == "unconfirmed"
    for act, body in (("confirm", {}), ("end", {"how": "lifted", "reason": "engano meu"})):
        said = await diego.post(f"{LIST}/{entry}/{act}", body, key=None)
        assert (said.status_code, said.json()["message"]) == (409, "own_block_entry")
    with pytest.raises(psycopg.errors.CheckViolation):
        sql("update block_entry set confirmed_at = now(), confirmed_by = 'x', confirmed_by_id = added_by_id")
    assert (await eva.post(f"{LIST}/{entry}/confirm", {}, key=None)).json()["status"] == "active"
    again = await eva.post(f"{LIST}/{entry}/confirm", {}, key=None)
    assert again.json()["message"] == "block_entry_not_unconfirmed"
    ended = await eva.post(f"{LIST}/{entry}/end", {"how": "lifted", "reason": "nome retirado da lista"}, key=None)
    assert (ended.json()["status"], ended.json()["ended_by"]) == ("lifted", eva.email)
    with pytest.raises(psycopg.DatabaseError, match="does not change"):
        sql("update block_entry set effect = 'alert'")
    with pytest.raises(psycopg.DatabaseError):
        sql("delete from block_entry")
    await added(diego, lane="sanctions", cause="sanctions_list")


async def test_an_entry_nobody_confirmed_in_time_holds_instead_of_refusing(
    diego: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 20_000)
    await added(diego, lane="pld")
    assert (await pay(bruno)).json()["message"] == "under_review"
    sql("alter table block_entry disable trigger user")
    sql("update block_entry set confirm_by = now() - interval '1 minute'")
    sql("alter table block_entry enable trigger user")
    assert (await pay(bruno)).json()["status"] == "on_hold"


async def test_an_entry_is_extended_to_a_later_time_only(diego: Person) -> None:
    entry = (await added(diego, until="2031-01-01"))["id"]
    early = await diego.post(f"{LIST}/{entry}/extend", {"until": "2030-01-01", "reason": "mais"}, key=None)
    assert (early.status_code, early.json()["message"]) == (400, {"until": ["not_later"]})
    longer = await diego.post(f"{LIST}/{entry}/extend", {"until": "2032-01-01", "reason": "mais"}, key=None)
    assert longer.json()["until"].startswith("2032-01-02T03:00")


async def test_a_file_becomes_entries_and_names_each_row_it_did_not_take(
    diego: Person, counter: Counter, sql: Sql
) -> None:
    await added(diego, kind="email", value="golpe@premio.example")
    bad = [
        "cpf;111.111.111-11",
        "email;=cmd|' /C calc'!A0",
        "chave;",
        "nome;Fulano",
        "telefone;12",
        "conta;1",
        "email;ｇolpe@x.example",
    ]
    good = [f"email;conta{number}@golpe.example" for number in range(4_992)]
    lines = ["tipo;valor", "email;golpe@premio.example", *bad, *good]
    terms = {name: value for name, value in ENTRY.items() if name not in ("kind", "value")}
    body = terms | {"name": "lista.csv", "content": base64.b64encode("\n".join(lines).encode()).decode()}
    key = str(uuid4())
    first, second = [await diego.post(UPLOADS, body, key=key) for _ in range(2)]
    assert (first.status_code, second.content) == (201, first.content), first.text
    await counter.work()
    done = (await diego.get(f"{UPLOADS}/{first.json()['id']}")).json()
    assert (done["status"], done["rows"], done["accepted"], done["existing"], done["refused"]) == (
        "done",
        5_000,
        4_992,
        1,
        7,
    )
    assert [(row["line"], row["problem"]) for row in done["refused_rows"]] == [
        (3, "value_document"), (4, "value_formula"), (5, "value_missing"), (6, "type_unknown"), (7, "value_phone"),
        (8, "value_account"), (9, "value_characters"),
    ]  # fmt: skip
    assert sql("select count(*) from block_entry where source = 'upload'") == [(4_992,)]
    assert sql("select content from block_upload") == [(None,)]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"PK\x03\x04" + b"\x00" * 40, "not_a_table"),
        ("tipo;valor\nemail;a@b.example".encode("utf-16"), "not_a_table"),
        (b"nome;sobrenome\na;b", "headings_missing"),
        (b"tipo;valor\n" + b"email;a@b.example\n" * 5_001, "too_many_rows"),
    ],
)
async def test_a_file_that_is_no_table_adds_nothing(
    diego: Person, counter: Counter, sql: Sql, content: bytes, problem: str
) -> None:
    terms = {name: value for name, value in ENTRY.items() if name not in ("kind", "value")}
    made = await diego.post(UPLOADS, terms | {"name": "x.csv", "content": base64.b64encode(content).decode()})
    assert made.status_code == 201, made.text
    await counter.work()
    done = (await diego.get(f"{UPLOADS}/{made.json()['id']}")).json()
    assert (done["status"], done["problem"]) == ("unreadable", problem)
    assert sql("select count(*) from block_entry") == [(0,)]


async def test_a_value_is_tried_without_writing_anything(diego: Person, sql: Sql) -> None:
    await added(diego, kind="email", value="joao.silva@payee.example")
    asked = {"kind": "pix_key", "value": "JOAO.SILVA@payee.example", "direction": "out"}
    said = (await diego.post(f"{LIST}/try", asked, key=None)).json()
    assert (said["verdict"], said["public_code"], len(said["entries"])) == ("refuse", "payment_refused_security", 1)
    near = (await diego.post(f"{LIST}/try", asked | {"value": "joaosilva+x@payee.example"}, key=None)).json()
    assert (near["verdict"], near["near"]) == (None, 1)
    inside = (await diego.post(f"{LIST}/try", asked | {"direction": "in"}, key=None)).json()
    assert (inside["verdict"], [each["binds"] for each in inside["entries"]]) == (None, [False])
    assert sql("select count(*) from block_refusal") == [(0,)]


async def test_merchants_and_strangers_do_not_find_the_list(
    diego: Person, bruno: Person, carla: Person, sql: Sql
) -> None:
    entry = (await added(diego))["id"]
    sql("update role set permissions = permissions || '{compliance::blackList:read,compliance::blackList:write}'")
    for person in (bruno, carla):
        for path in (LIST, REFUSALS, UPLOADS, f"{LIST}/{entry}", f"/v1/trail/block-list/{entry}"):
            assert (await person.get(path)).status_code == 404, path
        assert (await person.post(LIST, ENTRY)).status_code == 404
        assert (
            await person.post(f"{LIST}/{entry}/end", {"how": "lifted", "reason": "porque sim"}, key=None)
        ).status_code == 404
        assert (
            await person.post(f"{LIST}/try", {"kind": "email", "value": "a@b.example", "direction": "in"}, key=None)
        ).status_code == 404


async def test_a_merchants_transaction_sees_no_row_of_any_lane(
    diego: Person, bruno: Person, ana: Person, counter: Counter
) -> None:
    await counter.paid(ana, 20_000)
    for lane in ("fraud", "pld", "sanctions"):
        await added(diego, lane=lane)
    await pay(bruno)
    with psycopg.connect(counter.url) as connection:
        connection.execute("set role retaguarda_app")
        connection.execute("select set_config('retaguarda.companies', '{2}', false)")
        for table in ("block_entry", "block_refusal", "block_upload", "block_upload_refused"):
            assert connection.execute(f"select count(*) from {table}").fetchone() == (0,)  # pyright: ignore[reportArgumentType, reportCallIssue]


@pytest.mark.parametrize("network", ["127.0.0.1", "127.0.0.0/16", "::ffff:127.0.0.1"])
async def test_what_is_asked_for_from_a_blocked_network_is_refused_in_the_statement_that_writes_it(
    diego: Person, bruno: Person, ana: Person, counter: Counter, sql: Sql, network: str
) -> None:
    await counter.paid(ana, 20_000)
    elsewhere = await added(diego, kind="ip", value="203.0.113.0/24", direction="both")
    assert (await pay(bruno)).status_code == 201
    entry = await added(diego, kind="ip", value=network, direction="both")
    asked = {"amount": {"amount": 5_000}, "payer": {"name": "Outro", "document": "12345678909"}}
    for said in (await pay(bruno, 6_000), await ana.post(CHARGES, asked)):
        assert (said.status_code, said.json()["message"]) == (409, "payment_refused_security"), said.text
    assert sql("select count(*), count(distinct entry_id), min(entry_id::text) from block_refusal") == [
        (2, 1, entry["id"])
    ]
    # What the queue writes comes from no address.
    tried = (await diego.post(f"{LIST}/try", {"kind": "ip", "value": "203.0.113.9", "direction": "out"})).json()
    assert (tried["verdict"], [each["id"] for each in tried["entries"]]) == ("refuse", [elsewhere["id"]])
    free = (await diego.post(f"{LIST}/try", {"kind": "ip", "value": "198.51.100.1", "direction": "out"})).json()
    assert (free["verdict"], free["entries"]) == (None, [])
    assert offenders(counter.url) == {}


async def test_a_network_that_is_none_or_would_shut_out_half_of_the_world_is_refused(
    diego: Person, counter: Counter, subtests: pytest.Subtests
) -> None:
    cases: list[tuple[str, str]] = [
        ("10.0.0.0/8", "value_ip_wide"),
        ("::/0", "value_ip_wide"),
        ("10.1.2.3/24", "value_ip"),
        ("10.1.2", "value_ip"),
        ("10.1.2.3.4", "value_ip"),
    ]
    for value, problem in cases:
        with subtests.test(value=value, problem=problem):
            said = await diego.post(LIST, ENTRY | {"kind": "ip", "value": value})
            assert (said.status_code, said.json()["message"]) == (400, {"value": [problem]}), said.text
