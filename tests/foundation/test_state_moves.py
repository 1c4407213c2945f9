"""States move only as their table allows, whoever writes and in whatever statement; the moves stand in one form, beside the table."""

import re
from collections.abc import Iterator, Mapping

import psycopg
import pytest

from conftest import Sql

#: Tables whose states say what was found, not where something stands on its way.
FINDINGS = {
    "bank_mark": "each mark is a row of its own",
    "contract_check": "what the last look at a contract found",
    "payment_schedule_run": "how a day of a schedule went",
}
_STATES = """
    select c.relname, a.attname, pg_get_constraintdef(k.oid)
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname in ('state', 'status') and a.atttypid = 'text'::regtype
      join pg_constraint k on k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
"""
_ALLOWED = """
    select c.relname, pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'allow_moves'
"""


def states(sql: Sql) -> Mapping[str, set[str]]:
    """The states that each table's column takes."""
    return {table: set(re.findall(r"'(\w+)'::text", check)) for table, _, check in sql(_STATES)}


def allowed(sql: Sql) -> Iterator[tuple[str, str, str]]:
    """Table, state and the state that it may move to."""
    for table, trigger in sql(_ALLOWED):
        pairs = re.findall(r"[{,](?:\w+ )?(\w+):(\w+)(?=[,}])", trigger.replace('"', ""))
        assert pairs, table
        yield from ((table, before, after) for before, after in pairs)


def test_each_table_with_states_says_which_moves_they_make(sql: Sql) -> None:
    guarded = {table for table, _, _ in allowed(sql)}
    assert set(states(sql)) - guarded == set(FINDINGS)
    assert guarded & set(FINDINGS) == set()


def test_no_move_names_a_state_that_does_not_exist(sql: Sql) -> None:
    known = states(sql)
    # The states of a case depend on its kind, and its table checks both together.
    strange = {
        (table, state)
        for table, *both in allowed(sql)
        for state in both
        if table in known and known[table] and state not in known[table]
    }
    assert strange == set()


def test_a_state_moves_only_as_its_table_allows(sql: Sql) -> None:
    sql("create table thing (id int primary key, state text not null, note text)")
    sql("call allow_moves('thing', 'state', 'draft: approved discarded', 'approved: active')")
    sql("insert into thing values (1, 'draft', ''), (2, 'draft', '')")
    sql("update thing set state = 'approved' where id = 1")
    sql("update thing set state = 'approved', note = 'the same state is no move' where id = 1")
    for wrong in ("draft", "discarded", "unheard of"):
        with pytest.raises(psycopg.Error, match=f"thing does not go from approved to {wrong}") as refused:
            sql(f"update thing set state = '{wrong}' where id = 1")
        assert refused.value.sqlstate == "RF090"
    # One row that may not move keeps all others of the statement where they are.
    with pytest.raises(psycopg.Error, match="does not go from approved to discarded"):
        sql("update thing set state = 'discarded'")
    assert sql("select id, state from thing order by id") == [(1, "approved"), (2, "draft")]
    sql("update thing set state = 'active' where id = 1")
    with pytest.raises(psycopg.Error, match="does not go from active to draft"):
        sql("update thing set state = 'draft' where id = 1")


def test_where_kinds_have_states_of_their_own_their_moves_do_not_mix(sql: Sql) -> None:
    sql("create table thing (id int primary key, kind text not null, state text not null)")
    sql("call allow_moves_by_kind('thing', 'kind', 'state', 'long opened: working', 'short opened: closed')")
    sql("insert into thing values (1, 'long', 'opened'), (2, 'short', 'opened')")
    with pytest.raises(psycopg.Error, match="does not go from opened to closed"):
        sql("update thing set state = 'closed' where id = 1")
    sql("update thing set state = 'closed' where id = 2")


def test_a_paid_charge_never_waits_for_its_payer_again(sql: Sql) -> None:
    moves = set(allowed(sql))
    for before in ("paid", "partially_refunded", "refunded"):
        after = {to for table, state, to in moves if (table, state) == ("charge", before)}
        assert after <= {"partially_refunded", "refunded"}
    # What ended stays ended, for what moves money out.
    ends = {"done", "failed", "rejected", "cancelled"}
    assert not {(state, to) for table, state, to in moves if table == "payout" and state in ends}
