"""No merchant learns that compliance looks at them: whatever staff do, what the merchant's people observe stays the same."""

import re
from pathlib import Path
from typing import Any

import psycopg
import pytest

from compliance.test_block_list import added
from compliance.test_coaf import exported, written
from compliance.test_judicial_orders import order
from conftest import Sql, Work, as_app
from people import AURORA, Person
from retaguarda.app import App
from retaguarda.foundation.documents import check_digits
from retaguarda.foundation.permissions import EARNED, Permission
from support.charges import Counter
from support.movements import Mover
from support.payments import pay
from support.pld_cases import ALERTS, decided_case
from support.transcript import Transcript, differences, lists_of, observed, plain_answer, seen_raw, sent_out

#: Where each leak shows, and how it is planted: one for each surface on which compliance could betray itself.
LEAKS = {
    "/v1/audit/activity": "insert into event (company_id, name, subject_id, person_id, actor) select 2, 'pld:alert:note', 'x', id,"
    " email from person where email = 'gil@merchant.example'",
    "/v1/notifications": "insert into notification (company_id, person_id, event_id, kind, in_app, created_at) select 2, id, 1,"
    " 'payin_review', true, now() from person where email = 'gil@merchant.example'",
    "/v1/payin/charges": "update charge set description = 'em análise' where company_id = 2",
    "/v1/payin/reviews": "update pix_payment set status = 'under_review', review_reason = 'rule' where company_id = 2",
    "/v1/account/balances": "update ledger_account set held = held + 1 where company_id = 2 and code = 'available'",
    "/rbac/roles": "update role set name = 'Suspeitos' where company_id = 2 and name = 'payer'",
    "/rbac/users": "update person set name = 'Ana Souza (PLD)' where email = 'ana@merchant.example'",
    "/v1/companies": "update company set name = 'Loja Aurora (PLD)' where id = 2",
    "webhooks": "insert into hook_delivery (company_id, id, endpoint_id, event_id, type, subject_id, body, status, next_at) select 2,"
    " gen_random_uuid(), id, gen_random_uuid(), 'charge.paid', 'x', '{\"review\": true}', 'waiting', now() from hook_endpoint",
    "/v1/exports": "insert into export (id, company_id, person_id, list, format, asked, all_merchants, two_factor) select"
    " gen_random_uuid(), 2, id, 'pld.alerts', 'csv', '{}', false, false from person where email = 'gil@merchant.example'",
}
_DIGITS = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+")
#: What happened comes into the log that merchants read.
SEQUENCED = "select audit_sequence(100000)"
#: And one that no answer shows: a table that forgot its row security.
RAW_LEAK = "alter table pld_alert disable row level security"


async def compliance_works(diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter, sql: Sql) -> None:
    """All that staff do about the merchant: rule, alert, case, COAF, a secret order, reading and exporting; and what warns them."""
    communication = await written(diego, await decided_case(diego, eva, work, mover, counter, "communicate"))
    await exported(diego, eva, communication)
    assert (
        await diego.post("/v1/compliance/judicial-orders", order(secret=True, viewers=eva.email))
    ).status_code == 201
    checked = {"document": "P3E2Z8IQ9Y7J64", "name": "Loja Aurora", "purpose": "pld_analysis"}
    await diego.post("/v1/compliance/checks", checked)
    (alert,) = (await diego.get(ALERTS)).json()
    for path in (
        f"{ALERTS}/{alert['id']}",
        f"{ALERTS}/{alert['id']}/money-trail",
        f"/v1/companies/{AURORA}",
        "/v1/payin/charges",
    ):
        said = await diego.get(path)
        assert said.status_code == 200, (path, said.text)
    assert (await diego.get(f"{ALERTS}/export", format="csv")).status_code == 200
    sql("set session_replication_role = replica")
    sql("update pld_case set decided_at = decided_at - interval '25 hours', communicate_due = communicate_due - 1")
    sql("set session_replication_role = origin")
    await counter.run_job("pld.warn")
    await work()
    assert sql("select count(*) > 0 from notification where kind = 'compliance_communication_term'") == [(True,)]


async def program_of(gil: Person, sql: Sql) -> Person:
    """The merchant's own server, with every permission that a merchant may have, and an address that we call."""
    ((role,),) = sql("select id from role where company_id = 2 order by id limit 1")
    made = await gil.post("/rbac/keys", {"name": "Loja", "role_id": role})
    assert made.status_code == 201, made.text
    return Person(gil.client, "program", made.json()["secret"])


