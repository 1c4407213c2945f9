"""What the settings of a merchant say of payments holds for the lines of its batches: there is no second door."""

from collections.abc import Callable
from typing import Any

from people import Person
from support.batches import line, lines, planned, read, settle, submit, table, whys
from support.charges import Counter

Sql = Callable[..., list[tuple[Any, ...]]]
_SETTINGS = """
    insert into payout_setting_version (company_id, version, currency, methods, fee, most, first_most, queue, queue_days, queue_skips,
                                        hold_ends, duplicates, external_id_needed, valid_from, actor)
    values (2, %s, 'BRL', %s, 25, 5000, 3000, false, 30, true, 'refuse', 'refuse', %s, now() - interval '1 minute', 'a test')
"""


async def test_fee_limits_duplicates_and_ids_of_the_settings_hold_for_each_line(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    # Before there are settings, one payee is known.
    first = await planned(bruno, counter, table(line(0, "10,00", "known")))
    assert (await submit(bruno, first)).status_code == 200
    await settle(counter, sql)
    sql(_SETTINGS, 1, ["pix"], True)
    text = table(
        line(0, "40,00", "a"),
        line(1, "40,00", "b"),
        line(2, "30,00", "c"),
        line(0, "50,01", "d"),
        line(3, "1,00"),
        line(0, "10,00", "e"),
        line(2, "30,00", "f"),
    )
    batch = await planned(bruno, counter, text)
    found = sql("select number, problems, fee from payout_line where batch_id = %s order by number", batch["id"])
    assert {number: whys(problems) for number, problems, _ in found} == {
        2: [],
        3: [("amount", "over_first_limit")],
        4: [],
        5: [("amount", "over_limit")],
        6: [("external_id", "field_required")],
        7: [("amount", "paid_today")],
        8: [("amount", "paid_today")],
    }
    assert {fee for _, _, fee in found} == {25}
    assert (batch["amount"]["amount"], batch["fee"]["amount"]) == (7_000, 50)


async def test_a_batch_leaves_by_no_method_that_is_switched_off(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    batch = await planned(bruno, counter, lines(2))
    sql(_SETTINGS, 1, [], False)
    said = await submit(bruno, batch)
    assert (said.status_code, said.json()["message"]) == (409, "method_off")
    assert (await read(bruno, batch["id"]))["status"] == "planned"
