"""What is kept of people: a closed case as it was closed, everything until its term is over, and nothing after it without a ground."""

import re
from collections.abc import AsyncIterator
from typing import Any

import psycopg
import pytest

from compliance.test_judicial_orders import ORDERS, order
from conftest import Work, as_app
from people import Person
from support.charges import Counter, offenders
from support.kyc import CNPJ, LEADS, PROPOSALS, REQUESTS, analysed, did
from support.movements import Mover
from support.pld_cases import ALERTS, CASES, DOSSIER, LONG, broken, decided_case, done, raised

SEALED, KEPT = "pld_closed_cases_are_as_they_were_closed", "retention_is_neither_early_nor_late"


@pytest.fixture
def mover(counter: Counter) -> Mover:
    return Mover(counter.url)


@pytest.fixture(autouse=True)
async def every_invariant_holds_afterwards(counter: Counter) -> AsyncIterator[None]:
    yield
    assert broken(counter.url) == {}


def moved(sql: Any, statement: str) -> None:
    """Move what happened into the past, which no rule of the database lets in."""
    sql("set session_replication_role = replica")
    sql(statement)
    sql("set session_replication_role = origin")


async def test_a_closed_case_that_changes_by_a_letter_is_found(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter, sql: Any
) -> None:
    case = await decided_case(diego, eva, work, mover, counter, "archive")
    await done(diego, f"{CASES}/{case}/move", {"choice": "close"})
    again = await diego.post(f"{CASES}/{case}/move", {"choice": "close"})
    assert again.status_code == 409
    assert SEALED not in broken(counter.url)
    for table, column, key in (
        ("pld_case", "proposed_by", "case_id"),
        ("case_step", "actor", "case_id"),
        ("pld_hit", "movement", "'1'"),
        ("pld_alert", "name", "case_id"),
    ):
        where = "" if key == "'1'" else f" where {key} = '{case}'"
        moved(sql, f"update {table} set {column} = coalesce({column}, '') || '.'{where}")
        assert broken(counter.url).get(SEALED) == 1, table
        moved(sql, f"update {table} set {column} = nullif(left({column}, -1), ''){where}")
        assert SEALED not in broken(counter.url), table
    # Of the dossier and of the steps as they are sealed one bit, and the same again.
    for table, column in (("pld_case", "dossier"), ("case_step", "sealed")):
        for found in (1, None):
            moved(sql, f"update {table} set {column} = set_byte({column}, 30, get_byte({column}, 30) # 1)")
            assert broken(counter.url).get(SEALED) == found
    sql("set timezone = 'Pacific/Auckland'")
    assert sql("select sha256 = pld_case_hash(case_id) from pld_case_seal") == [(True,)]


async def test_a_case_is_emptied_when_its_ten_years_are_over_and_not_a_day_before(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter, sql: Any
) -> None:
    case = await decided_case(diego, eva, work, mover, counter, "archive")
    await done(diego, f"{CASES}/{case}/move", {"choice": "close"})
    await counter.run_job("compliance.erase")
    assert sql("select count(*) from retention_erasure") == [(0,)]
    # Decided on the last day of a year: the tenth year after it ends today or tomorrow, whichever day this is.
    for years, gone in ((10, 0), (11, 1)):
        moved(
            sql,
            f"update pld_case set decided_at = make_timestamptz(extract(year from now() at time zone 'America/Sao_Paulo')::int - {years},"
            " 12, 31, 12, 0, 0, 'America/Sao_Paulo')",
        )
        moved(sql, "update case_file set closed_at = (select decided_at from pld_case)")
        moved(sql, "update pld_case_seal set sha256 = pld_case_hash(case_id)")
        assert broken(counter.url) == {} or gone
        for _ in range(2):
            await counter.run_job("compliance.erase")
        assert sql("select count(*) from retention_erasure where kind = 'case'") == [(gone,)], years
    assert sql("select count(*) from pld_alert") == sql("select count(*) from pld_hit") == [(0,)]
    assert sql("select subject, facts || capacity || origin || grounds, proposed_by, decided_by from pld_case") == [
        ("0", "", None, None)
    ]
    told = sql("select string_agg(f::text, '') || (select string_agg(s::text, '') from case_step s) from case_file f")
    assert [word for word in ("Aurora", "Sete", DOSSIER["grounds"], diego.email, eva.email) if word in told[0][0]] == []
    assert sql("select data from event where name = 'compliance:retention:erased'") == [({"case": 1},)]
    assert (await diego.get(f"{CASES}/{case}")).status_code == 200


