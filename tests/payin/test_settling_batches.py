"""Many payments told of at once: each has the fate it would have had alone, and none the fate of its neighbour."""

import asyncio
import re
from typing import Any

from people import Person
from support.charges import Counter, offenders

_END_TO_END_ID = re.compile(r"E\d{20}\w{11}")
#: Of each payment, everything but ids and times.
_OUTCOME = """
select p.amount, p.fee, p.status, p.review_reason,
       case p.status when 'settled' then (p.payer_name, p.payer_document) = (c.payer_name, c.payer_document) end,
       c.status, c.paid, c.fee, c.end_to_end_id, c.paid_at is not null,
       (select string_agg(e.name || ' ' || (e.data - 'created_at' - 'paid_at')::text, '; ' order by e.xid, e.id) from event e
         where e.subject_id = c.id::text and e.actor = 'pix'),
       (select string_agg(concat_ws(' ', j.kind, j.legs, e.leg, a.code, e.amount, e.version is null, e.currency), '; ' order by j.key, e.leg)
          from ledger_journal j join ledger_entry e on e.company_id = j.company_id and e.journal_id = j.id
          join ledger_account a on a.id = e.account_id where j.company_id = p.company_id and j.key = 'pix:' || p.end_to_end_id),
       (select j.request_hash is not null and j.effective_at = p.paid_at from ledger_journal j
         where j.company_id = p.company_id and j.key = 'pix:' || p.end_to_end_id)
  from pix_payment p left join charge c on c.company_id = p.company_id and c.id = p.charge_id
"""
_SAME_BODY = """
select set_config('retaguarda.companies', '*', true) = '*' and j.id = ledger_post(j.company_id, gen_random_uuid(), j.key, j.kind, j.reference,
         j.effective_at, array[j.company_id, 1, 1], array['available', 'pix_clearing', 'pix_fees'], array['BRL', 'BRL', 'BRL'],
         (select array_agg(e.amount order by e.leg) from ledger_entry e where e.company_id = j.company_id and e.journal_id = j.id))
  from ledger_journal j where j.kind = 'payin.payment'
"""


async def _pay_some(counter: Counter, people: list[Person]) -> tuple[str, list[Any]]:
    """Ordinary ones of two merchants, one too little, one twice; where they are told, and what is told."""
    notices = list[tuple[str, dict[str, Any]]]()
    for number in range(6):
        charge = await counter.charge(people[number % len(people)], 3_705 + number)
        await counter.bank.pay(charge["br_code"], **({"amount": "1.00"} if number == 4 else {}))
        notices.append(await counter.bank.next_notice())
        if number == 3:
            await counter.bank.pay(charge["br_code"], force=True)
            notices.append(await counter.bank.next_notice())
    return notices[0][0], [item for _, body in notices for item in body["pix"]]


async def test_a_batch_posts_what_each_of_its_payments_would_have_posted_alone(
    ana: Person, carla: Person, counter: Counter, sql: Any
) -> None:
    path, told = await _pay_some(counter, [ana, carla])
    for item in told:
        assert (await counter.stranger.post(path, json={"pix": [item]})).status_code == 200
        await counter.work()
    alone = _without_ids(sql)
    path, told = await _pay_some(counter, [ana, carla])
    # Twice at once, and once more with the order turned round.
    await asyncio.gather(*(counter.stranger.post(path, json={"pix": told}) for _ in range(2)))
    await counter.work()
    assert (await counter.stranger.post(path, json={"pix": told[::-1]})).status_code == 200
    await counter.work()
    together = _without_ids(sql)
    assert len(alone) == 7
    assert together == sorted(alone * 2)
    # Under its key stands the very body that a single post would have left there.
    assert set(sql(_SAME_BODY)) == {(True,)}


def _without_ids(sql: Any) -> list[tuple[str, ...]]:
    return sorted(tuple(_END_TO_END_ID.sub("e2e", str(value)) for value in row) for row in sql(_OUTCOME))


async def test_one_bad_item_never_spoils_its_batch(ana: Person, counter: Counter, sql: Any) -> None:
    path, told = await _pay_some(counter, [ana])
    invented = told[0] | {"endToEndId": "E" + "0" * 8 + "202611210000" + "a" * 11}
    # The provider's own list is out of order, so each is asked for alone; and the first of these fails once.
    await counter.bank.fault(effect="status", status=400, route="GET /pix", times=1)
    foreign = told[1] | {"txid": "x" * 32, "valor": "9999.00", "horario": "yesterday"}
    for body in ([*told, invented], [foreign, {"endToEndId": told[2]["endToEndId"]}]):
        assert (await counter.stranger.post(path, json={"pix": body})).status_code == 200
    await counter.work()
    assert sql("select count(*) from pix_payment") == [(len(told),)]
    assert offenders(counter.url) == {}


async def test_a_merchant_s_account_that_is_blocked_keeps_nobody_else_waiting(
    ana: Person, carla: Person, counter: Counter, sql: Any
) -> None:
    path, told = await _pay_some(counter, [ana, carla])
    sql("update ledger_account set blocked_in = true, block_reason = 'x' where company_id = 2 and code = 'available'")
    assert (await counter.stranger.post(path, json={"pix": told})).status_code == 200
    await counter.work()
    found = sql("select company_id, review_reason from pix_payment order by 1, 2")
    assert {reason for company, reason in found if company == 2} >= {"account_blocked"}
    assert None in {reason for company, reason in found if company == 3}
    sql("update ledger_account set blocked_in = false, block_reason = null where company_id = 2 and code = 'available'")
