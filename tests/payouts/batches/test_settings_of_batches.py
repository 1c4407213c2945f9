"""What the settings of a merchant say of payments holds for the lines of its batches: there is no second door."""

from collections.abc import Callable
from typing import Any

from days import today
from people import Person
from support.batches import BATCHES, HEADINGS, line, lines, planned, read, settle, submit, table, whys
from support.charges import Counter, offenders

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


async def test_a_batch_takes_of_each_day_that_its_lines_name_and_gives_back_what_never_left(
    bruno: Person, ana: Person, counter: Counter, sql: Sql
) -> None:
    await counter.paid(ana, 100_000)
    sql(
        _SETTINGS.replace("fee, most, first_most", "fee, day_most, first_most").replace(
            "'refuse', 'refuse'", "'refuse', 'off'"
        ),
        1,
        ["pix"],
        False,
    )
    tomorrow = f"{today(1):%d/%m/%Y}"

    async def batch(*parts: tuple[str, str]) -> dict[str, Any]:
        rows = (f"{line(number, amount)};{day}" for number, (amount, day) in enumerate(parts))
        return await planned(bruno, counter, table(*rows, headings=f"{HEADINGS};Data"))

    first = await batch(("30,00", ""), ("20,00", tomorrow), ("10,00", tomorrow))
    more = [await batch(*parts) for parts in ((("20,01", ""),), (("1,00", ""), ("20,01", tomorrow)))]
    assert (await submit(bruno, first)).status_code == 200
    # Today 20.00 are left and tomorrow as much, though 60.00 were authorised; a batch fits into each day that it names, or not at all.
    for each in more:
        assert (await submit(bruno, each)).json()["message"] == {"amount": ["transfer_day_limit"]}
    assert offenders(counter.url) == {}
    assert (await bruno.post(f"{BATCHES}/{first['id']}/stop", key=None)).status_code == 200
    assert sql("select distinct used from payout_limit_use where period = 'day'") == [(0,)]
    again = await batch(("30,00", ""), ("20,00", ""), ("30,00", tomorrow), ("20,00", tomorrow))
    assert (await submit(bruno, again)).status_code == 200
    await settle(counter, sql)
    assert offenders(counter.url) == {}
