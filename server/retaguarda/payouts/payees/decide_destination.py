"""Commands on destinations: add one to a known payee, trust it, refuse it, retire it. They decide where money may go."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from retaguarda.account.withdrawals.request_withdrawal import load_terms
from retaguarda.foundation.command import Command, Done
from retaguarda.foundation.database import Tx
from retaguarda.foundation.errors import ApiError
from retaguarda.foundation.keys import Keys
from retaguarda.foundation.request import Principal
from retaguarda.foundation.text_input import ReasonInput, clean_or_none, printable
from retaguarda.payouts.payees.add_destination import (
    ask_lookup,
    read_destination,
    refresh_payee,
    refuse_suspect,
    write_destination,
)
from retaguarda.payouts.payees.identify_destination import load_names
from retaguarda.payouts.payees.model import DestinationInput, Payee, TrustInput
from retaguarda.payouts.payees.plan_facts import of_destination
from retaguarda.payouts.payees.queries import (
    DestinationRow,
    PayeeRow,
    destination_subject,
    load_payee,
    lock_destination,
    payee_for_update,
    payee_subject,
)
from retaguarda.payouts.payees.tables import SCOPE, WRITE

_ONE = "/v1/payouts/payee-destinations/{id:str}"


async def _add(keys: Keys, tx: Tx, principal: Principal, given: DestinationInput, path: Mapping[str, str]) -> Done:
    payee = await payee_for_update(tx, principal, path)
    refuse_blocked(payee)
    place = await read_destination(tx, payee.name, payee.document, given.account, given.key)
    names = await load_names(tx, keys)
    destination = await write_destination(
        tx, names, payee.company_id, payee.id, payee.document, place, principal.person_id
    )
    await ask_lookup(tx, payee.company_id, payee.id)
    return await _done(tx, payee, destination=str(destination), kind=place["kind"])


async def _trust(keys: Keys, tx: Tx, principal: Principal, given: TrustInput, path: Mapping[str, str]) -> Done:
    """Begins the cooling-off; when it is over the destination is trusted."""
    payee, row = await lock_destination(tx, principal, path)
    refuse_blocked(payee)
    if row.state != "new":
        raise ApiError(409, "destination_not_new", f"this destination is {row.shown}")
    if row.found is not None and row.found.owner == "differ":
        raise ApiError(409, "destination_of_another", "the directory names somebody else as its owner")
    names = await load_names(tx, keys)
    await refuse_suspect(tx, row.hash, names.of_document(payee.document))
    terms = await load_terms(tx, payee.company_id)
    await tx.execute(
        # Whole minutes, as screens and refusals show it; with 0 hours it is trusted at once.
        "update payee_destination set state = 'cooling', trusted_by = %(by)s, usable_from = date_trunc('minute', now()"
        " + make_interval(hours => %(hours)s, secs => 59.999999 * least(%(hours)s, 1)))"
        " where company_id = %(company)s and id = %(id)s",
        {"company": row.company_id, "id": row.id, "by": principal.email, "hours": terms["cooling_off_hours"]},
    )
    note = clean_or_none("call_back", given.call_back)
    return await _done(tx, payee, destination=str(row.id), hours=terms["cooling_off_hours"], call_back=note)


async def _end(state: str, tx: Tx, principal: Principal, given: ReasonInput, path: Mapping[str, str]) -> Done:
    payee, row = await lock_destination(tx, principal, path)
    if row.state in ("refused", "retired"):
        raise ApiError(409, "destination_over", f"this destination is {row.state}")
    await _set_over(tx, row, state, printable("reason", given.reason))
    return await _done(tx, payee, destination=str(row.id))


async def _set_over(tx: Tx, row: DestinationRow, state: str, reason: str) -> None:
    await tx.execute(
        "update payee_destination set state = %(state)s, reason = %(reason)s where company_id = %(company)s and id = %(id)s",
        {"state": state, "reason": reason, "company": row.company_id, "id": row.id},
    )


async def _done(tx: Tx, payee: PayeeRow, **data: Any) -> Done:
    await refresh_payee(tx, payee.company_id, payee.id)
    told = {name: value for name, value in data.items() if value is not None}
    return Done(str(payee.id), await load_payee(tx, payee.company_id, payee.id), {"name": payee.name, **told})


def refuse_blocked(payee: PayeeRow) -> None:
    """
    Raises:
        ApiError: 409 ``payee_blocked``.
    """
    if payee.status == "blocked":
        raise ApiError(409, "payee_blocked", "this payee is blocked")


_command = partial(
    Command,
    method="POST",
    permission=WRITE,
    scope=SCOPE,
    planned=True,
    answers=Payee,
    approvable=True,
    shows=of_destination,
    subject=destination_subject,
)
REFUSE = _command(
    name="payouts:destination:refuse",
    path=f"{_ONE}/refuse",
    summary="Refuse a destination: it belongs to somebody else",
    input=ReasonInput,
    apply=partial(_end, "refused"),
    keyed=False,
)
RETIRE = _command(
    name="payouts:destination:retire",
    path=f"{_ONE}/retire",
    summary="Pay no more to a destination",
    input=ReasonInput,
    apply=partial(_end, "retired"),
    keyed=False,
)


def destination_commands(keys: Keys) -> tuple[Command[Any], ...]:
    add = _command(
        name="payouts:destination:create",
        path="/v1/payouts/payees/{id:str}/destinations",
        summary="Add another destination to a payee; it begins as new",
        input=DestinationInput,
        apply=partial(_add, keys),
        status=201,
        subject=payee_subject,
    )
    trust = _command(
        name="payouts:destination:trust",
        path=f"{_ONE}/trust",
        summary="Trust a destination: its cooling-off begins",
        input=TrustInput,
        apply=partial(_trust, keys),
        keyed=False,
    )
    return add, trust, REFUSE, RETIRE
