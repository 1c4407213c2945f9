"""Commands on payees: add, correct, check again, block, unblock, and reveal what is masked."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import psycopg

from retaguarda.foundation.command import Command, Done, Nothing
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.ids import uuid7
from retaguarda.foundation.json_text import json_text
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import ReasonInput, printable
from retaguarda.payouts.payees.add_destination import (
    ask_lookup,
    read_destination,
    read_document,
    read_name,
    refresh_payee,
    refuse_suspect,
    write_destination,
)
from retaguarda.payouts.payees.confirm_payee import compared_again
from retaguarda.payouts.payees.decide_destination import destination_commands, refuse_blocked
from retaguarda.payouts.payees.identify_destination import load_names
from retaguarda.payouts.payees.model import Payee, PayeeChange, PayeeInput, RevealedDestination, RevealedPayee
from retaguarda.payouts.payees.plan_facts import of_payee
from retaguarda.payouts.payees.queries import (
    PayeeRow,
    destinations_of,
    load_payee,
    payee_for_update,
    payee_subject,
)
from retaguarda.payouts.payees.tables import PAYEES, READ, SCOPE, WRITE

CREATED, CHECK = "payouts:payee:create", "payouts:payee:check"
_ALL, _ONE = PAYEES.path, f"{PAYEES.path}/{{id:str}}"


async def _create(keys: Keys, tx: Tx, principal: Principal, given: PayeeInput, path: Mapping[str, str]) -> Done:
    """Adds a payee, and asks the directory about its destination where it has one."""
    company, name, document = principal.chosen(), read_name("name", given.name), read_document(given.document)
    trade_name = read_name("trade_name", given.trade_name) if given.trade_name else None
    place = None
    if given.account is not None or given.key is not None:
        place = await read_destination(tx, name, document, given.account, given.key)
    names = await load_names(tx, keys)
    await refuse_suspect(tx, None, names.of_document(document))
    payee = uuid7()
    values = {"company": company, "id": payee, "name": name, "trade_name": trade_name, "person": principal.person_id}
    await tx.execute("savepoint adding")
    try:
        await tx.execute(_INSERT, values | {"document": document, "hash": names.of_document(document)})
    except psycopg.errors.UniqueViolation:
        await tx.execute("rollback to savepoint adding")
        raise ApiError(409, "payee_known", "this merchant has a payee with this document") from None
    if place is not None:
        await write_destination(tx, names, company, payee, document, place, principal.person_id)
        await ask_lookup(tx, company, payee)
    return Done(str(payee), await load_payee(tx, company, payee), {"name": name})


async def _correct(tx: Tx, principal: Principal, given: PayeeChange, path: Mapping[str, str]) -> Done:
    """Changes the names and compares the directory's earlier answer with them, without another look-up."""
    row = await payee_for_update(tx, principal, path)
    name = read_name("name", given.name)
    trade_name = read_name("trade_name", given.trade_name) if given.trade_name else None
    if (name, trade_name) == (row.name, row.trade_name):
        raise ApiError(400, "payee_same", "the payee is like that already")
    values = {"company": row.company_id, "id": row.id, "name": name, "trade_name": trade_name}
    await tx.execute(
        "update payee set name = %(name)s, trade_name = %(trade_name)s where company_id = %(company)s and id = %(id)s",
        values,
    )
    for place in await destinations_of(tx, row):
        if place.found is not None:
            again = compared_again(place.found, name, trade_name)
            await tx.execute(
                "update payee_destination set found = %(found)s::jsonb, match_class = %(class)s"
                " where company_id = %(company)s and id = %(id)s",
                {"company": row.company_id, "id": place.id, "found": json_text(again), "class": again.match_class},
            )
    return await _done(tx, row)