async def test_what_an_open_order_needs_is_kept_past_its_term(diego: Person, counter: Counter, sql: Any) -> None:
    lead = await did(diego, LEADS, {"kind": "merchant", "name": "Loja Aurora", "document": CNPJ}, 201)
    await did(diego, f"{LEADS}/{lead['id']}/end", {"act": "discard", "reason": "No longer interested"})
    held = await diego.post(ORDERS, order(document=CNPJ))
    assert held.status_code == 201, held.text
    for years in (4, 6):
        moved(sql, f"update kyc_lead set ended_at = now() - interval '{years} years'")
        await counter.run_job("compliance.erase")
        assert sql("select count(*) from kyc_lead") == [(1,)]
        assert KEPT not in offenders(counter.url)
    # The program may not erase it either, whatever it says of itself.
    with psycopg.connect(as_app(counter.url)) as connection:
        connection.execute(
            "select set_config('retaguarda.companies', '*', false), set_config('retaguarda.erasing', 'on', false)"
        )
        row = connection.execute("select retention_erase('lead', id) from kyc_lead").fetchone()
        assert row == (False,)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("delete from kyc_lead")
    moved(sql, "delete from judicial_order")
    assert offenders(counter.url)[KEPT] == 1
    await counter.run_job("compliance.erase")
    assert sql("select kind, due_on <= (erased_at at time zone 'America/Sao_Paulo')::date from retention_erasure") == [
        ("lead", True)
    ]
    assert sql("select (select count(*) from kyc_lead) + (select count(*) from kyc_lead_review)") == [(0,)]


async def test_a_request_goes_with_its_documents_when_its_merchant_is_gone_for_ten_years(
    diego: Person, eva: Person, ana: Person, counter: Counter, sql: Any
) -> None:
    request = await analysed(ana, diego)
    await did(diego, f"{REQUESTS}/{request}/propose", {"decision": "approve", "internal_note": "All there"})
    (waiting,) = (await eva.get(PROPOSALS)).json()
    await did(eva, f"{PROPOSALS}/{waiting['id']}/decide", {"decision": "confirm"})
    await counter.run_job("compliance.erase")
    moved(
        sql,
        "update kyc_request set decided_at = decided_at - interval '12 years', updated_at = updated_at - interval '12 years'",
    )
    await counter.run_job("compliance.erase")
    # The relationship lasts: nothing of it has a term.
    assert sql("select count(*) from kyc_request") == [(1,)]
    moved(sql, "update company set status = 'offboarded', status_at = now() - interval '12 years' where id = 2")
    await counter.run_job("compliance.erase")
    for table in ("request", "document", "page", "review", "document_review", "proposal", "check", "message", "note"):
        assert sql(f"select count(*) from kyc_{table}") == [(0,)], table
    assert sql("select count(*) from stored_file where content is not null and owner like 'kyc%%'") == [(0,)]
    assert sql("select count(*) from bacen_attribute") == [(0,)]
    assert request in {
        str(subject) for (subject,) in sql("select subject from retention_erasure where kind = 'kyc_request'")
    }
    moved(sql, "update company set status = 'active' where id = 2")


