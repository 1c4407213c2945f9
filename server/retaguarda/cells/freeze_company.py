"""Freeze a company: this installation refuses its writes from one transaction on, and goes on reading for it."""

from collections.abc import Sequence

import msgspec

from retaguarda.cells.model import Move, NotQuiet, Refused, newest_move
from retaguarda.cells.sign_words import read_key
from retaguarda.foundation.database import Tx
from retaguarda.foundation.events import record
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.request import PROVIDER
from retaguarda.foundation.typed_rows import fetch_all, present

#: Who does what a command line asks for.
ACTOR = "retaguarda"
#: For how long the act waits for whoever writes the company's rows at that moment.
_PATIENCE = "10s"
#: How many orders, readers or tables a refusal names.
_NAMED = 5


class _Order(msgspec.Struct):
    kind: str
    name: str


class _Name(msgspec.Struct):
    name: str


async def freeze_company(tx: Tx, company: int, address: str, their_key: str, readers: Sequence[str]) -> Move:
    """Freeze it, or find that it is frozen for the same move already.

    Args:
        tx: of the owner; its tables are guarded already (shut_tables).
        address: of the installation that it goes to.
        their_key: the public key of that one.
        readers: names of the event consumers of this program.

    Raises:
        Refused: there is no such company, it stands in another move, or an order of it is on its way at a bank.
        NotQuiet: as it says.
    """
    read_key(their_key)
    await tx.execute(f"set local lock_timeout = '{_PATIENCE}'")
    await tx.value("select cell_lock(%(company)s, true)", {"company": company})
    if company == PROVIDER or not await tx.value(
        "select exists (select from company where id = %(company)s)", {"company": company}
    ):
        raise Refused("company_unknown", f"there is no company {company} that could be moved")
    before = await newest_move(tx, company, "from")
    if before is not None and before.state != "aborted":
        if (before.other_address, before.other_key) == (address, their_key) and before.ended_at is None:
            return before
        raise Refused("moving_already", f"company {company} is {before.state} in the move {before.id}")
    if await tx.value("select cell_shut(%(company)s)", {"company": company}):
        raise Refused("not_open", f"company {company} has come here and is not opened")
    await _refuse_orders(tx, company)
    await _refuse_unread(tx, company, readers)
    await _refuse_unguarded(tx, company)
    move = uuid7()
    await tx.execute(
        "insert into cell_move (id, company_id, role, state, other_address, other_key)"
        " values (%(id)s, %(company)s, 'from', 'frozen', %(address)s, %(key)s)",
        {"id": move, "company": company, "address": address, "key": their_key},
    )
    await tell(tx, "cells:company:frozen", company, {"move": str(move), "to": address})
    return present(await newest_move(tx, company, "from"))


async def tell(tx: Tx, name: str, company: int, data: dict[str, str]) -> None:
    """Write the event of an act. It is the provider's: the company's own log goes with it, and takes nothing any more."""
    await record(tx, name, company=PROVIDER, subject=f"company:{company}", actor=ACTOR, data=data)


async def _refuse_orders(tx: Tx, company: int) -> None:
    found = await fetch_all(tx, _Order, _ORDERS, {"company": company, "most": _NAMED})
    if found:
        names = ", ".join(f"{order.kind} {order.name}" for order in found)
        raise Refused("order_on_its_way", f"a bank has not said yet what became of {names}: freeze when it has")
    sealed = await fetch_all(tx, _Order, _SEALED, {"company": company, "most": _NAMED})
    if sealed:
        names = ", ".join(f"{payment.kind} {payment.name}" for payment in sealed)
        raise Refused("batch_open", f"what was approved is under a seal of this installation alone: let {names} end")


async def _refuse_unread(tx: Tx, company: int, readers: Sequence[str]) -> None:
    late = await fetch_all(tx, _Name, _UNREAD, {"company": company, "readers": list(readers)})
    if late:
        names = ", ".join(reader.name for reader in late[:_NAMED])
        raise NotQuiet("not_quiet", f"events of company {company} are still to be read by {names}: does a worker run?")


async def _refuse_unguarded(tx: Tx, company: int) -> None:
    found = await fetch_all(
        tx, _Name, "select target::text as name from cell_unguarded(array[%(company)s::int])", {"company": company}
    )
    if found:
        names = ", ".join(table.name for table in found[:_NAMED])
        raise Refused("unguarded", f"{names} would still take writes of company {company}; freeze again")


_ORDERS = """
select * from (
  select 'order' as kind, coalesce(o.provider_id, o.id::text) as name from payout_order o
   where o.company_id = %(company)s and o.state in ('sending', 'processing')
  union all
  select 'refund', r.id::text from refund r where r.company_id = %(company)s and r.status in ('requested', 'processing')
) o order by 1, 2 limit %(most)s
"""
#: Batches and payments that were approved and have not ended: no other installation can tell whether they are as they were approved.
_SEALED = """
select * from (
  select 'batch' as kind, b.name from payout_batch b
   where b.company_id = %(company)s and b.status in ('authorised', 'running', 'paused')
  union all
  select 'payment', p.id::text from payout p
   where p.company_id = %(company)s and p.seal is not null and p.status not in ('done', 'failed', 'cancelled', 'rejected')
) s order by 1, 2 limit %(most)s
"""
_UNREAD = """
select n.name from unnest(%(readers)s::text[]) n (name) left join event_reader r on r.name = n.name
 where exists (select from event e where e.company_id = %(company)s and (e.xid, e.id) > (coalesce(r.xid, '0'), coalesce(r.id, 0)))
 order by n.name
"""