async def _check(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    """Asks for a look-up; the worker makes it."""
    row = await payee_for_update(tx, principal, path)
    refuse_blocked(row)
    if row.checking_at is not None:
        raise ApiError(409, "payee_checking", "a look-up of this payee is under way")
    if not any(place.kind == "key" and place.state in ("new", "cooling") for place in await destinations_of(tx, row)):
        raise ApiError(409, "payee_without_key", "only Pix keys can be looked up, and this payee has none")
    await ask_lookup(tx, row.company_id, row.id)
    return await _done(tx, row)


async def _block(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    row = await payee_for_update(tx, principal, path)
    refuse_blocked(row)
    await _set_status(tx, row, "blocked", printable("reason", given.reason))
    return await _done(tx, row)


async def _unblock(tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    """It becomes again what its destinations say."""
    row = await payee_for_update(tx, principal, path)
    if row.status != "blocked":
        raise ApiError(409, "payee_not_blocked", "this payee is not blocked")
    await _set_status(tx, row, "pending", None)
    return await _done(tx, row)


async def _reveal(tx: Tx, principal: Principal, given: Nothing, path: Mapping[str, str]) -> Done:
    row = await payee_for_update(tx, principal, path)
    places = [
        RevealedDestination(each.id, each.pix_key, each.branch, each.number) for each in await destinations_of(tx, row)
    ]
    return Done(str(row.id), RevealedPayee(row.id, row.document, places), {"name": row.name})


async def _set_status(tx: Tx, row: PayeeRow, status: str, reason: str | None) -> None:
    await tx.execute(
        "update payee set status = %(status)s, reason = %(reason)s where company_id = %(company)s and id = %(id)s",
        {"status": status, "reason": reason, "company": row.company_id, "id": row.id},
    )


async def _done(tx: Tx, row: PayeeRow) -> Done:
    await refresh_payee(tx, row.company_id, row.id)
    result = await load_payee(tx, row.company_id, row.id)
    return Done(str(row.id), result, {"name": result.name})


_INSERT = """
    insert into payee (company_id, id, name, trade_name, document, document_hash, source, created_by)
    values (%(company)s, %(id)s, %(name)s, %(trade_name)s, %(document)s, %(hash)s, 'person', %(person)s)
"""

_command = partial(
    Command,
    method="POST",
    permission=WRITE,
    scope=SCOPE,
    planned=True,
    answers=Payee,
    approvable=True,
    shows=of_payee,
    subject=payee_subject,
    keyed=False,
)
CORRECT = _command(
    name="payouts:payee:correct",
    path=f"{_ONE}/correct",
    summary="Correct the names of a payee",
    input=PayeeChange,
    apply=_correct,
)
CHECK_AGAIN = Command(
    name=CHECK,
    method="POST",
    path=f"{_ONE}/check",
    summary="Ask the directory again whose the payee's keys are",
    permission=WRITE,
    scope=SCOPE,
    input=Nothing,
    answers=Payee,
    apply=_check,
    keyed=False,
    bulk=PAYEES,
)
BLOCK = _command(
    name="payouts:payee:block",
    path=f"{_ONE}/block",
    summary="Block a payee: nothing is paid to it",
    input=ReasonInput,
    apply=_block,
    bulk=PAYEES,
)
UNBLOCK = _command(
    name="payouts:payee:unblock",
    path=f"{_ONE}/unblock",
    summary="Let a blocked payee be paid again",
    input=ReasonInput,
    apply=_unblock,
)
REVEAL = Command(
    name="payouts:payee:reveal",
    method="POST",
    path=f"{_ONE}/reveal",
    summary="Show document, keys and accounts of a payee whole; it is on record who did",
    permission=READ,
    scope=SCOPE,
    input=Nothing,
    answers=RevealedPayee,
    apply=_reveal,
    keyed=False,
)


def commands(keys: Keys) -> tuple[Command[Any], ...]:
    create = _command(
        name=CREATED,
        path=_ALL,
        summary="Add a payee, and where it is paid",
        input=PayeeInput,
        apply=partial(_create, keys),
        status=201,
        subject=None,
        keyed=True,
    )
    return create, CORRECT, CHECK_AGAIN, BLOCK, UNBLOCK, REVEAL, *destination_commands(keys)