async def test_a_dismissed_alert_goes_after_its_term_unless_a_case_is_open(
    diego: Person, eva: Person, work: Work, mover: Mover, counter: Counter, sql: Any
) -> None:
    alert = await raised(diego, eva, work, mover, counter)
    body = {"choice": "dismiss", "reason_id": "seasonal", "text": LONG}
    await done(diego, f"{ALERTS}/{alert['id']}/decide", body)
    moved(sql, "update pld_alert set decided_at = decided_at - interval '12 years'")
    assert offenders(counter.url)[KEPT] == 1
    await counter.run_job("compliance.erase")
    assert KEPT not in offenders(counter.url)
    assert sql("select kind from retention_erasure") == [("alert",)]
    assert (await diego.get(f"{ALERTS}/{alert['id']}")).status_code == 404
    with pytest.raises(psycopg.errors.CheckViolation, match="after_its_term"):
        sql("insert into retention_erasure (kind, subject, due_on) values ('alert', gen_random_uuid(), '9999-01-01')")
    with pytest.raises(psycopg.DatabaseError, match="append-only"):
        sql("update retention_erasure set due_on = due_on - 1")


async def test_versions_of_lists_and_yearly_duties_go_after_their_term(counter: Counter, sql: Any) -> None:
    sql("set session_replication_role = replica")
    for number, status in ((1, "replaced"), (2, "replaced"), (3, "active")):
        sql(
            "insert into list_version (id, list_id, number, status, origin, file_name, sha256, size, received_at, received_by)"
            " select gen_random_uuid(), id, %s, %s, 'upload', 'house.csv', sha256('x'), 1, now() - interval '30 years', 'diego'"
            " from watch_list where code = 'house'",
            number,
            status,
        )
    # Gone with the first version, with the second, shown by a decision, and still in force.
    for key, first, last in (("first", 1, 2), ("second", 1, 3), ("decided", 1, 2), ("current", 2, None)):
        sql(
            "insert into list_entry (id, list_id, entry_key, from_version, to_version, names, identity, content_hash, keys)"
            " select gen_random_uuid(), id, %s, %s, %s, array['Maria Exemplo'], sha256('x'), sha256('x'), '{}'"
            " from watch_list where code = 'house'",
            key,
            first,
            last,
        )
    sql(
        "insert into list_hit (id, party_id, list_id, entry_key, entry_id, version, score, evidence, identity)"
        " select gen_random_uuid(), gen_random_uuid(), list_id, entry_key, id, 1, 90, '{}', identity from list_entry"
        " where entry_key = 'decided'"
    )
    sql("update bacen_duty set figures = '{}', sha256 = sha256('x'), note = 'Sent', done_by = 'diego', done_at = now()")
    sql("set session_replication_role = origin")
    duties = sql("select count(*) from bacen_duty")[0][0]

    def left() -> tuple[list[str], list[int], int]:
        entries = [key for (key,) in sql("select entry_key from list_entry order by 1")]
        return (
            entries,
            [n for (n,) in sql("select number from list_version order by 1")],
            sql("select count(*) from bacen_duty")[0][0],
        )

    # The second version took the place of the first eleven years ago at least; the third has just come.
    moved(sql, "update list_version set received_at = now() where number = 3")
    moved(
        sql,
        "update bacen_duty set done_at = now() - interval '12 years' where (kind, year) = (select kind, year from bacen_duty limit 1)",
    )
    for _ in range(2):
        await counter.run_job("compliance.erase")
        assert left() == (["current", "decided", "second"], [2, 3], duties - 1)
        assert KEPT not in offenders(counter.url)
    moved(sql, "update list_version set received_at = now() - interval '12 years' where number = 3")
    assert offenders(counter.url)[KEPT] == 1
    await counter.run_job("compliance.erase")
    # What is in force has no term, however old it is.
    assert left() == (["current", "decided"], [3], duties - 1)