def weight(told: Transcript) -> int:
    """Bytes of all that was answered."""
    return sum(len(str(body).encode()) for *_, body in told.values())


async def test_what_merchants_observe_is_the_same_whatever_compliance_does_and_each_planted_leak_is_found(
    diego: Person,
    eva: Person,
    ana: Person,
    gil: Person,
    work: Work,
    counter: Counter,
    app: App,
    sql: Sql,
    peopled_url: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    # The walk is refused more often than a minute allows, and whoever looks holds all that a merchant may.
    monkeypatch.setattr("retaguarda.foundation.refusals.LIMIT", 10_000)
    everything = [str(permission) for permission in Permission if permission not in EARNED]
    sql("update role set permissions = %s where company_id = 2", everything)
    mover = Mover(counter.url)
    hook = {"url": "https://shop.example/hooks", "events": ["charge.created", "charge.paid"]}
    assert (await gil.post("/v1/payin/webhooks", hook)).status_code == 201
    await counter.paid(ana)
    people = {"gil": gil, "program": await program_of(gil, sql)}
    sql(SEQUENCED)

    async def all_told() -> Transcript:
        sql(SEQUENCED)
        return await observed(app, people) | sent_out(peopled_url, tmp_path / "mail", AURORA)

    # What came of the key itself is told before.
    await work()
    # That a key was used is told from its first call on.
    await people["program"].get("/v1/payin/charges")
    files = await lists_of(app, "gil", gil)
    assert len([told for told in files.values() if told[0] == 200]) > 15
    before = await all_told()
    assert len([told for told in before.values() if told[0] == 200]) > 130
    assert "charge.paid" in before["programs", "webhooks"][2]
    assert differences(before, await all_told()) == set()
    # What is booked is the merchant's own, and there before.
    await compliance_works(diego, eva, work, mover, counter, sql)
    sql("delete from pix_payment where end_to_end_id like 'E12345678202611010000%'")
    after = await all_told()
    assert differences(before, after) == set()
    # In bytes too: what compliance does makes no page of a merchant's longer.
    assert weight(after) <= 1.02 * weight(before)
    assert differences(files, await lists_of(app, "gil", gil)) == set()
    after = await all_told()
    assert seen_raw(as_app(peopled_url), [AURORA]) == set()

    sql("set session_replication_role = replica")
    for statement in LEAKS.values():
        sql(statement)
    sql("set session_replication_role = origin")
    (tmp_path / "mail").mkdir(exist_ok=True)
    (tmp_path / "mail" / "zz-leak.eml").write_text(f"To: {gil.email}\n\nSua conta está em análise.\n")
    found = {path for _, path in differences(after, await all_told())}
    assert {*LEAKS, "mails", "log"} <= found, {*LEAKS, "mails", "log"} - found
    taken = {path for _, path in differences(files, await lists_of(app, "gil", gil))}
    assert "/v1/payin/charges/export" in taken
    sql(RAW_LEAK)
    assert "pld_alert" in seen_raw(as_app(peopled_url), [AURORA])


async def test_a_hold_of_any_lane_is_answered_with_the_same_bytes_after_the_same_work(
    diego: Person, bruno: Person, ana: Person, counter: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who measures an answer learns no lane: what takes time is what the database is asked, and that is the same each time."""
    asked, execute = list[str](), psycopg.AsyncCursor.execute

    async def counted(self: Any, query: Any, *given: Any, **more: Any) -> Any:
        asked.append(str(query))
        return await execute(self, query, *given, **more)

    await counter.paid(ana, 50_000)
    seen = dict[str, tuple[Any, list[str]]]()
    # The first one fills caches; fraud, of which the holder is told, is what the hidden lanes look like.
    lanes = ("fraud", "fraud", "pld", "sanctions")
    for number, lane in enumerate(lanes):
        base = f"12345670{number}"
        key = base + check_digits(base)
        await added(diego, lane=lane, effect="hold", value=key, cause="other")
        asked.clear()
        with monkeypatch.context() as patched:
            patched.setattr(psycopg.AsyncCursor, "execute", counted)
            said = await pay(bruno, 1_000, key={"kind": "cpf", "value": key}, holder_document=key)
        status, headers, body = plain_answer(said)
        assert status == 201, said.text
        # Each pays another key, and one of them is the newest.
        seen[lane] = (status, headers, _DIGITS.sub("n", body)), [each[:24] for each in asked]
    assert len(seen["fraud"][1]) > 3
    for lane in ("pld", "sanctions"):
        assert seen[lane][0] == seen["fraud"][0], lane
        assert seen[lane][1] == seen["fraud"][1], lane
