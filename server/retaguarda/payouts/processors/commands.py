"""Commands of staff on processors that pay."""

from collections.abc import Mapping
from typing import Any

import msgspec
from psycopg.errors import UniqueViolation

from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Row, Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.request import Principal
from retaguarda.foundation.typed_rows import struct_of
from retaguarda.payouts.processors.change_terms import TERMS
from retaguarda.payouts.processors.create_processors import KIND, WRITE, insert_processor
from retaguarda.payouts.processors.model import (
    FileProcessorInput,
    PayoutProcessor,
    PayoutProcessorChange,
)
from retaguarda.payouts.processors.queries import load_processor, processor_rules
from retaguarda.payouts.processors.tables import PROCESSORS, SCOPE
from retaguarda.provider_accounts.commands import conflict_of, name_of, where_it_goes
from retaguarda.providers.bankfiles.layouts import payment_layout_of


async def _create_file(tx: Tx, principal: Principal, given: FileProcessorInput, path: Mapping[str, str]) -> Done:
    new = uuid7()
    if payment_layout_of(given.bank) is None:
        raise ApiError(400, {"bank": ["unknown_bank"]}, "this bank's payment files are not known here")
    plain = ("methods", "bank", "agreement", "holder_document", "holder_name")
    account = ("branch", "branch_digit", "number", "number_digit")
    values = {name: getattr(given, name) for name in (*plain, *account)}
    await insert_processor(tx, new, given, values | {"adapter": "cnab240", "ready": True})
    return Done(str(new), await load_processor(tx, new), {"name": given.name, "bank": given.bank})


async def _change(tx: Tx, principal: Principal, given: PayoutProcessorChange, path: Mapping[str, str]) -> Done:
    row = await KIND.locked(tx, path)
    if row["version"] != given.version:
        raise ApiError(409, "changed_meanwhile", "somebody changed this processor since you saw it; look again")
    methods = _methods_of(row, given)
    try:
        await tx.execute(
            "update payout_processor set name = %(name)s, priority = %(priority)s, cut_off = %(cut_off)s::time, cost = %(cost)s,"
            " currency = %(currency)s, ted_cut_off = coalesce(%(ted_cut_off)s::time, ted_cut_off), methods = coalesce(%(methods)s, methods),"
            " version = version + 1 where id = %(id)s",
            {
                "id": row["id"],
                "name": name_of(given.name),
                "priority": given.priority,
                "cut_off": given.cut_off,
                "ted_cut_off": given.ted_cut_off,
                "methods": methods,
                "cost": given.cost and given.cost.amount,
                "currency": given.cost and given.cost.currency,
            },
        )
    except UniqueViolation as error:
        raise conflict_of(error) from None
    return await KIND.done(tx, row)


class _Paying(msgspec.Struct):
    adapter: str
    methods: list[str]


def _methods_of(row: Row, given: PayoutProcessorChange) -> list[str] | None:
    """In which ways it pays from now on; None: as before."""
    if given.pays_ted is None:
        return None
    now = struct_of(_Paying, row)
    if given.pays_ted and now.adapter == "envio":
        raise ApiError(400, {"pays_ted": ["method_not_of_kind"]}, "this processor is called for Pix alone")
    methods = sorted({*now.methods} | {"ted"} if given.pays_ted else {*now.methods} - {"ted"})
    if not methods:
        raise ApiError(400, {"pays_ted": ["method_the_last"]}, "it pays by nothing else; disable it instead")
    return methods


COMMANDS: tuple[Command[Any], ...] = (
    Command(
        name="payouts:processor:create_file",
        method="POST",
        path=f"{PROCESSORS.path}/files",
        summary="Write a processor down that gets payment files, with the account that is debited",
        permission=WRITE,
        scope=SCOPE,
        input=FileProcessorInput,
        answers=PayoutProcessor,
        apply=_create_file,
        status=201,
    ),
    Command(
        name="payouts:processor:change",
        method="POST",
        path=f"{PROCESSORS.path}/{{id:str}}/change",
        summary="Change the name, priority, cut-off or cost of a processor that pays",
        permission=WRITE,
        scope=SCOPE,
        planned=True,
        input=PayoutProcessorChange,
        answers=PayoutProcessor,
        apply=_change,
        keyed=False,
        subject=processor_rules,
        approvable=True,
        shows=where_it_goes,
    ),
    *TERMS,
    *KIND.commands(),
)