#: Of each kind of screening, refusals and orders, one whose term is over and one whose is not, each with what must not go with it.
_PAST = """
    insert into screened_party (id, source, source_id, name, document, keys, changed_at)
    values ({0}1, 'check', '52998224725', 'Maria', '52998224725', '{{}}', now() - interval '30 years'),
           ({0}2, 'company', '2', 'Loja Aurora', '11222333000181', '{{}}', now() - interval '30 years'),
           ({0}3, 'kyc', '2/39053344705', 'José', '39053344705', '{{}}', now() - interval '30 years');
    insert into document_check (id, name, document, purpose, currency, asked_by, asked_by_id, status, outcome, asked_at, done_at, party_id, file_id)
    values ({0}4, 'Maria', '52998224725', 'kyc', 'BRL', 'diego', {0}9, 'done', 'clear', now(), now() - interval '12 years', {0}1, {0}5),
           ({0}6, 'Ana', '39053344705', 'kyc', 'BRL', 'diego', {0}9, 'done', 'clear', now(), now() - interval '9 years', {0}7, {0}8);
    insert into check_file (id, name, purpose, size, sha256, status, created_at, created_by, created_by_id)
    values ({0}5, 'old.csv', 'kyc', 1, sha256('x'), 'done', now() - interval '12 years', 'diego', {0}9),
           ({0}8, 'new.csv', 'kyc', 1, sha256('x'), 'done', now() - interval '12 years', 'diego', {0}9);
    insert into list_hit (id, party_id, list_id, entry_key, entry_id, version, score, evidence, identity, status, reason, found_at, decided_at,
                          decided_by, decided_by_id)
    select h.id, h.party, l.id, 'one', gen_random_uuid(), 1, 90, '{{}}', sha256('x'), h.status, 'homonym', now() - interval '12 years', h.decided, 'eva',
           case when h.decided is not null then {0}9 end
      from watch_list l, (values ({0}a, {0}1, 'not_the_one', now() - interval '12 years'), ({0}b, {0}3, 'pending', null)) h (id, party, status, decided)
     where l.code = 'house';
    insert into whitelist_pair (id, party_id, list_id, entry_key, identity, shown, listed, reason, comment, expires_on, created_at, created_by,
                                created_by_id)
    select w.id, {0}2, l.id, w.key, sha256('x'), 'Loja Aurora', 'X', 'homonym', 'Outro', w.until, w.until - 300, 'diego', {0}9
      from watch_list l, (values ({0}c, 'old', (now() at time zone 'America/Sao_Paulo')::date - 4400), ({0}d, 'new', (now() at time zone 'America/Sao_Paulo')::date - 30)) w (id, key, until) where l.code = 'house';
    insert into block_refusal (id, at, flow, effect, entry_id, merchant_id, subject, party_name, party_document, amount, currency)
    values ({0}e, now() - interval '12 years', 'pay_in', 'hold', {0}9, 2, 'E1', 'Maria', '52998224725', 5, 'BRL'),
           ({0}f, now() - interval '9 years', 'payout', 'refuse', {0}9, 2, null, 'Maria', '52998224725', 5, 'BRL');
"""


async def test_checks_parties_pairs_and_refusals_go_each_with_their_term_and_what_waits_is_kept(
    counter: Counter, sql: Any
) -> None:
    stem = "0199bbbb-0000-7000-8000-00000000000"
    moved(sql, re.sub(r"\{0\}(\w)", rf"'{stem}\1'::uuid", _PAST).replace("{{}}", "{}"))

    def left(table: str) -> str:
        """Those that are left, by the last digit of their ids."""
        return "".join(
            str(each)[-1] for (each,) in sql(f"select id from {table} where id::text like '{stem}%%' order by 1")
        )

    async def night() -> None:
        # One run takes what hangs on what it took.
        await counter.run_job("compliance.erase")
        assert offenders(counter.url).get(KEPT) is None

    assert offenders(counter.url)[KEPT] == 3
    await night()
    # A check goes with its party, its hit and its file once none of them is asked for; what was answered nine years ago stays.
    assert (left("document_check"), left("check_file"), left("list_hit")) == ("6", "8", "b")
    # A merchant of ours is compared as long as it is one, and who has a hit that waits for a person as long as it waits.
    assert (left("screened_party"), left("whitelist_pair"), left("block_refusal")) == ("23", "d", "f")
    moved(sql, "update list_hit set status = 'skipped', reason = 'gone'")
    moved(sql, "update company set status = 'offboarded', status_at = now() - interval '12 years' where id = 2")
    await night()
    # Its pair was over a month ago: it is known until its own term.
    assert (left("screened_party"), left("list_hit"), left("whitelist_pair")) == ("2", "", "d")
    moved(
        sql, "update whitelist_pair set expires_on = expires_on - 4400, created_at = created_at - interval '4400 days'"
    )
    await night()
    assert (left("screened_party"), left("whitelist_pair")) == ("", "")
    # The company itself stays, and is not compared again.
    await counter.run_job("compliance.gather_parties")
    assert sql("select count(*) from screened_party where source = 'company' and source_id = '2'") == [(0,)]
    moved(sql, "update company set status = 'active' where id = 2")
    await counter.run_job("compliance.gather_parties")
    assert sql("select count(*) from screened_party where source = 'company' and source_id = '2'") == [(1,)]
    # Nobody but the job takes any of it away.
    with psycopg.connect(as_app(counter.url)) as connection:
        connection.execute("select set_config('retaguarda.companies', '*', false)")
        for table in ("document_check", "check_file", "list_hit", "whitelist_pair", "screened_party", "block_refusal"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege), connection.transaction():
                connection.execute(f"delete from {table}".encode())


