"""Credits and releases in part, in any order: each centavo is held, released or free, as a plain model says."""

from typing import Any
from uuid import uuid4

import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from retaguarda.compliance.judicial_orders.invariants import INVARIANTS


@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(steps=st.lists(st.tuples(st.sampled_from(["credit", "part"]), st.integers(1, 9_000)), min_size=2, max_size=12))
def test_whatever_is_credited_and_let_go_in_whatever_order_each_centavo_is_held_or_released(
    steps: list[tuple[str, int]], peopled_url: str
) -> None:
    """The database's own functions against a model of three sums: of the account, of the hold, and of what was let go."""
    asked, posted, held, gone = 12_000, 0, 0, 0
    made, account = uuid4(), f"prop.{uuid4().hex[:8]}"
    with psycopg.connect(peopled_url, autocommit=True) as owner, owner.transaction(force_rollback=True):

        def ask(query: str, *values: object) -> Any:
            row = owner.execute(query.encode(), values or None).fetchone()
            return row and row[0]

        owner.execute("select set_config('retaguarda.companies', '*', true)")
        owner.execute(
            "select ledger_open(2, %s, 'BRL', 0, false), ledger_open(2, %s, 'BRL', null, false)",
            (account, f"{account}.from"),
        )
        number = ask("select id from ledger_account where company_id = 2 and code = %s", account)
        owner.execute(
            "insert into judicial_order (id, protocol, type, court, process, document, holder_name, amount, currency, received_on, due_at,"
            " repeat_until, secret, registered_by, registered_by_id, status, executed_at, executed_by_id)"
            " values (%s, %s, 'block', 'Vara', '00001', '52998224725', 'Fulano', %s, 'BRL', now(), now(), now() + interval '9 days', false,"
            " 'a', gen_random_uuid(), 'executing', now(), gen_random_uuid())",
            (made, made.hex[:20], asked),
        )
        owner.execute("insert into judicial_account (order_id, account_id) values (%s, %s)", (made, number))
        for kind, amount in steps:
            if kind == "credit":
                owner.execute(
                    "select ledger_post(2, gen_random_uuid(), %s, 'test', 'x', null, array[2, 2], array[%s, %s],"
                    " array['BRL', 'BRL'], array[%s, %s]::bigint[], null)",
                    (str(uuid4()), account, f"{account}.from", amount, -amount),
                )
                posted += amount
                held += max(0, min(amount, asked - gone - held))
            elif amount > held:
                with pytest.raises(psycopg.Error, match=f"only {held} is held"), owner.transaction():
                    ask("select judicial_release_part(%s, %s)", made, amount)
            else:
                assert ask("select judicial_release_part(%s, %s)", made, amount) is (
                    asked - gone == amount and held == amount
                )
                held, gone = held - amount, gone + amount
            now = owner.execute("select o.held, o.released, a.posted, a.held, (select coalesce(sum(h.amount), 0) from judicial_hold h"
                                " where h.order_id = o.id and h.ended_at is null) from judicial_order o, ledger_account a"
                                " where o.id = %s and a.id = %s", (made, number)).fetchone()  # fmt: skip
            assert now == (held, gone, posted, held, held)
        for each in INVARIANTS:
            if each.name in ("judicial_holds_are_the_ledgers", "judicial_orders_hold_no_more_than_asked"):
                assert ask(each.offenders_sql) == 0
