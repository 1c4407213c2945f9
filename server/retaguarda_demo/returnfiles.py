"""Return files of the demo: one that was applied, one that waits for a person, and one that is damaged.

What they settle would change the demo's pay-ins, so the applied one brings tariffs, refusals and news only.
"""

import asyncio
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from psycopg.rows import dict_row

from retaguarda.bank_files.apply_plan import apply_batch, mark_applied
from retaguarda.bank_files.commands import COLLECTION
from retaguarda.bank_files.parse_file import hash_pieces, parse
from retaguarda.foundation import local_day
from retaguarda.foundation.database import Connection, Row, Tx
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.money import BRL
from retaguarda.providers.bankfiles.writer import cnab240, cnab400
from retaguarda_demo.people import HOUSE

ACTOR = "diego@retaguarda.example"
#: Charges that wait, of those that a file names.
NAMED = 6

#: Charges that wait, which the file would settle; and some that are paid already, which a person would look at.
_CHARGES = """
    (select reference, amount, payer_name from charge where status = 'pending' and reference is not null and company_id > 2
      order by created_at limit %(most)s)
    union all
    (select reference, amount, payer_name from charge where status = 'paid' and reference is not null and company_id > 2
      order by created_at desc limit 2)
"""


def load_return_files(owner_url: str) -> None:
    """After the pay-ins, which it is about."""
    asyncio.run(_load(owner_url))


async def _load(owner_url: str) -> None:
    today = local_day.today(local_day.BRASILIA)
    async with (
        await Connection.connect(owner_url, row_factory=dict_row) as connection,
        connection.cursor() as cursor,
    ):
        tx = Tx(connection, cursor)
        await tx.execute("select set_config('retaguarda.companies', '*', true)")
        charges = await tx.all(_CHARGES, {"most": NAMED})
        applied = await _sent(tx, "CB_237_0001.RET", _news(today - timedelta(days=1)))
        await tx.execute(
            "update return_file set status = 'applying', applied_by = %(by)s where id = %(id)s",
            {"by": ACTOR, "id": applied["id"]},
        )
        while await apply_batch(tx, applied):
            pass
        await mark_applied(tx, applied, COLLECTION)
        whole = _payments(today, charges)
        await _sent(tx, "CN_341_0007.RET", whole)
        # Cut off on its way, as happens.
        await _sent(tx, "CN_341_0006.RET", whole[: len(whole) - 300])


def _news(day: date) -> bytes:
    """What a bank tells beside payments."""
    titles: list[dict[str, Any]] = [
        {"company_use": f"NF-{number}", "bank_ref": f"{number:012}", "movement_code": code, "paid_amount": 0}
        for number, code in ((4_101, "02"), (4_102, "02"), (4_103, "03"), (4_104, "09"), (4_105, "14"))
    ]
    fee = {"movement_code": "28", "title_amount": 0, "paid_amount": 0}
    titles += [fee | {"fee": 230, "bank_ref": "000000004101"}, fee | {"fee": 230, "bank_ref": "000000004102"}]
    told = [title | {"occurrence_date": day, "credit_date": day} for title in titles]
    return cnab400(told, "237", bank_name="BRADESCO", generated_date=day, file_seq=1, company_name=HOUSE.name.upper())


def _payments(day: date, charges: list[Row]) -> bytes:
    """Charges that were paid as boletos: most as they were asked for, one with another amount, one that nobody knows."""
    told = {"occurrence_date": day, "credit_date": day, "due_date": day, "fee": 190}
    titles = [
        told
        | {
            "company_use": charge["reference"],
            "bank_ref": f"{number:08}",
            "title_amount": charge["amount"],
            "paid_amount": charge["amount"] + (500 if number == 3 else 0),
            "payer_name": (charge["payer_name"] or "").upper(),
        }
        for number, charge in enumerate(charges, 1)
    ]
    titles.append(told | {"company_use": "PEDIDO-9912", "bank_ref": "00009912"})
    names = {"bank_name": "BANCO ITAU S.A.", "company_name": HOUSE.name.upper(), "company_doc": HOUSE.document}
    return cnab240(titles, "341", generated_date=day, **names)


async def _sent(tx: Tx, name: str, data: bytes) -> Row:
    """A file as it stands once it was sent and read."""
    key: dict[str, Any] = {"company": HOUSE.id, "id": uuid7()}
    await tx.execute(
        "insert into return_file (company_id, id, name, size, currency, actor)"
        " values (%(company)s, %(id)s, %(name)s, %(size)s, %(currency)s, %(actor)s)",
        key | {"name": name, "size": len(data), "currency": BRL, "actor": ACTOR},
    )
    await tx.execute(
        "insert into return_piece (company_id, file_id, number, bytes) values (%(company)s, %(id)s, 0, %(bytes)s)",
        key | {"bytes": data},
    )
    digest, _, lines = await hash_pieces(tx, HOUSE.id, UUID(str(key["id"])))
    file = await tx.one(
        "update return_file set status = 'received', sha256 = %(digest)s, total_lines = %(lines)s"
        " where company_id = %(company)s and id = %(id)s returning *",
        key | {"digest": digest, "lines": lines},
    )
    assert file is not None
    return await parse(tx, file, COLLECTION)