async def test_who_an_order_of_a_court_named_is_gone_ten_years_after_it_was_over_and_its_money_stays(
    diego: Person, eva: Person, ana: Person, counter: Counter, sql: Any
) -> None:
    await counter.paid(ana)
    one = (await diego.post(ORDERS, order())).json()
    await did(eva, f"{ORDERS}/{one['id']}/execute", None)
    moved(
        sql,
        "update judicial_order set executed_at = now() - interval '12 years', registered_at = now() - interval '12 years'",
    )
    await counter.run_job("compliance.erase")
    assert sql("select count(*) from retention_erasure") == [(0,)]
    held = sql("select amount from judicial_hold")
    assert (
        await diego.post(f"{ORDERS}/{one['id']}/end", {"how": "released", "reason": "Desbloqueio da vara"})
    ).status_code == 200
    moved(sql, "update judicial_order set ended_at = now() - interval '12 years'")
    assert offenders(counter.url)[KEPT] == 1
    for _ in range(2):
        await counter.run_job("compliance.erase")
    assert offenders(counter.url) == {}
    assert sql("select kind from retention_erasure") == [("judicial_order",)]
    ((told, amount),) = sql("select o::text, amount from judicial_order o")
    assert (sql("select amount from judicial_hold"), amount) == (held, one["amount"]["amount"])
    assert [
        word for word in (diego.email, eva.email, one["document"], one["process"], one["protocol"]) if word in told
    ] == []
    assert (await diego.get(f"{ORDERS}/{one['id']}")).status_code == 200
    moved(sql, "update judicial_order set holder_name = 'Maria'")
    assert offenders(counter.url)[KEPT] == 1
    moved(sql, "update judicial_order set holder_name = '-'")


async def test_an_order_that_found_nobody_is_over_when_it_is_answered_and_keeps_nothing_else(
    diego: Person, eva: Person, counter: Counter, sql: Any
) -> None:
    one = (await diego.post(ORDERS, order(document="39053344705"))).json()
    await did(eva, f"{ORDERS}/{one['id']}/execute", None)
    assert (await diego.post(f"{ORDERS}/{one['id']}/answer")).json()["outcome"] == "not_a_client"
    # As long as it may find a later credit it is a ground to keep what is known of the document.
    ground = "select retention_ground('39053344705')"
    moved(sql, "update judicial_order set repeat_until = now() + interval '1 day'")
    assert sql(ground) == [("judicial_order",)]
    moved(sql, "update judicial_order set repeat_until = null")
    assert sql(ground) == [(None,)]
    moved(sql, "update judicial_order set answered_at = now() - interval '12 years'")
    await counter.run_job("compliance.erase")
    assert sql("select kind from retention_erasure") == [("judicial_order",)]
