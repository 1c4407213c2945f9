"""Promise 45: the audit log cannot be changed quietly."""

from collections.abc import Awaitable, Callable
from typing import Any

import psycopg
import pytest
from psycopg.rows import dict_row

from people import EMAILS, Person
from retaguarda.app import App
from retaguarda.audit.forget_person import forget
from retaguarda.audit.invariants import CHECKPOINTS, EXAMPLES, INVARIANTS, unsigned
from retaguarda.audit.sequence_events import sequence
from retaguarda.notifications import invariants as notifications
from support.charges import Counter

Work = Callable[[], Awaitable[None]]

#: What a bad hand could do as the owner, with the triggers off → the invariants that find it.
OFFENCES = {
    "update event set data = data || '{\"amount\": 1}' where name = 'payin:payment:settled'": {"log_tells_its_events"},
    "update event set actor = 'nobody' where id = 2": {"log_tells_its_events"},
    "update event set at = at + interval '1 microsecond' where id = 3": {"log_tells_its_events"},
    "delete from event where id = 2": {"log_has_every_event"},
    "insert into event (xid, company_id, name, subject_id, actor) values ('4', 2, 'a:b:c', 'x', 'me')": {
        "log_has_every_event"
    },
    "insert into event (company_id, name, subject_id, actor) values (999, 'a:b:c', 'x', 'me')": {
        "log_knows_its_companies"
    },
    "update audit_leaf set actor = 'nobody' where index = 1": {"log_tells_its_events"},
    "update audit_leaf set salts[2] = '\\x00' where index = 1": {"log_tells_its_events"},
    "update audit_leaf set hash = sha256('') where index = 1": {"log_tells_its_events", "log_is_a_tree"},
    "update audit_leaf set told = '{', salts[5] = null where index = 1": {"log_tells_its_events"},
    "delete from audit_leaf where index = 2": {"log_has_no_gaps", "log_has_every_event", "log_is_a_tree"},
    "update audit_node set hash = sha256('') where level = 1 and index = 0": {"log_is_a_tree"},
    "delete from audit_node where level = 2": {"log_is_a_tree", "log_roots_are_told"},
    "update audit_checkpoint set root = sha256('')": {"log_roots_are_told", "log_is_signed"},
    "delete from audit_checkpoint": {"log_roots_are_told"},
    "update audit_checkpoint set note = replace(note, 'time 2', 'time 3')": {"log_is_signed"},
}


def broken(owner: psycopg.Connection[Any]) -> set[str]:
    """The invariants that do not hold; each names an offender."""
    found = set[str]()
    examples = {**EXAMPLES, **notifications.EXAMPLES}
    for invariant in (*INVARIANTS, *notifications.INVARIANTS):
        if (owner.execute(invariant.offenders_sql.encode()).fetchone() or (0,))[0]:
            assert owner.execute(examples[invariant.name].encode()).fetchall(), invariant.name
            found.add(invariant.name)
    with owner.cursor(row_factory=dict_row) as cursor:
        return found | ({"log_is_signed"} if unsigned(cursor.execute(CHECKPOINTS)) else set())


async def test_promise_45_whatever_is_changed_in_the_log_or_its_events_is_found_and_named(
    ana: Person, counter: Counter, app: App, peopled_url: str
) -> None:
    await counter.paid(ana)
    assert await sequence(app.database, app.keys)
    with psycopg.connect(peopled_url, autocommit=True) as owner:
        assert broken(owner) == set()
        for offence, names in OFFENCES.items():
            with owner.transaction(force_rollback=True):
                owner.execute("set local session_replication_role = replica")
                assert owner.execute(offence.encode()).rowcount, offence
                assert names <= broken(owner), offence
        for change in (
            "update audit_leaf set actor = 'x'", "delete from audit_leaf", "truncate audit_leaf",
            "update audit_node set hash = sha256('')", "delete from audit_node", "truncate audit_node",
            "update audit_checkpoint set note = ''", "delete from audit_checkpoint", "truncate audit_checkpoint",
            "delete from audit_key", "truncate audit_key cascade", "update audit_key set public = sha256('')",
        ):  # fmt: skip
            with pytest.raises(psycopg.DatabaseError, match="append-only"):
                owner.execute(change.encode())
        with pytest.raises(psycopg.DatabaseError, match="root of the tree"):
            owner.execute(
                "insert into audit_checkpoint (size, root, key_id, note) select size - 1, root, key_id, note from audit_checkpoint"
            )


async def test_promise_45_the_application_itself_writes_no_entry_and_changes_none(
    app: App, ana: Person, sql: Any
) -> None:
    assert await sequence(app.database, app.keys)
    assert sql(
        "select table_name, string_agg(privilege_type, ',' order by privilege_type) from information_schema.role_table_grants"
        " where table_schema = 'public' and table_name like 'audit_%%' and grantee = 'retaguarda_app' group by 1 order by 1"
    ) == [
        ("audit_checkpoint", "INSERT,SELECT"),
        ("audit_key", "INSERT,SELECT"),
        ("audit_leaf", "SELECT"),
        ("audit_log", "SELECT"),
        ("audit_node", "SELECT"),
    ]


async def test_promise_45_what_tells_of_a_person_is_forgotten_and_the_log_still_holds(
    ana: Person, diego: Person, counter: Counter, app: App, peopled_url: str, sql: Any
) -> None:
    await counter.paid(ana)
    await sequence(app.database, app.keys)
    ((person,),) = sql("select id from person where email = %s", EMAILS["ana"])
    with psycopg.connect(peopled_url) as owner:
        for _ in range(2):
            assert forget(owner, person, "asked by her")
        assert broken(owner) == set()
    for table in ("event", "audit_leaf"):
        assert sql(f"select t::text from {table} t where t::text like '%%ana@%%'") == []
    # A value that came back, and a notification that still tells it, are each found.
    event = "(select event_id from audit_leaf where actor = '' order by index limit 1)"
    for name, left in (
        ("log_forgets_whole", f'update event set data = \'{{"name": "Ana"}}\' where id = {event}'),
        (
            "notifications_forget",
            f"insert into notification (company_id, person_id, event_id, kind, in_app, created_at) select 2, id, {event},"
            " 'payin_review', true, now() from person limit 1",
        ),
    ):
        with psycopg.connect(peopled_url) as owner:
            owner.execute("set session_replication_role = replica")
            owner.execute(left.encode())
            assert broken(owner) == {name}
            owner.rollback()
    await sequence(app.database, app.keys)
    (row,) = (await diego.get("/v1/audit/activity", name="payin:charge:create")).json()
    entry = (await diego.get(f"/v1/audit/activity/{row['index']}")).json()
    assert entry["forgotten"] == ["person", "actor", "ip", "agent", "data"]
    assert (entry["actor"], entry["ip"], entry["proof"]["holds"]) == ("", None, True)
